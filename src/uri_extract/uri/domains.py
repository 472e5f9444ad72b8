"""Registered domains of hosts, by the Public Suffix List."""

from __future__ import annotations

from functools import cache

from uri_extract._compat._typing import Any
from uri_extract._compat._variants import import_module
from uri_extract.errors import MissingExtra, missing_extra
from uri_extract.uri.host_names import canonical_host


def registered_domain(host: str | None) -> str | None:
    """Return the public suffix of *host* and one more label, in canonical form: ``example.co.uk`` for
    ``www.Example.co.uk``, with A-labels (:func:`~uri_extract.uri.host_names.canonical_host`).

    Return None if there is no host, or if it is an IP address or a public suffix itself. Needs the extra ``psl``;
    raises :class:`MissingExtra` without it.
    """
    return registered_domain_of(canonical_host(host or ""))


def registered_domain_of(canonical: str) -> str | None:
    """Return the registered domain of a host in its canonical form."""
    name = canonical.rstrip(".")
    if not name or name.startswith("[") or name.rpartition(".")[2].isdigit():
        return None
    domain = _suffixes().privatesuffix(name)
    return None if domain is None else str(domain)


@cache
def _suffixes() -> Any:
    try:
        return import_module("publicsuffixlist").PublicSuffixList()
    except ImportError as error:
        raise MissingExtra(missing_extra("the registered domain of a host", "psl", "publicsuffixlist>=1.0")) from error
