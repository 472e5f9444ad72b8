"""At least 30 MB of each of text, HTML, mail and web archives, as files and as a table of documents."""

import random
from itertools import count, islice

import pyarrow as pa
import pyarrow.parquet as pq
from benchmarks.corpus import archive
from benchmarks.html import page
from benchmarks.mail import message
from benchmarks.texts import text

SIZE = 30_000_000


def pages(seed):
    dice = random.Random(seed)
    return (page(dice) for _ in count())


def messages(seed):
    dice = random.Random(seed)
    return (message(dice).replace(b"\r\n", b"\n") for _ in count())


def mailbox(seed):
    return b"".join(
        b"From a@b.example Sat Jan  1 00:00:00 2000\n" + each + b"\n" for each in islice(messages(seed), 20)
    )


def texts():
    for seed in count():
        yield f"text/{seed}.txt", text(4_000_000, 100 + 300 * (seed % 3), seed)


def html():
    for number, data in enumerate(pages(1)):
        yield f"html/{number}.html", data


def mail():
    for number, data in enumerate(messages(2)):
        yield f"mail/{number}.eml", data
        if number % 100 == 0:
            yield f"mail/{number}.mbox", mailbox(number + 3)


def documents(place):
    """Yield the names and the contents of documents, at least ``SIZE`` bytes of each kind."""
    for kind in (texts(), html(), mail()):
        written = 0
        for name, data in kind:
            yield name, data
            written += len(data)
            if written >= SIZE:
                break
    for number in range(4):
        path = place / "whole.warc.gz"
        archive(path, SIZE // 4 + 1, pages(number + 9), [])
        data = path.read_bytes()
        path.unlink()
        yield f"warc/{number}.warc.gz", data


def write(place):
    """Write the documents below a directory, and into ``documents.parquet``, a few MB in each row group."""
    schema = pa.schema([("path", pa.string()), ("content", pa.binary())])
    for name in ("text", "html", "mail", "warc"):
        (place / name).mkdir()
    with pq.ParquetWriter(place / "documents.parquet", schema) as writer:
        rows, size = [], 0
        for name, data in documents(place):
            (place / name).write_bytes(data)
            rows.append({"path": name, "content": data})
            size += len(data)
            if size > 6_000_000:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows, size = [], 0
        writer.write_table(pa.Table.from_pylist(rows, schema))
