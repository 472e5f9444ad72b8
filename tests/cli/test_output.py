"""Output: formats, filters, counts, templates, terminals, full disks."""

import csv
import importlib
import io
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from tests import running
from tests.cli.terminal import on_a_terminal

TEXT = b"""\
See http://a.example/./x, http://www.a.example:25/y <ftp://b.example/y-
z> http://u:secret@c.co.uk/?token=abc HTTP://A.EXAMPLE/x <http://d.example/%zz> mailto:ada@example.org
http://a.example/./x http://e.example/\xc3\xa9
"""
LINES = [
    *("http://a.example/x", "http://www.a.example:25/y", "ftp://b.example/y-z", "http://u:secret@c.co.uk/?token=abc"),
    *("HTTP://A.EXAMPLE/x", "http://d.example/%zz", "mailto:ada@example.org", "http://a.example/x"),
    "http://e.example/%C3%A9",
]
HOSTS = ["b.example", "c.co.uk", "d.example", "e.example", "www.a.example"]
BINARY = ["sqlite", "arrow", "parquet"]
FORMATS = ["lines", "json", "jsonl", "csv", "tsv", "features", "sarif", *BINARY]


def command(*arguments, stdin=TEXT, **options):
    return running.command(*arguments, input=stdin, **options)


def lines(*arguments, **options):
    done = command(*arguments, **options)
    assert done.stderr == b""
    return done.stdout.decode().splitlines()


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT)
    return path


def test_the_command_prints_all_lines_without_filters():
    assert lines() == LINES


@pytest.mark.parametrize(
    ("arguments", "places"),
    [
        (["--host", "a.example"], [0, 4, 7]),
        (["--host", ".A.example, b.example"], [0, 1, 2, 4, 7]),
        (["--host", ".example"], [0, 1, 2, 4, 5, 7, 8]),
        (["--host", "example"], []),
        (["--valid"], [0, 1, 2, 3, 4, 6, 7, 8]),
        (["--invalid"], [5]),
        (["--kind", "iri"], [8]),
        (["--kind", "uri,iri", "--scheme", "http", "--host", "a.example"], [0, 4, 7]),
        (["--hazard", "password"], [3]),
        (["--hazard", "any"], [1, 3]),
        (["--hazard", "foreign-port,rare-ipv4"], [1]),
        (["--unique"], [0, 1, 2, 3, 4, 5, 6, 8]),
        (["--unique", "--scheme", "http"], [0, 1, 3, 4, 5, 8]),
        (["--unique", "--null"], [0, 1, 2, 3, 4, 5, 6, 8]),
        (["--null"], range(9)),
    ],
)
def test_filters_print_only_the_selected_references(arguments, places):
    done = command(*arguments)
    end = b"\0" if "--null" in arguments else b"\n"
    assert done.stdout == b"".join(LINES[place].encode() + end for place in places)
    assert done.returncode == (0 if places else 1)
    if "--null" not in arguments:
        records = [json.loads(line) for line in lines(*arguments, "--format", "jsonl")]
        assert [record["target"] or record["reference"] for record in records] == [LINES[place] for place in places]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--template", "{nothing}"], "'nothing'"),
        (["--template", "{target"], "'{'"),
        (["--template", "a}"], "'}'"),
        (["--template", "\\x"], "\\x"),
        (["--template", "{target.__class__}"], "'target.__class__'"),
        (["--template", "{target!r}"], "'target!r'"),
        (["--template", "a", "--format", "csv"], "--template"),
        (["--format", "sqlite"], "-o"),
        (["--null", "--format", "jsonl"], "--null"),
        (["--count-by", "nothing"], "--count-by"),
        (["--count-by", "host", "--format", "csv"], "--count-by"),
        (["--kind", "url"], "'url'"),
        (["--hazard", "nothing"], "'nothing'"),
        (["--host", ","], "--host"),
        (["--valid", "--invalid"], "--invalid"),
    ],
)
def test_wrong_usage_is_reported_with_status_2(arguments, said):
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode().splitlines()[-1]


def test_templates(text):
    made = lines("--template", r"{line}:{column}\t{scheme} {{{host}}} {valid}\\", text)
    assert made[:3] == [
        "1:5\thttp {a.example} true\\",
        "1:27\thttp {www.a.example} true\\",
        "1:54\tftp {b.example} true\\",
    ]
    assert made[6].endswith("mailto {} true\\")
    assert lines("--template", "{document}|{prefix}|{alternates}", text)[2] == f"{text}||ftp://b.example/yz"
    assert command("--template", r"{raw}\0", "--null").stdout.count(b"\0\0") == 9


