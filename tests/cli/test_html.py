"""The command on HTML: relative references with their base, and the detection of media types."""

import io
import sys

import pytest

from uri_extract.cli import main


@pytest.fixture
def run(monkeypatch, capfdbinary):
    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = stop.code
        sys.stdout.flush()
        return status, capfdbinary.readouterr().out.decode()

    return run


def test_html_is_read_with_its_base(run, tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes(b"<a href=../x>http://h.example/</a>")
    assert run(page, "--base", "https://example.org/a/b/") == (0, "https://example.org/a/x\nhttp://h.example/\n")
    assert run(page, "--relative") == (0, "../x\nhttp://h.example/\n")
    assert run(page, "--media-type", "text/plain") == (0, "http://h.example/\n")


def test_standard_input_is_recognised_or_declared(run):
    assert run("--relative", stdin=b"<!doctype html><a href=x>") == (0, "x\n")
    assert run(stdin=b"see <a href=x>") == (1, "")
    assert run("--media-type", "Text/HTML", "--relative", stdin=b"see <a href=x>") == (0, "x\n")
    assert run("--media-type", "no/type", stdin=b"")[0] == 2
    assert run("--media-type", "text/html", "--explain", stdin=b"")[0] == 1
