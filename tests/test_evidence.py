"""The commands beside figures of the documentation exist. Those that no other test runs are run at a small size."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.__main__ import NAMES
from corpora import derive_wraps, held_out, label_wraps
from corpora.__main__ import main
from fuzz.targets import TARGETS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "docs" / f"{name}.md" for name in ("accuracy", "benchmarks", "reliability", "scale")]
COMMAND = re.compile(r"^(?:[A-Z_]+=\S+ )*python (?:-m ([a-z_.]+)|([a-z_]+/[a-z_/.]+))(?: ([\w./-]+))?")
WORDS = {
    "benchmarks": {*NAMES, "all", "adversarial"},
    "corpora": {"score", "check", "raise", "missed", "outside", "breaks"},
    "fuzz": {*TARGETS, "all"},
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_command_of_a_page_with_figures_is_there(page):
    text = re.sub(r"\s+", " ", page.read_text("utf-8"))
    commands = [found for code in re.findall(r"`+([^`]+)`+", text) for found in COMMAND.findall(code.strip())]
    assert commands
    for module, path, word in commands:
        if path:
            assert (ROOT / path).exists(), path
            continue
        assert importlib.util.find_spec(module), module
        if module in WORDS and not word.startswith("-"):
            assert not word or word in WORDS[module], (module, word)
        if module == "pytest" and "/" in word:
            assert (ROOT / word).exists(), word


def test_usage_names_each_command_of_corpora(capsys):
    assert main(["nothing"]) == 2
    assert WORDS["corpora"] == set(re.findall(r"\w+", capsys.readouterr().err.partition("corpora ")[2]))


QUAYS = [f"http://tides.example.org/tables/2004/february/quay-{number}/" for number in range(40)]


@pytest.fixture
def mirrors(tmp_path, monkeypatch):
    """Return a folder with an archive that labels its line ends: each URI is whole in a line, too."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    lines = [f"See {uri} for the list of the quay." for uri in QUAYS]
    lines += [f"The table is on {uri[:48]}\n{uri[48:]}" for uri in QUAYS[:20]]
    lines += [f"The table of all the heights is on {uri}\nwith those of the quay." for uri in QUAYS[20:22]]
    lines += [f"The table of all the heights is on {uri}\nlist.html" for uri in QUAYS[22:24]]  # against all signs
    tree, repository = tmp_path / "tree", tmp_path / "mirrors" / "ada+list" / "repo"
    tree.mkdir()
    (tree / "2004.txt").write_text("\n\n".join(lines) + "\n")
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "mail"]):
        subprocess.run([*git, *command], cwd=tree, check=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, check=True, capture_output=True, text=True).stdout
    repository.parent.mkdir(parents=True)
    (tree / ".git").rename(repository)
    archives = tmp_path / "archives.toml"
    archive = f'[[archive]]\nname = "{{0}}"\nrepository = "ada/list"\ncommit = "{commit.strip()}"\nform = "text"\n'
    archive += 'files = ".*txt"\nuse = "{0}"\n'
    archives.write_text(archive.format("derive") + archive.format("hold"))
    monkeypatch.setattr(label_wraps, "ARCHIVES", archives)
    return repository.parents[1]


def test_an_archive_labels_its_line_ends_and_weights_are_derived_from_them(mirrors, tmp_path, capsys):
    places = [place for use in ("derive", "hold") for place in label_wraps.labelled(mirrors, use)]
    assert {place["label"] for place in places} == {"join", "stop"}
    assert all(place["expected_here"] in QUAYS for place in places)
    path = tmp_path / "places.jsonl"
    path.write_text("".join(f"{json.dumps(place)}\n" for place in places))
    derive_wraps.main([str(path)], str(path))
    shown = capsys.readouterr()
    assert f"{len(places)} places" in shown.out
    assert "all: slope" in shown.out
    assert "SHA-256 of its text" in shown.err


def test_the_signs_of_line_breaks_are_written_without_their_text(mirrors, tmp_path, monkeypatch):
    path = tmp_path / "breaks.csv"
    monkeypatch.setattr(held_out, "write_breaks", lambda mirrors, write=held_out.write_breaks: write(mirrors, path))
    assert main(["breaks", str(mirrors)]) == 0
    assert "tides" not in path.read_text()
    pairs = held_out.breaks(path)
    assert pairs["broken references that are joined"].seen == pairs["broken references that are joined"].held
    assert pairs["joins that are right"].seen[1] > 0
