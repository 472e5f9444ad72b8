"""A usual command line is read without argparse, with the same result."""

import os
import subprocess
import sys

import pytest

from uri_extract.cli.flags import flags
from uri_extract.cli.options import plain
from uri_extract.cli.parser import parser

VALUES = {
    "N": "3",
    "LIST": "http",
    "GLOB": "*.txt",
    "URI": "http://a.example/",
    "TYPE": "text/html",
    "TEXT": "{target}",
}
VALUES |= {"--charset": "utf-8", "--kind": "uri,iri", "--delimiter": "quote,script", "--hazard": "any"}
VALUES |= {"--fields": "target,host", "--with-fields": "nested", "--refang-marks": os.devnull}
SPECIAL = ("-h", "--help", "--version", "--generate", "--install-completion")


def value_of(flag):
    return flag.choices[-1] if flag.choices else VALUES.get(flag.names[-1]) or VALUES.get(flag.value, "name")


def lines():
    for flag in flags():
        if flag.names[-1] not in SPECIAL:
            for name in flag.names:
                words = [name] if flag.value is None else [name, value_of(flag)]
                yield words
                yield [*words, "a.txt", "-"]
                yield ["a.txt", "", *words]
            if flag.value is not None and name.startswith("--"):
                yield [f"{name}={value_of(flag)}", "a.txt"]


@pytest.mark.parametrize("arguments", [[], ["a"], ["-"], ["a", "b c", "-"], *lines()], ids=" ".join)
def test_a_plain_command_line_is_read_as_argparse_reads_it(arguments):
    read = vars(parser().parse_args(arguments))
    del read["version"]  # the option of --version has no value
    assert plain(arguments) == read


@pytest.mark.parametrize(
    "arguments",
    [
        ["-qn"], ["a", "-n", "b"], ["--", "a"], ["-j2"], ["--no-headers"], ["--valid", "--invalid"], ["-h"], ["-V"],
        ["--unknown"], ["--format", "nothing"], ["--format"], ["-o", "-"], ["--jobs", "-1"], ["--null=1"],
        ["--scheme", "http", "--scheme", "ftp"], ["-1"], ["--forma", "json"], ["--max-depth", "x"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_unusual_or_wrong_command_lines_are_left_to_argparse(arguments):
    assert plain(arguments) is None


def test_a_plain_run_imports_neither_argparse_nor_regular_expressions(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"see http://a.example/x.\n")
    program = (
        "import sys; from uri_extract.cli import main; main(); heavy = {'argparse', 're', 'typing', 'enum', 'json'};"
        " heavy -= set() if sys.modules['uri_extract.scan'].Kernel().compiled else {'re', 'enum'};"  # interpreted
        " sys.exit(' '.join(heavy & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", program, "--no-config", str(path)], capture_output=True, check=False)
    assert done.stderr == b""
    assert done.stdout.split() == [b"http://a.example/x"]
