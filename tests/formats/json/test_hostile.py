"""Damaged, truncated, deep or long JSON: no exception, the same in all chunks and kernels, linear and bounded."""

import json
import random

import pytest

from uri_extract import limits
from uri_extract._compat._variants import load
from uri_extract.formats.json import paths
from uri_extract.scan import kernels

from .documents import DOCUMENTS, STYLES, TYPES, encoded
from .test_documents import scan

FIELDS = {"json_field": ("text", "meta.html"), "json_url": "url"}
RECORDS = (
    b'{"url":"https://a.example/d/","text":"<!doctype html><a href=\\"x?a&amp;b\\">\\u00e9</a> http://t.example/\\u00e9"}\n'
    b'{"text":"https:\\/\\/p.example","meta":{"html":"<p><a href=y>","other":["https://no.example/"]},"n":[1,{"text":"x:"}]}\n'
    b"\n"
    b'{"text":["https://l.example/1","<b>https://l.example/2\\ud83d\\ude00</b>"],"url":"relative"}\r\n'
)


def records(data, **options):
    return scan(data, "application/x-ndjson", **FIELDS, **options)


def each_document():
    for name in DOCUMENTS:
        yield encoded(name), lambda data, name=name, **more: scan(data, TYPES.get(name, "application/json"), **more)
    yield RECORDS, records


def plain(result):
    found, problems = result
    return [each.as_dict() for each in found], problems


@pytest.mark.parametrize("number", range(len(DOCUMENTS) + 1))
def test_chunks_do_not_matter(number):
    data, read = list(each_document())[number]
    whole = plain(read(data))
    for chunk in (1, 2, 3, 7, 50, 333):
        assert plain(read(data, chunk=chunk)) == whole


def test_an_escape_in_a_string_that_is_skipped_may_be_cut():
    data = rb'{"other": "a \"b\\", "text": "https://a.example/x", "c": "\\\"", "url": "https://b.example/"}' + b"\n"
    whole = plain(records(data))
    assert [each["reference"] for each in whole[0]] == ["https://a.example/x"]
    assert whole[1] == []
    for chunk in range(1, len(data)):
        assert plain(records(data, chunk=chunk)) == whole, chunk


@pytest.mark.parametrize("number", range(len(DOCUMENTS) + 1))
def test_truncation_is_a_problem_and_what_precedes_it_is_found(number):
    data, read = list(each_document())[number]
    whole = len(read(data)[0])
    for end in range(0, len(data) - 3, 5):
        found, problems = read(data[:end])
        assert len(found) <= whole + 1  # a truncated reference may become two
        assert plain(read(data[:end], chunk=11)) == plain((found, problems))
        if data[:end].rstrip(b"\r\n")[-1:] not in b"}" or read is not records:
            assert problems or end < 150  # before that, the kind of document is not recognised yet


@pytest.mark.parametrize("number", range(len(DOCUMENTS) + 1))
def test_bytes_that_change_raise_nothing(number):
    data, read = list(each_document())[number]
    generator = random.Random(number)
    for _ in range(150):
        changed = bytearray(data)
        for _ in range(generator.randrange(1, 5)):
            at = generator.randrange(len(changed))
            choice = generator.randrange(3)
            if choice == 0:
                changed[at] ^= 1 << generator.randrange(8)
            elif choice == 1:
                changed[at] = generator.choice(b'"\\{}[]:,\n\0u\xff')
            else:
                del changed[at : at + generator.randrange(1, 9)]
        octets = bytes(changed)
        assert plain(read(octets, chunk=17)) == plain(read(octets))


def values_of(token):
    names = ("start", "raw", "line", "line_start")
    return [[getattr(each, name) for name in names] if hasattr(each, "raw") else each for each in token]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("lines", [False, True])
def test_kernels_find_the_same(style, lines):
    compiled = load("uri_extract.formats.json._tokenizer")
    generator = random.Random(5)
    roots = [paths.known(), paths.activity(), paths.fields(("text", "meta.html"), "url")]
    datas = [encoded(name, style) for name in DOCUMENTS] + [RECORDS]
    for data in datas + [bytes(generator.choices(b'"\\{}[]:,\n a1\xffu', k=300)) for _ in range(200)]:
        for root in roots:
            results = []
            for module in (compiled, load("uri_extract.formats.json._tokenizer", False)):
                tokenizer = module.JsonTokenizer(root, lines)
                end = tokenizer.read(data, 0, True)
                results.append((end, [*map(values_of, tokenizer.found)], tokenizer.damaged))
            assert results[0] == results[1]


