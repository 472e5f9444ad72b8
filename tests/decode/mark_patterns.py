"""The marks of defanged references as patterns, compared with the marks that the kernel finds."""

from __future__ import annotations

import re

from uri_extract.decode.marks import REACH
from uri_extract.uri.tlds import SPECIAL, TLDS

CLOSE = (b"]", b")", b"}")
_OPEN, _CLOSE = rb"[\[({]", rb"[\])}]"  # opening and closing brackets may differ
_WORD = rb"[0-9A-Za-z\x80-\xff]"  # ASCII letters, digits, and bytes beyond ASCII
_DOT, _DOT_WORD = _OPEN + rb"\." + _CLOSE, _OPEN + rb"[dD][oO][tT]" + _CLOSE
_BEHIND_WORD = rb"(?:(?<=" + _WORD + rb")|(?<=" + _WORD + rb"\x20))"

_SEPARATOR = re.compile(
    rb"://"
    rb"|:(?:[\[({]//[\])}]|\[/\](?:\[/\]|/)|/\[/\])"  # :[//] :[/][/] :[/]/ :/[/]
    rb"|[\[({]:(?://[\])}]|/[\])}]/)"  # [://] [:/]/
    rb"|[\[({]:[\])}](?://|[\[({]//[\])}]|\[/\](?:\[/\]|/))"  # [:]// [:][//] [:][/][/] [:][/]/
)

# MISP writes "meow" for "http".
_SCHEME = re.compile(
    rb"(?<![0-9A-Za-z])(?:(?P<http>h(?!tt)[txz*_+0]{2,3}p|xxp|meow)|f[x*_]p)(?P<s>s?)\Z", re.IGNORECASE
)
_LONGEST_SCHEME = 6

_HOST_FOLLOWS = rb"(?=[0-9A-Za-z-]{1,63}(?:\.[0-9A-Za-z]|" + _OPEN + rb"|\x20dot\x20|\\))"
_SPACED_SEPARATOR = re.compile(rb"\x20:\x20?//\x20?" + _HOST_FOLLOWS)
_SPACED_SCHEME = re.compile(rb"\x20t\x20t\x20p(?P<s>(?:\x20?s)?)\x20?:\x20?/\x20?/\x20?" + _HOST_FOLLOWS)
# A name as it is read aloud, "www dot example dot org". A name that begins like a reference or an address continues at
# every "dot". Any other must end in a top-level domain, and no word of the sentence may follow: "the dot com boom".
_ALOUD = re.compile(
    rb"\x20(?:(?P<at>at)|dot)\x20(?=(?P<name>(?:[0-9A-Za-z-]{1,20}\x20dot\x20){0,2})(?P<last>[a-z]{2,12})\b)"
)
_BEGUN = re.compile(
    rb"(?:://|(?<![0-9A-Za-z.-])www|[0-9A-Za-z._+-]\x20at\x20|@)[0-9A-Za-z.-]*(?:\x20dot\x20[0-9A-Za-z-]+){0,3}\Z"
)
_ENDS_ALOUD = re.compile(rb"[/.,;:!?)\]>\"'`]|[\x20\t]{0,4}(?:[\r\n]|\Z)")
_ARTICLES = (b"the", b"a", b"this", b"that", b"each", b"every")

_MARK = re.compile(
    rb"|".join(
        [
            # Between characters of a host or a path; a segment of a path may begin with a dot.
            rb"(?P<dot>(?<=[0-9A-Za-z\x80-\xff_%/-])" + _DOT + rb"(?=[0-9A-Za-z\x80-\xff_%-])",
            rb"(?<=" + _WORD + rb")\\(?:\.|\[\.\\\])(?=" + _WORD + rb")",
            _BEHIND_WORD + _DOT_WORD + rb"\x20?(?=" + _WORD + rb"))",
            # Before a host with more than one label; elsewhere "[at]" is an index or a word.
            rb"(?P<at>(?:(?<=[0-9A-Za-z_+-])|(?<=[0-9A-Za-z_+-]\x20))" + _OPEN + rb"(?:@|[aA][tT])" + _CLOSE + rb"\x20?"
            rb"(?=[0-9A-Za-z\x80-\xff-]{1,63}+(?:\." + _WORD + rb"|" + _DOT + rb"|\x20?" + _DOT_WORD + rb"|\\\.)))",
            rb"(?P<slash>(?<=[0-9A-Za-z\x80-\xff_%-])\[/\])",
            # Before a port, after a scheme, and in "mailto:".
            rb"(?P<colon>(?<=" + _WORD + rb")\[:\](?=[0-9A-Za-z?])",
            rb"(?<=[mM][aA][iI][lL][tT][oO])" + _OPEN + rb":" + _CLOSE + rb")",
        ]
    )
)  # fmt: skip

