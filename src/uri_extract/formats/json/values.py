"""Read documents and references in strings of JSON with the scanner of their type, and map places to the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uri_extract._compat._ascii import COLON
from uri_extract._compat._typing import Final
from uri_extract.decode._json_strings import JsonString, decoded
from uri_extract.decode.content_transfer import Base64
from uri_extract.decode.json_strings import JsonText
from uri_extract.errors import UnknownCharset
from uri_extract.formats import scanned, scanner_for
from uri_extract.formats.containers import NOT_TEXT, beginning
from uri_extract.formats.json._tokenizer import add_plain
from uri_extract.formats.unread import unread_format
from uri_extract.limits import MAX_LINK_TEXT, MAX_REFERENCE
from uri_extract.markup.bases import UNUSABLE, own_base
from uri_extract.markup.urls import kind_bits, url
from uri_extract.place.source_map import SourceMap
from uri_extract.rows import Pool, Rows, layout
from uri_extract.rows.details import NO_DETAILS, Details, Origin
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner
from uri_extract.text.link_text import link_text
from uri_extract.text.options import ScanOptions

PLAIN: Final = "text/plain"
#: The number of bytes of a value of unknown type that are checked to be text.
_LOOK: Final = 512


class Values:
    """Read strings of one JSON document, and add the rows of their references to ``rows``, with places in the file."""

    def __init__(self, pool: Pool, options: ScanOptions) -> None:
        self.rows: Rows = Rows(pool)
        #: Returns the media type of a document without a declared one.
        self.recognise: Callable[[bytes], str] = lambda _: PLAIN
        self._problems: list[Problem] = []
        # Fields are read in the file itself; what a message in a string contains has no place in the file.
        self._options = options._replace(json_field=None, contained=False)
        self._scanners: dict[str, BaseScanner] = {}

    def begin(self, base: str | None, origin: Origin) -> None:
        """Begin another file."""
        self.rows.drop(self.rows.count)
        self.base = base
        self.origin = origin
        own = own_base(base, self._options.default_base)
        self.bases: tuple[str | None, ...] = (own.uri, own.source)
        if own.problem:
            self.problem(0, UNUSABLE, own.problem)

    def problem(self, offset: int, kind: str, message: str) -> None:
        """Report a problem of the file."""
        self.rows.problem(Problem(self.origin.document, offset, kind, message))

    def bases_of(self, base: str | None) -> tuple[str | None, ...]:
        """Return the bases of references in a document whose own URI is ``base``; None: that of the file."""
        if base is None:
            return self.bases
        own = own_base(base, self._options.default_base)
        return own.uri, own.source

    def origin_of(self, name: str, base: str | None) -> Origin:
        """Return the origin of a document with that name in the file, with the media type of plain text."""
        own = self.origin
        return Origin(
            f"{own.document or ''}!{name}", base, own.captured_at, own.record_id, PLAIN, own.message_id, own.sender,
            own.subject, own.filename,
        )  # fmt: skip

    # -- documents -------------------------------------------------------------------------------------------------

    def document(
        self, strings: Sequence[JsonString], media_type: str | None, *, base: str | None = None,
        origin: Origin | None = None, base64: bool = False, charset: str | None = None, field: str | None = None,
    ) -> None:  # fmt: skip
        """Read a document that consists of these strings.

        ``media_type`` is the declared type; if it has no scanner, the document is read as text if it has no binary
        bytes. If it is None, :attr:`recognise` determines it. ``base`` is the document's own URI, None for that of the
        file; ``field`` is the header field whose value it is. ``base64``: it is encoded, and ``charset`` is that of the
        decoded bytes.
        """
        text = JsonText(strings)
        data, source_map = text.octets, None
        if base64:
            decoder = Base64()
            data, source_map = decoder.take(data, 0, final=True), decoder.map
        if not data:
            return
        if media_type is None:
            media_type = self.recognise(data)
        name = scanned(media_type)
        if (name is None or name == PLAIN) and not self._options.without_scheme and COLON not in data:
            return
        if name is None and not self._is_text(data, media_type, strings[0]):
            return
        origin = self.origin if origin is None else origin
        if origin.media_type != (name or PLAIN):
            origin = origin._replace(media_type=name or PLAIN)
        try:
            page = self._scanner(
                name or PLAIN, base or self.base, charset if base64 else "utf-8", origin
            ).read(data, final=True)  # fmt: skip
        except UnknownCharset:
            page = self._scanner(name or PLAIN, base or self.base, None, origin).read(data, final=True)
        first = self.rows.count
        if len(page):
            self.rows.add_page(page)
            self._place(first, text, source_map)
            for row in range(first, self.rows.count) if field is not None else ():
                bits = self.rows.get(row, layout.BITS)
                self.rows.set(row, layout.BITS, bits & ~layout.DELIMITER | layout.HEADER)
                self.rows.set_details(row, field=field)
        if self._problems:
            self._place_problems(text, source_map)

    def _scanner(self, name: str, base: str | None, charset: str | None, origin: Origin) -> BaseScanner:
        """Return a scanner at the beginning of a document; a used one if possible."""
        scanner = self._scanners.get(name)
        if scanner is not None and scanner.restartable and scanner.closed:
            scanner.restart(base, origin, charset)
            return scanner
        self._scanners[name] = scanner = scanner_for(
            name, self._options, base=base, charset=charset, origin=origin, on_problem=self._problems.append
        )
        return scanner

    def _is_text(self, data: bytes, media_type: str, string: JsonString) -> bool:
        """Return True if data of a type without a scanner is text; report it if its format is not supported."""
        if not NOT_TEXT.search(data, 0, _LOOK):
            return True
        unread = unread_format(data[:_LOOK], "", media_type)
        if unread is None and beginning().match(data):
            unread = f"a document of the type {media_type[:100]}"
        if unread is not None:
            self.problem(string.start, "unsupported", f"{unread} in a string, which is not read")
        return False

    def _place(self, first: int, text: JsonText, source_map: SourceMap | None) -> None:
        """Change the places of the rows from ``first`` on, which are in order, to those in the file."""
        rows = self.rows
        for row in range(first, rows.count):
            start, end = rows.get(row, layout.START), rows.get(row, layout.END)
            if source_map is not None:
                start, end = source_map.span(start, end)
            start, end, string, source = text.span(start, end)
            rows.move_to(row, start, end, string.line, start - string.line_start + 1)
            if source is not None and source_map is None:
                rows.set_raw(row, source.decode("utf-8", "surrogateescape"))

    def _place_problems(self, text: JsonText, source_map: SourceMap | None) -> None:
        """Report the problems of a document at their places in the file; those of base64 at its start."""
        text.restart()
        for _, offset, kind, message in sorted(self._problems, key=lambda problem: problem.offset):
            offset = 0 if source_map is not None else min(offset, len(text.octets))
            self.problem(text.span(offset, offset)[0], kind, message)
        self._problems.clear()

    # -- references ------------------------------------------------------------------------------------------------

    def reference(
        self, string: JsonString, bases: tuple[str | None, ...], *, origin: Origin | None = None,
        delimiter: int = layout.ELEMENT, element: str | None = None, attribute: str | None = None,
        text: JsonString | None = None, rel: JsonString | None = None, empty: bool = False,
    ) -> None:  # fmt: skip
        """Add a whole string as a reference; an empty one only with ``empty``. ``text`` is the text of the link."""
        own = origin or self.origin
        row = add_plain(self.rows, string, bases, own, delimiter, element, attribute)  # nearly all of them
        if row < 0:
            whole = JsonText((string,))
            found = url(whole.octets.decode("latin-1"))
            if not found.text and not empty:
                return
            row = self.part(whole, found.text, found.start, found.end, bases, own, delimiter, element, attribute)
        if row >= 0 and text is not None:
            # An escape has six bytes for a character of ASCII; the cut may divide a character.
            octets = link_text(decoded(text.raw[: 6 * MAX_LINK_TEXT]).decode("utf-8", "ignore"))
            if octets:
                self.rows.set_link_text(row, octets)
        if row >= 0 and rel is not None:
            self.rows.set_rel(row, rel.text)

    def part(
        self, whole: JsonText, reference: str, start: int, end: int, bases: tuple[str | None, ...],
        origin: Origin | None = None, delimiter: int = layout.ELEMENT, element: str | None = None,
        attribute: str | None = None, field: str | None = None,
    ) -> int:  # fmt: skip
        """Add part of a string, in which a character is a byte, as a reference; return its row, -1 if too long."""
        place, stop, string, source = whole.span(start, end)
        if stop - place >= MAX_REFERENCE:
            message = f"a reference that begins here has more than {MAX_REFERENCE} bytes, and is left out"
            self.problem(place, "reference-too-long", message)
            return -1
        meant = reference.encode("latin-1").decode("utf-8", "surrogateescape")
        raw = (whole.octets[start:end] if source is None else source).decode("utf-8", "surrogateescape")
        row: int = self.rows.add(
            meant, raw, place, stop, string.line, place - string.line_start + 1, kind_bits(meant) | delimiter,
            bases, origin or self.origin, element, attribute, NO_DETAILS if field is None else Details(field=field),
        )  # fmt: skip
        return row
