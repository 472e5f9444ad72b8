"""Where the command writes: the sink for its options, files that appear when they are complete, the terminal."""

from __future__ import annotations

import os
import re
import signal
import sys
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, cast

from uri_extract.errors import UriExtractError
from uri_extract.sinks import FORMATS, Lines
from uri_extract.sinks.output import remove_temporary, whole_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import BinaryIO

    from uri_extract.sinks import Sink

#: Formats that are no text, which no terminal can show.
BINARY = ("arrow", "parquet", "sqlite")


def sink_of(options: argparse.Namespace) -> Sink:
    """Return what writes the format that was asked for; raises UriExtractError where an extra is missing."""
    sink: Sink
    if options.count_by:
        from uri_extract.sinks.keys import CountBy

        sink = CountBy(options.count_by, as_json=options.format == "jsonl")
    elif options.template is not None:
        from uri_extract.sinks.template import Template

        sink = Template(options.template, null=options.null)
    elif options.format == "lines":
        sink = Lines(options.value, null=options.null)
    else:
        sink = FORMATS[options.format]()
    return sink


def names_of(path: str, sink: Sink) -> list[str]:
    """Return the names of the files that are written for an output."""
    companion = getattr(sink, "companion", None)
    return [path] if companion is None else [path, companion(path)]


@contextmanager
def files(path: str, sink: Sink) -> Iterator[tuple[BinaryIO, list[str]]]:
    """Give the file to write into, and the names that those written have for the time being.

    In the block SIGINT, SIGTERM and SIGHUP end the process at once, and leave no temporary file.
    """
    with _no_traces(), ExitStack() as stack:
        opened = [stack.enter_context(whole_file(name)) for name in names_of(path, sink)]
        if len(opened) > 1:
            sink.beside = opened[1]  # type: ignore[attr-defined]
        yield opened[0], [file.name for file in opened]


@contextmanager
def _no_traces() -> Iterator[None]:
    """Remove what is not complete when a signal comes. No exception: Python drops those that come in a callback."""

    def stop(number: int, _: object) -> None:
        remove_temporary()
        os._exit(128 + number)

    before = {}
    with suppress(ValueError):  # not in the main thread, where signals are somebody else's
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has two of them
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def standard_output(form: str) -> BinaryIO:
    """Return standard output; what goes to a terminal has its control characters escaped."""
    assert sys.stdout is not None
    if not sys.stdout.isatty():
        return sys.stdout.buffer
    if form in BINARY:
        raise UriExtractError(f"{form} is not for a terminal: name a file with -o")
    return cast("BinaryIO", _Terminal(sys.stdout.buffer))


class _Terminal:
    """Writes text for people: what would move the cursor, set colours or turn text around is shown, not done."""

    # Controls but for tabs and line feeds, and the marks and overrides of direction (UAX #9).
    _unsafe = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")

    def __init__(self, out: BinaryIO) -> None:
        self._out = out

    def write(self, data: bytes) -> int:
        text = bytes(data).decode("utf-8", "backslashreplace")
        self._out.write(self._unsafe.sub(lambda match: repr(match[0])[1:-1], text).encode())
        return len(data)

    def flush(self) -> None:
        self._out.flush()
