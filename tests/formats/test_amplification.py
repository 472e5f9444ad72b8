"""What an input states once, many records repeat: output, memory and work are still linear in the input."""

import pytest
from tests.formats.repeated import DOCUMENTS, OTHERS, PLACE

from uri_extract import extract_text
from uri_extract._compat._variants import load
from uri_extract.formats import scanner_for, table
from uri_extract.formats.containers import CONTAINERS
from uri_extract.limits import MAX_ATTRIBUTE, MAX_BASE, MAX_IDENTIFIER, MAX_NAME, MAX_REPEATED
from uri_extract.markup.xml import bases
from uri_extract.pipeline._scanners import Scanners
from uri_extract.rows import schema
from uri_extract.rows.details import Origin, cut
from uri_extract.text.options import ScanOptions

OWN = "http://h.example/d/"
XLINK = "xmlns:l='http://www.w3.org/1999/xlink'"
XHTML = "xmlns='http://www.w3.org/1999/xhtml'"


def long(size):
    return "http://a.example/" + "a/" * (size // 2)


def size_of(document, media_type, **options):
    found = extract_text(document, media_type=media_type, on_problem=lambda problem: None, **{"base": OWN, **options})
    return sum(len(str(each.as_dict())) for each in found)


# Documents of about 2n bytes: one half is a base, the other half references relative to it.
SHAPES = {
    "base": ("text/html", lambda n: f"<base href='{long(n)}'>" + "<a href=x>" * (n // 10)),
    "base after the references": ("text/html", lambda n: "<a href=x>" * (n // 10) + f"<base href='{long(n)}'>"),
    "ping": ("text/html", lambda n: f"<base href='{long(n)}'><a ping='" + "x " * (n // 2) + "'>"),
    "srcset": ("text/html", lambda n: f"<base href='{long(n)}'><img srcset='" + "x 1x, " * (n // 6) + "'>"),
    "style": ("text/html", lambda n: f"<base href='{long(n)}'><style>" + "a{b:url(x)}" * (n // 10)),
    "codebase": ("text/html", lambda n: f"<object codebase='{long(n)}' archive='" + "x " * (n // 2) + "'>"),
    "xml:base": ("application/xml", lambda n: f"<r {XLINK} xml:base='{long(n)}'>" + "<a l:href='x'/>" * (n // 15)),
    "Atom": (
        "application/atom+xml",
        lambda n: (
            f"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='{long(n)}'>"
            + "<content type='html'>&lt;a href=x></content>" * (n // 45)
        ),
    ),
    "Content-Location": (
        "message/rfc822",
        lambda n: f"Content-Type: text/html\nContent-Location: {long(n)}\n\n" + "<a href=x>" * (n // 10),
    ),
    "Content-Base": (
        "message/rfc822",
        lambda n: f"Content-Type: text/html\nContent-Base: {long(n)}\n\n" + "<a href=x>" * (n // 10),
    ),
    "parts in parts": (
        "message/rfc822",
        lambda n: (
            f"Content-Type: multipart/related; boundary=q\nContent-Location: {long(n)}\n\n"
            + "--q\nContent-Type: text/html\nContent-Location: y\n\n<a href=x>\n" * (n // 60)
        ),
    ),
    "Message-ID": ("message/rfc822", lambda n: f"Message-ID: <{'a' * n}@x>\n\n" + "http://a/ " * (n // 10)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_long_base_does_not_multiply_the_output(shape):
    media_type, document = SHAPES[shape]
    size = size_of(document(10_000), media_type)
    assert size_of(document(40_000), media_type) < 5 * size


@pytest.mark.parametrize("media_type", ["text/html", "message/http"])
def test_a_long_base_of_the_caller_does_not_multiply_the_output(media_type):
    start = "HTTP/1.1 200 OK\nLink: " if media_type == "message/http" else "<a href=x>"
    sizes = [size_of(start + "<x>, " * (n // 5) + "\n\n", media_type, base=long(n)) for n in (10_000, 40_000)]
    assert sizes[1] < 5 * max(sizes[0], 1)


@pytest.mark.parametrize("media_type", ["text/html", "application/xhtml+xml", "message/http", "message/rfc822"])
@pytest.mark.parametrize("size", [MAX_BASE, MAX_BASE + 1])
def test_a_base_of_the_document_that_is_too_long_is_a_problem_and_targets_are_missing_not_wrong(media_type, size):
    base = OWN.ljust(size, "a")
    document = {
        "text/html": "<a href=x>",
        "application/xhtml+xml": f"<a {XHTML} href='x'/>",
        "message/http": "HTTP/1.1 200 OK\nLocation: x\n\n",
        "message/rfc822": "Content-Type: text/html\n\n<a href=x>",
    }[media_type]
    problems = []
    found = list(extract_text(document, media_type=media_type, base=base, on_problem=problems.append))
    (each,) = (each for each in found if each.reference == "x")
    if size > MAX_BASE:
        assert (each.target, each.base, each.base_from) == (None, None, None)
        assert [problem.kind for problem in problems] == ["unusable-base"]
        assert str(MAX_BASE) in problems[0].message
        assert len(problems[0].message) < 400
    else:
        assert (each.target, each.base, problems) == (OWN + "x", base, [])


@pytest.mark.parametrize("size", [MAX_BASE, MAX_BASE + 1])
def test_a_base_element_that_is_too_long_is_a_problem_and_the_documents_own_base_does_not_serve(size):
    problems = []
    href = "http://b.example/".ljust(size, "a")
    document = f"<a href=x><base href='{href}'><a href=http://c.example/>"
    found = list(extract_text(document, media_type="text/html", base=OWN, on_problem=problems.append))
    short = size <= MAX_BASE
    assert [each.target for each in found if each.reference == "x"] == ["http://b.example/x" if short else None]
    assert found[-1].target == "http://c.example/"
    assert [each.kind for each in problems] == ([] if short else ["unusable-base"])


def test_a_codebase_that_is_too_long_is_a_problem():
    problems = []
    document = f"<object codebase='{'a/' * MAX_BASE}' archive='x y'></object><object codebase=b archive=x>"
    found = list(extract_text(document, media_type="text/html", base=OWN, on_problem=problems.append))
    assert [each.target for each in found if each.reference in "xy"] == [None, None, f"{OWN}b/x"]
    assert [each.kind for each in problems] == ["unusable-base"]


def test_every_xml_base_is_resolved_once_more_at_most_when_the_base_of_the_document_becomes_known(monkeypatch):
    calls = []
    resolve = bases.resolve
    monkeypatch.setattr(bases, "resolve", lambda *both: calls.append(both) or resolve(*both))
    for depth in (100, 400):
        calls.clear()
        document = f"<html {XHTML}>" + "".join(f"<p xml:base='p{n}/'><a href='x'/>" for n in range(depth))
        found = list(extract_text(f"{document}<base href='http://b.example/'/>", media_type="application/xhtml+xml"))
        way = "".join(f"p{n}/" for n in range(20))
        assert [each.target for each in found if each.element == "a"][19] == f"http://b.example/{way}x"
        assert len(calls) <= 4 * depth


def test_a_message_id_that_is_longer_than_a_line_is_in_no_record():
    for size in (MAX_IDENTIFIER, MAX_IDENTIFIER + 1):
        identifier = "a" * (size - 2) + "@x"
        (found,) = extract_text(f"Message-ID: <{identifier}>\n\nhttp://a.example/\n", media_type="message/rfc822")
        assert found.message_id == (identifier if size == MAX_IDENTIFIER else None)


# -- every field, through every reader -----------------------------------------------------------------------------

#: The references of a document, and the characters of the text that is inserted before them.
COUNT, LONG = 40, 20_000
#: Output for each byte of input; and for each record, which may repeat a name twice, and some shorter texts.
FACTOR, RECORD = 8, 2 * MAX_NAME + 1000
OFFICE = ("a.docx", "a.xlsx")
#: The texts that belong to one reference, and why they are no longer than a multiple of it.
OF_ONE = {
    "reference": "its source, but for relationships of office documents",
    "target": "the reference, and a base",
    "raw": "its source",
    "alternates": "a few readings of its source",
    "errors": "sentences, with parts of the reference up to a limit",
    "hazards": "words of this package",
    "unwrapped": "a part of the reference",
    "text": "up to MAX_LINK_TEXT",
}


def reader_of(document):
    """Return the scanner of a media type, or the module that reads a container."""
    name = document.of.partition(";")[0]
    if "/" in name:
        other = table.MAIL if name.startswith("multipart/") else table.JSON if name.endswith("json") else table.XML
        return table.SCANNERS.get(name) or other
    row = {"docx": CONTAINERS["zip"], "xlsx": CONTAINERS["zip"], "arc": CONTAINERS["arc"]}.get(name.rpartition(".")[2])
    row = row or next((each for each in CONTAINERS.values() if name[2:] in (each.name, *each.extensions.split())), None)
    return row.reader.partition(":")[0] if row else ""


def test_each_reader_has_documents_with_much_to_repeat():
    readers = set(table.SCANNERS.values())
    readers |= {each.reader.partition(":")[0] for each in CONTAINERS.values()} - {""}
    assert {reader_of(document) for document in DOCUMENTS} - {""} == readers - set(OTHERS)


def test_each_field_that_the_input_determines_has_a_limit_and_is_set_by_some_document():
    repeated = {field.name for field in schema.FIELDS if field.most}
    found = [each.as_dict() for document in DOCUMENTS for each in document.read(document.text(2))[0]]
    assert {name for each in found for name in repeated if each[name]} == repeated
    assert repeated >= {*Origin._fields, "field", "refers_to"}
    words = {field.name for field in schema.FIELDS if field.type == schema.NAME and not field.most}
    assert words == {"delimiter", "prefix", "wrapped", "kind", "base_from"}
    assert {field.name for field in schema.FIELDS if field.type in (schema.TEXT, schema.LIST)} == set(OF_ONE)


@pytest.mark.parametrize("field", Origin._fields)
def test_a_text_of_the_origin_beyond_its_limit_is_cut_or_null(field):
    most = next(each.most for each in schema.FIELDS if each.name == field)
    whole, long = (getattr(cut(Origin(**{field: "a" * size})), field) for size in (most, most + 1))
    assert whole == "a" * most
    assert long is None if field in schema.WHOLE else len(long) == most


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.of)
def test_a_long_text_that_is_stated_once_is_not_repeated_by_each_record(document):
    count = 150 if document.of in OFFICE else COUNT
    found, problems = document.read(document.text(count))
    if any(problem.kind == "missing-extra" for problem in problems):
        pytest.skip(problems[0].message)
    assert len(found) >= count
    for place in sorted({match.start() for match in PLACE.finditer(document.head)}):
        text = document._replace(head=document.head[:place] + "a" * LONG + document.head[place:]).text(count)
        found, problems = document.read(text)
        most = FACTOR * max(len(text), len(document.data(text))) + RECORD * len(found)
        size = sum(len(str(each.as_dict())) for each in found) + sum(len(str(each)) for each in problems)
        assert size <= most + 3 * MAX_REPEATED * (document.of in OFFICE), text[max(0, place - 20) : place + 20]


@pytest.mark.parametrize(("rel", "parts"), [("a", 1), ("a" * 900, 3)])
def test_a_page_whose_records_repeat_long_texts_is_divided_into_smaller_parts(rel, parts):
    page = scanner_for("text/html").read(f"<a rel={rel} ping='{'x ' * 1000}'>".encode(), final=True)
    tally = load("uri_extract.cli._tally").Tally(Scanners(print, ScanOptions()), True, True, None, 1, 1)
    ends = tally.ends_of_parts(page, 1000, 1 << 20)
    assert (len(ends), ends[-1], sorted(set(ends))) == (parts, page.count, ends)


@pytest.mark.parametrize("target", ["http://a.example/{a}", "http://a.example/" + "{a}" * 600])
def test_attributes_in_a_target_are_replaced_within_the_limit_of_a_value(target):
    document = ":a: " + "x" * 2000 + "\n\n" + f"link:{target}[b]\n\n" * 50
    found = list(extract_text(document, media_type="text/asciidoc"))
    assert len(found) == 50
    assert all(len(each.reference) <= max(len(target), 2 * MAX_ATTRIBUTE) for each in found)
