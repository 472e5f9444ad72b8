"""Places of problems and references in mail."""

import base64
import tracemalloc

import pytest

from uri_extract import Scanner
from uri_extract._compat._variants import is_compiled, load


@pytest.mark.parametrize("chunk", [1000, 64, 1])
def test_a_problem_of_an_encoded_body_has_its_place_however_many_references_follow_it(chunk):
    header = b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
    data = header + b"=20=20<base href=3D'http://['>" + b"<a href=3Dhttp://a/>" * 20
    problems = []
    scanner = Scanner("message/rfc822", on_problem=problems.append)
    found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
    found += scanner.close()
    assert [(each.kind, each.offset) for each in problems] == [("unusable-base", data.index(b"http://["))]
    assert [each.start for each in found][1:3] == [data.index(b"http://a"), data.index(b"http://a") + 20]


@pytest.mark.parametrize("chunk", [10_000, 64, 1])
def test_columns_of_a_translated_body_do_not_depend_on_the_header_before_it(chunk):
    data = b"Subject: " + b"a" * 2000 + b"\n\nsee <http://a.example/> and hxxp://b[.]example/"
    scanner = Scanner("message/rfc822", refang=True)
    found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
    found += scanner.close()
    assert [(each.line, each.column) for each in found] == [(1, 6), (1, 29)]


def _read(scanner, data, chunk):
    found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
    return found + scanner.close()


@pytest.mark.parametrize("chunk", [1000, 7, 1])
@pytest.mark.parametrize("media_type", ["multipart/mixed; boundary=a", "multipart/mixed;\r\n boundary=a"])
def test_lines_of_a_header_do_not_count_the_media_type_that_came_with_the_document(media_type, chunk):
    data = b"MIME-Version: 1.0\r\nX-A: see\r\n http://b.example/ and\r\nX-B: http://c.example/\r\n\r\n--a\r\n\r\nhttp://d.example/\r\n--a--"
    found = _read(Scanner(media_type), data, chunk)
    assert [(each.line, each.column) for each in found] == [(3, 2), (4, 6), (1, 1)]


@pytest.mark.parametrize("chunk", [1000, 64, 7, 1])
def test_the_boundary_after_base64_is_found_among_other_hyphens(chunk):
    encoded = b"aHR0cDovL2EuZXhhbXBsZS8=\n"  # http://a.example/
    part = b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
    data = b"Content-Type: multipart/mixed; boundary=q\n\n--q\n" + part + encoded + b"---q\n- --q\n--\n-\n-"
    data += b"\n--q\n\nhttp://b.example/\n--q\n" + part + b"--q\n" + part + encoded + b"--q--\nhttp://c.example/"
    found = _read(Scanner("message/rfc822"), data, chunk)
    assert [each.reference for each in found] == [
        "http://a.example/",
        "http://b.example/",
        "http://a.example/",
        "http://c.example/",
    ]


def test_maps_of_encoded_words_are_made_only_for_words_with_a_reference(monkeypatch):
    module = load("uri_extract.mail._message")
    if is_compiled(module):
        pytest.skip("compiled, it makes maps without a name that can be replaced")
    made, source_map = [], module.SourceMap

    def counted(**options):
        made.append(options)
        return source_map(**options)

    monkeypatch.setattr(module, "SourceMap", counted)
    words = b" ".join(b"=?a%d?q?x=3A_y_?=" % number for number in range(500))
    message = b"Subject: " + words + b" =?utf-8?q?http://a=2Eexample/?=\n\n"
    scanner = Scanner("message/rfc822")
    (found,) = scanner.feed(message) + scanner.close()
    assert message[found.start : found.end] == b"=?utf-8?q?http://a=2Eexample/?="
    assert len(made) < 10  # of 501 words


def _memory_of(scanner, chunks):
    """Return the bytes that a scanner keeps after these chunks."""
    tracemalloc.start()
    try:
        for chunk in chunks:
            scanner.feed(chunk)
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_references_of_html_do_not_wait_for_the_end_of_the_text_before_it():
    scanner = Scanner("message/rfc822")
    scanner.feed(
        b"Content-Type: multipart/mixed; boundary=q\n\n--q\n\nhttp://a.example/\n--q\nContent-Type: text/html\n\n"
    )
    found = [each for _ in range(20) for each in scanner.feed(b"<a href='http://b.example/'>b</a>\n" * 500)]
    assert len(found) > 8000


def test_bytes_of_a_skipped_part_in_an_encoded_message_are_not_kept():
    header = b"Content-Type: multipart/mixed; boundary=q\n\n--q\n\nhttp://a.example/\n--q\nContent-Type: image/png\n\n"
    scanner = Scanner("message/rfc822")
    scanner.feed(b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n")
    scanner.feed(base64.b64encode(header + b" " * (-len(header) % 3)))
    assert _memory_of(scanner, (base64.encodebytes(bytes(60_000)) for _ in range(50))) < 1 << 20
