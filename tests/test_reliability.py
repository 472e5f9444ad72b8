"""The table of limits in ``docs/reliability.md`` is made from ``limits.py``: ``python tests/test_reliability.py``."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import uri_extract.limits

DOCUMENT = Path(__file__).parents[1] / "docs" / "reliability.md"
BEGIN, END = "<!-- limits -->\n", "<!-- end of limits -->\n"


def limits():
    """Yield the limits in their order: names, values, and the first sentence of the comment of each."""
    source = Path(uri_extract.limits.__file__).read_text("utf-8")
    for comment, name in re.findall(r"((?:^#: .*\n)+)([A-Z_]+): Final = ", source, re.MULTILINE):
        text = " ".join(comment.replace("#:", "").split())
        sentence = re.split(r"(?<=[a-z0-9`)/])\. (?=[A-Z:`])", text)[0].rstrip(".") + "."
        yield name, getattr(uri_extract.limits, name), sentence


def table():
    rows = [f"| `{name}` | {value:,} | {sentence.replace('|', chr(92) + '|')} |" for name, value, sentence in limits()]
    return "\n".join(["| limit | value | what it is |", "|---|---:|---|", *rows, ""])


def test_every_limit_is_in_the_table_with_a_sentence_of_its_own():
    tree = ast.parse(Path(uri_extract.limits.__file__).read_text("utf-8"))
    named = [node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)]
    assert [name for name, _, _ in limits()] == named
    assert len({sentence for _, _, sentence in limits()}) == len(named)


def test_the_documentation_has_the_current_limits():
    before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    assert before
    assert rest.partition(END)[0] == table()


def test_the_document_has_the_number_of_hostile_families():
    from tests.adversarial.families import families  # not importable if this file is run as a script

    assert f"| {len(families())} families " in DOCUMENT.read_text("utf-8")


def test_the_commands_and_tests_that_the_document_names_exist():
    root = Path(__file__).parents[1]
    names = re.findall(r"`((?:tests|fuzz|benchmarks)/[\w/.]+)`", DOCUMENT.read_text("utf-8"))
    assert names
    assert [name for name in names if not (root / name).exists()] == []


if __name__ == "__main__":
    text = DOCUMENT.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    DOCUMENT.write_text(before + BEGIN + table() + END + rest.partition(END)[2], "utf-8")
