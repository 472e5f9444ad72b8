"""Documents from paths: which are read, in which order, and which are problems."""

import contextlib
import io
import os
import pathlib
import subprocess
import sys
import threading

import pytest

from uri_extract import SourceTypeError, UriExtractError, extract, limits
from uri_extract._compat._variants import load
from uri_extract.sources import Document, Unreadable, documents, walk


def write(top, *names):
    """Write a file for each name, with a reference that contains the name."""
    for name in names:
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"see http://a.example/{path.name} there\n")


def run(source, **options):
    """Return the references and the problems."""
    problems = []
    found = [each.reference.rpartition("/")[2] for each in extract(source, on_problem=problems.append, **options)]
    return found, problems


def test_a_directory_is_walked_in_the_order_of_its_names(tmp_path):
    names = ["b/2", "a", "b/10", "B", "b.txt", "b/c/x", ".hidden", "z\xe9", "z"]
    write(tmp_path, *names)
    listed = [str(pathlib.Path(each.name).relative_to(tmp_path)) for each in documents(tmp_path)]
    assert listed == [".hidden", "B", "a", "b/10", "b/2", "b/c/x", "b.txt", "z", "z\xe9"]
    assert run(tmp_path) == ([name.rpartition("/")[2] for name in listed[:-1]] + ["z\xe9"], [])


def test_every_record_names_its_document(tmp_path):
    write(tmp_path, "a", "b/c")
    assert [each.document for each in extract(tmp_path)] == [str(tmp_path / "a"), str(tmp_path / "b" / "c")]
    assert [each.document for each in extract(str(tmp_path / "a"))] == [str(tmp_path / "a")]


def test_a_deep_tree_is_not_a_deep_call(tmp_path):
    top = path = str(tmp_path / "d")
    levels = []
    while len(path) < 3000:
        os.mkdir(path)
        levels.append(path)
        path += "/d"
    assert len(levels) > sys.getrecursionlimit()
    deep = pathlib.Path(levels[-1], "a")
    deep.write_text("http://a.example/deep")
    try:
        assert run(top) == (["deep"], [])
    finally:  # the clean-up of the temporary directory is recursive
        deep.unlink()
        for level in reversed(levels):
            os.rmdir(level)


def test_a_fifo_that_is_named_is_read(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=fifo.write_text, args=("http://a.example/x",))
    writer.start()
    assert run(fifo) == (["x"], [])
    writer.join()


def test_a_file_that_is_missing_when_it_is_opened_is_a_problem(tmp_path):
    write(tmp_path, "a")
    problems = []
    found = extract(tmp_path / "a", on_problem=problems.append)
    (tmp_path / "a").unlink()
    assert list(found) == []
    [problem] = problems
    assert (problem.document, problem.offset, problem.kind) == (str(tmp_path / "a"), 0, "unreadable")
    assert problem.message


def test_a_file_that_vanishes_is_a_problem_and_other_files_are_read(tmp_path):
    write(tmp_path, "a", "b", "c")
    problems = []
    found = []
    for each in extract(tmp_path, on_problem=problems.append):
        found.append(each.reference[-1])
        (tmp_path / "b").unlink(missing_ok=True)
    assert found == ["a", "c"]
    assert [problem.document for problem in problems] == [str(tmp_path / "b")]


def test_a_directory_that_vanishes_is_a_problem_and_other_files_are_read(tmp_path):
    write(tmp_path, "a", "c")
    (tmp_path / "b").mkdir()
    problems = []
    found = []
    for each in extract(tmp_path, on_problem=problems.append):
        found.append(each.reference[-1])
        if (tmp_path / "b").exists():
            (tmp_path / "b").rmdir()
    assert found == ["a", "c"]
    assert [problem.document for problem in problems] == [str(tmp_path / "b")]


def test_a_problem_without_a_callback_is_logged(tmp_path, caplog):
    (tmp_path / "nothing").symlink_to("nowhere")
    assert list(extract(tmp_path)) == []
    [record] = caplog.records
    assert record.name == "uri_extract"
    assert "nothing" in record.getMessage()


class Breaking(io.RawIOBase):
    """A file that can be read once."""

    name = "tape"
    left = 1

    def read(self, size=-1):
        self.left -= 1
        if self.left < 0:
            raise OSError(5, "Input/output error")
        return b"http://a.example/x and http://a.example/y"


def test_references_read_before_an_error_are_found():
    found, [problem] = run(Breaking())
    assert found == ["x", "y"]
    assert (problem.document, problem.offset, problem.kind) == ("tape", 41, "unreadable")
    assert problem.message == "Input/output error"


