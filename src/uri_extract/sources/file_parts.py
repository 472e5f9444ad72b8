"""Divide large files into parts that are read independently: text at line breaks, an mbox at messages, WARC at records.

The results are the same as for the whole file. The place of a cut is a guess, made from the bytes there: a reference in
text may continue across it, and a line that looks like the beginning of a message or a record may be in the body of
another. The reader of the part before finds where the next part really begins (:func:`resumed`).
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable

from uri_extract._compat._ascii import COLON, FORM_FEED, LINE_FEED, SLASH
from uri_extract._compat._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract.decode.encodings import marked
from uri_extract.decode.opening import has_form
from uri_extract.decode.wide import wide_without_mark
from uri_extract.formats.recognition import PLAIN, recognise
from uri_extract.limits import CHUNK, COMPRESSED_PART, MAX_PAGE_BREAK, MAX_TEXT_CHECK, PART
from uri_extract.mail.beginnings import MAILBOX
from uri_extract.mail.from_line import separates
from uri_extract.rows import LineCounter
from uri_extract.scan.windows import LOOKBEHIND
from uri_extract.sources import codecs
from uri_extract.sources.byte_stream import Budget, whole
from uri_extract.sources.document import reading
from uri_extract.sources.kinds import reader_of
from uri_extract.text.part import ARCHIVE, Part

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import RawIOBase

    from uri_extract.rows.records import Problem
    from uri_extract.sources.document import Document

# Bytes before the intended end of a part of text that are searched for the best place for a cut.
_NEAR: Final = 1 << 14
# The last parts may be smaller than the others by this factor.
_SMALLER: Final = 8
# Parts of a text that has more than this many may be larger by _LARGER, if its lines are not counted.
_MANY: Final = 64
_LARGER: Final = 4
_EMPTY_LINES: Final = (b"\n\n", b"\n\r\n")
# Lines before the intended end, of which one that cannot contain the beginning of a reference is searched.
_LINES: Final = 64
_LINE_ENDS: Final = 3

# Bytes after the intended end of any other part that are searched at a time, and the number of candidates checked.
_WINDOW: Final = 1 << 16
_CANDIDATES: Final = 1 << 8
_HEAD: Final = 1 << 14  # bytes of a candidate
# Bytes after a cut in which members must be adjacent, compressed and decompressed.
_FOLLOWED: Final = 1 << 20
_FOLLOWED_INFLATED: Final = 1 << 24
_PIECE: Final = 1 << 14  # bytes inflated at a time


def parts(document: Document, *, kinds: frozenset[str], lines: bool = True) -> Iterator[Document]:
    """Yield the parts of a file, in order; the document itself if it is not large, or cannot be cut.

    ``kinds`` are the media types that may be cut. If ``lines``, the line numbers of text are needed. Raises
    :class:`Unreadable`.
    """
    assert isinstance(document.source, str)
    with reading(document.source) as file:
        size = os.fstat(file.fileno()).st_size
        most = COMPRESSED_PART if codecs.GZIP.begins(file.read(16)) else PART
        part = None
        for part in cut(file, size, document, kinds, most, most // _SMALLER, lines=lines):
            kind = document.media_type if part.kind == ARCHIVE else part.kind
            yield document._replace(media_type=kind, part=part)
        if part is None:
            yield document


def cut(
    file: Any, size: int, document: Document, kinds: frozenset[str], most: int, least: int, *,
    lines: bool = False, alone: bool = False,
) -> Iterator[Part]:  # fmt: skip
    """Yield the parts, of about ``most`` bytes, of a file that is open; none if it is not large, or cannot be cut.

    If ``alone``, no reader of a part knows where the one of the part before ended: text is cut anywhere, and only
    members of an archive that are surely no content of another are the beginnings of parts.
    """
    kind, beginning = kind_of(document, _read(file, 0, CHUNK)) if size >= 2 * most else (None, None)
    if kind is None or kind not in kinds or (alone and beginning not in (None, MEMBER)):
        return
    if beginning is None and not alone:
        yield from _of_text(file, size, lines)
        return
    start = 0
    for stop in (
        (*range(most, size - least + 1, most), None)
        if beginning is None
        else cuts(file, size, _FOLLOWED_MEMBER if alone else beginning, most, least)
    ):
        yield Part(kind, start, start, stop)
        start = stop or 0


def resumed(document: Document, at: int) -> Document:
    """Return a part of a file, changed to begin at ``at``, where the last reference or record of the part before ends.

    Raises :class:`Unreadable`.
    """
    part = document.part
    assert part is not None
    assert isinstance(document.source, str)
    if part.kind != PLAIN:
        at = min(at, os.stat(document.source).st_size)
        return document._replace(part=Part(part.kind, at, at, part.stop))
    with reading(document.source) as file:
        passed = _read(file, part.start, at - part.start)
    line_start = part.start + passed.rfind(b"\n") + 1 if LINE_FEED in passed else part.line_start
    begin = max(0, at - LOOKBEHIND)
    return document._replace(part=Part(PLAIN, begin, at, part.stop, part.line + passed.count(b"\n"), line_start))


def kind_of(document: Document, head: bytes) -> tuple[str | None, Beginning | None]:
    """Return the media type of a file that begins with ``head``, and the beginning of its other parts (None for text).

    The media type is None if the file may not be cut.
    """
    problems: list[Problem] = []
    reader = reader_of(document, whole(head), Budget(document.name, problems.append))
    if reader is not None and not problems:
        for beginning in (_RECORD, MEMBER):
            if beginning.is_one(b"", head):
                return ARCHIVE, beginning
    if reader is not None or problems:
        return None, None
    kind = document.media_type or recognise(document.hint, head)
    is_utf8 = not document.charset and not marked(head) and wide_without_mark(head) is None
    if kind == MAILBOX and (message := _of_messages(head)):
        return kind, message
    is_text = kind == PLAIN and is_utf8 and head.find(b"\0", 0, MAX_TEXT_CHECK) < 0 and not has_form(head)
    return kind if is_text else None, None


def _of_text(file: RawIOBase, size: int, lines: bool) -> Iterator[Part]:
    # Output with places is larger than the text, and at most MAX_AHEAD bytes of output may wait.
    most = PART if lines else max(PART, min(_LARGER * PART, size // _MANY))
    start, stop = 0, most
    counter = LineCounter()
    while size - stop >= PART // _SMALLER:
        near = min(_NEAR, stop - start)
        cut = _cut(_read(file, stop - near, near))
        if cut < 0:
            stop += most
            continue
        stop += cut - near
        yield Part(PLAIN, max(0, start - LOOKBEHIND), start, stop, counter.number, counter.start)
        for at in range(start, stop if lines else start, CHUNK):
            chunk = _read(file, at, min(CHUNK, stop - at))
            counter.count_to(chunk, at, len(chunk))
        start, stop = stop, stop + _length(size - stop, most, PART // _SMALLER)
    yield Part(PLAIN, max(0, start - LOOKBEHIND), start, None, counter.number, counter.start)


def _length(left: int, most: int, least: int) -> int:
    """Return the size of the next part, given the remaining bytes.

    The last parts get smaller and smaller, so that all processes finish at nearly the same time.
    """
    return max(least, min(most, left // 4))


def _cut(near: bytes) -> int:
    """Return the offset after the last line break that no reference is likely to cross; -1 if there is none."""
    empty = max(near.rfind(mark, 0, -MAX_PAGE_BREAK) for mark in _EMPTY_LINES)
    if empty >= 0 and FORM_FEED not in near[max(0, empty - MAX_PAGE_BREAK) : empty + MAX_PAGE_BREAK]:
        return near.index(b"\n", empty + 1) + 1
    *lines, rest = near.rsplit(b"\n", _LINES + 1)
    stop = len(near) - len(rest)
    for line in reversed(lines[1:]):
        if COLON not in line and SLASH not in line:
            return stop
        stop -= len(line) + 1
    return near.rfind(b"\n") + 1 or -1


def _read(file: Any, at: int, size: int) -> bytes:
    file.seek(at)
    data: bytes = file.read(size)
    return data


class Beginning(NamedTuple):
    """The beginning of a message or a record: ``mark``, after its line feed, if ``is_one`` confirms it.

    ``is_one`` takes the bytes before it, and ``head`` bytes from it on.
    """

    mark: bytes
    is_one: Callable[[bytes, bytes], bool]
    head: int = _HEAD


def cuts(file: Any, size: int, beginning: Beginning, most: int, least: int) -> Iterator[int | None]:
    """Yield the ends of parts of about ``most`` bytes: file offsets of such beginnings, and None for the last part.

    The last parts are smaller, but have at least about ``least`` bytes.
    """
    mark, is_one, head = beginning
    at, tried = most, 0
    while size - at >= least and len(window := _read(file, at, _WINDOW)) > len(mark):
        found = window.find(mark)
        if found < 0:
            at += len(window) - len(mark) + 1
            continue
        at += found + 1
        begin = at if mark.startswith(b"\n") else at - 1
        tried += 1
        if is_one(_read(file, max(0, begin - _LINE_ENDS), _LINE_ENDS), _read(file, begin, head)):
            yield begin
        elif tried < _CANDIDATES:
            continue
        at, tried = begin + _length(size - begin, most, least), 0
    yield None


def _of_messages(head: bytes) -> Beginning | None:
    """Return the beginning of messages in a mailbox that begins with ``head``; None if the mailbox may not be cut."""
    from uri_extract.mail.kernels import Mbox  # which only mailboxes need
    from uri_extract.mail.mailbox import Mmdf, splitter_of

    splitter = splitter_of(head)
    if splitter is Mbox:
        return Beginning(b"\nFrom ", _is_message)
    return Beginning(b"\n\1\1\1\1", lambda *_: True) if splitter is Mmdf else None


def _is_message(before: bytes, data: bytes) -> bool:
    return separates(data, 0, len(data), after_empty=before.endswith(_EMPTY_LINES))


def _inflated(data: bytes) -> bytes:
    """Return the first bytes of the content of the gzip member that begins ``data``; empty if it is damaged."""
    try:
        return codecs.GZIP.reproducible().decompress(data, _HEAD)
    except codecs.errors():
        return b""


def _is_record(_: bytes, data: bytes) -> bool:
    from uri_extract.sources.warc import begins_record  # which only archives need

    return begins_record(data)


def _is_member(before: bytes, data: bytes) -> bool:
    return codecs.GZIP.begins(data[:16]) and _is_record(before, _inflated(data))


def _is_followed(before: bytes, data: bytes) -> bool:
    """Return True if ``data`` begins with adjacent members that are records, as far as they are examined.

    Otherwise it may be a member inside a record: a record may contain an archive, and deflate stores compressed data
    unchanged (RFC 1951 §3.2.4).
    """
    position = inflated = 0
    # Of a member that the end of the bytes cuts off the header may be incomplete. Tapes are padded with zeros.
    last = len(data) - MEMBER.head if len(data) == _FOLLOWED else len(data.rstrip(b"\0"))
    while not position or position < last:
        if not MEMBER.is_one(before, data[position : position + MEMBER.head]):
            return False
        inflater = zlib.decompressobj(wbits=31)
        while not inflater.eof and position < len(data):
            piece = data[position : position + _PIECE]
            try:
                inflated += len(inflater.decompress(piece, CHUNK))
            except zlib.error:
                return False
            # At the end of a member both have what is left over.
            position += len(piece) - len(inflater.unused_data if inflater.eof else inflater.unconsumed_tail)
            if inflated > _FOLLOWED_INFLATED:
                return True
    return True


_RECORD: Final = Beginning(b"\nWARC/", _is_record)
MEMBER: Final = Beginning(codecs.GZIP.magic, _is_member)
_FOLLOWED_MEMBER: Final = MEMBER._replace(is_one=_is_followed, head=_FOLLOWED)
