"""Links of other linkifiers in the same texts: only the marked ones differ."""

import re
from contextlib import suppress
from html.parser import HTMLParser
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote

import pytest

from uri_extract import InvalidReference, linkify, linkify_html, normalize

CASES = [
    line.partition("\t")[::2]
    for line in Path(__file__).with_name("peers.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


class Links(HTMLParser):
    """The targets of links, with their texts."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.found, self.inside = [], False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.found.append([normalized(dict(attrs)["href"]), ""])
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "a"

    def handle_data(self, data):
        if self.inside:
            self.found[-1][1] += data


def normalized(target):
    """Return a target in normal form (RFC 3986 §6.2.2, §6.2.3), unescaped: escaping is not compared."""
    with suppress(InvalidReference):
        target = normalize(target)
    return re.sub("xn--([a-z0-9-]+)", lambda label: label[1].encode().decode("punycode"), unquote(target))


def peer(name, version, module):
    """Return a linkifier's module at the version whose links are marked; skip the test if it is not installed."""
    imported = pytest.importorskip(module)
    if not metadata.version(name).startswith(f"{version}."):
        pytest.skip(f"{name} is not of version {version}, whose links are marked")
    return imported


def bleach(text):
    # With ``parse_email``, bleach reads the text before "@" in a URI as an address.
    return peer("bleach", "6.4", "bleach").linkify(text, parse_email="//" not in text)


def django(text):
    return str(peer("django", "5.2", "django.utils.html").urlize(text))


def linkify_it(text):
    linkifier = peer("linkify-it-py", "2.2", "linkify_it").LinkifyIt()
    return "".join(f'<a href="{match.url}">{match.text}</a>' for match in linkifier.match(text) or [])


PEERS = [bleach, django, linkify_it]


@pytest.mark.parametrize("peer", PEERS)
def test_differences_from_a_linkifier_are_those_that_are_marked(peer):
    made = linkify_html if peer is bleach else linkify
    differing = {text for text, _ in CASES if Links(made(text)).found != Links(peer(text)).found}
    assert differing == {text for text, marks in CASES if peer.__name__[0] in marks}


def test_few_links_are_those_of_no_other_linkifier():
    assert len(CASES) > 100
    assert sum(len(marks) == 3 for _, marks in CASES) < 10
