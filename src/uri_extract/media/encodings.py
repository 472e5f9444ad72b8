"""Text in other encodings than UTF-8: handed to the scanner as UTF-8, its places told in bytes of the original.

An encoding that extends ASCII could be scanned as it is, but for the letters beyond it; UTF-16 and UTF-32 could not.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from uri_extract.errors import UriExtractError
from uri_extract.media.translation import Translation

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


class Translator(Translation):
    """Translates one document's bytes to UTF-8, and places in that back.

    What cannot be decoded becomes a character that ends a reference and stands for as many bytes.
    """

    takes_text = False

    def __init__(self, codec: str) -> None:
        super().__init__()
        self._codec = codec
        # UTF-16 and UTF-32 replace a unit by a unit; other codecs keep a byte that they do not know as a surrogate.
        self._errors = "replace" if codec.startswith(("utf-16", "utf-32")) else "surrogateescape"
        self._decoder: IncrementalDecoder = codecs.getincrementaldecoder(codec)(self._errors)

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the original; return what they are in UTF-8."""
        waiting = len(self._decoder.getstate()[0])
        utf8 = self._decoder.decode(chunk, final).encode("utf-8", "surrogatepass")
        self._add(utf8, waiting + len(chunk) - len(self._decoder.getstate()[0]))
        return utf8

    def original(self, position: int, output: bytes) -> bytes:
        """Return the bytes of the original that were decoded to ``output``."""
        return output.decode("utf-8", "surrogatepass").encode(self._codec, self._errors)

    def _width(self, output: bytes) -> int:
        return len(self.original(0, output))
