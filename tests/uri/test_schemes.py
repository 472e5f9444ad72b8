"""The table of schemes: the registry of RFC 7595, as far as the package knows it."""

import json
import pathlib
import re

import pytest

from uri_extract.uri import schemes
from uri_extract.uri.schemes import SCHEMES

FACTS = pathlib.Path(__file__).parents[3] / "shared" / "facts" / "schemes.json"


def test_every_name_is_a_scheme_in_lower_case():
    assert not [name for name in SCHEMES if not re.fullmatch(r"[a-z][a-z0-9]*(?:[+.-][a-z0-9]+)*", name)]


def test_no_name_is_repeated():
    names = [word.partition("=")[0] for _, words in schemes._TABLE for word in words.split()]
    assert sorted(names) == sorted(SCHEMES)


@pytest.mark.parametrize(
    ("name", "port"),
    [
        ("http", 80),
        ("https", 443),
        ("ftp", 21),
        ("nfs", 2049),
        ("rtspu", 554),
        ("irc", 6667),
        ("mailto", None),
        ("sip", None),
    ],
)
def test_default_ports(name, port):
    # Some tables have 111 for nfs, 5005 for rtspu, 194 for irc; the port of a sip URI depends on its transport.
    assert SCHEMES[name].port == port


def test_every_shape_without_slashes_has_a_pattern():
    for scheme in SCHEMES.values():
        if scheme.syntax > schemes.SLASHES:
            schemes.rest_of(scheme.syntax)


@pytest.mark.skipif(not FACTS.exists(), reason="the list to compare with is not here")
def test_every_registered_name_is_known_with_its_port():
    facts = json.loads(FACTS.read_text("utf-8"))
    assert {name: fact.get("port") for name, fact in facts.items()} == {
        name: SCHEMES[name].port if name in SCHEMES else "?" for name in facts
    }
