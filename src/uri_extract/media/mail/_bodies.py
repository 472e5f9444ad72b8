"""Bodies of parts that are decoded, and those that are text."""

from __future__ import annotations

from codecs import BOM_UTF8

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.content_transfer import Identity, decoder
from uri_extract.decode.encodings import LONGEST_MARK, is_bytewise, marked, translator
from uri_extract.decode.flowed import Flowed
from uri_extract.decode.refang import Refanger
from uri_extract.decode.source_map import Chain

if not cython.compiled:
    from uri_extract.media.mail import parts
    from uri_extract.media.mail._part_map import PartMap
    from uri_extract.media.mail._parts import Part, Source
    from uri_extract.media.mail._stream import Texts


class Body:
    """A body that is decoded chunk by chunk. The last chunk is held, because most bodies are one, the final one."""

    def __init__(self, part: Part, places: bool) -> None:
        encoding: str | None = part.encoding
        transfer: Any = decoder(encoding, places) if encoding and part.kind == parts.LEAF else None
        self.decoder: Any = Identity() if transfer is None else transfer
        self.last: bytes | None = None
        self.last_at: int = 0

    def take(self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, at: cython.longlong) -> None:
        """Take the next bytes, which are at ``at`` of the file."""
        last: bytes | None = self.last
        before: cython.longlong = self.last_at
        octets: cython.p_const_uchar = window
        self.last = octets[begin:end]
        self.last_at = at
        if last is not None:
            self.read(self.decoder.take(last, before), False)

    def close(self) -> None:
        """Read the end of the body."""
        if self.last is None:
            self.last, self.last_at = b"", self.decoder.end
        last, self.last = self.last, None
        self.read(self.decoder.take(last, self.last_at, True), True)

    def read(self, text: bytes, final: cython.bint) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        raise NotImplementedError


class TextBody(Body):
    """Text that must be translated before it is added to the texts. With ``source``, its beginning was added."""

    def __init__(self, output: Any, part: Part, handling: Any, outer: Any, source: Source | None) -> None:
        Body.__init__(self, part, output.places)
        self.texts: Texts = output.stream
        self.refang: cython.bint = output.refang
        self.part: Part = part
        self.handling: Any = handling
        self.outer: Any = outer
        self.source: Source | None = source
        self.beginning: bytes = b""  # of the text, held until a byte order mark would be complete
        self.inner: list[Any] | None = None  # the decoders of the text, once it has begun

    def read(self, text: bytes, final: cython.bint) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        if self.inner is None:
            if self.beginning:
                text = self.beginning + text
            if self.source is None and len(text) < LONGEST_MARK and not final:
                self.beginning = text
                return
            self.inner = self.begin(text, final)
        each: Any
        for each in self.inner:
            text = each.feed(text, final)
        self.texts.add_text(text)

    def begin(self, text: bytes, final: cython.bint) -> list[Any]:
        """Add the map of the text to the texts; return its decoders."""
        _, codec, is_flowed, delsp = self.handling
        if self.source is None:
            mark: str | None = marked(text)
            if mark is not None or text.startswith(BOM_UTF8):
                codec = mark  # overrides the declared charset
        if codec is not None and final and text.isascii() and is_bytewise(codec):
            codec = None  # ASCII, as most text is
        flowed: Any = Flowed(delsp) if is_flowed else None
        refanger: Any = Refanger() if self.refang else None
        inner: list[Any] = [translator(codec)] if codec else []
        if flowed is not None:
            inner.append(flowed)
        if refanger is not None:
            inner.append(refanger)
        maps: Any = Chain([each.map for each in reversed(inner)])
        text_map: Any = PartMap(self.texts.size, 0, maps, Chain([self.decoder.map, *self.outer]), flowed, refanger)
        self.texts.add_map(text_map, self.source or Source(self.part))
        return inner
