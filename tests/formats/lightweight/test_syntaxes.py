"""reStructuredText, AsciiDoc, Org, wikitext, LaTeX, BibTeX: links by syntax, and text that only resembles them."""

import random
from unittest import mock

import pytest

from uri_extract.formats import scanner_for

from .reading import ASCIIDOC, BIBTEX, ORG, ROFF, RST, TEX, WIKI, links, scan, texts

CASES = {
    RST: [
        ("`a <b.html>`_", [("link", "b.html", "a")]), ("`a <b.html>`__", [("link", "b.html", "a")]),
        ("`<b.html>`_", [("link", "b.html", None)]), ("`a\nb <c\n d>`_", [("link", "cd", "a b")]), ("`a`_", []),
        ("`a <b_>`_", []), (r"`a <b\_>`_", [("link", "b_", "a")]), ("`a <b>`", []), (":doc:`a <b>`", []),
        ("x`a <b>`_", []),
        ("``a <b>`_``", []), (".. _a: b.html", [("definition", "b.html", "a")]), (".. _a:", []), (".. _a: b_", []),
        (".. _`a: b`: c", [("definition", "c", "a: b")]), (r".. _a\: b: c", [("definition", "c", r"a\: b")]),
        (".. _a:b: c", [("definition", "c", "a:b")]), (".. _a: b\n   c", [("definition", "bc", "a")]),
        (".. __: a", [("definition", "a", None)]), ("__ a", [("definition", "a", None)]), ("__ a_", []),
        (".. image:: a.png\n   :target: b\n   :alt: c", [("image", "a.png", None), ("link", "b", None)]),
        (".. image:: a.png\n   :target: b_\n", [("image", "a.png", None)]),
        (".. |a| image:: b", [("image", "b", None)]),
        (".. figure:: a\n\n   `b <c>`_", [("image", "a", None), ("link", "c", "b")]),
        (".. include:: a.txt", [("include", "a.txt", None)]), (".. include:: <isonum.txt>", []),
        ("a::\n\n  `b <c>`_\n\n`d <e>`_", [("link", "e", "d")]),
        ("- a::\n\n    `b <c>`_\n\n  `d <e>`_", [("link", "e", "d")]),
        (".. code:: x\n\n   `b <c>`_\n", []), (".. note::\n\n   `b <c>`_\n", [("link", "c", "b")]), (".. `b <c>`_", []),
        (".. note:: `b <c>`_", [("link", "c", "b")]), (".. [1] `b <c>`_", [("link", "c", "b")]),
        (".. _a: b@c.example", []),
        ("| `a <b | c |\n| d>`_ | e |", []), ("| `a <b>`_ |\n| c |", [("link", "b", "a")]),
        ("`a\n|b| <c>`_", [("link", "c", "a |b|")]),
        (".. _a: b\n.. _c: d\n", [("definition", "b", "a"), ("definition", "d", "c")]),
        # White space that is escaped is a blank of the URI, other white space is left out.
        (r"`a <b\ c d\\ e>`_", [("link", r"b cd\e", "a")]), (".. _a: b\\\n   c", [("definition", "b c", "a")]),
        (".. image:: a\\ b\n   :target: c\\ d", [("image", "a b", None), ("link", "c d", None)]),
        # Explicit markup after the markers of what is around it; it ends where the text is indented less.
        ("* - .. image:: a\n       :target: b\n  - .. figure:: c",
         [("image", "a", None), ("link", "b", None), ("image", "c", None)]),
        ("#. (a) .. image:: a\n:b: .. image:: c\n-d e  .. image:: f", [("image", each, None) for each in "acf"]),
        (".. note:: .. image:: a", [("image", "a", None)]), (".. [1] .. image:: a", [("image", "a", None)]),
        (".. rst:directive:: .. image:: a", []), ("a .. image:: b", []), ("- a .. image:: b", []),
        ("+---+---+\n| .. image:: a | .. image:: b |\n|   :target: c  | `d <e>`_     |\n+---+---+",
         [("image", "a", None), ("image", "b", None), ("link", "c", None), ("link", "e", "d")]),
        ("== ==\n.. image:: a  .. image:: b\n== ==", [("image", "a", None), ("image", "b", None)]),
        ("- .. _a: b\n- `c <d>`_\n", [("definition", "b", "a"), ("link", "d", "c")]),
        (".. _a: b\nc", [("definition", "b", "a")]), (".. a\n`b <c>`_", [("link", "c", "b")]),
        ("- .. code::\n\n     `a <b>`_\n\n  `c <d>`_", [("link", "d", "c")]),
    ],
    ASCIIDOC: [
        ("link:a.html[b]", [("link", "a.html", "b")]), ("link:a.html[]", [("link", "a.html", None)]),
        ("image::a[]\n|image::b[]\na| image::c[]", [("image", "a", None), ("image", "b", None), ("image", "c", None)]),
        ("x image::a[] |`image::b[]` `include::c[]` *image::d[]", []),
        ("link:a b[c]", []),
        ("<<<<a.adoc#b,c>>", [("link", "a.adoc#b", "c")]), ("<<<<<a.adoc#b,c>>", [("link", "<a.adoc#b", "c")]),
        ("link:++a b++[c]", [("link", "a b", "c")]), (r"\link:a[b]", []), ("hyperlink:a[b]", []), ("link:a", []),
        ('link:a["b, c",window=_blank]', [("link", "a", "b, c")]), ("link:a[b^]", [("link", "a", "b")]),
        ("link:a[b,role=c]", [("link", "a", "b")]), (r"link:a[b\]c]", [("link", "a", "b]c")]),
        ("http://a.example/b[c]", [("link", "http://a.example/b", "c")]), ("http://a.example/b", []),
        ("mailto:a@b.example[c]", [("link", "mailto:a@b.example", "c")]),
        ("image::a b.png[c,100]", [("image", "a b.png", "c")]),
        ("image:a.png[b]", [("image", "a.png", "b")]), ("image::module:a.png[]", []),
        ("include::a.adoc[]", [("include", "a.adoc", None)]),
        ("include::partial$a.adoc[]", []), ("xref:a.adoc#b[c]", [("link", "a.adoc#b", "c")]), ("xref:a[b]", []),
        ("xref:m:a.adoc[]", []),
        ("<<a.adoc#b,c>>", [("link", "a.adoc#b", "c")]), ("<<a,c>>", []), ("<<a#>>", [("link", "a#", None)]),
        (":a: http://b.example\n\n{a}/c[d]", [("link", "http://b.example/c", "d")]), ("{a}/c[d]", []),
        ("link:{a}[b]", []),
        (":a: b\n:c: {a}/d\n\nlink:{c}[e]", [("link", "b/d", "e")]),
        ("----\nlink:a[b]\n----\nlink:c[d]", [("link", "c", "d")]),
        ("```ruby\nlink:a[b]\n```\n", []), ("// link:a[b]", []), (" link:a[b]", []),
        ("* link:a[b]", [("link", "a", "b")]),
        ("////\nlink:a[b]\n////", []), ("====\nlink:a[b]\n====", [("link", "a", "b")]),
        # The folder of images, which may change in the document; it is no prefix of an absolute target.
        (":imagesdir: a\nimage::b.png[]\n:imagesdir: ../c/\nimage:d.png[] image:/e.png[]\nimage::https://f.example/[]",
         [("image", "a/b.png", None), ("image", "../c/d.png", None), ("image", "/e.png", None),
          ("image", "https://f.example/", None)]),
        (":imagesdir: a\n:imagesdir!:\n\nimage::b[] link:c[d]", [("image", "b", None), ("link", "c", "d")]),
        # An entry in a conditional that is false does not count. Its attributes: one of them, or all.
        ("ifndef::imagesdir[:imagesdir: a]\nifndef::imagesdir[:imagesdir: b]\n\nimage::c[]", [("image", "a/c", None)]),
        ("ifdef::x[]\nifdef::asciidoctor[]\n:imagesdir: a\nendif::[]\n:imagesdir: b\nendif::[]\n\nimage::c[]",
         [("image", "c", None)]),
        (":x:\nifdef::y,x[:imagesdir: a]\nifdef::x+y[:imagesdir: b]\nimage::c[]", [("image", "a/c", None)]),
        # Attributes of images and the lists above blocks; "self" and "none" are no targets.
        ('image::a["b, c",link=d.html]', [("image", "a", "b, c"), ("link", "d.html", "b, c")]),
        ("image:a[b,c,link='d,e'] icon:f[link=g]",
         [("image", "a", "b"), ("link", "d,e", "b"), ("link", "g", None)]),
        ("[#x,link=a.html]\n.Title\nimage::b[]", [("link", "a.html", None), ("image", "b", None)]),
        ("[source,link=a]\n----\nb\n----", []),
        ("image::a[link=self] image:b[link=none] image:c[link={d}]",
         [("image", "a", None), ("image", "b", None), ("image", "c", None)]),
        # The target of a player is an identifier; other videos have a picture.
        ("video::a[youtube]\n\nvideo::b[vimeo,100] video::c/d[poster=youtube]", []),
        (":imagesdir: x\n\nvideo::a.mp4[poster=b.png]", [("image", "x/a.mp4", None), ("image", "x/b.png", None)]),
        # Escapes, character references and attributes of characters in targets.
        (r"link:a\...b\__c__[d] link:e&#32;f&amp;g[h]", [("link", "a...b__c__", "d"), ("link", "e f&g", "h")]),
        ("https://a.example/{plus}{tilde}[b]", [("link", "https://a.example/+~", "b")]),
        (":a: link:b\n\n{a}/c[d]", [("link", "b/c", "d")]),
        # Passthroughs are parts of targets, and have no macros.
        ("link:+++a[b]+++[c] link:pass:c[d e][f] link:$$g$$h[+i+]",
         [("link", "a[b]", "c"), ("link", "d e", "f"), ("link", "gh", "+i+")]),
        ("https://a.example/++b__c++/d, and https://a.example/$$e$$[f]",
         [("link", "https://a.example/b__c/d", None), ("link", "https://a.example/e", "f")]),
        ("+link:a[b]+ `+link:c[d]+` pass:[link:e[f\\]] x++link:g[h]++ 1+link:i[j] k+", [("link", "i", "j")]),
        ("https://a.example/b++ and c++", []),
        # The second and third attribute of a mail address are its subject and text.
        ('mailto:a@b.example[c,"d, e",f g] mailto:a@b.example[h, i]',
         [("link", "mailto:a@b.example?subject=d%2C+e&body=f+g", "c"),
          ("link", "mailto:a@b.example?subject=i", "h")]),
        # Identifiers of Antora.
        ("image::a:b$c.png[] include::example$d.rb[] xref:1.0@a:b:c.adoc#d[e]", []),
    ],
    ORG: [
        ("[[http://a.example/][b]]", [("link", "http://a.example/", "b")]),
        ("[[file:a.org]]", [("link", "a.org", None)]),
        ("[[file:a.org::*b][c]]", [("link", "a.org", "c")]), ("[[./a.png]]", [("image", "./a.png", None)]),
        ("[[*a]]", []),
        ("[[#a]]", []), ("[[id:a]]", []), ("[[a]]", []), ("[[file:~/a]]", []),
        ("[[file:/a]]", [("link", "file:/a", None)]),
        ("[[file:///a]]", [("link", "file:///a", None)]), ("[[/a/b][c]]", [("link", "/a/b", "c")]),
        ("[[mailto:a@b.example]]", [("link", "mailto:a@b.example", None)]),
        ("#+INCLUDE: \"a.org\" src", [("include", "a.org", None)]),
        ("#+setupfile: a.org", [("include", "a.org", None)]),
        ("#+begin_src c\n[[file:a]]\n#+end_src\n[[file:b]]", [("link", "b", None)]), (": [[file:a]]", []),
        ("=[[file:a]]=", []),
        ("# [[file:a]]", []), ("[[[[file:a]]", [("link", "a", None)]),
        ("#+begin_quote\n[[file:a]]\n#+end_quote", [("link", "a", None)]),
        # Backslashes escape brackets, and themselves before brackets and at the end.
        (r"[[http://a.example/\[b\]][c]]", [("link", "http://a.example/[b]", "c")]),
        (r"[[http://a.example/b\c\\\]\\][d]]", [("link", "http://a.example/b\\c\\]\\", "d")]),
        (r"[[http://a.example/b\]] [[file:c]]", [("link", "c", None)]),
        ("[[file:a] [[file:b]c]] [[file:c][d]]", [("link", "c", "d")]),
        # Verbatim text has no links; its signs are in one line, at the borders of words.
        ("=a [[file:b]] c= ~[[file:d]]~ [[file:e]]", [("link", "e", None)]),
        ("a=b [[file:c]]= =\n[[file:d]]= x=", [("link", "c", None), ("link", "d", None)]),
    ],
    WIKI: [
        ("[http://a.example/ b]", [("link", "http://a.example/", "b")]),
        ("[//a.example/ b]", [("link", "//a.example/", "b")]),
        ("[http://a.example/]", [("link", "http://a.example/", None)]),
        ("[mailto:a@b.example c]", [("link", "mailto:a@b.example", "c")]),
        ("[a b]", []), ("[http://a.example/?b&amp;c&sect=d e]", [("link", "http://a.example/?b&c&sect=d", "e")]),
        ("[http://a.example/ b\nc]", []), ("[http://a.example/ ''b'']", [("link", "http://a.example/", "b")]),
        ("[[Page|a]]", []),
        ("[[File:a b.png|thumb|c]]", [("image", "./File:a_b.png", "c")]),
        ("[[image:a.png]]", [("image", "./image:a.png", None)]),
        ("[[File:a.png|thumb|b [[c|d]] e]]", [("image", "./File:a.png", None)]),
        ("[[:File:a?.png]]", [("image", "./File:a%3F.png", None)]),
        ("<nowiki>[http://a.example/ b]</nowiki> [http://c.example/ d]", [("link", "http://c.example/", "d")]),
        ("<!-- [http://a.example/ b] -->", []),
        ("<ref>[http://a.example/ b]</ref>", [("link", "http://a.example/", "b")]),
        ("<gallery>\nFile:a.png|b\n</gallery>\nFile:c.png", [("image", "./File:a.png", "b")]),
        ("<pre>\n\n[http://a.example/ b]\n</PRE>", []),
        ("[[a]][[[[File:b.png]]", [("image", "./File:b.png", None)]), ("[[[[http://a.example/ b]", []),
        ("[[[http://a.example/ b]", [("link", "http://a.example/", "b")]),
        ("[[[[[[ :File:a.png|b]]", [("image", "./File:a.png", "b")]),
        ("[http://a.example/b''c'' d]", [("link", "http://a.example/b", "c d")]),  # emphasis is read before links
        ("[http://a.example/b'c d]", [("link", "http://a.example/b'c", "d")]),
    ],
    TEX: [
        (r"\href{a.html}{b}", [("link", "a.html", "b")]), (r"\href[x]{a}{\textbf{b} c}", [("link", "a", "b c")]),
        (r"\url{http://a.example/b\_c\%20d}", [("link", "http://a.example/b_c%20d", None)]),
        (r"\url|http://a.example/#b|", [("link", "http://a.example/#b", None)]),
        (r"\urlé/a/bé", []),  # a byte of a character cannot be the delimiter
        (r"\href{http://a.example/\~{}b}{c}", [("link", "http://a.example/~b", "c")]),
        (r"\includegraphics[width=1cm]{a.png}", [("image", "a.png", None)]), (r"\input{a}", []),
        (r"% \href{a}{b}", []), (r"\% \href{a}{b}", [("link", "a", "b")]),
        ("\\url{http://a.example/%\n  b}", [("link", "http://a.example/b", None)]),
        ("\\includegraphics% c\n[d]% e\n{% f\na/%\n  b.png% g\n}", [("image", "a/b.png", None)]),
        ("\\href{%\n a%20\n}% b\n{c}", [("link", "a%20", "c")]),
        (r"\newcommand{\x}[1]{\href{a#1}{b}}", []), (r"\href{a#1}{b}", [("link", "a#1", "b")]),
        (r"\href{\x/a}{b}", []), (r"\hrefx{a}{b}", []),
        ("\\begin{verbatim}\n\\href{a}{b}\n\\end{verbatim}\n\\href{c}{d}", [("link", "c", "d")]),
        (r"\url{a@b.example}", []), (r"\href{a", []), (r"\href{a{b}c}{d}", [("link", "a{b}c", "d")]),
        (r"\textasciitilde \href{\textasciitilde a}{b}", [("link", "~a", "b")]),
        (r"\\\\\url{a}", [("link", "a", None)]), (r"\\\\url{a}", []), (r"\%\\\%\url{a}%\url{b}", [("link", "a", None)]),
    ],
    ROFF: [
        (".UR http://a.example/\\:b\\-c\nthe\n.B label\n.UE .\n", [("link", "http://a.example/b-c", "the label")]),
        (".UR http://a.example/\n.UE\n", [("link", "http://a.example/", None)]), (".UR\na\n.UE\n", []),
        (".MT a@b.example\nMe\n.ME\n", [("link", "mailto:a@b.example", "Me")]),
        (".UR http://a.example/\na\n.UR http://b.example/\nb\n.UE\nc\n",
         [("link", "http://a.example/", "a"), ("link", "http://b.example/", "b")]),
        ('.UR "http://a.example/"\na \\fBb\\fR\n.UE', [("link", "http://a.example/", "a b")]),
        (".Lk http://a.example/ its label .", [("link", "http://a.example/", "its label")]),
        ('.Pq Lk http://a.example/ "its label"', [("link", "http://a.example/", "its label")]),
        (".An Me Aq Mt a@b.example", [("link", "mailto:a@b.example", None)]), (".Mt a", []), (".Lk a", []),
        (".Sy \\&Lk http://a.example/", []), (".B Lk http://a.example/", []), ("Lk http://a.example/", []),
        (".URL http://a.example/ label ,", [("link", "http://a.example/", "label")]),
        ('.\\" .UR http://a.example/', []), ('.Lk \\" http://a.example/', []), (".UR www.a.example\n.UE\n", []),
        ("'UR http://a.example/\nx\n.UE", [("link", "http://a.example/", "x")]),
        (".UR http://a.example/\\:\\\n?b\\\n=c d\nthe\nlabel\n.UE", [("link", "http://a.example/?b=c", "the label")]),
        (".UR http://a.example/\\\n", [("link", "http://a.example/", None)]),
    ],
    BIBTEX: [
        (r"@x{a, url = {http://a.example/b\_c}}", [("link", "http://a.example/b_c", None)]),
        ('url="http://a.example/"', [("link", "http://a.example/", None)]),
        ("url = {http://a.example/;http://b.example/}", []), ("url = {a}", []), ("doi = {10.1000/1}", []),
        ("curl = {http://a.example/}", []),
        (r"howpublished = {\url{http://a.example/}}", [("link", "http://a.example/", None)]),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("media_type", "text", "found"), [(kind, *each) for kind, cases in CASES.items() for each in cases]
)
def test_links_are_those_of_the_syntax(media_type, text, found):
    assert links(media_type, text) == found


@pytest.mark.parametrize("media_type", CASES)
def test_text_outside_link_syntax_is_read_as_plain_text(media_type):
    text = "See http://a.example/b, <http://c.example/d\n e> and % // # http://f.example/g.\n\n    http://h.example/\n"
    assert texts(media_type, text) == [
        "http://a.example/b",
        "http://c.example/de",
        "http://f.example/g",
        "http://h.example/",
    ]


@pytest.mark.parametrize(
    ("media_type", "text", "found"),
    [
        (ORG, "=a http://a.example/b= (~http://a.example/c/~) http://a.example/?d= =e", "b c/ ?d="),
        (WIKI, "http://a.example/b''c and '''http://a.example/d''' http://a.example/e'f", "b d e'f"),
        (ASCIIDOC, "+http://a.example/b+ $$http://a.example/c$$ http://a.example/&#100;&amp;e", "b c d&e"),
    ],
)
def test_signs_of_markup_are_not_part_of_a_reference_in_text(media_type, text, found):
    assert texts(media_type, text) == [f"http://a.example/{each}" for each in found.split()]


@pytest.mark.parametrize("media_type", CASES)
def test_links_resolve_against_the_base_of_the_document(media_type):
    text = CASES[media_type][0][0]
    found, _ = scan(media_type, text, base="http://x.example/y/z")
    assert found[0].target in ("http://x.example/y/b.html", "http://x.example/y/a.html", found[0].reference)


@pytest.mark.parametrize("media_type", CASES)
def test_lines_passed_in_runs_are_read_as_each_would_be(media_type):
    """The documents have complete and broken cases of the syntax, and text that begins and ends lines."""
    syntax = scanner_for(media_type).syntax
    cases = [text for text, _ in CASES[media_type]]
    generator = random.Random(media_type)
    for _ in range(300):
        text = "".join(
            generator.choice(cases)[generator.choice((0, 0, generator.randrange(6))) :]
            + generator.choice(("\n", "\n\n", " ", "\n \t\r\n", "\n\f", "\n  ", "\n\n    ", "\n\n:"))
            for _ in range(generator.randrange(1, 12))
        )
        with mock.patch.object(syntax, "stops", None), mock.patch.object(syntax, "pass_aside"):
            one_by_one = links(media_type, text)
        assert links(media_type, text) == one_by_one, text
