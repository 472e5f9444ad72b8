"""Everything generated from the table of flags: help, the manual page, completions, the reference."""

import ast
import os
import pathlib
import re
import shutil
import subprocess
import threading

import pytest
from tests import running

import uri_extract
from uri_extract.cli.flags import defaults, flags
from uri_extract.cli.generate import GENERATORS, PROBLEMS, listed
from uri_extract.cli.options import CONFLICTS
from uri_extract.cli.parser import parser

ROOT = pathlib.Path(__file__).parents[2]
PACKAGE = pathlib.Path(uri_extract.__file__).parent
FLAGS = [name for flag in flags() for name in flag.all_names]


def shell(*words, stdin):
    return subprocess.run(words, input=stdin, capture_output=True, text=True, check=True, timeout=60)


def test_each_flag_has_names_of_its_own_and_is_explained():
    assert len(set(FLAGS)) == len(FLAGS)
    assert all(flag.help for flag in flags())
    assert {place for conflict in CONFLICTS for place in conflict[:2]} <= set(defaults())


def test_the_help_shows_every_flag():
    text = parser().format_help()
    for name in FLAGS:
        assert re.search(rf"^  .*{name}\b", text, re.MULTILINE), name
    for flag in flags():
        assert flag.help[:20] in " ".join(text.split())


@pytest.mark.parametrize("what", sorted(GENERATORS.keys() - {"schema"}))
def test_every_flag_is_in_what_is_generated_from_flags(what):
    text = GENERATORS[what]().replace("\\-", "-")
    for flag in FLAGS:
        assert (
            (f"-l {flag[2:]} " if flag[:2] == "--" else f"-s {flag[1:]} ") in text if what == "fish" else flag in text
        )


@pytest.mark.parametrize("what", GENERATORS)
def test_the_command_prints_it(what):
    done = running.command("--generate", what)
    assert (done.returncode, done.stdout.decode()) == (0, GENERATORS[what]())


def test_the_reference_in_docs_is_what_the_table_makes():
    made = GENERATORS["markdown"]()
    kept = (ROOT / "docs" / "command.md").read_text("utf-8")
    assert kept == made, "python -m uri_extract --generate markdown > docs/command.md"


