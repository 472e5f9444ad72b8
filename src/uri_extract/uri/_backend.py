"""The kernels in use: compiled if they were built, else interpreted."""

from __future__ import annotations

from uri_extract._compat._variants import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.uri._iri import mapped, may_be_unseen, plain_uri, server_of, settled, with_ascii_host
    from uri_extract.uri._kernel import Reference, host_of, is_plain, is_uri, is_valid, numeric_ipv4, resolve, signs_of
    from uri_extract.uri._kernel import split as split
else:
    _kernel, _iri = load("uri_extract.uri._kernel"), load("uri_extract.uri._iri")
    Reference, is_valid, split, resolve = _kernel.Reference, _kernel.is_valid, _kernel.split, _kernel.resolve
    host_of, is_plain, is_uri, numeric_ipv4, signs_of = (
        _kernel.host_of, _kernel.is_plain, _kernel.is_uri, _kernel.numeric_ipv4, _kernel.signs_of,
    )  # fmt: skip
    mapped, may_be_unseen, plain_uri = _iri.mapped, _iri.may_be_unseen, _iri.plain_uri
    server_of, settled, with_ascii_host = _iri.server_of, _iri.settled, _iri.with_ascii_host

__all__ = [
    "Reference", "host_of", "is_plain", "is_uri", "is_valid", "mapped", "may_be_unseen", "numeric_ipv4", "plain_uri",
    "resolve", "server_of", "settled", "signs_of", "split", "with_ascii_host",
]  # fmt: skip
