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


@pytest.mark.parametrize("flag", list(flags()), ids=lambda flag: flag.names[-1])
def test_a_flag_is_explained_in_at_most_two_sentences(flag):
    """A semicolon ends half a sentence; the words of a list are one."""
    text = re.sub(r"(?:[\w-]+, ){5,}", "", flag.help)
    assert len(re.findall(r"\. ", text)) <= 1
    assert text.count("; ") <= 1
    assert len(text.split()) <= 41


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


# What each shell says of completions that it found by itself, with HOME as the only setting.
LOADED = {
    "bash": (
        ".local/share/bash-completion/completions/uri-extract",
        "source /usr/share/bash-completion/bash_completion; _completion_loader uri-extract; complete -p uri-extract",
        "_uri_extract",
    ),
    "zsh": (
        ".local/share/zsh/site-functions/_uri-extract",
        "fpath=(~/.local/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D; "
        "print $_comps[uri-extract]",
        "_uri-extract",
    ),
    "fish": (".config/fish/completions/uri-extract.fish", "complete -C 'uri-extract --joins s'", "sure"),
}


@pytest.mark.parametrize("name", LOADED)
def test_installed_completions_are_written_for_the_user_and_replace_nothing_else(name, tmp_path):
    place = tmp_path / LOADED[name][0]
    for _ in range(2):  # the second time, they are replaced
        done = running.command("--install-completion", name, env={"HOME": str(tmp_path)})
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode().startswith(f"written to {place}; ")
        assert place.read_text() == GENERATORS[name]()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [place]
    place.write_text("# my own\n")
    done = running.command("--install-completion", name, env={"HOME": str(tmp_path)})
    said = f"uri-extract: {place}: is not made by uri-extract --generate; remove it first\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", said)
    assert place.read_text() == "# my own\n"


@pytest.mark.parametrize(("variable", "name"), [("XDG_DATA_HOME", "bash"), ("XDG_CONFIG_HOME", "fish")])
def test_completions_are_installed_below_the_directories_of_the_environment(variable, name, tmp_path):
    done = running.command("--install-completion", name, env={"HOME": "/nowhere", variable: str(tmp_path)})
    place = tmp_path / LOADED[name][0].removeprefix(".local/share/").removeprefix(".config/")
    assert (done.returncode, place.read_text()) == (0, GENERATORS[name]())


@pytest.mark.parametrize("name", LOADED)
def test_a_shell_loads_installed_completions(name, tmp_path):
    if not shutil.which(name) or (name == "bash" and not os.path.exists("/usr/share/bash-completion/bash_completion")):
        pytest.skip(f"{name} or its completions are not installed")
    (tmp_path / "uri-extract").touch(0o755)  # fish loads completions of commands that there are
    environment = {"HOME": str(tmp_path), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    running.command("--install-completion", name, env=environment)
    _, ask, said = LOADED[name]
    done = subprocess.run([name, "-c", ask], capture_output=True, text=True, check=True, env=environment, timeout=60)
    assert said in done.stdout


def test_a_flag_of_choices_without_a_value_names_them(in_process):
    said = in_process("--install-completion").stderr.decode()
    assert said.endswith("argument --install-completion: expected one of bash, zsh, fish\n")


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
