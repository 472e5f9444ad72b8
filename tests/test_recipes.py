"""The recipes of the documentation, run with the installed tools."""

import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "corpora/samples"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The blocks of each section in order, by the name of the tool in its heading.
SECTIONS = {
    re.search(r".*?(\w[\w-]*)$", section.partition("\n")[0])[1].lower(): _BLOCK.findall(section)
    for section in (ROOT / "docs/recipes.md").read_text(encoding="utf-8").split("\n## ")[1:]
}


def block(section, language, number=0):
    found = [text for name, text in SECTIONS[section] if name == language]
    return found[number]


def needs(*tools):
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Return a directory with a mailbox and an archive; the command and stubs that only print are first in PATH."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, text in (
        ("uri-extract", f'exec "{sys.executable}" -m uri_extract "$@"'),
        ("xdg-open", 'printf "opened %s\\n" "$@"'),
    ):
        (commands / name).write_text(f"#!/bin/sh\n{text}\n")
        (commands / name).chmod(0o755)
    message = (SAMPLES / "harbour-news.eml").read_bytes()
    (tmp_path / "inbox.mbox").write_bytes(b"From news@example.org Mon Feb  2 09:12:44 2004\n" + message)
    shutil.copytree(SAMPLES, tmp_path / "archive")
    monkeypatch.chdir(tmp_path)
    scripts = os.path.dirname(sys.executable)  # tools such as datasette are installed there
    monkeypatch.setenv("PATH", f"{commands}{os.pathsep}{scripts}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("URI_EXTRACT_CONFIG", "")
    return tmp_path


def shell(script, **environment):
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        check=False, capture_output=True, timeout=120, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def python(text):
    names = {"__name__": "recipe"}
    exec(compile(text, "recipes.md", "exec"), names)
    return names


def test_each_section_is_tested():
    assert set(SECTIONS) == {"fzf", "jq", "duckdb", "datasette", "scrapy", "pandas", "git", "pre-commit", "scanning"}


def test_fzf_shows_links_and_opens_what_was_chosen(here):
    needs("fzf", "xargs")
    opened = shell(block("fzf", "sh"), FZF_DEFAULT_OPTS="--filter=charts")
    assert opened == "opened https://charts.example.org/quay-7.pdf\n"


def test_mutt_reads_the_macro_and_it_does_the_same(here):
    settings = block("fzf", "muttrc")
    piped = re.search(r"<pipe-message>(.*)<Enter>", settings)[1].replace("\\\\", "\\")
    assert piped.replace("uri-extract --unique --scheme http,https", "X") == block("fzf", "sh").strip().replace(
        "uri-extract --unique --scheme http,https inbox.mbox", "X"
    )
    needs("mutt")
    (here / "muttrc").write_text(settings)
    done = subprocess.run(
        ["mutt", "-n", "-F", "muttrc", "-Q", "pipe_decode"], check=False, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"pipe_decode is unset", b"")


def test_jq_finds_links_whose_text_names_another_host(here):
    needs("jq")
    assert shell(block("jq", "sh")) == "archive/tides.html\t\thttps://bank.example/\thttp://192.0.2.7/sign-in\n"


def test_duckdb_counts_links(here, capsys):
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    python(block("duckdb", "py"))
    assert "('archive/tides.html', 17, 0)" in capsys.readouterr().out


def test_sqlite_and_datasette_show_the_database(here):
    needs("sqlite3")
    assert shell(block("datasette", "sh")).splitlines()[0] == ("archive/tides.html|https://bank.example/")
    needs("datasette")
    assert shell(block("datasette", "sh", 1)).startswith("[")


def test_scrapy_yields_links_and_follows_them(here):
    pytest.importorskip("scrapy")
    spider = python(block("scrapy", "py"))["Links"]()
    http = importlib.import_module("scrapy.http")
    page = http.HtmlResponse("https://www.example.org/", body=(SAMPLES / "tides.html").read_bytes())
    found = {each["url"] for each in spider.parse_page(page)}
    assert {"https://images.example.net/chart-3x.png", "http://www.example.org/tides/2004/february.html"} <= found
    followed = [request.url for request in spider._requests_to_follow(page)]
    assert "http://www.example.org/tides/2004/february.html" in followed
    assert all("example.org/" in url for url in followed)


def test_pandas_makes_frames(here, capsys):
    pytest.importorskip("pandas")
    links = python(block("pandas", "py"))["links"]
    assert list(links["target"]) == ["http://a.example/x", "http://b.example/", "http://c.example/y"]
    assert "attribute" in capsys.readouterr().out


def test_git_says_which_files_are_read(here):
    needs("git")
    (here / "tree").mkdir()
    os.chdir(here / "tree")
    for name in ("a.txt", "b.log", ".gitignore"):
        Path(name).write_text(f"# http://{name[-3:].strip('.')}.example/\n*.log\n")
    shell("git init -q . && git add .", HOME=str(here))
    assert shell(block("git", "sh")).splitlines() == [
        ".gitignore:1:http://ore.example/", "a.txt:1:http://txt.example/"
    ]  # fmt: skip


def test_pre_commit_refuses_an_invalid_link(here):
    needs("pre-commit", "git")
    (here / "tree").mkdir()
    os.chdir(here / "tree")
    Path(".pre-commit-config.yaml").write_text(block("pre-commit", "yaml"))
    environment = {"PRE_COMMIT_HOME": str(here / "cache"), "HOME": str(here)}
    Path("a.md").write_text("See http://a.example/x.\n")
    shell("git init -q . && git add . && pre-commit run --all-files", **environment)
    Path("b.md").write_text("See\n<http://a.example/%zz>.\n")
    done = shell("git add . && (pre-commit run --all-files && exit 9 || true)", **environment)
    assert "b.md:2:http://a.example/%zz" in done


def test_sarif_is_written(here):
    shell(block("scanning", "sh"))
    assert '"ruleId":"hazard-other-host-in-text"' in (here / "links.sarif").read_text("utf-8")
