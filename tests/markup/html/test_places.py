"""Every row of the table of attributes, read in a document: by both kernels, at every cut, and as the first of two."""

import pytest

from uri_extract.markup.html import attributes, names
from uri_extract.markup.html.attributes import ANY, FOREIGN, HTML

from .test_scanner import OWN, VARIANTS, short

# Elements that are only parsed in certain contexts, and the markup that must precede them.
BEFORE = {
    **dict.fromkeys(("caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"), "<table>"),
    "frame": "<frameset>",
}
VALUES = {
    "css": ("a:url(h:/x)", "h:/x"),
    "refresh": ("0;url=h:/x", "h:/x"),
    "html": ("<a href=x&#46;y>", "x.y"),
    "uri": ("http://h/x", "http://h/x"),
    "uris": ("http://h/x", "http://h/x"),
}


def documents():
    for table, before in ((HTML, ""), (FOREIGN, "<svg>"), (FOREIGN, "<math>")):
        for element, attribute in table:
            name = ("use" if before else "ins") if element == ANY else element
            kind = table[element, attribute].kind
            # The character reference hides the value from the plain-text scanner.
            value, reference = VALUES.get(kind, ("x&#46;y", "x.y"))
            tag = f"<{name} {attribute}='{value}' {attribute.upper()}=z>"
            shown = "img" if name == "image" and not before else name
            if kind == "html":
                yield tag, ("a", "href", reference)
                continue
            yield (before if before else BEFORE.get(name, "")) + tag, (shown, attribute, reference)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_place_of_the_table_is_read(variant):
    for document, expected in documents():
        for chunk in (None, 7):
            found = short(document, variant=variant, chunk=chunk)
            assert found == [expected], document


def test_every_attribute_of_the_table_has_a_number():
    assert set(names.ATTRIBUTES) >= attributes.ATTRIBUTES


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_of_two_counts_however_many_names_there_are(variant):
    every = [name for name in names.ATTRIBUTES if (ANY, name) in FOREIGN and FOREIGN[ANY, name].kind == "css"]
    assert len(every) > 9
    tag = "".join(f" {name}='url({number})'" for number, name in enumerate(every))
    again = "".join(f" {name}='url(z)'" for name in every)
    expected = [("path", name, str(number)) for number, name in enumerate(every)]
    assert short(f"<svg><path{tag}{again}>", variant=variant, base=OWN) == expected


def test_every_element_of_the_table_has_a_number():
    assert {element for element, _ in HTML} - set(names.ELEMENTS) == {ANY}
