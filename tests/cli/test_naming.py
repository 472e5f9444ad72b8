"""The name given with ``-o`` selects the format and the compression; contradictions are errors."""

import bz2
import csv
import gzip
import json
import lzma
import os
import resource
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.cli.test_output import TEXT, command

from uri_extract.cli.generate import GENERATORS
from uri_extract.cli.parser import parser
from uri_extract.errors import MissingExtra
from uri_extract.sinks.formats import COMPRESSIONS, TABLE
from uri_extract.sources.codecs import zstd_module

ROOT = Path(__file__).parents[2]
TEXTS = [name for name, each in TABLE.items() if each.is_text]
BINARY = [name for name in TABLE if name not in TEXTS]
SUFFIXES = [suffix for each in TABLE.values() for suffix in each.suffixes]


def zstd_module_or_skip():
    try:
        return zstd_module()
    except MissingExtra as error:
        pytest.skip(str(error))


def zstd_decompress(data):
    return zstd_module_or_skip().decompress(data)


DECOMPRESS = {".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress, ".zst": zstd_decompress}


def needs(suffix):
    """Skip the test if the library of a compression is not installed."""
    if suffix == ".zst":
        zstd_module_or_skip()


@pytest.fixture
def run(tmp_path):
    """Return a function that runs the command in a new directory with the file ``text.txt``."""
    (tmp_path / "text.txt").write_bytes(TEXT)
    (tmp_path / "new").mkdir()

    def run(*arguments, **options):
        return command(*arguments, tmp_path / "text.txt", cwd=tmp_path / "new", **options)

    run.folder = tmp_path / "new"
    return run


@pytest.fixture
def refused(in_process, tmp_path, monkeypatch):
    """Return a function that returns the message for wrong usage, and checks that nothing is written."""
    folder = tmp_path / "refused"
    folder.mkdir()
    monkeypatch.chdir(folder)

    def run(*arguments):
        done = in_process(*arguments, "text.txt")
        assert (done.returncode, done.stdout) == (2, b"")
        assert not os.listdir(folder)
        return done.stderr.decode().splitlines()[-1]

    return run


@pytest.mark.parametrize("name", ["links.xls", "links.xyz", "links.jsonl.xls", "links.tar.gz", "links.json5", "a.tgz"])
@pytest.mark.parametrize("arguments", [[], ["-n"], ["--count-by", "host"], ["--explain"]])
def test_a_suffix_that_means_no_format_is_refused_with_the_list_of_those_that_do(refused, name, arguments):
    said = refused("-o", name, *arguments)
    assert all(suffix in said for suffix in SUFFIXES)
    assert "--format" in said


@pytest.mark.parametrize(
    ("arguments", "flags"),
    [
        *((["-o", f"x{suffix}", "-n"], ["-n", "--line-number"]) for suffix in (".csv", ".jsonl", ".json", ".db")),
        (["-o", "x.csv", "-H"], ["--with-filename"]),
        (["-o", "x.tsv", "--column"], ["--column"]),
        (["-o", "x.db", "--count-by", "host"], ["--count-by"]),
        (["-o", "x.csv", "--count-by", "host"], ["--count-by"]),
        (["-o", "x.db", "--template", "T"], ["--template"]),
        (["-o", "x.parquet", "--template", "T"], ["--template"]),
        (["-o", "x.csv", "--explain"], ["--explain"]),
        (["-o", "x.jsonl", "--null"], ["--null"]),
        (["-o", "x.arrow", "--with-context", "4"], ["--with-context"]),
        (["-o", "x.csv", "--reference"], ["--reference"]),
        (["-o", "x.jsonl", "--format", "csv"], ["--format csv"]),
        (["-o", "x.csv", "--format", "lines"], ["--format lines"]),
        (["-o", "x.csv", "--format", "features"], ["--format features"]),
        (["-o", "x.txt", "--format", "parquet"], ["--format parquet"]),
        *(([f"-ox.{form}.gz"], [".gz", form]) for form in BINARY),
        *((["-o", "x.zst", "--format", form], [".zst", form]) for form in BINARY),
        (["-o", ""], ["empty"]),
    ],
)
def test_a_name_that_contradicts_another_flag_is_refused(refused, arguments, flags):
    said = refused(*arguments)
    assert any(flag in said for flag in flags)
    assert "-o" in said


@pytest.mark.parametrize(
    ("arguments", "flag"),
    [
        *((["--format", form, flag], flag) for form in TABLE if form != "lines" for flag in ("--raw", "--reference")),
        (["--count-by", "host", "--raw"], "--raw"),
        (["--with-context", "4", "--template", "{target}"], "--with-context"),
        (["--format", "json", "--null"], "--null"),
        (["--format", "json", "-H"], "--with-filename"),
    ],
)
def test_a_flag_that_a_format_would_ignore_is_refused(refused, arguments, flag):
    assert flag in refused(*arguments)


def test_the_value_of_references_counts_in_every_format_for_unique(run):
    done = command("--unique", "--reference", "--format", "csv", stdin=b"http://a.example/./ http://a.example/")
    assert done.stdout.count(b"\n") == 3
    done = command("--unique", "--format", "csv", stdin=b"http://a.example/./ http://a.example/")
    assert done.stdout.count(b"\n") == 2


def test_a_hyphen_is_standard_output(run):
    done = run("-o", "-")
    assert (done.returncode, done.stdout, os.listdir(run.folder)) == (0, run().stdout, [])
    assert b"-o" in run("-o", "-", "--format", "sqlite").stderr
    assert json.loads(run("-o", "-", "--format", "json").stdout)


def test_the_device_of_standard_output_is_standard_output(run):
    path = run.folder / "log"
    path.write_bytes(b"before\n")
    with open(path, "ab") as log:
        words = [sys.executable, "-m", "uri_extract", "-o", "/dev/stdout", str(run.folder.parent / "text.txt")]
        assert subprocess.run(words, check=False, stdout=log, timeout=60).returncode == 0
    assert path.read_bytes() == b"before\n" + run().stdout


@pytest.mark.parametrize("name", ["links", "links.txt", "a.b/links", ".links"])
def test_a_name_without_a_suffix_and_one_that_says_text_are_lines(run, name):
    (run.folder / "a.b").mkdir()
    assert run("-o", name).returncode == 0
    assert (run.folder / name).read_bytes() == run().stdout


@pytest.mark.parametrize("name", ["x.csv", "x.html", "x.json", "x.html.gz", "x"])
def test_a_template_goes_into_a_file_of_any_suffix_that_means_text(run, name):
    assert run("-o", name, "--template", "<{target}>").returncode == 0
    data = (run.folder / name).read_bytes()
    assert (gzip.decompress(data) if name.endswith(".gz") else data) == run("--template", "<{target}>").stdout


# -- JSON --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("context", [[], ["--with-context", "4"]])
def test_a_json_array_holds_the_objects_of_json_lines(run, context):
    done = run("-o", "x.json", *context, "nothing", "-")
    assert done.returncode == 3
    expected = run("--format", "jsonl", *context, "nothing", "-").stdout
    members = json.loads((run.folder / "x.json").read_bytes())
    assert members == [json.loads(line) for line in expected.splitlines()]
    assert [member["message"] for member in members if "problem" in member] == ["No such file or directory"]
    assert run("--format", "json", *context, "nothing", "-").stdout == (run.folder / "x.json").read_bytes()


def test_a_json_array_is_valid_when_it_is_empty_or_holds_only_problems():
    done = command("--format", "json", stdin=b"")
    assert (done.returncode, done.stdout) == (1, b"[]\n")
    done = command("--format", "json", "nothing", "nowhere")
    assert [member["document"] for member in json.loads(done.stdout)] == ["nothing", "nowhere"]


def test_counts_as_a_json_array_are_those_of_json_lines(run):
    assert run("--count-by", "host", "-o", "x.json").returncode == 0
    counts = json.loads((run.folder / "x.json").read_bytes())
    assert counts == [json.loads(line) for line in run("--count-by", "host", "--format", "jsonl").stdout.splitlines()]
    assert json.loads(command("--count-by", "host", "--format", "json", stdin=b"").stdout) == []


# -- compression -------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("suffix", DECOMPRESS)
@pytest.mark.parametrize("form", TEXTS)
def test_the_suffix_of_a_compression_compresses_every_text_format(run, form, suffix):
    needs(suffix)
    assert run("--format", form, "-o", f"x{suffix}").returncode == 0
    assert DECOMPRESS[suffix]((run.folder / f"x{suffix}").read_bytes()) == run("--format", form).stdout


def test_compressions_are_all_tested():
    assert [each.suffix for each in COMPRESSIONS] == list(DECOMPRESS)


@pytest.mark.parametrize("name", ["x.csv.gz", "x.CSV.GZ", "X.csv.xz"])
def test_the_format_suffix_precedes_the_compression_suffix(run, name):
    run("-o", name)
    data = DECOMPRESS[os.path.splitext(name)[1].lower()]((run.folder / name).read_bytes())
    assert len(list(csv.reader(data.decode().splitlines()))) == 10


def test_a_histogram_is_compressed_as_its_features_are(run):
    assert run("--format", "features", "-o", "url.txt.gz").returncode == 0
    run("--format", "features", "-o", "url.txt")
    assert sorted(os.listdir(run.folder)) == [
        *("url.txt", "url.txt.gz", "url_histogram.txt", "url_histogram.txt.gz"),
    ]
    for name in ("url.txt", "url_histogram.txt"):
        assert gzip.decompress((run.folder / f"{name}.gz").read_bytes()) == (run.folder / name).read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("suffix", DECOMPRESS)
def test_compressed_bytes_depend_on_the_content_alone(run, suffix):
    needs(suffix)
    many = [run.folder.parent / f"{number}.txt" for number in range(40)]
    for number, path in enumerate(many):
        path.write_bytes(b"".join(b"http://a.example/%d/%d of many\n" % (number, line) for line in range(number * 20)))
    (run.folder / "other").mkdir()
    for name, more in {
        f"a{suffix}": [],
        f"other/b{suffix}": ["-j", "2"],
        f"c{suffix}": ["--checkpoint", "state", "-j", "2"],
    }.items():
        assert run("--format", "jsonl", "-o", name, *more, *many).returncode == 0
    made = {path.read_bytes() for path in run.folder.rglob(f"*{suffix}")}
    assert len(made) == 1
    if suffix == ".gz":
        assert made.pop()[:9] == b"\x1f\x8b\x08\0\0\0\0\0\0"  # a gzip header without a name and a time


@pytest.mark.parametrize("suffix", DECOMPRESS)
def test_no_file_appears_if_compressed_output_cannot_be_written(run, suffix):
    needs(suffix)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    big = b"".join(b"http://a.example/%s of many\n" % os.urandom(99).hex().encode() for _ in range(4000))
    done = run("-o", f"x{suffix}", "-", stdin=big, preexec_fn=limit)
    assert (done.returncode, os.listdir(run.folder)) == (2, [])
    assert done.stderr.decode() == f"uri-extract: x{suffix}: File too large\n"


@pytest.mark.parametrize(
    ("module", "arguments", "extra"),
    [
        ("backports/zstd", ["-o", "x.jsonl.zst"], "zstd"),
        ("pyarrow", ["-o", "x.parquet"], "arrow"),
        ("pyarrow", ["--format", "arrow"], "arrow"),
        ("publicsuffixlist", ["--count-by", "registered-domain"], "psl"),
    ],
)
def test_a_missing_package_is_a_sentence_with_the_command_that_installs_it(run, module, arguments, extra):
    if extra == "zstd" and sys.version_info >= (3, 14):
        pytest.skip("Python has it")
    hidden = run.folder.parent / "hidden"
    (hidden / module).mkdir(parents=True)
    (hidden / module / "__init__.py").write_text("raise ImportError('not there')")
    if module.startswith("backports"):
        (hidden / "backports" / "__init__.py").touch()
    path = os.pathsep.join([str(hidden), os.environ.get("PYTHONPATH", "")])
    done = run(*arguments, env={**os.environ, "PYTHONPATH": path})
    assert (done.returncode, done.stdout) == (2, b"")
    assert not os.listdir(run.folder)
    said = done.stderr.decode().splitlines()[-1]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    requirement = extras[extra][0].partition(";")[0]
    assert f"needs the extra '{extra}'" in said
    assert said.endswith(f"{sys.executable} -m pip install '{requirement}'")


# -- one table ---------------------------------------------------------------------------------------------------


def test_help_completions_and_documents_have_every_format_and_suffix():
    generated = [make() for name, make in GENERATORS.items() if name != "schema"]
    texts = [" ".join(parser().format_help().split()), *generated]
    for text in texts:
        for name in TABLE:
            assert name in text
    for text in (texts[0], GENERATORS["man"](), GENERATORS["markdown"]()):
        for suffix in (*SUFFIXES, *(each.suffix for each in COMPRESSIONS)):
            assert suffix in text


@pytest.mark.parametrize(("form", "suffix"), [(form, suffix) for form in TABLE for suffix in TABLE[form].suffixes])
def test_every_suffix_writes_its_format(run, form, suffix):
    if form in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")
    assert run("-o", f"x{suffix}").returncode == 0
    assert run("--format", form, "-o", "x").returncode == 0
    if form == "sqlite":
        with sqlite3.connect(run.folder / f"x{suffix}") as database:
            assert database.execute("SELECT count(*) FROM occurrence").fetchone() == (9,)
    else:
        assert (run.folder / f"x{suffix}").read_bytes() == (run.folder / "x").read_bytes()
