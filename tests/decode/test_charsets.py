"""A charset declared by the caller or by a document: which one takes precedence, and which are errors."""

import base64
import codecs
import encodings
import io
import pkgutil
import random
from itertools import product

import pytest
from tests.sources import made

from uri_extract import Scanner, UriExtractError, extract, extract_text
from uri_extract.decode.encodings import translator
from uri_extract.decode.labels import (
    _MOST_KEPT,
    _TABLE,
    _WITHOUT_ALIAS,
    _codecs,
    codec_of,
    encoding_of,
    python_codec,
)
from uri_extract.errors import (
    ContradictingCharsets,
    InvalidOption,
    InvalidOptionValue,
    UnknownCharset,
    UnknownMediaType,
)

URI = "http://a.example/\u65e5\u672c"
SJIS = f"{URI} x".encode("shift_jis")
EUC = f"{URI} x".encode("euc-jp")
MEDIA_TYPES = [
    "text/plain", "text/html", "application/xml", "message/rfc822", "application/mbox", "multipart/mixed; boundary=b",
    "application/vnd.ms-outlook", "message/http",
]  # fmt: skip
NO_CHARSETS = [
    *("nope", "hex", "rot13", "zlib", "bz2", "base64", "uu", "quopri", "idna", "punycode", "unicode_escape"),
    *("raw_unicode_escape", "undefined", "mbcs", "oem", "charmap", "aliases", "a\0b", "\u0437", "x" * 10_000),
]


def references(found):
    return [each.reference for each in found]


def scanned(data, *arguments, size=1 << 20, **options):
    scanner = Scanner(*arguments, **options)
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    return found + scanner.close()


# -- charsets declared by callers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "media_type",
    [
        "text/plain; charset=shift_jis",
        "text/plain;charset=Shift_JIS",
        "TEXT/PLAIN ; CHARSET = shift_jis",
        'text/plain; charset="shift_jis"',
        "text/plain; charset='x-sjis'",
        'text/plain; format=flowed; charset = "Windows-31J" ; x=y',
        'text/plain; x="; charset=utf-8"; charset=ms_kanji',
    ],
)
def test_the_charset_parameter_of_a_media_type_counts(media_type):
    assert references(scanned(SJIS, media_type)) == [URI]
    assert references(extract_text(SJIS, media_type=media_type)) == [URI]
    assert references(extract(SJIS, media_type=media_type)) == [URI]


def test_charset_may_be_given_beside_the_media_type_where_both_mean_the_same():
    assert references(extract(SJIS, charset="x-sjis")) == [URI]
    assert references(extract(SJIS, charset="x-sjis", media_type="text/plain; charset=shift_jis")) == [URI]
    assert references(extract_text(SJIS, charset="x-sjis", media_type="text/plain; charset=shift_jis")) == [URI]
    for function in (extract, extract_text):
        with pytest.raises(ContradictingCharsets, match=r"'x-sjis' contradicts .* 'utf-8'"):
            function(SJIS, charset="x-sjis", media_type="text/plain; charset=utf-8")
    with pytest.raises(ContradictingCharsets):
        Scanner("text/html; charset=utf-8", charset="koi8-r")


@pytest.mark.parametrize("media_type", MEDIA_TYPES)
@pytest.mark.parametrize("charset", NO_CHARSETS)
def test_an_unknown_charset_of_the_caller_is_raised_at_the_call(media_type, charset):
    calls = [
        lambda: Scanner(media_type, charset=charset),
        lambda: extract_text(b"", media_type=media_type, charset=charset),
        lambda: extract(b"", media_type=media_type, charset=charset),
    ]
    if charset.isprintable():
        calls += [
            lambda: Scanner(f'{media_type}; charset="{charset}"'),
            lambda: extract_text("", media_type=f'{media_type}; charset="{charset}"'),
            lambda: extract(b"", media_type=f'{media_type}; charset="{charset}"'),
        ]
    for call in calls:
        with pytest.raises(UnknownCharset, match="unknown charset") as raised:
            call()
        assert isinstance(raised.value, ValueError)
        assert len(str(raised.value)) < 100