_MEANT = {"dot": b".", "at": b"@", "slash": b"/", "colon": b":"}

# "http:\\\\host\\path", "http__host", letters of the scheme in brackets, one bracket of two, "<.>", "[.]" in blanks.
_WEB = re.compile(rb"(?<![0-9A-Za-z])(?:https?|ftps?)\Z", re.IGNORECASE)
_BEFORE_S = re.compile(rb"(?<![0-9A-Za-z])(?:h[txz*_+0]{2,3}p|xxp)\Z", re.IGNORECASE)
_BACKSLASHES = re.compile(rb":\\\\" + _HOST_FOLLOWS)
_UNDERSCORES = re.compile(rb"__" + _HOST_FOLLOWS)
_LETTERS = re.compile(rb"[\[({](?:(?P<http>[txz*_+0]{2}[\])}]p(?P<s>s|\[s\])?)|s[\])}])(?=:|[\[({]:)", re.IGNORECASE)
_HALF = re.compile(rb"(?<=" + _WORD + rb")(?:<\.>|\[\.(?![\])}])(?![0-9A-Za-z.-]{0,63}+\])|\.\])(?=" + _WORD + rb")")
_BETWEEN_BLANKS = re.compile(
    rb"(?<=" + _WORD + rb"\x20)\[\.\]\x20(?:(?P<more>[0-9A-Za-z-]{0,20}+\x20\[\.\]\x20)|(?P<last>[a-z]{2,12})\b)"
)
_BLANK = re.compile(rb"\x20?" + _HOST_FOLLOWS)

_LOCAL_PART = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.!#$%&'*+-_~"
_LONGEST_LOCAL_PART = 64  # RFC 5321 §4.5.3.1.1

_ANCHOR = re.compile(
    rb"[\[({<][.:/@dDaAtTxXsS]|\\[.\[0-9A-Za-z]|:[/\[({\\]|\.\]|__|\x20(?:dot\x20|:\x20?//|t\x20t\x20p|at\x20)"
)


def refanged(text: bytes) -> tuple[bytes, list[tuple[int, int]]]:
    """Return a text with its marks decoded, and the start and end of each mark in the text."""
    out, at = b"", 0
    places = []
    for anchor in _ANCHOR.finditer(text):
        found = mark(text, anchor.start()) if anchor.start() >= at else None
        if found is not None:
            begin, end, meant = found
            out += text[at:begin] + meant
            at = end
            places.append((begin, end))
    return out + text[at:], places


def mark(text: bytes, anchor: int) -> tuple[int, int, bytes] | None:
    """Return the start, the end and the meaning of the mark at an anchor; None without one."""
    if text[anchor] == 32:
        if text[anchor + 1] in b"da":
            return _aloud(text, anchor)
        match = _SPACED_SCHEME.match(text, anchor)
        if (
            match is not None
            and text[anchor - 1 : anchor].lower() == b"h"
            and not text[anchor - 2 : anchor - 1].isalnum()
        ):
            return anchor - 1, match.end(), b"https://" if match["s"] else b"http://"
        match = _SPACED_SEPARATOR.match(text, anchor)
        if match is None:
            return None
    elif text[anchor] in b"<." or (
        text[anchor + 1] == 46 and text[anchor] != 92 and text[anchor + 2 : anchor + 3] not in CLOSE
    ):
        return _half(text, anchor)
    elif text[anchor] == 95 or (text[anchor] == 92 and text[anchor + 1] not in b".["):
        return _separators(text, anchor)
    elif text[anchor + 1] in b"tTxXsS":
        return _letters(text, anchor)
    else:
        match = _separator(text, anchor)
    if match is not None:
        end = match.end()
        scheme = _SCHEME.search(text, max(0, anchor - _LONGEST_SCHEME), anchor)
        if scheme is not None:
            meant = (b"http" if scheme["http"] else b"ftp") + (b"s" if scheme["s"] else b"")
            return scheme.start(), _after_blank(text, end), meant + b"://"
        return (anchor, end, b"://") if match[0] != b"://" and text[anchor - 1 : anchor].isalnum() else None
    if text[max(0, anchor - 1) : anchor + 4] == b" [.] ":
        return _between_blanks(text, anchor)
    match = _MARK.match(text, anchor)
    if match is None or match.lastgroup is None:
        return None
    begin = anchor - 1 if anchor and text[anchor - 1] == 32 else anchor
    if match.lastgroup == "at" and 32 in text[begin : match.end()] and not _address_before(text, begin):
        return None
    return begin, match.end(), _MEANT[match.lastgroup]


