"""Fixtures for the tests of the command."""

import subprocess

import pytest

from uri_extract.cli import main


@pytest.fixture
def in_process(capsysbinary):
    """Run the command in this process, which saves the start of Python, for what is decided before input is read."""

    def run(*arguments):
        try:
            status = main(list(map(str, arguments)))
        except SystemExit as stop:
            status = stop.code
        written = capsysbinary.readouterr()
        return subprocess.CompletedProcess(arguments, status, written.out, written.err)

    return run
