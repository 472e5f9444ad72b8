"""Reference resolution: RFC 3986 §5, RFC 2396 §5.2 and Appendix C, url-syntax-09 §5.2 and Appendix C."""

import re

import pytest

from uri_extract._compat._variants import interpreted
from uri_extract.errors import InvalidReference, UriExtractError
from uri_extract.uri import CURRENT_DOCUMENT, _kernel, is_valid, parse, resolve
from uri_extract.uri.resolve import collapse

from .generate import references, strings
from .to_the_letter import letter_of_5_2_4

INTERPRETED = interpreted("uri_extract.uri._kernel")

BASE = "http://a/b/c/d;p?q"

# RFC 3986 §5.4.1.
NORMAL = """
    g:h           =  g:h
    g             =  http://a/b/c/g
    ./g           =  http://a/b/c/g
    g/            =  http://a/b/c/g/
    /g            =  http://a/g
    //g           =  http://g
    ?y            =  http://a/b/c/d;p?y
    g?y           =  http://a/b/c/g?y
    #s            =  http://a/b/c/d;p?q#s
    g#s           =  http://a/b/c/g#s
    g?y#s         =  http://a/b/c/g?y#s
    ;x            =  http://a/b/c/;x
    g;x           =  http://a/b/c/g;x
    g;x?y#s       =  http://a/b/c/g;x?y#s
                  =  http://a/b/c/d;p?q
    .             =  http://a/b/c/
    ./            =  http://a/b/c/
    ..            =  http://a/b/
    ../           =  http://a/b/
    ../g          =  http://a/b/g
    ../..         =  http://a/
    ../../        =  http://a/
    ../../g       =  http://a/g
"""
# RFC 3986 §5.4.2.
ABNORMAL = """
    ../../../g    =  http://a/g
    ../../../../g =  http://a/g
    /./g          =  http://a/g
    /../g         =  http://a/g
    g.            =  http://a/b/c/g.
    .g            =  http://a/b/c/.g
    g..           =  http://a/b/c/g..
    ..g           =  http://a/b/c/..g
    ./../g        =  http://a/b/g
    ./g/.         =  http://a/b/c/g/
    g/./h         =  http://a/b/c/g/h
    g/../h        =  http://a/b/c/h
    g;x=1/./y     =  http://a/b/c/g;x=1/y
    g;x=1/../y    =  http://a/b/c/y
    g?y/./x       =  http://a/b/c/g?y/./x
    g?y/../x      =  http://a/b/c/g?y/../x
    g#s/./x       =  http://a/b/c/g#s/./x
    g#s/../x      =  http://a/b/c/g#s/../x
    http:g        =  http:g
"""
# References with other results in Appendix C of RFC 2396.
APPENDIX_C = """
    ?y            =  http://a/b/c/?y
    #s            =  (current document)#s
                  =  (current document)
    ../../../g    =  http://a/../g
    ../../../../g =  http://a/../../g
    /./g          =  http://a/./g
    /../g         =  http://a/../g
"""


def table(text):
    return dict(map(str.strip, line.split(" = ")) for line in text.strip("\n").splitlines())


@pytest.mark.parametrize(("reference", "target"), table(NORMAL).items())
def test_5_4_1_normal_examples(reference, target):
    assert resolve(BASE, reference) == target


@pytest.mark.parametrize(("reference", "target"), table(ABNORMAL).items())
def test_5_4_2_abnormal_examples(reference, target):
    assert resolve(BASE, reference) == target


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        ("http:g", "http://a/b/c/g"),
        ("http:", "http://a/b/c/d;p?q"),
        ("http:?y", "http://a/b/c/d;p?y"),
        ("http:#s", "http://a/b/c/d;p?q#s"),
        ("http:/g", "http://a/g"),
        ("http://g/../h", "http://g/h"),
        ("https:g", "https:g"),
    ],
)
def test_5_4_2_the_non_strict_example_and_its_like(reference, target):
    assert resolve(BASE, reference, strict=False) == target


def test_5_2_2_non_strict_compares_schemes_without_case():
    assert resolve("HTTP://a/b/c", "http:g", strict=False) == "HTTP://a/b/g"
    assert resolve("http://a/b/c", "HTTP:g", strict=False) == "http://a/b/g"


