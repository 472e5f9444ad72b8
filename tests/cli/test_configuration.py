"""The configuration file: where it is searched for, what it sets, and the messages about errors in it."""

import os
import re
import subprocess
import sys

import pytest
from tests import running

from uri_extract.cli.configuration import keys
from uri_extract.cli.options import read_options


@pytest.fixture
def configured(tmp_path, monkeypatch, capsys):
    """Return a function that returns the options of ``(toml, *arguments)``, or checks the error message ``said``."""
    path = tmp_path / "c.toml"

    def configured(toml, *arguments, said=None):
        path.write_bytes(toml if isinstance(toml, bytes) else toml.encode())
        monkeypatch.setenv("URI_EXTRACT_CONFIG", str(path))
        if said is None:
            return read_options(arguments)
        with pytest.raises(SystemExit, match=r"^2$"):
            read_options(arguments)
        return capsys.readouterr().err

    configured.path = path
    return configured


@pytest.mark.parametrize(
    ("toml", "place", "value"),
    [
        ("unique = true", "unique", True),
        ("unique = false", "unique", False),
        ("hidden = false", "hidden", False),
        ("raw = true", "value", "raw"),
        ("raw = false", "value", "target"),
        ("invalid = true", "valid", False),
        ("valid = false", "valid", None),
        ('format = "jsonl"', "format", "jsonl"),
        ('scheme = "http, FTP"', "scheme", {"http", "ftp"}),
        ('scheme = ["http", "FTP"]', "scheme", {"http", "ftp"}),
        ('kind = ["iri"]', "kind", {"iri"}),
        ('glob = "*.txt"', "glob", ["*.txt"]),
        ('glob = ["*.txt", "!a,b"]', "glob", ["*.txt", "!a,b"]),
        ("max-depth = 3", "max_depth", 3),
        ("", "unique", False),
    ],
)
def test_a_key_is_what_its_flag_is(configured, toml, place, value):
    assert getattr(configured(toml), place) == value


@pytest.mark.parametrize(
    ("toml", "arguments", "place", "value"),
    [
        ("unique = true", ["--no-unique"], "unique", False),
        ("hidden = false", ["--hidden"], "hidden", True),
        ("raw = true", ["--reference"], "value", "reference"),
        ("valid = true", ["--invalid"], "valid", False),
        ('format = "jsonl"', ["--format", "csv"], "format", "csv"),
        ('scheme = "http"', ["--scheme", "ftp"], "scheme", {"ftp"}),
        ('glob = "a"', ["-g", "b"], "glob", ["a", "b"]),
        ("unique = true", ["--no-config"], "unique", False),
        ("unique = nonsense", ["--no-config"], "unique", False),
        # A setting that conflicts with the command line has no effect.
        ('format = "jsonl"', ["--template", "x"], "format", "lines"),
        ('template = "x"', ["--format", "csv"], "template", None),
        ('format = "csv"', ["--count-by", "host"], "format", "lines"),
        ("null = true", ["--format", "jsonl"], "null", False),
        ("redact = true", ["--explain", "--no-redact"], "redact", False),
        ("headers = false", ["--explain"], "headers", False),
    ],
)
def test_the_command_line_overrides_it(configured, toml, arguments, place, value):
    assert getattr(configured(toml, *arguments), place) == value


@pytest.mark.parametrize(
    ("flag", "arguments"),
    [
        ("--explain", ["--explain"]),
        ("--with-context", ["--with-context", "9", "--format", "jsonl"]),
        ("--with-fields", ["--with-fields", "nested", "--format", "jsonl"]),
    ],
)
def test_redact_in_the_file_is_given_up_only_where_the_command_line_says_so(configured, capsys, flag, arguments):
    with pytest.raises(SystemExit, match="2"):
        configured("redact = true", *arguments)
    said = f"argument {flag}: not allowed with redact in {configured.path}; use --no-redact\n"
    assert capsys.readouterr().err.endswith(said)
    assert configured("redact = true", *arguments, "--no-redact").redact is False
    assert configured("redact = true", "--format", "jsonl").redact is True


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("formt = 1", "unknown key 'formt' (did you mean 'format'?)"),
        ("max_depth = 1", "unknown key 'max_depth' (did you mean 'max-depth'?)"),
        ("output = 'x'", "key 'output' can be set on the command line only"),
        ("[format]\nx = 1", "key 'format': must be a string, not {'x': 1}"),
        ("format = 'xml'", "key 'format': must be one of lines, json, jsonl,"),
        ("unique = 1", "key 'unique': must be true or false, not 1"),
        ("unique = 'true'", "key 'unique': must be true or false, not 'true'"),
        ("max-depth = '3'", "key 'max-depth': must be a number, not '3'"),
        ("max-depth = true", "key 'max-depth': must be a number, not true"),
        ("max-depth = -1", "key 'max-depth': invalid number of levels: '-1'"),
        ("scheme = ['a', 1]", "key 'scheme': must be a string or an array of strings, not ['a', 1]"),
        ("base = ['a:b']", "key 'base': must be a string, not ['a:b']"),
        ("base = 'b'", "key 'base': invalid base URI 'b'"),
        ("kind = 'url'", "key 'kind': 'url' is not one of"),
        ("template = '{x}'", "key 'template': unknown field 'x'"),
        ("raw = true\ntarget = true", "raw and target contradict each other"),
        ("template = 'x'\nformat = 'csv'", "template and format contradict each other"),
        ("[uri-extract]\nunique = true", "unknown table 'uri-extract': keys must not be in a table"),
        ("no-hidden = true", "unknown key 'no-hidden' (did you mean 'hidden = false'?)"),
        ("no-config = true", "key 'no-config' can be set on the command line only"),
        ("x = 1\nunique = x", "invalid TOML: "),
        ("x = 1\nunique = x", "line 2"),
        (b"a = '\xff'", "byte 5 is not UTF-8"),
        ("a = " + "[" * 100_000, "nested too deep"),
    ],
)
def test_a_bad_one_is_one_line_that_names_file_and_key_and_status_2(configured, toml, said):
    text = configured(toml, said=said)
    assert text.startswith(f"uri-extract: {configured.path}: ")
    assert said in text
    assert text.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "form"),
    [
        (["-o", "a.jsonl"], "jsonl"),
        (["-o", "a.b/A.CSV"], "csv"),
        (["-o", "a.db"], "sqlite"),
        (["-o", "jsonl"], "lines"),
        (["-o", "a.txt"], "lines"),
        (["-o", "a.json"], "json"),
        (["-o", "a.ndjson.gz"], "jsonl"),
        (["-o", "a.gz"], "lines"),
        (["-o", "-"], "lines"),
        (["-o", "a.csv", "--template", "x"], "lines"),
        (["-o", "a.xls", "--template", "x"], "lines"),
        (["-o", "a.xls", "--format", "csv"], "csv"),
        (["-o", "a.txt", "--format", "csv"], "csv"),
        (["-o", "a.jsonl", "--count-by", "host"], "jsonl"),
        (["-o", "a.json", "--count-by", "host"], "json"),
        (["-o", "a.txt", "-H", "--null"], "lines"),
    ],
)
def test_the_name_of_the_output_says_the_format(configured, arguments, form):
    assert configured("", *arguments).format == form


