r"""Mask secrets in references (RFC 3986 §7.5): passwords, tokens and signatures, so that records can be shown.

A text is searched unchanged, and with its percent-encodings decoded repeatedly, since a reference may contain another
one, encoded. A secret is masked at its place in the unchanged text. Masking too much costs little, masking too little
may cost much; so if parsers differ (browsers read ``\\`` as ``/`` and need no slashes), secrets by any reading are
masked.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from uri_extract.limits import MAX_ENCODED_SECRETS

#: Replaces a secret: these characters are allowed anywhere in a reference, so a valid one stays valid.
MASK = "***"

# The value of a parameter is secret if its name, in lower case and without "-", "_" and ".", contains one of the first,
# or is one of the second: RFC 6749, signed URLs of object stores, session identifiers.
_HOLDS = (
    *("token", "secret", "passw", "apikey", "accesskey", "authkey", "signature", "credential"),
    *("sessionid", "sessid"),
)
_IS = frozenset({"pass", "pwd", "key", "sig", "sid", "auth", "jwt", "hmac", "otp", "session", "authorization", "hash"})
_LONGEST_NAME = 64

# A user name is a token if it begins like one, or is long and has letters and digits. Some services take the token as
# user name, with one of these placeholders as password.
_SHORTEST_TOKEN = 20
_PLACEHOLDERS = frozenset({"x-oauth-basic", "x"})

# The beginning of JSON Web Tokens (RFC 7519), and prefixes that services give to their tokens to make them detectable.
_BEGINNINGS = (
    *("eyJ", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxa-", "xoxb-", "xoxe-", "xoxp-"),
    *("xoxr-", "xoxs-", "sk_live_", "sk-", "AKIA", "ASIA", "AIza", "ya29.", "npm_", "pypi-"),
)

_ENCODED = re.compile("%[0-7][0-9A-Fa-f]")
_SCHEME = r"(?<![A-Za-z0-9+.\-])([A-Za-z][A-Za-z0-9+.\-]*+):"
_SCHEMES = re.compile(_SCHEME)
# A user and the colon after it, in an authority whose port is not a number.
_ODD_AUTHORITIES = re.compile(
    rf"(?:{_SCHEME}[/\\]*+|(?<![/\\])[/\\]{{2,}}+)([^/\\?#:\[\]]*+):(?!\d*+(?:[/\\?#\s'\"<>]|$))"
)
_NUMBER = re.compile(r"\d*+")
# Text up to white space, or to a quotation mark or bracket around the reference.
_UNSPACED = re.compile(r"[^\s'\"<>]++")

# Names of parameters and ends of values: in the path, then in the query and the fragment, which may have slashes. In
# the latter two a semicolon is part of a value unless another parameter follows it.
_NAME = rf"[^=&;#?]{{1,{_LONGEST_NAME}}}"
_IN_PATH = re.compile(rf";([^=&;#?/]{{1,{_LONGEST_NAME}}}+)=")
_ENDS_IN_PATH = re.compile("[;/]")
_AFTER_PATH = re.compile(rf"[?&;#]({_NAME})=")
_ENDS = re.compile(rf"[&#]|;(?={_NAME}=)")

# The name of a JSON member and the quotation mark before its value; the end of a string value, and of a number.
_MEMBERS = re.compile(rf'"([^"]{{1,{_LONGEST_NAME}}}+)":("?)')
_END_OF_STRING = re.compile(r'(?<!\\)"')
_END_OF_NUMBER = re.compile(r'[",}\]]')

# A token (group 1), and one with a service's prefix. The first pattern also matches a word that begins with ``eyJ`` but
# is not a JSON Web Token: no other part of the word can be one, so it is read once.
_PREFIXED = rf"(?:{'|'.join(map(re.escape, _BEGINNINGS[1:]))})[A-Za-z0-9_\-]{{16,}}+"
_WEB_TOKEN = r"eyJ[A-Za-z0-9_\-]{8,}+\.eyJ[A-Za-z0-9_\-]{8,}+(?:\.[A-Za-z0-9_\-]++)?"
_TOKENS = re.compile(rf"(?<![A-Za-z0-9])(?:({_WEB_TOKEN}|{_PREFIXED})|eyJ[A-Za-z0-9_\-]*+)")
_PREFIXED_TOKENS = re.compile(rf"(?<![A-Za-z0-9]){_PREFIXED}")


def redact(text: str) -> str:
    """Return *text*, with or without references, with ``***`` in place of each secret; takes linear time.

    Secrets are the password of a userinfo, a token as its user name, values of parameters with certain names, in the
    query, in JSON there, in the fragment and after the semicolons of a path, and tokens with a known beginning.
    """
    return mask(text, secrets(text))


def mask(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return *text* with ``***`` in place of each span."""
    if not spans:
        return text
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += (text[at:start], MASK)
        at = end
    return "".join((*pieces, text[at:]))


