"""The command ``uri-extract``: see :mod:`uri_extract.cli.flags` for its flags, :mod:`.run` for what it does."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from uri_extract.cli.flags import NAME
from uri_extract.cli.options import read_options
from uri_extract.cli.outputs import shows_names
from uri_extract.cli.run import run
from uri_extract.cli.terminal import is_terminal
from uri_extract.processes.standard_streams import exit_status, say

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    0: at least one URI was found; 1: none was found; 2: wrong usage or a fatal error; 3: some input was damaged.
    """
    return exit_status(NAME, lambda: _main(sys.argv[1:] if arguments is None else arguments))


def _main(arguments: Sequence[str]) -> int:
    if arguments and arguments[0] == "mcp":  # a file of this name is ./mcp
        from uri_extract.cli.mcp import serve

        return serve(arguments[1:])
    options = read_options(arguments)
    if not (options.paths or options.files_from or options.quiet) and is_terminal(sys.stdin):
        say(f"{NAME}: reading from standard input; end with Ctrl-D (see --help)")
    if options.with_filename is None:
        options.with_filename = shows_names(options)
    return run(options)
