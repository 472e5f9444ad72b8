"""Computed values of an occurrence, and its behaviour as a value."""

import json
import pickle

import pytest

from uri_extract import extract, extract_text
from uri_extract.rows.records import Occurrence
from uri_extract.rows.schema import COLUMNS

HOSTS = [
    ("http://WWW.Example.ORG:80/x", "www.example.org", "http"),
    ("HTTPS://xn--bcher-kva.example/", "b\xfccher.example", "https"),
    ("http://b\xfccher.example/", "b\xfccher.example", "http"),
    ("http://[::1]/", "[::1]", "http"),
    ("mailto:ada@example.org", None, "mailto"),
    ("urn:isbn:1", None, "urn"),
]


@pytest.mark.parametrize(("text", "host", "scheme"), HOSTS)
def test_an_occurrence_has_the_host_and_the_scheme_of_its_target(text, host, scheme):
    (found,) = extract_text(f"<{text}>")
    assert (found.host, found.scheme) == (host, scheme)


@pytest.mark.parametrize(("name", "ours"), [("url", "target"), ("hostname", "host")])
def test_a_name_of_other_libraries_raises_with_a_hint(name, ours):
    (found,) = extract_text("http://a.example/")
    assert not hasattr(found, name)
    with pytest.raises(AttributeError, match=f"did you mean '{ours}'"):
        getattr(found, name)


def test_a_relative_reference_has_the_host_and_the_scheme_of_its_base():
    (found,) = extract_text("<a href=x>", media_type="text/html", base="https://h.example/d/")
    assert (found.host, found.scheme) == ("h.example", "https")
    (found,) = extract_text("<a href=x>", media_type="text/html")
    assert (found.host, found.scheme) == (None, "")


def test_an_occurrence_is_a_value():
    text = "<URL:http://a.example/x-\ny> <a href='b' rel=me>t</a>"
    for media_type in ("text/plain", "text/html"):
        first, again = (list(extract_text(text, media_type=media_type, document="d")) for _ in range(2))
        assert first == again
        assert len(set(first + again)) == len(first)
        assert pickle.loads(pickle.dumps(first)) == first
        with pytest.raises(AttributeError):
            first[0].reference = "x"


def test_a_reference_whose_target_is_settled_has_the_fields_that_the_long_way_gives(monkeypatch):
    hosts = ("a.example", "b\u00fccher.example", "u:p@a.example", "1.2.3.4", "0x7f.1", "a.example:25")
    rests = ["é", "\u200b", "\u202e", "%0aé", "%5cé", "é/../b", "?é=http://c.example/", "😀"]
    text = "".join(f"<a href='http://{host}/{rest}'>x</a>" for host in hosts for rest in rests)
    found = [*extract_text(text.replace("<a href='", "<").replace("'>x</a>", ">")), *extract(text.encode())]
    short = [(each.as_dict(), each.computed) for each in found]
    assert {(each.kind, each._settled[0] is not None) for each in found} == {
        ("iri", True), ("iri", False), ("uri", True),
    }  # fmt: skip
    monkeypatch.setattr(Occurrence, "_settled", (None, -1))
    assert [(each.as_dict(), each.computed) for each in found] == short


def test_as_dict_is_what_json_takes(tmp_path):
    page = b'<a href="http://a b/\xff">x</a> <http://a.exa\nmple/-\nb> http://user:pw@0x7f.1/'
    (tmp_path / "a.html").write_bytes(page)
    found = list(extract(tmp_path))
    assert len(found) == 3
    for each in found:
        assert json.loads(json.dumps(each.as_dict())) == each.as_dict()
        assert tuple(each.as_dict()) == COLUMNS
