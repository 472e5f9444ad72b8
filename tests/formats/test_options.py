"""Options: listed in the signatures, checked at the call, and the same in reused scanners."""

import inspect

import pytest

import uri_extract
from uri_extract import Scanner, Selection, UriExtractError, extract, extract_soup, extract_text, linkify
from uri_extract.cli import values
from uri_extract.errors import InvalidOption, InvalidOptionValue
from uri_extract.text.options import OF_CALLERS, ScanOptions

FUNCTIONS = [extract, extract_text, Scanner]
# "joins" selects the kernel; the fields of JSON and "qr" determine what the documents are.
OWN = {
    "document",
    "joins",
    "json_field",
    "json_url",
    "media_type",
    "on_problem",
    "qr",
    "selection",
    "source",
    "text",
}


def parameters(function):
    return inspect.signature(function).parameters


def give(function, **options):
    return function(**options) if function is Scanner else function(b"", **options)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_option_is_spelled_out_with_the_same_type_and_default(function):
    spelled = parameters(function)
    shared = set(OF_CALLERS) - OWN
    assert spelled.keys() - OWN == shared
    for name in set(OF_CALLERS) & spelled.keys():
        assert spelled[name].default == ScanOptions._field_defaults[name]
        assert spelled[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert spelled[name].annotation == parameters(extract)[name].annotation == ScanOptions.__annotations__[name]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"refang": "yes"}, "refang must be True, False or a mapping of str to str, not str"),
        ({"headers": None}, "headers must be True or False, not NoneType"),
        ({"base": b"http://a.example/"}, "base must be a str, not bytes"),
        ({"default_base": 5}, "default_base must be a str, not int"),
        ({"document": 3}, "document must be a str, not int"),
        ({"on_problem": 3}, "on_problem must be callable, not int"),
    ],
)
def test_an_option_of_another_type_is_raised_at_the_call(function, option, message):
    with pytest.raises(InvalidOption, match=message):
        give(function, **option)


@pytest.mark.parametrize(
    ("option", "error", "message"),
    [
        ({"selection": "*.txt"}, InvalidOption, "selection must be a Selection, not str"),
        ({"selection": Selection(globs="*.txt")}, InvalidOption, "globs must be a tuple of str, not str"),
        ({"selection": Selection(globs=(b"*.txt",))}, InvalidOption, "a glob must be a str, not bytes"),
        ({"selection": Selection(globs=("a/",))}, InvalidOptionValue, r"invalid glob 'a/': .*; use 'a/\*'"),
        ({"selection": Selection(globs=("*.txt", "["))}, InvalidOptionValue, r"invalid glob '\[': '\[' is not closed"),
        ({"selection": Selection(hidden="no")}, InvalidOption, "hidden must be True or False, not str"),
        ({"selection": Selection(max_depth="2")}, InvalidOption, "max_depth must be an int, not str"),
        ({"selection": Selection(max_depth=True)}, InvalidOption, "max_depth must be an int, not bool"),
        ({"selection": Selection(max_depth=-1)}, InvalidOptionValue, "max_depth must be at least 1, not -1"),
        ({"selection": Selection(max_depth=0)}, InvalidOptionValue, "max_depth must be at least 1, not 0"),
        ({"json_field": 3}, InvalidOption, "json_field must be a str or several str, not int"),
        ({"json_field": "a\udcff"}, InvalidOptionValue, r"invalid field 'a\\udcff': it is not UTF-8"),
    ],
)
def test_an_option_of_sources_that_has_another_type_is_raised_at_the_call(tmp_path, option, error, message):
    with pytest.raises(error, match=message):
        extract(tmp_path, **option)


NO_BASES = ["", "b", "//a.example/", " http://a.example/", "http://a b/", "http://[x/", "http://a.example:b/"]


def _from_soup(text, **options):
    return extract_soup(pytest.importorskip("bs4").BeautifulSoup("", "html.parser"), **options)


def _from_series(text, **options):
    pandas = pytest.importorskip("pandas")
    from uri_extract.engines.pandas import extract as extract_series

    return extract_series(pandas.Series([], dtype=str), **options)


def _from_table(text, **options):
    pytest.importorskip("pyarrow")
    from uri_extract.tables import References

    return References(b"", **options)


def _from_restarted(text, base=None, default_base=None):
    Scanner(default_base=default_base).restart(base=base)


TAKE_BASES = [*FUNCTIONS, _from_soup, _from_series, _from_table, _from_restarted]


