"""Paths in JSON that lead to documents and references: one graph for each kind of document.

A path is a sequence of keys. Arrays are not part of it: the path of an array is that of its values.
"""

from __future__ import annotations

from functools import cache

from uri_extract._compat._typing import Final
from uri_extract.formats.json._tokenizer import Node

# HTTP Archive 1.2 (W3C draft, "HAR").
_HAR: Final = (
    "startedDateTime", "request url", "request postData text=sent", "request postData mimeType=sent type",
    "response redirectURL", "response content text=received", "response content mimeType=received type",
    "response content encoding",
)  # fmt: skip
# nbformat 4, and "worksheets", "input" and outputs without "data" of nbformat 3.
_CELL: Final = ("cell_type", "source", "input=code")
_OUTPUTS: Final = ("text=text/plain", "html=text/html", "svg=image/svg+xml")
_DATA: Final = (
    "text/html", "text/markdown", "image/svg+xml", "text/plain", "text/latex=text/plain",
    "application/xhtml+xml", "application/xml",
)  # fmt: skip
# Web Archive Transformation: elements and attributes with references, of the page of a record.
_WAT: Final = "Payload-Metadata HTTP-Response-Metadata"
_HEAD: Final = f"{_WAT} HTML-Metadata Head"


# HTTP fields whose value is or contains references (:mod:`uri_extract.formats.http`), in the spellings of servers.
_HEADERS: Final = (
    "Location", "location", "Content-Location", "content-location", "Link", "link", "Refresh", "refresh", "SourceMap",
    "sourcemap", "X-SourceMap", "x-sourcemap", "URI",
)  # fmt: skip


@cache
def known() -> Node:
    """Return the root of the graph for all kinds of documents that their keys identify."""
    root = Node()
    entry = root.scoped("log entries", "har entry", *_HAR)
    for message in ("request", "response"):
        entry.scoped(f"{message} headers", f"{message} header", "name", "value")
    for path in ("cells", "worksheets cells"):
        cell = root.scoped(path, "cell", *_CELL)
        cell.scoped("outputs", "data", *_OUTPUTS)
        cell.scoped("outputs data", "data", *_DATA)
        cell.scoped("attachments *", "data", *_DATA)
    envelope = root.scoped(
        "Envelope", "envelope", "WARC-Header-Metadata WARC-Target-URI=target", f"{_HEAD} Base=base"
    )  # fmt: skip
    for path in ("HTML-Metadata Links", "HTML-Metadata Head Link", "HTML-Metadata Head Scripts"):
        envelope.scoped(f"{_WAT} {path}", "link", "path", "url", "text", "rel")
    envelope.scoped(f"{_HEAD} Metas", "meta", "http-equiv", "property", "name", "content")
    envelope.scoped(f"{_WAT} Headers", "headers", *_HEADERS)
    envelope.at("WARC-Header-Metadata *").action = "identifier"
    _bookmarks(root.at("roots *"))
    _bookmarks(root)
    item = root.scoped(
        "items", "feed item", "url", "external_url", "image", "banner_image", "content_html", "content_text",
    )  # fmt: skip
    item.scoped("attachments", "attachment", "url", "title")
    return root


def _bookmarks(folder: Node) -> None:
    """Make a node a folder of bookmarks, of Chromium or Firefox, which may contain folders."""
    item = folder.keys.setdefault(b"children", Node())
    item.scope = "bookmark"
    for key, action in (("name", "name"), ("title", "name"), ("url", "url"), ("uri", "url"), ("iconUri", "icon")):
        item.at(key).action = action
    item.keys[b"children"] = item


@cache
def activity() -> Node:
    """Return the root of ActivityStreams 2.0: ``content`` and ``summary`` are HTML, at any depth (Vocabulary §4)."""
    root = Node()
    html = Node()
    html.action = "text/html"
    translations = Node()
    translations.others = html
    root.others = root
    for key in (b"content", b"summary"):
        root.keys[key] = html
        root.keys[key + b"Map"] = translations
    return root


#: Names of strings that are not references: the text scanner reads them as well.
SCANNED: Final = frozenset((
    "cell_type", "date 0", "date 1", "encoding", "http-equiv", "name", "path", "property", "received type", "rel",
    "sender 0", "sender 1", "sender 2", "sender 3", "sent type", "startedDateTime", "text", "title",
))  # fmt: skip


def fields(documents: tuple[str, ...], url: str | None) -> Node:
    """Return the root of records with documents and a URI in fields. A field is a sequence of keys joined with dots."""
    root = Node()
    root.scope = "record"
    for field in documents:
        root.at(field.replace(".", " ")).action = "document"
    if url is not None:
        root.at(url.replace(".", " ")).action = "url"
    return root
