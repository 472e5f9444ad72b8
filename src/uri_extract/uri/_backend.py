"""The kernels in use: compiled if they were built, else interpreted."""

from __future__ import annotations

from uri_extract._compat._variants import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from uri_extract.uri._kernel import Reference as Reference
    from uri_extract.uri._kernel import is_valid as is_valid
    from uri_extract.uri.patterns import Parts

_kernel: Any = load("uri_extract.uri._kernel")
_iri: Any = load("uri_extract.uri._iri")

if not TYPE_CHECKING:
    Reference, is_valid = _kernel.Reference, _kernel.is_valid

#: Return the components of a reference by a rule of an edition; None if the rule does not derive it.
split: Callable[[str, str, str], Parts | None] = _kernel.split

#: Fast path for nearly all references: return 2 for a URI, 1 for a relative reference, that needs no normalisation and
#: raises no hazard; 0 for any other string, and perhaps for a few of these. A URI with 2 is its own target.
is_plain: Callable[[str], int] = _kernel.is_plain

#: Return the signs of a reference (:mod:`uri_extract.uri.signs`); -1 if it is not one by RFC 3986.
signs_of: Callable[[str], int] = _kernel.signs_of

#: Return the dotted form of a host that resolvers read as an IPv4 address (RFC 3986 §7.4); None for a name.
numeric_ipv4: Callable[[str], str | None] = _kernel.numeric_ipv4

#: Return the URI that percent-encoding alone maps an IRI to; None if more may be needed.
mapped: Callable[[str], str | None] = _iri.mapped

#: Return a URI with its host in ASCII, if that is a percent-encoded domain name.
with_ascii_host: Callable[[str], str] = _iri.with_ascii_host

#: Return the target of a URI, or of an IRI (True), if resolution does not change it, else None; and its signs, before
#: its host is in ASCII.
settled: Callable[[str, bool], tuple[str | None, int]] = _iri.settled

#: Return the scheme, userinfo, host and port of a valid reference, an IRI or not.
server_of: Callable[[str], tuple[str | None, str | None, str | None, str | None]] = _iri.server_of

#: Return True if a string has characters that are invisible or change the direction of text; perhaps for a few others.
may_be_unseen: Callable[[str], bool] = _iri.may_be_unseen

#: Return the plain URI that a plain IRI is mapped to; None for any other string, and perhaps for a few of these.
plain_uri: Callable[[str], str | None] = _iri.plain_uri

#: Return the host of a URI-reference by RFC 3986, "" if it has none; None for any other string.
host_of: Callable[[str], str | None] = _kernel.host_of

#: Return the target of a base and a reference, strictly or not; None if one is invalid.
resolve: Callable[[str, str, bool], str | None] = _kernel.resolve
