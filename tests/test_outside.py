"""The accuracy on texts of others: sets are read from repositories made here, and no network is needed."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from corpora import held_out, outside
from corpora.__main__ import main

SENTENCE = "# text = See {0}.\n1\tSee\tsee\tVERB\n2\t{0}\t_\tX\n3\t.\t.\tPUNCT\n\n"
HAN = "# text = 潮汐表在北码头。\n1\t潮汐表\n2\t在\n3\t北码头\n4\t。\n\n"
SHEET = (
    '<row r="3"><c r="A3"><v>{}</v></c><c r="C3" t="s"><v>0</v></c><c r="X3" s="1" t="s"><v>1</v></c></row>'
    '<row r="4"><c r="A4"><v>{}</v></c><c r="C4" t="s"><v>2</v></c><c r="D4" s="1"/><c r="X4" t="s"><v>2</v></c></row>'
)


def workbook(number):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        strings = ["http://tides.example.org/a\\_b", "✓", "-"]
        archive.writestr("xl/sharedStrings.xml", "".join(f"<si><t>{each}</t></si>" for each in strings))
        archive.writestr("xl/worksheets/sheet1.xml", SHEET.format(number, number))
    return data.getvalue()


TWEET = {"text": "Now at harbour.com &amp; http://tides.example.org/x"}
FILES = {
    "one.conllu": (SENTENCE.format("http://tides.example.org/a") + SENTENCE.format("www.tides.example.org")).encode(),
    "two.conllu": (HAN * 8).encode(),
    "data/a.supertsv": b"TWEET\t7\t2011\nTOKENS\n!\tNow\nU\tharbour.com\nU\thttp://tides.example.org/x\nU\tada@example.org\n",
    "orig/a.tweets.json.tsv": f"7\t2011\t{json.dumps(TWEET)}\n".encode(),
    "table.xlsx": workbook("1406.4592"),
    "text/1406.4592.txt": b"It is on http://tides.example.org/a_b and http://ports.example.net/.",
}
SETS = """
[[set]]
name = "bank-seen"
title = "A treebank"
repository = "ada/texts"
commit = "{commit}"
form = "conllu"
files = "one.*"
suffix = true
use = "seen"
[[set]]
name = "bank-hold"
title = "A treebank"
repository = "ada/texts"
commit = "{commit}"
form = "conllu"
files = "one.*"
suffix = true
use = "hold"
[[set]]
name = "tweets"
title = "Tweets"
repository = "ada/texts"
commit = "{commit}"
form = "tweets"
files = ".*tsv"
suffix = true
use = "seen"
[[set]]
name = "papers"
title = "Papers"
repository = "ada/texts"
commit = "{commit}"
form = "arxiv"
files = "table.*|text/.*"
use = "hold"
[[set]]
name = "han"
title = "Sentences"
repository = "ada/texts"
commit = "{commit}"
form = "put"
files = "two.*"
suffix = true
use = "hold"
[[set]]
name = "gone"
title = "Gone"
repository = "ada/gone"
commit = "0"
form = "conllu"
files = ".*"
use = "hold"
[[set]]
name = "pages"
title = "Pages"
packages = ["a_1_all"]
form = "pdf"
floor = true
use = "hold"
"""


@pytest.fixture
def mirrors(tmp_path, monkeypatch):
    """Return a folder with one repository of each form, of which ``outside.SETS`` says so."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    tree, folder = tmp_path / "tree", tmp_path / "mirrors" / "ada+texts"
    for name, data in FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes(data)
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "texts"]):
        subprocess.run([*git, *command], cwd=tree, check=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, check=True, capture_output=True, text=True).stdout
    folder.mkdir(parents=True)
    (tree / ".git").rename(folder / "repo")
    sets = tmp_path / "outside.toml"
    sets.write_text(SETS.replace("{commit}", commit.strip()))
    monkeypatch.setattr(outside, "SETS", sets)
    monkeypatch.setattr(outside, "SCORES", tmp_path / "outside.json")
    return folder.parent


def test_sets_are_read_scored_and_recorded_and_those_that_are_missing_are_skipped(mirrors, capsys):
    assert main(["outside", "--from", str(mirrors), "--record"]) == 0
    shown = capsys.readouterr()
    scores = json.loads(outside.SCORES.read_text())["scores"]
    ours = {name: next(iter(row.values())) for name, row in scores.items()}
    assert ours["bank-seen"] == ours["bank-hold"] == [2, 0, 2]
    assert ours["tweets"] == [2, 0, 2]
    assert ours["papers"] == [1, 1, 1]
    assert ours["han"][2] == 4
    assert scores["bank-seen"][r"https?://\S+"] == [0, 1, 2]
    assert "| A treebank (seen) | 2 | 2, 0 | 0, 1 |" in shown.out
    assert "gone: skipped, because" in shown.out
    assert "pages: skipped, because" in shown.out
    assert shown.err.count("SHA-256 of its cases") == len(ours)


def test_errors_are_printed_for_what_was_seen_only(mirrors, capsys, monkeypatch):
    monkeypatch.setattr(outside, "_ours", lambda text, suffix: [])
    assert main(["outside", "--from", str(mirrors), "--errors", "bank-seen", "bank-hold"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("missed ['http://tides.example.org/a']") == 1


def test_an_unknown_set_is_wrong_usage(capsys):
    assert main(["outside", "bankk"]) == 2
    assert "unknown: bankk" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("expected", "found", "floor", "score"),
    [
        (["www.a.example"], ["http://www.a.example"], False, (1, 0)),
        (["http://a.example/"], ["http://a.example/."], False, (0, 1)),
        (["http://a.example/"], ["http://a.example/."], True, (0, 0)),
        (["a.example", "a.example"], ["a.example", "b.example"], False, (1, 0)),
    ],
)
def test_a_reference_is_right_if_it_is_exact_and_a_scheme_may_be_added(expected, found, floor, score):
    assert outside.score(expected, found, floor) == score


def test_each_input_for_rules_of_others_has_an_answer():
    cases = outside.cases({"name": "rules", "form": "rules"}, Path(), False)
    assert len(cases) > 100


def test_the_page_has_the_recorded_scores():
    page = (outside.HERE.parent / "docs" / "accuracy.md").read_text("utf-8")
    recorded = json.loads(outside.SCORES.read_text("utf-8"))
    assert "\n".join(outside.table(recorded["scores"])) in page
    assert recorded["date"] in page
    assert {each["name"] for each in outside.sets()} == set(recorded["scores"])
    assert all("sha256" in each or each["form"] == "rules" for each in outside.sets())


def test_no_gap_between_what_was_seen_and_what_was_held_out_is_larger_than_recorded():
    pairs = held_out.breaks() | held_out.texts()
    assert held_out.grown(pairs) == []
    assert set(pairs) == set(held_out.GAPS)
    worse = {name: pair._replace(held=(pair.held[0] - 20, pair.held[1])) for name, pair in pairs.items()}
    assert len(held_out.grown(worse)) >= 2


def test_other_weights_change_the_figures_of_line_breaks(monkeypatch):
    before = held_out.breaks()
    monkeypatch.setattr(held_out.wrap_signs, "START", -100)
    assert held_out.breaks() != before


def test_the_held_out_figures_are_printed_beside_the_others(capsys):
    assert main(["check"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{name}: seen " in shown for name in held_out.GAPS)
