"""Documents in, record batches out: each reference is a row, and so is each problem."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter

from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.decode.quoted import is_quoted
from uri_extract.errors import UNREADABLE, InvalidOptionValue, UriExtractError, source_error
from uri_extract.formats import scanner_for
from uri_extract.formats.recognition import HTML, PLAIN
from uri_extract.limits import MAX_BATCH_TEXT
from uri_extract.markup.bases import Bases, own_base
from uri_extract.markup.html._documents import Fragments
from uri_extract.pipeline._scanners import Scanners, scanned
from uri_extract.rows import Page, Pool, computed, page_of
from uri_extract.rows.records import Problem
from uri_extract.rows.schema import CONTEXT
from uri_extract.scan._kernel import SEPARATOR
from uri_extract.sinks import arrow
from uri_extract.sinks.arrow_values import integer, integers, texts
from uri_extract.sources import Document, Unreadable, walk
from uri_extract.sources._documents import origin_of
from uri_extract.sources.content_type import of_content_type
from uri_extract.sources.document import NotDocument
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import ScanOptions
from uri_extract.text.part import RELATIVE

# -- Read many short texts of an Arrow column as one: starting a document takes longer than reading a sentence ---------
#
# Texts are separated by :data:`~uri_extract.scan._kernel.SEPARATOR`, which no reference, bracket or wrapped line
# crosses. So the references found in a text are those found in it alone, if it ends with a line break.

# The most bytes of texts that are read as one, unless a single text has more.
_MOST: Final = 1 << 20

# Fields of HTML that are not computed for joined pages. If more than an eighth of these must be read alone, all are.
_OF_WHOLE_PAGES: Final = frozenset(("region", *CONTEXT))
_MOST_ALONE: Final = 8


@lru_cache(maxsize=256)
def _own_bases(base: str | None, default_base: str | None) -> tuple[str | None, ...] | None:
    """Return the bases of the references of a page without a base element; None if its base has a problem."""
    own = own_base(base, default_base)
    return None if own.problem else Bases(own).own_pair


class JoinedTexts(NamedTuple):
    """The texts of the rows from ``first`` on; row ``first + k`` begins at byte ``begins[k]`` of ``text``.

    ``begins`` and ``lines``, the number of line breaks before each text, are Arrow arrays of 64-bit integers.
    """

    first: int
    text: bytes
    begins: Any
    lines: Any

    @property
    def rows(self) -> range:
        """The rows of the column."""
        return range(self.first, self.first + len(self.begins))

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

    column = pc.fill_null(column, texts(("",))[0].cast(column.type))
    ends = _integers(pc.cumulative_sum(pc.cast(pc.binary_length(column), pa.int64())))
    row = 0
    while row < len(column):
        begin = ends[row - 1] if row else 0
        end = max(row + 1, bisect_right(ends, begin + _MOST, row))
        piece = column.slice(row, end - row).cast(pa.string())
        together = pa.ListArray.from_arrays(integers(array("i", (0, end - row))), piece)
        joined = pc.binary_join(together, texts((SEPARATOR.decode(),))[0])[0].as_buffer()
        text = b"".join((joined, b"\n"))  # each text ends with a line break, also the last one
        begins = _before(pc.cast(pc.binary_length(piece), pa.int64()), len(SEPARATOR))
        lines = _before(pc.cast(pc.count_substring(piece, "\n"), pa.int64()), SEPARATOR.count(b"\n"))
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


# -- Documents become record batches -----------------------------------------------------------------------------------


class OfDocuments(NamedTuple):
    """Columns with properties of the documents: an array of texts each, or None."""

    document: Any = None
    media_type: Any = None
    base: Any = None
    charset: Any = None


class Tabulation:
    """Reads documents one after the other, with the same scanners.

    ``schema`` is that of the batches; its last column is ``problem`` if problems are rows. Otherwise problems are
    dropped, or if ``raises`` the first one is raised. An error of the medium (:mod:`uri_extract.errors`) is raised
    always. ``media_type`` is that of all documents, ``options``
    are those of scanners. ``are_splits``: documents may be splits of files.
    """

    def __init__(
        self, schema: Any, raises: bool, media_type: str | None, options: ScanOptions, are_splits: bool = False
    ) -> None:
        self._schema = schema
        self._is_row = "problem" in schema.names
        self._raises = raises
        self._raised: Exception | None = None  # ends the reading; a reader of a container might handle it
        self._entry: Unreadable | None = None  # the current entry of a directory, if it cannot be read
        self._columns = tuple(name for name in schema.names if name != "problem")
        self._media_type = media_type
        self._options = options
        self._are_splits = are_splits
        self._row = 0  # of the current document
        self._name: str | None = None  # of the current document
        # Each problem with the number of rows of the batch before it, and the row of its document.
        self._problems: list[tuple[int, int, Problem]] = []
        self._gathered = arrow.Gathered(arrow.ROWS, MAX_BATCH_TEXT, names=self._columns)
        self._scanners = Scanners(self._report, options)
        self._text_scanner: BaseScanner | None = None
        #: The number of documents read, of which those in containers are some, and of problems of each kind.
        self.documents: int = 0
        self.problems: Counter[str] = Counter()
        #: The numbers of documents that are left out, and a function that is called with each number before it is read.
        self.left_out: Collection[int] = ()
        self.on_document: Callable[[int], None] | None = None

    def of_column(self, column: Any, of: OfDocuments) -> Iterator[tuple[Any, Any]]:
        """Yield batches of the references in the documents of a column, each with the rows of the documents.

        Raises :class:`InvalidOptionValue` if the column has neither strings nor bytes.
        """
        content, is_text = documents_of(column)
        if not is_text:
            yield from self.of_documents(self._documents(content, of, None, range(len(content))))
        elif (
            self._media_type not in (None, PLAIN, HTML)
            or (self._media_type == HTML and not _OF_WHOLE_PAGES.isdisjoint(self._columns))
            or of.media_type is not None
            or self._options.json_field
            or (of.base is not None and "source_host" in self._columns)
            or not all(_is_utf8(column) for column in of if column is not None)
        ):
            yield from self.of_documents(self._documents(content, of, PLAIN, range(len(content))))
        else:
            yield from self._of_texts(content, of)

    def _documents(self, content: Any, of: OfDocuments, decoded: str | None, rows: range) -> Iterator[Document]:
        """Yield the documents in these rows; ``decoded`` is the default type of documents that are strings.

        A string gets a final line break, as in joined texts.
        """
        for row in rows:
            self._row = row
            value = content[row]
            if not value.is_valid:
                continue
            name, kind, base, charset = self._properties(of, row)
            media_type = self._media_type
            if kind is not None:
                media_type, parameter = of_content_type(kind)
                charset = charset or parameter
            data = value.as_buffer().to_pybytes() + (b"\n" if decoded else b"")
            yield Document(name, media_type or decoded, data, "utf-8" if decoded else charset, base)

    def _properties(self, of: OfDocuments, row: int) -> list[str | None]:
        """Return the properties of the document in a row; report those that are not UTF-8."""
        found: list[str | None] = []
        faults = []
        for name, column in zip(of._fields, of, strict=True):
            value = None if column is None else column[row]
            if value is None or not value.is_valid:
                found.append(None)
                continue
            octets = value.as_buffer().to_pybytes()
            text = octets.decode("utf-8", "replace")
            found.append(text)
            if text.encode() != octets:
                faults.append(f"the {name} of this row is not UTF-8: U+FFFD replaces octets")
        for message in faults:
            self._report(Problem(found[0], 0, "damaged", message))
        return found

    # -- documents -----------------------------------------------------------------------------------------------------

    def of_documents(self, documents: Iterable[Document | Unreadable]) -> Iterator[tuple[Any, Any]]:
        """Yield batches of the references in documents, each with the rows that were current."""
        rows = array("i")
        gathered = self._gathered
        for row, page, of_page in self._pages(iter(documents)):
            for _ in gathered.add(page, of_page):
                rows.extend((row,) * (len(gathered) - len(rows)))
                yield self._made(gathered.batch(), rows, self._taken_problems())
                rows = array("i")
            rows.extend((row,) * (len(gathered) - len(rows)))
        if rows or self._problems:
            yield self._made(gathered.batch(), rows, self._taken_problems())

    def _pages(self, documents: Iterator[Document | Unreadable]) -> Iterator[tuple[int, Page, Any]]:
        """Yield the row of each document, with its pages and their computed fields.

        An internal error ends the reading of its document, but not of the others. An error in getting the next document
        is raised, because the iterator may have ended with it.
        """
        while self._raised is None:
            try:
                found = self._counted(walk(self._each(documents), self._report))
                for page in scanned(found, self._scanners, self._report):
                    if self._raised is not None:
                        break
                    if len(page):
                        yield self._row, page, computed(page, self._columns)
                else:
                    break
            except MemoryError:
                raise
            except Exception as error:
                self._scanners = Scanners(self._report, self._options)
                self._report(Problem(self._name, 0, "internal", f"{type(error).__name__}: {error}"))
        if self._raised is not None:
            raise self._raised

    def _counted(self, documents: Iterator[Document]) -> Iterator[Document]:
        for document in documents:
            self.documents += 1
            if self.documents in self.left_out:
                message = "left out: the process that read it ended, or reached its limit of time, twice"
                self._report(Problem(document.name, 0, "internal", message))
                continue
            if self.on_document is not None:
                self.on_document(self.documents)
            yield document

    def _each(self, documents: Iterator[Document | Unreadable]) -> Iterator[Document | Unreadable]:
        while True:
            try:
                document = next(documents, None)
            except Exception as error:
                self._raised = error
                raise
            if document is None:
                return
            self._entry = document if isinstance(document, Unreadable) else None
            self._name = document.name if isinstance(document, Document) else document.filename
            yield document

    def _report(self, problem: Problem) -> None:
        if self._raised is not None:
            return
        self.problems[problem.kind] += 1
        if problem.offset >= RELATIVE:
            problem = problem._replace(offset=-1)
        name = problem.document or "a document"
        at = f", byte {problem.offset}" if problem.offset else ""
        if problem.kind == UNREADABLE:
            error = self._entry or sys.exception()  # the one that is being handled, if it is an Unreadable
            number = error.errno if isinstance(error, Unreadable) else None
            if not isinstance(error, NotDocument):
                self._raised = source_error(number, f"{problem.message}{at}", name)
                self._raised.__cause__ = error if isinstance(error, Unreadable) else None
                return
        if self._raises:
            self._raised = UriExtractError(f"{name}{at}: {problem.message}")
        elif self._is_row:
            self._problems.append((len(self._gathered), self._row, problem))

    def _taken_problems(self) -> list[tuple[int, int, Problem]]:
        problems, self._problems = self._problems, []
        return problems

    # -- texts ---------------------------------------------------------------------------------------------------------

    def _of_texts(self, content: Any, of: OfDocuments) -> Iterator[tuple[Any, Any]]:
        """Yield batches of the references in texts, which are read together."""
        names = self._columns if "start" in self._columns else (*self._columns, "start")
        gathered = arrow.Gathered(arrow.ROWS, MAX_BATCH_TEXT, names=names)
        for joined in joined_texts(content):
            try:
                pages = self._of_pages(joined, of.base) if self._media_type == HTML else [self._scanned(joined.text)]
                parts = [(part, computed(part, self._columns) if isinstance(part, Page) else None) for part in pages]
            except MemoryError:
                raise
            except Exception:
                self._text_scanner = None
                self._problems.clear()
                parts = [(joined.rows, None)]
            if self._raised is not None:
                raise self._raised
            problems = joined.problems(self._taken_problems(), of.document)
            for part, of_page in parts:
                if not isinstance(part, Page):
                    yield from self.of_documents(self._documents(content, of, PLAIN, part))
                    continue
                for _ in gathered.add(part, of_page):
                    yield self._in_own_texts(joined, gathered.batch(), of, problems, is_last=False)
                if len(gathered) or problems:
                    yield self._in_own_texts(joined, gathered.batch(), of, problems, is_last=True)

    def _of_pages(self, joined: JoinedTexts, bases: Any) -> list[Page | range]:
        """Return pages of the references in joined pages of HTML, and the rows of those that must be read alone.

        ``bases`` is the column of their bases, or None. Beginning and ending the reading of a page takes ten times as
        long as reading a sentence.
        """
        begins = [*_integers(joined.begins), len(joined.text) + len(SEPARATOR) - 1]
        reader = Fragments(Pool(), origin_of(Document(None, None, b""), HTML, self._options.base), self._options)
        alone = []
        for number, (begin, end) in enumerate(pairwise(begins)):
            text = joined.text[begin : end - len(SEPARATOR)]
            base = None if bases is None else bases[joined.first + number].as_py()
            own = _own_bases(base or self._options.base, self._options.default_base)
            # False: it has a base element or a problem. Each other sign means that more than its own bytes matter.
            if not reader.take(text, own) or own is None or b"srcdoc" in text.lower() or is_quoted(text):
                alone.append(number)
        rows = reader.found(joined.text if self._options.places else None)
        reader.release()
        rows.default_scheme(len(rows))
        if len(alone) * _MOST_ALONE > len(begins) or reader.notes:
            return [joined.rows]
        found: list[Page | range] = []
        for number in (*alone, len(begins) - 1):
            if count := rows.before(begins[number]):
                found.append(page_of(rows, count, True))
            if number < len(begins) - 1:
                found.append(joined.rows[number : number + 1])
                rows.drop(rows.before(begins[number + 1]))
        return found

    def _scanned(self, text: bytes) -> Page:
        origin = origin_of(Document(None, None, b""), PLAIN, self._options.base)
        scanner = self._text_scanner
        if scanner is None:
            self._text_scanner = scanner = scanner_for(PLAIN, self._options, origin=origin, on_problem=self._report)
        scanner.restart(None, origin)
        return scanner.read(text, final=True)

    def _in_own_texts(
        self, joined: JoinedTexts, found: Any, of: OfDocuments, problems: list[tuple[int, Problem]], is_last: bool
    ) -> tuple[Any, Any]:
        """Return a batch of the references in joined texts, with the offsets and documents of each one's text."""
        import pyarrow as pa

        rows = joined.rows_at(found.column("start"))
        taken = integers(rows)
        columns = []
        for name in self._columns:
            column = joined.in_own_text(name, found.column(name), taken)
            value = of.document if name == "document" else of.base if name == "source_url" else None
            columns.append(column if value is None else value.take(taken))
        until = rows[-1] + 1 if rows else 0
        count = len(problems) if is_last else bisect_left(problems, until, key=itemgetter(0))
        here = [(bisect_left(rows, row), row, problem) for row, problem in problems[:count]]
        del problems[:count]
        return self._made(pa.RecordBatch.from_arrays(columns, list(self._columns)), rows, here)

    # -- batches -------------------------------------------------------------------------------------------------------

    def _made(self, found: Any, rows: array[int], problems: list[tuple[int, int, Problem]]) -> tuple[Any, Any]:
        """Return the batch of references and problems, with the row of each one's document."""
        import pyarrow as pa

        size = len(rows)
        columns = [self._known(name, column) for name, column in zip(self._columns, found.columns, strict=True)]
        if self._is_row:
            columns.append(pa.nulls(size, self._schema.field("problem").type))
        batch = pa.RecordBatch.from_arrays(columns, schema=self._schema)
        if not problems:
            return batch, integers(rows)
        made = self._rows_of([problem for _, _, problem in problems])
        pieces = []
        of_pieces = array("i")
        at = 0
        for number, (before, row, _) in enumerate(problems):
            pieces += [batch.slice(at, before - at), made.slice(number, 1)]
            of_pieces += rows[at:before]
            of_pieces.append(row)
            at = before
        pieces.append(batch.slice(at))
        of_pieces += rows[at:]
        return pa.Table.from_batches(pieces).combine_chunks().to_batches()[0], integers(of_pieces)

    def _rows_of(self, problems: list[Problem]) -> Any:
        """Return the batch of problems, with nulls in other columns."""
        import pyarrow as pa

        fields = [
            texts([each.kind for each in problems]),
            integers(array("q", [each.offset for each in problems])),
            texts([each.message for each in problems]),
        ]
        of_problem = list(self._schema.field("problem").type)
        known = {
            "document": texts([each.document for each in problems]),
            "problem": pa.StructArray.from_arrays(fields, fields=of_problem),
        }
        columns = [
            known[field.name] if field.name in known else pa.nulls(len(problems), field.type) for field in self._schema
        ]
        return pa.RecordBatch.from_arrays(columns, schema=self._schema)

    def _known(self, name: str, column: Any) -> Any:
        """Return the column ``line`` or ``column`` of splits with nulls for unknown values; other columns unchanged."""
        if not self._are_splits or name not in ("line", "column"):
            return column
        import pyarrow as pa
        import pyarrow.compute as pc

        return pc.if_else(pc.greater(column, integer(0)), column, pa.nulls(1, column.type)[0])


def documents_of(column: Any) -> tuple[Any, bool]:
    """Return a column of documents as an array of strings or bytes, and True if they are strings.

    Raises :class:`InvalidOptionValue` for other types.
    """
    import pyarrow as pa

    types = pa.types
    kind = column.type
    if types.is_dictionary(kind):
        return documents_of(column.dictionary_decode())
    if types.is_null(kind):
        return column.cast(pa.string()), True
    if types.is_string(kind) or types.is_large_string(kind):
        return column, True
    if types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind):
        return column, False
    if str(kind) == "string_view":
        return column.cast(pa.string()), True
    if str(kind) == "binary_view":
        return column.cast(pa.binary()), False
    raise InvalidOptionValue(f"documents are strings or bytes, not {kind}")


def texts_of(column: Any) -> Any:
    """Return a column of names as an array of strings, which may not be UTF-8."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if "binary" in str(column.type):
        column = column.cast(pa.binary()).view(pa.string())
    return column if pa.types.is_string(column.type) else column.cast(pa.string())


def _is_utf8(column: Any) -> bool:
    import pyarrow as pa

    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True
