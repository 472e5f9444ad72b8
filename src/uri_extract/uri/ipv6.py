"""IPv6 addresses in text: the position of an error (RFC 3986 §3.2.2), and the canonical form (RFC 5952)."""

from __future__ import annotations

_HEX = "0123456789ABCDEFabcdef"
_DIGITS = "0123456789"


def canonical_ipv6(address: str) -> str:
    """Return the canonical form (RFC 5952 §4) of a valid IPv6address without brackets.

    An IPv4 tail becomes two groups, except after the prefix ``::ffff:0:0/96`` (§5).
    """
    from ipaddress import IPv6Address

    parsed = IPv6Address(address)
    return str(parsed) if parsed.ipv4_mapped is None else f"::ffff:{parsed.ipv4_mapped}"


def is_ip_literal(text: bytes) -> bool:
    """Return True if this may be between the brackets of an IP-literal (RFC 3986 §3.2.2).

    An address with a zone (RFC 6874) counts too, and an IPv4 address as in mail (RFC 5321 §4.1.3).
    """
    address, percent, zone = text.decode("latin-1").partition("%")
    if address[:1] in ("v", "V"):
        version, _, rest = address[1:].partition(".")
        return bool(rest) and version.strip(_HEX) == "" != version
    octets = address.split(".")
    if len(octets) == 4 and ":" not in address:
        return all(octet.isdigit() and int(octet) < 256 for octet in octets)
    return ipv6_fault(address) is None and bool(zone) == bool(percent)


def ipv6_fault(address: str) -> tuple[int, str] | None:
    """Return the index of the first error in *address* (an IPv6address without brackets), and the reason; None
    if it is valid.

    The index is in characters; it is ``len(address)`` if the address is truncated.
    """
    end, index, groups, elided = len(address), 0, 0, False
    if address.startswith(":"):
        if not address.startswith("::"):
            return 1, "a ':' at the start must be '::'"
        index, elided = 2, True
        if end == 2:
            return None
    while True:
        stop = index
        while stop < end and stop - index < 4 and address[stop] in _HEX:
            stop += 1
        if stop == index:
            return index, "a group is one to four hexadecimal digits"
        if stop < end and address[stop] == ".":
            return _ipv4_fault(address, index, groups + 2, elided)
        groups += 1
        most = 7 if elided else 8
        if stop == end:
            return None if elided or groups == 8 else (stop, "an address has eight groups, or '::'")
        if address[stop] != ":":
            return stop, "a group is one to four hexadecimal digits"
        if groups == most:
            return stop, "an address has at most eight groups, and '::' replaces at least one"
        index = stop + 1
        if index < end and address[index] == ":":
            if elided:
                return index, "'::' may occur only once"
            elided = True
            index += 1
            if index == end:
                return None
            if groups == 7:
                return index, "an address has at most eight groups, and '::' replaces at least one"


def _ipv4_fault(address: str, index: int, groups: int, elided: bool) -> tuple[int, str] | None:
    """Return the error in the IPv4 tail that begins at *index*; *groups* includes its two."""
    reason = "an IPv4 tail is four numbers from 0 to 255 without leading zeros"
    for octet in range(4):
        stop = index
        while (
            stop < len(address)
            and address[stop] in _DIGITS
            and int(address[index : stop + 1]) < 256
            and not (stop > index and address[index] == "0")
        ):
            stop += 1
        if octet == 0 and address[stop] != ".":
            # The digits were already accepted as a group, so the error is at the dot.
            return address.index(".", stop), reason
        if octet == 3:
            return None if stop == len(address) and stop > index else (stop, reason)
        if stop == len(address) or stop == index or address[stop] != ".":
            return stop, reason
        if octet == 0 and (groups > 7 if elided else groups != 8):
            return stop, "an IPv4 tail replaces the last two groups"
        index = stop + 1
    return None
