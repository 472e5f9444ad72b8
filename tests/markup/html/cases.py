"""Documents, and their tokens by the HTML standard §13.2.5: runs as (kind, bytes), tags with their attributes."""


def start(name, *attributes):
    return ("start", name, list(attributes))


A = start(b"a")
HREF = start(b"a", (b"href", b"x"))

CASES = (
    # attributes (§13.2.5.32 ff.)
    (b"", []),
    (b"plain", [("data", b"plain")]),
    (b"<a href=x>t</a>", [HREF, ("data", b"t"), ("end", b"a")]),
    (b"<a href='x'>", [HREF]),
    (b'<a href="x">', [HREF]),
    (b"<a\thref\r\n=\f x\n>", [HREF]),
    (b"<a/href=x>", [HREF]),
    (b"<a / href=x / >", [HREF]),
    (b"<a foo href=x bar>", [HREF]),
    (b"<a foo='>' href=x>", [HREF]),
    (b"<a 'href=x>", [A]),
    (b"<a =href=x href=y>", [start(b"a", (b"href", b"y"))]),
    (b"<a ==href=x>", [A]),
    (b"<a href=>t", [start(b"a", (b"href", b"")), ("data", b"t")]),
    (b"<a href>", [start(b"a", (b"href", b""))]),
    (b"<a href=''>", [start(b"a", (b"href", b""))]),
    (b"<a href==x>", [start(b"a", (b"href", b"=x"))]),
    (b"<a href=x/>", [start(b"a", (b"href", b"x/"))]),
    (b"<a href=a\"b'c<d`e=f>", [start(b"a", (b"href", b"a\"b'c<d`e=f"))]),
    (b"<a href='a\"b>c\n'>", [start(b"a", (b"href", b'a"b>c\n'))]),
    (b'<a href="x"src="y">', [start(b"a", (b"href", b"x"), (b"src", b"y"))]),
    (b"<a href=\"x\"'y'>", [HREF]),
    (b"<a href=1 HREF=2 src=3 hReF=4>", [start(b"a", (b"href", b"1"), (b"src", b"3"))]),
    (b"<a href=1><a href=2>", [start(b"a", (b"href", b"1")), start(b"a", (b"href", b"2"))]),
    (b"<a href=&amp;&copy=2>", [start(b"a", (b"href", b"&amp;&copy=2"))]),
    (b"<a hre\0f=x href=y>", [start(b"a", (b"href", b"y"))]),
    (b"<a xlink:href=x xlink\x1ahref=y>", [start(b"a", (b"xlink:href", b"x"))]),
    (b"<a h\xc3\xa9 href=\xe9\xff>", [start(b"a", (b"href", b"\xe9\xff"))]),
    (b"<a href=\xc3\xa9\0\r>", [start(b"a", (b"href", b"\xc3\xa9\0"))]),
    (b"</a href=x>", [("end", b"a")]),
    # names, and text that is not a tag (§13.2.5.6 ff.)
    (b"<IMG SRC=x>", [start(b"IMG", (b"SRC", b"x"))]),
    (b"<a<b href=x>", [start(b"a<b", (b"href", b"x"))]),
    (b"<x-y.z:1>", [start(b"x-y.z:1")]),
    (b"<\xc3\xa9 href=x>", [("data", b"<\xc3\xa9 href=x>")]),
    (b"1 < 2 <3 <", [("data", b"1 < 2 <3 <")]),
    (b"<<a>", [("data", b"<"), A]),
    (b"<>", [("data", b"<>")]),
    (b"a</>b", [("data", b"a"), ("data", b"b")]),
    (b"a</ a href=x>b", [("data", b"a"), ("bogus", b" a href=x"), ("data", b"b")]),
    (b"</3>", [("bogus", b"3")]),
    (b"<?php echo '<a>'; ?>", [("pi", b"?php echo '<a"), ("data", b"'; ?>")]),
    (b"<!foo <a>b", [("bogus", b"foo <a"), ("data", b"b")]),
    (b"<![if IE]>x<![endif]>", [("bogus", b"[if IE]"), ("data", b"x"), ("bogus", b"[endif]")]),
    (b"<![CDATA[x]]>y", [("bogus", b"[CDATA[x]]"), ("data", b"y")]),
    (b"<!>", [("bogus", b"")]),
    (b"<!DOCTYPE html PUBLIC 'a>b'>", [("doctype", b" html PUBLIC 'a"), ("data", b"b'>")]),
    (b"<!doctype>", [("doctype", b"")]),
    (b"<!doctyp>", [("bogus", b"doctyp")]),
    # comments (§13.2.5.43 ff.)
    (b"<!---->", [("comment", b"")]),
    (b"<!-->a", [("comment", b""), ("data", b"a")]),
    (b"<!--->a", [("comment", b""), ("data", b"a")]),
    (b"<!--->-->", [("comment", b""), ("data", b"-->")]),
    (b"<!--!>a-->", [("comment", b"!>a")]),
    (b"<!---!>a-->", [("comment", b"-!>a")]),
    (b"<!----!>a", [("comment", b""), ("data", b"a")]),
    (b"<!--a--!>b", [("comment", b"a"), ("data", b"b")]),
    (b"<!--a--!-->b", [("comment", b"a--!"), ("data", b"b")]),
    (b"<!--a---->b", [("comment", b"a--"), ("data", b"b")]),
    (b"<!-- <!-- --> -->", [("comment", b" <!-- "), ("data", b" -->")]),
    (b"<!--a->b- ->-->", [("comment", b"a->b- ->")]),
    (b"<!- a -->b", [("bogus", b"- a --"), ("data", b"b")]),
    # elements whose content is not parsed as markup
    (
        b"<title>a<b>&amp;</b></TITLE >x",
        [start(b"title"), ("rcdata", b"a<b>&amp;</b>"), ("end", b"TITLE"), ("data", b"x")],
    ),
    (
        b"<textarea></textareas></textarea/>x",
        [start(b"textarea"), ("rcdata", b"</textareas>"), ("end", b"textarea"), ("data", b"x")],
    ),
    (b"<style><!--</style>-->", [start(b"style"), ("rawtext", b"<!--"), ("end", b"style"), ("data", b"-->")]),
    (b"<iframe><a></iframe>", [start(b"iframe"), ("rawtext", b"<a>"), ("end", b"iframe")]),
    (b"<noembed><a></noembed>", [start(b"noembed"), ("rawtext", b"<a>"), ("end", b"noembed")]),
    (b"<noframes><a></noframes>", [start(b"noframes"), ("rawtext", b"<a>"), ("end", b"noframes")]),
    (b"<xmp><a></xmp>", [start(b"xmp"), ("rawtext", b"<a>"), ("end", b"xmp")]),
    (b"<noscript><a></noscript>", [start(b"noscript"), A, ("end", b"noscript")]),
    (b"<template><a></template>", [start(b"template"), A, ("end", b"template")]),
    (b"<plaintext><a></plaintext>", [start(b"plaintext"), ("plaintext", b"<a></plaintext>")]),
    (b"<title/>a</title>", [start(b"title"), ("rcdata", b"a"), ("end", b"title")]),
    (b"<title></title><a>", [start(b"title"), ("end", b"title"), A]),
    # scripts (§13.2.5.15 ff.)
    (b"<script></style><a></script>", [start(b"script"), ("script", b"</style><a>"), ("end", b"script")]),
    (b"<script>a<!--b</script>c", [start(b"script"), ("script", b"a<!--b"), ("end", b"script"), ("data", b"c")]),
    (
        b"<script><!--<script></script></script>c",
        [start(b"script"), ("script", b"<!--<script></script>"), ("end", b"script"), ("data", b"c")],
    ),
    (
        b"<script><!--<script>--></script>c",
        [start(b"script"), ("script", b"<!--<script>-->"), ("end", b"script"), ("data", b"c")],
    ),
    (
        b"<script><!--<scripts></script>c",
        [start(b"script"), ("script", b"<!--<scripts>"), ("end", b"script"), ("data", b"c")],
    ),
    (
        b"<script><!--><script></script>c",
        [start(b"script"), ("script", b"<!--><script>"), ("end", b"script"), ("data", b"c")],
    ),
    (
        b"<script><!-<script></script>c",
        [start(b"script"), ("script", b"<!-<script>"), ("end", b"script"), ("data", b"c")],
    ),
    (
        b"<script><!--<script <!--</script/<!--</script>--> </SCRIPT\n>c",
        [start(b"script"), ("script", b"<!--<script <!--</script/<!--"), ("end", b"script"), ("data", b"--> "),
         ("end", b"SCRIPT"), ("data", b"c")],
    ),
    (
        b"<script><!--<script>--><script></script><a>",
        [start(b"script"), ("script", b"<!--<script>--><script>"), ("end", b"script"), A],
    ),
    # SVG and MathML (§13.2.6.5)
    (
        b"<svg><title>a<a>b</a></title><style><a></style></svg><style><a></style>",
        [start(b"svg"), start(b"title"), ("data", b"a"), A, ("data", b"b"), ("end", b"a"), ("end", b"title"),
         start(b"style"), A, ("end", b"style"), ("end", b"svg"), start(b"style"), ("rawtext", b"<a>"),
         ("end", b"style")],
    ),
    (b"<svg><![CDATA[<a>]]]></svg>", [start(b"svg"), ("cdata", b"<a>]"), ("end", b"svg")]),
    (b"<svg><![cdata[x]]>", [start(b"svg"), ("bogus", b"[cdata[x]]")]),
    (b"<svg/><style><a>", [start(b"svg"), start(b"style"), ("rawtext", b"<a>")]),
    (b"<svg><svg></svg><style><a>", [start(b"svg"), start(b"svg"), ("end", b"svg"), start(b"style"), A]),
    (b"<svg><div><style><a>", [start(b"svg"), start(b"div"), start(b"style"), ("rawtext", b"<a>")]),
    (b"<svg></p><style><a>", [start(b"svg"), ("end", b"p"), start(b"style"), ("rawtext", b"<a>")]),
    (b"<svg></div><style><a>", [start(b"svg"), ("end", b"div"), start(b"style"), A]),
    (
        b"<div><svg><path></div><style><a>",
        [start(b"div"), start(b"svg"), start(b"path"), ("end", b"div"), start(b"style"), ("rawtext", b"<a>")],
    ),
    (b"<svg><font><style><a>", [start(b"svg"), start(b"font"), start(b"style"), A]),
    (b"<svg><font size=1><style><a>", [start(b"svg"), start(b"font"), start(b"style"), ("rawtext", b"<a>")]),
    (
        b"<a><svg><a></a></a><style><b>",
        [A, start(b"svg"), A, ("end", b"a"), ("end", b"a"), start(b"style"), ("rawtext", b"<b>")],
    ),
    (
        b"<svg><foreignObject><style><a></style><![CDATA[x]]></foreignObject><style><a>",
        [start(b"svg"), start(b"foreignObject"), start(b"style"), ("rawtext", b"<a>"), ("end", b"style"),
         ("cdata", b"x"), ("end", b"foreignObject"), start(b"style"), A],
    ),
    (
        b"<svg><desc><p><![CDATA[x]]></p></svg><title><a>",
        [start(b"svg"), start(b"desc"), start(b"p"), ("bogus", b"[CDATA[x]]"), ("end", b"p"), ("end", b"svg"),
         start(b"title"), ("rcdata", b"<a>")],
    ),
    (b"<math><title><a></title>", [start(b"math"), start(b"title"), A, ("end", b"title")]),
    (
        b"<math><mi><style><a></style></mi><style><a>",
        [start(b"math"), start(b"mi"), start(b"style"), ("rawtext", b"<a>"), ("end", b"style"), ("end", b"mi"),
         start(b"style"), A],
    ),
    (
        b"<math><annotation-xml encoding='Text/HTML'><style><a>",
        [start(b"math"), start(b"annotation-xml", (b"encoding", b"Text/HTML")), start(b"style"), ("rawtext", b"<a>")],
    ),
    (
        b"<math><annotation-xml encoding=x><svg><desc><title><a>",
        [start(b"math"), start(b"annotation-xml", (b"encoding", b"x")), start(b"svg"), start(b"desc"), start(b"title"),
         ("rcdata", b"<a>")],
    ),
    # the end of the file (§13.2.5, eof-in-...): a tag is dropped, other text is kept
    (b"a<", [("data", b"a<")]),
    (b"a</", [("data", b"a</")]),
    (b"a<!", [("data", b"a"), ("bogus", b"")]),
    (b"a<!-", [("data", b"a"), ("bogus", b"-")]),
    (b"a<!--", [("data", b"a"), ("comment", b"")]),
    (b"<!-- a <a>", [("comment", b" a <a>")]),
    (b"<!-- a --", [("comment", b" a ")]),
    (b"<!-- a --!", [("comment", b" a ")]),
    (b"<!-- a ---", [("comment", b" a -")]),
    (b"<!DOCTYPE a", [("doctype", b" a")]),
    (b"a<p href=x", [("data", b"a"), ("rest", b"<p href=x")]),
    (b"a<p href='x>y</p>", [("data", b"a"), ("rest", b"<p href='x>y</p>")]),
    (b"a</p ", [("data", b"a"), ("rest", b"</p ")]),
    (b"<title>a</titl", [start(b"title"), ("rcdata", b"a</titl")]),
    (b"<title>a</title", [start(b"title"), ("rcdata", b"a</title")]),
    (b"<title>a</title b", [start(b"title"), ("rcdata", b"a"), ("rest", b"</title b")]),
    (b"<script>a<!--", [start(b"script"), ("script", b"a<!--")]),
    (b"<script>a<!-", [start(b"script"), ("script", b"a<!-")]),
    (b"<svg><![CDATA[a]]", [start(b"svg"), ("cdata", b"a]]")]),
)  # fmt: skip