@pytest.mark.parametrize("function", TAKE_BASES)
@pytest.mark.parametrize("base", NO_BASES)
@pytest.mark.parametrize("option", ["base", "default_base"])
def test_every_function_and_the_command_refuse_a_base_against_which_nothing_can_be_resolved(function, option, base):
    with pytest.raises(InvalidOptionValue, match=r"invalid base URI|no column"):
        give(function, **{option: base})
    with pytest.raises(UriExtractError, match="invalid base URI"):
        values.base(base)


@pytest.mark.parametrize(
    ("base", "target"),
    [
        ("http://a.example/b#c", "http://a.example/x"),
        ("http://a.example/b?c|d", "http://a.example/x"),
        ("http://b\u00fccher.example/", "http://xn--bcher-kva.example/x"),
        ("a:/b/", "a:/b/x"),
        ("mailto:ada@example.org", None),
    ],
)
def test_a_base_is_a_uri_or_what_a_browser_makes_one_of(base, target):
    for function in TAKE_BASES:
        give(function, base=base, default_base=base)
    assert values.base(base) == base
    assert [each.target for each in extract(b"<a href=x>", media_type="text/html", base=base)] == [target]


def test_a_table_of_no_text_has_its_options_checked_too():
    with pytest.raises(InvalidOption, match="unknown option 'nope'"):
        _from_series("", nope=1)


def test_text_and_scanners_need_a_media_type():
    for function in (lambda: extract_text("x", media_type=None), lambda: Scanner(None)):
        with pytest.raises(InvalidOption, match="media_type must be a str, not NoneType"):
            function()


def test_a_table_of_references_checks_its_name_and_its_selection(tmp_path):
    pytest.importorskip("pyarrow")
    from uri_extract.tables import References

    with pytest.raises(InvalidOption, match="selection must be a Selection, not tuple"):
        References(tmp_path, selection=("*.txt",))
    with pytest.raises(InvalidOption, match="document must be a str, not int"):
        References(b"", document=3)


def test_options_are_immutable():
    with pytest.raises(AttributeError):
        ScanOptions().refang = True


def test_an_unknown_option_names_the_one_that_was_meant():
    with pytest.raises(InvalidOption, match=r"unknown option 'mail_adresses' \(did you mean 'mail_addresses'\?\)"):
        Scanner(mail_adresses=True)


@pytest.mark.parametrize(
    ("function", "option", "hint"),
    [
        (linkify, "callbacks", "did you mean 'render'?"),
        (linkify, "parse_email", "did you mean 'mail_addresses'?"),
        (linkify, "trim_url_limit", "did you mean 'limit'?"),
        (extract_text, "encoding", "did you mean 'charset'?"),
        (extract_text, "url", "did you mean 'base'?"),
        (extract, "schemes", "choose from the results, which have a 'scheme'"),
        (extract, "hostname", "choose from the results, which have a 'host'"),
    ],
)
def test_an_option_of_another_library_has_a_hint(function, option, hint):
    with pytest.raises(InvalidOption) as caught:
        function("x", **{option: "x"})
    assert str(caught.value) == f"unknown option {option!r} ({hint})"


# -- scanners ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "media_type",
    [
        "text/plain",
        "text/html",
        "application/xml",
        "message/rfc822",
        "message/http",
        "text/vcard",
        "text/x-java-properties",
    ],
)
def test_a_scanner_is_closed_once_or_more_and_can_be_restarted(media_type):
    scanner = Scanner(media_type, document="first", default_base="http://d.example/")
    found = [*scanner.feed(b"\n\nhttp://a.example/ "), *scanner.close()]
    assert [(each.reference, each.document.removesuffix("!1")) for each in found] == [("http://a.example/", "first")]
    assert scanner.close() == []
    with pytest.raises(UriExtractError, match="closed"):
        scanner.feed(b"")
    scanner.restart("second")
    assert scanner.feed(b"http://dropped.example/ http") is not None
    scanner.restart(document="third", base="http://b.example/")
    found = [*scanner.feed(b"\n\nhttp://c.example/"), *scanner.close()]
    assert [(each.reference, each.start) for each in found] == [("http://c.example/", 2)]
    assert found[0].document.startswith("third")


def test_every_document_of_a_restarted_scanner_has_its_own_base():
    scanner = Scanner("text/html", base="http://a.example/", default_base="http://d.example/")
    targets = []
    for base in (None, "http://b.example/", None):
        scanner.restart(base=base)
        targets += [each.target for each in scanner.feed(b"<a href=x>") + scanner.close()]
    assert targets == ["http://d.example/x", "http://b.example/x", "http://d.example/x"]


def test_a_scanner_is_closed_at_the_end_of_its_block():
    with uri_extract.Scanner() as scanner:
        scanner.feed(b"http://a.example/")
    assert scanner.close() == []
    with pytest.raises(UriExtractError, match="closed"):
        scanner.feed(b"")
