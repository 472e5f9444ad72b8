"""Control words and symbols of RTF (Rich Text Format 1.9.1), and its charsets, for :mod:`uri_extract.decode._rtf`."""

from __future__ import annotations

import struct
from codecs import getincrementaldecoder
from contextlib import suppress
from functools import lru_cache

from uri_extract._compat._typing import Any, Final
from uri_extract.decode.labels import codec_of_code_page
from uri_extract.limits import MAX_OUTLOOK
from uri_extract.scan._kernel import SEPARATOR

#: The first bytes of RTF.
BEGINNING: Final = b"{\\rtf"

#: Control words that stand for characters, in UTF-8.
TEXTS: Final[dict[bytes, bytes]] = {
    **dict.fromkeys((b"par", b"line", b"lbr", b"softline"), b"\n"), b"tab": b"\t",
    **dict.fromkeys((b"cell", b"nestcell", b"row", b"nestrow", b"sect", b"page", b"column"), SEPARATOR),
    b"emdash": "\u2014".encode(), b"endash": "\u2013".encode(), b"emspace": "\u2003".encode(),
    b"enspace": "\u2002".encode(), b"qmspace": "\u2005".encode(), b"bullet": "\u2022".encode(),
    b"lquote": "\u2018".encode(), b"rquote": "\u2019".encode(), b"ldblquote": "\u201c".encode(),
    b"rdblquote": "\u201d".encode(),
}  # fmt: skip

#: Control symbols that stand for characters. The non-breaking hyphen is one that the author typed; an optional hyphen
#: ("-") has no text.
SYMBOLS: Final[dict[int, bytes]] = {
    ord("\\"): b"\\", ord("{"): b"{", ord("}"): b"}", ord("~"): b"\xc2\xa0", ord("_"): b"-", ord("\r"): b"\n",
    ord("\n"): b"\n", ord("\t"): b"\t",
}  # fmt: skip

#: The destination that declares fonts.
FONTS: Final = b"fonttbl"

#: Destinations without text: data, names, and HTML that repeats the document's text.
DATA: Final = frozenset((
    FONTS, b"colortbl", b"stylesheet", b"pict", b"objdata", b"themedata", b"colorschememapping", b"datastore",
    b"latentstyles", b"rsidtbl", b"xmlnstbl", b"bkmkstart", b"bkmkend", b"fontemb", b"panose", b"datafield",
    b"mhtmltag",
))  # fmt: skip

#: Destinations whose text is separate from the text around them, besides the optional destinations (``\\*``).
SEPARATE: Final = frozenset((
    b"header", b"headerl", b"headerr", b"headerf", b"footer", b"footerl", b"footerr", b"footerf", b"footnote",
    b"annotation", b"info", b"title", b"subject", b"author", b"manager", b"company", b"operator", b"category",
    b"keywords", b"comment", b"doccomm", b"hlinkbase", b"fldinst", b"xe", b"tc", b"sn", b"sv", b"shptxt",
))  # fmt: skip

#: What the text of an instruction of a field begins with, as in Word's binary documents ([MS-DOC] §2.8.25).
INSTRUCTION: Final = b"\x13"

#: Of HTML in RTF: the control word that declares it, the destination of markup, and what readers of HTML ignore.
HOLDS_HTML: Final = b"fromhtml"
HTML_TAG: Final = b"htmltag"
NOT_HTML: Final = b"htmlrtf"
# The bytes in which HTML is declared: one of the first ten control words (§2.1.3.1).
_HEADER: Final = 256

#: Control words that set the code page of the document.
CODE_PAGES: Final = {b"ansi": 1252, b"mac": 10000, b"pc": 437, b"pca": 850}

#: Control words that change the state of the decoder or stand for a character, wherever they are.
MEANINGFUL: Final = frozenset(
    (b"bin", b"u", b"f", b"fcharset", b"plain", b"uc", b"deff", b"ansicpg", HOLDS_HTML, NOT_HTML, *CODE_PAGES, *TEXTS)
)

