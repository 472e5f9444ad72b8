"""Text in other encodings than UTF-8: handed to the scanner as UTF-8, its places told in bytes of the original.

An encoding that extends ASCII could be scanned as it is, but for the letters beyond it; UTF-16 and UTF-32 could not.
Sans-IO, and in bounded memory: what was scanned and settled is forgotten.
"""

from __future__ import annotations

import codecs
from collections import deque
from typing import TYPE_CHECKING

from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from codecs import IncrementalDecoder

# The longer ones first: UTF-32's mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

#: Bytes that tell whether a document begins with a byte order mark.
LONGEST_MARK = 4

#: These need no translation: what is not UTF-8 in them ends a reference, and a byte order mark does so too.
_AS_IT_IS = frozenset({"utf-8", "ascii", "utf-8-sig"})


class UnknownCharset(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A charset that Python has no codec for."""


def marked(beginning: bytes) -> str | None:
    """Return the encoding that a document's beginning names with a byte order mark, None where they do not."""
    return next((name for mark, name in _MARKS if beginning.startswith(mark)), None)


def translated(charset: str | None) -> str | None:
    """Return the codec's name where text in ``charset`` must be translated, else None; raises UnknownCharset."""
    if charset is None:
        return None
    try:
        codec = codecs.lookup(charset)
    except LookupError:
        raise UnknownCharset(f"unknown charset {charset!r}") from None
    return None if codec.name in _AS_IT_IS else codec.name


class Translator:
    """Translates one document's bytes to UTF-8, and places in that back.

    What cannot be decoded becomes a character that ends a reference and stands for as many bytes.
    """

    def __init__(self, codec: str) -> None:
        self._codec = codec
        # UTF-16 and UTF-32 replace a unit by a unit; other codecs keep a byte that they do not know as a surrogate.
        self._errors = "replace" if codec.startswith(("utf-16", "utf-32")) else "surrogateescape"
        self._decoder: IncrementalDecoder = codecs.getincrementaldecoder(codec)(self._errors)
        self._decoded = 0  # bytes of the original that became characters
        self._parts: deque[tuple[int, bytes]] = deque()  # where in the original, and what that is in UTF-8
        self._position = 0  # where in the UTF-8 the first part begins, now that what was asked for is cut off

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the original; return what they are in UTF-8."""
        waiting = len(self._decoder.getstate()[0])
        utf8 = self._decoder.decode(chunk, final).encode("utf-8", "surrogatepass")
        if utf8:
            self._parts.append((self._decoded, utf8))
        self._decoded += waiting + len(chunk) - len(self._decoder.getstate()[0])
        return utf8

    def place(self, position: int) -> int:
        """Return where in the original the byte ``position`` of the UTF-8 stands; never ask for one further back."""
        parts = self._parts
        while parts and position - self._position >= len(parts[0][1]):
            self._position += len(parts.popleft()[1])
        if not parts:
            return self._decoded
        begin, utf8 = parts[0]
        cut = position - self._position
        begin += self.length(utf8[:cut])
        parts[0] = (begin, utf8[cut:])
        self._position = position
        return begin

    def length(self, utf8: bytes) -> int:
        """Return how many bytes of the original this UTF-8 was."""
        return len(utf8.decode("utf-8", "surrogatepass").encode(self._codec, self._errors))

    def forget(self, position: int) -> None:
        """Say that no place before ``position`` will be asked for."""
        while self._parts and self._position + len(self._parts[0][1]) <= position:
            self._position += len(self._parts.popleft()[1])
