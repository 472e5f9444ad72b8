"""Bodies of parts with scanners of their own: markup, calendars, documents; and how text is passed to the scanner."""

from __future__ import annotations

import sys

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.containers import NOT_TEXT, beginning
from uri_extract.decode.content_transfer import Identity, is_decoded
from uri_extract.decode.encoded_words import codec_of
from uri_extract.decode.encodings import is_bytewise
from uri_extract.decode.labels import encoding_of, python_codec
from uri_extract.decode.source_map import Chain
from uri_extract.decode.wide import wide_without_mark
from uri_extract.limits import CHUNK, MAX_CONTAINED, MAX_TAG
from uri_extract.media.base import RestartableScanner
from uri_extract.media.images import is_image
from uri_extract.media.mail.header import charset_of
from uri_extract.media.mail.kernels import Body, base_of, origin_of
from uri_extract.media.mail.output import EmbeddedDocument, Output
from uri_extract.media.mail.parts import AS_IT_IS, CALENDAR, CSS, IF_ASCII, LEAF, RTF, TRANSLATED, XML, TextHandling
from uri_extract.media.unread import ENCRYPTED, PARTIAL, unread_format
from uri_extract.pages import layout
from uri_extract.records import Problem

if TYPE_CHECKING:
    from uri_extract.media.base import BaseScanner
    from uri_extract.media.mail.kernels import Part


def handling_of(output: Output, part: Part, inside: bool) -> TextHandling:
    """Return how the text of a part is passed to the scanner; ``inside``: an encoded part contains it."""
    is_leaf, parameters = part.kind == LEAF, part.parameters
    encoded = inside or (is_leaf and is_decoded(part.encoding or ""))
    declared = charset_of(parameters) if is_leaf and (encoded or not output.decoded) else None
    otherwise = output.charset if encoded or not output.decoded else None
    flowed = is_leaf and part.media_type == "text/plain" and parameters.get("format", "").lower() == "flowed"
    codec = codec_of(otherwise if declared is None or python_codec(declared) is None else declared)
    how = AS_IT_IS if codec is None else IF_ASCII if is_bytewise(codec) else TRANSLATED
    if encoded or flowed or output.refang or not output.texts:
        how = TRANSLATED
    return TextHandling(how, codec, flowed, parameters.get("delsp", "").lower() == "yes")


class MarkupBody(Body):
    """HTML, XML or a calendar: it has a scanner of its own, whose rows get their places in the file."""

    __slots__ = ("_maps", "_output", "_scanner")

    def __init__(self, output: Output, part: Part, outer: Chain) -> None:
        if outer:
            output.stream.separate()
            output.read()
        self._output = output
        super().__init__(part, output.places)
        self._maps = Chain([self.decoder.map, *outer])
        charset = charset_of(part.parameters)
        is_label = charset is not None and part.reading != CALENDAR and encoding_of(charset) is not None
        if charset is None or not (is_label or python_codec(charset)):
            charset = output.charset
        if output.decoded and self.decoder.__class__ is Identity and not outer:
            charset = "utf-8"
        self._scanner = _scanner(output, part, charset)

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        output, stream = self._output, self._output.stream
        page = self._scanner.read(text, final)
        row = stream.found.count
        if len(page):
            stream.found.add_page(page)
        while output.waiting_problems:
            problem = output.waiting_problems.popleft()
            row = self._to_source(row, problem.offset)  # places must be requested in order
            output.problem(problem._replace(offset=self.decoder.map.place(problem.offset)))
        self._to_source(row, sys.maxsize)
        if len(page):
            stream.insert()
        if not final:
            self.decoder.map.forget(max(0, self._scanner.settled - MAX_TAG))

    def _to_source(self, first: int, position: int) -> int:
        """Change the places of rows from ``first`` on, before ``position``, to those in the file; return the next."""
        rows, row = self._output.stream.found, first
        if self._output.places:
            while row < rows.count and rows.get(row, layout.START) < position:
                row += 1
            self._output.stream.found_in_source(first, row, self._maps)
        return row


def _scanner(output: Output, part: Part, charset: str | None) -> BaseScanner:
    """Return a scanner for a part that is not plain text; if possible one that has read another part."""
    origin, base = origin_of(part, part.document), base_of(part, output.base)
    is_usual = part.reading != XML and part.media_type != "application/xhtml+xml"
    key = part.reading, base.source if base.uri else None
    used = output.scanners.get(key)
    if is_usual and used is not None and used.closed:
        used.restart(base.uri or None, origin, charset)
        return used
    options = {**output.options, "origin": origin, "charset": charset, "on_problem": output.waiting_problems.append}
    if base.uri:
        options |= {"base": base.uri, "base_from": base.source}
    scanner = _new_scanner(part, options)
    if is_usual and isinstance(scanner, RestartableScanner):
        output.scanners[key] = scanner
    return scanner


