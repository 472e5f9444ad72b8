"""Occurrences of plain text, field by field."""

import pickle

import pytest
from tests.scanners import Scanner

import uri_extract
from uri_extract import Occurrence, UriExtractError, extract, extract_text
from uri_extract.errors import UnknownMediaType
from uri_extract.formats import TextScanner, scanner_for
from uri_extract.rows.records import Problem
from uri_extract.text.options import ScanOptions

#: Text before a reference, so that it ends at the columns where lines are wrapped.
FAR = "the words before a reference make the line as long as lines are, "


def only(text, **options):
    [found] = extract_text(text, **options)
    return found


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("(http://a.example/x).", {"delimiter": "whitespace", "prefix": None, "wrapped": None, "alternates": ()}),
        ("<http://a.example/x>", {"delimiter": "angle", "prefix": None, "wrapped": None, "alternates": ()}),
        ('"http://a.example/x"', {"delimiter": "quote", "prefix": None, "wrapped": None, "alternates": ()}),
        ("<URL:http://a.example/x>", {"delimiter": "angle", "prefix": "URL:", "wrapped": None}),
        ("<url: http://a.example/x>", {"delimiter": "angle", "prefix": "URL:", "wrapped": None}),
        ("URL:http://a.example/x.", {"delimiter": "whitespace", "prefix": "URL:", "reference": "http://a.example/x"}),
        ("<http://a.example/\n  x>", {"delimiter": "angle", "wrapped": "space", "reference": "http://a.example/x"}),
        ("<http://a.example/\n  x>", {"raw": "http://a.example/\n  x", "alternates": ()}),
        ("<http://a.example/x-\ny>", {"wrapped": "hyphen", "reference": "http://a.example/x-y"}),
        ("<http://a.example/x-\ny>", {"alternates": ("http://a.example/xy",)}),
        ('"http://a.example/x-\ny"', {"delimiter": "quote", "alternates": ("http://a.example/xy",)}),
        (FAR + "http://a.example/x/\nabc fg", {"wrapped": None, "alternates": ("http://a.example/x/abc",)}),
        (FAR + "http://a.example/x?a=\nb1", {"wrapped": "space", "alternates": ("http://a.example/x?a=",)}),
        ("http://a.example/x", {"kind": "uri", "valid": True, "errors": (), "target": "http://a.example/x"}),
        ("http://a.example/./x/../y", {"reference": "http://a.example/./x/../y", "target": "http://a.example/y"}),
        ("http://a.example/\xe9", {"kind": "iri", "valid": True, "target": "http://a.example/%C3%A9"}),
        ("http://a.example/%4", {"kind": "uri", "valid": False, "target": None}),
        ("http://a.example/x", {"base": None, "base_from": None, "document": None, "element": None, "attribute": None}),
        ("one\ntwo http://a.example/x", {"line": 2, "column": 5, "start": 8, "end": 26}),
    ],
)  # fmt: skip
def test_each_field_has_its_value(text, fields):
    found = only(text)
    assert {name: getattr(found, name) for name in fields} == fields


def test_each_hyphen_at_a_line_end_is_doubtful_by_itself():
    found = only("<http://a.example/x-\ny-\nz>")
    assert found.reference == "http://a.example/x-y-z"
    assert found.alternates == ("http://a.example/xy-z", "http://a.example/x-yz", "http://a.example/xyz")


def test_many_hyphens_are_doubtful_all_together():
    found = only("<http://a.example/a-\nb-\nc-\nd-\ne>")
    assert found.alternates == ("http://a.example/abcde",)


def test_a_bracket_that_never_closes_ends_a_reference_and_the_rest_is_found(kernel):
    references = ["http://a.example/x", "http://b.example/y", "mailto:ada@example.org", "urn:isbn:1"]
    for opener in ("[", "{", "[{"):
        text = opener.join([*references, "end"]).encode()
        for size in (1, 7, len(text)):
            scanner = Scanner(kernel=kernel)
            found = [each for at in range(0, len(text), size) for each in scanner.feed(text[at : at + size])]
            assert [each.reference for each in found + scanner.close()] == references, text


def test_a_hyphen_inside_a_line_is_not_doubtful():
    assert only("<http://a.example/x-y\nz>").alternates == ()


