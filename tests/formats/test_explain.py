"""Explanations: each candidate position with its reasons; the accepted ones are the references found."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from tests.scanners import Scanner

from gold import read_gold
from scan.shapes import SHAPES, random_documents, repeated
from uri_extract.cli.work import lines_of
from uri_extract.formats import scanner_for
from uri_extract.formats.recognition import recognise
from uri_extract.limits import MAX_REFERENCE
from uri_extract.scan.explain import Explainer
from uri_extract.text.explain import Explanations
from uri_extract.text.options import ScanOptions

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
    """Yield the cases of explain.txt: title, options, input, and the expected lines."""
    for block in (HERE / "explain.txt").read_text("utf-8").split("\n== ")[1:]:
        title, *lines = block.rstrip("\n").split("\n")
        options = {word[2:].replace("-", "_"): True for word in title.split() if word.startswith("--")}
        data = "\n".join(line[2:] for line in lines if line.startswith("| ")).encode()
        yield pytest.param(options, data, [line for line in lines if not line.startswith("| ")], id=title)


CASES = list(table())


def explain(data, size=1 << 20, **options):
    scanner, explanations = Scanner(kernel=Explainer, **options), Explanations()
    found = []
    for at in range(0, len(data), size):
        found += explanations.of(scanner.read(data[at : at + size]))
    return found + list(explanations.of(scanner.read(b"", final=True)))


def found(data, **options):
    scanner = Scanner(**options)
    return [
        (each.document, each.start, each.end, each.line, each.column, each.reference)
        for each in scanner.feed(data) + scanner.close()
    ]


def taken(explained):
    return [each[1:7] for each in explained if each.taken]


# -- the reasons -----------------------------------------------------------------------------------------------------


def test_explanations_have_enough_cases():
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


def test_bytes_that_are_not_text_are_shown_as_bytes():
    [one, other] = explain(b"http://a.example/x\xff http://b.example/\xe9.")
    assert "the byte FF ends it" in one.reasons
    assert "letters beyond ASCII are part of it (windows-1252, not UTF-8)" in other.reasons


# -- explained and found references are the same ---------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("snippet", SNIPPETS)
def test_accepted_candidates_are_the_references_found(snippet):
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


def test_any_document_is_explained_alike_in_all_chunks():
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
def test_explanations_do_not_depend_on_chunks(data):
    for options in OPTIONS:
        whole = explain(data, **options)
        assert all(a.start <= b.start for a, b in pairwise(whole))
        for size in range(1, len(data)):
            assert explain(data, size, **options) == whole


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_real_text():
    count = 0
    for path in sorted(path for kind in ("text", "mail", "weird") for path in (SHARED / kind).rglob("*"))[::9]:
        data = path.read_bytes()[: 1 << 15] if path.is_file() else b""
        for options in OPTIONS:
            explained = explain(data, 4096, **options)
            assert taken(explained) == found(data, **options), path.name
            count += len(explained)
    assert count > 1000


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
@pytest.mark.parametrize(("folder", "step"), [("html/pages", 9), ("mail", 40), ("weird", 40)])
def test_accepted_candidates_in_real_documents_are_the_references_found(folder, step):
    count = 0
    for path in sorted((SHARED / folder).rglob("*"))[::step]:
        data = path.read_bytes()[: 1 << 15] if path.is_file() else b""
        media_type = recognise(path.name, data, final=True)
        for options in OPTIONS[:1] + OPTIONS[3:]:
            explained = explain(data, 4096, media_type=media_type, **options)
            assert taken(explained) == found(data, media_type=media_type, **options), path.name
            count += len(explained)
    assert count > 100


# -- documents whose syntax has links ----------------------------------------------------------------------------------

HTML = (
    "<html><base href='http://x.example/y/'><a href='../z\u20ac' title='hxxp://t[.]example/'>see "
    "http://a.example/?a&amp;b. note:this www.b.example/ \u20ac:\u20ac</a>"
    "<img src='http://[bad/' srcset='1.png 1x, 2.png 2x'>\n"
    "<style>a{background:url(u.png)}</style><!-- http://c.example/ ada@d.example --> http://..e/ "
)
XML = (
    "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://x.example/y/'><link href='a'/><icon>b\u20ac</icon>"
    "<content type='html'>&lt;a href=c&gt; http://h.example/ bad:x &lt;/a&gt;</content> "
    "http://a.example/, note:this \u20ac</feed>"
)
MAIL = b"""\
Subject: see http://s.example/ and bad:x =?utf-8?q?http=3A//w.example/=E2=82=AC?=
Content-Location: http://loc.example/
Content-Type: multipart/mixed; boundary=b

