"""iCalendar and vCard: unfolded lines, decoded escapes, each value as a separate text, and positions in the file."""

import io
import zipfile

import pytest

from uri_extract import Scanner, extract, extract_text
from uri_extract._compat._variants import load
from uri_extract.formats.calendar.properties import READ, property_named, property_of
from uri_extract.formats.calendar.scanner import CalendarScanner
from uri_extract.formats.recognition import recognise

WHOLE = (
    b"BEGIN:VCALENDAR\r\n"
    b"DESCRIPTION:see http://a.exam\r\n ple/x\\,y\\;z and\\nhttp://b.example/\xc3\r\n \xa9\\Nhttp://c.example/\r\n"
    b'ATTENDEE;CN="x:y";DIR="ldap://d.exa\r\n mple/o":mailto:jo\r\n e@e.example\r\n'
    b'X-ALT-DESC;FMTTYPE=text/html:<a href="http://f.exam\r\n ple/a\\,b?x=1&amp\\;y=2">x</a>\\n<b>\r\n'
    b"ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:aHR0cDov\r\n L2E=\r\n"
    b"SUMMARY:http://g.example/\\\r\n nq\r\n"
    b"NOTE;ENCODING=QUOTED-PRINTABLE:http=3A//h.exam=\r\nple/=C3=A9\r\n"
    b"END:VCALENDAR\r\n"
)
FOUND = [
    "http://a.example/x,y;z", "http://b.example/é", "http://c.example/", "ldap://d.example/o", "mailto:joe@e.example",
    "http://f.example/a,b?x=1&y=2", "http://g.example/", "http://h.example/é",
]  # fmt: skip


def scan(data, cut=None, **options):
    problems = []
    scanner = Scanner("text/calendar", on_problem=problems.append, **options)
    cut = cut or len(data)
    found = [each for at in range(0, len(data), cut) for each in scanner.feed(data[at : at + cut])]
    return found + scanner.close(), problems


def references(data, **options):
    found, problems = scan(data, **options)
    assert problems == []
    return [each.reference for each in found]


def test_folds_and_escapes_of_content_lines_are_decoded():
    assert references(WHOLE) == FOUND


def test_raw_and_places_of_folded_uris_are_those_of_the_file():
    found, _ = scan(WHOLE)
    for each in found:
        assert WHOLE[each.start : each.end].decode("utf-8", "surrogateescape") == each.raw
        assert each.line == WHOLE.count(b"\n", 0, each.start) + 1
        assert each.column == each.start - WHOLE.rfind(b"\n", 0, each.start)
    assert found[0].raw == "http://a.exam\r\n ple/x\\,y\\;z"


@pytest.mark.parametrize("cut", [*range(1, 30), 64, 100])
def test_calendars_are_read_alike_at_every_chunk_size(cut):
    assert scan(WHOLE, cut) == scan(WHOLE)


def test_content_lines_may_end_with_a_line_feed_alone():
    assert references(WHOLE.replace(b"\r\n", b"\n")) == FOUND


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "utf-16-le"])
def test_places_in_calendars_in_another_charset_are_those_of_the_file(codec):
    text = WHOLE.replace(b"\xc3\r\n \xa9", "é".encode()).decode()
    data = text.encode(codec)
    found, _ = scan(data, charset=codec)
    assert [each.reference for each in found] == FOUND
    for each in found:
        assert data[each.start : each.end].decode(codec.replace("16", "16-le").replace("le-le", "le").replace(
            "32", "32-le")) == each.raw  # fmt: skip
    assert scan(data, 1, charset=codec) == scan(data, charset=codec)


def test_a_uri_does_not_continue_in_the_next_property():
    assert references(b"URL:http://a.example/\r\nLAST-MODIFIED:20120522T174406Z\r\n") == ["http://a.example/"]
    assert references(b"SUMMARY:<http://a.example/b\r\nLOCATION:c>\r\n") == ["http://a.example/b"]


def test_a_property_name_is_not_a_scheme():
    assert references(b"GEO:37.386013;-122.082932\r\nTEL;FAX:+40 1\r\nTAG:x,2001:y\r\n") == []


