"""Markdown: links as in CommonMark and GFM, HTML read by its own rules, and everything else as plain text."""

import pytest

from uri_extract import Scanner

from .reading import MARKDOWN, links, scan, texts

# A text, and the references of its links.
LINKS = [
    # Inline links (CommonMark §6.3).
    ("[a](b.md)", ["b.md"]), ('[a](b.md "title")', ["b.md"]), ("[a](b.md 'it''s')", []), ("[a](b (t))", ["b"]),
    ("[a]()", [""]), ("[a](<b c>)", ["b c"]), ("[a](<b\nc>)", []), ("[a](b c)", []), ("[a] (b)", []),
    ("[a](b(c)d)", ["b(c)d"]), ("[a](b(c)", []), (r"[a](b\(c)", ["b(c"]), ("[a](<b)c>)", ["b)c"]), ("[a](<b>c)", []),
    ("[a](\n  b\n  'c\nd'\n)", ["b"]), ("[a](b\n\nc)", []), ("[a](?q=1&amp;r=2#f)", ["?q=1&r=2#f"]),
    ("[a](b&copy=1)", ["b&copy=1"]), (r"[a](b\&amp;c)", ["b&amp;c"]), (r"[a](c:\x)", [r"c:\x"]),
    ("[a](b&auml;)", ["bä"]),
    ("[[a](b)](c)", ["b"]), ("[![i](j)](k)", ["j", "k"]), ("![i [a](b)](c)", ["b", "c"]), (r"\[a](b)", []),
    (r"[a\](b)", []), (r"!\[a](b)", []), (r"\![a](b)", ["b"]), ("[a`](b)`", []), ("[a](b`)`", ["b`"]),
    ("[a <b c='](d)'>](e)", ["e"]), ("*[a*](b)", ["b"]), ("[link](/uri \u00a0x)", []), ("a[1](b)", ["b"]),
    # Reference links: their definitions (§4.7).
    ("[a]: b", ["b"]), ("[a]: <b c> 'd'", ["b c"]), ("[a]:\n  b\n  'c\n  d'", ["b"]), ("[a]: b 'c' d", []),
    ("[a]: b\n'c' d", ["b"]), ("[a]:", []), ("[a]: <>", [""]), ("x\n[a]: b", []),
    ("[a]: b\n[c]: d\nx [e](f)", ["b", "d", "f"]),
    ("[^a]: b", []), ("[ ]: b", []), ("[a[]: b", []), (r"[a\]]: b", ["b"]), ("# x\n[a]: b", ["b"]), ("> [a]: b", ["b"]),
    # Code (§6.1, §4.4, §4.5).
    ("`[a](b)`", []), ("``[a](b)` [a](c)``", []), ("`` ` [a](b)", ["b"]), ("    [a](b)", []), ("x\n    [a](b)", ["b"]),
    ("- x\n\n      [a](b)", []), ("- x\n\n  [a](b)", ["b"]), ("\t[a](b)", []), ("1. x\n\n\t[a](b)", ["b"]),
    ("```\n[a](b)\n```\n[c](d)", ["d"]), ("~~~ x\n[a](b)\n```\n~~~~\n[c](d)", ["d"]), ("````\n```\n[a](b)", []),
    ("> ```\n> [a](b)\n[c](d)", ["d"]), ("- ```\n  [a](b)\n  ```\n  [c](d)", ["d"]), ("``` a`b\n[a](b)\n", ["b"]),
    # Other blocks.
    ("# [a](b) #", ["b"]), ("#[a](b)", ["b"]), ("[a](b)\n===", ["b"]), ("> [a](\n> b)", ["b"]), ("> [a](\nb)", ["b"]),
    ("* [a](b)\n+ [c](d)\n3) [e](f)", ["b", "d", "f"]), ("* * *\n    [a](b)", []), ("[a](\n- b)", []),
    ("[a](\n2. b)", []),
    ("| `x | [a](b) |\n| `y | [c](d) |", ["b", "d"]), ("[x]\n---\n[a](b)", ["b"]), ("[a\n\nb](c)", []),
    # Content that four columns make part of an admonition, a tab, a footnote or a definition is no code; more are.
    ('!!! note "x"\n\n    [a](b)\n\n        [c](d)\n\n[e](f)', ["b", "f"]), ("???+ note\n\n    ![a](b)", ["b"]),
    ('=== "x"\n\n    [a](b)\n\n    !!! note\n\n        [c](d)', ["b", "d"]), ("=== x\n\n    [a](b)", []),
    ("!!! note\n    ```\n    [a](b)\n    ```\n    [c](d)", ["d"]), ("- x\n\n    !!! note\n\n        [a](b)", ["b"]),
    ("[^x]: [a](b)\n\n    [c](d)\n\n        [e](f)", ["b", "d"]), ("  [^x]:\n    [a](b)", ["b"]),
    ("[^x] [a](b)\n\n    [c](d)", ["b"]), ("x\n:   [a](b)\n\n    [c](d)\n:\ty\n\n    [e](f)", ["b", "d", "f"]),
    ("!!!! note\n\n    [a](b)", []), ("!!!\n\n    [a](b)", []), ("::: note\n\n    [a](b)", []),
    # Directives of MyST: the path of an image or a file, and content that is Markdown or not.
    ("```{figure} a/b.png\n:name: x\nText [c](d)\n```\n\n```{image} e.png \n```", ["a/b.png", "d", "e.png"]),
    (":::{figure} b.png\n[c](d)\n:::\n:::{x} e.png\n:::\n:: {image} f.png", ["b.png", "d"]),
    ("```{literalinclude} b.py\n[c](d)\n```\n~~~{include} e.md\n~~~", ["b.py", "e.md"]),
    ("````{note} [a](b)\n[c](d)\n```{tip}\n[e](f)\n```\n```py\n[g](h)\n```\n````\n[i](j)", ["d", "f", "j"]),
    ("```{code} x\n[a](b)\n```\n```{r}\n[a](b)\n```\n```{image}\n[a](b)\n```\n``` {.x}\n[a](b)\n```\n[c](d)", ["d"]),
    ("- ```{note}\n  [a](b)\n  ```\n\n  ~~~{note}\n  ```\n  [c](d)\n  ```\n  ~~~\n  [e](f)", ["b", "f"]),
    ("[a](project:b.md#c) <project:d.md> <path:e.zip> <inv:f> <project:> [g]: h", ["b.md#c", "d.md", "e.zip"]),
    # Destinations that Hugo and Jekyll make.
    ('[a]({{< ref "b.md" >}}) [c]({{% relref `d.md#e` %}} "t")\n\n[f]: {{<ref path="/g" lang="de">}}',
     ["b.md", "d.md#e", "/g"]),
    ("[a]({{% ref b%20c.md%}}) [d]({{%ref path=e.md%}}) [f]({{<ref g.md>}}", ["b%20c.md", "e.md"]),
    ("[a]({{< ref b >}}) [c]({{< ref >}}) [d]({{< x ref >}}) [e]({{ f }}) [g]({{h}}) {{< ref i >}}", ["b", "{{h}}"]),
    ("[a]({% link b/c.md %}) [d]({{ x.y }}{%- link e.md -%}#f) [g]({% post_url h %}) [i]({% link j k %})",
     ["b/c.md", "e.md"]),
    ("[[a]] ![[b.png]] [[c|d]]", []),
    # Mail addresses in angle brackets (§6.5).
    ("<a@b.example>", ["mailto:a@b.example"]), ("<1.a+b_c@d-e> <a@b>", ["mailto:1.a+b_c@d-e", "mailto:a@b"]),
    ("[<a@b>](c)", ["mailto:a@b", "c"]), ("<mailto:a@b> <@b> <a@> <a@b..c> <a@-b> <a@b-> <a@b@c> <a b@c> <a@b", []),
    (f"<a@{63 * 'b'}> <a@{64 * 'b'}>", [f"mailto:a@{63 * 'b'}"]), (r"`<a@b>` \<a@b> <a\+@b>", []),
    # Front matter.
    ("---\nx: '[a](b)'\n---\n[c](d)", ["d"]), ("+++\nx = '[a](b)'\n+++\n", []), ("---\n[a](b)\n", ["b"]),
    ("\ufeff---\r\nx: '[a](b)'\r\n---\r\n[c](d)", ["d"]), ("x\n\n---\n[a](b)\n---\n", ["b"]),
]  # fmt: skip


