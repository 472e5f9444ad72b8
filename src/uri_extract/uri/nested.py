"""Find the URI in the query of another one: the possible destination of an unknown redirector.

A redirector that accepts any URI leads wherever the author of a link wants (CWE-601, "open redirect"). A link does not
show whether its host redirects, but it shows that it has a URI of another host in it. Each parameter is examined as a
whole, by these rules:

==================================  ====================================================================================
the value                           it is an ``http`` or ``https`` URI whose host has a full stop or is an IP literal,
                                    unencoded, percent-encoded up to three times, in base64 or in hexadecimal; a text
                                    that contains a URI does not count
another host                        it is neither the host of the link, ignoring ``www.``, nor a parent domain of it
                                    (``login.a.example`` and ``a.example``): such a page returns to its own site
``referer``, ``origin``, ...        not read: they name the page that the link is on (RFC 9110 §10.1.3)
``scope``, ``xmlns``, ``openid.*``  not read: their URIs are names (RFC 6749 §3.3, OpenID 2.0 §4.1.2)
``q``, ``text``, ``title``, ...     not read, because people type text there, unless the path has a word such as
                                    ``redirect``
==================================  ====================================================================================
"""

from __future__ import annotations

import re

from uri_extract._compat._ascii import PERCENT
from uri_extract.limits import MAX_ENCODINGS, MAX_REWRITERS
from uri_extract.uri._kernel import decode_to_bytes
from uri_extract.uri.components import Reference, string_of
from uri_extract.uri.displayed_host import same_host
from uri_extract.uri.host_names import canonical_host
from uri_extract.uri.patterns import may_be_uri
from uri_extract.uri.unwrap import PARTS, SEPARATOR, as_uri, from_base64, unwrap

# "http:" and "https:", and their beginnings in base64 and hexadecimal.
_SCHEMES = (b"http:/", b"https:/")
_BASE64 = (b"aHR0cDov", b"aHR0cHM6")
_HEXADECIMAL = (b"687474703a2f", b"68747470733a2f")
_LONGEST_SIGN = 16
_LEAST = len("http://a.b")
# Parameters that name the page with the link, not its destination.
_PLACES = frozenset(
    ["referer", "referrer", "http_referer", "widget_referrer", "origin", "parent", "parentorigin", "embedder"]
)
# Parameters whose URIs are names.
_NAMES = frozenset(["scope", "xmlns", "realm", "schema", "resource", "audience"])
# Parameters for text that people type.
_TEXTS = frozenset((
    "q", "query", "p", "search", "s", "keyword", "keywords", "term", "wd", "text", "body", "title", "subject",
    "description", "desc", "summary", "message", "msg", "comment", "quote", "caption", "status", "hashtags",
))  # fmt: skip
# Words in the path of a redirector, for any name of its parameter.
_REDIRECTING = re.compile(
    r"[/_.-](?:url|redir(?:ect(?:or|ion)?)?|re?d|go|goto|out|outbound|exit|leave|away|link|click|clk|track|jump|visit)"
    r"(?=[/_.;?-]|\Z)",
    re.IGNORECASE,
)
# Characters at the end of a path that are searched for such a word.
_LONGEST_PATH = 256


def nested(uri: str | Reference) -> str | None:
    """Return the URI of another host in the query of a link; None if it has none.

    Links of rewriters are unwrapped first (:func:`~uri_extract.uri.unwrap.unwrap`), and a URI that is found may contain
    another one: the innermost is returned, so ``nested()`` of the result is None. Of several parameters the first
    counts. Nothing is fetched; never raises; takes linear time. More than
    :data:`~uri_extract.limits.MAX_REWRITERS` levels give None. The table of this module has the rules.

    >>> nested("https://click.example/r?id=5&u=https%3A%2F%2Fferry.example%2Ftimes")
    'https://ferry.example/times'
    >>> nested("https://search.example/?q=https://ferry.example/") is None
    True
    """
    text = string_of(uri)
    text = unwrap(text) or text
    found: str | None = None
    inner = inside(text)
    for _ in range(MAX_REWRITERS):
        if inner is None:
            break
        found = unwrap(inner) or inner
        inner = inside(found)
    return found if inner is None else None


def inside(uri: str) -> str | None:
    """Return the first parameter of the query that is a URI of another host; None if there is none."""
    parts = PARTS.match(uri)
    if parts is None:
        return None
    host, (path, _, rest) = parts[1], parts[2].partition("?")
    query = rest.partition("#")[0]
    whole = _uri_of(query) if _begins(query) else None
    if whole is not None:
        return whole if _is_other(whole, host) else None
    for pair in SEPARATOR.split(query):
        name, _, value = pair.partition("=")
        found = _uri_of(value) if len(value) >= _LEAST and may_be_uri(value) else None
        if found is not None and _may_lead(name.lower(), path) and _is_other(found, host):
            return found
    return None


def _begins(query: str) -> bool:
    """Return True if the whole query is a URI, not a list of parameters."""
    return query[:_LONGEST_SIGN].lower().startswith(("http:", "https:", "http%3a", "https%3a"))


def _may_lead(name: str, path: str) -> bool:
    """Return True if the value of a parameter may be the destination of its link."""
    if name in _PLACES or name in _NAMES or name.startswith(("openid.", "xmlns:", "xmlns%3a")):
        return False
    return name not in _TEXTS or _REDIRECTING.search(path[-_LONGEST_PATH:]) is not None


def _uri_of(value: str) -> str | None:
    """Return the URI in a value, which may be encoded; None if it is another text."""
    octets = value.encode("utf-8", "surrogatepass")
    for _ in range(MAX_ENCODINGS + 1):
        begin = octets[:_LONGEST_SIGN]
        if begin.lower().startswith(_SCHEMES):
            return _as_whole(octets)
        if begin.startswith(_BASE64):
            decoded = from_base64(decode_to_bytes(octets.decode("latin-1")).decode("latin-1"))
            return None if decoded is None else _as_whole(decoded)
        if begin.lower().startswith(_HEXADECIMAL):
            try:
                return _as_whole(bytes.fromhex(octets.decode("latin-1")))
            except ValueError:
                return None
        if PERCENT not in octets:
            return None
        octets = decode_to_bytes(octets.decode("utf-8", "surrogateescape"))
    return None


def _as_whole(octets: bytes) -> str | None:
    """Return octets as a URI; None if they are not one, or if text follows it."""
    if len(octets.split(None, 1)) > 1:
        return None
    found = as_uri(octets)
    parts = None if found is None else PARTS.match(found)
    return None if parts is None or not ("." in parts[1] or "[" in parts[1]) else found


def _is_other(found: str, host: str) -> bool:
    """Return True if a URI has another host than its link, and not a parent domain of that host."""
    parts = PARTS.match(found)
    if parts is None or same_host(parts[1], host):
        return False
    return not canonical_host(host).endswith("." + canonical_host(parts[1]).removeprefix("www."))
