"""Rows marked as their own line (``layout.OWN_LINE``): the reference is also the target."""

import random

import pytest

from uri_extract.formats import scanner_for
from uri_extract.markup.html import tokenizers as html_tokenizers
from uri_extract.markup.xml import tokenizers as xml_tokenizers
from uri_extract.rows import layout

from .options import with_options

FORMS = {
    "text/html": '<a href="{0}">x</a><img srcset="{0} 1x"><p style="background:url(\'{0}\')">x</p>\n',
    "application/xml": '<item><link>{0}</link><enclosure url="{0}"/></item>\n',
}
SCHEMES = ("http:", "http://", "http:///", "https://a.example/", "HTTP://A", "x-y+z.1:", "mailto:", "tel:", "//a/", "")
PIECES = (
    *"ab1:/?#[]@!$()*+,;=%.-_~^|`\\{}",
    "%2e",
    "%zz",
    "/../",
    "/./",
    "/..",
    ":80",
    "[::1]",
    "&amp;",
    "é",
    "[v1.a]",
)


def values():
    dice = random.Random(3986)
    for scheme in SCHEMES:
        yield scheme
        yield from (scheme + piece for piece in PIECES)
        for _ in range(120):
            yield scheme + "".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 6)))


def page_of(media_type, places, is_compiled):
    tokenizers = html_tokenizers if media_type == "text/html" else xml_tokenizers
    tokenizer = tokenizers.in_use if is_compiled else tokenizers["interpreted"]
    document = "".join(map(FORMS[media_type].format, values()))
    if media_type != "text/html":
        document = f"<rss><channel>{document}</channel></rss>"
    scanner = with_options(
        scanner_for, media_type, base="http://b.example/c/d", places=places, tokenizer=tokenizer, charset="utf-8"
    )
    return scanner.read(document.encode(), final=True)


@pytest.mark.parametrize("is_compiled", [True, False], ids=["in use", "interpreted"])
@pytest.mark.parametrize("places", [True, False])
@pytest.mark.parametrize("media_type", FORMS)
def test_lines_are_the_targets_of_occurrences(media_type, places, is_compiled):
    page = page_of(media_type, places, is_compiled)
    found = page.occurrences()
    targets = [each.reference if each.target is None else each.target for each in found]
    assert page.lines() == "".join(f"{each}\n" for each in targets).encode("utf-8", "surrogateescape")
    own = [each for row, each in enumerate(found) if page.bits(row) & layout.OWN_LINE]
    undotted = [each for each in own if "/." not in each.reference and ":." not in each.reference]
    assert all(each.target == each.reference for each in undotted)
    assert len(undotted) > 100
