"""HTML documents: references in attributes, style sheets and text, with the base that a browser has."""

from __future__ import annotations

import sys
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_HELD, MAX_HELD_BYTES, MAX_TAG
from uri_extract.media.encodings import Translator, translated, translator
from uri_extract.media.face import Face
from uri_extract.media.html import _order
from uri_extract.media.html.base import Base, Bases, at_codebase, own_base
from uri_extract.media.html.charset import MOST, PRESCAN, sniff
from uri_extract.media.html.labels import encoding_of
from uri_extract.media.html.markup import Bound, Marker, Markup
from uri_extract.media.html.references import TextDecoder
from uri_extract.media.html.windows import Windows
from uri_extract.media.text import TextScanner
from uri_extract.records import Occurrence, Problem
from uri_extract.scan import variant

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.media.html.charset import Encoding


_ORDER = variant(_order)
start_of = _ORDER.start_of

_NEW: Any = tuple.__new__
# Read as it is: it extends ASCII, and the scanner knows UTF-8.
_AS_IT_IS = frozenset(("utf-8", "us-ascii"))


class HtmlScanner(Face):
    """Finds the references in one HTML document. Sans-IO: bytes in, occurrences out.

    Found are references in attributes and style sheets, relative ones too, and in all other bytes what the
    plain-text scanner finds there, character references undone: in text, comments, scripts, attributes that hold text.
    They come in the order of their places. Options are those of :class:`~uri_extract.media.text.TextScanner`;
    ``charset`` is what HTTP or MIME declares, ``base_from`` where ``base`` comes from, as an occurrence has it, and
    ``tokenizer`` a class of :data:`uri_extract.media.html.tokenizers`.

    The first ``<base href>`` counts for what stands before it as well: that is held back until the base is known, or
    the document ends (:data:`~uri_extract.limits.MAX_HELD`).
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
    ) -> None:
        self._own = own_base(base, default_base, base_from)
        self._document = document
        self._on_problem = on_problem
        self._charset = charset
        # A codec of Python that is no encoding of the web's.
        self._codec = translated(charset) if charset and encoding_of(charset) is None else None
        self._max_held = max_held
        self._beginning: list[bytes] | None = []  # held until the encoding is known; None from then on
        self._wanted = PRESCAN  # so much more, before it is asked for
        self._translator: Translator | None = None
        self._translated = False  # something beyond ASCII was: places differ from there on
        self._windows = Windows(tokenizer)
        self._undone = refang or suffix or mail_addresses  # references that stand for a "." or a "@" matter
        self._texts: list[Any] = []  # what the text scanner found, and its problems
        self._text = _Text(
            document=document, on_problem=self._texts.append, base=base, default_base=default_base, refang=refang,
            suffix=suffix, mail_addresses=mail_addresses, kernel=kernel,
        )  # fmt: skip
        self._markup: Markup
        self._fed = 0  # so many bytes of the document were given to the text scanner
        self._css_end = 0  # where the last reference of a style sheet ends
        self._held: list[Any] | None = []  # until the base is known; None from then on
        self._released = False  # before it was known
        self._line_place = (0, 0)  # as the text scanner has it

    @property
    def base(self) -> Base:
        """The base of the document, as far as it is known: at the end, the one that counts."""
        return self._own if self._beginning is not None else self._bases.chosen

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
                markup.load(windows.window, windows.offset)
                markup.read(windows.tokenizer.count)
            self._read_text()
        if final:
            markup.close()
            self._texts += self._text.close()
        settled = None if final else markup.settled(self._text.settled)
        return self._release(self._in_order(settled), final)

    def _utf8(self, chunk: bytes, final: bool) -> bytes:
        """Return the document's next bytes in UTF-8."""
        if self._beginning is not None:
            self._beginning.append(chunk)
            self._wanted -= len(chunk)
            if self._wanted > 0 and not final:
                return b""
            chunk = b"".join(self._beginning)
            encoding = sniff(chunk, self._charset, final)
            if encoding is None:  # asked again when there is twice as much
                self._beginning, self._wanted = [chunk], min(len(chunk), MOST - len(chunk))
                return b""
            self._beginning = None
            self._begin(encoding)
        if self._translator is None:
            return chunk
        self._translated = self._translated or not chunk.isascii() or self._wide
        return self._translator.feed(chunk, final)

    def _begin(self, encoding: Encoding) -> None:
        """Read what comes in that encoding."""
        codec = self._codec if self._codec and encoding.source != "bom" else encoding.codec
        problem = None
        if codec is None:
            message = f"nothing can be read in the encoding {self._charset or 'declared'}; read as windows-1252"
            problem = Problem(self._document, 0, "unreadable-encoding", message)
            codec = "cp1252"
        self._wide = codec.startswith(("utf-16", "utf-32"))
        self._bases = Bases(self._own.uri, self._own.source, codec)
        self._markup = Markup(self._document, self._bases, self._windows.tokenizer, self._undone)
        if self._gives == "lines":  # nobody asks where they stand
            self._markup.lines.counted = sys.maxsize
            self._text.count_none()
        if problem:
            self._markup.report(problem)
        if codec not in _AS_IT_IS:
            self._translator = translator(codec)

    def _read_text(self) -> None:
        """Give the plain-text scanner what is settled of the window."""
        windows, markup = self._windows, self._markup
        end = windows.end
        if windows.offset + end > self._fed:
            self._fed = windows.offset + end
            markup.load(windows.window, windows.offset)
            walker = markup.walker
            markup.leave(end)
            self._texts += self._text.feed_source(walker.source(end), end, walker.verbatim)
            walker.verbatim.clear()

    # -- in order --------------------------------------------------------------------------------------------------

    def _in_order(self, settled: int | None) -> list[Any]:
        """Return what was found before ``settled``, by its place; all if that is None."""
        markup, texts = self._markup, self._texts
        marked = markup.found
        if markup.disordered:
            marked.sort(key=_ORDER.start_of)
            markup.css.sort()
        if texts:
            _ORDER.sort(texts)
        gone = len(texts) if settled is None else _ORDER.before(texts, settled)
        of_texts = texts[:gone]
        del texts[:gone]
        gone = len(marked) if settled is None else _ORDER.before(marked, settled)
        ordered = marked[:gone]
        del marked[:gone]
        elements = markup.walker.texts
        if of_texts:
            ordered, self._css_end, problems = _ORDER.merged(ordered, of_texts, elements, markup.css, self._css_end)
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
        out: list[Occurrence] = []
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
            if not held and not special:
                first = next((at for at, item in enumerate(items) if item.kind == "relative"), len(items))
                out = items[:first]
                del items[:first]
            held += items
            items = []
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
            if self._translated:
                item = item._replace(offset=self._place(item.offset))
            if self._on_problem is not None:
                self._on_problem(item)
            return
        if item.bases.__class__ is Bound:
            item = item._replace(bases=at_codebase(item.bases[0], bases or self._markup.document_bases))
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
        self._decoder = TextDecoder(line_feed=b" ")
        self._translations.insert(0, self._decoder)

    def count_none(self) -> None:
        """Count no lines: they will all be the first one."""
        self._counted = sys.maxsize

    def feed_source(self, source: bytes, size: int, verbatim: list[tuple[int, int]]) -> list[Occurrence]:
        """Take the document's next bytes, so many of these; in the spans ``verbatim`` of them ``&`` means nothing."""
        return self.feed(self._decoder.feed(source, verbatim=verbatim, size=size))

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


def _end_of_span(span: tuple[int, int, str]) -> int:
    return span[1]
