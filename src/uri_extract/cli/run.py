"""A run of the command: every document goes through the scanner into the sink; the result is the exit status."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from itertools import chain

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract._version import __version__
from uri_extract.cli.filters import NONE_LEFT_OUT, Filters, added, unique_of
from uri_extract.cli.flags import NAME
from uri_extract.cli.inputs import paths_of, selection_of
from uri_extract.cli.outputs import are_shortened, files, names_of, sink_of, standard_output, style_of
from uri_extract.cli.progress import Progress
from uri_extract.cli.summary import SLOW_FROM, Counts, hints, interrupted, is_selective, slow_hint, statistics, warnings
from uri_extract.cli.terminal import is_terminal, name_on_one_line, on_one_line
from uri_extract.cli.work import Work
from uri_extract.cli.written import WrittenFiles, refuse_other_kinds, refuse_to_overwrite
from uri_extract.errors import UriExtractError
from uri_extract.formats.recognition import PLAIN
from uri_extract.jobs import Task, plan
from uri_extract.jobs import run as run_tasks
from uri_extract.jobs.messages import FOUND as FOUND_SOME
from uri_extract.jobs.messages import INPUT, PAGE, PROBLEM, RESUME, TEXT
from uri_extract.mail.beginnings import MAILBOX
from uri_extract.processes.standard_streams import INTERRUPTED, STANDARD_OUTPUT, closed, flush_or_discard, say
from uri_extract.rows.details import Details, More, Origin
from uri_extract.rows.records import Problem
from uri_extract.sources import Document, Unreadable, documents
from uri_extract.sources.files import standard_input
from uri_extract.text.part import ARCHIVE, RELATIVE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from uri_extract.jobs.checkpoint import Checkpoint
    from uri_extract.jobs.messages import Message
    from uri_extract.sinks import Sink

FOUND, NOTHING, FATAL, DAMAGED = 0, 1, 2, 3


def run(options: argparse.Namespace) -> int:
    """Run the command with its options; return the exit status."""
    try:
        sink = sink_of(options)
        outputs = [] if options.output is None else names_of(options.output, sink)
        refuse_to_overwrite(options.paths or ([] if options.files_from else ["-"]), outputs)
        refuse_other_kinds(outputs, options)
        if options.checkpoint is None:
            return _status(options, sink, outputs, None)
        with _checkpoint(options) as checkpoint:
            return _status(options, sink, outputs, checkpoint)
    except BrokenPipeError:
        flush_or_discard(sys.stdout)  # the reader of the pipe has seen enough
        return FOUND
    except KeyboardInterrupt:
        if message := interrupted(options):
            say(message)
        return INTERRUPTED
    except OSError as error:
        name = error.filename or options.output or STANDARD_OUTPUT
        say(f"{NAME}: {on_one_line(str(name))}: {error.strerror}")
        flush_or_discard(sys.stdout)
        return FATAL
    except UriExtractError as error:
        say(f"{NAME}: {on_one_line(str(error))}")
        return FATAL


def _status(options: argparse.Namespace, sink: Sink, outputs: list[str], checkpoint: Checkpoint | None) -> int:
    remembered = [] if checkpoint is None else checkpoint.names
    if options.output is None:
        if sys.stdout is None:
            raise closed()
        written = WrittenFiles(own=remembered)
        written.refuse_list(options)
        out = standard_output(options.format, sink.is_safe)
        _confine(options, [], remembered)
        return _Run(options, sink, out, written).status(checkpoint)
    WrittenFiles(outputs).refuse_list(options)
    with files(options.output, sink, interrupted(options)) as (out, names):
        _confine(options, names, remembered)
        return _Run(options, sink, out, WrittenFiles(outputs, (*names, *remembered))).status(checkpoint)


def _confine(options: argparse.Namespace, written: list[str], remembered: list[str]) -> None:
    """Enter the sandbox with ``--sandbox``. The output files are open by now, and no input has been read."""
    if not options.sandbox:
        return
    from uri_extract.processes import sandbox
    from uri_extract.sources import libarchive, program
    from uri_extract.sources.remote import is_remote, shown_name

    for path in options.paths:
        if is_remote(path):
            raise UriExtractError(f"{shown_name(path)}: a remote input cannot be read with --sandbox")
    sandbox.supported()
    libarchive.load()  # it starts programs to find a library
    program.fork_from_now_on(sandbox.__name__)
    sandbox.confine(written, {os.path.dirname(name) for name in remembered})


# Options that do not change what a run finds, and so may differ when it is resumed.
_ASIDE = ("checkpoint", "config", "force", "jobs", "no_config", "output", "progress", "quiet", "sandbox", "stats")


@contextmanager
def _checkpoint(options: argparse.Namespace) -> Iterator[Checkpoint]:
    """Open the checkpoint that the options name; it is removed if the block ends without an exception."""
    from uri_extract.jobs.checkpoint import Checkpoint

    command = {name: _plain(value) for name, value in vars(options).items() if name not in _ASIDE}
    command |= {
        "style": style_of(options),
        "shortened": are_shortened(options),
        "version": __version__,
        "python": sys.version,
        "directory": os.getcwd(),
    }
    try:
        checkpoint = Checkpoint(options.checkpoint, command)
    except FileExistsError:
        raise UriExtractError(f"{options.checkpoint}: is a file; a checkpoint must be a directory") from None
    done = False
    try:
        yield checkpoint
        done = True
    finally:
        checkpoint.close(done)


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset) else value


class _Run:
    """One run: its options, and what it has read and found so far."""

    def __init__(self, options: argparse.Namespace, sink: Sink, out: BinaryIO, written: WrittenFiles) -> None:
        self._options = options
        self._out = out
        self._written = written
        self._sink = sink
        self._work = Work(options)
        # Flush lines at once for a reader that waits for them.
        self._prompt = self._work.gives_lines and options.output is None
        self._filters = Filters(options)
        self._unique = unique_of(options)
        self._before = PrecedingParts()
        self._progress = Progress(options)
        self._slow = slow_hint() if is_terminal(sys.stderr) and not options.quiet else ""
        self._read = self._documents = self._found = self._problems = 0
        self._left_out = NONE_LEFT_OUT
        self._records = 0  # with documents in their fields
        self._skipped = 0  # version control directories
        self._walked = self._selected = False  # a directory; an entry of one

    def status(self, checkpoint: Checkpoint | None = None) -> int:
        started = time.perf_counter()
        options = self._options
        tasks = self._tasks(in_parts=checkpoint is not None or options.jobs > 1)
        self._sink.begin(self._out)
        try:
            for messages in run_tasks(tasks, self._work, options.jobs, checkpoint, self._work.prepare):
                self._take(messages)
            self._sink.end()
            self._out.flush()
        finally:
            self._progress.close()
        counts = Counts(
            self._documents, self._read, self._found, self._problems, self._left_out, self._skipped, self._records,
            self._walked and not self._selected,
        )  # fmt: skip
        if not options.quiet:
            for line in warnings(counts, options) or (hints(counts, options) if is_terminal(sys.stderr) else ()):
                say(line)
        if options.stats:
            say(statistics(counts, time.perf_counter() - started))
        if self._problems:
            return DAMAGED
        return FOUND if self._found or any(self._left_out[1:]) else NOTHING

    # -- in --------------------------------------------------------------------------------------------------------

    def _tasks(self, in_parts: bool) -> Iterator[Task]:
        options = self._options
        if not in_parts:
            return (Task(inputs, ()) for inputs in self._inputs_of_paths())
        from uri_extract.decode.encodings import translated

        kinds = {PLAIN, MAILBOX, ARCHIVE}
        if self._work.scanned.without_scheme or translated(options.charset):
            kinds.remove(PLAIN)
        if options.with_context:  # the context may be in the next part
            kinds -= {PLAIN, MAILBOX}
        if options.explain:  # explanations are not pages, whose document names can be renumbered
            kinds -= {MAILBOX, ARCHIVE}
        inputs = chain.from_iterable(self._inputs_of_paths())
        lines, records = not self._work.gives_lines, bool(options.json_field)
        return plan(inputs, kinds=frozenset(kinds), lines=lines, records=records)

    def _inputs_of_paths(self) -> Iterator[Iterator[Document | Unreadable]]:
        """Yield an iterator over the inputs of each path, in the order of the paths."""
        options = self._options
        selection = selection_of(options)
        media_type = None if options.json_field else options.media_type  # with --json-field, the type of the fields
        for path in paths_of(options):
            if path is None:
                found: Iterable[Document | Unreadable] = (standard_input(media_type),)
            else:
                found = documents(path, media_type=media_type, selection=selection, on_skipped=self._skip)
                if is_selective(options) and isinstance(path, str) and os.path.isdir(path):
                    found = self._in_directory(found)
            yield filter(None, map(self._written.readable, found)) if self._written else iter(found)

    def _in_directory(self, found: Iterable[Document | Unreadable]) -> Iterator[Document | Unreadable]:
        """Yield the entries of a directory; note that there is one."""
        self._walked = True
        for each in found:
            self._selected = True
            yield each

    def _skip(self, _: str) -> None:
        self._skipped += 1

    # -- out -------------------------------------------------------------------------------------------------------

    def _take(self, messages: list[Message]) -> None:
        """Write the references and problems of messages, and add up their counts."""
        for kind, *said in messages:
            if kind in (FOUND_SOME, PAGE, TEXT):
                documents, read, consumed, count, (*left_out, records), *found = said
                self._records += records
                if any(left_out):
                    self._left_out = added(self._left_out, left_out)
                self._documents += documents
                self._read += read
                if self._slow and self._read > SLOW_FROM:
                    self._progress.say(self._slow)
                    self._slow = ""
                if count and kind == PAGE:
                    count, found = self._encoded(found)
                self._found += count
                self._sink.write_all(found)
                self._progress.read(consumed, self._found)
            elif kind == PROBLEM:
                self._problem(self._filters.of_problem(self._before.problem(Problem(*said))))
            elif kind == INPUT:
                self._before.begin(*said)
            elif kind == RESUME:
                self._before.end(*said[1:])
        if self._prompt:
            self._out.flush()

    def _encoded(self, found: list[bytes]) -> tuple[int, list[Any]]:
        """Return the number of references to write from pages, and their encoded form."""
        from uri_extract.rows.octets import page_of_octets

        pages = [page_of_octets(each, self._before.placed) for each in found]
        if self._unique is not None:
            pages = [self._unique.of(page) for page in pages]
        return sum(map(len, pages)), [self._sink.encode(page) for page in pages if len(page)]

    def _problem(self, problem: Problem) -> None:
        self._problems += 1
        self._progress.damaged += 1
        self._sink.write(self._sink.encode_problem(problem))
        if not self._options.quiet:
            at = f", byte {problem.offset}" if problem.offset else ""
            self._progress.say(f"uri-extract: {name_on_one_line(problem.document)}{at}: {on_one_line(problem.message)}")


class PrecedingParts:
    """Counts the numbered documents and the decompressed bytes in the parts of a file before the current one.

    Workers count from their part; this process corrects the numbers and offsets.
    """

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