WIKI = [
    ("[[A b]] ![[c.png]] [[D#e|f *g*]]", [("A b", "A b"), ("c.png", "c.png"), ("D#e", "f g")]),
    ("| [[a\\|b]] | [c](d) |", [("a", "b"), ("d", "c")]),
    ("`[[a]]` [[]] [[a\nb]] \\[[c]] [[d [e](f)]] [[g]](h)\n\n    [[i]]", [("f", "e"), ("g", "g")]),
]


@pytest.mark.parametrize(("text", "expected"), WIKI)
def test_links_of_wikis_are_read_if_the_type_says_so(text, expected):
    found = links("text/x-wiki-markdown", text)
    assert [(reference, label) for _, reference, label in found] == expected
    assert {element for element, _, label in found if label not in "ce"} <= {"wiki"}


@pytest.mark.parametrize(("text", "references"), LINKS)
def test_links_are_those_of_commonmark(text, references):
    assert [reference for _, reference, _ in links(MARKDOWN, text)] == references


def test_each_link_says_what_it_is_and_has_its_label():
    assert links(MARKDOWN, "[a](b) ![c](d)\n\n[e]: f 'g'") == [
        ("link", "b", "a"), ("image", "d", "c"), ("definition", "f", "e"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("a", "a"), (" a \n  b ", "a b"), ("**a** _b_ `c` ~~d~~", "a b c d"), ("snake_case_name", "snake_case_name"),
        (r"\*a\*", "*a*"), ("a &amp; b", "a & b"), ("<b>a</b>", "a"), ("![a](b) c", "a c"), ("", None),
        ("a < b", "a < b"),
    ],
)  # fmt: skip
def test_the_text_of_a_link_is_its_label_without_signs(label, text):
    assert [text_of for _, reference, text_of in links(MARKDOWN, f"[{label}](x)") if reference == "x"] == [text]


