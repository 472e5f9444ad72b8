"""Defanged references are found and restored, and nothing else is changed."""

import itertools
import json
import random
from pathlib import Path

import pytest
from tests.scanners import Scanner

from uri_extract import extract, extract_text
from uri_extract._compat._variants import compiled, load
from uri_extract.decode.refang import REACH, Refanger, _own
from uri_extract.text.options import ScanOptions
from uri_extract.text.scanner import TextScanner

from . import mark_patterns

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SHARED = ROOT.parent / "shared" / "corpora"
_NAMES = ("uri_extract.decode._refang", "uri_extract.place._source_map")
#: Both variants of the kernel, each with the source map of its variant.
VARIANTS = {"interpreted": [load(name, False) for name in _NAMES]}
if all(map(compiled, _NAMES)):
    VARIANTS["compiled"] = [compiled(name) for name in _NAMES]
SIZES = (1, 2, 3, 7, 64, 1 << 20)


def table():
    """Return the cases of refang.txt: texts with their references, and texts that are unchanged."""
    cases, same = [], []
    for line in (HERE / "refang.txt").read_text("utf-8").splitlines():
        if line.startswith("= "):
            same.append(line[2:])
        elif line and not line.startswith("#"):
            text, arrow, references = line.partition(" ->")
            assert arrow, line
            cases.append((text, references.split()))
    return cases, same


CASES, SAME = table()
REPORT = "\n".join(["\xe9 \u20ac", *(text for text, _ in CASES), *SAME])


def chunks(data, size):
    return [data[at : at + size] for at in range(0, len(data), size)]


def scan(data, size=1 << 20, **options):
    """Return the occurrences in bytes that are read in chunks."""
    scanner = Scanner(**{"refang": True, **options})
    return [each for chunk in chunks(data, size) for each in scanner.feed(chunk)] + scanner.close()


def refanged(data, size=1 << 20):
    refanger = Refanger()
    return b"".join([*(refanger.feed(chunk) for chunk in chunks(data, size)), refanger.feed(b"", True)])


def check_places(data, found, codec="utf-8"):
    """Check that the position of each reference is in bytes of the source."""
    for each in found:
        before = data[: each.start].decode(codec)
        assert data[each.start : each.end].decode(codec) == each.raw
        assert each.line == 1 + before.count("\n")
        assert each.column == 1 + len(before[before.rfind("\n") + 1 :].encode(codec))


# -- marks, and text that is not a mark ------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "references"), CASES)
def test_a_defanged_reference_is_restored(text, references):
    data = text.encode()
    for size in SIZES:
        found = scan(data, size)
        assert [each.reference for each in found] == references, size
        check_places(data, found)


@pytest.mark.parametrize("text", SAME)
def test_text_without_a_defanging_mark_is_unchanged(text):
    for around in (text, f"http://a.example/ {text}", f"{text} http://a.example/"):
        assert refanged(around.encode()).decode() == around


def test_marks_are_decoded_only_on_request():
    assert [each.reference for each in extract_text("hxxp://a.example hxxps[:]//b[.]example http://c.example")] == [
        "http://c.example"
    ]


@pytest.mark.parametrize(("text", "references"), CASES)
def test_a_suffix_reference_needs_a_mark_unless_option_suffix_is_set(text, references, kernel):
    data = text.encode()
    for size in SIZES:
        found = scan(data, size, kernel=kernel)
        assert [each.reference for each in found] == references, size
        for each in found:
            if each.kind == "suffix":
                raw = each.raw.encode()
                assert any(refanged(raw + after) != raw + after for after in (b"x", b"."))
        more = scan(data, size, kernel=kernel, suffix=True, mail_addresses=True)
        assert {each.start for each in found if each.kind == "suffix"} <= {each.start for each in more}, size


