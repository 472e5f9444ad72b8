"""Expressions of programs and template languages in references of markup: a program completes them."""

import pytest
from bs4 import BeautifulSoup

from uri_extract import extract_soup, extract_text

EXPRESSIONS = ["${a}", "#{a}", "{{ a }}", "{% a %}", "$(a)", "<%= a %>", "<?php echo $a ?>"]
OTHERS = ["{a}", "%s", "$1", "{0}", "%7B%7Ba%7D%7D"]
CASES = [*((text, True) for text in EXPRESSIONS), *((text, False) for text in OTHERS)]


def found(data, media_type):
    return [(each.reference, each.partial) for each in extract_text(data, media_type=media_type)]


@pytest.mark.parametrize(("text", "partial"), CASES)
@pytest.mark.parametrize("before", ["", "/x/", "?y=", "http://h.example/", "http://h.example/?a&amp;b="])
def test_a_url_of_html_with_an_expression_is_partial(before, text, partial):
    document = f'<a href="{before}{text}">a</a>'
    expected = [(before.replace("&amp;", "&") + text, partial)]
    assert found(document, "text/html") == expected
    assert [(each.reference, each.partial) for each in extract_soup(BeautifulSoup(document, "html.parser"))] == expected


@pytest.mark.parametrize(("text", "partial"), CASES)
def test_a_url_of_xhtml_with_an_expression_is_partial(text, partial):
    escaped = text.replace("<", "&lt;")
    document = f'<a xmlns="http://www.w3.org/1999/xhtml" href="http://h.example/{escaped}"/>'
    assert found(document, "application/xhtml+xml")[-1:] == [("http://h.example/" + text, partial)]


@pytest.mark.parametrize(
    ("document", "media_type", "expected"),
    [
        ("p { background: url(http://h.example/${a}) }", "text/css", "http://h.example/${a}"),
        ("[a](http://h.example/${a})", "text/markdown", "http://h.example/${a}"),
        ('{"url": "http://h.example/{{a}}/b"}', "application/json", "http://h.example/{{a}}/b"),
        ("const a = `http://h.example/${a}`", "text/plain", "http://h.example/${a}"),
        ("<script>a = `http://h.example/${a}`</script>", "text/html", "http://h.example/"),
        ("<script>a = `file:///b/${a || 1}`</script>", "text/html", "file:///b/"),
    ],
)
def test_a_reference_with_an_expression_is_partial_in_every_format(document, media_type, expected):
    assert found(document, media_type) == [(expected, True)]
