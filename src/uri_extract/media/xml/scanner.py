"""XML documents: references in attributes, in elements and in text, with the base that counts where each stands."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_HELD, MAX_HELD_BYTES, MAX_TAG
from uri_extract.media import xml
from uri_extract.media.encodings import Translator, translated
from uri_extract.media.face import Face
from uri_extract.media.html.base import Base, own_base
from uri_extract.media.html.base import Bases as DocumentBases
from uri_extract.media.html.labels import encoding_of
from uri_extract.media.html.references import TextDecoder
from uri_extract.media.html.windows import Windows
from uri_extract.media.text import TextScanner
from uri_extract.media.xml.charset import BEGINNING, determine
from uri_extract.media.xml.elements import Covered, Marker, start_of
from uri_extract.media.xml.markup import Markup
from uri_extract.media.xml.references import reference
from uri_extract.media.xml.scopes import Bases, within
from uri_extract.records import Occurrence, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

# What is left of what was read as a reference: nothing that a reference in text could hold, and its lines.
_MASK = bytes(byte if byte == 0x0A else 0x01 for byte in range(256))


class XmlScanner(Face):
    """Finds the references in one XML document. Sans-IO: bytes in, occurrences out.

    Found are references in attributes, elements and style sheets of known vocabularies, relative ones too
    (:mod:`uri_extract.media.xml.vocabularies`), in other attributes what is a URI by its shape, and in all other bytes
    what the plain-text scanner finds there, character references undone: in text, comments, CDATA sections, the names
    of namespaces. They come in the order of their places. Options are those of
    :class:`~uri_extract.media.text.TextScanner`; ``charset`` is what HTTP or MIME declares, ``base_from`` where
    ``base`` comes from, as an occurrence has it, and ``tokenizer`` a class of
    :data:`uri_extract.media.xml.tokenizers`. ``vocabulary`` is that of elements without a namespace, where the root
    element does not tell.

    In XHTML and SVG the first ``<base href>`` counts for what stands before it as well: that is held back until the
    base is known, or the document ends (:data:`~uri_extract.limits.MAX_HELD`).
    """

    def __init__(
        self,
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
        tokenizer: Any = None,
        max_held: int = MAX_HELD,
        vocabulary: str = "",
    ) -> None:
        if charset and encoding_of(charset) is None:
            translated(charset)  # raises where there is none
        options = {"refang": refang, "suffix": suffix, "mail_addresses": mail_addresses, "kernel": kernel}
        self._own = own_base(base, default_base, base_from)
        self._document = document
        self._on_problem = on_problem
        self._charset = charset
        self._max_held = max_held
        self._beginning: bytes | None = b""  # held until the encoding is known; None from then on
        self._translator: Translator | None = None
        self._translated = False  # something beyond ASCII was: places differ from there on
        self._wide = False
        self._windows = Windows(tokenizer or xml.Tokenizer)
        self._bases = DocumentBases(self._own.uri, self._own.source)
        self._markup = Markup(
            document, self._bases, self._windows.tokenizer, refang or suffix or mail_addresses, options, vocabulary
        )
        self._texts: list[Any] = []  # what the text scanner found, and its problems
        self._text = _Text(
            document=document, on_problem=self._texts.append, base=base, default_base=default_base, **options
        )
        self._covered = 0  # up to here the text scanner's do not count
        self._held: list[Any] | None = []  # until the base is known; None from then on
        self._released = False  # before it was known
        self._line_place = (0, 0)  # as the text scanner has it

    @property
    def base(self) -> Base:
        """The base of the document, as far as it is known: at the end, the one that counts."""
        return self._bases.chosen

    @property
    def settled(self) -> int:
        """So much of the document is settled: nothing before it will be found any more."""
        if self._beginning is not None:
            return 0
        place = start_of(self._held[0]) if self._held else self._markup.settled(self._text.settled)
        return place if self._translator is None else self._translator.forget(max(0, place - MAX_TAG))

    # -- in --------------------------------------------------------------------------------------------------------

    def _read(self, chunk: bytes, final: bool) -> list[Occurrence]:
        chunk = self._utf8(chunk, final)
        if self._beginning is not None:
            return []
        windows, markup = self._windows, self._markup
        for steps in (windows.feed(chunk), windows.close() if final else ()):
            for _ in steps:
                markup.read(windows.window, windows.tokenizer.table, windows.tokenizer.count, windows.offset)
            self._read_text()
        if final:
            markup.close()
            self._texts += self._text.close()
        return self._release(self._in_order(None if final else markup.settled(self._text.settled)), final)

    def _utf8(self, chunk: bytes, final: bool) -> bytes:
        """Return the document's next bytes in UTF-8."""
        if self._beginning is not None:
            chunk = self._beginning + chunk
            if len(chunk) < BEGINNING and not final:
                self._beginning = chunk
                return b""
            self._beginning = None
            self._begin(chunk)
        if self._translator is None:
            return chunk
        self._translated = self._translated or not chunk.isascii() or self._wide
        return self._translator.feed(chunk, final)

    def _begin(self, beginning: bytes) -> None:
        """Choose the encoding."""
        encoding = determine(beginning[:BEGINNING], self._charset)
        if encoding.unknown:
            message = f"nothing is known of the encoding {encoding.unknown!r}; read as {encoding.codec or 'utf-8'}"
            self._markup.problem(0, "unreadable-encoding", message)
        if encoding.codec:
            self._wide = not encoding.codec.isascii() or encoding.codec.startswith(("utf-16", "utf-32", "cp0", "cp5"))
            self._translator = Translator(encoding.codec)

    def _read_text(self) -> None:
        """Give the plain-text scanner what is settled of the window."""
        windows, markup, text = self._windows, self._markup, self._text
        end = windows.end
        begin = text.fed - windows.offset
        if end > begin:
            source = masked(windows.window, begin, end, markup.masks)
            markup.masks.clear()
            self._texts += text.feed_source(source, begin, markup.verbatim)
            markup.verbatim.clear()
            markup.leave(windows.window, windows.offset, end)

    # -- in order --------------------------------------------------------------------------------------------------

    def _in_order(self, settled: int | None) -> list[Any]:
        """Return what was found before ``settled``, by its place; all if that is None."""
        markup = self._markup
        marked = _taken(markup.found, settled, markup.disordered)
        texts = _taken(self._texts, settled, True)
        markup.disordered = False
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
            self._let_go((base.uri, base.source), out)
        if marker.problem:
            self._out(marker.problem, out)

    def _let_go(self, bases: tuple[str | None, str | None], out: list[Occurrence]) -> None:
        held, self._held = self._held or [], None
        provisional = self._markup.provisional
        if bases == provisional:
            for item in held:
                self._out(item, out)
            return
        made: dict[tuple[str, ...], Bases] = {}
        for item in held:
            if item.__class__ is Occurrence:
                if item.bases is provisional:
                    item = item._replace(bases=bases)
                elif item.bases.__class__ is Bases:
                    chain = item.bases.chain
                    if chain not in made:
                        made[chain] = within(bases, chain)
                    item = item._replace(bases=made[chain])
            self._out(item, out)

    def _out(self, item: Any, out: list[Occurrence]) -> None:
        if item.__class__ is Problem:
            if self._translated:
                item = item._replace(offset=self._place(item.offset))
            if self._on_problem is not None:
                self._on_problem(item)
            return
        out.append(self._in_original(item) if self._translated else item)

    def _place(self, position: int) -> int:
        assert self._translator is not None
        return self._translator.place(position)

    def _in_original(self, item: Occurrence) -> Occurrence:
        """Return the occurrence with its place in the bytes before translation. Occurrences come in order."""
        translator = self._translator
        assert translator is not None
        line = item.start - item.column + 1
        if line > self._line_place[0]:
            self._line_place = (line, self._place(line))
        start = self._place(item.start)
        source = item.raw.encode("utf-8", "surrogateescape")
        end = start + len(translator.original(item.start, source))
        return item._replace(start=start, end=end, column=start - self._line_place[1] + 1)


