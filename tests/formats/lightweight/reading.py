"""Read a document of lightweight markup, for the tests of this folder."""

from uri_extract import Scanner

MARKDOWN, RST, ASCIIDOC, ORG = "text/markdown", "text/x-rst", "text/asciidoc", "text/org"
WIKI, TEX, BIBTEX = "text/x-wiki", "text/x-tex", "text/x-bibtex"
ROFF = "text/troff"


def scan(media_type, data, cut=None, **options):
    """Return the occurrences and the problems of a document read in chunks of that size."""
    data = data.encode() if isinstance(data, str) else data
    problems = []
    scanner = Scanner(media_type, on_problem=problems.append, **options)
    cut = cut or max(1, len(data))
    found = [each for at in range(0, len(data), cut) for each in scanner.feed(data[at : at + cut])]
    return found + scanner.close(), problems


def links(media_type, data):
    """Return the kind, the reference and the label of each link by syntax."""
    found, problems = scan(media_type, data)
    assert problems == []
    return [(each.element, each.reference, each.text) for each in found if each.delimiter == "markup"]


def texts(media_type, data):
    """Return the references found in text."""
    return [each.reference for each in scan(media_type, data)[0] if each.delimiter in ("whitespace", "angle", "quote")]
