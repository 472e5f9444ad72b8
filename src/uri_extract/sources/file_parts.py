"""Divide big files into parts that can be read independently: text at line breaks, an mbox where messages begin.

The references in the parts are those in the whole file. If a reference in text continues across a cut, the scanner of
the part before it reports its end, and the next part begins there (:func:`resumed`). An mbox is not cut after a message
with a Content-Length: what looks like the beginning of another message may be in its body
(:mod:`uri_extract.media.mail.mbox`).
"""

from __future__ import annotations

import os

from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract.decode.encodings import marked
from uri_extract.decode.wide import wide_without_mark
from uri_extract.limits import CHUNK, MAX_PAGE_BREAK, PART
from uri_extract.media.mail import fields
from uri_extract.media.mail.beginnings import MAILBOX
from uri_extract.media.mail.from_line import REACH, separates
from uri_extract.media.mail.kernels import next_line
from uri_extract.media.mail.mailbox import is_mbox
from uri_extract.media.part import Part
from uri_extract.media.recognition import PLAIN, recognise
from uri_extract.scan.windows import LOOKBEHIND
from uri_extract.sources.budget import Budget
from uri_extract.sources.byte_stream import whole
from uri_extract.sources.document import reading
from uri_extract.sources.kinds import reader_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import RawIOBase

    from uri_extract.records import Problem
    from uri_extract.sources.document import Document

# Bytes before the intended end of a part in which the best place for a cut is searched for.
_NEAR: Final = 1 << 16
_EMPTY_LINES: Final = (b"\n\n", b"\n\r\n")

_WINDOW: Final = 1 << 20
_KEPT: Final = 32  # bytes of a window that are also in the next one, in addition to REACH


def parts(document: Document, *, text: bool = True, lines: bool = True) -> Iterator[Document]:
    """Yield the parts of a file, in order; the document itself if it is not big, or cannot be cut.

    ``text``: plain text may be cut; ``lines``: the numbers of lines are needed. Raises :class:`Unreadable`.
    """
    assert isinstance(document.source, str)
    with reading(document.source) as file:
        size = os.fstat(file.fileno()).st_size
        kind = _kind(document, file.read(CHUNK)) if size >= 2 * PART else None
        if kind == MAILBOX:
            cuts = _of_mbox(file, size)
        elif kind == PLAIN and text:
            cuts = _of_text(file, size, lines)
        else:
            yield document
            return
        for part in cuts:
            yield document._replace(media_type=kind, part=part)


def resumed(document: Document, at: int) -> Document:
    """Return a part of a text so that it begins at ``at``, where the last reference of the part before it ends.

    Raises :class:`Unreadable`.
    """
    part = document.part
    assert part is not None
    assert isinstance(document.source, str)
    with reading(document.source) as file:
        passed = _read(file, part.start, at - part.start)
    line_start = part.start + passed.rfind(b"\n") + 1 if b"\n" in passed else part.line_start
    begin = max(0, at - LOOKBEHIND)
    return document._replace(part=Part(begin, at, part.stop, part.line + passed.count(b"\n"), line_start))


def _kind(document: Document, head: bytes) -> str | None:
    """Return the media type of a file that begins with ``head``, None if it may not be cut."""
    problems: list[Problem] = []
    if reader_of(document, whole(head), Budget(document.name, problems.append)) is not None or problems:
        return None
    kind = document.media_type or recognise(document.hint, head)
    is_utf8 = not document.charset and not marked(head) and wide_without_mark(head) is None
    if (kind == PLAIN and is_utf8) or (kind == MAILBOX and is_mbox(head)):
        return kind
    return None


def _of_text(file: RawIOBase, size: int, lines: bool) -> Iterator[Part]:
    start, line, stop = 0, 1, PART
    while size - stop >= PART:
        cut = _cut(_read(file, stop - _NEAR, _NEAR))
        if cut < 0:
            stop += PART
            continue
        stop += cut - _NEAR
        yield Part(max(0, start - LOOKBEHIND), start, stop, line, start)
        for at in range(start, stop if lines else start, CHUNK):
            line += _read(file, at, min(CHUNK, stop - at)).count(b"\n")
        start, stop = stop, stop + PART
    yield Part(max(0, start - LOOKBEHIND), start, None, line, start)


def _cut(near: bytes) -> int:
    """Return the offset after the last line break that a reference is unlikely to continue across, -1 if none."""
    empty = max(near.rfind(mark, 0, -MAX_PAGE_BREAK) for mark in _EMPTY_LINES)
    if empty >= 0 and b"\f" not in near[max(0, empty - MAX_PAGE_BREAK) : empty + MAX_PAGE_BREAK]:
        return near.index(b"\n", empty + 1) + 1
    return near.rfind(b"\n") + 1 or -1


def _read(file: RawIOBase, at: int, size: int) -> bytes:
    file.seek(at)
    data: bytes = file.read(size)
    return data


def _of_mbox(file: RawIOBase, size: int) -> Iterator[Part]:
    start = before = 0
    for count, at in enumerate(_messages(file, size)):
        if at - start >= PART:
            yield Part(start, start, at, messages=before)
            start, before = at, count
    yield Part(start, start, None, messages=before)


def _messages(file: RawIOBase, size: int) -> Iterator[int]:
    """Yield the offsets of the messages of an mbox, up to the first one with a Content-Length.

    Bytes that are appended after ``size`` meanwhile are not read.
    """
    window, offset = _read(file, 0, min(_WINDOW, size)), 0
    at = len(window) - len(window.lstrip(b"\r\n"))
    yield at
    while True:
        final = len(window) < _WINDOW
        end = len(window) if final else len(window) - REACH
        while (at := next_line(window, at, end)) >= 0:
            if window[at] != 0x46:
                return
            if window.startswith(b"From ", at) and separates(
                window, at, len(window), window.endswith(_EMPTY_LINES, 0, at)
            ):
                yield offset + at
        if final:
            return
        offset += end - _KEPT
        window, at = _read(file, offset, min(_WINDOW, size - offset)), _KEPT - fields.LINE
