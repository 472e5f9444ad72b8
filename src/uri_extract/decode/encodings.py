"""Text in other encodings than UTF-8: handed to the scanner as UTF-8, its places in bytes of the original.

An encoding that extends ASCII could be scanned as it is, but for the letters beyond it; UTF-16 and UTF-32 could not.
"""

from __future__ import annotations

import codecs
from functools import lru_cache

from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.decode.labels import python_codec
from uri_extract.decode.source_map import BytewiseCoding, Coding, SourceMap
from uri_extract.errors import UnknownCharset
from uri_extract.scan import variant

if TYPE_CHECKING:
    from codecs import IncrementalDecoder
    from collections.abc import Iterator

_KERNEL: Final = variant("uri_extract.decode._shifts")

# The longer ones first: UTF-32's mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_MARK_BEGINS = frozenset(mark[:1] for mark, _ in _MARKS)

#: Bytes that show if a document begins with a byte order mark.
LONGEST_MARK = 4

#: These need no translation: what is not UTF-8 in them ends a reference, and a byte order mark does so too.
AS_IT_IS = frozenset({"utf-8", "ascii", "utf-8-sig"})

# They name no byte order: a mark does, or it is what nearly all have (WHATWG Encoding §4.2: "utf-16" is "utf-16le").
_UNORDERED = frozenset({"utf-16", "utf-32"})

# Characters of a charset's name that an error shows.
_MOST_SHOWN = 60


def marked(beginning: bytes) -> str | None:
    """Return the encoding that a document's beginning names with a byte order mark, None where they do not."""
    if beginning[:1] not in _MARK_BEGINS:  # as nearly all
        return None
    return next((name for mark, name in _MARKS if beginning.startswith(mark)), None)


def translated(charset: str | None) -> str | None:
    """Return the codec's name where text in ``charset`` must be translated, else None; raises UnknownCharset."""
    if charset is None:
        return None
    codec = python_codec(charset)
    if codec is None:
        raise UnknownCharset(f"unknown charset {shortened(charset)!r}")
    return None if codec in AS_IT_IS else codec


def shortened(text: str) -> str:
    """Return a charset's name as an error shows it."""
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def _kept(error: UnicodeError) -> tuple[str | bytes, int]:
    """Keep what cannot be decoded as surrogates, as "surrogateescape" does; that raises for bytes of ASCII."""
    if isinstance(error, UnicodeDecodeError):
        bad = error.object[error.start : error.end]
        return "".join([chr(0xDC00 + byte) if byte > 127 else "\ufffd" for byte in bad]), error.end
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return bytes([ord(char) - 0xDC00 if "\udc80" <= char <= "\udcff" else 63 for char in text]), error.end


#: The name of that for codecs.
KEPT: Final = "uri_extract.kept"
codecs.register_error(KEPT, _kept)


# In these a byte below 128 is always that character, wherever it is.
_BYTEWISE = ("iso8859", "cp125", "koi8", "mac-", "cp437", "cp850", "cp852", "cp866", "latin", "tis-620", "cp874")


def is_bytewise(codec: str) -> bool:
    """Whether in that codec a letter is a byte, and ASCII is unchanged."""
    return codec.startswith(_BYTEWISE)


class _Charset(Coding):
    """Text in a charset, of which the UTF-8 is kept: its bytes are those that this is encoded to."""

    def __init__(self, codec: str, errors: str) -> None:
        self._codec = codec
        self._errors = errors

    def first(self, kept: bytes, target: int) -> int:
        while kept[target] & 0xC0 == 0x80:
            target -= 1
        return target

    def locate(self, kept: bytes, at: int, done: int, target: int) -> int:
        return at + len(self.source(kept[done:target]))

    def end(self, kept: bytes, at: int, done: int) -> int:
        following = done + 1
        while following < len(kept) and kept[following] & 0xC0 == 0x80:
            following += 1
        return at + len(self.source(kept[done:following]))

    def source(self, output: bytes) -> bytes:
        return output.decode("utf-8", "surrogatepass").encode(self._codec, self._errors)


@lru_cache(64)
def _coding_of(codec: str, errors: str) -> Coding:
    return BytewiseCoding(codec, errors) if is_bytewise(codec) else _Charset(codec, errors)


@lru_cache(64)
def _extends_ascii(codec: str) -> bool:
    return b"<".decode(codec, "replace") == "<"


