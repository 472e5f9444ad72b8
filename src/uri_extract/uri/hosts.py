"""Hosts that are IPv6 addresses, as RFC 5952 writes them."""

from __future__ import annotations

from uri_extract.uri.components import Reference, components_of, compose, compose_authority, string_of
from uri_extract.uri.ipv6 import canonical_ipv6


def normalize_ipv6(reference: str | Reference) -> str:
    """Return *reference* with its IPv6 host as RFC 5952 writes it, all else unchanged.

    A step of its own, which no level of ``normalize`` includes: RFC 3986 has no canonical form of an
    address. Raises :class:`InvalidReference`.
    """
    scheme, authority, userinfo, host, port, path, query, fragment = components_of(string_of(reference))
    if host is None or not host.startswith("[") or host[1] in "vV":
        return string_of(reference)
    authority = compose_authority(userinfo, f"[{canonical_ipv6(host[1:-1])}]", port)
    return compose(scheme, authority, path, query, fragment)
