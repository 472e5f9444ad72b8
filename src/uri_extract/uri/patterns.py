r"""The fast path: one pattern an edition that splits a reference and validates it at once.

Each pattern walks the string from left to right and never gives a character back (possessive quantifiers and
atomic groups), except that an authority is read twice when it holds no userinfo: so the time is linear in the
input. The readable grammar (:mod:`uri_extract.uri.grammar`) is what these are held against. Patterns are
compiled when first used.
"""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import AnyStr

#: scheme, authority, userinfo, host, port, path, query, fragment: None where undefined.
Parts = tuple[str | None, str | None, str | None, str | None, str | None, str, str | None, str | None]

_HEX = "0-9A-Fa-f"
_ALNUM = "A-Za-z0-9"

# Sets of characters, as written inside [...]; "%" is left to run().
UNRESERVED = rf"{_ALNUM}._~\-"
_SUB_DELIMS = "!$&'()*+,;="
UCSCHAR = "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + "".join(
    f"{chr(plane << 16 | (0x1000 if plane == 14 else 0))}-{chr(plane << 16 | 0xFFFD)}" for plane in range(1, 15)
)
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


def _alphabets(name: str, segment: str, also: str = "") -> dict[str, str]:
    """Return the alphabets of components: of a name's and a segment's characters, and what a query has also."""
    return {
        "scheme": rf"{_ALNUM}+.\-",
        "userinfo": f"{name}:",
        "host": name,
        "authority": segment,
        "path": f"{segment}/",
        "query": f"{segment}{also}/?",
        "fragment": f"{segment}/?",
    }


_REG_NAME = f"{UNRESERVED}{_SUB_DELIMS}"
_IREG_NAME = f"{UNRESERVED}{UCSCHAR}{_SUB_DELIMS}"
_OLDER = rf"{_ALNUM}._~!*'()\-;&=+$,"

#: What the components of each grammar are made of, besides percent-encodings.
ALPHABETS = {
    "rfc3986": _alphabets(_REG_NAME, f"{_REG_NAME}:@"),
    "rfc3987": _alphabets(_IREG_NAME, f"{_IREG_NAME}:@", IPRIVATE),
    # "$" and "," are reserved in RFC 2396, and marks in url-syntax-09; components may have them in both.
    "rfc2396": _alphabets(_OLDER, f"{_OLDER}:@"),
    "url-syntax-09": _alphabets(_OLDER, f"{_OLDER}:@"),
}


def repeated(pattern: AnyStr) -> AnyStr:
    """Return the pattern of any number of *pattern*, which gives none of them back: ``(?:pattern)*+``, portably.

    Before Python 3.11.5 a possessive quantifier of more than one character consumes what it does not match, and
    before 3.12.8 and 3.13.1 it may lose groups inside it. *pattern* must not have groups. Repetitions are matched in
    blocks of 256, because the matcher remembers each of them until its atomic group ends.
    """
    if isinstance(pattern, str):
        return f"(?>(?:(?>(?:{pattern}){{1,256}}))*)"
    return b"(?>(?:(?>(?:" + pattern + b"){1,256}))*)"


def run(characters: str) -> str:
    """Return the pattern of any number of *characters* and percent-encodings, as many as there are."""
    return f"[{characters}]*+" + repeated(f"%[{_HEX}]{{2}}[{characters}]*+")


# The nine alternatives of RFC 3986 §3.2.2, by how many groups precede "::".
_H16 = f"[{_HEX}]{{1,4}}"
_DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_LS32 = rf"(?:{_H16}:{_H16}|{_DEC_OCTET}(?:\.{_DEC_OCTET}){{3}})"
IPV6_ADDRESS = (
    f"(?:(?:{_H16}:){{6}}{_LS32}"
    f"|::(?:{_H16}:){{5}}{_LS32}"
    f"|(?:{_H16})?::(?:{_H16}:){{4}}{_LS32}"
    f"|(?:(?:{_H16}:){{0,1}}{_H16})?::(?:{_H16}:){{3}}{_LS32}"
    f"|(?:(?:{_H16}:){{0,2}}{_H16})?::(?:{_H16}:){{2}}{_LS32}"
    f"|(?:(?:{_H16}:){{0,3}}{_H16})?::{_H16}:{_LS32}"
    f"|(?:(?:{_H16}:){{0,4}}{_H16})?::{_LS32}"
    f"|(?:(?:{_H16}:){{0,5}}{_H16})?::{_H16}"
    f"|(?:(?:{_H16}:){{0,6}}{_H16})?::)"
)
_IPVFUTURE = rf"[vV][{_HEX}]++\.[{UNRESERVED}{_SUB_DELIMS}:]++"
IP_LITERAL = rf"\[(?:{IPV6_ADDRESS}|{_IPVFUTURE})\]"

_LABEL = f"[{_ALNUM}]++" + repeated(f"-++[{_ALNUM}]++")


