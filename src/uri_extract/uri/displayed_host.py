"""Find the host that the text of a link names, if the text looks like a URI, with or without a scheme.

The text is nothing but the name, so the name needs no path. Otherwise the rules are those for names in plain text
(:mod:`uri_extract.scan._kernel`): it has a top-level domain, and is not the name of a file or package.
"""

from __future__ import annotations

import re

from uri_extract._compat._typing import NamedTuple
from uri_extract.uri._kernel import decode
from uri_extract.uri.host_characters import LONGEST_LABEL
from uri_extract.uri.host_names import canonical_host
from uri_extract.uri.patterns import repeated

# Brackets and quotation marks around a URI, and the punctuation after a sentence.
_BEFORE = "<([{\"'“”‘’«»„"
_AFTER = ">)]}\"'“”‘’«»,.;:!?…"
# Invisible characters: soft hyphen, zero-width space and joiners, byte order mark.
_UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
# The usual form; labels begin and end with letters or digits, and have at most 63 characters.
_LABEL = r"[A-Za-z0-9](?>(?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?)"
_USUAL = re.compile(rf"https?://({repeated(_LABEL + re.escape('.'))}[A-Za-z0-9]++)(?:/[!-~]*+)?")
# Schemes without "//" that are not also words before a colon; their URIs have no host.
_NAMELESS = frozenset(["urn", "tel", "news", "sip", "sips", "xmpp", "magnet", "cid", "mid"])
_LONGEST_LOCAL = 64
# Second-level domains under which countries register names: "example.co.in" is not a file name.
_SECOND = frozenset(["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"])


class DisplayedHost(NamedTuple):
    """The host that a text names, "" for a URI without a host; ``address``: it is the domain of a mail address."""

    host: str
    address: bool = False


def host_in(text: str) -> DisplayedHost | None:
    """Return the host that a text names; None if it does not look like a URI, with or without its scheme."""
    usual = _USUAL.fullmatch(text)
    if usual is not None:
        return DisplayedHost(usual[1])
    text = text.translate(_UNSEEN).strip()
    whole = text.lstrip(_BEFORE)
    shortened = whole.endswith(("...", "…"))
    whole = whole.rstrip(_AFTER)
    if not whole.isprintable() or " " in whole or ("." not in whole and ":" not in whole):
        return None
    scheme, colon, rest = whole.partition(":")
    if colon and scheme.isascii() and scheme.isalnum():
        scheme = scheme.lower()
        if rest.startswith("//"):
            return _with_authority(scheme, rest[2:], shortened)
        if scheme == "mailto":
            host = address_host(rest)
            return None if host is None else DisplayedHost(host, True)
        if scheme in _NAMELESS:
            return DisplayedHost("") if rest else None
    if shortened and "/" not in whole:
        return None
    host = _authority(whole)
    if "@" in host:
        host = address_host(whole) or ""
        return DisplayedHost(host, True) if host and _is_known(host.split(".")) else None
    return DisplayedHost(host) if _is_name(host, whole[len(host) :]) else None


def address_host(addresses: str) -> str | None:
    """Return the domain of the first mail address in the list of a ``mailto:``; None if it is not an address."""
    local, at, domain = decode(addresses.partition("?")[0].partition(",")[0]).strip().rpartition("@")
    if not at or not 0 < len(local) <= _LONGEST_LOCAL or any(each in local for each in '/:@<>()" '):
        return None
    return domain if _labels(domain) else None


def same_host(one: str, other: str) -> bool:
    """Return True if both hosts have the same canonical form, ignoring a leading ``www.``."""
    return one == other or _normal(one) == _normal(other)


def _normal(host: str) -> str:
    return canonical_host(host).removeprefix("www.")


def _authority(text: str) -> str:
    """Return the start of a text up to its path, query, fragment or port."""
    for delimiter in "/\\?#":
        text = text.partition(delimiter)[0]
    host, colon, port = text.rpartition(":")
    return host if colon and port.isdecimal() and port.isascii() and len(port) < 6 else text


def _with_authority(scheme: str, rest: str, shortened: bool) -> DisplayedHost | None:
    from uri_extract.uri.schemes import SCHEMES

    if scheme not in SCHEMES:
        return None
    host = _authority(rest).rpartition("@")[2]
    if shortened and len(host) == len(rest):  # the host itself is cut
        return None
    if host.startswith("["):
        return DisplayedHost(host) if host.endswith("]") else None
    return DisplayedHost(host) if _labels(decode(host)) else None


def _labels(host: str) -> list[str]:
    """Return the labels of a host; an empty list if one of them is invalid."""
    labels = host.removesuffix(".").split(".")
    return labels if all(map(_is_label, labels)) else []


def _is_label(label: str) -> bool:
    if not 0 < len(label) <= LONGEST_LABEL or label.startswith("-") or label.endswith("-"):
        return False
    if label.isascii():
        return label.replace("-", "").replace("_", "").isalnum()
    from unicodedata import category

    return all(each in "-_" or category(each)[0] in "LMN" for each in label)


def _is_known(labels: list[str], special: bool = True) -> bool:
    """Return True if the last label is a top-level domain, or with ``special`` one reserved for special use."""
    from uri_extract.uri.tlds import SPECIAL, TLDS

    last = labels[-1].lower().encode("utf-8", "replace")
    return len(labels) > 1 and (last in TLDS or (special and last in SPECIAL))


def _is_name(host: str, rest: str) -> bool:
    """Return True if a name without a scheme is a host; ``rest`` is the text after it."""
    labels = _labels(host)
    if len(labels) < 2:
        return False
    path = len(rest) > 1
    if labels[-1].isdecimal():
        # Four numbers alone are mostly a version; with "/24" they are a network (RFC 4632 §3.1).
        numbers = len(labels) == 4 and all(map(_is_octet, labels))
        return numbers and path and not (rest[0] == "/" and rest[1:].isdecimal())
    first, last = labels[0].lower(), labels[-1]
    if len(labels) > 2 and (first == "ftp" or (first[:3] == "www" and (first[3:].isdecimal() or not first[3:]))):
        return _is_known(labels)
    if not _is_known(labels, special=path or len(labels) > 2):
        return False
    if "--" in host.removeprefix("xn--").replace(".xn--", "."):  # a dash of two hyphens
        return False
    return _is_usual(labels, path) and (last.islower() or (path and last.isupper()) or not last.isascii())


def _is_octet(label: str) -> bool:
    return label.isdecimal() and len(label) < 4 and int(label) < 256


def _is_usual(labels: list[str], path: bool) -> bool:
    """Return True if the name may be a host written without ``www.``, not a file or package name."""
    from uri_extract.uri.tlds import FILES, GENERIC, REVERSED, SPECIAL

    last = labels[-1].lower().encode()
    of_files = last in FILES
    if len(labels) == 2:
        if len(last) == 2:
            return not of_files
        return last in GENERIC or last in SPECIAL or not last.isascii() or last.startswith(b"xn--")
    if labels[0].lower().encode() in REVERSED:
        return False
    return path or labels[-2].lower() in _SECOND or not (of_files or last in (b"zip", b"mov"))
