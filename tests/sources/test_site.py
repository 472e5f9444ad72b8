"""References between the files of a ZIP archive: ``refers_to`` is the document of the other file."""

import base64
import io

import pytest
from tests.sources import made

from uri_extract import extract
from uri_extract.sources import zip as archive

PAGE = b"<html xmlns='http://www.w3.org/1999/xhtml'>"
SITE = {
    "index.html": b"<a href='d/p.html#f'></a><a href='/top.html?q'><a href=missing.html><a href='#f'><a href='d/'>",
    "d/p.html": b"<img src=' i.png'><a href='p.html'><a href='a%20b.html'><a href='a b.html'>"
    b"<a href='../../index.html'>",
    "d/a b.html": b"<base href='../'><a href='index.html'><a href='d/p.html'>",
    "top.html": b"<a href='http://a.example/index.html'>",
    "\xe9.css": b"a { background: url(d/i.png) }",
    "d/i.png": b"\x89PNG\r\n\x1a\n",
    "n.md": b"[p](d/p.html) ![i](%C3%A9.css)",
}
LINKS = [
    ("index.html", "d/p.html#f", "d/p.html"),
    ("index.html", "/top.html?q", "top.html"),
    ("index.html", "missing.html", None),
    ("index.html", "#f", None),
    ("index.html", "d/", None),
    ("d/p.html", "i.png", "d/i.png"),
    ("d/p.html", "p.html", None),
    ("d/p.html", "a%20b.html", "d/a b.html"),
    ("d/p.html", "a b.html", "d/a b.html"),
    ("d/p.html", "../../index.html", "index.html"),
    ("d/a b.html", "../", None),
    ("d/a b.html", "index.html", "index.html"),
    ("d/a b.html", "d/p.html", "d/p.html"),
    ("top.html", "http://a.example/index.html", None),
    ("\xe9.css", "d/i.png", "d/i.png"),
    ("n.md", "d/p.html", "d/p.html"),
    ("n.md", "%C3%A9.css", "\xe9.css"),
]
BOOK = {
    "mimetype": b"application/epub+zip",
    "META-INF/container.xml": b"<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>"
    b"<rootfile full-path='O/book.opf'/></rootfiles></container>",
    "O/book.opf": b"<package xmlns='http://www.idpf.org/2007/opf'><manifest><item href='1.xhtml'/>"
    b"</manifest></package>",
    "O/1.xhtml": PAGE + b"<a href='2.xhtml#n'/></html>",
    "O/2.xhtml": PAGE + b"<a href='1.xhtml'/></html>",
}


def references(data, name, **options):
    """Return the name of each document without the archive's, the reference, and what it refers to."""
    found = extract(io.BytesIO(data), document=name, on_problem=lambda problem: None, **options)
    return [(each.document.removeprefix(f"{name}!"), each.reference, each.refers_to) for each in found]


def links(name):
    return [(file, reference, target and f"{name}!{target}") for file, reference, target in LINKS]


@pytest.mark.parametrize("base", [None, "http://a.example/"])
@pytest.mark.parametrize("options", [{}, {"piped": True}, {"zip64": True}])
def test_a_reference_names_the_file_of_the_archive_that_it_refers_to(base, options):
    assert references(made.zip_of(SITE, **options), "s.zip", base=base) == links("s.zip")


def test_a_default_base_is_not_the_place_of_an_archive():
    site = {name: data for name, data in SITE.items() if b"<base" not in data}
    found = references(made.zip_of({**site, "d/a b.html": b"x"}), "s.zip", default_base="http://a.example/x/")
    assert found == [each for each in links("s.zip") if each[0] != "d/a b.html"]


def test_the_target_needs_the_base_of_the_archive():
    found = extract(io.BytesIO(made.zip_of({"a/b.html": b"<a href=c.html>", "a/c.html": b"x"})), document="s.zip")
    assert [(each.target, each.refers_to) for each in found] == [(None, "s.zip!a/c.html")]


