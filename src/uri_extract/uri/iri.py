"""IRIs and URIs: the mappings of RFC 3987 §3.1 and §3.2, hosts through IDNA (UTS #46)."""

from __future__ import annotations

from functools import cache, lru_cache

from uri_extract._compat._variants import import_module
from uri_extract.errors import InvalidReference, MissingExtra, missing_extra
from uri_extract.uri.components import Reference, components_of, compose, string_of
from uri_extract.uri.percent import BEYOND_ASCII, Encoder, encode, encode_in
from uri_extract.uri.rules import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any


# Invisible characters that change the order of the text around them (RFC 3987 §4.1): never decoded.
_BIDI_FORMATTING = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"


# Characters that a query may have unencoded (RFC 3986 §3.4), and "%".
_IN_QUERY = Encoder(frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?%"))
_HOSTS = ("idna", "percent")


def to_uri(iri: str | Reference, *, host: str = "idna", query_encoding: str | None = None) -> str:
    """Return the URI reference that an IRI reference maps to (RFC 3987 §3.1).

    A host beyond ASCII becomes its IDNA form, which needs the extra ``idna``; with ``host="percent"`` it is
    percent-encoded like everything else. ``query_encoding`` is the codec of the query, if it is not UTF-8 (URL
    Standard §4.4, "query state"). A URI is returned unchanged. Raises :class:`InvalidReference` if *iri* is not an
    IRI-reference or its host is not a domain name, :class:`MissingExtra` without the extra.
    """
    text = string_of(iri)
    if host not in _HOSTS:
        raise unknown("host", host, _HOSTS)
    scheme, authority, _, name, port, path, query, fragment = components_of(text, rule="IRI-reference")
    if text.isascii():
        return text
    if name is not None and authority is not None and not name.isascii() and host == "idna":
        server = name if port is None else f"{name}:{port}"
        before = authority.removesuffix(server)
        ascii_name = _to_ascii(name, text, text.index("//") + 2 + len(before))
        authority = f"{before}{ascii_name}{server.removeprefix(name)}"
    if query_encoding and query and not query.isascii():
        query = encode_in(query, query_encoding, _IN_QUERY)
    return encode(compose(scheme, authority, path, query, fragment), BEYOND_ASCII)


def to_iri(uri: str | Reference) -> str:
    """Return the IRI reference that a URI reference maps to (RFC 3987 §3.2).

    Encodings of unreserved characters and of UTF-8 are decoded, unless the result would be invisible or not an
    IRI (§4.1); labels that begin with ``xn--`` become U-labels, which needs the extra ``idna``. Raises
    :class:`InvalidReference`.
    """
    scheme, authority, _, host, _, path, query, fragment = components_of(string_of(uri), rule="IRI-reference")
    if authority:
        before, _, after = authority.rpartition(host) if host else (authority, "", "")
        authority = _decoded(before) + _to_unicode(_decoded(host or "")) + after
    query = query and _decoded(query, private=True)
    text = compose(scheme, authority, _decoded(path), query, fragment and _decoded(fragment))
    components_of(text, rule="IRI-reference")
    return text


def _to_ascii(host: str, text: str, position: int) -> str:
    try:
        # RFC 3987 §3.1: without the rules for host names (STD 3), which do not apply to reg-name either.
        return str(_idna().encode(host, uts46=True, std3_rules=False).decode("ascii"))
    except UnicodeError as error:
        raise InvalidReference(text, "host", position, f"IDNA rejects the host: {error}") from error


def _to_unicode(host: str) -> str:
    if "xn--" not in host.lower():
        return host
    _idna()
    return ".".join(map(_label_to_unicode, host.split(".")))


@lru_cache(maxsize=1024)
def _label_to_unicode(label: str) -> str:
    # Domains have no longer labels (RFC 1035 §2.3.4), and decoding time grows with the square of the length.
    if not label.lower().startswith("xn--") or len(label) > 63:
        return label
    try:
        return str(_idna().decode(label))
    except UnicodeError:
        return label


def _idna() -> Any:
    try:
        return import_module("idna")
    except ImportError as error:
        raise MissingExtra(missing_extra("the IDNA form of a host beyond ASCII", "idna", "idna>=3.7")) from error


def _decoded(component: str, *, private: bool = False) -> str:
    if "%" not in component:
        return component
    runs, showable = _patterns()
    return runs.sub(lambda run: _decode_run(run[0], showable, private), component)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    import re

    from uri_extract.uri.patterns import IPRIVATE, UCSCHAR, UNRESERVED

    return re.compile("(?:%..)+"), re.compile(f"([{UNRESERVED}{UCSCHAR}])|[{IPRIVATE}]")


def _decode_run(run: str, showable: re.Pattern[str], private: bool) -> str:
    # Each octet that is not UTF-8 is decoded as one of U+DC80 to U+DCFF, and encoded again.
    octets = bytes.fromhex(run.replace("%", ""))
    output = []
    for character in octets.decode("utf-8", "surrogateescape"):
        match = showable.match(character)
        if "\udc80" <= character <= "\udcff":
            output.append(f"%{ord(character) - 0xDC00:02X}")
        elif match and character not in _BIDI_FORMATTING and (match[1] or private):
            output.append(character)
        else:
            output.append(encode(character))
    return "".join(output)
