"""Pages as JSON Lines: what :meth:`Occurrence.as_dict` returns, from templates for references that are plain.

One source, two speeds, as the kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

import json
from json.encoder import encode_basestring

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.pages import layout
from uri_extract.records import NO_DETAILS, Origin
from uri_extract.schema import COLUMNS
from uri_extract.sinks.text import utf8

if cython.compiled:
    from cython.cimports.uri_extract.pages._bytes_c import Bytes
    from cython.cimports.uri_extract.pages._page_c import Page
    from cython.cimports.uri_extract.pages._targets_c import Targets
else:
    from uri_extract.pages._bytes import Bytes
    from uri_extract.pages._page import Page
    from uri_extract.pages._targets import Targets

_WIDTH = cython.declare(cython.Py_ssize_t, layout.WIDTH)
_KIND = cython.declare(cython.longlong, layout.KIND)
_RELATIVE = cython.declare(cython.longlong, layout.RELATIVE)
_FIRST = cython.declare(cython.longlong, layout.FIRST)
_NO_DETAILS = cython.declare(object, NO_DETAILS)
_OF_BITS = cython.declare(cython.longlong, layout.KIND | layout.DELIMITER)
# Fields that are written row by row: integers, which are columns of the row, and others.
_REFERENCE = cython.declare(cython.int, -1)
_TARGET = cython.declare(cython.int, -2)
_RAW = cython.declare(cython.int, -3)
_LINK_TEXT = cython.declare(cython.int, -4)
_END = cython.declare(cython.int, -5)
_BY_ROW: dict[str, int] = {
    "start": layout.START, "end": layout.END, "line": layout.LINE, "column": layout.COLUMN,
    "reference": -1, "target": -2, "raw": -3, "text": -4,
}  # fmt: skip
# What others are where a reference is plain.
_PLAIN: dict[str, str] = {"valid": "true", "errors": "[]", "hazards": "[]"}

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode

# Values as JSON: few names are in use, but a document may make up any.
_texts: dict[Any, str] = {}
_TEXTS_MOST = 1000


# What the values of a run of fields depend on: the bits of a row and its details, or the number of one object.
_BITS = cython.declare(cython.int, 0)
_BASES = cython.declare(cython.int, 1)
_PLACE = cython.declare(cython.int, 2)
_REL = cython.declare(cython.int, 3)
_ORIGIN = cython.declare(cython.int, 4)
_NOTHING = cython.declare(cython.int, 5)
_SOURCES: dict[str, int] = {
    **dict.fromkeys(("base", "base_from"), 1),
    **dict.fromkeys(("element", "attribute"), 2),
    "rel": 3,
    **dict.fromkeys(Origin._fields, 4),
}


@cython.cclass
class Run:
    """Fields whose values depend on the same, and ``last``, one that is written row by row, if it follows."""

    def __init__(self, names: list[str], last: str | None, before: str, after: str) -> None:
        self.names = names
        self.before = before
        self.after = after if last is None else f'{"," if names else ""}"{last}":'
        self.code = _END if last is None else _BY_ROW[last]
        self.source = _SOURCES.get(names[0], 0) if names else _NOTHING
        texts: dict[Any, bytes] = {}
        self.texts = texts
        self.last = -1
        self.text = f"{self.before}{self.after}".encode()

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.inline
    def find(self, page: Page, row: cython.Py_ssize_t, details: cython.longlong) -> cython.int:
        """Have the text of a row, which is plain, in ``text``; ``details``: the number of its object if it has any."""
        at: cython.Py_ssize_t = row * _WIDTH
        number: cython.longlong
        if self.source == _NOTHING:
            return 0
        if self.source == _BITS:
            number = page.cells[at + 4] & _OF_BITS | details << 16
        elif self.source == _BASES:
            number = page.cells[at + 8] & _FIRST if page.cells[at + 4] & _KIND == _RELATIVE else 0
        elif self.source == _PLACE:
            number = page.cells[at + 7]
        elif self.source == _REL:
            number = page.cells[at + 11]
        else:
            number = page.cells[at + 8] >> 32
        if number != self.last:
            self.look_up(page, row, number)
            self.last = number
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def look_up(self, page: Page, row: cython.Py_ssize_t, number: cython.longlong) -> cython.int:
        """Have the text for what has this number in ``text``; texts are kept for other pages."""
        key: Any
        if self.source == _BITS:
            key = number
            if number >> 16:
                key = (number & _OF_BITS, page.more(row).details)
        elif self.source == _PLACE:
            key = (page.objects[number & _FIRST], page.objects[number >> 32])
        else:
            key = page.objects[number]
        known: Any = self.texts.get(key)
        if known is None:
            if len(self.texts) >= _TEXTS_MOST:
                self.texts.clear()
            known = self.texts[key] = self.made(page.occurrence(row))
        self.text = known
        return 0

    def is_last_before_value(self) -> bool:
        """Return True if a value that is written row by row follows, or nothing."""
        return bool(self.code != _END or not self.names)

    @cython.cfunc
    def made(self, found: object) -> bytes:
        members = [f'"{name}":{_PLAIN.get(name) or _json(getattr(found, name))}' for name in self.names]
        return f"{self.before}{','.join(members)}{self.after}".encode()


def _runs() -> list[Run]:
    """Return the runs of the fields of a record."""
    runs: list[Run] = []
    names: list[str] = []
    before = "{"
    for name, following in zip(COLUMNS, (*COLUMNS[1:], None), strict=True):
        if name in _BY_ROW:
            runs.append(Run(names, name, before, ""))
            names, before = [], ","
            continue
        names.append(name)
        if following is None or (following not in _BY_ROW and _SOURCES.get(following, 0) != _SOURCES.get(name, 0)):
            runs.append(Run(names, None, before, ""))
            names, before = [], ","
    return [*runs, Run([], None, "", "}\n")]


_RUNS = cython.declare(list, _runs())
# Those that a value follows, and the last one.
_RUNS_TO_VALUES = cython.declare(list, [run for run in _RUNS if run.is_last_before_value()])


def encode(page: Page) -> bytes:
    """Return a line for each row, in UTF-8; what has none there is U+FFFD."""
    out: Bytes = Bytes()
    relative: Targets = Targets()
    run: Run
    row: cython.Py_ssize_t
    at: cython.Py_ssize_t
    before: cython.Py_ssize_t = -1
    details: cython.longlong
    bits: cython.longlong
    bits_before: cython.longlong = 0
    same: cython.bint
    i: cython.Py_ssize_t
    texts: list[Any] = []
    known: dict[Any, Any] = {}
    for run in _RUNS:
        run.last = -1  # the numbers of another page mean other objects
    for row in range(page.count):
        at = row * _WIDTH
        reference: str = page.reference(row)
        if not page.grade(row, reference):
            found: Any = page.occurrence(row)
            put(out, _encode(found.as_dict()))
            out.octet(10)
            continue
        raw: Any = None
        details = 0
        if page.cells[at + 9]:
            more: Any = page.more(row)
            raw = more.raw
            if more.details is not _NO_DETAILS:
                details = page.cells[at + 9]
        bits = page.cells[at + 4] & _OF_BITS | details << 16
        same = before >= 0 and bits == bits_before and page.cells[at + 7] == page.cells[before + 7]
        same = same and page.cells[at + 8] == page.cells[before + 8] and page.cells[at + 11] == page.cells[before + 11]
        if not same:
            key = (bits, page.cells[at + 7], page.cells[at + 8], page.cells[at + 11])
            if key not in known:
                known[key] = joined(page, row, details)
            texts = known[key]
        before, bits_before = at, bits
        for i in range(len(_RUNS_TO_VALUES)):
            run = _RUNS_TO_VALUES[i]
            between: bytes = texts[i]
            out.copy(between, 0, len(between))
            if run.code >= 0:
                out.number(page.cells[at + run.code])
            elif run.code == _TARGET and page.cells[at + 4] & _KIND == _RELATIVE:
                put(out, _target(relative.of(reference, page.objects[page.cells[at + 8] & _FIRST])))
            elif run.code == _RAW and raw is not None:
                put(out, encode_basestring(raw))
            elif run.code == _LINK_TEXT:
                text: Any = page.link_text(row)
                put(out, "null" if text is None else encode_basestring(text))
            elif run.code != _END:
                out.octet(34)
                page.put_reference(row, out)
                out.octet(34)
    whole: bytes = out.all()
    return whole


@cython.cfunc
def joined(page: Page, row: cython.Py_ssize_t, details: cython.longlong) -> list[Any]:
    """Return what is before each value of a row, and after the last one."""
    run: Run
    found: list[Any] = []
    texts: list[bytes] = []
    for run in _RUNS:
        run.find(page, row, details)
        texts.append(run.text)
        if run.code != _END or not run.names:
            found.append(b"".join(texts))
            texts = []
    return found


@cython.cfunc
@cython.exceptval(-1)
def put(out: Bytes, text: str) -> cython.int:
    """Add a text in UTF-8, what has none as U+FFFD."""
    octets: bytes = utf8(text)
    out.copy(octets, 0, len(octets))
    return 0


@cython.cfunc
def _target(target: str | None) -> str:
    if target is None:
        return "null"
    return f'"{target}"' if target.isascii() else encode_basestring(target)


def _json(value: Any) -> str:
    """Return a value as JSON."""
    known = _texts.get(value)
    if known is None:
        if len(_texts) >= _TEXTS_MOST:
            _texts.clear()
        known = _texts[value] = utf8(_encode(value)).decode()
    return known
