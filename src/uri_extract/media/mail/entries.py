"""What header fields hold: text that the scanner reads, unfolded and decoded, and references that are a whole value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from uri_extract.limits import MAX_BASE
from uri_extract.media.mail import fields as rows
from uri_extract.media.mail.base import base_of, reference
from uri_extract.media.mail.header import LOOKED_AT
from uri_extract.media.mail.stream import Source, Way, spanned
from uri_extract.media.mail.words import words
from uri_extract.media.refang import Refanger
from uri_extract.media.translation import Translation
from uri_extract.records import Problem

if TYPE_CHECKING:
    from uri_extract.media.mail.parts import Part
    from uri_extract.media.mail.readers import MessageReader

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LINK = re.compile(rb"<([^<>]*+)>")
_URL = re.compile(rb';\s*+url\s*+=\s*+"?([^"]*+)', re.IGNORECASE)


class _Word(Translation):
    """An encoded word: what is in it stands where it begins."""

    takes_text = False


def field(reader: MessageReader, part: Part, window: bytes, row: tuple[int, int, int, int, int]) -> None:
    """Read a field; what stands in it goes to the stream."""
    name, name_end, value, stop, bits = row
    kind = bits & rows.KINDS
    title = window[name:name_end].decode("latin-1")
    if kind in (rows.CONTENT_LOCATION, rows.CONTENT_BASE):
        whole = window[value : min(stop, value + LOOKED_AT)]
        begin = value + len(whole) - len(whole.lstrip())
        _reference(reader, part, title, window, _line_of(window, name, begin), begin, stop)
        return
    if kind == rows.LINK:
        line = at = name
        for link in _LINK.finditer(window, value, stop):
            line = window.rfind(b"\n", at, link.start(1)) + 1 or line
            at = link.end(1)
            _reference(reader, part, title, window, line, link.start(1), at)
        return
    if kind == rows.CONTENT_TYPE and part.media_type == "message/external-body":
        url = _URL.search(window, value, stop)  # RFC 2017 §3: white space is none of it
        if url is not None:
            _reference(reader, part, title, window, _line_of(window, name, url.start(1)), *url.span(1))
            return
    if not (bits & (rows.COLON | rows.ENCODED) or reader.core.every):
        return
    line = reader.line(window, name) if reader.core.places else 1
    reader.core.stream.separate()
    source = Source(part, title, part.document)
    if bits & rows.ENCODED:
        _encoded(reader, window, name, value, stop, source, line)
    elif bits & rows.FOLDED or reader.outer or reader.core.refang:
        _lines(reader, window, name, value, stop, source, line)
    else:
        reader.core.stream.add(window[value:stop], reader.place(value), source, (line, value - name))


def rest(reader: MessageReader, part: Part, window: bytes, begin: int, end: int) -> None:
    """Read what stands behind the limit of a field that is too long."""
    _lines(reader, window, begin, begin, end, Source(part, None, part.document), 1, unfold=False)


def _lines(
    reader: MessageReader, window: bytes, begin: int, value: int, stop: int, source: Source, line: int,
    unfold: bool = True,
) -> int:  # fmt: skip
    """Give the stream what stands from ``value`` on, without its line breaks; return the number of its last line."""
    stream = reader.core.stream
    while True:
        feed = window.find(b"\n", value, stop) if unfold else -1
        end = stop if feed < 0 else feed - 1 if feed > value and window[feed - 1] == 13 else feed
        if end > value:
            at, text = reader.place(value), window[value:end]
            if reader.core.refang or reader.outer:
                refanger = Refanger() if reader.core.refang else None
                way = Way(stream.size, at, [refanger] if refanger else [], reader.outer)
                if refanger:
                    way.changed = refanger.changed
                    text = refanger.feed(text, final=True)
                stream.add_way(way, source, (line, value - begin))
                stream.add_text(text)
            else:
                stream.add(text, at, source, (line, value - begin))
        if feed < 0:
            return line
        value = begin = feed + 1
        line += 1


def _encoded(
    reader: MessageReader, window: bytes, begin: int, value: int, stop: int, source: Source, line: int
) -> None:
    stream = reader.core.stream
    raw = window[value:stop]
    at, first, counted = line, begin, 0
    for text, start, end in words(raw):
        at += raw.count(b"\n", counted, start)
        first = value + raw.rfind(b"\n", counted, start) + 1 if raw.find(b"\n", counted, start) >= 0 else first
        counted = start
        if len(text) == end - start:
            _lines(reader, window, first, value + start, value + end, source, at)
            continue
        word = _Word()
        word._add(text, end - start, raw[start:end])
        stream.add_way(Way(stream.size, reader.place(value + start), [word], reader.outer), source,
                       (at, value + start - first))  # fmt: skip
        stream.add_text(text)


def _line_of(window: bytes, name: int, place: int) -> int:
    """Return where the line begins that ``place`` stands in, in the field that begins at ``name``."""
    return window.rfind(b"\n", name, place) + 1 or name


def _reference(reader: MessageReader, part: Part, title: str, window: bytes, line: int, begin: int, end: int) -> None:
    """Give out a reference that stands there as a whole; its line begins at ``line``."""
    raw = window[begin : min(end, begin + LOOKED_AT)].rstrip()
    text = reference(raw)
    if not text:
        return
    core = reader.core
    kind = "relative" if _SCHEME.match(text) is None else "uri" if text.isascii() else "iri"
    bases: Any = (None, None)
    if kind == "relative":
        base = (core.base if part.parent is None else base_of(part.parent, core.base)).outside
        bases = (base.uri, base.source)
        if base.uri is not None and len(base.uri) > MAX_BASE:
            from uri_extract.media.html.base import NO_BASE, UNUSABLE, too_long

            bases = NO_BASE
            core.problem(Problem(part.document, reader.place(begin), UNUSABLE, too_long(base.uri)))
    start, stop = spanned(reader.place(begin), reader.place(begin + len(raw) - 1) + 1, reader.outer)
    number = reader.line(window, begin)
    column = begin - line + 1
    core.other(
        Source(part, title, part.document),
        (
            text, raw.decode("utf-8", "surrogateescape"), start, stop, number, column, part.document, "header", None,
            "space" if len(raw.split()) > 1 else None, (), kind, bases, None, None, None,
        ),
    )  # fmt: skip