@pytest.mark.parametrize(
    ("toml", "arguments", "form"),
    [
        ('format = "tsv"', ["-o", "a.jsonl"], "jsonl"),
        ('format = "tsv"', ["-o", "a"], "tsv"),
        ('format = "tsv"', ["-o", "a.txt"], "tsv"),
        ('format = "tsv"', ["-o", "a.xls"], "tsv"),
        ('format = "parquet"', ["-o", "a.txt"], "lines"),
        ('format = "tsv"', ["-o", "a.jsonl", "--template", "x"], "lines"),
        ("with-filename = true\nnull = true", ["-o", "a.csv"], "csv"),
        ('template = "x"', ["-o", "a.csv"], "csv"),
        ('template = "x"', ["-o", "a.xls"], "lines"),
        ("reference = true", ["--format", "csv"], "csv"),
    ],
)
def test_the_name_of_the_output_overrides_the_configuration_file(configured, toml, arguments, form):
    options = configured(toml, *arguments)
    assert options.format == form
    if form in ("csv", "jsonl"):
        assert (options.with_filename, options.null, options.template) == (None, False, None)


def test_every_key_is_a_flag_that_can_be_turned_off_or_overridden():
    assert {"output", "files-from", "explain", "config", "generate", "help"}.isdisjoint(keys())
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", key) for key in keys())


# -- the path of the file ----------------------------------------------------------------------------------------


def command(*arguments, env=None, stdin=b"http://a.example/ http://a.example/"):
    environment = {name: value for name, value in os.environ.items() if name != "URI_EXTRACT_CONFIG"} | (env or {})
    return running.command(*arguments, input=stdin, env=environment)


def test_the_configuration_file_is_searched_in_the_documented_places(tmp_path):
    usual = tmp_path / "uri-extract" / "config.toml"
    usual.parent.mkdir()
    usual.write_text("unique = true")
    other = tmp_path / "other.toml"
    other.write_text("null = true")
    home = {"XDG_CONFIG_HOME": str(tmp_path)}
    twice = b"http://a.example/\n" * 2
    assert command(env=home).stdout == b"http://a.example/\n"
    assert command("--no-config", env=home).stdout == twice
    assert command("--config", other, env=home).stdout == b"http://a.example/\0" * 2
    assert command(env={**home, "URI_EXTRACT_CONFIG": str(other)}).stdout == b"http://a.example/\0" * 2
    assert command(env={**home, "URI_EXTRACT_CONFIG": ""}).stdout == twice
    assert command(env={"XDG_CONFIG_HOME": str(tmp_path / "nothing")}).stdout == twice
    # If the variable is unset or not an absolute path, the file is in the home directory.
    (tmp_path / ".config").symlink_to(tmp_path)
    for unset in ("", "relative"):
        found = command(env={"XDG_CONFIG_HOME": unset, "HOME": str(tmp_path)})
        assert found.stdout == b"http://a.example/\n"


@pytest.mark.parametrize("how", ["flag", "variable"])
def test_a_configuration_file_given_by_flag_must_exist(tmp_path, how):
    path = tmp_path / "nothing.toml"
    done = command("--config", path) if how == "flag" else command(env={"URI_EXTRACT_CONFIG": str(path)})
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"uri-extract: {path}: No such file or directory\n"


def test_the_reader_of_toml_is_not_loaded_without_a_configuration_file():
    statement = "import sys; from uri_extract.cli import main; main(['/dev/null']); print(*sys.modules)"
    environment = {**os.environ, "URI_EXTRACT_CONFIG": ""}
    done = subprocess.run([sys.executable, "-c", statement], capture_output=True, text=True, env=environment)
    assert "tomllib" not in done.stdout.split()
    assert "uri_extract.cli.flags" in done.stdout.split()
