"""The references in each kind of JSON that contains documents, in any formatting."""

import json

import pytest
from tests.formats.options import with_options

import uri_extract
from uri_extract.errors import UnknownMediaType
from uri_extract.formats import known, scanner_for
from uri_extract.formats.recognition import recognise
from uri_extract.rows.details import Origin

from .documents import DOCUMENTS, NOTEBOOK, PAGE, STYLES, TYPES, encoded
from .wat import wat

BASE = "https://own.example/d/file"
OVER_TWO_STRINGS = {"https://md.example/ab", "/rel?a=1&b=2"}


def scan(data, media_type="application/json", chunk=None, **options):
    problems = []
    options = {"base": BASE, "origin": Origin("x"), "on_problem": problems.append, **options}
    scanner = with_options(scanner_for, media_type, **options)
    chunks = [data] if chunk is None else [data[at : at + chunk] for at in range(0, len(data), chunk)]
    found = [each for piece in chunks for each in scanner.feed(piece)] + scanner.close()
    return found, problems


def found_in(name, style="compact", **more):
    found, problems = scan(encoded(name, style), TYPES.get(name, "application/json"), **more)
    assert problems == []
    return found


def rows(name, style="compact"):
    return {(each.element, each.attribute, each.reference, each.target) for each in found_in(name, style)}


def test_cells_and_outputs_of_a_notebook_are_documents():
    found = rows("notebook")
    assert {
        (None, None, "https://md.example/ab", "https://md.example/ab"),
        (None, None, "https://one.example/?q=é", "https://one.example/?q=%C3%A9"),
        (None, None, "https://code.example/api", "https://code.example/api"),
        (None, None, "https://out.example/1", "https://out.example/1"),
        (None, None, "https://plain.example/", "https://plain.example/"),
        (None, None, "https://meta.example/", "https://meta.example/"),
        ("a", "href", "/rel?a=1&b=2", "https://own.example/rel?a=1&b=2"),
        ("img", "src", "i.png", "https://own.example/d/i.png"),
        ("a", "xlink:href", "s.svg", "https://own.example/d/s.svg"),
    } <= found


def test_a_markdown_cell_is_read_as_markdown_if_there_is_a_scanner():
    try:
        known("text/markdown")
    except UnknownMediaType:
        pytest.skip("Markdown is read as text")
    data = json.dumps({"cells": [{"cell_type": "markdown", "source": ["[a](rel.md)"]}]}).encode()
    assert [each.target for each in scan(data)[0]] == ["https://own.example/d/rel.md"]


def test_a_har_entry_is_a_request_and_a_response_with_its_url_as_base():
    found = {(each.document, each.field, each.reference, each.target) for each in found_in("har")}
    one, two = "x!entries!1!", "x!entries!2!"
    assert found == {
        ("x", None, "https://creator.example/", "https://creator.example/"),
        (one + "request", None, "https://h.example/d/page?x=|", "https://h.example/d/page?x=|"),
        (one + "request", "Referer", "https://ref.example/", "https://ref.example/"),
        (one + "request", "User-Agent", "https://bot.example/", "https://bot.example/"),
        (one + "request", None, "posted", "https://h.example/d/posted"),
        (one + "response", "Location", "../next", "https://h.example/next"),
        (one + "response", "Link", "style.css", "https://h.example/d/style.css"),
        (one + "response", "Link", "https://l.example/", "https://l.example/"),
        (one + "response", None, "/redirected", "https://h.example/redirected"),
        (one + "response", None, "rel?a=1&b=2", "https://h.example/d/rel?a=1&b=2"),
        (one + "response", None, "https://text.example/ä", "https://text.example/%C3%A4"),
        (two + "request", None, "https://second.example/a/b", "https://second.example/a/b"),
        (two + "response", None, "/é", "https://second.example/%C3%A9"),
        (two + "response", None, "p?q", "https://second.example/a/p?q"),
        ("x!entries!3!request", None, "https://third.example/", "https://third.example/"),
    }
    assert {each.captured_at for each in found_in("har") if "!1!" in each.document} == {"2026-01-02T03:04:05.678+01:00"}
    assert {each.source_url for each in found_in("har") if each.document == two + "response"} == {
        "https://second.example/a/b"
    }


def test_bookmarks_are_references_with_their_names():
    assert [(each.reference, each.text) for each in found_in("chrome")] == [
        ("https://bm.example/1", "A page"), ("https://bm.example/2", "In"), ("https://bm.example/3", "Third"),
    ]  # fmt: skip
    assert [(each.reference, each.text) for each in found_in("firefox")] == [
        ("https://ff.example/", "P"), ("place:sort=8", None)
    ]  # fmt: skip


def test_items_of_a_json_feed_are_documents_with_their_url_as_base():
    assert rows("feed") == {
        (None, None, "https://jsonfeed.org/version/1.1", "https://jsonfeed.org/version/1.1"),
        (None, None, "https://feed.example/", "https://feed.example/"),
        (None, None, "https://feed.example/posts/1", "https://feed.example/posts/1"),
        (None, None, "https://feed.example/i.png", "https://feed.example/i.png"),
        (None, None, "a.mp3", "https://feed.example/posts/a.mp3"),
        (None, None, "https://feed.example/text", "https://feed.example/text"),
        ("a", "href", "more", "https://feed.example/posts/more"),
    }


