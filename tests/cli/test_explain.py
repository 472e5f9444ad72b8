"""The command with ``--explain``."""

import gzip
import io
import subprocess
import sys
from binascii import b2a_base64

import pytest
from tests.sources import made

from uri_extract.cli import main

TEXT = b"See http://a.example/./x), note:this\nwww.b.example hxxp://c[.]example/\n"
FOUND = b"""\
%s:1:5: found http://a.example/./x
  scheme http, followed by // and a host that could exist
  ')' ends it: it was not opened inside
%s:1:28: not found: note:this
  unknown scheme 'note', not followed by //
%s:2:15: not found: hxxp://c[.]example/
  unknown scheme 'hxxp', misspelt or part of a word: accepted only in <...>, followed by // and a host that could exist
"""


@pytest.fixture
def run(monkeypatch):
    def run(*arguments, stdin=TEXT):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
        monkeypatch.setattr(sys, "stderr", io.StringIO())
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = stop.code
        sys.stdout.flush()
        return status, sys.stdout.buffer.getvalue(), sys.stderr.getvalue()

    return run


def test_each_place_has_a_line_and_its_reasons_below(run, tmp_path):
    assert run("--explain") == (0, FOUND.replace(b"%s", b"-"), "")
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT)
    assert run("--explain", path) == (0, FOUND.replace(b"%s", bytes(path)), "")
    assert run("--explain", "-o", tmp_path / "out", path) == (0, b"", "")
    assert (tmp_path / "out").read_bytes() == FOUND.replace(b"%s", bytes(path))


def test_a_text_in_which_nothing_is_found_is_explained(run):
    explained = b"-:1:5: not found: http://a..b/\n  'a..b' cannot be a host\n"
    assert run("--explain", stdin=b"See http://a..b/ and\n") == (1, explained, "")


def test_explain_covers_suffix_and_refang(run):
    places = [line for line in run("--explain", "--suffix", "--refang")[1].splitlines() if line[:1] != b" "]
    assert places == [
        b"-:1:5: found http://a.example/./x",
        b"-:1:28: not found: note:this",
        b"-:2:1: found www.b.example",
        b"-:2:15: found http://c.example/",
    ]


@pytest.mark.parametrize(
    ("stdin", "status"),
    [(TEXT, 0), (b"note:this", 1), (b"", 1), (b"x http://a.example/" + (1 << 20) * b"x", 3), (b"\xff\xfea", 1)],
    ids=range(5),
)
def test_the_exit_status_is_that_of_lines(run, stdin, status):
    explained, lines = run("--explain", stdin=stdin), run(stdin=stdin)
    assert explained[0] == lines[0] == status
    assert explained[2] == lines[2]


def test_explain_reports_an_unreadable_file(run, tmp_path):
    status, output, said = run("--explain", tmp_path / "nothing", "-")
    assert (status, output) == (3, FOUND.replace(b"%s", b"-"))
    assert str(tmp_path / "nothing") in said


@pytest.mark.parametrize(
    "arguments", [["--format", "jsonl"], ["--format", "csv"], ["--raw"], ["--target"], ["--scheme", "http"]]
)
def test_flags_that_contradict_explain_are_wrong_usage(run, arguments):
    status, output, said = run("--explain", *arguments)
    assert (status, output) == (2, b"")
    assert "--explain" in said
    assert arguments[0] in said


PAGE = b"<html><base href=http://x.example/><a href=y>http://a.example/ note:this</a>"
MAIL = b"""\
Subject: http://s.example/
Content-Type: multipart/mixed; boundary=b

--b

http://t.example/
--b
Content-Type: text/html

<a href=http://h.example/>
--b
Content-Type: application/zip
Content-Transfer-Encoding: base64

%s
--b--
"""
DOCUMENTS = {
    "a.html": PAGE,
    "b.eml": MAIL % b2a_base64(made.zip_of({"in.html": PAGE, "in.txt": TEXT})),
    "c.mbox": b"From a@b.example Thu Jan  1 00:00:00 1970\n" + MAIL % b"",
    "d.xml": b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><icon>x</icon>http://b.example/</feed>",
    "e.svg": b"<svg xmlns='http://www.w3.org/2000/svg'><a href='z'>http://b.example/</a></svg>",
    "f.warc": made.warc_record(made.http(PAGE, b"Content-Type: text/html", b"Location: /w")),
    "g.tar": made.tar({"in.html": PAGE, "in.txt": TEXT}),
    "h.txt.gz": gzip.compress(TEXT),
    "i.txt": TEXT,
    "j.html": PAGE.decode().encode("utf-16"),
    "k.bin": bytes(range(256)) + TEXT,
}


