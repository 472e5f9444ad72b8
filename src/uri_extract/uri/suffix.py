"""Suffix references, whose scheme was left out: the URIs that they abbreviate (RFC 3986 §4.5)."""

from __future__ import annotations

from uri_extract.uri.percent import Encoder, encode

# Characters of an address that stay unencoded (RFC 6068 §2): "%", "&", "=", "/" and others have another meaning there.
_AS_IT_IS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$'*+")
_ADDRESS = Encoder(_AS_IT_IS)


def with_scheme(reference: str) -> str:
    """Return the reference prefixed with the scheme that its host name suggests (§4.5).

    A reference that begins with ``mailto:`` is returned unchanged.
    """
    if reference.startswith("mailto:"):
        return reference
    if reference[:4].lower() == "ftp.":
        return f"ftp://{reference}"
    authority = reference.replace("?", "/").replace("#", "/").partition("/")[0]
    return f"{'https' if authority.endswith(':443') else 'http'}://{reference}"


def mailto(address: str) -> str:
    """Return the URI of a mail address (RFC 6068 §2)."""
    local, _, domain = address.rpartition("@")
    if _AS_IT_IS.issuperset(local) and _AS_IT_IS.issuperset(domain):  # nearly always
        return f"mailto:{address}"
    return f"mailto:{encode(local, _ADDRESS)}@{encode(domain, _ADDRESS)}"
