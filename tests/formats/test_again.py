"""Kernels and tokenizers are reused for other documents: a document does not affect the next one."""

import pytest

from uri_extract._compat._variants import load
from uri_extract.formats import TextScanner, scanner_for
from uri_extract.markup import xml
from uri_extract.markup.html import Tokenizer, markup, tokenizers
from uri_extract.markup.xml import scanner as xml_scanner
from uri_extract.markup.xml.names import MOST_KEPT
from uri_extract.rows.details import Origin
from uri_extract.scan import Kernel, kernels

from .options import with_options

windows_of_text = load("uri_extract.scan._kernel")

# Documents that end inside a construct, and a document that shows whether that affects it.
LEFT_OPEN = [
    b"<script>a", b"<style>p { background: url(x", b"<!-- <a href=q>", b"<svg><style>", b"<svg><desc><math>",
    b"<title>t", b"<a href='x", b"<a href=x", b"<table><template><tr>", b"<frameset>", b"<form><form>",
    b"<textarea>", b"<![CDATA[", b"<svg><![CDATA[", b"</", b"<a b=c d", b"&am", b"<plaintext>",
    b"<base href=http://o.example/>", b"<select><option>", b"<http://o.example/a\nb", b'"http://o.example/a',
    b"http://o.example/[", b"URL:", b"http://o.example/" + b"a" * 9000, b"\xe9http://\xc3\xa9",
    b"> > http://o.example/a-\n> >", b"http:\\/\\/o.example\\", b"\xff\xfeh\0t\0", b"",
]  # fmt: skip
SHOWS = b"""<p>See http://t.example/a, <a href="/b?c&amp;d">b</a> <form action=e><svg><a xlink:href=f></svg>
<style>p { background: url(g) }</style><template><tr><td background=h></template> <http://t.example/i
j> and "http://t.example/k" <img src=l></form>"""


def read(media_type, data, **options):
    problems = []
    scanner = with_options(scanner_for, media_type, base="http://b.example/", on_problem=problems.append, **options)
    return scanner.feed(data) + scanner.close(), problems


@pytest.mark.parametrize("media_type", ["text/html", "text/plain"])
@pytest.mark.parametrize("left", LEFT_OPEN)
def test_a_construct_left_open_does_not_affect_the_next_document(media_type, left):
    new = {"kernel": Kernel} | ({"tokenizer": Tokenizer} if media_type == "text/html" else {})
    whole = read(media_type, SHOWS, **new)
    assert len(whole[0]) == (9 if media_type == "text/html" else 3)
    read(media_type, left)
    assert read(media_type, SHOWS) == whole
    assert read("text/html", left + SHOWS)[0] == read("text/html", left + SHOWS, kernel=Kernel, tokenizer=Tokenizer)[0]


def test_scanners_are_used_again():
    for _ in range(2):
        read("text/html", SHOWS)
    spare, kernel = markup._SPARE[-1], windows_of_text._SPARE[-1]
    scanner = scanner_for("text/html", charset="utf-8")
    scanner.feed(b'<p id="a">' * 1000)
    assert scanner._markup is spare
    assert scanner._text._windows.kernel is kernel
    assert spare not in markup._SPARE
    assert kernel not in windows_of_text._SPARE


@pytest.mark.parametrize("media_type", ["text/html", "text/plain"])
def test_objects_used_for_each_document_have_fewer_than_30_attributes(media_type):
    """CPython keeps more attributes than that in a dictionary, and finds them at half the speed."""
    scanner = scanner_for(media_type)
    for _ in range(2):
        scanner.read(SHOWS, final=True)
        scanner.restart(None, Origin("x"))
    scanner.read(SHOWS, final=True)
    parts = [getattr(scanner, name, None) for name in ("_markup", "_text")] if media_type == "text/html" else []
    assert all(len(vars(each)) < 30 for each in (scanner, *parts))


