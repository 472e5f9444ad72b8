"""Headers of HTTP messages (``message/http``, RFC 9112): fields whose values are references; the rest as plain text.

A field whose value is a reference, or contains relative ones, is read by its own syntax, and masked for the plain-text
scanner. The body, after the empty line, is plain text in the charset that the Content-Type declares.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.decode.encodings import translated
from uri_extract.decode.header_values import charset_of, structured
from uri_extract.decode.labels import python_codec
from uri_extract.limits import MAX_BASE, MAX_HEADER
from uri_extract.markup.bases import UNUSABLE, own_base
from uri_extract.markup.refresh import refresh
from uri_extract.markup.urls import Found, kind_bits, url
from uri_extract.rows import LineCounter, Page, Pool, Rows, layout, page_of
from uri_extract.rows.details import NO_ORIGIN, Details, Origin
from uri_extract.rows.records import Problem
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import DEFAULTS, ScanOptions
from uri_extract.text.scanner import TextScanner
from uri_extract.uri.patterns import repeated

# RFC 9112 §5, with obsolete line folding (§5.2), and with blanks before the colon, which are errors.
_NAME: Final = re.compile(rb"^([!-9;-~]{1,998}+)[ \t]*+:", re.MULTILINE)
_EMPTY_LINE: Final = re.compile(rb"\n\r*\n")
_VALUE: Final = rb"([^\n]*+" + repeated(rb"\n[ \t][^\n]*+") + rb")"
#: Fields whose value is a URI reference (RFC 9110 §10.2.2, §8.7, §10.1.3; RFC 4918 §10.3; ECMA-426), or contains some
#: (RFC 8288 §3; RFC 2068 §19.6.2.5; Refresh as browsers parse it).
HOLDING: Final = (
    b"location", b"content-location", b"referer", b"destination", b"sourcemap", b"x-sourcemap", b"link", b"uri",
    b"refresh",
)  # fmt: skip
_HOLDING: Final = re.compile(rb"^(" + b"|".join(HOLDING) + rb")[ \t]*+:" + _VALUE, re.MULTILINE | re.IGNORECASE)
# A target, or a quoted string, in which "<" has no meaning.
_QUOTED: Final = r'"[^"\\]*+' + repeated(r'\\.[^"\\]*+') + r'\\?(?:"|\Z)'
_TARGET: Final = re.compile(_QUOTED + repeated(r'[^"<]*+' + _QUOTED) + r"|<([^<>]*+)>", re.DOTALL)
# Masks bytes with NUL, which no reference contains; keeps line breaks.
_MASK: Final = bytes(byte if byte in b"\r\n" else 0 for byte in range(256))
_CONTENT_TYPE: Final = re.compile(rb"^content-type[ \t]*+:" + _VALUE, re.MULTILINE | re.IGNORECASE)

# A header that cannot contain references, as in most responses: no field name is a scheme, and no value has a colon
# except in a time of day.
_PLAIN: Final = re.compile(
    rb"HTTP/[^:\n]*+\n"
    + repeated(
        rb"(?:Date|Server|Content-(?:Type|Length|Language|Encoding)|Last-Modified|Connection|Expires|ETag|Vary|Age"
        rb"|Cache-Control|Accept-Ranges|Transfer-Encoding|Set-Cookie|X-Powered-By|Keep-Alive|Pragma):[ \t][^:\n]*+"
        rb"(?:(?<= [0-9][0-9]):[0-9][0-9]:[0-9][0-9][^:\n]*+)?\n"
    )
    + rb"\r?\n",
    re.IGNORECASE,
)


class HttpScanner(BaseScanner):
    """Find the references in one HTTP message: its header, and its body as plain text.

    ``charset`` is that of a body whose Content-Type declares none; the header is ASCII or UTF-8. References in a field
    have the ``delimiter`` "header" and ``field``. Relative references resolve against ``base``, the URI that was
    retrieved: a Content-Location is not a base (RFC 7231 Appendix B).
    """

    restartable = True

    def __init__(
        self, options: ScanOptions = DEFAULTS, *, base: str | None = None, origin: Origin = NO_ORIGIN,
        charset: str | None = None, on_problem: Callable[[Problem], None] | None = None,
    ) -> None:  # fmt: skip
        self._pool = Pool()
        self._options = options
        self._header_text = TextScanner(options, on_problem=on_problem, base=base, origin=origin, pool=self._pool)
        self._on_problem = on_problem
        self._references = Rows(self._pool)  # values of fields
        # A kernel that explains reports decisions.
        self._may_be_plain = not (options.default_base or options.kernel or options.without_scheme)
        self._next: tuple[str | None, Origin, str | None] | None = None
        self._begin(base, origin, charset)

    def restart(self, base: str | None, origin: Origin, charset: str | None = None) -> None:
        """Begin another message, with the same other options. State of the last one is discarded."""
        translated(charset)  # raises UnknownCharset
        self._next = base, origin, charset
        self.closed = False

    def _restart(self, base: str | None, origin: Origin, charset: str | None) -> None:
        self._next = None
        self._references.drop(self._references.count)
        self._header_text.restart(base, origin)
        self._begin(base, origin, charset)

    def _begin(self, base: str | None, origin: Origin, charset: str | None) -> None:
        translated(charset)
        self._charset = charset
        self._text = self._header_text  # replaced by _body_scanner() in a body that needs another charset
        self._text.syntax_is_masked()
        self._in_body = False
        own = own_base(base, self._options.default_base)
        self._bases = (own.uri, own.source)
        self._base = base
        self._origin = origin
        if own.problem:
            self.report(0, UNUSABLE, own.problem)
        self._held: bytearray | None = bytearray()  # the header, until its end was read
        self._line_end = 0  # the offset of the last line feed in it
        self._header = b""
        self._names: list[tuple[int, bytes]] | None = None  # the places and names of fields

    def _read(self, chunk: bytes, final: bool) -> Page:
        if self._next is not None:
            if final and self._may_be_plain and len(self._next[0] or "") <= MAX_BASE and _PLAIN.fullmatch(chunk):
                return page_of(self._references, 0)
            self._restart(*self._next)
        if not self._in_body:
            chunk, ended = self._masked(chunk, final)
            # Usually the header is a document of its own, without a body.
            body = self._body_scanner() if ended and not (final and len(chunk) == len(self._header)) else None
            size = len(chunk) if body is None else len(self._header)
            self._text.take(chunk[:size], final or body is not None)
            self._add_fields(None if final or body is not None else self._text.settled)
            if body is not None:
                self._text.rows.move(body.rows, self._text.rows.count)
                self._text, self._in_body = body, True
                chunk = chunk[size:]
        if self._in_body:
            begin = self._text.rows.count
            self._text.take(chunk, final)
            self._move_body(begin)
        rows = self._text.rows
        return page_of(rows, rows.count, self._references.count > 0)

    def _body_scanner(self) -> TextScanner | None:
        """Return a scanner for the body, if its charset needs another one than the header; else None."""
        field = _CONTENT_TYPE.search(self._header)
        charset = self._charset if field is None else _charset(field[1]) or self._charset
        if translated(charset) is None:
            return None
        size, report = len(self._header), self._on_problem

        def moved(problem: Problem) -> None:
            if report is not None:
                report(problem._replace(offset=problem.offset + size))

        return TextScanner(
            self._options, base=self._base, origin=self._origin, charset=charset, on_problem=moved, pool=self._pool
        )

    def _move_body(self, begin: int) -> None:
        """Change the places of the rows from ``begin`` on from places in the body to places in the message."""
        rows, size, lines = self._text.rows, len(self._header), self._header.count(b"\n")
        for row in range(begin, rows.count):
            for column, more in ((layout.START, size), (layout.END, size), (layout.LINE, lines)):
                rows.set(row, column, rows.get(row, column) + more)

    # -- in --------------------------------------------------------------------------------------------------------

    def _masked(self, chunk: bytes, final: bool) -> tuple[bytes, bool]:
        """Return the next bytes for the text scanner, none until the header is complete; True if it just ended."""
        if self._held is None:
            return chunk, False
        self._held += chunk
        last = chunk.rfind(b"\n")
        empty = _EMPTY_LINE.search(self._held, self._line_end, MAX_HEADER) if last >= 0 else None
        if last >= 0:
            self._line_end = len(self._held) - len(chunk) + last
        if empty is None and len(self._held) <= MAX_HEADER and not final:
            return b"", False
        data = bytes(self._held)
        self._held = None
        end = min(len(data), MAX_HEADER) if empty is None else empty.end()
        if empty is None and end < len(data):
            message = f"a header of more than {MAX_HEADER} bytes: the rest is read as plain text"
            self.report(end, "header-too-long", message)
        self._header = data[:end]
        self._take(self._header)
        return b"".join(self._without_references(data)), empty is not None

    def _without_references(self, data: bytes) -> Iterator[bytes]:
        at = 0
        for row in range(self._references.count):
            start, end = self._references.get(row, layout.START), self._references.get(row, layout.END)
            yield data[at:start]
            yield data[start:end].translate(_MASK)
            at = end
        yield data[at:]

    def _take(self, header: bytes) -> None:
        """Add the references in the header's fields of :data:`HOLDING`."""
        lines = LineCounter()
        for field in _HOLDING.finditer(header):
            for found in references_in(field[1].lower(), field[2].decode("latin-1")):
                if not found.text:
                    continue
                start, end = field.start(2) + found.start, field.start(2) + found.end
                lines.count_to(header, 0, start)
                raw = header[start:end].decode("utf-8", "surrogateescape")
                text = found.text.encode("latin-1").decode("utf-8", "surrogateescape")
                details = _details("space" if "\n" in raw else None, field[1])
                self._references.add(
                    text, raw, start, end, lines.number, start - lines.start + 1, kind_bits(text) | layout.HEADER,
                    self._bases, self._origin, None, None, details,
                )  # fmt: skip

    # -- out -------------------------------------------------------------------------------------------------------

    def _add_fields(self, settled: int | None) -> None:
        """Set the field of references found as text, and add those of fields before ``settled`` (None: all)."""
        rows, references = self._text.rows, self._references
        for row in range(rows.before(len(self._header))):
            if self._names is None:
                self._names = [(name.start(), name[1]) for name in _NAME.finditer(self._header)]
            place = bisect_right(self._names, rows.get(row, layout.START), key=lambda name: name[0])
            if place:  # not in the first line
                rows.set(row, layout.BITS, rows.get(row, layout.BITS) & ~layout.DELIMITER | layout.HEADER)
                rows.set_details(row, field=self._names[place - 1][1].decode())
        if settled is not None and rows.count:
            settled = max(settled, rows.get(rows.count - 1, layout.START))
        references.move(rows, references.count if settled is None else references.before(settled))
        rows.sort()


@lru_cache(64)
def _details(wrapped: str | None, field: bytes) -> Details:
    """Return the details of a reference in that field; the same object for all of them."""
    return Details(wrapped=wrapped, field=field.decode())


@lru_cache(64)
def _charset(content_type: bytes) -> str | None:
    charset = charset_of(structured(content_type).parameters)
    return charset if charset is not None and python_codec(charset) is not None else None


def references_in(name: bytes, value: str) -> list[Found]:
    """Return the references in the value of a field of :data:`HOLDING`; each character of the value is a byte."""
    if name == b"refresh":
        found = refresh(value)
        return [] if found is None else [found]
    if name == b"link" or (name == b"uri" and "<" in value):
        return [url(value, *target.span(1)) for target in _TARGET.finditer(value) if target[1] is not None]
    return [url(value)]
