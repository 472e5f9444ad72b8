"""Headers of HTTP messages (``message/http``, RFC 9112): fields that are references, and the others as plain text.

A field that is a reference as a whole, or holds relative ones, is read by its own syntax; for the plain-text scanner it
is masked. What follows the empty line is plain text, in the charset that the Content-Type declares.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, Final

from uri_extract.limits import MAX_HEADER
from uri_extract.media.encodings import translated
from uri_extract.media.face import Face
from uri_extract.media.html.base import UNUSABLE, own_base
from uri_extract.media.html.refresh import refresh
from uri_extract.media.html.urls import url
from uri_extract.media.labels import python_codec
from uri_extract.media.mail.header import charset_of, structured
from uri_extract.media.text import TextScanner
from uri_extract.records import Mail, Occurrence, Problem
from uri_extract.uri.patterns import repeated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uri_extract.media.html.urls import Found

# RFC 9112 §5, with a folded value (§5.2) and blanks that should not be before the colon.
_NAME: Final = re.compile(rb"^([!-9;-~]{1,998}+)[ \t]*+:", re.MULTILINE)
_EMPTY_LINE: Final = re.compile(rb"\n\r*\n")
_VALUE: Final = rb"([^\n]*+" + repeated(rb"\n[ \t][^\n]*+") + rb")"
# Those whose value is a URI reference (RFC 9110 §10.2.2, §8.7, §10.1.3; RFC 4918 §10.3; ECMA-426), or has such in it
# (RFC 8288 §3; RFC 2068 §19.6.2.5; what browsers do of a refresh).
_HOLDING: Final = re.compile(
    rb"^(location|content-location|referer|destination|(?:x-)?sourcemap|link|uri|refresh)[ \t]*+:" + _VALUE,
    re.MULTILINE | re.IGNORECASE,
)
# A target, or a quoted string, in which "<" means nothing.
_TARGET: Final = re.compile(r'"[^"\\]*+' + repeated(r'\\.[^"\\]*+') + r'\\?(?:"|\Z)|<([^<>]*+)>', re.DOTALL)
# What no reference goes across, with the lines as they were.
_MASK: Final = bytes(byte if byte in b"\r\n" else 0 for byte in range(256))
_CONTENT_TYPE: Final = re.compile(rb"^content-type[ \t]*+:" + _VALUE, re.MULTILINE | re.IGNORECASE)
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:")


class HttpScanner(Face):
    """Finds the references in one header. Sans-IO: bytes in, occurrences out.

    Options are those of :class:`~uri_extract.media.text.TextScanner`; ``charset`` is that of the body where no
    Content-Type declares one, and the header is ASCII, or UTF-8. What stands in a field has ``delimiter`` "header"
    and ``field``; relative references resolve against ``base``, which is what was retrieved: that a Content-Location
    is none, RFC 7231 has it (Appendix B).
    """

    def __init__(
        self,
        *,
        base: str | None = None,
        default_base: str | None = None,
        document: str | None = None,
        charset: str | None = None,
        on_problem: Callable[[Problem], None] | None = None,
        **options: Any,
    ) -> None:
        translated(charset)  # raises where there is none of that name
        self._charset = charset
        self._options = {"base": base, "default_base": default_base, "document": document, **options}
        self._text = TextScanner(on_problem=on_problem, **self._options)
        self._text.syntax_is_masked()
        self._body: TextScanner | None = None  # of a body that must be translated
        own = own_base(base, default_base)
        self._bases = (own.uri, own.source)
        if own.problem and on_problem is not None:
            on_problem(Problem(document, 0, UNUSABLE, own.problem))
        self._document = document
        self._on_problem = on_problem
        self._held: bytearray | None = bytearray()  # the header, until it has ended
        self._line_end = 0  # the last line feed of what is held
        self._header = b""
        self._names: list[tuple[int, bytes]] | None = None  # of fields, and where they begin
        self._references: list[Occurrence] = []  # of fields, last first

    def _read(self, chunk: bytes, final: bool) -> list[Occurrence]:
        if self._body is not None:
            return self._in_body(self._body, chunk, final)
        masked = self._masked(chunk, final)
        if self._body is not None:  # the header has just ended
            size = len(self._header)
            found = self._text.feed(masked[:size]) + self._text.close()
            return self._merged(found, None) + self._in_body(self._body, masked[size:], final)
        found = self._text.feed(masked)
        if not final:
            return self._merged(found, self._text.settled)
        return self._merged(found + self._text.close(), None)

    def _in_body(self, body: TextScanner, chunk: bytes, final: bool) -> list[Occurrence]:
        """Return what is found in the next bytes of the body, with its place in the message."""
        found = body.feed(chunk)
        if final:
            found += body.close()
        size, lines = len(self._header), self._header.count(b"\n")
        return [each._replace(start=each.start + size, end=each.end + size, line=each.line + lines) for each in found]

    def _body_scanner(self) -> TextScanner | None:
        """Return what reads the body, where its charset is such that what reads the header cannot; else None."""
        field = _CONTENT_TYPE.search(self._header)
        charset = None if field is None else charset_of(structured(field[1]).parameters)
        if charset is None or python_codec(charset) is None:
            charset = self._charset
        if translated(charset) is None:
            return None
        size, report = len(self._header), self._on_problem

        def moved(problem: Problem) -> None:
            if report is not None:
                report(problem._replace(offset=problem.offset + size))

        return TextScanner(charset=charset, on_problem=moved, **self._options)

    # -- in --------------------------------------------------------------------------------------------------------

    def _masked(self, chunk: bytes, final: bool = False) -> bytes:
        """Return the next bytes for the scanner of text: none until the header is whole."""
        if self._held is None:
            return chunk
        self._held += chunk
        last = chunk.rfind(b"\n")
        empty = _EMPTY_LINE.search(self._held, self._line_end, MAX_HEADER) if last >= 0 else None
        if last >= 0:
            self._line_end = len(self._held) - len(chunk) + last
        if empty is None and len(self._held) <= MAX_HEADER and not final:
            return b""
        data = bytes(self._held)
        self._held = None
        end = min(len(data), MAX_HEADER) if empty is None else empty.end()
        if empty is None and end < len(data) and self._on_problem is not None:
            message = f"a header of more than {MAX_HEADER} bytes: what stands behind them is read as plain text"
            self._on_problem(Problem(self._document, end, "header-too-long", message))
        self._header = data[:end]
        self._take(self._header)
        if empty is not None:
            self._body = self._body_scanner()
        return b"".join(self._without_references(data))

    def _without_references(self, data: bytes) -> Iterator[bytes]:
        at = 0
        for each in reversed(self._references):
            yield data[at : each.start]
            yield data[each.start : each.end].translate(_MASK)
            at = each.end
        yield data[at:]

    def _take(self, header: bytes) -> None:
        """Find the references that fields are."""
        line, counted, line_start = 1, 0, 0
        for field in _HOLDING.finditer(header):
            for found in _values(field[1].lower(), field[2].decode("latin-1")):
                if not found.text:
                    continue
                start, end = field.start(2) + found.start, field.start(2) + found.end
                line += header.count(b"\n", counted, start)
                line_start = header.rfind(b"\n", counted, start) + 1 or line_start
                counted = start
                column = start - line_start + 1
                raw = header[start:end].decode("utf-8", "surrogateescape")
                text = found.text.encode("latin-1").decode("utf-8", "surrogateescape")
                kind = "relative" if _SCHEME.match(text) is None else "uri" if text.isascii() else "iri"
                self._references.append(
                    Occurrence(
                        text,
                        raw,
                        start,
                        end,
                        line,
                        column,
                        self._document,
                        "header",
                        None,
                        "space" if "\n" in raw else None,
                        (),
                        kind,
                        self._bases,
                        mail=Mail(field=field[1].decode()),
                    )
                )
        self._references.reverse()

    # -- out -------------------------------------------------------------------------------------------------------

    def _merged(self, found: list[Occurrence], settled: int | None) -> list[Occurrence]:
        """Return what was found in text, and the references before it; ``settled``: text up to there was read."""
        if not self._header:
            return found
        merged: list[Occurrence] = []
        references = self._references
        for each in found:
            while references and references[-1].start < each.start:
                merged.append(references.pop())
            merged.append(self._in_field(each) if each.start < len(self._header) else each)
        while references and (settled is None or references[-1].start < settled):
            merged.append(references.pop())
        return merged

    def _in_field(self, found: Occurrence) -> Occurrence:
        """Return an occurrence with the name of the field that it stands in."""
        if self._names is None:
            self._names = [(name.start(), name[1]) for name in _NAME.finditer(self._header)]
        place = bisect_right(self._names, found.start, key=lambda name: name[0])
        if not place:  # in the first line
            return found
        return found._replace(delimiter="header", mail=Mail(field=self._names[place - 1][1].decode()))


def _values(name: bytes, value: str) -> list[Found]:
    """Return the references in a field's value, in which a character is a byte."""
    if name == b"refresh":
        found = refresh(value)
        return [] if found is None else [found]
    if name == b"link" or (name == b"uri" and "<" in value):
        return [url(value, *target.span(1)) for target in _TARGET.finditer(value) if target[1] is not None]
    return [url(value)]
