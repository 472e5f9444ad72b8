"""Targets that are functions: operations on a URI, linkify, sinks, checkpoints."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sqlite3
import tempfile
from contextlib import suppress
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.adversarial.families import URI_OPERATIONS
from tests.uri.to_the_letter import letter_of_5_2_2

from fuzz.documents import options_of
from fuzz.interpreted import same_interpreted
from uri_extract import Scanner, linkify, linkify_html, normalize, parse, replace, resolve
from uri_extract.errors import MissingExtra, UriExtractError
from uri_extract.jobs import plan, run
from uri_extract.jobs.checkpoint import Checkpoint, CheckpointError
from uri_extract.jobs.messages import FOUND, INPUT
from uri_extract.linking.anchors import SCHEMES
from uri_extract.sinks import FORMATS
from uri_extract.sinks.table import one_line
from uri_extract.sources import documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random


# -- one URI ------------------------------------------------------------------------------------------------------


_COMPONENTS = re.compile(r"(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def outcomes(text: str) -> list[str]:
    """Return the result or error of each operation on a URI; errors that are not the package's own are raised."""
    found = []
    for name, operation in URI_OPERATIONS.items():
        try:
            found.append(f"{name}: {operation(text)!r}")
        except UriExtractError as error:
            found.append(f"{name}: {error!r}")
    return found


def check_uri(target: str, data: bytes, dice: Random) -> None:
    """Check the operations on a URI: only the package's own errors, and results by RFC 3986."""
    text = _text(data)[: dice.choice((20, 100, 1000))]
    same_interpreted(outcomes, text)
    try:
        reference = parse(text)
    except UriExtractError:
        return
    assert str(reference) == text
    # RFC 3986 Appendix B and §5.3: the components are those of the pattern, and composing them gives the reference.
    assert (match := _COMPONENTS.fullmatch(text)) is not None
    split = (reference.scheme, reference.authority, reference.path, reference.query, reference.fragment)
    assert split == match.group(2, 4, 5, 7, 9), f"{text!r} was split into {split}"
    userinfo, host, port = reference.userinfo, reference.host, reference.port
    authority = (
        (f"{userinfo}@" if userinfo is not None else "") + (host or "") + (f":{port}" if port is not None else "")
    )
    assert authority == (reference.authority or ""), f"{text!r}: {userinfo!r}, {host!r} and {port!r}"
    once = normalize(text)
    assert normalize(once) == once, f"{text!r}: {once!r} is normalized to {normalize(once)!r}"
    base = parse(
        dice.choice(("http://a/b/c/d;p?q", "http://a", "urn:a:b", "file:///a/b/", "a:b/c", "s://u@h:1/../x/./y"))
    )
    target_uri = parse(resolve(str(base), text))
    expected = letter_of_5_2_2(base, reference)
    got = (target_uri.scheme, target_uri.authority, target_uri.path, target_uri.query, target_uri.fragment)
    if expected[1] is None and expected[2].startswith("//"):  # would be an authority: the package writes "/." before it
        expected = (*expected[:2], "/." + expected[2], *expected[3:])
    assert got == expected, f"{base} and {text!r}: {got} is not {expected}"


# -- links --------------------------------------------------------------------------------------------------------


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.bad: list[Any] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "a" or {name for name, _ in attrs} - {"href", "rel"}:
            self.bad.append((tag, attrs))
        for name, value in attrs:
            if name == "href" and (value or "").lower().partition(":")[0] not in SCHEMES:
                self.bad.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


def check_linkify(target: str, data: bytes, dice: Random) -> None:
    """Check that only links are added, and that plain text has no tags except links."""
    text = data.decode("utf-8", "replace").replace("\0", " ")
    html = linkify(text)
    tags = _Tags()
    tags.feed(html)
    tags.close()
    assert not tags.bad, tags.bad
    same = (text, text.replace("\r\n", "\n").replace("\r", "\n"))
    assert tags.text in same or unescape(tags.text) == text, f"{text!r} became {tags.text!r}"
    assert replace(text, lambda match: None) == text
    assert replace(text, lambda match: match[0]) == text
    assert linkify_html(text, render=lambda match: None) == text


# -- sinks --------------------------------------------------------------------------------------------------------


