"""An output replaces what an earlier run wrote, and no other file, unless --force is given."""

import bz2
import gzip
import lzma
import os
import sqlite3
import sys

import pytest
from tests import running
from tests.sinks.test_formats import FORMATS  # all of them, also for their extras

from uri_extract.sinks.formats import COMPRESSIONS, TABLE

TEXT = b"see http://a.example/,b and <http://b.example/?c=%zz>\n"
MAIL = b"From: ada@a.example\r\nTo: bob@b.example\r\nSubject: tides\r\n\r\nhttp://a.example/\r\n"
MAILBOX = b"From ada@a.example Mon Jan  5 10:00:00 2026\n" + MAIL.replace(b"\r", b"")
PAGE = b"<!DOCTYPE html>\n<title>mine</title>\n"
#: Files of others that no output replaces: their names, and their bytes.
OTHERS = {
    "inbox.mbox": MAILBOX,
    "inbox": MAILBOX,
    "message.eml": MAIL,
    "message": MAIL,
    "1767607200.M1.host:2,S": MAIL,
    "mine.txt": MAILBOX,
    "page.html": PAGE,
    "page": PAGE,
    "drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    "feed": b'<?xml version="1.0"?>\n<rss version="2.0"></rss>\n',
    "README.md": b"# Mine\n",
    "README.rst": b"Mine\n====\n",
    "thesis.tex": b"\\documentclass{book}\n",
    "paper.pdf": b"%PDF-1.7\n1 0 obj\n",
    "paper": b"%PDF-1.7\n1 0 obj\n",
    "cards": b"BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n",
    "pages": b"WARC/1.0\r\nWARC-Type: response\r\n\r\n",
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "program": b"\x7fELF\2\1\1\0",
    "secret": b"-----BEGIN PGP MESSAGE-----\n\nhQEMA\n",
    "wide": b"\xff\xfe" + "mine\n".encode("utf-16-le"),
    "names": b"ada\0bob\0",
    "packed": gzip.compress(b"mine\n"),
    "list.txt.gz": b"mine\n",
    "mails.txt.gz": gzip.compress(MAILBOX),
    "mails.txt.bz2": bz2.compress(MAILBOX),
    "mails.txt.xz": lzma.compress(MAILBOX),
    "cut.txt.gz": gzip.compress(b"mine\n")[:9],
    "changed.txt.gz": gzip.compress(b"mine\n").replace(b"\x1f\x8b\x08", b"\x1f\x8b\x09"),
}
OF_FORMAT = {
    "json": [b'{\n  "name": "mine"\n}\n', b"[1, 2]\n", b'[\n{"name": "mine"}\n]\n'],
    "jsonl": [b'{"name": "mine"}\n', b'{"name": "mine", "count": 3}\n', b"mine\n"],
    "csv": [b"name,address\r\nada,ada@a.example\r\n", b"reference\ttarget\traw\n", b"mine\n"],
    "tsv": [b"name\taddress\n", b"reference,target,raw\r\n"],
    "html": [PAGE, b'<!doctype html><meta name="generator" content="another">', b"mine\n"],
    "sarif": [b'{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "runs": []}\n', b"{}"],
    "features": [b"# BANNER FILE NOT PROVIDED (-b option)\n# BULK_EXTRACTOR-Version: 2.1.0\n"],
    "arrow": [b"ARROW1\0\0\xff\xff\xff\xff", b"\xff\xff\xff\xff\x10\0\0\0another", b"PAR1"],
    "parquet": [b"ARROW1\0\0", b"mine\n"],
    "sqlite": [b"SQLite format 3\0", b"mine\n"],
}


