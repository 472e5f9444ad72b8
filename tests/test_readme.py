"""The README and the documentation show the actual behaviour."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil

import pytest
from tests.uri.deviations import DEVIATIONS

import uri_extract
from docs_console import commands, pages, rerun
from uri_extract.cli.options import read_options

ROOT = pathlib.Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PACKAGE = pathlib.Path(uri_extract.__file__).parent
#: Pages that are not on the site.
OUTSIDE = [
    ROOT / name
    for name in (
        *("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
        *("corpora/README.md", "packaging/README.md"),
    )
]
DEVELOPERS = [page for page in OUTSIDE[1:] if page.name != "CHANGELOG.md"]
_PYTHON = r"^```python\n(.*?)^```$"
PYTHON = re.findall(_PYTHON, README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", PYTHON)
def test_python_in_the_readme_runs_in_a_clone(block, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(block, "README.md", "exec"), {})


@pytest.mark.parametrize("page", list(pages()), ids=lambda page: page.stem)
def test_python_in_the_documentation_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in re.findall(_PYTHON, page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        exec(compile(block, page.name, "exec"), names)


@pytest.mark.skipif(not all(map(shutil.which, ("bash", "jq"))), reason="bash or jq is not installed")
@pytest.mark.parametrize(
    "page",
    [page for page in (ROOT / "README.md", *pages()) if commands(page.read_text(encoding="utf-8"))],
    ids=lambda page: page.stem,
)
def test_commands_in_the_documentation_print_what_it_shows(page):
    text = page.read_text(encoding="utf-8")
    assert rerun(text) == text


def test_each_deviation_of_the_library_is_in_the_documentation():
    page = (ROOT / "docs" / "deviations.md").read_text(encoding="utf-8").replace("\\", "")
    missing = [each.name for each in DEVIATIONS if f"| {each.section} | {each.what} | {each.why} |" not in page]
    assert not missing


def test_each_page_is_in_the_navigation_and_each_public_name_in_the_reference():
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in pages():
        assert f" {page.relative_to(ROOT / 'docs').as_posix()}\n" in navigation
    reference = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").split()
    assert {f"uri_extract.{name}" for name in uri_extract.__all__ if name[0] != "_"} <= set(reference)


@pytest.mark.parametrize("page", [*OUTSIDE, *pages()], ids=lambda page: page.stem)
def test_links_between_pages_lead_to_files_and_headings(page):
    """Pages of the site link only to one another, because files outside of ``docs`` are not on the site."""
    for target in re.findall(
        r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    ):
        path, _, heading = target.partition("#")
        if ":" in path:
            continue
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if page not in OUTSIDE:
            assert (ROOT / "docs").resolve() in file.resolve().parents, target
        if heading:
            names = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.M)
            assert heading in {re.sub(r"[^a-z0-9 _-]", "", name.lower()).replace(" ", "-") for name in names}, target


@pytest.mark.parametrize("page", DEVELOPERS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_and_names_of_modules_in_pages_for_developers_are_there(page):
    """A path (``mail/_fields.py``) ends the path of a file; a name (``pipeline.scanned``) is defined in the file."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    modules = list(PACKAGE.rglob("*.py"))
    ours = [path.relative_to(PACKAGE.parent).as_posix() for path in modules] + os.listdir(ROOT)
    for folder in ("benchmarks", "corpora", "docs", "fuzz", "packaging", "tests"):
        ours += [path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.*")]
    named = re.findall(r"`([\w./-]+\.(?:py|md|toml|txt|jsonl))`", text)
    missing = [path for path in named if not any(f"/{each}".endswith(f"/{path}") for each in ours)]
    for module, name in re.findall(r"`(?:\w+\.)*(\w+)\.(\w+)(?:\(\))?`", text):
        files = [path for path in modules if path.stem.removeprefix("_") == module and name not in ("py", "md")]
        definition = re.compile(rf"^(?:    )?(?:def |class )?{name}\b", re.MULTILINE)
        if files and not any(definition.search(path.read_text("utf-8")) for path in files):
            missing.append(f"{module}.{name}")
    assert not missing


@pytest.mark.parametrize("page", [ROOT / "README.md", *pages()], ids=lambda page: page.stem)
def test_commands_that_are_shown_without_output_are_accepted(page, tmp_path, monkeypatch):
    """Commands in indented blocks and in rows of tables: each flag exists and accepts its value."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    shown = re.findall(r"^    (?:.*\| )?uri-extract(?: (.*))?$", text, re.MULTILINE)
    shown += re.findall(r"`uri-extract (-[^`|]*|[^`|]* -[^`|]*)`", text)
    for command in shown:
        words = [word for word in shlex.split(command, comments=True) if word not in ("[OPTIONS]", "[PATH...]")]
        if not {"--generate", "--install-completion", "--version", "mcp"}.intersection(words):
            options = read_options(["--no-config", *words])
            assert not (options.template or "").endswith(r"\n"), f"an empty line after each: {command}"


def test_the_readme_has_python_and_two_shell_commands():
    assert len(PYTHON) == 2
    assert len(README.encode()) <= 12_000
    assert README.count("\n```sh\n") == 2
