"""Inputs that once broke an invariant no longer do, and each target of the fuzzer runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from fuzz.targets import CRASHES, TARGETS, attempt, check

KEPT = sorted(path.name for path in CRASHES.iterdir())


@pytest.mark.parametrize("name", KEPT)
def test_an_input_that_once_broke_an_invariant_does_not_any_more(name):
    target, seed, _ = name.split("-", 2)
    check(target, (CRASHES / name).read_bytes(), int(seed))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("count", [5, pytest.param(500, marks=pytest.mark.long)])
def test_mutated_input_breaks_no_invariant(target, count):
    for seed in range(count):
        check(target, attempt(target, seed), seed)
