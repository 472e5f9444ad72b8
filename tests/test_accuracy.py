"""The accuracy on the labelled snippets is not lower than its recorded baseline, for each part."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from corpora.__main__ import main, table
from corpora.score import BASELINE, finders, lowered, measure, parts, write_baseline

from uri_extract import extract_text

SCORES = parts()


def test_no_figure_is_lower_than_the_baseline():
    assert lowered(SCORES) == []


def test_every_part_is_in_the_baseline():
    assert set(tomllib.loads(BASELINE.read_text("utf-8"))) == {score.name for score in SCORES}


def test_a_finder_that_misses_or_invents_a_reference_is_below_the_baseline():
    def misses(data, **options):
        return [each for each in extract_text(data, **options) if each.delimiter != "angle"]

    def invents(data, **options):
        return [each for each in extract_text(data, **options) for _ in range(2)]

    assert any("gold/angle: recall" in each for each in lowered(parts(misses)))
    assert any("gold/angle: precision" in each for each in lowered(parts(invents)))


def test_a_part_that_is_lost_or_smaller_is_below_the_baseline(tmp_path):
    path = tmp_path / "baseline.toml"
    write_baseline(SCORES, path)
    assert lowered(SCORES, path) == []
    assert lowered(SCORES[1:], path) == [f"{SCORES[0].name}: the baseline has it, the corpus has not"]
    fewer = SCORES[0]._replace(snippets=SCORES[0].snippets - 1)
    assert len(lowered([fewer, *SCORES[1:]], path)) == 1


def test_the_command_raises_the_baseline_and_never_lowers_it(tmp_path, monkeypatch, capsys):
    path = tmp_path / "baseline.toml"
    monkeypatch.setattr("corpora.__main__.BASELINE", path)
    monkeypatch.setattr("corpora.__main__.write_baseline", lambda scores: write_baseline(scores, path))
    monkeypatch.setattr("corpora.__main__.lowered", lambda scores: lowered(scores, path))
    low = [SCORES[0]._replace(snippets=1, exact=1), *SCORES[1:]]
    write_baseline(low, path)
    assert main(["raise"]) == 0
    assert path.read_text("utf-8") == BASELINE.read_text("utf-8")
    monkeypatch.setattr("corpora.__main__.parts", lambda: low)
    assert main(["raise"]) == main(["check"]) == 1
    assert path.read_text("utf-8") == BASELINE.read_text("utf-8")
    assert "snippets is 1, the baseline" in capsys.readouterr().out


def test_each_snippet_says_why():
    """The reason is in a comment after the title, or the title is a sentence."""
    without = []
    for path in (*(BASELINE.parent / "gold").glob("*.txt"), *(BASELINE.parent / "suffix").glob("*.txt")):
        _, *snippets = re.split("^== ", path.read_text("utf-8"), flags=re.MULTILINE)
        for snippet in snippets:
            title, *rest = snippet.splitlines()
            if len(title.split()) < 6 and not any(line[:1] == "#" for line in rest):
                without.append(f"{path.stem}: {title}")
    assert not without


@pytest.fixture(scope="module")
def measured():
    return measure()


@pytest.mark.long
def test_no_other_finder_is_as_exact(measured):
    ours, *others = measured
    assert others
    for each in others:
        assert max(each.precision, each.recall, each.exactness) < ours.exactness, each.name


@pytest.mark.long
def test_the_documentation_has_the_measured_figures(measured):
    top = BASELINE.parents[1]
    shown = (top / "docs" / "accuracy.md").read_text("utf-8")
    ours = measured[0]
    references = ours.right + ours.missed
    assert f"{ours.snippets} snippets with {references}" in shown
    assert f"{references} references in {ours.snippets} labelled snippets" in (top / "README.md").read_text("utf-8")
    # A finder in another version than the documented one has no figure.
    rows = [row for row in table(measured)[2:] if row[: row.index("|", 1)] in shown]
    assert rows
    assert [row for row in rows if row not in shown] == []


def test_the_command_prints_a_row_for_each_finder_and_a_sentence_for_each_that_is_missing(capsys, monkeypatch):
    monkeypatch.setattr("corpora.__main__.measure", lambda: [SCORES[0]._replace(name=name) for name, _ in finders()])
    assert main(["score"]) == 0
    shown = capsys.readouterr().out
    for name, _ in finders():
        assert f"| `{name}` |" in shown
    for name in ("linkify-it-py", "urlextract", "xurls", "URI::Find"):
        assert name in shown


@pytest.mark.parametrize("arguments", [[], ["scores"], ["score", "x"]])
def test_wrong_usage_is_status_2(arguments, capsys):
    assert main(arguments) == 2
    assert "usage" in capsys.readouterr().err
