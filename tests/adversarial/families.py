"""The families of ``families.toml``: make their input at a given size, and read it."""

from __future__ import annotations

import gzip
import io
import tarfile
import tempfile
import tomllib
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from uri_extract import Scanner, extract, linkify, linkify_html, replace
from uri_extract import uri as uris
from uri_extract.cli.terminal import on_one_line, sanitised, shortened
from uri_extract.errors import MissingExtra, UriExtractError
from uri_extract.sinks import FORMATS
from uri_extract.sinks.text import name_in_line
from uri_extract.uri.confusables import ascii_lookalike
from uri_extract.uri.iri import to_iri, to_uri
from uri_extract.uri.nested import nested
from uri_extract.uri.secrets import redact
from uri_extract.uri.surt import surt
from uri_extract.uri.tracking import without_tracking
from uri_extract.uri.unwrap import unwrap
from uri_extract.uri.url_parser import browses_to, target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FILE = "file:"
_PART = "part:"
_OFFICE = "application/vnd.openxmlformats-officedocument"

#: Operations on one URI; each takes a string.
URI_OPERATIONS: dict[str, Callable[[str], object]] = {
    "parse": lambda text: str(uris.parse(text)),
    "is_valid": uris.is_valid,
    "is_valid IRI": lambda text: uris.is_valid(text, "IRI-reference"),
    "is_valid rfc2396": lambda text: uris.is_valid(text, edition="rfc2396"),
    "is_valid url-syntax-09": lambda text: uris.is_valid(text, edition="url-syntax-09"),
    "invalidity": uris.invalidity,
    "normalize": uris.normalize,
    "normalize rfc2396": lambda text: uris.normalize(text, edition="rfc2396"),
    "resolve": lambda text: uris.resolve("http://a/b/c/d?q", text),
    "resolve non-strict": lambda text: uris.resolve("http://a/b/c/d?q", text, strict=False),
    "resolve rfc2396": lambda text: uris.resolve("http://a/b/c/d?q", text, edition="rfc2396"),
    "target in browsers": lambda text: target(text, "http://h.example/d/"),
    "resolve a base": lambda text: uris.resolve(text, "../g?x"),
    "hazards": uris.hazards,
    "unwrap": unwrap,
    "nested": nested,
    "browses_to": browses_to,
    "to_uri": to_uri,
    "to_iri": to_iri,
    "surt": surt,
    "without_tracking": without_tracking,
    "redact": redact,
    "ascii_lookalike": ascii_lookalike,
}


