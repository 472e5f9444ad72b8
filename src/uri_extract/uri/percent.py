"""Percent-encoding between octets and characters (RFC 3986 §2.1, §2.5)."""

from __future__ import annotations

from collections.abc import Callable


class Encoder:
    """Percent-encodes octets, with digits in upper case, except the ASCII characters ``kept``."""

    __slots__ = ("_kept", "_of_octet")

    def __init__(self, kept: frozenset[str]) -> None:
        self._kept = "".join(kept).encode("ascii")
        self._of_octet: Callable[[int], str] | None = None

    def __call__(self, octets: bytes) -> str:
        """Return octets percent-encoded, as a string in ASCII."""
        if not octets.translate(None, self._kept):  # nearly always
            return octets.decode("ascii")
        if self._of_octet is None:  # built on demand, as few encoders need it
            kept = self._kept
            self._of_octet = [chr(octet) if octet in kept else f"%{octet:02X}" for octet in range(256)].__getitem__
        return "".join(map(self._of_octet, octets))


_NONE_KEPT = Encoder(frozenset())
#: The encoder that keeps ASCII.
BEYOND_ASCII = Encoder(frozenset(map(chr, range(0x80))))


def encode(text: str, encoder: Encoder = _NONE_KEPT, errors: str = "strict") -> str:
    """Return text with its UTF-8 octets percent-encoded, except those that the encoder keeps."""
    return encoder(text.encode("utf-8", errors))


def encode_in(text: str, encoding: str, encoder: Encoder) -> str:
    """Return text encoded, then percent-encoded (URL Standard §1.3, "percent-encode after encoding").

    A character that the encoding lacks becomes an HTML character reference.
    """
    try:
        return encoder(text.encode(encoding))
    except UnicodeEncodeError:
        if len(text) == 1:
            return f"%26%23{ord(text)}%3B"
        return "".join([encode_in(character, encoding, encoder) for character in text])
