"""The texts that other programs read wrongly, and the page of the documentation about them."""

import ast
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from corpora import missed, outside
from corpora.__main__ import main

CASES = missed.cases()
OUTPUTS = missed.outputs()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_text_that_others_read_wrongly_is_read_as_the_page_says(case):
    if case.pdf:
        pytest.importorskip("pypdfium2")
    assert case.printed() == case.expected


def test_the_page_has_forty_texts_that_are_read_as_they_are_meant():
    assert len([case for case in CASES if case.meant is None]) >= 40
    assert len({case.name for case in CASES}) == len(CASES)
    assert all(case.meant != case.expected for case in CASES)


def test_the_page_of_the_documentation_is_that_of_the_cases():
    assert missed.PAGE.read_text("utf-8") == missed.page()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_row_has_a_report_and_a_program_that_reads_the_text_differently(case):
    assert re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+/(?:issues|pull)/\d+", case.thread)
    assert case.why.endswith((".", "`."))
    assert (case.peer is None) != (case.program is None)
    if case.peer:
        assert OUTPUTS[case.name]["peer"] == case.peer
        assert OUTPUTS[case.name]["version"]
        assert case.meant is not None or OUTPUTS[case.name]["output"] != case.expected


def test_no_output_of_a_peer_is_left_from_a_row_that_is_gone():
    assert set(OUTPUTS) == {case.name for case in CASES if case.peer}


def test_each_peer_has_a_function():
    folder = missed.HERE
    table = next(
        node.value
        for node in ast.parse((folder / "peers.py").read_text("utf-8")).body
        if isinstance(node, ast.Assign) and node.targets[0].id == "PEERS"
    )
    names = {f"pip:{key.value}" for key in table.keys}
    functions = (folder / "peers.mjs").read_text("utf-8").partition("const PEERS = {")[2].partition("\n};")[0]
    names |= {f"npm:{name}" for name in re.findall(r'^  "?([\w@/.-]+)"?: async', functions, re.MULTILINE)}
    assert names == {case.peer for case in CASES if case.peer} | set(outside.PEERS)


def test_peers_are_run_and_compared_with_what_is_recorded(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(missed, "install", lambda directory, packages: installed.extend(packages))
    monkeypatch.setattr(missed, "run", lambda directory, chosen: now)
    monkeypatch.setattr(missed, "OUTPUTS", tmp_path / "peers.json")
    installed, now = [], OUTPUTS
    missed.OUTPUTS.write_text((missed.HERE / "peers.json").read_text("utf-8"), "utf-8")
    assert main(["missed", str(tmp_path)]) == 0
    assert "pip:bleach==6.4.0" in installed
    name = CASES[0].name
    now = {**OUTPUTS, name: {**OUTPUTS[name], "output": ["other"]}}
    assert main(["missed", str(tmp_path)]) == 1
    assert f"{name}: " in capsys.readouterr().out
    assert main(["missed", "--newest", str(tmp_path)]) == 0
    assert missed.outputs()[name]["output"] == ["other"]