preamble http://p.example/ bad:y
--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

http://a.example/=3Dx=E2=82=AC. and note:thi=
s www.q.example/ ada@d.example hxxp://r[.]example/
--b
Content-Type: text/html; charset=iso-8859-2
Content-Transfer-Encoding: base64

PGEgaHJlZj14Pmh0dHA6Ly9hLmV4YW1wbGUvIG5vdGU6dGhpcyA8L2E+
--b
Content-Type: text/plain; charset=utf-16le
Content-Transfer-Encoding: base64

aAB0AHQAcAA6AC8ALwB1AC4AZQB4AGEAbQBwAGwAZQAvACAAbgBvAHQAZQA6AHQAaABpAHMACgA=
--b
Content-Type: message/rfc822

Subject: http://i.example/ x:y

<http://j.
example/k> note:that
--b--
"""
HTTP = b"HTTP/1.1 200 OK\r\nLocation: /x\r\nX: http://a.example/ foo:bar\r\n\r\nhttp://b.example/ note:this\n"
DOCUMENTS = [
    ("text/html", HTML.encode()),
    ("text/html; charset=shift_jis", HTML.replace("\u20ac", "\u65e5").encode("shift_jis")),
    ("text/html; charset=utf-16", HTML.encode("utf-16-le")),
    ("application/xml", XML.encode()),
    ("application/xml; charset=utf-16", XML.encode("utf-16")),
    ("application/xhtml+xml", HTML.replace("<html>", "<html xmlns='http://www.w3.org/1999/xhtml'>").encode()),
    ("message/rfc822", MAIL),
    ("application/mbox", b"From a@b.example Thu Jan  1 00:00:00 1970\n%s\n" % MAIL * 2),
    ("message/http", HTTP),
    ("message/http", HTTP.replace(b"\r\nX:", b"\r\nContent-Type: text/plain; charset=utf-16le\r\nX:")),
    ("text/plain; charset=shift_jis", "\u65e5 http://a.example/\u65e5 \u65e5:x note:\u65e5".encode("shift_jis")),
]
BY_TYPE = [pytest.param(*each, id=f"{number} {each[0]}") for number, each in enumerate(DOCUMENTS)]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(("media_type", "data"), BY_TYPE)
def test_in_every_media_type_what_is_taken_is_what_is_found_however_it_is_cut(media_type, data, options):
    options = {**options, "document": "it", "media_type": media_type}
    whole = explain(data, **options)
    assert taken(whole) == found(data, **options)
    assert not all(each.taken for each in whole) or "utf-16le" in media_type
    for each in whole:
        assert each.reasons
        assert all(each.reasons)
    for size in SIZES:
        assert explain(data, size, **options) == whole, size


@pytest.mark.parametrize(("media_type", "data"), BY_TYPE)
def test_the_place_of_what_was_not_found_is_that_of_its_bytes(media_type, data):
    turned_down = [each for each in explain(data, media_type=media_type) if not each.taken and each.text == "note:this"]
    assert turned_down or "shift_jis" in media_type or "utf-16le" in data.decode("latin-1")
    for each in turned_down:
        source = data[each.start : each.end]
        codec = "utf-16-le" if b"\0" in source else "utf-8"
        assert source.decode(codec).replace("=\n", "") == "note:this" or media_type in (
            "message/rfc822",
            "application/mbox",
        )


def test_a_reference_of_the_syntax_says_where_it_is_and_what_it_is_resolved_against():
    reasons = {each.text: each.reasons for each in explain(HTML.encode(), media_type="text/html")}
    assert reasons["../z\u20ac"] == (
        "the attribute href of <a> holds a reference",
        "relative: resolved against http://x.example/y/ (which the document itself declares) it is "
        "http://x.example/z%E2%82%AC",
    )
    assert reasons["http://[bad/"] == (
        "the attribute src of <img> holds a reference",
        "not valid: host at character 11: an IP-literal ends with ']', found '/'",
    )
    assert reasons["u.png"][0] == "url() or @import in the style sheet of <style> holds a reference"
    assert reasons["http://a.example/?a&b"][-1] == "in the text: http://a.example/?a&amp;b"
    [alone] = explain(b"<a href=x>", media_type="text/html")
    assert alone.reasons[1] == "relative, without a base to resolve it against"
    [alone] = explain(b"<a href=x>", media_type="text/html", default_base="http://d.example/")
    assert (
        alone.reasons[1] == "relative: resolved against http://d.example/ (the default base) it is http://d.example/x"
    )
    reasons = {each.text: each.reasons for each in explain(XML.encode(), media_type="application/xml")}
    assert reasons["b\u20ac"][0] == "the text of <icon> is a reference"
    assert reasons["http://www.w3.org/2005/Atom"][-2:] == (
        "the syntax of the document ends it",
        "a name, which programs compare and do not follow: left out without --all-kinds",
    )
    reasons = {
        (each.text, each.document): each.reasons for each in explain(MAIL, media_type="message/rfc822", document="m")
    }
    assert reasons["http://loc.example/", "m"] == ("the header field Content-Location holds a reference",)
    assert reasons["x", "m!2"][1] == (
        "relative: resolved against http://loc.example/ (which the message around it declares) it is http://loc.example/x"
    )
    assert reasons["note:that", "m!4.1"] == ("unknown scheme 'note', not followed by //",)
    assert "\\x0" not in str(reasons)


@pytest.mark.long
@pytest.mark.parametrize("media_type", ["text/html", "application/xml", "message/rfc822", "message/http"])
def test_random_documents_of_every_media_type(media_type):
    dice = random.Random(media_type)
    fragments = (
        "a.b",
        "www.",
        ".com/",
        "@",
        "<a href='",
        "'>",
        "\u20ac:x ",
        "note:x",
        "&amp;",
        "]]>",
        "\n\n",
        "=\n",
        "[.]",
    )
    for data in random_documents(23, 60):
        data = data + "".join(dice.choices(fragments, k=12)).encode()
        for options in OPTIONS:
            options = {**options, "media_type": media_type}
            whole = explain(data, **options)
            assert taken(whole) == found(data, **options), data
            assert explain(data, dice.randint(1, 9), **options) == whole, data


# -- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "unit", [*SHAPES, "a:a", "a.b/", "www.a ", "a@b ", "http://a..b/", "x:", "evil[.]exe "], ids=repr
)
def test_few_are_kept(unit):
    data = repeated(unit, 1 << 15)
    scanner = scanner_for("text/plain", ScanOptions(kernel=Explainer, suffix=True, mail_addresses=True, refang=True))
    for at in range(0, len(data), 1 << 12):
        scanner.feed(data[at : at + (1 << 12)])
        kernel = scanner._windows.kernel
        assert not kernel.decisions
    scanner.close()
    assert not kernel.decisions
    assert kernel.examined <= 10 * len(data)


def test_in_one_chunk_decisions_are_handed_over_in_parts():
    scanner = scanner_for("text/plain", ScanOptions(kernel=Explainer))
    scanner.feed(b"begun")
    most = 0
    for _ in scanner._windows.feed(b"a1:b " * (1 << 16)):
        most = max(most, len(scanner._windows.kernel.decisions))
        scanner._windows.kernel.decisions.clear()
    assert 0 < most < 5000
