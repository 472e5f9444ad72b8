"""The work on inputs: each document goes through the scanner and the filters to the sink's encoder."""

from __future__ import annotations

import gc
import os
from contextlib import suppress

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.cli._tally import Heap, Tally
from uri_extract.cli.filters import Filters, wanted_kinds
from uri_extract.cli.outputs import sink_of
from uri_extract.cli.terminal import name_on_one_line, on_one_line
from uri_extract.formats.recognition import HTML, PLAIN, by_name
from uri_extract.jobs.messages import FOUND, INPUT, PAGE, PROBLEM, RESUME, TEXT
from uri_extract.pipeline._scanners import Scanners, scanned
from uri_extract.rows._page import free_spares
from uri_extract.rows.records import Problem
from uri_extract.sinks import Lines
from uri_extract.sinks.text import Text
from uri_extract.sources import Document, Unreadable, walk
from uri_extract.text.options import OF_CALLERS, ScanOptions, kernel_for

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from uri_extract.jobs.messages import Message
    from uri_extract.jobs.tasks import Inputs
    from uri_extract.rows import Page
    from uri_extract.text.base import BaseScanner
    from uri_extract.text.explain import Explanation, Explanations

# Thousands of objects are made and dropped, and none are in cycles; collecting cycles often takes a third of the time.
_GARBAGE = 100_000

# The most rows of a message and bytes of their context; the number of parts in which the rows are encoded, and the most
# characters of the records of a part.
_MOST = 1 << 12
_MOST_CONTEXT = 1 << 22
_PARTS = 4
_MOST_TEXT = 1 << 21

# Bytes of documents, and of encoded pages, that are held until a message is sent.
_MOST_HELD = 1 << 20

# Bytes of an input that are read to find out which modules it needs.
_BEGINNING = 1 << 15

# The kinds of parts in which documents are not numbered.
_NAMED = (PLAIN, "tar", "zip")

# Characters that --explain prints of a candidate that is not a reference.
_MOST_SHOWN = 60

# The first bytes of a gzip member (RFC 1952 §2.3.1).
_GZIP = b"\x1f\x8b\x08"


