"""The reader of messages as :mod:`.messages` uses it: what comes goes to fields and bodies by what it is."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.content_transfer import Identity, decoder
from uri_extract.decode.source_map import Chain
from uri_extract.limits import MAX_ENCODED
from uri_extract.media.mail import parts
from uri_extract.media.mail.bodies import EmbeddedBody, MarkupBody, TextBody, UnknownBody, way_of
from uri_extract.media.mail.entries import FieldReader
from uri_extract.media.unread import CONTROLS
from uri_extract.records import Problem

if TYPE_CHECKING:
    from uri_extract.media.mail.kernels import Part
    from uri_extract.media.mail.output import Output


class MessageReader(FieldReader):
    """Read messages; ``level`` is how many transfer encodings they are in."""

    def __init__(self, output: Output, outer: Chain, level: int = 0) -> None:
        super().__init__(output, outer)
        self._level = level
        self._body: Any = None
        self._told = 0  # the messages that had begun when something was last said to be nested too deep

    def in_header(self, limit: int) -> bool:
        """Whether a header is being read, and at most so many bytes of it have been."""
        return super().in_header(limit) or (isinstance(self._body, MessageBody) and self._body.in_header(limit))

    def part_begins(self, part: Part) -> None:
        """Take note that a header is over."""
        message = f"{CONTROLS[part.media_type]}, which is not read"
        self.output.problem(Problem(part.document, self._placed(self.begun), "unsupported", message))

    def way(self, part: Part) -> int:
        """Return how the text of a part goes to the scanner."""
        return parts.TRANSLATED if self.outer else way_of(self.output, part)

    def body_begins(self, part: Part) -> None:
        """Take note that a body begins."""
        output, kind = self.output, part.kind
        self._body = None
        if kind == parts.MESSAGE:
            return
        reading = part.reading if kind == parts.LEAF else parts.TEXT
        if reading == parts.TEXT:
            if output.texts:
                self._text(part)
        elif reading in (parts.HTML, parts.XML, parts.CSS, parts.CALENDAR):
            if output.htmls if reading == parts.HTML else output.texts:
                self._body = MarkupBody(output, part, self.outer)
        elif reading == parts.MAIL:
            if self._level < MAX_ENCODED:
                self._body = MessageBody(output, part, self.outer, self._level + 1)
            else:
                self.problem(part, -1, "nested-too-deep", f"encoded messages are nested more than {MAX_ENCODED} deep")
                self._text(part)
        elif reading == parts.CONTAINED:
            if output.contains:
                self._body = EmbeddedBody(output, part, self.outer)
        elif output.contains:
            assert reading == parts.UNKNOWN
            self._body = UnknownBody(output, part, self.outer, part.media_type.startswith(parts.MEDIA))

    def _text(self, part: Part) -> None:
        if self.source is None:
            self.output.stream.separate()
        self._body = TextBody(self.output, part, self.outer, self.source)

    def body(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take a piece of the body that began last."""
        if self._body is not None:
            self._body.take(window, begin, end, at)

    def body_ends(self) -> None:
        """Take note that the body which began last is over."""
        if self._body is not None:
            self._body.close()
            self._body = None

    def problem(self, part: Part, at: int, kind: str, message: str) -> None:
        """Report what cannot be read as it should; that something is nested too deep, once a message."""
        if kind == "nested-too-deep":
            if self._told == self.messages:
                return
            self._told = self.messages
        self.output.problem(Problem(part.document, self._placed(self.begun if at < 0 else at), kind, message))

    def _placed(self, at: int) -> int:
        """Return the place in the file of a byte of what is read."""
        return self.outer.place(at)


class MessageBody:
    """A message that was encoded: read like any other, one level further in."""

    __slots__ = ("_decoder", "_reader", "_size")

    def __init__(self, output: Output, part: Part, outer: Chain, level: int) -> None:
        self._decoder = decoder(part.encoding or "", output.places) or Identity()
        self._reader = MessageReader(output, Chain([self._decoder.map, *outer]), level)
        self._reader.begin_message(part.nested())
        self._size = 0

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which are at ``at``."""
        self._give(self._decoder.take(window[begin:end], at))

    def close(self) -> None:
        """Say that the body is over."""
        self._give(self._decoder.take(b"", self._decoder.end, True))
        self._reader.end_message()

    def in_header(self, limit: int) -> bool:
        """As the reader has it."""
        return self._reader.in_header(limit)

    def _give(self, data: bytes) -> None:
        self._reader.take(data, self._size)
        self._size += len(data)
