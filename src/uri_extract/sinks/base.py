"""What all sinks are."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from uri_extract.pages import Page
    from uri_extract.records import Problem


class Sink:
    """A format that is written.

    It is used in two halves. :meth:`encode` and :meth:`encode_problem` are called in any process: what they return is
    what ``marshal`` takes. :meth:`begin`, :meth:`write` and :meth:`end` are called in the one process that has the
    output, and what they write does not depend on how rows were put into pages.
    """

    #: Whether nothing that is written can act on a terminal.
    is_safe: bool = False
    #: Whether the process ends with what is written: libraries may be imported as no other code could use them.
    owns_process: bool = False
    #: The second file, if the format has one (:meth:`companion`) and it is wanted.
    beside: BinaryIO | None = None

    def companion(self, path: str) -> str | None:
        """Return the name of the second file that belongs to an output of that name, None if there is none."""
        return None

    def encode(self, page: Page) -> Any:
        """Return the rows of a page as :meth:`write` takes them."""
        raise NotImplementedError

    def encode_problem(self, problem: Problem) -> Any:
        """Return a problem as :meth:`write` takes it."""
        raise NotImplementedError

    def begin(self, out: BinaryIO) -> None:
        """Begin to write into ``out``, which is empty."""
        self._out = out

    def write(self, encoded: Any) -> None:
        """Write what was encoded, of which bytes may be a memoryview; raises OSError if that fails."""
        raise NotImplementedError

    def write_all(self, encoded: Sequence[Any]) -> None:
        """Write what was encoded of pages, one after the other."""
        for each in encoded:
            self.write(each)

    def end(self) -> None:
        """Write what belongs at the end; the caller closes ``out``."""
