"""Make the samples that cannot be written in an editor: a web archive and a Word document.

    python corpora/make_samples.py [DIRECTORY]

Each run writes the same bytes.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from typing import Final

SAMPLES: Final = Path(__file__).parent / "samples"

_PAGE = """<!doctype html>
<title>Ports</title>
<p>The <a href="quay-7">quay</a>, the <a href="/tides/">tides</a>,
the <a href="https://charts.example.org/?port=7&amp;scale=25000">charts</a>.
<script src="//static.example.net/map.js"></script>
"""
_STYLE = "body { background: url(../images/sea.png) } /* from http://www.example.org/style/ */\n"


def warc() -> bytes:
    """Return a web archive (ISO 28500) of a page, its style sheet, and a redirect."""
    url = "http://www.example.net/ports/"
    page = _response("200 OK", "text/html; charset=utf-8", _PAGE, 'Link: <../feed.atom>; rel="alternate"')
    style = _response("200 OK", "text/css", _STYLE)
    moved = _response("301 Moved Permanently", "text/plain", "", "Location: http://www.example.net/ports/")
    records = [
        _record(1, "warcinfo", None, "application/warc-fields", b"software: make_samples.py\r\n"),
        _record(2, "response", url, "application/http; msgtype=response", page),
        _record(3, "response", f"{url}style/ports.css", "application/http; msgtype=response", style),
        _record(4, "response", "http://example.net/ports", "application/http; msgtype=response", moved),
    ]
    return b"".join(records)


def _response(status: str, media_type: str, body: str, *fields: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {media_type}", f"Content-Length: {len(body)}", *fields, "", body]
    return "\r\n".join(lines).encode()


def _record(number: int, kind: str, target: str | None, media_type: str, block: bytes) -> bytes:
    fields = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>",
        "WARC-Date: 2004-02-02T09:12:31Z",
        *([f"WARC-Target-URI: {target}"] if target else []),
        f"Content-Type: {media_type}",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join([*fields, "", ""]).encode() + block + b"\r\n\r\n"


_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

_PARTS: Final = {
    "[Content_Types].xml": f"""<Types xmlns="{_TYPES}">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml"
 ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>
""",
    "_rels/.rels": f"""<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>
</Relationships>
""",
    "word/document.xml": f"""<w:document xmlns:w="{_WORDS}" xmlns:r="{_OFFICE}"><w:body>
<w:p><w:r><w:t>Timetable of the ferry</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">Tickets are at </w:t></w:r>
<w:hyperlink r:id="rId1"><w:r><w:t>the counter</w:t></w:r></w:hyperlink>
<w:r><w:t xml:space="preserve">, or at http://ferry.exam</w:t></w:r><w:r><w:t>ple.org/tickets.</w:t></w:r></w:p>
<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>
<w:r><w:instrText xml:space="preserve"> HYPERLINK "http://www.example.org/tides/" </w:instrText></w:r>
<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Tides</w:t></w:r>
<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
</w:body></w:document>
""",
    "word/_rels/document.xml.rels": f"""<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/hyperlink" Target="https://ferry.example.org/counter?from=quay-7"
 TargetMode="External"/>
</Relationships>
""",
}


def write_docx(path: Path) -> None:
    """Write a Word document (ECMA-376), uncompressed because the output of zlib depends on its version."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as package:
        for name, text in _PARTS.items():
            part = zipfile.ZipInfo(name, (2004, 2, 2, 9, 12, 30))
            part.create_system = 3
            package.writestr(part, _XML + text)


def write(directory: Path) -> None:
    """Write the samples into a directory."""
    (directory / "ports.warc").write_bytes(warc())
    write_docx(directory / "timetable.docx")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES)
