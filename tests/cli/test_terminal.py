"""Names and references that would control a terminal, be invisible in it, or break their line."""

import io
import os
import pathlib
import zipfile

import pytest
from tests import running
from tests.cli.terminal import errors_on_a_terminal, on_a_terminal

from uri_extract.cli.terminal import name_on_one_line, on_one_line, sanitised
from uri_extract.sinks.text import escape_controls

HIDDEN = (
    "\xad\u034f\u061c\u115f\u180e\u200b\u200d\u200e\u202e\u2060\u2066\u206f\u3164\ufe0f\ufeff\ufff9\U000e0041\U000e0100"
)
CONTROLS = "\x00\x01\x07\x08\x0b\x0c\r\x1b\x7f\x80\x85\x9b\x9f\u2028\u2029"
NAME = f"a\n{CONTROLS[1:]}{HIDDEN}\tb"  # without NUL, which file names cannot contain
TEXT = b"http://a.example/x http://a.example/y\n"


def command(*arguments, stdin=b""):
    return running.command(*arguments, input=stdin)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Return the current directory, with a file whose name has line breaks and control characters."""
    monkeypatch.chdir(tmp_path)
    pathlib.Path(NAME).write_bytes(TEXT)
    return tmp_path


def test_characters_that_control_a_terminal_or_hide_text_are_escaped():
    for character in HIDDEN + CONTROLS:
        escape = character.encode("unicode_escape").decode()
        assert sanitised(f"a{character}b".encode()) == f"a{escape}b"
        assert on_one_line(f"a{character}b") == f"a{escape}b"
    for text in ("a b", "é", "日本", "\U0001f951", "e\u0301", "\udcff"):
        assert on_one_line(text) == text
    assert sanitised(b"a\tb\nc") == "a\tb\nc"
    assert on_one_line("a\tb\nc") == "a\\tb\\nc"


def test_a_long_name_is_shortened_in_messages_and_others_are_whole():
    usual = "d/" * 200 + "a.zip!b.txt"
    assert name_on_one_line(usual) == usual
    for long in ("a" * 5000 + "!b.txt", "a.zip!" + "\x00" * 4000 + "b.txt"):
        shown = name_on_one_line(long)
        assert len(shown) < 300
        assert shown[:5] == long[:5]
        assert shown.endswith("b.txt")
    assert name_on_one_line(None) == "-"
    assert name_on_one_line("") == "''"


def test_every_default_ignorable_character_and_every_format_character_that_is_not_seen_is_escaped():
    regex = pytest.importorskip("regex")
    hidden = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]")
    for number in (*range(0xD800), *range(0xE000, 0x110000)):
        if hidden.match(chr(number)) and chr(number) not in "\t\n":
            assert sanitised(chr(number).encode()).isascii(), hex(number)


@pytest.mark.parametrize(
    "arguments",
    [["-H"], ["-Hn"], ["-H", "--with-context", "4"], ["--template", "{document}:{target}"], ["-H", "--unique"],
     ["-H", "--raw"], ["-H", "-j", "2"]],
)  # fmt: skip
def test_a_name_breaks_no_line_in_a_pipe(here, arguments):
    lines = command(*arguments, ".").stdout.decode().split("\n")
    assert [line[:9] for line in lines] == ["./a\\n\\x01", "./a\\n\\x01", ""]
    for line in lines:
        assert not set(line) & set(CONTROLS)
        assert not line or HIDDEN in line  # other characters are unchanged


def test_a_name_breaks_no_line_of_an_explanation(here):
    lines = command("--explain", NAME).stdout.decode().split("\n")
    assert all(line.startswith((r"a\n\x01", "  ")) for line in lines[:-1])


@pytest.mark.parametrize("arguments", [["-H"], ["-Hn"], ["--template", "{document}:{target}"]])
def test_a_name_is_exact_where_lines_end_with_nul(here, arguments):
    first = command(*arguments, "--null", ".").stdout.decode().split("\0")[0]
    assert first.startswith(f"./{NAME}:")


def test_a_name_with_nul_breaks_no_line_that_ends_with_nul(here):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("aXb.txt", TEXT)
    pathlib.Path("z").write_bytes(data.getvalue().replace(b"aXb", b"a\0b"))
    lines = command("-H", "--null", "z").stdout.split(b"\0")
    assert lines == [b"z!a\\x00b.txt:http://a.example/x", b"z!a\\x00b.txt:http://a.example/y", b""]


def test_counts_by_document_are_a_line_each(here):
    shown = command("--count-by", "document", ".").stdout.decode()
    assert shown.count("\n") == 1
    assert shown.startswith("2\t./a\\n\\x01")
    assert escape_controls(shown) == shown.replace("\t", "\\t").replace("\n", "\\n")


@pytest.mark.parametrize(
    "arguments",
    [
        *(["-H"], ["-H", "--color", "never"], ["-H", "--color", "never", "--null"], ["--count-by", "document"]),
        *(["--explain"], ["--template", "{document}"], ["--format", "jsonl"], ["--format", "csv"], ["--format", "tsv"]),
        ["--format", "features"],
    ],
)
def test_a_name_does_not_act_on_a_terminal_and_does_not_hide(here, arguments):
    shown = on_a_terminal(*arguments, ".")[1].decode()
    shown = shown.replace("\x1b[35m", "").replace("\x1b[39m", "").replace("\x1b]8;;", "").replace("\x1b\\", "")
    assert "a\\n" in shown or "a\\x0A" in shown or "%0A" in shown or "null" in str(arguments) or "csv" in arguments
    assert not set(shown) & set(HIDDEN + CONTROLS).difference("\r" if "csv" in arguments else "")
    assert "\\U000e0041" in shown or "\\xF3\\xA0\\x81\\x81" in shown or "%F3%A0%81%81" in shown


@pytest.mark.parametrize("value", ["--reference", "--raw", "--target"])
def test_a_reference_does_not_act_on_a_terminal_and_does_not_hide(here, value):
    text = f'<a href="http://a.example/{HIDDEN}\x1b[31m\x9b">'.encode()
    shown = on_a_terminal(value, "--media-type", "text/html", stdin=text)[1].decode()
    assert "a.example" in shown
    assert not set(shown) & set(HIDDEN + CONTROLS)


def test_problems_and_errors_do_not_act_on_a_terminal_and_are_a_line_each(here):
    os.remove(NAME)
    os.symlink("nothing", NAME)
    hostile = f"--{NAME}"
    for arguments in (
        ["."],
        [NAME],
        ["--files-from", NAME],
        ["--config", NAME],
        [hostile],
        ["-o", f"x{NAME}/x"],
        ["--kind", NAME],
    ):
        shown = errors_on_a_terminal(*arguments)
        assert "\\U000e0041" in shown or "\\u202e" in shown
        assert not set(shown) & set(HIDDEN + CONTROLS), arguments
        assert shown.count("\n") == 1 + shown.startswith("usage: ")


def test_a_reference_is_one_line_unless_it_is_raw():
    for kind, text in (
        ("text/html", b'<a href="http://a.example/&#10;b&#13;c&#x2028;"><a href="\n http://a.example/d\n">'),
        ("application/xml", b'<feed xmlns="http://www.w3.org/2005/Atom"><id>http://a.example/&#10;b</id></feed>'),
        ("text/plain", b'"http:\\/\\/a.example\\u000ab" <http://a.example/b\nc>'),
        ("message/rfc822", b"List-Archive: <http://a.example/b\n c>\n\n<http://a.example/=0Ab>"),
    ):
        for value in ("--target", "--reference"):
            lines = command(value, "--media-type", kind, stdin=text).stdout.split(b"\n")
            assert all(line.startswith(b"http://") for line in lines[:-1])
