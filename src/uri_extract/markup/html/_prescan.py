"""Search for the ``meta`` that declares an encoding, tag by tag (HTML Standard §13.2.3.2), for :mod:`.charset`.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.uri_extract.rows._memory import is_ascii
else:
    from uri_extract._compat._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, EQUALS, EXCLAMATION_MARK, GREATER_THAN, LESS_THAN, QUESTION_MARK, QUOTATION_MARK, SLASH, SMALL_A,
        SMALL_E, SMALL_M, SMALL_T,
    )  # fmt: skip

PRESCAN = 1024
#: Most declarations are within this many bytes; more are only searched if these contain none.
NEAR = 4096
_PRESCAN = cython.declare(cython.Py_ssize_t, PRESCAN)
_NEAR = cython.declare(cython.Py_ssize_t, NEAR)

# Elements of the head, which ends at any other start tag. Browsers honour a declaration wherever their parser finds it
# in the head ("change the encoding"), and ignore those in raw text, unlike the standard's prescan.
_HEAD = cython.declare(
    frozenset,
    frozenset((b"script", b"noscript", b"style", b"link", b"meta", b"object", b"title", b"base", b"html", b"head")),
)
_RAW = cython.declare(
    frozenset,
    frozenset((b"script", b"style", b"title", b"textarea", b"xmp", b"iframe", b"noembed", b"noframes")),
)
_META = cython.declare(object, re.compile(rb"<meta", re.IGNORECASE))
# White space; bytes that end a name; letters.
_SPACE = cython.declare(bytes, bytes(byte in b"\t\n\f\r " for byte in range(256)))
_ENDS = cython.declare(bytes, bytes(byte in b"\t\n\f\r />" for byte in range(256)))
_LETTER = cython.declare(bytes, bytes(byte < 0x7F and chr(byte).isalpha() for byte in range(256)))


def has_meta(data: bytes) -> cython.bint:
    """Return True if the data contain a tag whose name begins with "meta", in any case."""
    if not cython.compiled:
        return _META.search(data) is not None
    octets: cython.p_const_uchar = data
    end: cython.p_const_uchar = octets + len(data) - 4
    while octets < end:
        octets = cython.cast(cython.p_const_uchar, memchr(octets, LESS_THAN, end - octets))
        if octets == cython.NULL:
            return False
        octets += 1
        if (
            octets[0] | 0x20 == SMALL_M and octets[1] | 0x20 == SMALL_E and octets[2] | 0x20 == SMALL_T
            and octets[3] | 0x20 == SMALL_A
        ):  # fmt: skip
            return True
    return False


def is_undeclared_ascii(data: bytes) -> bool:
    """Return True if a complete document is ASCII and declares no encoding: then it can be read as UTF-8."""
    if len(data) > 1 and (data[0] == 0 or data[1] == 0):  # "<?x" in UTF-16 is ASCII
        return False
    beginning: bytes = data if len(data) <= _NEAR else data[:_NEAR]
    octets: cython.p_const_uchar = data
    if has_meta(beginning) or data.startswith(b"<?xml"):
        return False
    if not (is_ascii(octets, len(data)) if cython.compiled else data.isascii()):
        return False
    return len(data) <= _NEAR or declared_in(beginning, None)[1]  # True if the head ends in these bytes


def declared_in(data: bytes, declared: Any) -> tuple[str | None, bool]:
    """Return the encoding that a ``meta`` declares, and whether the search ended before the data did.

    ``declared`` returns the encoding for the attributes of a ``meta``, or None.
    """
    octets: cython.p_const_uchar = data
    size: cython.Py_ssize_t = len(data)
    at: cython.Py_ssize_t = data.find(b"<")
    in_head: cython.bint = True
    while at >= 0:
        if not in_head and at >= _PRESCAN:
            return None, True
        slash: cython.bint = at + 1 < size and octets[at + 1] == SLASH
        begin: cython.Py_ssize_t = at + 1 + slash
        if begin < size and _LETTER[octets[begin]]:
            at = begin
            while at < size and not _ENDS[octets[at]]:
                at += 1
            name: bytes = octets[begin:at]
            name = name.lower()
            attributes: dict[bytes, bytes] | None = {} if name == b"meta" and not slash else None
            at = after_attributes(data, at, attributes)
            if at < 0:  # truncated
                return None, False
            if attributes:
                found = declared(attributes)
                if found:
                    return found, True
            if in_head and (name not in _HEAD or (slash and (name == b"html" or name == b"head"))):
                in_head = False
                # After the head, few documents have another "<meta": this search is fast.
                if size >= _PRESCAN + 5 and not _META.search(data, at, _PRESCAN + 5):
                    return None, True
            if not slash and name in _RAW:
                at = end_tag(data, at, name)
        elif data.startswith(b"<!--", at):
            at = data.find(b"-->", at + 2)  # "<!-->" is a complete comment
        elif slash or (begin < size and (octets[begin] == EXCLAMATION_MARK or octets[begin] == QUESTION_MARK)):
            at = data.find(b">", at)
        else:
            at += 1
        if at >= 0:
            at = data.find(b"<", at)
    return None, not in_head and size >= _PRESCAN


def after_attributes(data: bytes, at: cython.Py_ssize_t, attributes: Any) -> cython.Py_ssize_t:
    """Return the end of a tag, by the rules of "get an attribute"; -1 if it is truncated.

    Its attributes, the first of each name, are added to ``attributes`` unless that is None.
    """
    octets: cython.p_const_uchar = data
    size: cython.Py_ssize_t = len(data)
    end: cython.Py_ssize_t
    value: cython.Py_ssize_t
    last: cython.Py_ssize_t
    while True:
        while at < size and (_SPACE[octets[at]] or octets[at] == SLASH):
            at += 1
        if at == size:
            return -1
        if octets[at] == GREATER_THAN:
            return at + 1
        begin: cython.Py_ssize_t = at
        at += 1
        while at < size and not _ENDS[octets[at]] and octets[at] != EQUALS:
            at += 1
        end = value = last = at
        while at < size and _SPACE[octets[at]]:
            at += 1
        if at < size and octets[at] == EQUALS:
            at += 1
            while at < size and _SPACE[octets[at]]:
                at += 1
            if at == size:
                return -1
            value = last = at
            if octets[at] == QUOTATION_MARK or octets[at] == APOSTROPHE:
                value += 1
                last = data.find(octets[at : at + 1], value)
                if last < 0:
                    return -1
                at = last + 1
            else:
                while at < size and not _SPACE[octets[at]] and octets[at] != GREATER_THAN:
                    at += 1
                last = at
        if at == size:
            return -1
        if attributes is not None:
            name: bytes = octets[begin:end]
            attributes.setdefault(name.lower(), octets[value:last])


def end_tag(data: bytes, at: cython.Py_ssize_t, name: bytes) -> cython.Py_ssize_t:
    """Return the start of the next end tag of that name, -1 if there is none."""
    octets: cython.p_const_uchar = data
    at = data.find(b"</", at)
    while at >= 0:
        end: cython.Py_ssize_t = at + 2 + len(name)
        if end < len(data) and _ENDS[octets[end]]:
            found: bytes = octets[at + 2 : end]
            if found.lower() == name:
                break
        at = data.find(b"</", at + 2)
    return at