def test_5_1_a_base_has_a_scheme():
    for base in ("", "a", "/a", "//a/b", "?q"):
        with pytest.raises(InvalidReference) as caught:
            resolve(base, "g")
        assert caught.value.component == "scheme"
        assert caught.value.text == base


def test_5_1_the_fragment_of_a_base_is_dropped():
    for reference, target in (
        ("", "http://a/b?q"),
        ("#s", "http://a/b?q#s"),
        ("g", "http://a/g"),
        ("?", "http://a/b?"),
    ):
        assert resolve("http://a/b?q#f", reference) == target


def test_5_2_3_merge():
    assert resolve("http://a", "g") == "http://a/g"
    assert resolve("http://a?q", "g") == "http://a/g"
    assert resolve("s:", "g") == "s:g"
    assert resolve("s:b", "g") == "s:g"
    assert resolve("mailto:a@b", "?subject=c") == "mailto:a@b?subject=c"


def test_5_2_4_a_rootless_path_may_become_absolute():
    assert resolve("http://a/", "g:h/../i") == "g:/i"
    assert resolve("foo:a/b", "../g") == "foo:/g"


def test_5_3_a_path_never_becomes_an_authority():
    assert resolve("f:/a", ".//g") == "f:/.//g"
    assert resolve("f:/a", "/..//g") == "f:/.//g"
    assert resolve("http://h/", "f:/.//g") == "f:/.//g"
    assert resolve("f:a/b", "../..//g") == "f:/.//g"
    assert resolve("f://h/a", ".//g") == "f://h//g"


