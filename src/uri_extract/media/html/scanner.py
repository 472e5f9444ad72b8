"""HTML documents: references in attributes, style sheets and text, with the base that a browser has."""

from __future__ import annotations

import sys
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_HELD_BYTES
from uri_extract.media.encodings import translator
from uri_extract.media.html.base import Bases, at_codebase
from uri_extract.media.html.charset import MOST, PRESCAN, Sniffer
from uri_extract.media.html.markup import Bound, Markup
from uri_extract.media.html.windows import Windows
from uri_extract.media.markup import ORDER, MarkupScanner, start_of, taken
from uri_extract.records import Occurrence, Problem

if TYPE_CHECKING:
    from uri_extract.media.html.charset import Encoding

_NEW: Any = tuple.__new__
# Read as it is: it extends ASCII, and the scanner knows UTF-8.
_AS_IT_IS = frozenset(("utf-8", "us-ascii"))


class HtmlScanner(MarkupScanner):
    """Finds the references in one HTML document. Sans-IO: bytes in, occurrences out.

    Found are references in attributes and style sheets, relative ones too, and in all other bytes what the
    plain-text scanner finds there, character references undone: in text, comments, scripts, attributes that hold text.
    They come in the order of their places. Options are those of :class:`~uri_extract.media.markup.MarkupScanner`;
    ``tokenizer`` is a class of :data:`uri_extract.media.html.tokenizers`.

    The first ``<base href>`` counts for what stands before it as well: that is held back until the base is known, or
    the document ends (:data:`~uri_extract.limits.MAX_HELD`).
    """

    def __init__(self, *, tokenizer: Any = None, **options: Any) -> None:
        super().__init__(Windows(tokenizer), PRESCAN, **options)
        self._sniff = Sniffer(self._charset)
        self._markup: Markup
        self._css_end = 0  # where the last reference of a style sheet ends

    # -- in --------------------------------------------------------------------------------------------------------

    def _begin(self, beginning: bytes, final: bool) -> int:
        encoding = self._sniff(beginning, final)
        if encoding is None:  # asked again when there is twice as much
            return min(len(beginning), MOST - len(beginning))
        self._read_in(encoding)
        return 0

    def _read_in(self, encoding: Encoding) -> None:
        """Read what comes in that encoding."""
        codec = self._codec if self._codec and encoding.source != "bom" else encoding.codec
        problem = None
        if codec is None:
            message = f"nothing can be read in the encoding {self._charset or 'declared'}; read as windows-1252"
            problem = Problem(self._document, 0, "unreadable-encoding", message)
            codec = "cp1252"
        self._bases = Bases(self._own.uri, self._own.source, codec)
        self._markup = Markup(self._document, self._bases, self._windows.tokenizer, self._undone)
        if self._value is not None:  # nobody asks where they stand
            self._markup.lines.counted = sys.maxsize
            self._text.count_none()
            self._markup.texts_too = self._value == "text"
        if problem:
            self._markup.report(problem)
        if codec not in _AS_IT_IS:
            self._translator = translator(codec)

    def _read_rows(self) -> None:
        windows, markup = self._windows, self._markup
        markup.load(windows.window, windows.offset)
        markup.read(windows.tokenizer.count)

    def _read_text(self, end: int) -> None:
        windows, markup = self._windows, self._markup
        self._fed = windows.offset + end
        markup.load(windows.window, windows.offset)
        walker = markup.walker
        markup.leave(end)
        self._texts += self._text.feed_source(walker.source(end), walker.verbatim, end)
        walker.verbatim.clear()

    # -- in order --------------------------------------------------------------------------------------------------

    def _in_order(self, settled: int | None) -> list[Any]:
        """Return what was found before ``settled``, by its place; all if that is None."""
        markup, texts = self._markup, self._texts
        if markup.disordered:
            markup.found.sort(key=start_of)
            markup.css.sort()
        ORDER.sort(texts)
        of_texts = taken(texts, settled)
        ordered = taken(markup.found, settled)
        elements = markup.walker.texts
        if of_texts:
            ordered, self._css_end, problems = ORDER.merged(ordered, of_texts, elements, markup.css, self._css_end)
            markup.special = markup.special or problems
        self._pass_css(settled)
        if elements:
            gone = len(elements) if settled is None else bisect_left(elements, settled, key=_end_of_span)
            del elements[:gone]
        return ordered

    def _pass_css(self, before: int | None) -> None:
        """See where the last reference of a style sheet ends that begins before that place."""
        css = self._markup.css
        while css and (before is None or css[0][0] < before):
            self._css_end = css.pop(0)[1]

    # -- out -------------------------------------------------------------------------------------------------------

    def _release(self, items: list[Any], final: bool) -> list[Occurrence]:
        """Return what can go out, its bases known and its places those of the original."""
        held = self._held
        special = self._markup.special or self._translated
        if held is None and not special:
            return items
        if (
            held is not None
            and (held or not special)
            and items
            and not self._markup.marked
            and len(held) + len(items) < self._max_held
            and start_of(items[-1]) - start_of((held or items)[0]) < MAX_HELD_BYTES
        ):  # as one by one
            out: list[Occurrence] = []
            if not held and not special:
                first = ORDER.first_relative(items)
                out = items[:first]
                del items[:first]
            held += items
            if final:
                self._let_go(self._markup.own, out)
            return out
        return super()._release(items, final)

    def _let_go(self, bases: tuple[str | None, ...], out: list[Occurrence]) -> None:
        held, self._held = self._held or [], None
        provisional = self._markup.provisional
        replace = bases != provisional
        if not replace and not self._markup.special and not self._translated:
            out += held
            return
        for item in held:
            if replace and item.__class__ is Occurrence and item.bases is provisional:
                self._out(_NEW(Occurrence, (*item[:12], bases, *item[13:])), out, bases)
            else:
                self._out(item, out, bases)

    def _out(self, item: Any, out: list[Occurrence], bases: tuple[str | None, ...] | None = None) -> None:
        if item.__class__ is Problem:
            self._report(item)
            return
        if item.bases.__class__ is Bound:
            item = item._replace(bases=at_codebase(item.bases[0], bases or self._markup.document_bases))
        out.append(self._in_original(item) if self._translated else item)


def _end_of_span(span: tuple[int, int, str]) -> int:
    return span[1]