def test_marks_of_a_quote_are_not_part_of_a_label():
    assert links(MARKDOWN, "> [a\n> b](c)") == [("link", "c", "a b")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<a href=b>c</a>", [("a", "href", "b", "c")]), ("x <img src='b&amp;c'> y", [("img", "src", "b&c", None)]),
        ("<div>\n<img src=b>\n</div>", [("img", "src", "b", None)]),
        ("<p\n  align=x><a\nhref=b>c</a>", [("a", "href", "b", "c")]),
        ("`<img src=b>`", []), ("    <img src=b>", []), ("```\n<img src=b>\n```", []), (r"\<img src=b>", []),
        ("<!-- <img src=b> -->", []), ("<!--\n\n<img src=b>\n\n-->", []),
        ("<style>a{b:url(c)}</style>", [("style", "", "c", None)]),
        ("the <title> <img src=b>", [("img", "src", "b", None)]), ("a <b <img src=b>", [("img", "src", "b", None)]),
        ("> <a\n> href=b>", [("a", "href", "b", None)]), ("<img src=b\n\nalt=c>", []),
        ("a <iframe src=b></iframe>", [("iframe", "src", "b", None)]),
        ("a <script> <img src=b>\n", [("img", "src", "b", None)]), ("[a](b)<br>[c](d)", []),
        ("<a href='`'>`<img src=b>`</a>", [("a", "href", "`", "`<img src=b>`")]),
    ],
)  # fmt: skip
def test_html_is_read_by_its_own_rules_and_only_where_markdown_allows_it(text, found):
    occurrences, _ = scan(MARKDOWN, text)
    assert [
        (each.element, each.attribute, each.reference, each.text)
        for each in occurrences
        if each.delimiter in ("attribute", "css")
    ] == found


