"""The reader of messages as :mod:`.messages` uses it: what comes goes to fields and bodies by what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_ENCODED, MAX_NESTING
from uri_extract.media.mail import entries
from uri_extract.media.mail.bodies import ContainedBody, MarkupBody, MessageBody, TextBody, UnknownBody
from uri_extract.media.mail.parts import CALENDAR, CONTAINED, HTML, LEAF, MAIL, MEDIA, MESSAGE, TEXT, UNKNOWN, XML, Part
from uri_extract.media.mail.reader import Reader
from uri_extract.media.unread import CONTROLS
from uri_extract.records import Problem

if TYPE_CHECKING:
    from uri_extract.media.mail.messages import Messages
    from uri_extract.media.mail.transfer import Transfer


class MessageReader(Reader):
    """Reads messages for ``core``; ``outer`` leads from what it reads back to the file, ``level`` says how often."""

    def __init__(self, core: Messages, outer: list[Transfer], level: int = 0) -> None:
        super().__init__(core.every, MAX_NESTING)
        self.core = core
        self.outer = outer
        self._level = level
        self._body: Any = None
        self._told = False

    def inner(self, outer: list[Transfer]) -> MessageReader:
        """Return a reader of what was encoded in what this one reads."""
        return MessageReader(self.core, outer, self._level + 1)

    def in_header(self, limit: int) -> bool:
        """Whether a header is being read, and at most so many bytes of it have been."""
        return super().in_header(limit) or (isinstance(self._body, MessageBody) and self._body.in_header(limit))

    def begin_message(self, part: Part) -> None:
        """Begin a message; the one before it has ended."""
        self._header_begins(part)
        self._told = False

    def field(self, part: Part, window: bytes, row: tuple[int, int, int, int, int]) -> None:
        """Take a header field that may hold a reference."""
        if self.core.headers:
            entries.field(self, part, window, row)

    def field_rest(self, part: Part, window: bytes, begin: int, end: int) -> None:
        """Take what stands behind the limit of a field that is too long."""
        if self.core.headers:
            entries.rest(self, part, window, begin, end)

    def body_begins(self, part: Part) -> None:
        """Take note that a header is over."""
        core, kind = self.core, part.kind
        if core.places and (part.content_id or part.location or part.whole):
            core.identifiers.add(part, part.document)
        self._body = None
        if kind == MESSAGE:
            return
        reading = part.reading if kind == LEAF else TEXT
        if part.media_type in CONTROLS:
            message = f"{CONTROLS[part.media_type]}, which is not read"
            core.problem(Problem(part.document, self._placed(self.begun), "unsupported", message))
        if reading == TEXT:
            if core.texts:
                self._body = TextBody(core, part, self.outer)
        elif reading in (HTML, XML, CALENDAR):
            if core.htmls if reading == HTML else core.texts:
                self._body = MarkupBody(core, part, self.outer)
        elif reading == MAIL:
            if self._level < MAX_ENCODED:
                self._body = MessageBody(self, core, part, self.outer)
            else:
                self.problem(part, -1, "nested-too-deep", f"encoded messages are nested more than {MAX_ENCODED} deep")
                self._body = TextBody(core, part, self.outer)
        elif reading == CONTAINED:
            if core.contains:
                self._body = ContainedBody(core, part, self.outer)
        elif core.contains:
            assert reading == UNKNOWN
            self._body = UnknownBody(core, part, self.outer, part.media_type.startswith(MEDIA))

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
            if self._told:
                return
            self._told = True
        self.core.problem(Problem(part.document, self._placed(self.begun if at < 0 else at), kind, message))

    def _placed(self, at: int) -> int:
        """Return the place in the file of a byte of what is read."""
        for transfer in self.outer:
            at = transfer.place(at)
        return at
