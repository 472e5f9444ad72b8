"""Documents of markup, HTML and XML: what their scanners do alike, with bytes and with what was found."""

from __future__ import annotations

import sys
from collections import deque
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_HELD, MAX_HELD_BYTES, MAX_TAG
from uri_extract.media.encodings import translated
from uri_extract.media.face import Face
from uri_extract.media.html.base import UNUSABLE, Marker, own_base
from uri_extract.media.html.references import TextDecoder
from uri_extract.media.labels import encoding_of
from uri_extract.media.text import TextScanner
from uri_extract.records import Occurrence, Problem
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.media.encodings import Translator
    from uri_extract.media.html.base import Base, Bases
    from uri_extract.media.html.references import Reference
    from uri_extract.media.html.windows import Windows

#: Orders what was found by its place.
ORDER = variant("uri_extract.media.html._order")
start_of = ORDER.start_of


class MarkupScanner(Face):
    """Finds the references in one document of markup, whose base may be told behind them.

    What it is in is known after ``wanted`` bytes, or says then how many more that takes (:meth:`_begin`). From there
    on ``_markup`` reads the rows of ``windows`` (:meth:`_read_rows`), and ``_text`` the rest, where ``reference`` tells
    what a character reference means, if that is not HTML's. What both found is put in order (:meth:`_in_order`), and
    held back until the base is known that counts for it.

    Options are those of :class:`~uri_extract.media.text.TextScanner`; ``charset`` is what HTTP or MIME declares,
    ``base_from`` where ``base`` comes from, as an occurrence has it, and ``max_held`` how many references are held
    back at most.
    """

    _markup: Any  # of uri_extract.media.html.markup, or uri_extract.media.xml.markup
    _bases: Bases  # from _begin on

    def __init__(
        self,
        windows: Windows,
        wanted: int,
        reference: Reference | None = None,
        *,
        base: str | None = None,
        base_from: str = "retrieval",
        default_base: str | None = None,
        document: str | None = None,
        charset: str | None = None,
        refang: bool = False,
        on_problem: Callable[[Problem], None] | None = None,
        suffix: bool = False,
        mail_addresses: bool = False,
        kernel: Any = None,
        max_held: int = MAX_HELD,
    ) -> None:
        # A codec of Python that is no encoding of the web's.
        self._codec = translated(charset) if charset and encoding_of(charset) is None else None
        self._own = own_base(base, default_base, base_from)
        self._document = document
        self._charset = charset
        self._on_problem = on_problem
        self._max_held = max_held
        self._windows = windows
        self._beginning: list[bytes] | None = []  # held until the encoding is known; None from then on
        self._wanted = wanted  # so much more, before it is asked for
        self._translator: Translator | None = None
        self._translated = False  # something was whose place differs from there on
        self._undone = refang or suffix or mail_addresses  # references that stand for a "." or a "@" matter
        self._in_text = {"refang": refang, "suffix": suffix, "mail_addresses": mail_addresses, "kernel": kernel}
        self._texts: list[Any] = []  # what the text scanner found, and its problems
        self._text = MaskedText(
            reference, document=document, on_problem=self._texts.append, base=base, default_base=default_base,
            **self._in_text,
        )  # fmt: skip
        self._fed = 0  # so many bytes of the document were given to the text scanner
        self._held: list[Any] | None = []  # until the base is known; None from then on
        self._released = False  # before it was known
        self._line_place = (0, 0)  # as the text scanner has it
        # Problems whose places are not asked for yet: the line of the next occurrence may begin before them.
        self._waiting: deque[Problem] = deque()

    @property
    def base(self) -> Base:
        """The base of the document, as far as it is known: at the end, the one that counts."""
        return self._own if self._beginning is not None else self._bases.chosen

    @property
    def codec(self) -> str | None:
        """The codec of Python that the document is read in; None: UTF-8."""
        return None if self._translator is None else self._translator.codec

    @property
    def settled(self) -> int:
        """So much of the document is settled: nothing before it will be found any more."""
        if self._beginning is not None:
            return 0
        return self._forget()

    def _forget(self) -> int:
        """Forget places that nothing will be asked for; return up to where all is settled."""
        place: int = start_of(self._held[0]) if self._held else self._markup.settled(self._text.settled)
        if self._translator is None:
            return place
        self._report_before(place - MAX_TAG)
        return self._translator.forget(max(0, place - MAX_TAG))

    # -- in --------------------------------------------------------------------------------------------------------

    def _read(self, chunk: bytes, final: bool) -> list[Occurrence]:
        chunk = self._utf8(chunk, final)
        if self._beginning is not None:
            return []
        windows, markup = self._windows, self._markup
        for steps in (windows.feed(chunk), windows.close() if final else ()):
            for _ in steps:
                self._read_rows()
            if windows.offset + windows.end > self._fed:
                self._read_text(windows.end)
        if final:
            markup.close()
            windows.release()
            self._texts += self._text.close()
        settled = None if final else markup.settled(self._text.settled)
        out = self._release(self._in_order(settled), final)
        if self._translator is not None:
            if final:
                self._report_before(sys.maxsize)
            else:
                self._forget()
        return out

    def _utf8(self, chunk: bytes, final: bool) -> bytes:
        """Return the document's next bytes in UTF-8."""
        if self._beginning is not None:
            self._beginning.append(chunk)
            self._wanted -= len(chunk)
            if self._wanted > 0 and not final:
                return b""
            chunk = b"".join(self._beginning)
            self._wanted = self._begin(chunk, final)
            if self._wanted:
                self._beginning = [chunk]
                return b""
            self._beginning = None
            if self._own.problem:
                self._report(Problem(self._document, 0, UNUSABLE, self._own.problem))
        if self._translator is None:
            return chunk
        self._translated = self._translated or not (chunk.isascii() and self._translator.extends_ascii)
        return self._translator.feed(chunk, final)

    def _begin(self, beginning: bytes, final: bool) -> int:
        """Choose the encoding and return 0; or, unless that is all, how many bytes more it takes to know."""
        raise NotImplementedError

    def _read_rows(self) -> None:
        """Take the rows of the window."""
        raise NotImplementedError

    def _read_text(self, end: int) -> None:
        """Give the plain-text scanner what is settled of the window, which is up to ``end``."""
        raise NotImplementedError

    def _in_order(self, settled: int | None) -> list[Any]:
        """Return what was found before ``settled``, by its place; all if that is None."""
        raise NotImplementedError

    # -- out -------------------------------------------------------------------------------------------------------

    def _release(self, items: list[Any], final: bool) -> list[Occurrence]:
        """Return what can go out, its bases known and its places those of the original."""
        out: list[Occurrence] = []
        for item in items:
            held = self._held
            if item.__class__ is Marker:
                self._base_known(item, out)
            elif held is None or (not held and (item.__class__ is Problem or item.kind != "relative")):
                self._out(item, out)
            else:
                held.append(item)
                if len(held) >= self._max_held or start_of(item) - start_of(held[0]) >= MAX_HELD_BYTES:
                    self._released = True
                    self._let_go(self._markup.own, out)
        if final and self._held is not None:
            self._let_go(self._markup.own, out)
        return out

    def _base_known(self, marker: Marker, out: list[Occurrence]) -> None:
        base = self._bases.chosen
        if self._released and base.source == "embedded":
            message = (
                f"a base comes after {self._max_held} references, or {MAX_HELD_BYTES} bytes: those before it were "
                "resolved against the document's own"
            )
            self._out(Problem(self._document, marker.start, "late-base", message), out)
        if self._held is not None:
            self._let_go(base.pair, out)
        if marker.problem:
            self._out(marker.problem, out)

    def _let_go(self, bases: tuple[str | None, ...], out: list[Occurrence]) -> None:
        """Hold nothing back any more: these are the bases that count for what was."""
        raise NotImplementedError

    def _out(self, item: Any, out: list[Occurrence]) -> None:
        if item.__class__ is Problem:
            self._report(item)
        else:
            out.append(self._in_original(item) if self._translated else item)

    def _report(self, problem: Problem) -> None:
        if self._translated:
            self._waiting.append(problem)
        elif self._on_problem is not None:
            self._on_problem(problem)

    def _report_before(self, position: int) -> None:
        """Report the problems that wait before ``position``: places of the original are asked for in order."""
        while self._waiting and self._waiting[0].offset < position:
            problem = self._waiting.popleft()
            problem = problem._replace(offset=self._place(problem.offset))
            if self._on_problem is not None:
                self._on_problem(problem)

    def _place(self, position: int) -> int:
        assert self._translator is not None
        return self._translator.place(position)

    def _in_original(self, item: Occurrence) -> Occurrence:
        """Return the occurrence with its place in the bytes before translation. Occurrences come in order."""
        translator = self._translator
        assert translator is not None
        line = item.start - item.column + 1
        if line > self._line_place[0]:
            self._report_before(line)
            self._line_place = (line, self._place(line))
        self._report_before(item.start + 1)
        start = self._place(item.start)
        source = item.raw.encode("utf-8", "surrogateescape")
        end = start + len(translator.original(item.start, source))
        return item._replace(start=start, end=end, column=start - self._line_place[1] + 1)


