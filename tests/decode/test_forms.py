"""Forms of printed text are decoded, with their places; corpora/gold/terminals.txt has what is found in them."""

import json
import random

import pytest

from uri_extract import Scanner, extract_text
from uri_extract.decode.forms import FORMS, REACH, FormDecoder
from uri_extract.decode.opening import FORM_MARKS, has_form
from uri_extract.limits import MAX_FORM_SEARCH, PART
from uri_extract.sources.document import Document
from uri_extract.sources.file_parts import parts

PARTS = (
    "\x1b[1m", "\x1b[m\x1b[K", "\x1b]8;;", "\x1b]8;;http://c.example/\x1b\\", "\x1b\\", "\x07", "\u241b[31m", "#033[0m",
    "\b", "_\b", "a\ba", "x\b_", "é\bé", "&#46;", "&#x2f;", "&period;", "&#", "&p", "http://", "a.example/", "b", " ",
    "\x1b", "\x1b[5;1H", "#0", "\u241b", "m", "&#10;", "&#0;", "_", "\n",
)  # fmt: skip


def values(each):
    return each.reference, each.raw, each.start, each.end, each.line, each.column, each.text


def read(data, size, **options):
    scanner = Scanner("text/plain", **options)
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    return [values(each) for each in (*found, *scanner.close())]


@pytest.mark.parametrize("options", [{}, {"refang": True}])
def test_results_do_not_depend_on_the_chunks(options):
    chance = random.Random(7)
    for _ in range(300):
        data = "".join(chance.choices(PARTS, k=chance.randrange(1, 60))).encode()
        whole = read(data, len(data), **options)
        for size in (1, 2, 5, 33):
            assert read(data, size, **options) == whole, data


def test_places_are_those_of_the_source():
    chance = random.Random(8)
    for _ in range(300):
        data = ("http://a.example/" + "".join(chance.choices(PARTS, k=30))).encode()
        for _, raw, start, end, line, column, _ in read(data, len(data)):
            assert data[start:end].decode() == raw
            assert line == 1 + data.count(b"\n", 0, start)
            assert column == start - data.rfind(b"\n", 0, start)


def test_text_without_a_mark_is_passed_on_as_it_is():
    for data in (b"see http://a.example/#03 and R&D [1m &amp; &p; ", b"", b"\xe2\x90\x8a ", b"a_b"):
        decoder = FormDecoder()
        assert not has_form(data)
        assert decoder.feed(data) + decoder.feed(b"", True) == data
        assert decoder.map.is_identity


def test_every_form_has_a_mark_with_a_first_byte_of_its_own():
    firsts = [{mark[0] for mark in form.marks} for form in FORMS]
    assert all(firsts)
    assert len(set().union(*firsts)) == sum(map(len, firsts))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("\x1b]8;;http://a.example/\x1b\\the\x1b[1m  table\x1b[m\x1b]8;;\x1b\\", "the table"),
        ("\x1b]8;id=2;http://a.example/\x07é\x1b]8;;\x07", "é"),
        ("\x1b]8;;http://a.example/\x1b\\never closed\n", None),
        ("<http://a.example/|R&amp;D  now>", "R&D now"),
        ("<http://a.example/|now> then> later", "now"),
        ("<http://a.example/|not\nclosed>", None),
    ],
)
def test_the_label_of_a_link_is_its_text(text, label):
    for options in ({}, {"refang": True}):
        [found] = extract_text(f"evil[.]x \x1b[m see {text}", **options)
        assert (found.reference, found.text) == ("http://a.example/", label) or label is None
        assert found.text == label
    if text.startswith("<") and label:
        [found] = extract_text(json.dumps({"text": text}), media_type="application/json")
        assert found.text == label


def test_no_more_is_held_than_a_match_may_need():
    for unit in (b"\x1b]8;;" + b"x" * 95, b"\x1b[1m", b"a\b", b"&#46;", b"\x1b]8;"):
        decoder = FormDecoder()
        given = 0
        for _ in range(400):
            given += len(unit)
            decoder.feed(unit)
            assert given - decoder.map.taken <= 2 * REACH + len(unit)


def test_a_mark_far_into_a_long_text_is_decoded_in_chunks_too():
    data = b"http://a.example/x\x1b[1my\n" * 3000
    assert read(data, 777) == read(data, len(data))
    assert len(read(data, 777)) == 3000


def test_the_marks_that_are_searched_are_those_of_the_forms():
    assert {mark for form in FORMS for mark in form.marks} == set(FORM_MARKS)


def test_a_text_without_marks_at_its_beginning_is_not_copied_further_on():
    decoder = FormDecoder()
    chunks = [b"see http://a.example/x \n" * 4096, bytes(b"x" * 100_000), b"&#46; \x1b[1m"]
    assert [decoder.feed(chunk) is chunk for chunk in chunks] == [True] * 3
    assert decoder.map.is_identity


@pytest.mark.parametrize(("place", "decoded"), [(MAX_FORM_SEARCH - 1, True), (MAX_FORM_SEARCH, False)])
def test_the_first_mark_is_searched_at_the_beginning(place, decoded):
    data = b" " * (place - 18) + b"http://b.example/x" + b"&#46;y http://a.example/&#46;z"
    expected = ["http://b.example/x.y", "http://a.example/.z"]
    found = [each.reference for each in extract_text(data)]
    assert (found == expected) is decoded
    for size in (1000, 65_536, 65_540, 70_000):
        assert [each[0] for each in read(data, size)] == found


def test_a_large_file_with_a_mark_is_not_divided(tmp_path):
    path = tmp_path / "a.txt"
    line = b"see http://localhost:\x1b[1m5173\x1b[22m/ here and there and everywhere, for a long time\n"
    path.write_bytes(line * (2 * PART // len(line) + 2))
    document = Document(str(path), None, str(path))
    assert len(list(parts(document, kinds=frozenset(("text/plain",))))) == 1
    line = line.replace(b"\x1b", b"")
    path.write_bytes(line * (3 * PART // len(line)))
    assert len(list(parts(document, kinds=frozenset(("text/plain",))))) > 1
