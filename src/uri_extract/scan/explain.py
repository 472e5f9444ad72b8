"""Why a place was taken for a reference, or was not: the interpreted kernels, telling what they decide.

Nothing here decides: each method asks the kernel's own, and writes down what it answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from uri_extract.limits import MAX_SCHEME
from uri_extract.scan import classes, rows
from uri_extract.scan._kernel import Kernel
from uri_extract.scan.reasons import SHAPES, ending, shown, weighed
from uri_extract.uri import schemes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.scan._suffix import SuffixKernel as _AnyKernel
else:
    _AnyKernel = object

#: A decision's place is at most so many bytes before the byte that it was taken at, which come in order.
BEFORE = MAX_SCHEME + 1

#: Bytes of a place that was not taken that are shown.
SHOWN = 2 * BEFORE

#: Bytes of a word that are shown.
_MOST = 60
#: What stands before the first of what hangs together.
_OPENING = b" \t\n\r\f\v<>([{\"'`|"
_PART = classes.WORD | classes.SCHEME | classes.NAME | classes.LOCAL


class Break(NamedTuple):
    """A line break that a reference in white space may go on behind; ``place`` is where its part ends."""

    place: int
    signs: list[str]
    total: int
    verdict: int


class Decision(NamedTuple):
    """What became of one colon, dot or ``@``: ``taken`` or not, and the reasons.

    ``start``, ``end`` and the places of ``breaks`` count from the start of the document. Of what was taken ``text`` is
    what stands there, its other reading too; ``bits`` and ``pieces`` are those of its row, from ``start`` on.
    """

    taken: bool
    start: int
    end: int
    reasons: list[str]
    breaks: list[Break]
    text: bytes = b""
    bits: int = 0
    pieces: tuple[int, ...] = ()


# Kernels are not typed for those who call them from outside: hence the int() and bool() below.


class Explaining(_AnyKernel):
    """Stands before a kernel, and keeps a :class:`Decision` for each place until somebody takes them: ``decisions``.

    "word: text" and what is like it is not worth one.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.decisions: list[Decision] = []
        self._forget()
        super().__init__(*arguments, **options)

    def _forget(self) -> None:
        self._reasons: list[str] = []
        self._no = ""  # the last answer that it is none
        self._no_host = ""
        self._breaks: list[Break] = []
        self._ends: dict[int, str] = {}  # why a byte in doubt ends it
        self._trimmed: dict[int, int] = {}  # an end, and where it was before punctuation was left out
        self._next = -1  # where the next line's text begins
        self._bare = False
        self._folds = 0  # soft line breaks inside it

    def reference(self, colon: int) -> int:
        return self._decide(colon, super().reference, self._no_reference)

    def _decide(self, anchor: int, read: Callable[[int], int], why_not: Callable[[int], str]) -> int:
        count = self.count
        self.start = -1
        self._forget()
        behind = int(read(anchor))
        if self.need and not self.final:  # it will come again, with more behind it
            return behind
        if self.count > count:
            self._row(count * rows.WIDTH)
        elif reason := why_not(anchor):
            start = self.start if self.start >= 0 else self._word(anchor)
            if not self._shows(start):
                return behind
            reasons = [*self._reasons, reason]
            self.decisions.append(Decision(False, self.offset + start, self.offset + anchor + 1, reasons, self._breaks))
        if len(self.decisions) >= rows.ROWS:
            self.made = rows.ROWS  # the scan hands over
        return behind

    def _shows(self, start: int) -> bool:
        """Return whether the window has all of the word there that is shown; ask for more of the text if not."""
        if not self.final:
            limit = start + SHOWN
            end = start
            while end < min(limit, self.size) and not self.flags[self.data[end]] & classes.SPACE:
                end += 1
            if end == self.size and end < limit:
                self.need = True
        return bool(self.final or not self.need)

    def _no_reference(self, colon: int) -> str:
        """Return why nothing was taken, "" where that is not worth a line."""
        if self._no:
            return self._no
        following = self.data[colon + 1 : colon + 2]
        begin = self._word(colon, classes.SCHEME)
        if classes.KINDS.get(self.window[begin:colon].lower(), 0) and not following.isspace():
            what = shown(following) if following else "nothing"
            return f"{what} stands behind the colon, and no reference"
        return ""

    # -- what the kernel is asked, in the order in which it asks itself ---------------------------------------------

    def scheme(self, colon: int) -> int:
        start = int(super().scheme(colon))
        begin = self._word(colon, classes.SCHEME)
        if start < 0:
            self._no = self._no_scheme(begin, colon)
        elif self.kind:
            if begin < start:
                self._reasons.append(f"{shown(self.window[begin:start])} before the scheme is the text's")
        else:
            self._no = self._unknown(start, colon)
        return start

    def _unknown(self, start: int, colon: int) -> str:
        name = self.window[start:colon]
        following = self.peek(colon + 1)
        if self.flags[following] & classes.SPACE or name.lower() == b"url":
            return ""
        if following == 47 and self.peek(colon + 2) == 47:
            return f"unknown scheme {shown(name)}: believed in <...> only, before {SHAPES[0]}"
        # Of "a:b/c:d" the first is enough.
        first = start == 0 or self.data[start - 1] in _OPENING
        return f"unknown scheme {shown(name)}, and no // behind it" if first else ""

    def _no_scheme(self, begin: int, colon: int) -> str:
        name = self.window[begin:colon]
        if colon - begin >= BEFORE:
            return f"the word before the colon has more than {MAX_SCHEME} characters, and is no scheme"
        kind = classes.KINDS.get(name.lower(), 0)
        slashes = name and self.peek(colon + 1) == 47 and self.peek(colon + 2) == 47
        if (kind or slashes) and begin > self.low and self.data[begin - 1] == 95:
            return f"{shown(b'_' + name)} is the end of a longer word, and no scheme"
        if kind == schemes.NUMBER:
            return f"{shown(name)} with a capital is the label of a number"
        if slashes:
            return f"{shown(name)} is no scheme, which has two characters or more and begins with a letter"
        return ""

    def plainly_none(self, colon: int) -> bool:
        """Turn down on sight only what is not worth a line."""
        return self.data[colon + 1] == 32 and bool(super().plainly_none(colon))

    def look_back(self) -> int:
        bits = int(super().look_back())
        if bits & rows.PREFIX:
            self._reasons.append("URL: before it is left out")
        return bits

    def believed(self, colon: int, i: int, bits: int) -> bool:
        answer = bool(super().believed(colon, i, bits))
        if not answer:
            if self.slashes == 2 and self.kind <= schemes.AUTHORITY:
                self._no = self._no_host or "a line break behind // takes a host with a dot"
            elif self.kind:
                name = self.window[self.start : colon].decode("ascii", "replace")
                self._no = f"behind {name}: it takes {SHAPES[self.kind]}"
        return answer

    def host(self, i: int) -> bool:
        answer = bool(super().host(i))
        if not answer:
            end = i
            limit = min(self.size, i + _MOST)
            while end < limit and self.classes[self.data[end]] and self.data[end] not in b"/?#":
                end += 1
            if end == self.size:
                self.need = True
            self._no_host = f"{shown(self.window[i:end])} cannot be a host" if end > i else "no host stands behind //"
            self._no = self._no_host
        return answer

    def ends(self, i: int) -> bool:
        answer = bool(super().ends(i))
        if answer:
            self._ends[i] = ending(chr(self.data[i]))
        return answer

    def enclosed(self, begin: int, end: int) -> int:
        opener = chr(self.opener)
        closed = int(super().enclosed(begin, end))
        if closed < 0:
            self._reasons.append(f"{opener!r} does not enclose it")
            self._no = self._no or "in white space it is none"
        return closed

    def bare(self, begin: int, floor: int, end: int) -> int:
        made, weighed_before = self.made, len(self._breaks)
        self._bare = True
        behind = int(super().bare(begin, floor, end))
        self._bare = False
        verdicts = [each.verdict for each in self._breaks[weighed_before:]]
        joins = verdicts.count(2) + self._folds
        pieces = self.made - made
        if verdicts and verdicts[-1] == 1 and (joins or made > self.first):
            self._reasons.append("it was put together already, so it ends there")
        elif (verdicts and verdicts[-1] == 1 and pieces < 2) or (joins and max(0, pieces - 1) < joins):
            self._reasons.append("nothing behind that line break could belong to it, so it ends there")
        if behind == floor:
            self._no = "only punctuation stands behind it"
        return behind

    def trim(self, floor: int, end: int) -> int:
        trimmed = int(super().trim(floor, end))
        if trimmed < end:
            self._trimmed[trimmed] = end
        return trimmed

    def gap(self, i: int, enclosed: bool) -> int:
        self._next = int(super().gap(i, enclosed))
        if self._bare and self.broke and self._next < 0:
            self._reasons.append("line break: it ends there (no text of the same kind is on the next line)")
        return self._next

    def folded(self, begin: int, end: int) -> int:
        bare, self._bare = self._bare, False
        behind = int(super().folded(begin, end))
        self._bare = bare
        if bare and behind >= 0:
            self._next = behind
            self._folds += 1
            self._reasons.append(f"line break before {self._next_word()}: it goes on ('=' breaks the line softly)")
        return behind

    def prose(self, i: int) -> bool:
        answer = bool(super().prose(i))
        if answer:
            self._reasons.append(f"line break before {self._next_word()}: it ends there (a word, and a blank)")
        return answer

    def weigh(self, signs: int, end: int) -> int:
        verdict = int(super().weigh(signs, end))
        seen, total, text = weighed(signs, verdict)
        self._breaks.append(Break(self.offset + end, seen, total, verdict))
        self._reasons.append(f"line break before {self._next_word()}: {text}")
        return verdict

    # -- what was taken ------------------------------------------------------------------------------------------------

    def _row(self, at: int) -> None:
        start, end, colon, bits, first, count = self.row[at : at + rows.WIDTH]
        if bits & rows.TOO_LONG:
            reasons = [f"it is longer than the limit, {self.max_reference} bytes"]
            self.decisions.append(Decision(False, self.offset + start, self.offset + end, reasons, [], b"", bits))
            return
        pieces = self.pieces[2 * first : 2 * (first + count)]
        reasons = [self._what(start, colon, bits), *self._reasons]
        if bits & rows.DELIMITERS == rows.WHITESPACE:
            reasons += self._end(end, bits)
        else:
            delimiters = "<...>" if bits & rows.DELIMITERS == rows.ANGLE else '"..."'
            reasons.append(f"{delimiters} encloses it" + (", white space inside is ignored" if count else ""))
        if bits & (rows.BEYOND_ASCII | rows.WESTERN):
            encoding = "windows-1252, not UTF-8" if bits & rows.WESTERN else "UTF-8"
            reasons.append(f"letters beyond ASCII are part of it ({encoding})")
        if bits & rows.ESCAPED:
            reasons.append("backslashes in it escape characters")
        if bits & rows.HYPHEN and not bits & rows.ANOTHER:
            reasons.append("the hyphen before a line break may be the typesetter's")
        reach = max([end, *pieces])
        self.decisions.append(
            Decision(
                *(True, self.offset + start, self.offset + end, reasons, self._breaks),
                *(self.window[start:reach], bits, tuple(place - start for place in pieces)),
            )
        )

    def _what(self, start: int, colon: int, bits: int) -> str:
        name = self.window[start:colon].decode("ascii", "replace")
        if not self.kind:
            return f"unknown scheme {name}, believed behind <" + ("URL:" if bits & rows.PREFIX else "")
        return f"scheme {name}, behind it {SHAPES[self.kind]}"

    def _end(self, end: int, bits: int) -> Iterator[str]:
        before = self._trimmed.get(end, end)
        if before > end:
            yield f"{shown(self.window[end:before])} at its end is the text's"
        if before in self._ends:
            yield self._ends[before]
        elif before >= self.size:
            yield "the text ends there"
        elif self.flags[self.data[before]] & classes.SPACE:
            yield "white space ends it"
        else:
            byte = self.data[before]
            character = self.window[before : before + (1 if byte < 0xC2 else 2 if byte < 0xE0 else 3 + (byte > 0xEF))]
            try:
                what = repr(character.decode())
            except UnicodeDecodeError:
                what = f"the byte {byte:02X}"
            plain = byte < 0x80 and self.classes[byte]
            yield f"{what} ends it" + ("" if bits & rows.MAIL else ", as its host does" if plain else "")

    # -- words ---------------------------------------------------------------------------------------------------------

    def _word(self, anchor: int, kind: int = _PART) -> int:
        """Return where the word before the anchor begins."""
        low = max(self.low, anchor - BEFORE)
        start = anchor
        while start > low and self.flags[self.data[start - 1]] & kind:
            start -= 1
        return start

    def _next_word(self) -> str:
        end = self._next
        limit = min(self.size, end + _MOST)
        while end < limit and not self.flags[self.data[end]] & classes.SPACE:
            end += 1
        if end == self.size:
            self.need = True
        return shown(self.window[self._next : end])


class Explainer(Explaining, Kernel):
    """The kernel, telling what it decides."""

    @staticmethod
    def suffix_kernel() -> Any:
        """Return the class that does so for the kernel which also finds references without a scheme."""
        from uri_extract.scan.explain_suffix import SuffixExplainer  # which imports this module

        return SuffixExplainer
