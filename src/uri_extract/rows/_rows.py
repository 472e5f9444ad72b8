# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""The tables into which media write rows: lines, the memory of rows, their text and objects, and their order."""

from __future__ import annotations

from array import array
from bisect import bisect_right

import cython

from uri_extract._compat._typing import Any
from uri_extract.rows.bases import NETWORK
from uri_extract.rows.details import NO_DETAILS, Details, More, Origin, cut
from uri_extract.rows.layout import FIRST
from uri_extract.rows.records import Problem
from uri_extract.uri.suffix import mailto

if cython.compiled:
    from cython.cimports.cpython.object import PyTypeObject
    from cython.cimports.libc.string import memmove
    from cython.cimports.uri_extract.rows._memory import new_tuple, put_field
    from cython.cimports.uri_extract.scan._marks import count_marks, last_mark, mark_byte, marks_known
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        AMPERSAND, CAPITAL_A, CAPITAL_Z, DIGIT_0, EQUALS, LINE_FEED, NUMBER_SIGN, SEMICOLON, SLASH, SMALL_A, SMALL_M,
        SMALL_P, SMALL_X, SPACE,
    )  # fmt: skip
    from uri_extract.rows import layout
    from uri_extract.rows._bytes import Bytes
    from uri_extract.rows._page import Cells, Page
    from uri_extract.scan import rows
    from uri_extract.scan._kernel import has_expression


# -- The lines of a document: counted in windows, or kept as a list of their starts ------------------------------------

# From this many bytes on, counting line feeds is faster than finding them.
_LONG = cython.declare(cython.Py_ssize_t, 512)
if cython.compiled:
    _MARKS_KNOWN = cython.declare(cython.bint, marks_known())
    _ONE = cython.declare(cython.ulonglong, 1)


class LineCounter:
    """Counts lines: ``number`` is the number of the last line that began, ``start`` the offset of its first byte."""

    def __init__(self, number: int = 1, start: int = 0, counted: int = 0) -> None:
        self.number: cython.longlong = number  # of the last line that began
        self.start: cython.longlong = start  # its offset in the document
        self.counted: cython.longlong = counted  # the offset up to which line feeds are counted

    def count_to(self, window: bytes, offset: cython.longlong, to: cython.Py_ssize_t) -> cython.int:
        """Count the line feeds before ``to``, an index of a window that begins at byte ``offset`` of the document."""
        seen: cython.Py_ssize_t = max(0, self.counted - offset)
        if seen >= to:
            return 0
        self.counted = offset + to
        if not cython.compiled:
            last = window.rfind(b"\n", seen, to)
            if last >= 0:
                self.number += window.count(b"\n", seen, last) + 1
                self.start = offset + last + 1
            return 0
        data: cython.p_const_uchar = window
        if to - seen >= _LONG or not _MARKS_KNOWN or seen + _LONG > len(window):
            feeds: cython.Py_ssize_t = _line_feeds(data, seen, to)
            if feeds:
                self.number += feeds
                while data[to - 1] != LINE_FEED:
                    to -= 1
                self.start = offset + to
            return 0
        begin: cython.Py_ssize_t = -1
        while seen < to:
            mask: cython.ulonglong = mark_byte(data + seen, LINE_FEED)
            if to - seen < 64:
                mask &= (_ONE << (to - seen)) - 1
            self.number += count_marks(mask)
            if mask:
                begin = seen + last_mark(mask) + 1
            seen += 64
        if begin >= 0:
            self.start = offset + begin
        return 0