def test_5_3_a_target_is_a_uri_with_the_components_it_was_made_of():
    bases = [text for text in references(1, 400) if is_valid(text, "URI")]
    relative = [text for text in references(2, 400) if is_valid(text)]
    for base in bases:
        for reference in relative[:: len(bases) // 40 + 1]:
            for strict in (True, False):
                target = parse(resolve(base, reference, strict=strict), rule="URI")
                given = parse(reference)
                assert target.fragment == given.fragment
                if strict:
                    assert target.scheme == (given.scheme or parse(base).scheme)
                    if given.scheme is not None or given.authority is not None:
                        assert target.authority == given.authority
                if given.path or given.authority is not None:
                    # An empty path takes the path of the base unchanged, with its dot-segments (§5.2.2).
                    assert resolve(base, str(target)) == str(target)


def letter_of_rfc2396_5_2_6(buffer):
    """Steps c to f of RFC 2396 §5.2 step 6 as worded: the leftmost pattern first, until none remains."""
    root, path = ("/", buffer[1:]) if buffer.startswith("/") else ("", buffer)
    path = re.sub(r"(?<![^/])\./", "", path)
    path = re.sub(r"(?<![^/])\.\Z", "", path)
    while True:
        shorter = re.sub(r"(?<![^/])(?!\.\./)[^/]*/\.\./", "", path, count=1)
        if shorter == path:
            break
        path = shorter
    return root + re.sub(r"(?<![^/])(?!\.\./)[^/]*/\.\.\Z", "", path)


def test_5_2_4_remove_dot_segments_is_the_algorithm_to_the_letter():
    for path in strings(9, "a./"):
        expected = letter_of_5_2_4(path)
        assert INTERPRETED.without_dot_segments(path, 0, len(path), True) == expected, path
        if path.startswith("/"):
            assert resolve("s:", f"s://h{path}?/./a") == f"s://h{expected}?/./a"


def test_rfc2396_5_2_step_6_is_the_algorithm_to_the_letter():
    for path in strings(9, "a./"):
        assert collapse(path) == letter_of_rfc2396_5_2_6(path), path


@pytest.mark.parametrize(("reference", "target"), (table(NORMAL) | table(ABNORMAL) | table(APPENDIX_C)).items())
def test_rfc2396_appendix_c(reference, target):
    assert resolve(BASE, reference, edition="rfc2396") == target


@pytest.mark.parametrize(
    ("reference", "target"),
    (table(NORMAL) | table(ABNORMAL) | table(APPENDIX_C) | {"http:": "http:"}).items(),
)
def test_url_syntax_09_appendix_c(reference, target):
    assert resolve(BASE, reference, edition="url-syntax-09") == target


def test_rfc2396_a_query_alone_is_resolved():
    assert not is_valid("?y", edition="rfc2396")
    assert resolve(BASE, "?y#s", edition="rfc2396") == "http://a/b/c/?y#s"


@pytest.mark.parametrize("edition", ["rfc2396", "url-syntax-09"])
def test_rfc2396_three_treatments_of_excess_dots(edition):
    for reference, kept in (("../../../g", "http://a/../g"), ("../../../..", "http://a/../..")):
        assert resolve(BASE, reference, edition=edition) == kept
        assert resolve(BASE, reference, edition=edition, excess_dots="retain") == kept
        with pytest.raises(InvalidReference):
            resolve(BASE, reference, edition=edition, excess_dots="error")
    assert resolve(BASE, "../../../../g", edition=edition, excess_dots="discard") == "http://a/g"
    assert resolve(BASE, "../g", edition=edition, excess_dots="error") == "http://a/b/g"


@pytest.mark.parametrize("edition", ["rfc2396", "url-syntax-09"])
def test_rfc2396_a_base_without_a_path(edition):
    assert resolve("http://a", "g", edition=edition) == "http://a/g"


@pytest.mark.parametrize("edition", ["rfc2396", "url-syntax-09"])
def test_rfc2396_5_2_step_3_non_strict(edition):
    assert resolve(BASE, "http:g", strict=False, edition=edition) == "http://a/b/c/g"
    assert resolve("mailto:a", "mailto:g", strict=False, edition=edition) == "mailto:g"


@pytest.mark.parametrize("edition", ["rfc2396", "url-syntax-09"])
def test_the_current_document_is_not_a_uri(edition):
    assert resolve(BASE, "", edition=edition) == CURRENT_DOCUMENT
    assert not is_valid(CURRENT_DOCUMENT)


@pytest.mark.parametrize("edition", ["rfc3986", "rfc2396", "url-syntax-09"])
def test_invalid_references_and_none_are_errors(edition):
    for base, reference in ((BASE, "a b"), ("http://a b/", "g"), (BASE, "\xe9"), ("g", "h:i")):
        with pytest.raises(InvalidReference):
            resolve(base, reference, edition=edition)
    with pytest.raises(TypeError):
        resolve(BASE, None, edition=edition)
    with pytest.raises(TypeError):
        resolve(None, "g", edition=edition)


def test_unknown_options_are_the_callers_mistake():
    for options in ({"edition": "x"}, {"excess_dots": "retain"}, {"edition": "rfc2396", "excess_dots": "x"}):
        with pytest.raises(UriExtractError):
            resolve(BASE, "g", **options)


def test_parsed_references_are_taken_and_many_bases():
    assert resolve(parse(BASE), parse("../g")) == "http://a/b/g"
    for number in range(200):
        assert resolve(f"http://a{number}/b/", "g") == f"http://a{number}/b/g"
    assert type(resolve(BASE, parse("g:h"))) is str


BASES = [
    *("http://a.example", "http://a.example/", "http://a.example/b/c/d;p?q#f", "http://a.example/b/../c/", "x:", "x:/"),
    *("mailto:a@b", "x:a/b", "x:/a/b/c", "file:///a/b", "http://a.example?q", "http://u:p@a.example:80/./b", "x://"),
    *("x:/a/.//b", "x:.", "x:a/./b", "HTTP://a.example/?/..", "a b", "//a.example/b", "\xe9:b"),
]


@pytest.mark.parametrize("base", BASES)
def test_both_speeds_have_the_same_target(base):
    for text in (*strings(3, "ax./:?#"), *references(3986, 1000)):
        for strict in (True, False):
            assert _kernel.resolve(base, text, strict) == INTERPRETED.resolve(base, text, strict), text


def test_the_error_says_which_of_the_two_is_invalid():
    for base, reference, of_base in (
        ("a", "b", True),
        ("http://a.example/ x", "b", True),
        ("http://a.example/", " ", False),
    ):
        with pytest.raises(InvalidReference) as caught:
            resolve(base, reference)
        assert (caught.value.text, str(caught.value).endswith("in the base")) == (
            base if of_base else reference,
            of_base,
        )
