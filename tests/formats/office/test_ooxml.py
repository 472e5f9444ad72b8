"""Office Open XML: relationships where they are used, fields, formulas, and text whose runs are joined."""

from __future__ import annotations

import io
import zipfile

import pytest
from tests.formats.office import made
from tests.formats.office.made import field, found, package, paragraph, references, relationships, seen, word

from uri_extract import extract

DOCUMENT = "word/document.xml"
RELS = "word/_rels/document.xml.rels"


def in_paragraph(content: str) -> str:
    return f"<w:p>{content}</w:p>"


LINK = '<w:p><w:hyperlink r:id="a"><w:r><w:t>See </w:t></w:r><w:r><w:t>this</w:t></w:r></w:hyperlink></w:p>'

#: The body of a document, its external relationships, and its references, with part, text and kind.
CASES = {
    "a hyperlink is found where it is used, with its text": (
        LINK, [("a", "hyperlink", "http://a.example/")], [(DOCUMENT, "http://a.example/", "See this", "hyperlink")],
    ),
    "a relationship that is not used is found in the part that has it": (
        paragraph("x"), [("a", "attachedTemplate", "http://a.example/t.dotm")],
        [(RELS, "http://a.example/t.dotm", None, "attachedTemplate")],
    ),
    "any attribute of the namespace of relationships is a use": (
        '<w:p><a:blip r:link="a"/></w:p>', [("a", "image", "http://a.example/i.png")],
        [(DOCUMENT, "http://a.example/i.png", None, "image")],
    ),
    "an attribute of another namespace is none": (
        '<w:p w:id="a"/>', [("a", "image", "http://a.example/")], [(RELS, "http://a.example/", None, "image")],
    ),
    "the anchor is the fragment of the target, which is found by itself too": (
        '<w:p><w:hyperlink r:id="a" w:anchor="b"/></w:p>', [("a", "hyperlink", "http://a.example/")],
        [(DOCUMENT, "http://a.example/#b", None, "hyperlink"), (RELS, "http://a.example/", None, "hyperlink")],
    ),
    "one relationship that is used twice is two links": (
        LINK + LINK.replace("this", "that"), [("a", "hyperlink", "http://a.example/")],
        [(DOCUMENT, "http://a.example/", text, "hyperlink") for text in ("See this", "See that")],
    ),
    "runs that follow each other and have the same link are one": (
        '<a:p><a:r><a:rPr><a:hlinkClick r:id="a"/></a:rPr><a:t>on</a:t></a:r>'
        '<a:r><a:rPr><a:hlinkClick r:id="a"/></a:rPr><a:t>e</a:t></a:r><a:r><a:t>no</a:t></a:r>'
        '<a:r><a:rPr><a:hlinkClick r:id="a"/></a:rPr><a:t>two</a:t></a:r></a:p>',
        [("a", "hyperlink", "http://a.example/")],
        [(DOCUMENT, "http://a.example/", text, "hyperlink") for text in ("one", "two")],
    ),
    "a reference over several runs is one": (
        paragraph("see http", "://a.exam", "ple/?b=1&amp;c", "=2."), [],
        [(DOCUMENT, "http://a.example/?b=1&c=2", None, None)],
    ),
    "paragraphs, tabs, breaks and cells separate": (
        paragraph("http://a.example/") + paragraph("b") + "<w:p><w:r><w:t>http://c.example/</w:t><w:tab/><w:t>d</w:t>"
        "</w:r></w:p><w:p><w:r><w:t>http://e.example/</w:t><w:br/><w:t>f</w:t></w:r></w:p>", [],
        [(DOCUMENT, f"http://{host}.example/", None, None) for host in "ace"],
    ),
    "a hyphen that does not break is a hyphen, a soft one is nothing": (
        "<w:p><w:r><w:t>http://a</w:t><w:noBreakHyphen/><w:t>b.exa</w:t><w:softHyphen/><w:t>mple/</w:t></w:r></w:p>",
        [], [(DOCUMENT, "http://a-b.example/", None, None)],
    ),
    "text that was deleted is found, with what it went on in": (
        "<w:p><w:r><w:t>http://</w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:r><w:t>.example/ http://same.example/</w:t></w:r></w:p>", [],
        [(DOCUMENT, f"http://{host}.example/", None, None) for host in ("new", "old", "same")],
    ),
    "a field is a link, with its result for a text": (
        in_paragraph(field(" HYPERLINK &quot;http://a.example/&quot; \\o &quot;tip&quot; ")), [],
        [(DOCUMENT, "http://a.example/", "shown", "hyperlink")],
    ),
    "the switch l of a field is the fragment": (
        in_paragraph(field(" HYPERLINK &quot;http://a.example/&quot; \\l &quot;b&quot;")), [],
        [(DOCUMENT, "http://a.example/#b", "shown", "hyperlink")],
    ),
    "an instruction over several runs is one": (
        "<w:p>" + field("HYPER</w:instrText></w:r><w:r><w:instrText>LINK http://a.ex</w:instrText></w:r><w:r>"
        "<w:instrText>ample/") + "</w:p>", [], [(DOCUMENT, "http://a.example/", "shown", "hyperlink")],
    ),
    "the result of a field inside an instruction is part of it": (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "http://a.example/</w:instrText></w:r>'
        + field("MERGEFIELD id", "7") + '<w:r><w:instrText>"</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>'
        '<w:r><w:t>text</w:t><w:fldChar w:fldCharType="end"/></w:r></w:p>', [],
        [(DOCUMENT, "http://a.example/7", "text", "hyperlink")],
    ),
    "a field in one element is a link": (
        '<w:p><w:fldSimple w:instr="INCLUDEPICTURE &quot;http://a.example/i.png&quot; \\d"><w:r><w:t>x</w:t></w:r>'
        "</w:fldSimple></w:p>", [], [(DOCUMENT, "http://a.example/i.png", "x", "includepicture")],
    ),
    "other fields are text": (
        in_paragraph(field("DDEAUTO excel &quot;http://a.example/x&quot;")), [],
        [(DOCUMENT, "http://a.example/x", None, None)],
    ),
    "a place in the same document is no link": (
        in_paragraph(field("HYPERLINK \\l &quot;b&quot;") + '<w:hyperlink w:anchor="c"/>'),
        [], [],
    ),
    "alternate content is found once, and what only one branch has": (
        '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="x"><a:hlinkClick r:id="a"/><w:p><w:r>'
        '<w:t>http://b.example/</w:t></w:r></w:p></mc:Choice><mc:Fallback><a:hlinkClick r:id="a"/><w:p><w:r>'
        "<w:t>http://b.example/ http://c.example/</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>",
        [("a", "hyperlink", "http://a.example/")],
        [
            (DOCUMENT, "http://a.example/", None, "hyperlink"), (DOCUMENT, "http://b.example/", None, None),
            (DOCUMENT, "http://c.example/", None, None),
        ],
    ),
    "the visible text of a link is found as text too": (
        '<w:p><w:hyperlink r:id="a"><w:r><w:t>http://a.example/</w:t></w:r></w:hyperlink></w:p>',
        [("a", "hyperlink", "http://a.example/")],
        [(DOCUMENT, "http://a.example/", *each) for each in (("http://a.example/", "hyperlink"), (None, None))],
    ),
    "text in attributes is found": (
        '<w:p><w:drawing><a:docPr descr="Photo: http://a.example/ ." title="b"/></w:drawing></w:p>', [],
        [(DOCUMENT, "http://a.example/", None, None)],
    ),
    "names are no links": (
        '<w:p><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"/></w:p>', [], [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "items", "expected"), CASES.values(), ids=CASES)
def test_references_of_a_document(
    body: str, items: list[tuple[str, str, str]], expected: list[tuple[str, ...]]
) -> None:
    assert seen(package(word(body, *items))) == expected


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("types", [made.TYPES, made.STRICT])
def test_the_order_of_the_parts_does_not_matter_nor_which_namespaces_they_have(order: int, types: str) -> None:
    body = LINK + paragraph("http://b.example/")
    parts = word(body.replace("officeDocument/2006", "x"))
    parts[RELS] = relationships(("a", "hyperlink", "http://a.example/", True), types=types)
    if types == made.STRICT:
        parts[DOCUMENT] = parts[DOCUMENT].replace(made.TYPES.rstrip("/"), made.STRICT.rstrip("/"))
    expected = [(DOCUMENT, "http://a.example/", "See this", "hyperlink"), (DOCUMENT, "http://b.example/", None, None)]
    assert seen(package(parts, list(parts)[::order])) == expected


def test_start_and_end_are_bytes_of_the_part_and_raw_is_between_them() -> None:
    body = "\n<w:p/>" + paragraph("\u00e9 http://a.ex", "ample/\u00fc") + "\n" + LINK
    data = package(word(body, ("a", "hyperlink", "http://a.example/")))
    text = zipfile.ZipFile(io.BytesIO(data)).read(DOCUMENT)
    occurrences = found(data)
    for each in occurrences:
        source = text[each.start : each.end]
        assert source.decode() == each.raw
        assert each.line == text.count(b"\n", 0, each.start) + 1
        assert each.column == each.start - text.rfind(b"\n", 0, each.start)
    assert [each.raw for each in occurrences] == ["http://a.ex</w:t></w:r><w:r><w:t>ample/\u00fc", "a"]


def test_places_of_a_part_in_utf_16_are_those_of_its_bytes() -> None:
    parts = word("")
    text = (
        f'<?xml version="1.0" encoding="utf-16"?>\n<w:p {made.SPACES}>\n<w:t>http://a.ex</w:t><w:t>ample/</w:t></w:p>'
    )
    parts[DOCUMENT] = data = text.encode("utf-16")
    (each,) = found(package(parts))
    assert data[each.start : each.end].decode("utf-16-le") == each.raw == "http://a.ex</w:t><w:t>ample/"
    assert each.line == 3


def test_relative_targets_resolve_against_the_base_of_hyperlinks() -> None:
    base = "<Properties><HyperlinkBase>http://b.example/d/</HyperlinkBase></Properties>"
    parts = word(LINK + in_paragraph(field("HYPERLINK &quot;g&quot;")), ("a", "hyperlink", "f.html"))
    data = package({**parts, "docProps/app.xml": base})
    targets = [(each.target, each.base_from) for each in found(data) if each.kind == "relative"]
    assert targets == [("http://b.example/d/f.html", "embedded"), ("http://b.example/d/g", "embedded")]


def test_relative_targets_resolve_against_the_package_otherwise() -> None:
    data = package(word(LINK, ("a", "hyperlink", "f.html")))
    (each,) = found(data, base="http://b.example/d/x.docx")
    assert (each.target, each.base_from) == ("http://b.example/d/f.html", "retrieval")


def test_a_target_with_a_scheme_is_external_in_every_target_mode() -> None:
    parts = word(LINK)
    parts[RELS] = relationships(("a", "hyperlink", "http://a.example/", False))
    assert references(package(parts)) == ["http://a.example/"]


def workbook(sheet: str, strings: str = "", *items: tuple[str, str, str, bool]) -> dict[str, str]:
    space = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    return {
        **made.CONTENT_TYPES,
        "xl/worksheets/sheet1.xml": f"<worksheet {space}>{sheet}</worksheet>",
        "xl/worksheets/_rels/sheet1.xml.rels": relationships(*items),
        "xl/sharedStrings.xml": f"<sst>{strings}</sst>",
    }


def test_a_hyperlink_of_a_worksheet_has_the_text_of_its_cell() -> None:
    sheet = (
        '<sheetData><c r="A1" t="s"><v>1</v></c><c r="A2" t="inlineStr"><is><t>in</t><t>line</t></is></c></sheetData>'
        '<hyperlinks><hyperlink ref="A1" r:id="a"/><hyperlink ref="A2:A3" r:id="b" location="c"/>'
        '<hyperlink ref="A4" r:id="a" display="shown"/><hyperlink ref="A5" location="Sheet2!A1"/></hyperlinks>'
    )
    strings = "<si><t/></si><si><r><t>sha</t></r><r><t>red</t></r><rPh><t>no</t></rPh></si>"
    items = [("a", "hyperlink", "http://a.example/", True), ("b", "hyperlink", "http://b.example/", True)]
    found_there = [each[1:3] for each in seen(package(workbook(sheet, strings, *items))) if "_rels" not in each[0]]
    assert found_there == [
        ("http://a.example/", "shared"), ("http://b.example/#c", "inline"), ("http://a.example/", "shown"),
    ]  # fmt: skip


def test_formulas_and_strings_of_a_workbook() -> None:
    sheet = (
        '<c r="A1" t="str"><f>IF(A2,HYPERLINK("http://a.example/","A ""1"""),WEBSERVICE("http://b.example/"))</f></c>'
        '<c r="A3"><f>HYPERLINK("http://c.example/"&amp;B1)</f><v>http://d.example/</v></c>'
        '<c r="A4"><f>HYPERLINK("#Sheet2!A1")</f></c><c r="A5"><f>HYPERLINK("e.html")</f></c>'
        '<c r="A6"><f>HYPERLINK("http://h.exa"&amp;"mple/","H")</f></c>'
    )
    strings = "<si><r><t>http://f.ex</t></r><r><rPr><b/></rPr><t>ample/</t></r></si><si><t>g</t></si>"
    occurrences = found(package(workbook(sheet, strings)))
    assert [(each.reference, each.text, each.rel) for each in occurrences] == [
        ("http://f.example/", None, None), ("http://a.example/", 'A "1"', "hyperlink"),
        ("http://b.example/", None, None), ("http://c.example/", None, "hyperlink"), ("http://d.example/", None, None),
        ("e.html", None, "hyperlink"), ("http://h.example/", "H", "hyperlink"),
    ]  # fmt: skip
    assert [each.reference for each in occurrences if each.partial] == ["http://c.example/"]
    assert occurrences[-1].raw == 'http://h.exa"&amp;"mple/'


def test_addresses_in_the_attributes_of_connections() -> None:
    parts = {
        **made.CONTENT_TYPES,
        "xl/connections.xml": '<connections><connection id="1"><webPr url="http://a.example/x?a=1&amp;b=2"/>'
        '<dbPr connection="Provider=x;Location=http://b.example/c;Mode=Read"/></connection></connections>',
    }
    assert references(package(parts)) == ["http://a.example/x?a=1&b=2", "http://b.example/c;Mode=Read"]


def test_a_page_of_xps_has_links_in_an_attribute() -> None:
    page = '<FixedPage><Glyphs FixedPage.NavigateUri="http://a.example/" UnicodeString="See"/></FixedPage>'
    parts = {**made.CONTENT_TYPES, "Documents/1/Pages/1.fpage": page}
    (each,) = found(package(parts))
    assert (each.reference, each.text, each.rel) == ("http://a.example/", "See", "hyperlink")


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_chunks_do_not_matter(size: int) -> None:
    body = "".join(case[0] for case in CASES.values())
    data = package(word(body, ("a", "hyperlink", "http://a.example/")))

    class Slow(io.BytesIO):
        def read1(self, most: int = -1) -> bytes:
            return super().read1(size)

    whole = [each.as_dict() for each in extract(data, document="x")]
    assert [each.as_dict() for each in extract(Slow(data), document="x")] == whole


def test_a_field_that_is_not_a_link_may_have_any_number_of_paragraphs_for_a_result() -> None:
    entries = "".join(
        paragraph(f"http://a.example/{number}") + "<w:p>" + " " * 500 + "</w:p>" for number in range(4000)
    )
    body = in_paragraph('<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>TOC</w:instrText><w:fldChar '
                        'w:fldCharType="separate"/></w:r>') + entries + '<w:fldChar w:fldCharType="end"/>'  # fmt: skip
    assert len(references(package(word(body)))) == 4000
