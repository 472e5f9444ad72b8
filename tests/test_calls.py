"""Calls for one text each: what is kept between them is never seen, nor used by two calls at once."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from uri_extract import InvalidOption, extract_text, finditer, linkify, linkify_html, replace
from uri_extract.limits import MAX_REFERENCE

TEXTS = [
    "nothing here",
    "",
    "see http://a.example/b.",
    "see http://b.example/ and www.c.example/d, or ada@e.example",
    "\ufeffhttp://marked.example/",
    "http://localhost:\x1b[1m5173\x1b[22m/x",
    "caf\u00e9 \u8bf7 http://m\u00fcller.example/\u00e9 here http://f.example/",
    "a surrogate \ud800 before http://g.example/",
    "http://t\u2026 http://cut.example/some-te...",
    "long http://" + "h" * 300 + ".example/ and http://i.example/",
    'in <a href="x">http://j.example/</a> http://k.example/?a&amp;b',
]


def found(text):
    return (
        [(each.reference, each.start, each.end, each.line, each.column) for each in extract_text(text)],
        [(each.span(), each.target) for each in finditer(text)],
        linkify(text),
        linkify_html(text),
        [each.target for each in extract_text(text, media_type="text/html", base="http://base.example/")],
    )


def test_a_call_finds_the_same_whatever_the_calls_before_read():
    expected = [found(text) for text in TEXTS]
    for _ in range(2):
        for at in (*range(len(TEXTS)), *reversed(range(len(TEXTS)))):
            assert found(TEXTS[at]) == expected[at]


def test_threads_never_share_a_reader():
    expected = [found(text) for text in TEXTS]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            for _ in range(20):
                assert list(pool.map(found, TEXTS)) == expected
    finally:
        sys.setswitchinterval(interval)


def test_a_function_of_the_caller_may_call_in_turn():
    text = "http://a.example/ http://b.example/"
    inner = linkify(text)
    assert linkify(text, render=lambda match: linkify(text)) == f"{inner} {inner}"
    problems = []

    def report(problem):
        problems.append((problem.kind, [each.reference for each in extract_text(text)]))

    whole = "http://a.example/" + "x" * MAX_REFERENCE + " http://b.example/"
    for _ in range(2):
        assert [each.reference for each in extract_text(whole, on_problem=report)] == ["http://b.example/"]
    assert problems == [("reference-too-long", text.split())] * 2


@pytest.mark.parametrize("function", [extract_text, finditer, linkify])
def test_an_option_is_checked_though_an_equal_one_was_used_before(function):
    function("x", suffix=True)
    with pytest.raises(InvalidOption):
        function("x", suffix=1)


class Safe(str):
    """As the classes of Django and MarkupSafe: a text that methods of str return unchanged or as a str."""


@pytest.mark.parametrize("text", TEXTS)
def test_a_subclass_of_str_is_a_text(text):
    assert found(Safe(text)) == found(text)
    assert type(linkify(Safe(text))) is str
    assert linkify(text, render=lambda match: Safe(match[0])) == linkify(text, render=lambda match: str(match[0]))
    assert replace(Safe(text), lambda match: Safe("x")) == replace(text, lambda match: "x")
    assert [type(match[0]) for match in finditer(Safe(text))] == [str for _ in finditer(text)]
