"""Documents in parts of one file: what a process does not know of the parts before, the one that writes adds."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING
from uri_extract.details import Details, More, Origin
from uri_extract.media.part import RELATIVE

if TYPE_CHECKING:
    from typing import Any

    from uri_extract.records import Problem


class PrecedingParts:
    """Count the numbered documents and the decompressed bytes in the parts of a file before the current one."""

    def __init__(self) -> None:
        self._name: str | None = None
        self._documents = self._size = 0

    def begin(self, name: str | None) -> None:
        """Begin an input, or a part of the file of that name in which what was read last goes on."""
        self._name = name
        if name is None:
            self._documents = self._size = 0

    def end(self, documents: int, size: int) -> None:
        """End a part with that many documents and decompressed bytes."""
        self._documents += documents
        self._size += size

    def named(self, name: str | None) -> str | None:
        """Return the name of a document in the file, or of one in that, with the number that it has in the file."""
        prefix = f"{self._name}!"
        if not self._documents or self._name is None or name is None or not name.startswith(prefix):
            return name
        number, mark, rest = name[len(prefix) :].partition("!")
        return f"{prefix}{int(number) + self._documents}{mark}{rest}" if number.isdecimal() else name

    def problem(self, problem: Problem) -> Problem:
        """Return a problem with its place in the file."""
        offset = problem.offset
        if offset >= RELATIVE:
            offset += self._size - RELATIVE
        return problem._replace(document=self.named(problem.document), offset=offset)

    def placed(self, value: Any) -> Any:
        """Return an object of a row with the names that documents have in the file."""
        if isinstance(value, Origin):
            return value._replace(document=self.named(value.document))
        if isinstance(value, More) and isinstance(value.details, Details) and value.details.refers_to:
            return value._replace(details=value.details._replace(refers_to=self.named(value.details.refers_to)))
        return value
