"""Escaped HTML in the elements of an XML document: its references, with their places in the document.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from sys import maxsize

from uri_extract._typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.xml_references import entity
from uri_extract.media.html import tokenizers
from uri_extract.media.markup.bases import Pending

if not cython.compiled:
    from uri_extract._ascii import AMPERSAND, AT, COLON, EQUALS, GREATER_THAN, LEFT_PAREN, LESS_THAN, PIPE, SPACE, TAB
    from uri_extract.decode.xml_references import DecodedValue
    from uri_extract.media.html._fragments import Fragments
    from uri_extract.media.xml._contents import Content, place
    from uri_extract.pages import LineCounter, Rows

if TYPE_CHECKING:
    from uri_extract.details import Origin
    from uri_extract.pages import Pool

_ENTITY = cython.declare(object, entity)


@cython.cclass
class Escaped:
    """The text of an element: ``source`` is at byte ``start`` of the document, up to which ``lines`` counted.

    ``at`` is its place among the texts that are read together; ``page`` has its rows if it was read alone. ``unknown``:
    it refers to an entity that is not expanded.
    """

    def __init__(
        self, content: Content, parts: list[tuple[int, bytes]], bases: object, lines: LineCounter | None
    ) -> None:
        self.element = content.element
        self.start = content.start
        self.lines = content.lines() if lines is None else lines
        self.source = parts[0][1] if len(parts) == 1 else b"".join([part for _, part in parts])
        self.value = DecodedValue(parts)
        self.unknown = False
        self.bases = bases
        self.at = 0
        self.page: object = None


@cython.cclass
class EscapedHtml:
    """Find the references in escaped HTML, in a document whose own bases are ``own``.

    ``options`` are those of the scanner of text.
    """

    def __init__(
        self, pool: Pool, origin: Origin, own: tuple[str | None, ...], places: bool, options: dict[str, Any]
    ) -> None:
        self.pool = pool
        self.origin = origin
        self.own = own
        self.places = places
        self.options = options
        self.lines = None if places else LineCounter(counted=maxsize)  # counts no lines
        self.fragments: Fragments | None = None
        self.waiting: list[Escaped] = []

    def take(self, content: Content, end: cython.longlong, bases: object) -> cython.bint:
        """Read the text of an element, whose end tag is at byte ``end``, together with others.

        It is skipped if the plain-text scanner finds everything in it: without one of ``=(@`` markup has no attribute
        and no reference in a style sheet. Return True if it refers to an entity that is not expanded.
        """
        parts: list[tuple[int, bytes]] = content.whole(end)
        if not parts:
            return False
        text: Escaped = Escaped(content, parts, bases, self.lines)
        octets: bytes = text.value.text
        if not (LESS_THAN in octets and (EQUALS in octets or LEFT_PAREN in octets or AT in octets)) and not (
            AMPERSAND in octets and COLON in octets
        ):
            return False
        if self.fragments is None:  # few documents need it
            self.fragments = Fragments(self.pool, self.origin, self.places, self.options)
        text.at = self.fragments.size
        if not self.fragments.take(octets, bases) or may_go_on(octets):
            self.read_alone(text)
        self.waiting.append(text)
        text.unknown = text.value.unknown and _ENTITY(text.source) is not None
        return text.unknown

    def release(self) -> None:
        """Release the reader of fragments: no more texts follow."""
        if self.fragments is not None:
            self.fragments.release()
            self.fragments = None

    def read_alone(self, text: Escaped) -> cython.int:
        """Read a text that cannot be read together with others."""
        from uri_extract.media.html.scanner import HtmlScanner

        bases: Any = text.bases
        if isinstance(bases, Pending):
            bases = bases.known(self.own)
        scanner = HtmlScanner(
            base=bases[0], tokenizer=tokenizers.like(bool(cython.compiled)), origin=self.origin, charset="utf-8",
            places=self.places, **self.options,
        )  # fmt: skip
        text.page = scanner.read(text.value.text, final=True)
        if scanner.base.source == "embedded":
            text.bases = None
        return 0

    def read(self, out: Rows, covered: list[Any], masks: list[Any], offset: cython.longlong) -> list[Any]:
        """Add the rows of all waiting texts to ``out``, in order.

        The spans of texts with rows are added to ``covered``, and to the ``masks`` of the window at byte ``offset`` of
        the document. Return those of them that are ``unknown``.
        """
        texts: list[Escaped] = []
        if not self.waiting:
            return texts
        found: Rows = self.fragments.found()  # type: ignore[union-attr]  # texts wait in it
        text: Escaped
        begin: cython.Py_ssize_t = 0
        stop: cython.Py_ssize_t
        first: cython.Py_ssize_t
        number: cython.Py_ssize_t
        for number in range(len(self.waiting)):
            text = self.waiting[number]
            first = out.count
            stop = found.count
            if number + 1 < len(self.waiting):
                following: Escaped = self.waiting[number + 1]
                stop = found.before(following.at)
            if text.page is None:
                out.append(found, begin, stop - begin)
            else:
                page: Any = text.page
                out.add_page(page)
                text.at = 0
            if out.count > first:
                place(
                    out,
                    first,
                    text.at,
                    text.value,
                    text.source,
                    text.start,
                    text.lines,
                    text.element,
                    text.bases,
                    self.places,
                )
                covered.append((text.start, text.start + len(text.source)))
                masks.append((max(0, text.start - offset), text.start + len(text.source) - offset))
                if text.unknown:
                    texts.append(text)
            begin = stop
        self.waiting.clear()
        return texts


def may_go_on(text: bytes) -> cython.bint:
    """Return True if more text could change how the last line is read: it is one word, or ends in a soft line break."""
    data: cython.p_const_uchar = text
    end: cython.Py_ssize_t = len(text)
    at: cython.Py_ssize_t = text.rfind(b"\n") + 1
    if end and data[end - 1] == EQUALS:
        return True
    if not at:
        return False
    while at < end and (data[at] == SPACE or data[at] == TAB or data[at] == GREATER_THAN or data[at] == PIPE):
        at += 1
    return at < end and data[at] != LESS_THAN and len(text[at:].split(None, 1)) == 1
