"""References that scripts complete: data attributes, handlers, literals of scripts, data blocks, ``srcdoc``."""

import pytest

from uri_extract._compat._variants import load
from uri_extract.limits import MAX_SRCDOC
from uri_extract.markup.html import script_words

from .test_scanner import OWN, VARIANTS, scan

READERS = [load("uri_extract.markup.html._literals", compiled).Literals for compiled in (False, True)]

# A script, and its references; "+" follows a partial one.
SCRIPTS = [
    ('x="https://a.example/b";', ["https://a.example/b"]),
    ("x='https://a.example/b';", ["https://a.example/b"]),
    ('x="https:\\/\\/a.example\\/b\\u0026c\\x3dd";', ["https://a.example/b&c=d"]),
    ('x="https://a.example/?a=1&amp;b=2";', ["https://a.example/?a=1&b=2"]),
    ('x="https://a.example/o\'b";', ["https://a.example/o'b"]),
    ("'\\x3ca href\\x3d\\x22http://a.example/?b\\x3dc\\x22\\x3e'", ["http://a.example/?b=c"]),
    ('"<a href=\\"https://a.example/b\\">"', ["https://a.example/b"]),
    ('"<a href=&quot;https://a.example/b&quot;>"', ["https://a.example/b"]),
    # a script completes it
    ('x="https://a.example/" + y;', ["https://a.example/+"]),
    ('x="https://a.example/".concat(y);', ["https://a.example/+"]),
    ("x=`https://a.example/${y}/z`;", ["https://a.example/+"]),
    ("x='<a href=\"http://a.example/?t='+Date.now()+'\">';", ["http://a.example/?t=+"]),
    ("x='<a href=http://a.example/?t='+Date.now()+'>';", ["http://a.example/?t=+"]),
    ('(s ? "https://a" : "http://b") + ".example/c"', ["https://a+", "http://b+"]),
    ('x="https://a.example/{z}/{x}.png";', ["https://a.example/+"]),
    # a network-path reference
    ("x='//a.example/b';", ["//a.example/b"]),
    ("x='// a comment'; y='//'; z='//nothing here'; '//# sourceMappingURL=a.map'", []),
    # relative references, in calls and assignments that take a URL
    ('fetch("/a"); fetch( "b/c" )', ["/a", "b/c"]),
    ('import("./a.js"); import "./b.js"; import x from "./c.js"; export * from"../d.js"', [
        "./a.js", "./b.js", "./c.js", "../d.js",
    ]),
    ('r.open("GET", "/a"); window.open("/b"); e.setAttribute("src", "/c")', ["/a", "/b", "/c"]),
    ('location.href = "/a"; location="/b"; i.src="c/d.png"; var imageUrl="/e"; base_url = "/f/"', [
        "/a", "/b", "c/d.png", "/e", "/f/",
    ]),
    ('$.ajax({url:"/a"}); x={"ajaxUrl":"\\/b"}; new Worker("/c.js"); location.replace("/d")', [
        "/a", "/b", "/c.js", "/d",
    ]),
    ('fetch("/a/" + id)', ["/a/+"]),
    ('s.replace("/a", "/b"); x="/c"; curl="/d"; x == "/e"; path.split("/f")', []),
    # text that is not a reference
    (r"/^https?:\/\/[A-Za-z.]+/; 'http://[A-Za-z.]'; /http:\/\/(www)/; 'http://\\w+'", []),
    ('x="https://" + host; y="http:/";', []),
    ('x="http://[::1]/a"', ["http://[::1]/a"]),
    # in quotation marks, a reference ends at white space
    ('x="https://a.example/b 1x, https://a.example/c 2x"', ["https://a.example/b", "https://a.example/c"]),
]  # fmt: skip


def shown(found):
    return [each.reference + "+" * each.partial for each in found]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("script", "expected"), SCRIPTS, ids=[each[0] for each in SCRIPTS])
def test_literals_of_a_script_are_references_where_their_form_or_place_says_so(script, expected, variant):
    found = scan(f"<script>{script}</script>", variant=variant)[0]
    assert shown(found) == expected
    assert {(each.delimiter, each.element, each.attribute) for each in found} <= {("script", "script", None)}


@pytest.mark.parametrize(("script", "expected"), SCRIPTS, ids=[each[0] for each in SCRIPTS])
def test_places_of_literals_are_those_of_the_document_at_any_chunk_size(script, expected):
    data = f"<p>\u00e9</p>\n<script>{script}</script>".encode()
    whole = scan(data)[0]
    for each in whole:
        assert data[each.start : each.end].decode() == each.raw
    for chunk in (1, 7, 64):
        assert scan(data, chunk)[0] == whole


