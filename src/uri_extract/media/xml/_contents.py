"""The text of an element that is a reference, or holds some: kept until its end tag, when its references are placed.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.xml_references import NOTHING, TEXT, VERBATIM
from uri_extract.pages.layout import FIRST

if cython.compiled:
    from cython.cimports.uri_extract.pages._memory import is_ascii
else:
    from uri_extract import limits
    from uri_extract._ascii import AMPERSAND, LESS_THAN
    from uri_extract.decode.xml_references import DecodedValue
    from uri_extract.media.markup import rows
    from uri_extract.pages import LineCounter, Rows, layout

_NOTHING = cython.declare(cython.int, NOTHING)
_FIRST = cython.declare(cython.longlong, FIRST)
# By the kind of a run: the kind of its text, and the bytes before and after it.
_RUNS = cython.declare(
    dict,
    {
        rows.DATA: (TEXT, b"", b""),
        rows.CDATA: (VERBATIM, b"<![CDATA[", b"]]>"),
        rows.COMMENT: (NOTHING, b"<!--", b"-->"),
        rows.PI: (NOTHING, b"<", b"?>"),
    },
)


@cython.cclass
class Content:
    """The text of the current element so far, which begins at byte ``start`` of the document.

    ``how`` it is read is a number of :data:`uri_extract.media.xml.vocabularies.HOW`; 0: as ordinary text, or there is
    no element. ``marked``: decoded, it may contain markup. One object serves for all elements of a document.
    """

    def __init__(self) -> None:
        self.how = 0
        self.start = 0
        self.element: object = None
        self.parts: list[tuple[int, bytes]] = []
        self.begin(0, None, 0, LineCounter())

    def begin(self, how: cython.int, element: object, start: cython.longlong, lines: LineCounter) -> cython.int:
        """Begin an element whose text begins at ``start``, up to which ``lines`` counted."""
        self.how = how
        self.element = element
        self.start = start
        self.size = 0
        self.line = lines.number
        self.line_start = lines.start
        self.counted = lines.counted
        if self.parts:
            self.parts = []
        self.after = b""
        self.marked = False
        return 0

    def take(self, kind: cython.int, place: cython.longlong, window: bytes, begin: cython.Py_ssize_t,
             end: cython.Py_ssize_t) -> cython.bint:  # fmt: skip
        """Add a run of a window, at byte ``place`` of the document; return False if it makes the text ordinary text."""
        known: tuple[int, bytes, bytes] | None = _RUNS.get(kind)
        gap: cython.longlong = place - self.start - self.size
        if known is None:
            return False
        if gap:
            self.add(_NOTHING, self.after + known[1])
        data: cython.p_const_uchar = window
        run: bytes = data[begin:end]
        self.add(known[0], run)
        self.after = known[2]
        self.marked = self.marked or AMPERSAND in run or (kind != rows.DATA and LESS_THAN in run)
        return self.start + self.size == place + end - begin and self.size <= limits.MAX_REFERENCE

    def add(self, how: cython.int, part: bytes) -> cython.int:
        """Add a part. A run that is longer than the limit comes in pieces, cut anywhere, which are joined."""
        self.size += len(part)
        if how != _NOTHING and self.parts and self.parts[len(self.parts) - 1][0] == how:
            part = self.parts.pop()[1] + part
        self.parts.append((how, part))
        return 0

    def lines(self) -> LineCounter:
        """Return a counter of the lines of the document that has counted those before the text."""
        return LineCounter(self.line, self.line_start, self.counted)

    def whole(self, end: cython.longlong) -> list[Any]:
        """Return all parts of the text with their kinds; none if it has others. Its end tag is at byte ``end``."""
        if self.parts and end > self.start + self.size:
            self.add(_NOTHING, self.after)
        if end != self.start + self.size:
            self.parts.clear()
        return self.parts


def place(
    found: Rows, begin: cython.Py_ssize_t, shift: cython.longlong, value: DecodedValue, source: bytes,
    start: cython.longlong, lines: LineCounter, element: object, bases: object,
    places: cython.bint,
) -> cython.int:  # fmt: skip
    """Change the places of the rows from ``begin`` on from places in a text to those in the document.

    The text is part of ``value``, from ``shift`` on. It was decoded from ``source``, which is at byte ``start`` of the
    document, up to which ``lines`` counted. The rows get ``bases`` unless these are None, and ``element`` if they have
    none. Without ``places`` their raw text is not kept.
    """
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    begun: cython.Py_ssize_t
    ended: cython.Py_ssize_t
    number: cython.longlong = found.pool.number(bases)
    for row in range(begin, found.count):
        first = found.get(row, layout.START) - shift
        last = found.get(row, layout.END) - shift
        begun = value.place(first)
        ended = value.place_of_end(last) if last > first else begun
        if places and (
            ended - begun != last - first or not span_is_ascii(source, begun, ended)
        ):  # decoded text is shorter
            found.set_raw(row, source[begun:ended].decode("utf-8", "surrogateescape"))
        lines.count_to(source, start, begun)
        found.move_to(row, start + begun, start + ended, lines.number, start + begun - lines.start + 1)
        if number:
            found.set(row, layout.SOURCE, found.get(row, layout.SOURCE) & ~_FIRST | number)
        if not found.get(row, layout.PLACE) & _FIRST:
            found.set_element(row, element)
    return 0


def span_is_ascii(source: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if all bytes of the span are ASCII."""
    if not cython.compiled:
        return source[begin:end].isascii()
    data: cython.p_const_uchar = source
    return is_ascii(data + begin, end - begin)
