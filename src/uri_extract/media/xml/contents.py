"""The text of an element that is a reference, or holds some: a style sheet, or HTML that was escaped.

It is read as a whole at its end tag, with its character references decoded and its CDATA sections joined to the text
around them. If there is another element in it, it is text like any other.
"""

from __future__ import annotations

from itertools import zip_longest

from uri_extract._typing import TYPE_CHECKING, Any, NamedTuple
from uri_extract.media.html import tokenizers
from uri_extract.media.html.markup import kind_bits
from uri_extract.media.markup.bases import Pending
from uri_extract.media.markup.css import Stylesheet
from uri_extract.media.markup.urls import Found, uri, url
from uri_extract.media.xml.vocabularies import HOW
from uri_extract.pages import layout
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.media.html.fragments import Fragments
    from uri_extract.pages import LineCounter, Page, Pool, Rows
    from uri_extract.records import Origin


class Text(NamedTuple):
    """The text of an element: its ``source`` is at byte ``start`` of the document, up to which ``lines`` counted."""

    element: str
    start: int
    source: bytes
    value: Any  # a DecodedValue
    lines: LineCounter
    bases: Any


def references(how: int, text: bytes) -> list[Found]:
    """Return the references in a text that is not HTML; their places are bytes of it."""
    if how == HOW["css"]:
        return Stylesheet().feed(text, final=True)
    shown = text.decode("utf-8", "replace")
    found = url(shown) if how == HOW["url"] else uri(shown) or _with_scheme(shown)
    if found is None or not found.text or (" " in found.text and uri(found.text.replace(" ", "")) is None):
        return []  # it is empty, or words
    begin = len(shown[: found.start].encode())
    size = len(shown[found.start : found.end].encode())
    if len(shown.encode()) != len(text):  # bytes that are not UTF-8 were replaced
        return []
    return [found._replace(start=begin, end=begin + size)]


def _with_scheme(text: str) -> Found | None:
    """Return the reference if a text has a scheme and no white space: an identifier."""
    found = url(text)
    return found if kind_bits(found.text) != layout.RELATIVE and not any(map(str.isspace, found.text)) else None


class EscapedHtml:
    """Find the references in HTML that was escaped, in a document whose own bases are ``own``.

    ``options`` are those of the scanner for text.
    """

    def __init__(
        self, compiled: bool, pool: Pool, origin: Origin, own: tuple[str | None, ...], places: bool,
        options: dict[str, Any],
    ) -> None:  # fmt: skip
        self._compiled, self._pool, self._origin, self._own = compiled, pool, origin, own
        self._places, self._options = places, options
        self._place = variant("uri_extract.media.xml._contents", compiled).place
        self._fragments: Fragments | None = None
        self._waiting: list[tuple[int, Text, tuple[Page, bool] | None]] = []

    def take(self, text: Text) -> bool:
        """Take a text, which is read with others; return False if nothing in it is found that is not in plain text.

        Without one of ``=(@`` markup has no attribute, and no reference in a style sheet.
        """
        octets = text.value.text
        if not (b"<" in octets and (b"=" in octets or b"(" in octets or b"@" in octets)) and not (
            b"&" in octets and b":" in octets
        ):
            return False
        if self._fragments is None:
            from uri_extract.media.html.fragments import Fragments  # few documents need it

            self._fragments = Fragments(self._compiled, self._pool, self._origin, self._places, self._options)
        place = self._fragments.size
        alone = not self._fragments.take(octets, text.bases) or _may_go_on(octets)
        self._waiting.append((place, text, self._alone(text) if alone else None))
        return True

    def _alone(self, text: Text) -> tuple[Page, bool]:
        """Return the page of a text that is not read with others, and whether it has a base of its own."""
        from uri_extract.media.html.scanner import HtmlScanner

        bases = text.bases.known(self._own) if isinstance(text.bases, Pending) else text.bases
        scanner = HtmlScanner(
            base=bases[0], tokenizer=tokenizers.like(self._compiled), origin=self._origin, charset="utf-8",
            places=self._places, **self._options,
        )  # fmt: skip
        page = scanner.read(text.value.text, final=True)
        return page, scanner.base.source == "embedded"

    def read(self, out: Rows) -> list[Text]:
        """Add the rows of all texts that wait to ``out``, in order; return the texts that have some."""
        if not self._waiting or self._fragments is None:
            return []
        found = self._fragments.rows()
        texts: list[Text] = []
        ends = [shift for shift, _, _ in self._waiting[1:]]
        begin = 0
        for (shift, text, alone), end in zip_longest(self._waiting, ends):
            first, stop, bases = out.count, found.count if end is None else found.before(end), text.bases
            if alone is None:
                out.append(found, begin, stop - begin)
            else:
                out.add_page(alone[0], 0, len(alone[0]))
                shift, bases = 0, None if alone[1] else bases
            if out.count > first:
                self._place(
                    out, first, shift, text.value, text.source, text.start, text.lines, text.element, bases
                )  # fmt: skip
                texts.append(text)
            begin = stop
        self._waiting.clear()
        return texts


def _may_go_on(text: bytes) -> bool:
    """Return True if it matters to the last line that nothing follows it: it is one word, or a soft line break."""
    last = text[text.rfind(b"\n") + 1 :].lstrip(b" \t>|")
    return text.endswith(b"=") or (b"\n" in text and last[:1] not in (b"", b"<") and len(last.split(None, 1)) == 1)