def test_an_open_file_is_read_to_its_end_and_left_open(tmp_path):
    write(tmp_path, "a")
    with open(tmp_path / "a", "rb") as file:
        [found] = extract(file)
        assert found.document == str(tmp_path / "a")
        assert file.read() == b""
    with open(tmp_path / "a", "rb", buffering=0) as file:
        assert run(file) == (["a"], [])
    assert run(io.BytesIO(b"http://a.example/x")) == (["x"], [])


def test_bytes_are_a_document_without_a_name():
    [found] = extract(b"http://a.example/x")
    assert found.document is None
    assert run(b"") == ([], [])


def test_a_path_may_be_any_path_like(tmp_path):
    class Named:
        def __fspath__(self):
            return str(tmp_path / "a")

    write(tmp_path, "a")
    assert run(Named()) == (["a"], [])
    assert run(tmp_path / "a") == (["a"], [])
    assert run(str(tmp_path / "a")) == (["a"], [])


def test_a_path_of_bytes_inside_a_path_like_is_a_path(tmp_path):
    class Named:
        def __fspath__(self):
            return os.fsencode(tmp_path / "a")

    write(tmp_path, "a")
    assert run(Named()) == (["a"], [])


@pytest.mark.parametrize("path", ["a\0b", "\ud800", "x" * 5000])
def test_a_path_that_no_file_can_have_is_a_problem(path):
    problems = []
    for document in walk(documents(path), problems.append):
        assert list(document.chunks()) == []
    assert [(problem.kind, problem.document) for problem in problems] == [("unreadable", path)]


def test_a_file_is_read_in_pieces(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * 700_000)
    sizes = [len(chunk) for chunk in Document(str(path), "text/plain", str(path)).chunks()]
    assert sum(sizes) == 700_000
    assert len(sizes) > 2


def test_an_unreadable_path_is_an_error_of_this_library():
    [document] = documents("/nowhere/at/all")
    with pytest.raises(UriExtractError) as caught:
        list(document.chunks())
    assert isinstance(caught.value, Unreadable)
    assert caught.value.filename == "/nowhere/at/all"


def content(path):
    """Return the content of a file, and True if it is one piece."""
    found = Document(str(path), None, str(path)).content()
    return (found, True) if isinstance(found, bytes) else (b"".join(found), False)


@pytest.mark.parametrize("size", [0, 1, limits.CHUNK - 1, limits.CHUNK, limits.CHUNK + 1])
def test_a_file_of_at_most_one_chunk_is_one_piece(tmp_path, size):
    (tmp_path / "a").write_bytes(b"a" * size)
    assert content(tmp_path / "a") == (b"a" * size, size <= limits.CHUNK)


@pytest.fixture
def interpreted(monkeypatch):
    """Read small files with functions of ``os``, which a test can replace."""
    monkeypatch.setattr("uri_extract.sources.document.opened", OPENED[1])


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("size", [5, limits.CHUNK + 5])
def test_a_file_that_is_truncated_while_it_is_read_ends_there(tmp_path, monkeypatch, size):
    path = tmp_path / "a"
    path.write_bytes(b"a" * size)
    status = os.stat(path)
    path.write_bytes(b"abc")
    monkeypatch.setattr(os, "fstat", lambda _: status)
    assert content(path)[0] == b"abc"


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("size", [5, limits.CHUNK + 5])
def test_bytes_appended_to_a_file_during_reading_are_left_out(tmp_path, monkeypatch, size):
    path = tmp_path / "a"
    path.write_bytes(b"a" * size)
    status = os.stat(path)
    path.write_bytes(b"a" * size + b"b" * limits.CHUNK)
    monkeypatch.setattr(os, "fstat", lambda _: status)
    assert content(path)[0] == b"a" * size


