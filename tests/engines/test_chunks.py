"""Links of chunks: of objects with the attributes that the libraries give them, and of those installed."""

import re
from pathlib import Path
from types import SimpleNamespace as Object

import pytest

from uri_extract import SourceTypeError
from uri_extract.engines.chunks import links_of

PAGE = (Path(__file__).parent.parent.parent / "docs" / "howto" / "chunks.md").read_text("utf-8")
NEEDS = {
    "LangChain": "langchain_core", "LlamaIndex": "llama_index.core", "markitdown": "markitdown",
    "docling": "docling_core",
}  # fmt: skip
RECIPES = {section.partition("\n")[0]: section for section in PAGE.split("\n## ")[1:]}


def found(document, **options):
    return [link[:5] for link in links_of(document, **options)]


@pytest.mark.parametrize("library", NEEDS)
def test_a_recipe_prints_what_the_documentation_shows(library, capsys):
    pytest.importorskip(NEEDS[library])
    program, shown = (
        re.search(rf"^```{name}\n(.*?)^```$", RECIPES[library], re.M | re.S)[1] for name in ("py", "text")
    )
    exec(compile(program, "chunks.md", "exec"), {"links_of": links_of})
    assert capsys.readouterr().out == shown


def test_each_recipe_is_tested():
    assert RECIPES.keys() == NEEDS.keys()


@pytest.mark.parametrize(
    ("document", "base"),
    [
        (Object(page_content="[b](/b)", metadata={"source": "http://a.example/c"}), "http://a.example"),
        (Object(text="[b](/b)", metadata={"url": "http://a.example/c"}), "http://a.example"),
        (Object(text="[b](/b)", metadata={"source": "c.pdf", "url": "http://a.example/c"}), "http://a.example"),
        (Object(text="[b](/b)", meta=Object(origin=Object(uri="http://a.example/c"))), "http://a.example"),
        (Object(text="[b](/b)", metadata={"source": "C://x y/z"}), None),
        (Object(text="[b](/b)", metadata=None), None),
    ],
)
def test_relative_links_are_resolved_against_the_uri_in_the_metadata(document, base):
    (link,) = links_of(document, media_type="text/markdown")
    assert link.target == (base and f"{base}/b")


def test_offsets_count_characters_of_the_text_and_the_chunk_is_named():
    text = "é 𝄞 <http://a.example/é>"
    ((target, start, end, chunk, page),) = found(Object(text=text, node_id="n", id="other", metadata={}))
    assert (text[start:end], chunk, page) == ("http://a.example/é", "n", None)
    assert target.startswith("http://a.example/")


def test_text_content_is_markdown_and_a_base_can_be_given():
    assert found(Object(text_content="[b](c)"), base="http://a.example/") == [("http://a.example/c", 4, 5, None, None)]


def test_texts_links_and_tables_of_docling_are_read_with_their_references_and_pages():
    rich = Object(text="See http://b.example/", ref=Object(cref="#/groups/0"))  # its content is #/texts/0
    cells = [rich, Object(text="http://d.example/")]
    document = Object(
        origin=Object(uri="http://a.example/x"),
        texts=[
            Object(text="http://b.example/", self_ref="#/texts/0", prov=[Object(page_no=2)], hyperlink=None),
            Object(text="the page", self_ref="#/texts/1", prov=[], hyperlink='c?d="&e'),
            Object(text="http://f.example/", self_ref="#/texts/2", prov=[], hyperlink="http://f.example/"),
        ],
        tables=[Object(data=Object(table_cells=cells), self_ref="#/tables/0", prov=[Object(page_no=3)])],
    )
    assert found(document) == [
        ("http://b.example/", 0, 17, "#/texts/0", 2),
        ("http://a.example/c?d=%22&e", 0, 8, "#/texts/1", None),
        ("http://f.example/", 0, 17, "#/texts/2", None),  # not twice
        ("http://d.example/", 0, 17, "#/tables/0/data/table_cells/1", 3),
    ]


def test_options_are_those_of_a_text():
    assert found(Object(text="www.a.example"), suffix=True) == [("http://www.a.example", 0, 13, None, None)]


@pytest.mark.parametrize("document", ["http://a.example/", None, Object(text=b"x")])
def test_other_objects_are_refused(document):
    with pytest.raises(SourceTypeError, match="has no page_content"):
        list(links_of(document))
