"""Numbers and offsets of documents in parts of a file: workers count from their part, the writing process corrects."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.rows.details import Details, More, Origin
from uri_extract.text.part import RELATIVE

if TYPE_CHECKING:
    from typing import Any

    from uri_extract.rows.records import Problem


class PrecedingParts:
    """Counts the numbered documents and the decompressed bytes in the parts of a file before the current one."""

    def __init__(self) -> None:
        self._name: str | None = None
        self._documents = self._size = 0

    def begin(self, name: str | None) -> None:
        """Begin a new input (``name`` is None), or the next part of the file ``name``."""
        self._name = name
        if name is None:
            self._documents = self._size = 0

    def end(self, documents: int, size: int) -> None:
        """End a part that has ``documents`` numbered documents and ``size`` decompressed bytes."""
        self._documents += documents
        self._size += size

    def named(self, name: str | None) -> str | None:
        """Return the name of a document in the file, renumbered from the beginning of the file."""
        prefix = f"{self._name}!"
        if not self._documents or self._name is None or name is None or not name.startswith(prefix):
            return name
        number, mark, rest = name[len(prefix) :].partition("!")
        return f"{prefix}{int(number) + self._documents}{mark}{rest}" if number.isdecimal() else name

    def problem(self, problem: Problem) -> Problem:
        """Return a problem with its document name and offset counted from the beginning of the file."""
        offset = problem.offset
        if offset >= RELATIVE:
            offset += self._size - RELATIVE
        return problem._replace(document=self.named(problem.document), offset=offset)

    def placed(self, value: Any) -> Any:
        """Return an object of a row with document names renumbered from the beginning of the file."""
        if isinstance(value, Origin):
            return value._replace(document=self.named(value.document))
        if isinstance(value, More) and isinstance(value.details, Details) and value.details.refers_to:
            return value._replace(details=value.details._replace(refers_to=self.named(value.details.refers_to)))
        return value
