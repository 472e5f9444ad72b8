"""The host of a URI, in canonical form."""

from __future__ import annotations

from collections.abc import Iterable

from uri_extract.uri._kernel import host_of
from uri_extract.uri.host_names import canonical_host


def canonical_host_of(uri: str) -> str | None:
    """Return the canonical host of a URI; None if it has none or an empty one.

    An invalid URI is split as in RFC 3986 Appendix B.
    """
    host = host_of(uri)
    if host is None:
        host = _cut(uri)
    return canonical_host(host) or None if host else None


def canonical_hosts_of(uris: Iterable[str]) -> list[str | None]:
    """Return :func:`canonical_host_of` of each URI; each distinct host is converted once."""
    uris = [*uris]
    hosts = [*map(host_of, uris)]
    canonical = {host: canonical_host(host) or None if host else None for host in frozenset(hosts)}
    if None not in canonical:
        return [*map(canonical.__getitem__, hosts)]
    rows = zip(uris, hosts, strict=True)
    return [canonical_host_of(uri) if host is None else canonical[host] for uri, host in rows]


def _cut(text: str) -> str | None:
    before, slashes, authority = text.partition("//")
    if not slashes or (before and (before[-1] != ":" or "/" in before or "?" in before or "#" in before)):
        return None
    for delimiter in "/?#":
        authority = authority.partition(delimiter)[0]
    server = authority.rpartition("@")[2]
    host, colon, port = server.rpartition(":")
    return host if colon and "]" not in port else server