def test_asked_for_the_others_are_found_too():
    text = "evil[.]com good.org/x www.good.org bo@good.org eve[at]evil[.]com good.com"
    for options, references in (
        ({}, ["evil.com", "mailto:eve@evil.com"]),
        ({"suffix": True}, ["evil.com", "good.org/x", "www.good.org", "mailto:eve@evil.com"]),
        ({"mail_addresses": True}, ["evil.com", "mailto:bo@good.org", "mailto:eve@evil.com"]),
    ):
        found = scan(text.encode(), **options)
        assert [each.reference for each in found] == references
        assert {each.kind for each in found} == {"suffix"}
    assert [each.raw for each in scan(text.encode())] == ["evil[.]com", "eve[at]evil[.]com"]
    assert [each.target for each in scan(text.encode())] == ["http://evil.com", "mailto:eve@evil.com"]


# -- positions -------------------------------------------------------------------------------------------------------


def test_raw_is_the_defanged_text_of_the_source():
    [found] = extract_text("\xe9\n\xe9 <hxxp://evil[.]example/a-\n  b[.]c>", refang=True)
    assert found.reference == "http://evil.example/a-b.c"
    assert found.raw == "hxxp://evil[.]example/a-\n  b[.]c"
    assert found.alternates == ("http://evil.example/ab.c",)
    assert (found.start, found.end, found.line, found.column) == (5, 37, 2, 4)
    assert (found.kind, found.valid, found.wrapped) == ("uri", True, "hyphen")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-8"])
def test_marks_may_be_in_any_encoding(codec, size):
    data = REPORT.encode(codec)
    found = scan(data, size, charset=codec)
    assert [each.reference for each in found] == [each.reference for each in scan(REPORT.encode())]
    assert len(found) > 80
    check_places(data, found, codec)


def test_positions_in_a_string_count_characters():
    found = list(extract_text(REPORT, refang=True))
    assert len(found) > 80
    for each in found:
        assert REPORT[each.start : each.end] == each.raw
        assert each.column == each.start - REPORT.rfind("\n", 0, each.start)


