"""Links in documents of docling, markitdown, LangChain and LlamaIndex, with offsets in the text of each chunk."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from uri_extract._compat._typing import Any, NamedTuple
from uri_extract.errors import SourceTypeError
from uri_extract.pipeline import extract_text
from uri_extract.rows.records import Occurrence
from uri_extract.uri import is_valid


class ChunkLink(NamedTuple):
    """A link in ``text[start:end]`` of a chunk, which is named by its id, or by docling's reference (``#/texts/3``).

    >>> ChunkLink._fields
    ('target', 'start', 'end', 'chunk', 'page', 'occurrence')
    """

    target: str | None
    start: int
    end: int
    chunk: str | None
    page: int | None
    occurrence: Occurrence


def links_of(document: Any, *, base: str | None = None, media_type: str = "", **options: Any) -> Iterator[ChunkLink]:
    """Yield the links in a document or chunk: in ``page_content``, ``text``, ``text_content`` (Markdown), or ``texts``.

    The base is by default the URI in its metadata (``source``, ``url``, docling's ``origin``). Options are those of
    :func:`~uri_extract.extract_text`. Raises :class:`~uri_extract.errors.SourceTypeError` for other objects.

    >>> from types import SimpleNamespace
    >>> chunk = SimpleNamespace(page_content="See [b](/b).", metadata={"source": "http://a.example/x"})
    >>> [(link.target, link.start, link.end) for link in links_of(chunk, media_type="text/markdown")]
    [('http://a.example/b', 8, 10)]
    """
    about = getattr(document, "metadata", None) or {}
    origin = getattr(getattr(document, "meta", document), "origin", None)
    named = (str(uri) for uri in (about.get("source"), about.get("url"), getattr(origin, "uri", None)))
    base = base or next((uri for uri in named if "://" in uri and is_valid(uri, "IRI")), None)
    media_type = media_type or ("text/markdown" if hasattr(document, "text_content") else "text/plain")
    for text, chunk, page, link in _texts(document):
        html = "" if link is None else f'<a href="{escape(str(link))}">'
        whole = [*extract_text(html, media_type="text/html", base=base)]
        yield from (ChunkLink(each.target, 0, len(text), chunk, page, each) for each in whole)
        for each in extract_text(text, media_type=media_type, base=base, **options):
            if each.target not in [other.target for other in whole]:
                yield ChunkLink(each.target, each.start, each.end, chunk, page, each)


def _texts(document: Any) -> Iterator[tuple[str, str | None, int | None, object]]:
    """Yield each text with the name of its chunk, its page, and the link that the whole text is."""
    if hasattr(document, "texts"):
        for item in (*document.texts, *document.tables):
            page = item.prov[0].page_no if item.prov else None
            if hasattr(item, "text"):
                yield item.text, item.self_ref, page, item.hyperlink
            for number, cell in enumerate(item.data.table_cells if hasattr(item, "data") else ()):
                if not hasattr(cell, "ref"):  # the content of a cell that has it is among the texts
                    yield cell.text, f"{item.self_ref}/data/table_cells/{number}", page, None
        return
    texts = (getattr(document, name, None) for name in ("page_content", "text_content", "text"))
    text = next((each for each in texts if isinstance(each, str)), None)
    if text is None:
        raise SourceTypeError(f"{type(document).__name__} has no page_content, text_content, text or texts")
    yield text, getattr(document, "node_id", None) or getattr(document, "id", None), None, None
