"""Records in a notebook: any content is displayed as text."""

from html.parser import HTMLParser

import pytest

from uri_extract import Problem, extract_text

HOSTILE = [
    b"<a href='javascript:alert(1)'>x</a>",
    b"<a href='http://a.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'>x</a>",
    b"<a href=\"http://a.example/' onmouseover='alert(1)\">x</a>",
    b"<a href='data:text/html,&lt;img src=x onerror=alert(1)&gt;'>http://b.example/</a>",
    "<a href='http://a.example/\u202e\x1b[31m\x00\x9b'>x</a>".encode(),
    b"<base href='http://&lt;b&gt;.example/'><a href='x'>x</a>",
    b"<a href='http://a.example/\xff'>x</a>",
]


class Shown(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.text = set(), []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        assert not attributes

    def handle_data(self, data):
        self.text.append(data)


def shown(record):
    parser = Shown()
    parser.feed(record._repr_html_())
    parser.close()
    return parser


@pytest.mark.parametrize("data", HOSTILE)
def test_a_notebook_shows_only_a_table_of_text(data):
    found = list(extract_text(data, media_type="text/html"))
    assert found
    for each in found:
        parser = shown(each)
        assert parser.tags == {"table", "tr", "th", "td"}
        text = "".join(parser.text)
        text.encode()
        assert text.isprintable()
        assert text.startswith("reference")


def test_a_notebook_shows_fields_that_are_not_empty():
    found = next(extract_text("see http://u:p@a.example/./x"))
    assert shown(found).text[:4] == ["reference", "http://u:p@a.example/./x", "target", "http://u:p@a.example/x"]
    assert "hazards" in shown(found).text
    assert "password" in ", ".join(shown(found).text)
    assert not {"prefix", "wrapped", "errors", "base", "element"} & set(shown(found).text)


def test_a_problem_is_shown_as_well():
    parser = shown(Problem("<b>a</b>", 0, "unreadable", "<script>"))
    assert parser.text == ["problem", "unreadable", "document", "<b>a</b>", "offset", "0", "message", "<script>"]
