"""A message: its parts, its header fields, its bodies, and their texts, which are scanned as one."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache, partial
from operator import itemgetter

import cython

from uri_extract._compat._typing import Any
from uri_extract.decode._header_values import identifier
from uri_extract.decode.content_transfer import Identity, decoder
from uri_extract.decode.encoded_words import unstructured, words
from uri_extract.decode.encodings import LONGEST_MARK, is_bytewise
from uri_extract.decode.header_values import LOOKED_AT, USUAL, Value, content_type, encoding_of, structured
from uri_extract.decode.opening import Opening
from uri_extract.decode.refang import Refanger
from uri_extract.formats.unread import CONTROLS
from uri_extract.mail.base import own_base
from uri_extract.mail.fields import IN_NAME, KINDS_OF_NAMES, NUMBERS, TABLE
from uri_extract.mail.parts import IDENTITY, MAIL, TEXT, reading_of
from uri_extract.mail.uuencoded import MARK, UuencodedBlocks
from uri_extract.place.source_map import Chain
from uri_extract.rows import Pool
from uri_extract.rows.details import NO_ORIGIN, Details, More, Origin
from uri_extract.rows.records import Problem
from uri_extract.scan._kernel import LOOKBEHIND, SEPARATOR, Windows

if cython.compiled:
    from cython.cimports.uri_extract.rows._memory import PyObject_GC_UnTrack
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        CARRIAGE_RETURN, COLON, HYPHEN, LINE_FEED, QUESTION_MARK, SLASH, SMALL_A, SMALL_Z, SPACE, TAB,
    )  # fmt: skip
    from uri_extract._compat._search import next_place
    from uri_extract.decode._flowed import Flowed
    from uri_extract.decode._header_values import date_of, plain_text
    from uri_extract.place.source_map import SourceMap
    from uri_extract.text._readings import add_scanned
    from uri_extract.mail import fields, parts
    from uri_extract.rows import LineCounter, Page, Rows, layout
    from uri_extract.rows._bytes import find, next_byte, part_of
    from uri_extract.scan import rows


# ----------------------------------------------------------------------------------------------------------------------
# Messages, their body parts and their texts: what headers declare, and the names of parts in records.

_NO_PARAMETERS = cython.declare(dict, {})

# Millions of these are made, and they only refer to older objects: the garbage collector need not track them.


@cython.no_gc
@cython.cclass
class Message:
    """One message: its name ``document``, and ``section``, the number of the part it is in (empty if in none).

    ``base`` is that of the whole document; None if only the Message-ID is needed. ``sender``, ``subject``, ``date`` and
    ``identifier`` are values of fields; ``described`` caches the first three decoded.
    """

    def __init__(self, document: str | None, section: str = "", base: Any = None) -> None:
        self.document = document
        self.section = section
        self.base = base
        self.sender: bytes | None = None
        self.subject: bytes | None = None
        self.date: bytes | None = None
        self.described: Any = None
        self.identifier: bytes | None = None
        self.known_id: str | None = None
        self.parsed = False

    def add_field(self, kind: cython.int, value: bytes) -> cython.int:
        """Store a field that describes the message; the first of several counts."""
        self.described = None
        if kind == fields.FROM and self.sender is None:
            self.sender = value
        elif kind == fields.SUBJECT and self.subject is None:
            self.subject = value
        elif kind == fields.DATE and self.date is None:
            self.date = value
        return 0

    def message_id(self) -> Any:
        """Return the Message-ID without brackets; None if none was read yet."""
        if self.identifier is not None and not self.parsed:
            self.parsed = True
            self.known_id = identifier(self.identifier)
        return self.known_id

    def name(self, section: str) -> str | None:
        """Return the name of a part of the message, a record's ``document``; None if the document has no name."""
        return f"{self.document}!{section}" if section and self.document is not None else self.document


@cython.no_gc
@cython.cclass
class Part:
    """A body part, or the message itself. Sections are numbered as in IMAP (RFC 3501 §6.4.5).

    ``parent`` is the multipart or message that contains it, ``depth`` the number of these ancestors; ``whole``: it is a
    message. ``origin`` and ``origin_of_header`` cache the origins of the part and its header. The
    other attributes come from its fields; ``content_type`` is the raw value. If ``known_section`` is None, the section
    is made from the parent's and ``number`` when it is needed. ``line`` is the number of the first line of its text:
    the lines of a multipart count from its header, whose name it has. ``before`` is what is added for them to the
    number of line feeds counted (:class:`~uri_extract.mail._message.Header`).
    """

    def __init__(
        self, message: Message, section: str | None = "", parent: Part | None = None, media_type: str = "text/plain",
        number: int = 0,
    ) -> None:  # fmt: skip
        self.message = message
        self.known_section = section
        self.parent = parent
        self.depth: cython.int = 0 if parent is None else parent.depth + 1
        self.media_type = media_type
        self.number: cython.int = number
        self.whole: cython.bint = parent is None
        self.kind: cython.int = parts.LEAF
        self.children: cython.int = 0
        self.line = 1
        self.before = 0
        self.reading = TEXT
        self.parameters: dict[str, str] = _NO_PARAMETERS
        if not cython.compiled:  # compiled attributes begin as None
            self.content_type: bytes | None = None
            self.encoding: str | None = None
            self.disposition: Value | None = None
            self.content_id: bytes | None = None
            self.location: bytes | None = None
            self.content_base: bytes | None = None
            self.boundary: bytes | None = None
            self.base: Any = None
            self.origin: Any = None
            self.origin_of_header: Any = None

    def section(self) -> str:
        """Return the number of the part."""
        if self.known_section is None:
            parent: Part | None = self.parent
            of_parent: str = parent.section() if parent is not None else ""
            self.known_section = f"{of_parent}.{self.number}" if of_parent else str(self.number)
        return self.known_section

    @property
    def document(self) -> str | None:
        """The name of the part in records."""
        return self.message.name(self.section())

    def filename(self) -> str:
        """Return the file name in its header, empty if there is none."""
        name = self.disposition.parameters.get("filename") if self.disposition is not None else None
        return name or self.parameters.get("name", "")

    def child(self) -> Part:
        """Return the next part of a multipart."""
        self.children += 1
        default: str = "message/rfc822" if self.media_type == "multipart/digest" else "text/plain"  # RFC 2046 §5.1.5
        return Part(self.message, None, self, default, self.children)

    def nested(self) -> Part:
        """Return the message that the part contains."""
        message = Message(self.message.document, self.section(), self.message.base)
        part = Part(message, self.section(), self)
        part.whole = True
        return part

    def settle(self) -> Any:
        """Determine the kind and the reading of the part, after its header."""
        media_type: str = self.media_type
        if self.encoding is None:
            self.encoding = ""
        is_plain: cython.bint = media_type == "text/plain"
        if not is_plain and media_type.startswith("multipart/"):
            self.kind = parts.MULTIPART
            boundary = self.parameters.get("boundary", "").rstrip()
            self.boundary = boundary.encode("utf-8", "surrogateescape") or None
            return
        if self.whole:
            self.known_section = f"{self.known_section}.1" if self.known_section else "1"
        if is_plain and self.disposition is None and "name" not in self.parameters:
            return  # as most parts
        ending = self.filename().rpartition(".")
        self.reading = reading_of(
            media_type, self.encoding, ending[2].lower() if ending[1] else "",
            self.disposition is not None or "name" in self.parameters,
            self.parameters.get("number", "1").strip() == "1",
        )  # fmt: skip
        if self.reading == MAIL and self.encoding in IDENTITY:
            self.kind = parts.MESSAGE


@cython.no_gc
@cython.cclass
class Source:
    """A text: its part, and the name of its header field, None for a body.

    The section of a message's header differs from that of its body, and is read before. ``line`` is the number of its
    first line. ``origin`` caches the origin of the text.
    """

    def __init__(self, part: Part, field: str | None = None) -> None:
        self.part = part
        self.field = field
        self.section: str = part.section()
        self.line: cython.longlong = part.line
        self.origin: Any = None

    @property
    def document(self) -> str | None:
        """The name of the part in records."""
        return self.part.message.name(self.section)


