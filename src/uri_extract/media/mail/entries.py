"""Header fields: text that is scanned, unfolded and decoded, and fields whose whole value is a reference."""

from __future__ import annotations

from functools import partial

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.refang import Refanger
from uri_extract.decode.source_map import Chain
from uri_extract.details import Details
from uri_extract.limits import MAX_BASE
from uri_extract.media.mail import fields
from uri_extract.media.mail.base import base_of_fields, reference
from uri_extract.media.mail.header import LOOKED_AT, content_type
from uri_extract.media.mail.kernels import PartMap, Reader, Source, base_of, origin_of_text
from uri_extract.pages import layout
from uri_extract.records import Problem

if TYPE_CHECKING:
    from uri_extract.media.mail.kernels import Part
    from uri_extract.media.mail.output import Output
    from uri_extract.pages import Rows

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LINK = re.compile(rb"<([^<>]*+)>")
_URL = re.compile(rb';\s*+url\s*+=\s*+"?([^"]*+)', re.IGNORECASE)
# A section of the parameter, or the encoded parameter (RFC 2231 §3, §4).
_URL_PART = re.compile(rb';\s*+url\*[0-9]*+\*?+\s*+=\s*+"?([^\s";]*+)', re.IGNORECASE)


class FieldReader(Reader):
    """Read header fields for ``output``; ``outer`` maps what is read to the file."""

    def __init__(self, output: Output, outer: Chain) -> None:
        base = output.base if output.places else None
        super().__init__(output.stream, base, output.every, output.headers, output.refang, outer)
        self.output = output

    def take_reference(self, part: Part, window: bytes) -> bool:
        """Add the current field, whose value is or contains references; return False if it is text."""
        kind, name, value, stop = self.bits & fields.KINDS, self.name, self.value, self.stop
        if kind in (fields.CONTENT_LOCATION, fields.CONTENT_BASE):
            whole = window[value : min(stop, value + LOOKED_AT)]
            begin = value + len(whole) - len(whole.lstrip())
            self._reference(part, window, _line_of(window, name, begin), begin, stop)
            return True
        if kind == fields.LINK:
            line = at = name
            for link in _LINK.finditer(window, value, stop):
                line = window.rfind(b"\n", at, link.start(1)) + 1 or line
                at = link.end(1)
                self._reference(part, window, line, link.start(1), at)
            return True
        url = _URL.search(window, value, stop)  # white space is not part of it (RFC 2017 §3)
        if url is not None:
            self._reference(part, window, _line_of(window, name, url.start(1)), *url.span(1))
            return True
        parts = [match.span(1) for match in _URL_PART.finditer(window, value, stop)]
        if parts:
            (begin, _), (_, end) = parts[0], parts[-1]
            text = content_type(window[value : min(stop, value + LOOKED_AT)]).parameters.get("url", "")
            self._reference(part, window, _line_of(window, name, begin), begin, end, "".join(text.split()))
        return bool(parts)

    def add_refanged(self, text: bytes, at: int, source: Source, lines: tuple[int, int]) -> None:
        """Add text that is at ``at`` of the file to the stream, with the references that it has defanged restored."""
        stream, refanger = self.output.stream, Refanger()
        stream.add_map(PartMap(stream.size, at, Chain([refanger.map]), self.outer, None, refanger), source, lines)
        stream.add_text(refanger.feed(text, final=True))

    def _reference(
        self, part: Part, window: bytes, line: int, begin: int, end: int, text: str | None = None
    ) -> None:  # fmt: skip
        """Add the reference from ``begin`` to ``end``, or ``text`` decoded from it; its line begins at ``line``."""
        raw = window[begin : min(end, begin + LOOKED_AT)].rstrip()
        text = reference(raw) if text is None else text
        if not text:
            return
        output = self.output
        kind = layout.RELATIVE if _SCHEME.match(text) is None else layout.URI if text.isascii() else layout.IRI
        bases: Any = (None, None)
        if kind == layout.RELATIVE:
            base = output.base if part.parent is None else base_of(part.parent, output.base)
            bases = (base.uri, "entity" if base.own else base.source)
            if base.uri is not None and len(base.uri) > MAX_BASE:
                from uri_extract.media.markup.bases import NO_BASE, UNUSABLE, too_long

                bases = NO_BASE
                output.problem(Problem(part.document, self.place(begin), UNUSABLE, too_long(base.uri)))
        start, stop = self.place(begin), self.place(begin + len(raw) - 1) + 1
        if self.outer:
            start, stop = self.outer.span(start, stop)
        title = window[self.name : self.name_end].decode("latin-1")
        details = Details(wrapped="space" if len(raw.split()) > 1 else None, field=title)
        place = (start, stop, self.line(window, begin), begin - line + 1)
        source = Source(part, title)
        output.stream.insert(partial(_add, output.stream.rows, source, text, raw, place, kind, bases, details))


def _add(
    found: Rows, source: Source, text: str, raw: bytes, place: tuple[int, int, int, int], kind: int, bases: Any,
    details: Details,
) -> None:  # fmt: skip
    """Add a reference that is the value of a field. The whole header was read: later fields may affect it."""
    if kind == layout.RELATIVE and source.part.content_base is not None:
        bases = base_of_fields(source.part, bases)
    raw_text = raw.decode("utf-8", "surrogateescape")
    found.add(text, raw_text, *place, kind | layout.HEADER, bases, origin_of_text(source), None, None, details)


def _line_of(window: bytes, name: int, place: int) -> int:
    """Return the start of the line of ``place``, in the field that begins at ``name``."""
    return window.rfind(b"\n", name, place) + 1 or name