ATTRIBUTES = [
    ("data-src='/a.jpg'", ["/a.jpg"]),
    ("data-src='a.jpg'", ["a.jpg"]),
    ("data-src='&#47;a.jpg'", ["/a.jpg"]),
    ("data-lazy-src=//a.example/b", ["//a.example/b"]),
    ("data-srcset='/a 1x, /b 2x'", ["/a", "/b"]),
    ("data-lazy='https://a.example/b 1x, https://a.example/c 360w'", ["https://a.example/b", "https://a.example/c"]),
    ("data-href='/a b'", ["/a b"]),
    ("data-image='/a.png'", ["/a.png"]),
    ("data-bg='url(/a.png)'", ["/a.png"]),
    ("data-url='https://a.example/{id}/b'", ["https://a.example/+"]),
    ("data-src='{{ url }}'", []),
    ("data-src='/a/${b}'", ["/a/+"]),
    ("data-x='https://a.example/b'", ["https://a.example/b"]),
    ("data-x='see https://a.example/b, and'", ["https://a.example/b"]),
    ("data-x='/a'", []),
    ("data-src='true' data-url='42' data-href='#tab' data-href2='.x' data-src-type='a'", []),
    ("data-href='aHR0cHM6Ly9hLmV4YW1wbGUv'", []),
    ("data-image='1' data-bg='dark' data-action='click' data-link='a b'", []),
    (
        "data-x='{&quot;url&quot;:&quot;/a&quot;,&quot;b&quot;:&quot;https://a.example/c 1x&quot;}'",
        ["/a", "https://a.example/c"],
    ),
    # Attributes of htmx, AngularJS and Unpoly are read like custom data attributes.
    ("hx-get='/a' HX-POST='b.html' data-hx-put='/c' hx-push-url='/d'", ["/a", "b.html", "/c", "/d"]),
    ("ng-href='/a/{{b}}' ng-src='c.png' up-href='/d'", ["/a/+", "c.png", "/d"]),
    ("hx-target='#a' hx-swap='/b' ng-model='c.d' up-target='.e' hx-='/f' hxget='/g' n-href='/h'", []),
    ("hx-get=a hx-put='?b=1' data-hx-delete=c/1 ng-src=d", ["a", "?b=1", "c/1", "d"]),
    ("hx-get='{{a}}' hx-post='a b' hx-put=a:b/c hx-delete=''", []),
    # Strings that are the value of an expression, or its beginning, in Vue and Alpine.js
    (":href=\"a ? '/b' : 'c.html'\" v-bind:src='d || \"e\"' X-BIND:HREF=\"('/f')\"", ["/b", "c.html", "e", "/f"]),
    (":href=\"'/a/' + b\" :src='`/c/${d}`' :data-src='\"e\".concat(f)'", ["/a/+", "/c/+", "e+"]),
    (":href=\"a + '/b'\" :src=\"c('d/e')\" :href=\"f === '/g'\" :href=\"h['/i']\" :href=\"'/j' === k\"", []),
    (":class=\"'/a'\" v-bind:title=\"'/b'\" v-html=\"'/c'\" x-on:click='/d' :='/e' v-bind:='/f'", []),
    (":href=\"'https://a.example/b'\" :src='&quot;/c&#34;'", ["https://a.example/b", "/c"]),
    ("data-src='/a' data-src='/b'", ["/a", "/b"]),
    # values that kernels read without Python, and values that they do not
    (
        "data-srcset='https://a.example/b?c=1&amp;d 300w, //e.example/f 2x,/g'",
        [
            "https://a.example/b?c=1&d",
            "//e.example/f",
            "/g",
        ],
    ),
    ("data-srcset='/a?b={w} 2x, /c 3w'", ["/a?b=+", "/c"]),
    ("data-srcset='/a(b) 2x, /c 3q'", ["/a(b)"]),
    ("data-srcset='// 2x, /c'", ["/c"]),
    ("data-x='http://a.example/b?c=1&amp;d=2'", ["http://a.example/b?c=1&d=2"]),
    ("data-x='http:///a' data-y='http://' data-z='https:a'", []),
    ("data-image='https://a.example/url(/b)'", ["https://a.example/url", "/b"]),
    ("data-x='//a.example' data-y='//a.nonsense/b' data-src='//'", ["//a.example"]),
    ("data-href='abc/def==' data-image='ABC/def' data-link='a:b/c' data-url='a+b/c'", []),
    ("data-href='a/b.c' data-url='tel:1' data-link='x:/y' data-file='a&#46;png/b'", ["a/b.c", "tel:1"]),
    ("onclick=\"location='a.html'\"", ["a.html"]),
    ("onclick=\"window.open('/a','n')\"", ["/a"]),
    ("onclick='location.href=&quot;/a&quot;+b'", ["/a+"]),
    ("onmouseover=\"this.src='a.gif'\"", ["a.gif"]),
    ("onclick=\"go('a.b')\"", []),
    ("online='http://a.example/'", ["http://a.example/"]),
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("attribute", "expected"), ATTRIBUTES, ids=[each[0] for each in ATTRIBUTES])
def test_attributes_for_scripts_hold_references_by_name_and_form(attribute, expected, variant):
    data = f"<p {attribute}>"
    found = scan(data, variant=variant)[0]
    assert shown(found) == expected
    for each in found:
        assert data[each.start : each.end] == each.raw
    assert scan(data, 3, variant)[0] == found
    if not attribute.startswith("online"):
        assert {(each.delimiter, each.element) for each in found} <= {("script", "p")}


