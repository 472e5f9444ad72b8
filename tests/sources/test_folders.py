"""Folders of mail: the files in them that are messages."""

import pathlib

import pytest

from uri_extract import extract
from uri_extract.sources import documents

MESSAGE = "message/rfc822"


def write(top, *names):
    for name in names:
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir()
        else:
            path.write_bytes(b"X-Url: <http://a.example/%s>\n\nx\n" % path.name.encode())


def listed(top, below="."):
    found = documents(top / below)
    return [(str(pathlib.Path(each.name).relative_to(top)), each.media_type) for each in found]


def test_a_maildir(tmp_path):
    write(tmp_path, "cur/1.M5P6.host:2,S", "cur/.noindex", "new/2.host", "tmp/3.host", "notes.txt")
    write(tmp_path, "dovecot-uidlist", "dovecot.index.cache", "maildirfolder")
    write(tmp_path, ".Sent/cur/4.host:2,", ".Sent/new/", ".Sent/tmp/5")
    assert listed(tmp_path) == [
        (".Sent/cur/4.host:2,", MESSAGE), ("cur/1.M5P6.host:2,S", MESSAGE), ("new/2.host", MESSAGE),
        ("notes.txt", None),
    ]  # fmt: skip
    assert listed(tmp_path, "new") == [("new/2.host", MESSAGE)]
    assert [each.document for each in extract(tmp_path / "new")] == [str(tmp_path / "new" / "2.host")]


def test_a_maildir_among_others(tmp_path):
    write(tmp_path, "a.txt", "mail/cur/1", "mail/new/2", "z/cur")
    assert listed(tmp_path) == [("a.txt", None), ("mail/cur/1", MESSAGE), ("mail/new/2", MESSAGE), ("z/cur", None)]


@pytest.mark.parametrize("names", [("cur/1", "x"), ("new/1", "tmp/2"), ("cur", "new/1", "tmp/1")])
def test_no_maildir(tmp_path, names):
    write(tmp_path, *names)
    assert sorted(listed(tmp_path)) == sorted((name, None) for name in names)


def test_an_mh_folder(tmp_path):
    write(tmp_path, ".mh_sequences", "1", "12", "2", "notes", "3x", "sub/1")
    kinds = dict(listed(tmp_path))
    assert [name for name, kind in kinds.items() if kind] == ["1", "12", "2"]
    assert "sub/1" in kinds
    assert "3x" in kinds


def test_a_declared_media_type_overrides_the_mail_folder(tmp_path):
    write(tmp_path, "cur/1", "new/2")
    assert [each.media_type for each in documents(tmp_path, media_type="text/plain")] == ["text/plain"] * 2
