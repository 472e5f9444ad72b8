"""The trial: storage fails, processes are killed, the job is started again, and its rows are those of the command.

``URI_EXTRACT_TRIAL=200 python -m pytest -m '' tests/engines/test_trial.py`` runs it in full: with 200 files (1 GB), ten
seeds, and each engine that is installed.
"""

import gzip
import io
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from engines.object_store import serving
from uri_extract.rows.schema import COLUMNS
from uri_extract.splits import Storage, plan

pa = pytest.importorskip("pyarrow", reason="needs the extra arrow")
pytest.importorskip("aiohttp", reason="needs the extra remote")

import pyarrow.parquet as pq  # noqa: E402

from uri_extract.tables import run  # noqa: E402

FILES = int(os.environ.get("URI_EXTRACT_TRIAL", "8"))
IN_FULL = FILES >= 100
SIZE = 5_000_000 if IN_FULL else 100_000
SPLIT = SIZE // 3
KILLS = 30 if IN_FULL else 4
LONGEST = 1800 if IN_FULL else 90  # seconds of the job


def page(number):
    return b"".join(
        b'<p><a href="/%d/%d" rel=nofollow>text</a> see http://b.example/%d\n' % (number, k, k) for k in range(40)
    )


def record(number, kind=b"response", body=None):
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page(number) if body is None else body
    head = b"WARC/1.0\r\nWARC-Type: %b\r\nWARC-Target-URI: http://a%d.example/\r\n" % (kind, number)
    media = b"application/http" if kind == b"response" else b"text/plain"
    head += b"Content-Type: %b\r\nContent-Length: %d\r\n\r\n" % (media, len(body))
    return gzip.compress(head + body + b"\r\n\r\n", mtime=0)


def noise(number):
    return random.Random(number).randbytes(600).hex().encode()


def warc(number):
    return record(number, body=b"HTTP/1.1 200 OK\r\n\r\n" + page(number) + noise(number))


def wet(number):
    return record(number, b"conversion", b"see http://c.example/%d and %b\n" % (number, noise(number)))


def message(number):
    return b"From a@b.example Sat Jan  1 00:00:00 2000\nFrom: a@b.example\n\nsee http://d.example/%d\n\n" % number


def text(number):
    return b"In line %d: <http://e.example/%d\n /x> or ftp://f.example/%d.\n" % (number, number, number)


KINDS = {"warc.gz": warc, "wet.gz": wet, "mbox": message, "txt": text}


def files(directory):
    """Write files of each kind."""
    for number in range(FILES):
        ending, made = [*KINDS.items(), ("zip", page)][number % 5]
        parts, size = [], 0
        for k in itertools.count(number * 1_000_000):
            parts.append(made(k))
            size += len(parts[-1])
            if size > SIZE * (0.5 + number % 3):
                break
        if ending == "zip":
            held = io.BytesIO()
            with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
                for k, part in enumerate(parts):
                    archive.writestr(f"{k}.html", part)
            parts = [held.getvalue()]
        (directory / f"{number}.{ending}").write_bytes(b"".join(parts))


def comparable(path):
    """Return the number of rows of a Parquet file or directory, and what tells their multiset.

    Of files that were cut it is without what a split does not know.
    Of the many rows of the trial in full these are two sums of hashes, which DuckDB computes.
    """
    if IN_FULL:
        return digest_of(path)
    rows = []
    for row in pq.read_table(path, columns=list(COLUMNS)).to_pylist():
        name = row["document"].partition("!")[0]
        if name.endswith((".gz", ".mbox")):
            row["document"] = name
            row["refers_to"] = (row.get("refers_to") or "").partition("!")[0]
        if name.endswith(".txt"):
            row["line"] = row["column"] = None
        rows.append(repr(row))
    return len(rows), sorted(rows)


def digest_of(path):
    duckdb = pytest.importorskip("duckdb", reason="DuckDB compares the tables")
    name = "regexp_replace(document, '!.*', '')"
    is_cut, is_text = f"regexp_matches({name}, '[.](gz|mbox)$')", f"regexp_matches({name}, '[.]txt$')"
    changed = {
        "document": f"CASE WHEN {is_cut} THEN {name} ELSE document END",
        "refers_to": f"CASE WHEN {is_cut} THEN regexp_replace(coalesce(refers_to, ''), '!.*', '') ELSE refers_to END",
        "line": f"CASE WHEN {is_text} THEN NULL ELSE line END",
        "column": f'CASE WHEN {is_text} THEN NULL ELSE "column" END',
    }
    value = f"hash({', '.join(changed.get(each, chr(34) + each + chr(34)) for each in COLUMNS)})"
    files = f"{path}/*.parquet" if os.path.isdir(path) else str(path)
    connection = duckdb.connect(config={"threads": 2, "memory_limit": "4GB"})
    query = f"SELECT count(*), sum(h::HUGEINT), bit_xor(h) FROM (SELECT {value} AS h FROM read_parquet(?))"
    return connection.execute(query, [files]).fetchone()


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Return a directory of objects, the server of them, and the rows of the command."""
    directory = tmp_path_factory.mktemp("store")
    files(directory)
    out = tmp_path_factory.mktemp("command") / "out.parquet"
    with serving(directory) as server:
        urls = [f"{server.url}/{path.name}" for path in sorted(directory.iterdir())]
        command = [sys.executable, "-m", "uri_extract", "-q", "--all-kinds", "-j", "1", "-o", out, *urls]
        subprocess.run(command, check=True, timeout=1200)
        yield server, urls, comparable(out)


JOB = """
import json, os, sys
from functools import partial
from uri_extract.tables import run

