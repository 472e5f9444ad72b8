"""Scanners of lightweight markup: chunks, positions, charsets, damage, limits, and time."""

import random

import pytest
from tests.formats.lightweight.signs import SIGNS

from uri_extract import Scanner, extract, extract_text
from uri_extract import scan as scan_kernels
from uri_extract.formats.lightweight import tokenizers
from uri_extract.formats.lightweight.markdown import MarkdownScanner
from uri_extract.limits import MAX_BLOCK
from uri_extract.markup._markup_rows import Windows
from uri_extract.rows import Page

from .reading import MARKDOWN, scan
from .test_markdown import LINKS
from .test_syntaxes import CASES

DOCUMENTS = {
    MARKDOWN: [text for text, _ in LINKS],
    **{kind: [text for text, _ in cases] for kind, cases in CASES.items()},
}
WHOLE = {kind: "\r\n\r\nä http://text.example/é\n\n".join(texts).encode() for kind, texts in DOCUMENTS.items()}


def records(media_type, data, cut=None, **options):
    found, problems = scan(media_type, data, cut, **options)
    return [each.as_dict() for each in found], problems


@pytest.mark.parametrize("media_type", DOCUMENTS)
@pytest.mark.parametrize("cut", [1, 2, 3, 7, 64, 1000])
def test_documents_are_read_alike_at_every_chunk_size(media_type, cut):
    assert records(media_type, WHOLE[media_type], cut) == records(media_type, WHOLE[media_type])


@pytest.mark.parametrize("media_type", DOCUMENTS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "utf-32", "utf-16-be", "iso-8859-1"])
def test_places_are_those_of_the_document(media_type, codec):
    data = WHOLE[media_type].decode().replace("\ufeff", "").encode(codec, "replace")
    found, _ = scan(media_type, data, charset=codec)
    assert len(found) == len(scan(media_type, WHOLE[media_type])[0])
    plain = codec if codec in ("utf-8", "iso-8859-1", "utf-16-be") else codec + "-le"
    for each in found:
        assert data[each.start : each.end].decode(plain) == each.raw
        assert each.line == data[: each.start].decode(codec if each.start else "utf-8").count("\n") + 1
    assert found == scan(media_type, data, 5, charset=codec)[0]


@pytest.mark.parametrize("media_type", DOCUMENTS)
def test_documents_that_are_cut_off_or_damaged_raise_nothing_and_are_read_alike_in_chunks(media_type):
    of = random.Random(1)
    data = WHOLE[media_type]
    for _ in range(60):
        start = of.randrange(len(data))
        damaged = bytearray(data[start : start + of.randrange(400)])
        for _ in range(of.randrange(4)):
            if damaged:
                damaged[of.randrange(len(damaged))] ^= 1 << of.randrange(8)
        assert records(media_type, bytes(damaged), 3) == records(media_type, bytes(damaged))


@pytest.mark.skipif("compiled" not in scan_kernels.kernels, reason="nothing is compiled")
def test_compiled_and_interpreted_tokenizers_find_the_same_links():
    of = random.Random(2)
    documents = [WHOLE[MARKDOWN], *("".join(of.choices(SIGNS, k=of.choice((5, 20, 60)))).encode() for _ in range(400))]
    for data in documents:
        one, other = (
            [
                each.as_dict()
                for each in MarkdownScanner(tokenizer=tokenizers[name]).read(data, final=True).occurrences()
            ]
            for name in ("compiled", "interpreted")
        )
        assert one == other


@pytest.mark.parametrize("media_type", DOCUMENTS)
def test_a_scanner_reads_the_next_document_as_a_new_one_would(media_type):
    scanner = Scanner(media_type)
    first = [each.as_dict() for each in scanner.feed(WHOLE[media_type]) + scanner.close()]
    for end in (b"", b"\n```\n[a](", b"<!-- "):
        scanner.restart()
        scanner.feed(WHOLE[media_type][:100] + end)
    scanner.restart()
    assert [each.as_dict() for each in scanner.feed(WHOLE[media_type]) + scanner.close()] == first


