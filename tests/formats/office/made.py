"""Make office documents from the parts that tests write."""

from __future__ import annotations

import io
import zipfile

from uri_extract import extract

TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships/"
SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:xlink="http://www.w3.org/1999/xlink"'
)
CONTENT_TYPES = {"[Content_Types].xml": "<Types/>"}


def package(parts, order=None):
    """Return a ZIP archive with these parts, in that order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in order or parts:
            data = parts[name]
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data if isinstance(data, bytes) else data.encode())
    return out.getvalue()


def relationships(*items, types=TYPES):
    """Return a part with relationships: identifier, kind, target, and True if the target is external."""
    rows = "".join(
        f'<Relationship Id="{identifier}" Type="{types}{kind}" Target="{target}"'
        f"{' TargetMode=' + chr(34) + 'External' + chr(34) if external else ''}/>"
        for identifier, kind, target, external in items
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'


def word(body, *items, **more):
    """Return a Word document with this body and these external relationships (identifier, kind, target)."""
    return {
        **CONTENT_TYPES,
        "_rels/.rels": relationships(("rId1", "officeDocument", "word/document.xml", False)),
        "word/document.xml": f"<w:document {SPACES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relationships(
            ("s", "styles", "styles.xml", False), *((*each, True) for each in items)
        ),
        **more,
    }


def paragraph(*runs):
    return "<w:p>" + "".join(f"<w:r><w:t>{each}</w:t></w:r>" for each in runs) + "</w:p>"


def field(instruction, result="shown"):
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>{result}</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def found(data, **options):
    """Return the occurrences in a document, and check that it has no problems."""
    problems = []
    occurrences = list(extract(data, on_problem=problems.append, **options))
    assert problems == []
    return occurrences


def part(occurrence):
    return (occurrence.document or "").rpartition("!")[2]


def seen(data, **options):
    """Return the part, the reference, the link text and the kind of relationship of each occurrence."""
    return [(part(each), each.reference, each.text, each.rel) for each in found(data, **options)]


def references(data, **options):
    return [each.reference for each in found(data, **options)]