#: Code pages for the charset numbers of fonts; fonts with other numbers have the document's code page.
CODE_PAGES_OF_CHARSETS: Final = {
    77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
    178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 255: 437,
}  # fmt: skip

_ASCII: Final = bytes(range(0x20, 0x7F))


def holds_html(rtf: bytes) -> bool:
    """Return True if the text of an RTF document is HTML."""
    return b"\\" + HOLDS_HTML in rtf[:_HEADER]


@lru_cache(64)
def _codec(page: int) -> str:
    """Return the codec of a code page; that of Windows-1252 for one that does not extend ASCII, as RTF itself does."""
    codec = codec_of_code_page(page)
    try:
        return codec if codec and _ASCII.decode(codec) == _ASCII.decode("ascii") else "cp1252"
    except (UnicodeError, LookupError):
        return "cp1252"


@lru_cache(64)
def characters_of(page: int) -> tuple[bytes, ...] | None:
    """Return the character of each byte in UTF-8; None for a code page that has characters of several bytes."""
    decoder = getincrementaldecoder(_codec(page))("replace")
    characters = [decoder.decode(bytes([byte])) for byte in range(256)]
    return tuple(each.encode("utf-8", "replace") for each in characters) if all(characters) else None


@lru_cache(1 << 12)
def decoded(page: int, state: Any, byte: int) -> tuple[bytes, Any]:
    """Return the text in UTF-8 that a byte completes, and None; or no text, and the state of the decoder after it.

    ``state`` is the state before the byte, None at the beginning of a character. Invalid bytes are replaced.
    """
    decoder = getincrementaldecoder(_codec(page))("replace")
    if state is not None:
        decoder.setstate(state)
    text = decoder.decode(bytes((byte,)))
    return (text.encode("utf-8", "replace"), None) if text else (b"", decoder.getstate())


# -- Decompress RTF as Outlook compresses it (MS-OXRTFCP) -------------------------------------------------------------

_COMPRESSION_HEADER: Final = struct.Struct("<4I")
_COMPRESSED: Final = 0x75465A4C  # "LZFu"
_PLAIN: Final = 0x414C454D  # "MELA"

# §2.1.3.1.4: the initial dictionary.
_INITIAL: Final = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS "
    b"Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    b"\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_SIZE: Final = 4096


def decompressed(data: bytes) -> bytes:
    """Return the RTF; if it is truncated, what is there. Raise ValueError if it is not compressed RTF."""
    if not data:
        return b""
    if len(data) < _COMPRESSION_HEADER.size:
        raise ValueError("compressed RTF without a header")
    _, size, kind, _ = _COMPRESSION_HEADER.unpack_from(data)
    if kind == _PLAIN:
        return data[_COMPRESSION_HEADER.size : _COMPRESSION_HEADER.size + size]
    if kind != _COMPRESSED:
        raise ValueError("neither compressed nor uncompressed RTF")
    window = bytearray(_INITIAL.ljust(_SIZE, b"\0"))
    write = len(_INITIAL)
    out = bytearray()
    at = _COMPRESSION_HEADER.size
    with suppress(IndexError):  # it is truncated
        while len(out) < min(size, MAX_OUTLOOK):
            control = data[at]
            at += 1
            for bit in range(8):
                if control >> bit & 1:
                    token = data[at] << 8 | data[at + 1]
                    at += 2
                    start, length = token >> 4, (token & 15) + 2
                    if start == write:  # §2.1.3.1.5: the end
                        return bytes(out)
                else:
                    window[write] = data[at]
                    at += 1
                    start, length = write, 1  # a copy of itself
                for step in range(length):  # it may include bytes written by this loop
                    window[write] = window[(start + step) % _SIZE]
                    out.append(window[write])
                    write = (write + 1) % _SIZE
    return bytes(out)
