"""Places of problems in bodies of mail."""

import pytest

from uri_extract import Scanner


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