def _line_feeds(data: cython.p_const_uchar, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the number of line feeds from ``begin`` to ``end``; compiled only.

    Blocks of 192 bytes are counted in one byte, so that a C compiler can compare 16 bytes at once.
    """
    count: cython.Py_ssize_t = 0
    while end - begin >= 192:
        of_block: cython.uchar = 0
        for i in range(192):
            of_block += data[begin + i] == LINE_FEED
        count += of_block
        begin += 192
    for i in range(begin, end):
        count += data[i] == LINE_FEED
    return count


class LineStarts:
    """The offsets at which the lines of a document begin."""

    def __init__(self) -> None:
        self.size: cython.Py_ssize_t = 0
        self.starts: Any = array("q", [0])
        self.number: cython.Py_ssize_t = 1  # the line number of the first start

    def add(self, text: bytes) -> None:
        data: cython.p_const_uchar = text
        size: cython.Py_ssize_t = len(text)
        if cython.compiled:
            for at in range(size):
                if data[at] == LINE_FEED:
                    self.starts.append(self.size + at + 1)
        else:
            at = text.find(b"\n")
            while at >= 0:
                self.starts.append(self.size + at + 1)
                at = text.find(b"\n", at + 1)
        self.size += size

    def at(self, position: int) -> tuple[int, int]:
        """Return the number and the start of the line that contains the byte at ``position``."""
        index = max(0, bisect_right(self.starts, position) - 1)
        return self.number + index, self.starts[index]

    def forget(self, position: int) -> None:
        index = max(0, bisect_right(self.starts, position) - 1)
        del self.starts[:index]
        self.number += index


# -- Pool: the text and the objects that rows refer to -----------------------------------------------------------------

_MORE = cython.declare(object, More)
_ORIGIN = cython.declare(object, Origin)
_NEW = cython.declare(object, tuple.__new__)


@cython.cfunc
@cython.inline
def _key_of(value: Any) -> Any:
    """Return the key by which the number of an object is found; numbered objects live as long as their number."""
    if type(value) is _ORIGIN:
        return cython.cast(cython.size_t, cython.cast(cython.p_void, value)) if cython.compiled else id(value)
    return value if type(value) is str else (type(value), value)


@cython.cfunc
@cython.inline
def _within_limits(value: Any) -> Any:
    """Return a name or an origin within the limits of the fields that rows repeat; any other object unchanged."""
    text: str | None
    if type(value) is str:
        return cut(value) if len(value) > limits.MAX_DESCRIPTION else value
    if type(value) is _ORIGIN:
        for text in cython.cast(tuple, value):
            if text is not None and len(text) > limits.MAX_MEDIA_TYPE:  # the least of them
                return cut(value)
    return value


# Characters that may be references in a URL that needs no other work: nothing of a scheme or a template, and no comma.
_ASCII_REFERENCE = cython.declare(bytes, bytes(byte in b"!#$&'*/;=?@_~" for byte in range(128)))


def ascii_reference(data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
    """Return the ASCII character that ``&amp;`` or a number at ``at`` refers to, and 256 times the size of that.

    Return 0 for any other reference, and for characters that may have a meaning before the URL is read.
    """
    i: cython.Py_ssize_t = at + 2
    if end - at < 5:
        return 0
    if data[at + 1] == SMALL_A:
        is_amp: cython.bint = data[i] == SMALL_M and data[i + 1] == SMALL_P and data[i + 2] == SEMICOLON
        return 5 << 8 | AMPERSAND if is_amp else 0
    if data[at + 1] != NUMBER_SIGN:
        return 0
    base: cython.int = 16 if data[i] | 0x20 == SMALL_X else 10
    i += base == 16
    last: cython.Py_ssize_t = min(end, i + 5)
    number: cython.int = 0
    while i < last and data[i] != SEMICOLON:
        digit: cython.int = data[i] - DIGIT_0
        if digit > 9:
            digit = (data[i] | 0x20) - SMALL_A + 10
        if digit < 0 or digit >= base:
            return 0
        number = number * base + digit
        i += 1
    return (
        cython.cast(cython.int, i + 1 - at) << 8 | number
        if i < last and number < 128 and _ASCII_REFERENCE[number]
        else 0
    )


class Pool:
    """The text and the objects of rows. Tables that share a pool can move rows from one to the other."""

    def __init__(self) -> None:
        self.text: Bytes = Bytes()
        if not cython.compiled:
            self.recent: Any = None
        self.generation: cython.longlong = 0  # changes when objects get other numbers
        self.clear()

    def clear(self) -> cython.int:
        """Remove all text and objects. Pages keep theirs."""
        self.text.clear()
        self.objects: list[Any] = [None]  # by number; the first one is None
        self.numbers: dict[Any, int] = {}
        self.window = b""
        self.generation += 1
        if cython.compiled:
            slot: cython.int
            for slot in range(16):
                self.recent[slot] = 0
        return 0

    def number(self, value: Any) -> cython.longlong:
        """Return the number of an object, the same for equal objects of one class.

        Each ``Origin`` has its own number: comparing them takes longer than keeping one more. Names and origins are
        kept within the limits of records.
        """
        if value is None:
            return 0
        slot: cython.Py_ssize_t = 0
        if cython.compiled:  # most calls are for a few names
            slot = (cython.cast(cython.size_t, cython.cast(cython.p_void, value)) >> 4) & 15
            number: cython.Py_ssize_t = self.recent[slot]
            if number and self.objects[number] is value:
                return number
        key: Any = _key_of(value)
        known: Any = self.numbers.get(key)
        if known is None:
            known = len(self.objects)
            self.numbers[key] = known
            kept: Any = _within_limits(value)
            self.objects.append(kept)
            if kept is not value:
                self.objects.append(value)  # its place in memory may be the key
        number = known
        if cython.compiled:
            self.recent[slot] = number
        return number

    def keep(self, value: Any) -> cython.longlong:
        """Return a new number for an object that no other row has."""
        self.objects.append(value)
        return len(self.objects) - 1

    def keep_more(self, raw: object, details: object, context: object) -> cython.longlong:
        """Return a new number for the rare fields of a reference."""
        if not cython.compiled:
            return self.keep(_NEW(More, (raw, details, context)))
        # The garbage collector need not track it, as it cannot be in a cycle.
        made: object = new_tuple(cython.cast(cython.pointer(PyTypeObject), _MORE), 3)
        put_field(made, 0, raw)
        put_field(made, 1, details)
        put_field(made, 2, context)
        return self.keep(made)

    def is_partial(self, begin: cython.longlong) -> cython.bint:
        """Return True if the reference added last, at ``begin`` of the text, has an expression of a program."""
        if not cython.compiled:
            return has_expression(self.text.parts, begin, self.text.size)
        if begin == self.text.size:  # there may be no memory yet
            return False
        return has_expression(cython.cast(cython.p_const_uchar, self.text.data), begin, self.text.size)

    def replace(self, number: cython.longlong, value: Any) -> cython.int:
        """Replace an object, for all rows that refer to it."""
        before: Any = self.objects[number]
        self.numbers.pop(_key_of(before), None)
        self.objects[number] = value
        self.generation += 1
        return 0

    def replace_pending(self, pending: Any, bases: Any) -> None:
        """Replace all pending bases by the bases that are now known."""
        numbers = self.numbers  # pending bases are shared, so they have a key
        for key in [key for key in numbers if type(key) is tuple and issubclass(key[0], pending)]:
            self.replace(numbers[key], key[1].known(bases))

    def put_pieces(
        self, window: bytes, pieces: cython.longlong[::1], first: cython.Py_ssize_t, count: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add the joined pieces of a scan kernel's row; return the size in bytes.

        Return -1 and add nothing if they are quoted-printable (RFC 2045 §6.7) and may have encoded octets.
        """
        size: cython.Py_ssize_t = 0
        quoted: cython.bint = False
        for k in range(2 * first + 1, 2 * (first + count) - 1, 2):
            quoted |= pieces[k] < pieces[k + 1] and window[pieces[k]] == EQUALS  # a soft break
        for k in range(2 * first, 2 * (first + count), 2):
            if quoted and window.find(b"=", pieces[k], pieces[k + 1]) >= 0:
                return -1
            size += pieces[k + 1] - pieces[k]
        for k in range(2 * first, 2 * (first + count), 2):
            self.text.copy(window, pieces[k], pieces[k + 1] - pieces[k])
        self.text.octet(10)
        return size

    def put_span(
        self, source: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, escaped: cython.bint
    ) -> cython.Py_ssize_t:
        """Add a span of bytes, ``escaped`` if it has an :func:`ascii_reference`; return the size in bytes."""
        data: cython.p_const_uchar = source
        before: cython.Py_ssize_t = self.text.size
        at: cython.Py_ssize_t = begin if escaped else end
        while at + 4 < end:
            found: cython.int = ascii_reference(data, at, end) if data[at] == AMPERSAND else 0
            if found:
                self.text.copy(source, begin, at - begin)
                self.text.octet(found & 0xFF)
                begin = at = at + (found >> 8)
            else:
                at += 1
        self.text.copy(source, begin, end - begin)
        self.text.octet(10)
        return self.text.size - before - 1

    def put(self, text: str) -> cython.Py_ssize_t:
        """Add a text; return its size in bytes."""
        try:
            size: cython.Py_ssize_t = self.text.put(text)
        except UnicodeEncodeError:
            octets: bytes = encoded(text)
            size = len(octets)
            self.text.copy(octets, 0, size)
        self.text.octet(10)
        return size


def encoded(text: str) -> bytes:
    """Return a text in UTF-8, with surrogate escapes converted to the original bytes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a surrogate pair
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


# -- A table of rows: read, change and order them ----------------------------------------------------------------------

_LOW = cython.declare(cython.longlong, 0xFFFFFFFF)  # as a literal it would be a Python object
_NOT_OF_TEXT = cython.declare(cython.longlong, ~(layout.DELIMITER | layout.OWN_LINE))
_FORM = cython.declare(cython.longlong, layout.FORM | layout.TYPE)
_FIRST = cython.declare(cython.longlong, FIRST)
# No host begins with these bytes: the authority is empty or invalid ("///x", "//\x").
_NO_HOST = cython.declare(bytes, b"/\\?#:@")
_NO_MORE = cython.declare(object, More())
# The room, in rows, of a new table.
_FEW = cython.declare(cython.Py_ssize_t, 256)


class Table:
    """A table of rows. ``count`` is the number of rows."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.reset()

    def __len__(self) -> int:
        return self.count  # type: ignore[no-any-return]  # an integer of C

    def grow(self, count: cython.Py_ssize_t) -> cython.int:
        """Make room for ``count`` more rows."""
        self.own: Cells = self.own.copy(0, self.count, max(_FEW, 2 * self.room, self.count + count))
        self.cells: cython.p_longlong = self.own.data  # the data of own
        self.room: cython.Py_ssize_t = self.own.room
        return 0

    def reset(self) -> cython.int:
        """Start over without rows, in memory of a released page if there is any."""
        self.own = Cells(0)
        self.cells = self.own.data
        self.room = self.own.room
        self.count: cython.Py_ssize_t = 0
        return 0

    def get(self, row: cython.Py_ssize_t, column: cython.Py_ssize_t) -> cython.longlong:
        """Return a column of a row (:mod:`uri_extract.rows.layout`)."""
        return self.cells[row * layout.WIDTH + column]

    def set(self, row: cython.Py_ssize_t, column: cython.Py_ssize_t, value: cython.longlong) -> cython.int:
        self.cells[row * layout.WIDTH + column] = value
        return 0

    def add_bits(
        self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong, unless: cython.longlong
    ) -> cython.int:  # fmt: skip
        """Set bits of the rows from ``begin`` to ``end`` that have none of the bits ``unless``."""
        for row in range(begin, end):
            at: cython.Py_ssize_t = row * layout.WIDTH + layout.BITS
            if not self.cells[at] & unless:
                self.cells[at] |= bits
        return 0

    def move_to(
        self, row: cython.Py_ssize_t, start: cython.longlong, end: cython.longlong, line: cython.longlong,
        column: cython.longlong,
    ) -> cython.int:  # fmt: skip
        at: cython.Py_ssize_t = row * layout.WIDTH
        self.cells[at] = start
        self.cells[at + layout.END] = end
        self.cells[at + layout.LINE] = line
        self.cells[at + layout.COLUMN] = column
        return 0

    def object_of(self, row: int) -> Any:
        """Return the object of a row that is not a reference."""
        return self.pool.objects[self.cells[row * layout.WIDTH + layout.MORE]]

    def more(self, row: int) -> More:
        """Return the rare fields of a reference."""
        number: cython.longlong = self.cells[row * layout.WIDTH + layout.MORE]
        found: More = self.pool.objects[number] if number else More()
        return found

    def set_more(self, row: int, more: More) -> None:
        """Change the rare fields of a reference."""
        self.cells[row * layout.WIDTH + layout.MORE] = self.pool.keep(more)

    def octets(self, row: cython.Py_ssize_t) -> bytes:
        """Return the text of a reference in UTF-8."""
        at: cython.Py_ssize_t = self.cells[row * layout.WIDTH + layout.TEXT]
        size: cython.Py_ssize_t = self.cells[row * layout.WIDTH + layout.SIZE]
        found: bytes = self.pool.window[-1 - at : size - 1 - at] if at < 0 else self.pool.text.part(at, size)
        return found

    def reference(self, row: int) -> str:
        reference: str = self.octets(row).decode("utf-8", "surrogateescape")
        return reference

    def source_of(self, row: cython.Py_ssize_t) -> bytes:
        """Return the raw text of a reference, in UTF-8."""
        source: bytes = self.octets(row)
        if self.cells[row * layout.WIDTH + layout.MORE]:
            source = self.raw(row).encode("utf-8", "surrogateescape")
        return source

    def raw(self, row: int) -> str:
        raw = self.more(row).raw
        return self.reference(row) if raw is None else raw

    def set_raw(self, row: cython.Py_ssize_t, raw: str) -> cython.int:
        """Change the raw text of a reference."""
        number: cython.longlong = self.cells[row * layout.WIDTH + layout.MORE]
        more: Any = self.pool.objects[number] if number else _NO_MORE
        before: object = cython.cast(tuple, more)[0]
        same: cython.bint = (
            len(raw) == self.cells[row * layout.WIDTH + layout.SIZE] or not raw.isascii()
        ) and raw == self.reference(row)
        if not same if before is None else raw != before:
            self.cells[row * layout.WIDTH + layout.MORE] = self.pool.keep_more(
                None if same else raw, cython.cast(tuple, more)[1], cython.cast(tuple, more)[2]
            )
        return 0

    def set_details(self, row: int, **changed: Any) -> None:
        more = self.more(row)
        self.set_more(row, More(more.raw, more.details._replace(**changed), more.context))

    def keep_text(self, source: bytes, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.longlong:
        """Add ``size`` bytes of link text, in UTF-8; return its value for the column LINK_TEXT."""
        link: cython.longlong = self.pool.text.size << layout.LINK_SHIFT | size + 1
        self.pool.text.copy(source, at, size)
        return link

    def set_link_text(self, row: int, text: bytes) -> None:
        self.cells[row * layout.WIDTH + layout.LINK_TEXT] = self.keep_text(text, 0, len(text))

    def set_rel(self, row: cython.Py_ssize_t, rel: object) -> cython.int:
        self.cells[row * layout.WIDTH + layout.REL] = self.pool.number(rel)
        return 0

    def attribute_of(self, row: cython.Py_ssize_t) -> object:
        return self.pool.objects[self.cells[row * layout.WIDTH + layout.PLACE] >> 32]

    def set_bases(self, row: int, bases: Any) -> None:
        at: cython.Py_ssize_t = row * layout.WIDTH + 8
        self.cells[at] = self.cells[at] >> 32 << 32 | self.pool.number(bases)

    def default_scheme(self, count: int) -> None:
        """Set the base ``https:`` for network-path references (RFC 3986 §4.2) without a base in the first rows.

        This is the default base of the application (§5.1.4), as in mail programs.
        """
        data: cython.p_const_uchar
        for row in range(count):
            at: cython.Py_ssize_t = row * layout.WIDTH
            if self.cells[at + layout.BITS] & _FORM != layout.RELATIVE or self.cells[at + layout.SIZE] < 3:
                continue
            begin: cython.Py_ssize_t = self.cells[at + layout.TEXT]
            if not cython.compiled:
                data = self.reference(row)[:3].encode("utf-8", "surrogateescape")
            elif begin < 0:
                data = self.pool.window
                data += -1 - begin
            else:
                data = cython.cast(cython.p_const_uchar, self.pool.text.data) + begin
            if data[0] != SLASH or data[1] != SLASH or data[2] <= SPACE or data[2] in _NO_HOST:
                continue
            bases: Any = self.pool.objects[self.cells[at + layout.SOURCE] & _FIRST]
            if bases[0] is None:
                self.set_bases(row, (*NETWORK, *bases[2:3]))

    def set_element(self, row: cython.Py_ssize_t, element: object) -> cython.int:
        at: cython.Py_ssize_t = row * layout.WIDTH + 7
        self.cells[at] = self.cells[at] >> 32 << 32 | self.pool.number(element)
        return 0

    def set_script(self, row: cython.Py_ssize_t, attribute: object) -> cython.int:
        """Mark a row as part of a script, in the attribute or, if that is None, in the text of the element."""
        at: cython.Py_ssize_t = row * layout.WIDTH
        self.cells[at + layout.BITS] = self.cells[at + layout.BITS] & _NOT_OF_TEXT | layout.SCRIPT
        self.cells[at + layout.PLACE] = self.cells[at + layout.PLACE] & _LOW | self.pool.number(attribute) << 32
        return 0

    # -- order -------------------------------------------------------------------------------------------------------

    def sort(self) -> None:
        """Sort the rows by their places; the sort is stable. Most tables are in order."""
        for row in range(1, self.count):
            if self.cells[row * layout.WIDTH] < self.cells[(row - 1) * layout.WIDTH]:
                self.sort_out_of_order()
                return

    def sort_out_of_order(self) -> cython.int:
        starts = [self.get(row, layout.START) for row in range(self.count)]
        whole: Cells = Cells(self.count)
        row: cython.Py_ssize_t
        at: cython.Py_ssize_t = 0
        for row in sorted(range(self.count), key=starts.__getitem__):
            whole.put(at, self.own, row, 1)
            at += 1  # noqa: SIM113 - enumerate() makes objects
        self.own = whole
        self.cells = whole.data
        self.room = whole.room
        return 0

    def before(self, place: cython.longlong) -> cython.Py_ssize_t:
        """Return the number of rows that begin before a place; the rows must be in order."""
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = self.count
        while low < high:
            middle: cython.Py_ssize_t = (low + high) // 2
            if self.cells[middle * layout.WIDTH] < place:
                low = middle + 1
            else:
                high = middle
        return low

    def move(self, other: Table, count: cython.Py_ssize_t) -> cython.int:
        """Move the first ``count`` rows to the end of another table of the same pool."""
        if not count:
            return 0
        if not other.count and count == self.count:
            other.own, self.own = self.own, other.own
            other.cells, self.cells = self.cells, other.cells
            other.room, self.room = self.room, other.room
            other.count, self.count = count, 0
            return 0
        other.append(self, 0, count)
        self.drop(count)
        return 0

    def append(self, other: Table, begin: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.int:
        """Add ``count`` rows of another table of the same pool, from ``begin`` on."""
        if not count:
            return 0
        if self.count + count > self.room:
            self.grow(count)
        self.own.put(self.count, other.own, begin, count)
        self.count += count
        return 0

    def drop(self, count: cython.Py_ssize_t) -> cython.int:
        rest: cython.Py_ssize_t = self.count - count
        if rest and count:
            if cython.compiled:
                memmove(self.cells, self.cells + count * layout.WIDTH, rest * layout.WIDTH * 8)
            else:
                self.cells[: rest * layout.WIDTH] = self.cells[count * layout.WIDTH : self.count * layout.WIDTH]
        self.count = rest
        return 0

    def first(self, mask: cython.longlong, bits: cython.longlong, begin: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the first row from ``begin`` on whose masked bits equal ``bits``; ``count`` without one."""
        row: cython.Py_ssize_t = begin
        while row < self.count and self.cells[row * layout.WIDTH + layout.BITS] & mask != bits:
            row += 1
        return row

    def find(self, begin: cython.Py_ssize_t, prefixes: tuple[Any, ...]) -> cython.Py_ssize_t:
        """Return the first row from ``begin`` on whose reference has one of the prefixes; ``count`` without one.

        The prefixes are in lower case; the case of the reference is ignored.
        """
        window: bytes = self.pool.window
        text: Bytes = self.pool.text
        for row in range(begin, self.count):
            at: cython.Py_ssize_t = self.cells[row * layout.WIDTH + layout.TEXT]
            size: cython.Py_ssize_t = self.cells[row * layout.WIDTH + layout.SIZE]
            if at < 0:
                data: cython.p_const_uchar = window
                at = -1 - at
            else:
                data = cython.cast(cython.p_const_uchar, text.data) if cython.compiled else text.parts
            if _begins_with(data, at, size, prefixes):
                return row
        return self.count

    def take_notes(self, count: int) -> list[tuple[int, int, Any]]:
        """Remove rows that are not references from the first ``count``; return their types, places and objects."""
        notes: list[tuple[int, int, Any]] = []
        to: cython.Py_ssize_t = 0
        for row in range(count):
            if self.cells[row * layout.WIDTH + layout.BITS] & layout.TYPE:
                note: Any = self.object_of(row)
                notes.append(
                    (self.cells[row * layout.WIDTH + layout.BITS] & layout.TYPE, self.cells[row * layout.WIDTH], note)
                )
            else:
                if to < row:
                    self.own.put(to, self.own, row, 1)
                to += 1
        if notes:
            for row in range(count, self.count):
                self.own.put(to + row - count, self.own, row, 1)
            self.count -= len(notes)
        return notes


def _begins_with(
    data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t, prefixes: tuple[Any, ...]
) -> cython.int:
    """Return True if the text at ``at`` begins with one of the prefixes, which are in lower case."""
    for prefix in prefixes:
        wanted: cython.p_const_uchar = cython.cast(bytes, prefix)
        k: cython.Py_ssize_t = 0
        while k < size and k < len(cython.cast(bytes, prefix)):
            byte: cython.int = data[at + k]
            if (byte | 0x20 if CAPITAL_A <= byte <= CAPITAL_Z else byte) != wanted[k]:
                break
            k += 1
        if k == len(cython.cast(bytes, prefix)):
            return True
    return False


# -- The tables into which media write rows ----------------------------------------------------------------------------

_NO_DETAILS = cython.declare(object, NO_DETAILS)
_LINK_SIZE = cython.declare(cython.longlong, (1 << layout.LINK_SHIFT) - 1)
# The most objects that pages of short texts share.
_FEW_OBJECTS = cython.declare(cython.Py_ssize_t, 8)
# Bytes of text, and objects, from which on a pool that is still in use is compacted.
_MUCH = cython.declare(cython.Py_ssize_t, 1 << 20)
_MANY = cython.declare(cython.Py_ssize_t, 1 << 14)
_PARTIAL = cython.declare(object, Details(partial=True))
_PREFIXED = cython.declare(object, More(None, Details(prefix="URL:")))
# Bits of a scan kernel's row by which its text is more than its joined pieces.
_OTHERWISE = cython.declare(
    cython.longlong, (1 << rows.CONFIDENCE) - 1 & ~(rows.DELIMITERS | rows.PREFIX | rows.HYPHEN | rows.NAME)
)


@cython.cclass
class Rows(Table):
    """A table of rows, in the order in which media add them."""

    def __init__(self, pool: Pool) -> None:
        Table.__init__(self, pool)
        self.forget_names()

    @cython.final
    def begin(
        self, start: cython.longlong, end: cython.longlong, line: cython.longlong, column: cython.longlong,
        bits: cython.longlong, bases: object, origin: object,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Begin a row whose text is added next; return the index of its first cell."""
        self.prepare(1, bases, origin)
        return self.put(start, end, line, column, bits, self.pool.text.size)

    @cython.final
    def prepare(self, count: cython.Py_ssize_t, bases: object, origin: object) -> cython.int:
        if self.count + count > self.room:
            self.grow(count)
        if self.generation != self.pool.generation:
            self.forget_names()
        if bases is not self.bases or origin is not self.origin:
            self.name_source(bases, origin)
        return 0

    @cython.final
    def put(
        self, start: cython.longlong, end: cython.longlong, line: cython.longlong, column: cython.longlong,
        bits: cython.longlong, text: cython.longlong,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add a row, for which there must be room; return the index of its first cell. Its size is not set."""
        cells: cython.p_longlong = self.cells
        at: cython.Py_ssize_t = self.count * layout.WIDTH
        self.count += 1
        cells[at] = start
        cells[at + layout.END] = end
        cells[at + layout.LINE] = line
        cells[at + layout.COLUMN] = column
        cells[at + layout.BITS] = bits
        cells[at + layout.TEXT] = text
        cells[at + layout.PLACE] = 0
        cells[at + layout.SOURCE] = self.source
        cells[at + layout.MORE] = 0
        cells[at + layout.LINK_TEXT] = 0
        cells[at + layout.REL] = 0
        return at

    def forget_names(self) -> cython.int:
        """Forget the object numbers of the last row, because the pool has changed."""
        nothing: Any = None
        self.generation: cython.longlong = self.pool.generation  # of the pool, for which the following are valid
        self.bases = self.origin = self.element = self.attribute = nothing
        self.source = self.place = 0
        return 0

    def name_source(self, bases: object, origin: object) -> cython.int:
        """Set ``source`` to the numbers of bases and an origin."""
        self.source = self.pool.number(origin) << 32 | self.pool.number(bases)
        self.bases = bases  # of the last row, and the number of its source
        self.origin = origin
        return 0

    @cython.final
    def set_place(self, at: cython.Py_ssize_t, element: object, attribute: object) -> cython.int:
        """Set the element and the attribute of the row at cell ``at``."""
        if element is not self.element or attribute is not self.attribute:
            self.place = self.pool.number(attribute) << 32 | self.pool.number(element)
            self.element = element  # of the last row, and the number of its place
            self.attribute = attribute
        self.cells[at + layout.PLACE] = self.place
        return 0

    def copy(
        self, source: bytes, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, start: cython.longlong,
        line: cython.longlong, column: cython.longlong, bits: cython.longlong, bases: object, origin: object,
        element: object, attribute: object, escaped: cython.bint = False, raw: str | None = None,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add the reference ``source[begin:stop]``; return the number of its row.

        ``escaped``: it has ``&amp;`` for ``&``; ``raw`` is then its raw text, if that is needed.
        """
        at: cython.Py_ssize_t = self.begin(start, start + stop - begin, line, column, bits, bases, origin)
        self.cells[at + layout.SIZE] = self.pool.put_span(source, begin, stop, escaped)
        partial: cython.bint = self.pool.is_partial(self.cells[at + layout.TEXT])
        if raw is not None or partial:
            self.cells[at + layout.MORE] = self.pool.keep_more(raw, _PARTIAL if partial else _NO_DETAILS, None)
        self.set_place(at, element, attribute)
        return self.count - 1

    def add(
        self, reference: str, raw: str, start: cython.longlong, end: cython.longlong, line: cython.longlong,
        column: cython.longlong, bits: cython.longlong, bases: object, origin: object, element: object = None,
        attribute: object = None, details: Any = None,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add a reference; return the number of its row."""
        at: cython.Py_ssize_t = self.begin(start, end, line, column, bits, bases, origin)
        self.cells[at + layout.SIZE] = self.pool.put(reference)
        if element is not None or attribute is not None:
            self.set_place(at, element, attribute)
        if self.pool.is_partial(self.cells[at + layout.TEXT]):
            details = (details or _NO_DETAILS)._replace(partial=True)
        if raw is not reference and raw != reference:
            self.cells[at + layout.MORE] = self.pool.keep_more(raw, details or _NO_DETAILS, None)
        elif details is not None and details is not _NO_DETAILS:
            self.cells[at + layout.MORE] = self.pool.number(_NEW(More, (None, details, None)))
        return self.count - 1

    def note(
        self, kind: cython.longlong, start: cython.longlong, value: object = None, end: cython.longlong = 0
    ) -> cython.int:
        """Add a row that is not a reference."""
        at: cython.Py_ssize_t = self.begin(start, end, 0, 0, kind, None, None)
        self.cells[at + layout.SIZE] = 0
        if value is not None:
            self.cells[at + layout.MORE] = self.pool.keep(value)
        return 0

    def problem(self, problem: Problem) -> None:
        self.note(layout.PROBLEM, problem.offset, problem)

    def scanned(
        self, window: bytes, table: cython.longlong[::1], begin: cython.Py_ssize_t, count: cython.Py_ssize_t,
        offset: cython.longlong, shift: cython.longlong, lines: LineCounter | None, bases: object, origin: object,
        more: Any = None, slices: cython.bint = False, pieces: cython.longlong[::1] | None = None,
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add the rows of a scan kernel from ``begin`` on, up to one that is not plain; return the number of that row.

        ``window`` is at byte ``offset`` of the text, which is ``shift`` bytes further on in the document. ``lines``
        counts the lines of the text; None: they are not needed. ``more`` is the object that all rows share; they are in
        a header field then. ``slices``: keep the window, if it is the only one, and copy no text. With ``pieces``, the
        kernel's, joined references are plain too, because only the reference is needed.
        """
        row: cython.Py_ssize_t = begin
        to: cython.Py_ssize_t
        bits: cython.longlong
        line: cython.longlong = 0
        column: cython.longlong = 0
        number: cython.longlong = self.pool.number(more)
        prefixed: cython.longlong = 0
        if slices and not self.pool.window:
            self.pool.window = window
        slices = slices and self.pool.window is window
        self.prepare(count - begin, bases, origin)
        shift += offset
        while row < count:
            at: cython.Py_ssize_t = row * rows.WIDTH
            start: cython.Py_ssize_t = table[at]
            if lines is not None:
                lines.count_to(window, offset, start)
                line = lines.number
                column = offset + start - lines.start + 1
            end: cython.Py_ssize_t = table[at + rows.END]
            named: cython.longlong = layout.NAMESPACE if table[at + rows.BITS] & rows.NAME else 0
            flags: cython.longlong = table[at + rows.BITS] & ~(rows.DELIMITERS | rows.NAME)
            delimiter: cython.longlong = layout.HEADER if number else table[at + rows.BITS] & rows.DELIMITERS
            joined: cython.longlong = table[at + rows.PIECES]
            if flags or joined:  # rare
                if flags in (rows.ESCAPED, rows.MAIL) and not joined and not number:
                    raw: str = window[start:end].decode("ascii")
                    reference: str = mailto(raw) if flags == rows.MAIL else raw.replace("\\/", "/")
                    if flags == rows.ESCAPED and ("\\" in reference or "**" in reference or ";" in reference):
                        break  # JSON in scripts mostly escapes only "\\/"
                    bits = delimiter | named | (layout.SUFFIX if flags == rows.MAIL and not named else layout.URI)
                    self.add(reference, raw, shift + start, shift + end, line, column, bits, bases, origin)
                    row += 1
                    continue
                if pieces is not None and joined and not flags & _OTHERWISE and delimiter != rows.QUOTE:
                    at_text: cython.longlong = self.pool.text.size
                    size = self.pool.put_pieces(window, pieces, table[at + rows.PIECE], joined)
                    if size < 0:
                        break
                    to = self.put(shift + start, shift + end, 0, 0, delimiter | named | layout.URI, at_text)
                    self.cells[to + layout.SIZE] = size
                    row += 1
                    continue
                if joined or (flags > rows.PREFIX and (flags != rows.SUFFIX or named)):
                    break
            bits = delimiter | named | (layout.SUFFIX if flags == rows.SUFFIX else layout.OWN_LINE)
            to = self.put(shift + start, shift + end, line, column, bits, -1 - start if slices else self.pool.text.size)
            if not slices:
                self.pool.text.copy(window, start, end - start)
                self.pool.text.octet(10)
            self.cells[to + layout.SIZE] = end - start
            self.cells[to + layout.MORE] = number
            if flags == rows.PREFIX:
                if not prefixed:
                    prefixed = self.pool.number(_PREFIXED if more is None else more.prefixed())
                self.cells[to + layout.MORE] = prefixed
            row += 1
        return row

    def add_page(self, page: Page) -> cython.int:
        numbers: list[Any] = [0, *[None] * (len(page.objects) - 1)]
        count: cython.Py_ssize_t = page.count
        before: cython.longlong = self.pool.text.size
        if self.count + count > self.room:
            self.grow(count)
        cells: cython.p_longlong = self.cells
        first: cython.Py_ssize_t = self.count * layout.WIDTH
        self.own.put(self.count, page.rows, 0, count)
        self.pool.text.copy(page.text, 0, len(page.text))
        for at in range(first, first + count * layout.WIDTH, layout.WIDTH):
            if cells[at + layout.TEXT] >= 0:
                cells[at + layout.TEXT] += before
            else:
                cells[at + layout.TEXT] = self.pool.text.size
                page.copy_reference(at // layout.WIDTH - self.count, self.pool.text)
            for column in range(at + layout.PLACE, at + layout.SOURCE + 1):
                pair: cython.longlong = cells[column]
                if at > first and pair == page.rows.data[column - first - layout.WIDTH]:  # as in most rows
                    cells[column] = cells[column - layout.WIDTH]
                elif pair:
                    cells[column] = self.renumber(page, numbers, pair >> 32) << 32
                    cells[column] |= self.renumber(page, numbers, pair & _LOW)
            if cells[at + layout.MORE]:
                cells[at + layout.MORE] = self.renumber(page, numbers, cells[at + layout.MORE])
            if cells[at + layout.REL]:
                cells[at + layout.REL] = self.renumber(page, numbers, cells[at + layout.REL])
            if cells[at + layout.LINK_TEXT]:
                cells[at + layout.LINK_TEXT] += before << layout.LINK_SHIFT
        self.count += count
        return 0

    def renumber(self, page: Page, numbers: list[Any], number: cython.Py_ssize_t) -> cython.longlong:
        """Return the number in this pool of an object of a page; ``numbers`` has those already known."""
        if numbers[number] is None:
            numbers[number] = self.pool.number(page.objects[number])
        return numbers[number]

    # -- taking rows out ---------------------------------------------------------------------------------------------

    def take(self, count: cython.Py_ssize_t, others: bool = False) -> tuple[Any, ...]:
        """Take the first rows out; return their number, cells, text, objects and window, the arguments of a page.

        ``others``: rows of other tables still need the pool. If no rows need it, it is cleared.
        """
        pool: Pool = self.pool
        taken: Cells = self.own
        if count == self.count:
            self.reset()
            if not others:
                octets: bytes = pool.text.all()
                objects: list[Any] = pool.objects
                window: bytes = pool.window
                if pool.text.size or len(objects) > _FEW_OBJECTS:
                    pool.clear()
                else:  # the next page has the same ones
                    pool.window = b""
                return count, taken, octets, objects, window
        else:
            taken = self.own.copy(0, count, count)
            self.drop(count)
        cells: cython.p_longlong = taken.data
        low: cython.longlong = pool.text.size
        high: cython.longlong = 0
        for at in range(0, count * layout.WIDTH, layout.WIDTH):
            if cells[at + layout.TEXT] >= 0:
                low = min(low, cells[at + layout.TEXT])
                high = max(high, cells[at + layout.TEXT] + cells[at + layout.SIZE] + 1)
            if cells[at + layout.LINK_TEXT]:
                low = min(low, cells[at + layout.LINK_TEXT] >> layout.LINK_SHIFT)
                high = max(
                    high,
                    (cells[at + layout.LINK_TEXT] >> layout.LINK_SHIFT) + (cells[at + layout.LINK_TEXT] & _LINK_SIZE),
                )
        for at in range(0, count * layout.WIDTH, layout.WIDTH):
            if cells[at + layout.TEXT] >= 0:
                cells[at + layout.TEXT] -= low
            if cells[at + layout.LINK_TEXT]:
                cells[at + layout.LINK_TEXT] -= low << layout.LINK_SHIFT
        return count, taken, pool.text.part(low, max(0, high - low)), list(pool.objects), pool.window


def compact(pool: Pool, tables: list[Rows]) -> None:
    """Remove text and objects of a pool that no row of its tables refers to, if it is large."""
    if pool.text.size < _MUCH and len(pool.objects) < _MANY:
        return
    before: list[Any] = pool.objects
    text: bytes = pool.text.all()
    window: bytes = pool.window
    pool.clear()
    table: Rows
    for table in tables:
        for at in range(0, table.count * layout.WIDTH, layout.WIDTH):
            begin: cython.longlong = table.cells[at + layout.TEXT]
            table.cells[at + layout.TEXT] = pool.text.size
            if begin < 0:
                pool.text.copy(window, -1 - begin, table.cells[at + layout.SIZE])
            else:
                pool.text.copy(text, begin, table.cells[at + layout.SIZE])
            pool.text.octet(10)
            begin = table.cells[at + layout.LINK_TEXT]
            if begin:
                table.cells[at + layout.LINK_TEXT] = pool.text.size << layout.LINK_SHIFT | begin & _LINK_SIZE
                pool.text.copy(text, begin >> layout.LINK_SHIFT, (begin & _LINK_SIZE) - 1)
            table.cells[at + layout.REL] = pool.number(before[table.cells[at + layout.REL]])
            for column in (layout.PLACE, layout.SOURCE):
                pair: cython.longlong = table.cells[at + column]
                second: cython.longlong = pool.number(before[pair >> 32])
                table.cells[at + column] = second << 32 | pool.number(before[pair & _LOW])
            number: cython.longlong = table.cells[at + layout.MORE]
            table.cells[at + layout.MORE] = pool.keep(before[number]) if number else 0
