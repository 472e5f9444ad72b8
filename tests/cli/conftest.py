"""What the tests of the command share."""

import subprocess

import pytest

from uri_extract.cli import main


@pytest.fixture
def in_process(capsysbinary):
    """The command in this process, for what is decided before it reads anything: it costs no start of Python."""

    def run(*arguments):
        try:
            status = main(list(map(str, arguments)))
        except SystemExit as stop:
            status = stop.code
        written = capsysbinary.readouterr()
        return subprocess.CompletedProcess(arguments, status, written.out, written.err)

    return run