@pytest.mark.parametrize("media_type", DOCUMENTS)
def test_a_block_longer_than_the_limit_is_a_problem_and_read_on(media_type):
    found, problems = scan(media_type, b"x" * (MAX_BLOCK + 10) + b" http://a.example/\n\n" + WHOLE[media_type], 1 << 18)
    assert {each.kind for each in problems} == {"block-too-long"}
    assert next(each.reference for each in found) == "http://a.example/"
    assert len(found) == 1 + len(scan(media_type, WHOLE[media_type])[0])


@pytest.mark.parametrize("media_type", DOCUMENTS)
def test_options_of_text_hold_in_text(media_type):
    text = "hxxp://a[.]example/ www.b.example.com c@d.example.com"
    found, _ = scan(media_type, text, refang=True, suffix=True, mail_addresses=True)
    assert [each.reference for each in found] == ["http://a.example/", "www.b.example.com", "mailto:c@d.example.com"]


def test_lines_of_a_document_are_its_targets():
    scanner = Scanner(MARKDOWN, base="http://x.example/")
    page = scanner.read(b"[a](b) http://c.example/\n", final=True)
    assert isinstance(page, Page)
    assert page.lines() == b"http://x.example/b\nhttp://c.example/\n"


def test_files_are_read_by_their_names(tmp_path):
    for name, text in (("a.md", "[a](b)"), ("a.rst", "`a <b>`_"), ("a.adoc", "link:b[]"), ("a.org", "[[./b]]"),
                       ("a.tex", r"\href{b}{a}"), ("a.mediawiki", "[//b]"),
                       ("a.1", ".TH\n.UR b:c\n.UE"), ("README", "[a](b)")):  # fmt: skip
        (tmp_path / name).write_text(text)
    assert sorted(each.reference for each in extract(tmp_path)) == ["./b", "//b", "b", "b", "b", "b", "b:c"]


SHAPES = [
    "[", "]", "[a](", "![", "(", "<", "`", "[a](b '", '<a b="', "<a b='\"", "<!--", "<a ", "> ", "- ", "[a]: ",
    "[a]: b '\n", "\\", "<title>", "a`b``c", "](", "[](((((", "|`\n", "<div>\n", "&amp;", "[a](<", "<a href=b>",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("\\m[blue]\\fBhttp://a.example/\\fR\\m[]\u5c1d\u8bd5", "http://a.example/"),
        ("\\fIhttp://a.example/\\fP\u5c1d\u8bd5", "http://a.example/"),
        ("http://a.example/\\fIname\\fR/b", "http://a.example/name/b"),
        ("http://a.example/\\fI\u5c1d\\fR\\:b", "http://a.example/\u5c1db"),
    ],
)
def test_the_font_that_comes_back_ends_a_reference_before_a_script_without_blanks(text, found):
    assert [each.reference for each in extract_text(text, media_type="text/troff")] == [found]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("cut", [100, 1 << 16])
def test_the_tokenizer_of_markdown_looks_at_each_byte_a_limited_number_of_times(shape, cut):
    data = shape.encode() * (30_000 // len(shape)) + b'x)">]]`\n'
    assert examined(data, cut) < 50 * len(data)


def test_runs_of_backticks_of_many_lengths_are_examined_a_limited_number_of_times():
    data = b" ".join(b"`" * size for size in range(1, 300))
    assert examined(data, len(data)) < 10 * len(data)


def examined(data, cut):
    """Return how many bytes the tokenizer examined."""
    blocks = tokenizers.in_use()
    windows = Windows(blocks)
    for at in range(0, len(data), cut):
        if windows.take(data[at : at + cut]):
            blocks.scan()
            blocks.links.clear()
    windows.take(b"", final=True)
    blocks.scan()
    return blocks.examined