def write(map):
    paths, output, split = json.loads(sys.argv[2])
    return run.write(paths, output, map=map, split=split, problems="drop")

if __name__ == "__main__":
    engine = sys.argv[1]
    if engine == "processes":
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        with ProcessPoolExecutor(2, get_context("spawn")) as pool:
            verdict = write(pool.map)
    elif engine == "spark":
        from pyspark.sql import SparkSession
        from uri_extract.engines.spark import _map

        settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.task.maxFailures": "9"}
        builder = SparkSession.builder.master("local-cluster[2,1,1024]")
        for name, value in settings.items():
            builder = builder.config(name, value)
        verdict = write(partial(_map, builder.getOrCreate()))
    else:
        import ray
        from uri_extract.engines.ray import _map

        ray.init(num_cpus=2, include_dashboard=False, object_store_memory=200 << 20, log_to_driver=False)
        verdict = write(_map)
    print(verdict, flush=True)
    os._exit(verdict.read != verdict.files)
"""


def below(pid):
    """Yield the processes that a process has started, and theirs (Linux)."""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in task.read_text().split():
                yield int(child)
                yield from below(int(child))


def reads_a_split(pid):
    """Return True for a process that a task has started to read a split, or that forks these."""
    with suppress(OSError):
        return b"isolated" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def run_until_done(script, engine, job, seed, requests):
    """Start the job again until it is done; kill it, or a process below it, at random moments; return what it says.

    Moments are counted in requests, so that a fast machine sees as many as a slow one.
    """
    dice = random.Random(seed)
    kills = []
    words = [sys.executable, script, engine, json.dumps(job)]
    environment = os.environ | {"PYSPARK_PYTHON": sys.executable}
    for _ in range(20):
        with open(f"{script}.out", "w+b") as out, open(f"{script}.err", "wb") as errors:
            process = subprocess.Popen(words, stdout=out, stderr=errors, env=environment, start_new_session=True)
            try:
                started = time.monotonic()
                while len(kills) < KILLS:
                    moment = len(requests) + dice.randrange(2 * FILES)
                    while process.poll() is None and len(requests) < moment and time.monotonic() - started < LONGEST:
                        time.sleep(0.01)
                    if process.poll() is not None or len(requests) < moment:
                        break
                    victims = [process.pid, *sorted(below(process.pid))]
                    if "reader" in kills:  # two at one document would leave it out
                        victims = [each for each in victims if not reads_a_split(each)]
                    victim = dice.choice(victims) if len(kills) % 2 else victims[-1]
                    kills.append("reader" if reads_a_split(victim) else "driver" if victim == process.pid else "worker")
                    with suppress(ProcessLookupError):
                        os.kill(victim, signal.SIGKILL)
                with suppress(subprocess.TimeoutExpired):  # some engines wait without end for what was killed
                    process.wait(LONGEST)
            finally:
                for each in {process.pid, *below(process.pid)}:
                    with suppress(ProcessLookupError):
                        os.kill(each, signal.SIGKILL)
                process.wait()
            out.seek(0)
            said = out.read().decode().splitlines()
            if said and process.returncode == 0:
                return said[-1], kills
    raise AssertionError(Path(f"{script}.err").read_text())


SEEDS = range(10 if IN_FULL else 1)
ENGINES = ["processes", pytest.param("ray", marks=pytest.mark.engines)]
if IN_FULL:  # Spark takes half a minute to start again after each kill
    ENGINES.append(pytest.param("spark", marks=pytest.mark.engines))


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs /proc")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("engine", ENGINES)
def test_rows_are_those_of_the_command_though_storage_fails_and_processes_are_killed(engine, seed, store, tmp_path):
    if engine != "processes":
        pytest.importorskip({"spark": "pyspark"}.get(engine, engine))
    server, urls, expected = store
    (tmp_path / "job.py").write_text(JOB)
    output = str(tmp_path / "out")
    server.dice.seed(seed)
    server.rate = 1 if IN_FULL else 2
    try:
        said, kills = run_until_done(tmp_path / "job.py", engine, (urls, output, SPLIT), seed, server.requests)
    finally:
        server.rate = 0
    assert kills
    assert said.startswith(f"{len(urls)} of {len(urls)} files")
    assert said.endswith("0 unread, 0 damaged"), kills
    assert str(run.verify(output)) == said
    assert comparable(f"{output}/rows") == expected
    manifest = pq.read_table(f"{output}/manifest.parquet").to_pylist()
    assert {row["path"] for row in manifest} == set(urls)
    assert sum(row["rows"] for row in manifest) == expected[0]
    assert all(row["etag"] and row["bytes_read"] for row in manifest)


def test_planning_reads_the_heads_of_files_only(store):
    server, urls, _ = store
    server.requests.clear()
    splits = list(plan(urls, size=SPLIT))
    assert len(splits) > len(urls)
    read = sum(
        int(last) - int(first) for _, _, span in server.requests if span for first, last in [span[6:].split("-")]
    )
    assert read < 5 << 20 * len(urls)


def test_a_process_plans_several_files_at_a_time(tmp_path):
    for number in range(32):
        (tmp_path / f"{number}.txt").write_bytes(b"see http://a.example/")
    with serving(tmp_path, latency=0.05) as server:
        assert len(list(plan(f"{server.url}/{number}.txt" for number in range(32)))) == 32
        assert server.most_waiting > 4


def test_a_run_reads_again_only_what_has_changed(tmp_path):
    objects = tmp_path / "objects"
    objects.mkdir()
    for number in range(3):
        (objects / f"{number}.txt").write_bytes(b"see http://a.example/%d" % number)
    output = str(tmp_path / "out")
    with serving(objects) as server:
        urls = [f"{server.url}/{number}.txt" for number in range(3)]
        assert run.write(urls, output, columns=["target"]).read == 3
        (objects / "1.txt").write_bytes(b"see http://b.example/1")
        server.requests.clear()
        assert run.write(urls, output, columns=["target"]).read == 3
        assert {path for method, path, _ in server.requests if method == "GET"} == {"/1.txt"}
    targets = {row["target"] for row in pq.read_table(f"{output}/rows").to_pylist()}
    assert targets == {"http://a.example/0", "http://b.example/1", "http://a.example/2"}


def test_storage_that_keeps_failing_is_a_row_of_the_manifest_and_none_of_the_references(tmp_path, monkeypatch):
    from uri_extract.sources import remote_file

    monkeypatch.setattr(remote_file, "_PAUSE", 0)
    monkeypatch.setattr(run.time, "sleep", lambda _: None)
    objects = tmp_path / "objects"
    objects.mkdir()
    (objects / "a.txt").write_bytes(b"see http://a.example/")
    output = str(tmp_path / "out")
    with serving(objects) as server:
        urls = [f"{server.url}/a.txt", f"{server.url}/none.txt"]
        verdict = run.write(urls, output)
        assert str(verdict) == "1 of 2 files, 21 bytes, 1 unread, 0 damaged"
        server.rate = 20  # every request is refused
        assert str(run.write(urls[:1], output)) == "0 of 1 files, 0 bytes, 1 unread, 0 damaged"
        (row,) = pq.read_table(f"{output}/manifest.parquet").to_pylist()
        assert (row["status"], row["rows"], row["file"]) == ("unread", 0, None)
        assert "503" in row["message"]
        server.rate = 0
        assert str(run.write(urls[:1], output)) == "1 of 1 files, 21 bytes, 0 unread, 0 damaged"


class Killed(BaseException):
    """Stands for the end of the process that reads a split."""


def zipped(path, *documents):
    with zipfile.ZipFile(path, "w") as archive:
        for number, document in enumerate(documents):
            archive.writestr(f"{number}.txt", document)
    return str(path)


def test_a_document_that_ends_its_process_twice_is_left_out_and_no_other(tmp_path, monkeypatch):
    ends = []

    def isolated(task, split, left_out):
        def on_document(number):
            if number == 2:
                ends.append(number)
                raise Killed

        try:
            return task.read(split, left_out, on_document)
        except Killed:
            return 2

    monkeypatch.setattr(run._Task, "_isolated", isolated)
    path = zipped(tmp_path / "a.zip", *(b"http://%c.example/" % name for name in b"abc"))
    output = str(tmp_path / "out")
    assert str(run.write(path, output, columns=["target"])).endswith("0 unread, 1 damaged")
    assert ends == [2, 2]
    found = pq.read_table(f"{output}/rows").to_pylist()
    assert [row["target"] for row in found] == ["http://a.example/", None, "http://c.example/"]
    assert "left out" in found[1]["problem"]["message"]
    (row,) = pq.read_table(f"{output}/manifest.parquet").to_pylist()
    assert (row["documents"], json.loads(row["problems"])) == (3, {"internal": 1})


ORPHAN = """
import io, os, pickle, sys
from uri_extract.splits import Split
from uri_extract.tables import Extractor, run

