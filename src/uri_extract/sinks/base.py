"""The base class of sinks."""

from __future__ import annotations

from collections.abc import Sequence

from uri_extract._compat._typing import Any, BinaryIO
from uri_extract.rows import Page
from uri_extract.rows.records import Problem


class Sink:
    """An output format.

    A sink is used in two halves. :meth:`encode` and :meth:`encode_problem` are called in any process; their results
    have types that ``marshal`` supports. :meth:`begin`, :meth:`write` and :meth:`end` are called only in the process
    that has the output. The output does not depend on how rows are divided into pages.
    """

    #: True if the output contains nothing that can control a terminal.
    is_safe: bool = False
    #: True if the process ends with the output, so that libraries may be imported in a way that suits no other code.
    owns_process: bool = False
    #: The second output file, if the format has one (:meth:`companion`) and it is requested.
    beside: BinaryIO | None = None

    def companion(self, path: str) -> str | None:
        """Return the name of the second file that belongs to the output ``path``; None if the format has none."""
        return None

    def encode(self, page: Page) -> Any:
        """Return the encoded rows of a page, for :meth:`write`."""
        raise NotImplementedError

    def encode_problem(self, problem: Problem) -> Any:
        """Return an encoded problem, for :meth:`write`."""
        raise NotImplementedError

    def begin(self, out: BinaryIO) -> None:
        """Begin to write into ``out``, which is empty."""
        self._out = out

    def write(self, encoded: Any) -> None:
        """Write encoded rows or an encoded problem; bytes may be a memoryview. Raises OSError if writing fails."""
        raise NotImplementedError

    def write_all(self, encoded: Sequence[Any]) -> None:
        """Write several encoded pages, one after the other."""
        for each in encoded:
            self.write(each)

    def end(self) -> None:
        """Write the end of the output; the caller closes ``out``."""
