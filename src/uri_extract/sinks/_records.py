"""Encoding of pages as text records: JSON Lines, tables. Values that rows share are encoded once."""

from __future__ import annotations

import cython

from uri_extract._compat._typing import Any
from uri_extract.rows.details import Origin
from uri_extract.rows.layout import FIRST
from uri_extract.rows.records import COMPUTED, PLAIN
from uri_extract.rows.schema import CONTEXT, REQUESTED
from uri_extract.sinks.text import utf8

if cython.compiled:
    from cython.cimports.cpython.unicode import PyUnicode_DATA, PyUnicode_KIND
else:
    from uri_extract.rows import layout
    from uri_extract.rows._bytes import Bytes
    from uri_extract.rows._page import Page, Targets, plain_target
    from uri_extract.rows._page import judged as judged_of

_FIRST = cython.declare(cython.longlong, FIRST)
_OF_BITS = cython.declare(cython.longlong, layout.KIND | layout.DELIMITER)
_NO_BASES = cython.declare(tuple, (None, None))
_NO_VALUES = cython.declare(dict, {})

# Fields with a value of their own in each row: integers, which are columns of the row, and others.
_TARGET = cython.declare(cython.int, layout.WIDTH + 1)
_RAW = cython.declare(cython.int, layout.WIDTH + 2)
_LINK_TEXT = cython.declare(cython.int, layout.WIDTH + 3)
_ON_REQUEST = cython.declare(tuple, (*CONTEXT, *REQUESTED))
_BEFORE = cython.declare(cython.int, layout.WIDTH + 4)
_END = cython.declare(cython.int, layout.WIDTH + 4 + len(CONTEXT) + len(REQUESTED))
_UNWRAPPED = cython.declare(cython.int, _END + 1)
_BY_ROW: dict[str, int] = {
    "unwrapped": _UNWRAPPED, "start": layout.START, "end": layout.END, "line": layout.LINE, "column": layout.COLUMN,
    **{name: layout.WIDTH + i for i, name in enumerate(("reference", "target", "raw", "text", *CONTEXT, *REQUESTED))},
}  # fmt: skip
# The source of the values of each other field: one of the objects of a row; by default its bits, details and judgement.
_OF_ORIGIN = cython.declare(cython.int, 4)
_SOURCES: dict[str, int] = {
    **dict.fromkeys(("base", "base_from"), 1),
    **dict.fromkeys(("element", "attribute"), 2),
    "rel": 3,
    **dict.fromkeys(Origin._fields, _OF_ORIGIN),
}
_PLAIN = cython.declare(tuple, PLAIN)
# Texts of a run that are kept for other pages. Few are in use, but a document may have any number.
_MOST_TEXTS = 1000
# The most slots for the texts of rows, chosen by a hash of what these texts depend on.
_SLOTS = cython.declare(cython.Py_ssize_t, 256)


class Run:
    """Consecutive fields whose values depend on the same source; ``heads`` has the text before each value.

    ``texts`` caches texts by their source, except those of origins, which rarely return. ``last`` is the last source.
    """

    def __init__(self, source: int) -> None:
        self.source: cython.int = source
        self.heads: list[tuple[bytes, str]] = []
        self.texts: dict[Any, bytes] = {}
        self.last: Any = self
        self.text: bytes = b""  # of the last source

    def write(
        self, out: Bytes, records: Records, key: Any, page: Page, row: cython.Py_ssize_t, judged: Any
    ) -> cython.int:  # fmt: skip
        """Write these fields of a row, whose values depend on ``key`` only."""
        text: Any = self.text if key is self.last else self.texts.get(key) if self.source != _OF_ORIGIN else None
        if text is None:
            begin: cython.Py_ssize_t = out.size
            found: Any = key if self.source == _OF_ORIGIN else page.occurrence(row)
            computed: Any = _NO_VALUES if self.source == _OF_ORIGIN else dict(zip(COMPUTED, judged, strict=True))
            head: bytes
            for head, name in self.heads:
                out.copy(head, 0, len(head))
                records.put(out, computed[name] if name in computed else getattr(found, name))
            text = out.part(begin, out.size - begin)
            if self.source != _OF_ORIGIN:
                if len(self.texts) >= _MOST_TEXTS:
                    self.texts.clear()
                self.texts[key] = text
        else:
            out.copy(text, 0, len(text))
        self.last, self.text = key, text
        return 0


