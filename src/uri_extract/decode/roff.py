r"""Decode the escape sequences of troff, keeping their places (groff(7), "Escape sequences"; groff_char(7)).

A sequence without text, such as the break point ``\:`` or a change of the font, is removed; a special character becomes
that character. A sequence never continues in the next line, so lines may be decoded one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

import uri_extract._compat._re as re
from uri_extract._compat._ascii import BACKSLASH
from uri_extract._compat._typing import Any, Final
from uri_extract.place.source_map import SourceMap
from uri_extract.rows import Rows

# A name after a letter: one character, two characters after "(", or any number in brackets.
_NAMED: Final = rb"(?:\([^\n]{2}|\[[^\]\n]{0,64}\]|[^\n(\[])"
_ESCAPE: Final = re.compile(
    # These begin a request, or a line that does not continue the text of the line before.
    rb"(?m:^(?P<control>[.']|\\&))|\\(?:\((?P<two>[^\n]{2})|\[(?P<name>[^\]\n]{0,64})\]|\*(?P<string>%s)"
    rb"|(?P<silent>[fFgkmMVYn]%s|n[-+]%s|s(?:[-+][0-9]|[1-3][0-9]|[0-9]|[-+]?(?:\([^\n]{2}|\[[^\]\n]{0,64}\]))"
    rb"|[bDhHlLNoRsSvwxZ]'[^'\n]{0,64}')|(?P<one>[\s\S]))" % (_NAMED, _NAMED, _NAMED)
)
# The text of sequences of one character; others stand for that character. Comments, device commands and escaped line
# feeds are kept.
_ONE: Final = {
    **dict.fromkeys("&:%/,)|^cdu{}!rap", ""), **dict.fromkeys(" ~0", " "), "e": "\\", "E": "\\", "t": "\t",
}  # fmt: skip
_KEPT: Final = '"#XY\n'
_CHARACTERS: Final = {
    "ti": "~", "ha": "^", "aq": "'", "dq": '"', "sl": "/", "rs": "\\", "at": "@", "sh": "#", "Do": "$", "lB": "[",
    "rB": "]", "lC": "{", "rC": "}", "ba": "|", "or": "|", "ul": "_", "ru": "_", "mi": "-", "hy": "-", "pl": "+",
    "eq": "=", "ga": "`", "en": "\u2013", "em": "\u2014", "lq": "\u201c", "rq": "\u201d", "oq": "\u2018",
    "cq": "\u2019", "la": "\u27e8", "ra": "\u27e9", "bu": "\u2022", "co": "\xa9", "rg": "\xae", "tm": "\u2122",
    "sc": "\xa7", "de": "\xb0", "ss": "\xdf",
}  # fmt: skip
# Strings that macro packages define: mdoc(7), man(7), and Pod::Man. Other strings are empty here.
_STRINGS: Final = {
    "Lt": "<", "Gt": ">", "Aq": "'", "lq": '"', "rq": '"', 'L"': '"', 'R"': '"', "--": "--", "Ba": "|", "Am": "&",
    "q": '"', "Lq": '"', "Rq": '"',
}  # fmt: skip
_CLOSING: Final = frozenset((b"fR", b"fP", b"f1", b"f[]", b"f[R]", b"f[P]", b"m[]"))
_CODE_POINT: Final = re.compile(r"u([0-9A-F]{4,6})\Z|char([0-9]{1,3})\Z")


def unescaped(text: bytes) -> bytes:
    r"""Return the text without escape sequences.

    >>> unescaped(rb"http://a.example/\:x\-y\(tiz")
    b'http://a.example/x-y~z'
    """
    return _ESCAPE.sub(_meant, text).replace(b"\0", b"") if BACKSLASH in text else text


class RoffDecoder:
    """Decodes whole lines, with the interface of :class:`~uri_extract.decode.character_references.TextDecoder`."""

    def __init__(self) -> None:
        self.map: Any = SourceMap()

    def feed(
        self, chunk: bytes, final: bool = False, verbatim: Sequence[tuple[int, int]] = (), size: int | None = None
    ) -> bytes:
        """Take the next ``size`` bytes of the chunk; return them decoded. ``verbatim`` is ignored."""
        end = len(chunk) if size is None else size
        parts: list[bytes] = []
        places, at = self.map, 0
        for found in _ESCAPE.finditer(chunk, 0, end):
            meant = _meant(found)
            if meant == found[0]:
                continue
            begin, stop = found.span()
            places.copied(begin - at)
            places.replaced(len(meant), chunk[begin:stop])
            parts += (chunk[at:begin], meant)
            at = stop
        places.copied(end - at)
        parts.append(chunk[at:end])
        return b"".join(parts)

    def move_rows(
        self, found: Rows, begin: int, line_place: tuple[int, int]
    ) -> tuple[int, tuple[int, int]]:  # fmt: skip
        """Leave all rows to the caller: an escape sequence may be in any of them, or before it in its line."""
        return begin, line_place


def _meant(found: re.Match[bytes]) -> bytes:
    if found["control"] is not None:
        return b"\0"
    if found["one"] is not None:
        sign = found["one"].decode("latin-1")
        if sign in _KEPT or sign >= "\x80":
            return found[0]
        return _ONE.get(sign, sign).encode()
    if (silent := found["silent"]) is not None:
        # The font returns to the previous one, and the next letter belongs to a script without blanks between words.
        return b"\0" if silent in _CLOSING and found.string[found.end() : found.end() + 1] > b"\x7f" else b""
    if found["string"] is not None:
        name = found["string"]
        name = name[1:-1] if name[:1] == b"[" else name[1:] if name[:1] == b"(" else name
        return _STRINGS.get(name.decode("latin-1"), "").encode()
    name = (found["two"] or found["name"] or b"").decode("latin-1")
    number = _CODE_POINT.match(name)
    if number is not None:
        point = int(number[1], 16) if number[1] else int(number[2])
        return chr(point).encode() if point < 0x110000 and not 0xD800 <= point < 0xE000 and point else found[0]
    character = _CHARACTERS.get(name)
    return found[0] if character is None else character.encode()
