"""Hostile families: the same records in all chunks, output in proportion to input, no errors but the package's own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from uri_extract.errors import UriExtractError
from uri_extract.scan import kernels

from . import counters
from .combinations import closing, combinations, readers
from .families import Family, families, operations, read

ALL = families()
DOCUMENTS = [family for family in ALL if not family.is_function]
FUNCTIONS = [family for family in ALL if family.is_function]
#: Sizes of the input, and sizes of chunks. Each input is also read whole.
CHUNKS = {500: (1, 2, 3, 7), 5000: (64, 4096)}
#: An input of this size is also cut in two at each byte: a reader that holds bytes waits for more, so chunks of one
#: size rarely end inside a construct. In markup, the input follows as many bytes as are held until the charset is
#: known.
CUT = 100
HELD = 1024
#: Bytes of output that any input may have in addition to output in proportion to its size.
OUTPUT = 4096


def output_of(records: list[dict[str, object]], problems: list[object]) -> int:
    """Return the number of bytes of references, targets and sources, and of problems."""
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


@pytest.mark.parametrize(
    "family", [family for family in DOCUMENTS if not family.of.startswith(("file", "part"))], ids=str
)
def test_a_hostile_document_gives_the_same_cut_in_two_at_any_byte(family: Family):
    is_markup = family.of.startswith(("text/html", "text/css", "application/"))
    begin = HELD if is_markup else 0
    if is_markup:
        family = replace(family, options={"charset": "utf-8", **family.options})
    data = b"\n" * begin + family.data(CUT)
    whole = read(family, data)
    for cut in range(begin + 1, len(data)):
        assert read(family, data, cut, rest=len(data)) == whole, cut


@pytest.mark.parametrize("family", FUNCTIONS, ids=str)
def test_a_hostile_argument_gives_no_more_than_its_bound_and_no_foreign_error(family: Family):
    for name, run in operations(family, 5000).items():
        try:
            result = run()
        except UriExtractError:
            continue
        if family.of == "sink" and name in ("sqlite", "arrow", "parquet", "html"):  # these begin and end with much
            continue
        length = sum(map(len, result)) if isinstance(result, list | tuple) else len(str(result))
        assert length <= family.output * 5000 + OUTPUT, name


# -- in a process with interpreted kernels ------------------------------------------------------------------------


def _interpreted(*words):
    """Return the lines printed by a process in which all kernels are interpreted."""
    env = {**os.environ, "URI_EXTRACT_PURE": "1"}
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, cwd=root, env=env)
    return done.stdout.splitlines()


def _main():
    """Print the records and problems of each family in a process with interpreted kernels."""
    for family in DOCUMENTS:
        print(json.dumps(repr(read(family, family.data(2000)))))


@pytest.mark.long
@pytest.mark.skipif("compiled" not in kernels, reason="one kernel alone")
def test_compiled_kernels_find_in_hostile_documents_what_interpreted_ones_do():
    lines = _interpreted("-c", "from tests.adversarial.test_families import _main; _main()")
    for family, line in zip(DOCUMENTS, lines, strict=True):
        assert json.loads(line) == repr(read(family, family.data(2000))), str(family)


@pytest.mark.long
def test_steps_and_bytes_examined_are_in_proportion_to_each_hostile_family():
    assert _interpreted("-m", "tests.adversarial.counters") == []


@pytest.mark.long
def test_work_is_in_proportion_to_families_by_chance():
    from conftest import SEED  # imported late: the process with interpreted kernels does not have it

    assert _interpreted("-m", "tests.adversarial.counters", "random", SEED, "1") == [], f"URI_EXTRACT_SEED={SEED}"


def test_families_by_chance_of_a_seed_are_the_same_and_those_of_another_seed_differ():
    for name in readers():
        first, again, other = (list(combinations(name, seed, 5)) for seed in ("a", "a", "b"))
        assert first == again != other


def test_tokens_that_a_unit_opens_are_closed_in_reverse_order():
    assert closing("<a href='x'>([\\url{") == "}])</a>"


@pytest.mark.long
@pytest.mark.parametrize(
    "family",
    ["text/x-tex, nested arguments", "text/x-tex, nested fields", "text/plain; charset=iso-2022-kr, ends of sections"],
)
def test_nothing_that_was_searched_is_searched_again(family: str):
    assert _interpreted("-m", "tests.adversarial.counters", "only", family) == []


@pytest.mark.long
def test_bytes_copied_for_each_chunk_do_not_depend_on_bytes_held():
    assert _interpreted("-m", "tests.adversarial.counters", "256") == []


@pytest.mark.parametrize(
    ("source", "count"),
    {
        "data[3]": 1,
        "data[10:30]": 20,
        "data + data": 200,
        "b'z' in data": 100,
        "b'aa' in data": 1,
        "data.find(b'z')": 100,
        "data.find(b'a', 40)": 1,
        "data.split(b'b')": 100,
        "re.compile(b'b').search(data, 10)": 90,
        "re.compile(b'a{20}').match(data)": 21,
        "[*re.compile(b'a{10}').finditer(data)]": 110,
        "bytes(50)": 0,
        "bytes(memoryview(data))": 100,
        "[data := data[1:] for _ in data]": 4950,
    }.items(),
)
def test_rewritten_code_counts_the_bytes_that_it_looks_at(source, count):
    scope = {**counters.NAMES, "re": re, "data": b"a" * 100}
    before = counters.Count.bytes
    exec(counters.rewritten(source), scope)
    assert counters.Count.bytes - before == count


@pytest.mark.parametrize(
    ("source", "count"),
    {
        "for _ in data: pass": 100,
        "while data: data.pop()": 100,
        "[0 for one in data for other in data[:3] if not other]": 400,
        "[*map(lambda _: sum(1 for _ in data), data[:2])]": 200,
        "def f():\n    'It says what.'\n    return f.__doc__\nassert f() + f()": 2,
        "data.find(b'z')": 0,
    }.items(),
)
def test_rewritten_code_counts_calls_and_rounds(source, count):
    scope = {**counters.NAMES, "data": bytearray(100)}
    with counters.Counting() as counting:
        exec(counters.rewritten(source), scope)
    assert counting.steps == count
