"""Containers and JSON Lines in parts: the output is that of the whole file, also in damaged ones."""

import json
import random
import tarfile
import zipfile

import pytest
from tests.jobs.test_numbered import few, member, output, page  # noqa: F401 - a fixture
from tests.sources import made

from uri_extract.sources import zip as zip_module

CHANCE = random.Random(56)


def text(number):
    """Return text with references that is hardly compressed."""
    return b"".join(b"see http://a%x.example/%d there\n" % (CHANCE.getrandbits(200), number) for _ in range(40))


def files(count=120):
    """Return members of many sizes, some of which are archives themselves."""
    inner = {f"in{n}": made.page(f"in/{n}") * 40 for n in range(30)}
    kinds = (
        lambda n: text(n)[: CHANCE.randrange(3000)],
        lambda n: made.tar(inner),
        lambda n: made.zip_of(inner, zipfile.ZIP_STORED),
        lambda n: b"",
        lambda n: b"<a href=/%d>" % n * CHANCE.randrange(200),
    )
    return {f"d/{'long' * (n % 40)}{n}.txt": kinds[0 if n % 4 else n // 4 % 5](n) for n in range(count)}


def arc(wrap):
    version = b"1 0 x\nURL IP-address Archive-date Content-type Archive-length\n"
    found = [b"filedesc://x.arc 0.0.0.0 20050614070159 text/plain %d\n%s\n" % (len(version), version)]
    for number in range(150):
        body = page(number, CHANCE)
        if number % 20 == 0:  # a record that has records
            body += b"".join(_record(n, page(n, CHANCE)) for n in range(20))
        found.append(_record(number, body))
    return b"".join(map(wrap, found))


def _record(number, body):
    line = b"http://r%d.example/ 192.0.2.1 20050614070159 text/html %d\n" % (number, len(body))
    return line + body + b"\n"


def tar_with_global_header():
    """Return an archive whose global header gives all files one name."""
    head = tarfile.TarInfo.create_pax_global_header({"path": "same"})
    return head + made.tar({name[-9:]: data for name, data in files().items() if data}, tarfile.USTAR_FORMAT)


def with_an_entry_twice(data):
    """Return a ZIP archive whose directory lists another member instead of the second one."""
    places = [at for at in range(len(data)) if data.startswith(b"PK\1\2", at)]
    data = bytearray(data)
    data[places[1] + 42 : places[1] + 46] = data[places[0] + 42 : places[0] + 46]
    return bytes(data)


def changed(data, seed):
    data, chance = bytearray(data), random.Random(seed)
    for _ in range(4):
        data[chance.randrange(len(data) * 3 // 4)] ^= chance.randrange(1, 256)
    return bytes(data)


def lines(_=None):
    rows = []
    for n in range(700):
        row = {
            "url": f"http://p{n}.example/",
            "html": f"<a href=/{n}>\n</a> http://t.example/{n}",
            "more": "x" * (n % 90),
        }
        rows.append(json.dumps(row))
    return "\n".join(rows).encode()


DIVIDED = {
    "arc": lambda: arc(lambda data: data),
    "arc.gz": lambda: arc(member),
    "pax.tar": lambda: made.tar(files()),
    "gnu.tar": lambda: made.tar(files(), tarfile.GNU_FORMAT),
    "two.tar": lambda: made.tar(files()) + made.tar(files()),
    "deflated.zip": lambda: made.deflated_zip(files()),
    "stored.zip": lambda: made.zip_of(files(), zipfile.ZIP_STORED),
    "piped.zip": lambda: made.zip_of(files(), piped=True),
    "zip64.zip": lambda: made.zip_of(files(), zip64=True),
    "a.jsonl": lines,
}
NAMED = ["--json-field", "html", "--json-url", "url", "--media-type", "text/html"]


def arguments(name, more=()):
    return [*more, *(NAMED if name.endswith("jsonl") else ())]


@pytest.mark.parametrize("more", [["--format", "jsonl", "--stats"], pytest.param(["--unique"], marks=pytest.mark.long)])
@pytest.mark.parametrize("name", DIVIDED)
def test_a_container_in_parts_is_the_container(tmp_path, capfd, few, name, more):  # noqa: F811
    path = tmp_path / name
    path.write_bytes(DIVIDED[name]())
    more = arguments(name, more)
    whole, parts = (output(tmp_path, capfd, jobs, *more, path) for jobs in (1, 2))
    assert _without_seconds(parts) == _without_seconds(whole)
    assert len(few) > 4
    assert whole[1].count(b"\n") > 500


@pytest.mark.parametrize("seed", [1, *(pytest.param(each, marks=pytest.mark.long) for each in range(2, 12))])
@pytest.mark.parametrize("name", DIVIDED)
def test_a_damaged_container_in_parts_is_the_container(tmp_path, capfd, few, name, seed):  # noqa: F811
    path = tmp_path / name
    path.write_bytes(changed(DIVIDED[name](), seed))
    more = arguments(name, ["--format", "jsonl"])
    status, parts, said = output(tmp_path, capfd, 2, *more, path)
    expected, whole, said_of_whole = output(tmp_path, capfd, 1, *more, path)
    if name.endswith("jsonl"):  # where a problem is among the references depends on the bytes read at a time
        parts, whole = sorted(parts.splitlines()), sorted(whole.splitlines())
    assert (status, parts, said) == (expected, whole, said_of_whole)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("global.tar", tar_with_global_header),  # it holds for members in other parts
        ("twice.zip", lambda: with_an_entry_twice(made.deflated_zip(files()))),  # one is missing
        ("before.zip", lambda: b"#!/bin/sh\n" + made.deflated_zip(files())),
        ("a.docx", lambda: made.deflated_zip(files())),  # all relationships are read first
        ("word.zip", lambda: made.deflated_zip({"word/document.xml": b"<a/>", **files()})),
        ("a.tar.gz", lambda: member(made.tar(files()))),
        ("a.txt.gz", lambda: member(made.page(1) * 900) * 9),  # text goes on from member to member
        ("a.json", lambda: json.dumps([{"html": made.page(n).decode()} for n in range(2000)], indent=1).encode()),
    ],
)
def test_a_file_that_cannot_be_divided_is_read_as_a_whole(tmp_path, capfd, few, name, data):  # noqa: F811
    path = tmp_path / name
    path.write_bytes(data())
    more = ["--format", "jsonl", *(NAMED if name.endswith("json") else ())]
    assert output(tmp_path, capfd, 2, *more, path) == output(tmp_path, capfd, 1, *more, path)
    assert len(few) <= 2


def test_a_member_that_begins_like_another_container_is_the_first_of_a_part(tmp_path, capfd, few):  # noqa: F811
    for name in ("a.tar", "a.zip"):
        path = tmp_path / name
        of = {f"{first}{n}": text(n) for n in range(40) for first in ("WARC/1.0 ", "PK\3\4", "word/")}
        path.write_bytes(made.tar(of) if name == "a.tar" else made.deflated_zip({"x": b"y", **of}))
        more = ["--format", "jsonl", path]
        assert output(tmp_path, capfd, 2, *more) == output(tmp_path, capfd, 1, *more)
    assert len(few) > 10


def test_a_directory_that_lists_a_member_in_another_one_loses_nothing(tmp_path, capfd, few, monkeypatch):  # noqa: F811
    """Such directories are found when parts are planned; if they were not, the reader of the part before would tell."""
    found = zip_module.listed
    monkeypatch.setattr(zip_module, "listed", lambda *a: [each + 1 if each else 0 for each in found(*a)])
    path = tmp_path / "a.zip"
    path.write_bytes(made.deflated_zip(files()))
    assert output(tmp_path, capfd, 2, path) == output(tmp_path, capfd, 1, path)
    assert len(few) > 4


def _without_seconds(result):
    status, found, said = result
    return status, found, said.partition(" problems, ")[0]
