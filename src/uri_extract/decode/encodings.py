"""Translate text in other encodings to UTF-8 for the scanner, and map positions back to bytes of the original.

In an encoding that extends ASCII, URIs of ASCII characters could be found without this, but no others; in UTF-16 and
UTF-32, none could.
"""

from __future__ import annotations

import codecs
from codecs import IncrementalDecoder
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, Final
from uri_extract.decode._shifts import Shifts
from uri_extract.decode.labels import python_codec
from uri_extract.errors import UnknownCharset
from uri_extract.place.source_map import BytewiseCoding, Coding, SourceMap

# The longer marks first: the little-endian mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_MARK_BEGINS = frozenset(mark[:1] for mark, _ in _MARKS)

#: Bytes that show if a document begins with a byte order mark.
LONGEST_MARK = 4

#: Encodings that need no translation: a reference ends at bytes that are not UTF-8, and at a byte order mark.
AS_IT_IS = frozenset({"utf-8", "ascii", "utf-8-sig"})

# Encodings whose names do not include the byte order. A byte order mark determines it; without a mark it is
# little-endian (WHATWG Encoding §4.2: "utf-16" is a label of UTF-16LE).
_UNORDERED = frozenset({"utf-16", "utf-32"})

# The most characters of a charset's name in an error message.
_MOST_SHOWN = 60


def marked(beginning: bytes) -> str | None:
    """Return the encoding of the byte order mark that a document begins with, None without a mark."""
    if beginning[:1] not in _MARK_BEGINS:  # nearly always
        return None
    return next((name for mark, name in _MARKS if beginning.startswith(mark)), None)


def translated(charset: str | None) -> str | None:
    """Return the name of the codec from which text in ``charset`` must be translated; None if it need not be.

    Raises UnknownCharset.
    """
    if charset is None:
        return None
    codec = python_codec(charset)
    if codec is None:
        raise UnknownCharset(f"unknown charset {shortened(charset)!r}")
    return None if codec in AS_IT_IS else codec


def shortened(text: str) -> str:
    """Return a charset's name, cut for an error message."""
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def _kept(error: UnicodeError) -> tuple[str | bytes, int]:
    """Decode invalid bytes as surrogates, and restore them when encoding.

    Unlike "surrogateescape", this accepts invalid bytes below 128: they become U+FFFD.
    """
    if isinstance(error, UnicodeDecodeError):
        bad = error.object[error.start : error.end]
        return "".join([chr(0xDC00 + byte) if byte > 127 else "\ufffd" for byte in bad]), error.end
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return bytes([ord(char) - 0xDC00 if "\udc80" <= char <= "\udcff" else 63 for char in text]), error.end


#: The name of this error handler.
KEPT: Final = "uri_extract.kept"
codecs.register_error(KEPT, _kept)


# The beginnings of the names of codecs in which a byte below 128 is always that character of ASCII.
_BYTEWISE = ("iso8859", "cp125", "koi8", "mac-", "cp437", "cp850", "cp852", "cp866", "latin", "tis-620", "cp874")


def is_bytewise(codec: str) -> bool:
    """Return True if every character is one byte in this codec, and ASCII is unchanged."""
    return codec.startswith(_BYTEWISE)


_REPLACEMENT: Final = "\ufffd"
_SURROGATES: Final = re.compile("[\udc80-\udcff]")
_NOT_ASCII: Final = bytes(range(0x80, 0x100))
_NOT_NUL: Final = b"\0" + b"\xff" * 255  # a translation of bytes


class _Charset(Coding):
    """Maps UTF-8, which is kept, to the bytes of another charset by encoding it again."""

    def __init__(self, codec: str, errors: str) -> None:
        self._codec = codec
        self._errors = errors

    def first(self, kept: bytes, target: int) -> int:
        while kept[target] & 0xC0 == 0x80:
            target -= 1
        return target

    def locate(self, kept: bytes, at: int, done: int, target: int) -> int:
        # Invalid bytes, which are kept as surrogates, are counted without calling the handler of errors for each.
        text = _SURROGATES.sub("\0", kept[done:target].decode("utf-8", "surrogatepass"))
        return at + len(text.encode(self._codec, "replace"))

    def end(self, kept: bytes, at: int, done: int) -> int:
        following = done + 1
        while following < len(kept) and kept[following] & 0xC0 == 0x80:
            following += 1
        return self.locate(kept, at, done, following)

    def source(self, output: bytes) -> bytes:
        return output.decode("utf-8", "surrogatepass").encode(self._codec, self._errors)


