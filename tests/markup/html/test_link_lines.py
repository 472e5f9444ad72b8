"""A wrapped URI that is the text of several links, one for each line: these texts are not separate references."""

import random
import re
from functools import partial

import pytest
from bs4 import BeautifulSoup

from uri_extract import extract_soup
from uri_extract._compat._variants import interpreted
from uri_extract.limits import MAX_LINK_TEXT, MAX_TEXT
from uri_extract.markup.html.scanner import HtmlScanner
from uri_extract.markup.rows import ROWS

from . import test_scanner
from .test_scanner import VARIANTS

URI = "ftp://h.example/in-notes/iana/sets"
LINK = f"<a href='{URI}'>"
FIRST = f"{LINK}ftp://h.example/in-</a>"
BEGINNING = "ftp://h.example/in-"
LONG = "http://h.example/" + "x" * 900


# With a known encoding, the scanner does not hold the beginning of a document until the encoding is determined.
scan = partial(test_scanner.scan, charset="utf-8")


def texts(found):
    return [each.reference for each in found if each.attribute is None]


# Documents, and the references in their text.
DOCUMENTS = [
    (f"{FIRST}\n   {LINK}notes/iana/sets</a>", []),
    (f"{FIRST}{LINK}notes/iana/sets</a>", []),
    (f"{FIRST}\n{LINK}notes/</a>\r\n\t{LINK}iana/sets</a> http://n.example/", ["http://n.example/"]),
    (f"<pre>&lt;{FIRST}\n   {LINK}notes/iana/sets</a>&gt;.</pre>", []),
    (f'{FIRST}\n<a class="c" href="{URI}" id=i>notes/iana/sets</a>', []),
    (f"{FIRST}\n<A style='color:url(i)' HREF={URI} >notes/iana/sets</A>", []),
    ("<a href=http://h.example/a/>http://h.</a>\n<a href=http://h.example/a/>example/a</a>", []),
    (
        "<a href=http://h.example/?a&amp;b=c>http://h.example/?a&amp;</a>\n<a href=http://h.example/?a&amp;b=c>b=c</a>",
        [],
    ),
    # the second text looks like a URI, but it continues the first one
    (
        "<a href=http://h.example/http://o.example/>http://h.example/</a> "
        "<a href=http://h.example/http://o.example/>http://o.example/</a>",
        [],
    ),
    (
        "<a href=http://h.example/http://o.example/>http://h.example/</a> "
        "<a href=http://h.example/http://o.example/ style='color:url(i)'>http://o.example/</a>",
        [],
    ),
    # the same URI twice
    (f"{FIRST}\n{LINK}notes/iana/sets</a>; {FIRST}\n{LINK}notes/iana/sets</a>", []),
    (f"{FIRST}\n{FIRST}\n{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{FIRST}\n<a href=o>x</a>{FIRST}\n{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"<a href='{LONG}'>http://h.example/</a>\n<a href='{LONG}'>{LONG[17:]}</a>", []),
    # texts that are references by themselves
    (FIRST, [BEGINNING]),
    (f"{FIRST}\n<p>", [BEGINNING]),
    (f"{FIRST}\n{LINK}notes/iana</a>", [BEGINNING]),
    (f"{FIRST}\n{LINK}notes/iana</a>\n", [BEGINNING]),
    (f"{FIRST}\n{LINK}notes/iana/sets/x</a>", [BEGINNING]),
    (f"{FIRST}\n{LINK}iana/sets</a>", [BEGINNING]),
    (f"{FIRST}\n{LINK}</a>{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{FIRST}\n<a>{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{FIRST}\n<a name=x></a>{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{FIRST} and\n{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{FIRST}<br>\n{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{FIRST}<!-- -->\n{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{LINK}ftp://h.example/in-</b>\n{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{LINK}x ftp://h.example/in-</a>\n{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"{FIRST}\n<a href='{URI}x'>notes/iana/sets</a>", [BEGINNING]),
    (f"{FIRST}\n<b href='{URI}'>notes/iana/sets</b>", [BEGINNING, URI]),
    (f"{FIRST}\n<svg>{LINK}notes/iana/sets</a></svg>", [BEGINNING]),
    (f"<svg>{FIRST}{LINK}notes/iana/sets</a></svg>", [BEGINNING]),
    (f"{FIRST}{' ' * (MAX_LINK_TEXT + 1)}{LINK}notes/iana/sets</a>", [BEGINNING]),
    (f"<a href='{LONG * 2}'>{LONG}</a>\n<a href='{LONG * 2}'>{LONG}</a>", [LONG, LONG]),
    ("<a href='http://h.example/'>http://h.example</a>", ["http://h.example"]),
    ("<a href='http://h.example/'>http://h.example</a> <a href='http://h.example/'>/</a>", ["http://h.example"]),
    ("<a href='http://h.example/a#b'>http://h.example/a</a> <a href='http://h.example/a#b'>!</a>", ["http://h.example/a"]),
    (f"<a href='{URI}'>{URI}</a>\n{LINK}{URI}</a>", [URI, URI]),
]  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("document", "expected"), DOCUMENTS)
def test_the_lines_of_a_wrapped_uri_are_not_references_of_their_own(document, expected, variant):
    found, problems, _ = scan(document, variant=variant)
    assert (texts(found), problems) == (expected, [])
    assert [(each.start, each.end) for each in found] == sorted((each.start, each.end) for each in found)
    for chunk in (1, 2, 7, 64):
        assert scan(document, chunk, variant=variant)[0] == found


@pytest.mark.parametrize(("document", "expected"), DOCUMENTS)
def test_the_same_is_found_without_places_and_in_a_soup(document, expected):
    assert texts(scan(document, places=False)[0]) == expected
    if " " * MAX_LINK_TEXT not in document:
        assert texts(extract_soup(BeautifulSoup(f"<p>{document}", "html5lib"))) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_lines_of_links_are_read_alike_however_the_document_is_cut(variant):
    dice = random.Random(44)
    whole = "http://a.example/http://b.example/c"
    lines = ["http://a.example/", "http:", "//b.example/", "http://b.example/", "c", "//b.example/c"]
    between = ["", " ", "\n  ", "\n", "x", "<i style='background:url(i)'>"]
    joined = 0
    for _ in range(200):
        links: list[str] = []
        for _ in range(5):
            cut = dice.randrange(8, len(whole))
            two = dice.choice([[whole[:cut], whole[cut:]], dice.sample(lines, 2)])
            links += [
                f"<a href={dice.choice([whole] * 5 + [whole[:30]])}>{line}</a>{dice.choice(between)}" for line in two
            ]
        document = "".join(links)
        found = scan(document, variant=variant)[0]
        joined += len(texts(found)) < len(texts(scan(re.sub("href=[^>]+", "href=x", document), variant=variant)[0]))
        for chunk in (1, 5, dice.randrange(2, 90)):
            assert scan(document, chunk, variant=variant)[0] == found, document
    assert joined > 100


def test_a_link_is_held_back_for_the_next_one_no_longer_than_for_its_text():
    scanner = HtmlScanner(charset="utf-8")
    found = scanner.feed(f"<!doctype html><p>{FIRST}\n".encode() + b" " * 1000)
    assert texts(found) == []
    assert scanner.settled <= len(f"<!doctype html><p>{LINK}")
    found = scanner.feed(b" " * MAX_LINK_TEXT + b"<i>" + b" " * MAX_TEXT)
    assert texts(found) == [BEGINNING]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_link_may_be_in_other_rows_than_its_text(variant):
    for tags in range(ROWS - 12, ROWS):
        assert texts(scan("<b>" * tags + DOCUMENTS[0][0], variant=variant)[0]) == []


def test_no_row_is_compared_twice(monkeypatch):
    calls = 0

    def goes_on(self, at):
        nonlocal calls
        calls += 1
        return compared(self, at)

    link_lines = interpreted("uri_extract.markup.html._walk").LinkLines
    compared = link_lines.goes_on
    monkeypatch.setattr(link_lines, "goes_on", goes_on)
    links = 49
    assert scan(f"<a href={'http:' * 50}>http:</a> " * links + "<p>", variant="interpreted")
    assert links < calls <= 5 * links  # start tag, attribute, text, end tag, white space
