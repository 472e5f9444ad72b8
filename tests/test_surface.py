"""The public surface changes only together with its page, where a reviewer sees it."""

from __future__ import annotations

import pytest
from tests import surface

import uri_extract

if not surface.SOURCE.exists():
    pytest.skip("the source is not next to the tests", allow_module_level=True)


def test_the_surface_is_that_of_the_page():
    assert surface.surface() == surface.PAGE.read_text("utf-8"), "python -m tests.surface > docs/surface.txt"


def test_each_name_that_the_package_exports_is_in_the_surface():
    lines = surface.PAGE.read_text("utf-8").splitlines()
    named = {line.partition("(")[0] for line in lines if line.startswith("uri_extract.")}
    assert {f"uri_extract.{name}" for name in uri_extract.__all__ if name[0] != "_"} <= named


def test_parameters_attributes_and_what_is_inherited_are_in_the_surface():
    text = surface.PAGE.read_text("utf-8")
    assert "\nuri_extract.is_uri(text)\n" in text
    occurrence = text.partition("\nuri_extract.Occurrence")[2].partition("\nuri_extract.")[0].split()
    assert {".reference", ".target", ".as_dict()"} <= set(occurrence)
    assert not {".origin", ".details"} & set(occurrence)
    assert ".feed(chunk)" in text.partition("\nuri_extract.Scanner")[2].partition("\nuri_extract.")[0].split()
