"""Percent-encoding between octets and characters (RFC 3986 §2.1, §2.5)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # What each octet becomes.
    Encoder = Callable[[int], str]


def decode_to_bytes(text: str) -> bytes:
    """Return the octets of a component, its characters as UTF-8; a ``%`` that begins no encoding stays."""
    import re

    return re.sub(
        b"%([0-9A-Fa-f]{2})", lambda encoded: bytes([int(encoded[1], 16)]), text.encode("utf-8", "surrogatepass")
    )


def decode(text: str) -> str:
    """Return the characters of a component; octets that are not UTF-8 become U+FFFD."""
    return decode_to_bytes(text).decode("utf-8", "replace") if "%" in text else text


def encoder(kept: frozenset[str]) -> Encoder:
    """Return what encodes octets: those of the ASCII characters ``kept`` stay, others are encoded in upper case."""
    return [chr(octet) if chr(octet) in kept else f"%{octet:02X}" for octet in range(256)].__getitem__


_NONE_KEPT = encoder(frozenset())
#: The encoder that keeps ASCII.
BEYOND_ASCII = encoder(frozenset(map(chr, range(0x80))))


def encode(text: str, encode_octet: Encoder = _NONE_KEPT, errors: str = "strict") -> str:
    """Return text with its UTF-8 octets percent-encoded, except those that the encoder keeps."""
    return "".join(map(encode_octet, text.encode("utf-8", errors)))


def encode_in(text: str, encoding: str, encode_octet: Encoder) -> str:
    """Percent-encode after encoding (URL Standard §1.3).

    A character that the encoding does not have becomes a character reference of HTML.
    """
    try:
        return "".join(map(encode_octet, text.encode(encoding)))
    except UnicodeEncodeError:
        if len(text) == 1:
            return f"%26%23{ord(text)}%3B"
        return "".join([encode_in(character, encoding, encode_octet) for character in text])
