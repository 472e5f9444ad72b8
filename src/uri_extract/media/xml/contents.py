"""The text of an element that is a reference, or holds some: a style sheet, or HTML that was escaped.

It is taken as a whole when its end tag comes, character references undone and CDATA sections joined to the text around
them; another element in it makes it text like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.html import rows
from uri_extract.media.html.css import Stylesheet
from uri_extract.media.html.markup import kind_of
from uri_extract.media.html.urls import uri, url
from uri_extract.media.xml.references import NOTHING, TEXT, VERBATIM, Undone
from uri_extract.records import Occurrence

if TYPE_CHECKING:
    from uri_extract.media.xml.markup import Markup

_NEW = tuple.__new__
_SPACE = b" \t\n\r"
# What stands around a run, before and behind.
_AROUND = {
    rows.DATA: (b"", b""),
    rows.CDATA: (b"<![CDATA[", b"]]>"),
    rows.COMMENT: (b"<!--", b"-->"),
    rows.PI: (b"<", b"?>"),
}
# Without one of them markup holds no attribute, and no reference in a style sheet.
_SIGNS = (b"=", b"(", b"@")
_HOW = {0: NOTHING, rows.DATA: TEXT, rows.CDATA: VERBATIM, rows.COMMENT: NOTHING, rows.PI: NOTHING}


class Content:
    """The text of one element so far, which begins at byte ``start`` of the document, in a line that was counted.

    ``how`` it is read: ``url``, ``uri``, ``css``, ``html`` (:mod:`uri_extract.media.xml.vocabularies`).
    """

    def __init__(self, how: str, element: str, start: int, line: int, line_start: int) -> None:
        self.how = how
        self.element = element
        self.start = start
        self.size = 0
        self._line, self._line_start = line, line_start
        self._counted = 0
        self._parts: list[tuple[int, list[bytes]]] = []  # runs by their kind, and with kind 0 what is around them
        self._kind = rows.DATA
        #: All of it, as it stands in the source.
        self.source = b""

    def take(self, place: int, run: bytes, kind: int) -> bool:
        """Take a run, at ``place`` of the document; False: it cannot be read as a whole."""
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

    def read(self, end: int, bases: tuple[Any, ...], markup: Markup) -> list[Any] | None:
        """Return what it holds, None where it is text like any other; its end tag stands at ``end``."""
        if not self._parts:
            return None
        parts = [(kind, b"".join(part)) for kind, part in self._parts]
        if end > self.start + self.size:
            parts.append((0, _AROUND[self._kind][1]))
        self.source = b"".join(part for _, part in parts)
        if self.start + len(self.source) != end:
            return None
        if self.how == "url" and len(parts) == 1 and b"&" not in self.source:
            text = self.source.strip(_SPACE)
            if text.isascii() and text and text.translate(None, _SPACE) == text:
                shown = text.decode("ascii")
                start = self.start + self.source.find(text[:1])
                if shown.isprintable():
                    return [self._occurrence(shown, start, start + len(text), "element", bases, markup)]
        undone = Undone([(_HOW[kind], part) for kind, part in parts])
        text = undone.text
        if self.how == "html":
            return self._html(undone, bases, markup)
        if self.how == "css":
            found = Stylesheet().feed(text, final=True)
        else:
            each = self._whole(text)
            found = [each] if each else []
        delimiter = "css" if self.how == "css" else "element"
        made = []
        for each in found:
            start, end = undone.span(each.start, each.end)
            made.append(self._occurrence(each.text, self.start + start, self.start + end, delimiter, bases, markup))
        return made

    def _whole(self, text: bytes) -> Any:
        """Return the reference that a text is as a whole; None where it is none: empty, or words."""
        shown = text.decode("utf-8", "replace")
        found = url(shown) if self.how == "url" else uri(shown) or _with_scheme(shown)
        if found is None or not found.text or (" " in found.text and uri(found.text.replace(" ", "")) is None):
            return None
        begin = len(shown[: found.start].encode())
        size = len(shown[found.start : found.end].encode())
        if len(shown.encode()) != len(text):  # what is no UTF-8 was replaced
            return None
        return found._replace(start=begin, end=begin + size)

    def _html(self, undone: Undone, bases: tuple[Any, ...], markup: Markup) -> list[Any] | None:
        """Return the references in HTML that was escaped; None where there is none that text has not."""
        text = undone.text
        if (b"<" not in text or not any(sign in text for sign in _SIGNS)) and (b"&" not in text or b":" not in text):
            return None
        from uri_extract.media.html.scanner import HtmlScanner

        scanner = HtmlScanner(
            base=bases[0], charset="utf-8", document=markup.document, tokenizer=markup.html_tokenizer, **markup.options
        )
        found = scanner.feed(text) + scanner.close()
        own = scanner.base.source != "embedded"
        made: list[Any] = []
        for each in found:
            start, end = undone.span(each.start, each.end)
            raw = self.source[start:end].decode("utf-8", "surrogateescape")
            start += self.start
            line, column = self._place(start)
            made.append(
                each._replace(
                    start=start, end=self.start + end, line=line, column=column, raw=raw,
                    bases=bases if own else each.bases, element=each.element or self.element,
                )
            )  # fmt: skip
        return made

    def _place(self, start: int) -> tuple[int, int]:
        """Return line and column of a place; they are asked for in order."""
        at = start - self.start
        last = self.source.rfind(b"\n", self._counted, at)
        if last >= 0:
            self._line += self.source.count(b"\n", self._counted, at)
            self._line_start = self.start + last + 1
        self._counted = max(self._counted, at)
        return self._line, start - self._line_start + 1

    def _occurrence(self, text: str, start: int, end: int, delimiter: str, bases: Any, markup: Markup) -> Any:
        line, column = self._place(start)
        raw = self.source[start - self.start : end - self.start].decode("utf-8", "surrogateescape")
        fields = (
            text, raw, start, end, line, column, markup.document, delimiter, None, None, (), kind_of(text), bases,
            self.element, None, None, None,
        )  # fmt: skip
        return _NEW(Occurrence, fields)


def _with_scheme(text: str) -> Any:
    """Return the reference where a text has a scheme and no white space: an identifier."""
    found = url(text)
    return found if kind_of(found.text) != "relative" and not any(map(str.isspace, found.text)) else None