#: Units that are repeated up to the size of the test.
HOSTILE = (
    "<", "<a ", "<a", "</", "</a", "</>", "<!", "<!-", "<!--", "<!---->", "<!-->", "<!--!>", "<![CDATA[", "<?", "<a =",
    "<a href", "<a href=", "<a href='", '<a href="x" ', "<a\t", "<a/", "&", "&#", "&amp", ">", "->", "-->", "--!>",
    "]]>", "'", '"', "=", "a=b ", "<div>", "<div><a href=x>", "</div>", "<base>", "<base href=x>", "<script>",
    "</script>", "<script></script>", "<!--<script>", "<!--</script>", "<script><!--", "<script><!--<script>",
    "<script><!--</script>", "<title>", "</title", "<title></titl", "<textarea>", "<style>", "<style></styl",
    "<plaintext>", "<svg>", "<svg><desc>", "<svg><desc><p>", "</svg>", "<math><annotation-xml>", "<svg></p>",
    "<svg><a>", "<math><mi>", "<font size=1>", "\0", "\r", "\xff", "<\xff", "<!doctype", "<!doctype>", "<!d",
    "<svg><![CDATA[", "<svg><![CDATA[]]>", "<!D>", "<a b=<", "<x/>", "a<b>c",
)  # fmt: skip

