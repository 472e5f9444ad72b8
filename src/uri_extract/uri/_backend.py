"""The kernels that run: compiled where they are built, else interpreted."""

from __future__ import annotations

from uri_extract._variants import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from uri_extract.uri._kernel import Reference as Reference
    from uri_extract.uri._kernel import is_valid as is_valid
    from uri_extract.uri.patterns import Parts

_kernel: Any = load("uri_extract.uri._kernel")
_ipv4: Any = load("uri_extract.uri._ipv4")
_iri: Any = load("uri_extract.uri._iri")
_resolve: Any = load("uri_extract.uri._resolve")

if not TYPE_CHECKING:
    Reference, is_valid = _kernel.Reference, _kernel.is_valid

#: The components of a reference by a rule of an edition; None where it is not one.
split: Callable[[str, str, str], Parts | None] = _kernel.split

#: Fast path: 2 for a URI, 1 for a relative reference, that needs no normalisation and raises no hazard, which is nearly
#: all of them; 0 for any other string, and perhaps for some of those. A URI with 2 is its own target.
is_plain: Callable[[str], int] = _kernel.is_plain

#: The signs of a reference (:mod:`uri_extract.uri.signs`); -1 where RFC 3986 does not derive it.
signs_of: Callable[[str], int] = _kernel.signs_of

#: The dotted address that resolvers take a host for (RFC 3986 §7.4); None where it is a name.
numeric_ipv4: Callable[[str], str | None] = _ipv4.numeric_ipv4

#: What an IRI is mapped to by percent-encoding alone; None if more may be needed.
mapped: Callable[[str], str | None] = _iri.mapped

#: A URI with its host in ASCII, if that is a domain name that is percent-encoded.
with_ascii_host: Callable[[str], str] = _iri.with_ascii_host

#: The target of a URI, or of an IRI (True), that resolution does not change; None for any other string. And its signs,
#: before its host is in ASCII.
settled: Callable[[str, bool], tuple[str | None, int]] = _iri.settled

#: The scheme, userinfo, host and port of a valid reference, an IRI or not.
server_of: Callable[[str], tuple[str | None, str | None, str | None, str | None]] = _iri.server_of

#: Whether a string has characters that are not seen, or that change the direction of text; perhaps for some others.
may_be_unseen: Callable[[str], bool] = _iri.may_be_unseen

#: The plain URI that a plain IRI is mapped to; None for any other string, and perhaps for some of those.
plain_uri: Callable[[str], str | None] = _iri.plain_uri

#: The host of a URI-reference by RFC 3986, "" if it has none; None where it is not one.
host_of: Callable[[str], str | None] = _kernel.host_of

#: The target of a base, a reference, and whether strictly; None where one is invalid.
resolve: Callable[[str, str, bool], str | None] = _resolve.resolve