# ----------------------------------------------------------------------------------------------------------------------
# Find the fields of a header that matter here (:mod:`uri_extract.mail.fields`), one after the other.
#
# Nothing is decoded, and no byte is read twice except those of an incomplete field.

_NUMBERS = cython.declare(bytes, NUMBERS)
_NAMES = cython.declare(bytes, TABLE)
_KINDS = cython.declare(bytes, KINDS_OF_NAMES)
_IN_NAME = cython.declare(bytes, IN_NAME)


class Fields:
    """The current field: its name from ``name`` to ``name_end``, its value from ``value`` to ``stop``, no line break.

    ``bits`` are its kind and properties (:mod:`uri_extract.mail.fields`); ``after`` is the place where reading
    continues.
    """

    def __init__(self) -> None:
        self.name: cython.Py_ssize_t = 0
        self.name_end: cython.Py_ssize_t = 0
        self.value: cython.Py_ssize_t = 0
        self.stop: cython.Py_ssize_t = 0
        self.after: cython.Py_ssize_t = 0
        self.bits: cython.int = 0

    def next_field(
        self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, every: cython.bint,
        described: cython.bint, final: cython.bint,
    ) -> cython.int:  # fmt: skip
        """Find the next field that matters in the header from ``begin`` to ``end``; return FIELD, OVER or MORE.

        A field matters if a reference may be in it, or if it describes the part; if ``every``, all do except those of
        identifiers. The fields that say where records come from count if ``described``. ``final``: nothing follows. The
        header ends at an empty line, or at a line that is not a field, which is the first of the body.
        """
        data: cython.p_const_uchar = window
        in_name: cython.p_const_uchar = _IN_NAME
        i: cython.Py_ssize_t = begin
        name_end: cython.Py_ssize_t
        value: cython.Py_ssize_t
        bits: cython.int
        kind: cython.int
        while True:
            self.after = i
            if i >= end:
                return fields.OVER if final else fields.MORE
            byte: cython.int = data[i]
            if byte == LINE_FEED:
                self.after = i + 1
                return fields.OVER
            if byte == CARRIAGE_RETURN:
                if i + 1 == end and not final:
                    return fields.MORE
                self.after = i + 2 if i + 1 < end and data[i + 1] == LINE_FEED else i
                return fields.OVER
            bits = kind = 0
            name_end = value = i
            if byte in (SPACE, TAB):  # continues a field that is missing
                kind = fields.IDENTIFIERS
            else:
                j: cython.Py_ssize_t = i
                stop: cython.Py_ssize_t = min(end, i + fields.LONGEST_NAME)
                while j < stop and in_name[data[j]]:
                    j += 1
                name_end = j
                while j < stop and (data[j] == SPACE or data[j] == TAB):  # RFC 5322 §4.5.8
                    j += 1
                if j == end and not final:
                    return fields.MORE
                if (
                    j < end and data[j] == COLON and not (byte == HYPHEN and data[i + 1] == HYPHEN)
                ):  # a boundary may contain colons
                    value = j + 1
                elif j < end and j < stop and j > name_end and data[i:name_end] in (b"From", b">From"):
                    kind = fields.IDENTIFIERS  # the envelope of an mbox that was not removed
                else:
                    return fields.OVER
            j = value
            while True:
                stop = next_place(data, LINE_FEED, j, end)
                if stop + 1 >= end:
                    if not final:
                        return fields.MORE
                    following: cython.Py_ssize_t = end
                    break
                following = stop + 1
                byte = data[following]
                if byte != SPACE and byte != TAB:
                    break
                bits |= fields.FOLDED
                j = following
            if stop > value and data[stop - 1] == CARRIAGE_RETURN:
                stop -= 1
            if kind == 0:
                kind = _kind_of(data, i, name_end)
                if kind >= fields.FROM and not described and stop - i <= limits.MAX_FIELD:
                    kind = 0
            if kind != fields.IDENTIFIERS:
                bits |= _holds(window, data, value, stop)
                if kind or every or bits & (fields.COLON | fields.ENCODED):
                    self.name, self.name_end, self.value, self.stop = i, name_end, value, stop
                    self.bits = bits | kind
                    self.after = following
                    return fields.FIELD
            i = following


