"""The entry point of the command: ``uri-extract``, or ``python -m uri_extract``."""

from __future__ import annotations

import atexit
import gc
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def command() -> NoReturn:
    """Run the command, and exit the process.

    A normal exit would free every object and search imported modules for cycles: a fifth of the time of a short run.
    """
    gc.set_threshold(100_000)
    try:
        from uri_extract.cli import main

        status = main()  # flushes its output
    except KeyboardInterrupt:  # before anything is read, as during imports
        from uri_extract.processes.standard_streams import INTERRUPTED

        status = INTERRUPTED
    atexit._run_exitfuncs()
    os._exit(status)


if __name__ == "__main__":
    command()
