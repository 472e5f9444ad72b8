"""What is asked of a reference most often: whether it is valid, or needs any work, and what its components are.

The build compiles this file under the name ``_kernel_c``.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri.rules import Str, rule_of

if cython.compiled:
    from cython.cimports.uri_extract.uri._syntax_c import octets, read, scan
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        CAPITAL_H, CAPITAL_R, DIGIT_0, DIGIT_1, DIGIT_2, DIGIT_4, DIGIT_5, DIGIT_7, DIGIT_8, DIGIT_9, DOT, HYPHEN,
        PERCENT, SLASH, SMALL_A, SMALL_C, SMALL_E, SMALL_F, SMALL_H, SMALL_I, SMALL_S, SMALL_T, SMALL_U, SMALL_V,
        SMALL_Z,
    )  # fmt: skip
    from uri_extract.uri._syntax import octets, read, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.uri.patterns import Parts

# Schemes after which browsers see a host, whatever slashes there are (URL Standard §4.2), and those of scripts.
_SPECIAL = cython.declare(frozenset, frozenset((b"http", b"https", b"ws", b"wss", b"ftp", b"javascript", b"vbscript")))
# What most links to scripts have that only keep the browser where it is.
_IDLE = cython.declare(frozenset, frozenset((b"", b";", b"void(0)", b"void(0);")))
# What a sign of another URI ends with (_may_be_inside).
_MARK_BYTES = bytes(octet in b"pP0/" for octet in range(256))
if cython.compiled:  # noqa: SIM108 - Cython's declarations are statements
    _MARKS = cython.declare(cython.p_const_uchar, _MARK_BYTES)
else:
    _MARKS = _MARK_BYTES


@cython.cclass
class Reference:
    """The base class of :class:`~uri_extract.uri.reference.URIReference`: what its string is, and no more."""

    __slots__ = ("_text",)

    _text: str

    def __str__(self) -> str:
        return self._text


def is_valid(text: Str, rule: Str = "URI-reference", *, edition: Str = "rfc3986") -> bool:
    """Return True if *rule* of *edition* derives *text*, a str, whole.

    Rules: "URI", "URI-reference", "absolute-URI", "relative-ref" (RFC 3986 §4), "IRI", "IRI-reference" (RFC
    3987 §2.2, which knows one edition only). The older editions have no fragment in what they call a URI or
    URL: there "URI" and "absolute-URI" are both ``absoluteURI`` (``absoluteURL``), and "relative-ref" is a
    reference that is not absolute. Raises :class:`InvalidOptionValue` for an unknown rule or edition.

    >>> is_valid("http://a.example/b"), is_valid("http://a.example/b c"), is_valid("../b", "URI")
    (True, False, False)
    """
    if rule == "URI-reference" and edition == "rfc3986":
        row: cython.Py_ssize_t[9]
        if not cython.compiled:
            row = [-1] * 9
        return bool(read(text, row))
    return split(text, rule, edition) is not None


@cython.ccall
def split(text: Str, rule: Str = "URI-reference", edition: Str = "rfc3986") -> Parts | None:
    """Return the components of *text*, a str (see :data:`uri_extract.uri.patterns.Parts`), by any rule; or None."""
    split_otherwise, scheme, fragment = rule_of(rule, edition)
    parts = parts_of(text) if split_otherwise is None else split_otherwise(text)
    if parts is None or (scheme is not None and scheme is (parts[0] is None)):
        return None
    return None if parts[7] is not None and not fragment else parts


@cython.ccall
def parts_of(text: Str) -> Parts | None:
    """Return the components of *text*, a str, if it is a URI-reference by RFC 3986."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    return _cut(exact(text), row) if read(text, row) else None


@cython.cfunc
def exact(text: Str) -> str:
    """Return the characters of a str; ``str(text)`` would say something else of a member of an enumeration."""
    return text if type(text) is str else str.__str__(text)


@cython.cfunc
def _cut(text: str, row: cython.pointer[cython.Py_ssize_t]) -> Parts:
    authority = userinfo = host = port = None
    if row[1] >= 0:
        host = authority = text[row[1] : row[5]]
        if row[2] >= 0:
            userinfo = text[row[1] : row[2]]
            host = text[row[2] + 1 : row[3]]
        elif row[4] >= 0:
            host = text[row[1] : row[3]]
        if row[4] >= 0:
            port = text[row[4] : row[5]]
    return (
        text[: row[0]] if row[0] >= 0 else None,
        authority,
        userinfo,
        host,
        port,
        text[row[5] : row[6]],
        text[row[6] + 1 : row[7]] if row[7] > row[6] else None,
        text[row[7] + 1 : row[8]] if row[8] > row[7] else None,
    )


@cython.cfunc
@cython.exceptval(check=False)
def _may_be_inside(data: cython.p_const_uchar, index: cython.Py_ssize_t) -> cython.bint:
    """Return True if a sign of another URI ends at ``index``, three bytes or more after where it may begin.

    "http", that in base64 or hexadecimal, or "/s/", which says "https" in paths of AMP: each rewriter
    (:mod:`uri_extract.uri.rewriters`) leaves one.
    """
    if data[index] == DIGIT_0:
        if data[index - 1] == CAPITAL_R:
            return data[index - 2] == CAPITAL_H and data[index - 3] == SMALL_A
        return data[index - 1] == DIGIT_7 and data[index - 2] == DIGIT_4 and data[index - 3] == DIGIT_7
    if data[index] == SLASH:
        return data[index - 1] == SMALL_S and data[index - 2] == SLASH
    return (
        data[index - 1] | 0x20 == SMALL_T and data[index - 2] | 0x20 == SMALL_T and data[index - 3] | 0x20 == SMALL_H
    )  # fmt: skip