def _of_rfc3986(sets: dict[str, str]) -> str:
    """Return the pattern of URI-reference (or IRI-reference) with its eight components as groups 1 to 8."""
    return (
        # Without a scheme, the first segment holds no colon (path-noscheme).
        rf"(?:([A-Za-z][{sets['scheme']}]*+):|(?![^/?#:]*+:))"
        rf"(?://((?:({run(sets['userinfo'])})@)?({IP_LITERAL}|{run(sets['host'])})(?::([0-9]*+))?)(?![^/?#])|(?!//))"
        + _from_path(sets)
    )


def _of_older(before_path: str, sets: dict[str, str]) -> str:
    """Return the pattern of an older edition: groups scheme, authority, path, query, fragment."""
    return rf"{before_path}(?://({run(sets['authority'])})(?![^/?#])|(?!//))" + _from_path(sets)


def _from_path(sets: dict[str, str]) -> str:
    return rf"({run(sets['path'])})(?:\?({run(sets['query'])}))?(?:\#({run(sets['fragment'])}))?"


# absoluteURI has something after its colon, and "?" begins no relativeURI (rel_path is never empty).
_BEFORE_PATH_RFC2396 = r"(?:([A-Za-z][A-Za-z0-9+.\-]*+):(?=[^#])|(?![^/?#:]*+:)(?!\?))"
# The 1997 scheme may begin with any of its characters; what fits no scheme is a path, colons and all.
_BEFORE_PATH_URL_SYNTAX_09 = r"(?:([A-Za-z0-9+.\-]++):|(?![A-Za-z0-9+.\-]++:))"


@cache
def compiled(grammar: str) -> re.Pattern[str]:
    """Return the compiled pattern of a grammar: an edition, or "rfc3987" for IRIs."""
    import re

    sets = ALPHABETS[grammar]
    if grammar == "rfc2396":
        return re.compile(_of_older(_BEFORE_PATH_RFC2396, sets))
    if grammar == "url-syntax-09":
        return re.compile(_of_older(_BEFORE_PATH_URL_SYNTAX_09, sets))
    return re.compile(_of_rfc3986(sets))


@cache
def _server(edition: str) -> re.Pattern[str]:
    """Return the compiled pattern of *server* in an older edition: groups userinfo, host, port."""
    import re

    userinfo = run(ALPHABETS[edition]["userinfo"])
    toplabel = f"(?=[A-Za-z]){_LABEL}"
    # Labels are taken while another label follows, so the last one is left to toplabel.
    hostname = repeated(rf"{_LABEL}\.(?=[{_ALNUM}])") + rf"{toplabel}\.?"
    address = r"[0-9]++\.[0-9]++\.[0-9]++\.[0-9]++"
    return re.compile(rf"(?:({userinfo})@)?({hostname}|{address})(?::([0-9]*+))?")


def server_parts(authority: str | None, edition: str) -> tuple[str | None, str | None, str | None]:
    """Return userinfo, host and port in an older edition: a registry (RFC 2396 §3.2.1) has none of them."""
    match = _server(edition).fullmatch(authority) if authority else None
    return (match[1], match[2], match[3]) if match else (None, None, None)


def splitter(grammar: str) -> Callable[[str], Parts | None]:
    """Return what splits a reference by a grammar: into its components, or None where it is not derived."""
    fullmatch = compiled(grammar).fullmatch

    def split(text: str) -> Parts | None:
        match = fullmatch(text)
        return None if match is None else match.groups()  # type: ignore[return-value]

    def split_older(text: str) -> Parts | None:
        match = fullmatch(text)
        if match is None:
            return None
        scheme, authority, path, query, fragment = match.groups()
        return scheme, authority, *server_parts(authority, grammar), path, query, fragment

    return split if grammar.startswith("rfc398") else split_older


@cache
def harmless() -> re.Pattern[str]:
    """Return the pattern of most references: no userinfo, port or ``%``, a short host that begins with a letter.

    A special scheme without ``//`` is not among them: browsers see a host after it (the hazard irregular-slashes). Nor
    are schemes of scripts and data.
    """
    import re

    scheme = r"[A-Za-z][A-Za-z0-9+.\-]*+"
    authority = r"//(?P<host>[A-Za-z][A-Za-z0-9.\-]{0,254})(?![^/?#])|(?![^/?#]*+//)"
    no_slashes = r"(?!(?i:https?|wss?|ftp):(?!//)|(?i:javascript|vbscript|data):)"
    return re.compile(rf"{no_slashes}(?:(?P<scheme>{scheme}):|(?!{scheme}:))(?:{authority})[!-$&-\[\]-~]*+")


# Letters of "http", percent-encoded, and the beginning of what is encoded twice.
_ENCODED_LETTERS = ("%68", "%48", "%74", "%54", "%70", "%50", "%25")


def may_nest(text: str) -> bool:
    """Return True if a sign of a URI is in the query of a reference: fast, and True for each that has one."""
    query = text.partition("?")[2]
    return bool(query) and may_be_uri(query)


def may_be_uri(value: str) -> bool:
    """Return True if a sign of a URI is in a query, or in the value of a parameter."""
    lowered = value.lower()
    if "http" in lowered or "ahr0c" in lowered or "6874747" in lowered:
        return True
    return "%" in value and any(letter in lowered for letter in _ENCODED_LETTERS)
