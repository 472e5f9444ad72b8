"""The base of a file in an archive: its place in it, if the archive has the files below a given URI."""

import io

import pytest
from tests.sources import made

from uri_extract import extract

PAGE = b"<a href=c.html></a><a href=../top.html></a>"
ROOT = "http://a.example/docs/"


def bases(data, name, **options):
    return [(each.target, each.base) for each in extract(io.BytesIO(data), document=name, **options)]


@pytest.mark.parametrize(("archive", "name"), [(made.zip_of, "site.zip"), (made.tar, "site.tar")])
@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("a/b.html", "a/b.html"),
        ("./a/b.html", "a/b.html"),
        ("/a/b.html", "a/b.html"),
        ("a b/100%/\xe9:?#.html", "a%20b/100%25/%C3%A9%3A%3F%23.html"),
    ],
)
def test_a_file_is_at_its_place_below_the_given_base(archive, name, path, inside):
    base = ROOT + inside
    found = bases(archive({path: PAGE}), name, base=ROOT)
    folder = base.rpartition("/")[0]
    assert found == [(f"{folder}/c.html", base), (f"{folder.rpartition('/')[0]}/top.html", base)]


def test_the_root_may_be_the_uri_of_a_file():
    found = bases(made.zip_of({"b.html": PAGE}), "s.zip", base="http://a.example/docs/s.zip")
    assert found[0] == ("http://a.example/docs/c.html", "http://a.example/docs/b.html")


def test_an_archive_in_an_archive_is_a_folder():
    inner = made.zip_of({"x/b.html": PAGE})
    found = bases(made.tar({"in.zip": inner}), "s.tar", base=ROOT)
    assert found[0] == ("http://a.example/docs/in.zip/x/c.html", "http://a.example/docs/in.zip/x/b.html")


def test_without_a_base_a_relative_reference_has_no_target():
    assert bases(made.zip_of({"a/b.html": PAGE}), "s.zip") == [(None, None)] * 2
    found = bases(made.zip_of({"a/b.html": PAGE}), "s.zip", default_base=ROOT)
    assert found[0] == ("http://a.example/docs/c.html", ROOT)


def test_an_archive_from_a_server_has_no_files_of_a_site():
    data = made.warc_record(made.http(made.zip_of({"a/b.html": PAGE}), b"Content-Type: application/zip"))
    assert bases(data, "s.warc") == [(None, None)] * 2


def test_a_mail_in_an_archive_resolves_against_its_place():
    mail = b"Content-Type: text/html\r\n\r\n" + PAGE
    found = bases(made.zip_of({"m/1.eml": mail}), "s.zip", base=ROOT)
    assert [target for target, _ in found] == [f"{ROOT}m/c.html", f"{ROOT}top.html"]
