r"""The fast path: for each edition one pattern that both splits and validates a reference.

Each pattern reads the string from left to right without backtracking (possessive quantifiers and atomic groups),
except that an authority without a userinfo is read twice: so it takes linear time. Tests compare the patterns with
those that are translated from the grammar (:mod:`uri_extract.uri.grammar`). Patterns are compiled on first use.
"""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import AnyStr

#: scheme, authority, userinfo, host, port, path, query, fragment: None if undefined.
Parts = tuple[str | None, str | None, str | None, str | None, str | None, str, str | None, str | None]

_HEX = "0-9A-Fa-f"
_ALNUM = "A-Za-z0-9"

# Sets of characters, as written inside [...]; run() adds percent-encodings.
UNRESERVED = rf"{_ALNUM}._~\-"
_SUB_DELIMS = "!$&'()*+,;="
UCSCHAR = "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + "".join(
    f"{chr(plane << 16 | (0x1000 if plane == 14 else 0))}-{chr(plane << 16 | 0xFFFD)}" for plane in range(1, 15)
)
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


def _alphabets(name: str, segment: str, also: str = "") -> dict[str, str]:
    """Return the alphabets of components, from those of a name and a segment, and what only a query has (``also``)."""
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

#: The characters of the components in each grammar, besides percent-encodings.
ALPHABETS = {
    "rfc3986": _alphabets(_REG_NAME, f"{_REG_NAME}:@"),
    "rfc3987": _alphabets(_IREG_NAME, f"{_IREG_NAME}:@", IPRIVATE),
    # "$" and "," are reserved in RFC 2396, and marks in url-syntax-09; components may have them in both.
    "rfc2396": _alphabets(_OLDER, f"{_OLDER}:@"),
    "url-syntax-09": _alphabets(_OLDER, f"{_OLDER}:@"),
}


def repeated(pattern: AnyStr) -> AnyStr:
    """Return a portable ``(?:pattern)*+``: any number of *pattern*, without backtracking.

    Before Python 3.11.5 a possessive quantifier of more than one character consumes what it does not match, and
    before 3.12.8 and 3.13.1 it may lose groups inside it. *pattern* must not have groups. Repetitions are matched in
    blocks of 256, because the matcher keeps each of them until its atomic group ends.
    """
    if isinstance(pattern, str):
        return f"(?>(?:(?>(?:{pattern}){{1,256}}))*)"
    return b"(?>(?:(?>(?:" + pattern + b"){1,256}))*)"


def run(characters: str) -> str:
    """Return the pattern of any number of *characters* and percent-encodings, without backtracking."""
    return f"[{characters}]*+" + repeated(f"%[{_HEX}]{{2}}[{characters}]*+")


# The nine alternatives of RFC 3986 §3.2.2, by the number of groups before "::".
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
    """Return the pattern of URI-reference with its eight components as groups 1 to 8."""
    return (
        # Without a scheme, the first segment has no colon (path-noscheme).
        rf"(?:([A-Za-z][{sets['scheme']}]*+):|(?![^/?#:]*+:))"
        rf"(?://((?:({run(sets['userinfo'])})@)?({IP_LITERAL}|{run(sets['host'])})(?::([0-9]*+))?)(?![^/?#])|(?!//))"
        + _from_path(sets)
    )


def _of_older(before_path: str, sets: dict[str, str]) -> str:
    """Return the pattern of an older edition: groups scheme, authority, path, query, fragment."""
    return rf"{before_path}(?://({run(sets['authority'])})(?![^/?#])|(?!//))" + _from_path(sets)


def _from_path(sets: dict[str, str]) -> str:
    return rf"({run(sets['path'])})(?:\?({run(sets['query'])}))?(?:\#({run(sets['fragment'])}))?"


# An absoluteURI is not empty after its colon, and a relativeURI does not begin with "?" (rel_path is never empty).
_BEFORE_PATH_RFC2396 = r"(?:([A-Za-z][A-Za-z0-9+.\-]*+):(?=[^#])|(?![^/?#:]*+:)(?!\?))"
# The 1997 scheme may begin with any of its characters; text that is not a scheme is a path, including its colons.
_BEFORE_PATH_URL_SYNTAX_09 = r"(?:([A-Za-z0-9+.\-]++):|(?![A-Za-z0-9+.\-]++:))"


@cache
def compiled(grammar: str) -> re.Pattern[str]:
    """Return the compiled pattern of the grammar of an edition."""
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
    # Labels match while another label follows, so the last one is left to toplabel.
    hostname = repeated(rf"{_LABEL}\.(?=[{_ALNUM}])") + rf"{toplabel}\.?"
    address = r"[0-9]++\.[0-9]++\.[0-9]++\.[0-9]++"
    return re.compile(rf"(?:({userinfo})@)?({hostname}|{address})(?::([0-9]*+))?")


def server_parts(authority: str | None, edition: str) -> tuple[str | None, str | None, str | None]:
    """Return userinfo, host and port in an older edition; all None for a registry (RFC 2396 §3.2.1)."""
    match = _server(edition).fullmatch(authority) if authority else None
    return (match[1], match[2], match[3]) if match else (None, None, None)


def splitter(grammar: str) -> Callable[[str], Parts | None]:
    """Return the function that splits a reference by a grammar: it returns the components, or None if it is invalid."""
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

    return split if grammar == "rfc3986" else split_older


@cache
def harmless() -> re.Pattern[str]:
    """Return the pattern of most references: no userinfo, port or ``%``, a short host that begins with a letter.

    It excludes a special scheme without ``//``, after which browsers expect a host (the hazard irregular-slashes), and
    the schemes of scripts and data.
    """
    import re

    scheme = r"[A-Za-z][A-Za-z0-9+.\-]*+"
    authority = r"//(?P<host>[A-Za-z][A-Za-z0-9.\-]{0,254})(?![^/?#])|(?![^/?#]*+//)"
    no_slashes = r"(?!(?i:https?|wss?|ftp):(?!//)|(?i:javascript|vbscript|data):)"
    return re.compile(rf"{no_slashes}(?:(?P<scheme>{scheme}):|(?!{scheme}:))(?:{authority})[!-$&-\[\]-~]*+")


# Letters of "http", percent-encoded, and "%", as in text that is encoded twice.
_ENCODED_LETTERS = ("%68", "%48", "%74", "%54", "%70", "%50", "%25")


def may_nest(text: str) -> bool:
    """Return True if the query of a reference may contain a URI: a fast check without false negatives."""
    query = text.partition("?")[2]
    return bool(query) and may_be_uri(query)


def may_be_uri(value: str) -> bool:
    """Return True if a query, or the value of a parameter, may contain a URI."""
    lowered = value.lower()
    if "http" in lowered or "ahr0c" in lowered or "6874747" in lowered:
        return True
    return "%" in value and any(letter in lowered for letter in _ENCODED_LETTERS)
