"""A medium that fails is an exception for an engine: its rows are those of the whole files, or the task fails."""

import base64
import errno
import http.server
import io
import os
import pickle
import random
import socket
import tarfile
import threading
from io import FileIO

import pytest

from test_splits import record
from uri_extract import Range, Remote, SourceError, SourceNotFoundError, SourcePermissionError, extract

pa = pytest.importorskip("pyarrow")

from uri_extract.splits import Split, plan, planned  # noqa: E402 - they need Arrow
from uri_extract.tables import Extractor, References  # noqa: E402


def member(archive, number):
    return record(archive * 100 + number, base64.b64encode(random.Random(number).randbytes(9_000)))


ARCHIVES = {f"/{name}.warc.gz": b"".join(member(name, number) for number in range(60)) for name in range(4)}
FILES = ARCHIVES | {"/a.txt": (b"see http://a.example/x and" + b" some text" * 90 + b"\n") * 900}
EXTRACT = Extractor(columns=["target", "start"])


class Faulty(http.server.BaseHTTPRequestHandler):
    """Answers with a fault on each request whose number the class attribute ``fails`` selects."""

    protocol_version = "HTTP/1.1"
    fault = ""
    number = 0
    fails = staticmethod(lambda number: False)

    def do_GET(self):
        fails = Faulty.fails(Faulty.number)
        Faulty.number += 1
        data = FILES[self.path]
        if fails and Faulty.fault == "503":
            self.send_response(503)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        first, last = 0, len(data) - 1
        if wanted := self.headers.get("Range"):
            first, last = map(int, wanted.removeprefix("bytes=").split("-"))
            if first >= len(data):
                self.send_error(416)
                return
            self.send_response(206)
            last = min(last, len(data) - 1)
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        else:
            self.send_response(200)
        body = data[first : last + 1]
        length = len(body)
        if fails and Faulty.fault == "truncated":
            body = body[: length // 2]
        elif fails and Faulty.fault == "long":
            length += 1_000
        self.send_header("Content-Length", str(length))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)
            self.close_connection = fails

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch):
    fsspec = pytest.importorskip("fsspec")
    pytest.importorskip("aiohttp")
    monkeypatch.setattr(Faulty, "number", 0)
    monkeypatch.setattr(Faulty, "fails", staticmethod(lambda number: False))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Faulty) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", fsspec.filesystem("http", block_size=100_000).open
        server.shutdown()
        thread.join()


def rows(paths, open, size=150_000, extract=EXTRACT):
    splits = plan(paths, size=size, open=open)
    return pa.Table.from_batches(extract.of_splits(splits, open=open), extract.schema)


def named(paths):
    """Return the table of files that are named by their URL."""
    references = References([*map(Remote, paths)], columns=["target", "start"])
    return pa.Table.from_batches(references, references.schema)


@pytest.mark.parametrize("fault", ["503", "truncated", "long"])
@pytest.mark.parametrize("every", [3, 11])
def test_rows_over_a_network_that_fails_are_all_or_the_task_fails(server, monkeypatch, fault, every):
    url, open = server
    paths = [url + name for name in FILES]
    whole = rows(paths, open)
    assert whole.column("problem").null_count == len(whole)
    by_name = named(paths)
    assert len(by_name) == len(whole)
    monkeypatch.setattr(Faulty, "fault", fault)
    failures = 0
    for first in range(0, every, 2):
        monkeypatch.setattr(Faulty, "fails", staticmethod(lambda number, first=first: number % every == first))
        for attempt, expected in ((lambda: rows(paths, open), whole), (lambda: named(paths), by_name)):
            monkeypatch.setattr(Faulty, "number", 0)
            try:
                found = attempt()
            except SourceError:
                failures += 1
            else:
                assert found == expected
                assert found.column("problem").null_count == len(found)
    assert failures


class ThrottledError(Exception):
    """An exception of a client, which derives from none of Python's."""


