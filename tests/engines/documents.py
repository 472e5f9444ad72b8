"""The documents that engines read, and the comparison of rows."""

from uri_extract.rows.schema import COLUMNS

SENTENCE = (
    "On page {0} see <http://www.site{0}.example/path/{0}?q=a&u=http%3A%2F%2Fb.example>, or ftp://c.example/{0}.\n"
)
DOCUMENTS = {
    **{f"{n}.txt": "".join(SENTENCE.format(n + k) for k in range(50)).encode() for n in range(30)},
    **{
        f"{n}.html": b"<title>t</title>"
        + b"".join(b'<p><a href="/%d/%d" rel=nofollow>http://d.example/</a> & \xc3\xa9' % (n, k) for k in range(50))
        for n in range(30)
    },
    **{
        f"{n}.eml": b"From: a@b.example\nMessage-ID: <%d@b.example>\nSubject: s\n\nHello,\nhttp://e.example/%d\n"
        % (n, n)
        for n in range(30)
    },
    "broken.gz": b"\x1f\x8b\x08\0\0\0\0\0\0\3rubbish",
}


def ordered(rows, names=COLUMNS):
    return sorted(repr({name: row[name] for name in names}) for row in rows)
