"""Text in other encodings than UTF-8: handed to the scanner as UTF-8, its places in bytes of the original.

An encoding that extends ASCII could be scanned as it is, but for the letters beyond it; UTF-16 and UTF-32 could not.
"""

from __future__ import annotations

import codecs
from functools import lru_cache

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING
from uri_extract.decode.labels import python_codec
from uri_extract.decode.source_map import Coding, SourceMap
from uri_extract.errors import UnknownCharset

if TYPE_CHECKING:
    from codecs import IncrementalDecoder
    from collections.abc import Iterator

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


codecs.register_error("uri_extract.kept", _kept)


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
        self._bytewise = is_bytewise(codec)

    def locate(self, kept: bytes, at: int, done: int, target: int) -> tuple[int, int]:
        while kept[target] & 0xC0 == 0x80:
            target -= 1
        return at + len(self.source(kept[done:target])), target

    def end(self, kept: bytes, at: int, done: int) -> int:
        following = done + 1
        while following < len(kept) and kept[following] & 0xC0 == 0x80:
            following += 1
        return at + len(self.source(kept[done:following]))

    def source(self, output: bytes) -> bytes:
        if self._bytewise and output.isascii():
            return output
        return output.decode("utf-8", "surrogatepass").encode(self._codec, self._errors)


_coding_of = lru_cache(64)(_Charset)


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
        self._errors = "replace" if codec.startswith(("utf-16", "utf-32")) else "uri_extract.kept"
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


# By codecs' names: what begins a section of other letters, and what ends one, or is one by itself. Between them is
# ASCII as it is.
_SHIFTS = (
    (re.compile(r"iso2022_kr"), re.compile(rb"[\x0e\x0f\x1b]"), re.compile(rb"\x0f|\x1b\$\)C")),
    (re.compile(r"iso2022"), re.compile(rb"\x1b"), re.compile(rb"\x1b\([BJ]")),
    (re.compile(r"hz"), re.compile(rb"~"), re.compile(rb"~[}~\n]")),
    (re.compile(r"utf-7"), re.compile(rb"\+"), re.compile(rb"[^A-Za-z0-9+/]")),
)

#: By the same names: sections of a sign alone, and what they mean before any shift.
_SIGNS = {"hz": {b"~~": b"~", b"~\n": b""}, "utf-7": {b"+-": b"+"}}

#: Bytes of a section that are placed where it begins. A longer one is several: of UTF-7, each of whole letters.
_SECTION = 4096


class ShiftingTranslator(Translator):
    """Translates text whose bytes mean other letters after a sign that says so, until another sign ends that.

    How many bytes letters had there cannot be found by encoding them again: a section is replaced as a whole.
    """

    def __init__(self, codec: str, begin: re.Pattern[bytes], end: re.Pattern[bytes]) -> None:
        super().__init__(codec)
        self.extends_ascii = False
        self._coding = _coding_of("latin-1", self._errors)  # between the sections: ASCII, or what is no letter
        self._begin = begin
        self._end = end
        self._held = b""  # what has come of the current section
        self._shifted = False  # it began before that
        self._is_base64 = self._codec == "utf-7"
        self._signs = _SIGNS.get(self._codec, {})
        # Korean letters are designated once, for all sections (RFC 1557).
        self._designation = b"\x1b$)C" if self._codec == "iso2022_kr" else b""

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the original; return what they are in UTF-8."""
        chunk = self._held + chunk
        self._held = b""
        out: list[bytes] = []
        at = 0
        while at < len(chunk):
            if not self._shifted:
                pair = chunk[at : at + 2]
                sign = self._signs.get(pair)
                if sign is not None:
                    after = at + 2
                    while chunk.startswith(pair, after):
                        after += 2
                    count = (after - at) // 2
                    for _ in range(count):
                        self.map.replaced(len(sign), pair)
                    out.append(sign * count)
                    at = after
                    continue
                begin = self._begin.search(chunk, at)
                plain = begin.start() if begin else len(chunk)
                if plain > at:
                    out.append(self._section(chunk[at:plain], False))
                at = plain
                if begin is None:
                    break
                if chunk[at : at + 2] in self._signs:
                    continue
            longest = at + _SECTION + (not self._shifted)  # and what begins it
            end = self._end.search(chunk, at, longest)
            after = end.end() if end else longest
            if after > len(chunk) and not final:
                self._held = chunk[at:]
                break
            out.append(self._section(chunk[at:after], True, end is None))
            self._shifted = end is None
            at = after
        if final:
            rest = self._decoder.decode(b"", True).encode("utf-8", "surrogatepass")
            self.map.replaced(len(rest), b"")
            out.append(rest)
        return b"".join(out)

    def _section(self, text: bytes, shifted: bool, goes_on: bool = False) -> bytes:
        whole = text
        if self._is_base64 and self._shifted:  # each by itself: the decoder would keep all of them up to the last
            whole = b"" if text == b"-" else text if len(text) == 1 and not goes_on else b"+" + text
        utf8 = self._decoded(whole + b"-" * (self._is_base64 and goes_on), goes_on).encode("utf-8", "surrogatepass")
        if shifted:
            self.map.replaced(len(utf8), text)
        elif utf8 == text:
            self.map.copied(len(text))
        else:
            self.map.encoded(len(utf8), len(text), utf8, self._coding)
        return utf8

    def _decoded(self, text: bytes, goes_on: bool) -> str:
        """Return a section decoded. Nothing of it is left in the decoder: what follows comes in chunks of any size."""
        try:
            found = self._decoder.decode(text)
            pending = b"" if goes_on else self._decoder.getstate()[0]
        except UnicodeError:  # an escape sequence that does not end: "pending buffer overflow"
            found, pending = "", text
        if not goes_on:
            self._decoder.reset()
            if self._designation:
                self._decoder.decode(self._designation)
        return found + pending.decode("ascii", self._errors)


def translator(codec: str) -> Translator:
    """Return what translates text in a codec of Python's, by any of its names."""
    name, shifts = _translates(codec)
    return Translator(name) if shifts is None else ShiftingTranslator(name, *shifts)


@lru_cache(64)
def _translates(codec: str) -> tuple[str, tuple[re.Pattern[bytes], re.Pattern[bytes]] | None]:
    """Return the codec's own name, and what begins and ends its sections of other letters."""
    codec = codecs.lookup(codec).name
    return codec, next(((begin, end) for names, begin, end in _SHIFTS if names.match(codec)), None)