class MaskedText(TextScanner):
    """The plain-text scanner over the bytes of a document, in which references of markup are masked.

    ``reference`` tells what a character reference means where that is not HTML's.
    """

    def __init__(self, reference: Reference | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.syntax_is_masked()
        self._beginning = None
        self._decoder = TextDecoder(line_feed=b" ", reference=reference)
        self._translations.insert(0, self._decoder)

    def feed_source(self, source: bytes, verbatim: list[tuple[int, int]], size: int | None = None) -> list[Occurrence]:
        """Take the document's next bytes, ``size`` of these or all; in the spans ``verbatim`` of them ``&`` is no sign.

        Those are what character references are undone in.
        """
        return self.feed(self._decoder.feed(source, verbatim=verbatim, size=size))

    def count_none(self) -> None:
        """Count no lines: they will all be the first one."""
        self._counted = sys.maxsize

    def _all_in_original(self, found: list[Occurrence]) -> list[Occurrence]:
        decoder = self._decoder
        if len(self._translations) > 1 or self._too_long:
            return super()._all_in_original(found)
        if decoder.same:
            return found
        at, self._line_place = decoder.moved(found, 0, self._line_place)
        while at < len(found):
            found[at] = self._in_original(found[at])
            at, self._line_place = decoder.moved(found, at + 1, self._line_place)
        return found

    def _utf8(self, chunk: bytes, final: bool = False) -> bytes:
        if final:
            chunk += self._decoder.feed(b"", final=True)
        for translation in self._translations[1:]:
            chunk = translation.feed(chunk, final)
        return chunk


def taken(items: list[Any], settled: int | None) -> list[Any]:
    """Take out of what was found, which is in order, what begins before ``settled``; all if that is None."""
    gone = len(items) if settled is None else ORDER.before(items, settled)
    result = items[:gone]
    del items[:gone]
    return result
