"""What the command does with a document: through the scanner and the filters, to the sink's encoder."""

from __future__ import annotations

import gc
import os
from contextlib import suppress

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.cli.filters import Filters, wanted_kinds
from uri_extract.cli.outputs import sink_of
from uri_extract.jobs.messages import FOUND, INPUT, PAGE, PROBLEM, RESUME, TEXT
from uri_extract.media.options import kernel_for
from uri_extract.media.recognition import HTML, PLAIN, by_name
from uri_extract.pipeline import Scanners, scanned
from uri_extract.scan import variant
from uri_extract.sinks import Lines
from uri_extract.sinks.text import Text
from uri_extract.sources import Document, Unreadable, walk

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from uri_extract.jobs.messages import Message
    from uri_extract.jobs.tasks import Inputs
    from uri_extract.media.base import BaseScanner
    from uri_extract.media.explain import Explanations
    from uri_extract.pages import Page
    from uri_extract.records import Problem

# Objects are made and dropped by the thousand and are in no cycles; looking for those takes a third of the time.
_GARBAGE = 100_000

# Rows, and bytes of their context, that a message has; and in how many parts they are encoded.
_MOST = 1 << 12
_MOST_CONTEXT = 1 << 22
_PARTS = 4

# Bytes of documents whose pages are held until a message says of all of them what was found, and of what is held.
_MOST_HELD = 1 << 20

# Bytes of an input that are read to know what reading it takes.
_BEGINNING = 1 << 15

# What a member of gzip begins with (RFC 1952 §2.3.1).
_GZIP = b"\x1f\x8b\x08"