class Flaky(io.BytesIO):
    """A file of a client whose n-th read raises or ends."""

    read1 = None

    def __init__(self, data, number, error):
        super().__init__(data)
        self.number = number
        self.error = error

    def read(self, size=-1):
        self.number -= 1
        if self.number < 0:
            if self.error is None:
                return b""
            raise self.error
        return super().read(size)


@pytest.mark.parametrize("error", [ThrottledError("slow down"), OSError("broken"), ValueError("closed"), None], ids=str)
@pytest.mark.parametrize("name", ["/a.txt", "/0.warc.gz"])
@pytest.mark.parametrize("problems", ["rows", "drop", "raise"])
def test_an_exception_of_a_client_fails_the_task_at_any_read(error, name, problems):
    extractor = Extractor(columns=["target", "start"], problems=problems)
    size = len(FILES[name]) // 3
    splits = list(plan([name], size=size, open=lambda path: io.BytesIO(FILES[path])))
    assert len(splits) >= 2

    def found_in(split, number):
        read = extractor.of_splits([split], open=lambda path: Flaky(FILES[path], number, error))
        return pa.Table.from_batches(read, extractor.schema)

    for split in (*splits, Split(name)):
        whole = found_in(split, 100)
        for number in range(5):
            raised = None
            try:
                assert found_in(split, number) == whole
            except SourceError as failure:
                raised = failure
            assert raised is not None or number > 0
            if raised is not None:
                assert raised.filename == pickle.loads(pickle.dumps(raised)).filename == name
                assert str(error or "") in str(raised)
    with pytest.raises(SourceError):
        list(plan([name], size=size, open=lambda path: Flaky(FILES[path], 0, error or OSError())))


def test_an_error_after_more_problems_than_are_reported_fails_the_task_too():
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as archive:
        for number in range(4_000):
            member = tarfile.TarInfo(f"{number}.zip")
            member.size = 3
            archive.addfile(member, io.BytesIO(b"\0\1\2"))
    data = held.getvalue()

    def kinds(number):
        read = EXTRACT.of_splits([Split("a.tar.gz")], open=lambda path: Flaky(data, number, OSError("broken")))
        return [row["problem"]["kind"] for batch in read for row in batch.to_pylist()]

    assert kinds(100)[-1] == "too-many-problems"
    with pytest.raises(SourceError, match="broken"):
        kinds(1)