reads, writes = os.pipe()
os.close(reads)
task = run._Task(sys.argv[2], Extractor(), None, None, None)
run.main(io.BytesIO(pickle.dumps((task, Split(sys.argv[1]), []))), open(writes, "wb"))
"""


@pytest.mark.skipif(os.name != "posix", reason="pipes")
def test_a_process_whose_parent_has_ended_writes_no_rows(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"http://a.example/")
    words = [sys.executable, "-c", ORPHAN, tmp_path / "a.txt", tmp_path / "out"]
    assert subprocess.run(words, check=False).returncode == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_split_whose_processes_all_end_is_quarantined_and_the_job_goes_on(tmp_path):
    good = tmp_path / "a.txt"
    good.write_bytes(b"http://a.example/")
    bad = zipped(tmp_path / "b.zip", b"x" * 1_000)
    output = str(tmp_path / "out")
    verdict = run.write([str(good), bad], output, seconds=1e-9)  # no process is that fast
    assert (verdict.read, verdict.files) == (0, 2)
    rows = pq.read_table(f"{output}/manifest.parquet").to_pylist()
    assert [row["status"] for row in rows] == ["quarantined"] * 2
    assert "limit of time" in rows[0]["message"]
    assert run.write([str(good), bad], output).read == 2


def opened_with_much_memory(path):
    bytearray(64 << 20)
    return Path(path).open("rb")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits address space so that this fails")
def test_memory_has_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "_ROUNDS", 1)
    (tmp_path / "a.txt").write_bytes(b"http://a.example/")
    options = {"output": str(tmp_path / "out"), "open": opened_with_much_memory}
    assert str(run.write(str(tmp_path / "a.txt"), **options, memory=1 << 20)).startswith("0 of 1 files")
    assert str(run.write(str(tmp_path / "a.txt"), **options)).startswith("1 of 1 files")


def test_a_list_of_paths_has_a_base_and_may_have_ranges(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"http://a.example/ http://b.example/")
    (tmp_path / "warc.paths.gz").write_bytes(gzip.compress(b"a.txt\na.txt\t18\t17\n"))
    splits = list(plan(str(tmp_path / "warc.paths.gz"), base_url=f"{tmp_path}/"))
    assert [(Path(each.path).name, each.kind, each.start, each.stop) for each in splits] == [
        ("a.txt", None, 0, None), ("a.txt", "range", 18, 35),
    ]  # fmt: skip


def test_paths_are_files_directories_globs_and_urls(tmp_path):
    (tmp_path / "d").mkdir()
    for name in ("a.txt", "b.txt", "d/c.txt"):
        (tmp_path / name).write_bytes(b"x")

    def named(paths, **options):
        return [Path(each.path).name for each in plan(paths, **options)]

    assert sorted(named(tmp_path)) == ["a.txt", "b.txt", "c.txt"]
    assert named(str(tmp_path / "*.txt")) == ["a.txt", "b.txt"]
    assert named([(tmp_path / "a.txt").as_uri(), str(tmp_path / "d/c.txt")]) == ["a.txt", "c.txt"]
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe({"/trial/a.txt": b"x", "/trial/b/c.txt": b"y"})
    assert named("memory://trial/") == ["a.txt", "c.txt"]
    assert named("memory://trial/*.txt", open=Storage()) == ["a.txt"]
    for nothing in (str(tmp_path / "*.gz"), str(tmp_path / "none"), "memory://nothing/", "memory://trial/*.gz"):
        with pytest.raises(FileNotFoundError):
            named(nothing)


def test_a_record_of_an_index_is_one_request(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"http://a.example/ http://b.example/")
    with serving(tmp_path) as server:
        index = pa.table({"path": [f"{server.url}/a.txt"], "offset": [18], "length": [17]})
        assert run.write(index, str(tmp_path / "out"), columns=["target"]).read == 1
        assert server.requests == [("GET", "/a.txt", "bytes=18-34")]


def test_a_table_of_ranges_is_read(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"http://a.example/ http://b.example/")
    index = pa.table({"path": [str(tmp_path / "a.txt")], "offset": [18], "length": [17], "status": [200]})
    verdict = run.write(index, str(tmp_path / "out"), columns=["target"])
    assert str(verdict) == "1 of 1 files, 17 bytes, 0 unread, 0 damaged"
    assert pq.read_table(f"{tmp_path}/out/rows").column("target").to_pylist() == ["http://b.example/"]
