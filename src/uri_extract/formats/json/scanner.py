"""JSON documents: the content of their strings, and the rest as text."""

from __future__ import annotations

from codecs import BOM_UTF8
from functools import partial

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.decode.encodings import translated
from uri_extract.decode.opening import Opening
from uri_extract.formats.json import paths
from uri_extract.formats.json._tokenizer import JsonTokenizer, Objects, masked
from uri_extract.formats.json.readers import NUMBERED, PARTS, READERS, base_of
from uri_extract.formats.json.values import Values
from uri_extract.formats.recognition import PLAIN, by_beginning
from uri_extract.limits import MAX_JSON_HELD, MAX_JSON_STRING, MAX_PROBLEMS, PROBLEM_BYTES
from uri_extract.markup._markup_rows import merge
from uri_extract.rows import Page, Pool, Rows, compact, layout, page_of
from uri_extract.rows.details import NO_ORIGIN
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.part import OFFSET
from uri_extract.text.scanner import TextScanner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uri_extract.decode._json_strings import JsonString
    from uri_extract.formats.json._tokenizer import Frame, Node
    from uri_extract.rows.details import Origin
    from uri_extract.text.part import Part

# -- Records with documents in their fields: JSON Lines of a crawl or a corpus -----------------------------------------

#: The maximum of white space before a text that is examined.
_LOOK: Final = 1 << 10


def recognised_type(declared: str | None) -> Callable[[bytes], str]:
    """Return a function from a document to its media type: the declared one, or as its first bytes show."""
    return partial(_by_beginning, declared)


def _by_beginning(declared: str | None, data: bytes) -> str:
    if declared is not None:
        return declared
    return PLAIN if data[:8].isalnum() else by_beginning(data, final=True) or PLAIN  # as most text


def is_in_lines(beginning: bytes, final: bool) -> bool | None:
    """Return False for a document that begins with an array, or with a line that is only a brace: it is one text.

    Return None if more bytes are needed; ``final``: these are all.
    """
    first = beginning[:_LOOK].removeprefix(BOM_UTF8).lstrip(b"\t\n\r ")
    rest = first[1:].lstrip(b"\t\r ")
    if not final and len(beginning) < _LOOK and (not first or (first.startswith(b"{") and not rest)):
        return None
    return not first.startswith(b"[") and not (first.startswith(b"{") and rest.startswith(b"\n"))


