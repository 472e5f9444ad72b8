"""The reader of messages as scanners use it: fields and bodies are passed on by their type."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.source_map import Chain
from uri_extract.limits import MAX_ENCODED
from uri_extract.media.mail import parts
from uri_extract.media.mail.bodies import EmbeddedBody, MarkupBody, UnknownBody, handling_of
from uri_extract.media.mail.entries import FieldReader
from uri_extract.media.mail.kernels import Body, TextBody
from uri_extract.records import Problem

if TYPE_CHECKING:
    from uri_extract.media.mail.kernels import Part
    from uri_extract.media.mail.output import Output


class MessageReader(FieldReader):
    """Read messages; ``level`` is the number of transfer encodings around them."""

    def __init__(self, output: Output, outer: Chain, level: int = 0) -> None:
        super().__init__(output, outer)
        self._level = level
        self._reported = 0  # the number of messages begun when nesting was last reported

    def in_header(self, limit: int) -> bool:
        """Return True if a header is being read, of which at most this many bytes were read."""
        return super().in_header(limit) or (isinstance(self.taker, MessageBody) and self.taker.in_header(limit))

    def choose_handling(self, part: Part) -> parts.TextHandling:
        """Return how the text of a part is passed to the scanner."""
        return handling_of(self.output, part, bool(self.outer))

    def body_begins(self, part: Part) -> Any:
        """Return an object that takes the body, None to skip it."""
        output, kind = self.output, part.kind
        if kind == parts.MESSAGE:
            return None
        reading = part.reading if kind == parts.LEAF else parts.TEXT
        if reading == parts.TEXT:
            return self._text(part) if output.texts else None
        if reading in (parts.HTML, parts.XML, parts.CSS, parts.CALENDAR, parts.RTF):
            wanted = output.htmls if reading == parts.HTML else output.texts
            return MarkupBody(output, part, self.outer) if wanted else None
        if reading == parts.MAIL:
            if self._level < MAX_ENCODED:
                return MessageBody(output, part, self.outer, self._level + 1)
            self.problem(part, -1, "nested-too-deep", f"encoded messages are nested more than {MAX_ENCODED} deep")
            return self._text(part)
        if not output.contains:
            return None
        if reading == parts.CONTAINED:
            return EmbeddedBody(output, part, self.outer)
        assert reading == parts.UNKNOWN
        return UnknownBody(output, part, self.outer, part.media_type.startswith(parts.MEDIA))

    def _text(self, part: Part) -> TextBody:
        if self.source is None:
            self.output.stream.separate()
        return TextBody(self.output, part, part.handling or self.choose_handling(part), self.outer, self.source)

    def problem(self, part: Part, at: int, kind: str, message: str) -> None:
        """Report a problem; nesting that is too deep, once per message."""
        if kind == "nested-too-deep":
            if self._reported == self.messages:
                return
            self._reported = self.messages
        place = self.outer.place(self.begun if at < 0 else at)
        self.output.problem(Problem(part.document, place, kind, message))


class MessageBody(Body):
    """An encoded message, which is read like any other, one level deeper."""

    __slots__ = ("_reader", "_size")

    def __init__(self, output: Output, part: Part, outer: Chain, level: int) -> None:
        super().__init__(part, output.places)
        self._reader = MessageReader(output, Chain([self.decoder.map, *outer]), level)
        self._reader.begin_message(part.nested())
        self._size = 0

    def read(self, text: bytes, final: bool) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        self._reader.take(text, self._size)
        self._size += len(text)
        if final:
            self._reader.end_message()

    def in_header(self, limit: int) -> bool:
        """Return as the reader does."""
        return self._reader.in_header(limit)
