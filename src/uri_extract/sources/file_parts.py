"""Divide large files into parts that are read independently: text at line breaks, containers where members begin.

The results are the same as for the whole file. A member of a container begins where a directory says, where the reader
of the container finds it while skipping content, or, if a format has neither directory nor lengths, where it looks so.
That is a guess, made from the bytes there: a reference in text may continue across it, and what looks like the
beginning of a message or a record may be in the body of another. The reader of the part before finds where the next
part really begins (:func:`resumed`). Parts that are read alone learn nothing from it: there only certain places count.
"""

from __future__ import annotations

import os
import zlib
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from io import FileIO

import uri_extract._compat._re as re
from uri_extract._compat._ascii import COLON, FORM_FEED, LINE_FEED, SLASH
from uri_extract._compat._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract.decode.encodings import marked
from uri_extract.decode.opening import has_form
from uri_extract.decode.wide import wide_without_mark
from uri_extract.formats.recognition import PLAIN, recognise
from uri_extract.limits import CHUNK, COMPRESSED_PART, MAX_CLAIM, MAX_PAGE_BREAK, MAX_TEXT_CHECK, PART
from uri_extract.mail.beginnings import MAILBOX
from uri_extract.mail.from_line import separates
from uri_extract.rows import LineCounter
from uri_extract.scan._kernel import LOOKBEHIND
from uri_extract.sources import codecs
from uri_extract.sources._zip_headers import LOCAL
from uri_extract.sources.breaks import Exhausted
from uri_extract.sources.byte_stream import Budget, ByteStream, whole
from uri_extract.sources.document import Document, reading
from uri_extract.sources.kinds import reader_named, reader_of
from uri_extract.text.part import ARCHIVE, END, Part

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import RawIOBase

    from uri_extract.rows.records import Problem
    from uri_extract.sources.kinds import Reader

    #: A function that returns the first byte, at or after a given one, at which a part may begin; None without any.
    After = Callable[[int], int | None]

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
# Messages tried, over which a Content-Length may reach; bytes in which another is expected, before what that may claim.
_CLAIMS: Final = 8
_BEFORE_CLAIM: Final = 1 << 20
# Bytes of a container that are read at a time to find its members; the most such reads of a file that is not local.
_HEADER: Final = 1 << 14
_READS: Final = 1 << 8
_CONTENT_LENGTH: Final = re.compile(rb"(?i:\ncontent-length)[ \t]*:[ \t]*([0-9]{1,15})")


