"""Rows to write: typical ones, and values that are difficult for formats."""

import re
from types import SimpleNamespace

from uri_extract import Scanner
from uri_extract._compat._variants import load
from uri_extract.rows import layout
from uri_extract.rows.details import NO_ORIGIN, Details, Origin
from uri_extract.rows.records import Problem

TEXT = b"""\
See http://a.example/./x, <URL:ftp://b.example/y-
z> and "http://c.example/a b", http://u:secret@d.example:25/, \xff <http://e.example/\xc3\xa9>
http://f.example/[x http://g.example/%zz mailto:ada@example.org http://h.example:8080/a?b=c,d;e
http://j.example/a,b http://j.example/;=1 http://j.example/;@;-1;+ http://j.example/;a=-1 http://j\xc3\xa9.example/;=1
https://www.google.com/url?q=http%3A%2F%2Fl.example%2F%C3%A9 https://web.archive.org/web/2020/http://m.example/?a=,b"
"""
HTML = b"""<base href="/b/"><a href=" ../x?a=1&amp;b=2 " rel=x>http://text.example/</a><img src="=1+2"><a href="">
<a href="a\tb"><a href="-x,&quot;y&quot;"><a href="caf\xc3\xa9"><a href='http://[::1'><p style="background:url(+a)">
<a href="@a"><a href="java\nscript:x"><a href="http://i.example/..">x</a>
<a href="http://n.example/%" rel=y><a href="http://n.example/%" rel=z>
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
    "a;=1",
    'a;"+1',
    "a;b",
    "a\t＝1;-1",
    "a\r\n@1",
    'a"b,c',
    "a\r\nb",
    "\\t",
    "\udcff",
    "\ufffd",
    "\0",
    "",
]
# The default values of the fields of a row.
_ROW = {"raw": None, "start": 5, "end": 6, "line": 7, "column": 8, "delimiter": "attribute", "kind": "relative",
        "bases": ("http://b.example/", "entity"), "element": None, "attribute": None, "text": None, "rel": None,
        "origin": NO_ORIGIN, "details": Details()}  # fmt: skip


# The apostrophes that keep a cell of CSV from being a formula.
_MARKS = re.compile(r"""(?:\A|(?<=[;\t\r\n]))'(?="*[-=+@\uff1d\uff0b\uff0d\uff20])|\A'(?=[\t\r\n])""")


def without_marks(cell):
    """Return a cell of CSV without the apostrophes that keep it from being a formula."""
    return _MARKS.sub("", cell)


def occurrences():
    """Return rows of every kind, in input order."""
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
    found.append(made("a", raw="\ud83d", element="\ud83d", origin=Origin("\ud83d"), text=None))
    details = Details(alternates=("cid:a", "x"), field="X-=1", refers_to="a!2", confidence=0.25, defanged=True)
    origin = Origin("cid:a", *(f"{number}@example.org" for number in range(1, len(Origin._fields))))
    found.append(made("cid:a", origin=origin, details=details, text='"x"', element="a-b", attribute="é"))
    return found


def plain_row(reference, /, **fields):
    """Return a row made from values."""
    return SimpleNamespace(**{**_ROW, "reference": reference, "raw": reference, **fields})


def made(text, /, **fields):
    """Return a row with this text in every field that a document controls."""
    names = dict.fromkeys(("element", "attribute", "text", "rel"), text or None)
    return plain_row(text, **{**names, "origin": Origin(text), "details": Details(alternates=(text, "x")), **fields})


def page_of(rows, pure=False):
    """Return the page of rows, each an occurrence or a plain row; ``pure``: made by the interpreted kernels."""
    rows_kernel, page_kernel = (load(f"uri_extract.rows.{name}", not pure) for name in ("_rows", "_page"))
    table = rows_kernel.Rows(rows_kernel.Pool())
    for each in rows:
        kind = layout.KINDS.index(each.kind) << layout.KIND_SHIFT
        number = table.add(
            each.reference, each.raw, each.start, each.end, each.line, each.column,
            kind | layout.DELIMITERS.index(each.delimiter), each.bases, each.origin, each.element, each.attribute,
            each.details,
        )  # fmt: skip
        if each.text is not None:
            table.set_link_text(number, each.text.encode("utf-8", "surrogateescape"))
        table.set_rel(number, each.rel)
    return page_kernel.page_of(table, table.count)


PROBLEMS = [Problem("a/text.txt", 5, "reference-too-long", "of it\n"), Problem(None, 0, "unreadable", "no \udcff")]


def parts(page, size):
    """Return the page in parts."""
    return [page.part(at, min(at + size, len(page))) for at in range(0, len(page), size)]