class Work:
    """Reads inputs as the options ask, in any process (:data:`uri_extract.jobs.messages.Work`).

    A message that something was found has the number of documents that were begun, of bytes of documents that were
    read, of bytes of the input that were read, of references that were found in them, what was left out
    (:mod:`uri_extract.cli._tally`), and then these, as the sink encodes pages of them. They are pages as
    bytes if the process that writes does more with them: for ``--unique``, and in a part of a file whose documents are
    numbered, where it knows how many precede.

    What is found in small documents is held and sent together: a message takes as long as reading one. What must be
    waited for (a pipe) is sent when it comes.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        gc.set_threshold(_GARBAGE)
        self._heap = variant("uri_extract.cli._heap").Heap()
        self._options = options
        self._sink = sink_of(options)
        self._kind = TEXT if isinstance(self._sink, Text) else FOUND
        self._filters = Filters(options)
        # Into tasks, perhaps of several processes.
        self._is_divided = options.jobs > 1 or options.checkpoint is not None
        self._is_unique = bool(options.unique or options.unique_by)
        self._gives_pages = self._is_unique
        self._problems: list[Message] = []
        most = min(_MOST, _MOST_CONTEXT // (2 * options.with_context or 1))
        #: Whether the output is nothing but lines of references: then no places are needed.
        self.gives_lines = type(self._sink) is Lines and options.value != "raw" and not self._filters
        given = (
            "base", "binary", "charset", "default_base", "headers", "json_url", "mail_addresses", "parts", "qr",
            "refang", "suffix",
        )  # fmt: skip
        scanner_options: dict[str, Any] = {name: getattr(options, name) for name in given}
        kernel = None
        self._explanations: Explanations | None = None
        if options.explain:
            from uri_extract.media import explain
            from uri_extract.scan.explain import Explainer  # with the interpreted kernels

            kernel = Explainer
            self._explanations = explain.Explanations()
            self.gives_lines = False
        scanner_options["json_field"] = tuple(options.json_field)
        scanner_options["json_type"] = options.media_type
        scanner_options["kernel"] = kernel_for(kernel, options.joins)
        scanner_options["places"] = not self.gives_lines
        names, relative = wanted_kinds(options)
        select = self._filters.of if self._filters else None
        self._scanners = Scanners(self._problem, scanner_options)
        self._tally: Any = variant("uri_extract.cli._tally").Tally(
            self._scanners, names, relative, select, most, _MOST_HELD
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Work, (self._options,)

    def __call__(self, inputs: Inputs, unbuffered: bool = False) -> Iterator[Message]:
        """Yield the messages about inputs, in order; ``unbuffered`` means that nothing is held."""
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
                name = self._filters.of_name(document.name) if part.start else None
            yield INPUT, name
            if part is not None and part.stop is not None and part.start >= part.stop:
                yield RESUME, part.start, 0, 0
                continue
            self._gives_pages = self._is_unique or (
                part is not None and part.start > 0 and part.kind != PLAIN and type(self._sink) is not Lines
            )
            yield from self._messages((document,))
            if part is not None and part.stop is not None:
                yield RESUME, None if part.resume == part.stop else part.resume, part.numbered, part.size

    def prepare(self, inputs: Inputs) -> None:
        """Import what reading these inputs takes, before processes are forked that would import it each.

        The beginnings of some are read, and what is found in them is forgotten: those of big files and of one of each
        kind that is text by its name. To read what another program must be started for would take too long.
        """
        beginnings: dict[str, Document] = {}
        for document in inputs:
            if isinstance(document, Document) and isinstance(document.source, str) and os.path.isfile(document.source):
                kind = document.hint[document.hint.rfind(".") + 1 :].lower()
                if kind not in beginnings and (document.part is not None or by_name(document.hint) in (HTML, PLAIN)):
                    with suppress(OSError, ValueError), open(document.source, "rb") as file:
                        beginning = _whole_members(file.read(_BEGINNING))
                        beginnings[kind] = document._replace(source=beginning, part=None)
        with suppress(Exception):  # which is reported where it matters
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
            if page.count <= most:
                if hold(page):
                    yield self._message()
                continue
            for at in range(0, page.count, most):
                if hold(page.part(at, min(at + most, page.count))):
                    yield self._message()
        yield from self._told()
        tally.end_input()

    def _told(self) -> Iterator[Message]:
        """Yield a message of what is held, and then the problems, which were found after it."""
        if self._tally.has_news:
            yield self._message()
        problems, self._problems = self._problems, []
        yield from problems

    def _message(self) -> Message:
        """Return what says that something was found, or read."""
        if self._heap.has_grown(self._tally.read):
            self._scanners.forget()
            gc.collect()
            variant("uri_extract.pages._cells").free_spares()
            self._heap.release()
        message: Message = self._tally.message(PAGE if self._gives_pages else self._kind)
        return message

    def _hold_explanations(self, page: Page) -> bool:
        """Hold the explanations of a page; return True if a message is due."""
        from uri_extract.cli.explain import lines_of

        assert self._explanations is not None
        found = list(self._explanations.of(page)) if page.count else []
        self._tally.take(
            b"".join(map(lines_of, found)), sum(each.taken for each in found)
        )  # also of what was not found
        is_due: bool = self._tally.is_due()
        return is_due

    def _problem(self, problem: Problem) -> None:
        self._problems.append((PROBLEM, *self._filters.of_problem(problem)))

    def _begin_with_context(self, document: Document) -> tuple[BaseScanner, bytes | Iterator[bytes]]:
        """Return the scanner for a document, which keeps what is around references, and its bytes or chunks."""
        from uri_extract.media.context import Context

        scanner, content = self._tally.begin(document)
        around = self._options.with_context
        return Context(scanner, around, document=document.name, on_problem=self._problem), content


def _octets_of(page: Page) -> bytes:
    from uri_extract.pages.octets import octets_of  # few runs give pages

    return octets_of(page)


def _whole_members(beginning: bytes) -> bytes:
    """Return the beginning of a file; if it is gzip, without a member that is cut off, which is read byte by byte."""
    return beginning[: beginning.rfind(_GZIP) or None] if beginning.startswith(_GZIP) else beginning
