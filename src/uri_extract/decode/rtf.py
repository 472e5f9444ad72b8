r"""RTF (Rich Text Format 1.9.1), decoded to its text with the places kept.

A line break in the source is no character, ``\'e9`` is a byte in a charset, ``\u233`` a character with a fallback after
it, and a control word begins with ``\``. What a destination has (a header, a note, the instruction of a field) is a
text of its own; those that hold data (pictures, tables of fonts) have none.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections import deque
from functools import lru_cache

import uri_extract._re as re
from uri_extract._ascii import BACKSLASH
from uri_extract._typing import Any, Final, NamedTuple
from uri_extract.decode.code_pages import codec_of_code_page
from uri_extract.decode.source_map import SourceMap

#: What RTF begins with, and the first bytes among which it is looked for.
BEGINNING: Final = b"{\\rtf"
_HEAD: Final = 64
#: What is between two texts that nothing goes on over: a line with a NUL.
_SEPARATOR: Final = b"\n\0\n"
_TOKEN: Final = re.compile(
    rb"(?P<text>[^\\{}\r\n\x80-\xff]+)|(?P<brace>[{}])|[\r\n]+|(?P<high>[\x80-\xff])|\\'(?P<byte>[0-9A-Fa-f]{2})"
    rb"|\\(?P<word>[A-Za-z]{1,32})(?P<number>-?[0-9]{1,10})? ?|\\(?P<symbol>[\s\S])"
)
# Bytes of the longest token that begins with a backslash: a control word, its number and the blank after them.
_LONGEST: Final = 45
_MARK: Final = re.compile(rb"[\\{}]")
# Groups whose state is remembered; beyond that it is the one of the document. And bytes of the source, without any
# text, up to which they belong to the reference around them.
_MOST_GROUPS: Final = 1 << 10
_MOST_FONTS: Final = 1 << 12
_MOST_INSIDE: Final = 1 << 12

_TEXTS: Final = {
    **dict.fromkeys(("par", "line", "lbr", "softline"), "\n"), "tab": "\t",
    **dict.fromkeys(("cell", "nestcell", "row", "nestrow", "sect", "page", "column"), "\n\0\n"),
    "emdash": "\u2014", "endash": "\u2013", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005",
    "bullet": "\u2022", "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d",
}  # fmt: skip
# The hyphen that divides no lines is the hyphen that somebody typed; what may divide a word is nothing.
_SYMBOLS: Final = {
    b"\\": b"\\",
    b"{": b"{",
    b"}": b"}",
    b"~": b"\xc2\xa0",
    b"_": b"-",
    b"\r": b"\n",
    b"\n": b"\n",
    b"\t": b"\t",
}
_FONTS: Final = "fonttbl"
# Destinations without any text: data, names, and what says again in HTML what the document says.
_DATA: Final = frozenset((
    _FONTS, "colortbl", "stylesheet", "pict", "objdata", "themedata", "colorschememapping", "datastore",
    "latentstyles", "rsidtbl", "xmlnstbl", "bkmkstart", "bkmkend", "fontemb", "panose", "datafield", "mhtmltag",
))  # fmt: skip
# Destinations with a text of their own, beside all that a program need not know (``\*``).
_APART: Final = frozenset((
    "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf", "footnote", "annotation",
    "info", "title", "subject", "author", "manager", "company", "operator", "category", "keywords", "comment",
    "doccomm", "hlinkbase", "fldinst", "xe", "tc", "sn", "sv", "shptxt",
))  # fmt: skip
# Code pages that the document names by a word.
_OF_DOCUMENT: Final = {"ansi": 1252, "mac": 10000, "pc": 437, "pca": 850}
# All control words that mean something; others only begin a group, or stand for a character.
_MEANT: Final = frozenset(
    word.encode("ascii")
    for word in ("bin", "u", "f", "fcharset", "plain", "uc", "deff", "ansicpg", *_OF_DOCUMENT, *_TEXTS)
)
# Code pages of the charsets of fonts; of others, that of the document.
_CODE_PAGES: Final = {
    77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
    178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 255: 437,
}  # fmt: skip
_ASCII: Final = bytes(range(0x20, 0x7F))


class _Group(NamedTuple):
    """The state of a group: the characters after a Unicode one that stand for it, the font, and the destination."""

    fallback: int = 1
    font: int | None = None
    is_data: bool = False
    is_apart: bool = False
    has_fonts: bool = False


class RtfDecoder:
    """Decodes RTF as it comes, in chunks of any size."""

    def __init__(self) -> None:
        self.map: Any = SourceMap()
        self._held = b""  # the beginning of a token
        self._is_rtf: bool | None = None
        self._binary = 0  # bytes of data that follow
        self._group = _Group()
        self._groups: deque[_Group] = deque(maxlen=_MOST_GROUPS)
        self._begins = self._may_be_unknown = False  # a group; with the mark that a program need not know it
        self._left = 0  # characters that stand for the one before
        self._high = 0  # the first half of a character
        self._pending: Any = None  # a decoder that has the first byte of a character
        self._code_page = 1252
        self._fonts: dict[int, int] = {}  # their code pages
        self._font: int | None = None  # that is declared
        self._default_font: int | None = None
        self._inside = 0  # bytes of the source since the last text

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes; return the text that they complete, in UTF-8."""
        data = self._held + chunk if self._held else chunk
        if not self._is_rtf:
            if self._is_rtf is None:
                self._is_rtf = _begins_rtf(data, final)
                self._held = data if self._is_rtf is None else b""
            if self._is_rtf is None:
                return b""
            if not self._is_rtf:
                self.map.copied(len(data))
                return data
        end = len(data)
        surely = end if final else end - _LONGEST
        parts: list[bytes] = []
        at = passed = 0  # up to where the source is read, and from where on it has no text
        while at < end:
            if self._binary:
                size = min(self._binary, end - at)
                self._binary -= size
                at += size
                continue
            if self._group.is_data:
                mark = _MARK.search(data, at)
                at = end if mark is None else mark.start()
                if mark is None:
                    break
            if data[at] == BACKSLASH and at > surely:
                break
            one = self._left or self._pending is not None
            found = _TOKEN.match(data, at, at + 1) if one and data[at] != BACKSLASH else _TOKEN.match(data, at)
            if found is None:  # a backslash is the last byte
                at = end
                break
            text = self._meant(found)
            if text is not None:
                self._pass(data[passed:at])
                source = found[0]
                if text == source:
                    self.map.copied(len(text))
                else:
                    self.map.replaced(len(text), source)
                parts.append(text)
                passed = found.end()
                self._inside = 0
            at = found.end()
        self._pass(data[passed:at])
        self._held = data[at:]
        return b"".join(parts)

    def _pass(self, source: bytes) -> None:
        """Pass over what has no text: inside of a reference it is of that, unless there is much of it."""
        if source:
            self._inside += len(source)
            if self._inside > _MOST_INSIDE:
                self.map.jump(self.map.taken + len(source))
            else:
                self.map.replaced(0, source)

    def _meant(self, found: re.Match[bytes]) -> bytes | None:
        """Return the text of a token in UTF-8, None if it has none."""
        kind = found.lastgroup
        if kind == "word" or kind == "number":
            word = found["word"]
            if self._begins or self._left or word in _MEANT:
                return self._word(word.decode("ascii"), None if kind == "word" else int(found["number"]))
            return None
        if kind == "brace":
            return self._brace(found[0] == b"{")
        if kind is None:  # a line break
            return None
        if found["symbol"] == b"*":
            self._may_be_unknown = self._begins
            return None
        self._begins = self._may_be_unknown = False
        if self._group.is_data:
            return None
        if self._left:
            self._left -= 1
            return None
        if kind == "symbol":
            return _SYMBOLS.get(found["symbol"])
        if kind == "text" and self._pending is None:
            return found[0]
        return self._byte(bytes.fromhex(found["byte"].decode("ascii")) if kind == "byte" else found[0])

    def _brace(self, opens: bool) -> bytes | None:
        self._left = 0
        self._pending = None
        self._begins, self._may_be_unknown = opens, False
        group = self._group
        if opens:
            self._groups.append(group)
            if group.is_apart:
                self._group = group._replace(is_apart=False)
            return None
        self._group = self._groups.pop() if self._groups else _Group()
        return _SEPARATOR if group.is_apart else None

    def _byte(self, byte: bytes) -> bytes | None:
        """Return the character that a byte completes, in the code page of the font or else of the document."""
        decoder = self._pending
        if decoder is None:
            font = self._default_font if self._group.font is None else self._group.font
            page = self._code_page if font is None else self._fonts.get(font, self._code_page)
            characters = _characters(page)
            if characters is not None:
                return characters[byte[0]]
            decoder = getincrementaldecoder(_codec(page))("replace")
        text = decoder.decode(byte)
        self._pending = None if text else decoder
        return text.encode("utf-8", "replace") if text else None

    def _word(self, word: str, number: int | None) -> bytes | None:
        begins, may_be_unknown = self._begins, self._may_be_unknown
        self._begins = self._may_be_unknown = False
        if word == "bin":
            self._binary = max(0, number or 0)
            return None
        group = self._group
        if begins and not group.is_data:
            if word in _DATA:
                self._group = group._replace(is_data=True, has_fonts=word == _FONTS)
                return None
            if may_be_unknown or word in _APART:
                self._group = group._replace(is_apart=True)
                return _SEPARATOR
        if word == "u" and number is not None:
            return None if group.is_data else self._character(number)
        if self._left:
            self._left -= 1
            return None
        if group.is_data:
            if group.has_fonts:
                self._declare_font(word, number)
            return None
        if word in _TEXTS:
            return _TEXTS[word].encode()
        if word == "f":
            self._group = group._replace(font=number)
        elif word == "plain":
            self._group = group._replace(font=None)
        elif word == "uc":
            self._group = group._replace(fallback=max(0, number or 0))
        elif word == "deff":
            self._default_font = number
        elif word == "ansicpg":
            self._code_page = number or self._code_page
        elif word in _OF_DOCUMENT:
            self._code_page = _OF_DOCUMENT[word]
        return None

    def _declare_font(self, word: str, number: int | None) -> None:
        if word == "f":
            self._font = number
        elif word == "fcharset" and self._font is not None and number in _CODE_PAGES and len(self._fonts) < _MOST_FONTS:
            self._fonts[self._font] = _CODE_PAGES[number]

    def _character(self, number: int) -> bytes | None:
        """Return a character by its number, of which a signed one has 16 bits, as UTF-16 has it."""
        self._left = self._group.fallback
        point, high = number & 0xFFFF if number < 0 else number, self._high
        self._high = point if 0xD800 <= point < 0xDC00 else 0
        if self._high:
            return None
        if 0xDC00 <= point < 0xE000:
            point = 0x10000 + ((high - 0xD800) << 10) + point - 0xDC00 if high else 0xFFFD
        return chr(point).encode() if 0 <= point < 0x110000 else b"\xef\xbf\xbd"


def _begins_rtf(data: bytes, final: bool) -> bool | None:
    """Return True if a document is RTF, whatever it is called; None if more of it must be seen."""
    first = data[:_HEAD].lstrip(b"\t\n\f\r ")[: len(BEGINNING)]
    if first == BEGINNING or final or len(data) >= _HEAD:
        return first == BEGINNING
    return None if BEGINNING.startswith(first) else False


@lru_cache(64)
def _codec(page: int) -> str:
    """Return the codec of a code page; the usual one for what extends ASCII in no way, as RTF does."""
    codec = codec_of_code_page(page)
    try:
        return codec if codec and _ASCII.decode(codec) == _ASCII.decode("ascii") else "cp1252"
    except (UnicodeError, LookupError):
        return "cp1252"


@lru_cache(64)
def _characters(page: int) -> tuple[bytes, ...] | None:
    """Return the characters of all bytes in UTF-8, None for a code page in which a character may have several."""
    decoder = getincrementaldecoder(_codec(page))("replace")
    characters = [decoder.decode(bytes([byte])) for byte in range(256)]
    return tuple(each.encode("utf-8", "replace") for each in characters) if all(characters) else None