def test_a_base_is_not_what_an_absolute_reference_depends_on():
    for options in ({"base": "http://base.example/"}, {"default_base": "http://base.example/"}):
        found = only("http://a.example/x", **options)
        assert (found.base, found.base_from, found.target) == (None, None, "http://a.example/x")


def test_an_invalid_reference_says_why():
    found = only("<http://a.example/%zz>")
    assert not found.valid
    [error] = found.errors
    assert "path" in error
    assert found.invalid.component == "path"
    assert found.invalid.position == len("http://a.example/%")
    assert found.as_dict()["errors"] == [error]


def test_an_occurrence_names_its_hazards():
    assert only("http://bank.example@evil.example/").hazards
    assert only("http://a.example/").hazards == ()


def test_an_occurrence_cannot_be_changed():
    found = only("http://a.example/x")
    for name in ("reference", "target", "nothing"):
        with pytest.raises(AttributeError):
            setattr(found, name, "x")


def test_occurrences_are_equal_when_their_fields_are():
    first, second = only("http://a.example/x"), only(b"http://a.example/x")
    assert first == second
    assert len({first, second, only(" http://a.example/x")}) == 2


def test_an_occurrence_can_be_pickled():
    found = only("<http://a.example/x-\ny>", base="http://base.example/", document="a.txt")
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert isinstance(again, Occurrence)
    assert again.as_dict() == found.as_dict()
    assert pickle.loads(pickle.dumps(Problem("a", 1, "b", "c"))) == Problem("a", 1, "b", "c")


def test_the_fields_have_an_order():
    assert list(only("http://a.example/x").as_dict()) == [
        *("reference", "target", "raw", "document", "start", "end", "line", "column", "delimiter", "prefix", "wrapped"),
        *(
            "confidence",
            "defanged",
            "partial",
            "alternates",
            "kind",
            "valid",
            "errors",
            "hazards",
            "unwrapped",
            "base",
            "base_from",
        ),
        *("element", "attribute"),
        *("text", "rel", "message_id", "field", "refers_to", "source_url", "captured_at", "record_id", "media_type"),
        *("sender", "subject", "filename"),
    ]
    assert list(Problem("a", 1, "b", "c").as_dict()) == ["problem", "document", "offset", "message"]


@pytest.mark.parametrize(
    "before", ["", "\U0001f600 ", "e\u0301\u0301 ", "\xe9\n\xe9\n", "\ud800 ", "\udcff\udc80 ", "\0 ", "\r\n", "\u2028"]
)
@pytest.mark.parametrize(
    "reference", ["http://a.example/x", "http://a.example/\U0001f600\xe9", "<http://\xe9.example/\nx>"]
)
def test_positions_count_characters_of_a_string_and_bytes_of_bytes(before, reference):
    text = before + reference + " and http://b.example/"
    data = text.encode("utf-8", "surrogatepass")
    characters, octets = list(extract_text(text)), list(extract_text(data))
    assert [each.reference for each in characters] == [each.reference for each in octets]
    assert len(characters) == 2
    for one, other in zip(characters, octets, strict=True):
        assert text[one.start : one.end] == one.raw == data[other.start : other.end].decode()
        assert one.column == one.start - text.rfind("\n", 0, one.start)
        assert other.column == other.start - data.rfind(b"\n", 0, other.start)
        assert one.line == other.line == 1 + text.count("\n", 0, one.start)


def test_text_may_be_any_object_with_bytes():
    for data in (b"http://a.example/", bytearray(b"http://a.example/"), memoryview(b"http://a.example/")):
        assert only(data).reference == "http://a.example/"


LINES = b"""See http://a.example/./x and <http://a.example/x-
y>, "http://b.example/?q", http://c.example/%zz and http://d.example/\xc3\xa9 or http://e.example/\xff;
<URL:news:comp.lang.misc> <URL:foo:a/../b> urn:ab:c/./d http://f.example/a/
b c http://g.example http://h.example/..
"""