def parts(
    document: Document, *, kinds: frozenset[str], lines: bool = True, records: bool = False
) -> Iterator[Document]:
    """Yield the parts of a file, in order; the document itself if it is not large, or cannot be cut.

    ``kinds`` are the media types that may be cut. If ``lines``, the line numbers of text are needed; if ``records``,
    text is JSON Lines with documents in fields. Raises :class:`Unreadable`.
    """
    assert isinstance(document.source, str)
    with reading(document.source) as file:
        size = os.fstat(file.fileno()).st_size
        most = COMPRESSED_PART if file.read(4).startswith((codecs.GZIP.magic, LOCAL)) else PART
        part = None
        for part in cut(file, size, document, kinds, most, most // _SMALLER, lines=lines, records=records):
            kind = document.media_type if part.containers else part.kind
            yield document._replace(media_type=kind, part=part)
        if part is None:
            yield document


def cut(
    file: Any, size: int, document: Document, kinds: frozenset[str], most: int, least: int, *,
    lines: bool = False, alone: bool = False, records: bool = False,
) -> Iterator[Part]:  # fmt: skip
    """Yield the parts, of about ``most`` bytes, of a file that is open; none if it is not large, or cannot be cut.

    If ``alone``, no reader of a part knows where the one of the part before ended: text is cut anywhere, and only
    members of a container that are surely no content of another are the beginnings of parts. ``lines`` and ``records``
    are as in :func:`parts`.
    """
    kind, after = _way_to_cut(file, size, document, alone, records) if size >= 2 * most else ("", None)
    if after is None or (kind if "/" in kind else ARCHIVE) not in kinds:
        return
    if kind == PLAIN and not alone:
        yield from _of_text(file, size, lines or records, 0 if records else LOOKBEHIND)
        return
    start = 0
    for stop in _ends(after, size, most, least):
        members = after.members(start, stop) if isinstance(after, _Listed) else (0, 0)
        yield Part(kind, start, start, stop, members=members)
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


def _way_to_cut(file: Any, size: int, document: Document, alone: bool, records: bool) -> tuple[str, After | None]:
    """Return the kind of a file (:class:`Part`), and what finds the beginnings of its other parts (None: nothing)."""
    head = _read(file, 0, CHUNK)
    problems: list[Problem] = []
    reader = reader_of(document, whole(head), Budget(document.name, problems.append))
    if problems:
        return "", None
    if reader is not None:
        return _of_container(reader, file, size, document, head, alone)
    kind = document.media_type or recognise(document.hint, head) or ""
    if kind == MAILBOX:
        return kind, _of_messages(file, head, alone)
    is_utf8 = not document.charset and not marked(head) and wide_without_mark(head) is None
    is_text = kind == PLAIN and is_utf8 and head.find(b"\0", 0, MAX_TEXT_CHECK) < 0 and not has_form(head)
    if is_text and (records or alone) and head.lstrip()[:1] in (b"{", b"["):
        from uri_extract.formats.json.scanner import is_in_lines  # which only JSON needs

        # Whoever reads parts alone may ask for documents in fields. A line of a log may begin with a bracket, too.
        is_json = records or head.lstrip()[1:].lstrip()[:1] in (b"{", b"[", b'"')
        is_text = not is_json or is_in_lines(head, True) is True
    return kind, int if is_text else None


def _of_text(file: RawIOBase, size: int, lines: bool, before: int) -> Iterator[Part]:
    """Yield the parts of a text, which are read from ``before`` bytes before them on."""
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
        yield Part(PLAIN, max(0, start - before), start, stop, counter.number, counter.start)
        for at in range(start, stop if lines else start, CHUNK):
            chunk = _read(file, at, min(CHUNK, stop - at))
            counter.count_to(chunk, at, len(chunk))
        start, stop = stop, stop + _length(size - stop, most, PART // _SMALLER)
    yield Part(PLAIN, max(0, start - before), start, None, counter.number, counter.start)


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


def _ends(after: After, size: int, most: int, least: int) -> Iterator[int | None]:
    """Yield the ends of parts of about ``most`` bytes, and None for the last part.

    The last parts are smaller, but have at least about ``least`` bytes.
    """
    at = most
    while size - at >= least and (stop := after(at)) is not None and stop < size:
        yield stop
        at = stop + _length(size - stop, most, least)
    yield None


# -- Beginnings that are searched for ----------------------------------------------------------------------------------


class _Beginning(NamedTuple):
    """The beginning of a message or a record: ``mark``, after its line feed, if ``is_one`` confirms it.

    ``is_one`` takes the bytes before it, and ``head`` bytes from it on.
    """

    mark: bytes
    is_one: Callable[[bytes, bytes], bool]
    head: int = _HEAD

    def after(self, file: Any, at: int) -> int | None:
        """Return the next place where one begins, None without any; go on elsewhere if many places look like one."""
        tried = 0
        while len(window := _read(file, at, _WINDOW)) > len(self.mark):
            found = window.find(self.mark)
            if found < 0:
                at += len(window) - len(self.mark) + 1
                continue
            at += found + 1
            begin = at if self.mark.startswith(b"\n") else at - 1
            before = max(0, begin - _LINE_ENDS)
            if self.is_one(_read(file, before, begin - before), _read(file, begin, self.head)):
                return begin
            tried += 1
            if tried % _CANDIDATES == 0:
                at += _FOLLOWED
        return None


def _of_messages(file: Any, head: bytes, alone: bool) -> After | None:
    """Return how to find messages in a mailbox that begins with ``head``; None if the mailbox may not be cut."""
    from uri_extract.mail._mbox import Mbox  # which only mailboxes need
    from uri_extract.mail.mailbox import Mmdf, splitter_of

    splitter = splitter_of(head)
    if splitter is Mbox:
        return partial(_surely_message if alone else _MESSAGE.after, file)
    return partial(_Beginning(b"\n\1\1\1\1", lambda *_: True).after, file) if splitter is Mmdf else None


def _is_message(before: bytes, data: bytes) -> bool:
    return separates(data, 0, len(data), after_empty=before.endswith(_EMPTY_LINES))


_MESSAGE: Final = _Beginning(b"\nFrom ", _is_message)


def _surely_message(file: Any, at: int) -> int | None:
    """Return the next place where a message begins over which no Content-Length reaches; None if none is found."""
    for _ in range(_CLAIMS):
        found = _MESSAGE.after(file, at)
        if found is None:
            return None
        at = max(found, _claimed(file, found))
        if at == found:
            return at
    return None


def _claimed(file: Any, at: int) -> int:
    """Return the end of the body of another message that may reach over ``at``, or a smaller number.

    A Content-Length is not believed for more than :data:`MAX_CLAIM` bytes from a line on that may begin a message: that
    of a message before these bytes does not matter if another line is between them.
    """
    start = max(0, at - MAX_CLAIM - _BEFORE_CLAIM)
    before = _read(file, start, at - start)
    other = _MESSAGE.after(file, start) if start else 0
    if other is None or other > at - MAX_CLAIM > 0:
        return at + 1
    ends = [0]
    for claim in _CONTENT_LENGTH.finditer(before):
        bodies = [place + len(mark) for mark in _EMPTY_LINES if (place := before.find(mark, claim.end())) >= 0]
        ends.append(start + min(bodies, default=len(before)) + int(claim[1]))
    return max(end for end in ends if end <= at + MAX_CLAIM)


def _inflated(data: bytes) -> bytes:
    """Return the first bytes of the content of the gzip member that begins ``data``; empty if it is damaged."""
    try:
        return codecs.GZIP.reproducible().decompress(data, _HEAD)
    except codecs.errors():
        return b""


def _is_member(begins_record: Callable[[bytes], bool], _: bytes, data: bytes) -> bool:
    return codecs.GZIP.begins(data[:16]) and begins_record(_inflated(data))


def _is_followed(begins_record: Callable[[bytes], bool], before: bytes, data: bytes) -> bool:
    """Return True if ``data`` begins with adjacent members that are records, as far as they are examined.

    Otherwise it may be a member inside a record: a record may contain an archive, and deflate stores compressed data
    unchanged (RFC 1951 §3.2.4).
    """
    position = inflated = 0
    # Of a member that the end of the bytes cuts off the header may be incomplete. Tapes are padded with zeros.
    last = len(data) - _HEAD if len(data) == _FOLLOWED else len(data.rstrip(b"\0"))
    while not position or position < last:
        if not _is_member(begins_record, before, data[position : position + _HEAD]):
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


# -- Containers: how the beginnings of their members are found ---------------------------------------------------------


class _Skimmed(ByteStream):
    """A file from ``begin`` on, in which bytes that are skipped are not read; ``most`` reads at most, if not None."""

    def __init__(self, file: Any, size: int, begin: int, most: int | None) -> None:
        self.file = file
        self.size = size
        self.place = begin
        self.most = most
        super().__init__(self.read_ahead(), offset=begin)

    def read_ahead(self) -> Iterator[bytes]:
        """Yield the next bytes of the file. Raises :class:`Exhausted`."""
        while data := _read(self.file, self.place, _HEADER):
            if self.most is not None:
                self.most -= 1
                if self.most < 0:
                    raise Exhausted
            self.place += len(data)
            yield data

    def skip(self, size: int) -> int:
        """Skip ``size`` bytes, which may be any number; return how many were skipped."""
        held = self.place - self.offset
        if size <= held:
            return super().skip(size)
        size = min(size, self.size - self.offset)
        super().skip(held)
        self.passed(size - held)
        self.place += size - held
        return size


class _Skim:
    """Finds the members of a container with its reader, which skips their content."""

    def __init__(self, name: str, file: Any, size: int) -> None:
        self._name = name
        self._file = file
        self._size = size
        self._at: int | None = 0
        self._reads = None if isinstance(file, FileIO) else _READS

    def __call__(self, at: int) -> int | None:
        if self._at is None or self._at >= at:
            return self._at
        part = Part(self._name, self._at, self._at, at)
        part.resume = END
        stream, budget = _Skimmed(self._file, self._size, self._at, self._reads), Budget(None, lambda _: None)
        budget.counts(stream, self._at)
        try:
            for _ in reader_named(self._name)(Document(None, None, stream, part=part), stream, budget):
                pass
        except Exhausted:
            part.resume = END
        self._reads = stream.most
        self._at = None if part.resume == END else part.resume
        return self._at


class _Listed:
    """The places of members that a directory lists, in order."""

    def __init__(self, places: list[int]) -> None:
        self._places = places

    def __call__(self, at: int) -> int | None:
        number = bisect_left(self._places, at)
        return self._places[number] if number < len(self._places) else None

    def members(self, start: int, stop: int | None) -> tuple[int, int]:
        """Return the numbers of members listed from ``start`` to before ``stop``, and from there on."""
        end = len(self._places) if stop is None else bisect_left(self._places, stop)
        return end - bisect_left(self._places, start), len(self._places) - end


def _of_container(
    reader: Reader, file: Any, size: int, document: Document, head: bytes, alone: bool
) -> tuple[str, After | None]:
    """Return the names of a container, and what finds its members; without names, that is not known.

    Content of gzip members other than records continues from one to the next, and only a reader of all knows its place.
    """
    from uri_extract.sources import arc, packages, warc, zip  # which only containers need

    name = next((each for each in ("gzip", "warc", "arc", "tar", "zip") if reader is reader_named(each)), "")
    if name == "zip":  # the parts of a package are read together
        places = None if packages.family_of(document.hint, whole(head)) else zip.listed(partial(_read, file), size)
        return name, None if places is None else _Listed(places)
    if name == "gzip":
        first = _inflated(head)
        for record, begins in (("warc", warc.begins_record), ("arc", arc.begins_record)):
            if begins(first):
                is_one, length = (_is_followed, _FOLLOWED) if alone else (_is_member, _HEAD)
                member = _Beginning(codecs.GZIP.magic, partial(is_one, begins), length)
                return f"gzip {record}", partial(member.after, file)
        return "", None
    if name == "warc" and not alone:
        return name, partial(_Beginning(b"\nWARC/", lambda _, data: warc.begins_record(data)).after, file)
    return name, _Skim(name, file, size) if name else None