#: A beginning, and the unit that is repeated after it.
UNCLOSED = tuple(
    (before, unit)
    for before in (
        "<!--", "<a href='", '<a href="', "<a href=", "<a ", "<a", "<a x='", "</a ", "<script>", "<script><!--",
        "<script><!--<script>", "<!doctype ", "<!doctype a '", "<svg><![CDATA[", "<title>", "<style>", "<plaintext>",
        "<?", "<!", "<svg>", "<svg><desc>", "<table><svg><style>",
    )
    for unit in (
        "a", " ", "-", ">", "->", "]", "<", "/", "=", "a=1 ", "href=x ", "</", "</script", "<!--", "<script ",
        "</scrip", "</a>", "<b>",
    )
)  # fmt: skip

#: Fragments of documents.
FRAGMENTS = (
    "<a", " href=", " HREF = ", " src='", " id=", "x", "y z", '"', "'", "=", ">", "/>", "/", "</a>", "<img ", "<p>",
    "</p>", "</", "</>", "<", "<!", "<!-", "<!--", "-", "--", "-->", "--!>", "->", "<![CDATA[", "]", "]]>",
    "<![if x]>", "<!DOCTYPE", "<?x", "<script>", "<script", "</script>", "</scrip", "<style>", "</style>", "<title>",
    "</title>", "<textarea>", "</textarea ", "<svg>", "</svg>", "<svg/>", "<math>", "</math>", "<desc>", "</desc>",
    "<foreignObject>", "</foreignObject>", "<annotation-xml encoding=text/html>", "<mi>", "<font size=1>", "<div>",
    "</div>", "<plaintext>", "<xmp>", "</xmp>", "&amp;", "&", "\n", "\r\n", "\t", " ", " ", "\0", "\xe9", "text",
    "http://a.example/", "<base href=x>", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
)  # fmt: skip


def repeated(unit, size):
    """Return ``size`` bytes of the repeated unit."""
    unit = unit.encode("latin-1")
    return (unit * (size // len(unit) + 1))[:size]


def random_documents(dice, count):
    """Yield documents of a few dozen fragments."""
    for _ in range(count):
        yield "".join(dice.choices(FRAGMENTS, k=dice.randrange(1, 40))).encode("latin-1")
