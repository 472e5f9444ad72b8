"""Why a place was taken for a reference, or was not: the interpreted kernel, telling what it decides.

Nothing here decides: each method asks the kernel's own, and writes down what it answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uri_extract.limits import MAX_REFERENCE
from uri_extract.scan import rows, wrap_signs
from uri_extract.scan._kernel import Kernel
from uri_extract.uri import schemes

if TYPE_CHECKING:
    from collections.abc import Iterator


class Break(NamedTuple):
    """A line break that a reference in white space may go on behind; ``place`` is where its part ends."""

    place: int
    signs: list[str]
    total: int
    verdict: int


class Decision(NamedTuple):
    """What became of one colon: ``taken`` or not, bytes from ``start`` to ``end`` of the window, and the reasons."""

    taken: bool
    start: int
    end: int
    reasons: list[str]
    breaks: list[Break]


class Explainer(Kernel):
    """A kernel that keeps a :class:`Decision` for each colon, until somebody takes them from ``decisions``."""

    def __init__(self, max_reference: int = MAX_REFERENCE) -> None:
        self.decisions: list[Decision] = []
        self._reasons: list[str] = []
        self._breaks: list[Break] = []
        super().__init__(max_reference)

    # Kernels are not typed for those who call them from outside: hence the int() and bool() below.

    def reference(self, colon: int) -> int:
        count = self.count
        self.start = -1
        self._reasons, self._breaks = [], []
        behind = int(super().reference(colon))
        if self.need and not self.final:  # it will come again, with more behind it
            return behind
        taken = self.count > count
        start, end = (self.row[count * rows.WIDTH + k] for k in (rows.START, rows.END)) if taken else (-1, -1)
        if not taken:
            start = self.start if self.start >= 0 else self._word(colon)
            end = min(colon + 1, self.size)
            self._reasons = self._reasons or ["what follows the colon is no part of a reference"]
        else:
            self._reasons += self._row(count * rows.WIDTH, end)
        self.decisions.append(Decision(taken, start, end, self._reasons, self._breaks))
        return behind

    def scheme(self, colon: int) -> int:
        start = int(super().scheme(colon))
        if start < 0:
            self._reasons.append("what stands before the colon is no scheme")
        return start

    def look_back(self) -> int:
        bits = int(super().look_back())
        name = self.window[self.start : self.window.find(b":", self.start)].decode("ascii", "replace")
        if self.kind:
            self._reasons.append(f"scheme {name}, {_shape(self.kind)}")
        else:
            self._reasons.append(f"{name} is no scheme of the table, and would be believed only behind <")
        if bits & rows.PREFIX:
            self._reasons.append("URL: stands before it")
        return bits

    def believed(self, colon: int, i: int, bits: int) -> bool:
        answer = bool(super().believed(colon, i, bits))
        if not answer:
            what = "a host that could exist" if self.kind <= schemes.SLASHES else "what the scheme's references have"
            self._reasons.append(f"behind it stands no {what}" if self.slashes == 2 else f"{what} does not follow")
        return answer

    def enclosed(self, begin: int, end: int) -> int:
        opener = self.opener
        closed = int(super().enclosed(begin, end))
        if closed < 0:
            self._reasons.append(f"{chr(opener)} stands before it, and does not enclose it")
        return closed

    def weigh(self, signs: int, end: int) -> int:
        verdict = int(super().weigh(signs, end))
        seen = wrap_signs.names(signs)
        total = wrap_signs.START + sum(wrap_signs.SIGNS[name].weight for name in seen)
        self._breaks.append(Break(end, seen, total, verdict))
        answer = ("it ends there", "perhaps it goes on", "it goes on")[verdict]
        if signs & wrap_signs.IMPOSSIBLE:
            why = "the next word is no part of a reference"
        else:
            why = f"{', '.join(seen) or 'no sign'}" + ("" if "bad" in seen else f": {total:+d}")
        self._reasons.append(f"line break: {answer} ({why})")
        return verdict

    def trim(self, floor: int, end: int) -> int:
        trimmed = int(super().trim(floor, end))
        if trimmed < end:
            text = self.window[trimmed:end].decode("utf-8", "replace")
            reason = f"{text} at its end is the text's"
            if reason not in self._reasons:
                self._reasons.append(reason)
        return trimmed

    def _row(self, at: int, end: int) -> Iterator[str]:
        bits, pieces = self.row[at + rows.BITS], self.row[at + rows.PIECES]
        if bits & rows.TOO_LONG:
            yield "it is longer than the limit"
            return
        yield f"delimited by {rows.DELIMITER_NAMES[bits & rows.DELIMITERS]}"
        if bits & rows.BEYOND_ASCII:
            yield "it holds letters beyond ASCII: an IRI"
        if pieces and not bits & rows.ANOTHER:
            yield f"put together from {pieces} pieces"
        if bits & rows.HYPHEN:
            yield "broken behind a hyphen, which may be the typesetter's"
        if end < self.size and bits & rows.DELIMITERS == rows.WHITESPACE and not self.flags[self.data[end]] & 8:
            yield f"it ends before {self.window[end : end + 4].decode('utf-8', 'replace')[0]!r}"

    def _word(self, colon: int) -> int:
        start = colon
        while start > 0 and colon - start < 20 and self.classes[self.data[start - 1]]:
            start -= 1
        return start


def _shape(kind: int) -> str:
    if kind <= schemes.SLASHES:
        return "believed before //"
    name = next(name for name, value in vars(schemes).items() if value is kind and name.isupper())
    return f"whose references have the shape {name.lower()}"
