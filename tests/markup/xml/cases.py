"""Documents, and their tokens by XML 1.0: runs as (kind, bytes), tags with their attributes."""


def start(name, *attributes):
    return ("start", name, list(attributes))


A = start(b"a")

CASES = (
    (b"", []),
    (b"<a/>", [A]),
    (b"<a></a>", [A, ("end", b"a")]),
    (b"<A b='1' B='2'/>", [start(b"A", (b"b", b"1"), (b"B", b"2"))]),
    (b"<a b='1' b='2'/>", [start(b"a", (b"b", b"1"))]),
    (b"<a\n\tb = '1'\r\nc=\"2\" >", [start(b"a", (b"b", b"1"), (b"c", b"2"))]),
    (b"<a b='\"<>&'/>", [start(b"a", (b"b", b'"<>&'))]),
    (b"<_a:b.c-d \xc3\xa9='1'/>", [start(b"_a:b.c-d", (b"\xc3\xa9", b"1"))]),
    (b"<\xc3\xa9/>", [start(b"\xc3\xa9")]),
    (b"<a>1 &lt; 2 &amp; 3</a >", [A, ("data", b"1 &lt; 2 &amp; 3"), ("end", b"a")]),
    # the content of no element is raw text
    (b"<script><b/></script>", [start(b"script"), start(b"b"), ("end", b"script")]),
    (b"<title/><style><b/>", [start(b"title"), start(b"style"), start(b"b")]),
    (b"<plaintext><b/>", [start(b"plaintext"), start(b"b")]),
    # sections, comments, instructions
    (b"<![CDATA[]]>", []),
    (b"<a><![CDATA[<b>]]&amp;]]]></a>", [A, ("cdata", b"<b>]]&amp;]"), ("end", b"a")]),
    (b"<!---->", [("comment", b"")]),
    (b"<!-- <a> -> --!> -->x", [("comment", b" <a> -> --!> "), ("data", b"x")]),
    (b"<!--> -->", [("comment", b"> ")]),
    (b"<!---> -->", [("comment", b"-> ")]),
    (b"<?a b > c?>d", [("pi", b"?a b > c"), ("data", b"d")]),
    (b"<??>", [("pi", b"?")]),
    (b"<?>?>", [("pi", b"?>")]),
    # doctypes
    (b"<!DOCTYPE a><a/>", [("doctype", b" a"), A]),
    (b"<!DOCTYPE a SYSTEM 'b>c'><a/>", [("doctype", b" a SYSTEM 'b>c'"), A]),
    (b"<!DOCTYPE a []><a/>", [("doctype", b" a []"), A]),
    (
        b"<!DOCTYPE a PUBLIC \"x'>\" '\">' [<!ENTITY b ']>'><!-- ' ]> --><?c ]> \" ?>%d;] ><a/>",
        [("doctype", b" a PUBLIC \"x'>\" '\">' [<!ENTITY b ']>'><!-- ' ]> --><?c ]> \" ?>%d;] "), A],
    ),
    (b"<!DOCTYPE a [<!----><!---> ]> --> ]><a/>", [("doctype", b" a [<!----><!---> ]> --> ]"), A]),
    (b"<!doctype a><a/>", [("doctype", b" a"), A]),
    # not well-formed
    (b"<a b=1 c>", [start(b"a", (b"b", b"1"), (b"c", b""))]),
    (b"<a b='1'c='2'>", [start(b"a", (b"b", b"1"), (b"c", b"2"))]),
    (b"<a b='<c d=\"e\">'>", [start(b"a", (b"b", b'<c d="e">'))]),
    (b"1 < 2 <3 <", [("data", b"1 < 2 <3 <")]),
    (b"a & b &c", [("data", b"a & b &c")]),
    (b"<></>", [("data", b"<>")]),
    (b"</ a><!a b>", [("bogus", b" a"), ("bogus", b"a b")]),
    # truncated
    (b"<a b='c>", [("rest", b"<a b='c>")]),
    (b"a</", [("data", b"a</")]),
    (b"<!-- a", [("comment", b" a")]),
    (b"<![CDATA[a]]", [("cdata", b"a]]")]),
    (b"<?a", [("pi", b"?a")]),
    (b"<!DOCTYPE a [<!ENTITY", [("doctype", b" a [<!ENTITY")]),
)  # fmt: skip

#: Units that are repeated up to the size of the test.
HOSTILE = (
    "<", "<a ", "<a", "</", "</a", "</>", "<!", "<!-", "<!--", "<!---->", "<![CDATA[", "<![CDATA[]]>", "<?", "<?>",
    "<??>", "<a =", "<a href", "<a href=", "<a href='", '<a href="x" ', "<a/", "&", "&#", "&amp", ">", "->", "?>",
    "]]>", "]>", "'", '"', "=", "a=b ", "<div>", "<a href='x'>", "</div>", "<x/>", "<!DOCTYPE", "<!DOCTYPE [", "<!d",
    "<!DOCTYPE>", "<!DOCTYPE [<!--", "<!DOCTYPE '", "<a xmlns='b'>", "<a xml:base='b'>", "<:>", "\0", "\xff", "<\xff",
    "<a><b/>", "<link>x</link>",
)  # fmt: skip

