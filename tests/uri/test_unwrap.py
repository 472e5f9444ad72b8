"""Links rewritten by mail filters, redirectors, click counters and archives are unwrapped."""

import csv
import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract import extract_text, is_valid, unwrap
from uri_extract._compat._variants import interpreted
from uri_extract.limits import MAX_REWRITERS
from uri_extract.uri import _kernel
from uri_extract.uri.rewriters import REWRITERS
from uri_extract.uri.unwrap import service_of

_TABLE = pathlib.Path(__file__).with_name("rewritten.tsv").read_text().splitlines()[1:]
ROWS = [*csv.reader(_TABLE, delimiter="\t", quoting=csv.QUOTE_NONE)]
LINKS = [(link, target) for link, target, _ in ROWS if target != "-"]
OTHERS = [link for link, target, _ in ROWS if target == "-"]


@pytest.mark.parametrize(("link", "target"), LINKS)
def test_a_link_that_a_rewriter_made_is_unwrapped(link, target):
    assert unwrap(link) == target


@pytest.mark.parametrize("link", OTHERS)
def test_links_that_no_rewriter_made_are_not_unwrapped(link):
    assert unwrap(link) is None


def test_the_table_has_a_link_of_each_rewriter():
    assert {rewriter.service for rewriter in REWRITERS} <= {service for _, target, service in ROWS if target != "-"}


@pytest.mark.parametrize(("link", "target", "service"), ROWS)
def test_the_service_that_made_a_link_is_named(link, target, service):
    assert service_of(link) == (None if target == "-" else service)


@pytest.mark.parametrize("kernel", [interpreted("uri_extract.uri._kernel"), _kernel], ids=["interpreted", "in use"])
def test_no_such_link_takes_the_fast_path_of_records(kernel):
    assert [link for link, _ in LINKS if kernel.is_plain(link)] == []


@pytest.mark.parametrize(("link", "target"), LINKS)
def test_the_result_is_a_uri_and_not_a_rewritten_link(link, target):
    assert is_valid(target, "URI")
    assert unwrap(target) is None


def test_a_record_has_the_uri_and_keeps_the_link():
    (found,) = extract_text("see https://www.google.com/url?q=https%3A%2F%2Fferry.example%2F&sa=D now")
    assert found.unwrapped == "https://ferry.example/"
    assert found.target == found.reference == "https://www.google.com/url?q=https%3A%2F%2Fferry.example%2F&sa=D"
    assert found.as_dict()["unwrapped"] == "https://ferry.example/"


def test_a_relative_reference_is_unwrapped_with_its_base():
    (found,) = extract_text(
        '<a href="/url?q=https%3A%2F%2Fferry.example%2F">x</a>',
        media_type="text/html", base="https://www.google.com/search",
    )  # fmt: skip
    assert found.unwrapped == "https://ferry.example/"


def test_more_rewriters_than_the_limit_are_not_unwrapped():
    link = "http://ferry.example/"
    for _ in range(MAX_REWRITERS):
        link = f"https://web.archive.org/web/2020/{link}"
    assert unwrap(link) == "http://ferry.example/"
    assert unwrap(f"https://web.archive.org/web/2020/{link}") is None


@given(st.sampled_from([link for link, _, _ in ROWS]), st.data())
def test_a_damaged_link_never_raises_and_gives_a_uri_or_nothing(link, data):
    at = data.draw(st.integers(0, len(link)))
    cut = data.draw(st.integers(0, 3))
    damaged = link[:at] + data.draw(st.text(max_size=3)) + link[at + cut :]
    found = unwrap(damaged)
    assert found is None or (is_valid(found, "URI") and unwrap(found) is None)
