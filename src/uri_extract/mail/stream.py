"""One window for all texts of a document. Each text keeps its source and its places.

A mailbox has millions of texts, most of them short: fields, bodies. A scanner for each would cost more than the
reading, so they are concatenated, with a separator that no reference crosses, and the scan kernel reads the result. A
row gets its place from the segment that contains it. The results of other scanners (references in HTML, fields that are
references as a whole) are inserted in order.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from operator import itemgetter

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.limits import MAX_REFERENCE
from uri_extract.mail.kernels import Part, PartMap, Source, Texts, origin_of_text
from uri_extract.mail.uuencoded import Uuencoded, UuencodedBlocks
from uri_extract.rows import Page, layout
from uri_extract.rows.records import Problem
from uri_extract.scan.windows import LOOKBEHIND, SEPARATOR, Windows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uri_extract.text.decisions import Decisions
    from uri_extract.text.options import ScanOptions


def _is_changed(starts: list[int], segments: list[Any], start: int, end: int) -> bool:
    """Return True if a mark of a defanged reference was decoded between these places of the text."""
    text_map = segments[max(0, bisect_right(starts, start) - 1)][0] if starts else None
    if text_map is None or text_map.refanger is None:
        return False
    return bool(text_map.refanger.changed(start - text_map.begin, end - text_map.begin))


class Stream(Texts):
    """Scan texts and add their rows to ``rows``, in order. Without ``places`` the rows have no places."""

    def __init__(self, options: ScanOptions, on_problem: Callable[[Problem], None] | None) -> None:
        super().__init__(options.places)
        self._kernel = options.kernel
        if options.without_scheme:
            marked = partial(_is_changed, self.starts, self.segments) if options.refang else None
            self._kernel = options.schemeless_kernel(marked)
        self._on_problem = on_problem
        self.restart()

    def restart(self) -> None:
        """Begin the text of another file. The last one must have been read to its end, and its rows taken."""
        self.begin_file()
        self.windows: Windows = Windows(self._kernel)
        self._blocks = UuencodedBlocks()
        self._decisions: Decisions | None = None
        if self.windows.decides:
            from uri_extract.text.decisions import Decisions  # needed for explanations only

            self._decisions = Decisions(self.windows)
            self._decisions.masked = True
        #: The line of the last row: the map of its text, and the start of the line in the text and in the decoded part.
        self._line_place: tuple[PartMap | None, int, int] = (None, -1, 0)

    # -- in --------------------------------------------------------------------------------------------------------

    def insert(self, other: Page | Callable[[], object]) -> None:
        """Insert a page at this place, or call an action when all earlier rows are in ``rows``."""
        self.others.append((self.size, other))

    # -- out -------------------------------------------------------------------------------------------------------

    def read(self, final: bool = False, take_file: Callable[[Uuencoded, Part], None] | None = None) -> None:
        """Scan the text received, and add settled rows to ``rows``.

        ``take_file`` is called for each file in the text, with the part that contains it, when all earlier rows are in
        ``rows``.
        """
        text = self.texts[0] if len(self.texts) == 1 else b"".join(self.texts)
        self.texts: list[bytes] = []
        if take_file is not None:
            self._put(self._blocks.feed(text, self.size - len(text)), take_file)
            if final and self._blocks.is_open:
                self._put(self._blocks.feed(SEPARATOR, self.size), take_file)
        windows = self.windows
        for _ in windows.feed(text, final):
            if self._decisions is None:
                self.read_rows()
            else:
                self._read_decisions(self._decisions)
            if windows.is_seam:  # the next step moves the window
                self._count(windows.decided)
        if final:
            windows.release()
        end = windows.decided
        self._count(end)
        self.others_before(self.size if final else end, final)
        self._settle(end)

    def _put(self, files: Iterable[Uuencoded], take_file: Callable[[Uuencoded, Part], None]) -> None:
        """Insert files in the text at their ends, which were not scanned yet."""
        for file in files:
            source = self.segments[bisect_right(self.starts, file.inside) - 1][2]
            at = bisect_right(self.others, file.end, self.other, key=itemgetter(0))
            self.others.insert(at, (file.end, partial(take_file, file, source.part)))

    def _read_decisions(self, decisions: Decisions) -> None:
        """Add a row for each decision of the kernel, followed by the row of the reference if one was found."""
        for decision, start, end, row in decisions.read():
            if self.others:
                self.others_before(start)
            self._count(start)
            text_map, shift, source, _ = self.segments[self.at]
            column = start - self.lines.start + 1
            decisions.add(
                self.rows, decision, start, end, start + shift, end + shift, self.lines.number, column,
                origin_of_text(source), field=source.field,
            )  # fmt: skip
            if text_map is not None:
                self.to_source(self.rows.count - 1, text_map)
            if row is not None:
                self.add_row(row, self.segments[self.at])

    def too_long(self, start: int, segment: tuple[PartMap | None, int, Source, Any]) -> None:
        """Report a reference that begins at ``start`` and is too long."""
        text_map, shift, source, _ = segment
        start = start + shift if text_map is None else text_map.locate(start, b"h")[1]
        message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
        if self._on_problem is not None:
            self._on_problem(Problem(source.document, start, "reference-too-long", message))

    def to_source(self, row: int, text_map: PartMap) -> None:
        """Map a row of a translated text: its place to the file, its line and raw text to the part."""
        found = self.rows
        position, end, line = found.get(row, layout.START), found.get(row, layout.END), found.get(row, layout.LINE)
        begin = position - found.get(row, layout.COLUMN) + 1
        if begin < text_map.begin:  # the line began in another piece of a field
            decoded_begin = text_map.base + begin - text_map.begin
        else:
            if self._line_place[:2] != (text_map, begin):
                self._line_place = (text_map, begin, text_map.decoded(begin))
            decoded_begin = self._line_place[2]
        raw = found.raw(row)
        text = raw.encode("utf-8", "surrogateescape")
        if len(text) != end - position:
            text = raw.encode("windows-1252", "replace")
        decoded, start, stop, seen = text_map.locate(position, text)
        if seen != text:
            found.set_raw(row, seen.decode("utf-8", "surrogateescape"))
        if text_map.flowed is not None:
            joined, joined_at, began = text_map.flowed.joined()
            line += joined
            if joined and joined_at + text_map.begin >= begin:
                decoded_begin = began + text_map.base
        found.move_to(row, start, self.end_in_source(end, stop), line, decoded - decoded_begin + 1)

    # -- lines -------------------------------------------------------------------------------------------------------

    def _count(self, position: int) -> None:
        """Count the lines before that place."""
        if self.places and self.starts:
            self.advance(position, self.windows.window, self.windows.offset)
            self.lines.count_to(self.windows.window, self.windows.offset, position - self.windows.offset)

    def _settle(self, end: int) -> None:
        """Drop segments and places that are no longer needed."""
        settled = end - LOOKBEHIND
        starts, segments = self.starts, self.segments
        gone = bisect_right(starts, settled) - 1
        if self.places:
            gone = min(gone, self.at)
        if gone > 0:
            del starts[:gone], segments[:gone]
            self.at: int = max(-1, self.at - gone)
        text_map = segments[0][0] if segments else None
        if text_map is not None and settled > text_map.begin:
            begin = self.lines.start
            if self.at == 0 and begin >= text_map.begin and self._line_place[:2] != (text_map, begin):
                self._line_place = (text_map, begin, text_map.decoded(begin))
            text_map.forget(settled)
