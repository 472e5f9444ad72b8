"""Recover the original URI of a link that a mail filter, redirector, click counter or archive has rewritten."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from uri_extract.limits import MAX_ENCODINGS, MAX_REWRITERS
from uri_extract.uri import url_parser
from uri_extract.uri._kernel import decode_to_bytes, is_valid
from uri_extract.uri.components import Reference, string_of
from uri_extract.uri.percent import Encoder
from uri_extract.uri.rewriters import BASE64, DEFENSE_2, DEFENSE_3, HEXADECIMAL, HTTPS, REWRITERS, Rewriter

#: A scheme, an authority without userinfo and port, and the rest.
PARTS = re.compile(r"https?://(?:[^/?#@]*@)?([^/?#:@]+)(?::[0-9]*)?(.*)", re.IGNORECASE | re.DOTALL)
#: The separator of query parameters: HTML writes "&amp;", and a few servers accept ";".
SEPARATOR = re.compile(r"&(?:amp;)?|;(?=[A-Za-z_.]+=)")
# The schemes that are unwrapped: not scripts or data.
_SCHEME = re.compile(r"https?:/", re.IGNORECASE)
# Archives and filters merge two slashes into one, as servers do in a path.
_SINGLE_SLASH = re.compile(r"https?:/(?!/)", re.IGNORECASE)
_WITH_HOST = re.compile(r"https?://[^/?#]", re.IGNORECASE)
_NO_ENCODING = re.compile(r"%(?![0-9A-Fa-f]{2})")
# Country-code domains, in some countries with a second-level domain.
_COUNTRY = re.compile(r"(?:com|[a-z]{2}|com?\.[a-z]{2})\Z")
# The most labels of a rewriter's host that are compared.
_MOST_LABELS = max(host.count(".") for rewriter in REWRITERS for host in rewriter.hosts.split())
# Characters that a URI may have unencoded (RFC 3986 Appendix A). Brackets only delimit a host.
_KEPT = Encoder(frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%"))
# Proofpoint URL Defense 3: "*" is one character of the encoded text, "**" with one of these is a run, of two or more.
_RUN_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_RUN = re.compile(r"\*(\*[A-Za-z0-9_-])?")


def unwrap(uri: str | Reference) -> str | None:
    """Return the URI inside the link of a known rewriter; None for any other link.

    Nested rewriters are removed too, so ``unwrap()`` of the result is None. Nothing is fetched: the result depends only
    on the text. It is a valid ``http`` or ``https`` URI; None if the link does not contain one, or has more than
    :data:`~uri_extract.limits.MAX_REWRITERS` nested rewriters. :mod:`uri_extract.uri.rewriters` lists the rewriters.

    >>> unwrap("https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1&sa=D")
    'https://example.org/a?b=1'
    >>> unwrap("https://example.org/url?q=https%3A%2F%2Fexample.com%2F") is None
    True
    """
    return _unwrapped(string_of(uri))


@lru_cache(maxsize=4)  # both a record and its hazards need it
def _unwrapped(uri: str) -> str | None:
    found: str | None = None
    inner = _once(uri)
    for _ in range(MAX_REWRITERS):
        if inner is None:
            break
        found = inner[0]
        inner = _once(found)
    return found if inner is None else None


def service_of(uri: str) -> str | None:
    """Return the name of the service whose link :func:`unwrap` unwraps; of nested ones the outer; None for other links.

    >>> service_of("https://www.google.com/url?q=https%3A%2F%2Fexample.org%2F")
    'Google'
    """
    found = _once(uri) if unwrap(uri) else None
    return found[1] if found else None


def _once(uri: str) -> tuple[str, str] | None:
    """Return the URI inside a link, and the name of the service."""
    parts = PARTS.match(uri)
    if parts is None:
        return None
    rest = parts[2]
    for rewriter, pattern in _rewriters_of(parts[1].lower().rstrip(".")):
        at = pattern.match(rest)
        if at is None:
            continue
        values = _values(rest, rewriter.parameters) if rewriter.parameters else [at[1]]
        for value in values:
            inner = _decoded(value, rewriter)
            if inner is not None:
                return inner, rewriter.service
    return None


def _values(rest: str, names: tuple[str, ...]) -> list[str]:
    """Return the values of the named parameters that the query has, in the order of ``names``."""
    query = rest.partition("?")[2].partition("#")[0]
    if not query:
        query = rest.partition(";")[2]  # "clk;1234;5678;adurl=..."
    found: dict[str, str] = {}
    for pair in SEPARATOR.split(query):
        name, _, value = pair.partition("=")
        found.setdefault(name.lower(), value)
    return [found[name.lower()] for name in names if found.get(name.lower())]


def _decoded(value: str, rewriter: Rewriter) -> str | None:
    encoding = rewriter.encoding
    octets: bytes | None
    if encoding == DEFENSE_3:
        octets = _from_defense_3(value)
    elif encoding == DEFENSE_2:
        octets = decode_to_bytes(value.replace("-", "%").replace("_", "/"))
    elif encoding == HEXADECIMAL:
        octets = bytes.fromhex(value) if len(value) % 2 == 0 else None
    elif encoding == BASE64:
        octets = from_base64(decode_to_bytes(value).decode("latin-1"))
    else:
        octets = decode_to_bytes(value) if rewriter.parameters else value.encode("utf-8", "surrogatepass")
        if encoding == HTTPS:
            octets = b"https://" + octets
        for _ in range(MAX_ENCODINGS):
            if _SCHEME.match(octets[:8].decode("latin-1")):
                break
            octets = decode_to_bytes(octets.decode("utf-8", "surrogateescape"))
    return None if octets is None else as_uri(octets)


def as_uri(octets: bytes) -> str | None:
    """Return octets as a valid URI, with other characters percent-encoded; None if they are not one."""
    text = _KEPT(octets.strip(b"\t\n\r\f "))
    if _SINGLE_SLASH.match(text):
        text = text.replace(":/", "://", 1)
    if not _WITH_HOST.match(text):
        return None
    text = _NO_ENCODING.sub("%25", text)
    if not is_valid(text, "URI"):
        url = url_parser.target(text, None)
        if url is None or not is_valid(url, "URI"):
            return None
        text = url
    return text


def from_base64(value: str) -> bytes | None:
    """Return the octets of base64 in either alphabet; None if it is invalid. Bing puts "a1" before it."""
    from base64 import urlsafe_b64decode
    from binascii import Error

    if value[:2] == "a1":
        value = value[2:]
    value = value.rstrip("=").replace("+", "-").replace("/", "_")
    try:
        return urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except (Error, ValueError):
        return None


def _from_defense_3(value: str) -> bytes | None:
    """Return the decoded ``URI__;BASE64!!...$``: the characters in base64 replace the asterisks of the URI."""
    written, _, encoded = value.rpartition("__;") if "__;" in value else (value.removesuffix("__"), "", "")
    replaced = from_base64(encoded.partition("!")[0])
    if replaced is None:
        return None
    text = decode_to_bytes(written).decode("utf-8", "surrogateescape")
    characters = replaced.decode("utf-8", "surrogateescape")
    pieces: list[str] = []
    done = begin = 0
    for run in _RUN.finditer(text):
        count = _RUN_LENGTHS.index(run[1][1]) + 2 if run[1] else 1
        if begin + count > len(characters):
            break
        pieces += (text[done : run.start()], characters[begin : begin + count])
        begin += count
        done = run.end()
    pieces.append(text[done:])
    return "".join(pieces).encode("utf-8", "surrogateescape")


@lru_cache(maxsize=64)
def _rewriters_of(host: str) -> list[tuple[Rewriter, re.Pattern[str]]]:
    """Return the rewriters that a host may belong to, with their patterns."""
    exact, endings, countries = _index()
    found = list(exact.get(host, ()))
    labels = host.split(".")
    for i in range(max(1, len(labels) - _MOST_LABELS), len(labels)):
        found += endings.get("." + ".".join(labels[i:]), ())
    for i in range(max(0, len(labels) - 3), len(labels) - 1):
        if labels[i] in countries and _COUNTRY.match(".".join(labels[i + 1 :])):
            found += countries[labels[i]]
    return found


_Found = dict[str, list[tuple[Rewriter, "re.Pattern[str]"]]]


@cache
def _index() -> tuple[_Found, _Found, _Found]:
    """Return the rewriters by exact host, by the ending of the host, and by the name before a country-code domain."""
    exact: _Found = {}
    endings: _Found = {}
    countries: _Found = {}
    for rewriter in REWRITERS:
        compiled = (rewriter, re.compile(rewriter.path, re.DOTALL))
        for host in rewriter.hosts.split():
            if host.endswith(".*"):
                if not host.startswith("."):
                    countries.setdefault(host[:-2], []).append(compiled)
            else:
                (endings if host.startswith(".") else exact).setdefault(host, []).append(compiled)
    return exact, endings, countries
