"""Messages about a whole run: ``--stats``, options without effect, hints about what was left out, how to resume."""

from __future__ import annotations

import os

from uri_extract._compat._typing import TYPE_CHECKING, Final, NamedTuple
from uri_extract._compat._variants import is_pure
from uri_extract.cli.flags import NAME
from uri_extract.cli.terminal import on_one_line
from uri_extract.scan import kernels

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

#: What setup.py writes if it does not compile each kernel: the reason, and which packages are missing.
_NOTE: Final = os.path.join(os.path.dirname(__file__), os.pardir, "not_compiled.txt")
#: Bytes that interpreted kernels read in a few seconds.
SLOW_FROM: Final = 10_000_000


class Counts(NamedTuple):
    """The counts of a run. ``left_out`` counts namespace names, same-document and unresolved references left out.

    ``skipped`` is the number of version control directories that were not read, ``records`` that of JSON objects with
    text in ``--json-field``. ``is_empty``: directories were walked, and no entry of them was selected.
    """

    documents: int
    read: int
    found: int
    problems: int
    left_out: tuple[int, int, int]
    skipped: int
    records: int
    is_empty: bool


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 byte``, ``2 bytes``. ``plural`` is for irregular nouns."""
    return f"{number} {singular if number == 1 else plural or f'{singular}s'}"


def statistics(counts: Counts, seconds: float) -> str:
    """Return the line that ``--stats`` prints."""
    said = (
        f"{NAME}: {counted(counts.documents, 'document')}, {counted(counts.read, 'byte')}, {counts.found} found, "
        f"{counted(counts.problems, 'problem')}, {seconds:.3f} s, {counts.read / max(seconds, 1e-9) / 1e6:.1f} MB/s"
    )
    if any(counts.left_out):
        names, inside, unresolved = counts.left_out
        left_out = [
            counted(names, "namespace name") if names else "",
            counted(inside, "same-document reference") if inside else "",
            f"{counted(unresolved, 'relative reference')} without a base" if unresolved else "",
        ]
        said += f"; left out: {', '.join(filter(None, left_out))}"
    if counts.skipped:
        said += f"; not read: {_directories(counts.skipped)}"
    return said


def is_selective(options: argparse.Namespace) -> bool:
    """Return True if options select entries of directories."""
    return bool(options.glob) or options.max_depth is not None or not options.hidden


def warnings(counts: Counts, options: argparse.Namespace) -> list[str]:
    """Return a line for each option that chose nothing, or for no input at all, which is probably a mistake."""
    found = []
    if counts.is_empty:
        chosen = [f"--glob {glob!r}" for glob in options.glob]
        chosen += [f"--max-depth {options.max_depth}"] if options.max_depth is not None else []
        chosen += [] if options.hidden else ["--no-hidden"]
        found.append(f"{NAME}: no file in the directories is selected by {' '.join(chosen)}")
    elif counts.read and options.json_field and not counts.records:
        chosen = [f"--json-field {field!r}" for field in options.json_field]
        found.append(f"{NAME}: no JSON object has text in {' or '.join(chosen)}")
    elif options.output is not None and not (options.paths or options.files_from or counts.read or counts.problems):
        found.append(f"{NAME}: no path is given, and standard input was empty")
    return found


def hints(counts: Counts, options: argparse.Namespace) -> Iterator[str]:
    """Yield a line for each kind of reference or directory that was left out and that a flag would include.

    The first says what was written to a file.
    """
    if options.output is not None and not options.stats:
        found, documents = counted(counts.found, "reference"), counted(counts.documents, "document")
        yield f"{NAME}: {on_one_line(options.output)}: {found} in {documents}"
    if not (counts.found or counts.problems or any(counts.left_out) or _is_narrowed(options)):
        yield f"{NAME}: nothing found; --suffix also finds www.example.org, --mail-addresses finds ada@example.org"
    unresolved = counts.left_out[2]
    if unresolved:
        them, they_are = ("it", "it is") if unresolved == 1 else ("them", "they are")
        yield (
            f"{NAME}: left out: {counted(unresolved, 'relative reference')} without a base; --base URI resolves "
            f"{them}, --relative prints {them} as {they_are}"
        )
    if counts.skipped:
        yield f"{NAME}: not read: {_directories(counts.skipped)}; --vcs reads {'it' if counts.skipped == 1 else 'them'}"


def _is_narrowed(options: argparse.Namespace) -> bool:
    """Return True if filters may be the reason that nothing was found, or the suggested flags are already set."""
    filters = (options.scheme, options.host, options.kind, options.delimiter, options.hazard, options.explain)
    return bool(any(filters) or options.valid is not None or options.suffix or options.mail_addresses)


def _directories(number: int) -> str:
    return counted(number, "version control directory", "version control directories")


def why_interpreted() -> str:
    """Return why kernels run interpreted, and what helps; empty if all are compiled."""
    if is_pure():
        return "URI_EXTRACT_PURE is set"
    try:
        with open(_NOTE, encoding="utf-8") as note:
            return note.read().strip()
    except OSError:
        return "" if "compiled" in kernels else "they are not compiled for this Python; pip install compiles them"


def slow_hint() -> str:
    """Return the hint for a long run of interpreted kernels; empty if they are compiled or URI_EXTRACT_PURE is set."""
    why = "" if is_pure() else why_interpreted()
    return why and f"{NAME}: kernels run interpreted, 35 to 90 times slower than compiled: {why}"


def interrupted(options: argparse.Namespace) -> str:
    """Return the message for an interrupted run; empty if there is no checkpoint, or with ``--quiet``."""
    if options.checkpoint is None or options.quiet:
        return ""
    directory = on_one_line(options.checkpoint)
    return f"{NAME}: interrupted; run the same command again to resume (progress is in {directory})"