@pytest.mark.usefixtures("interpreted")
def test_short_reads_of_a_small_file_are_joined(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(b"http://a.example/x")
    read = os.read
    monkeypatch.setattr(os, "read", lambda descriptor, size: read(descriptor, min(size, 5)))
    assert content(path) == (b"http://a.example/x", True)


OPENED = [load("uri_extract.sources._streams", compiled).opened for compiled in (True, False)]


@pytest.mark.parametrize("opened", OPENED, ids=["in use", "interpreted"])
def test_a_large_or_irregular_file_is_left_open(tmp_path, opened):
    (tmp_path / "some").write_bytes(b"12345")
    (tmp_path / "none").write_bytes(b"")
    assert opened(str(tmp_path / "some"), 5) == b"12345"
    assert opened(str(tmp_path / "none"), 4) == b""
    for path in (tmp_path / "some", tmp_path):
        descriptor = opened(str(path), 4)
        assert os.path.samestat(os.fstat(descriptor), os.stat(path))
        os.close(descriptor)


@pytest.mark.skipif(not os.path.isfile("/proc/self/status"), reason="needs /proc")
@pytest.mark.parametrize("opened", OPENED, ids=["in use", "interpreted"])
def test_a_file_of_the_system_that_has_bytes_but_no_size_is_left_open_at_its_beginning(opened):
    descriptor = opened("/proc/self/status", limits.CHUNK)
    with open(descriptor, "rb") as file:
        assert file.read().startswith(b"Name:")


@pytest.mark.parametrize("name", ["none", "file/x", "a\0b", "\ud800"])
def test_both_variants_report_unopenable_files_in_the_same_way(tmp_path, name):
    (tmp_path / "file").write_bytes(b"")
    said = []
    for opened in OPENED:
        with pytest.raises((OSError, ValueError)) as raised:
            opened(f"{tmp_path}/{name}", 5)
        # Versions of Python word errors about paths differently; the text of system errors is the same.
        words = str(raised.value) if raised.type is not ValueError else ""
        said.append((raised.type, words, getattr(raised.value, "filename", None)))
    assert said[0] == said[1]


IDENTITIES = [load("uri_extract.sources._streams", compiled).identity_of for compiled in (True, False)]


@pytest.mark.parametrize("identity_of", IDENTITIES, ids=["in use", "interpreted"])
def test_a_regular_file_is_identified_by_its_path_or_its_descriptor_and_nothing_else_is(tmp_path, identity_of):
    with open(tmp_path / "a", "wb") as file:
        status = os.stat(tmp_path / "a")
        assert identity_of(str(tmp_path / "a")) == identity_of(file.fileno()) == (status.st_dev, status.st_ino)
    reading, writing = os.pipe()
    others = [str(tmp_path), str(tmp_path / "none"), str(tmp_path / "a" / "x"), "a\0b", "\ud800", "", reading, 1 << 20]
    assert [identity_of(other) for other in others] == [None] * len(others)
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize("compiled", [False, True])
def test_the_files_at_the_end_of_a_list_of_entries_are_documents(compiled):
    files_in = load("uri_extract.sources._documents", compiled).files_in
    names = [b"x\0f", b"d\0d", b"m\0m", b"\xff\xc3\xa9\0f"]
    files = files_in(names, "/top/", {ord("f"): None, ord("m"): "message/rfc822"})
    first = "/top/" + os.fsdecode(b"\xff\xc3\xa9")
    assert [next(files), next(files)] == [
        Document(first, None, first), Document("/top/m", "message/rfc822", "/top/m")
    ]  # fmt: skip
    with pytest.raises(StopIteration) as stopped:
        next(files)
    assert (stopped.value.value, names) == (b"d\0d", [b"x\0f"])
    assert [each.name for each in files_in(names, "", {ord("f"): None})] == ["x"]


def test_an_audit_hook_sees_each_file_that_is_opened(tmp_path):
    """A hook cannot be removed, so it runs in a separate process."""
    (tmp_path / "a").write_bytes(b"12345")
    code = (
        "import sys; from uri_extract._compat._variants import load; seen = []\n"
        "opened = load('uri_extract.sources._streams').opened\n"
        "sys.addaudithook(lambda event, arguments: seen.append(arguments[0]) if event == 'open' else None)\n"
        "opened(sys.argv[1], 5); print(seen == [sys.argv[1]])"
    )
    run = subprocess.run([sys.executable, "-c", code, tmp_path / "a"], capture_output=True, check=True, text=True)
    assert run.stdout == "True\n"


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc")
def test_no_file_is_left_open(tmp_path):
    write(tmp_path, "a")
    (tmp_path / "b").write_bytes(b"http://a.example/x " * limits.CHUNK)
    before = os.listdir("/proc/self/fd")
    for path in (tmp_path / "a", tmp_path / "b", tmp_path, tmp_path / "none"):
        with contextlib.suppress(UriExtractError):
            content(path)
    assert os.listdir("/proc/self/fd") == before


def test_a_file_that_is_open_for_writing_only_is_raised_at_the_call(tmp_path):
    with open(tmp_path / "x", "wb") as file, pytest.raises(SourceTypeError, match="open it with mode 'rb'"):
        extract(file)


class Fails:
    def read(self, size):
        raise OSError("the reply ends too soon")


def test_an_error_that_has_words_alone_is_a_problem_with_these():
    problems = []
    assert list(extract(Fails(), on_problem=problems.append)) == []
    assert [(each.kind, each.message) for each in problems] == [("unreadable", "the reply ends too soon")]