class Translator:
    """Translates one document's bytes to UTF-8, and places in that back.

    What cannot be decoded becomes a character that ends a reference and stands for as many bytes.
    """

    def __init__(self, codec: str) -> None:
        self.map: SourceMap = SourceMap(is_text=False)
        self._codec = codec
        # UTF-16 and UTF-32 replace a unit by a unit; other codecs keep a byte that they do not know as a surrogate.
        # Where all of ASCII is known Python's own handler does the same, without a call of Python code for each byte.
        self._errors = "replace" if codec.startswith(("utf-16", "utf-32")) else KEPT
        self._bytewise = is_bytewise(codec)
        if self._bytewise:
            self._errors = "surrogateescape"
            self._coding = _coding_of(codec, self._errors)
        else:
            self._decode_in(codec)
        self._beginning: bytes | None = b"" if codec in _UNORDERED else None
        # Some letters of these have two codes, and not always with as many bytes: 0x8FA2B7 of EUC-JP is "~".
        self._ambiguous = not self._bytewise and not codec.startswith("utf")
        #: Whether bytes of ASCII keep their places, as long as no others came.
        self.extends_ascii: bool = self._bytewise or _extends_ascii(codec)

    @property
    def codec(self) -> str:
        """The name of the codec."""
        return self._codec

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the original; return what they are in UTF-8."""
        if self._bytewise:
            if chunk.isascii():
                self.map.copied(len(chunk))
                return chunk
            utf8 = chunk.decode(self._codec, self._errors).encode("utf-8", "surrogatepass")
            self.map.encoded(len(utf8), len(chunk), utf8, self._coding)
            return utf8
        if self._beginning is not None:
            chunk = self._beginning + chunk
            if len(chunk) < LONGEST_MARK and not final:
                self._beginning = chunk
                return b""
            self._beginning = None
            self._decode_in(marked(chunk) or self._codec + "-le")
        waiting = self._decoder.getstate()[0]
        text = self._decoder.decode(chunk, final)
        size = len(waiting) + len(chunk) - len(self._decoder.getstate()[0])
        utf8 = text.encode("utf-8", "surrogatepass")
        if utf8 == chunk and len(chunk) == size and chunk.isascii():
            self.map.copied(size)
            return chunk
        if self._ambiguous and (source := (waiting + chunk)[:size]) != text.encode(self._codec, self._errors):
            return b"".join(self._letters(source))
        self.map.encoded(len(utf8), size, utf8, self._coding)
        return utf8

    def _decode_in(self, codec: str) -> None:
        self._codec = codec
        self._decoder: IncrementalDecoder = codecs.getincrementaldecoder(codec)(self._errors)
        self._coding = _coding_of(codec, self._errors)

    def _letters(self, source: bytes) -> Iterator[bytes]:
        """Decode text in which some letters may have other bytes than those they are encoded to."""
        decoder = codecs.getincrementaldecoder(self._codec)(self._errors)
        for line in source.splitlines(keepends=True):
            held = decoder.getstate()[0]  # of a letter that is not whole: a line break may be one of its bytes
            if not held:
                letters = decoder.decode(line)
                if not decoder.getstate()[0] and letters.encode(self._codec, self._errors) == line:
                    yield self._letter(letters, line)
                    continue
                decoder.reset()
            line = held + line
            at = 0
            for end in range(len(held) + 1, len(line) + 1):
                letters = decoder.decode(line[end - 1 : end])
                if letters:
                    begin, at = at, end - len(decoder.getstate()[0])
                    yield self._letter(letters, line[begin:at])
        held = decoder.getstate()[0]
        if held:
            yield self._letter(decoder.decode(b"", True), held)

    def _letter(self, letters: str, source: bytes) -> bytes:
        """Note letters that were decoded from these bytes; return them in UTF-8."""
        utf8 = letters.encode("utf-8", "surrogatepass")
        if utf8 == source:
            self.map.copied(len(utf8))
        elif letters.encode(self._codec, self._errors) == source:
            self.map.encoded(len(utf8), len(source), utf8, self._coding)
        else:
            self.map.replaced(len(utf8), source)
        return utf8


# By the beginning of codecs' names: bytes that begin a section of other letters, what ends one, or is one by itself,
# and sections of a sign alone, with what they mean. Between them is ASCII as it is.
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SHIFTS: Final[tuple[tuple[str, bytes, tuple[bytes, ...], dict[bytes, bytes]], ...]] = (
    ("iso2022_kr", b"\x0e\x0f\x1b", (b"\x0f", b"\x1b$)C"), {}),
    ("iso2022", b"\x1b", (b"\x1b(B", b"\x1b(J"), {}),
    ("hz", b"~", (b"~}", b"~~", b"~\n"), {b"~~": b"~", b"~\n": b""}),
    ("utf-7", b"+", tuple(bytes((byte,)) for byte in range(256) if byte not in _BASE64), {b"+-": b"+"}),
)
#: Korean letters are designated once, for all sections (RFC 1557).
_DESIGNATIONS: Final = {"iso2022_kr": b"\x1b$)C"}
#: What sections mean depends on what was designated before them (RFC 1557, RFC 1554).
_DEPENDENT: Final = ("iso2022_kr", "iso2022_jp_2")


class ShiftingTranslator(Translator):
    """Translates text whose bytes mean other letters after a sign that says so, until another sign ends that.

    How many bytes letters had there cannot be found by encoding them again: a section is replaced as a whole.
    """

    def __init__(self, codec: str, shifts: Any) -> None:
        self.map: SourceMap = SourceMap(is_text=False)
        self._codec = codec
        self.extends_ascii = False
        self._shifts = shifts
        #: What has come of the current section, and how much of that was searched for its end; whether it began before;
        #: whether each means what it does alone.
        self.held: bytes = b""
        self.searched: int = 0
        self.shifted: bool = False
        self.independent: bool = codec not in _DEPENDENT
        self._incremental: IncrementalDecoder | None = None

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the original; return what they are in UTF-8."""
        if self.held:
            chunk, self.held = self.held + chunk, b""
        utf8: bytes = self._shifts.read(self, chunk, final)
        if not self.held:
            self.searched = 0
        if final and self._incremental is not None:
            rest = self._incremental.decode(b"", True).encode("utf-8", "surrogatepass")
            self.map.replaced(len(rest), b"")
            utf8 += rest
        return utf8

    def section(self, text: bytes, shifted: bool, goes_on: bool) -> bytes:
        """Return a section in UTF-8, and note it in the map."""
        whole = text
        is_base64 = self._codec == "utf-7"
        if is_base64 and self.shifted:  # each by itself: the decoder would keep all of them up to the last
            whole = b"" if text == b"-" else text if len(text) == 1 and not goes_on else b"+" + text
        utf8 = self._decoded(whole + b"-" * (is_base64 and goes_on), goes_on).encode("utf-8", "surrogatepass")
        if shifted:
            self.map.replaced(len(utf8), text)
            self.shifted = goes_on
        elif utf8 == text:
            self.map.copied(len(text))
        else:  # between the sections: ASCII, or what is no letter
            self.map.encoded(len(utf8), len(text), utf8, _coding_of("latin-1", KEPT))
        return utf8

    def _decoded(self, text: bytes, goes_on: bool) -> str:
        """Return a section decoded. Nothing of it is left in the decoder: what follows comes in chunks of any size."""
        decoder, designation = self._incremental, _DESIGNATIONS.get(self._codec, b"")
        if decoder is None:
            decoder = self._incremental = codecs.getincrementaldecoder(self._codec)(KEPT)
        try:
            found = decoder.decode(text)
            pending = b"" if goes_on else decoder.getstate()[0]
        except UnicodeError:  # an escape sequence that does not end: "pending buffer overflow"
            found, pending = "", text
        if not goes_on:
            decoder.reset()
            if designation:
                self.independent = not decoder.decode(designation)  # or it is text, after an escape sequence of others
        return found + pending.decode("ascii", KEPT)


def translator(codec: str) -> Translator:
    """Return what translates text in a codec of Python's, by any of its names."""
    name, shifts = _translates(codec)
    return Translator(name) if shifts is None else ShiftingTranslator(name, shifts)


@lru_cache(64)
def _translates(codec: str) -> tuple[str, Any]:
    """Return the codec's own name, and what its sections of other letters are."""
    codec = codecs.lookup(codec).name
    for name, begins, ends, signs in _SHIFTS:
        if codec.startswith(name):
            decode = None if name == "utf-7" else codecs.getdecoder(codec)
            return codec, _KERNEL.Shifts(begins, ends, signs, decode, _DESIGNATIONS.get(name, b""))
    return codec, None
