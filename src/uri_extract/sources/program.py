"""Programs that read a document in a process of their own, so that a crash of a library ends that process only."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager, suppress
from io import BytesIO

from uri_extract._typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator


def started(program: str, stdin: BinaryIO | int = subprocess.PIPE) -> subprocess.Popen[bytes] | None:
    """Start Python with a program; return None if it cannot be started."""
    command = [sys.executable or "python3", "-I", "-c", program]
    try:
        return subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return None


@contextmanager
def running(program: str, file: BinaryIO) -> Iterator[subprocess.Popen[bytes] | None]:
    """Start Python with a program whose standard input is a file; end the program at the end of the block.

    Yield None if it cannot be started. The program must read all of its input before it writes.
    """
    held = file.getvalue() if isinstance(file, BytesIO) else None
    process = started(program, file if held is None else subprocess.PIPE)
    if process is None:
        yield None
        return
    assert process.stdout is not None
    try:
        if held is not None:
            assert process.stdin is not None
            with suppress(OSError), process.stdin as pipe:  # an error: it has ended
                pipe.write(held)
        yield process
    finally:
        process.kill()
        process.stdout.close()
        process.wait()