def problem_kinds():
    """Yield the kinds of problems that the source passes as literals to functions that make or report a problem."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and re.search(r"(?:[Pp]roblem|report|_hit|_note)$", ast.unparse(node.func)):
                texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
                yield from (text for text in texts if isinstance(text, str) and re.fullmatch("[a-z]+(-[a-z]+)*", text))


def test_the_reference_has_each_kind_of_problem():
    kinds = set(problem_kinds())
    assert len(kinds) > 20
    assert kinds <= set(PROBLEMS)
    source = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if path.name != "generate.py")
    assert not [kind for kind in PROBLEMS if f'"{kind}"' not in source]
    assert list(PROBLEMS) == sorted(PROBLEMS)


def test_the_readme_names_only_flags_that_there_are():
    readme = (ROOT / "README.md").read_text("utf-8")
    said = [*re.findall(r"`([^`]*)`", readme), *(line for line in readme.splitlines() if "| uri-extract " in line)]
    said += [line for line in readme.splitlines() if line.startswith("    uri-extract ")]
    named = {name for text in said if "pip " not in text for name in re.findall(r"(?<!\S)--[a-z][a-z-]*", text)}
    assert len(named) > 10
    assert named <= set(FLAGS)


def completed(folder, *words):
    script = GENERATORS["bash"]()
    given = " ".join(f'"{word}"' for word in words)
    ask = f'\nCOMP_WORDS=({given})\nCOMP_CWORD={len(words) - 1}\n_uri_extract\nprintf "%s\\n" "${{COMPREPLY[@]}}"\n'
    done = subprocess.run(["bash"], input=script + ask, capture_output=True, text=True, check=True, cwd=folder)
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_completes_flags_values_and_files(tmp_path):
    (tmp_path / "a b.txt").touch()
    (tmp_path / "c").touch()
    assert completed(tmp_path, "uri-extract", "--form") == ["--format"]
    assert completed(tmp_path, "uri-extract", "--format", "js") == ["json", "jsonl"]
    assert completed(tmp_path, "uri-extract", "--format", "=", "js") == ["json", "jsonl"]
    assert completed(tmp_path, "uri-extract", "--joins", "=") == ["sure", "likely", "all"]
    assert completed(tmp_path, "uri-extract", "--kind", "ir") == ["iri"]
    assert completed(tmp_path, "uri-extract", "--kind", "=", "uri,re") == ["uri,relative"]
    assert completed(tmp_path, "uri-extract", "--hazard", "=", "any,bid") == ["any,bidi-control"]
    assert completed(tmp_path, "uri-extract", "a") == ["a b.txt"]
    assert completed(tmp_path, "uri-extract", "--output", "") == ["a b.txt", "c"]
    assert set(completed(tmp_path, "uri-extract", "-")) == set(FLAGS)


@pytest.mark.parametrize("name", ["zsh", "fish"])
def test_a_shell_takes_its_completions(name):
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    shell(name, "-n", stdin=GENERATORS[name]())


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
@pytest.mark.parametrize(
    ("typed", "completions"),
    [
        ("--format=js", ["--format=json", "--format=jsonl"]),
        ("--joins s", ["sure"]),
        ("--kind uri,rel", ["uri,relative"]),
        ("--hazard=bidi", ["--hazard=bidi-control"]),
    ],
)
def test_fish_completes_values(tmp_path, typed, completions):
    (tmp_path / "made.fish").write_text(GENERATORS["fish"]())
    ask = f"source {tmp_path}/made.fish; complete -C 'uri-extract {typed}'"
    done = subprocess.run(["fish", "--no-config", "-c", ask], capture_output=True, text=True, check=True)
    assert [line.partition("\t")[0] for line in done.stdout.splitlines()] == completions


ZSH = """
PROMPT= RPROMPT= HISTFILE=
autoload -Uz compinit
fpath=("$PWD" $fpath)
compinit -u -D
unsetopt zle_bracketed_paste prompt_sp 2>/dev/null
zstyle ':completion:*' menu no
setopt no_list_beep no_auto_list
uri-extract() { print -r -- "was typed: $*." }
print ready
"""


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("--joins=s", "--joins=sure"),
        ("--joins s", "--joins sure"),
        ("--format=pa", "--format=parquet"),
        ("--kind=uri,rel", "--kind=uri,relative"),
        ("--hazard=bidi", "--hazard=bidi-control"),
        ("--unw", "--unwrap"),
        ("a", "a b.txt"),
    ],
)
def test_zsh_completes_flags_values_and_files(tmp_path, typed, completed):
    import pty  # Windows has no such module

    (tmp_path / "_uri-extract").write_text(GENERATORS["zsh"]())
    (tmp_path / "a b.txt").touch()
    (tmp_path / "setup").write_text(ZSH)
    leader, follower = pty.openpty()
    words = ["zsh", "-f", "-i"]
    environment = {**os.environ, "TERM": "xterm", "ZDOTDIR": str(tmp_path)}
    with subprocess.Popen(
        words, stdin=follower, stdout=follower, stderr=follower, cwd=tmp_path, env=environment, start_new_session=True
    ) as process:
        os.close(follower)
        limit = threading.Timer(60, process.kill)  # killing the process ends the reads
        limit.start()
        os.write(leader, b"source ./setup\n")
        shown = b""
        while b"ready" not in shown.partition(b"setup")[2]:
            shown += os.read(leader, 4096)
        os.write(leader, f"uri-extract {typed}\t\n".encode())
        while not (said := re.search(rb"was typed: ([^\r\n]*)\.\r?\n", shown)):
            shown += os.read(leader, 4096)
        limit.cancel()
        process.kill()
    os.close(leader)
    assert said[1].decode().strip() == completed


def test_each_list_of_known_words_is_completed():
    lists = {flag.long for flag in flags() if listed(flag)}
    assert lists == {flag.long for flag in flags() if flag.several in (",", "order")} - {"scheme", "host"}


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_the_manual_page_can_be_set():
    done = shell("groff", "-man", "-ww", "-Tutf8", stdin=GENERATORS["man"]())
    assert done.stderr == ""
    page = re.sub(".\b|\x1b\\[[0-9;]*m", "", done.stdout).replace("\u2010", "-").replace("\u2212", "-")
    for text in ("URI-EXTRACT(1)", "EXIT STATUS", "--count-by", "hxxp://a[.]example/", "URI_EXTRACT_CONFIG"):
        assert text in page