#: A beginning, and the unit that is repeated after it.
UNCLOSED = tuple(
    (before, unit)
    for before in (
        "<!--", "<a href='", "<a href=", "<a ", "<a", "</a ", "<!DOCTYPE ", "<!DOCTYPE a '", "<!DOCTYPE a [",
        "<!DOCTYPE a [<!--", "<!DOCTYPE a [<?", "<![CDATA[", "<?", "<!", "<link>", "<a xmlns='",
    )
    for unit in ("a", " ", "-", ">", "->", "]", "]>", "<", "?", "/", "=", "a=1 ", "</", "<!--", "</a>", "<b>", "'", "[")
)  # fmt: skip

#: Fragments of documents.
FRAGMENTS = (
    "<a", "<b:c", "<link>", "</link>", "<link/>", " href=", " xmlns='u'", " xmlns:b='http://www.w3.org/1999/xhtml'",
    " xml:base='d/'", " xml:base='http://e.example/'", " src='", " id=", "x", "y z", '"', "'", "=", ">", "/>", "/",
    "</a>", "</b:c>", "</", "</>", "<", "<!", "<!-", "<!--", "-", "--", "-->", "--!>", "->", "<![CDATA[", "]", "]]>",
    "<!DOCTYPE", "<!DOCTYPE a [", "]>", "<?x", "?", "?>", "<?xml-stylesheet href='s'?>", "<svg>", "</svg>", "<style>",
    "@import 'i';", "</style>", "&amp;", "&#58;", "&#x3a;", "&lt;a href='z'&gt;", "&", "\n", "\r\n", "\t", " ", "\0",
    "\xe9", "text", "http://a.example/", "http:", "//a.example/", "<description>", "</description>", "<guid>",
    "</guid>", "<loc> ", " </loc>", "<html>", "<base href='b/'/>",
    "<!DOCTYPE a [<!ENTITY b SYSTEM 'c'>", "<!ENTITY b SYSTEM \"d\">",
    "<ds:Reference", " URI='e\r\nf'", " conref='{g}'", " src='url(h)'", "<fo:external-graphic",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
)  # fmt: skip


def repeated(unit, size):
    """Return ``size`` bytes of the repeated unit."""
    unit = unit.encode("latin-1")
    return (unit * (size // len(unit) + 1))[:size]


def random_documents(dice, count):
    """Yield documents of a few dozen fragments."""
    for _ in range(count):
        root = dice.choice(("", "<rss>", "<html>", "<svg>", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<urlset>"))
        yield (root + "".join(dice.choices(FRAGMENTS, k=dice.randrange(1, 40)))).encode("latin-1")


NAMES = ("a", "b", "x:c", "_d", "e-f.g", "\u00e9", "h1")


def well_formed(dice):
    """Return a well-formed document with every construct of XML 1.0."""

    def misc():
        return dice.choice(("", "\n", "<!-- <a b='c'> - -->", "<?p <a> ?>", "<!---->"))

    def element(depth):
        name = dice.choice(NAMES)
        attributes = "".join(
            f"{dice.choice((' ', chr(10)))}{each}{dice.choice(('=', ' = '))}{value}"
            for each, value in zip(
                dice.sample(NAMES, dice.randrange(4)),
                dice.choices(("'1'", '">\'"', "''", '"a&amp;b"', "'&#x41;&lt;'", "'\t x'"), k=4),
                strict=False,
            )
        )
        if dice.random() < 0.2:
            return f"<{name}{attributes}/>"
        content = "".join(
            dice.choice((
                lambda: element(depth + 1) if depth < 6 else "",
                lambda: dice.choice(("text", "&amp;", "]]", "&#233;", " > ")),
                lambda: dice.choice(("<![CDATA[]]>", "<![CDATA[<a b='c'>]]]]>", "<![CDATA[&]]>")),
                misc,
            ))()
            for _ in range(dice.randrange(5))
        )  # fmt: skip
        return f"<{name}{attributes}>{content}</{name}{dice.choice(('', ' '))}>"

    doctype = dice.choice((
        "", "<!DOCTYPE a>", "<!DOCTYPE a SYSTEM '>'>",
        "<!DOCTYPE a [<!ENTITY z '<a>]>'><!-- ' ]> --><?p \" ]>?><!ATTLIST zz b CDATA \"]>\">]>",
    ))  # fmt: skip
    return f"<?xml version='1.0'?>{misc()}{doctype}{misc()}{element(0)}{misc()}".encode()