def test_a_line_that_was_not_folded_as_it_should_be_is_text():
    assert references(b"DESCRIPTION:see\r\nhttps://a.example/b\r\nmailto:x@y.example\r\n") == [
        "https://a.example/b", "mailto:x@y.example",
    ]  # fmt: skip


def test_a_uri_has_no_escapes_but_before_a_delimiter():
    assert references(b"URL:http\\://a.example/x\\,y\\;z\r\n") == ["http://a.example/x,y;z"]
    assert references(b"ATTACH:file:///c:/x\r\nX-A;VALUE=URI:http://a.example/%5Cn\r\n") == [
        "file:///c:/x", "http://a.example/%5Cn",
    ]  # fmt: skip


def test_binary_data_is_not_text_and_a_problem_if_it_may_be_a_document():
    data = b"ATTACH;ENCODING=BASE64;VALUE=BINARY:http://a.example/\r\n"
    found, problems = scan(data * 3)
    assert found == []
    assert [(each.kind, each.offset) for each in problems] == [("unsupported", data.index(b":") + 1)]
    assert references(b"PHOTO;ENCODING=b;TYPE=JPEG:http://a.example/\r\n") == []
    assert references(b"PHOTO;BASE64:http://a.example/\r\n AAAA\r\n\r\nURL:http://b.example/\r\n") == [
        "http://b.example/"
    ]


@pytest.mark.parametrize("cut", [None, 1, 7, 50])
def test_binary_data_in_a_charset_is_reported_where_it_is(cut):
    data = (
        "NOTE:see http://a.example/\u00e9 http://b.example/x\r\nLT;ENCODING=BASE64:aHR0cDov\r\nURL:http://c.example/\r\n"
    ).encode("gb18030")
    found, problems = scan(data, cut, charset="gb18030")
    assert [each.offset for each in problems] == [data.index(b"aHR0")]
    assert [each.start for each in found] == [data.index(b"http://%c" % name) for name in b"abc"]


def test_attached_html_by_reference_is_a_uri():
    assert references(b"ATTACH;FMTTYPE=text/html:http://a.example/b.html\r\n") == ["http://a.example/b.html"]


def test_html_values_resolve_relative_references():
    found, _ = scan(b"STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<a href=b>\r\n", base="http://a.example/")
    assert [each.target for each in found] == ["http://a.example/b"]


def test_folds_of_old_versions_keep_their_blank():
    new, old = (b"BEGIN:VCARD\r\nVERSION:%s\r\nNOTE:http://a.example/\r\n b\r\n" % each for each in (b"3.0", b"2.1"))
    assert references(new) == ["http://a.example/b"]
    assert references(old) == ["http://a.example/"]


def test_lines_of_a_calendar_are_the_targets_of_its_occurrences():
    scanner = Scanner("text/vcard")
    assert scanner.read(WHOLE).lines() + scanner.read(b"", final=True).lines() == b"".join(
        (each.target or each.reference).encode() + b"\n" for each in scan(WHOLE)[0]
    )


def test_options_of_text_hold_in_calendars():
    assert references(b"SUMMARY:hxxp://a[.]exa\r\n mple\\, x\r\n", refang=True) == ["http://a.example"]
    assert references(b"SUMMARY:www.exa\r\n mple.com/x\r\n", suffix=True) == ["www.example.com/x"]


@pytest.mark.parametrize("name", ["a.ics", "a.ifb", "a.vcs", "a.ICS"])
def test_calendars_are_recognised_by_name(name):
    assert recognise(name, b"") == "text/calendar"
    assert recognise("a.vcf", b"") == "text/vcard"


@pytest.mark.parametrize("name", [None, "a.txt", "a.dat"])
def test_calendars_are_recognised_by_their_first_bytes(name):
    for text, kind in ((b"BEGIN:VCALENDAR\r\nX", "text/calendar"), (b"\xef\xbb\xbfbegin:vcard\nX", "text/vcard")):
        assert recognise(name, text) == kind
        assert {recognise(name, text[:size]) for size in range(12)} <= {None, kind}
    assert recognise(name, b"BEGIN:VEVENTS\r\n", final=True) == "text/plain"


