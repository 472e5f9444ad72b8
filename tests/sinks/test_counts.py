"""Counts and sets of values are exact, also if they exceed the memory limit."""

import random
import sqlite3
from collections import Counter

import pytest

from uri_extract.sinks import counts
from uri_extract.sinks.counts import Distinct, Tally


def keys(count):
    dice = random.Random(3986)
    return [b"%d" % int(dice.expovariate(1 / 200)) for _ in range(count)]


@pytest.mark.parametrize("most", [0, 1, 50, 10_000])
def test_each_key_is_first_once(most):
    distinct = Distinct(most)
    given = keys(5000)
    first = [key for key in given if distinct.is_first(key)]
    assert first == list(dict.fromkeys(given))


@pytest.mark.parametrize("most", [0, 1, 50, 10_000])
def test_of_keys_that_are_given_together_those_are_counted_that_are_first(most):
    distinct, given, seen = Distinct(most), keys(5000), set()
    for at in range(0, len(given), 30):
        together = given[at : at + 30]
        assert distinct.count_first(together) == len({*together} - seen)
        seen.update(together)
    assert not distinct.is_first(given[0])
    assert len(distinct._digests) <= most


@pytest.mark.parametrize("most", [1, 50, 10_000])
def test_counts_are_exact_and_sorted(most):
    given = [key.decode() for key in keys(5000)]
    tally = Tally(most)
    for at in range(0, len(given), 30):
        tally.add(dict(Counter(given[at : at + 30])))
    assert tally.different() == len({*given})
    assert list(tally.most_first()) == sorted(Counter(given).items(), key=lambda item: (-item[1], item[0]))
    assert tally.different() == len({*given})


@pytest.mark.parametrize("most", [1, 100])
def test_keys_of_any_text_are_sorted_the_same_in_memory_and_on_disk(most):
    given = ["", "é", "z", "\U0001f600", "\uffff", "a\0b", "a"]
    tally = Tally(most)
    for key in given:
        tally.add({key: 1})
    assert list(tally.most_first()) == [(key, 1) for key in sorted(given)]


def test_memory_is_bounded():
    distinct, tally = Distinct(100), Tally(100)
    for number in range(5000):
        distinct.is_first(b"%d" % number)
        tally.add({str(number): 1})
    assert len(distinct._digests) == 100
    assert len(tally._counts) <= 100


def test_fewer_long_keys_are_kept_in_memory():
    tally = Tally(100)
    for number in range(5000):
        tally.add({str(number) * 1000: 1, str(number): 1})
        assert sum(map(len, tally._counts)) < 100 * 64
    assert tally.different() == 10_000


@pytest.mark.parametrize("kind", [Distinct, Tally])
def test_a_full_disk_is_an_oserror(kind, monkeypatch):
    class Full:
        def execute(self, *_):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error

        executemany = execute

    monkeypatch.setattr(counts, "_database", lambda _: Full())
    with pytest.raises(OSError, match="full"):
        Distinct(0).is_first(b"a") if kind is Distinct else Tally(1).add({"a": 1})
