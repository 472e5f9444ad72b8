"""A URI of another host in the query of a link is a hazard, and is returned on request."""

import csv
import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract import extract_text, hazards, is_valid, nested, unwrap
from uri_extract._compat._variants import interpreted
from uri_extract.limits import MAX_REWRITERS
from uri_extract.uri import _kernel

_TABLE = pathlib.Path(__file__).with_name("nested.tsv").read_text().splitlines()[1:]
ROWS = [*csv.reader(_TABLE, delimiter="\t", quoting=csv.QUOTE_NONE)]
LINKS = [(link, inside) for link, inside in ROWS if inside != "-"]
OTHERS = [link for link, inside in ROWS if inside == "-"]


@pytest.mark.parametrize(("link", "inside"), LINKS)
def test_a_whole_uri_of_another_host_in_the_query_is_found(link, inside):
    assert nested(link) == inside


@pytest.mark.parametrize("link", OTHERS)
def test_a_part_of_a_uri_or_one_of_the_same_host_is_not_nested(link):
    assert nested(link) is None
    assert "nested-uri" not in hazards(link)


@pytest.mark.parametrize(("link", "inside"), LINKS)
def test_a_nested_uri_is_a_hazard_unless_a_known_rewriter_made_the_link(link, inside):
    assert ("nested-uri" in hazards(link)) == (unwrap(link) is None)


@pytest.mark.parametrize(("link", "inside"), LINKS)
def test_the_result_is_a_uri_without_one_inside(link, inside):
    assert is_valid(inside, "URI")
    assert nested(inside) is None
    assert unwrap(inside) is None


@pytest.mark.parametrize("kernel", [interpreted("uri_extract.uri._kernel"), _kernel], ids=["interpreted", "in use"])
def test_no_such_link_takes_the_fast_path_of_records(kernel):
    assert [link for link, _ in LINKS if kernel.is_plain(link)] == []


def test_the_sentence_says_where_it_may_lead():
    (found,) = hazards("https://click.example/?u=https%3A%2F%2Fferry.example%2F" + "a" * 500)
    assert "https://ferry.example/" in found.sentence
    assert len(found.sentence) < 400


def test_a_record_has_the_hazard_and_the_uri():
    (found,) = extract_text("see https://click.example/?u=https%3A%2F%2Fferry.example%2F now")
    assert found.hazards == ("nested-uri",)
    assert found.nested == "https://ferry.example/"
    assert found.unwrapped is None


def test_the_host_of_a_relative_reference_is_that_of_its_base():
    page = '<a href="/r?u=https%3A%2F%2Fferry.example%2F">x</a><a href="/r?u=https%3A%2F%2Fa.example%2F">x</a>'
    one, other = extract_text(page, media_type="text/html", base="https://a.example/")
    assert (one.hazards, one.nested) == (("nested-uri",), "https://ferry.example/")
    assert (other.hazards, other.nested) == ((), None)
    assert [found.nested for found in extract_text(page, media_type="text/html")] == [None, None]


def test_more_than_the_limit_in_one_another_give_nothing():
    link = "https://ferry.example/"
    for number in range(MAX_REWRITERS):
        link = f"https://h{number}.example/?{link}"
    assert nested(link) == "https://ferry.example/"
    assert nested(f"https://last.example/?{link}") is None


@given(st.sampled_from([link for link, _ in ROWS]), st.data())
def test_a_damaged_link_never_raises_and_gives_a_uri_or_nothing(link, data):
    at = data.draw(st.integers(0, len(link)))
    cut = data.draw(st.integers(0, 3))
    damaged = link[:at] + data.draw(st.text(max_size=3)) + link[at + cut :]
    found = nested(damaged)
    assert found is None or (is_valid(found, "URI") and nested(found) is None)
