"""Records without the secrets that their references show."""

from uri_extract import Scanner
from uri_extract.sinks.redaction import redacted

from .cases import occurrences


def test_where_nothing_is_secret_nothing_changes():
    for occurrence in occurrences():
        if "secret" not in occurrence.reference:
            assert redacted(occurrence) == occurrence


def test_the_base_of_a_page_in_another_encoding_is_redacted_as_well():
    scanner = Scanner("text/html", base="http://u:hush@a.example/b")
    (found,) = [redacted(each) for each in scanner.feed(b'<meta charset=cp1252><a href="c?\xe9">') + scanner.close()]
    assert "hush" not in found.base
    assert found.target.endswith("/c?%E9")
    assert "hush" not in found.target
