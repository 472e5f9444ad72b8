"""WAT records made of real pages have the links that the HTML scanner finds in the pages."""

import collections
from pathlib import Path

import pytest

import uri_extract
from uri_extract.sources import Selection, documents, walk

from .test_documents import scan
from .wat import HEAD, LINKS, wat

SHARED = Path(__file__).parents[4] / "shared" / "corpora" / "warc"
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
OF_WAT = {element: set(attributes) for element, attributes in LINKS.items()}
OF_WAT |= {element: {attribute} for element, (_, attribute) in HEAD.items()} | {"base": {"href"}, "meta": {"content"}}
MOST = 300_000  # the most bytes of a page


def pages(limit):
    """Yield pages in UTF-8, and their URIs."""
    for path in sorted(SHARED.rglob("*.warc*")):
        found = documents(str(path), media_type=None, selection=Selection(), name=None)
        for document in walk(found, lambda _: None):
            data = b"".join(document.chunks())
            if document.media_type == "text/html" and document.base and len(data) < MOST:
                yield data.decode("utf-8", "replace"), document.base
                limit -= 1
                if not limit:
                    return


def test_the_wat_record_of_a_page_has_its_links():
    count = others = 0
    for html, base in pages(80):
        links = collections.Counter(
            (each.element, each.attribute, each.reference, each.target)
            for each in uri_extract.extract_text(html, media_type="text/html", base=base)
            if each.attribute in OF_WAT.get(each.element, ()) and each.delimiter == "attribute"
        )
        payload = wat(html, base)
        found, problems = scan(payload, base=None)
        assert problems == []
        in_record = collections.Counter((each.element, each.attribute, each.reference, each.target) for each in found)
        assert links - in_record == collections.Counter()
        others += (in_record - links).total()
        assert all(payload[each.start : each.end].decode() == each.raw for each in found)
        count += links.total()
    assert count > 1000
    assert others < count // 20  # URIs in the texts of links
