"""Lines are links: names, and references that cannot be followed as printed, are left out."""

import io
import json
import sys

import pytest
from tests.cli.terminal import errors_on_a_terminal, on_a_terminal

from uri_extract.cli import main

PAGE = b"""<!DOCTYPE html PUBLIC "-//N//X//EN" "http://n.example/x.dtd">
<html xmlns="http://n.example/"><a href="#top">a</a><a href="">b</a><a href="/b.gif">c</a><img usemap="#m">
<a href="//h.example/x">d</a><p style="clip-path: url(#c)"><a href="http://l.example/">e</a>
"""
LINKS = ["https://h.example/x", "http://l.example/"]
RELATIVE = ["#top", "", "/b.gif", "#m", "https://h.example/x", "#c", "http://l.example/"]
NAMES = ["http://n.example/x.dtd", "http://n.example/"]
LEFT_OUT = "left out: 2 namespace names, 4 same-document references, 1 relative reference without a base"


@pytest.fixture
def run(capfd, monkeypatch):
    """Run the command in this process; return its status, its lines, and its messages."""

    def run(*arguments, stdin=PAGE):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main([*map(str, arguments)])
        except SystemExit as error:
            status = error.code
        sys.stdout.flush()
        sys.stderr.flush()
        out, said = capfd.readouterr()
        return status, out.split("\n")[:-1], said

    return run


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], LINKS),
        (["--relative"], RELATIVE),
        (["--all-kinds"], NAMES + LINKS),
        (["--all-kinds", "--relative"], NAMES + RELATIVE),
        (["--kind", "namespace"], NAMES),
        (["--kind", "uri"], LINKS[1:]),
        (["--kind", "relative"], RELATIVE[:-1]),
        (["--kind", "relative,namespace,uri"], NAMES + RELATIVE),
        (["--base", "http://b.example/d/"], ["http://b.example/b.gif", "http://h.example/x", LINKS[1]]),
        (["--default-base", "http://b.example/d/"], ["http://b.example/b.gif", "http://h.example/x", LINKS[1]]),
        (["--reference"], ["//h.example/x", LINKS[1]]),
        (["--raw"], ["//h.example/x", LINKS[1]]),
        (["--unwrap"], LINKS),
        (["--unique"], LINKS),
        (["--unique-by", "normalized"], LINKS),
        (["-n"], ["3:" + LINKS[0], "3:" + LINKS[1]]),
        (["--template", "{target}"], LINKS),
        (["--host", "h.example"], LINKS[:1]),
        (["--valid"], LINKS),
        (["-j", "2"], LINKS),
        (["--count-by", "host"], ["1\th.example", "1\tl.example"]),
        (["--count-by", "host", "--format", "jsonl"],
         ['{"host":"h.example","count":1}', '{"host":"l.example","count":1}']),
        (["--count-by", "host", "--relative"], ["5\t(none)", "1\th.example", "1\tl.example"]),
    ],
)  # fmt: skip
def test_lines_are_links_by_default(run, arguments, expected, tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    status, lines, said = run(*arguments, page)
    assert (status, lines, said) == (0, expected, "")


def test_null_ends_the_same_links(run, tmp_path):
    run("--null", "-o", tmp_path / "out")
    assert (tmp_path / "out").read_text().split("\0") == [*LINKS, ""]


@pytest.mark.parametrize("form", ["json", "jsonl", "csv", "tsv"])
def test_records_have_what_is_relative_and_no_names(run, form):
    status, lines, _ = run("--format", form)
    if form in ("json", "jsonl"):
        records = json.loads("\n".join(lines)) if form == "json" else list(map(json.loads, lines))
        assert [each["target"] or each["reference"] for each in records] == RELATIVE
        assert [each["base_from"] for each in records if each["reference"] == "//h.example/x"] == ["default"]
    else:
        assert len(lines) == 1 + len(RELATIVE)
    assert status == 0
    kinds = [json.loads(line)["kind"] for line in run("--format", "jsonl", "--all-kinds")[1]]
    assert (len(kinds), kinds.count("namespace")) == (len(RELATIVE) + len(NAMES), len(NAMES))


def test_statistics_count_what_was_left_out(run, tmp_path):
    assert LEFT_OUT in run("--stats")[2]
    assert "2 found, 0 problems" in run("--stats")[2]
    for index in range(30):
        (tmp_path / f"{index}.html").write_bytes(PAGE)
    many = "left out: 60 namespace names, 120 same-document references, 30 relative references without a base"
    for more in ([], ["-j", "2"], ["--unique"], ["--valid"], ["--checkpoint", tmp_path / "c"], ["-n"]):
        assert many in run("--stats", *more, tmp_path, "-g", "*.html")[2], more
    assert "left out: 2 namespace names\n" in run("--stats", "--format", "jsonl")[2]
    assert "left out" not in run("--stats", "--all-kinds", "--relative")[2]
    # References that pass the filters are counted; names are not filtered.
    assert "left out: 2 namespace names\n" in run("--stats", "--host", "l.example")[2]


@pytest.mark.parametrize(
    ("document", "arguments", "status"),
    [
        (b"<!doctype html><a href=x>", [], 0),
        (b"<!doctype html><a href=x>", ["--host", "h.example"], 1),
        (b"<!doctype html><a href=#x>", ["--unique"], 0),
        (b"<!doctype html><html xmlns=http://n.example/>", [], 1),
        (b"<!doctype html><html xmlns=http://n.example/>", ["--all-kinds"], 0),
        (b"<!doctype html><p>", [], 1),
    ],
)
def test_references_left_out_of_lines_count_as_found_but_names_do_not(run, document, arguments, status):
    assert run(*arguments, stdin=document)[0] == status


@pytest.mark.parametrize(
    ("document", "arguments", "found"),
    [
        (b"<!doctype html><a href=y><a href=#z>", ["--base", "urn:x:y"], []),
        (b"<!doctype html><base href=mailto:x><a href=y>", [], ["mailto:x"]),
        (b"<!doctype html><a href=y>", ["--base", "urn:x:y", "--relative"], ["y"]),
    ],
)
def test_a_base_with_an_opaque_path_is_none_for_relative_references(run, document, arguments, found):
    _, lines, said = run(*arguments, "--stats", stdin=document)
    assert lines == found
    assert ("1 relative reference without a base" in said) is ("--relative" not in arguments)


def test_a_hint_on_a_terminal_names_the_base_flag(run):
    said = errors_on_a_terminal(stdin=PAGE)
    assert said.count("\n") == 1
    assert "1 relative reference without a base" in said
    assert "--base" in said
    assert "--relative" in said
    for quiet in (["-q"], ["--relative"], ["--base", "http://b.example/"], ["--format", "jsonl"]):
        assert errors_on_a_terminal(*quiet, stdin=PAGE) == "", quiet
    # With any base this is a same-document reference.
    assert errors_on_a_terminal(stdin=b"<!doctype html><a href=#x>") == ""
    assert run()[2] == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--relative", "--format", "jsonl"], ["--relative", "-o", "a.csv"], ["--all-kinds", "--kind", "uri"],
        ["--explain", "--relative"], ["--explain", "--all-kinds"],
    ],
)  # fmt: skip
def test_flags_without_effect_are_wrong_usage(run, arguments):
    status, lines, said = run(*arguments)
    assert (status, lines) == (2, [])
    assert "not allowed with argument" in said


DATA = "data:image/png;base64," + "iVBORw0KGgo" * 20


def test_a_long_data_uri_is_shortened_on_a_terminal_alone(run):
    page = f"<!doctype html><img src='{DATA}'><img src='data:,short'><img src='http://a.example/{'x' * 300}'>".encode()
    whole = [DATA, "data:,short", f"http://a.example/{'x' * 300}"]
    assert run(stdin=page)[1] == whole
    for arguments, prefix in ([], ""), (["-n"], "1:"), (["--reference"], ""), (["--unique"], ""):
        status, shown, _ = on_a_terminal(*arguments, stdin=page)
        lines = shown.decode().split("\n")[:-1]
        assert status == 0
        assert lines == [f"{prefix}{DATA[:64]}\u2026 ({len(DATA)} characters)", prefix + whole[1], prefix + whole[2]]
    assert on_a_terminal("--template", "{target}", stdin=page)[1].decode().split("\n")[0] == DATA
    assert DATA in on_a_terminal("--format", "jsonl", stdin=page)[1].decode()
