"""Names and addresses that become links without other evidence, and those that do not."""

from pathlib import Path

import pytest

from uri_extract import extract_text, finditer, linkify, linkify_html, replace
from uri_extract.scan import LINKS, kernels, load
from uri_extract.scan._kernel import Windows
from uri_extract.scan.rows import END, START, WIDTH
from uri_extract.uri import tlds

CASES = [
    (text, links.split())
    for text, arrow, links in (
        line.encode("ascii").decode("unicode_escape").partition(" ->")
        for line in Path(__file__).with_name("names.txt").read_text("ascii").splitlines()
    )
    if arrow
]
KERNELS = {load("uri_extract.scan._suffix", compiled).LinkKernel for compiled in (False, "compiled" in kernels)}


@pytest.mark.parametrize(("text", "links"), CASES)
def test_names_become_links_if_they_look_like_nothing_else(text, links):
    assert [match[0] for match in finditer(text)] == links
    assert replace(text, lambda match: "") == _without(text, links)


def _without(text, links):
    at = 0
    for link in links:
        at = text.index(link, at)
        text = text[:at] + text[at + len(link) :]
    return text


@pytest.mark.parametrize(("text", "links"), CASES)
def test_no_link_is_in_another_one(text, links):
    assert linkify(text).count("<a ") == linkify(text).count("</a>") == len(links)
    html = linkify(text, render=lambda match: f"[{match[0]}]", escape=False)
    assert "[[" not in html.replace(text, "") or "[[" in text


@pytest.mark.parametrize("text", [text for text, _ in CASES])
def test_an_option_turns_bare_names_off_and_extraction_leaves_them_out(text):
    proved = {each.reference for each in extract_text(text, suffix=True, mail_addresses=True)}
    for match in finditer(text, bare_names=False):
        assert match.reference in proved or match.occurrence.raw in proved or "@" in match[0] or ":" in match[0]


def test_names_in_html_are_found_in_its_text_alone():
    html = '<p title="example.org">example.org, <a href="/">example.org</a> &lt;example.org&gt; example.org&gt;</p>'
    made = linkify_html(html, nofollow=False)
    link = '<a href="http://example.org">example.org</a>'
    assert made == html.replace(">example.org, ", f">{link}, ").replace(
        "&lt;example.org&gt; example.org&gt;", f"&lt;{link}&gt; {link}&gt;"
    )


def test_all_extensions_and_members_that_names_do_not_end_in_are_top_level_domains():
    assert tlds.EXTENSIONS <= tlds.TLDS
    assert tlds.MEMBERS <= tlds.TLDS


def found(kernel, text, size):
    windows = Windows(kernel)
    places = []

    def read():
        table = windows.kernel.table
        rows = range(0, windows.kernel.count * WIDTH, WIDTH)
        places.extend((windows.offset + table[row + START], windows.offset + table[row + END]) for row in rows)

    for start in range(0, len(text), size):
        for _ in windows.feed(text[start : start + size]):
            read()
    for _ in windows.close():
        read()
    return places, windows.kernel.examined


def test_links_are_the_same_for_all_chunks_in_both_variants():
    text = "\n".join(text for text, _ in CASES).encode()
    expected = found(next(iter(KERNELS)), text, len(text))[0]
    assert len(expected) > 50
    for kernel in KERNELS:
        for size in (1, 3, 64, len(text)):
            assert found(kernel, text, size)[0] == expected


@pytest.mark.parametrize(
    "unit",
    [
        "a.",
        "a.io ",
        "a.io.",
        "1.",
        '"a.',
        '"@',
        "a=b?",
        '"a".',
        "a@",
        "a.io:",
        "a.io+",
        "l\u00b7",
        "\u00b7.",
        "a-.",
        "a.--",
        ".a=@",
    ],
)
def test_names_and_local_parts_are_read_in_linear_time(unit):
    looks = [
        found(kernel, (unit * (size // len(unit.encode()))).encode(), size)[1] / size
        for kernel in KERNELS
        for size in (4096, 16384)
    ]
    assert max(looks) < 140
    assert max(looks[1::2]) < 1.5 * max(looks[::2]) + 1


def test_link_options_are_distinct_bits():
    assert sorted(LINKS.values()) == [1 << each for each in range(len(LINKS))]
