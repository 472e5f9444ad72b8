"""The documents of ``repeated.toml``, in which many references share what is stated once."""

from __future__ import annotations

import gzip
import io
import re
import sqlite3
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.formats.office.made import SPACES, package
from tests.sources import made
from tests.sources.made_pdf import lines, pdf

from uri_extract import Scanner, extract

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract import Occurrence, Problem


class Repeated(NamedTuple):
    """A document of ``repeated.toml``."""

    of: str
    head: str
    unit: str
    tail: str = ""

    @property
    def is_file(self) -> bool:
        return self.of.startswith("a.")

    def text(self, count: int) -> str:
        return self.head + self.unit * count + self.tail

    def data(self, text: str) -> bytes:
        """Return the document with that text."""
        return FILES.get(self.of, str.encode)(text)

    def read(self, text: str) -> tuple[list[Occurrence], list[Problem]]:
        problems: list[Problem] = []
        data = self.data(text)
        if self.is_file:
            file = io.BytesIO(data)
            file.name = self.of
            return list(extract(file, on_problem=problems.append)), problems
        scanner = Scanner(self.of, document="a", on_problem=problems.append)
        return scanner.feed(data) + scanner.close(), problems


#: Where a name, a value or a part of one begins.
PLACE = re.compile(r"(?<=[^\w\s])(?=\w)|(?<=[\s:=])(?=[\w<])")
#: Separates the parts of a file in the text of its template.
NEXT = "\f"


def _parts(*names: str) -> Callable[[str], bytes]:
    """Return a function that makes a package of parts; the root of the last one declares all namespaces."""

    def wrap(text: str) -> bytes:
        parts = text.replace("<main", f"<w:main {SPACES}").replace("</main", "</w:main").split(NEXT)
        return package({"[Content_Types].xml": "<Types/>", **dict(zip(names, parts, strict=True))})

    return wrap


def _member(archive: Callable[[dict[str, bytes]], bytes]) -> Callable[[str], bytes]:
    def wrap(text: str) -> bytes:
        name, _, content = text.partition(NEXT)
        return archive({name: content.encode()})

    return wrap


def _ar(text: str) -> bytes:
    name, _, content = text.partition(NEXT)
    size = f"{len(name) + len(content):<10}`\n"
    return f"!<arch>\n{f'#1/{len(name)}':<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{size}{name}{content}\n".encode()


def _cpio(text: str) -> bytes:
    name, _, content = text.partition(NEXT)
    made = b""
    for path, data in ((name, content), ("TRAILER!!!", "")):
        octets, body = path.encode() + b"\0", data.encode()
        made += b"070707" + b"000001" * 2 + b"100644" + b"000000" * 2 + b"000001" + b"000000" + b"00000000000"
        made += b"%06o%011o" % (len(octets), len(body)) + octets + body
    return made


def _database(text: str) -> bytes:
    name, _, content = text.partition(NEXT)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a")
        database = sqlite3.connect(path)
        database.execute(f'CREATE TABLE "{name}" ("{name}" TEXT)')
        database.execute(f'INSERT INTO "{name}" VALUES (?)', (content,))
        database.commit()
        database.close()
        return path.read_bytes()


def _gzip(text: str) -> bytes:
    name, _, content = text.partition(NEXT)
    out = io.BytesIO()
    with gzip.GzipFile(name, "wb", fileobj=out) as file:
        file.write(content.encode())
    return out.getvalue()


def _pdf(text: str) -> bytes:
    uri, *pages = text.split(NEXT)
    return pdf(*[(lines((10, 10, page)), [] if number else [(uri, (0, 0, 9, 9))]) for number, page in enumerate(pages)])


#: What makes a file of the text of a document, by the name of the file.
FILES = {
    "a.docx": _parts("word/_rels/document.xml.rels", "word/document.xml"),
    "a.xlsx": _parts("xl/worksheets/_rels/sheet1.xml.rels", "xl/worksheets/sheet1.xml"),
    "a.tar": _member(made.tar),
    "a.zip": _member(made.zip_of),
    "a.deb": _ar,
    "a.cpio": _cpio,
    "a.gz": _gzip,
    "a.sqlite": _database,
    "a.pdf": _pdf,
}

DOCUMENTS = [
    Repeated(**row) for row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["document"]
]

#: Readers that make documents of another reader, which is in the table.
OTHERS = {
    "formats.lightweight.markdown:WikiMarkdownScanner": "reads Markdown, and links without a title",
    "mail.msg.message:OutlookScanner": "makes a message of MIME",
    "pst": "makes messages of MIME",
    "tnef": "its values are documents, named by numbers or file names as in a ZIP archive",
    "cms": "makes one document, named by this package",
}
