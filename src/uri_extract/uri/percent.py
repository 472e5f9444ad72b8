"""Percent-encoding between octets and characters (RFC 3986 §2.1, §2.5)."""

from __future__ import annotations

_ENCODED = tuple(f"%{octet:02X}" for octet in range(256))
_HEX = "0123456789ABCDEFabcdef"


def decode_to_bytes(text: str) -> bytes:
    """Return the octets of a component, its characters as UTF-8; a ``%`` that begins no encoding stays."""
    first, *rest = text.encode("utf-8", "surrogatepass").split(b"%")
    octets = bytearray(first)
    for part in rest:
        digits = part[:2]
        if len(digits) == 2 and digits.isalnum() and all(chr(digit) in _HEX for digit in digits):
            octets.append(int(digits, 16))
            octets += part[2:]
        else:
            octets += b"%" + part
    return bytes(octets)


def decode(text: str) -> str:
    """Return the characters of a component; octets that are not UTF-8 become U+FFFD."""
    return decode_to_bytes(text).decode("utf-8", "replace") if "%" in text else text


def encode(character: str) -> str:
    """Return the percent-encoding of a character's UTF-8 octets, in upper case."""
    return "".join(_ENCODED[octet] for octet in character.encode("utf-8"))