def test_a_template_writes_names_on_one_line_and_exactly_where_lines_end_with_nul(tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff\n"
    with open(name, "wb") as file:
        file.write(b"http://a.example/")
    assert command("--template", "{document}", os.fsdecode(name)).stdout == name[:-1] + b"\\n\n"
    assert command("--template", "{document}", "--null", os.fsdecode(name)).stdout == name + b"\0"


@pytest.mark.parametrize(
    ("key", "counts"),
    [
        ("host", {"a.example": 3, **dict.fromkeys(["", *HOSTS], 1)}),
        ("scheme", {"http": 7, "ftp": 1, "mailto": 1}),
        ("document", {"-": 9}),
    ],
)  # fmt: skip
def test_counts(key, counts):
    assert lines("--count-by", key) == [f"{count}\t{name or '(none)'}" for name, count in counts.items()]
    records = [json.loads(line) for line in lines("--count-by", key, "--format", "jsonl")]
    assert records == [{key: name or None, "count": count} for name, count in counts.items()]


def test_counts_of_registered_domains():
    pytest.importorskip("publicsuffixlist")
    assert lines("--count-by", "registered-domain")[:2] == ["4\ta.example", "1\t(none)"]
    assert "1\tc.co.uk" in lines("--count-by", "registered-domain")


@pytest.mark.parametrize("extra", ["pyarrow", "publicsuffixlist"])
def test_a_missing_extra_is_one_clear_line_and_status_2(tmp_path, extra):
    (tmp_path / f"{extra}.py").write_text("raise ImportError('not there')")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    arguments = ["--format", "parquet"] if extra == "pyarrow" else ["--count-by", "registered-domain"]
    out = tmp_path / "out"
    done = command(*arguments, "-o", out, env=environment)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"pip install" in done.stderr
    assert not out.exists()


def test_secrets_are_redacted_in_every_field():
    secret = b"http://u:hush@a.example/?token=hush <http://a.example/?x=1&token=hu\nsh> http://b.example/?key=hush[ "
    html = (
        b'<base href="http://u:hush@b.example/?token=hush"><a href="?token=hush&amp;x">http://c.example/?sig=hush</a>'
    )
    for stdin in (secret, html):
        for form in ("lines", "jsonl", "csv", "tsv", "features"):
            shown = command("--redact", "--format", form, stdin=stdin).stdout
            assert b"hush" not in shown
            assert b"hu" not in shown.replace(b"hush", b"")
            assert b"***" in shown
    done = command("--redact", "--count-by", "document", stdin=b"x http://u:hush@a.example/")
    assert done.stdout == b"1\t-\n"


def test_unique_compares_the_printed_value():
    stdin = b"http://a.example/?token=1 http://a.example/?token=2 http://a.example/./ http://a.example/"
    assert lines("--unique", stdin=stdin)[-1] == "http://a.example/"
    assert len(lines("--unique", stdin=stdin)) == 3
    assert len(lines("--unique", "--redact", stdin=stdin)) == 2
    assert len(lines("--unique", "--reference", stdin=stdin)) == 4


# -- files -------------------------------------------------------------------------------------------------------


def needs(form):
    if form in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS)
def test_each_format_into_a_file(form, text, tmp_path):
    needs(form)
    (tmp_path / "out").mkdir()
    out = tmp_path / "out" / "links.x"
    done = command("--format", form, "-o", out, text, tmp_path / "nothing")
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.count(b"\n") == 1
    assert sorted(os.listdir(out.parent)) == ["links.x"] if form != "features" else ["links.x", "links_histogram.x"]
    if form == "sqlite":
        database = sqlite3.connect(out)
        assert [row[0] for row in database.execute("SELECT coalesce(target, reference) FROM occurrence")] == LINES
        assert database.execute("SELECT kind FROM problem").fetchall() == [("unreadable",)]
    elif form in BINARY:
        pa = importlib.import_module("pyarrow" if form == "arrow" else "pyarrow.parquet")
        table = pa.ipc.open_stream(out).read_all() if form == "arrow" else pa.read_table(out)
        assert table.num_rows == len(LINES)
    else:
        assert out.read_bytes() == command("--format", form, "-q", text, tmp_path / "nothing").stdout
    if form == "csv":
        assert len(list(csv.reader(io.StringIO(out.read_text())))) == len(LINES) + 1
    if form == "features":
        assert b"n=2\thttp://a.example/x\n" in (tmp_path / "out" / "links_histogram.x").read_bytes()


