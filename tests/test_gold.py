"""The gold snippets and the samples, for all chunkings and with every kernel."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from tests.scanners import Scanner

from gold import GoldError, Snippet, read_gold, unescape
from uri_extract import extract_text
from uri_extract.cli import main
from uri_extract.scan import kernels
from uri_extract.text.options import ScanOptions
from uri_extract.text.scanner import TextScanner

CORPORA = Path(__file__).parent.parent / "corpora"
CHUNK_SIZES = (1, 2, 3, 7, 64, 4096)
KERNELS = sorted({"interpreted", *kernels})
VALUES = {
    ("wrapped", "no"): None,
    ("prefix", "none"): None,
    ("alternates", "none"): (),
    ("partial", "yes"): True,
    ("partial", "no"): False,
}
SAMPLES = sorted((CORPORA / "samples").iterdir())
# The samples that are not plain text; their expected references are those that the command prints.
DOCUMENTS = (".docx", ".eml", ".html", ".warc")
GOLD = {path.stem: read_gold(path) for path in sorted((CORPORA / "gold").glob("*.txt"))}


def every_snippet(check):
    """Make a test for each file, which runs a check on its snippets and shows those that fail."""

    def test(file, **others):
        failed = []
        for snippet in GOLD[file]:
            try:
                check(snippet, **others)
            except AssertionError as error:
                failed.append(f"{snippet.title}: {error}")
        assert not failed, "\n\n".join(failed)

    given = inspect.signature(check)
    parameters = [given.parameters["snippet"].replace(name="file"), *list(given.parameters.values())[1:]]
    test.__signature__ = given.replace(parameters=parameters)
    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return pytest.mark.parametrize("file", GOLD)(test)


every_text = pytest.mark.parametrize(
    "path", [path for path in SAMPLES if path.suffix not in DOCUMENTS], ids=lambda path: path.name
)
every_document = pytest.mark.parametrize(
    "path", [path for path in SAMPLES if path.suffix in DOCUMENTS], ids=lambda path: path.name
)
every_kernel = pytest.mark.parametrize("kernel", KERNELS)


def scan(data, kernel, size=None):
    """Return the occurrences in `data`, fed `size` bytes at a time."""
    scanner = Scanner("text/plain", kernel=kernels[kernel])
    size = size or max(1, len(data))
    found = [each for start in range(0, len(data), size) for each in scanner.feed(data[start : start + size])]
    return found + scanner.close()


def references(found):
    return [str(each.reference) for each in found]


def wanted(snippet):
    return [each.reference for each in snippet.expected]


@every_kernel
@every_snippet
def test_finds_what_the_author_meant(snippet: Snippet, kernel):
    found = scan(snippet.data, kernel)
    assert references(found) == wanted(snippet)
    for occurrence, expected in zip(found, snippet.expected, strict=True):
        for name, value in expected.fields.items():
            assert getattr(occurrence, name) == VALUES.get((name, value), value), name
        assert [each for each in occurrence.alternates if each in expected.alternates] == expected.alternates
        assert occurrence.reference not in occurrence.alternates


@every_kernel
@every_snippet
def test_chunks_make_no_difference(snippet: Snippet, kernel):
    whole = scan(snippet.data, kernel)
    for size in CHUNK_SIZES:
        assert scan(snippet.data, kernel, size) == whole, f"{size} bytes at a time"


@every_kernel
@every_snippet
def test_lines_are_the_same_where_no_places_are_needed(snippet: Snippet, kernel):
    """The command requests no positions if it prints lines."""
    for size in (max(1, len(snippet.data)), 7):
        scanner = TextScanner(ScanOptions(kernel=kernels[kernel], places=False))
        cut = [snippet.data[start : start + size] for start in range(0, len(snippet.data), size)]
        found = [scanner.read(data).lines("reference") for data in cut]
        found.append(scanner.read(b"", final=True).lines("reference"))
        assert b"".join(found).decode().splitlines() == wanted(snippet)


@every_snippet
def test_a_line_end_after_it_makes_no_difference(snippet: Snippet):
    assert references(scan(snippet.data + b"\n", "interpreted")) == wanted(snippet)


@every_snippet
def test_carriage_returns_make_no_difference(snippet: Snippet):
    if b"\r" not in snippet.data:
        assert references(scan(snippet.data.replace(b"\n", b"\r\n"), "interpreted")) == wanted(snippet)


@every_snippet
def test_the_kernels_agree(snippet: Snippet):
    first, *others = [scan(snippet.data, kernel) for kernel in KERNELS]
    assert all(found == first for found in others)


@every_snippet
def test_extract_text_finds_the_same(snippet: Snippet):
    assert references(extract_text(snippet.data)) == wanted(snippet)


@every_snippet
def test_positions_are_those_of_the_input(snippet: Snippet):
    check_positions(snippet.data)


@every_text
def test_positions_are_those_of_the_sample(path):
    check_positions(path.read_bytes())


def check_positions(data):
    last = 0
    for found in scan(data, "interpreted"):
        assert last <= found.start < found.end <= len(data)
        raw = data[found.start : found.end]
        assert found.raw in (raw.decode("utf-8", "surrogateescape"), raw.decode("windows-1252", "replace"))
        marks = ("\\", "<", "**", "=3D", "=C3", "\x1b", "\b", ";")
        if not found.wrapped and found.raw.isascii() and not any(mark in found.raw for mark in marks):
            assert found.reference in found.raw
        assert found.line == 1 + data.count(b"\n", 0, found.start)
        before = data[data.rfind(b"\n", 0, found.start) + 1 : found.start]
        if before.isascii():  # in ASCII, a byte is a character
            assert found.column == 1 + len(before)
        last = found.end


@every_kernel
@every_text
def test_samples(path, kernel):
    data = path.read_bytes()
    listed = (CORPORA / "expected" / path.name).read_text("utf-8").split("\n")
    whole = scan(data, kernel)
    assert references(whole) == [line for line in listed if line]
    for size in CHUNK_SIZES:
        assert scan(data, kernel, size) == whole, f"{size} bytes at a time"


@every_document
def test_samples_of_other_formats(path, capfdbinary):
    assert main(["--no-config", str(path)]) == 0
    assert capfdbinary.readouterr().out == (CORPORA / "expected" / path.name).read_bytes()


def test_samples_that_a_script_makes_are_what_it_makes(tmp_path):
    subprocess.run([sys.executable, CORPORA / "make_samples.py", tmp_path], check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(made) == 2
    assert made == {name: (CORPORA / "samples" / name).read_bytes() for name in made}


def test_every_sample_has_its_list():
    assert {path.name for path in SAMPLES} == {path.name for path in (CORPORA / "expected").iterdir()}


def test_the_reader_reads_all_of_the_format(tmp_path):
    path = tmp_path / "all.txt"
    path.write_text(
        "# about this file\n\n"
        "== first\n# why\n| a\n|\n|  b\n|c⟦tab⟧⟦FF 00⟧⟦U+00A0⟧⟦blank⟧\n"
        "-> a:é\n   delimiter: angle\n   prefix: URL:\n   alternate: a:b\n   alternate: a:c\n-> a:d\n\n"
        "== second\n| == -> |\n(nothing)\n",
        "utf-8",
    )
    first, second = read_gold(path)
    assert first.data == b"a\n\n b\nc\t\xff\0\xc2\xa0 "
    assert [each.reference for each in first.expected] == ["a:é", "a:d"]
    assert first.expected[0].fields == {"delimiter": "angle", "prefix": "URL:"}
    assert first.expected[0].alternates == ["a:b", "a:c"]
    assert (second.title, second.data, second.expected, second.nothing) == ("second", b"== -> |", [], True)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "no snippet"),
        ("| a\n", 1, "before the first title"),
        ("== t\n", 2, "needs input"),
        ("== t\n| a\n", 3, "needs input"),
        ("== t\n| a\n\n== u\n| b\n(nothing)\n", 4, "'t' needs input"),
        ("== t\n(nothing)\n", 2, "must come first"),
        ("== t\n-> a:b\n", 2, "must come first"),
        ("== t\n| a\n-> a:b\n| c\n", 4, "input cannot follow"),
        ("== t\n| a\n(nothing)\n| c\n", 4, "input cannot follow"),
        ("== t\n| a\n-> a:b\n(nothing)\n", 4, "either"),
        ("== t\n| a\n(nothing)\n-> a:b\n", 4, "either"),
        ("== t\n| a\n-> a:b c\n", 3, "no white space"),
        ("== t\n| a\n->\n", 3, "a line begins with"),
        ("== t\n| a\n-> \n", 3, "no white space"),
        ("== t\n| a\n=> a:b\n", 3, "a line begins with"),
        ("== t\n| a\n  wrapped: no\n", 3, "a line begins with"),
        ("== t\n| a\n   wrapped: no\n", 3, "below a reference"),
        ("== t\n| a\n-> a:b\n   colour: red\n", 4, "'colour' is none of"),
        ("== t\n| a\n-> a:b\n   wrapped: maybe\n", 4, "wrapped is one of"),
        ("== t\n| a\n-> a:b\n   wrapped: no\n   wrapped: no\n", 5, "twice"),
        ("== t\n| a \n(nothing)\n", 2, "write ⟦blank⟧"),
        ("== t\n| a\tb\n(nothing)\n", 2, "U+0009 cannot be seen"),
        ("== t\n| a\u00a0b\n(nothing)\n", 2, "U+00A0 cannot be seen"),
        ("== t\n| a\u202eb\n(nothing)\n", 2, "U+202E cannot be seen"),
        ("== t\n| ⟦bell⟧\n(nothing)\n", 2, "⟦bell⟧ stands for nothing"),
        ("== t\n| ⟦7⟧\n(nothing)\n", 2, "⟦7⟧ stands for nothing"),
        ("== t\n| a⟦tab\n(nothing)\n", 2, "⟦ without ⟧"),
        ("== t\n| a⟧\n(nothing)\n", 2, "⟦ without ⟧"),
        ("== t\n| a\n-> a:b\n== t\n| c\n(nothing)\n", 4, "two snippets"),
    ],
)
def test_the_reader_refuses_what_is_malformed(tmp_path, text, line, reason):
    path = tmp_path / "bad.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(GoldError) as caught:
        read_gold(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert reason in str(caught.value)


def test_the_reader_refuses_what_is_not_utf_8(tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes(b"== t\n| caf\xe9\n(nothing)\n")
    with pytest.raises(GoldError, match="utf-8"):
        read_gold(path)


def test_escapes():
    assert unescape("a⟦nul⟧⟦formfeed⟧⟦return⟧⟦C3 A9⟧é") == b"a\0\f\r\xc3\xa9\xc3\xa9"


def test_the_example_in_the_description_of_the_format_is_one(tmp_path):
    text = (CORPORA / "README.md").read_text("utf-8")
    path = tmp_path / "example.txt"
    path.write_text("".join(line[4:] + "\n" for line in text.split("\n") if line.startswith("    ")), "utf-8")
    [snippet] = read_gold(path)
    assert references(scan(snippet.data, "interpreted")) == wanted(snippet)
