"""An optimisation changes no result: tokenizers that several bodies share."""

from itertools import permutations

import pytest

from uri_extract.formats import Scanner

# Each body ends inside a construct.
CUT_OFF = (
    '<base href="http://base.example/a/"><a href="b">c',
    "<script>a = 'http://script.example/",
    '<svg><style>a { b: url(http://style.example/c) }</style><image href="http://svg.example/"',
    "<!-- http://comment.example/ <a href='d'>",
    '<div title="http://title.example/ ',
    "<textarea><a href=e>http://textarea.example/",
    '<a href="f" ping=http://ping.example/>g</a><plaintext><a href="h">',
)


def references(media_type, data, **options):
    scanner = Scanner(media_type, **options)
    return [(item.reference, item.bases) for item in scanner.feed(data) + scanner.close()]


def in_one_message(bodies):
    parts = (f"\n--b\nContent-Type: text/html\n\n{body}" for body in bodies)
    message = "Content-Type: multipart/mixed; boundary=b\n" + "".join(parts) + "\n--b--\n"
    return references("message/rfc822", message.encode())


@pytest.mark.parametrize("bodies", [*permutations(CUT_OFF, 2)], ids=lambda bodies: "|".join(b[:12] for b in bodies))
def test_a_body_leaves_nothing_to_the_next(bodies):
    alone = [found for body in bodies for found in references("text/html", body.encode())]
    assert len(alone) >= 2
    assert in_one_message(bodies) == alone