def _arranged(heads: dict[str, str], tail: str) -> tuple[list[Any], bytes]:
    """Return runs, each group with the text before the next value that each row has of its own, or before the end.

    Also return the codes of these values.
    """
    runs: list[Run] = []
    between: list[Any] = []
    codes: list[int] = []
    for name, head in heads.items():
        if name in _BY_ROW:
            between.append((runs, head.encode()))
            codes.append(_BY_ROW[name])
            runs = []
            continue
        source = _SOURCES.get(name, 0)
        if not runs or runs[-1].source != source:
            runs.append(Run(source))
        runs[-1].heads.append((head.encode(), name))
    between.append((runs, tail.encode()))
    return between, bytes((*codes, _END))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _alike(page: Page, at: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.bint:
    """Return True if the sources of all runs are the same in two rows, except their judgement."""
    return not (
        (page.cells[at + layout.BITS] ^ page.cells[other + layout.BITS]) & _OF_BITS
        or page.cells[at + layout.PLACE] != page.cells[other + layout.PLACE]
        or page.cells[at + layout.SOURCE] != page.cells[other + layout.SOURCE]
        or page.cells[at + layout.MORE] != page.cells[other + layout.MORE]
        or page.cells[at + layout.REL] != page.cells[other + layout.REL]
    )


class Records:
    """Encodes pages. A record has the head and value of each field, and then ``tail``.

    ``cell`` converts a value to text. A text without characters that it changes is copied between ``quotes``.
    """

    def __init__(self, heads: dict[str, str], tail: str, cell: Any, quotes: bytes = b"") -> None:
        self.cell = cell
        self.null: bytes = utf8(cell(None))
        self.quotes = quotes
        # For each byte, 1 if the cell has it unchanged: as the first character, and before what may begin a formula.
        quote = quotes.decode()
        self.first, self.inside = [
            bytes([
                32 <= byte < 127 and (  # no cell changes letters and digits
                    chr(byte).isalnum() or cell(text := f"{before}{chr(byte)}{after}") == f"{quote}{text}{quote}"
                )
                for byte in range(256)
            ])
            for before, after in (("", "a"), ("a", "=a"))
        ]  # fmt: skip
        self.changes: cython.bint = not (  # some characters of plain references
            all(map(self.first.__getitem__, b"+-=@")) and all(map(self.inside.__getitem__, b",;"))
        )
        self.out = Bytes()  # of all records; of the texts between two values
        self.constant = Bytes()
        self.between, self.codes = _arranged(heads, tail)

    def encode(self, page: Page) -> bytearray:
        """Return the records of a page in UTF-8, with U+FFFD for source bytes that are not UTF-8."""
        out: Bytes = self.out
        relative: Targets = Targets()
        codes: cython.p_const_uchar = self.codes
        count: cython.Py_ssize_t = _SLOTS if page.count > 32 else 32
        slots: list[Any] = [None] * count
        rows: cython.Py_ssize_t[256]
        if not cython.compiled:
            rows = [-1] * _SLOTS
        for i in range(count):
            rows[i] = -1
        out.clear()
        for row in range(page.count):
            at: cython.Py_ssize_t = row * layout.WIDTH
            plain: cython.bint = page.grade(row)
            raw: Any = page.more(row).raw if page.cells[at + layout.MORE] else None
            reference: Any = None
            unwrapped: Any = None
            target: Any = None if plain else plain_target(page, row)
            mapped: cython.bint = target is not None
            if plain or mapped:
                plain = True
                slot: cython.Py_ssize_t = (
                    page.cells[at + layout.BITS]
                    + page.cells[at + layout.PLACE] * 17
                    + (page.cells[at + layout.PLACE] >> 32) * 5
                )
                slot = (
                    slot + page.cells[at + layout.SOURCE] + page.cells[at + layout.MORE] + page.cells[at + layout.REL]
                ) & (count - 1)
                last: cython.Py_ssize_t = rows[slot]
                if last < 0 or not _alike(page, at, last):
                    rows[slot] = at
                    slots[slot] = self.texts_of(page, row, _PLAIN, True)
                texts: list[Any] = slots[slot]
                if self.changes and self.is_changed(page, row):
                    reference = page.reference(row)
                if page.cells[at + layout.BITS] & layout.FORM == layout.RELATIVE:
                    target = relative.of(page.reference(row), page.objects[page.cells[at + layout.SOURCE] & _FIRST])
            else:
                reference = page.reference(row)
                target, valid, errors, hazards, unwrapped = judged_of(page, row, False)
                texts = self.texts_of(page, row, (valid, errors, hazards, None), False)
            for i in range(len(texts)):
                text: bytes = texts[i]
                out.copy(text, 0, len(text))
                code: cython.int = codes[i]
                if code < layout.WIDTH:
                    out.number(page.cells[at + code])
                elif code == _LINK_TEXT:
                    self.put(out, page.link_text(row))
                elif code == _END:
                    break
                elif code == _UNWRAPPED:
                    self.put(out, unwrapped)
                elif code >= _BEFORE:
                    self.put(out, getattr(page.occurrence(row), _ON_REQUEST[code - _BEFORE], None))
                elif code == _RAW and raw is not None:
                    self.put(out, raw)
                elif code == _TARGET and (not plain or page.cells[at + layout.BITS] & layout.FORM == layout.RELATIVE):
                    self.put(out, target)
                elif reference is not None:
                    self.put(out, target if code == _TARGET and mapped else reference)
                elif code == _TARGET and mapped:
                    out.put(target)
                else:
                    page.put_reference(row, out)
        encoded: bytearray = out.take()
        return encoded

    def put(self, out: Bytes, value: Any) -> cython.int:
        """Write a value in its cell."""
        if cython.compiled and type(value) is str and PyUnicode_KIND(value) == 1:  # a byte for each character
            text: str = value
            if self.is_own_cell(cython.cast(cython.p_const_uchar, PyUnicode_DATA(text)), len(text)):
                out.copy(self.quotes, 0, len(self.quotes))
                out.put(text)
                out.copy(self.quotes, 0, len(self.quotes))
                return 0
        octets: bytes = self.null if value is None else utf8(self.cell(value))
        out.copy(octets, 0, len(octets))
        return 0

    def texts_of(self, page: Page, row: cython.Py_ssize_t, judged: Any, plain: cython.bint) -> list[Any]:
        """Return the texts before each value that the row has of its own, and after the last one.

        The values of a row that is ``plain`` are in quotes.
        """
        at: cython.Py_ssize_t = row * layout.WIDTH
        bits: cython.longlong = page.cells[at + layout.BITS] & _OF_BITS
        relative: cython.bint = bits & layout.FORM == layout.RELATIVE
        place: cython.longlong = page.cells[at + layout.PLACE]
        source: cython.longlong = page.cells[at + layout.SOURCE]
        objects: list[Any] = page.objects
        raw, details, _ = page.more(row)
        keys: tuple[Any, ...] = (
            (bits, details, judged),
            objects[source & _FIRST] if relative else _NO_BASES,
            (objects[place & _FIRST], objects[place >> layout.SECOND]),
            objects[page.cells[at + layout.REL]],
            objects[source >> layout.SECOND],
        )
        texts: list[Any] = []
        out: Bytes = self.constant
        codes: cython.p_const_uchar = self.codes
        quoted: cython.bint = False
        run: Run
        for i, (runs, last) in enumerate(self.between):
            out.clear()
            if quoted:
                out.copy(self.quotes, 0, len(self.quotes))
            for run in runs:
                run.write(out, self, keys[run.source], page, row, judged)
            out.copy(last, 0, len(last))
            code: cython.int = codes[i]
            quoted = plain and (
                code == layout.WIDTH or (code == _TARGET and not relative) or (code == _RAW and raw is None)
            )
            if quoted:
                out.copy(self.quotes, 0, len(self.quotes))
            texts.append(out.all())
        return texts

    def is_own_cell(self, data: cython.p_const_uchar, size: cython.Py_ssize_t) -> cython.bint:
        """Return True if a text has no character that its cell changes."""
        first: cython.p_const_uchar = self.first
        inside: cython.p_const_uchar = self.inside
        for i in range(size):
            if not inside[data[i]]:
                return False
        return size == 0 or first[data[0]] != 0

    def is_changed(self, page: Page, row: cython.Py_ssize_t) -> cython.bint:
        """Return True if the cell may change a character of a plain reference."""
        if not cython.compiled:
            return True
        begin: cython.Py_ssize_t = page.cells[row * layout.WIDTH + layout.TEXT]
        data: cython.p_const_uchar = page.window if begin < 0 else page.text
        return not self.is_own_cell(
            data + (-1 - begin if begin < 0 else begin), page.cells[row * layout.WIDTH + layout.SIZE]
        )