@pytest.mark.parametrize("value", ["target", "reference"])
@pytest.mark.parametrize("size", [1, 7, 64, 4096])
def test_lines_say_what_occurrences_say(kernel, value, size):
    scanner = TextScanner(ScanOptions(kernel=kernel))
    lines = b"".join(scanner.read(LINES[at : at + size]).lines(value) for at in range(0, len(LINES), size))
    lines += scanner.read(b"", final=True).lines(value)
    said = [getattr(each, value) or each.reference for each in extract_text(LINES)]
    assert lines.decode("utf-8", "surrogateescape").split("\n") == [*said, ""]
    assert len(said) == 12


def test_lines_resolve_dot_segments_that_begin_a_path(kernel):
    # RFC 3986 §5.2.4, step 2A: these dot-segments are removed, and no slash is left.
    for reference, target in (
        ("foo:./bar", "foo:bar"),
        ("foo:../bar", "foo:bar"),
        ("foo:.", "foo:"),
        ("foo:..", "foo:"),
    ):
        text = f"<URL:{reference}>".encode()
        assert [each.target for each in extract_text(text)] == [target]
        scanner = TextScanner(ScanOptions(kernel=kernel))
        assert (scanner.read(text).lines() + scanner.read(b"", final=True).lines()).decode() == target + "\n"


def test_a_closed_scanner_takes_nothing_more(kernel):
    scanner = TextScanner(ScanOptions(kernel=kernel))
    assert len(scanner.feed(LINES) + scanner.close()) == 12
    for call in (scanner.feed, scanner.read):
        with pytest.raises(UriExtractError, match="is closed"):
            call(b"x")
    assert scanner.close() == []


def test_a_scanner_is_closed_at_the_end_of_its_block():
    with Scanner() as scanner:
        scanner.feed(b"http://a.example/")
    with pytest.raises(UriExtractError, match="is closed"):
        scanner.feed(b"x")


@pytest.mark.parametrize("behind", range(12))
def test_lines_are_counted_where_the_end_of_a_document_is_read_in_two_steps(behind):
    # The incomplete character at the end becomes U+FFFD. That is enough for a reference that waited for more bytes, and
    # the window moves before the last step.
    first = f"x http://a.example/{'y' * 4000}".encode("utf-16-le")
    second = ("\n" * (4000 + behind) + " mailto:a@b.example ").encode("utf-16-le") + b"A"
    scanner = Scanner(charset="utf-16-le")
    found = scanner.feed(first) + scanner.feed(second) + scanner.close()
    assert [each.line for each in found] == [1, 4001 + behind]


def test_a_document_is_named_in_its_records():
    scanner = Scanner(document="a.txt")
    [found] = scanner.feed(b"http://a.example/ \n") + scanner.close()
    assert found.document == "a.txt"


@pytest.mark.parametrize("media_type", ["text/plain", "TEXT/Plain", "text/plain; charset=utf-8", " text/plain ;x=y"])
def test_plain_text_is_plain_text_with_parameters_too(media_type):
    assert isinstance(scanner_for(media_type), TextScanner)
    assert only("http://a.example/", media_type=media_type).reference == "http://a.example/"


@pytest.mark.parametrize("media_type", ["text/nothing", "", "text", "text/plain/x", ";"])
def test_an_unknown_media_type_is_an_error_of_this_library(media_type):
    for call in (
        lambda: Scanner(media_type),
        lambda: extract_text("x", media_type=media_type),
        lambda: list(uri_extract.extract(b"x", media_type=media_type or ";")),
    ):
        with pytest.raises(UriExtractError) as caught:
            call()
        assert isinstance(caught.value, UnknownMediaType | ValueError)


def test_a_scanner_that_was_fed_nothing_finds_nothing(kernel):
    scanner = Scanner(kernel=kernel)
    assert scanner.close() == []
    assert TextScanner(ScanOptions(kernel=kernel)).read(b"", final=True).lines() == b""


def test_a_value_whose_part_before_the_blank_is_not_a_reading():
    for text in (b'="cid:p.o: a"', b'href="mailto:a@b.example: c"', b'="mailto:a@b.example: "'):
        for found in extract_text(text):
            assert found.reference.startswith(("cid:", "mailto:"))


def test_a_soft_line_break_after_a_scheme_is_bridged_twice_at_most():
    assert [each.reference for each in extract(b"see http://=\na.example/", media_type="text/plain")] == [
        "http://a.example/"
    ]
    assert list(extract(b"http://" + b"=\n" * 10000, media_type="text/plain")) == []
