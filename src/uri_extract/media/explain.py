"""Why a document's references are found, and what else looks like one and is none: each place with its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from uri_extract.media.readings import read
from uri_extract.media.refang import Refanger
from uri_extract.media.text import TextScanner
from uri_extract.scan import rows
from uri_extract.scan.explain import BEFORE, Decision, Explainer
from uri_extract.scan.explain_suffix import SuffixExplainer
from uri_extract.uri.suffix import mailto

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Bytes of a place that was not taken that are shown.
SHOWN = 2 * BEFORE


class Explanation(NamedTuple):
    """One place: ``taken``, or not, and the ``reasons``.

    ``start``, ``end``, ``line`` and ``column`` are those of the occurrence that was found, and ``text`` is its
    reference; where none was, of the word that looked like one.
    """

    taken: bool
    document: str | None
    start: int
    end: int
    line: int
    column: int
    text: str
    reasons: tuple[str, ...]


class TextExplainer(TextScanner):
    """Reads a document as :class:`TextScanner` does, with the same options, and gives explanations in their order.

    A place is held back until none before it can follow: :data:`SHOWN` bytes.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(kernel=Explainer, **options)
        self._waiting: list[Decision] = []
        self._refanger = next((each for each in self._translations if isinstance(each, Refanger)), None)

    def _suffix_kernel(self, kernel: Any) -> Any:
        return SuffixExplainer

    def explain(self, chunk: bytes) -> Iterator[Explanation]:
        """Take the next bytes of the document; yield what they decided."""
        yield from self._explained(self._windows.feed(self._utf8(chunk)), False)

    def explain_last(self) -> Iterator[Explanation]:
        """Say that nothing follows; yield what was still open."""
        yield from self._explained(self._windows.feed(self._utf8(b"", final=True)), False)
        yield from self._explained(self._windows.close(), True)

    def _explained(self, steps: Iterator[None], final: bool) -> Iterator[Explanation]:
        for _ in steps:
            yield from self._settled(False)
        yield from self._settled(final)

    def _settled(self, final: bool) -> Iterator[Explanation]:
        windows = self._windows
        self._waiting += windows.kernel.decisions
        windows.kernel.decisions.clear()
        self._waiting.sort(key=lambda decision: decision.start)
        settled = windows.offset + windows.end - (0 if final else SHOWN)
        count = 0
        for decision in self._waiting:
            if decision.start >= settled and not final:
                break
            count += 1
            yield self._explanation(decision)
        del self._waiting[:count]
        self._count_lines(max(0, settled - windows.offset))
        self._place_line(self._line_start)
        self._settle()

    def _explanation(self, decision: Decision) -> Explanation:
        windows = self._windows
        self._count_lines(decision.start - windows.offset)
        self._place_line(self._line_start)
        if decision.bits & rows.TOO_LONG:
            self._too_long.append((decision.start, self._line_start))
            self._report_too_long(decision.start + 1)
        reasons = decision.reasons
        if decision.taken:
            size = decision.end - decision.start
            row = (0, size, 0, decision.bits)
            _, text, _, alternates = read(decision.text, row, decision.pieces)
            if decision.bits & rows.MAIL:
                text = mailto(text)
            reasons = [*reasons, *(f"or perhaps {alternate}" for alternate in alternates)]
            raw = decision.text[:size]
        else:
            at = decision.start - windows.offset
            raw = windows.window[at : at + SHOWN]
            raw = raw[: max(len(raw.split(None, 1)[0]) if raw.strip() else 0, decision.end - decision.start)]
            text = raw.decode("utf-8", "replace")
        start, size, source = self._source(decision.start, raw)
        if self._refanger is not None and self._refanger.changed(decision.start, decision.start + len(raw)):
            reasons = [*reasons, f"in the text: {source.decode('utf-8', 'replace')}"]
        return Explanation(
            decision.taken,
            self._document,
            start,
            start + size,
            self._line,
            start - self._line_place[1] + 1,
            text,
            tuple(reasons),
        )
