"""XML documents: references in attributes, in elements and in text, with the base that counts where each stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uri_extract.media import xml
from uri_extract.media.encodings import translator
from uri_extract.media.html.base import Bases as DocumentBases
from uri_extract.media.html.windows import Windows
from uri_extract.media.markup import ORDER, MarkupScanner, start_of, taken
from uri_extract.media.xml.charset import BEGINNING, determine
from uri_extract.media.xml.elements import Covered
from uri_extract.media.xml.markup import Markup
from uri_extract.media.xml.references import reference
from uri_extract.media.xml.scopes import Bases, within
from uri_extract.records import Occurrence

if TYPE_CHECKING:
    pass

# What is left of what was read as a reference: nothing that a reference in text could hold, and its lines.
_MASK = bytes(byte if byte == 0x0A else 0x01 for byte in range(256))


class XmlScanner(MarkupScanner):
    """Finds the references in one XML document. Sans-IO: bytes in, occurrences out.

    Found are references in attributes, elements and style sheets of known vocabularies, relative ones too
    (:mod:`uri_extract.media.xml.vocabularies`), in other attributes what is a URI by its shape, and in all other bytes
    what the plain-text scanner finds there, character references undone: in text, comments, CDATA sections, the names
    of namespaces. They come in the order of their places. Options are those of
    :class:`~uri_extract.media.markup.MarkupScanner`; ``tokenizer`` is a class of
    :data:`uri_extract.media.xml.tokenizers`, and ``vocabulary`` that of elements without a namespace, where the root
    element does not tell.

    In XHTML and SVG the first ``<base href>`` counts for what stands before it as well: that is held back until the
    base is known, or the document ends (:data:`~uri_extract.limits.MAX_HELD`).
    """

    def __init__(self, *, tokenizer: Any = None, vocabulary: str = "", **options: Any) -> None:
        super().__init__(Windows(tokenizer or xml.Tokenizer), BEGINNING, reference, **options)
        self._bases = DocumentBases(self._own.uri, self._own.source, opaque=False)  # RFC 3986 serves for any URI
        self._markup = Markup(
            self._document, self._bases, self._windows.tokenizer, self._undone, self._in_text, vocabulary
        )
        self._covered = 0  # up to here the text scanner's do not count

    # -- in --------------------------------------------------------------------------------------------------------

    def _begin(self, beginning: bytes, final: bool) -> int:
        encoding = determine(beginning[:BEGINNING], self._charset)
        if encoding.unknown:
            message = f"nothing is known of the encoding {encoding.unknown!r}; read as {encoding.codec or 'utf-8'}"
            self._markup.problem(0, "unreadable-encoding", message)
        if encoding.codec:
            self._translator = translator(encoding.codec)
        return 0

    def _read_rows(self) -> None:
        windows, tokenizer = self._windows, self._windows.tokenizer
        self._markup.read(windows.window, tokenizer.table, tokenizer.count, windows.offset)

    def _read_text(self, end: int) -> None:
        windows, markup = self._windows, self._markup
        begin = self._fed - windows.offset
        self._fed = windows.offset + end
        source = masked(windows.window, begin, end, markup.masks)
        markup.masks.clear()
        verbatim = [(start - begin, stop - begin) for start, stop in markup.verbatim] if begin else markup.verbatim
        self._texts += self._text.feed_source(source, verbatim)
        markup.verbatim.clear()
        markup.leave(windows.window, windows.offset, end)

    # -- in order --------------------------------------------------------------------------------------------------

    def _in_order(self, settled: int | None) -> list[Any]:
        """Return what was found before ``settled``, by its place; all if that is None."""
        markup = self._markup
        if markup.disordered:
            markup.found.sort(key=start_of)
            markup.disordered = False
        ORDER.sort(self._texts)
        marked = taken(markup.found, settled)
        texts = taken(self._texts, settled)
        ordered: list[Any] = []
        elements = markup.texts
        at = element = 0
        for item in marked:
            start = start_of(item)
            while at < len(texts) and start_of(texts[at]) < start:
                element = self._take_text(texts[at], element, ordered)
                at += 1
            if item.__class__ is Covered:
                self._covered = max(self._covered, item.end)
            else:
                if item.__class__ is Occurrence and item.delimiter == "css":
                    self._covered = max(self._covered, item.end)
                ordered.append(item)
        for item in texts[at:]:
            element = self._take_text(item, element, ordered)
        if elements:
            gone = element
            while gone < len(elements) and (settled is None or elements[gone][1] <= settled):
                gone += 1
            del elements[:gone]
        return ordered

    def _take_text(self, item: Any, element: int, ordered: list[Any]) -> int:
        """Take what the text scanner found, with its element; return the number of the element that may come next."""
        elements = self._markup.texts
        if item.__class__ is Occurrence:
            if item.start < self._covered:
                return element
            while element < len(elements) and elements[element][1] <= item.start:
                element += 1
            if element < len(elements) and elements[element][0] <= item.start:
                item = item._replace(element=elements[element][2])
        ordered.append(item)
        return element

    # -- out -------------------------------------------------------------------------------------------------------

    def _let_go(self, bases: tuple[str | None, ...], out: list[Occurrence]) -> None:
        held, self._held = self._held or [], None
        provisional = self._markup.provisional
        if bases == provisional:
            for item in held:
                self._out(item, out)
            return
        made: dict[int, Bases] = {}
        for item in held:
            if item.__class__ is Occurrence:
                if item.bases is provisional:
                    item = item._replace(bases=bases)
                elif item.bases.__class__ is Bases:
                    item = item._replace(bases=within(bases, item.bases, made))
            self._out(item, out)


def masked(window: bytes, begin: int, end: int, masks: list[tuple[int, int]]) -> bytes:
    """Return the bytes from ``begin`` to ``end`` of a window, the spans that were read masked."""
    parts: list[bytes] = []
    for start, stop in masks:
        if start > begin:
            parts.append(window[begin:start])
        if stop > begin:
            parts.append(window[max(begin, start) : stop].translate(_MASK))
            begin = stop
    parts.append(window[begin:end])
    return b"".join(parts)
