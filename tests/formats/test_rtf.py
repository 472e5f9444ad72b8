r"""RTF: the text of a document, and the position of each reference in the file."""

import base64
import random

import pytest
from tests.formats.reading import in_chunks, places

from uri_extract import Scanner, extract
from uri_extract._compat._variants import load
from uri_extract.formats.recognition import recognise

# The text after ``{\rtf1``, its references, and the source of each.
CASES = {
    "a line break is no character": (
        rb"\ansi see http://a.example/abc" b"\r\n" rb"def.html and}",
        [("http://a.example/abcdef.html", "http://a.example/abc\r\ndef.html")],
    ),
    "a paragraph ends": (
        b" http://a.example/b\\par c http://a.example/d\\line http://a.example/e\\\nf}",
        [(f"http://a.example/{each}",) * 2 for each in "bde"],
    ),
    "cells and pages are texts of their own": (
        rb" <http://a.example/b\cell c> <http://a.example/d\page e>}",
        [("http://a.example/b",) * 2, ("http://a.example/d",) * 2],
    ),
    "a hyperlink is in the instruction of a field": (
        rb'{\field{\*\fldinst {HYPERLINK "http://a.example/b\'2fc" \\t "_blank"}}{\fldrslt {\ul the page}}}.}',
        [("http://a.example/b/c", r"http://a.example/b\'2fc")],
    ),
    "the text of a field goes on in the text around": (
        rb' ({\field{\*\fldinst HYPERLINK "http://a.example/b"}{\fldrslt http://a.}{example/}}c)}',
        [("http://a.example/b",) * 2, ("http://a.example/c", "http://a.}{example/}}c")],
    ),
    "formatting does not divide": (
        rb"{\insrsid1 http://www.}{\b\insrsid2 example.org}{\*\bkmkstart x}/y\b0 z, ok}",
        [("http://www.example.org/yz", r"http://www.}{\b\insrsid2 example.org}{\*\bkmkstart x}/y\b0 z")],
    ),
    "escaped signs": (
        rb" http://a.example/\{b\}\_c\-d {http://a.example/e} C:\\http://a.example/f}",
        [
            ("http://a.example/{b}-cd", r"http://a.example/\{b\}\_c\-d"),
            ("http://a.example/e",) * 2,
            ("http://a.example/f",) * 2,
        ],
    ),
    "a character and what stands for it": (
        rb"\uc1 http://a.example/\u233?b\u233\'e9\u-10179?\u-8704\q c {\uc0 http://a.example/\u233 d}\u233}e}",
        [
            ("http://a.example/\u00e9b\u00e9\U0001f600c", r"http://a.example/\u233?b\u233\'e9\u-10179?\u-8704\q c"),
            ("http://a.example/\u00e9d\u00e9e", r"http://a.example/\u233 d}\u233}e"),
        ],
    ),
    "the code page of the document": (
        rb"\ansicpg1250 http://a.example/\'e8 " b"http://a.example/\xe8}",
        [("http://a.example/\u010d", r"http://a.example/\'e8"), ("http://a.example/\u010d", "http://a.example/\u00e8")],
    ),
    "the code page of a font": (
        rb"{\fonttbl{\f0\fcharset204 A;}{\f1\fcharset128 http://no.example/;}}\deff0"
        rb" http://a.example/\'d3 {\f1 http://a.example/\'82\'6c\'82l} \f9 http://a.example/\'e9}",
        [
            ("http://a.example/\u0423", r"http://a.example/\'d3"),
            ("http://a.example/\uff2d\uff2d", r"http://a.example/\'82\'6c\'82l"),
            ("http://a.example/\u00e9", r"http://a.example/\'e9"),
        ],
    ),
    "data is not text": (
        rb"{\pict\bin22 }}\par http://no.ex/x }{\*\xmlnstbl {\xmlns1 http://no.example/}}"
        rb"{\pict{\*\x http://no.example/}} http://a.example/}",
        [("http://a.example/",) * 2],
    ),
    "a note is a text of its own": (
        rb" http://a.example/b{\footnote http://{\b a}.example/c}d {\*\new http://a.example/e}f{\info{\title g}}}",
        [("http://a.example/b",) * 2, ("http://a.example/c", r"http://{\b a}.example/c"), ("http://a.example/e",) * 2],
    ),
    "groups that were not opened": (rb" a}}} http://a.example/}", [("http://a.example/",) * 2]),
    "the end comes too soon": (b" http://a.example/\\", [("http://a.example/",) * 2]),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_references_in_rtf_have_their_positions_in_the_file(text, expected):
    data = b"{\\rtf1" + text
    found = list(extract(data))
    assert [(each.reference, each.raw) for each in found] == expected
    for each in found:
        source = data[each.start : each.end]
        assert source.decode("ascii", "ignore") == each.raw.encode("ascii", "ignore").decode()
        assert each.line == data.count(b"\n", 0, each.start) + 1
        assert each.column == each.start - (data.rfind(b"\n", 0, each.start) + 1) + 1
    for size in range(1, 50):
        assert places(in_chunks(data, size, "application/rtf")) == places(found)


# An instruction, and the references of the links in it, which have the text of the field's result.
FIELDS = [
    (r'HYPERLINK "a.html" \\l "b c"', "a.html#b c"),
    (r'HYPERLINK \\o "tip" \\l b "http://a.example/"', "http://a.example/#b"),
    (r'{HYPERLINK }{\b "http://a.exa}mple/b"', "http://a.example/b"),
    (r"INCLUDEPICTURE a.png \\d", "a.png"),
    (r'HYPERLINK \\l "b"', None),
    ("PAGE", None),
]


@pytest.mark.parametrize(("instruction", "reference"), FIELDS)
def test_instructions_of_fields_are_read_as_in_word(instruction, reference):
    data = rb"{\rtf1 x{\field{\*\fldinst %s}{\fldrslt {\ul the} page}}.\par y\par}" % instruction.encode()
    found = list(extract(data))
    assert [each.reference for each in found] == [reference] * (reference is not None)
    assert [(each.text, each.delimiter) for each in found] == [("the page", "markup")] * (reference is not None)
    for size in range(1, 50):
        assert [(each.reference, each.text) for each in in_chunks(data, size, "application/rtf")] == [
            (each.reference, each.text) for each in found
        ]


def test_a_field_whose_result_names_another_host_is_a_hazard():
    data = rb'{\rtf1{\field{\*\fldinst HYPERLINK "http://thief.example.org/"}{\*\fldrslt bank.example.com}}}'
    assert [(each.text, each.hazards) for each in extract(data)] == [("bank.example.com", ("other-host-in-text",))]


def test_fields_without_results_and_fields_in_results_have_their_own_texts():
    data = (
        rb'{\rtf1{\field{\*\fldinst HYPERLINK "a"}}{\field{\*\fldinst HYPERLINK "b"}{\fldrslt c'
        rb'{\field{\*\fldinst HYPERLINK "d"}{\fldrslt e}}f}}{\field{\*\fldinst HYPERLINK "g"}{\fldrslt h\par i}}}'
    )
    expected = [("a", None), ("b", "c"), ("d", "e"), ("g", "h")]
    assert [(each.reference, each.text) for each in extract(data)] == expected
    for size in range(1, 50):  # the end of a result may be in a later chunk than the line of the link
        assert [(each.reference, each.text) for each in in_chunks(data, size, "application/rtf")] == expected


HTML = {
    "attributes, relative ones too": (
        rb'{\*\htmltag84 <a href="/b?c=1&amp;d=2">}the page{\*\htmltag92 </a>}\htmlrtf\par\htmlrtf0 {\*\htmltag64 <p>}',
        [("http://h.example/b?c=1&d=2", "attribute", "the page")],
    ),
    "what readers of HTML do not see": (
        rb'{\*\htmltag84 <a href="mailto:a@b.example">}\htmlrtf {\field{\*\fldinst{HYPERLINK "mailto:a@b.example"}}'
        rb"{\fldrslt\cf1\ul \htmlrtf0 a@b.example\htmlrtf }\htmlrtf0 \htmlrtf }\htmlrtf0"
        b"\n"
        rb"{\*\htmltag92 </a>}",
        [("mailto:a@b.example", "attribute", "a@b.example")],
    ),
    "text with characters of the code page": (
        rb"{\*\htmltag64 <p>}http://a.example/\'e9 {\*\mhtmltag x http://no.example/}{\*\x http://no.example/}\lquote ",
        [("http://a.example/%C3%A9", "whitespace", None)],
    ),
    "a base": (
        b"{\\*\\htmltag0 <base href='http://c.example/d/'>}{\\*\\htmltag84 <img\n src=e>}",
        [("http://c.example/d/", "attribute", None), ("http://c.example/d/e", "attribute", None)],
    ),
}


@pytest.mark.parametrize(("body", "expected"), HTML.values(), ids=HTML)
def test_html_in_rtf_is_read_as_html_with_positions_in_the_file(body, expected):
    data = rb"{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}" + body + b"}"
    found = list(extract(data, base="http://h.example/x"))
    assert [(each.target, each.delimiter, each.text) for each in found] == expected
    for each in found:
        assert data[each.start : each.end].decode("latin-1") == each.raw
    for size in range(1, 40):
        scanner = Scanner("application/rtf", base="http://h.example/x")
        cut = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
        assert places(cut + scanner.close()) == places(found)


def test_html_is_declared_before_the_text():
    data = rb"{\rtf1 a \fromhtml1 {\*\htmltag84 <a href='/b'>} http://a.example/c}"
    assert [each.target for each in extract(data, base="http://h.example/")] == ["http://a.example/c"]


def test_any_pieces_give_the_same_in_any_chunks():
    pieces = [
        *(
            "{",
            "}",
            "\\",
            "\\'",
            "e9",
            "82",
            "\\u233",
            "\\u-10179",
            "?",
            "\\uc2 ",
            "\\bin9 ",
            "\\*",
            "\\htmltag1 <a href='x'>",
            "\\htmlrtf ",
            "\\htmlrtf0",
            "\\par ",
            "\n",
        ),
        *("\\fldinst", "\\pict", "\\fonttbl", "\\f1", "\\fcharset128 ", " ", "http://a.example/", '"', "<", ">", "x"),
    ]
    of = random.Random(5)
    for _ in range(150):
        data = (
            of.choice(("{\\rtf1 ", "{\\rtf1\\fromhtml ")) + "".join(of.choices(pieces, k=of.randrange(40)))
        ).encode()
        expected = places(extract(data, media_type="application/rtf"))
        for size in (1, 2, 3, 7, 20):
            assert places(in_chunks(data, size, "application/rtf")) == expected, data


def test_long_runs_of_groups_in_a_reference_are_not_kept_and_positions_stay_right():
    between = b"{\\b}\n" * 3000
    data = b"{\\rtf1 http://a.example/" + between + b"b " + between + b"http://a.example/c}"
    [first, second] = extract(data)
    assert (first.reference, second.reference) == ("http://a.example/b", "http://a.example/c")
    assert data[first.end - 1 : first.end + 1] == b"b "
    assert len(first.raw) < 5000 < first.end - first.start
    assert data[second.start : second.end] == b"http://a.example/c"
    assert second.line == 6001
    for size in (7, 64, 5000):
        assert [each.raw for each in in_chunks(data, size, "application/rtf")] == [first.raw, second.raw]


@pytest.mark.parametrize("depth", [5, 5000])
def test_groups_may_be_as_deep_as_they_are_long(depth):
    data = b"{\\rtf1 " + b"{\\b" * depth + b" http://a.example/" + b"}" * depth + b" http://b.example/}"
    assert [each.reference for each in extract(data)] == ["http://a.example/", "http://b.example/"]


@pytest.mark.parametrize(("depth", "text"), [(1000, "\N{CYRILLIC SMALL LETTER SHORT I}"), (1100, "\xe9")])
def test_a_group_restores_the_state_of_the_last_thousand_around_it(depth, text):
    data = rb"{\rtf1\deff0{\fonttbl{\f1\fcharset204 A;}}\f1" + b"{" * depth + b"}" * depth + rb"\'e9}"
    decoder = load("uri_extract.decode._rtf").RtfDecoder()
    assert decoder.feed(data, True).decode().strip("\n\0") == text


@pytest.mark.parametrize("name", [None, "a.rtf", "a.doc", "a.txt"])
def test_rtf_is_recognised_by_its_first_bytes(name):
    assert recognise(name, b"{\\rtf1\\ansi", final=True) == "application/rtf"
    assert [recognise(name, b"{\\rt"[:size]) for size in (1, 2, 3)] == [None] * 3
    assert recognise(name, b"{\\rt", final=True) == recognise(name, b"{\\tt a}", final=True) == "text/plain"


@pytest.mark.parametrize("media_type", ["application/rtf", "text/rtf"])
def test_a_document_that_does_not_begin_as_rtf_is_read_as_text(media_type):
    data = b"http://a.example/b\nhttp://a.example/c \\{ http://a.example/d}"
    for size in (1, 100):
        found = in_chunks(data, size, media_type)
        assert [each.reference for each in found] == [f"http://a.example/{each}" for each in "bcd"]


@pytest.mark.parametrize(
    "fields", ["Content-Type: application/rtf", "Content-Type: text/rtf", 'Content-Type: x/y; name="a.rtf"']
)
def test_a_part_of_mail_is_read_with_the_places_of_the_mail(fields):
    rtf = b"{\\rtf1 \n\nsee http://a.example/abc\ndef}"
    for encoding, body in (("7bit", rtf), ("base64", base64.encodebytes(rtf))):
        mail = f"{fields}\nMIME-Version: 1.0\nContent-Transfer-Encoding: {encoding}\n\n".encode() + body
        [found] = extract(mail, media_type="message/rfc822")
        assert found.reference == "http://a.example/abcdef"
        assert mail.index(b"\n\n") < found.start < found.end <= len(mail)
        if encoding == "7bit":
            assert mail[found.start : found.end] == b"http://a.example/abc\ndef"
            assert found.line == 3  # the line in the part


def test_one_scanner_reads_one_document_after_the_other():
    scanner = Scanner("application/rtf")
    for _ in range(3):
        scanner.restart()
        found = scanner.feed(b"{\\rtf1{\\pict http://no.example/") + scanner.close()
        assert found == []
        scanner.restart()
        found = scanner.feed(b"{\\rtf1\n http://a.example/ ") + scanner.close()
        assert [(each.reference, each.line) for each in found] == [("http://a.example/", 2)]
