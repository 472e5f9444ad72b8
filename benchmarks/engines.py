"""Engines: processor time of references in a column of pages, and in the files of a crawl; and the planning of files.

The figures of engines are processor time of all their processes, in a session that has run the same query before. An
engine that is not installed is a note. The files of a crawl are made: WARC, WAT and WET of the same pages, each record
a gzip member of its own. Planning asks a server on loopback that waits 20 ms before each answer.
"""

from __future__ import annotations

import gzip
import http.server
import json
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from html.parser import HTMLParser
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.html import page
from benchmarks.tables import Options, Table
from benchmarks.timing import best

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TWO: dict[str, Any] = {"columns": ["target", "document"], "problems": "drop"}
_LATENCY = 0.02


# -- A column of pages -------------------------------------------------------------------------------------------------


def _processor() -> float:
    """Return the seconds of processor time of this process and of those below it, as far as they are known (Linux)."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = each.read_text().rpartition(")")[2].split()
            parents[int(each.parent.name)] = int(fields[1])
            seconds[int(each.parent.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    if not seconds:
        return time.process_time()
    total = 0.0
    for number, spent in seconds.items():
        above: int | None = number
        while above is not None and above != os.getpid():
            above = parents.get(above)
        total += spent if above is not None else 0
    return total


def _contestants(table: Any, folder: Path) -> tuple[dict[str, Callable[[], object]], list[str]]:
    """Return functions that find the references in a table, by name, and notes about engines that are missing."""
    from uri_extract.tables import Extractor

    whole, two = Extractor(document="path"), Extractor(document="path", **_TWO)
    found: dict[str, Callable[[], object]] = {
        "Extractor, all columns": lambda: sum(len(batch) for batch in whole(table.to_batches())),
        "Extractor, target and document": lambda: sum(len(batch) for batch in two(table.to_batches())),
    }
    wanted = {"duckdb": _duckdb, "polars": _polars, "pandas": _pandas, "pyspark": _spark, "ray": _ray}
    notes = []
    for name, engine in wanted.items():
        spec = find_spec(name)
        if spec is None or spec.origin is None or (name == "pyspark" and shutil.which("java") is None):
            notes.append(f"{name} is not installed, or what it needs")
            continue
        found[f"{name}, target and document"] = engine(table, folder)
    return found, notes


def _duckdb(table: Any, _: Path) -> Callable[[], object]:
    import duckdb

    from uri_extract.engines.duckdb import register

    connection = duckdb.connect(config={"threads": 1})
    register(connection, **{**_TWO, "columns": ["target"]})
    connection.register("pages", table)
    return lambda: connection.sql("SELECT path, unnest(uris_in_blob(content)).target FROM pages").to_arrow_table()


def _polars(table: Any, _: Path) -> Callable[[], object]:
    import polars

    from uri_extract.engines.polars import references

    frame = polars.DataFrame(polars.from_arrow(table))
    links = references("content", **{**_TWO, "columns": ["target"]})
    return lambda: frame.select("path", links).explode("content").unnest("content")


def _pandas(table: Any, _: Path) -> Callable[[], object]:
    from uri_extract.engines.pandas import extract

    frame = table.to_pandas()
    return lambda: extract(frame, document="path", **_TWO)


def _spark(table: Any, folder: Path) -> Callable[[], object]:
    import pyarrow.parquet as pq
    from pyspark.sql import SparkSession

    from uri_extract.engines.spark import extract

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {"spark.ui.enabled": "false", "spark.sql.execution.arrow.maxRecordsPerBatch": "64"}
    builder = SparkSession.builder.master("local[1]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    pq.write_table(table, folder / "pages.parquet")
    frame = spark.read.parquet(str(folder / "pages.parquet"))
    out = str(folder / "out.parquet")
    return lambda: extract(frame, **_TWO).write.mode("overwrite").parquet(out)


def _ray(table: Any, _: Path) -> Callable[[], object]:
    import ray

    from uri_extract.engines.ray import extract

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    data = ray.data.from_arrow(table).materialize()
    return lambda: extract(data, content="content", document="path", **_TWO).materialize()


def _of_column(options: Options, folder: Path) -> Table:
    import pyarrow as pa

    dice = random.Random(56)
    pages: list[bytes] = []
    while sum(map(len, pages)) < options.size(20):
        pages += [page(dice) for _ in range(20)]
    size = sum(map(len, pages))
    table = pa.table({"path": [f"{number}.html" for number in range(len(pages))], "content": pages})
    contestants, notes = _contestants(table, folder)
    best(contestants, 1)  # sessions start, and read what they compile
    times = best(contestants, options.times(3), _processor)
    subject = f"A column of {len(pages)} pages, {size / 1e6:.0f} MB; processor time of all processes"
    return Table(
        subject, "MB/s", {name: size / 1e6 / max(each, 1e-9) for name, each in times.items()}, {}, tuple(notes)
    )


# -- The files of a crawl ----------------------------------------------------------------------------------------------


class _Links(HTMLParser):
    """Collects what WAT and WET files have of a page: its links, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[dict[str, str]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append({"path": f"{tag.upper()}@/{name}", "url": value})

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def _record(number: int, kind: str, media_type: str, block: bytes) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://www.example.org/{number}/index.html\r\n"
        f"WARC-Date: 2024-12-01T00:00:00Z\r\nContent-Type: {media_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def _of_format(kind: str, number: int, html: bytes) -> bytes:
    """Return the record of a page in a WARC, WAT or WET file."""
    if kind == "warc":
        return _record(
            number, "response", "application/http", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
        )
    links = _Links()
    links.feed(html.decode())
    if kind == "wet":
        return _record(number, "conversion", "text/plain", "".join(links.text).encode())
    uri = f"http://www.example.org/{number}/index.html"
    response = {"Headers": {"Content-Type": "text/html"}, "HTML-Metadata": {"Head": {}, "Links": links.links}}
    envelope = {
        "WARC-Header-Metadata": {"WARC-Type": "response", "WARC-Target-URI": uri},
        "Payload-Metadata": {"HTTP-Response-Metadata": response},
    }
    return _record(number, "metadata", "application/json", json.dumps({"Envelope": envelope}).encode())


def _of_crawl(options: Options, folder: Path) -> Iterator[Table]:
    """Yield a table for each set of columns: core-hours for a TiB of each format, before compression."""
    from uri_extract.splits import plan
    from uri_extract.tables import Extractor

    dice = random.Random(57)
    pages = [page(dice) for _ in range(200)]
    sizes: dict[str, int] = {}
    for kind in ("warc", "wat", "wet"):
        records = [_of_format(kind, number, html) for number, html in enumerate(pages)]
        times = 1 + options.size(40) // sum(map(len, records))
        sizes[kind] = times * sum(map(len, records))
        (folder / f"crawl.{kind}.gz").write_bytes(b"".join(gzip.compress(each, 6) for each in records) * times)

    def read(kind: str, extractor: Extractor) -> int:
        return sum(len(batch) for batch in extractor.of_splits(plan(folder / f"crawl.{kind}.gz", size=64 << 20)))

    for name, columns in (("all columns", None), ("target", ["target"]), ("hosts", ["host", "source_host"])):
        extractor = Extractor(columns=columns, problems="drop")
        seconds = best({kind: partial(read, kind, extractor) for kind in sizes}, options.times(3), time.process_time)
        hours = {kind: spent / sizes[kind] * (1 << 40) / 3600 for kind, spent in seconds.items()}
        packed = ", ".join(f"{kind} {sizes[kind] / (folder / f'crawl.{kind}.gz').stat().st_size:.1f}" for kind in sizes)
        subject = f"A made crawl, {name}: core-hours for a TiB of decompressed records"
        yield Table(subject, "h", hours, {}, (f"Compressed by {packed}.",))


# -- Planning ----------------------------------------------------------------------------------------------------------


class _Slow(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # header and content in one packet: a second one waits for the acknowledgement of the first
    content = b"see http://www.example.org/\n" * 40

    def do_GET(self) -> None:
        time.sleep(_LATENCY)
        self.send_response(200)
        for name, value in (("Content-Length", str(len(self.content))), ("ETag", "1"), ("Accept-Ranges", "bytes")):
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(self.content)

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _serving() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Slow) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _of_planning(options: Options) -> Table:
    from uri_extract.splits import plan

    count = 100 if options.quick else 10_000
    with _serving() as server, ProcessPoolExecutor(2, get_context("spawn")) as pool:
        urls = [f"{server}/{number}.txt" for number in range(count)]
        list(plan(urls[:64], map=pool.map))  # processes start
        times = best({"two processes": lambda: list(plan(urls, map=pool.map))}, 1)
    subject = f"Planning {count} files, {_LATENCY * 1000:.0f} ms for each request, eight at a time in each process"
    return Table(subject, "s", times, {})


def tables(options: Options) -> Iterator[Table]:
    """Yield tables of engines, of the formats of a crawl, and of planning."""
    if find_spec("pyarrow") is None:
        yield Table("Engines", "MB/s", {}, {}, ("pyarrow is not installed",))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _of_crawl(options, folder)
        if find_spec("aiohttp") is not None:
            yield _of_planning(options)
        yield _of_column(options, folder)
