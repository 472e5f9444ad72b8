"""Bodies of parts with scanners of their own: markup, calendars, documents."""

from __future__ import annotations

from functools import partial

from uri_extract.decode.content_transfer import Identity
from uri_extract.decode.header_values import charset_of
from uri_extract.decode.labels import encoding_of, python_codec
from uri_extract.decode.wide import wide_without_mark
from uri_extract.formats import scanner_for
from uri_extract.formats.containers import NOT_TEXT, beginning
from uri_extract.formats.recognition import is_image
from uri_extract.formats.unread import ENCRYPTED, PARTIAL, unread_format
from uri_extract.limits import CHUNK, MAX_CONTAINED, MAX_TAG
from uri_extract.mail import parts
from uri_extract.mail.kernels import Body, Part, base_of, origin_of, to_file
from uri_extract.mail.output import EmbeddedDocument, Output
from uri_extract.place.source_map import Chain
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner

# The type whose scanner reads parts that are neither plain text nor XML.
_MEDIA_TYPES = {
    parts.CALENDAR: "text/calendar", parts.CSS: "text/css", parts.HTML: "text/html", parts.RTF: "text/rtf",
    parts.CELLS: "text/csv",
}  # fmt: skip


class MarkupBody(Body):
    """HTML, XML or a calendar: it has a scanner of its own, whose rows get their places in the file."""

    __slots__ = ("_maps", "_output", "_scanner")

    def __init__(self, output: Output, part: Part, outer: Chain) -> None:
        self._output = output
        super().__init__(part, output.places)
        self._maps = Chain([self.decoder.map, *outer])
        charset = charset_of(part.parameters)
        is_label = charset is not None and part.reading != parts.CALENDAR and encoding_of(charset) is not None
        if charset is None or not (is_label or python_codec(charset)):
            charset = output.charset
        if output.decoded and self.decoder.__class__ is Identity and not outer:
            charset = "utf-8"
        self._scanner = _scanner(output, part, charset)

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        output = self._output
        page = self._scanner.read(text, final)
        while output.waiting_problems:
            problem = output.waiting_problems.popleft()
            output.problem(problem._replace(offset=self._maps.place(problem.offset)))
        if output.places:
            to_file(page, self._maps)
        if len(page):
            output.stream.insert(page)
        if not final:
            # After the texts before this part, which are scanned later, are mapped to the file.
            output.stream.insert(partial(self._maps.forget, max(0, self._scanner.settled - MAX_TAG)))


def _scanner(output: Output, part: Part, charset: str | None) -> BaseScanner:
    """Return a scanner for a part that is not plain text; if possible one that has read another part."""
    origin, base = origin_of(part, part.document), base_of(part, output.base)
    is_xml = part.reading == parts.XML or part.media_type == "application/xhtml+xml"
    key = part.reading, base.source if base.uri else None
    used = output.scanners.get(key)
    if not is_xml and used is not None and used.closed:
        used.restart(base.uri or None, origin, charset)
        return used
    source = {"base_from": base.source} if base.uri else {}
    scanner = scanner_for(
        part.media_type if is_xml else _MEDIA_TYPES[part.reading], output.options, base=base.uri or None, origin=origin,
        charset=charset, on_problem=output.waiting_problems.append, **source,
    )  # fmt: skip
    if not is_xml and scanner.restartable:
        output.scanners[key] = scanner
    return scanner


_WIDE = (b"\xff\xfe", b"\xfe\xff")
#: The number of bytes that decide about the format of a part.
_LOOK = 512


class EmbeddedBody(Body):
    """A document that another reader will read: it is kept, up to a limit.

    One of unknown format is kept if its first bytes are those of a container, or text; parts declared as pictures,
    sound or video are not recognised as text.
    """

    __slots__ = ("_at", "_data", "_last", "_outer", "_output", "_part", "_size", "_unknown")

    def __init__(self, output: Output, part: Part, outer: Chain) -> None:
        super().__init__(part, False)
        self._output = output
        self._outer = outer
        self._part = part
        self._unknown = part.reading == parts.UNKNOWN
        self._data: list[bytes] | None = []  # None once it is skipped
        self._last = bytearray()
        self._size = 0
        self._at = -1

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which are at ``at``: first only as many as usually determine an unknown format."""
        if self._at < 0:
            self._at = self._outer.place(at)
            if self._unknown and end - begin > 2 * _LOOK:
                self.read(self.decoder.take(window[begin : begin + 2 * _LOOK], at), False)
                begin, at = begin + 2 * _LOOK, at + 2 * _LOOK
        if self._data is not None:
            super().take(window, begin, end, at)

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        assert self._data is not None
        self._size += len(text)
        self._last += text
        if self._size > MAX_CONTAINED:
            self._skip("contained-too-long", f"an embedded document has more than {MAX_CONTAINED} bytes: skipped")
        elif len(self._last) >= CHUNK:
            self._data.append(bytes(self._last))
            self._last.clear()
        if self._unknown and self._data is not None and self._size >= (1 if final else _LOOK):
            self._unknown = False
            self._recognise(bytes((self._data[0] if self._data else self._last)[:_LOOK]))

    def _recognise(self, head: bytes) -> None:
        """Skip the part if its first bytes do not show something that is read."""
        part = self._part
        is_text = not part.media_type.startswith(parts.MEDIA) and (
            head.startswith(_WIDE) or not NOT_TEXT.search(head) or wide_without_mark(head) is not None
        )
        if is_text or beginning().match(head) or (self._output.options.qr and is_image(head)):
            return
        if unread_format(head, part.filename()) in PARTIAL:  # this is reported later
            return
        name = unread_format(head, part.filename(), part.media_type)
        kind = "encrypted" if name == ENCRYPTED else "unsupported"
        self._skip(kind, "" if name is None else f"{name}, which is not read")

    def _skip(self, kind: str, message: str) -> None:
        """Skip the document, and report why if there is a message."""
        self._data = None
        self._last.clear()
        if message:
            self._output.problem(Problem(self._part.document, self._at, kind, message))

    def close(self) -> None:
        """Read the end of the body."""
        if self._data is not None:
            super().close()
        if self._data is not None and self._size:
            part = self._part
            chunks, self._data = [*self._data, bytes(self._last)], None
            origin, charset = origin_of(part, part.document), charset_of(part.parameters)
            self._output.hold(EmbeddedDocument(origin, part.filename(), part.media_type, chunks, self._size, charset))
