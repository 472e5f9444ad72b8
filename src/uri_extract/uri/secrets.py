r"""Secrets in references (RFC 3986 §7.5): passwords, tokens and signatures, replaced so that records can be shown.

A text is searched as it is, and with its percent-encodings decoded once and again, as a reference may hold another one
encoded. A secret is masked where it is in the text as it is. What is masked too often costs little, what is masked too
seldom may cost much; so where readers differ (browsers read ``\\`` as ``/`` and need no slashes), all are believed.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from functools import cache

from uri_extract.limits import MAX_ENCODED_SECRETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Replaces a secret: characters that are allowed anywhere in a reference, so that a valid one stays valid.
MASK = "***"

# A parameter's name, in lower case and without "-", "_" and ".", says that its value is secret where it holds one of
# the first, or is one of the second: RFC 6749, signed addresses of object stores, session identifiers.
_HOLDS = (
    *("token", "secret", "passw", "apikey", "accesskey", "authkey", "signature", "credential"),
    *("sessionid", "sessid"),
)
_IS = frozenset({"pass", "pwd", "key", "sig", "sid", "auth", "jwt", "hmac", "otp", "session", "authorization", "hash"})
_LONGEST_NAME = 64

# A user name that is a token: one that begins as tokens do, or is long and has letters and digits. Some services take
# the token as user name, and one of these as password.
_SHORTEST_TOKEN = 20
_PLACEHOLDERS = frozenset({"x-oauth-basic", "x"})

# JSON Web Tokens (RFC 7519), and the prefixes that services give to theirs so that they can be found.
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
# What goes on to white space, or to a quote around the reference.
_UNSPACED = re.compile(r"[^\s'\"<>]++")

# Names of parameters and ends of values: in the path, then in the query and the fragment, which may have slashes. There
# a semicolon is part of a value unless another parameter follows it.
_NAME = rf"[^=&;#?]{{1,{_LONGEST_NAME}}}"
_IN_PATH = re.compile(rf";([^=&;#?/]{{1,{_LONGEST_NAME}}}+)=")
_ENDS_IN_PATH = re.compile("[;/]")
_AFTER_PATH = re.compile(rf"[?&;#]({_NAME})=")
_ENDS = re.compile(rf"[&#]|;(?={_NAME}=)")

# Names of members of JSON and the quote before the value, then the end of a string's value and of a number's.
_MEMBERS = re.compile(rf'"([^"]{{1,{_LONGEST_NAME}}}+)":("?)')
_END_OF_STRING = re.compile(r'(?<!\\)"')
_END_OF_NUMBER = re.compile(r'[",}\]]')

# A token (group 1), and one with a service's prefix. The first also matches ``eyJ`` and the word it begins where that
# is not a JSON Web Token: no other part of the word is one then, so it is read once.
_PREFIXED = rf"(?:{'|'.join(map(re.escape, _BEGINNINGS[1:]))})[A-Za-z0-9_\-]{{16,}}+"
_WEB_TOKEN = r"eyJ[A-Za-z0-9_\-]{8,}+\.eyJ[A-Za-z0-9_\-]{8,}+(?:\.[A-Za-z0-9_\-]++)?"
_TOKENS = re.compile(rf"(?<![A-Za-z0-9])(?:({_WEB_TOKEN}|{_PREFIXED})|eyJ[A-Za-z0-9_\-]*+)")
_PREFIXED_TOKENS = re.compile(rf"(?<![A-Za-z0-9]){_PREFIXED}")


def redact(text: str) -> str:
    """Return *text*, a reference or what holds some, with ``***`` in place of each secret it shows; linear.

    Those are the password of a userinfo, a token as its user name, values of parameters whose names say so, in the
    query, in JSON there, the fragment and after the semicolons of a path, and tokens that are known by how they begin.
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
    """Return where secrets are in *text*: offsets of the first character and after the last, in order and apart."""
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
    """Return spans in order, those that overlap or touch as one, without empty ones."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if start == end:
            continue
        if merged and start <= merged[-1][1]:
            start, end = merged[-1][0], max(end, merged.pop()[1])
        merged.append((start, end))
    return merged


def _decoded(text: str) -> str:
    """Return *text* with encoded ASCII decoded. Other encoded octets stay: nothing that is looked for has them."""
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
    """Return the characters of ASCII by the two digits that encode them."""
    digits = "0123456789abcdefABCDEF"
    return {high + low: chr(int(high + low, 16)) for high in digits[:8] for low in digits}


def _in_source(layers: list[str], spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where spans of the last of *layers*, decoded, are in the first: each layer is the one before, decoded."""
    if not spans:
        return spans
    for layer in reversed(layers):
        # Of the characters that were encoded in it, the offsets after they were decoded.
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
    """Yield where passwords and tokens are before an ``@``: each character is read for one ``@`` only."""
    start: int | None = None  # of the userinfo that ends at the last "@"
    before = 0  # the place after the last "@"
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
    """Yield where a password is within which the text ends: it has no ``@``, and where a port would be, no number."""
    after = text.rfind("@") + 1
    start = _odd_userinfo_start(text[after:])
    if start is not None:
        rest = _UNSPACED.match(text, after + start)
        yield from _of_userinfo(text, after + start, len(text) if rest is None else rest.end())


def _userinfo_start(segment: str) -> int | None:
    """Return where the userinfo begins that *segment* ends with, None where no authority is open at its end."""
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
    """Return where a userinfo begins whose password has ``/``, ``?`` or ``#`` as they are; None if there is none.

    The password does not begin with a number alone, as that is a port.
    """
    last = segment.rfind(":")
    number = _NUMBER.match(segment, last + 1)
    # No user is beyond the last colon, and no more than a number and a character after it are looked at.
    end = 0 if last < 0 or number is None else number.end() + 1
    for match in _ODD_AUTHORITIES.finditer(segment, 0, end):
        if match[1] is None or _has_userinfo(match[1]):
            return match.start(2)
    return None


def _has_userinfo(scheme: str) -> bool:
    """Return True if a scheme has a userinfo, and what precedes its ``@`` is not an address: ``http``, ``sip``."""
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
    """Yield where values of secret parameters are. Other values are searched, as they may hold parameters."""
    tail = min(at for at in (text.find("?"), text.find("#"), len(text)) if at >= 0)
    for names, values, at, end in ((_IN_PATH, _ENDS_IN_PATH, 0, tail), (_AFTER_PATH, _ENDS, tail, len(text))):
        for match in names.finditer(text, at, end):
            if match.start() >= at and _is_secret(match[1]):
                found = values.search(text, match.end(), end)
                at = end if found is None else found.start()
                yield match.end(), at


def _in_members(text: str) -> Iterator[tuple[int, int]]:
    """Yield where values of secret members are in JSON that a query or a fragment holds."""
    for match in _MEMBERS.finditer(text):
        if _is_secret(match[1]):
            found = (_END_OF_STRING if match[2] else _END_OF_NUMBER).search(text, match.end())
            yield match.end(), len(text) if found is None else found.start()


def _in_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Yield where tokens are that are known by how they begin."""
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
