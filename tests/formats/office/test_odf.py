"""OpenDocument, as packages and as flat files."""

from __future__ import annotations

import pytest
from tests.formats.office import made
from tests.formats.office.made import found, package, references

from uri_extract import extract

MIME_TYPE = {"mimetype": "application/vnd.oasis.opendocument.text"}


def document(body: str, **more: str) -> dict[str, str]:
    return {
        **MIME_TYPE, "content.xml": f"<office:document-content {made.ODF}>{body}</office:document-content>", **more
    }  # fmt: skip


#: The content of a document, and its references, with text and kind.
CASES = {
    "a link has its text": (
        '<text:p><text:a xlink:href="http://a.example/">See <text:span>this</text:span></text:a></text:p>',
        [("http://a.example/", "See this", "hyperlink")],
    ),
    "a reference over several spans is one": (
        "<text:p>http://a<text:span>.exam</text:span>ple/<text:span/>b.</text:p>",
        [("http://a.example/b", None, None)],
    ),
    "blanks, tabs, breaks and paragraphs separate": (
        "<text:p>http://a.example/<text:s/>b</text:p><text:p>http://c.example/<text:line-break/>d</text:p>"
        "<text:p>http://e.example/<text:tab/>f</text:p><text:h>http://g.example/</text:h>",
        [(f"http://{host}.example/", None, None) for host in "aceg"],
    ),
    "a note inside a paragraph is a text of its own": (
        "<text:p>http://a.example/<text:note><text:note-body><text:p>http://b.example/</text:p></text:note-body>"
        "</text:note> c</text:p>",
        [("http://a.example/", None, None), ("http://b.example/", None, None)],
    ),
    "parts of the package are no links, other files beside it are": (
        '<draw:image xlink:href="Pictures/a.png"/><draw:object xlink:href="./Object 1"/>'
        '<draw:image xlink:href="http://a.example/i.png"/><text:a xlink:href="#b">x</text:a>'
        '<draw:image xlink:href="../c.png"/>',
        [("http://a.example/i.png", None, "image"), ("../c.png", None, "image")],
    ),
    "a link around a frame": (
        '<draw:a xlink:href="http://a.example/"><draw:frame><draw:text-box><text:p>shown</text:p></draw:text-box>'
        "</draw:frame></draw:a>",
        [("http://a.example/", "shown", "hyperlink")],
    ),
    "a formula": (
        '<table:table-cell table:formula="of:=HYPERLINK(&quot;http://a.example/&quot;;&quot;A&quot;)"/>',
        [("http://a.example/", "A", "hyperlink")],
    ),
    "binary data is no text": ("<office:binary-data>http://a.example/</office:binary-data>", []),
}  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), CASES.values(), ids=CASES)
def test_references_of_a_document(body: str, expected: list[tuple[str, ...]]) -> None:
    assert [(each.reference, each.text, each.rel) for each in found(package(document(body)))] == expected


def test_a_relative_reference_resolves_against_the_package_as_a_directory() -> None:
    data = package(document('<draw:image xlink:href="../c.png"/>'))
    (each,) = found(data, base="http://b.example/d/x.odt")
    assert each.target == "http://b.example/d/c.png"


def test_a_document_in_one_file() -> None:
    body = f'<?xml version="1.0"?>\n<office:document {made.ODF}><text:p>http://a.ex<text:span>ample/</text:span>'
    data = (body + ' <text:a xlink:href="b.html">B</text:a></text:p></office:document>').encode()
    first, second = extract(data)
    assert (first.reference, second.reference, second.text) == ("http://a.example/", "b.html", "B")
    assert data[first.start : first.end].decode() == first.raw


def test_parts_that_are_encrypted_are_problems() -> None:
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
        '<manifest:file-entry manifest:full-path="meta.xml"/></manifest:manifest>'
    )
    more = {"meta.xml": "<m>http://a.example/</m>", "META-INF/manifest.xml": manifest}
    problems: list[tuple[str | None, str]] = []
    occurrences = extract(
        package(document("x http://b.example/", **more)), on_problem=lambda each: problems.append(each[:3:2])
    )
    assert [each.reference for each in occurrences] == ["http://a.example/"]
    assert problems == [("!content.xml", "encrypted")]


def test_names_in_the_description_of_a_package_are_not_links() -> None:
    rdf = (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="content.xml">'
        '<rdf:type rdf:resource="http://docs.oasis-open.org/ns/office/1.2/meta/odf#ContentFile"/></rdf:Description>'
        "</rdf:RDF>"
    )
    assert references(package(document("", **{"manifest.rdf": rdf}))) == []
