"""Real pages: the references are those in the trees of lexbor and html5lib, in the same order, without exception."""

import gzip
from collections import Counter
from pathlib import Path

import pytest

from uri_extract.markup.html import attributes
from uri_extract.markup.html._prescan import PRESCAN
from uri_extract.markup.html.charset import determine
from uri_extract.markup.html.scanner import HtmlScanner

PAGES = Path(__file__).parent.parent.parent.parent.parent / "shared" / "corpora" / "html"
POINTS = {"foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext"}
XLINK = "{http://www.w3.org/1999/xlink}"
SVG, MATHML = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1998/Math/MathML}"


def pages():
    if not PAGES.is_dir():
        return []
    found = (path for path in sorted(PAGES.rglob("*")) if "html5lib-tests" not in path.parts)
    return [path for path in found if path.suffix in (".html", ".htm") or path.name.endswith(".html.gz")]


def content(path):
    """Return the decompressed and decoded text of a page."""
    data = path.read_bytes()
    if path.suffix == ".gz" and data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    encoding = determine(data[:PRESCAN])
    return data[encoding.mark :].decode(encoding.codec or "cp1252", "replace")


def referring(element, values, foreign):
    """Yield the references in the attributes of an element, by the table of attributes."""
    for name, value in values:
        place = attributes.place(element, name, dict(values), foreign=foreign)
        if place:
            shown = "img" if element == "image" and not foreign else element
            yield from ((shown, name, each.text) for each in attributes.read(place.kind, value))


def is_point(element, values):
    if element == "annotation-xml":
        return (dict(values).get("encoding") or "").lower() in ("text/html", "application/xhtml+xml")
    return element in POINTS


def found_in(text):
    scanner = HtmlScanner(base="http://own.example/", charset="utf-8")
    found = scanner.feed(text.encode("utf-8", "replace")) + scanner.close()
    return [
        (each.element, each.attribute, each.reference)
        for each in found
        if each.attribute and each.delimiter != "script"
    ]


def in_lexbor(tree):
    found, stack = [], [(tree.root, False)]
    while stack:
        node, foreign = stack.pop()
        element = (node.tag or "").lower()
        foreign = foreign or element in ("svg", "math")
        values = [(name.lower(), value or "") for name, value in (node.attributes or {}).items()]
        found += referring(element, values, foreign)
        inside = foreign and not is_point(element, values)
        children, child = [], node.child
        while child is not None:
            if child.tag and not child.tag.startswith("-"):  # not text or a comment
                children.append((child, inside))
            child = child.next
        stack += reversed(children)
    return found


def apart(tree, parse):
    """Return the references of what a tree of lexbor has in documents of their own: templates, and ``srcdoc``."""
    found = []
    for node in tree.css("template, iframe[srcdoc]"):
        text = node.attributes["srcdoc"] if node.tag == "iframe" else node.html.replace("<template", "<div", 1)
        inner = parse(text or "")
        found += in_lexbor(inner) + apart(inner, parse)
    return found


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.stem)
def test_a_page_holds_what_lexbor_has(path):
    """In a tree a link that was left open is repeated, and ``body`` is before all that precedes its tag."""
    parse = pytest.importorskip("selectolax.lexbor").LexborHTMLParser
    text = content(path)
    found, tree = found_in(text), parse(text)
    expected = in_lexbor(tree)
    if found != expected:
        more, repeated = Counter(found) - Counter(expected), Counter(expected) - Counter(found)
        assert more <= Counter(apart(tree, parse))
        assert {element for element, _, _ in repeated} <= {"a"}
        assert repeated.keys() <= set(found)
        moved = {*more, *repeated}
        assert [each for each in found if each not in moved and each[0] != "body"] == [
            each for each in expected if each not in moved and each[0] != "body"
        ]


def in_html5lib(tree):
    found = []
    for node in tree.iter():
        if isinstance(node.tag, str):
            _, _, element = node.tag.rpartition("}")
            values = [(name.replace(XLINK, "xlink:"), value) for name, value in node.items()]
            foreign = node.tag.startswith((SVG, MATHML))
            found += referring(element.lower(), [(name.lower(), value) for name, value in values], foreign)
    return found


# html5lib is slow, so it reads only small pages.
@pytest.mark.parametrize("path", [path for path in pages() if path.stat().st_size < 8_000], ids=lambda path: path.stem)
def test_a_page_holds_what_html5lib_has(path):
    html5lib = pytest.importorskip("html5lib")
    text = content(path)
    if len(text) > 8_000:
        pytest.skip("large when it is not compressed")
    try:
        tree = html5lib.parse(text, namespaceHTMLElements=True)
    except ValueError as error:
        pytest.skip(f"html5lib fails: {error}")
    assert Counter(found_in(text)) == Counter(in_html5lib(tree))
