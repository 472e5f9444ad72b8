"""IPv6 addresses in text: where one goes wrong (RFC 3986 §3.2.2), and its canonical form (RFC 5952)."""

from __future__ import annotations

_HEX = "0123456789ABCDEFabcdef"
_DIGITS = "0123456789"


def canonical_ipv6(address: str) -> str:
    """Return an IPv6address, without brackets, as RFC 5952 §4 writes it; it must be valid.

    An IPv4 tail becomes two groups, unless the prefix says that it is one (§5: ``::ffff:0:0/96``).
    """
    from ipaddress import IPv6Address

    parsed = IPv6Address(address)
    return str(parsed) if parsed.ipv4_mapped is None else f"::ffff:{parsed.ipv4_mapped}"


def is_ip_literal(text: bytes) -> bool:
    """Return True if this may be between the brackets of an IP-literal (RFC 3986 §3.2.2), or is meant so.

    A zone (RFC 6874), and an IPv4 address as mail has it (RFC 5321 §4.1.3).
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
    """Return where *address* (without brackets) stops being the beginning of an IPv6address, and why; None
    if it is one.

    The index is in characters; it is ``len(address)`` where the address ends too soon.
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
    """Return the fault of the IPv4 tail that begins at *index*; *groups* counts its two."""
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
            # Its digits were read as a group already, so it is the dot that cannot follow.
            return address.index(".", stop), reason
        if octet == 3:
            return None if stop == len(address) and stop > index else (stop, reason)
        if stop == len(address) or stop == index or address[stop] != ".":
            return stop, reason
        if octet == 0 and (groups > 7 if elided else groups != 8):
            return stop, "an IPv4 tail replaces the last two groups"
        index = stop + 1
    return None
