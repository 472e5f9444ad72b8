"""Places in documents that a message embeds, in all transfer encodings, however the file is cut into chunks."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract import Scanner
from uri_extract.decode.content_transfer import Identity
from uri_extract.decode.content_transfer import decoder as transfer_decoder


def quoted(data):
    """Return quoted-printable, with a soft line break after every 50 bytes."""
    tokens = [bytes((each,)) if each < 0x7F and each not in b"=\r" else b"=%02X" % each for each in data]
    return b"=\n".join(b"".join(tokens[at : at + 50]) for at in range(0, len(tokens), 50))


ENCODINGS = {"7bit": bytes, "quoted-printable": quoted, "base64": base64.encodebytes}
#: Documents by their media type: with a base that comes late, problems, references of any form.
LEAVES = {
    "text/html": (
        b"<p>http://a.example/1 <a href=x>www.b.example</a><base href='http://c.example/?a&amp;b'><a href=y>&copy;</a>",
        b"<!doctype html>\n<title>http://a.example/</title>\n<img src='cid:a@b.example'>\n<style>a{b:url(x)}</style>"
        b"<base href='http://['>",
        b"<a href='http://a.example/%b'>%b<a href=z>http://b.example/\xe9</a>" % (b"a" * 300, b"<p>text" * 50),
    ),
    "text/xml": (
        b"<a xmlns='http://n.example/'>http://a.example/<b href='x' xml:base='http://b.example/'/>"
        b"&lt;http://c.example/&gt;</a>",
    ),
    "text/css": (b"@import 'x'; a { b: url(http://a.example/\\31) } /* http://b.example/ */",),
    "text/calendar": (
        b"BEGIN:VCALENDAR\r\nURL:http://a.exa\r\n mple/\r\nX-ALT-DESC;FMTTYPE=text/html:<a href=\r\n x>"
        b"http://b.example/\\,</a><base href='http://['>\r\nATTACH;ENCODING=BASE64:" + b"QUJD" * 30 + b"\r\n"
        b"URL:http://c.example/\r\nEND:VCALENDAR\r\n",
    ),
    "text/rtf": (b'{\\rtf1 {\\*\\fldinst HYPERLINK "http://a.exa\\\'6dple/"} http://b.\nexample/\\par}',),
    "text/plain": (
        b"see <http://a.example/\n x> and http://b.example/ hxxp://c[.]example/",
        b"(<" + b"http://a.example/ " * 9,
    ),
    "text/plain; format=flowed; delsp=yes": (
        b"> http://a.exa \n> mple/x \n> y\n\nhttp://b.example/ \nz\n-- \nhttp://c.example/\n",
    ),
    "text/plain; charset=utf-16": ("see http://a.example/\u20ac and <http://b.example/>\n".encode("utf-16"),),
    "application/octet-stream": (bytes(range(256)) * 9,),
    "application/ms-tnef": (b"http://a.example/",),
}
FIELDS = (
    b"From: <mailto:a@b.example>",
    b"Content-Location: http://c.example/d.jpg",
    b"Content-Location: e/f",
    b"Content-Base: http://g.example/",
    b"Link: <http://h.example/>; rel=a,\n <i>; rel=b",
    b"Subject: =?utf-8?q?http=3A//j.example/?= k http://l.example/",
    b"X-Long: http://m.example/\n n http://o.example/ hxxp://p[.]example/\n  hxxp://q[.]example/",
    b"Content-ID: <a@b.example>",
    b"X-Wide: " + b"r" * 400,
    b"Message-ID: <s@t.example>",
)


def part(media_type, body, encoding, fields=()):
    """Return a part with its header."""
    declared = f"Content-Type: {media_type}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
    return b"".join(each + b"\n" for each in fields) + declared + ENCODINGS[encoding](body)


def multipart(parts, fields, boundary):
    """Return a multipart with text around its parts."""
    mark = b"\n--" + boundary.encode()
    body = b"".join((b"http://preamble.example/\n", *(mark + b"\n" + each for each in parts)))
    body += mark + b"--\nhttp://epilogue.example/"
    return part(f"multipart/related; boundary={boundary}", body, "7bit", fields)


SOME_FIELDS = st.lists(st.sampled_from(FIELDS), max_size=3, unique=True)
SOME_ENCODING = st.sampled_from(sorted(ENCODINGS))
LEAF = st.builds(
    lambda leaf, encoding, fields: part(*leaf, encoding, fields),
    st.sampled_from([(name, body) for name, bodies in LEAVES.items() for body in bodies]),
    SOME_ENCODING,
    SOME_FIELDS,
)


def _around(parts):
    parts_of_one = st.lists(parts, min_size=1, max_size=3)
    multiparts = st.builds(multipart, parts_of_one, SOME_FIELDS, st.sampled_from("uvwxyz"))
    return multiparts | st.builds(part, st.just("message/rfc822"), parts, SOME_ENCODING, SOME_FIELDS)


MESSAGES = st.recursive(LEAF, _around, max_leaves=6)
SIZES = st.lists(st.sampled_from((1, 2, 7, 60, 500, 5000)), min_size=1, max_size=4)


def read(media_type, data, sizes, **options):
    """Return the references with their places, and the problems with theirs."""
    problems, found, at, turn = [], [], 0, 0
    scanner = Scanner(media_type, on_problem=problems.append, **options)
    while at < len(data):
        size = sizes[turn % len(sizes)]
        found += scanner.feed(data[at : at + size])
        at, turn = at + size, turn + 1
    found += scanner.close()
    return (
        [(each.reference, each.raw, each.target, each.line, each.column, each.start, each.end) for each in found],
        sorted((each.kind, each.message, each.offset) for each in problems),
    )


def embedded(data, encoding):
    """Return a message in a part, and a function from a span of it to that of the file."""
    header = part("message/rfc822", b"", encoding)
    body = ENCODINGS[encoding](data)

    def place(start, end):
        decoder = transfer_decoder(encoding) or Identity()
        assert decoder.take(body, len(header), True) == data
        return decoder.map.span(start, end)

    return header + body, place


@given(MESSAGES, SOME_ENCODING, SIZES, st.booleans())
def test_references_and_problems_in_an_encoded_message_have_the_places_of_their_encoded_bytes(
    message, encoding, sizes, refang
):
    found, problems = read("message/rfc822", message, [len(message)], refang=refang)
    data, place = embedded(message, encoding)
    expected = [(*each, *place(start, end)) for *each, start, end in found]
    reported = sorted((*each, place(offset, offset + 1)[0]) for *each, offset in problems)
    assert read("message/rfc822", data, sizes, refang=refang) == (expected, reported)


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
@pytest.mark.parametrize("chunk", [1000, 64, 7, 1])
def test_a_reference_before_the_location_of_an_encoded_message_has_its_own_place(chunk, encoding):
    message = b"From: <mailto:foo@example.com>\nContent-Location: http://x.example/p.jpg\n\nhttp://b.example/\n"
    data, place = embedded(message, encoding)
    found, _ = read("message/rfc822", data, [chunk])
    texts = (b"mailto:foo@example.com", b"http://x.example/p.jpg", b"http://b.example/")
    assert [each[-2:] for each in found] == [
        place(message.index(each), message.index(each) + len(each)) for each in texts
    ]