class Work:
    """Reads inputs as the options ask, in any process (:data:`uri_extract.jobs.messages.Work`).

    A message about references has the numbers of documents begun, bytes of documents read, bytes of the input read, and
    references found, the counts of references left out and of objects with documents (:mod:`uri_extract.cli._tally`),
    and then the references as the sink encodes them. They are pages as bytes if the writing process still has to change
    them: for ``--unique``, and in a part of a file whose documents are numbered, because only that process knows how
    many precede.

    References in small documents are sent together, because a message takes as long as reading a small document.
    References from a pipe are sent at once.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        gc.set_threshold(_GARBAGE)
        self._heap = Heap()
        self._options = options
        self._sink = sink_of(options)
        self._kind = TEXT if isinstance(self._sink, Text) else FOUND
        self._filters = Filters(options)
        # The inputs are divided into tasks, perhaps of several processes.
        self._is_divided = options.jobs > 1 or options.checkpoint is not None
        self._is_unique = bool(options.unique or options.unique_by)
        self._gives_pages = self._is_unique
        self._problems: list[Message] = []
        most = min(_MOST, _MOST_CONTEXT // (2 * options.with_context or 1))
        #: True if the output is lines of references only, so that no places are needed.
        self.gives_lines = type(self._sink) is Lines and options.value != "raw" and not self._filters
        kernel = None
        self._explanations: Explanations | None = None
        if options.explain:
            from uri_extract.scan.explain import Explainer  # uses the interpreted kernels
            from uri_extract.text import explain

            kernel = Explainer
            self._explanations = explain.Explanations()
            self.gives_lines = False
        given: dict[str, Any] = {name: value for name, value in vars(options).items() if name in OF_CALLERS}
        self.scanned: ScanOptions = ScanOptions(**given)._replace(
            kernel=kernel_for(kernel, options.joins), json_field=tuple(options.json_field),
            json_type=options.media_type, json_read=self._count_record, places=not self.gives_lines,
        )  # fmt: skip
        names, relative = wanted_kinds(options)
        select = self._filters.of if self._filters else None
        self._scanners = Scanners(self._problem, self.scanned)
        self._tally = Tally(self._scanners, names, relative, select, most, _MOST_HELD)

    def __reduce__(self) -> tuple[Any, ...]:
        return Work, (self._options,)

    def __call__(self, inputs: Inputs, unbuffered: bool = False) -> Iterator[Message]:
        """Yield the messages about inputs, in order; if ``unbuffered``, send each reference at once."""
        self._tally.holds = not unbuffered
        if not self._is_divided:
            yield from self._messages(inputs)
            return
        if not unbuffered and not any(isinstance(document, Document) and document.part for document in inputs):
            yield INPUT, None
            self._gives_pages = self._is_unique
            yield from self._messages(inputs)
            return
        for document in inputs:
            part = name = None
            if isinstance(document, Document) and document.part is not None:
                part = document.part
                name = self._filters.of_problem(Problem(document.name, 0, "", "")).document if part.start else None
            yield INPUT, name
            if part is not None and part.stop is not None and part.start >= part.stop:
                yield RESUME, part.start, 0, 0
                continue
            self._gives_pages = self._is_unique or (
                part is not None and part.start > 0 and part.kind not in _NAMED and type(self._sink) is not Lines
            )
            yield from self._messages((document,))
            if part is not None and part.stop is not None:
                yield RESUME, None if part.resume == part.stop else part.resume, part.numbered, part.size

    def prepare(self, inputs: Inputs) -> None:
        """Import the modules that reading these inputs needs, so that forked processes need not each import them.

        The beginnings of some files are read and the results dropped: of large files, and of one file of each extension
        that means text. Files that need an external program are not read, because that would take too long.
        """
        beginnings: dict[str, Document] = {}
        for document in inputs:
            if isinstance(document, Document) and isinstance(document.source, str) and os.path.isfile(document.source):
                kind = document.hint[document.hint.rfind(".") + 1 :].lower()
                if kind not in beginnings and (document.part is not None or by_name(document.hint) in (HTML, PLAIN)):
                    with suppress(OSError, ValueError), open(document.source, "rb") as file:
                        beginning = _whole_members(file.read(_BEGINNING))
                        beginnings[kind] = document._replace(source=beginning, part=None)
        with suppress(Exception):  # the actual run will report it
            for _ in Work(self._options)(beginnings.values()):
                pass

    def _messages(self, inputs: Iterable[Document | Unreadable]) -> Iterator[Message]:
        tally = self._tally
        tally.encode = _octets_of if self._gives_pages else self._sink.encode
        hold = tally.hold if self._explanations is None else self._hold_explanations
        begin = self._begin_with_context if self._options.with_context else tally.begin
        most = max(1, tally.most // _PARTS)
        for page in scanned(walk(inputs, self._problem, barcodes=self._options.qr), begin, self._problem):
            if self._problems:
                yield from self._told()
            ends = tally.ends_of_parts(page, most, _MOST_TEXT)
            for at, end in zip((0, *ends), ends, strict=False):
                if hold(page if len(ends) == 1 else page.part(at, end)):
                    yield self._message()
        yield from self._told()
        tally.end_input()

    def _told(self) -> Iterator[Message]:
        """Yield a message with everything held, and then the problems, which came later."""
        if self._tally.has_news:
            yield self._message()
        problems, self._problems = self._problems, []
        yield from problems

    def _message(self) -> Message:
        """Return the message about references found and bytes read; release memory if the process has grown."""
        if self._heap.has_grown(self._tally.read):
            self._scanners.forget()
            gc.collect()
            free_spares()
            self._heap.release()
        message: Message = self._tally.message(PAGE if self._gives_pages else self._kind)
        return message

    def _hold_explanations(self, page: Page) -> bool:
        assert self._explanations is not None
        found = list(self._explanations.of(page)) if page.count else []
        self._tally.take(
            b"".join(map(lines_of, found)), sum(each.taken for each in found)
        )  # candidates that were not references have explanations too
        is_due: bool = self._tally.is_due()
        return is_due

    def _count_record(self) -> None:
        self._tally.count_record()

    def _problem(self, problem: Problem) -> None:
        self._problems.append((PROBLEM, *self._filters.of_problem(problem)))

    def _begin_with_context(self, document: Document) -> tuple[BaseScanner, bytes | Iterator[bytes]]:
        """Return the scanner for a document, which adds context to references, and the document's bytes or chunks."""
        from uri_extract.text.context import Context

        scanner, content = self._tally.begin(document)
        around = self._options.with_context
        return Context(scanner, around, document=document.name, on_problem=self._problem), content


def _octets_of(page: Page) -> bytes:
    from uri_extract.rows.octets import octets_of  # imported late: few runs send pages

    return octets_of(page)


def _whole_members(beginning: bytes) -> bytes:
    """Return the beginning of a file; of a gzip file, without the last, incomplete member, which is slow to read."""
    return beginning[: beginning.rfind(_GZIP) or None] if beginning.startswith(_GZIP) else beginning


def lines_of(explanation: Explanation) -> bytes:
    """Return the lines for one candidate: ``document:line:column: found REFERENCE``, or ``not found: TEXT``."""
    text = on_one_line(explanation.text)
    if not explanation.taken and len(text) > _MOST_SHOWN:
        text = f"{text[:_MOST_SHOWN]}..."
    document = name_on_one_line(explanation.document)
    lines = [
        f"{document}:{explanation.line}:{explanation.column}: {'found' if explanation.taken else 'not found:'} {text}"
    ]
    lines += [f"  {on_one_line(reason)}" for reason in explanation.reasons]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
