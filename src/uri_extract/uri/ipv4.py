"""Hosts that are numbers: the IPv4 forms that resolvers accept (RFC 3986 §7.4, URL Standard §3.5)."""

from __future__ import annotations

from uri_extract.uri.percent import decode

_DIGITS = frozenset("0123456789")
_RADIX = {8: "01234567", 10: "0123456789", 16: "0123456789abcdef"}


def numeric_ipv4(host: str) -> str | None:
    """Return the dotted address that ``inet_aton`` takes *host* for, or None where it is a name.

    One to four numbers, decimal, octal (``0``) or hexadecimal (``0x``); the last fills the octets that are
    left.
    """
    name = decode(host).lower().removesuffix(".")
    if name.rpartition(".")[2][:1] not in _DIGITS:
        return None
    parts = name.split(".")
    if len(parts) > 4:
        return None
    numbers = [_number(part) for part in parts]
    *most, last = numbers
    if last is None or last >= 256 ** (5 - len(numbers)):
        return None
    value = last
    for index, number in enumerate(most):
        if number is None or number > 255:
            return None
        value += number << 8 * (3 - index)
    return f"{value >> 24}.{value >> 16 & 255}.{value >> 8 & 255}.{value & 255}"


def _number(text: str) -> int | None:
    radix, digits = 10, text
    if text.startswith("0x"):
        radix, digits = 16, text[2:] or "0"
    elif len(text) > 1 and text.startswith("0"):
        radix, digits = 8, text
    # More digits than 32 bits can have are not an address; int() would be slow on them.
    significant = digits.lstrip("0")
    if not digits or len(significant) > 12 or significant.strip(_RADIX[radix]):
        return None
    return int(significant or "0", radix)
