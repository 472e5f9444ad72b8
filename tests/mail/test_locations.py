"""``refers_to`` of references between parts of a message that have a Content-Location (RFC 2557)."""

import pytest

from uri_extract import Scanner, extract

IMAGE = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: %b\n\niVBORw0KGgo=\n"


def message(*parts, header=b""):
    body = b"".join(b"--b\n" + part + b"\n" for part in parts)
    return header + b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n" + body + b"--b--\n"


def html(location, content):
    return b"Content-Type: text/html\nContent-Location: " + location + b"\n\n" + content


CASES = {
    "absolute": (
        message(
            html(b"http://a.example/d/p.html", b"<img src=i.png><a href='http://a.example/d/i.png#f'><a href=p.html>"),
            IMAGE % b"http://a.example/d/i.png",
            html(b"http://a.example/q.html", b"<a href='d/p.html'><a href=r.html>"),
        ),
        [("i.png", "m!2"), ("http://a.example/d/i.png#f", "m!2"), ("p.html", None), ("d/p.html", "m!1"),
         ("r.html", None)],
    ),
    "relative to the message": (
        message(
            html(b"p.html", b"<img src='f/i.png'><img src=x.png>"), IMAGE % b"i.png", IMAGE % b"f/i.png",
            header=b"Content-Location: http://a.example/d/\n",
        ),
        [("f/i.png", "m!3"), ("x.png", None)],
    ),
    "without any base": (
        message(html(b"p.html", b"<img src='f/i.png'><img src='/f/i.png'><img src=i.png>"), IMAGE % b"f/i.png"),
        [("f/i.png", "m!2"), ("/f/i.png", "m!2"), ("i.png", None)],
    ),
    "Chromium": (
        message(
            html(b"http://a.example/", b"<link rel=stylesheet href='cid:c@m.blink'>"),
            b"Content-Type: text/css\nContent-Location: cid:c@m.blink\n\na{b:url(http://a.example/i.png) url(i.png)}",
            IMAGE % b"http://a.example/i.png",
        ),
        [("cid:c@m.blink", "m!2"), ("http://a.example/i.png", "m!3"), ("i.png", None)],
    ),
    "Word": (
        message(html(b"file:///C:/1/p.htm", b"<img src='p_f/i.png'>"), IMAGE % b"file:///C:/1/p_f/i.png"),
        [("p_f/i.png", "m!2")],
    ),
    "a part without a location": (
        message(b"Content-Type: text/html\n\n<img src='http://a.example/i.png'>", IMAGE % b"http://a.example/i.png"),
        [("http://a.example/i.png", None)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_reference_names_the_part_of_its_location(name):
    data, expected = CASES[name]
    found = extract(data, media_type="message/rfc822", document="m")
    assert [(each.reference, each.refers_to) for each in found if each.delimiter != "header"] == expected


@pytest.mark.parametrize("name", CASES)
def test_chunks_do_not_matter(name):
    data = CASES[name][0]
    expected = list(extract(data, media_type="message/rfc822", document="m"))
    for size in (1, 7, 100):
        scanner = Scanner("message/rfc822", document="m")
        found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
        assert found + scanner.close() == expected


def test_a_message_knows_its_own_parts():
    one, other = CASES["absolute"][0], CASES["without any base"][0]
    line = b"From a@b.example Mon Jan  1 00:00:00 2001\n"
    found = extract(line + other + b"\n" + line + one, media_type="application/mbox", document="m")
    named = [(each.reference, each.refers_to) for each in found if each.refers_to]
    assert named == [
        ("f/i.png", "m!1!2"), ("/f/i.png", "m!1!2"), ("i.png", "m!2!2"), ("http://a.example/d/i.png#f", "m!2!2"),
        ("d/p.html", "m!2!1"),
    ]  # fmt: skip
