"""A process with interpreted kernels, whose results must equal those of compiled kernels."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from uri_extract.scan import kernels

if TYPE_CHECKING:
    from collections.abc import Callable

_SERVE = "from fuzz.interpreted import serve; serve()"


def same_interpreted(function: Callable[..., list[str]], *arguments: Any) -> None:
    """Check that a function of a module returns the same in the other process, if kernels are compiled here."""
    if "compiled" not in kernels:
        return
    process = _process()
    assert process.stdin is not None
    assert process.stdout is not None
    _send(process.stdin, (function, arguments))
    here = function(*arguments)
    there = pickle.load(process.stdout)
    for mine, other in zip_longest(here, there):
        assert mine == other, f"{arguments[0]} {arguments[2:]}: interpreted {other}, compiled {mine}"


@cache
def _process() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", _SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
        env={**os.environ, "URI_EXTRACT_PURE": "1"},
    )


def _send(pipe: BinaryIO, value: Any) -> None:
    pickle.dump(value, pipe)
    pipe.flush()


def serve() -> None:
    """Answer requests until their pipe is closed."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not get into the answers
    while True:
        try:
            function, arguments = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer = function(*arguments)
        except Exception as error:
            answer = [repr(error)]
        _send(out, answer)
