"""Read many short texts of an Arrow column as one: starting a document takes longer than reading a sentence.

Texts are separated by :data:`~uri_extract.scan.windows.SEPARATOR`, which no reference, bracket or wrapped line crosses.
So the references found in a text are those found in it alone, if it ends with a line break.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract.scan.windows import SEPARATOR
from uri_extract.sinks.arrow_values import integer, integers
from uri_extract.sinks.arrow_values import texts as texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uri_extract.rows.records import Problem

# The most bytes of texts that are read as one, unless a single text has more.
_MOST: Final = 1 << 20


class JoinedTexts(NamedTuple):
    """The texts of the rows from ``first`` on; row ``first + k`` begins at byte ``begins[k]`` of ``text``.

    ``begins`` and ``lines``, the number of line breaks before each text, are Arrow arrays of 64-bit integers.
    """

    first: int
    text: bytes
    begins: Any
    lines: Any

    def rows_at(self, starts: Any) -> array[int]:
        """Return the row of the column for each byte offset in ``starts``, which must be in ascending order."""
        begins = _integers(self.begins)
        rows = array("i")
        row = 0
        following = -1  # the start of the next row's text
        for start in _integers(starts):
            if start >= following:
                row = bisect_right(begins, start, row) - 1
                following = begins[row + 1] if row + 1 < len(begins) else len(self.text) + 1
            rows.append(self.first + row)
        return rows

    def in_own_text(self, name: str, column: Any, rows: Any) -> Any:
        """Return the column of a field, with offsets and lines that count from the start of the row's own text.

        ``rows`` is an Arrow array of the rows.
        """
        import pyarrow.compute as pc

        before = {"start": self.begins, "end": self.begins, "line": self.lines}.get(name)
        if before is None:
            return column
        return pc.subtract(column, before.take(pc.subtract(rows, integer(self.first))))

    def problems(self, found: list[tuple[int, int, Problem]], names: Any) -> list[tuple[int, Problem]]:
        """Return the row of each problem, and the problem with its offset and name (of ``names``) in the row's text."""
        begins = _integers(self.begins)
        own = []
        for _, _, problem in found:
            at = bisect_right(begins, problem.offset) - 1
            row = self.first + at
            name = None if names is None else names[row].as_py()
            own.append((row, problem._replace(document=name, offset=problem.offset - begins[at])))
        return own


def joined_texts(column: Any) -> Iterator[JoinedTexts]:
    """Yield the texts of a string array in pieces of about :data:`_MOST` bytes; a null is an empty text."""
    import pyarrow as pa
    import pyarrow.compute as pc

    column = pc.fill_null(column, texts_of(("",))[0].cast(column.type))
    ends = _integers(pc.cumulative_sum(pc.cast(pc.binary_length(column), pa.int64())))
    row = 0
    while row < len(column):
        begin = ends[row - 1] if row else 0
        end = max(row + 1, bisect_right(ends, begin + _MOST, row))
        texts = column.slice(row, end - row).cast(pa.string())
        together = pa.ListArray.from_arrays(integers(array("i", (0, end - row))), texts)
        joined = pc.binary_join(together, texts_of((SEPARATOR.decode(),))[0])[0].as_buffer()
        text = b"".join((joined, b"\n"))  # each text ends with a line break, also the last one
        begins = _before(pc.cast(pc.binary_length(texts), pa.int64()), len(SEPARATOR))
        lines = _before(pc.cast(pc.count_substring(texts, "\n"), pa.int64()), SEPARATOR.count(b"\n"))
        yield JoinedTexts(row, text, begins, lines)
        row = end


def _before(sizes: Any, between: int) -> Any:
    """Return the sum of the sizes before each one, with ``between`` added for each gap."""
    import pyarrow.compute as pc

    sizes = pc.add(sizes, integer(between))
    return pc.subtract(pc.cumulative_sum(sizes), sizes)


def _integers(numbers: Any) -> Any:
    """Return the 64-bit integers of an Arrow array without nulls."""
    values = numbers.buffers()[1]
    return memoryview(values).cast("q")[numbers.offset : numbers.offset + len(numbers)] if values else array("q")