def secrets(text: str) -> list[tuple[int, int]]:
    """Return the spans of secrets in *text*, as offsets in characters, in order and without overlap."""
    spans = list(_in_layer(text))
    layers = [text]
    for _ in range(MAX_ENCODED_SECRETS):
        decoded = _decoded(layers[-1])
        if len(decoded) == len(layers[-1]):
            break
        spans += _in_source(layers, list(_in_layer(decoded)))
        layers.append(decoded)
    return merged(spans)


def merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans in order, with overlapping and adjacent ones merged, and without empty ones."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if start == end:
            continue
        if merged and start <= merged[-1][1]:
            start, end = merged[-1][0], max(end, merged.pop()[1])
        merged.append((start, end))
    return merged


def _decoded(text: str) -> str:
    """Return *text* with percent-encoded ASCII decoded. Other octets stay encoded: they do not matter for secrets."""
    if "%" not in text:
        return text
    octets = _octets()
    first, *others = text.split("%")
    pieces = [first]
    for piece in others:
        octet = octets.get(piece[:2])
        pieces += ("%", piece) if octet is None else (octet, piece[2:])
    return "".join(pieces)


@cache
def _octets() -> dict[str, str]:
    """Return the ASCII characters by the two digits that encode them."""
    digits = "0123456789abcdefABCDEF"
    return {high + low: chr(int(high + low, 16)) for high in digits[:8] for low in digits}


