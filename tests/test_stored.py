"""Stored fields of an occurrence are read like those of a named tuple, and the collector does not track it."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
from collections import namedtuple
from collections.abc import Sequence

import pytest

from uri_extract import extract_text
from uri_extract._compat._variants import compiled, load
from uri_extract.rows.records import Occurrence

MODULE = "uri_extract.rows._stored"
VARIANTS = [load(MODULE, False), *([] if compiled(MODULE) is None else [compiled(MODULE)])]
TEXT = "<a href='x' rel=me>t</a> http://a.example/ <img src=y>\nmailto:b@a.example"


def found(document="d"):
    return list(extract_text(TEXT, media_type="text/html", document=document, base="http://h.example/"))


def as_named_tuple(occurrence):
    return namedtuple("Occurrence", Occurrence._fields)(*occurrence)


def error_of(function, *values, **named):
    with pytest.raises((TypeError, ValueError, AttributeError, IndexError)) as caught:
        function(*values, **named)
    return caught.type


def matched(each):
    by_name = by_place = None
    match each:
        case (reference, _, start, *rest):
            by_place = reference, start, len(rest)
    match each:
        case type(reference=reference, column=column):
            by_name = reference, column
    return by_place, by_name, type(each).__match_args__


SAID = {
    "fields": lambda each: (each._fields, type(each).__name__),
    "values": lambda each: [getattr(each, name) for name in each._fields],
    "types of values": lambda each: [type(getattr(each, name)) for name in each._fields],
    "length": len,
    "in order": list,
    "reversed": lambda each: list(reversed(each)),
    "items": lambda each: (each[0], each[3], each[-1], each[2:6], each[::-2], each[:]),
    "no such item": lambda each: error_of(each.__getitem__, 16),
    "no such key": lambda each: error_of(each.__getitem__, "start"),
    "unpacked": lambda each: (lambda *values: values)(*each),
    "contains": lambda each: (each.start in each, -7 in each),
    "index and count": lambda each: (each.index(each.line), each.count(None), error_of(each.index, "?")),
    "hash": hash,
    "repr": repr,
    "equal": lambda each: (each == tuple(each), tuple(each) == each, each == list(each), each == each._replace(end=0)),
    "not equal": lambda each: (each != tuple(each), each != 1, each == "x", each is None),
    "order": lambda each: (
        *(each < (other := each._replace(start=each.start + 1)), each <= other, each > other, each >= other),
        *(each < tuple(each), each <= tuple(each), tuple(each) > each, tuple(each) >= each),
    ),
    "no order": lambda each: error_of(lambda: each < 1),
    "sums": lambda each: (each + (1,), (1, *each), (1,) + each, error_of(lambda: each + 1)),  # noqa: RUF005
    "replace": lambda each: repr(each._replace(start=9, rel="me", origin=None)),
    "dict": lambda each: list(each._asdict().items()),
    "make": lambda each: repr(each._make(iter(each))),
    "make of too few": lambda each: error_of(each._make, ("a",)),
    "too few": lambda each: error_of(type(each), "a"),
    "too many": lambda each: error_of(type(each), *each, 1),
    "unknown": lambda each: error_of(type(each), *each, colour=1),
    "by name": lambda each: repr(type(each)(**each._asdict())),
    "copies": lambda each: (repr(copy.copy(each)), repr(copy.deepcopy(each))),
    "matched": matched,
    "a sequence": lambda each: (isinstance(each, Sequence), issubclass(type(each), Sequence)),
    "immutable": lambda each: [error_of(setattr, each, name, 1) for name in (*each._fields, "colour")],
    "deleted": lambda each: [error_of(delattr, each, name) for name in each._fields],
    "initialised again": lambda each: (each.__init__(*each), repr(each)),
    "no dictionary": lambda each: hasattr(each, "__dict__"),
    "a true value": bool,
}


@pytest.mark.parametrize("what", SAID)
def test_an_occurrence_is_read_like_a_named_tuple(what):
    for each in found():
        assert SAID[what](each) == SAID[what](as_named_tuple(each))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_occurrence_is_pickled_by_each_protocol(protocol):
    for each in found():
        again = pickle.loads(pickle.dumps(each, protocol))
        assert (type(again), again, repr(again)) == (Occurrence, each, repr(each))
    context = Marked(*each)
    context.mark = 1
    again = pickle.loads(pickle.dumps(context, protocol))
    assert (type(again), again, again.mark) == (Marked, each, 1)


class Marked(Occurrence):
    """A subclass of a caller; its objects have attributes."""


def test_optional_stored_values_have_defaults():
    values = "x:", "X:", 1, 3, 1, 2, "quote", "uri"
    made = Occurrence(*values)
    assert tuple(made)[8:13] == ((None, None), None, None, None, None)
    assert (made.document, made.alternates) == (None, ())
    names = list(inspect.signature(Occurrence).parameters)
    assert names == list(Occurrence._fields)
    assert error_of(Occurrence, *values[:2], "1", *values[3:]) is TypeError


@pytest.mark.parametrize("module", VARIANTS, ids=lambda module: module.__name__)
def test_both_variants_have_the_values_that_they_are_given(module):
    kind = type("Kind", (module.Values,), {"__slots__": ()})
    values = ("a", "b", 1, 1 << 40, -1, 0, "c", "d", ("e",), "f", None, "g", "h", "i", "j", "k")
    made = module.with_values(kind, values)
    assert (type(made), tuple(made), len(made), hash(made)) == (kind, values, 16, hash(values))
    assert tuple(getattr(made, name) for name in Occurrence._fields) == values
    assert made == values == made == module.with_values(kind, values)
    assert not made.__ne__(values)
    assert made < (*values[:2], 2) <= (*values[:2], 3)
    assert not made > (*values[:2], 2)
    for name in Occurrence._fields:
        with pytest.raises(AttributeError):
            setattr(made, name, 1)
        assert getattr(module.Values, name).__doc__.endswith(".")


def test_the_collector_follows_no_occurrence_and_those_of_derived_classes():
    each = found()[0]
    assert gc.is_tracked(each) == gc.is_tracked(each._replace(start=1)) == (compiled(MODULE) is None)
    marked = Marked(*each)
    marked.itself = marked
    assert gc.is_tracked(marked)
    number = id(marked)
    del marked
    gc.collect()
    # Other objects may raise at isinstance().
    assert number not in {id(other) for other in gc.get_objects() if type(other) is Marked}


def test_occurrences_of_a_page_outlive_it():
    kept = found("first")[1:]
    texts = [repr(each) for each in kept]
    for count in range(50):
        found(f"other {count}")
    gc.collect()
    assert [repr(each) for each in kept] == texts
