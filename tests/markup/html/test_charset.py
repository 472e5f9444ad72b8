"""The encoding of a document (HTML standard §13.2.3.2), and labels (Encoding Standard §4.2)."""

import codecs

import pytest

from uri_extract._compat._variants import load
from uri_extract.decode.labels import _TABLE, codec_of, encoding_of
from uri_extract.limits import MAX_PRESCAN
from uri_extract.markup.html._prescan import PRESCAN, is_undeclared_ascii
from uri_extract.markup.html.charset import UNDECLARED, Encoding, Sniffer, _declaration, determine, from_content, sniff
from uri_extract.markup.html.scanner import HtmlScanner

SEARCH = "uri_extract.markup.html._prescan"

# The first bytes of a document, and the encoding that they declare.
CASES = [
    ("<meta charset=koi8-r>", "koi8-r"),
    ("<META CHARSET='KOI8-R'>", "koi8-r"),
    ('<meta charset=" koi8-r ">', "koi8-r"),
    ("<meta charset = koi8-r >", "koi8-r"),
    ("<meta/charset=koi8-r>", "koi8-r"),
    ("<meta charset=koi8-r/>", None),  # the slash is part of the value
    ("<meta charset='koi8-r'/>", "koi8-r"),
    ("<meta a=b charset=koi8-r>", "koi8-r"),
    ("<meta charset=koi8-r charset=utf-8>", "koi8-r"),  # of two attributes with one name, the first
    ("<metax charset=koi8-r>", None),
    ("<p charset=koi8-r>", None),
    ("<meta charset=unknown><meta charset=koi8-r>", "koi8-r"),
    ("<meta charset><meta charset=koi8-r>", "koi8-r"),
    ("<meta charset=''>", None),
    ("<meta charset=>", None),
    # http-equiv
    ('<meta http-equiv=Content-Type content="text/html; charset=koi8-r">', "koi8-r"),
    ('<meta content="text/html; charset=koi8-r" http-equiv=content-type>', "koi8-r"),
    ('<meta content="text/html; charset=koi8-r">', None),
    ('<meta http-equiv=refresh content="text/html; charset=koi8-r">', None),
    ('<meta http-equiv=content-type content="text/html">', None),
    ('<meta http-equiv=content-type content="charset=koi8-r" charset=utf-8>', "utf-8"),
    ('<meta http-equiv=content-type charset=unknown content="charset=koi8-r">', None),
    ('<meta content="charset=koi8-r" charset=utf-8>', "utf-8"),
    # text that hides a declaration
    ("<!-- <meta charset=koi8-r> --><meta charset=iso-8859-2>", "iso-8859-2"),
    ("<!--><meta charset=koi8-r>", "koi8-r"),
    ("<!-- <meta charset=koi8-r>", None),
    ("<p title='<meta charset=koi8-r>'>", None),
    ('<p title="<meta charset=koi8-r>', None),
    ("</p title='<meta charset=koi8-r>'><meta charset=utf-8>", "utf-8"),
    ("<!doctype <meta charset=koi8-r>", None),
    ("<? <meta charset=koi8-r> ?><meta charset=utf-8>", "utf-8"),
    ("</ <meta charset=koi8-r><meta charset=utf-8>", "utf-8"),
    ("<<meta charset=koi8-r>", "koi8-r"),
    ("< <1<meta charset=koi8-r>", "koi8-r"),
    # raw text: ignored in the standard's prescan, but not in browsers
    ("<script>'<meta charset=koi8-r>'</script>", None),
    ("<TITLE><meta charset=koi8-r></titlex></Title><meta charset=iso-8859-2>", "iso-8859-2"),
    ("<textarea><meta charset=koi8-r>", None),
    ("<style/><meta charset=koi8-r></style >", None),
    ("<noscript><meta charset=koi8-r></noscript>", "koi8-r"),
    ("</script><meta charset=koi8-r>", "koi8-r"),
    # truncated
    ("<meta charset=koi8-r", None),
    ("<meta charset='koi8-r'", None),
    ("<meta", None),
    ("<p", None),
    # encodings that a meta element cannot declare
    ("<meta charset=utf-16>", "utf-8"),
    ("<meta charset=utf-16be>", "utf-8"),
    ("<meta charset=x-user-defined>", "windows-1252"),
    # labels
    ("<meta charset=iso-8859-1>", "windows-1252"),
    ("<meta charset=us-ascii>", "windows-1252"),
    ("<meta charset=gb2312>", "gbk"),
    ("<meta charset=hz-gb-2312>", "replacement"),
    ("<meta charset=utf-7>", None),
    # "get an XML encoding"
    ('<?xml version="1.0" encoding="koi8-r"?>', "koi8-r"),
    ("<?xml version='1.0' encoding = 'koi8-r' ?><html>", "koi8-r"),
    ('<?xml version="1.0" encoding="koi8-r"?><meta charset=utf-8>', "utf-8"),
    ('<?xml version="1.0" encoding="utf-16"?>', "utf-8"),
    ('<?xml version="1.0" encoding=" koi8-r"?>', None),
    ('<?xml version="1.0"?><p encoding="koi8-r">', None),
    (' <?xml version="1.0" encoding="koi8-r"?>', None),
]


