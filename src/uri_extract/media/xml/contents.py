"""The text of an element that is a reference, or holds some: a style sheet, or HTML that was escaped.

It is read as a whole at its end tag, with its character references decoded and its CDATA sections joined to the text
around them. If there is another element in it, it is text like any other.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.xml_references import NOTHING, TEXT, VERBATIM, DecodedValue
from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.html import tokenizers
from uri_extract.media.html.markup import kind_bits
from uri_extract.media.markup import rows
from uri_extract.media.markup.css import Stylesheet
from uri_extract.media.markup.urls import uri, url
from uri_extract.pages import LineCounter, Page, layout

if TYPE_CHECKING:
    from uri_extract.media.xml.elements import Elements
    from uri_extract.records import Origin

_SPACE = b" \t\n\r"
# What precedes and what follows a run.
_AROUND = {
    rows.DATA: (b"", b""),
    rows.CDATA: (b"<![CDATA[", b"]]>"),
    rows.COMMENT: (b"<!--", b"-->"),
    rows.PI: (b"<", b"?>"),
}
# Without one of them markup has no attribute, and no reference in a style sheet.
_SIGNS = (b"=", b"(", b"@")
_HOW = {0: NOTHING, rows.DATA: TEXT, rows.CDATA: VERBATIM, rows.COMMENT: NOTHING, rows.PI: NOTHING}


class EscapedHtml:
    """Find the references in HTML that was escaped. ``options`` are those of the scanner."""

    def __init__(self, compiled: bool, origin: Origin, places: bool, options: dict[str, Any]) -> None:
        self._compiled = compiled
        self._tokenizer: Any = None
        self._options = {"origin": origin, "charset": "utf-8", "places": places, **options}

    def _restarted(self) -> Any:
        """Return the tokenizer, which is one for all: making them costs more than what they read."""
        if self._tokenizer is None:
            self._tokenizer = tokenizers.like(self._compiled)()
        self._tokenizer.restart()
        return self._tokenizer

    def read(self, text: bytes, base: str | None) -> tuple[Page, bool] | None:
        """Return the page of the references in a text, and whether it has a base of its own.

        Return None if it has no references that are not found in plain text.
        """
        if (b"<" not in text or not any(sign in text for sign in _SIGNS)) and (b"&" not in text or b":" not in text):
            return None
        from uri_extract.media.html.scanner import HtmlScanner  # few documents need it

        scanner = HtmlScanner(base=base, tokenizer=self._restarted, **self._options)
        page = scanner.read(text, final=True)
        return page, scanner.base.source == "embedded"


class Content:
    """The text of one element so far, which begins at byte ``start`` of the document, up to which ``lines`` counted.

    ``how`` it is read: ``url``, ``uri``, ``css``, ``html`` (:mod:`uri_extract.media.xml.vocabularies`).
    """

    def __init__(self, how: str, element: str, start: int, lines: LineCounter) -> None:
        self.how = how
        self.element = element
        self.start = start
        self.size = 0
        self._lines = LineCounter(lines.number, lines.start, lines.counted)
        self._parts: list[tuple[int, list[bytes]]] = []  # runs by their kind, and with kind 0 what is around them
        self._kind = rows.DATA
        #: All of its source.
        self.source = b""

    def take(self, place: int, run: bytes, kind: int) -> bool:
        """Add a run at byte ``place`` of the document; return False if it cannot be read as a whole."""
        around = _AROUND.get(kind)
        if around is None:
            return False
        gap = place - self.start - self.size
        if gap:
            between = _AROUND[self._kind][1] + around[0]
            if gap != len(between):
                return False
            self._add(0, between)
        self._add(kind, run)
        self._kind = kind
        return self.size <= MAX_REFERENCE

    def _add(self, kind: int, part: bytes) -> None:
        self.size += len(part)
        if self._parts and self._parts[-1][0] == kind:
            self._parts[-1][1].append(part)
        else:
            self._parts.append((kind, [part]))

    def read(self, end: int, markup: Elements, escaped: EscapedHtml) -> bool:
        """Add the references in it to the rows of ``markup``; return False if it is text like any other.

        Its end tag is at byte ``end``.
        """
        if not self._parts:
            return False
        parts = [(kind, b"".join(part)) for kind, part in self._parts]
        if end > self.start + self.size:
            parts.append((0, _AROUND[self._kind][1]))
        self.source = b"".join(part for _, part in parts)
        if self.start + len(self.source) != end:
            return False
        if self.how == "url" and len(parts) == 1 and b"&" not in self.source:
            text = self.source.strip(_SPACE)
            if text.isascii() and text and text.translate(None, _SPACE) == text:
                shown = text.decode("ascii")
                start = self.source.find(text[:1])
                if shown.isprintable():
                    self._add_reference(markup, shown, start, start + len(text), layout.ELEMENT)
                    return True
        value = DecodedValue([(_HOW[kind], part) for kind, part in parts])
        if self.how == "html":
            return self._add_html(value, markup, escaped)
        if self.how == "css":
            found = Stylesheet().feed(value.text, final=True)
        else:
            each = self._whole(value.text)
            found = [each] if each else []
        delimiter = layout.CSS if self.how == "css" else layout.ELEMENT
        for each in found:
            self._add_reference(markup, each.text, *value.span(each.start, each.end), delimiter)
        return bool(found)

    def _whole(self, text: bytes) -> Any:
        """Return the reference that is a text as a whole; None if it is not one: empty, or words."""
        shown = text.decode("utf-8", "replace")
        found = url(shown) if self.how == "url" else uri(shown) or _with_scheme(shown)
        if found is None or not found.text or (" " in found.text and uri(found.text.replace(" ", "")) is None):
            return None
        begin = len(shown[: found.start].encode())
        size = len(shown[found.start : found.end].encode())
        if len(shown.encode()) != len(text):  # bytes that are not UTF-8 were replaced
            return None
        return found._replace(start=begin, end=begin + size)

    def _add_reference(self, markup: Elements, text: str, start: int, end: int, delimiter: int) -> None:
        """Add the reference whose source is ``source[start:end]``."""
        line, column = self._place(start)
        raw = self.source[start:end].decode("utf-8", "surrogateescape")
        markup.rows.add(
            text, raw, self.start + start, self.start + end, line, column, kind_bits(text) | delimiter,
            markup.scopes.bases, markup.origin, self.element,
        )  # fmt: skip

    def _place(self, start: int) -> tuple[int, int]:
        """Return the line and column of ``source[start]``; they are asked for in order."""
        self._lines.count_to(self.source, self.start, start)
        return self._lines.number, self.start + start - self._lines.start + 1

    def _add_html(self, value: DecodedValue, markup: Elements, escaped: EscapedHtml) -> bool:
        """Add the references in HTML that was escaped; return False if there are none that text has not."""
        bases, found = markup.scopes.bases, markup.rows
        read = escaped.read(value.text, markup.scopes.so_far(bases)[0])
        if read is None or not read[0]:
            return False
        page, based = read
        begin = found.count
        found.add_page(page, 0, len(page))
        for row in range(begin, found.count):
            first, last = found.get(row, layout.START), found.get(row, layout.END)
            start, end = value.span(first, last)
            raw = self.source[start:end]
            if not raw.isascii() or raw != value.text[first:last]:
                found.set_raw(row, raw.decode("utf-8", "surrogateescape"))
            found.move_to(row, self.start + start, self.start + end, *self._place(start))
            if not based:
                found.set_bases(row, bases)
            if found.element_of(row) is None:
                found.set_element(row, self.element)
        return True


def _with_scheme(text: str) -> Any:
    """Return the reference if a text has a scheme and no white space: an identifier."""
    found = url(text)
    return found if kind_bits(found.text) != layout.RELATIVE and not any(map(str.isspace, found.text)) else None
