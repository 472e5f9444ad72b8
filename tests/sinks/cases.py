"""Records to write: what real input has, and what hurts formats."""

from uri_extract import Scanner
from uri_extract.records import Mail, Occurrence, Problem

TEXT = b"""\
See http://a.example/./x, <URL:ftp://b.example/y-
z> and "http://c.example/a b", http://u:secret@d.example:25/, \xff <http://e.example/\xc3\xa9>
http://f.example/[x http://g.example/%zz mailto:ada@example.org http://h.example:8080/a?b=c,d;e
"""
HTML = b"""<base href="/b/"><a href=" ../x?a=1&amp;b=2 ">http://text.example/</a><img src="=1+2"><a href="">
<a href="a\tb"><a href="-x,&quot;y&quot;"><a href="caf\xc3\xa9"><a href='http://[::1'><p style="background:url(+a)">
<a href="@a"><a href="java\nscript:x"><a href="http://i.example/..">x</a>
"""
FEED = b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://base.example/a/"><entry xml:base="b/">
<link href="c"/><content>http://text.example/d</content></entry><link href="../e"/></feed>"""
HOSTILE = [
    "=1",
    "+1",
    "-1",
    "@a",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    'a"b,c',
    "a\r\nb",
    "\\t",
    "\udcff",
    "\ud83d",
    "\0",
    "",
]


def occurrences():
    """Occurrences of every kind, in input order."""
    found = []
    for name, options, data in (
        ("a/text.txt", {"suffix": True}, TEXT + b"www.j.example/x, k@example.org "),
        ("page.html", {"base": "http://base.example/a/b"}, HTML),
        ("other, \"page\".html", {}, HTML),
        (None, {"mail_addresses": True}, b"<k@example.org> http://a.example/"),
        ("western.html", {"base": "http://base.example/a/b"}, b'<meta charset=cp1252><a href="x?\xe9"><a href=y>'),
        ("feed.xml", {}, FEED),
    ):  # fmt: skip
        kind = "text/html" if "html" in str(name) else "application/xml" if name == "feed.xml" else "text/plain"
        scanner = Scanner(kind, document=name, **options)
        found += scanner.feed(data) + scanner.close()
    found += [made(text) for text in HOSTILE]
    found.append(made("cid:a", mail=Mail("1@example.org", "X-=1", "a!2"), text='"x"', element="a-b", attribute="é"))
    return found


def made(text, /, **fields):
    """An occurrence with a text in every field that a document may choose."""
    place = {"element": text or None, "attribute": text or None, "text": text or None, **fields}
    bases = ("http://b.example/", "entity")
    return Occurrence(
        text, text, 5, 6, 7, 8, text, "attribute", None, None, (text, "x"), "relative", bases, **place
    )  # fmt: skip


PROBLEMS = [Problem("a/text.txt", 5, "reference-too-long", "of it\n"), Problem(None, 0, "unreadable", "no \udcff")]


def parts(found, size):
    """The list cut into lists."""
    return [found[at : at + size] for at in range(0, len(found), size)]
