"""SURT, the Sort-friendly URI Reordering Transform: the key by which web archives look up their captures."""

from __future__ import annotations

import re

from uri_extract._compat._ascii import PERCENT
from uri_extract.uri.components import Reference, string_of
from uri_extract.uri.host_names import canonical_host
from uri_extract.uri.percent import Encoder

# RFC 3986 Appendix B, without the fragment.
_PARTS = re.compile(r"([^:/?#]+):(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?", re.DOTALL)
_WWW = re.compile(r"www[0-9]*\.(?=.)")
_PORTS = {"http": "80", "https": "443"}
_HEXADECIMAL = b"0123456789ABCDEFabcdef"
_KEPT = Encoder(frozenset(map(chr, range(0x21, 0x7F))) - {"#", "%"})
# Session identifiers that servers put into links; the text is in lower case by then.
_SESSION_IN_PATH = re.compile(r"/\((?:[a-z]\([0-9a-z]{24}\)|[0-9a-z]{24})\)(?=/[^/?]+\.aspx)")
_SESSION_IN_QUERY = re.compile(
    r"(?<![^&])(?:(?:jsessionid|phpsessid|sid)=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}|cfid=[^&]*&cftoken=[^&]*)"
    r"(?:&|\Z)"
)


def surt(uri: str | Reference) -> str:
    """Return the SURT of a URI, in the form that web archive indexes use: ``org,example)/path?query``.

    The labels of the host are reversed, the scheme, ``www.``, userinfo, default ports, fragments and session
    identifiers are removed, letters are in lower case, and the parameters of the query are sorted. URIs that differ
    only in these have the same key, so it is for lookups and counts, and does not identify a resource. A URI without
    an authority is returned in lower case, without its fragment. Never raises.

    >>> surt("https://www.Example.org:443/A/?b=2&a=1#top")
    'org,example)/a?a=1&b=2'
    """
    text = string_of(uri)
    parts = _PARTS.match(text)
    if parts is None or parts[2] is None:
        return text.partition("#")[0].lower()
    scheme, authority, path, query = parts[1].lower(), parts[2], parts[3], parts[4]
    host, port = _host_and_port(authority)
    if port and port.strip("0") and port != _PORTS.get(scheme):
        host = f"{host}:{port}"
    path = _SESSION_IN_PATH.sub("", _path(_minimal(path)), count=1)
    key = f"{host})/{path.strip('/')}"
    pairs = _SESSION_IN_QUERY.sub("", _minimal(query or ""))
    return f"{key}?{'&'.join(sorted(pairs.split('&'), key=lambda pair: pair.split('=', 1)))}" if pairs else key


def _host_and_port(authority: str) -> tuple[str, str]:
    """Return the host with its labels reversed, and the port."""
    server = authority.rpartition("@")[2]
    name, colon, port = server.rpartition(":")
    if not colon or "]" in port:
        name, port = server, ""
    name = canonical_host(name)
    if name.startswith("["):
        return name[1:-1], port
    prefix = _WWW.match(name)
    labels = [label for label in name[prefix.end() if prefix else 0 :].split(".") if label]
    return ",".join(reversed(labels)), port


def _path(path: str) -> str:
    """Return a path without empty segments, ``.`` and ``..``."""
    kept: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            del kept[-1:]
        elif segment not in ("", "."):
            kept.append(segment)
    return "/".join(["", *kept])


def _minimal(text: str) -> str:
    """Return text in lower case, with percent-encodings decoded repeatedly, then encoded as little as possible."""
    octets = text.encode("utf-8", "surrogatepass")
    return _KEPT((_decoded(octets) if PERCENT in octets else octets).lower()).lower()


def _decoded(octets: bytes) -> bytes:
    """Return octets with percent-encodings, also nested ones, decoded in one pass: ``%2541`` is ``A``."""
    out = bytearray()
    for octet in octets:
        out.append(octet)
        while len(out) > 2 and out[-3] == PERCENT and out[-2] in _HEXADECIMAL and out[-1] in _HEXADECIMAL:
            out[-3:] = (int(out[-2:], 16),)
    return bytes(out)
