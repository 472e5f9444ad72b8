"""IRIs that percent-encoding alone maps to URIs (RFC 3987 §3.1), as nearly all are.

The build compiles this file under the name ``_iri_c``.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri.rules import Str

if cython.compiled:
    from cython.cimports.uri_extract.uri._kernel_c import exact, signs_of
else:
    from uri_extract._ascii import PERCENT
    from uri_extract.uri._kernel import exact, signs_of

_DIGIT_BYTES = b"0123456789ABCDEF"
if cython.compiled:  # noqa: SIM108 - Cython's declarations are statements
    _DIGITS = cython.declare(cython.p_const_uchar, _DIGIT_BYTES)
else:
    _DIGITS = _DIGIT_BYTES


@cython.ccall
def mapped(iri: Str) -> str | None:
    """Return what *iri*, a str, is mapped to by percent-encoding alone (RFC 3987 §3.1); None if more may be needed.

    Most characters beyond ASCII may be wherever a percent-encoding may, and nowhere else (RFC 3987 §2.2, ucschar):
    with those alone it is an IRI reference if, and only if, what is returned is a URI reference. Those below U+00A0,
    and from U+D800 on, need more.
    """
    text: str = exact(iri)
    if text.isascii():
        return text
    encoded: bytes = text.encode("utf-8", "surrogatepass")
    data: cython.p_const_uchar = encoded
    size: cython.Py_ssize_t = len(encoded)
    room: cython.Py_ssize_t = size
    index: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    for index in range(size):
        if data[index] >= 0x80:
            room += 2
            if (
                data[index] >= 0xEE
                or (data[index] == 0xED and data[index + 1] >= 0xA0)
                or (data[index] == 0xC2 and data[index + 1] < 0xA0)
            ):
                return None
    if not cython.compiled:
        return "".join([chr(octet) if octet < 0x80 else f"%{octet:02X}" for octet in data])
    buffer: bytearray = bytearray(room)
    for index in range(size):
        if data[index] < 0x80:
            buffer[at] = data[index]
            at += 1
        else:
            buffer[at] = PERCENT
            buffer[at + 1] = _DIGITS[data[index] >> 4]
            buffer[at + 2] = _DIGITS[data[index] & 15]
            at += 3
    return buffer.decode("ascii")


@cython.ccall
def plain_uri(iri: Str) -> str | None:
    """Return the plain URI (:func:`is_plain`) that a plain IRI, a str, is mapped to; None for any other string.

    Such an IRI has no characters that are not seen, or that change the direction of text.
    """
    text: str = exact(iri)
    uri: str | None = mapped(text)
    index: cython.Py_ssize_t
    character: cython.int
    if uri is None or signs_of(uri) != 0:
        return None
    for index in range(len(text)):
        character = ord(text[index])
        if character >= 0xAD and (
            character == 0xAD
            or character == 0x61C
            or character == 0x180E
            or 0x200B <= character <= 0x200F
            or 0x202A <= character <= 0x202E
            or 0x2060 <= character <= 0x2069
        ):
            return None
    return uri