@cython.cfunc
@cython.exceptval(-1, check=True)
def _may_be_document(data: cython.p_const_uchar, row: cython.pointer[cython.Py_ssize_t]) -> cython.bint:
    """Return True for ``data:``, but for an image (not one in SVG), a video, a font and sound."""
    if data[:4].lower() != b"data":
        return False
    if row[8] < 12:
        return True
    first: cython.int = data[5] | 0x20
    return not (
        (first == SMALL_I and data[11] | 0x20 != SMALL_S)
        or first in (SMALL_V, SMALL_F)
        or (first == SMALL_A and data[6] | 0x20 == SMALL_U)
    )


@cython.cfunc
@cython.exceptval(check=False)
def _is_hidden(data: cython.p_const_uchar, index: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the percent-encoding there hides a letter of "http", or begins a control of the direction of text.

    Those of U+202A to U+202E and U+2066 to U+2069 begin with E2 80 A and E2 81 A.
    """
    first: cython.int = data[index + 1] | 0x20
    second: cython.int = data[index + 2] | 0x20
    if DIGIT_4 <= data[index + 1] <= DIGIT_7:
        # H is %48 and %68, T %54 and %74, P %50 and %70.
        return second == DIGIT_8 if data[index + 1] in b"46" else second in (DIGIT_4, DIGIT_0)
    return (
        first == SMALL_E
        and second == DIGIT_2
        and index + 8 < end
        and data[index + 3] == PERCENT
        and data[index + 4] == DIGIT_8
        and (data[index + 5] == DIGIT_0 or data[index + 5] == DIGIT_1)
        and data[index + 6] == PERCENT
        and data[index + 7] | 0x20 == SMALL_A
    )


@cython.ccall
def is_plain(reference: object) -> cython.int:
    """Return 2 for a URI and 1 for a relative reference that is valid, has no hazards and none inside; 0 for others.

    See :data:`uri_extract.uri._backend.is_plain`.
    """
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    return _plain(octets(reference), row, True) if read(reference, row) else 0


@cython.cfunc
@cython.exceptval(-1)
def is_plain_at(data: cython.p_const_uchar, size: cython.Py_ssize_t, hazards: cython.bint) -> cython.int:
    """Return what :func:`is_plain` does of these bytes; without ``hazards`` those of its path and query may be there.

    Its target is known all the same.
    """
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    return _plain(data, row, hazards) if scan(data, size, row) else 0


@cython.cfunc
@cython.exceptval(-1)
def _plain(
    data: cython.p_const_uchar, row: cython.pointer[cython.Py_ssize_t], hazards: cython.bint
) -> cython.int:  # fmt: skip
    """Return what :func:`is_plain_at` does of a reference with that row."""
    index: cython.Py_ssize_t
    port: cython.int = 0
    if row[1] < 0 and (1 < row[0] <= 5 or (hazards and (row[0] == 8 or row[0] == 10))):
        if data[: row[0]].lower() in _SPECIAL and not (
            row[0] == 10 and row[8] < 20 and data[row[0] + 1 : row[8]] in _IDLE
        ):  # fmt: skip
            return 0  # the hazards irregular-slashes and script-uri
        if hazards and row[0] == 4 and _may_be_document(data, row):
            return 0  # the hazard data-uri
    if row[1] >= 0:
        if row[2] >= 0 or row[3] - row[1] > 255 or row[3] == row[1]:
            return 0
        if not SMALL_A <= data[row[1]] | 0x20 <= SMALL_Z:
            index = row[3] - 1
            while index > row[1] and data[index - 1] != DOT:
                index -= 1
            if (
                index == row[1]
                or not DIGIT_0 <= data[row[1]] <= DIGIT_9
                or not SMALL_A <= data[index] | 0x20 <= SMALL_Z
            ):
                return 0  # it may be an address, which nothing is whose last label begins with a letter
        for index in range(row[1], row[3]):
            if data[index] == PERCENT or (data[index] == HYPHEN and index + 1 < row[3] and data[index + 1] == HYPHEN):
                return 0
        if row[4] >= 0:
            if row[5] - row[4] > 5:
                return 0
            for index in range(row[4], row[5]):
                port = port * 10 + data[index] - DIGIT_0
            if port < 1024 or port == 3306:  # it may be another protocol's
                return 0
    index = row[5]
    if not hazards:
        if row[0] >= 0 and index < row[6]:
            if data[index] == DOT:
                return 0
            while index + 1 < row[6]:
                if data[index] == SLASH and data[index + 1] == DOT:
                    return 0
                index += 1
        return 1 if row[0] < 0 else 2
    while index < row[8]:
        if data[index] == PERCENT:  # and two digits: no control, no "\\"
            if data[index + 1] < DIGIT_2 or (data[index + 1] == DIGIT_5 and data[index + 2] | 0x20 == SMALL_C):
                return 0
            if data[index + 1] == DIGIT_7 and data[index + 2] | 0x20 == SMALL_F:
                return 0
            if _is_hidden(data, index, row[8]):
                return 0
            index += 2
        elif _MARKS[data[index]] and index >= row[5] + 3 and _may_be_inside(data, index):
            return 0
        elif data[index] == DOT and row[0] >= 0 and index < row[6] and (index == row[5] or data[index - 1] == SLASH):
            return 0  # a "." that begins a segment of a URI
        index += 1
    return 1 if row[0] < 0 else 2