def test_the_base_of_one_document_is_not_that_of_the_next():
    scanner = scanner_for("text/html")
    pages = [b"<a href=x>", b"<base href=http://o.example/><a href=x>", b"<a href=x>", b"<a href=x>"]
    bases = [None, None, None, "http://b.example/"]
    targets = []
    for page, base in zip(pages, bases, strict=True):
        scanner.close()
        scanner.restart(base, Origin("x"))
        targets.append([each.target for each in scanner.feed(page) + scanner.close()])
    assert targets == [[None], ["http://o.example/", "http://o.example/x"], [None], ["http://b.example/x"]]


def test_no_two_documents_share_one():
    read("text/html", SHOWS)
    scanners = [scanner_for("text/html", base="http://b.example/") for _ in range(10)]
    found = [scanner.feed(SHOWS[:100]) for scanner in scanners]
    found = [some + scanner.feed(SHOWS[100:]) + scanner.close() for some, scanner in zip(found, scanners, strict=True)]
    assert found == [read("text/html", SHOWS)[0]] * 10
    assert len(markup._SPARE) <= markup._MOST_SPARE
    assert len(windows_of_text._SPARE) <= windows_of_text._MOST_SPARE


def test_a_tokenizer_in_use_is_not_shared(monkeypatch):
    monkeypatch.setattr(markup, "_SPARE", [])
    monkeypatch.setattr(windows_of_text, "_SPARE", [])
    for each in tokenizers:
        read("text/html", SHOWS, tokenizer=tokenizers[each], kernel=kernels[each])
    assert not markup._SPARE
    assert not windows_of_text._SPARE


def test_nothing_of_a_document_is_kept():
    data = b"<p>" + b"x" * 100_000
    read("text/html", data)
    tokenizer, kernel = markup._SPARE[-1].tokenizer, windows_of_text._SPARE[-1]
    assert tokenizer.pos == 0
    assert not kernel.scan()
    assert kernel.count == 0


OPTIONS = [{}, {"refang": True}, {"suffix": True}, {"charset": "utf-16"}, {"places": False}, {"default_base": "x:/"}]


@pytest.mark.parametrize("media_type", ["text/html", "text/plain", "text/xml"])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("left", LEFT_OPEN)
def test_a_scanner_that_is_restarted_has_forgotten_the_last_document(left, options, media_type):
    scanner, new = (
        with_options(scanner_for, media_type, origin=Origin(name), base="http://b.example/", **options)
        for name in ("a", "b")
    )
    scanner.feed(left)
    scanner.close()
    scanner.restart(None, Origin("b"), options.get("charset"))
    new.restart(None, Origin("b"), options.get("charset"))
    data = SHOWS.decode().encode(options.get("charset", "utf-8"))
    assert scanner.feed(data) + scanner.close() == new.feed(data) + new.close()
    assert scanner.settled == new.settled


@pytest.mark.parametrize("media_type", ["text/html", "text/xml"])
def test_a_scanner_of_markup_can_be_restarted_in_the_middle_of_a_document(media_type):
    scanner = scanner_for(media_type)
    for left in LEFT_OPEN:
        scanner.feed(left + b" " * 9000 + b"<a href=")
        scanner.restart(None, Origin("b"))
        new = scanner_for(media_type, origin=Origin("b"))
        assert scanner.feed(SHOWS) + scanner.close() == new.feed(SHOWS) + new.close(), left
        scanner.restart(None, Origin("b"))


def test_a_scanner_of_text_can_be_restarted_in_the_middle_of_a_document():
    scanner = TextScanner()
    for _ in range(3):
        scanner.restart(None, Origin("b"))
        scanner.feed(b"\n see <http://a.exam")
    scanner.restart(None, Origin("b"))
    [found] = scanner.feed(b"ple/ http://b.example/") + scanner.close()
    assert (found.reference, found.start, found.line) == ("http://b.example/", 5, 1)