@pytest.mark.parametrize("form", FORMATS)
def test_no_file_appears_if_output_fails_and_the_status_is_2(form, tmp_path):
    needs(form)
    out = tmp_path / "out"
    out.write_bytes(b"before")
    big = b"".join(b"http://a.example/%d/%s of many\n" % (number, b"x" * number) for number in range(1000))

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    if form == "sarif":
        big = big.replace(b"http://", b"http://0x7f.1/")  # SARIF has only references with hazards or errors
    if form == "parquet":
        big = b"".join(b"http://a.example/%s of many\n" % os.urandom(200).hex().encode() for number in range(1000))
    done = command("--format", form, "-o", out, stdin=big, preexec_fn=limit)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count(b"\n") == 1
    assert b".part" not in done.stderr
    assert out.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize("form", ["lines", "sqlite", "features"])
def test_a_signal_leaves_no_traces(form, number, tmp_path):
    (tmp_path / "links.x").write_bytes(b"before")
    words = [sys.executable, "-m", "uri_extract", "--force", "--format", form, "-o", str(tmp_path / "links.x"), "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdin.write(TEXT)
        process.stdin.flush()
        while len(os.listdir(tmp_path)) < 2:
            assert process.poll() is None
        while process.poll() is None:  # a signal just before a read begins is handled after the read
            process.send_signal(number)
            time.sleep(0.05)
        assert process.returncode == 128 + number
    assert os.listdir(tmp_path) == ["links.x"]
    assert (tmp_path / "links.x").read_bytes() == b"before"


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "sqlite"])
def test_a_full_device_is_reported(form):
    needs(form)
    big = b"http://a.example/x of many\n" * 100_000
    with open("/dev/full", "wb") as full:
        words = [sys.executable, "-m", "uri_extract", "--format", form]
        done = subprocess.run(words, check=False, stdout=full, stderr=subprocess.PIPE, input=big, timeout=60)
    assert done.returncode == 2
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "sqlite"])
def test_a_closed_pipe_ends_it_quietly(form, tmp_path):
    needs(form)
    path = tmp_path / "long"
    path.write_bytes(b"http://a.example/x of many\n" * 300_000)
    words = [sys.executable, "-m", "uri_extract", "--format", form, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.read(4)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_the_output_that_is_being_written_is_not_read(tmp_path):
    (tmp_path / "a").write_bytes(TEXT)
    for form in ("lines", "features", "csv"):
        out = tmp_path / f"out.{form}"
        assert command("--format", form, "-o", out, tmp_path).returncode == 0
        written = out.read_bytes()
        assert written.count(b"ftp://b.example/y-z") == {"lines": 1, "features": 1, "csv": 2}[form]
        for name in os.listdir(tmp_path):
            if name != "a":
                os.unlink(tmp_path / name)


def test_a_histogram_that_would_empty_an_input_is_refused(text, tmp_path):
    histogram = tmp_path / "url_histogram.txt"
    histogram.write_bytes(TEXT)
    done = command("--format", "features", "-o", tmp_path / "url.txt", histogram)
    assert done.returncode == 2
    assert histogram.read_bytes() == TEXT
    assert not (tmp_path / "url.txt").exists()


# -- terminals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["--raw"], ["--template", "{raw}"], ["--format", "jsonl"], ["--format", "tsv"]])
def test_output_on_a_terminal_cannot_control_it(arguments):
    stdin = '<!doctype html><a href="http://a.example/\x1b[31m\x9b\u202ex\x7fy">'.encode()
    status, shown, _ = on_a_terminal(*arguments, stdin=stdin)
    assert status == 0
    text = shown.decode()
    assert not set("\x1b\x9b\u202e\x7f\0") & set(text)
    exact = command(*arguments, stdin=stdin).stdout.decode()
    assert "\x7f" in exact
    assert shown != exact.encode()


@pytest.mark.parametrize("form", ["arrow", "parquet"])
def test_binary_formats_are_not_written_to_a_terminal(form):
    needs(form)
    status, shown, said = on_a_terminal("--format", form, stdin=TEXT)
    assert (status, shown) == (2, b"")
    assert b"-o" in said