CUSTOM = [
    (
        "<turbo-frame src=a><amp-img src='b.png' srcset='c.png 1x, d.png 2x'><x-y href='//e.example/f'>",
        "a b.png c.png d.png //e.example/f",
    ),
    ("<model src=a><fencedframe src='b'>", "a b"),
    ("<x-y href='{{a}}' src='b c' poster='/d' action='/e'><xy href=f src=g><svg><x-y src=h>", ""),
    ("<X-Y HREF='&#x2f;a&amp;b'><x-y href='#c'>", "/a&b #c"),
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("data", "expected"), CUSTOM)
def test_a_script_follows_references_of_custom_elements(data, expected, variant):
    found = scan(data, variant=variant)[0]
    assert shown(found) == expected.split()
    assert {each.delimiter for each in found} <= {"script"}
    assert all(scan(data, size, variant)[0] == found for size in (1, 7))


def test_relative_ones_are_resolved_against_the_base_that_follows():
    found = scan("<p data-src=/a><script>fetch('/b')</script><iframe srcdoc='<a href=c>'></iframe><base href=//x/y/>")[
        0
    ]
    assert [each.target for each in found[:3]] == ["http://x/a", "http://x/b", "http://x/y/c"]


def test_a_javascript_url_keeps_what_is_inside():
    found = scan("<a href=\"javascript:window.open('/a?b=&amp;c')\">t</a>")[0]
    assert [(each.reference, each.delimiter, each.attribute) for each in found] == [
        ("javascript:window.open('/a?b=&c')", "attribute", "href"),
        ("/a?b=&c", "script", "href"),
    ]


def test_each_javascript_url_of_a_list_keeps_what_is_inside_of_it():
    data = "<a ping=\"javascript:x('/a') b java&#9;script:y('/c') JavaScript:z('http://d.example/')\">t</a>"
    found = scan(data)[0]
    assert [(each.reference, each.raw, each.delimiter) for each in found] == [
        ("javascript:x('/a')", "javascript:x('/a')", "attribute"),
        ("b", "b", "attribute"),
        ("java", "java", "attribute"),
        ("script:y('/c')", "script:y('/c')", "attribute"),
        ("JavaScript:z('http://d.example/')", "JavaScript:z('http://d.example/')", "attribute"),
        ("http://d.example/", "http://d.example/", "script"),
    ]
    assert scan(data, 3)[0] == found


BLOCKS = [
    ("application/ld+json", '{"@id":"#a","url":"/b","sameAs":["https://c.example/","/d"],"name":"e/f"}', [
        "#a", "/b", "https://c.example/", "/d",
    ]),
    ("application/ld+json", '{"@id":"_:a","image":{"contentUrl":"\\/b\\u00e9.png"},"name":"\u00e9"}', ["/b\u00e9.png"]),
    ("application/ld+json", '{"target":"https://a.example/?q={q}"}', ["https://a.example/?q=+"]),
    ("application/ld+json", '{"url":"/a', []),
    ("importmap", '{"imports":{"a":"./a.js","b/":"https://b.example/"},"scopes":{"/c/":{"d":"/d.js"}}}', [
        "./a.js", "https://b.example/", "/c/", "/d.js",
    ]),
    ("speculationrules", '{"prefetch":[{"urls":["/a","b.html"],"where":{"href_matches":"/c/*"}}]}', ["/a", "b.html"]),
    ("application/json", "{&q;a&q;:&q;https://a.example/?b=1&a;c=2&q;,&q;url&q;:&q;/d&q;}", [
        "https://a.example/?b=1&c=2", "/d",
    ]),
    ("application/json", '{"a":"https://a.example/?b&q;"}', ["https://a.example/?b&q;"]),
]  # fmt: skip


