"""Objects made for an input are freed without the cycle collector, which rarely runs (`uri_extract.cli.work`)."""

import gc
import gzip

import pytest
from tests.formats.office.made import package, paragraph, word
from tests.sources.made import ar, http, lz4, tar, warc_record, zip_of, zstd

from uri_extract.cli import main

TEXT = b"see http://a.example/b\n"
PAGE = b"<title>a</title><a href=b>c</a>"
MAIL = (
    b"From a@b.example Thu Jan  1 00:00:00 1970\nContent-Type: multipart/mixed; boundary=q\n\n"
    b"--q\nContent-Type: text/html\n\n<a href=http://a.example/>b</a>\n--q\nContent-Disposition: attachment; "
    b"filename=c.txt\n\n" + TEXT + b"--q--\n"
)
MEMBERS = {"a.txt": TEXT, "b.html": PAGE, "c.mbox": MAIL}

INPUTS = {
    "a.txt": TEXT,
    "a.html": PAGE,
    "a.xml": b"<a xmlns='b'><c href='http://a.example/'/></a>",
    "a.css": b"a { b: url(/c) }",
    "a.json": b'{"url": "http://a.example/"}',
    "a.md": b"[a](http://b.example/)\n",
    "a.ics": b"BEGIN:VCALENDAR\nURL:http://a.example/\n",
    "a.mbox": MAIL,
    "a.bin": b"\0\1\2http://a.example/\0",
    "a.docx": package(word(paragraph("http://a.example/"))),
    "a.zip": zip_of(MEMBERS),
    "b.zip": zip_of({"c.zip": zip_of(MEMBERS)}),
    "a.tar": tar(MEMBERS),
    "a.ar": ar(MEMBERS),
    "a.txt.gz": gzip.compress(TEXT),
    "a.warc.gz": gzip.compress(warc_record(http(PAGE, b"Content-Type: text/html"))),
    "a.txt.lz4": lz4,
    "a.txt.zst": zstd,
}


def collected(paths):
    """Return how many objects the collector finds after a run of the command."""
    gc.collect()
    main(["--no-config", "-q", "-o", "/dev/null", *paths])
    return gc.collect()


@pytest.mark.parametrize("name", INPUTS)
def test_objects_of_an_input_are_freed_without_the_cycle_collector(name, tmp_path):
    content = INPUTS[name]
    paths = [str(tmp_path / f"{number}{name}") for number in range(12)]
    for path in paths:
        with open(path, "wb") as file:
            file.write(content(TEXT) if callable(content) else content)
    collected(paths)  # fill caches first
    gc.disable()
    try:
        assert collected(paths) < collected(paths[:1]) + len(paths) - 1  # fewer than one object for each further input
    finally:
        gc.enable()
