"""The command in a process of its own: ``uri-extract``, or ``python -m uri_extract``."""

from __future__ import annotations

import atexit
import gc
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def command() -> NoReturn:
    """Run the command, and end the process.

    Python would free every object one by one first, and search those that are imported for cycles: a fifth of the time
    of a short run.
    """
    gc.set_threshold(100_000)
    try:
        from uri_extract.cli import main

        status = main()  # which has flushed what was written
    except KeyboardInterrupt:  # before anything is read: while modules are imported, say
        from uri_extract._standard_streams import INTERRUPTED

        status = INTERRUPTED
    atexit._run_exitfuncs()
    os._exit(status)


if __name__ == "__main__":
    command()
