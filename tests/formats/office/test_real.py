"""Real documents, if they are available: every link that another reader finds, and little else."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from tests.formats.office.check import links

from uri_extract import extract

SHARED = Path(__file__).parents[4] / "shared" / "corpora" / "office"
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")

_FAMILIES = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".pages", ".numbers", ".key", ".xps")


def _documents() -> list[Path]:
    return [each for each in sorted(SHARED.glob("*")) if each.suffix in _FAMILIES and zipfile.is_zipfile(each)]


def _bare(reference: str) -> str:
    return reference.rstrip(".,;:)").partition("#")[0]


def test_every_link_of_a_real_document_is_found() -> None:
    missing = []
    for path in _documents():
        found = {_bare(each.reference) for each in extract(path, on_problem=lambda _: None)}
        missing += [(path.name, each) for each in links(path.read_bytes()) if _bare(each) not in found]
    assert missing == []


def test_parts_of_real_documents_have_few_other_references() -> None:
    count, others = 0, []
    for path in _documents():
        known = {_bare(each) for each in links(path.read_bytes())}
        for each in extract(path, on_problem=lambda _: None):
            of_part = (each.document or "").count("!") == 1 and not (each.document or "").endswith((".bin", ".plist"))
            if of_part and each.element is not None and each.scheme in ("http", "https", "ftp", "mailto"):
                count += 1
                others += [(path.name, each.reference)] if _bare(each.reference) not in known else []
    assert count > 15
    assert len(others) <= 0.05 * count, others