def test_files_of_an_archive_in_another_one_are_apart():
    outer = made.zip_of({"x/in.zip": made.zip_of(SITE), "index.html": b"<a href='x/in.zip'><a href='d/p.html'>"})
    found = references(outer, "o.zip")
    assert found[:-2] == [(f"x/in.zip!{file}", *rest) for file, *rest in links("o.zip!x/in.zip")]
    assert found[-2:] == [("index.html", "x/in.zip", "o.zip!x/in.zip"), ("index.html", "d/p.html", None)]


@pytest.mark.parametrize("base", [None, "http://a.example/b/"])
def test_the_parts_of_a_book_refer_to_each_other(base):
    found = [each for each in references(made.zip_of(BOOK), "b.epub", base=base) if each[2]]
    assert found == [
        ("META-INF/container.xml", "O/book.opf", "b.epub!O/book.opf"),
        ("O/book.opf", "1.xhtml", "b.epub!O/1.xhtml"),
        ("O/1.xhtml", "2.xhtml#n", "b.epub!O/2.xhtml"),
        ("O/2.xhtml", "1.xhtml", "b.epub!O/1.xhtml"),
    ]


def test_the_files_of_the_container_are_relative_to_its_root():
    found = extract(io.BytesIO(made.zip_of(BOOK)), document="b.epub", base="http://a.example/b/")
    assert [each.target for each in found if each.reference == "O/book.opf"] == ["http://a.example/b/O/book.opf"]


def test_an_attachment_of_mail_in_an_archive_is_kept():
    mail = made.zip_of({"m.eml": b"Content-Type: text/html\n\n<a href=p.html>", "p.html": b"x"})
    assert references(mail, "m.zip") == [("m.eml!1", "p.html", "m.zip!p.html")]
    inner = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=p.html>\n--b\n"
    inner += b"Content-Type: application/zip; name=i.zip\nContent-Transfer-Encoding: base64\n\n"
    inner += base64.encodebytes(made.zip_of({"q.html": b"<a href=r.html>", "r.html": b"x"})) + b"--b--\n"
    found = references(made.zip_of({"m.eml": inner, "p.html": b"x"}), "m.zip")
    assert found == [("m.eml!1", "p.html", "m.zip!p.html"), ("m.eml!2!q.html", "r.html", "m.zip!m.eml!2!r.html")]


def test_nothing_is_said_without_a_whole_directory(monkeypatch):
    data = made.zip_of(SITE)
    assert all(each[2] is None for each in references(data[:-30], "s.zip"))
    monkeypatch.setattr(archive, "MAX_SITE", len(data) - 1)
    assert all(each[2] is None for each in references(data, "s.zip"))
    monkeypatch.setattr(archive, "MAX_SITE", len(data))
    assert references(data, "s.zip") == links("s.zip")


def test_an_empty_archive_lists_nothing():
    data = made.zip_of({})
    assert archive.listed(lambda at, size: data[at : at + size], len(data)) == []


def test_a_site_has_a_limited_number_of_files(monkeypatch):
    monkeypatch.setattr(archive, "_FILES", len(SITE) + 1)
    assert references(made.zip_of(SITE), "s.zip") == links("s.zip")
    monkeypatch.setattr(archive, "_FILES", len(SITE))
    assert all(each[2] is None for each in references(made.zip_of(SITE), "s.zip"))


def test_less_is_held_of_an_archive_in_another_one(monkeypatch):
    inner = made.zip_of(SITE, method=0)
    monkeypatch.setattr(archive, "MAX_SITE", 4 * len(inner))
    assert any(each[2] for each in references(made.zip_of({"in.zip": inner}), "o.zip"))
    monkeypatch.setattr(archive, "MAX_SITE", 4 * len(inner) - 1)
    assert all(each[2] is None for each in references(made.zip_of({"in.zip": inner}), "o.zip"))


def test_an_archive_whose_files_overlap_is_not_a_site():
    data = bytearray(made.zip_of(SITE))
    second = data.find(b"PK\1\2", data.find(b"PK\1\2") + 1)
    data[second + 42 : second + 46] = bytes(4)  # it is at the place of the first one
    assert all(each[2] is None for each in references(bytes(data), "s.zip"))