# XML documents that redefine names, have many names, or end inside elements.
XML_BEFORE = [
    b"<link>", b"<a xmlns='http://www.w3.org/1999/xhtml'><link><a href='q'>", b"<rss><item><guid/><link href='x'/>",
    b"<x:feed xmlns:x='http://www.w3.org/2005/Atom'><x:link x:href='x'/>", b"<svg><a href='x'><link>", b"<id/>",
    b"<template xmlns='http://www.w3.org/1999/xhtml'><a>", b"<a><b xml:base='c'>",
    b"<?xml version='1.0'?><!DOCTYPE a [", b"<x:r><rss><channel><item><guid/><link/>",
    b"<r>" + b"".join(b"<n%d/>" % number for number in range(400)),
    b"<r>" + b"".join(b"<n%d/>" % number for number in range(1200)),
    b"<r>" + b"".join(b"<a n%d='%d'/>" % (number, number) for number in range(900)),
    b"<r>" + b"".join(b"<a xmlns='u:%d'/>" % number for number in range(300)),
]  # fmt: skip
XML_SHOWS = [
    b"""<feed xmlns="http://www.w3.org/2005/Atom" xmlns:h="http://www.w3.org/1999/xhtml"><link href="a"/><id>b:c</id>
    <h:a href="d">e</h:a><content type="html">&lt;a href="f"&gt;</content><a href="g"/></feed>""",
    b"<rss><channel><link>h</link><item><guid>i</guid><link href='j' href='k'/></item></channel></rss>",
    b"<svg><a href='l'><link>m</link></a><image href='n' href='o'/></svg>",
    b"<a href='p'><link>http://t.example/</link><guid>q</guid></a>",
    # Two start tags with the same text and different declarations.
    b"<svg xmlns='http://www.w3.org/2000/svg'><g xmlns=''><a href='r'/><style>@import 's';</style></g></svg>",
    b"<svg><g xmlns=''><a href='t'/><style>@import 'u';</style></g></svg>",
    b"<r><d xml:base='v/'><a href='w'/><d xml:base='v/'><a href='x'/></d></d></r>",
    b"<r>" + b"<d xmlns='u:v' xml:base='y/'><a href='z'/><d xmlns=''><a href='a'/></d></d>" * 2,
    b"<r>" + b"<d xmlns='http://www.w3.org/1999/xhtml'><template><a href='b'/></template><img src='c'/></d>" * 2,
    b"<r>" + b"".join(b"<x%d/>" % number for number in range(1100)) + b"<a z='http://t.example/' z='http://u.example/'/>",
]  # fmt: skip


@pytest.mark.parametrize("shows", XML_SHOWS)
@pytest.mark.parametrize("kind", sorted(xml.tokenizers))
def test_names_of_documents_before_say_nothing_of_the_next_document(kind, shows, monkeypatch):
    monkeypatch.setattr(xml, "Tokenizer", xml.tokenizers[kind])
    monkeypatch.setattr(xml_scanner, "_SPARE", [])
    alone = read("application/xml", shows, tokenizer=xml.tokenizers[kind])
    assert alone[0]
    for before in XML_BEFORE + XML_SHOWS:
        read("application/xml", before)
        assert read("application/xml", shows) == alone


def test_names_of_documents_before_are_kept_and_not_without_limit(monkeypatch):
    monkeypatch.setattr(xml_scanner, "_SPARE", [])
    read("application/xml", XML_SHOWS[0])
    (tokenizer,) = xml_scanner._SPARE
    names, known = tokenizer.names, tokenizer.known
    read("application/xml", XML_SHOWS[0])
    assert tokenizer.names is names
    assert tokenizer.known is known
    for before in XML_BEFORE:
        read("application/xml", before)
        assert len(tokenizer.names) <= MOST_KEPT
        assert "environment" not in tokenizer.known or tokenizer.known["environment"].is_small