def places(run, *arguments):
    """Return the positions of all references that the command prints."""
    template = "{document}:{line}:{column}: {reference}"
    return run("--template", template, "--all-kinds", "--relative", *arguments)[1].splitlines()


def found(run, *arguments):
    """Return the positions that ``--explain`` reports as found."""
    lines = run("--explain", *arguments)[1].splitlines()
    return [line.replace(b" found ", b" ", 1) for line in lines if line[:1] != b" " and b": found " in line]


@pytest.mark.parametrize(
    "options", [[], ["--suffix"], ["--refang", "--mail-addresses"], ["--base", "http://o.example/"]]
)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_explain_finds_the_same_as_a_run_in_every_kind_of_document(run, tmp_path, name, options):
    path = tmp_path / name
    path.write_bytes(DOCUMENTS[name])
    expected = places(run, *options, path)
    assert expected
    assert found(run, *options, path) == expected


def test_a_directory_of_all_kinds_of_documents_is_explained(run, tmp_path):
    for name, data in DOCUMENTS.items():
        (tmp_path / name).write_bytes(data)
    assert found(run, tmp_path) == places(run, tmp_path)
    status, output, said = run("--explain", "--stats", tmp_path)
    assert status == 0
    assert f"{output.count(b': found ')} found, 0 problems" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["--media-type", "text/html"], ["--media-type", "text/plain; charset=utf-16"], ["--charset", "cp037"],
        ["--media-type", "message/rfc822", "--parts", "html"], ["--media-type", "message/rfc822", "--no-headers"],
        ["--media-type", "application/xml"], ["--default-base", "http://o.example/"],
    ],
)  # fmt: skip
def test_explain_respects_flags_about_reading_documents(run, tmp_path, arguments):
    for name in ("a.html", "b.eml", "i.txt", "k.bin"):
        path = tmp_path / name
        path.write_bytes(DOCUMENTS[name])
        assert found(run, *arguments, path) == places(run, *arguments, path)


def test_a_media_type_without_a_scanner_is_wrong_usage(run):
    status, output, said = run("--explain", "--media-type", "image/png", stdin=TEXT)
    assert (status, output) == (2, b"")
    assert "no scanner for 'image/png'" in said


@pytest.mark.parametrize(
    "arguments",
    [
        *(["--host", "x"], ["--valid"], ["--kind", "uri"], ["--hazard", "any"], ["--unique"], ["-j", "2"], ["--null"]),
        *(
            ["--all-kinds"],
            ["--relative"],
            ["--redact"],
            ["--count-by", "host"],
            ["--template", "{raw}"],
            ["--with-context", "9"],
            ["-H"],
            ["-n"],
        ),
    ],
)
def test_flags_that_explain_ignores_are_wrong_usage(run, tmp_path, arguments):
    status, output, said = run("--explain", *arguments, stdin=TEXT)
    assert (status, output) == (2, b"")
    assert "not allowed with argument" in said
    status, output, said = run("--explain", "--checkpoint", tmp_path / "c", tmp_path)
    assert (status, output) == (2, b"")


def test_statistics_count_what_was_found(run):
    assert f"1 document, {len(TEXT)} bytes, 1 found, 0 problems" in run("--explain", "--stats")[2]


def test_nothing_of_the_text_acts_on_a_terminal(run):
    output = run("--explain", stdin=b"http://a.example/\x1b[31m x\x1b:y <http://b.example/\r\x0b\x08>\xe2\x80\xae")[1]
    assert output
    assert not {byte for byte in output if byte < 0x20 or byte == 0x7F} - {10}
    assert "\u202e" not in output.decode("utf-8", "replace")


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 20, b"<a:" * 3000, b"\xff\xfeh\0t\0t\0p\0:\0/\0/\0a\0", b"http://\xff\xfe:\xed\xa0\x80/"],
    ids=range(4),
)  # fmt: skip
@pytest.mark.parametrize("arguments", [[], ["--suffix", "--mail-addresses", "--refang"]])
def test_bad_input_makes_no_traceback(run, data, arguments):
    status, output, said = run("--explain", *arguments, stdin=data)
    assert status in (0, 1)
    assert said == ""
    for line in output.splitlines():
        assert line.startswith((b"-:", b"  "))


def test_a_broken_pipe_ends_it_quietly(tmp_path):
    path = tmp_path / "long"
    path.write_bytes(b"http://a.example/x of many\n" * 30_000)
    words = [sys.executable, "-m", "uri_extract", "--explain", str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_output_that_is_full_is_status_2():
    line = f'"{sys.executable}" -m uri_extract --explain > /dev/full'
    done = subprocess.run(["sh", "-c", line], check=False, capture_output=True, timeout=60, input=TEXT)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