@lru_cache(64)
def _coding_of(codec: str, errors: str) -> Coding:
    return BytewiseCoding(codec, errors) if is_bytewise(codec) else _Charset(codec, errors)


class Translator:
    """Translates the bytes of one document to UTF-8, and maps positions in the UTF-8 back.

    Bytes that cannot be decoded become characters that end a reference and are mapped to these bytes.
    """

    def __init__(self, codec: str) -> None:
        self.map: SourceMap = SourceMap(is_text=False)
        self._codec = codec
        # In UTF-16 and UTF-32 an invalid unit is replaced by one unit; in other codecs an invalid byte is kept as a
        # surrogate. In codecs that define all of ASCII, Python's own handler does the same without calling Python. In
        # others, invalid bytes are replaced and then restored, as a call of Python for each takes a microsecond.
        self._errors = "replace" if codec.startswith(("utf-16", "utf-32")) else KEPT
        self._bytewise = is_bytewise(codec)
        if self._bytewise:
            self._errors = "surrogateescape"
            self._coding = _coding_of(codec, self._errors)
        else:
            self._decode_in(codec)
        self._beginning: bytes | None = b"" if codec in _UNORDERED else None
        # Some characters have two codes, which may differ in length: in EUC-JP, "~" is 0x7E and 0x8FA2B7.
        self._ambiguous = not self._bytewise and not codec.startswith("utf")

    @property
    def codec(self) -> str:
        """The name of the codec."""
        return self._codec

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the original; return their text in UTF-8."""
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
        state = self._decoder.getstate()
        waiting = state[0]
        text = self._decoder.decode(chunk, final)
        size = len(waiting) + len(chunk) - len(self._decoder.getstate()[0])
        utf8 = text.encode("utf-8", "surrogatepass")
        if utf8 == chunk and len(chunk) == size and chunk.isascii():
            self.map.copied(size)
            return chunk
        if self._ambiguous:
            source = (waiting + chunk)[:size]
            restored = self._restored(text, source)
            if restored is None:  # as for GB 18030, which encodes U+FFFD, too
                decoder = codecs.getincrementaldecoder(self._codec)(self._errors)
                decoder.setstate(state)
                restored = decoder.decode(chunk, final)
                if restored.encode(self._codec, self._errors) != source:
                    return b"".join(self._letters(source))
            if restored is not text:
                utf8 = restored.encode("utf-8", "surrogatepass")
        self.map.encoded(len(utf8), size, utf8, self._coding)
        return utf8

    def _decode_in(self, codec: str) -> None:
        self._codec = codec
        self._decoder: IncrementalDecoder = codecs.getincrementaldecoder(codec)("replace")
        self._coding = _coding_of(codec, self._errors)

    def _restored(self, text: str, source: bytes) -> str | None:
        """Return a text with its invalid bytes as surrogates; None if not all of its characters are encoded to
        ``source`` and all invalid bytes stand alone.
        """
        if _REPLACEMENT not in text:
            return text if text.encode(self._codec, "replace") == source else None
        encoded = text.replace(_REPLACEMENT, "\0").encode(self._codec, "replace")
        if len(encoded) != len(source):
            return None
        difference = int.from_bytes(source) ^ int.from_bytes(encoded)
        if difference & int.from_bytes(encoded.translate(_NOT_NUL)):
            return None
        invalid = difference.to_bytes(len(source)).translate(None, b"\0")
        between = text.split(_REPLACEMENT)
        if len(invalid) != len(between) - 1 or invalid.translate(None, _NOT_ASCII):
            return None
        return "".join(
            chain.from_iterable(zip(between, [*invalid.decode("ascii", "surrogateescape"), ""], strict=True))
        )

    def _letters(self, source: bytes) -> Iterator[bytes]:
        """Decode text in which some characters may have other bytes than the codec would encode them to."""
        decoder = codecs.getincrementaldecoder(self._codec)(self._errors)
        lines = codecs.getincrementaldecoder(self._codec)("replace")
        for line in source.splitlines(keepends=True):
            held = decoder.getstate()[0]  # the first bytes of a character: one of its bytes may be that of a line break
            if not held:
                letters = self._restored(lines.decode(line), line)
                if letters is not None and not lines.getstate()[0]:
                    yield self._letter(letters, line)
                    continue
                lines.reset()
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
        """Note in the map that ``letters`` were decoded from ``source``; return them in UTF-8."""
        utf8 = letters.encode("utf-8", "surrogatepass")
        if utf8 == source:
            self.map.copied(len(utf8))
        elif letters.encode(self._codec, self._errors) == source:
            self.map.encoded(len(utf8), len(source), utf8, self._coding)
        else:
            self.map.replaced(len(utf8), source)
        return utf8


# For codecs whose names begin so: the bytes that can begin a section in another character set; the byte strings that
# end a section, or are a whole section; and sections of two bytes with the ASCII that they mean. Outside the sections,
# text is ASCII.
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SHIFTS: Final[tuple[tuple[str, bytes, tuple[bytes, ...], dict[bytes, bytes]], ...]] = (
    ("iso2022_kr", b"\x0e\x0f\x1b", (b"\x0f", b"\x1b$)C"), {}),
    ("iso2022", b"\x1b", (b"\x1b(B", b"\x1b(J"), {}),
    ("hz", b"~", (b"~}", b"~~", b"~\n"), {b"~~": b"~", b"~\n": b""}),
    ("utf-7", b"+", tuple(bytes((byte,)) for byte in range(256) if byte not in _BASE64), {b"+-": b"+"}),
)
#: The escape sequence that designates Korean characters, once for all sections (RFC 1557).
_DESIGNATIONS: Final = {"iso2022_kr": b"\x1b$)C"}
#: Codecs in which the meaning of a section depends on earlier designations (RFC 1557, RFC 1554).
_DEPENDENT: Final = ("iso2022_kr", "iso2022_jp_2")


class ShiftingTranslator(Translator):
    """Translates text with sections in which bytes mean other characters, such as ISO-2022-JP and UTF-7.

    Encoding a section again need not give the same bytes, so a section is mapped as a whole.
    """

    def __init__(self, codec: str, shifts: Any) -> None:
        self.map: SourceMap = SourceMap(is_text=False)
        self._codec = codec
        self._shifts = shifts
        #: The bytes of an incomplete section; how many of them were searched for its end; True if an earlier part of it
        #: was already decoded; True if each section can be decoded without those before it.
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
        """Return ``text`` in UTF-8, and note it in the map.

        ``shifted``: it is a section, or part of one, not text between sections. ``goes_on``: the section continues.
        """
        whole = text
        is_base64 = self._codec == "utf-7"
        if is_base64 and self.shifted:  # one part at a time: the decoder would hold all of them
            whole = b"" if text == b"-" else text if len(text) == 1 and not goes_on else b"+" + text
        utf8 = self._decoded(whole + b"-" * (is_base64 and goes_on), goes_on).encode("utf-8", "surrogatepass")
        if shifted:
            self.map.replaced(len(utf8), text)
            self.shifted = goes_on
        elif utf8 == text:
            self.map.copied(len(text))
        else:  # between the sections: ASCII, and bytes that cannot be decoded
            self.map.encoded(len(utf8), len(text), utf8, _coding_of("latin-1", KEPT))
        return utf8

    def _decoded(self, text: bytes, goes_on: bool) -> str:
        """Return a section decoded.

        If the section ends, nothing of it is left in the decoder, so the result does not depend on the chunks.
        """
        decoder, designation = self._incremental, _DESIGNATIONS.get(self._codec, b"")
        if decoder is None:
            decoder = self._incremental = codecs.getincrementaldecoder(self._codec)(KEPT)
        try:
            found = decoder.decode(text)
            pending = b"" if goes_on else decoder.getstate()[0]
        except UnicodeError:  # an unfinished escape sequence: "pending buffer overflow"
            found, pending = "", text
        if not goes_on:
            decoder.reset()
            if designation:
                self.independent = not decoder.decode(designation)  # after other escape sequences it is text
        return found + pending.decode("ascii", KEPT)


def translator(codec: str) -> Translator:
    """Return a translator for a codec of Python, by any of its names."""
    name, shifts = _translates(codec)
    return Translator(name) if shifts is None else ShiftingTranslator(name, shifts)


@lru_cache(64)
def _translates(codec: str) -> tuple[str, Any]:
    """Return the codec's canonical name, and the kernel for its sections, or None if it has no sections."""
    codec = codecs.lookup(codec).name
    for name, begins, ends, signs in _SHIFTS:
        if codec.startswith(name):
            decode = None if name == "utf-7" else codecs.getdecoder(codec)
            return codec, Shifts(begins, ends, signs, decode, _DESIGNATIONS.get(name, b""))
    return codec, None
