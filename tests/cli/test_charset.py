"""The command with ``--charset``, and with a charset in ``--media-type``."""

import pytest
from tests.cli.test_command import command, run
from tests.jobs.conftest import small_parts

__all__ = ["run", "small_parts"]

TEXT = "http://a.example/\u65e5\u672c x\n".encode("shift_jis")
TARGET = b"http://a.example/%E6%97%A5%E6%9C%AC\n"
CONTRADICTION = "charset 'koi8-r' contradicts the media type, whose charset is 'shift_jis'"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--charset", "shift_jis"],
        ["--charset=X-SJIS"],
        ["--media-type", 'Text/Plain ; CHARSET = "shift_jis"'],
        ["--media-type", "text/plain; charset=shift_jis", "--charset", "x-sjis"],
    ],
)
@pytest.mark.parametrize("more", [[], ["-j", "2"], ["--template", "{target}"]])
def test_the_charset_counts_for_all_documents(run, tmp_path, arguments, more):
    (tmp_path / "a.txt").write_bytes(TEXT)
    (tmp_path / "b.html").write_bytes(b"<meta charset=koi8-r> " + TEXT)
    assert run(*arguments, *more, tmp_path) == (0, 2 * TARGET, "")
    assert run(*arguments, *more, stdin=TEXT) == (0, TARGET, "")


@pytest.mark.parametrize("charset", ["nope", "hex", "idna", "", "unicode_escape"])
def test_an_unknown_charset_is_wrong_usage(run, charset):
    status, output, said = run("--charset", charset, stdin=TEXT)
    assert (status, output) == (2, b"")
    assert f"argument --charset: unknown charset {charset!r}" in said
    if charset:
        status, output, said = run("--media-type", f"text/html; charset={charset}", stdin=TEXT)
        assert (status, output) == (2, b"")
        assert f"argument --media-type: unknown charset {charset!r}" in said


def test_a_contradiction_is_wrong_usage(run):
    status, output, said = run("--media-type", "text/plain; charset=shift_jis", "--charset", "koi8-r", stdin=TEXT)
    assert (status, output) == (2, b"")
    assert CONTRADICTION in said


def test_the_command_line_counts_before_the_configuration(run, tmp_path):
    path = tmp_path / "config.toml"
    path.write_text('charset = "koi8-r"')
    assert run("--config", path, "--media-type", "text/plain; charset=shift_jis", stdin=TEXT)[:2] == (0, TARGET)
    assert run("--config", path, "--charset", "shift_jis", stdin=TEXT)[:2] == (0, TARGET)
    path.write_text('charset = "shift_jis"')
    assert run("--config", path, "--media-type", "text/plain", stdin=TEXT)[:2] == (0, TARGET)
    path.write_text('media-type = "text/plain; charset=koi8-r"')
    assert run("--config", path, "--charset", "shift_jis", stdin=TEXT)[:2] == (0, TARGET)
    path.write_text('charset = "koi8-r"\nmedia-type = "text/plain; charset=shift_jis"')
    status, output, said = run("--config", path, stdin=TEXT)
    assert (status, output) == (2, b"")
    assert said == f"uri-extract: {path}: {CONTRADICTION}\n"
    path.write_text('charset = "nope"')
    assert f"{path}: key 'charset': unknown charset 'nope'" in run("--config", path, stdin=TEXT)[2]


def test_the_boundary_of_a_multipart_counts(run):
    body = (
        b"--x y\n\n--other\nhttp://a.example/\n--x y\nContent-Type: text/html\n\n<a href=http://b.example/>\n--x y--\n"
    )
    arguments = ["--media-type", 'multipart/mixed; boundary="x y"', "--template", "{target} {document}"]
    assert run(*arguments, stdin=body)[:2] == (0, b"http://a.example/ -!1\nhttp://b.example/ -!2\n")


def test_a_big_text_in_another_charset_is_read_as_one(run, tmp_path, small_parts):
    path = tmp_path / "big.txt"
    path.write_bytes(TEXT * 4000)
    expected = run("--charset", "shift_jis", "--format", "jsonl", path)
    assert expected[1].count(b"\n") == 4000
    small_parts(1 << 12)
    for arguments in (["-j", "2"], ["--checkpoint", tmp_path / "c"]):
        assert run("--charset", "shift_jis", "--format", "jsonl", *arguments, path) == expected


def test_a_checkpoint_is_of_one_charset(tmp_path):
    (tmp_path / "a.txt").write_bytes(TEXT)
    words = ["--checkpoint", tmp_path / "c", tmp_path / "a.txt"]
    assert command(*words, "--charset", "shift_jis", "-o", "/dev/full").returncode == 2
    assert (tmp_path / "c" / "log").stat().st_size
    done = command(*words, "--charset", "koi8-r")
    assert done.returncode == 2
    assert b"belongs to a different command line" in done.stderr
    assert command(*words, "--charset", "shift_jis").stdout == TARGET
