"""Runs over many files whose rows are proven complete: plan, read each split in a task, write its rows and an outcome.

A run writes a directory: ``rows/`` has a Parquet file for each split, and ``manifest.parquet`` has an outcome for each
(:mod:`.manifest`). The name of a file with rows is the digest of its split, with the size and etag of the file, and of
the options. Its metadata have the outcome, and it appears when it is complete. So a task that runs twice writes the
same file, and a run that is started again reads only what is missing or has changed, however the last one ended. No
engine is needed: ``map`` is all that it does here, and the builtin one does it in this process.
"""

from __future__ import annotations

import errno
import json
import os
import pickle
import random
import select
import time
from collections import Counter
from hashlib import blake2b
from io import BytesIO
from itertools import chain
from tempfile import TemporaryDirectory

import pyarrow.compute  # what a split needs is imported here: not in each process, whose memory may be limited
import pyarrow.parquet as pq

from uri_extract._compat._typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple
from uri_extract._version import __version__
from uri_extract.errors import SourceError, UriExtractError, said
from uri_extract.processes.process_limits import limit_memory
from uri_extract.sources import Document, Unreadable
from uri_extract.sources.program import running
from uri_extract.splits import RANGE, Split, check_unchanged, paths_of, planned, read
from uri_extract.tables import Extractor
from uri_extract.tables.manifest import MISSING, QUARANTINED, READ, UNREAD, Outcome, table_of, verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from uri_extract.sources.ranges import Range
    from uri_extract.splits import Map, Open
    from uri_extract.tables.manifest import Verdict

_MANIFEST: Final = "manifest.parquet"
_OUTCOME: Final = b"uri_extract.outcome"
# How often a split is read before it is unread, and how often a process may end at a document and in a split.
_ROUNDS: Final = 4
_ENDS: Final = 2
_ENDS_OF_SPLIT: Final = 6
# Seconds between two looks at the progress of a process, and the end of its numbers.
_LOOK: Final = 0.005
_END: Final = b"="


