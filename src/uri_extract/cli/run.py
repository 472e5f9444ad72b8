"""What the command does with its options: each document through the scanner into the sink, and the exit status."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
import time
from typing import TYPE_CHECKING, Any

from uri_extract.cli.explain import lines_of, on_one_line
from uri_extract.cli.filters import Filters
from uri_extract.cli.outputs import files, names_of, sink_of, standard_output
from uri_extract.errors import UriExtractError
from uri_extract.pipeline import scanned, scanner_of
from uri_extract.sinks import Lines
from uri_extract.sources import Document, Selection, Unreadable, documents, walk
from uri_extract.sources.files import listed, standard_input

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    from uri_extract.media.explain import Explanation
    from uri_extract.records import Occurrence, Problem
    from uri_extract.sinks import Sink

FOUND, NOTHING, FATAL, DAMAGED = 0, 1, 2, 3

# Records are made and dropped by the thousand and hold no cycles; looking for those takes a third of the time.
_GARBAGE = 100_000


def run(options: argparse.Namespace) -> int:
    """Run the command with its options; return the exit status."""
    gc.set_threshold(_GARBAGE)
    try:
        sink = sink_of(options)
        if options.output is None:
            if sys.stdout is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
            return _Run(options, sink, standard_output(options.format)).status()
        for path in options.paths or ["-"]:
            for name in names_of(options.output, sink):
                if _would_be_emptied(path, name):
                    _say(f"{path}: the output {name} is part of it, and would be emptied")
                    return FATAL
        with files(options.output, sink) as (out, names):
            return _Run(options, sink, out, (options.output, *names)).status()
    except BrokenPipeError:
        # Whoever read has seen enough. What Python would still write at its end goes nowhere.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        _say(f"{error.filename or options.output or 'output'}: {error.strerror}")
        return FATAL
    except UriExtractError as error:
        _say(str(error))
        return FATAL


def _would_be_emptied(path: str, output: str) -> bool:
    """Whether writing ``output`` destroys what is to be read: it is there, and is the path or below it."""
    if not os.path.isfile(output):
        return False
    if path == "-":
        with contextlib.suppress(OSError, ValueError, AttributeError):
            return os.path.samestat(os.fstat(sys.stdin.fileno()), os.stat(output))
        return False
    top = os.path.join(os.path.realpath(path), "")
    return _same_file(path, output) or (os.path.isdir(path) and os.path.realpath(output).startswith(top))


def _same_file(path: str, output: str) -> bool:
    try:
        return os.path.samefile(path, output)
    except (OSError, ValueError):
        return False


def _say(message: str) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"uri-extract: {message}\n")


def _explainer(**options: Any) -> Any:
    from uri_extract.media.explain import TextExplainer  # with the interpreted kernels

    return TextExplainer(**options)


class _Run:
    """One run: what it was asked for, and what it has read and found so far."""

    def __init__(self, options: argparse.Namespace, sink: Sink, out: BinaryIO, written: Sequence[str] = ()) -> None:
        self._options = options
        self._out = out
        self._written = written
        self._sink = sink
        self._filters = Filters(options)
        self._read = self._documents = self._found = self._problems = 0

    def status(self) -> int:
        started = time.perf_counter()
        self._sink.begin(self._out)
        options = self._options
        feed: Callable[[Any, bytes | None], Any]
        give: Callable[[Any], None]
        if options.explain:
            feed, give = self._explain, self._give_explanations
        elif type(self._sink) is Lines and options.value != "raw" and self._filters.takes_lines:
            feed, give = self._lines, self._give_lines
        else:
            feed, give = self._each, self._give
        for found in scanned(walk(self._inputs(), self._problem), self._begin, feed, self._problem):
            give(found)
        self._sink.end()
        self._out.flush()
        if self._options.stats:
            self._say_stats(time.perf_counter() - started)
        if self._problems:
            return DAMAGED
        return FOUND if self._found else NOTHING

    def _inputs(self) -> Iterator[Document | Unreadable]:
        """Yield what is to be read, in the order in which it was named."""
        options = self._options
        selection = Selection(options.hidden, tuple(options.glob), options.max_depth)
        for path in self._paths():
            if path is None:
                yield standard_input(options.media_type)
                continue
            for document in documents(path, media_type=options.media_type, selection=selection):
                # Reading what was just written would never end: as grep does, the output is passed over.
                if not (isinstance(document, Document) and self._is_output(document)):
                    yield document

    def _paths(self) -> Iterator[str | None]:
        """Yield the paths of the command line, then those of the list; None is standard input."""
        options = self._options
        for path in options.paths or ([] if options.files_from else ["-"]):
            yield None if path == "-" else path
        separator = b"\0" if options.null_separated else b"\n"
        if options.files_from == "-":
            yield from listed(sys.stdin.buffer, separator)
        elif options.files_from:
            with open(options.files_from, "rb") as file:
                yield from listed(file, separator)

    def _is_output(self, document: Document) -> bool:
        source = document.source
        return isinstance(source, str) and any(_same_file(source, name) for name in self._written)

    def _begin(self, document: Document) -> tuple[Any, Iterator[bytes]]:
        """Return the scanner for a document, and its chunks."""
        self._documents += 1
        options = self._options
        wanted = {
            "base": document.base or options.base,
            "default_base": options.default_base,
            "refang": options.refang,
            "suffix": options.suffix,
            "mail_addresses": options.mail_addresses,
        }
        if options.explain:
            return _explainer(document=document.name, on_problem=self._problem, **wanted), document.chunks()
        wanted |= {"headers": options.headers, "parts": options.parts}
        return scanner_of(document, on_problem=self._problem, **wanted)

    def _lines(self, scanner: Any, chunk: bytes | None) -> bytes:
        """Return a chunk's references without an object for each."""
        value = self._options.value
        self._read += len(chunk or b"")
        lines: bytes = scanner.close_lines(value) if chunk is None else scanner.feed_lines(chunk, value)
        return lines

    def _give_lines(self, lines: bytes) -> None:
        if self._filters:
            lines = self._filters.of_lines(lines)
        if lines:
            self._found += lines.count(b"\n")
            self._sink.write(lines.replace(b"\n", b"\0") if self._options.null else lines)
            self._out.flush()

    def _each(self, scanner: Any, chunk: bytes | None) -> list[Occurrence]:
        self._read += len(chunk or b"")
        found: list[Occurrence] = scanner.close() if chunk is None else scanner.feed(chunk)
        return found

    def _give(self, found: list[Occurrence]) -> None:
        if self._filters:
            found = self._filters.of(found)
        if found:
            self._found += len(found)
            self._sink.write(self._sink.encode(found))

    def _explain(self, scanner: Any, chunk: bytes | None) -> list[Explanation]:
        self._read += len(chunk or b"")
        return list(scanner.explain_last() if chunk is None else scanner.explain(chunk))

    def _give_explanations(self, explanations: list[Explanation]) -> None:
        for explanation in explanations:
            self._found += explanation.taken
            self._out.write(lines_of(explanation))
        self._out.flush()

    def _problem(self, problem: Problem) -> None:
        self._problems += 1
        self._sink.write(self._sink.encode_problem(problem))
        if not self._options.quiet:
            where = "-" if problem.document is None else on_one_line(problem.document)
            at = f", byte {problem.offset}" if problem.offset else ""
            _say(f"{where}{at}: {on_one_line(problem.message)}")

    def _say_stats(self, seconds: float) -> None:
        _say(
            f"{self._documents} documents, {self._read} bytes, {self._found} found, {self._problems} problems, "
            f"{seconds:.3f} s, {self._read / max(seconds, 1e-9) / 1e6:.0f} MB/s"
        )
