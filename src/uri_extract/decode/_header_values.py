"""Parse the values of header fields (:mod:`.header_values`).

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

import uri_extract._re as re
from uri_extract._ascii import LINE_FEED
from uri_extract.decode.encoded_words import unfolded

_ESCAPE = cython.declare(object, re.compile(r"\\(.)", re.DOTALL))


def parameters(text: str, at: cython.Py_ssize_t) -> dict[str, str]:
    """Return the parameters after the semicolon at ``at`` (RFC 2045 §5.1; -1: none), with names in lower case.

    The first of several with one name counts. Anything that is not a parameter is skipped, up to the next semicolon.
    """
    found: dict[str, str] = {}
    size: cython.Py_ssize_t = len(text)
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    while at >= 0:
        at += 1
        while at < size and (text[at] == ";" or text[at].isspace()):
            at += 1
        begin = end = at
        while end < size and text[end] not in '=;"' and not text[end].isspace():
            end += 1
        at = _after_space(text, end, size)
        if begin == end or at == size or text[at] != "=":
            at = text.find(";", begin)
            continue
        name: str = text[begin:end].lower()
        begin = end = _after_space(text, at + 1, size)
        quoted: cython.bint = False
        if begin < size and text[begin] == '"':
            end += 1
            while end < size and text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            quoted = end <= size  # else it ends in an unfinished escape
        at = text.find(";", end + 1 if quoted else begin)
        if quoted:
            content: str = text[begin + 1 : end]
            content = _ESCAPE.sub(r"\1", content) if "\\" in content else content
        else:
            content = text[begin : size if at < 0 else at].strip()
        found.setdefault(name, content)
    return found


def identifier(value: bytes) -> str | None:
    """Return the identifier of a Message-ID or Content-ID without its brackets (RFC 5322 §3.6.4); None if empty.

    It is the text in the first innermost brackets, or else the whole value.
    """
    if LINE_FEED in value:
        value = unfolded(value)
    begin: cython.Py_ssize_t = value.find(b"<")
    end: cython.Py_ssize_t = value.find(b">", begin) if begin >= 0 else -1
    if end >= 0:
        value = value[value.rfind(b"<", begin, end) + 1 : end]
    return value.decode("utf-8", "replace").strip() or None


@cython.cfunc
@cython.exceptval(check=False)
def _after_space(text: str, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the white space at ``at``."""
    while at < size and text[at].isspace():
        at += 1
    return at