def test_calendars_in_archives_and_as_text_are_read(tmp_path):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("a.ics", WHOLE)
        archive.writestr("b", WHOLE)
    assert [each.reference for each in extract(held.getvalue())] == FOUND * 2
    path = tmp_path / "x.ics"
    path.write_bytes(WHOLE)
    assert [each.reference for each in extract(path)] == FOUND
    assert [each.reference for each in extract_text(WHOLE, media_type="text/calendar")] == FOUND


@pytest.mark.parametrize(
    ("fields", "encode"),
    [
        (b"Content-Type: text/calendar; charset=utf-8; method=REQUEST", bytes),
        (b"Content-Type: text/x-vcard\nContent-Transfer-Encoding: quoted-printable",
         lambda data: data.replace(b"=", b"=3D").replace(b"\r\n ", b"=0D=\n=0A=20")),
        (b"Content-Type: application/octet-stream; name=a.ics\nContent-Transfer-Encoding: base64", None),
        (b"Content-Type: application/ics\nContent-Transfer-Encoding: base64", None),
        (b"Content-Type: text/plain; name=a.ics", bytes),
    ],
)  # fmt: skip
def test_calendar_parts_of_mail_are_read(fields, encode):
    import base64

    body = encode(WHOLE) if encode else base64.encodebytes(WHOLE)
    mail = b"From: <a@b.example>\nMIME-Version: 1.0\n%s\n\n%s" % (fields, body)
    found = list(extract(mail, media_type="message/rfc822"))
    assert [each.reference for each in found] == FOUND
    first = mail[found[0].start : found[0].end]
    assert encode is None or first.startswith(b"http://a.exam")


def test_an_unknown_charset_of_a_calendar_part_is_ignored():
    mail = b"From: <a@b.example>\nContent-Type: text/calendar; charset=nobody-knows\n\n" + WHOLE
    assert [each.reference for each in extract(mail, media_type="message/rfc822")] == FOUND


@pytest.mark.parametrize("rest", [b"", b"x", b":", b'"', b'"//', b" //", b"\n", b"mailto:x"])
@pytest.mark.parametrize(
    "beginning",
    [
        b"SUMMARY:",
        b"item1.URL:",
        b"URL;VALUE=TEXT:",
        b"PHOTO;ENCODING=b:",
        b"ATTACH;VALUE=BINARY:",
        b"mailto:",
        b"x y:",
        b":",
    ],
)
def test_the_meaning_of_a_line_depends_only_on_its_name_and_parameters(beginning, rest):
    remembered, read = property_named(beginning), property_of(beginning + rest)
    assert [getattr(remembered, name) for name in read.__slots__] == [getattr(read, name) for name in read.__slots__]


@pytest.mark.parametrize(
    "shape", [b"\\", b"\r\n ", b"\n", b"\\\r\n ", b';"', b":", b"a;", b"X;FMTTYPE=text/html:x\n", b"=", b"A;B64:"]
)
@pytest.mark.parametrize("cut", [1, 7, 1000, 1 << 16])
def test_content_lines_hand_over_each_byte_once_and_hold_few(shape, cut):
    data = shape * (40_000 // len(shape))
    reader = load("uri_extract.formats.calendar._content_lines").ContentLines()
    for at in range(0, len(data), cut):
        reader.feed(data[at : at + cut], final=False)
        while reader.read() != READ:
            pass
        assert at + cut - reader.map.taken <= (5 << 12) + cut
    reader.feed(b"", final=True)
    while reader.read() != READ:
        pass
    assert reader.map.taken == len(data)


@pytest.mark.long
def test_a_calendar_scanner_forgets_places_that_are_settled():
    scanner = CalendarScanner()
    for _ in range(400):
        scanner.feed(b"DESCRIPTION:" + b"x\\, http://a.example/ \r\n " * 1000)
    assert len(scanner._decoder.map.segments) < 50_000
    assert len(scanner._opening.lines.starts) < 50_000
    assert scanner.settled > 9_000_000


def test_a_byte_order_mark_counts_before_the_declared_charset_of_a_calendar():
    assert references(b"\xef\xbb\xbfSUMMARY:http://a.example/\xc3\xa9", charset="koi8-r") == ["http://a.example/é"]
    assert references("SUMMARY:http://a.example/é".encode("utf-16"), charset="koi8-r") == ["http://a.example/é"]