@pytest.mark.parametrize(("media_type", "text", "expected"), BLOCKS, ids=[each[1] for each in BLOCKS])
def test_data_blocks_hold_references_by_their_vocabulary(media_type, text, expected):
    data = f"<script type='{media_type}'>{text}</script>".encode()
    found = scan(data)[0]
    assert shown(found) == expected
    assert all(data[each.start : each.end].decode() == each.raw for each in found)
    assert scan(data, 5)[0] == found
    assert scan(data, variant=VARIANTS[-1])[0] == found


@pytest.mark.parametrize("name", ["property=og:image", "name=twitter:image", "itemprop=url"])
def test_a_meta_that_says_so_has_a_relative_url(name):
    found = scan(f"<meta {name} content='/a.png'><meta {name} content='none'>")[0]
    assert [(each.reference, each.delimiter) for each in found] == [("/a.png", "attribute")]


def test_a_document_in_an_attribute_has_the_places_of_its_references():
    data = (
        '<p>\n<iframe srcdoc=\'&lt;a href="a?b&amp;amp;c"&gt;\u00e9 http://d.example/ \n'
        "&lt;img data-src=/e&gt;'></iframe><a href=f>"
    ).encode()
    found, problems, _ = scan(data)
    assert [(each.reference, each.element, each.attribute, each.delimiter) for each in found] == [
        ("a?b&c", "a", "href", "attribute"),
        ("http://d.example/", "a", None, "whitespace"),
        ("/e", "img", "data-src", "script"),
        ("f", "a", "href", "attribute"),
    ]
    assert found[0].target == OWN.rpartition("/")[0] + "/a?b&c"
    assert all(data[each.start : each.end].decode() == each.raw for each in found)
    assert [each.line for each in found] == [2, 2, 3, 3]
    assert not problems
    for chunk in (1, 9):
        assert scan(data, chunk)[0] == found


def test_documents_in_attributes_end_at_a_limit_that_is_reported():
    text = "<a href=x>"
    for _ in range(MAX_SRCDOC + 1):
        text = f'<iframe srcdoc="{text.replace("&", "&amp;").replace(chr(34), "&quot;")}"></iframe>'
    found, problems, _ = scan(text)
    assert not found
    assert [each.kind for each in problems] == ["too-deep"]


@pytest.mark.parametrize("unit", ['"/', "'//a.", '"https://a.b/', "\\", '"\\/', "`${", "&q;", "+ ", ':"/', "fetch("])
@pytest.mark.parametrize("reader", READERS)
def test_places_of_literals_are_in_the_script_whatever_it_repeats(reader, unit):
    text = (unit * 4000).encode()
    found = reader().read(text, 0, len(text))
    assert all(0 <= start <= end <= len(text) for start, end, _ in found)


@pytest.mark.parametrize("seed", range(40))
def test_both_variants_find_the_same_in_damaged_scripts(seed):
    import random

    dice = random.Random(seed)
    text = bytearray("\n".join(script for script, _ in SCRIPTS).encode())
    for _ in range(dice.randrange(60)):
        text[dice.randrange(len(text))] = dice.choice(b"\"'`\\/:+&{}$ \nx\xff")
    data = bytes(text[: dice.randrange(len(text))])
    first, second = (reader().read(data, 0, len(data)) for reader in READERS)
    assert first == second
    document = b"<p onclick='" + data.replace(b"'", b"&#39;") + b"'><script>" + data + b"</script>"
    whole = scan(document)[0]
    assert scan(document, 11)[0] == whole
    assert scan(document, variant="interpreted")[0] == whole


@pytest.mark.parametrize(
    ("name", "expected"),
    [("url", True), ("imageURL", True), ("base_url", True), ("src", True), ("curl", False), ("urls", False)],
)
def test_a_name_is_that_of_a_url_by_its_last_word(name, expected):
    assert script_words.names_url(name.encode()) is expected