@dataclass(frozen=True)
class Family:
    """A row of the file; ``of`` is the table that it is in."""

    of: str
    name: str
    why: str
    unit: str
    prefix: str = ""
    middle: str = ""
    close: str = ""
    suffix: str = ""
    charset: str = "utf-8"
    packed: str = ""
    output: float = 8
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.of}, {self.name}"

    @property
    def is_function(self) -> bool:
        """True if a function takes the whole input at once."""
        return "/" not in self.of and not self.of.startswith((_FILE, _PART))

    def text(self, size: int) -> str:
        """Return a text of about ``size`` bytes."""
        fixed = len(self.prefix) + len(self.middle) + len(self.suffix)
        each = len((self.unit + self.close).replace("{n}", "12345").encode("utf-8", "surrogatepass"))
        count = max(1, (size - fixed) // max(each, 1))
        if "{n}" not in self.unit + self.close:
            return self.prefix + self.unit * count + self.middle + self.close * count + self.suffix
        opened = "".join(self.unit.replace("{n}", str(number)) for number in range(count))
        closed = "".join(self.close.replace("{n}", str(number)) for number in reversed(range(count)))
        return self.prefix + opened + self.middle + closed + self.suffix

    def data(self, size: int) -> bytes:
        """Return an input of about ``size`` bytes; for a packed family that is the size of its members."""
        if self.packed:
            return _PACKED[self.packed](self, size)
        return self.text(size).encode("latin-1" if self.charset == "bytes" else self.charset)


def _tar(members: Iterator[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


_PACKED: dict[str, Callable[[Family, int], bytes]] = {
    "tar": lambda family, size: _tar((f"{n}.txt", family.unit.encode()) for n in range(max(1, size // 1024))),
    "tar-name": lambda family, size: _tar(iter([(family.text(size), b"http://a.example/")])),
    "gzip": lambda family, size: gzip.compress(family.text(size).encode(), 9, mtime=0),
    "gzip-members": lambda family, size: gzip.compress(family.unit.encode(), mtime=0) * (size // 40),
}


def families() -> list[Family]:
    """Return all families, in the order of the file."""
    tables = tomllib.loads(Path(__file__).with_name("families.toml").read_text("utf-8"))
    return [Family(of, name, **row) for of, rows in tables.items() for name, row in rows.items()]


class Reads(io.RawIOBase):
    """An open file that returns ``size`` bytes from each read."""

    def __init__(self, data: bytes, size: int, name: str) -> None:
        self.name = name
        self._data = io.BytesIO(data)
        self._size = size

    def read(self, size: int = -1) -> bytes:
        return self._data.read(self._size)


def _package(name: str, part: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        kind = {"docx": "wordprocessingml.document", "xlsx": "spreadsheetml.sheet"}.get(name.rpartition(".")[2])
        parts = {
            "[Content_Types].xml": f"<Types><Override ContentType='{_OFFICE}.{kind}.main+xml'/></Types>",
            "word/document.xml": "<w:document/>",
        }
        for path, text in parts.items() if kind else [("mimetype", "application/vnd.oasis.opendocument.text")]:
            if path != part:
                archive.writestr(zipfile.ZipInfo(path), text)
        archive.writestr(zipfile.ZipInfo(part), data)
    return out.getvalue()


def read(
    family: Family, data: bytes, chunk: int = 1 << 18, dicts: bool = True, rest: int = 0
) -> tuple[list[Any], list[object]]:
    """Return the records, as dictionaries if ``dicts``, and the problems of a document read in chunks.

    Chunks after the first one have ``rest`` bytes, if that is not 0; those of files all have ``chunk``.
    """
    problems: list[object] = []
    if family.of.startswith((_FILE, _PART)):
        name, _, part = family.of.partition(":")[2].partition("!")
        source: Any = Reads(data if not part else _package(name, part, data), chunk, name)
        found = list(extract(source, on_problem=problems.append, **family.options))
    else:
        scanner = Scanner(family.of.partition("#")[0], on_problem=problems.append, **family.options)
        cuts = [0, *range(chunk, len(data), rest or chunk), len(data)]
        found = [each for begin, end in pairwise(cuts) for each in scanner.feed(data[begin:end])]
        found += scanner.close()
    return [each.as_dict() for each in found] if dicts else found, problems


def _written(data: bytes) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the name of each format, and a function that writes the references of a text in it."""

    def write(name: str) -> bytes:
        with tempfile.TemporaryDirectory() as folder, suppress(MissingExtra), open(f"{folder}/out", "w+b") as out:
            sink = FORMATS[name]()
            sink.begin(out)
            scanner = Scanner()
            for page in (scanner.read(data), scanner.read(b"", final=True)):
                sink.write(sink.encode(page))
            sink.end()
            return Path(folder, "out").read_bytes()
        return b""

    for name in FORMATS:
        yield name, partial(write, name)


def _or_error(operation: Callable[[str], object], text: str) -> object:
    try:
        return operation(text)
    except UriExtractError as error:
        return error


def operations(family: Family, size: int) -> dict[str, Callable[[], object]]:
    """Return the operations on a family that is not a document, by name."""
    text = family.data(size).decode("latin-1" if family.charset == "bytes" else family.charset)
    if family.of == "uri":
        return {name: partial(_or_error, run, text) for name, run in URI_OPERATIONS.items()}
    if family.of == "sink":
        return dict(_written(family.data(size)))
    if family.of == "terminal":
        shown = (
            on_one_line,
            shortened,
            lambda text: sanitised(text.encode()),
            lambda text: name_in_line(text, null=False),
        )
        return {str(number): partial(run, text) for number, run in enumerate(shown)}
    made: dict[str, dict[str, Callable[[], object]]] = {
        "linkify": {"linkify": lambda: linkify(text)},
        "linkify_html": {"linkify_html": lambda: linkify_html(text)},
        "replace": {"replace": lambda: replace(text, lambda match: match.target)},
    }
    return made[family.of]
