"""Links made of the URIs in a text: ``linkify``, ``linkify_html``, ``replace``, ``finditer``."""

import random
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.linking.hostile import HOSTILE

from uri_extract import (
    InvalidOption,
    InvalidOptionValue,
    SourceTypeError,
    extract_text,
    finditer,
    linkify,
    linkify_html,
    replace,
)
from uri_extract.linking.filters import linkify as template_filter

SAFE = ("http://", "https://", "mailto:", "tel:")


class Tags(HTMLParser):
    """The tags and the text of HTML."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.starts, self.others, self.text = [], [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.starts.append((tag, attrs))

    def handle_endtag(self, tag):
        self.others += [] if tag == "a" else [tag]

    def handle_comment(self, data):
        self.others.append(data)

    def handle_decl(self, decl):
        self.others.append(decl)

    def handle_pi(self, data):
        self.others.append(data)

    def unknown_decl(self, data):
        self.others.append(data)

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_hostile_becomes_markup_or_a_link_that_runs(text):
    tags = Tags(linkify(text))
    assert not tags.others
    for tag, attributes in tags.starts:
        assert tag == "a"
        assert [name for name, _ in attributes] in (["href", "rel"], ["href"])
        assert dict(attributes)["href"].startswith(SAFE)
    assert tags.text == text.replace("\0", tags.text[text.index("\0")] if "\0" in text else "")


@pytest.mark.parametrize("text", HOSTILE)
def test_html_that_was_escaped_stays_so_where_links_are_made_in_it(text):
    html = escape(text)
    made = linkify_html(html)
    tags = Tags(made)
    assert not tags.others
    assert all(tag == "a" and dict(attributes)["href"].startswith(SAFE) for tag, attributes in tags.starts)
    assert tags.text.replace("\ufffd", "\0") == Tags(html).text.replace("\ufffd", "\0")


def test_hostile_texts_are_many_and_some_have_links():
    assert len(HOSTILE) >= 60
    assert sum("<a " in linkify(text) for text in HOSTILE) > 20


def test_all_text_is_kept_and_escaped():
    text = 'if a < b & "c": see www.example.org/?x&y, é \U0001f600 http://example.org/ü\n'
    html = linkify(text)
    assert Tags(html).text == text
    assert html.count("<") == 4
    assert '<a href="http://example.org/%C3%BC" rel="nofollow">http://example.org/ü</a>' in html


def test_text_and_links_are_escaped_as_html_escape_does():
    for character in map(chr, range(0x20, 0x7F)):
        assert linkify(f"a {character} b") == escape(f"a {character} b")
    link = "http://a.example/it's?a=b&c=d"
    assert linkify(link, nofollow=False) == f'<a href="{escape(link)}">{escape(link)}</a>'


def test_a_link_broken_over_lines_is_one_link():
    html = linkify("See <http://www.example.org/a/\n> b> now.".replace("\n> b", "\nb"))
    assert (
        html == 'See &lt;<a href="http://www.example.org/a/b" rel="nofollow">http://www.example.org/a/\nb</a>&gt; now.'
    )


@pytest.mark.parametrize(
    ("text", "options", "links"),
    [
        ("www.example.org", {}, ["http://www.example.org"]),
        ("www.example.org", {"suffix": False}, []),
        ("ada@example.org", {}, ["mailto:ada@example.org"]),
        ("ada@example.org", {"mail_addresses": False}, []),
        ("hxxp://www.example[.]org/a", {"refang": True}, ["http://www.example.org/a"]),
        ("git://example.org/a", {}, []),
        ("git://example.org/a", {"schemes": ("GIT:",)}, ["git://example.org/a"]),
        ("http://example.org/a", {"schemes": "git"}, []),
        ("http://example.org/?a={b}|c", {}, ["http://example.org/?a={b}|c"]),  # browsers follow it
        ("www.example.org/30%off", {}, ["http://www.example.org/30%25off"]),
        ("http://example.org/%", {}, ["http://example.org/%25"]),
        ("example.org", {}, ["http://example.org"]),
        (
            "example.org www.example.org example.org/a",
            {"bare_names": False},
            ["http://www.example.org", "http://example.org/a"],
        ),
        ("example.org", {"suffix": False}, []),
        ("192.0.2.1 192.0.2.1/a", {}, []),
        ("192.0.2.1 192.0.2.1/a v192.0.2.1", {"ip_addresses": True}, ["http://192.0.2.1", "http://192.0.2.1/a"]),
    ],
)
def test_options_say_what_becomes_a_link(text, options, links):
    assert [dict(attributes)["href"] for _, attributes in Tags(linkify(text, **options)).starts] == links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("README.md node.js setup.py user.name", []),
        ("re.search(x) example.org=1", []),
        ("//example.org/a", []),
        ("192.0.2.1/24", []),
        ("a;b@example.org", ["b@example.org"]),
        ("x.php?mail=ada@example.org", []),
        ("test[at[example.org", ["example.org"]),
        ("ada@example.org,bob", ["ada@example.org"]),
        ("http://example.org/?a=&lt;b", ["http://example.org/?a="]),
        ("http://@example.org/", ["http://@example.org/"]),
        ("((http://example.org/a_(b))", ["http://example.org/a_(b)"]),
        ("[http://example.org/a](http://example.org/b)", ["http://example.org/a", "http://example.org/b"]),
        ("http://example.org/?q=a`b", ["http://example.org/?q=a"]),
        ("xhttp://example.org", []),
        ("http://[2001:db8::1]/a", ["http://[2001:db8::1]/a"]),
        ("https://user:p@example.org/", ["https://user:p@example.org/"]),
        ("tel:+1-555-0100 geo:1,2", ["tel:+1-555-0100", "geo:1,2"]),
        ('http://example.org/?q=a"b"', ["http://example.org/?q=a"]),
        ("\u201chttp://example.org/a\u201d", ["http://example.org/a"]),
    ],
)
def test_differences_from_other_linkifiers_are_those_of_the_documentation(text, links):
    assert [match[0] for match in finditer(text)] == links


@pytest.mark.parametrize(
    ("html", "made"),
    [
        ("http://a.example/?a&para=b", '<a href="http://a.example/?a">http://a.example/?a</a>&para=b'),
        ("<mailto:ada@example.org>", "<mailto:ada@example.org>"),
        ("http://b\u00fccher.example/", '<a href="http://xn--bcher-kva.example/">http://b\u00fccher.example/</a>'),
    ],
)
def test_differences_in_html_are_those_of_the_documentation(html, made):
    assert linkify_html(html, nofollow=False) == made


def test_only_links_with_an_authority_have_rel_nofollow():
    assert linkify("ada@example.org").count("nofollow") == 0
    assert linkify("http://example.org/ ftp://example.org/").count('rel="nofollow"') == 2
    assert "rel" not in linkify("http://example.org/", nofollow=False)


def test_the_displayed_text_of_a_link_may_be_limited():
    assert ">http://exa\u2026</a>" in linkify("http://example.org/a/long/path", limit=11)
    assert ">http://a.b/</a>" in linkify("http://a.b/", limit=11)


def test_render_makes_the_link_or_leaves_it():
    def render(match):
        return None if match.occurrence.host == "a.example" else f"<b>{match.reference}</b>"

    assert linkify("<http://a.example/> & http://b.example/é", render=render) == (
        "&lt;http://a.example/&gt; &amp; <b>http://b.example/é</b>"
    )
    assert linkify("<é> http://b.example/", render=render, escape=False) == "<é> <b>http://b.example/</b>"


def test_render_is_not_asked_about_what_must_not_be_a_link():
    assert linkify("javascript:alert(1) <javascript:alert(1)>", render=pytest.fail) == escape(
        "javascript:alert(1) <javascript:alert(1)>"
    )


@pytest.mark.parametrize("text", ["http://@ada", "https://@example.org/a", "HTTP://@192.0.2.1"])
def test_empty_userinfo_is_not_that_of_a_link(text):
    assert linkify(f"See {text}.") == linkify_html(f"See {text}.") == f"See {text}."
    assert "<a " in linkify(text.replace("@", "ada@"))


@pytest.mark.parametrize("scheme", ["javascript", "JavaScript:", "vbscript", "data", "blob"])
def test_schemes_that_run_in_the_page_are_refused(scheme):
    with pytest.raises(InvalidOptionValue, match="must not become a link"):
        linkify("x", schemes=("http", scheme))


@pytest.mark.parametrize("function", [linkify, linkify_html])
def test_attributes_and_link_types_are_added_to_each_new_link(function):
    given = {"attributes": {"target": "_blank", "class": 'a"b<'}, "rel": "noopener ugc"}
    added = 'target="_blank" class="a&quot;b&lt;"'
    assert function("www.example.org ada@example.org", **given) == (
        f'<a href="http://www.example.org" rel="nofollow noopener ugc" {added}>www.example.org</a> '
        f'<a href="mailto:ada@example.org" rel="noopener ugc" {added}>ada@example.org</a>'
    )
    html = function("See http://example.org/.", rel="nofollow", nofollow=False)
    assert html == 'See <a href="http://example.org/" rel="nofollow">http://example.org/</a>.'
    assert function("http://example.org/", rel="ugc nofollow").count("nofollow") == 1


def test_every_match_has_a_target():
    text = "http://a.example:b/ http://a.example/{x} http://a.example/%zz <http://a.example/[> www.example.org"
    assert [(match[0], match.target) for match in finditer(text)] == [
        ("http://a.example", "http://a.example/"),
        ("http://a.example/{x}", "http://a.example/%7Bx%7D"),
        ("http://a.example/%zz", "http://a.example/%25zz"),
        ("http://a.example/[", "http://a.example/["),
        ("www.example.org", "http://www.example.org"),
    ]
    with pytest.raises(AttributeError, match="has no attribute 'url' \\(did you mean 'target'\\?\\)"):
        next(finditer(text)).url  # noqa: B018


def test_references_that_no_browser_can_follow_have_no_match():
    text = "See <http://a%00b.example/{}> or http://a.example:99999999/%zz."
    assert [found.target for found in extract_text(text)] == [None, None]
    assert not list(finditer(text))
    assert replace(text, lambda match: "") == text
    assert "<a" not in linkify_html(text) + linkify(text)


@pytest.mark.parametrize("function", ["x", None, 1])
def test_replace_requires_a_function(function):
    with pytest.raises(InvalidOption, match="function must be callable"):
        replace("no link here", function)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"suffix": 1}, InvalidOption),
        ({"nofollow": "yes"}, InvalidOption),
        ({"escape": None}, InvalidOption),
        ({"schemes": (1,)}, InvalidOption),
        ({"schemes": 1}, InvalidOption),
        ({"render": "x"}, InvalidOption),
        ({"limit": 0}, InvalidOptionValue),
        ({"limit": "9"}, InvalidOption),
        ({"limit": True}, InvalidOption),
        ({"schemes": "http,ftp"}, InvalidOptionValue),
        ({"schemes": ""}, InvalidOptionValue),
        ({"schemes": ("http", "ht tp")}, InvalidOptionValue),
        ({"joins": "some"}, InvalidOptionValue),
        ({"joins": []}, InvalidOptionValue),
        ({"rel": 1}, InvalidOption),
        ({"attributes": ["class"]}, InvalidOption),
        ({"attributes": {"class": None}}, InvalidOption),
        ({"attributes": {"HREF": "x"}}, InvalidOptionValue),
        ({"attributes": {"rel": "x"}}, InvalidOptionValue),
        ({"attributes": {'a" onclick': "x"}}, InvalidOptionValue),
        ({"attributes": {"a\n": "x"}}, InvalidOptionValue),
        ({"attributes": {"": "x"}}, InvalidOptionValue),
    ],
)
def test_misuse_raises_at_the_call(options, error):
    with pytest.raises(error):
        linkify("x", **options)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"render": "x"}, InvalidOption),
        ({"skip": 1}, InvalidOption),
        ({"skip": ("pre", 1)}, InvalidOption),
        ({"skip": "pre,code"}, InvalidOptionValue),
        ({"skip": ("pre", "<code>")}, InvalidOptionValue),
        ({"skip": ""}, InvalidOptionValue),
        ({"schemes": 1}, InvalidOption),
        ({"schemes": "http,ftp"}, InvalidOptionValue),
    ],
)
def test_misuse_for_html_raises_at_the_call(options, error):
    with pytest.raises(error, match=next(iter(options))[:6]):
        linkify_html("x", **options)


@pytest.mark.parametrize("name", ["pre", "PRE", "h1", "x-note", "dc:title"])
def test_text_of_any_element_may_be_skipped(name):
    html = f"<{name}>http://a.example/</{name}>"
    assert linkify_html(html, skip=name) == html


@pytest.mark.parametrize(
    "function", [linkify, linkify_html, finditer, lambda text, **options: replace(text, str, **options)]
)
def test_an_option_that_does_not_exist_raises_the_same_error_as_in_all_functions(function):
    with pytest.raises(InvalidOption, match=r"unknown option 'sufix' \(did you mean 'suffix'\?\)"):
        function("x", sufix=True)


def test_the_result_of_render_must_be_text_or_none():
    for make in (linkify, linkify_html):
        with pytest.raises(InvalidOption, match="render must return a str or None, not bytes"):
            make("http://a.example/", render=lambda _: b"x")
    with pytest.raises(InvalidOption, match="function must return a str or None, not Match"):
        replace("http://a.example/", lambda match: match)


@pytest.mark.parametrize("function", [linkify, linkify_html, finditer, lambda text: replace(text, str)])
def test_bytes_are_not_text(function):
    with pytest.raises(SourceTypeError):
        function(b"http://example.org/")


def test_matches_have_what_those_of_re_have():
    text = "é: http://example.org/ü, www.example.org"
    first, second = finditer(text)
    assert (first.start(), first.end(), first.span(), first.string) == (3, 23, (3, 23), text)
    assert first[0] == first.group() == text[3:23]
    assert first.target == "http://example.org/%C3%BC"
    assert second.occurrence.kind == "suffix"
    with pytest.raises(IndexError):
        first.group(1)


def test_replace_keeps_what_none_is_returned_for():
    text = "é www.a.example, ada@b.example; http://c.example/."
    assert replace(text, lambda match: None) == text
    assert replace(text, lambda match: match.target.upper()) == (
        "é HTTP://WWW.A.EXAMPLE, MAILTO:ADA@B.EXAMPLE; HTTP://C.EXAMPLE/."
    )


def test_places_are_those_of_extract_text():
    text = (Path(__file__).parents[2] / "corpora/samples/mail-thread.txt").read_text("utf-8")
    found = [(match.span(), match.reference) for match in finditer(text, suffix=False, mail_addresses=False)]
    assert found == [((each.start, each.end), each.reference) for each in extract_text(text)]
    assert found


# -- HTML ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "links"),
    [
        ("<p>www.a.example</p>", ["www.a.example"]),
        ("é <p>www.a.example</p> ü www.b.example", ["www.a.example", "www.b.example"]),
        ('<a href="/">www.a.example <b>www.b.example</b></a> www.c.example', ["www.c.example"]),
        ("<a href=/>www.a.example<a>www.b.example</a>www.c.example", ["www.c.example"]),
        ("<button>www.a.example</button><BUTTON>www.b.example", []),
        ('<p title="www.a.example" data-x="http://b.example/">', []),
        ("<script>'http://a.example/'</script><style>/* www.b.example */</style>", []),
        ("<title>www.a.example</title><textarea>www.b.example</textarea><xmp>www.c.example</xmp>", []),
        ("<!-- www.a.example --><!doctype www.b.example><?x www.c.example?>", []),
        ("<svg><text>www.a.example</text></svg><math>www.b.example</math>", []),
        ("<pre>www.a.example</pre>", ["www.a.example"]),
        ("www.<b>a</b>.example", []),
        ("http://a.example/<wbr>b", ["http://a.example/"]),
        ("www.a.example" * 0 + "x" * 70_000 + " www.a.example", ["www.a.example"]),
        # In a template a link would decide what else it may contain.
        ("<template shadowrootmode=open>www.a.example<col><img src=x></template>www.b.example", []),
        ("<template><p>www.a.example</template></template>www.b.example", ["www.b.example"]),
        ("<template><col><style><img title='</style></template>www.a.example'>", []),
        ("<noscript>www.a.example</noscript>www.b.example", ["www.b.example"]),
        # Directly in a table it would be moved out without the white space around it.
        (
            "<table> www.a.example <tr> www.b.example <td>www.c.example</td> www.d.example</table>www.e.example",
            ["www.c.example", "www.e.example"],
        ),
        (
            "<table><caption>www.a.example</caption><colgroup> www.b.example <tr><th>www.c.example<td>www.d.example"
            "<table>www.e.example<td>www.f.example</table>www.g.example</table>www.h.example",
            ["www.a.example", "www.c.example", "www.d.example", "www.f.example", "www.g.example", "www.h.example"],
        ),
        ("<td>www.a.example</td></table>www.b.example", ["www.a.example", "www.b.example"]),
        # It would end an "a" that is still open, although an end tag was read.
        ("<a><object></a>www.a.example</object>www.b.example</a>www.c.example", ["www.c.example"]),
        ("<a><table><td></a>www.a.example<a>x</a></table>www.b.example</a>www.c.example", ["www.c.example"]),
        ("<a><table></a></table>www.a.example</a>www.b.example", ["www.b.example"]),
        ("<table><td><a></table>www.a.example", ["www.a.example"]),
        ("<template><a></template>www.a.example", ["www.a.example"]),
        ("<template><a><object></template>www.a.example", []),
        ("<table><object></table>www.a.example", []),
        ("<a><svg><a></a></svg>www.a.example</a>www.b.example", ["www.b.example"]),
        ("<select><a><option></select>www.a.example", []),
        ("<select><option>www.a.example</select>www.b.example", ["www.b.example"]),
        # What follows may be an attribute for a parser.
        ("<svg><title>x</title><g/><path d=''></path></svg>www.a.example", ["www.a.example"]),
        ("<svg/>www.a.example<math><mi>x</mi></math>www.b.example", ["www.a.example", "www.b.example"]),
        ("<svg><p><![CDATA[><img title=']]></svg>www.a.example/onerror=x//'>", []),
        ("<svg><desc><b></desc></svg></b>www.a.example", []),
        ("<svg><g></svg></g>www.a.example", []),
        ("<math><mtext><mglyph><style><img title='</style></mglyph></mtext></math>www.a.example'>", []),
        ("<![CDATA[x]]>www.a.example", ["www.a.example"]),
        ("<select><style><img title='</style></select>www.a.example'>", []),
        ("<frameset><style><img title='</style>www.a.example'>", []),
        ("<noscript><style></noscript><img title='</style></noscript>www.a.example'>", []),
        ("<noscript><p title='</noscript><img title=`'></noscript>www.a.example`>", []),
        ("<noscript><!-- </noscript><img title='--></noscript>www.a.example'>", []),
        ("<noscript><style>p {}</style><iframe></iframe></noscript>www.a.example", ["www.a.example"]),
    ],
)
def test_links_are_made_in_text_alone(html, links):
    made = linkify_html(html, nofollow=False)
    assert made == _linked(html, links)
    assert made.replace("</a>", "").count("<a href=") == html.count("<a href=") + len(links)


#: What documents are made of at random: elements that change how a parser reads what follows.
_TAGS = (
    "a", "applet", "b", "body", "button", "caption", "center", "col", "colgroup", "desc", "div", "font",
    "foreignObject", "form", "frameset", "h1", "head", "i", "input", "li", "math", "mglyph", "mi", "nobr", "noscript",
    "object", "option", "p", "plaintext", "pre", "ruby", "select", "span", "style", "svg", "table", "tbody", "td",
    "textarea", "th", "title", "tr", "ul",
)  # fmt: skip
_TEXTS = (
    "www.a.example",
    " www.b.example ",
    "x http://c.example/ y",
    " ",
    "<svg/>",
    "<![CDATA[>",
    "]]>",
    "<p title='",
    "'>",
)


@pytest.mark.parametrize(
    "tags", [_TAGS, ("a", "b", "object", "p", "table", "td", "tr"), ("a", "desc", "p", "svg", "td")]
)
def test_a_parser_reads_what_is_around_a_link_as_without_it(tags):
    html5lib = pytest.importorskip("html5lib")
    chance = random.Random(50)
    made = 0
    for _ in range(700):
        html = "".join(
            f"<{chance.choice(('', '', '/'))}{chance.choice(tags)}>" if chance.random() < 0.6 else chance.choice(_TEXTS)
            for _ in range(chance.randint(2, 12))
        )
        linked = linkify_html(html, render=lambda match: f"<a data-made>{match[0]}</a>")
        if linked != html:
            made += 1
            before, after = (_pieces(html5lib.parse(text, namespaceHTMLElements=True)) for text in (html, linked))
            assert before == after, html
    assert made > 100


def _pieces(element):
    """Return the elements and the texts in an element, as if links that were made were not there."""
    pieces = []

    def add(text):
        if pieces and pieces[-1][:1] == ("text",):
            text = pieces.pop()[1] + text
        if text:
            pieces.append(("text", text))

    def walk(element):
        made = "data-made" in element.attrib
        if not made:
            pieces.append(("start", str(element.tag), sorted(element.attrib.items())))
        add(element.text or "")
        for child in element:
            walk(child)
            add(child.tail or "")
        if not made:
            pieces.append(("end",))

    walk(element)
    return pieces


def test_elements_may_be_nested_as_deep_as_memory_allows():
    html = "<table><td>" * 5_000 + "<object>" * 5_000 + "</td></template>" * 5_000 + "<svg><g>" * 5_000
    assert (
        linkify_html(f"www.a.example{html}", nofollow=False) == f"{_linked('www.a.example', ['www.a.example'])}{html}"
    )


def _linked(html, links):
    at = 0
    for link in links:
        at = html.index(link, at)
        anchor = f'<a href="{link if "://" in link else f"http://{link}"}">{link}</a>'
        html = html[:at] + anchor + html[at + len(link) :]
        at += len(anchor)
    return html


def test_elements_may_be_skipped():
    html = "<pre>www.a.example <code>www.b.example</code></pre> <CODE>www.c.example</CODE> www.d.example"
    assert linkify_html(html, skip=("pre", "code")).count("<a ") == 1
    assert linkify_html(html, skip="code").count("<a ") == 2


def test_html_in_the_text_of_a_link_is_unchanged():
    html = "http://a.example/?b&amp;c=&eacute;"
    made = linkify_html(html, nofollow=False)
    assert made == f'<a href="http://a.example/?b&amp;c=%C3%A9">{html}</a>'
    assert unescape(Tags(made).text) == unescape(html)
    assert linkify_html(html, render=lambda match: match.target) == "http://a.example/?b&c=%C3%A9"


def test_text_outside_of_links_is_unchanged():
    html = "<P>&nbsp;<br/><unknown x=y>www.a.example</P >\r\n<!-- x --> &amp; & <"
    made = linkify_html(html, nofollow=False)
    assert made.replace('<a href="http://www.a.example">www.a.example</a>', "www.a.example") == html


# -- in other tools ----------------------------------------------------------------------------------------------------


def test_the_filter_escapes_text_and_takes_safe_text_for_html():
    safe = template_filter("<b>www.example.org</b>", nofollow=False)
    assert safe == '&lt;b&gt;<a href="http://www.example.org">www.example.org</a>&lt;/b&gt;'
    assert safe.__html__() == safe
    assert template_filter(safe) == safe
    assert template_filter(None) == ""
    assert template_filter(12) == "12"


def test_jinja_and_django_take_it_as_a_filter():
    template = "{{ text|linkify }}"
    expected = '&lt;<a href="http://www.example.org" rel="nofollow">www.example.org</a>&gt;'
    jinja2 = pytest.importorskip("jinja2")
    environment = jinja2.Environment(autoescape=True)
    environment.filters["linkify"] = template_filter
    assert environment.from_string(template).render(text="<www.example.org>") == expected
    django = pytest.importorskip("django.template")
    engine = django.Engine(builtins=["uri_extract.linking.django"])
    assert engine.from_string(template).render(django.Context({"text": "<www.example.org>"})) == expected


def test_markdown_it_takes_it_as_a_plugin():
    markdown_it = pytest.importorskip("markdown_it")
    from uri_extract.linking.markdown_it import plugin

    md = markdown_it.MarkdownIt("commonmark").use(plugin)
    html = md.render(
        "*See* www.example.org/a(b), http://example.org/a**b**. `www.c.example` [www.d.example](x) javascript:a()"
    )
    assert '<a href="http://www.example.org/a(b)">www.example.org/a(b)</a>,' in html
    assert html.count("<a ") == 3
    assert "<code>www.c.example</code>" in html
