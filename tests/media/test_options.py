"""Options: spelled out where callers give them, and checked at the call; and scanners that are used again."""

import inspect

import pytest

import uri_extract
from uri_extract import Scanner, UriExtractError, extract, extract_text, iter_batches
from uri_extract.errors import InvalidOption
from uri_extract.media.options import Options

FUNCTIONS = [extract, extract_text, iter_batches, Scanner]
# "joins" chooses the kernel, the fields of JSON and "qr" what the documents are.
OWN = {
    "batch_size",
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
    assert spelled.keys() - OWN == set(Options._fields)
    for name in Options._fields:
        assert spelled[name].default == Options._field_defaults[name]
        assert spelled[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert spelled[name].annotation == parameters(extract)[name].annotation == Options.__annotations__[name]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"refang": "yes"}, "refang must be True or False, not str"),
        ({"headers": None}, "headers must be True or False, not NoneType"),
        ({"base": b"http://a.example/"}, "base must be a str, not bytes"),
        ({"default_base": 5}, "default_base must be a str, not int"),
    ],
)
def test_an_option_of_another_type_is_raised_at_the_call(function, option, message):
    with pytest.raises(InvalidOption, match=message):
        give(function, **option)


def test_options_are_immutable():
    with pytest.raises(AttributeError):
        Options().refang = True


def test_an_unknown_option_names_the_one_that_was_meant():
    with pytest.raises(InvalidOption, match=r"unknown option 'mail_adresses' \(did you mean 'mail_addresses'\?\)"):
        Scanner(mail_adresses=True)


# -- scanners ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "media_type",
    ["text/plain", "text/html", "application/xml", "message/rfc822", "message/http", "text/vcard"],
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
