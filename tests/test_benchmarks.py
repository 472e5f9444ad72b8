"""The results of benchmarks, their text and their plots. Figures are given here: nothing is measured."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.__main__ import NAMES
from benchmarks.plots import Plot
from benchmarks.tables import Options, Table, number

ROOT = Path(__file__).parent.parent
SPEEDS = Table(
    "text", "MB/s", {"lines": 300.0, "records": 90.0}, {"fast|one": 100.0, "only reading": 900.0}, ("A note.",)
)
TIMES = Table("starting", "ms", {"ours": 20.0}, {"theirs": 10.0})


def test_a_ratio_above_one_is_better_for_speeds_and_for_times():
    assert SPEEDS.ratio("lines", "fast|one") == 3.0
    assert TIMES.ratio("ours", "theirs") == 0.5


def test_a_peer_that_is_ahead_is_named_unless_it_does_a_part_of_the_work_only():
    assert SPEEDS.ahead() == [r"text, beside `fast\|one`: `records` 0.90 ×"]
    assert TIMES.ahead() == ["starting, beside `theirs`: `ours` 0.50 ×"]


def test_markdown_has_a_row_for_each_figure_and_marks_what_is_slower():
    lines = SPEEDS.markdown().splitlines()
    assert lines[0] == "**text**"
    assert r"| **`lines`** | 300 | 3.00 × | **0.33 ×** |" in lines
    assert r"| **`records`** | 90.0 | **0.90 ×** | **0.10 ×** |" in lines
    assert r"| `fast\|one` | 100 |  |  |" in lines
    assert lines[-1] == "A note."
    cells = {len(re.findall(r"(?<!\\)\|", line)) for line in lines if line[:1] == "|"}
    assert cells == {5}


def test_text_has_every_figure_and_note():
    text = SPEEDS.text()
    assert all(each in text for each in ("300", "3.00 ×", "only reading", "A note."))


@pytest.mark.parametrize(("figure", "shown"), [(0.123, "0.12"), (12.34, "12.3"), (1234.5, "1234")])
def test_figures_have_the_digits_that_count(figure, shown):
    assert number(figure) == shown


@pytest.mark.parametrize("percent", [False, True])
@pytest.mark.parametrize("points", [[(1.0, 5.0)], [(1.0, 5.0), (1000.0, 80.0)], [(40.0, 60.0), (41.0, 60.5)]])
def test_plots_are_well_formed_and_have_every_point_inside(points, percent):
    picture = ElementTree.fromstring(Plot("a < b", "MB", "s", {"one & two": points}, percent).svg())
    dots = picture.findall("{*}circle[@r='3.5']")
    assert len(dots) == len(points)
    for dot in dots:
        assert 64 <= float(dot.get("cx")) <= 464
        assert 36 <= float(dot.get("cy")) <= 352
    assert "one & two" in [text.text for text in picture.findall(".//{*}text")]


def test_quick_runs_are_small_and_numbers_that_are_given_count():
    assert Options(quick=True).size(200) == 2_000_000
    assert Options(quick=True, megabytes=7, rounds=4).size(200) == 7_000_000
    assert Options(quick=True).times(5) == 1
    assert Options(rounds=4).times(5) == 4
    assert Options().size(200) == 200_000_000


def test_corpus_files_are_found_by_their_ends(tmp_path):
    for name in ("a.html", "b.HTM", "c.txt"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "d.html").mkdir()
    assert [path.name for path in Options([tmp_path]).files(".html", ".htm")] == ["a.html", "b.HTM"]


def test_every_benchmark_is_in_the_documentation():
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    assert all(f"`python -m benchmarks {name}`" in page for name in NAMES)


def test_every_peer_and_document_has_a_pinned_version():
    for name in ("requirements.txt", "documents.txt"):
        for line in (ROOT / "benchmarks" / name).read_text("utf-8").splitlines():
            assert line[0] == "#" or "==" in line
            assert name == "requirements.txt" or line[0] == "#" or "--hash=sha256:" in line