def test_markdown_in_an_html_block_is_not_read_until_an_empty_line():
    text = "<div>\n[a](b)\n\n[c](d)\n</div>\n\n<pre>\n\n[e](f)\n</pre>\n[g](h)"
    assert [reference for _, reference, _ in links(MARKDOWN, text)] == ["d", "h"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see http://a.example/b, and <http://c.example/>", ["http://a.example/b", "http://c.example/"]),
        ("`http://a.example/b`\n\n    http://c.example/?d&amp;e\n", ["http://a.example/b", "http://c.example/?d&amp;e"]),
        ("http://a.example/?b&amp;c&copy=d", ["http://a.example/?b&c&copy=d"]),
        ("`http://a.example/?b&amp;c`", ["http://a.example/?b&amp;c"]),
        ("<!-- http://a.example/ -->", ["http://a.example/"]), ("[http://a.example/](b)", ["http://a.example/"]),
        ("---\nurl: http://a.example/\n---\n", ["http://a.example/"]),
        ("[a](http://a.example/ 'http://b.example/')", ["http://b.example/"]),
        ("[^1]: http://a.example/", ["http://a.example/"]),
        ("```sh\ncurl http://a.example/\n```", ["http://a.example/"]),
        ("[a](http://a.example/ b)", ["http://a.example/"]),
        # Escaped punctuation inside a reference, also twice in a row (§2.4); at its end it is none of it.
        (r"http://a.example/b\!c\#\_d\*e\+f", ["http://a.example/b!c#_d*e+f"]),
        (r"http://a.example/b\_\_c\_\_ http://a.example/d\!\* e", ["http://a.example/b__c", "http://a.example/d"]),
    ],
)  # fmt: skip
def test_everything_else_is_plain_text(text, found):
    assert texts(MARKDOWN, text) == found


def test_a_link_is_given_once():
    found, _ = scan(MARKDOWN, "[a](http://a.example/b_(c)) [d]: http://e.example/\n\n[f]: <http://g.example/>")
    assert [(each.reference, each.delimiter) for each in found] == [
        ("http://a.example/b_(c)", "markup"), ("http://e.example/", "whitespace"), ("http://g.example/", "markup"),
    ]  # fmt: skip


def test_relative_links_resolve_against_the_base_of_the_document():
    found, _ = scan(MARKDOWN, "[a](../b) <img src=c> ![d](//e.example/f g)\n\n[h]: #i", base="http://x.example/y/z")
    assert [each.target for each in found] == [
        "http://x.example/b", "http://x.example/y/c", "http://x.example/y/z#i",
    ]  # fmt: skip
    assert scan(MARKDOWN, "[a](<b c>)", base="http://x.example/")[0][0].target == "http://x.example/b%20c"


def test_a_label_that_names_another_host_is_a_hazard():
    found, _ = scan(MARKDOWN, "[bank.example.com](http://thief.example.org/)")
    assert [each.hazards for each in found] == [("other-host-in-text",)]


def test_the_label_of_deeply_nested_images_is_not_read():
    # Otherwise each byte would be read once for each label that contains it.
    text = "![" * 40 + "a" + "".join(f"]({number})" for number in range(40))
    texts = [label for _, _, label in links(MARKDOWN, text)]
    assert texts[:2] == ["a", "a"]
    assert texts[4:] == [None] * 36


def test_links_side_by_side_are_not_nested():
    text = "".join(f"[![a{number}](x)](y) " for number in range(20))
    assert [label for _, _, label in links(MARKDOWN, text)] == [f"a{number}" for number in range(20) for _ in "xy"]


@pytest.mark.parametrize("size", [1, 3, 5, 8, 1000])
def test_a_link_is_not_found_before_the_html_that_precedes_it(size):
    # When the link after the image is known, the HTML tokenizer is still waiting for the rest of the image.
    image = b'p a="c"><img src=\'http://h.example/\xb2\xac/' + b"x" * 60 + b'\' style="m"></img></p>'
    data = b"w " * 120 + b"\n\n" + image + b"\n\n# [A](http://h.example/a), M\n___\n> r\n> http://h.example/b"
    scanner = Scanner("text/markdown")
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    assert [each.start for each in found + scanner.close()] == [260, 370, 403]