def read_split(
    split: Split,
    extractor: Extractor,
    write: Callable[[pyarrow.RecordBatch], object],
    *,
    open: Open | None = None,
    left_out: Iterable[int] = (),
    on_document: Callable[[int], None] | None = None,
) -> Outcome:
    """Call ``write`` with batches of the references in a split, and return its outcome.

    Documents with the numbers ``left_out`` are problems; ``on_document`` is called before each of the others.

    >>> read_split(Split("no/such/file"), Extractor(), print).status
    'unread'
    """
    begun = time.monotonic()
    tabulation = extractor.tabulation(are_splits=True)
    tabulation.left_out, tabulation.on_document = frozenset(left_out), on_document
    rows, message, sizes = 0, None, [0]

    def counted(chunks: Iterator[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            sizes[0] += len(chunk)
            yield chunk

    def documents() -> Iterator[Document | Unreadable]:
        for each in read(split, open=open):
            if isinstance(each, Document) and not isinstance(each.source, str):
                each = each._replace(source=counted(each.chunks()))
            else:  # a local file, which its reader opens
                sizes[0] = (split.stop or split.size or 0) - split.start
            yield each

    try:
        for batch, _ in tabulation.of_documents(documents()):
            write(batch)
            rows += len(batch)
        if split.kind != RANGE:
            check_unchanged(split, open)
    except (SourceError, Unreadable) as error:
        message = said(error)
    problems, seconds = json.dumps(tabulation.problems), time.monotonic() - begun
    status = UNREAD if message else READ
    return Outcome(*split, status, message, None, sizes[0], tabulation.documents, rows, problems, seconds)


class _Task(NamedTuple):
    """The function of a task: writes the rows of a split below ``output``, and returns its outcome.

    A process of its own reads it, with the limits ``memory`` (bytes) and ``seconds`` (for a document).
    """

    output: str
    extractor: Extractor
    open: Open | None
    memory: int | None
    seconds: float | None

    def outcome(self, split: Split) -> Outcome:
        """Return the outcome of a split, whose rows are written unless they were already.

        If the process ends twice at a document, or reads it for too long, it is left out.
        """
        system, path = _system(self.output, self._file(split))
        if (split.kind == RANGE or split.size is not None) and system.exists(path):
            with system.open(path, "rb") as file:
                return Outcome(*json.loads(pq.read_metadata(file).metadata[_OUTCOME]))
        ends: Counter[int] = Counter()
        while ends.total() < _ENDS_OF_SPLIT:
            answer = self._isolated(split, [number for number, count in ends.items() if count >= _ENDS])
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, Outcome):
                return answer
            ends[answer] += 1
        message = f"its process ended, or reached its limit of time, {_ENDS_OF_SPLIT} times"
        return Outcome(*split, QUARANTINED, message)

    def read(self, split: Split, left_out: list[int], on_document: Callable[[int], None]) -> Outcome:
        """Return the outcome of a split, which this process reads."""
        name = self._file(split)
        with TemporaryDirectory() as directory:
            with pq.ParquetWriter(f"{directory}/rows", self.extractor.schema) as rows:
                outcome = read_split(
                    split, self.extractor, rows.write_batch, open=self.open, left_out=left_out, on_document=on_document
                )
                if outcome.status == READ:
                    outcome = outcome._replace(file=name)
                rows.add_key_value_metadata({_OUTCOME: json.dumps(outcome)})
            if outcome.status == READ:
                _put(f"{directory}/rows", *_system(self.output, name))
        return outcome

    def _file(self, split: Split) -> str:
        key = repr((*split, __version__, self.extractor)).encode()
        return f"rows/{blake2b(key, digest_size=16).hexdigest()}.parquet"

    def _isolated(self, split: Split, left_out: list[int]) -> Outcome | Exception | int:
        """Return the answer of a process that reads a split; the number of its current document if it has ended."""
        data = bytearray()
        with running(__name__, BytesIO(pickle.dumps((self, split, left_out)))) as process:
            if process is None:
                return self.read(split, left_out, lambda _: None)
            results, wait = process[0].fileno(), process[1]
            while select.select([results], [], [], self.seconds)[0]:
                if not (chunk := os.read(results, 1 << 16)):
                    wait()
                    break
                data += chunk
                time.sleep(_LOOK)  # do not wake up for each document
        numbers, _, answer = bytes(data).partition(_END)
        try:
            found: Outcome | Exception = pickle.loads(answer)
        except (EOFError, pickle.UnpicklingError):
            return int(numbers.split()[-1]) if numbers.strip() else 0
        return found


def main(request: BinaryIO, answers: BinaryIO) -> None:
    """Read a split; write the number of each of its documents, and then the answer.

    >>> main(BytesIO(pickle.dumps((_Task("out", Extractor(), None, None, None), None, []))), answers := BytesIO())
    >>> type(pickle.loads(answers.getvalue()[1:])).__name__
    'RuntimeError'
    """
    task, split, left_out = pickle.load(request)

    def show(number: int) -> None:
        try:
            os.write(answers.fileno(), b"%d " % number)
        except OSError:  # no process waits, and an error here would be taken for one in reading the document
            os._exit(1)

    if task.memory is not None:
        limit_memory(task.memory)
    try:
        answer: Any = task.read(split, left_out, show)
    except MemoryError:
        return
    except Exception as error:
        answer = error if isinstance(error, UriExtractError) else RuntimeError(f"{type(error).__name__}: {error}")
    answers.write(_END + pickle.dumps(answer))


def write(
    paths: Any,
    output: str,
    *,
    map: Map = map,
    split: int = 64 << 20,
    open: Open | None = None,
    base_url: str | None = None,
    memory: int | None = None,
    seconds: float | None = 600,
    **options: Any,
) -> Verdict:
    """Write the references in files below ``output``, a directory or a URL, with a manifest; return what it proves.

    ``paths``, ``open``, ``base_url`` and ``map`` are those of :func:`~uri_extract.splits.plan`. A document is left out,
    as a problem of its file, if its process needs more than ``memory`` bytes or ``seconds``, or crashes, twice. A split
    that cannot be read, or whose file has changed, is planned and read again; if that does not help, it is ``unread``
    in the manifest. A path that does not exist is ``missing`` there. Run it again to complete it. Other options are
    those of :class:`~uri_extract.tables.Extractor`; none may name a column. Raises
    :class:`~uri_extract.errors.SourceError` for a list or a directory that cannot be read.

    >>> with TemporaryDirectory() as directory:
    ...     with open(f"{directory}/a.txt", "wb") as file:
    ...         file.write(b"http://a.example/")
    ...     print(write(f"{directory}/a.txt", f"{directory}/out"))
    17
    1 of 1 files, 17 bytes, 0 unread, 0 damaged
    """
    extractor = Extractor(**options)
    extractor.check_no_names()
    task = _Task(output, extractor, open, memory, seconds)
    left = list(dict.fromkeys(paths_of(paths, open=open, base_url=base_url)))
    outcomes: dict[str | Range, list[Outcome]] = {}
    for number in range(_ROUNDS):
        time.sleep(random.random() * number)
        splits: list[Split] = []
        for path, found in zip(left, planned(left, split, open, map), strict=True):
            outcomes[path] = []
            if isinstance(found, list):
                splits += found
            else:
                status = MISSING if found.errno == errno.ENOENT else UNREAD
                outcomes[path].append(Outcome(*Split(found.filename), status, said(found)))
        for outcome in map(task.outcome, splits):
            outcomes[outcome.named].append(outcome)
        left = [path for path in left if any(each.status == UNREAD for each in outcomes[path])]
        if not left:
            break
    rows = list(chain.from_iterable(outcomes.values()))
    _finish(output, rows)
    return verdict(rows)


def verify(output: str) -> Verdict:
    """Return what the manifest below ``output`` proves. A split whose file with rows is not there is unread.

    >>> verify("no/such/directory")
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    system, path = _system(output, _MANIFEST)
    with system.open(path, "rb") as file:
        outcomes = [Outcome(**row) for row in pq.read_table(file).to_pylist()]
    there = {f"rows/{os.path.basename(name)}" for name in system.find(_system(output, "rows")[1])}
    return verdict(each if each.file in there else each._replace(status=UNREAD) for each in outcomes)


def _finish(output: str, outcomes: list[Outcome]) -> None:
    """Write the manifest, and remove other files with rows: those of files that have changed."""
    with TemporaryDirectory() as directory:
        pq.write_table(table_of(outcomes), f"{directory}/manifest")
        _put(f"{directory}/manifest", *_system(output, _MANIFEST))
    system, path = _system(output, "rows")
    kept = {each.file for each in outcomes}
    for name in system.find(path):
        if f"rows/{os.path.basename(name)}" not in kept:
            system.rm_file(name)


def _system(output: str, name: str) -> tuple[Any, str]:
    from fsspec.core import url_to_fs

    system, path = url_to_fs(output)
    return system, f"{path.rstrip('/')}/{name}"


def _put(local: str, system: Any, path: str) -> None:
    """Copy a local file so that it is never there in part: an object is there when it is complete, a file is not."""
    system.makedirs(os.path.dirname(path), exist_ok=True)
    part = f"{path}.{random.randrange(1 << 62)}.part" if os.path.isdir(os.path.dirname(path)) else path
    system.put_file(local, part)
    if part != path:
        os.replace(part, path)