def _separator(text: bytes, anchor: int) -> re.Match[bytes] | None:
    """Return a match of the separator of scheme and host at an anchor, or just before its colon."""
    if text.find(b":", anchor, anchor + 2) < 0:
        return None
    match = _BACKSLASHES.match(text, anchor)
    return match if match and _web(text, anchor) else _SEPARATOR.match(text, anchor)


def _web(text: bytes, end: int) -> tuple[int, bytes] | None:
    """Return the start of the scheme before ``end``, altered or not, and its meaning with the slashes."""
    scheme = _SCHEME.search(text, max(0, end - _LONGEST_SCHEME), end)
    if scheme is not None:
        return scheme.start(), (b"http" if scheme["http"] else b"ftp") + scheme["s"].lower() + b"://"
    plain = _WEB.search(text, max(0, end - _LONGEST_SCHEME), end)
    return (plain.start(), plain[0].lower() + b"://") if plain else None


def _after_blank(text: bytes, end: int) -> int:
    return end + (text[end : end + 1] == b" " and _BLANK.match(text, end) is not None)


def _half(text: bytes, anchor: int) -> tuple[int, int, bytes] | None:
    match = _HALF.match(text, anchor)
    if match is None:
        return None
    return anchor, match.end(), b"."


def _separators(text: bytes, anchor: int) -> tuple[int, int, bytes] | None:
    """Return the mark at two underscores after a scheme, or at a backslash in ``http:\\\\host\\path``."""
    if text[anchor] == 95:
        web = _web(text, anchor) if _UNDERSCORES.match(text, anchor) else None
        return web and (web[0], anchor + 2, web[1])
    at = anchor
    while at > max(0, anchor - 63) and text[at - 1] > 32:
        at -= 1
    at = text.find(b":\\\\", at, anchor - 1)
    return (anchor, anchor + 1, b"/") if at > 0 and _web(text, at) else None


def _letters(text: bytes, anchor: int) -> tuple[int, int, bytes] | None:
    match = _LETTERS.match(text, anchor)
    if match is None:
        return None
    secure = not match["http"] or match["s"]
    if match["http"]:
        if text[max(0, anchor - 1) : anchor].lower() != b"h" or text[max(0, anchor - 2) : max(0, anchor - 1)].isalnum():
            return None
        begin = anchor - 1
    elif (before := _BEFORE_S.search(text, max(0, anchor - _LONGEST_SCHEME), anchor)) is not None:
        begin = before.start()
    else:
        return None
    separator = _separator(text, match.end())
    if separator is None:
        return None
    return begin, _after_blank(text, separator.end()), b"https://" if secure else b"http://"


def _between_blanks(text: bytes, anchor: int) -> tuple[int, int, bytes] | None:
    match = _BETWEEN_BLANKS.match(text, anchor)
    if match is None:
        return None
    if not match["more"]:
        begun = _BEGUN.search(text, max(0, anchor - REACH), anchor - 1) is not None
        if not (match["last"] in TLDS or match["last"] in SPECIAL) or not (
            begun or _ENDS_ALOUD.match(text, match.end("last"))
        ):
            return None
    return anchor - 1, anchor + 4, b"."


def _aloud(text: bytes, anchor: int) -> tuple[int, int, bytes] | None:
    """Return the mark that the word "dot" or "at" at an anchor is, as :func:`mark` does; None for an ordinary word."""
    match = _ALOUD.match(text, anchor)
    if match is None or not text[anchor - 1 : anchor].isalnum():
        return None
    if match["last"] not in TLDS and match["last"] not in SPECIAL:
        return None
    if match["at"] and match["name"].partition(b" ")[0] in (b"", *_ARTICLES):
        return None
    if match["at"]:
        return anchor, match.end(), b"@"
    before = text[max(0, anchor - REACH) : anchor].rpartition(b" ")[2]
    if before.lower() in _ARTICLES:
        return None
    begun = _BEGUN.search(text, max(0, anchor - REACH + 1), anchor) is not None
    return (anchor, match.end(), b".") if begun or _ENDS_ALOUD.match(text, match.end("last")) else None


def _address_before(text: bytes, end: int) -> bool:
    """Return True if a local part of an address may end at ``end``; "(at)" between blanks may be a word."""
    before = text[max(0, end - _LONGEST_LOCAL_PART - 1) : end]
    rest = before.rstrip(_LOCAL_PART)
    return len(before) - len(rest) <= _LONGEST_LOCAL_PART and rest[-1:] not in (b"/", b"?", b"=", b"@", b",", b";")
