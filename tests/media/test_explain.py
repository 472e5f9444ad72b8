"""What is explained: each place with its reasons, and of what is found neither more nor less than that."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from gold import read_gold
from scan.shapes import SHAPES, random_documents, repeated
from uri_extract import Scanner
from uri_extract.cli.explain import lines_of
from uri_extract.limits import MAX_REFERENCE
from uri_extract.media.explain import TextExplainer

HERE = Path(__file__).parent
CORPORA = HERE.parent.parent / "corpora"
SHARED = CORPORA.parent.parent / "shared" / "corpora"
SIZES = (1, 2, 3, 7, 64, 4096)
OPTIONS = ({}, {"suffix": True, "mail_addresses": True}, {"refang": True}, {"refang": True, "suffix": True})
SNIPPETS = [
    pytest.param(snippet, id=f"{path.stem}: {snippet.title}")
    for kind in ("gold", "suffix")
    for path in sorted((CORPORA / kind).glob("*.txt"))
    for snippet in read_gold(path)
]


def table():
    """The cases of explain.txt: title, options, input, and the lines that are printed."""
    for block in (HERE / "explain.txt").read_text("utf-8").split("\n== ")[1:]:
        title, *lines = block.rstrip("\n").split("\n")
        options = {word[2:].replace("-", "_"): True for word in title.split() if word.startswith("--")}
        data = "\n".join(line[2:] for line in lines if line.startswith("| ")).encode()
        yield pytest.param(options, data, [line for line in lines if not line.startswith("| ")], id=title)


CASES = list(table())


def explain(data, size=1 << 20, **options):
    explainer = TextExplainer(**options)
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    return [each for chunk in chunks for each in explainer.explain(chunk)] + list(explainer.explain_last())


def found(data, **options):
    scanner = Scanner(**options)
    return [
        (each.document, each.start, each.end, each.line, each.column, each.reference)
        for each in scanner.feed(data) + scanner.close()
    ]


def taken(explained):
    return [each[1:7] for each in explained if each.taken]


# -- the reasons -----------------------------------------------------------------------------------------------------


def test_there_are_cases_enough():
    assert len(CASES) > 50


@pytest.mark.parametrize(("options", "data", "lines"), CASES)
def test_the_reasons_are_right(options, data, lines):
    explained = explain(data, **options)
    assert b"".join(map(lines_of, explained)).decode().replace("-:", "").splitlines() == lines


@pytest.mark.parametrize(("options", "data", "lines"), CASES)
def test_each_has_a_reason(options, data, lines):
    for each in explain(data, **options):
        assert each.reasons
        assert all(each.reasons)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "windows-1252"])
def test_places_are_those_of_the_original_in_any_encoding(codec):
    text = "\xe9\n\xe9 <hxxp://evil[.]example/\xe9> note:this evil[.]exe\n\xe9 http://a..b/ http://c.example/"
    data = text.encode(codec)
    explained = explain(data, 3, charset=codec, refang=True)
    assert [each.text for each in explained] == [
        *("http://evil.example/\xe9", "note:this", "evil.exe", "http://a..b/", "http://c.example/")
    ]
    for each, raw in zip(
        explained, ["hxxp://evil[.]example/\xe9", "note:this", "evil[.]exe", "http://a..b/", "http://c.example/"],
        strict=True,
    ):  # fmt: skip
        assert data[each.start : each.end].decode(codec) == raw
        before = data[: each.start].decode(codec)
        assert each.line == 1 + before.count("\n")
        assert each.column == 1 + len(before[before.rfind("\n") + 1 :].encode(codec))


def test_one_too_long_is_not_found_and_a_problem():
    problems = []
    data = b"x http://a.example/" + (MAX_REFERENCE + 10) * b"x" + b" http://b.example/"
    explained = explain(data, 1 << 16, on_problem=problems.append)
    assert [(each.taken, each.start) for each in explained] == [(False, 2), (True, len(data) - 17)]
    assert "longer than the limit" in explained[0].reasons[0]
    assert len(explained[0].text) < 200
    assert [(each.offset, each.kind) for each in problems] == [(2, "reference-too-long")]


def test_bytes_that_are_no_text_are_told_as_bytes():
    [one, other] = explain(b"http://a.example/x\xff http://b.example/\xe9.")
    assert "the byte FF ends it" in one.reasons
    assert "letters beyond ASCII are part of it (windows-1252, not UTF-8)" in other.reasons


# -- neither more nor less than what is found ------------------------------------------------------------------------


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_what_is_taken_is_what_is_found(snippet):
    for options in OPTIONS:
        whole = explain(snippet.data, **options)
        assert taken(whole) == found(snippet.data, **options), options
        for size in SIZES:
            assert explain(snippet.data, size, **options) == whole, (size, options)


@pytest.mark.parametrize("path", sorted((CORPORA / "samples").iterdir()), ids=lambda path: path.name)
def test_the_samples(path):
    data = path.read_bytes()
    for options in OPTIONS:
        whole = explain(data, document="x", **options)
        assert taken(whole) == found(data, document="x", **options)
        assert all(a.start <= b.start for a, b in pairwise(whole))
        for size in (1, 100, 4096):
            assert explain(data, size, document="x", **options) == whole


def test_whatever_it_is_and_however_it_is_cut():
    dice = random.Random(3)
    fragments = ("a.b", "www.", ".com/", "@", "_", "+", "hxxp", "[.]", "(at)", "x.org", "\n")
    for data in random_documents(17, 150):
        data = data + "".join(dice.choices(fragments, k=12)).encode()
        for options in OPTIONS:
            whole = explain(data, **options)
            assert taken(whole) == found(data, **options), data
            assert all(a.start <= b.start for a, b in pairwise(whole)), data
            assert explain(data, dice.randint(1, 9), **options) == whole, data


@pytest.mark.parametrize(
    "data",
    [
        b"http://a@b@c.example/ x",
        b"http://a.example/one-\n" + 100 * b"x" + b" y",
        b'http://a.example/one\n"' + 100 * b"x" + b" y",
        b"a+b.com:x a'b.c+d:x \xc3\xa9www.a.org_b:c x_www.a.b+http://c.example \xe2\x80\x9cwww.a.com:x",
        b"x://a.example y:/ zz:/ zz:// x_http://",
        b"\xc3\xa9www.a_x.org://y",
    ],
)
def test_what_is_shown_does_not_depend_on_the_cut(data):
    for options in OPTIONS:
        whole = explain(data, **options)
        assert all(a.start <= b.start for a, b in pairwise(whole))
        for size in range(1, len(data)):
            assert explain(data, size, **options) == whole


@pytest.mark.skipif(not SHARED.is_dir(), reason="nothing lies beside this repository")
def test_real_text():
    count = 0
    for path in sorted(path for kind in ("text", "mail", "weird") for path in (SHARED / kind).rglob("*"))[::9]:
        data = path.read_bytes()[: 1 << 15] if path.is_file() else b""
        for options in OPTIONS:
            explained = explain(data, 4096, **options)
            assert taken(explained) == found(data, **options), path.name
            count += len(explained)
    assert count > 1000


# -- bounded ---------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "unit", [*SHAPES, "a:a", "a.b/", "www.a ", "a@b ", "http://a..b/", "x:", "evil[.]exe "], ids=repr
)
def test_few_are_kept(unit):
    data = repeated(unit, 1 << 15)
    explainer = TextExplainer(suffix=True, mail_addresses=True, refang=True)
    most = 0
    for at in range(0, len(data), 1 << 12):
        for _ in explainer.explain(data[at : at + (1 << 12)]):
            pass
        assert not explainer._windows.kernel.decisions
        most = max(most, len(explainer._waiting))
    assert most <= 256
    list(explainer.explain_last())
    assert not explainer._waiting
    assert explainer._windows.kernel.examined <= 10 * len(data)


def test_in_one_chunk_they_are_handed_over_in_parts():
    explainer = TextExplainer()
    most = 0
    for _ in explainer.explain(b"a1:b " * (1 << 16)):
        most = max(most, len(explainer._waiting))
    assert 0 < most < 5000