@pytest.mark.parametrize(("text", "name"), CASES)
def test_the_prescan_finds_the_declared_encoding(text, name):
    found, _ = _declaration(text.encode(), True)
    assert (found and found[0]) == name
    encoding = determine(text.encode())
    assert encoding.name == (name or "utf-8")
    assert encoding.source == ("default" if name is None else "xml" if found[1] == "xml" else "meta")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("text/html; charset=koi8-r", "koi8-r"),
        ("text/html;charset = 'koi8-r'", "koi8-r"),
        ('CHARSET="koi8-r"; x', "koi8-r"),
        ("charset=koi8-r;x", "koi8-r"),
        ("charset=koi8-r x", "koi8-r"),
        ("charset charset=koi8-r", "koi8-r"),
        ("xcharset=koi8-r", "koi8-r"),
        ("charset='koi8-r", None),
        ("charset=\"koi8-r'", None),
        ("charset", None),
        ("charset=", None),
        ("", None),
    ],
)
def test_the_charset_of_a_content_type_is_extracted(content, name):
    assert from_content(content) == name


META = b"<meta charset=koi8-r>"


@pytest.mark.parametrize(
    ("beginning", "transport", "expected"),
    [
        (b"\xef\xbb\xbf" + META, "iso-8859-2", Encoding("utf-8", "utf-8", "bom", 3)),
        (b"\xff\xfe<\0", "utf-8", Encoding("utf-16le", "utf-16-le", "bom", 2)),
        (b"\xfe\xff\0<", None, Encoding("utf-16be", "utf-16-be", "bom", 2)),
        (b"\xff\xfe\0\0", None, Encoding("utf-16le", "utf-16-le", "bom", 2)),  # not UTF-32
        (META, "ISO-8859-2", Encoding("iso-8859-2", "iso-8859-2", "transport")),
        (META, "latin1", Encoding("windows-1252", "cp1252", "transport")),
        (b"", "utf-16", Encoding("utf-16le", "utf-16-le", "transport")),
        (META, "unknown", Encoding("koi8-r", "koi8-r", "meta")),
        (META, None, Encoding("koi8-r", "koi8-r", "meta")),
        (b"<\0?\0x\0m\0", None, Encoding("utf-16le", "utf-16-le", "xml")),
        (b"\0<\0?\0x\0m", None, Encoding("utf-16be", "utf-16-be", "xml")),
        (b"", None, Encoding("utf-8", "utf-8", "default")),
        (b"abc", None, Encoding("utf-8", "utf-8", "default")),
        (b"caf\xc3\xa9", None, Encoding("utf-8", "utf-8", "default")),
        (b"caf\xc3", None, Encoding("utf-8", "utf-8", "default")),  # truncated within a character
        (b"caf\xe9", None, Encoding("utf-8", "utf-8", "default")),
        (b"caf\xe9 au lait", None, Encoding("windows-1252", "cp1252", "default")),
        (b"\xf5", None, Encoding("windows-1252", "cp1252", "default")),
        (b"<meta charset=hz-gb-2312>", None, Encoding("replacement", None, "meta")),
    ],
)
def test_the_order(beginning, transport, expected):
    assert determine(beginning, transport) == expected


# The beginning of a document before a declaration at byte 1024, and True if it is found; Chromium finds the same.
LATE = [
    (b"<!--%s-->", True), (b"<title>%s</title>", True), (b"<script>%s</script>", True), (b"<html><head %s>", True),
    (b"<link id=%s><object><base>", True), (b"%s", True), (b"<body>%s", False), (b"</head>%s<link>", False),
    (b"<p>%s<p>", False), (b"<script>%s", False), (b"<!--%s", False), (b"<meta name='%s'>", True),
    (b"</title>%s", True),
]  # fmt: skip


@pytest.mark.parametrize(("before", "found"), LATE)
def test_in_the_head_it_is_found_wherever_it_is(before, found):
    for size in (PRESCAN, 5000, MAX_PRESCAN - 100):
        data = before.replace(b"%s", b"x" * size) + META + b"<p>"
        assert determine(data).name == ("koi8-r" if found else "utf-8"), size
        if before.startswith((b"<script>%s", b"<!--%s")) and not found:
            continue  # the declaration is part of this script or comment
        scanner = HtmlScanner()
        occurrences = [each for at in range(0, len(data), 700) for each in scanner.feed(data[at : at + 700])]
        (occurrence,) = occurrences + scanner.feed(b"<a href='\xc9'>") + scanner.close()
        assert (occurrence.reference == "\u0438") is found