class _Text(TextScanner):
    """The plain-text scanner over the bytes of a document, in which references of markup are masked."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._beginning = None
        self._decoder = TextDecoder(line_feed=b" ", reference=reference)
        self._translations.insert(0, self._decoder)
        self.fed = 0  # bytes of the document

    def feed_source(self, source: bytes, begin: int, verbatim: list[tuple[int, int]]) -> list[Occurrence]:
        """Take the document's next bytes; in the spans ``verbatim``, told from ``begin``, ``&`` means nothing."""
        self.fed += len(source)
        spans = [(start - begin, end - begin) for start, end in verbatim] if begin else verbatim
        return self.feed(self._decoder.feed(source, verbatim=spans))

    def _utf8(self, chunk: bytes, final: bool = False) -> bytes:
        if final:
            chunk += self._decoder.feed(b"", final=True)
        for translation in self._translations[1:]:
            chunk = translation.feed(chunk, final)
        return chunk


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


def _taken(items: list[Any], settled: int | None, disordered: bool) -> list[Any]:
    """Take out of what was found what begins before ``settled``, by its place; all if that is None."""
    if disordered:
        items.sort(key=start_of)
    gone = len(items) if settled is None else bisect_left(items, settled, key=start_of)
    taken = items[:gone]
    del items[:gone]
    return taken