def test_extract_takes_the_option_too():
    assert [each.reference for each in extract(b"hxxp://a[.]example", refang=True)] == ["http://a.example"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("value", ["target", "reference", "raw"])
def test_lines_say_what_occurrences_say(value, size):
    data = "\n".join(text for text, _ in CASES).encode()
    scanner = TextScanner(ScanOptions(refang=True))
    lines = b"".join(scanner.read(chunk).lines(value) for chunk in chunks(data, size)) + scanner.read(
        b"", final=True
    ).lines(value)
    said = [getattr(each, value) or each.reference for each in scan(data)]
    assert lines.decode() == "".join(f"{each}\n" for each in said)


def test_a_problem_is_placed_in_the_source():
    long = b"a[.]b \n hxxp://a[.]example/" + b"x" * (1 << 20)
    problems = []
    assert scan(long + b" hxxp://b[.]example", 1 << 16, on_problem=problems.append)[0].start == len(long) + 1
    assert [each.offset for each in problems] == [8]


def test_one_can_ask_whether_a_mark_was_undone():
    for size in SIZES:
        refanger = Refanger()
        text = b"".join(refanger.feed(chunk) for chunk in chunks(b"evil[.]example good.example " * 20, size))
        text += refanger.feed(b"", True)
        assert text == b"evil.example good.example " * 20
        for at in range(0, len(text), 26):
            assert refanger.changed(at, at + 12)
            assert refanger.changed(at + 4, at + 5)
            assert not refanger.changed(at, at + 4)
            assert not refanger.changed(at + 5, at + 26)
            refanger.forget(at + 26)
            assert not refanger.changed(0, at + 26)


# -- chunks and arbitrary text ---------------------------------------------------------------------------------------

HOSTILE = (
    "[.]", "a[.]", "[.][", "[", "(", ":", "\\.", "a\\.", "hxxp", "hxxp:", "hxxp://", "hxxp[:]//", "h**", "h**p",
    "h**p:", "[:]//", "a[:]//", "[:", "[://", ":[", ":[/]", "[:][/][/]", "(at)", "a(at)", "a (at) ", "(at)a", "a(at)a",
    " [dot] ", "a [dot] ", "a[dot]", "a [dot] b", "[/]", "a[/]", "mailto[:]", "a[:]1", "a[at]" + "a" * 63,
    "a[at]" + "a" * 62 + ".", "a" * 64 + " [at] a.a", "http://a.b/ [at] a.a", "\xe9[.]", "fxp", "meow:", "\n[.]\n",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("unit", HOSTILE)
def test_no_shape_makes_it_look_often_or_keep_much(unit):
    data = (unit * (1 + 8192 // len(unit))).encode()
    whole = refanged(data)
    for size in SIZES:
        refanger = Refanger()
        out, given, held = b"", 0, 0
        for chunk in chunks(data, size):
            out += refanger.feed(chunk)
            given += len(chunk)
            held = max(held, given - refanger.map.place(len(out)))
        out += refanger.feed(b"", True)
        assert out == whole
        assert refanger.map.place(len(out)) == len(data)
        assert refanger.examined <= 3 * len(data)
        assert held <= 2 * REACH


@pytest.mark.parametrize("size", SIZES)
def test_marks_of_the_caller_are_found_in_every_chunking(size):
    marks = (("[.", ":"), ("]]", "/"), ("hxxp", "http"), ("[.].", ";"), ("\xe9\xe9", "."), ("a" * 63, "b"))
    data = "hxxp://a[.]b \xe9\xe9\xe9x]] a[.].[dot]b[.][.].c\n".encode() * 9 + b" a" * 99 + b"a" * 200
    outputs = set()
    for kernel, source_map in VARIANTS.values():
        refanger = Refanger(marks)
        refanger.map, refanger._kernel = source_map.SourceMap(), kernel.Marks(*_own(marks))
        out = b"".join([*map(refanger.feed, chunks(data, size)), refanger.feed(b"", True)])
        assert [refanger.map.place(at) for at in (0, len(out))] == [0, len(data)]
        outputs.add(out)
    whole = Refanger(marks)
    assert outputs == {whole.feed(data, True)}
    assert whole.map.original(0, out) == data
    assert out.startswith("http://a:]b \xe9.x/ a;[dot]b:];c\n".encode())
    assert out.endswith(b" b" + b"a" * 138)


@pytest.mark.parametrize("unit", HOSTILE)
def test_every_byte_of_the_output_has_its_position(unit):
    data = (unit * (1 + 400 // len(unit))).encode()
    refanger = Refanger()
    out = refanger.feed(data, True)
    places = [refanger.map.place(at) for at in range(len(out) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(data)
    again = Refanger()
    again.feed(data, True)
    again.map.place(0)
    assert again.map.original(0, out) == data


def test_the_refanger_forgets_text_that_is_settled():
    refanger = Refanger()
    size = 0
    for _ in range(200):
        size += len(refanger.feed(b"hxxp://a[.]b[.]c/ " * 100))
        refanger.forget(size)
        refanger.map.forget(size)
        assert len(refanger.map.segments) + len(refanger._marks) + len(refanger._held) < 1000


#: Parts of marks, and text around them.
PIECES = (
    b"hxxp", b"h**ps", b"h*xXp", b"s", b"xxp", b"f*p", b"meow", b"http", b"[", b"]", b"(", b")", b":", b"/", b"//",
    b"://", b".", b"\\", b"dot", b"DoT", b"at", b"@", b" ", b" dot ", b" at ", b"a", b"com", b"www", b"the", b"h t t p",
    b" : // ", b"mailto", b"_", b"\xc3\xa9", b"?", b"\n", b"9", b"a" * 64, b"b.c",
    b"<", b">", b"h", b"tt", b"p", b"00", b"]a", b"a[", b"__", b":\\\\",
)  # fmt: skip

MARKS = (
    b"[/]",
    b"[at]",
    b" (at) ",
    b" [dot] ",
    b"[.]",
    b"[:]",
    b" dot ",
    b" dot com",
    b"www",
    b"//",
    b"[tt]p",
    b"[s]",
    b" [.] ",
)


def marks_of(text, variant):
    kernel, source_map = VARIANTS[variant]
    refanger = Refanger()
    refanger.map, refanger._kernel = source_map.SourceMap(), kernel.Marks()
    out = refanger.feed(text, True)
    segments = refanger.map.segments
    return out, [segments[k][2:4] for k in range(len(segments))]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_short_text_has_the_marks_of_the_patterns(variant):
    around = ((b"", b""), (b"a", b"b.c"))
    for size in range(1, 4):
        for pieces in itertools.product(PIECES[:: 1 if size < 3 else 2], repeat=size):
            for before, after in around:
                text = before + b"".join(pieces) + after
                assert marks_of(text, variant) == mark_patterns.refanged(text), text


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("count", [3000, pytest.param(100_000, marks=pytest.mark.long)])
def test_generated_texts_have_the_marks_of_the_patterns(variant, count):
    dice = random.Random(1)
    for _ in range(count):
        some = dice.choice((PIECES, dice.sample(PIECES + MARKS, 5)))
        text = b"".join(dice.choices(some, k=dice.randrange(4, 40)))
        assert marks_of(text, variant) == mark_patterns.refanged(text), text


# -- text without marks ----------------------------------------------------------------------------------------------

# "\\." is both an escape of typesetting languages and a mark.
MARKED = ("defanged", "typeset")
SAMPLES = [
    path
    for path in sorted((ROOT / "corpora").rglob("*"))
    if path.is_file() and path.stem not in MARKED and "missed" not in path.parts
]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_text_without_marks_gives_the_same(path):
    data = path.read_bytes()
    found = scan(data, 1000)
    assert [each for each in found if each.kind != "suffix"] == scan(data, refang=False)
    assert (
        sum(each.kind == "suffix" for each in found) <= 2
    )  # an address with "(at)", and an address with "[at]" and "dot"


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_nothing_is_lost_in_real_text():
    found = 0
    for path in sorted(path for kind in ("text", "mail") for path in (SHARED / kind).rglob("*") if path.is_file())[::5]:
        data = path.read_bytes()[: 1 << 18]
        without = set(scan(data, refang=False))
        assert without <= set(scan(data, 1 << 16)), path.name
        found += len(without)
    assert found > 500


# -- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["lines", "jsonl"])
def test_the_command_has_a_flag(form, tmp_path, capfdbinary):
    from uri_extract.cli import main

    report = tmp_path / "report.txt"
    report.write_text("Do not open hxxps[:]//evil[.]example[.]com/./a[.]exe\nor mailto:ada [at] example [dot] org.")
    assert main(["--format", form, str(report)]) == 1
    assert capfdbinary.readouterr().out == b""
    assert main(["--refang", "--format", form, str(report)]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    targets = ["https://evil.example.com/a.exe", "mailto:ada@example.org"]
    if form == "lines":
        assert lines == targets
        assert main(["--refang", "--raw", str(report)]) == 0
        raw = ["hxxps[:]//evil[.]example[.]com/./a[.]exe", "mailto:ada [at] example [dot] org"]
        assert capfdbinary.readouterr().out.decode().splitlines() == raw
    else:
        found = [json.loads(line) for line in lines]
        assert [each["target"] for each in found] == targets
        assert [(each["start"], each["line"], each["column"]) for each in found] == [(12, 1, 13), (56, 2, 4)]


@pytest.mark.parametrize(
    "lines",
    [
        ["tideline[.]example/gate.php?id=", "192.0.2[.]88/qu/", "north-quay[.]example/Boat.php?c="],
        ["hxxp://tideline[.]example/gate/", "north-quay[.]example/x.php", "192[.]0[.]2[.]1"],
        ["tideline[.]example/a/b/", "readme[.]example"],
    ],
)
def test_a_mark_in_the_first_word_of_a_line_begins_a_new_item_of_a_list(lines):
    found = list(extract_text("\n".join(lines), refang=True))
    plain = [line.replace("hxxp", "http").replace("[", "").replace("]", "") for line in lines]
    assert [each.reference for each in found] == plain
    assert not any(each.alternates or each.wrapped for each in found)
