# cython: boundscheck=False, wraparound=False

"""Map IRIs to URIs (RFC 3987 §3.1) if percent-encoding alone is enough, as for nearly all of them.

The build compiles this file under the name ``_iri_c``.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract._compat import _cython as cython

from uri_extract.uri.host_names import LONGEST_ENCODED, canonical_host
from uri_extract.uri.rules import Str

if not cython.compiled:
    from uri_extract._compat._ascii import NUMBER_SIGN, PERCENT, QUESTION_MARK, SLASH
    from uri_extract.uri import signs
    from uri_extract.uri._kernel import exact, is_ucschar, read, signs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Scheme, userinfo, host and port, each None if it is missing.
    Server = tuple[str | None, str | None, str | None, str | None]
    # A target, if resolution does not change it, and signs.
    Settled = tuple[str | None, int]

# Schemes whose hosts are domain names (URL Standard §4.2, "special schemes").
_WITH_DOMAINS = cython.declare(frozenset, frozenset(("http", "https", "ws", "wss", "ftp")))
_DIGIT_BYTES = b"0123456789ABCDEF"
if cython.compiled:  # noqa: SIM108 - Cython's declarations are statements
    _DIGITS = cython.declare(cython.p_const_uchar, _DIGIT_BYTES)
else:
    _DIGITS = _DIGIT_BYTES


def mapped(iri: Str) -> str | None:
    """Return the string that percent-encoding alone maps *iri*, a str, to (RFC 3987 §3.1); None if more may be needed.

    Most characters beyond ASCII are allowed where a percent-encoding is, and nowhere else (RFC 3987 §2.2, ucschar).
    If it has no other ones, it is an IRI reference if and only if the result is a URI reference.
    """
    text: str = exact(iri)
    if text.isascii():
        return text
    index: cython.Py_ssize_t
    for index in range(len(text)):
        if not is_ucschar(ord(text[index])):
            return None
    encoded: bytes = text.encode()
    data: cython.p_const_uchar = encoded
    size: cython.Py_ssize_t = len(encoded)
    at: cython.Py_ssize_t = 0
    if not cython.compiled:
        return "".join([chr(octet) if octet < 0x80 else f"%{octet:02X}" for octet in data])
    buffer: bytearray = bytearray(3 * size)
    for index in range(size):
        if data[index] < 0x80:
            buffer[at] = data[index]
            at += 1
        else:
            buffer[at] = PERCENT
            buffer[at + 1] = _DIGITS[data[index] >> 4]
            buffer[at + 2] = _DIGITS[data[index] & 15]
            at += 3
    return buffer[:at].decode("ascii")


def plain_uri(iri: Str) -> str | None:
    """Return the plain URI (:func:`is_plain`) that a plain IRI, a str, is mapped to; None for any other string.

    A plain IRI has no characters that are invisible or change the direction of text.
    """
    text: str = exact(iri)
    if _has_iri_authority(text):  # the host of the URI needs work
        return None
    uri: str | None = mapped(text)
    return uri if uri is not None and signs_of(uri) == 0 and not may_be_unseen(text) else None


@cython.cfunc
def _has_iri_authority(text: str) -> cython.bint:
    """Return True if the authority of an IRI has a character beyond ASCII."""
    index: cython.Py_ssize_t = text.find("://") + 3
    if index < 3:
        return False
    while index < len(text) and ord(text[index]) not in (SLASH, QUESTION_MARK, NUMBER_SIGN):
        if ord(text[index]) >= 0x80:
            return True
        index += 1
    return False


def may_be_unseen(iri: Str) -> cython.bint:
    """Return True if *iri*, a str, has a character that is invisible or changes the direction of text.

    See ``UNSEEN`` and ``BIDI_CONTROLS`` in :mod:`uri_extract.uri.host_characters`; it may be True for a few others.
    """
    text: str = exact(iri)
    index: cython.Py_ssize_t
    for index in range(len(text)):
        character: cython.int = ord(text[index])
        if character >= 0xAD and (
            character == 0xAD
            or character == 0x61C
            or character == 0x180E
            or 0x200B <= character <= 0x200F
            or 0x202A <= character <= 0x202E
            or 0x2060 <= character <= 0x2069
            or character == 0xFEFF
        ):
            return True
    return False


def with_ascii_host(uri: Str) -> str:
    """Return a URI with its percent-encoded domain name replaced by its A-labels; any other string unchanged.

    RFC 3986 §3.2.2 recommends IDNA to producers of URIs. This needs no extra (:mod:`uri_extract.uri.host_names`), and,
    as browsers do, it also encodes names that IDNA disallows. Example: ``http://b%C3%BCcher.example/`` becomes
    ``http://xn--bcher-kva.example/``.
    """
    mapped_text: str = _with_ascii_host(exact(uri), None)
    return mapped_text


@cython.cfunc
def _with_ascii_host(text: str, iri: str | None) -> str:
    """Return :func:`with_ascii_host` of ``text``; ``iri`` is the IRI that it was mapped from, whose host is decoded."""
    row: cython.Py_ssize_t[9]
    if not cython.compiled:
        row = [-1] * 9
    if not read(text, row) or row[0] < 0 or row[1] < 0:
        return text
    begin: cython.Py_ssize_t = row[2] + 1 if row[2] >= 0 else row[1]
    end: cython.Py_ssize_t = row[3]
    if text.find("%", begin, end) < 0 or text[: row[0]].lower() not in _WITH_DOMAINS:
        return text
    host: str = text[begin:end]
    if iri is not None and len(host) <= LONGEST_ENCODED:
        host = server_of(iri)[2] or host
    name: str = canonical_host(host)
    return text if "%" in name else text[:begin] + name + text[end:]


def settled(reference: Str, is_iri: cython.bint) -> Settled:
    """Return the target of a reference with its signs; None if it is invalid, relative or changed by resolution.

    The signs (:mod:`uri_extract.uri.signs`) are those before the host of an IRI is in ASCII.
    """
    uri: str | None = mapped(reference) if is_iri else exact(reference)
    found: cython.int = -1 if uri is None else signs_of(uri)
    if found < 0 or found & signs.OF_TARGET:
        return None, found
    return _with_ascii_host(uri, exact(reference)) if is_iri and found & signs.HOST else uri, found


def server_of(reference: Str) -> Server:
    """Return the scheme, userinfo, host and port of a valid reference, an IRI or not; None for a missing one."""
    text: str = exact(reference)
    begin: cython.Py_ssize_t = text.find("//")
    colon: cython.Py_ssize_t = text.find(":")
    slash: cython.Py_ssize_t = text.find("/")
    scheme: str | None = None
    if colon > 0 and (slash < 0 or colon < slash) and text.find("?", 0, colon) < 0 and text.find("#", 0, colon) < 0:
        scheme = text[:colon]
    if begin < 0 or begin != (0 if scheme is None else colon + 1):
        return scheme, None, None, None
    begin += 2
    end: cython.Py_ssize_t = begin
    while end < len(text) and ord(text[end]) not in (SLASH, QUESTION_MARK, NUMBER_SIGN):
        end += 1
    at: cython.Py_ssize_t = text.rfind("@", begin, end)
    userinfo: str | None = text[begin:at] if at >= 0 else None
    begin = max(begin, at + 1)
    colon = text.rfind(":", begin, end)
    if colon < 0 or text.find("]", colon, end) >= 0:
        return scheme, userinfo, text[begin:end], None
    return scheme, userinfo, text[begin:colon], text[colon + 1 : end]
