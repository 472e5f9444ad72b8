"""The outputs of the command: the sink for its options, files that appear when they are complete, the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress

from uri_extract._compat._typing import TYPE_CHECKING, Any, cast
from uri_extract.cli.progress import wipe
from uri_extract.cli.terminal import Style, Terminal, is_coloured, is_terminal, shortened
from uri_extract.errors import UriExtractError
from uri_extract.rows.schema import COLUMNS, CONTEXT
from uri_extract.sinks import Lines
from uri_extract.sinks.formats import TABLE, compression_of, split_compression

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from uri_extract.sinks import Sink


def sink_of(options: argparse.Namespace) -> Sink:
    """Return the sink for the options. Raises UriExtractError if an extra is missing."""
    sink: Sink
    if options.count_by:
        from uri_extract.sinks.keys import CountBy

        records: Any = None if options.format == "lines" else TABLE[options.format].sink()
        sink = CountBy(options.count_by, records=records)
    elif options.template is not None:
        from uri_extract.sinks.template import Template

        sink = Template(options.template, null=options.null)
    elif options.format != "lines":
        new: Callable[..., Sink] = TABLE[options.format].sink
        wanted: dict[str, Any] = {}
        if options.format in ("html", "features"):
            wanted = {"context": True} if options.with_context else {}
        elif options.format != "sarif":
            wanted = {"fields": fields_of(options)}
        sink = new(**wanted)
    elif options.with_filename or options.line_number or options.column or options.with_context:
        sink = _located(options)
    else:
        sink = Lines(options.value, null=options.null, shown=shortened if are_shortened(options) else None)
    sink.owns_process = True
    return sink


def fields_of(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the names of the columns, in their order."""
    if options.fields:
        fields: tuple[str, ...] = options.fields
    else:
        fields = (*COLUMNS, *(CONTEXT if options.with_context else ()), *(options.with_fields or ()))
    if "registered_domain" in fields:
        from uri_extract.uri.domains import registered_domain

        registered_domain("example.org")  # raises if the extra is missing
    return fields


def _located(options: argparse.Namespace) -> Sink:
    from uri_extract.sinks.located import LocatedLines

    style = style_of(options)
    return LocatedLines(
        options.value, null=options.null, name=options.with_filename, line=options.line_number, column=options.column,
        context=bool(options.with_context), style=Style(linked=style == "linked") if style else None,
        shown=shortened if are_shortened(options) else None,
    )  # fmt: skip


def style_of(options: argparse.Namespace) -> str | None:
    """Return how document names are shown: "coloured", "linked" (and coloured), or None for unchanged."""
    shown = options.output is None and is_terminal(sys.stdout)
    if not options.with_filename or not is_coloured(options.color, shown):
        return None
    return "linked" if shown else "coloured"


def shows_names(options: argparse.Namespace) -> bool:
    """Return True if lines have document names by default: for several files or a directory, on a terminal only."""
    if options.output is not None or options.format != "lines" or not is_terminal(sys.stdout):
        return False
    if options.template is not None or options.count_by or options.explain or options.null:
        return False
    paths = options.paths
    return bool(options.files_from) or len(paths) > 1 or any(map(os.path.isdir, paths))


def are_shortened(options: argparse.Namespace) -> bool:
    """Return True if long ``data:`` URIs are shortened: in lines on a terminal."""
    return options.output is None and not options.null and options.format == "lines" and is_terminal(sys.stdout)


def names_of(path: str, sink: Sink) -> list[str]:
    """Return the names of the files that are written for the output ``path``: itself and its companion, if any."""
    stem, suffix = split_compression(path)
    companion = sink.companion(stem)
    return [path] if companion is None else [path, companion + suffix]


@contextmanager
def files(path: str, sink: Sink, last_words: str = "") -> Iterator[tuple[BinaryIO, list[str]]]:
    """Open the output file for writing; yield it, and the temporary names of all files that are written.

    The file is compressed if its name has the suffix of a compression. Inside the block SIGINT, SIGTERM and SIGHUP
    end the process at once: temporary files are removed, and ``last_words`` written to standard error.
    """
    from contextlib import ExitStack

    from uri_extract.sinks.output import whole_file

    with _no_traces(last_words), ExitStack() as stack:
        opened = [stack.enter_context(whole_file(name)) for name in names_of(path, sink)]
        compression = compression_of(path)
        out = opened
        if compression is not None:
            from uri_extract.sinks.compressed import compressed

            out = [stack.enter_context(compressed(file, compression.open)) for file in opened]
        if len(out) > 1:
            sink.beside = out[1]
        yield out[0], [file.name for file in opened]


@contextmanager
def _no_traces(last_words: str) -> Iterator[None]:
    """Remove temporary files on a signal. Raising an exception would not do: Python drops exceptions in callbacks."""
    import signal

    from uri_extract.sinks.output import remove_temporary

    def stop(number: int, _: object) -> None:
        remove_temporary()
        wipe()
        if last_words:
            with suppress(OSError):
                os.write(2, f"{last_words}\n".encode("utf-8", "backslashreplace"))
        os._exit(128 + number)

    before = {}
    with suppress(ValueError):  # raised outside the main thread, whose program handles signals itself
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows has no SIGHUP
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def standard_output(form: str, is_safe: bool) -> BinaryIO:
    """Return standard output; if it is a terminal, text is sanitised, unless ``is_safe``."""
    assert sys.stdout is not None
    if is_safe or not is_terminal(sys.stdout):
        return sys.stdout.buffer
    if not TABLE[form].is_text:
        raise UriExtractError(f"refusing to write {form} to a terminal; use -o FILE")
    return cast("BinaryIO", Terminal(sys.stdout.buffer))
