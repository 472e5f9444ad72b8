"""Extract the links of an office document in another way: with zipfile and ElementTree, the whole document at once."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree

_URI = re.compile(r"(?:https?|ftp)://[A-Za-z0-9][^\s<>\"'\u201c\u201d]*|mailto:[^\s<>\"']+@[^\s<>\"']+")
_NO_LINKS = ("meta-inf/", "[content_types].xml", "customxml/", "manifest.rdf")
_RUNS = {"t", "delText", "instrText"}
_BLOCKS = {"p", "h", "si", "tab", "br", "line-break", "c", "note", "annotation"}


def _local(name: object) -> str:
    return str(name).rpartition("}")[2]


def _texts(root: ElementTree.Element) -> list[str]:
    """Return the texts of a part, with runs joined: one text for each paragraph, cell, or other element."""
    texts: list[str] = [""]
    paragraphs = root.tag.startswith("{urn:oasis") or "apple.com" in root.tag

    def take(text: str | None, joined: bool) -> None:
        if text and joined:
            texts[-1] += text
        elif text and text.strip():
            texts.extend([text, ""])

    def visit(element: ElementTree.Element, inside: bool) -> None:
        name = _local(element.tag)
        block = name in _BLOCKS
        if block:
            texts.append("")
        inside = (inside or name in ("p", "h")) and paragraphs
        take(element.text, inside or name in _RUNS)
        for child in element:
            visit(child, inside)
            take(child.tail, inside)
        if block:
            texts.append("")

    visit(root, False)
    return texts


def links(data: bytes) -> set[str]:
    """Return the targets of external relationships, the addresses in attributes, and those in text."""
    found: set[str] = set()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            if not name.endswith((".xml", ".rels", ".fpage", ".vml")) or name.lower().startswith(_NO_LINKS):
                continue
            try:
                root = ElementTree.fromstring(archive.read(name))
            except (ElementTree.ParseError, zipfile.BadZipFile, RuntimeError, ValueError):
                continue
            if name.endswith(".rels"):
                found |= {each.get("Target", "").strip() for each in root if each.get("TargetMode") == "External"}
                continue
            for element in root.iter():
                for attribute, value in element.attrib.items():
                    if _local(attribute) in ("href", "FixedPage.NavigateUri", "instr", "url", "sourceFile", "formula"):
                        found |= set(_URI.findall(value))
            for text in _texts(root):
                found |= set(_URI.findall(text))
    return {each.rstrip(".,;:)") for each in found if each}