def test_a_declared_charset_counts_before_what_html_and_xml_say_themselves():
    html = f'<html><meta charset=shift_jis><a href="{URI}">'.encode()
    assert references(extract(html)) != [URI]
    for options in ({"charset": "utf-8"}, {"media_type": "text/html; charset=utf-8"}):
        assert references(extract(html, **options)) == [URI]
    assert references(scanned(html, "text/html; charset=utf-8", size=1)) == [URI]
    xml = (
        f'<?xml version="1.0" encoding="shift_jis"?><feed xmlns="http://www.w3.org/2005/Atom"><icon>{URI}</icon></feed>'
    )
    data = xml.encode()
    assert URI not in references(extract(data))
    for options in ({"charset": "utf-8"}, {"media_type": "application/xml; charset=utf-8"}):
        assert URI in references(extract(data, **options))
    assert URI in references(scanned(data, "application/xml; charset=utf-8", size=1))


@pytest.mark.parametrize(("mark", "codec"), [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le")])
@pytest.mark.parametrize("media_type", ["text/plain", "text/html", "application/xml"])
def test_a_byte_order_mark_counts_before_a_declared_charset(mark, codec, media_type):
    data = mark + f"<a> {URI} </a>".encode(codec)
    assert references(extract(data, media_type=f"{media_type}; charset=shift_jis")) == [URI]
    assert references(extract(data, media_type=media_type, charset="shift_jis")) == [URI]


def test_utf_16_without_byte_order_is_the_order_in_which_an_xml_document_begins():
    for codec in ("utf-16-le", "utf-16-be"):
        data = f"<?xml version='1.0'?><a> {URI} </a>".encode(codec)
        assert references(extract(data, media_type="application/xml; charset=utf-16")) == [URI]


def test_a_str_has_no_charset():
    with pytest.raises(InvalidOption, match="a str is decoded already"):
        extract_text(URI, charset="utf-8")
    for media_type in ("text/plain", "text/html", "application/xml"):
        assert references(extract_text(f"<a> {URI} </a>", media_type=f"{media_type}; charset=shift_jis")) == [URI]
    html = f"<html><meta charset=shift_jis><a href='{URI}'>"
    [found] = extract_text(html, media_type="text/html")
    assert (found.reference, html[found.start : found.end]) == (URI, URI)


@pytest.mark.parametrize("charset", [b"", b"; charset=us-ascii", b"; charset=shift_jis", b"; charset=utf-16"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_byte_order_mark_of_a_mail_s_part_counts_before_its_charset(charset, encoding):
    text = f"{URI}\n\u65e5 <{URI}>\n"
    data = text.encode(encoding) if "sig" in encoding or "32" in encoding else f"\ufeff{text}".encode(encoding)
    mail = b"Content-Type: text/plain%s\nContent-Transfer-Encoding: base64\n\n%s" % (charset, base64.b64encode(data))
    for size in (1, 7, 1000):
        found = scanned(mail, "message/rfc822", size=size)
        assert references(found) == [URI, URI]
        assert [each.line for each in found] == [1, 2]
    mark = len(data) - len(text.encode(encoding.removesuffix("-sig").replace("utf-32", "utf-32-le")))
    begin = mail.index(b"\n\n") + 2
    assert found[0].start == begin + mark // 3 * 4 + mark % 3


def test_in_a_str_of_mail_only_parts_in_a_transfer_encoding_are_in_their_charset():
    letters = "http://a.example/\xe9"
    plain = f"Content-Type: text/plain; charset=iso-8859-2\n\n{letters}"
    html = f"Content-Type: text/html; charset=koi8-r\n\n<meta charset=koi8-r><a href='{letters}'>"
    coded = (
        "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.example/=C9"
    )
    for media_type, text in [
        ("message/rfc822", "Content-Type: multipart/mixed; boundary=b\n\n--b\n{}\n--b\n{}\n--b\n{}\n--b--\n"),
        ("multipart/mixed; boundary=b; charset=koi8-r", "--b\n{}\n--b\n{}\n--b\n{}\n--b--\n"),
    ]:
        text = text.format(plain, html, coded)
        found = list(extract_text(text, media_type=media_type))
        assert references(found) == [letters, letters, "http://a.example/\u0438"]
        assert text[found[1].start : found[1].end] == letters


def test_in_mail_a_declared_charset_is_that_of_parts_that_name_none():
    mail = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n%s\n--b\nContent-Type: %s\n\n%s\n--b--\n"
    for kind, body in [(b"text/plain; charset=euc-jp", EUC), (b"text/plain; charset=nope", SJIS)]:
        data = mail % (SJIS, kind, body)
        assert references(extract(data, charset="shift_jis", media_type="message/rfc822")) == [URI, URI]
    html = b"<meta charset=euc-jp><a href='%s'>" % URI.encode("shift_jis")
    data = mail % (SJIS, b"text/html", html)
    assert references(extract(data, charset="shift_jis", media_type="message/rfc822")) == [URI, URI]


def test_the_charset_of_an_attached_document_counts():
    data = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/x-list; charset=shift_jis\n"
    data += b"Content-Transfer-Encoding: binary\n\n%s\n--b--\n" % SJIS
    assert references(extract(data, media_type="message/rfc822")) == [URI]


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_the_body_of_an_http_message_is_in_the_charset_of_its_content_type(size):
    head = b"HTTP/1.1 200 OK\r\nLocation: /x\r\nContent-Type: text/plain; charset=shift_jis\r\n\r\n"
    data = head + b"\x93\xfa\n" + SJIS
    relative, found = scanned(data, "message/http", base="http://b.example/", size=size)
    assert relative.target == "http://b.example/x"
    assert (found.reference, found.line, found.column) == (URI, 6, 1)
    assert data[found.start : found.end].decode("shift_jis") == URI
    [_, other] = scanned(data, "message/http", charset="euc-jp", base="http://b.example/", size=size)
    assert other.reference == URI  # the message's own declaration takes precedence
    [_, other] = scanned(data.replace(b"shift_jis", b"nope"), "message/http; charset=shift_jis", size=size)
    assert other.reference == URI


def test_a_charset_declared_in_a_container_precedes_that_of_the_caller():
    def record(*fields):
        return made.warc_record(made.http(b"<html><a href='%s'>" % URI.encode("shift_jis"), *fields))

    own = record(b"Content-Type: text/html ; Charset='Shift_JIS'")
    assert URI in references(extract(own, charset="euc-jp"))
    assert URI in references(extract(own, media_type="text/html; charset=euc-jp"))
    none = record(b"Content-Type: text/html")
    assert URI in references(extract(none, charset="shift_jis"))
    problems = []
    unknown = record(b"Content-Type: text/html; charset=nope")
    assert URI in references(extract(unknown, charset="shift_jis", on_problem=problems.append))
    assert [(each.kind, each.message) for each in problems] == [("unknown-charset", "unknown charset 'nope'")]
    problems.clear()
    text = made.warc_record(made.http(SJIS, b"Content-Type: text/plain; charset=nope"))
    assert references(extract(text, charset="shift_jis", on_problem=problems.append)) == [URI]
    assert [each.kind for each in problems] == ["unknown-charset"]


@pytest.mark.parametrize("charset", ["utf-16-le", "cp037", "shift_jis"])
def test_the_header_of_an_http_message_is_in_no_charset_of_the_caller(charset):
    message = made.http(
        "http://c.example/ x".encode(charset), b"Content-Type: text/plain", b"X-From: http://b.example/"
    )
    expected = ["http://b.example/", "http://c.example/"]
    assert references(extract(made.warc_record(message), charset=charset)) == expected
    found = scanned(message, "message/http", charset=charset)
    assert references(found) == expected
    assert message[found[1].start : found[1].end] == expected[1].encode(charset)


def test_the_boundary_of_a_multipart_in_a_web_archive_counts():
    body = (
        b"--x y\n\n--other\nhttp://a.example/\n--x y\nContent-Type: text/html\n\n<a href=http://b.example/>\n--x y--\n"
    )
    data = made.warc_record(made.http(body, b'Content-Type: multipart/mixed; charset=utf-8; boundary="x y"'))
    found = [(each.reference, each.document) for each in extract(data)]
    assert found == [("http://a.example/", "!1!1"), ("http://b.example/", "!1!2")]


# -- other misuse ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [extract, extract_text, lambda _, **options: Scanner(**options)])
@pytest.mark.parametrize(
    "options",
    [{"sufix": True}, {"vocabulary": "x"}, {"content_type": "x"}, {"lines": "target"}, {"media": "text/html"}],
)
def test_an_unknown_option_is_raised_at_the_call(function, options):
    for media_type in MEDIA_TYPES:
        with pytest.raises(InvalidOption, match="unknown option") as raised:
            function(b"", media_type=media_type, **options)
        assert isinstance(raised.value, TypeError)
        if "sufix" in options:
            assert "did you mean 'suffix'?" in str(raised.value)


@pytest.mark.parametrize("options", [{"contained": True}, {"part": None}, {"tokenizer": None}])
def test_internal_options_of_scanners_are_not_options_of_extract(options):
    for function in (extract, extract_text):
        with pytest.raises(InvalidOption, match="unknown option"):
            function(b"", **options)


@pytest.mark.parametrize("function", [extract, extract_text, lambda _, **options: Scanner(**options)])
def test_an_option_with_a_value_it_does_not_have_is_raised_at_the_call(function):
    with pytest.raises(InvalidOptionValue, match="parts must be one of 'all', 'text', 'html', not 'htm'"):
        function(b"", media_type="message/rfc822", parts="htm")
    with pytest.raises(UnknownMediaType):
        function(b"", media_type="image/png")
    with pytest.raises(InvalidOption, match="charset must be a str"):
        function(b"", charset=b"utf-8", media_type="text/plain; x=y")
    for media_type in MEDIA_TYPES:
        with pytest.raises(InvalidOption, match="charset must be a str"):
            function(b"", charset=5, media_type=media_type)
    with pytest.raises(InvalidOption, match="media_type must be a str"):
        function(b"", media_type=5)


@pytest.mark.parametrize("source", [None, 5, ["a"], io.StringIO("http://a.example/")])
def test_a_source_of_another_type_is_a_type_error_at_the_call(source):
    with pytest.raises(TypeError, match="a source is") as raised:
        extract(source)
    assert isinstance(raised.value, UriExtractError)


# -- document= -------------------------------------------------------------------------------------------------------


def test_document_names_the_document_in_records_and_problems(tmp_path):
    page = b"<html><a href='http://a.example/'>"
    path = tmp_path / "page.html"
    path.write_bytes(page)
    with open(path, "rb") as file:
        for source in (page, path, str(path), file):
            [found] = extract(source, document="it")
            assert (found.document, found.element) == ("it", "a")
    [found] = extract(b"<b>http://a.example/", document="it.html")  # the media type follows from the name
    assert found.element == "b"
    member = made.tar({"a.txt": b"http://a.example/"})
    assert [each.document for each in extract(member, document="it")] == ["it!a.txt"]
    problems = []
    assert list(extract(b"PK\x03\x04" + bytes(40), document="it", on_problem=problems.append)) == []
    assert [each.document for each in extract_text("http://a.example/", document="it")] == ["it"]
    assert {each.document for each in problems} == {"it!"}  # a member without a name


def test_a_directory_takes_no_document(tmp_path):
    with pytest.raises(TypeError, match="is a directory"):
        extract(tmp_path, document="it")


# -- labels ----------------------------------------------------------------------------------------------------------


def test_every_label_of_the_encoding_standard_has_the_codec_of_its_encoding():
    for line in _TABLE.replace("\n    ", " ").strip().splitlines():
        name, _, labels = line.partition(":")
        for label in (name, *labels.split()):
            codec = codec_of(encoding_of(label))
            if codec is None:
                assert python_codec(label) in (None, "iso2022_kr", "hz"), label
            elif label in ("ascii", "us-ascii", "ansi_x3.4-1968"):
                assert python_codec(label) == "ascii"
            elif name == "utf-16le":
                assert python_codec(label) in ("utf-16", "utf-16-le")
            else:
                assert python_codec(f" {label.upper()}\n") == codecs.lookup(codec).name, label


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("windows-950", "cp950"), ("x-windows-950", "cp950"), ("ms950", "cp950"), ("windows-932", "cp932"),
        ("windows-936", "gb18030"), ("gb2312", "gb18030"), ("gbk", "gb18030"), ("euc-cn", "gb18030"),
        ("windows-949", "cp949"), ("ks_c_5601-1987", "cp949"), ("euc_kr", "cp949"), ("x-windows-949", "cp949"),
        ("x-sjis", "cp932"), ("csWindows31J", "cp932"), ("x-mac-cyrillic", "mac-cyrillic"), ("x-mac-ce", "mac-latin2"),
        ("x-mac-greek", "mac-greek"), ("unicode-1-1-utf-8", "utf-8"), ("csUTF8", "utf-8"), ("windows-65001", "utf-8"),
        ("iso-8859-8-i", "iso8859-8"), ("x-user-defined", "cp1252"), ("iso-8859-1", "cp1252"), ("latin-1", "cp1252"),
        ("csWindows1252", "cp1252"), ("windows-1252", "cp1252"), ("IBM00858", "cp858"), ("CCSID01140", "cp1140"),
        ("csIBM037", "cp037"), ("cp437", "cp437"), ("DOS-862", "cp862"), ("ibm737", "cp737"), ("koi8-ru", "koi8-u"),
        ("csKOI8U", "koi8-u"), ("ISO_8859-14:1998", "iso8859-14"), ("csISO885915", "iso8859-15"), ("hz-gb-2312", "hz"),
        ("iso-2022-kr", "iso2022_kr"), ("iso-2022-jp-2", "iso2022_jp_2"), ("utf-7", "utf-7"), ("utf-16", "utf-16"),
        ("Extended_UNIX_Code_Packed_Format_for_Japanese", "euc_jp"), ("iso-2022-cn", None), ("windows-999", None),
        ("x-x-x-x", None), ("", None), (" ", None),
    ],
)  # fmt: skip
def test_names_of_the_iana_registry_and_of_vendors_mean_the_superset_in_use(label, codec):
    assert python_codec(label) == python_codec(label.upper()) == codec


def test_every_codec_of_python_is_known_or_no_charset():
    modules = {module.name for module in pkgutil.iter_modules(encodings.__path__)}
    unknown = set()
    for name in modules - {"aliases", "mbcs", "oem"}:
        codec = codecs.lookup(name)
        if python_codec(name) is None and codec._is_text_encoding:
            unknown.add(name)
    assert unknown == {"charmap", "idna", "punycode", "raw_unicode_escape", "undefined", "unicode_escape"}
    assert set(_WITHOUT_ALIAS.split()) <= modules


def test_unknown_charsets_in_data_are_not_remembered_without_end():
    message = (
        b"From a@b.example Thu Jan  1 00:00:00 1970\nSubject: =?no%d?q?x?=\nContent-Type: %s; charset=no%d\n\n%s\n\n"
    )
    for kind in (b"text/plain", b"text/html", b"application/xml"):
        mailbox = b"".join(message % (number, kind, number, b"http://a.example/") for number in range(100))
        assert len(scanned(mailbox, "application/mbox")) == 100
    for number in range(100):
        assert len(scanned(b"<meta charset=no%d> http://a.example/" % number, "text/html")) == 1
        assert len(scanned(b"<?xml version='1.0' encoding='no%d'?><a>http://a.example/</a>" % number, "text/xml")) == 1
        with pytest.raises(UnknownCharset):
            Scanner(charset=f"no{number}")
    assert not [label for label in (*encodings._cache, *_codecs) if label.startswith("no")]


def test_a_bounded_number_of_spellings_of_known_charsets_is_remembered():
    for before, after in product(range(40), repeat=2):
        assert python_codec(" " * before + "latin1" + " " * after) == "cp1252"
        assert len(_codecs) <= _MOST_KEPT
    assert max(map(len, _codecs)) <= 64


# -- positions -------------------------------------------------------------------------------------------------------

MULTIBYTE = ["cp932", "cp949", "gb18030", "big5hkscs", "cp950", "euc_jp", "johab", "euc_jis_2004", "shift_jis_2004"]
SHIFTING = ["iso2022_jp", "iso2022_kr", "hz", "iso2022_jp_2", "utf-7"]


@pytest.mark.parametrize("codec", [*MULTIBYTE, *SHIFTING, "cp037", "hp-roman8"])
def test_places_are_bytes_of_the_original_whatever_letters_precede_them(codec):
    dice = random.Random(codec)
    uris = [f"http://{name}.example/x" for name in "abcd"]
    for _ in range(40):
        data, places = b"", []
        for uri in uris:
            if codec in SHIFTING or dice.random() < 0.3:
                data += "\u65e5~\u672c".encode(codec, "ignore")
            else:  # characters with two codes, and invalid bytes
                data += bytes(
                    dice.choice((dice.randrange(256), 0x8F, 0xA2, 0xB7, 0xFE)) for _ in range(dice.randrange(9))
                )
            data += "\n ".encode(codec)
            places.append(len(data))
            data += f"{uri}\n".encode(codec)
        whole = scanned(data, charset=codec)
        expected = [(place, place + len(uri.encode(codec)), 2) for place, uri in zip(places, uris, strict=True)]
        if codec in ("cp037", "johab"):  # there these bytes may be part of the next reference
            expected = [each for each in expected if each[:2] in {(found.start, found.end) for found in whole}]
        found = [(each.start, each.end, each.column) for each in whole if each.reference in uris]
        if codec != "cp037":
            assert found == expected, data
        for size in (1, 2, 3, 50):
            assert scanned(data, charset=codec, size=size) == whole, (size, data)


def test_a_letter_with_two_codes_keeps_its_bytes():
    data = b"\x8f\xa2\xb7\x8f\xa2\xb7 http://a.example/\x8f\xa2\xb7x http://b.example/"  # 8F A2 B7 is "~" in EUC-JP
    for size in (1, 2, 100):
        one, other = scanned(data, charset="euc-jp", size=size)
        assert (one.reference, other.reference) == ("http://a.example/~x", "http://b.example/")
        assert data[one.start : one.end] == b"http://a.example/\x8f\xa2\xb7x"
        assert data[other.start : other.end] == b"http://b.example/"


def test_letters_with_two_codes_are_found_in_one_pass():
    decoded = 0

    class Counting:
        def __init__(self, decoder):
            self._decoder = decoder

        def __getattr__(self, name):
            return getattr(self._decoder, name)

        def decode(self, data, final=False):
            nonlocal decoded
            decoded += len(data)
            return self._decoder.decode(data, final)

    whole = translator("euc-jp")
    whole._decoder = Counting(whole._decoder)
    data = b"\x8f\xa2\xb7 x\n" * 5000
    whole.feed(data, True)
    assert decoded == len(data)
    assert whole.map.place(0) == 0


def test_a_section_of_utf_7_that_never_ends_is_translated_as_it_comes():
    coder = translator("utf-7")
    data = b"+" + b"AGgA" * 5000
    out = coder.feed(data)
    whole = out + coder.feed(b"", True)
    assert len(out) > 0.7 * len(whole)
    assert whole.decode() == data.decode("utf-7")


@pytest.mark.parametrize("count", [1535, 1536, 1537, 3072, 3073, 5000])
@pytest.mark.parametrize("after", ["", "-", "+", " x", "+-", "a", "é-"])
def test_long_sections_of_utf_7_are_what_python_makes_of_them(count, after):
    text = "é" * count + after
    for size in (1, 4096, 1 << 20):
        coder = translator("utf-7")
        data = text.encode("utf-7")
        out = b"".join(coder.feed(data[at : at + size]) for at in range(0, len(data), size)) + coder.feed(b"", True)
        assert out.decode() == text


@pytest.mark.parametrize("codec", ["iso-2022-kr", "iso-2022-jp", "iso2022_jp_ext", "hz", "utf-7"])
def test_broken_shifts_are_the_same_in_chunks_of_any_size_and_raise_nothing(codec):
    dice = random.Random(2022)
    signs = b"\x0e|\x0f|\x1b|\x1b$|\x1b(B|\x1b$B|\x1b$)C|~|~{|~}|+|-|a|AB|\xea| |\n|http://a/|$|)".split(b"|")
    for _ in range(500):
        data = b"".join(dice.choices(signs, k=dice.randrange(1, 20)))
        results = set()
        for size in (len(data), 1, 3):
            coder = translator(codec)
            out = b"".join(coder.feed(data[at : at + size]) for at in range(0, len(data), size)) + coder.feed(b"", True)
            results.add((out, coder.map.place(len(out)) if out else 0))
        assert len(results) == 1, data


def test_a_reference_after_a_broken_escape_sequence_is_found_where_it_is():
    data = b"\xd6 \x0f http://a.example/ \x1b$ \x0f http://b.example/"
    found = list(extract_text(data, charset="iso-2022-kr"))
    assert [data[each.start : each.end] for each in found] == [b"http://a.example/", b"http://b.example/"]
