r"""Exports of chats: each reference has the author of its message in ``sender`` and the date in ``captured_at``.

JSON is that of Slack (https://slack.com/help/articles/220556107, a file for each day of a channel), of
DiscordChatExporter, and of Telegram Desktop: a :class:`_Program` each. Text is that of WhatsApp, and HTML that of
Telegram Desktop: a pattern of the marks that begin a message. Slack names an author by an identifier if the message has
no profile.
"""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime
from functools import partial

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract.formats import scanner_for
from uri_extract.formats.json._tokenizer import Node
from uri_extract.formats.json.scanner import JsonScanner
from uri_extract.formats.lightweight._links import Syntax
from uri_extract.formats.lightweight.labels import with_references
from uri_extract.formats.lightweight.scanner import SyntaxScanner
from uri_extract.limits import MAX_CHAT_MARK, MAX_DATES
from uri_extract.rows import Page, Pool, Rows, compact, layout, page_of
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.text.base import ScannerAround
from uri_extract.text.options import DEFAULTS, ScanOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.formats.json._tokenizer import Frame
    from uri_extract.formats.json.values import Values
    from uri_extract.rows.records import Problem

# -- JSON ------------------------------------------------------------------------------------------------------------


class _Program(NamedTuple):
    """The paths to messages, and in a message to its date and its author, best first; the media type of its texts."""

    messages: tuple[str, ...]
    dates: tuple[str, ...]
    senders: tuple[str, ...]
    texts: str = "text/plain"


# The members of objects in a message that are a link, and those that are its text, best first.
_LINKS: Final = ("url", "href", "title_link", "url_private", "permalink")
_LABELS: Final = ("title", "text", "name", "fileName")
_SCOPE: Final = "chat object"