def test_a_bounded_number_of_bytes_is_searched_for_a_charset():
    for before, name in [
        (MAX_PRESCAN - len(META), "koi8-r"),
        (MAX_PRESCAN - len(META) + 1, "utf-8"),
        (MAX_PRESCAN, "utf-8"),
    ]:
        assert determine(b" " * before + META).name == name
        assert sniff(b" " * (before - 1), final=False) is None
    assert sniff(b" " * MAX_PRESCAN, final=False) is not None


@pytest.mark.parametrize("source", [source for source, _ in CASES])
def test_a_sniffer_that_is_called_again_determines_the_same_encoding(source):
    for after in (b"<p>", b"<title>x</title>", b"<p>\xe9", b"<meta charset=koi8-r>", b"<p>" + META):
        data = source.encode() + after + b"<p> " * 400 + b"\xc3\xa9" * 9
        sniffer = Sniffer()
        begun = [sniffer(data[:size], final=False) for size in range(PRESCAN, len(data), 97)]
        assert {*filter(None, begun), sniffer(data, final=True)} == {determine(data)}, after


@pytest.mark.parametrize(
    "source", [source for source, _ in CASES] + ["<?xml encoding='koi8-r'?>", "<\0?\0x\0", "\0<\0?\0x"]
)
@pytest.mark.parametrize("room", [0, PRESCAN, 4096, 5000, MAX_PRESCAN])
def test_a_document_that_is_known_at_once_to_declare_nothing_is_what_the_search_finds(source, room):
    for data in (
        begin + source.encode() + end + after
        for begin, end in ((b"", b" " * room), (b"<title>" + b" " * room + b"</title>", b""))
        for after in (b"", b"<p>\xe9", META)
    ):
        assert is_undeclared_ascii(data) == load(SEARCH, False).is_undeclared_ascii(data)
        if is_undeclared_ascii(data):
            sniffer = Sniffer()
            assert (sniffer(data, final=True), sniffer.is_ascii, data.isascii()) == (UNDECLARED, True, True)
    assert is_undeclared_ascii(b"<!doctype html><body>" + b"x" * room)


@pytest.mark.parametrize("source", [source for source, _ in CASES])
def test_both_variants_of_the_search_find_the_same(source):
    data = source.encode()
    for end in range(len(data) + 1):
        for behind in (b"", b"<p>" + b" " * PRESCAN, META):
            found = [each.declared_in(data[:end] + behind, dict) for each in (load(SEARCH), load(SEARCH, False))]
            assert found[0] == found[1]


def test_more_is_waited_for_only_where_it_may_matter():
    assert sniff(b"<title>" + b" " * PRESCAN, final=False) is None
    assert sniff(b"<p>" + b" " * PRESCAN, final=False) is None  # the encoding is not known yet
    assert sniff(b"<p>\xe9" + b" " * PRESCAN, final=False).name == "windows-1252"
    assert sniff(b"<p>" + b" " * PRESCAN + b"\xc3", final=False) is None
    assert sniff(b"<p>" + b" " * PRESCAN + b"\xc3\xa9<p>", final=False).name == "utf-8"
    assert sniff(b"<p>" + b" " * PRESCAN + b"\xe9<p>\xc3\xa9", final=False).name == "windows-1252"
    assert sniff(META, final=False).name == "koi8-r"
    assert sniff(META[:-1], final=False) is None
    assert sniff(b"", "utf-8", final=False).source == "transport"


@pytest.mark.parametrize(
    "unit",
    [b"<", b"<!--", b"<meta ", b"<meta charset=", b"<a b='", b"</", b"<?", b"<meta a=b", b"<meta content=charset"],
)
def test_a_long_beginning_is_searched_once(unit):
    assert _declaration(unit * (400_000 // len(unit)), True)[0] is None  # in quadratic time this would take minutes


def test_every_encoding_has_a_codec_and_every_label_one_encoding():
    names = [line.partition(":")[0] for line in _TABLE.splitlines() if line and line[0] != " "]
    assert len(names) == len(set(names)) == 40
    labels = [label for label in _TABLE.replace(":\n", " ").split() if not label.endswith(":")]
    assert len(labels) == len(set(labels))
    for name in names:
        assert encoding_of(name) == encoding_of(f"\t{name.upper()} ") == name
        codec = codec_of(name)
        assert (codec is None) == (name == "replacement")
        assert codec is None or codecs.lookup(codec)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("utf8", "utf-8"),
        ("latin1", "windows-1252"),
        ("ascii", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("iso8859-11", "windows-874"),
        ("sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("gb_2312-80", "gbk"),
        ("big5-hkscs", "big5"),
        ("logical", "iso-8859-8-i"),
        ("visual", "iso-8859-8"),
        ("unicode", "utf-16le"),
        ("x-mac-ukrainian", "x-mac-cyrillic"),
        ("utf-32", None),
        ("utf-7", None),
        ("cp437", None),
        ("\xa0utf-8", None),
        ("", None),
    ],
)
def test_labels(label, name):
    assert encoding_of(label) == name
