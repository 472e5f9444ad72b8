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

# They name no byte order: a mark does, or it is what nearly all have (WHATWG Encoding §4.2: "utf-16" is "utf-16le").
_UNORDERED = frozenset({"utf-16", "utf-32"})

# Codecs of Python that are no charsets: they raise whatever one asks for.
_NO_CHARSETS = frozenset({"undefined", "idna", "punycode", "unicode-escape", "raw-unicode-escape", "mbcs", "oem"})


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
    except (LookupError, ValueError):  # a NUL in it
        raise UnknownCharset(f"unknown charset {charset!r}") from None
    if codec.name in _NO_CHARSETS or not codec._is_text_encoding:
        raise UnknownCharset(f"no charset {charset!r}")
    return None if codec.name in _AS_IT_IS else codec.name


def _kept(error: UnicodeError) -> tuple[str | bytes, int]:
    """Keep what cannot be decoded as surrogates, as "surrogateescape" does; that raises for bytes of ASCII."""
    if isinstance(error, UnicodeDecodeError):
        bad = error.object[error.start : error.end]
        return "".join([chr(0xDC00 + byte) if byte > 127 else "\ufffd" for byte in bad]), error.end
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return bytes([ord(char) - 0xDC00 if "\udc80" <= char <= "\udcff" else 63 for char in text]), error.end


codecs.register_error("uri_extract.kept", _kept)


class Translator(Translation):
    """Translates one document's bytes to UTF-8, and places in that back.

    What cannot be decoded becomes a character that ends a reference and stands for as many bytes.
    """

    takes_text = False

    def __init__(self, codec: str) -> None:
        super().__init__()
        self._codec = codec
        # UTF-16 and UTF-32 replace a unit by a unit; other codecs keep a byte that they do not know as a surrogate.
        self._errors = "replace" if codec.startswith(("utf-16", "utf-32")) else "uri_extract.kept"
        self._decoder: IncrementalDecoder = codecs.getincrementaldecoder(codec)(self._errors)
        self._beginning: bytes | None = b"" if codec in _UNORDERED else None

    def feed(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the original; return what they are in UTF-8."""
        if self._beginning is not None:
            chunk = self._beginning + chunk
            if len(chunk) < LONGEST_MARK and not final:
                self._beginning = chunk
                return b""
            self._beginning = None
            self._codec = marked(chunk) or self._codec + "-le"
            self._decoder = codecs.getincrementaldecoder(self._codec)(self._errors)
        waiting = len(self._decoder.getstate()[0])
        utf8 = self._decoder.decode(chunk, final).encode("utf-8", "surrogatepass")
        self._add(utf8, waiting + len(chunk) - len(self._decoder.getstate()[0]))
        return utf8

    def original(self, position: int, output: bytes) -> bytes:
        """Return the bytes of the original that were decoded to ``output``."""
        return output.decode("utf-8", "surrogatepass").encode(self._codec, self._errors)

    def _width(self, output: bytes) -> int:
        return len(self.original(0, output))