@pytest.fixture
def run(tmp_path, monkeypatch, in_process):
    """Return a function that runs the command in a directory with a text, and checks that all else is unchanged."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_bytes(TEXT)
    return lambda *words: in_process("--no-config", *words, "text")


def made(*words):
    """Return the name of an output with this format."""
    return f"links{TABLE[words[-1]].suffixes[0] if words and TABLE[words[-1]].suffixes else ''}"


def is_refused(done):
    said = done.stderr.decode().splitlines()
    return done.returncode == 2 and len(said) == 1 and said[0].endswith("; replace it with --force")


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("words", [["--format", "lines"], ["--template", "{target}"], ["--count-by", "host"]], ids=str)
def test_lines_templates_and_counts_replace_only_plain_text(run, tmp_path, name, words):
    (tmp_path / name).write_bytes(OTHERS[name])
    done = run(*words, "--checkpoint", "state", "-o", name)
    if done.stderr.startswith(b"usage: "):
        assert words[0] != "--template"  # the suffix is that of another format, or of none
    else:
        assert is_refused(done), done
        assert done.stderr.startswith(f"uri-extract: {name}: the file exists and is not plain text".encode())
    assert (tmp_path / name).read_bytes() == OTHERS[name]
    assert sorted(os.listdir()) == sorted([name, "text"])


@pytest.mark.parametrize("name", [each for each in OTHERS if "." in each])
def test_a_report_is_written_under_the_name_of_a_page_only(run, tmp_path, name):
    (tmp_path / name).write_bytes(OTHERS[name])
    done = run("--report", name)
    assert done.returncode == 2
    last = done.stderr.decode().splitlines()[-1]
    assert ("is an HTML page, whose name ends in .html or .htm" in last) == (name != "page.html")
    assert (tmp_path / name).read_bytes() == OTHERS[name]


@pytest.mark.parametrize("name", ["x.html", "x.HTM", "x.html.gz", "x.htm.xz"])
def test_a_report_may_be_compressed_and_is_replaced(run, name):
    assert [run("--report", name).returncode for _ in range(2)] == [0, 0]


@pytest.mark.parametrize(
    ("form", "data"), [(form, data) for form, all_data in OF_FORMAT.items() for data in all_data], ids=str
)
def test_an_output_replaces_no_file_of_another_kind_without_force(run, tmp_path, form, data):
    if form in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")
    (tmp_path / "out").write_bytes(data)
    done = run("--format", form, "-o", "out")
    assert is_refused(done), done
    assert f"out: the file exists and is not {form} of uri-extract" in done.stderr.decode()
    assert (tmp_path / "out").read_bytes() == data
    assert run("--format", form, "-o", "out", "--force").returncode == 0
    assert run("--format", form, "-o", "out").returncode == 0


def test_a_database_of_others_is_not_replaced(run, tmp_path):
    with sqlite3.connect("bookmarks.sqlite") as database:
        database.execute("CREATE TABLE document (name TEXT)")
    database.close()
    before = (tmp_path / "bookmarks.sqlite").read_bytes()
    assert is_refused(run("-o", "bookmarks.sqlite"))
    assert (tmp_path / "bookmarks.sqlite").read_bytes() == before


def test_the_histogram_of_features_replaces_no_file_of_another_kind(run, tmp_path):
    (tmp_path / "url_histogram.txt").write_bytes(b"mine\n")
    assert is_refused(run("--format", "features", "-o", "url.txt"))
    assert sorted(os.listdir()) == ["text", "url_histogram.txt"]


WORDS = [
    *(["--format", form] for form in FORMATS),
    *(["--format", form, "--with-context", "9"] for form in ("jsonl", "csv", "tsv", "sqlite", "features")),
    *(["--format", form, "--with-fields", "nested"] for form in ("json", "jsonl", "csv", "tsv")),
    *(["--count-by", "host", "--format", form] for form in ("lines", "json", "jsonl")),
    *(["--count-by", "without-tracking", "--format", form] for form in ("json", "jsonl")),
    ["--null"],
    ["--template", "{target}\\0"],
    ["--template", "{document}: {target}", "--null"],
    ["-H", "--color", "always"],
    ["--raw", "--column"],
    ["--explain"],
]


@pytest.mark.parametrize("more", [[], ["--scheme", "none"], ["missing"]], ids=["found", "none", "a problem"])
@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_run_replaces_its_own_output(run, words, more):
    if words[1:] in (["arrow"], ["parquet"]):
        pytest.importorskip("pyarrow")
    if "--explain" in words and "--scheme" in more:
        return
    first, second = (run(*words, "-o", "out", *more) for _ in range(2))
    assert first.returncode == second.returncode != 2, second.stderr


@pytest.mark.parametrize("form", [name for name, each in TABLE.items() if each.is_text])
@pytest.mark.parametrize("suffix", [each.suffix for each in COMPRESSIONS])
def test_a_run_replaces_its_own_compressed_output(run, tmp_path, form, suffix):
    if suffix == ".zst":
        pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
    name = f"out{(TABLE[form].suffixes or ('.txt',))[0]}{suffix}"
    for _ in range(2):
        done = run("--format", form, "-o", name)
        assert (done.returncode, done.stderr) == (0, b"")
    (tmp_path / name).write_bytes(b"mine\n")
    assert is_refused(run("--format", form, "-o", name))


@pytest.mark.parametrize("name", ["list.txt", "list", "list.csv"])
def test_lines_replace_any_plain_text(run, tmp_path, name):
    (tmp_path / name).write_bytes(b"ada,1\nbob,2\n\xff\n")
    assert run("--template", "{target}", "-o", name).returncode == 0


@pytest.mark.parametrize("words", [["-o", "there"], ["--format", "csv", "-o", "there"], ["--report", "there.html"]])
def test_an_empty_file_is_replaced(run, tmp_path, words):
    (tmp_path / words[-1]).touch()
    assert run(*words).returncode == 0
    assert (tmp_path / words[-1]).stat().st_size


@pytest.mark.parametrize("flag", ["-o", "--report"])
def test_a_device_and_standard_output_are_of_no_kind(run, flag):
    assert run(flag, os.devnull).returncode == 0
    assert run(flag, "-").stdout


@pytest.mark.parametrize("flag", ["-o", "--report"])
@pytest.mark.parametrize("data", [b"", b"nothing\n"])
@pytest.mark.parametrize("quiet", [[], ["-q"]], ids=str)
@pytest.mark.parametrize("path", [[], ["-"]], ids=str)
def test_a_run_without_paths_says_that_standard_input_was_empty(tmp_path, flag, data, quiet, path):
    done = running.command(flag, tmp_path / "a.html", *quiet, *path, input=data)
    said = b"" if data or quiet or path else b"uri-extract: no path is given, and standard input was empty\n"
    assert (done.returncode, done.stderr) == (1, said)
