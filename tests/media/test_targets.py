"""Lines of markup are the targets that its occurrences have, at both speeds, whatever the base is."""

import pytest

from uri_extract import Scanner
from uri_extract.media import _plain
from uri_extract.records import Occurrence
from uri_extract.scan import variant

REFERENCES = (
    *("", "#s", "?q", "#s/.t", "p", "p/", "./p", "../p", "../../p", "../../../p", ".", "..", ".p", "p/.q", "p/../q"),
    *("/", "/p", "/p/../q", "/./p", "//h.example/p", "//h.example", "p q", "%zz", "/%zz", "//", "p:q", "1:2", "http:"),
    *("http://h.example/p", "HTTP://H.example/../p", "http://[::1]/p", "http://u@h.example/", "mailto:a@b.example"),
    *("http://h.example/\u00e9", "\u00e9", "/\u00e9?\u00e9", "http://h.example/a b", "javascript:void(0)", "p;q=1?r#s"),
)
BASES = (
    *("http://b.example/d/e?f#g", "http://b.example", "http://b.example/d/../e", "file:///d/e", "urn:d:e", "mailto:d"),
    *("http://b.example/d?e", "no URI", "//b.example/", "", None),
)


def occurrences(base):
    for reference in REFERENCES:
        for kind in ("uri", "iri", "relative"):
            fields = (reference, reference, 0, 1, 1, 1, None, "attribute", None, None, (), kind, (base, "retrieval"))
            yield Occurrence(*fields, "a", "href", None, None)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("targets", [_plain.targets, variant(_plain.__name__).targets])
def test_targets_of_many_are_those_of_each(targets, base):
    found = list(occurrences(base))
    assert targets(found) == [each.target or each.reference for each in found]


@pytest.mark.parametrize("media_type", ["text/html", "application/xhtml+xml"])
@pytest.mark.parametrize("base", ["http://b.example/d/", None])
def test_lines_of_markup_are_its_targets(media_type, base):
    document = b"""<html xmlns="http://www.w3.org/1999/xhtml"><head><title>http://t.example/</title></head>
<body><a href="p">t</a> <a href="/q?r">t</a>\n<a href="#s">http://u.example/?a&amp;b</a> <a href="http://v.example/x">t</a>
<img src="../w"/></body></html>\n"""
    for chunk in (1, 50, 4096):
        chunks = [document[at : at + chunk] for at in range(0, len(document), chunk)]
        scanner = Scanner(media_type, base=base)
        found = [each for each in map(scanner.feed, chunks) for each in each] + scanner.close()
        assert len(found) >= 7
        scanner = Scanner(media_type, base=base)
        lines = b"".join([*map(scanner.feed_lines, chunks), scanner.close_lines()])
        assert lines.decode().splitlines() == [each.target or each.reference for each in found]
        scanner = Scanner(media_type, base=base)
        lines = b"".join([*(scanner.feed_lines(each, "raw") for each in chunks), scanner.close_lines("raw")])
        assert lines.decode().splitlines() == [each.raw for each in found]
