"""Hostile families: the same records however they come, output in proportion, and no error but the package's own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from uri_extract.errors import UriExtractError
from uri_extract.scan import kernels

from .families import Family, families, operations, read

ALL = families()
DOCUMENTS = [family for family in ALL if not family.is_function]
FUNCTIONS = [family for family in ALL if family.is_function]
#: Sizes of the input, and of the chunks that it comes in. Beside them it is read whole.
CHUNKS = {500: (1, 2, 3, 7), 5000: (64, 4096)}
#: Bytes of output that any input may have beside those in proportion to it.
OUTPUT = 4096


def output_of(records: list[dict[str, object]], problems: list[object]) -> int:
    """How many bytes of references, targets and source there are, and of problems."""
    found = sum(len(str(each[name])) for each in records for name in ("reference", "target", "raw"))
    return found + sum(len(str(problem)) for problem in problems)


def test_three_hundred_families_have_a_sentence_each():
    assert len(ALL) >= 300
    assert all(family.why for family in ALL)
    assert len({str(family) for family in ALL}) == len(ALL)


@pytest.mark.parametrize("family", DOCUMENTS, ids=str)
def test_a_hostile_document_gives_the_same_in_chunks_of_any_size_and_no_more_than_its_bound(family: Family):
    for size, chunks in CHUNKS.items():
        data = family.data(size)
        whole = read(family, data)
        for chunk in chunks:
            assert read(family, data, chunk) == whole, chunk
        assert output_of(*whole) <= family.output * len(data) + OUTPUT


@pytest.mark.parametrize("family", FUNCTIONS, ids=str)
def test_a_hostile_argument_gives_no_more_than_its_bound_and_no_foreign_error(family: Family):
    for name, run in operations(family, 5000).items():
        try:
            result = run()
        except UriExtractError:
            continue
        if family.of == "sink" and name in ("sqlite", "arrow", "parquet", "html"):  # these have a frame of their own
            continue
        length = sum(map(len, result)) if isinstance(result, list | tuple) else len(str(result))
        assert length <= family.output * 5000 + OUTPUT, name


# -- in a process with interpreted kernels ------------------------------------------------------------------------


class Lines:
    """Counts the lines of this package's Python that are executed. What a line calls in C is not seen."""

    def __init__(self):
        self.count = 0
        self._here = str(Path(sys.modules["uri_extract"].__file__).parent)

    def __enter__(self):
        sys.settrace(self._call)
        return self

    def __exit__(self, *_):
        sys.settrace(None)

    def _call(self, frame, event, _):
        return self._line if frame.f_code.co_filename.startswith(self._here) else None

    def _line(self, frame, event, _):
        self.count += 1
        return self._line


def _lines(family, size):
    data = family.data(size)
    runs = operations(family, size).values() if family.is_function else [lambda: read(family, data, dicts=False)]
    counts = []
    for run in runs:
        with Lines() as lines, suppress(UriExtractError):
            run()
        counts.append(lines.count)
    return counts


def _main(what):
    """Print what a process with interpreted kernels makes of each family."""
    for family in ALL:
        if what == "records":
            print(json.dumps(repr(read(family, family.data(2000))) if not family.is_function else ""))
        else:
            _lines(family, 200)  # what is imported, compiled or kept at first use
            print(json.dumps([_lines(family, size) for size in (2000, 8000)]))


def interpreted(what):
    """What a process says of each family in which all kernels are interpreted."""
    words = [sys.executable, "-c", f"from tests.adversarial.test_families import _main; _main({what!r})"]
    root = Path(__file__).parents[2]
    env = {**os.environ, "URI_EXTRACT_PURE": "1"}
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=root, env=env)
    return zip(ALL, map(json.loads, done.stdout.splitlines()), strict=True)


@pytest.mark.long
@pytest.mark.skipif("compiled" not in kernels, reason="one kernel alone")
def test_compiled_kernels_find_in_hostile_documents_what_interpreted_ones_do():
    for family, records in interpreted("records"):
        if not family.is_function:
            assert records == repr(read(family, family.data(2000))), str(family)


# Linear would be four, quadratic sixteen. A construct that is cut by the end of a window is read once more.
@pytest.mark.long
def test_four_times_as_much_of_a_hostile_family_executes_at_most_six_times_as_many_lines():
    growing = {
        str(family): counts
        for family, counts in interpreted("lines")
        if any(after > 6 * before + 3000 for before, after in zip(*counts, strict=True))
    }
    assert growing == {}