def test_a_file_that_has_become_shorter_fails_the_task(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(FILES["/a.txt"])
    splits = list(plan([path], size=200_000))
    for length, failing in ((500_000, splits[2:]), (0, splits)):
        os.truncate(path, length)
        for split in splits:
            for open in (None, FileIO):
                with pytest.raises(SourceError, match="it has changed since it was planned"):
                    list(EXTRACT.of_splits([split], open=open))
        for split in failing:  # also if it is not known what they were
            for open in (None, FileIO):
                with pytest.raises(SourceError, match="byte"):
                    list(EXTRACT.of_splits([split._replace(size=None, etag=None)], open=open))


def test_a_file_of_the_same_size_that_has_changed_fails_the_task(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"http://a.example/")
    (split,) = plan([path])
    path.write_bytes(b"http://b.example/")
    os.utime(path, ns=(1, 1))
    with pytest.raises(SourceError, match="it has changed since it was planned"):
        list(EXTRACT.of_splits([split]))


def test_damage_in_bytes_that_arrived_is_a_row():
    data = ARCHIVES["/0.warc.gz"]
    found = rows(["a.warc.gz"], lambda path: io.BytesIO(data[:-9])).to_pylist()
    assert [row["problem"]["kind"] for row in found if row["problem"]] == ["truncated"]


def from_another(error, cause):
    error.__cause__ = cause
    return error


class ResponseError(Exception):
    def __init__(self, status):
        super().__init__(f"status {status}")
        self.status = status


@pytest.mark.parametrize(
    ("error", "is_missing"),
    [
        (FileNotFoundError("a.txt"), True), (FileNotFoundError(2, "not there"), True),
        (from_another(FileNotFoundError("a.txt"), ResponseError(404)), True),
        (from_another(FileNotFoundError("a.txt"), FileNotFoundError("b")), True),
        (from_another(FileNotFoundError("a.txt"), ResponseError(503)), False),
        (from_another(FileNotFoundError("a.txt"), ConnectionResetError("reset")), False),
        (PermissionError(13, "forbidden"), False), (ThrottledError("slow down"), False), (TimeoutError(), False),
    ],
    ids=repr,
)  # fmt: skip
def test_only_a_path_that_does_not_exist_is_missing(error, is_missing):
    def open(path):
        raise error

    kind = SourceNotFoundError if is_missing else SourceError
    for attempt in (lambda: rows(["a.txt"], open), lambda: list(EXTRACT.of_splits([Split("a.txt")], open=open))):
        with pytest.raises(kind):
            attempt()
    ((found,),) = [planned(["a.txt"], 9, open)]
    assert (found.errno == errno.ENOENT) == is_missing


def test_a_local_path_that_does_not_exist_raises(tmp_path):
    present, missing = tmp_path / "a.txt", tmp_path / "none.txt"
    present.write_bytes(b"http://a.example/")
    paths = [missing, present, Range(str(missing), 0, 9)]
    for attempt in (lambda: rows(paths, None), lambda: References(paths)):
        with pytest.raises(SourceNotFoundError):
            attempt()
    references = References([present])
    present.unlink()
    with pytest.raises(SourceNotFoundError):
        list(references)
    with pytest.raises(OSError, match="No such file"):
        pa.table(references)


def test_entries_of_a_directory_that_are_not_files_are_rows_and_links_to_nothing_are_missing_paths(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"http://a.example/")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "socket"))
    found = pa.table(References(tmp_path, columns=["target"])).to_pylist()
    assert [row["problem"] and row["problem"]["kind"] for row in found] == [None, "unreadable"]
    (tmp_path / "link").symlink_to("nothing")
    with pytest.raises(SourceNotFoundError, match="a broken symbolic link"):
        list(References(tmp_path))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_fails_the_task(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"http://a.example/")
    path.chmod(0)
    with pytest.raises(SourcePermissionError):
        rows([path], None)


def test_an_error_of_the_engine_that_gives_the_splits_is_not_a_row():
    def splits():
        yield Split("/a.txt")
        raise ThrottledError("the engine's stream broke")

    with pytest.raises(ThrottledError):
        list(EXTRACT.of_splits(splits(), open=lambda path: io.BytesIO(FILES[path])))


def test_a_range_is_opened_by_the_function_that_is_given():
    data = ARCHIVES["/1.warc.gz"]
    first = len(member(1, 0))
    split = Split("s3://bucket/1.warc.gz", "range", first, first + len(member(1, 1)))
    asked = []
    assert list(plan([Range(split.path, first, split.stop - first)])) == [split]
    found = pa.Table.from_batches(
        EXTRACT.of_splits([split], open=lambda path: asked.append(path) or io.BytesIO(data)), EXTRACT.schema
    )
    assert found.column("target").to_pylist() == ["http://a101.example/101", "http://b.example/101"]
    assert asked == [split.path]
    with pytest.raises(SourceError, match=f"it ends {split.stop - first - 9} bytes too early"):
        list(EXTRACT.of_splits([split], open=lambda path: io.BytesIO(data[: first + 9])))


def test_a_file_that_is_not_seekable_is_one_split_and_is_read():
    class Stream(io.BytesIO):
        def seek(self, offset, whence=0):
            if (offset, whence) != (0, 0):
                raise io.UnsupportedOperation("seek")
            return 0

    opened = {"a.txt": FILES["/a.txt"]}
    found = rows(["a.txt"], lambda path: Stream(opened[path]), size=1_000)
    assert len(found) == 900


def test_for_extract_an_error_of_the_medium_is_a_problem_after_the_references_before_it():
    problems = []
    found = list(extract(Flaky(FILES["/a.txt"], 1, OSError("broken")), on_problem=problems.append))
    assert found
    assert [(each.kind, each.message) for each in problems] == [("unreadable", "broken")]
