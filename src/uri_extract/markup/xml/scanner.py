"""XML documents: references in attributes, in elements and in text, each with its base."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._ascii import AMPERSAND, COLON
from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract._compat._variants import load
from uri_extract.decode._character_references import DecodedValue, decode, decode_xml_references, reference
from uri_extract.limits import MAX_BASE, MAX_REFERENCE
from uri_extract.markup import rows, xml
from uri_extract.markup._markup_rows import Windows, merge
from uri_extract.markup.bases import UNUSABLE, Bases, too_long
from uri_extract.markup.css import Stylesheet, is_namespace
from uri_extract.markup.html import attributes
from uri_extract.markup.links import TOO_LONG, XmlLinks
from uri_extract.markup.scanner import MarkupScanner
from uri_extract.markup.urls import Found, kind_bits, uri, url
from uri_extract.markup.xml._walk import Elements, Reading
from uri_extract.markup.xml.bases import inside
from uri_extract.markup.xml.charset import BEGINNING, determine
from uri_extract.markup.xml.names import NUMBERS
from uri_extract.markup.xml.values import normalized
from uri_extract.markup.xml.vocabularies import HOW
from uri_extract.rows import Rows, layout
from uri_extract.rows.records import Problem
from uri_extract.text.options import DEFAULTS, ScanOptions

if TYPE_CHECKING:
    from uri_extract.decode._character_references import Value
    from uri_extract.decode.character_references import Reference
    from uri_extract.rows import Pool
    from uri_extract.rows.details import Origin

# -- The text of an element that is a reference, or holds some: an identifier, a style sheet ---------------------------
#
# It is read as a whole at its end tag, with its character references decoded and its CDATA sections joined to the text
# around them. If it contains another element, it is ordinary text. For escaped HTML see :mod:`._walk`.


def references(how: int, text: bytes) -> list[Found]:
    """Return the references in a text that is not HTML; their places are in bytes of it."""
    if how == HOW["css"]:
        return Stylesheet(names=True).feed(text, final=True)
    shown = text.decode("utf-8", "replace")
    found = url(shown) if how == HOW["url"] else uri(shown) or _with_scheme(shown)
    if found is None or not found.text or (" " in found.text and uri(found.text.replace(" ", "")) is None):
        return []  # it is empty, or words
    begin = len(shown[: found.start].encode())
    size = len(shown[found.start : found.end].encode())
    if len(shown.encode()) != len(text):  # bytes that are not UTF-8 were replaced
        return []
    return [found._replace(start=begin, end=begin + size)]


def kind_of_link(value: str) -> str:
    """Return how an attribute is read that holds a reference in most vocabularies (``vocabularies._ANYWHERE``).

    ``url()`` is unwrapped (XSL 1.1 §5.11). If the value is empty, words, or a template in braces, which no URI contains
    (RFC 3986 §2), it is a reference only if it has the form of a URI.
    """
    found = url(value).text
    if found[:4].lower() == "url(":
        return "css"
    return "uri" if not found or "{" in found or any(map(str.isspace, found)) else "url"


def _with_scheme(text: str) -> Found | None:
    """Return the reference if a text has a scheme and no white space: an identifier."""
    found = url(text)
    return found if kind_bits(found.text) != layout.RELATIVE and not any(map(str.isspace, found.text)) else None


# -- Find the references in attributes, elements and style sheets, and the bases, from the rows of the tokenizer -------
#
# As in HTML (:mod:`uri_extract.markup.html.markup`), their bytes are masked for the plain-text scanner, which reads
# afterwards. The text of an element that is a reference, or holds HTML, may come in several runs, and begin in an
# earlier window: references that the plain-text scanner has found in it by then are dropped.

# The processing instructions of a style sheet (Associating Style Sheets with XML documents §3) and of a schema
# (Associating Schemas with XML documents §3); their href, and the namespace of the schema language.
_INSTRUCTION = re.compile(rb"\?xml-(?:stylesheet|model)(?=[\t\n\r ])")
_PSEUDO_ATTRIBUTE = re.compile(rb"[\t\n\r ](href|schematypens)[\t\n\r ]*+=[\t\n\r ]*+(?:\"([^\"]*+)\"|'([^']*+)')")
# The declaration of an external entity (XML 1.0 §4.2.2). With a public identifier it names a well-known entity; a
# parameter entity is part of the DTD, whose identifier is a name as well.
_EXTERNAL = re.compile(
    rb"<!ENTITY[\t\n\r ]++(%[\t\n\r ]++)?[^\t\n\r <>%\"']++[\t\n\r ]++SYSTEM[\t\n\r ]++(?:\"([^\"]*+)\"|'([^']*+)')"
)
_HTML_TYPES = frozenset(("html", "text/html"))
# The maximum of tags, and of bytes of a tag, for which it is cached how the text of their element is read.
_TAGS = 64


class Markup(Elements):
    """Read the rows of one document, window by window.

    ``walker`` has the masks of the window; ``rows`` may not be in the order of their places (``disordered``).
    ``options`` are those of documents within it.
    """

    def __init__(
        self, origin: Origin, bases: Bases, tokenizer: Any, pool: Pool, options: ScanOptions, vocabulary: str
    ) -> None:  # fmt: skip
        own = bases.chosen
        super().__init__(origin, (own.uri, own.source), tokenizer, pool, vocabulary, options.places)
        self._bases = bases
        walk = load("uri_extract.markup.xml._walk", tokenizer.compiled)
        self.walker: Any = walk.Walker(options.without_scheme, options.places)
        self.content: Any = self.walker.content
        self.texts: Any = self.walker.texts
        self._masks = self.walker.masks
        self._tokenizer = tokenizer
        links = tokenizer.known.get("links")
        if links is None:
            links = tokenizer.known["links"] = XmlLinks(tokenizer, NUMBERS, _decoded)
        self._links: XmlLinks = links
        links.restart()
        self.texts_too: bool = options.places  # texts of links are wanted
        self.escaped: Any = walk.EscapedHtml(pool, origin, self.own, options)
        self._found, self._ordered = Rows(pool), Rows(pool)
        self.disordered: bool = False  # rows are not in the order of their places

    def read(self, window: bytes, table: Any, count: int, offset: int) -> None:
        """Read the rows of a window that begins at byte ``offset`` of the document."""
        self._table = table
        self.begin_window(window, table, offset)
        self.walker.read(self, window, table, count, offset)
        if self.texts_too:
            self._sort()
            self._links.read(self, window, offset, count, self.rows)

    def link_too_long(self, place: int) -> None:
        """Report a link that is too long."""
        self.problem(place, "content-too-long", TOO_LONG)
        self.rows.sort()

    def settled(self, place: int) -> int:
        """Return the place before which everything was found: ``place``, or the start of an open link or element."""
        if self._links.waiting >= 0:
            place = min(place, self._links.waiting)
        return min(place, self.content.start) if self.content.how else place

    def close(self) -> None:
        """Process the end of the document: an open element is ordinary text."""
        self._links.close(self.rows)
        self.content.how = 0
        self.escaped.release()
        if not self.scopes.known.is_small:
            self._tokenizer.forget()

    def _sort(self) -> None:
        if self.disordered:
            self.rows.sort()
            self.disordered = False

    # -- attributes --------------------------------------------------------------------------------------------------

    def attribute(self, at: int, place: Any) -> None:
        """Read an attribute that may hold references."""
        table, plan = self._table, self.plan
        start, end = table[at + rows.VALUE], table[at + rows.VALUE_END]
        offset = self.offset
        if plan.special and self.beside:
            meant = attributes.place(plan.local, place.attribute.lower(), self.beside)
            place = place if meant is None else Reading(meant, place.attribute)
        raw = self.window[start:end]
        if table[at + rows.BITS] & rows.TOO_LONG:
            if place.kind != "uri":
                self.too_long(offset + start)
                self._masks.append((start, end))
            return
        value = decode(normalized(raw), reference)
        if plan.base and place.attribute.lower() == "href" and self.based and not self.scopes.template:
            self._base(value.text, offset + start)
        kind = place.kind
        if kind == "link":
            kind = kind_of_link(value.text)
        found = attributes.read(kind, value.text)
        # In text, a reference that ends the value could continue with the quotation mark: "'/>".
        single = table[at + rows.BITS] & rows.QUOTATION == rows.SINGLE and (COLON in raw or AMPERSAND in raw)
        closing = [(end, end + 1)] if single else []
        if not found:
            self._masks += closing
            return
        bases = self.scopes.bases
        if place.base == "own" or (place.base == "page" and not found[0].text):
            bases = self.own
        elif place.base == "parent":
            bases = self.scopes.outer_bases
        elif place.base == "codebase" and "codebase" in self.beside:
            bases = inside(bases, codebase := attributes.codebase(url(self.beside["codebase"]).text))
            if len(codebase) > MAX_BASE:
                self.problem(offset + start, UNUSABLE, too_long(codebase), once=True)
        delimiter = layout.CSS if kind == "css" else layout.ATTRIBUTE
        if place.name:
            delimiter |= layout.NAMESPACE
        self._add_all(found, value, start, delimiter, bases, plan.shown, place.attribute)
        if kind in attributes.WHOLE:
            self._masks.append((start, end))
        else:
            self._masks += [(start + value.span(*each[1:])[0], start + value.span(*each[1:])[1]) for each in found]
            self._masks += closing
        if AMPERSAND in raw:
            self.unexpanded(raw, offset + start)

    def _base(self, href: str, place: int) -> None:
        base = self._bases.offer(href)
        if base is None:
            return
        problem = Problem(self.origin.document, place, UNUSABLE, base.problem) if base.problem else None
        self.base_known(place, base.pair, problem)

    # -- runs --------------------------------------------------------------------------------------------------------

    def instruction(self, start: int, end: int) -> None:
        """Read a processing instruction: one of a style sheet has a reference, one of a schema a name."""
        target = _INSTRUCTION.match(self.window, start, end)
        if target is None:
            return
        is_schema = target[0] == b"?xml-model"
        bits = layout.ATTRIBUTE | (layout.NAMESPACE if is_schema else 0)
        for match in _PSEUDO_ATTRIBUTE.finditer(self.window, target.end(), end):
            if is_schema or match[1] == b"href":
                self._literal(match, reference, self.scopes.bases, target[0].decode(), match[1].decode(), bits)

    def doctype(self, start: int, end: int) -> None:
        """Read the subset of a doctype, or a piece of it: the identifiers of external entities are references."""
        window = self.window
        at = window.find(b"<!", start, end)
        while at >= 0:
            if window.startswith(b"<!--", at, end):
                at = window.find(b"-->", at + 4, end)
                if at < 0:
                    return
            match = _EXTERNAL.match(window, at, end)
            if match is not None:
                bits = layout.ATTRIBUTE | (layout.NAMESPACE if match[1] else 0)
                self._literal(match, _as_written, self.own, "!ENTITY", "SYSTEM", bits)
            at = window.find(b"<!", at + 2, end)

    def _literal(
        self, match: re.Match[bytes], decodes: Reference, bases: Any, element: str, attribute: str, bits: int
    ) -> None:  # fmt: skip
        """Add the reference that a literal is, the last group of a match in the window."""
        group = match.lastindex or 0
        value = decode(match[group], decodes)
        self._add_all(attributes.read("url", value.text), value, match.start(group), bits, bases, element, attribute)
        self._masks.append(match.span(group))

    def _add_all(
        self, found: list[Found], value: Value, begin: int, delimiter: int, bases: Any, element: str, attribute: str
    ) -> None:
        """Add the references in a value, which begins at offset ``begin`` of the window."""
        for text, first, last in found:
            first, last = value.span(first, last)
            self.count_to(begin + first)
            raw = self.window[begin + first : begin + last]
            self.add(text, raw, self.offset + begin + first, delimiter, bases, element, attribute)

    # -- the text of an element that is a reference, or holds some -----------------------------------------------------

    def how(self, at: int, count: int) -> int:
        """Return how the text of an element is read, given its attributes: 0 for ordinary text."""
        if self.plan.text == "typed":
            how = HOW["html"] * (self.values(at, count, ("type",)).get("type", "").strip().lower() in _HTML_TYPES)
        else:
            false = self.values(at, count, ("ispermalink",)).get("ispermalink", "").strip().lower() == "false"
            how = HOW["uri"] if false else HOW["url"]
        tag = self.window[self._table[at + rows.END] : self._table[at + rows.VALUE_END]]
        if len(self.plan.tags) < _TAGS and len(tag) < _TAGS:
            self.plan.tags[tag] = how
        return how

    def give_up(self) -> None:
        """Treat the text of such an element as ordinary text, because it cannot be read as a whole."""
        content = self.content
        content.how = 0
        if content.size > MAX_REFERENCE:
            message = f"an element has more than {MAX_REFERENCE} bytes of text, and is read as plain text"
            self.problem(content.start, "content-too-long", message)

    def finish(self, at: int) -> None:
        """Read the text of such an element, which is not HTML, at its end tag."""
        content = self.content
        parts = content.whole(self.offset + self._table[at + rows.START] - 2)
        if not parts:
            return
        source = b"".join([part for _, part in parts])
        value, place = DecodedValue(parts), content.start
        found, before = self.rows, self.rows.count
        is_sheet = content.how == HOW["css"]
        delimiter, attribute = (layout.CSS, "") if is_sheet else (layout.ELEMENT, None)
        lines = content.lines()
        for each in references(content.how, value.text):
            start, end = value.span(each.start, each.end)
            lines.count_to(source, place, start)
            is_name = is_sheet and is_namespace(value.text, each.start)
            kind = layout.NAMESPACE if is_name else kind_bits(each.text)
            found.add(
                each.text, source[start:end].decode("utf-8", "surrogateescape"), place + start, place + end,
                lines.number, place + start - lines.start + 1, kind | delimiter,
                self.scopes.bases, self.origin, content.element, attribute,
            )  # fmt: skip
        if found.count > before:
            if before and found.get(before - 1, layout.START) > place:
                self.disordered = True
            # The references found as text within this element are dropped.
            end = place + len(source)
            self.css.append((place, end))
            self._masks.append((max(0, place - self.offset), end - self.offset))
            if value.unknown:
                self._late_problem(source, place)

    def _late_problem(self, source: bytes, place: int) -> None:
        before = self.rows.count
        self.unexpanded(source, place)
        self.disordered = self.disordered or self.rows.count > before

    def read_to_problem(self) -> None:
        """Read escaped HTML up to here, because its first unexpanded entity is a problem to report."""
        if "entity" not in self.reported:
            self.read_html()

    def read_html(self) -> None:
        """Read the escaped HTML in the elements that ended."""
        found = self._found
        for text in self.escaped.read(found, self.css, self._masks, self.offset):
            self._late_problem(text.source, text.start)
        if found.count:
            self._sort()
            merge(self.rows, self.rows.count, found, found.count, self._ordered, [], [], 0)
            self._ordered.move(self.rows, self._ordered.count)


def _as_written(raw: bytes, at: int, in_attribute: bool) -> None:
    """Return None: references in a literal are not decoded (XML 1.0 §4.4.6)."""


def _decoded(raw: bytes) -> str:
    octets: bytes = decode_xml_references(raw)
    return octets.decode("utf-8", "replace")


# -- The scanner of XML ------------------------------------------------------------------------------------------------

# Free tokenizers, whose documents were read to their ends.
_SPARE: list[Any] = []
_MOST_SPARE = 4


class XmlScanner(MarkupScanner):
    """Find the references in one XML document. Sans-IO: bytes in, occurrences out.

    It finds those in attributes, elements and style sheets of known vocabularies, relative ones too
    (:mod:`uri_extract.markup.xml.vocabularies`); in other attributes, those that are URIs by their form; and in all
    other bytes those of plain text, with character references decoded: in text, comments, CDATA sections, names of
    namespaces. They are in the order of their places. Arguments are those of
    :class:`~uri_extract.markup.scanner.MarkupScanner`; ``tokenizer`` is a class of
    :data:`uri_extract.markup.xml.tokenizers`, and ``vocabulary`` that of elements without a namespace, if the root
    element does not determine it.

    In XHTML and SVG the first ``<base href>`` also applies to references before it, which are held back until the base
    is known, or the document ends (:data:`~uri_extract.limits.MAX_HELD`).
    """

    wanted = BEGINNING
    xml = True

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, tokenizer: Any = None, vocabulary: str = "", **document: Any
    ) -> None:  # fmt: skip
        self._tokenizer = tokenizer
        self._vocabulary = vocabulary
        super().__init__(options, **document)

    def _begin_document(self, base: str | None, origin: Origin, charset: str | None) -> None:
        super()._begin_document(base, origin, charset)
        tokenizer = _SPARE.pop() if _SPARE and self._tokenizer is None else (self._tokenizer or xml.Tokenizer)()
        tokenizer.examined = 0
        self._windows = Windows(tokenizer)
        self._bases = Bases(self._own, opaque=False)  # RFC 3986 resolves against any URI
        self._markup = Markup(
            self._origin, self._bases, self._windows.tokenizer, self.pool, self._inside, self._vocabulary
        )  # fmt: skip

    # -- in --------------------------------------------------------------------------------------------------------

    def _begin(self, beginning: bytes, final: bool) -> int:
        encoding = determine(beginning[:BEGINNING], self._charset)
        if encoding.unknown:
            self._markup.problem(0, "unreadable-encoding", encoding.problem)
        self._translate(encoding.codec)
        return 0

    def _end(self) -> None:
        if self._tokenizer is None and len(_SPARE) < _MOST_SPARE:
            tokenizer = self._windows.tokenizer
            tokenizer.restart()
            tokenizer.load(b"", 0, False)  # releases the window
            _SPARE.append(tokenizer)

    def _read_window(self) -> None:
        windows, tokenizer = self._windows, self._windows.tokenizer
        more = True
        while more:
            more = tokenizer.scan()
            if tokenizer.count:
                self._markup.read(windows.window, tokenizer.table, tokenizer.count, windows.offset)

    def _read_text(self, end: int, final: bool) -> None:
        windows, markup = self._windows, self._markup
        begin = self._fed - windows.offset
        self._fed = windows.offset + end
        markup.read_html()
        walker = markup.walker
        source = walker.masked(windows.window, begin, end)
        verbatim = [(start - begin, stop - begin) for start, stop in walker.verbatim] if begin else walker.verbatim
        self._text.take_source(source, verbatim, len(source), final)
        walker.masks.clear()
        walker.verbatim.clear()
        markup.leave(windows.window, windows.offset, end)