def _written(name: str, pages: list[Any]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/out", "w+b") as out:
            sink = FORMATS[name]()
            sink.begin(out)
            for page in pages:
                sink.write(sink.encode(page))
            sink.end()
        if name == "sqlite":
            with sqlite3.connect(f"{folder}/out") as database:
                found = database.execute('SELECT reference, start, "end" FROM occurrence ORDER BY id').fetchall()
            return json.dumps(found).encode()
        return Path(folder, "out").read_bytes()


def check_sinks(target: str, data: bytes, dice: Random) -> None:
    """Check that all formats have the same references."""
    media_type = dice.choice(("text/plain", "text/html", "application/xml"))
    options = {"document": dice.choice((None, "=a", "b\n\x1b")), **options_of(target, dice)}
    scanner = Scanner(media_type, **options)
    pages = [scanner.read(data), scanner.read(b"", final=True)]
    records = [json.loads(line) for line in _written("jsonl", pages).splitlines()]
    assert json.loads(_written("json", pages)) == records
    places = [(each["reference"], each["start"], each["end"]) for each in records]
    rows = csv.DictReader(io.StringIO(_written("csv", pages).decode(), newline=""))
    _same_cells(list(rows), records, str)
    names, *table = [line.split("\t") for line in _written("tsv", pages).decode().split("\n")[:-1]]
    _same_cells([dict(zip(names, cells, strict=True)) for cells in table], records, one_line)
    shown = [each["target"] or each["reference"] for each in records]
    assert _written("lines", pages).decode().split("\n") == [*shown, ""]
    features = [line for line in _written("features", pages).decode().split("\n") if line and not line.startswith("#")]
    offsets = [line.split("\t")[0].rpartition("\U0010001c")[2] for line in features]
    assert offsets == [str(each["start"]) for each in records]
    for result in json.loads(_written("sarif", pages))["runs"][0]["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        start = region["byteOffset"]
        assert (result["properties"]["reference"], start, start + region["byteLength"]) in places, result
    with suppress(MissingExtra):
        assert [tuple(each) for each in json.loads(_written("sqlite", pages))] == places
    with suppress(MissingExtra, ImportError):
        from pyarrow import ipc, parquet

        assert ipc.open_stream(_written("arrow", pages)).read_all().to_pylist() == records
        assert parquet.read_table(io.BytesIO(_written("parquet", pages))).to_pylist() == records
    _written("html", pages)
    same_interpreted(records_of, media_type, data, options)


def _same_cells(rows: list[dict[str, str]], records: list[dict[str, Any]], cell: Callable[[str], str]) -> None:
    """Check rows of a table, in which apostrophes may precede what a spreadsheet would read as a formula."""
    assert len(rows) == len(records)
    for row, each in zip(rows, records, strict=True):
        assert row["reference"].replace("'", "") == cell(each["reference"]).replace("'", ""), (row, each)
        for name in ("start", "end", "line", "column", "kind"):
            assert row[name] == str(each[name]), (name, row, each)


def records_of(media_type: str, data: bytes, options: dict[str, Any]) -> list[str]:
    """Return the records of a document in the formats with kernels of their own."""
    scanner = Scanner(media_type, **options)
    pages = [scanner.read(data), scanner.read(b"", final=True)]
    return [_written(name, pages).decode() for name in ("jsonl", "csv", "tsv", "lines", "sarif")]


# -- checkpoints --------------------------------------------------------------------------------------------------


def _work(inputs: Any, unbuffered: bool) -> Iterator[tuple[Any, ...]]:
    for document in inputs:
        yield (INPUT,)
        for line in b"".join(document.chunks()).splitlines():
            yield FOUND, line


def _messages(folder: Path, directory: Path) -> list[Any]:
    checkpoint = Checkpoint(str(directory), {"of": "this"})
    try:
        tasks = plan(documents(str(folder)), kinds=frozenset())
        return [each for some in run(tasks, _work, 1, checkpoint) for each in some]
    finally:
        checkpoint.close(done=False)


def check_checkpoint(target: str, data: bytes, dice: Random) -> None:
    """Check that a run with a damaged checkpoint has the same output, or refuses the checkpoint."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        (top / "in").mkdir()
        for number in range(3):
            (top / "in" / str(number)).write_bytes(b"a\nb\n")
        undisturbed = _messages(top / "in", top / "c")
        file = dice.choice(sorted(each for each in (top / "c").iterdir() if each.is_file()))
        whole = file.read_bytes()
        at = dice.randrange(len(whole) + 1)
        file.write_bytes(dice.choice((whole[:at] + data, whole[:at] + data[:3] + whole[at + 3 :], whole[:at], data)))
        with suppress(CheckpointError):
            assert _messages(top / "in", top / "c") == undisturbed
        shutil.rmtree(top / "c", ignore_errors=True)