@pytest.mark.parametrize("bracket", [b"[", b'{"children":[', b'{"children":', b'{"log":{"entries":[', b'{"a":'])
@pytest.mark.parametrize("closed", [False, True])
def test_deep_nesting_is_counted_and_bounded(bracket, closed):
    count = 200_000 if "compiled" in kernels else 20_000
    closing = bracket.translate(bytes.maketrans(b"[{", b"]}"), b'":abcdefghijklmnopqrstuvwxyz')[::-1]
    data = bracket * count + b'"https://deep.example/"' + closing * count * closed
    for root in (b"", b'{"roots":{"x":'):
        text = root + data + b"}}" * (closed and bool(root))
        found, problems = scan(text)
        assert [each.reference for each in found] == ["https://deep.example/"]
        assert len(problems) <= (not closed)
        assert [each.reference for each in records(text)[0]] == []


def test_a_long_string_is_a_problem_and_scanned_as_text():
    compiled = load("uri_extract.formats.json._tokenizer")
    long = '<a href="rel">' + " " * limits.MAX_JSON_STRING + "https://end.example/"
    data = json.dumps({"cells": [{"source": [long, "https://next.example/"], "outputs": []}]}).encode()
    found, problems = scan(data, chunk=1 << 18)
    assert [each.reference for each in found] == ["https://end.example/", "https://next.example/"]
    assert [each.kind for each in problems] == ["too-large"]
    assert plain(scan(data)) == plain((found, problems))
    assert compiled.JsonTokenizer(paths.known(), False).read(b'{"cells":[{"source":"' + b"a" * 100, 0, False) == 20


def test_strings_that_wait_for_their_base_are_bounded(monkeypatch):
    monkeypatch.setattr("uri_extract.formats.json.scanner.MAX_JSON_HELD", 1000)
    link = {"path": "A@/href", "url": "x" * 30}
    metadata = {"HTML-Metadata": {"Links": [link] * 20}}
    envelope = {
        "Payload-Metadata": {"HTTP-Response-Metadata": metadata},
        "WARC-Header-Metadata": {"WARC-Target-URI": "https://late.example/"},
    }
    found, problems = scan(json.dumps({"Envelope": envelope}).encode())
    assert {each.kind for each in problems} == {"late-base"}
    assert len(found) == 20
    assert {each.base for each in found} == {"https://own.example/d/file", "https://late.example/"}


def test_objects_and_empty_strings_that_wait_are_counted(monkeypatch):
    monkeypatch.setattr("uri_extract.formats.json.scanner.MAX_JSON_HELD", 10_000)
    for text in (b'{"cells":[{"source":[' + b'"",' * 1000 + b'""]}]}',
                 b'{"Envelope":{"Payload-Metadata":{"HTTP-Response-Metadata":{"HTML-Metadata":{"Links":['
                 + b'{"url":""},' * 1000 + b"{}]}}}}}"):  # fmt: skip
        assert {each.kind for each in scan(text)[1]} == {"late-base"}


def test_problems_of_lines_are_limited():
    _, problems = records(b"x\n" * 10_000)
    assert [each.kind for each in problems].count("too-many-problems") == 1
    assert len(problems) < limits.MAX_PROBLEMS + 100


def test_a_string_in_many_chunks_is_read_a_few_times(monkeypatch):
    read = []
    tokenizer = load("uri_extract.formats.json._tokenizer").JsonTokenizer

    class Counting:
        def __init__(self, *arguments):
            self._tokenizer = tokenizer(*arguments)

        def read(self, window, offset, final):
            read.append(len(window))
            return self._tokenizer.read(window, offset, final)

        def __getattr__(self, name):
            return getattr(self._tokenizer, name)

    monkeypatch.setattr("uri_extract.formats.json.scanner.JsonTokenizer", Counting)
    size = 100_000
    data = json.dumps({"cells": [{"source": "x" * size}]}).encode()
    scan(data, chunk=10)
    assert sum(read) < 4 * size


def test_surrogates_and_invalid_utf_8_are_replaced():
    data = (
        b'{"cells":[{"source":"https://a.example/\\ud800 https://b.example/\xff\xfe https://c.example/\\udc00\\u12"}]}'
    )
    found, _ = scan(data)
    assert [each.start for each in found] == [data.find(b"https://%c" % letter) for letter in b"abc"]
    assert all(data[each.start : each.end] == each.raw.encode("utf-8", "surrogateescape") for each in found)


def test_each_of_two_members_with_one_name_is_read():
    data = b'{"cells":[{"source":"https://a.example/"}],"cells":[{"source":"https://b.example/"},{"source":"https://c.example/"}]}'
    assert [each.reference for each in scan(data)[0]] == [f"https://{letter}.example/" for letter in "abc"]