def _new_scanner(part: Part, options: dict[str, Any]) -> BaseScanner:
    """Return a new scanner for a part; import its module."""
    if part.reading == CALENDAR:
        from uri_extract.media.calendar.scanner import CalendarScanner

        return CalendarScanner(**options)
    if part.reading == RTF:
        from uri_extract.media.rtf import RtfScanner

        options.pop("base_from", None)  # RTF has no relative references
        return RtfScanner(**options)
    if part.reading == CSS:
        from uri_extract.media.stylesheet import StylesheetScanner

        return StylesheetScanner(**options)
    if part.reading == XML or part.media_type == "application/xhtml+xml":
        from uri_extract.media.xml.scanner import XmlScanner
        from uri_extract.media.xml.vocabularies import OF_MEDIA_TYPES

        return XmlScanner(vocabulary=OF_MEDIA_TYPES.get(part.media_type, ""), **options)
    from uri_extract.media.html.scanner import HtmlScanner

    return HtmlScanner(**options)


class EmbeddedBody(Body):
    """A document that another reader will read: it is kept, up to a limit."""

    __slots__ = ("_at", "_data", "_last", "_output", "_part", "_size")

    def __init__(self, output: Output, part: Part, outer: Chain) -> None:
        super().__init__(part, False)
        self._output = output
        self._part = part
        self._data: list[bytes] | None = []
        self._last = bytearray()
        self._size = 0
        self._at = -1

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which are at ``at`` of the file."""
        self._at = at if self._at < 0 else self._at
        if self._data is not None:
            super().take(window, begin, end, at)

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        assert self._data is not None
        self._size += len(text)
        if self._size > MAX_CONTAINED:
            message = f"an embedded document has more than {MAX_CONTAINED} bytes: skipped"
            self._output.problem(Problem(self._part.document, self._at, "contained-too-long", message))
            self._drop()
            return
        self._last += text
        if len(self._last) >= CHUNK:
            self._data.append(bytes(self._last))
            self._last.clear()

    def _drop(self) -> None:
        self._data = None
        self._last.clear()

    def close(self) -> None:
        """Read the end of the body."""
        if self._data is not None:
            super().close()
        if self._size and self._is_wanted() and self._data is not None:
            part = self._part
            chunks, self._data = [*self._data, bytes(self._last)], None
            origin, charset = origin_of(part, part.document), charset_of(part.parameters)
            self._output.hold(EmbeddedDocument(origin, part.filename(), part.media_type, chunks, self._size, charset))

    def _is_wanted(self) -> bool:
        return True


_WIDE = (b"\xff\xfe", b"\xfe\xff")
#: The number of bytes that decide about the format of a part.
_LOOK = 512


class UnknownBody(EmbeddedBody):
    """A part of unknown format: it is kept if its first bytes are those of a container, or text.

    Parts declared as pictures, sound or video (``media``) are not recognised as text.
    """

    __slots__ = ("_is_media", "_unknown")

    def __init__(self, output: Output, part: Part, outer: Chain, media: bool) -> None:
        super().__init__(output, part, outer)
        self._is_media = media
        self._unknown = True

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which are at ``at``: first only as many as usually determine the format."""
        if self._at < 0 and end - begin > 2 * _LOOK:
            self._at = at
            self.read(self.decoder.take(window[begin : begin + 2 * _LOOK], at), False)
            begin, at = begin + 2 * _LOOK, at + 2 * _LOOK
        super().take(window, begin, end, at)

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        super().read(text, final)
        if self._unknown and self._size >= _LOOK and not self._is_wanted():
            self._drop()

    def _is_wanted(self) -> bool:
        if self._unknown and self._data is not None:
            self._unknown = False
            head = bytes((self._data[0] if self._data else self._last)[:_LOOK])
            is_text = not self._is_media and (
                head.startswith(_WIDE) or not NOT_TEXT.search(head) or wide_without_mark(head) is not None
            )
            if is_text or beginning().match(head) or (self._output.images and is_image(head)):
                return True
            part = self._part
            name = unread_format(head, part.filename(), part.media_type)
            if unread_format(head, part.filename()) in PARTIAL:  # this is reported later
                return True
            if name is not None:
                kind = "encrypted" if name == ENCRYPTED else "unsupported"
                self._output.problem(Problem(part.document, self._at, kind, f"{name}, which is not read"))
            return False
        return True
