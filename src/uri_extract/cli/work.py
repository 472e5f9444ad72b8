"""What the command does with a document: through the scanner and the filters, to what the sink is given."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

from uri_extract.cli.explain import lines_of
from uri_extract.cli.filters import Filters
from uri_extract.cli.outputs import sink_of
from uri_extract.jobs.messages import FOUND, INPUT, PROBLEM, RESUME
from uri_extract.media.context import Context, InContext
from uri_extract.pipeline import scanned, scanner_of
from uri_extract.records import Mail, Occurrence
from uri_extract.scan import variant
from uri_extract.sinks import Lines
from uri_extract.sources import Document, walk

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from uri_extract.jobs.messages import Message
    from uri_extract.jobs.tasks import Inputs
    from uri_extract.records import Problem
    from uri_extract.sources.budget import Budget

# Records are made and dropped by the thousand and hold no cycles; looking for those takes a third of the time.
_GARBAGE = 100_000

# Bytes that stand around references, in what is made at a time, and those.
_AROUND = 1 << 22
_MOST = 1 << 12


class Work:
    """Reads inputs as the options ask, in any process (:data:`uri_extract.jobs.messages.Work`).

    A message that something was found has how many documents were begun, how many bytes of documents were read and how
    many of the input, how much was found in them, and that: lines, or what the sink encoded. Where none may come twice
    it has the fields of occurrences.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        gc.set_threshold(_GARBAGE)
        variant("uri_extract.cli._heap").keep_chunks()
        self._options = options
        self._sink = sink_of(options)
        self._filters = Filters(options)
        self._documents = self._read = 0  # since the last message
        self._budget: Budget | None = None  # of the input at hand
        self._consumed = 0  # bytes of it, at the last message
        self._scanner: Any = None
        self._problems: list[Message] = []
        self._feed: Callable[[Any, bytes | None], Any] = self._occurrences
        self._given: Callable[[Any], tuple[int, Any]] = self._encoded
        self._kernel: Any = None  # the usual one
        #: Whether nothing is asked for but lines, for which nobody needs an object.
        self.gives_lines = type(self._sink) is Lines and options.value != "raw" and not self._filters
        if options.explain:
            from uri_extract.media.explain import Explanations
            from uri_extract.scan.explain import Explainer  # with the interpreted kernels

            self._kernel = Explainer
            self._explanations = Explanations()
            self._given = self._explained
        elif self.gives_lines:
            self._feed, self._given = self._lines, self._counted
        elif not self._filters and not options.unique and hasattr(self._sink, "packer"):
            self._feed, self._given = self._packed, self._page

    def __reduce__(self) -> tuple[Any, ...]:
        return Work, (self._options,)

    def __call__(self, inputs: Inputs) -> Iterator[Message]:
        """Yield what there is to say of inputs, in order."""
        for document in inputs:
            yield (INPUT,)
            self._budget, self._consumed = None, 0
            for found in scanned(walk((document,), self._problem), self._begin, self._feed, self._problem):
                yield from self._taken_problems()
                for part in self._portions(found):
                    yield self._said(part)
            yield from self._taken_problems()
            if self._budget is not None and self._budget.consumed > self._consumed:
                yield self._said(None)
            if isinstance(document, Document) and document.part is not None:
                place = getattr(self._scanner, "resume", None)
                if place is not None:
                    yield RESUME, place

    def _portions(self, found: Any) -> Iterator[Any]:
        """Yield what was found; records not too many at a time, as what is made of them is larger than they are."""
        most = min(_MOST, _AROUND // (2 * self._options.with_context or 1))
        if not isinstance(found, list) or len(found) <= most:
            if found or self._read or self._documents:
                yield found
            return
        for at in range(0, len(found), most):
            yield found[at : at + most]

    def _said(self, found: Any) -> Message:
        consumed = 0 if self._budget is None else self._budget.consumed
        counts = self._documents, self._read, consumed - self._consumed
        self._documents = self._read = 0
        self._consumed = consumed
        return FOUND, *counts, *(self._given(found) if found else (0, None))

    def _problem(self, problem: Problem) -> None:
        self._problems.append((PROBLEM, *self._filters.of_problem(problem)))

    def _taken_problems(self) -> list[Message]:
        if not self._problems:
            return self._problems
        problems, self._problems = self._problems, []
        return problems

    def _begin(self, document: Document) -> tuple[Any, Iterator[bytes]]:
        """Return the scanner for a document, and its chunks."""
        part = document.part
        if part is None or not part.start:
            self._documents += 1
        if part is not None:
            self._read -= part.start - part.begin  # what the part before has counted
        self._budget = document.within and document.within.budget
        options = self._options
        wanted = {
            "base": document.base or options.base,
            "charset": options.charset,
            "default_base": options.default_base,
            "refang": options.refang,
            "suffix": options.suffix,
            "mail_addresses": options.mail_addresses,
        }
        wanted |= {"headers": options.headers, "parts": options.parts, "kernel": self._kernel}
        self._scanner, chunks = scanner_of(document, on_problem=self._problem, **wanted)
        if options.with_context:
            around = Context(self._scanner, options.with_context, document=document.name, on_problem=self._problem)
            return around, chunks
        return self._scanner, chunks

    # -- what a scanner is asked for, and what is given of it ----------------------------------------------------------

    def _occurrences(self, scanner: Any, chunk: bytes | None) -> list[Occurrence]:
        self._read += len(chunk or b"")
        found: list[Occurrence] = scanner.close() if chunk is None else scanner.feed(chunk)
        return found

    def _encoded(self, found: list[Occurrence]) -> tuple[int, Any]:
        if self._filters:
            found = self._filters.of(found)
        if not found:
            return 0, None
        return len(found), [*map(fields_of, found)] if self._options.unique else self._sink.encode(found)

    def _packed(self, scanner: Any, chunk: bytes | None) -> Any:
        """Return a packer with what is in a chunk, where the scanner can do without objects; else occurrences."""
        if not hasattr(scanner, "feed_into"):
            return self._occurrences(scanner, chunk)
        self._read += len(chunk or b"")
        packer = self._sink.packer()  # type: ignore[attr-defined]
        if chunk is None:
            scanner.close_into(packer)
        else:
            scanner.feed_into(chunk, packer)
        return packer

    def _page(self, found: Any) -> tuple[int, Any]:
        return self._encoded(found) if isinstance(found, list) else (len(found), found.page())

    def _lines(self, scanner: Any, chunk: bytes | None) -> bytes:
        """Return a chunk's references without an object for each."""
        value = self._options.value
        self._read += len(chunk or b"")
        lines: bytes = scanner.close_lines(value) if chunk is None else scanner.feed_lines(chunk, value)
        return lines

    def _counted(self, lines: bytes) -> tuple[int, bytes]:
        return lines.count(b"\n"), lines

    def _explained(self, found: list[Occurrence]) -> tuple[int, bytes]:
        explanations = list(self._explanations.of(found))
        return sum(each.taken for each in explanations), b"".join(map(lines_of, explanations))


def fields_of(occurrence: Occurrence) -> tuple[Any, ...]:
    """Return what an occurrence is made of, and what stands around it if that is known, as plain data."""
    mail = occurrence.mail
    fields = tuple(occurrence._replace(bases=tuple(occurrence.bases), mail=mail and tuple(mail)))  # type: ignore[arg-type]
    return (*fields, occurrence.before, occurrence.after) if isinstance(occurrence, InContext) else fields


def occurrence_of(fields: tuple[Any, ...]) -> Occurrence:
    """Return the occurrence that is made of those fields."""
    count = len(Occurrence._fields)
    mail = fields[count - 1]
    occurrence = Occurrence._make((*fields[: count - 1], mail and Mail(*mail)))
    return InContext.of(occurrence, *fields[count:]) if len(fields) > count else occurrence