def test_the_content_of_an_activity_is_html():
    assert {
        ("a", "href", "https://tag.example/?a=1&b", "https://tag.example/?a=1&b"),
        ("a", "href", "rel", "https://own.example/d/rel"),
        ("a", "href", "de", "https://own.example/d/de"),
        (None, None, "https://social.example/1", "https://social.example/1"),
    } <= rows("activity")


@pytest.mark.parametrize("target_first", [False, True])
def test_a_wat_record_has_the_links_of_its_page(target_first):
    headers = {"Location": "/there", "Server": "x (https://srv.example/)"}
    found, _ = scan(wat(PAGE, "https://page.example/d/", headers, target_first=target_first), base=None)
    base = "https://page.example/sub/"
    html = uri_extract.extract_text(PAGE, media_type="text/html", base="https://page.example/d/")
    links = {
        (each.element, each.attribute, each.reference, each.target, each.text, each.rel)
        for each in html
        if each.reference != "https://alt.example/"
    }
    assert {(e.element, e.attribute, e.reference, e.target, e.text, e.rel) for e in found if e.attribute} == links
    assert len(links) == 8
    assert {(e.field, e.reference, e.target) for e in found if e.attribute is None} == {
        ("Location", "/there", "https://page.example/there"),
        (None, "https://srv.example/", "https://srv.example/"),
        (None, "https://alt.example/", "https://alt.example/"),
    }
    assert base in {each.base for each in found}


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("style", STYLES)
def test_places_are_those_of_the_file_and_raw_is_what_is_there(name, style):
    data = encoded(name, style)
    lines = data.split(b"\n")
    starts = []
    for each in found_in(name, style):
        if (each.document or "").endswith("!2!response"):
            continue  # raw is decoded from base64
        source = data[each.start : each.end].decode()
        if each.reference in OVER_TWO_STRINGS:  # raw joins the text of both strings
            assert (source[0], source[-1]) == (each.raw[0], each.raw[-1])
        else:
            assert source == each.raw
            assert lines[each.line - 1][each.column - 1 :].startswith(each.raw.encode())
        starts.append(each.start)
    assert starts == sorted(starts)


def test_references_in_base64_have_their_positions_in_the_file():
    data = encoded("har")
    found = [each for each in found_in("har") if each.document == "x!entries!2!response"]
    assert [each.raw for each in found] == ["/é", "p?q"]
    assert all(b'"' not in data[each.start : each.end] and each.start < each.end for each in found)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_white_space_and_escape_sequences_of_json_change_nothing(name):
    assert rows(name, "compact") == rows(name, "indented") == rows(name, "utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_the_encoding_of_json_changes_only_places(name, encoding):
    data = encoded(name, "utf-8").decode().encode(encoding)
    charset = encoding if encoding == "utf-16-be" else None
    found, problems = scan(data, TYPES.get(name, "application/json"), charset=charset)
    assert problems == []
    assert {(each.element, each.attribute, each.reference, each.target) for each in found} == rows(name)
    for each in found:
        if not (each.document or "").endswith("!2!response"):
            codec = "utf-16-le" if encoding == "utf-16" else "utf-32-le" if encoding == "utf-32" else encoding
            assert data[each.start : each.end].decode(codec) == each.raw or each.reference in OVER_TWO_STRINGS


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_kind_is_recognized_by_first_bytes(name):
    for style in STYLES:
        data = encoded(name, style)
        assert recognise("x.json", data, final=True) == TYPES.get(name, "application/json")
        assert recognise(None, data[:2000], final=True) == TYPES.get(name, "application/json")


@pytest.mark.parametrize(
    "text", ['{"a": 1}', '{"log": "x"}', '{"cells": 3}', '{"roots": []}', "[]", '{"version": "1.0"}', "{", ""]
)
def test_json_of_no_known_kind_is_text(text):
    assert recognise("x.json", text.encode(), final=True) == "text/plain"


def test_damage_is_not_a_problem_where_nothing_but_text_is_read():
    found, problems = scan(b')]}\', callback({"a": "https://a.example/"')
    assert [each.reference for each in found] == ["https://a.example/"]
    assert problems == []


def test_names_say_what_json_is():
    assert recognise("a.har", b"") == "application/json"
    assert recognise("a.ipynb", b"") == "application/x-ipynb+json"


def test_strings_without_a_role_are_read_as_text():
    data = json.dumps(
        {"a": {"url": 'see <https://a.example/"> and https:\\/\\/b.example/'}, "e": "http://é.example/"}
    ).encode()
    fields = [
        [(e.reference, e.target, e.raw, e.start, e.end, e.line, e.column) for e in scan(data, kind)[0]]
        for kind in ("application/json", "text/plain")
    ]
    assert fields[0] == fields[1] != []


def test_a_file_without_a_shape_of_its_own_is_read_by_its_extension(tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_text(json.dumps({"metadata": {}, "cells": NOTEBOOK["cells"]}))
    assert "i.png" in {each.reference for each in uri_extract.extract(path)}
