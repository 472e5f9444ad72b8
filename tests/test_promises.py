"""Every promise has a test that fails when it is broken; ``python -m tests.promises`` breaks each once.

This module checks that the list of breaks is complete, and that it matches the source, the documents and the tests.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests import promises

pytestmark = pytest.mark.skipif(not promises.SOURCE.is_dir(), reason="the source is not beside the tests")

BREAKS = promises.read()
#: Breaks of different kinds, whose tests take little time.
FEW = ("hexadecimal-digits", "query-of-the-base", "order-across-chunks", "tsv-tab", "interpreted-alone")


@cache
def text_of(document):
    """Return a document with its white space collapsed."""
    return " ".join((promises.ROOT / document).read_text("utf-8").split())


def rows():
    """Return the promises in the table of ``docs/reliability.md``."""
    text = (promises.ROOT / promises.TABLE).read_text("utf-8")
    table = text.partition("| promise | test |\n|---|---|\n")[2].partition("\n\n")[0]
    return [line.removeprefix("| ").split(" | ")[0] for line in table.splitlines()]


def test_every_row_of_the_table_of_promises_has_something_that_breaks_it():
    assert rows()
    assert set(rows()) == {each.promise for each in BREAKS if each.document == promises.TABLE}


def test_promises_are_what_the_documents_say():
    assert [each.promise for each in BREAKS if each.promise not in text_of(each.document)] == []


def test_each_quoted_source_occurs_once_and_is_changed():
    changed = [
        each.name
        for each in BREAKS
        if (promises.SOURCE / each.file).read_text("utf-8").count(each.old) != 1 or each.old == each.new
    ]
    assert changed == []


def test_names_are_different_and_defects_are_sentences():
    assert len({each.name for each in BREAKS}) == len(BREAKS)
    assert [each.name for each in BREAKS if not re.fullmatch(r"[A-Z`O].*\.", each.defect)] == []


def test_the_tests_of_breaks_are_there():
    missing = []
    for each in BREAKS:
        file, _, name = each.test.partition("::")
        if f"\ndef {name.partition('[')[0]}(" not in (promises.ROOT / file).read_text("utf-8"):
            missing.append(each.test)
    assert missing == []


@pytest.mark.long
def test_some_breaks_are_noticed_and_a_change_that_breaks_nothing_is_not():
    chosen = [each for each in BREAKS if each.name in FEW]
    assert len(chosen) == len(FEW)
    assert promises.passes_unbroken(chosen) == ""
    assert [each.name for each in chosen if not promises.is_noticed(each)] == []
    harmless = chosen[0]._replace(new=f"{chosen[0].old}  ")
    assert not promises.is_noticed(harmless)
