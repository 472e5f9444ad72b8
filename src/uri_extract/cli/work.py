"""What the command does with a document: through the scanner and the filters, to the sink's encoder."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

from uri_extract.cli.explain import lines_of
from uri_extract.cli.filters import Filters
from uri_extract.cli.outputs import sink_of
from uri_extract.jobs.messages import FOUND, INPUT, PAGE, PROBLEM, RESUME
from uri_extract.media.context import Context
from uri_extract.media.recognition import PLAIN
from uri_extract.pages.octets import octets_of
from uri_extract.pipeline import scanned, scanner_of
from uri_extract.scan import variant
from uri_extract.sinks import Lines
from uri_extract.sources import Document, walk

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from uri_extract.jobs.messages import Message
    from uri_extract.jobs.tasks import Inputs
    from uri_extract.media.base import BaseScanner
    from uri_extract.media.explain import Explanations
    from uri_extract.pages import Page
    from uri_extract.records import Problem
    from uri_extract.sources.budget import Budget

# Objects are made and dropped by the thousand and are in no cycles; looking for those takes a third of the time.
_GARBAGE = 100_000

# Rows, and bytes of their context, that are encoded at a time.
_MOST = 1 << 12
_MOST_CONTEXT = 1 << 22


class Work:
    """Reads inputs as the options ask, in any process (:data:`uri_extract.jobs.messages.Work`).

    A message that something was found has the number of documents that were begun, of bytes of documents that were
    read, of bytes of the input that were read, of references that were found in them, and these as the sink encodes
    them. It is a page as bytes if the process that writes does more with it: for ``--unique``, and in a part of a file
    whose documents are numbered, where it knows how many precede.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        gc.set_threshold(_GARBAGE)
        variant("uri_extract.cli._heap").keep_chunks()
        self._options = options
        self._sink = sink_of(options)
        self._filters = Filters(options)
        self._documents = self._read = 0  # since the last message
        self._budget: Budget | None = None  # of the current input
        self._consumed = 0  # bytes of it, at the last message
        self._problems: list[Message] = []
        self._gives_pages = False
        self._most = min(_MOST, _MOST_CONTEXT // (2 * options.with_context or 1))
        #: Whether the output is nothing but lines of references: then no places are needed.
        self.gives_lines = type(self._sink) is Lines and options.value != "raw" and not self._filters
        self._scanner_options: dict[str, Any] = {
            name: getattr(options, name)
            for name in ("charset", "default_base", "headers", "mail_addresses", "parts", "refang", "suffix")
        }
        self._explanations: Explanations | None = None
        if options.explain:
            from uri_extract.media import explain
            from uri_extract.scan.explain import Explainer  # with the interpreted kernels

            self._scanner_options["kernel"] = Explainer
            self._explanations = explain.Explanations()
            self.gives_lines = False
        self._scanner_options["places"] = not self.gives_lines

    def __reduce__(self) -> tuple[Any, ...]:
        return Work, (self._options,)

    def __call__(self, inputs: Inputs) -> Iterator[Message]:
        """Yield the messages about inputs, in order."""
        for document in inputs:
            part = name = None
            if isinstance(document, Document) and document.part is not None:
                part = document.part
                name = self._filters.of_name(document.name) if part.start else None
            yield INPUT, name
            if part is not None and part.stop is not None and part.start >= part.stop:
                yield RESUME, part.start, 0, 0
                continue
            self._budget, self._consumed = None, 0 if part is None else part.credit
            self._gives_pages = self._options.unique or (
                part is not None and part.start > 0 and part.kind != PLAIN and type(self._sink) is not Lines
            )
            for page in scanned(walk((document,), self._problem), self._begin, self._problem):
                yield from self._taken_problems()
                if len(page) <= self._most:
                    if len(page) or self._read or self._documents:
                        yield self._message(page)
                    continue
                for at in range(0, len(page), self._most):
                    yield self._message(page.part(at, min(at + self._most, len(page))))
            yield from self._taken_problems()
            if self._budget is not None and self._budget.consumed > self._consumed:
                yield self._message(None)
            if part is not None and part.stop is not None:
                yield RESUME, None if part.resume == part.stop else part.resume, part.numbered, part.size

    def _message(self, page: Page | None) -> Message:
        """Return what says that something was found, or read."""
        consumed = 0 if self._budget is None else self._budget.consumed
        counts = self._documents, self._read, consumed - self._consumed
        self._documents = self._read = 0
        self._consumed = consumed
        kind = PAGE if self._gives_pages else FOUND
        return kind, *counts, *(self._encoded(page) if page is not None and len(page) else (0, None))

    def _encoded(self, page: Page) -> tuple[int, Any]:
        """Return how many references of a page were asked for, and these."""
        if self._explanations is not None:
            explanations = list(self._explanations.of(page))
            return sum(each.taken for each in explanations), b"".join(map(lines_of, explanations))
        if self._filters:
            page = self._filters.of(page)
        if not len(page):
            return 0, None
        return len(page), octets_of(page) if self._gives_pages else self._sink.encode(page)

    def _problem(self, problem: Problem) -> None:
        self._problems.append((PROBLEM, *self._filters.of_problem(problem)))

    def _taken_problems(self) -> list[Message]:
        if not self._problems:
            return self._problems
        problems, self._problems = self._problems, []
        return problems

    def _begin(self, document: Document) -> tuple[BaseScanner, Iterator[bytes]]:
        """Return the scanner for a document, and its chunks."""
        part = document.part
        if part is None or not part.start:
            self._documents += 1
        if part is not None:
            self._read -= part.start - part.begin  # which were counted with the part before it
        self._budget = document.within and document.within.budget
        options = self._options
        base = document.base or options.base
        scanner, chunks = scanner_of(document, on_problem=self._problem, base=base, **self._scanner_options)
        chunks = self._counted(chunks)
        if options.with_context:
            around = Context(scanner, options.with_context, document=document.name, on_problem=self._problem)
            return around, chunks
        return scanner, chunks

    def _counted(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self._read += len(chunk)
            yield chunk
