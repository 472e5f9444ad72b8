"""Registered domains: what a host's owner registered, by the Public Suffix List."""

from __future__ import annotations

from functools import cache

from uri_extract._variants import import_module
from uri_extract.errors import MissingExtra, missing_extra
from uri_extract.uri.host_names import canonical_host

# Labels of a registered domain below a top-level domain of which the list knows nothing: its rule "*".
_USUAL = 2


def registered_domain(host: str | None) -> str | None:
    """Return the public suffix of *host* and one label more, in its canonical form: ``example.co.uk`` of
    ``www.Example.co.uk``, with A-labels (:func:`~uri_extract.uri.host_names.canonical_host`).

    None if there is no host, or it is an IP address or a public suffix itself. Needs the extra ``psl``; raises
    :class:`MissingExtra` without it.
    """
    return registered_domain_of(canonical_host(host or ""))


def registered_domain_of(canonical: str) -> str | None:
    """Return the registered domain of a host in its canonical form."""
    name = canonical.rstrip(".")
    if not name or name[0] in ".[" or name[name.rfind(".") + 1 :].isdigit() or ".." in name:
        return None
    labels_below = _labels_below()
    labels = _USUAL
    begin = len(name) + 1
    while begin:
        begin = name.rfind(".", 0, begin - 1) + 1
        found = labels_below.get(name[begin:])
        if found is None:  # so has no rule more labels of the name
            break
        labels = found
    parts = name.rsplit(".", labels)
    return None if len(parts) < labels else ".".join(parts[-labels:])


@cache
def _labels_below() -> dict[str, int]:
    """Return how many labels a registered domain has, by what it ends in: each rule of the list, and each end of one.

    Of the rules that a name ends in the longest prevails. In the name of an extra only its list is used: the library
    looks for each end of each name, and needs three times as long.
    """
    try:
        path = import_module("publicsuffixlist").PSLFILE
    except ImportError as error:
        raise MissingExtra(missing_extra("the registered domain of a host", "psl", "publicsuffixlist>=1.0")) from error
    labels: dict[str, int] = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            rule = line.partition(" ")[0].strip()
            if not rule or rule.startswith("//"):
                continue
            name = rule.lstrip("!*.").lower()
            more = {"!": 0, "*": 2}.get(rule[0], 1)
            for spelled in (name, canonical_host(name)):
                labels[spelled] = max(name.count(".") + 1 + more, labels.get(spelled, 0))
    for name in [*labels]:
        _add(labels, name.partition(".")[2])
    return labels


def _add(labels: dict[str, int], end: str) -> int:
    """Add an end of a rule, if it is none itself, and return how many labels a domain has by the rules for it."""
    if end not in labels:
        labels[end] = _add(labels, end.partition(".")[2]) if end else _USUAL
    return labels[end]
