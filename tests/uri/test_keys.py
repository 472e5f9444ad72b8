"""Keys by which URIs are counted: SURT, and URIs without tracking parameters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract.uri.host_of import canonical_host_of, canonical_hosts_of
from uri_extract.uri.surt import surt
from uri_extract.uri.tracking import without_tracking

from .generate import references


@pytest.mark.parametrize(
    ("uri", "key"),
    [
        ("http://ferry.example/", "example,ferry)/"),
        ("http://ferry.example", "example,ferry)/"),
        ("https://www.Ferry.example:443/Times/", "example,ferry)/times"),
        ("http://www2.ferry.example/", "example,ferry)/"),
        ("http://dms-www1.ferry.example/", "example,ferry,dms-www1)/"),
        ("http://www/", "www)/"),
        ("http://ada:secret@ferry.example:8080/", "example,ferry:8080)/"),
        ("https://ferry.example:80/", "example,ferry:80)/"),
        ("ftp://ftp.ferry.example/a", "example,ferry,ftp)/a"),
        ("http://ferry.example/a//b/./c/../d/", "example,ferry)/a/b/d"),
        ("http://ferry.example/../../a", "example,ferry)/a"),
        ("http://ferry.example/a%20b%7Ec%2fd", "example,ferry)/a%20b~c/d"),
        ("http://ferry.example/%2561", "example,ferry)/a"),
        ("http://ferry.example/%%361%252525", "example,ferry)/a%25"),
        ("http://ferry.example/%23%zz", "example,ferry)/%23%25zz"),
        ("http://ferry.example/?b&a-b=1&a=2&a=1&a#top", "example,ferry)/?a&a=1&a=2&a-b=1&b"),
        ("http://ferry.example/?", "example,ferry)/"),
        ("http://ferry.example/a/?x", "example,ferry)/a?x"),
        ("http://ferry.example/?sid=0123456789abcdef0123456789abcdef&x=1", "example,ferry)/?x=1"),
        ("http://ferry.example/?x&CFID=1&CFTOKEN=2&y", "example,ferry)/?x&y"),
        ("http://ferry.example/?cfid=1&x", "example,ferry)/?cfid=1&x"),
        ("http://ferry.example/(S(0123456789abcdefghijklmn))/a.aspx", "example,ferry)/a.aspx"),
        ("http://192.168.1.2/a", "2,1,168,192)/a"),
        ("http://[::1]:8080/a", "::1:8080)/a"),
        ("http://b\u00fccher.example/\u00c4", "example,xn--bcher-kva)/%c3%84"),
        ("mailto:Ada@Ferry.example", "mailto:ada@ferry.example"),
        ("urn:x:Y#z", "urn:x:y"),
    ],
)
def test_surt_is_the_key_of_web_archives(uri, key):
    assert surt(uri) == key


@pytest.mark.parametrize(
    ("uri", "without"),
    [
        ("https://ferry.example/?utm_source=a&UTM_Campaign=b", "https://ferry.example/"),
        ("https://ferry.example/?id=5&fbclid=x&day=2#utm_source=a", "https://ferry.example/?id=5&day=2#utm_source=a"),
        ("https://ferry.example/?gclid", "https://ferry.example/"),
        ("https://ferry.example/?utm%5Fsource=a&b", "https://ferry.example/?b"),
        ("https://ferry.example/?b&&c=", "https://ferry.example/?b&&c="),
        ("https://ferry.example/?", "https://ferry.example/?"),
        ("https://ferry.example/#a?utm_source=b", "https://ferry.example/#a?utm_source=b"),
        ("https://ferry.example/utm_source=a", "https://ferry.example/utm_source=a"),
        ("https://ferry.example/?q=utm_source", "https://ferry.example/?q=utm_source"),
    ],
)
def test_only_parameters_that_track_are_removed(uri, without):
    assert without_tracking(uri) == without


@given(st.text(alphabet="http://u:@e.x[]%2fF0?&=#;sidUTMm_ \u00fc", max_size=60) | st.sampled_from(references(9, 300)))
def test_keys_never_raise_and_removing_twice_changes_nothing(text):
    surt(text)
    once = without_tracking(text)
    assert without_tracking(once) == once


HOSTS = {
    "http://A.example/x": "a.example",
    "https://u:p@a.example:8/": "a.example",
    "//a.example.?q": "a.example",
    "http://b\u00fccher.example/": "xn--bcher-kva.example",
    "http://0x7f.1/": "127.0.0.1",
    "http://[::0:1]/": "[::1]",
    "http:///a": None,
    "mailto:a@b.example": None,
    "a b": None,
    "http://a.example/ b": "a.example",
    "http://u@A.example:x/^": "a.example",
}


def test_the_host_of_a_uri_is_in_its_canonical_form_whether_it_is_valid_or_not():
    assert {uri: canonical_host_of(uri) for uri in HOSTS} == HOSTS


@given(st.lists(st.sampled_from([*HOSTS])))
def test_hosts_of_several_uris_are_those_of_each(uris):
    assert canonical_hosts_of(uris) == [HOSTS[uri] for uri in uris]