_SECONDS = re.compile(r"(\d{9,11})(?:\.\d{1,9})?", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?", re.ASCII)


def _moment(text: str) -> str | None:
    """Return a date in the format of RFC 3339, without the offset if the export has none; None for other texts."""
    seconds = _SECONDS.fullmatch(text)
    if seconds is not None:
        return f"{datetime.fromtimestamp(int(seconds[1]), UTC):%Y-%m-%dT%H:%M:%SZ}"
    try:
        return text if _MOMENT.fullmatch(text) and datetime.fromisoformat(text) else None
    except ValueError:  # no such day or hour
        return None


def _graph(program: _Program) -> Node:
    """Return the root of the paths of a program: all strings in a message, objects within objects."""
    inner = Node()
    inner.scope, inner.action, inner.others = _SCOPE, "string", inner
    for key in (*_LINKS, *_LABELS):
        node = inner.keys[key.encode()] = Node()
        node.scope, node.action, node.others, node.keys = _SCOPE, f"chat {key}", inner, inner.keys
    root = Node()
    for path in program.messages:
        message = root.at(path)
        message.scope, message.others = "message", inner
        message.keys.update(inner.keys)
        for action, paths in (("date", program.dates), ("sender", program.senders)):
            for number, each in enumerate(paths):
                parent, _, _ = each.rpartition(" ")
                message.at(parent).others = inner
                message.at(each).action = f"{action} {number}"
    return root


class ChatScanner(JsonScanner):
    """Find the references in the messages of a program, each with the message's author and date."""

    parts: frozenset[str] = frozenset((_SCOPE,))

    def __init__(self, program: _Program, options: ScanOptions = DEFAULTS, **document: Any) -> None:
        self._program = program
        super().__init__(options, **document)

    def _graph(self, media_type: str) -> Node:
        return _graph(self._program)

    def _reader(self, scope: str) -> Callable[[Frame, Values], None]:
        return self._message

    def _message(self, frame: Frame, values: Values) -> None:
        """Read the strings of a message, or of an object in one that is too long, and those of the objects in it."""
        sender, date = (
            next(filter(None, (frame.text(f"{action} {number}") for number in range(4))), None)
            for action in ("sender", "date")
        )
        origin = values.origin._replace(sender=sender, captured_at=_moment(date or ""))
        objects = [frame]
        while objects:
            each = objects.pop()
            objects += each.children
            each.children.clear()
            label = next((found for key in _LABELS if (found := each.first(f"chat {key}"))), None)
            for string in each.pop(*(f"chat {key}" for key in _LINKS)):
                values.reference(string, values.bases, origin=origin, text=label)
            for string in each.pop("string", *(f"chat {key}" for key in _LABELS)):
                values.document([string], self._program.texts, origin=origin)


SlackScanner: partial[ChatScanner] = partial(ChatScanner, _Program(
    ("",), ("ts",), ("user_profile real_name", "user_profile display_name", "username", "user"), "text/x-slack-mrkdwn"
))  # fmt: skip
DiscordScanner: partial[ChatScanner] = partial(ChatScanner, _Program(
    ("messages",), ("timestamp",), ("author nickname", "author name"), "text/markdown"
))  # fmt: skip
TelegramScanner: partial[ChatScanner] = partial(ChatScanner, _Program(
    ("messages", "chats list messages", "left_chats list messages"), ("date_unixtime", "date"), ("from", "actor")
))  # fmt: skip


class Mrkdwn(Syntax):
    """The text of Slack: ``<uri|label>``, with the characters ``&``, ``<`` and ``>`` as character references."""

    character_references = True
    _link = re.compile(rb"<([A-Za-z][A-Za-z0-9+.-]{0,63}:[^<>|\s]++)(?:\|([^<>]*+))?>")

    def line(self, text: bytes, start: int) -> bool:
        """Return True for a line that may have a link."""
        return b"<" in text

    def paragraph(self, start: int, end: int) -> None:
        """Add the links."""
        for found in self._link.finditer(self.window, start, end):
            self.add(*found.span(1), with_references(found[2] or b"").encode(), "link", with_references(found[1]))


MrkdwnScanner: type[SyntaxScanner] = SyntaxScanner.of(Mrkdwn)

# -- text and HTML ---------------------------------------------------------------------------------------------------


class _Mark(NamedTuple):
    """The beginning of a message."""

    place: int
    sender: str | None
    date: str | None


class MarkedScanner(ScannerAround):
    """Find the references in a document whose messages begin with a mark; the scanner of another type reads it.

    ``pattern`` matches at most :data:`~uri_extract.limits.MAX_CHAT_MARK` bytes. Arguments are those of
    :class:`~uri_extract.text.scanner.TextScanner`.
    """

    restartable = True
    inner: str
    pattern: re.Pattern[bytes]

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, base: str | None = None, origin: Origin = NO_ORIGIN,
        charset: str | None = None, on_problem: Callable[[Problem], None] | None = None,
    ) -> None:  # fmt: skip
        if options.origins:
            options = options._replace(places=True)
        self._places = options.places
        self._scanner: Any = scanner_for(
            self.inner, options, base=base, origin=origin, charset=charset, on_problem=on_problem
        )
        self._rows = Rows(Pool())
        self._begin(origin)

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another document, with the same other options. State of the last one is discarded."""
        self._scanner.restart(base, origin, charset)
        self._rows.drop(self._rows.count)
        self._rows.pool.clear()
        self._begin(origin)
        self.closed = False

    def _begin(self, origin: Origin) -> None:
        self._origin = self._of_message = origin
        self._marks: deque[_Mark] = deque((_Mark(0, None, None),))
        self._window, self._offset, self._at = b"", 0, 0  # its place in the document, and where the search continues
        self._last = _Mark(-1, None, None)  # of which _of_message is the origin

    @property
    def settled(self) -> int:  # type: ignore[override]
        """No reference that is still to be found begins before this byte of the document."""
        first: int = self._rows.get(0, layout.START) if self._rows.count else self._searched
        return min(super().settled, first)

    def mark(self, found: re.Match[bytes], place: int) -> None:
        """Append what a match says to the marks."""
        raise NotImplementedError

    def date(self, text: str) -> str | None:
        """Return the date of a mark in the format of RFC 3339."""
        return text

    @property
    def _searched(self) -> int:
        """The place before which all marks are known."""
        return self._offset + self._at

    def _read(self, chunk: bytes, final: bool) -> Page:
        page: Page = self._scanner.read(chunk, final)
        if not self._places:
            return page
        self._window += chunk
        if final or len(self._window) - self._at >= 2 * MAX_CHAT_MARK:
            self._search(len(self._window) if final else len(self._window) - MAX_CHAT_MARK)
        rows, marks = self._rows, self._marks
        rows.add_page(page)
        count = rows.count if final else rows.before(self._searched)
        for row in range(count):
            place = rows.get(row, layout.START)
            while len(marks) > 1 and marks[1].place <= place:
                marks.popleft()
            if marks[0] is not self._last:
                self._last = mark = marks[0]
                date = mark.date and self.date(mark.date)
                self._of_message = self._origin._replace(sender=mark.sender, captured_at=date)
            source = rows.pool.number(self._of_message) << layout.SECOND
            rows.set(row, layout.SOURCE, rows.get(row, layout.SOURCE) & layout.FIRST | source)
        found = page_of(rows, count) if count else Page()
        compact(rows.pool, [rows])
        settled = self.settled
        while len(marks) > 1 and marks[1].place <= settled:
            marks.popleft()
        return found

    def _search(self, end: int) -> None:
        """Find the marks that begin before a place of the window, and drop all but the byte before it."""
        at = self._at
        for found in self.pattern.finditer(self._window, at):
            if found.start() >= end:
                break
            self.mark(found, self._offset + found.start())
            at = found.end()
        at = max(at, end)
        kept = max(0, at - 1)
        self._window, self._offset, self._at = self._window[kept:], self._offset + kept, at - kept


# Signs of directions around names, blanks, and the sign of a name that is not in the contacts.
_AROUND_NAMES: Final = "~\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069 \u00a0\u202f"
_BLANK: Final = rb"(?: |\xc2\xa0|\xe2\x80\xaf)"
#: A message of WhatsApp: "[31.12.20, 22:00:00] name: text" (iOS), "12/31/20, 10:00 PM - name: text" (Android). The
#: language determines the order of the numbers of a date.
_WHATSAPP: Final = (
    rb"(?:\xe2\x80\x8e)?\[?(\d{1,4})([./-])(\d{1,2})\2 ?(\d{1,4})\.?(?:,|%b)%b?(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?"
    rb"(?:%b?([AaPp])\.?%b?[Mm]\.?)?(?:\]| -) (?:\xe2\x80\x8e)?(?:([^:\n]{1,300}): )?"
).replace(b"%b", _BLANK)


class WhatsappScanner(MarkedScanner):
    """Find the references in a chat of WhatsApp.

    The first date with a day after the 12th shows the order of days and months, if it is in the first
    :data:`~uri_extract.limits.MAX_DATES` bytes; without one, messages whose order is in doubt have no date.
    """

    inner = "text/plain"
    pattern: re.Pattern[bytes] = re.compile(b"^" + _WHATSAPP, re.MULTILINE)

    def _begin(self, origin: Origin) -> None:
        super()._begin(origin)
        self._day_first: bool | None = None

    @property
    def _searched(self) -> int:
        place = super()._searched
        return place if self._day_first is not None or place > MAX_DATES else 0

    def mark(self, found: re.Match[bytes], place: int) -> None:
        """Append a message."""
        first, sign, second, *_ = found.groups()
        is_evidence = len(first) < 3 and (sign == b"." or max(int(first), int(second)) > 12)
        if is_evidence and self._day_first is None and place <= MAX_DATES:
            self._day_first = sign == b"." or int(first) > 12
        sender = found[9]
        name = sender.decode("utf-8", "replace").strip(_AROUND_NAMES) if sender else None
        self._marks.append(_Mark(place, name, found[0].decode("utf-8", "replace")))

    def date(self, text: str) -> str | None:
        """Return the date of a message, None if its order is in doubt."""
        found = self.pattern.match(text.encode())
        assert found is not None
        first, second, third, hour, minute = (int(found[each]) for each in (1, 3, 4, 5, 6))
        half = found[8]
        if half is not None:
            hour = hour % 12 + 12 * (half in b"Pp")
        if len(found[1]) == 4:
            year, month, day = first, second, third
        elif self._day_first is None and first != second:
            return None
        else:
            day, month = (first, second) if self._day_first else (second, first)
            year = third + 2000 * (third < 100)
        return _moment(f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{int(found[7] or 0):02}")


class TelegramPageScanner(MarkedScanner):
    """Find the references in a page of Telegram's export. Messages in a row name their author once."""

    inner = "text/html"
    pattern: re.Pattern[bytes] = re.compile(
        rb'<div class="message (?P<kind>[a-z ]{1,60})" id="|<div class="pull_right date details" title="'
        rb'(?P<date>[^"]{10,40})"|(?P<forwarded><div class="forwarded body">)|<div class="from_name">\s{0,20}'
        rb"(?P<name>[^<]{1,400})"
    )
    _date = re.compile(r"(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)(?: UTC([+-]\d\d:\d\d))?", re.ASCII)

    def _begin(self, origin: Origin) -> None:
        super()._begin(origin)
        self._author: str | None = None  # of the messages before
        self._forwarded = False

    def mark(self, found: re.Match[bytes], place: int) -> None:
        """Append a message, or what is known of the last one now."""
        date = self._marks[-1].date
        if found["kind"] is not None:
            date, self._forwarded = None, False
            sender = None if found["kind"].startswith(b"service") else self._author
        elif found["forwarded"] is not None or (found["name"] is not None and self._forwarded):
            self._forwarded = True
            return
        elif found["name"] is not None:
            self._author = sender = with_references(found["name"]).strip()
        else:
            sender, date = self._marks[-1].sender, found["date"].decode("utf-8", "replace")
        self._marks.append(_Mark(place, sender, date))

    def date(self, text: str) -> str | None:
        """Return the date of a message."""
        found = self._date.fullmatch(text)
        return found and f"{found[3]}-{found[2]}-{found[1]}T{found[4]}{found[5] or ''}"
