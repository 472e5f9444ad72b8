"""Random Markdown documents have the links that another implementation of CommonMark finds in them."""

import random

import pytest
from tests.formats.lightweight.signs import SIGNS

from uri_extract.formats.lightweight.markdown import MarkdownScanner


def found_by_markdown_it(text):
    """Return the references of links and images, and those of definitions."""
    markdown = pytest.importorskip("markdown_it").MarkdownIt("commonmark", {"html": True})
    markdown.normalizeLink = str
    markdown.validateLink = bool
    environment, found = {}, set()
    left = markdown.parse(text, environment)
    while left:
        token = left.pop()
        left += token.children or []
        if token.type == "image":
            found.add(token.attrs["src"])
        elif token.type == "link_open" and (token.markup != "autolink" or f"<{token.attrs['href']}>" not in text):
            found.add(token.attrs["href"])  # other autolinks are found as text
    return found, {each["href"] for each in environment.get("references", {}).values()}


@pytest.mark.parametrize("seed", range(300))
def test_links_and_definitions_are_those_of_markdown_it(seed):
    of = random.Random(seed)
    signs = [each for each in SIGNS if each != ": "]  # begins a definition, which is not of CommonMark
    text = "x\n\n" + "".join(of.choices(signs, k=of.choice((4, 8, 16, 30))))
    found, definitions = found_by_markdown_it(text)
    rows = MarkdownScanner().read(text.encode(), final=True).occurrences()
    ours = {each.reference for each in rows if each.delimiter == "markup" and each.element != "definition"}
    defined = {each.reference for each in rows if each.element == "definition"}
    assert definitions <= defined
    assert ours | definitions == found | definitions | ours & definitions
