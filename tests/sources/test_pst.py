"""Outlook data files: each message is a document, for any exception of libpff, and for any end of its process.

No data file is small enough for the repository, so the answers of libpff are simulated.
"""

import io
import sys
from types import SimpleNamespace as Made

import pytest

from uri_extract import extract
from uri_extract.mail.msg import data_file
from uri_extract.sources import pst

HEAD = b"!BDN" + bytes(600)
LIMITS = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system cannot limit processes")


def read(data, **options):
    problems = []
    found = [
        (each.document, each.reference) for each in extract(data, document="x", on_problem=problems.append, **options)
    ]
    return found, [each.kind for each in problems]


def attachment(data=b"", name="a.txt", items=()):
    return Made(
        number_of_sub_items=len(items), get_sub_item=items.__getitem__, long_filename=name, size=len(data),
        read_buffer=lambda size: data[:size],
    )  # fmt: skip


def message(headers="", text=None, html=None, rtf=None, attachments=(), **others):
    given = {"subject": "s", "sender_name": "Me", "record_sets": ()}
    return Made(
        transport_headers=headers, plain_text_body=text, html_body=html, rtf_body=rtf,
        number_of_attachments=len(attachments), get_attachment=attachments.__getitem__, **given | others,
    )  # fmt: skip


def folder(name, *messages, folders=()):
    return Made(
        name=name, number_of_sub_messages=len(messages), get_sub_message=messages.__getitem__,
        number_of_sub_folders=len(folders), get_sub_folder=folders.__getitem__,
    )  # fmt: skip


@pytest.fixture
def messages(monkeypatch):
    """Return a function that returns the references and the problems of a data file with that root folder."""

    def read_all(root):
        made = Made(open_file_object=lambda file: None, get_root_folder=lambda: root)
        monkeypatch.setattr(data_file, "_data_file", lambda: made)
        found, problems = [], []
        for path, *said in data_file.Messages().read(io.BytesIO()):
            if len(said) == 2:
                problems.append((path, *said))
            else:
                records = extract(said[0], media_type="application/x-outlook-message", document=path)
                found += ((each.document, each.reference, each.start) for each in records)
        return found, problems

    return read_all


def test_each_message_has_the_path_of_its_folders_and_its_number(messages):
    one = message(text=b"http://a.example/1")
    two = message(text=b"http://a.example/2", html=b"<a href='http://a.example/3'>", rtf=b"http://a.example/no")
    inner = folder("In/box", one, two)
    root = folder("root", folders=(folder("Top", folders=(inner, folder("Sent", one))),))
    expected = [
        ("Top/In_box/1!1", "http://a.example/1", -1), ("Top/In_box/2!1", "http://a.example/2", -1),
        ("Top/In_box/2!2", "http://a.example/3", -1), ("Top/Sent/1!1", "http://a.example/1", -1),
    ]  # fmt: skip
    assert messages(root) == (expected, [])


def test_attachments_and_messages_in_messages_are_read(messages):
    inside = message(text=b"http://a.example/inside")
    held = (attachment(b"http://a.example/a"), attachment(items=(inside,)), attachment(b"<a href=b>", "ö.html"))
    found, problems = messages(folder("root", message(rtf=b'"http://a.example/r"', attachments=held)))
    references = ["http://a.example/r", "http://a.example/a", "http://a.example/inside", "b"]
    assert ([reference for _, reference, _ in found], problems) == (references, [])


def test_header_fields_are_those_that_it_came_with(messages):
    headers = "X-A: <http://a.example/h>\r\nContent-Type: text/html;\r\n charset=x\r\n\r\n"
    found, _ = messages(folder("root", message(headers, text=b"http://a.example/t")))
    assert [reference for _, reference, _ in found] == ["http://a.example/h", "http://a.example/t"]


def test_an_unreadable_message_is_a_problem_and_no_other_is_lost(messages):
    def fail(*_):
        raise OSError("unable to read")

    class Broken:
        def __getattr__(self, name):
            fail()

    good = message(text=b"http://a.example/1", attachments=(attachment(), attachment(b"http://a.example/2")))
    good.get_attachment = lambda number: fail() if number == 0 else attachment(b"http://a.example/2")
    found, problems = messages(folder("root", Broken(), good))
    assert [reference for _, reference, _ in found] == ["http://a.example/1", "http://a.example/2"]
    assert [(path, kind) for path, kind, _ in problems] == [("1", "damaged"), ("2", "damaged")]


def test_messages_in_each_other_without_end_are_a_problem(messages):
    inner = message(text=b"http://a.example/")
    inner.number_of_attachments = 1
    inner.get_attachment = lambda _: attachment(items=(inner,))
    _, [(_, kind, said)] = messages(folder("root", inner))
    assert kind == "damaged"
    assert "deep" in said


PROGRAM = "import os\n\ndef main(file, results):\n    file.read(); w = results.write; {}"
MESSAGE = b"From: <a@b.example>\n\nhttp://a.example/"


@pytest.fixture
def program(monkeypatch, tmp_path):
    def use(rest):
        (tmp_path / "reads_pst.py").write_text(PROGRAM.format(rest))
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(pst, "has_libpff", lambda: True)
        monkeypatch.setattr(pst, "_MODULE", "reads_pst")

    return use


def test_messages_are_documents(program):
    program(f'w(b\'["A/1", {len(MESSAGE)}]\\n\' + {MESSAGE!r}); w(b\'["A/2", "damaged", "it is"]\\n\')')
    assert read(HEAD) == ([("x!A/1!1", "http://a.example/")], ["damaged"])
    [found] = extract(HEAD)
    assert (found.start, found.end) == (-1, -1)


@pytest.mark.parametrize("rest", ["w(b'[1, 5]\\nab')", "w(b'[')", "w(b'[1, 5')", "os.abort()", "os._exit(3)"])
def test_a_process_that_ends_too_soon_does_no_harm(program, rest):
    program(rest)
    found, kinds = read(HEAD)
    assert found == []
    assert kinds in ([], ["damaged"])
    assert kinds or "os" not in rest


@LIMITS
def test_time_without_end_is_a_problem(program):
    program("import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 2))\n    while 1: pass")
    assert read(HEAD) == ([], ["expands-too-far"])


def test_without_the_extra_a_data_file_is_scanned_without_decoding(monkeypatch):
    monkeypatch.setattr(pst, "has_libpff", lambda: False)
    problems = []
    data = HEAD + b"http://a.example/ "
    assert [each.reference for each in extract(data, on_problem=problems.append)] == ["http://a.example/"]
    [problem] = problems
    assert problem.kind == "missing-extra"
    assert "pip install 'uri-extract[pst]'" in problem.message


def test_a_data_file_that_cannot_be_read_is_a_problem():
    pytest.importorskip("pypff")
    assert read(HEAD) == ([], ["damaged"])