def lines_of(part: Part, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines that begin in a part, and set its ``begin`` to the first of them."""
    is_inside = not part.owned
    at = part.begin
    for chunk in chunks:
        if not is_inside and part.owned is not None:
            feed = chunk.find(b"\n", max(0, part.owned - 1 - at))
            at += len(chunk)
            if feed < 0:
                continue
            chunk = chunk[feed + 1 :]
            at -= len(chunk)
            is_inside, part.begin = True, at
            if part.stop is not None and at >= part.stop:
                return
        feed = -1 if part.stop is None else chunk.find(b"\n", max(0, part.stop - 1 - at))
        yield chunk if feed < 0 else chunk[: feed + 1]
        if feed >= 0:
            return
        at += len(chunk)


def read_record(frame: Frame, values: Values, read: Callable[[], None] | None = None, by_offset: bool = False) -> None:
    """Read the documents of a record, each separately; their base is the record's URI if that is absolute.

    ``read`` is called for each record with documents. If ``by_offset``, its name is its offset, not its line.
    """
    documents = frame.values.pop("document", None)
    if documents is None:
        return
    if read is not None:
        read()
    base = base_of(frame, "url")
    number = f"{OFFSET}{frame.start}" if by_offset else str(frame.number)
    origin = values.origin_of(number, base or values.origin.source_url)
    for string in documents:
        values.document([string], None, base=base, origin=origin)


# -- The scanner of JSON -----------------------------------------------------------------------------------------------

_ACTIVITIES: Final = ("application/activity+json", "application/ld+json")


class JsonScanner(BaseScanner):
    """Find the references in one JSON document. Sans-IO: bytes in, occurrences out.

    Strings that are documents or references in a known kind of document (:mod:`.paths`) are read as such; the rest is
    plain text, with the escape sequences of JSON decoded. ``media_type`` may determine the kind. Places are bytes of
    the file, and ``raw`` is the source there, with its escape sequences; for a reference in several strings, or in
    base64, it is the decoded text.

    With the option ``json_field`` the document is JSON Lines: these fields are documents (keys joined with dots), and
    nothing else is read. Only then it may be a ``part`` of a document, which begins with a line (:func:`lines_of`).
    """

    restartable = True
    #: The scopes of objects that are read together with the object that contains them.
    parts = PARTS

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, base: str | None = None, origin: Origin = NO_ORIGIN,
        charset: str | None = None, on_problem: Callable[[Problem], None] | None = None,
        media_type: str = "application/json", part: Part | None = None,
    ) -> None:  # fmt: skip
        if options.origins:
            options = options._replace(places=True)
        self._on_problem = on_problem
        self._pool = Pool()
        self._values = Values(self._pool, options)
        self._rows = Rows(self._pool)  # in order
        self._text: TextScanner | None = None
        self._root = self._graph(media_type)
        self._record: Callable[[Frame, Values], None] | None = None
        if options.json_field:
            self._root = paths.fields(tuple(options.json_field), options.json_url)
            by_offset = part is not None and part.owned is not None
            self._record = partial(read_record, read=options.json_read, by_offset=by_offset)
            self._values.recognise = recognised_type(options.json_type)
        else:
            self._text = TextScanner(options, pool=self._pool, on_problem=self._values.rows.problem)
        self._part = part
        self.restart(base, origin, charset)
        if part is not None:
            self._opening.translate(None)

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another document, with the same other options. State of the last one is discarded."""
        self._opening = Opening(translated(charset))
        self.closed = False
        self._rows.drop(self._rows.count)
        self._pool.clear()
        self._values.begin(base, origin)
        self._document = origin.document
        if self._text is not None:
            self._text.rows.drop(self._text.rows.count)
            self._text.restart(base, origin)
        self._tokenizer: Any = None
        self._lines = False  # True if each line is a text
        self._window = b""  # bytes that were not read yet
        self._chunks: list[bytes] = []  # the chunks after these
        self._size = self._wanted = 0  # the size of both, and the size needed to continue
        self._offset = 0
        scanned = None if self._text is None else paths.SCANNED
        self._objects: Any = Objects(self, scanned, self.parts, NUMBERED, MAX_JSON_HELD)
        self._holds_documents = False  # damage is reported only if the document holds documents
        self._damaged_lines = 0
        self._reported_many = False  # that there are more such lines

    def _graph(self, media_type: str) -> Node:
        """Return the root of the graph of paths for a media type."""
        return paths.activity() if media_type in _ACTIVITIES else paths.known()

    def _reader(self, scope: str) -> Callable[[Frame, Values], None] | None:
        """Return the function that reads an object of a scope."""
        return READERS.get(scope)

    # -- in --------------------------------------------------------------------------------------------------------

    def _read(self, chunk: bytes, final: bool) -> Page:
        chunk = self._opening.text(chunk, final)
        self._chunks.append(chunk)
        self._size += len(chunk)
        if self._size < self._wanted and not final:
            return Page()
        window = b"".join((self._window, *self._chunks))
        self._chunks.clear()
        if self._tokenizer is None:
            in_lines = self._record is not None and (self._part is not None or is_in_lines(window, final))
            if in_lines is None:
                self._window, self._wanted = window, 2 * len(window)
                return Page()
            self._lines = in_lines
            self._objects.lines = in_lines
            self._tokenizer = JsonTokenizer(self._root, in_lines)
            if self._part is not None:
                self._tokenizer.line, self._tokenizer.line_start = self._part.line, self._part.begin
                self._offset = self._part.begin
        end = self._tokenizer.read(window, self._offset, final)
        found = self._tokenizer.found
        self._holds_documents = self._holds_documents or bool(found)
        masks = self._objects.take(found)
        found.clear()
        if final and self._holds_documents and self._tokenizer.damaged and not self._lines:
            self._values.problem(self._offset + end, "damaged", "damaged or truncated JSON")
        if self._text is not None:
            self._text.take(masked(window, end, self._offset, masks), final)
        self._window = window[end:]
        self._offset += end
        # An incomplete string is read again when it is twice as long.
        self._size = len(self._window)
        self._wanted = 2 * self._size
        return self._page(final)

    # What the kernel calls:

    def read_string(self, string: JsonString, action: str) -> None:
        """Read a string outside objects."""
        self._values.document([string], action)

    def report_too_long(self, place: int) -> None:
        """Report a string that is too long."""
        message = f"a string that begins here has more than {MAX_JSON_STRING} bytes: scanned as it is"
        self._values.problem(place, "too-large", message)

    def report_line(self, number: int, start: int) -> None:
        """Report a line that is not JSON; after a number of them, report once that there are more."""
        self._damaged_lines += 1
        most = MAX_PROBLEMS + start // PROBLEM_BYTES
        if self._damaged_lines <= most:
            line = f"line {number}" if number > 0 else "the line"  # the lines before a part may be unknown
            self._values.problem(start, "damaged", f"{line} is not valid JSON")
        elif not self._reported_many:
            self._reported_many = True
            message = f"{most} problems in {start} bytes: further ones may not be reported"
            self._values.problem(start, "too-many-problems", message)

    def read_open(self, frames: list[Frame]) -> None:
        """Read the open objects as far as they are known, because they hold too many bytes."""
        message = (
            f"an object with more than {MAX_JSON_HELD} bytes of documents: a base that comes after them is ignored"
        )
        self._values.problem(frames[0].start, "late-base", message)
        for frame in frames:
            self.read_frame(frame)

    def read_frame(self, frame: Frame) -> None:
        """Read the documents and references in an object."""
        reader = self._record or self._reader(frame.scope)
        if reader is not None:
            reader(frame, self._values)

    # -- out -------------------------------------------------------------------------------------------------------

    def _page(self, final: bool) -> Page:
        found, rows, text = self._values.rows, self._rows, self._text
        found.sort()
        if text is None:
            limit = None if final else self._first_held()
            found.move(rows, found.count if limit is None else found.before(limit))
            others = found.count > 0
            tables = [rows, found]
        else:
            limit = None if final else min(text.settled, self._first_held())
            self._settled = limit or 0
            marks = found.count if limit is None else found.before(limit)
            text.rows.sort()
            count = text.rows.count if limit is None else text.rows.before(limit)
            merge(found, marks, text.rows, count, rows, [], [], 0)
            others = found.count + text.rows.count > 0
            tables = [rows, found, text.rows]
        if rows.count:
            self._finish(rows)
        page = page_of(rows, rows.count, others)
        if others:
            compact(self._pool, tables)
        return page

    def _first_held(self) -> int:
        """Return the place of the first object that may still have references, or the place where reading continues."""
        frames = self._objects.frames
        start: int = frames[0].start if frames else self._offset
        return start

    def _finish(self, rows: Rows) -> None:
        """Report the problems among the rows, and change all places to those in the document before translation."""
        for _, start, note in rows.take_notes(rows.count):
            if self._on_problem is not None:
                self._on_problem(note._replace(offset=self._opening.place(start)))
        count = rows.count
        if count and self._opening.sequence:
            last = rows.get(count - 1, layout.START)
            self._opening.to_source(rows, 0, count)
            self._opening.forget(last)
