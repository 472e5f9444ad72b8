"""Documents of HTML inside of another document, which has decoded them: they are short, and there are many."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.media.html import tokenizers
from uri_extract.media.html.markup import Markup
from uri_extract.media.markup.bases import Bases
from uri_extract.media.markup.scanner import MaskedText
from uri_extract.media.text import SEPARATOR
from uri_extract.pages import Rows
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.pages import Pool
    from uri_extract.records import Origin

_MERGE = variant("uri_extract.media.markup._order").merge


class Fragments:
    """Read documents one after another, each as a whole and in UTF-8.

    They are read as :class:`~uri_extract.media.html.scanner.HtmlScanner` reads each alone, if it has no ``<base>``.
    What takes time for each scanner is done once for many: the rest of their texts is one text for the plain-text
    scanner, in which :data:`~uri_extract.media.text.SEPARATOR` follows each. ``pool`` is that of the rows of the other
    document, ``options`` are those of :class:`~uri_extract.media.text.TextScanner` for text.
    """

    def __init__(self, compiled: bool, pool: Pool, origin: Origin, places: bool, options: dict[str, Any]) -> None:
        undone = bool(options["refang"] or options["suffix"] or options["mail_addresses"])
        self._tokenizer: Any = tokenizers.like(compiled)()
        self._markup = Markup(origin, Bases(), self._tokenizer, pool, undone, places)
        self._text = {"origin": origin, "places": places, "pool": pool, **options}
        self._rows = Rows(pool)
        self._sources: list[bytes] = []
        self._verbatim: list[tuple[int, int]] = []
        self._elements: list[tuple[int, int, str]] = []
        self._css: list[tuple[int, int]] = []
        self._noted = False  # there are rows that are no references
        #: The place of the next document.
        self.size = 0

    def take(self, text: bytes, bases: Any) -> bool:
        """Read a document, whose references in markup have these ``bases``.

        Return False if it has a base of its own, or a problem: then what is found in it may be wrong.
        """
        tokenizer, markup, begin = self._tokenizer, self._markup, self.size
        tokenizer.restart()
        tokenizer.load(text, 0, True)
        markup.restart(bases)
        markup.read(text, begin)
        markup.leave(len(text))
        markup.close()
        walker = markup.walker
        self._elements += walker.texts
        self._css += walker.css
        self._sources += (walker.source(len(text)), SEPARATOR)  # which ends the last span
        self._verbatim += [(begin + start, begin + end) for start, end in walker.verbatim]
        self.size += len(text) + len(SEPARATOR)
        if not markup.noted:
            return True
        markup.restart(bases, Bases())
        self._noted, markup.noted = True, False
        return False

    def rows(self) -> Rows:
        """Return the rows of the documents that were taken, in the order of their places; more may be taken then.

        The first document is at place 0.
        """
        markup, rows = self._markup, self._rows
        rows.drop(rows.count)
        text = MaskedText(**self._text)
        source = b"".join(self._sources)
        text.take_source(source, self._verbatim, len(source), True)
        if markup.disordered:
            markup.rows.sort()
            self._css.sort()
            markup.disordered = False
        text.rows.sort()
        _MERGE(markup.rows, len(markup.rows), text.rows, len(text.rows), rows, self._elements, self._css, 0)
        if self._noted or text.noted:
            rows.take_notes(len(rows))
            self._noted = False
        for each in (self._sources, self._verbatim, self._elements, self._css):
            each.clear()
        self.size = 0
        return rows