@cython.cfunc
@cython.exceptval(check=False)
def _kind_of(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """Return the kind of the field with that name, OTHER for most."""
    size: cython.Py_ssize_t = end - begin
    if size < 2 or size > 63:
        return 0
    number: cython.Py_ssize_t = _NUMBERS[((data[begin] ^ data[end - 2]) & 31) * 64 + size]
    kind: cython.int = _KINDS[number]
    for k in range(size if kind else 0):
        if data[begin + k] | 32 != _NAMES[64 * number + k]:
            return 0
    return kind


def may_hold_scheme(value: bytes) -> cython.bint:
    """Return True if a decoded value may contain a scheme, by the rule of :attr:`~.fields.COLON`."""
    data: bytes = b":" + value  # the field's name ends with the colon
    return _holds(data, data, 1, len(data)) & fields.COLON != 0


def _holds(window: bytes, data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """Return COLON if a value may contain a scheme, combined with ENCODED if it may contain an encoded word."""
    i: cython.Py_ssize_t = begin
    bits: cython.int = 0
    # Few fields contain a question mark.
    if next_byte(window, QUESTION_MARK, begin, end) >= 0 and find(window, b"=?", begin, end) >= 0:
        bits = fields.ENCODED
    while True:
        i = next_place(data, COLON, i, end)
        if i == end:
            return bits
        before: cython.int = data[i - 1] | 32
        i += 1
        if i < end and data[i] != SPACE and data[i] != TAB and (SMALL_A <= before <= SMALL_Z or data[i] == SLASH):
            return bits | fields.COLON


# ----------------------------------------------------------------------------------------------------------------------
# Map a decoded text to its part and to the file.


class PartMap:
    """Map places in a text, which begins at ``begin`` of all texts, to the part, for line numbers, and to the file.

    ``inner`` maps the text to the part, ``base`` is the place in the part of the text's start, ``outer`` maps the part
    to the file; it is empty if ``base`` is a place in the file. If ``inner`` is None, the text is the ``size`` bytes
    that replaced ``word`` as a whole: the map of a word is made when a place in it is requested, because few are.
    """

    def __init__(
        self, begin: cython.longlong, base: cython.longlong, inner: Any, outer: Any, flowed: Any = None,
        refanger: Any = None, word: bytes | None = None, size: cython.Py_ssize_t = 0,
    ) -> None:  # fmt: skip
        self.begin = begin
        self.base = base
        self.inner: Any = inner
        self.outer: Any = outer
        self.flowed: Any = flowed
        self.refanger: Any = refanger
        self.word: bytes | None = word
        self.size = size

    def of_text(self) -> Any:
        """Return the map of the text to the part."""
        if self.inner is None:
            of_word: Any = SourceMap(is_text=False)
            of_word.replaced(self.size, self.word)
            self.inner = Chain([of_word])
        return self.inner

    def decoded(self, position: cython.longlong) -> Any:
        """Return the place in the part of a byte of the text."""
        inner: Any = self.of_text()
        position -= self.begin
        return (inner.place(position) if inner else position) + self.base

    def locate(self, position: cython.longlong, text: bytes) -> tuple[int, int, int, bytes]:
        """Return the place of ``text`` in the part, its start and end in the file, and its bytes in the part."""
        inner: Any = self.of_text()
        start: Any = position - self.begin
        source: bytes = text
        if inner:
            start, source, text = inner.locate(start, text)
        start += self.base
        begin, end = self.outer.span(start, start + len(source))
        return start, begin, end, text

    def forget(self, position: cython.longlong) -> None:
        """Drop data for places before ``position``."""
        position = max(0, position - self.begin)
        if self.refanger is not None:
            self.refanger.forget(position)
        self.outer.forget(self.of_text().forget(position) + self.base)


# ----------------------------------------------------------------------------------------------------------------------
# The origins of messages and their parts, for records: sender, subject, date, the URI they were retrieved from.

_UNDESCRIBED = cython.declare(tuple, (None, None, None))
_NEW = cython.declare(object, tuple.__new__)
_ORIGIN = cython.declare(object, Origin)


def origin_of(part: Part, document: Any, in_header: cython.bint = False) -> Any:
    """Return the origin of a part named ``document``, or of its header, which must have been read.

    If messages are not described, it only has the name and the Message-ID.
    """
    origin: Any = part.origin_of_header if in_header else part.origin
    if origin is not None and cython.cast(tuple, origin)[0] == document:
        return origin
    message: Message = part.message
    identifier: Any = message.message_id()
    base: Any = None
    media_type: Any = None
    filename: Any = None
    described: tuple[Any, ...] = _UNDESCRIBED
    if message.base is not None:
        base = base_of(part, message.base).uri
        media_type = "message/rfc822" if in_header and part.whole else part.media_type
        filename = part.filename() or None
        described = _described(message)
    record: Any = None if message.base is None else identifier
    origin = _NEW(
        _ORIGIN,
        (document, base, described[0], record, media_type, identifier, described[1], described[2], filename),
    )
    if cython.compiled:
        PyObject_GC_UnTrack(origin)  # it cannot be in a cycle
    if in_header:
        part.origin_of_header = origin
    else:
        part.origin = origin
    return origin


def base_of(part: Part, outermost: Any) -> Any:
    """Return the base of a part's content: its Content-Base, its Content-Location, or that of its parent.

    ``outermost`` is the base of the whole document.
    """
    ancestors: list[Part] = []
    at: Part | None = part
    while at is not None and at.base is None:
        ancestors.append(at)
        at = at.parent
    base: Any = outermost if at is None else at.base
    for at in reversed(ancestors):
        own: Any = None
        if at.content_base is not None or at.location is not None:
            own = own_base(base.uri, at.content_base, at.location)
        if own is None:
            own = base.outside if base.own else base
        base = at.base = own
    return base


def origin_of_text(source: Source) -> Any:
    """Return the origin of a text. The header must have been read, or be too long to wait for its end."""
    if source.origin is None:
        document: Any = source.part.message.name(source.section)
        source.origin = origin_of(source.part, document, source.field is not None)
    return source.origin


def _described(message: Message) -> tuple[Any, ...]:
    """Return the date, the sender and the subject of a message, as far as its header was read."""
    if message.described is None:
        message.described = date_of(message.date), _text(message.sender), _text(message.subject)
    described: tuple[Any, ...] = message.described
    return described


def _text(value: bytes | None) -> str | None:
    """Return an unstructured field as text."""
    if value is None:
        return None
    text: str | None = plain_text(value)
    return unstructured(value) if text is None else text


# ----------------------------------------------------------------------------------------------------------------------
# Scan the texts of messages as one; each row gets its places from the segment that contains it.

_SEPARATOR = cython.declare(bytes, SEPARATOR)
_MARK = cython.declare(bytes, MARK)
_NO_BASES = cython.declare(tuple, (None, None))
_NO_ORIGIN = cython.declare(object, NO_ORIGIN)
_BISECT = cython.declare(object, bisect_right)
_NONE_AFTER = cython.declare(cython.longlong, 1 << 62)


def _is_changed(starts: list[int], segments: list[Any], start: int, end: int) -> bool:
    """Return True if a mark of a defanged reference was decoded between these places of the text."""
    text_map = segments[max(0, bisect_right(starts, start) - 1)][0] if starts else None
    if text_map is None or text_map.refanger is None:
        return False
    return bool(text_map.refanger.changed(start - text_map.begin, end - text_map.begin))


class Texts:
    """Texts that are scanned as one. Their rows are added to ``rows``, in order, with places if these are wanted.

    A mailbox has millions of texts, most of them short: fields, bodies. A scanner for each would cost more than the
    reading, so they are concatenated, with a separator that no reference crosses, and the scan kernel reads the result.
    A row gets its place from the segment that contains it. The results of other scanners (references in HTML, fields
    that are references as a whole) are inserted in order.

    ``starts`` are the places at which segments begin. A segment is a tuple: the map of a text that was translated, or
    None; the distance from the text to the file; its source; and the number of its first line with the bytes of that
    line before it, or None if the source or the last segment has them. ``size`` is the size of all texts, including
    those already scanned; ``at`` is the current segment, ``lines`` counts the lines of its text. ``windows`` are those
    of the scan kernel.

    ``others`` has entries in the order of their places in the text: a page of another scanner, an action to call, or
    the parts of a message that ends there; ``other`` is the next one. ``identified`` are the parts of the current
    message that have an identifier, and ``located`` those that have a location, by name. ``ended`` has for each message
    that ended the number of rows before its end, and those parts.
    """

    def __init__(self, options: Any, on_problem: Any) -> None:
        self.places: cython.bint = options.places
        self.kernel: Any = options.kernel
        self.on_problem: Any = on_problem
        self.rows: Rows = Rows(Pool())
        self.ended: list[tuple[int, list[Any]]] = []
        self.starts: list[int] = []
        self.segments: list[tuple[Any, int, Source, tuple[int, int] | None]] = []
        self.others: list[tuple[int, Any]] = []
        if options.without_scheme:
            self.kernel = options.schemeless_kernel(
                partial(_is_changed, self.starts, self.segments) if options.refang else None
            )
        self.windows: Any = None
        self.lines: LineCounter = LineCounter()
        self.begin_file()

    def begin_file(self) -> None:
        """Begin the texts of another file. The last one must have been read to its end, and its rows taken."""
        self.starts.clear()
        self.segments.clear()
        self.others.clear()
        self.texts: list[bytes] = []
        self.identified: list[Any] = []
        self.located: dict[Any, Any] = {}
        self.size: cython.longlong = 0
        self.at: cython.Py_ssize_t = -1
        self.lines.number, self.lines.start, self.lines.counted = 1, 0, 0
        if self.windows is None or self.windows.decides:
            self.windows = Windows(self.kernel)
        self.windows.restart()
        self.blocks: Any = None
        self.decisions: Any = None
        if self.windows.decides:
            from uri_extract.text.decisions import Decisions  # needed for explanations only

            self.decisions = Decisions(self.windows)
            self.decisions.masked = True
        self.other: cython.Py_ssize_t = 0
        # The line of the last row: the map of its text, and its start in the text and in the decoded part.
        self.line_map: PartMap | None = None
        self.line_begin: cython.longlong = -1
        self.decoded_begin: cython.longlong = 0

    # -- in --------------------------------------------------------------------------------------------------------

    def insert(self, other: Any) -> None:
        """Insert a page at this place, or call an action when all earlier rows are in ``rows``."""
        self.others.append((self.size, other))

    def end_message(self) -> None:
        """Note the end of a message, with its parts that have an identifier."""
        self.others.append((self.size, self.identified))
        self.identified = []

    def separate(self, blank: cython.Py_ssize_t = 0) -> None:
        """End the current text with a separator and ``blank`` empty lines."""
        self.texts.append(_SEPARATOR + b"\n" * blank if blank else _SEPARATOR)
        self.size += 3 + blank

    def add(self, text: bytes, base: cython.longlong, source: Source, lines: Any = None) -> None:
        """Add text that is at ``base`` of the file; ``lines``: its line number, and the bytes of the line before it."""
        shift: cython.longlong = base - self.size
        last: tuple[Any, ...] = self.segments[-1] if self.segments and lines is None else (None, 0, None)
        if last[2] is not source or last[0] is not None or last[1] != shift:
            self.starts.append(self.size)
            self.segments.append((None, shift, source, lines))
        self.texts.append(text)
        self.size += len(text)

    def add_map(self, text_map: Any, source: Source, lines: Any = None) -> None:
        """Begin a translated text with its map. Its bytes follow with :meth:`add_text`."""
        self.starts.append(self.size)
        self.segments.append((text_map, 0, source, lines))

    def add_text(self, text: bytes) -> None:
        """Add text that belongs to the last map."""
        if text:
            self.texts.append(text)
            self.size += len(text)

    # -- out -------------------------------------------------------------------------------------------------------

    def read(self, final: cython.bint = False, take_file: Any = None) -> None:
        """Scan the text received, and add settled rows to ``rows``.

        ``take_file`` is called for each file in the text, with the part that contains it, when all earlier rows are in
        ``rows``.
        """
        text: bytes = self.texts[0] if len(self.texts) == 1 else b"".join(self.texts)
        self.texts = []
        if take_file is not None and (self.blocks is not None or not final or find(text, _MARK, 0, len(text)) >= 0):
            if self.blocks is None:
                self.blocks = UuencodedBlocks()
            self.put(self.blocks.feed(text, self.size - len(text)), take_file)
            if final and self.blocks.is_open:
                self.put(self.blocks.feed(_SEPARATOR, self.size), take_file)
        windows: Any = self.windows
        for _ in windows.feed(text, final):
            if self.decisions is None:
                self.read_rows()
            else:
                self.read_decisions()
            if windows.is_seam:  # the next step moves the window
                self.count(windows.decided)
        end: cython.longlong = windows.decided
        self.count(end)
        self.others_before(self.size if final else end, final)
        self.settle(end)
        if final:
            windows.restart()

    def put(self, files: Any, take_file: Any) -> None:
        """Insert files in the text at their ends, which were not scanned yet."""
        for file in files:
            source: Source = self.segments[_BISECT(self.starts, file.inside) - 1][2]
            at = _BISECT(self.others, file.end, self.other, key=itemgetter(0))
            self.others.insert(at, (file.end, partial(take_file, file, source.part)))

    def others_before(self, position: cython.longlong, last: cython.bint = False) -> cython.longlong:
        """Insert what belongs before ``position``: pages, actions, ends of messages; return the next place."""
        others: list[tuple[int, Any]] = self.others
        k: cython.Py_ssize_t = self.other
        count: cython.Py_ssize_t = len(others)
        while k < count and (others[k][0] <= position or last):
            item: Any = others[k][1]
            if isinstance(item, list):
                self.ended.append((self.rows.count, item))
            elif isinstance(item, Page):
                self.rows.add_page(item)
            else:
                item()
            k += 1
        if k == count or (2 * k > count and k > 32):
            del others[:k]
            k = 0
        self.other = k
        return others[k][0] if others else _NONE_AFTER

    def read_rows(self) -> None:
        """Add rows for those of the scan kernel; without places they do not name their part."""
        kernel: Any = self.windows.kernel
        window: bytes = self.windows.window
        offset: cython.longlong = self.windows.offset
        table: Any = kernel.table
        cells: cython.longlong[::1] = table
        pieces: cython.longlong[::1] | None = None if self.places else kernel.pieces
        lines: LineCounter | None = self.lines if self.places else None
        count: cython.Py_ssize_t = kernel.count
        row: cython.Py_ssize_t = 0
        other: cython.longlong = 0
        text_map: Any = None
        shift: cython.longlong = 0
        origin: Any = _NO_ORIGIN
        more: Any = None
        while row < count:
            start: cython.longlong = offset + cells[row * rows.WIDTH]
            if other <= start:
                other = self.others_before(start)
            stop: cython.longlong = other
            if self.places:
                self.advance(start, window, offset)
                segment: tuple[Any, ...] = self.segments[self.at]
                source: Source = segment[2]
                text_map = segment[0]
                shift = segment[1]
                origin = origin_of_text(source)
                more = None if source.field is None else _in_field(source.field)
                if self.at + 1 < len(self.starts):
                    stop = min(stop, self.starts[self.at + 1])
            limit: cython.Py_ssize_t = row + 1
            while limit < count and offset + cells[limit * rows.WIDTH] < stop:
                limit += 1
            while row < limit:
                first: cython.Py_ssize_t = self.rows.count
                row = self.rows.scanned(
                    window, cells, row, limit, offset, shift, lines, _NO_BASES, origin, more, False, pieces
                )
                while text_map is not None and first < self.rows.count:
                    self.to_source(first, text_map)
                    first += 1
                if row < limit:
                    if not self.places:
                        self.at = _BISECT(self.starts, offset + cells[row * rows.WIDTH]) - 1
                    self.add_row(table[row * rows.WIDTH : (row + 1) * rows.WIDTH], self.segments[self.at])
                    row += 1

    def read_decisions(self) -> None:
        """Add a row for each decision of the kernel, followed by the row of the reference if one was found."""
        decisions: Any = self.decisions
        for decision, start, end, row in decisions.read():
            if self.others:
                self.others_before(start)
            self.count(start)
            segment: tuple[Any, ...] = self.segments[self.at]
            text_map, shift, source, _ = segment
            column = start - self.lines.start + 1
            decisions.add(
                self.rows, decision, start, end, start + shift, end + shift, self.lines.number, column,
                origin_of_text(source), field=source.field,
            )  # fmt: skip
            if text_map is not None:
                self.to_source(self.rows.count - 1, text_map)
            if row is not None:
                self.add_row(row, segment)

    def add_row(self, row: Any, segment: tuple[Any, ...]) -> None:
        """Add a row of the scan kernel that needs decoding, or report that it is too long."""
        source: Source = segment[2]
        windows: Any = self.windows
        before: cython.longlong = windows.offset
        start: cython.longlong = before + row[rows.START]
        end: cython.longlong = before + row[rows.END]
        shift: cython.longlong = segment[1]
        bits: cython.longlong = row[rows.BITS]
        if bits & rows.TOO_LONG:
            self.too_long(start, segment)
            return
        number: cython.Py_ssize_t = add_scanned(
            self.rows, windows, row, start + shift, end + shift, self.lines.number, start - self.lines.start + 1,
            _NO_BASES, origin_of_text(source) if self.places else _NO_ORIGIN, source.field, self.places,
        )  # fmt: skip
        if self.places and segment[0] is not None:
            self.to_source(number, segment[0])
        elif self.places:
            self.rows.set(number, layout.END, self.end_in_source(end, end + shift))
            if source.field is not None and self.at + 1 < len(self.starts) and self.starts[self.at + 1] < end:
                self.fold(number, start, end)

    def too_long(self, start: cython.longlong, segment: tuple[Any, ...]) -> None:
        """Report a reference that begins at ``start`` and is too long."""
        text_map: Any = segment[0]
        source: Source = segment[2]
        shift: cython.longlong = segment[1]
        start = start + shift if text_map is None else text_map.locate(start, b"h")[1]
        message = f"a reference that begins here has more than {limits.MAX_REFERENCE} bytes, and is left out"
        if self.on_problem is not None:
            self.on_problem(Problem(source.document, start, "reference-too-long", message))

    def begins_line(self, text_map: PartMap, begin: cython.longlong) -> cython.longlong:
        """Return the place in the decoded part of the line that begins at ``begin`` of its text."""
        if self.line_map is not text_map or self.line_begin != begin:
            self.line_map, self.line_begin, self.decoded_begin = text_map, begin, text_map.decoded(begin)
        return self.decoded_begin

    def to_source(self, row: cython.Py_ssize_t, text_map: PartMap) -> None:
        """Map a row of a translated text: its place to the file, its line and raw text to the part."""
        found: Rows = self.rows
        position: cython.longlong = found.get(row, layout.START)
        end: cython.longlong = found.get(row, layout.END)
        line: cython.longlong = found.get(row, layout.LINE)
        begin: cython.longlong = position - found.get(row, layout.COLUMN) + 1
        decoded_begin: cython.longlong
        if begin < text_map.begin:  # the line began in another piece of a field
            decoded_begin = text_map.base + begin - text_map.begin
        else:
            decoded_begin = self.begins_line(text_map, begin)
        raw: str = found.raw(row)
        text: bytes = raw.encode("utf-8", "surrogateescape")
        if len(text) != end - position:
            text = raw.encode("windows-1252", "replace")
        decoded, start, stop, seen = text_map.locate(position, text)
        if seen != text:
            found.set_raw(row, seen.decode("utf-8", "surrogateescape"))
        if text_map.flowed is not None:
            joined, joined_at, began = text_map.flowed.joined()
            line += joined
            if joined and joined_at + text_map.begin >= begin:
                decoded_begin = began + text_map.base
        found.move_to(row, start, self.end_in_source(end, stop), line, decoded - decoded_begin + 1)

    def fold(self, row: cython.Py_ssize_t, start: cython.longlong, end: cython.longlong) -> None:
        """Insert the line breaks of a header field into the raw text of a row, unless some of it is translated."""
        text: bytes = self.rows.raw(row).encode("utf-8", "surrogateescape")
        if len(text) != end - start:
            return
        parts: list[bytes] = []
        begin: cython.longlong = start
        at: cython.Py_ssize_t = self.at + 1
        while at < len(self.starts) and self.starts[at] < end:
            gap: cython.longlong = self.segments[at][1] - self.segments[at - 1][1]
            if self.segments[at][0] is not None or not 1 <= gap <= 2:
                return
            parts.append(text[begin - start : self.starts[at] - start])
            parts.append(b"\r\n" if gap == 2 else b"\n")
            begin = self.starts[at]
            at += 1
        parts.append(text[begin - start :])
        self.rows.set_raw(row, b"".join(parts).decode("utf-8", "surrogateescape"))

    def end_in_source(self, end: cython.longlong, stop: cython.longlong) -> cython.longlong:
        """Return the place in the file of ``end`` of the text: ``stop``, unless another segment contains it."""
        starts: list[int] = self.starts
        at: cython.Py_ssize_t = self.at
        count: cython.Py_ssize_t = len(starts)
        while at + 1 < count and starts[at + 1] < end:
            at += 1
        if at == self.at:
            return stop
        segment: tuple[Any, ...] = self.segments[at]
        shift: cython.longlong = segment[1]
        return end + shift if segment[0] is None else segment[0].locate(end - 1, b"x")[2]

    # -- lines -----------------------------------------------------------------------------------------------------

    def count(self, position: cython.longlong) -> None:
        """Count the lines before that place."""
        if self.places and self.starts:
            window: bytes = self.windows.window
            offset: cython.longlong = self.windows.offset
            self.advance(position, window, offset)
            self.lines.count_to(window, offset, position - offset)

    def settle(self, end: cython.longlong) -> None:
        """Drop segments and places that are no longer needed."""
        settled: cython.longlong = end - LOOKBEHIND
        starts: list[int] = self.starts
        segments: list[Any] = self.segments
        gone: cython.Py_ssize_t = _BISECT(starts, settled) - 1
        if self.places:
            gone = min(gone, self.at)
        if gone > 0:
            del starts[:gone], segments[:gone]
            self.at = max(-1, self.at - gone)
        text_map: Any = segments[0][0] if segments else None
        if text_map is not None and settled > text_map.begin:
            begin: cython.longlong = self.lines.start
            if self.at == 0 and begin >= text_map.begin:
                self.begins_line(text_map, begin)
            text_map.forget(settled)

    def advance(self, position: cython.longlong, window: bytes, offset: cython.longlong) -> cython.int:
        """Move to the segment that contains ``position`` of the text, and count the lines before it."""
        starts: list[int] = self.starts
        segments: list[Any] = self.segments
        lines: LineCounter = self.lines
        count: cython.Py_ssize_t = len(starts)
        last: cython.Py_ssize_t = self.at
        if last + 1 == count or starts[last + 1] > position:
            return 0
        if last + 2 == count or starts[last + 2] > position:
            last += 1
        else:
            last = _BISECT(starts, position, last + 2) - 1
        first: cython.Py_ssize_t = last + 1
        while first > self.at + 1:  # to a segment whose line does not depend on the one before
            first -= 1
            if segments[first][3] is not None or not first or segments[first - 1][2] is not segments[first][2]:
                break
        for at in range(first, last + 1):
            known: tuple[int, int] | None = segments[at][3]
            source: Source = segments[at][2]
            if known is None and at and segments[at - 1][2] is source:
                lines.count_to(window, offset, starts[at] - offset)
            else:
                lines.number = source.line if known is None else known[0]
                lines.counted = starts[at]
                lines.start = lines.counted - (0 if known is None else known[1])
        self.at = last
        return 0


def to_file(page: Page, maps: Any) -> None:
    """Map the places of the rows of a page to the file."""
    text_map: SourceMap
    for at in range(0, page.count * layout.WIDTH, layout.WIDTH):
        start: cython.longlong = page.cells[at]
        end: cython.longlong = page.cells[at + layout.END]
        for text_map in maps:
            place: cython.longlong = text_map.place(start)
            end = text_map.end_of(end, place) if end > start else place
            start = place
        page.cells[at] = start
        page.cells[at + layout.END] = end


@lru_cache(256)
def _in_field(name: str) -> Any:
    """Return the object that rows of a header field share."""
    return More(None, Details(field=name))


# ----------------------------------------------------------------------------------------------------------------------
# Read the header of a message or part, in chunks: fields that describe the part, or may hold references.

_COPIED = cython.declare(object, Chain())  # the map of text that was copied
_USUAL = cython.declare(cython.Py_ssize_t, USUAL)
_LOOKED_AT = cython.declare(cython.Py_ssize_t, LOOKED_AT)

# Parsed values of fields that many parts share.
_TYPES = cython.declare(dict, {})
_ENCODINGS = cython.declare(dict, {})
_MOST_KNOWN = cython.declare(cython.Py_ssize_t, 512)


class Header(Fields):
    """Read the header of ``part``, and add its fields to the texts of ``output``, which has the options.

    ``outer`` maps what is read to the file. ``base`` is that of the whole document; if it is None, messages are not
    described. ``state`` is what is being read; ``waits``: more bytes are needed. ``begun`` is the place of the header
    in the file, ``header_size`` the number of its bytes read.
    """

    def __init__(self, output: Any, outer: Any) -> None:
        Fields.__init__(self)
        self.output: Any = output
        self.texts: Texts = output.stream
        self.described: cython.bint = output.places
        self.base: Any = output.base if self.described else None
        self.every: cython.bint = output.every
        self.headers: cython.bint = output.headers
        self.refang: Any = output.refang
        self.outer: Any = outer
        self.part: Part = Part(Message(None))
        self.state: cython.int = parts.IN_BODY
        self.waits: cython.bint = False
        self.begun: cython.longlong = 0
        self.header_size: cython.longlong = 0
        self.feeds: LineCounter = LineCounter()  # counts the line feeds in headers and multiparts
        # The distance from the window to the file; and the ends of earlier stretches, before bytes that were cut out of
        # the file, each with its distance.
        self.shift: cython.longlong = 0
        self.cuts: list[tuple[int, int]] = []

    # -- for the subclass ------------------------------------------------------------------------------------------

    def take_reference(self, part: Part, window: bytes) -> cython.bint:
        """Add the current field, whose value is a reference (:class:`Fields`); return False if it is text."""
        return False

    def problem(self, part: Part, at: cython.longlong, kind: str, message: str) -> None:
        """Report a problem of a part."""

    def header_over(self, part: Part, data: bytes, pos: cython.Py_ssize_t) -> None:
        """Begin the body of a part, after its header, which ends at ``pos``."""

    # -- places ----------------------------------------------------------------------------------------------------

    def line(self, window: bytes, i: cython.Py_ssize_t) -> cython.longlong:
        """Return the number of the line of the current part, from its header on, that has byte ``i`` of the window."""
        if self.described:
            self.feeds.count_to(window, 0, i)
        return self.part.before + self.feeds.number

    def place(self, i: cython.Py_ssize_t) -> cython.longlong:
        """Return the place in the file of the byte ``i`` of the window."""
        for stop, shift in self.cuts:
            if i < stop:
                return i + shift
        return i + self.shift

    # -- fields ----------------------------------------------------------------------------------------------------

    def header_begins(self, part: Part) -> None:
        """Prepare to read the header of a part. The line feeds before it were counted."""
        self.part = part
        self.state = parts.IN_HEADER
        part.before = 1 - self.feeds.number
        self.header_size = 0

    def header(
        self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read the header; return the place where reading continues."""
        part: Part = self.part
        begin: cython.Py_ssize_t = pos
        if self.header_size == 0:
            self.begun = self.place(pos)
            if self.outer:
                self.begun = self.outer.place(self.begun)
        while True:
            found: cython.int = self.next_field(data, pos, end, self.every, self.described, final)
            pos = self.after
            if found != fields.FIELD:
                break
            if self.stop - self.name > limits.MAX_FIELD:
                pos = self.name
                break
            kind: cython.int = self.bits & fields.KINDS
            if kind and (kind != fields.MESSAGE_ID or self.header_size + self.name - begin <= limits.MAX_HEADER_HELD):
                self.store_field(part, kind, data)
            if kind != fields.MESSAGE_ID and kind != fields.CONTENT_ID:
                self.add_field(part, kind, data)
        self.header_size += pos - begin
        if found == fields.OVER:
            self.header_over(part, data, pos)
        elif found == fields.MORE and end - pos <= limits.MAX_FIELD + 2:
            self.waits = True
        else:
            self.too_long(part, data, pos)
            self.state = parts.IN_LONG_FIELD
            self.header_size += limits.MAX_FIELD
            pos += limits.MAX_FIELD
        return pos

    def add_field(self, part: Part, kind: cython.int, data: bytes) -> None:
        """Add the current field as a reference, or add it to the texts if it may contain one."""
        if not self.headers:
            return
        is_external: cython.bint = kind == fields.CONTENT_TYPE and part.media_type == "message/external-body"
        holds_references: cython.bint = kind in (fields.CONTENT_LOCATION, fields.CONTENT_BASE, fields.LINK)
        if (holds_references or is_external) and self.take_reference(part, data):
            return
        if not self.bits & (fields.COLON | fields.ENCODED) and not self.every:
            return
        begin: cython.Py_ssize_t = self.name
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        octets: cython.p_const_uchar = data
        value: bytes = octets[self.value : self.stop]
        runs: tuple[tuple[bytes, int, int], ...] = ((value, 0, len(value)),)
        if self.bits & fields.ENCODED:
            runs = words(value)
            if not self.every and not may_hold_scheme(b"".join([run[0] for run in runs])):
                return
        line: cython.longlong = self.line(data, begin)
        source: Source = Source(part, octets[begin : self.name_end].decode("latin-1"))
        texts: Texts = self.texts
        texts.separate()
        counted: cython.Py_ssize_t = self.value
        text: bytes
        for text, start, end in runs:
            start += self.value
            end += self.value
            if self.bits & fields.FOLDED and counted < start:
                line += data.count(b"\n", counted, start)
                begin = data.rfind(b"\n", counted, start) + 1 or begin
                counted = start
            if len(text) == end - start:  # text between encoded words
                self.add_lines(data, begin, start, end, source, line)
            else:
                word: Any = PartMap(
                    texts.size, self.place(start), None, self.outer, None, None, octets[start:end], len(text)
                )
                texts.add_map(word, source, (line, start - begin))
                texts.add_text(text)

    def add_lines(
        self, data: bytes, begin: cython.Py_ssize_t, value: cython.Py_ssize_t, stop: cython.Py_ssize_t, source: Source,
        line: cython.longlong,
    ) -> None:  # fmt: skip
        """Add the text from ``value`` to ``stop``, without line breaks; its first line begins at ``begin``."""
        end: cython.Py_ssize_t
        while True:
            feed: cython.Py_ssize_t = find(data, b"\n", value, stop) if self.bits & fields.FOLDED else -1
            end = stop if feed < 0 else feed - 1 if feed > value and data[feed - 1] == CARRIAGE_RETURN else feed
            self.add_text(data, value, end, source, (line, value - begin))
            if feed < 0:
                break
            value = begin = feed + 1
            line += 1

    def add_text(
        self, data: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, source: Source, lines: Any
    ) -> None:
        """Add the text from ``begin`` to ``end`` to the texts, with references that it has defanged restored."""
        if begin >= end:
            return
        octets: cython.p_const_uchar = data
        text: bytes = octets[begin:end]
        texts: Texts = self.texts
        refanger: Any = Refanger(self.refang) if self.refang else None
        at: cython.longlong = self.place(begin)
        if refanger is None and not self.outer:
            texts.add(text, at, source, lines)
            return
        inner: Any = _COPIED if refanger is None else Chain([refanger.map])
        texts.add_map(PartMap(texts.size, at, inner, self.outer, None, refanger), source, lines)
        texts.add_text(text if refanger is None else refanger.feed(text, True))

    def too_long(self, part: Part, data: bytes, name: cython.Py_ssize_t) -> None:
        """Report a field that is too long, and read its beginning."""
        message = f"a header field that begins here has more than {limits.MAX_FIELD} bytes: the rest is read as text"
        self.problem(part, self.place(name), "field-too-long", message)
        if self.next_field(data, name, name + limits.MAX_FIELD, True, True, True) == fields.FIELD:
            kind: cython.int = self.bits & fields.KINDS
            if kind and kind != fields.MESSAGE_ID:
                self.store_field(part, kind, data)
            self.add_field(part, kind, data)

    def long_field(
        self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read to the end of a field that is too long; return the place where reading continues."""
        self.header_size = limits.MAX_HEADER_HELD + 1  # rows are no longer held until such a header ends
        feed: cython.Py_ssize_t = data.find(b"\n", pos, end)
        while 0 <= feed < end - 1 and data[feed + 1] in (SPACE, TAB):
            feed = data.find(b"\n", feed + 1, end)
        self.waits = not final and (feed < 0 or feed + 1 == end)
        after: cython.Py_ssize_t = max(pos, end - 2) if self.waits else end if feed < 0 else feed + 1
        stop: cython.Py_ssize_t = after
        if not self.waits:
            self.state = parts.IN_HEADER
            if feed >= 0:
                stop = feed - 1 if feed > pos and data[feed - 1] == CARRIAGE_RETURN else feed
        if self.headers:
            self.add_text(data, pos, stop, Source(self.part), (self.line(data, pos), 0))
        return after

    def store_field(self, part: Part, kind: cython.int, data: bytes) -> None:
        """Store the current field, which describes the part or the message; the first of several counts."""
        octets: cython.p_const_uchar = data
        value: bytes = octets[self.value : min(self.stop, self.value + _LOOKED_AT)]
        if kind == fields.CONTENT_TYPE:
            if part.content_type is None:
                declared: Any = _cached(_TYPES, value, content_type)
                part.content_type = value
                part.media_type = declared.value or part.media_type
                part.parameters = declared.parameters
        elif kind == fields.CONTENT_TRANSFER_ENCODING:
            if part.encoding is None:
                part.encoding = _cached(_ENCODINGS, value, encoding_of)
        elif kind == fields.CONTENT_DISPOSITION:
            part.disposition = part.disposition or structured(value)
        elif kind == fields.CONTENT_ID:
            part.content_id = part.content_id or value
        elif kind == fields.CONTENT_LOCATION:
            part.location = part.location or value
        elif kind == fields.CONTENT_BASE:
            part.content_base = part.content_base or value
        elif kind == fields.MESSAGE_ID:  # that of a part could follow text that was already reported
            if part.whole:
                part.message.identifier = part.message.identifier or value
        elif kind >= fields.FROM and part.whole:
            part.message.add_field(kind, value)


def _cached(known: dict[bytes, Any], value: bytes, read: Any) -> Any:
    """Return the parsed value of a field, from a cache if it is of usual length."""
    meaning: Any = known.get(value)
    if meaning is None:
        meaning = read(value)
        if len(value) <= _USUAL:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[value] = meaning
    return meaning


# ----------------------------------------------------------------------------------------------------------------------
# Bodies of parts that are decoded, and those that are text.


class Body:
    """A body that is decoded chunk by chunk. The last chunk is held, because most bodies are one, the final one."""

    def __init__(self, part: Part, places: bool) -> None:
        encoding: str | None = part.encoding
        transfer: Any = decoder(encoding, places) if encoding and part.kind == parts.LEAF else None
        self.decoder: Any = Identity() if transfer is None else transfer
        self.last: bytes | None = None
        self.last_at: cython.longlong = 0

    def take(self, window: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, at: cython.longlong) -> None:
        """Take the next bytes, which are at ``at`` of the file."""
        last: bytes | None = self.last
        before: cython.longlong = self.last_at
        octets: cython.p_const_uchar = window
        self.last = octets[begin:end]
        self.last_at = at
        if last is not None:
            self.read(self.decoder.take(last, before), False)

    def close(self) -> None:
        """Read the end of the body."""
        if self.last is None:
            self.last, self.last_at = b"", self.decoder.end
        last, self.last = self.last, None
        self.read(self.decoder.take(last, self.last_at, True), True)

    def read(self, text: bytes, final: cython.bint) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        raise NotImplementedError


class TextBody(Body):
    """Text that must be translated before it is added to the texts. With ``source``, its beginning was added."""

    def __init__(self, output: Any, part: Part, handling: Any, outer: Any, source: Source | None) -> None:
        Body.__init__(self, part, output.places)
        self.texts: Texts = output.stream
        self.refang: Any = output.refang
        self.part: Part = part
        self.handling: Any = handling
        self.outer: Any = outer
        self.source: Source | None = source
        self.beginning: bytes = b""  # of the text, held until a byte order mark would be complete
        self.inner: list[Any] | None = None  # the decoders of the text, once it has begun

    def read(self, text: bytes, final: cython.bint) -> None:
        """Take decoded bytes, the last ones if ``final``."""
        if self.inner is None:
            if self.beginning:
                text = self.beginning + text
            if self.source is None and len(text) < LONGEST_MARK and not final:
                self.beginning = text
                return
            self.inner = self.begin(text, final)
        each: Any
        for each in self.inner:
            text = each.feed(text, final)
        self.texts.add_text(text)

    def begin(self, text: bytes, final: cython.bint) -> list[Any]:
        """Add the map of the text to the texts; return its decoders."""
        _, codec, is_flowed, delsp = self.handling
        opening: Any = Opening(codec)
        if self.source is None:
            codec = opening.codec_of(text)
        if codec is not None and final and text.isascii() and is_bytewise(codec):
            codec = None  # ASCII, as most text is
        flowed: Any = Flowed(delsp) if is_flowed else None
        refanger: Any = Refanger(self.refang) if self.refang else None
        if refanger is not None:
            opening.precede(refanger)
        if flowed is not None:
            opening.precede(flowed)
        opening.translate(codec)
        maps: Any = Chain(opening.maps)
        text_map: Any = PartMap(self.texts.size, 0, maps, Chain([self.decoder.map, *self.outer]), flowed, refanger)
        self.texts.add_map(text_map, self.source or Source(self.part))
        inner: list[Any] = opening.sequence
        return inner


# ----------------------------------------------------------------------------------------------------------------------
# Read a message in chunks: header fields and body parts, in order. Sans-IO, iterative, in bounded memory.
#
# The reader holds the current field or line, at most :data:`~uri_extract.limits.MAX_FIELD` bytes, and a stack of the
# open multiparts, at most :data:`~uri_extract.limits.MAX_NESTING`. A line that begins with ``--`` is looked up as a
# whole among the boundaries, in one step at any depth, so reading is linear.
#
# Deviations are read like this: a boundary ends all parts that were opened inside its multipart. If two multiparts have
# the same boundary, it belongs to the outer one. A boundary that follows its closing one is text. If a multipart has no
# boundary parameter, the first line with ``--`` is its boundary. A header ends at the first line that is not a field.

# The maximum size of a line that may be a boundary: 70 bytes by the standard (RFC 2046 §5.1.1), and blanks after it.
_LONGEST_BOUNDARY = cython.declare(cython.Py_ssize_t, 1 << 14)
# Limits of the cache of text handling: entries, and the size of a Content-Type.
_MOST_HANDLINGS = cython.declare(cython.Py_ssize_t, 500)
_LONGEST_TYPE = cython.declare(cython.Py_ssize_t, USUAL)

_TEXT = cython.declare(str, TEXT)
_CONTROLS = cython.declare(dict, CONTROLS)


class Reader(Header):
    """Pass fields and bodies to the methods of a subclass, with the window, offsets in it and the place in the file.

    Bodies that :meth:`choose_handling` adds to the texts are not passed.
    """

    def __init__(self, output: Any, outer: Any) -> None:
        Header.__init__(self, output, outer)
        self.too_deep: cython.bint = False  # True once nesting that is too deep was reported for the message
        self.handlings: dict[Any, Any] = {}
        self.taker: Any = None  # gets the current body, if it is not added to the texts
        self.text_part: Part | None = None  # the part whose body is added to the texts
        self.source: Source | None = None  # of that body, once some of it was added
        self.is_ascii: cython.bint = False  # True as long as the body is ASCII
        self.open: list[Part] = []  # open multiparts
        self.boundaries: dict[bytes, int] = {}
        self.fresh: cython.bint = False  # at the start of a body, where a boundary needs no line break before it
        self.chunks: list[bytes] = []  # bytes that are held
        self.held: cython.Py_ssize_t = 0  # their number

    # -- for the subclass ------------------------------------------------------------------------------------------

    def choose_handling(self, part: Part) -> Any:
        """Return how the text of a part is passed to the scanner (:class:`.parts.TextHandling`)."""
        return None

    def body_begins(self, part: Part) -> Any:
        """Return an object to ``take`` and ``close`` the body, or text around parts; None to skip it.

        If there is a ``source``, its beginning was added to the texts.
        """

    # -- in --------------------------------------------------------------------------------------------------------

    def begin(self, document: str | None) -> None:
        """Begin a message of the file, which records name ``document``."""
        self.begin_message(Part(Message(document, "", self.base)))

    def end(self) -> None:
        """End the message of the file."""
        self.end_message()
        if self.described:
            self.texts.end_message()

    def begin_message(self, part: Part) -> None:
        """Begin a message, of the file or in a part, after the previous one has ended."""
        self.too_deep = False
        self.header_begins(part)

    def take(self, data: bytes, at: cython.longlong, begin: cython.Py_ssize_t = 0, end: cython.Py_ssize_t = -1) -> None:
        """Take the next bytes of the message, ``data[begin:end]``, which are at ``at`` of the file."""
        end = len(data) if end < 0 else end
        if begin == end:
            return
        if self.chunks:
            if self.shift != at - self.held:
                self.cuts.append((self.held, self.shift))
                self.shift = at - self.held
            octets: cython.p_const_uchar = data
            self.chunks.append(octets[begin:end])
            self.held += end - begin
            if self.held < 2 * len(self.chunks[0]):
                return
            data, begin, end = b"".join(self.chunks), 0, self.held
            self.chunks = []
        else:
            self.shift = at - begin
            self.cuts.clear()
        begin = self.read(data, begin, end, False)
        self.held = end - begin
        if self.held:
            self.chunks = [data[begin:end]]
            self.shift += begin
            self.cuts = [(stop - begin, shift + begin) for stop, shift in self.cuts if stop > begin]

    def end_message(self) -> None:
        """Read the end of the message."""
        if self.chunks or self.state != parts.IN_BODY:
            data: bytes = b"".join(self.chunks)
            self.chunks = []
            self.read(data, 0, len(data), True)
        self.end_body()
        if self.open:
            self.open.clear()
            self.boundaries.clear()

    def read(
        self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read the bytes; return the start of those to hold."""
        self.waits = False
        self.feeds.counted = pos
        while not self.waits:
            if self.state == parts.IN_HEADER:
                pos = self.header(data, pos, end, final)
            elif self.state == parts.IN_BODY:
                pos = self.content(data, pos, end, final)
            else:
                pos = self.long_field(data, pos, end, final)
        if self.open or self.state != parts.IN_BODY or self.part.kind == parts.MULTIPART:
            self.line(data, pos)
        return pos

    def in_header(self, limit: cython.longlong) -> cython.bint:
        """Return True if a header is being read, of which at most this many bytes were read."""
        return self.state != parts.IN_BODY and self.header_size <= limit

    # -- bodies ----------------------------------------------------------------------------------------------------

    def header_over(self, part: Part, data: bytes, pos: cython.Py_ssize_t) -> None:
        """Begin the body of a part, after its header, which ends at ``pos``."""
        part.settle()
        if part.kind == parts.MULTIPART:
            part.line = self.line(data, pos)  # its text has the name of its header
        if part.kind != parts.LEAF and part.depth >= limits.MAX_NESTING:
            self.nested_too_deep(part, f"nested more than {limits.MAX_NESTING} deep: the rest is read as text")
            part.kind, part.reading = parts.LEAF, _TEXT
        self.state = parts.IN_BODY
        self.fresh = True
        self.begin_body(part)
        if part.kind == parts.MULTIPART and part.boundary is not None:
            self.opened(part, part.boundary)
        elif part.kind == parts.MESSAGE:
            self.end_body()
            self.line(data, pos)
            self.header_begins(part.nested())

    def nested_too_deep(self, part: Part, message: str) -> None:
        """Report nesting that is too deep, once per message."""
        if not self.too_deep:
            self.too_deep = True
            self.problem(part, -1, "nested-too-deep", message)

    def begin_body(self, part: Part) -> None:
        """Begin a body, which may be added to the texts as it is."""
        named: cython.bint = part.whole or part.content_id is not None or part.location is not None
        if named and self.described and len(self.texts.identified) < limits.MAX_IDENTIFIERS:
            self.texts.identified.append(part)
            if part.location is not None:
                self.texts.located[part.document] = part
        if part.media_type in _CONTROLS:
            self.problem(part, -1, "unsupported", f"{_CONTROLS[part.media_type]}, which is not read")
        how: cython.int = parts.TRANSLATED
        if part.kind == parts.MULTIPART or (part.kind == parts.LEAF and part.reading == _TEXT):
            how = self.handling_of(part).how
        self.source = None
        if how == parts.TRANSLATED:
            self.text_part = None
            self.taker = self.body_begins(part)
        else:
            self.text_part = part
            self.is_ascii = how == parts.IF_ASCII

    def handling_of(self, part: Part) -> Any:
        """Return how the text of a part is passed to the scanner, from a cache by its fields."""
        key: Any = None  # for a multipart, and for a leaf without these fields, which is passed in the same way
        if part.kind == parts.LEAF:
            key = part.encoding if part.content_type is None else (part.content_type, part.encoding)
        handling: Any = self.handlings.get(key)
        if handling is None:
            handling = self.choose_handling(part)
            if len(self.handlings) < _MOST_HANDLINGS and (
                part.content_type is None or len(part.content_type) < _LONGEST_TYPE
            ):
                self.handlings[key] = handling
        return handling

    def end_body(self) -> None:
        """End the current body."""
        self.text_part = self.source = None
        if self.taker is not None:
            self.taker.close()
            self.taker = None

    def pass_on(self, data: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> None:
        """Pass on the bytes of the body, in stretches without gaps in the file."""
        for stop, shift in self.cuts:
            stop = min(stop, end)
            if begin < stop:
                self.pass_on_piece(data, begin, stop, begin + shift)
                begin = stop
        if begin < end:
            self.pass_on_piece(data, begin, end, begin + self.shift)

    def pass_on_piece(self, data: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, at: cython.longlong) -> None:
        """Pass on a stretch of the body."""
        if self.text_part is not None:
            octets: cython.p_const_uchar = data
            text: bytes = octets[begin:end]
            if self.source is None:
                self.texts.separate()
                self.source = Source(self.text_part)
            if not self.is_ascii or text.isascii():
                self.texts.add(text, at, self.source)
                return
            self.taker = self.body_begins(self.text_part)
            self.text_part = self.source = None
        if self.taker is not None:
            self.taker.take(data, begin, end, at)

    def content(
        self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read to the next boundary; return the place where reading continues."""
        guess: cython.bint = self.part.kind == parts.MULTIPART and self.part.boundary is None
        is_base64: cython.bint = self.part.encoding == "base64"
        if not self.boundaries and not guess:
            self.pass_on(data, pos, end)
            self.waits = True
            return end
        line: cython.Py_ssize_t = pos  # the start of the line that may be a boundary
        at: cython.Py_ssize_t = pos
        if self.fresh:
            if end - pos < 2 and not final and (end == pos or data[pos] == HYPHEN):
                self.waits = True
                return pos
            self.fresh = end - pos >= 2 and data[pos] == HYPHEN and data[pos + 1] == HYPHEN
        while True:
            if self.fresh:
                stop: cython.Py_ssize_t = line
            else:
                stop = _hyphens(data, at, end) if is_base64 else find(data, b"\n--", at, end)
                if stop < 0:
                    stop = end if final else self.tail(data, pos, end)
                    self.pass_on(data, pos, stop)
                    self.waits = True
                    return stop
                line = stop + 1
            feed: cython.Py_ssize_t = find(data, b"\n", line + 2, min(end, line + _LONGEST_BOUNDARY))
            if feed < 0:
                if not final and end - line < _LONGEST_BOUNDARY:
                    stop = _before(data, pos, stop, end)
                    self.pass_on(data, pos, stop)
                    self.waits = True
                    return stop
                feed = min(end, line + _LONGEST_BOUNDARY)
            name_end: cython.Py_ssize_t = feed
            while name_end > line + 2 and data[name_end - 1] in (SPACE, TAB, CARRIAGE_RETURN):
                name_end -= 1
            name: bytes = part_of(data, line + 2, name_end)
            closes: cython.bint = False
            known: Any = self.boundaries.get(name)
            if known is None and name.endswith(b"--"):
                known = self.boundaries.get(name[: len(name) - 2])
                closes = known is not None
            if known is None and guess and name and not name.endswith(b"--") and SPACE not in name:
                self.opened(self.part, name)
                known = self.boundaries.get(name)
            if known is not None:
                self.pass_on(data, pos, _before(data, pos, stop, end))
                self.end_body()
                self.close(known, closes, data, min(end, feed + 1))
                return min(end, feed + 1)
            self.fresh = False
            at = feed

    def opened(self, part: Part, boundary: bytes) -> None:
        """Add the boundary of a part to those that are recognised."""
        if boundary not in self.boundaries:
            self.boundaries[boundary] = len(self.open)
            self.open.append(part)
            part.boundary = boundary

    def close(self, depth: cython.Py_ssize_t, closes: cython.bint, data: bytes, pos: cython.Py_ssize_t) -> None:
        """Close the parts opened in the multipart at ``depth``, and it if its boundary ``closes``, up to ``pos``."""
        keep: cython.Py_ssize_t = depth if closes else depth + 1
        part: Part = self.open[depth]
        self.part = part
        line: cython.longlong = self.line(data, pos)
        while len(self.open) > keep:
            gone: Part = self.open.pop()
            self.boundaries.pop(gone.boundary or b"", None)
        if closes:
            part.boundary = part.boundary or b""
            part.line = line
            self.fresh = True
            self.begin_body(part)
        else:
            self.header_begins(part.child())

    def tail(self, data: bytes, pos: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the start of bytes at the end of the window that may belong to a boundary."""
        stop: cython.Py_ssize_t = data.rfind(b"\n", max(pos, end - 2), end)
        if stop >= 0 and (end - stop == 1 or data[stop + 1] == HYPHEN):
            return _before(data, pos, stop, end)
        return end - 1 if end > pos and data[end - 1] == CARRIAGE_RETURN else end


@cython.cfunc
@cython.exceptval(check=False)
def _before(data: bytes, pos: cython.Py_ssize_t, feed: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of the line break at ``feed``."""
    is_pair: cython.bint = pos < feed < end and data[feed - 1] == CARRIAGE_RETURN and data[feed] == LINE_FEED
    return feed - 1 if is_pair else feed


@cython.cfunc
@cython.exceptval(check=False)
def _hyphens(data: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the line feed before the next line that begins with two hyphens; -1: none. Fast if hyphens are rare."""
    i: cython.Py_ssize_t = find(data, b"--", begin + 1, end)
    while i >= 0 and data[i - 1] != LINE_FEED:
        i = find(data, b"--", i + 1, end)
    return i - 1 if i >= 0 else -1
