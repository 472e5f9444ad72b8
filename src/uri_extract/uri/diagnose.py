"""Explain why a string is not a reference: the component at fault, the position, the rule, and the character found.

The reference is first split into components, and each is then read from its start (RFC 3986 §4.1), so the
position is that of the first character that its component does not allow. This is only for strings that the
fast path rejected; it is slower, but linear too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from uri_extract.errors import InvalidReference
from uri_extract.uri.ipv6 import ipv6_fault
from uri_extract.uri.patterns import ALPHABETS, run

Fault = tuple[str, int, str]
"""Component, position in characters, reason."""

_COMPONENTS = re.compile(r"(?://([^/?#]*+))?([^?#]*+)(?:\?([^#]*+))?(?:\#(.*+))?", re.DOTALL)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*+):")
_SCHEME_1997 = re.compile(r"([A-Za-z0-9+.\-]++):")

# The names that each grammar has for the characters of a component.
_RULES = {
    "rfc3986": {
        "userinfo": "unreserved / pct-encoded / sub-delims / ':'",
        "host": "reg-name, which is unreserved / pct-encoded / sub-delims",
        "path": "pchar / '/'",
        "query": "pchar / '/' / '?'",
        "fragment": "pchar / '/' / '?'",
    },
    "rfc3987": {
        "userinfo": "iunreserved / pct-encoded / sub-delims / ':'",
        "host": "ireg-name, which is iunreserved / pct-encoded / sub-delims",
        "path": "ipchar / '/'",
        "query": "ipchar / iprivate / '/' / '?'",
        "fragment": "ipchar / '/' / '?'",
    },
    "rfc2396": {"authority": "reg_name", "path": "pchar / ';' / '/'", "query": "uric", "fragment": "uric"},
    "url-syntax-09": {"authority": "authority", "path": "pchar / ';' / '/'", "query": "urlc", "fragment": "urlc"},
}


def explain(text: str, rule: str, grammar: str) -> InvalidReference:
    """Return the error that explains why *grammar* (an edition, or "rfc3987") does not derive *text* from *rule*.

    *text* must be invalid; raises ``AssertionError`` if it is valid.
    """
    for component, position, reason in _faults(text, rule, grammar):
        return InvalidReference(text, component, position, reason)
    raise AssertionError(f"{text!r} is a valid {rule}")


def _faults(text: str, rule: str, grammar: str) -> Iterator[Fault]:
    scheme = (_SCHEME_1997 if grammar == "url-syntax-09" else _SCHEME).match(text)
    if scheme is None:
        if rule in ("URI", "absolute-URI", "IRI"):
            yield _no_scheme(text, grammar)
            return
    elif rule == "relative-ref":
        yield "scheme", scheme.end() - 1, f"a relative-ref has no scheme, found {scheme[0]!r}"
        return
    start = scheme.end() if scheme else 0
    cut = _COMPONENTS.match(text, start)
    assert cut is not None
    if cut[1] is not None:
        yield from _authority_faults(text, *cut.span(1), grammar)
    if cut[2]:
        yield from _path_faults(text, *cut.span(2), grammar, relative=scheme is None and cut[1] is None)
    if grammar == "rfc2396" and cut[1] is None and not cut[2]:
        if scheme and cut[3] is None:
            what = "an absoluteURI has a hier_part or an opaque_part after its colon"
            yield "path", start, f"{what}, {_found(text, start)}"
        elif not scheme and cut[3] is not None:
            yield "path", start, "a rel_path is not empty, so no relativeURI begins with '?'"
    if cut[3] is not None:
        yield from _run_faults(text, *cut.span(3), "query", grammar)
    if cut[4] is not None:
        if rule == "absolute-URI" or (rule == "URI" and grammar in ("rfc2396", "url-syntax-09")):
            yield "fragment", cut.start(4) - 1, f"{rule} has no fragment, found '#'"
        yield from _run_faults(text, *cut.span(4), "fragment", grammar)


def _no_scheme(text: str, grammar: str) -> Fault:
    first = "[A-Za-z0-9+.-]" if grammar == "url-syntax-09" else "[A-Za-z]"
    end = re.compile(rf"(?:{first}[A-Za-z0-9+.\-]*+)?").match(text)
    position = end.end() if end else 0
    rule = "a letter" if not position else "letters, digits, '+', '-', '.' and then ':'"
    return "scheme", position, f"a scheme is needed here: {rule}, {_found(text, position)}"


def _authority_faults(text: str, start: int, end: int, grammar: str) -> Iterator[Fault]:
    if "authority" in _RULES[grammar]:
        yield from _run_faults(text, start, end, "authority", grammar)
        return
    at = text.find("@", start, end)
    if at >= 0:
        yield from _run_faults(text, start, at, "userinfo", grammar)
        start = at + 1
    if text.startswith("[", start):
        close = text.find("]", start, end)
        yield from _ip_literal_faults(text, start, end if close < 0 else close + 1)
        if close < 0:
            yield "host", end, f"an IP-literal ends with ']', {_found(text, end)}"
            return
        host_end = close + 1
        if host_end < end and text[host_end] != ":":
            yield "host", host_end, f"after an IP-literal comes ':' or nothing, {_found(text, host_end)}"
    else:
        colon = text.find(":", start, end)
        host_end = colon if colon >= 0 else end
        yield from _run_faults(text, start, host_end, "host", grammar)
    for position in range(host_end + 1, end):
        if text[position] not in "0123456789":
            yield "port", position, f"port is *DIGIT, {_found(text, position)}"
            return


def _ip_literal_faults(text: str, start: int, end: int) -> Iterator[Fault]:
    closed = text[end - 1] == "]" and end - 1 > start
    body = text[start + 1 : end - 1] if closed else text[start + 1 : end]
    if body[:1] in ("v", "V"):
        future = re.compile(r"v[0-9A-Fa-f]*+(?:(?<=[0-9A-Fa-f])\.[A-Za-z0-9._~\-!$&'()*+,;=:]*+)?", re.IGNORECASE)
        match = future.match(body)
        assert match is not None
        # "v" 1*HEXDIG "." 1*( ... ): if truncated, it lacks a digit, the dot, or characters after the dot.
        if match.end() < len(body) or body[-1] == "." or "." not in body:
            position = start + 1 + match.end()
            rule = "IPvFuture is 'v' 1*HEXDIG '.' 1*( unreserved / sub-delims / ':' )"
            yield "host", position, f"{rule}, {_found(text, position)}"
        return
    fault = ipv6_fault(body)
    if fault is not None and (closed or fault[0] < len(body)):
        position = start + 1 + fault[0]
        yield "host", position, f"IPv6address: {fault[1]}, {_found(text, position)}"


def _path_faults(text: str, start: int, end: int, grammar: str, *, relative: bool) -> Iterator[Fault]:
    bad = next(_run_faults(text, start, end, "path", grammar), None)
    if relative and grammar != "url-syntax-09":
        slash = text.find("/", start, end)
        colon = text.find(":", start, end if slash < 0 else slash)
        if colon >= 0 and (bad is None or colon < bad[1]):
            rule = "segment-nz-nc" if grammar == "rfc3986" else "isegment-nz-nc"
            rule = "rel_segment" if grammar == "rfc2396" else rule
            yield (
                "path",
                colon,
                f"{text[start:colon][:40]!r} is not a scheme, and {rule}, the first segment of a relative path, "
                "has no ':'",
            )
    if bad:
        yield bad


@cache
def _run_pattern(characters: str) -> re.Pattern[str]:
    return re.compile(run(characters))


def _run_faults(text: str, start: int, end: int, component: str, grammar: str) -> Iterator[Fault]:
    match = _run_pattern(ALPHABETS[grammar][component]).match(text, start, end)
    assert match is not None
    position = match.end()
    if position == end:
        return
    if text[position] == "%":
        position += 1
        if position < end and text[position] in "0123456789ABCDEFabcdef":
            position += 1
        name = "pct-encoded" if grammar.startswith("rfc398") else "escaped"
        yield component, position, f"{name} is '%' and two hexadecimal digits, {_found(text, position)}"
    else:
        yield (component, position, f"{component} is made of {_RULES[grammar][component]}, {_found(text, position)}")


def _found(text: str, position: int) -> str:
    if position >= len(text):
        return "found the end"
    character = text[position]
    code = f" (U+{ord(character):04X})" if not "!" <= character <= "~" else ""
    return f"found {character!r}{code}"
