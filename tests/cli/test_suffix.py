"""The command with ``--suffix`` and ``--mail-addresses``."""

import io
import json
import sys

import pytest

from uri_extract.cli import main

TEXT = b"www.a.example/./x, <ftp.b.example/y-\nz>, ada@a.example, http://c.example/ www.d.example/%zz\n"
FOUND = {
    (): ["http://c.example/"],
    ("--suffix",): [
        *("http://www.a.example/x", "ftp://ftp.b.example/y-z", "http://c.example/", "www.d.example/%zz"),
    ],
    ("--mail-addresses",): ["mailto:ada@a.example", "http://c.example/"],
    ("--suffix", "--reference"): ["www.a.example/./x", "ftp.b.example/y-z", "http://c.example/", "www.d.example/%zz"],
    ("--mail-addresses", "--raw"): ["ada@a.example", "http://c.example/"],
    ("--suffix", "--scheme", "ftp"): ["ftp://ftp.b.example/y-z"],
    ("--suffix", "--scheme", "HTTP"): ["http://www.a.example/x", "http://c.example/"],
    ("--suffix", "--mail-addresses", "--scheme", "mailto"): ["mailto:ada@a.example"],
}


@pytest.fixture
def run(monkeypatch):
    def run(*arguments):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT)))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
        status = main(list(arguments))
        sys.stdout.flush()
        return status, sys.stdout.buffer.getvalue().decode()

    return run


@pytest.mark.parametrize(("options", "found"), FOUND.items(), ids=repr)
def test_suffix_and_mail_address_flags_print_the_references_they_add(run, options, found):
    assert run(*options) == (0, "".join(line + "\n" for line in found))


def test_json_lines_say_that_the_scheme_was_left_out(run):
    status, output = run("--suffix", "--mail-addresses", "--format", "jsonl")
    records = [json.loads(line) for line in output.splitlines()]
    assert status == 0
    assert [each["kind"] for each in records] == ["suffix", "suffix", "suffix", "uri", "suffix"]
    assert [each["valid"] for each in records] == [True, True, True, True, False]
    assert records[1]["alternates"] == ["ftp.b.example/yz"]