def _in_source(layers: list[str], spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans of the decoded last of *layers* as spans of the first; each layer is the previous one, decoded."""
    if not spans:
        return spans
    for layer in reversed(layers):
        # The offsets, after decoding, of the characters that were encoded in this layer.
        decoded = array("q", [match.start() - 2 * before for before, match in enumerate(_ENCODED.finditer(layer))])
        spans = [(start + 2 * bisect_left(decoded, start), end + 2 * bisect_left(decoded, end)) for start, end in spans]
    return spans


def _in_layer(text: str) -> Iterator[tuple[int, int]]:
    if "@" in text:
        yield from _in_userinfo(text)
    if ":" in text:
        yield from _in_cut_userinfo(text)
    if "=" in text:
        yield from _in_parameters(text)
    if '":' in text:
        yield from _in_members(text)
    if any(beginning in text for beginning in _BEGINNINGS):
        yield from _in_tokens(text)


# -- userinfo ----------------------------------------------------------------------------------------------------------


def _in_userinfo(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of passwords and tokens before an ``@``; each character is read for only one ``@``."""
    start: int | None = None  # of the userinfo that ends at the last "@"
    before = 0  # the offset after the last "@"
    at = text.find("@")
    while at >= 0:
        segment = text[before:at]
        if start is None or any(delimiter in segment for delimiter in "/\\?#"):
            if start is not None:
                yield from _of_userinfo(text, start, before - 1)
            found = _userinfo_start(segment)
            found = _odd_userinfo_start(segment) if found is None else found
            start = None if found is None else before + found
        before = at + 1
        at = text.find("@", before)
    if start is not None:
        yield from _of_userinfo(text, start, before - 1)


def _in_cut_userinfo(text: str) -> Iterator[tuple[int, int]]:
    """Yield the span of a password that is truncated by the end of the text: no ``@`` follows, and it is not a port."""
    after = text.rfind("@") + 1
    start = _odd_userinfo_start(text[after:])
    if start is not None:
        rest = _UNSPACED.match(text, after + start)
        yield from _of_userinfo(text, after + start, len(text) if rest is None else rest.end())


def _userinfo_start(segment: str) -> int | None:
    """Return the start of the userinfo at the end of *segment*; None if no authority is open there."""
    cut = 1 + max(segment.rfind(delimiter) for delimiter in "/\\?#")
    head = segment[:cut]
    slashes = cut - len(head.rstrip("/\\"))
    if slashes > 1:
        return cut
    for match in _SCHEMES.finditer(segment, max(0, cut - slashes - _LONGEST_NAME)):
        if match.end() + slashes >= cut and _has_userinfo(match[1]):
            return max(cut, match.end())
    return None


def _odd_userinfo_start(segment: str) -> int | None:
    """Return the start of a userinfo whose password has unencoded ``/``, ``?`` or ``#``; None if there is none.

    A number before the delimiter is a port, not the start of a password.
    """
    last = segment.rfind(":")
    number = _NUMBER.match(segment, last + 1)
    # A user name ends at the latest at the last colon; after it only a number and one more character are examined.
    end = 0 if last < 0 or number is None else number.end() + 1
    for match in _ODD_AUTHORITIES.finditer(segment, 0, end):
        if match[1] is None or _has_userinfo(match[1]):
            return match.start(2)
    return None


def _has_userinfo(scheme: str) -> bool:
    """Return True if URIs of a scheme may have a userinfo, not a mail address, before ``@``: ``http``, ``sip``."""
    return scheme.lower() in _with_userinfo()


@cache
def _with_userinfo() -> frozenset[str]:
    from uri_extract.uri.schemes import AUTHORITY, ENDPOINT, HOST, SCHEMES

    return frozenset(name for name, known in SCHEMES.items() if known.syntax in (HOST, AUTHORITY, ENDPOINT))


def _of_userinfo(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    user, colon, password = text[start:end].partition(":")
    if user and (_is_token(user) or password.lower() in _PLACEHOLDERS):
        yield start, start + len(user)
    if password:
        yield start + len(user) + len(colon), end


def _is_token(user: str) -> bool:
    if user.startswith(_BEGINNINGS) and not user.startswith("sk-"):
        return True
    plain = user.replace("-", "").replace("_", "")
    is_mixed = plain.isascii() and plain.isalnum() and not plain.isalpha() and not plain.isdigit()
    return len(user) >= _SHORTEST_TOKEN and is_mixed


# -- parameters --------------------------------------------------------------------------------------------------------


def _in_parameters(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of values of secret parameters. Other values are searched too, as they may contain parameters."""
    tail = min(at for at in (text.find("?"), text.find("#"), len(text)) if at >= 0)
    for names, values, at, end in ((_IN_PATH, _ENDS_IN_PATH, 0, tail), (_AFTER_PATH, _ENDS, tail, len(text))):
        for match in names.finditer(text, at, end):
            if match.start() >= at and _is_secret(match[1]):
                found = values.search(text, match.end(), end)
                at = end if found is None else found.start()
                yield match.end(), at


def _in_members(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of values of secret members, in JSON in a query or fragment."""
    for match in _MEMBERS.finditer(text):
        if _is_secret(match[1]):
            found = (_END_OF_STRING if match[2] else _END_OF_NUMBER).search(text, match.end())
            yield match.end(), len(text) if found is None else found.start()


def _in_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of tokens that are recognised by their beginning."""
    for match in _TOKENS.finditer(text):
        if match[1]:
            yield match.span()
        else:
            yield from (each.span() for each in _PREFIXED_TOKENS.finditer(text, match.start(), match.end()))


def _is_secret(name: str) -> bool:
    """Return True if the value of a parameter is secret; ``user[password]`` is one of several names."""
    name = name.lower().replace("-", "").replace("_", "").replace(".", "")
    words = name.replace("[", " ").replace("]", " ").replace("/", " ").split()
    return any(word in name for word in _HOLDS) or not _IS.isdisjoint(words)
