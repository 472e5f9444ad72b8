"""Input that breaks off while it is read: references before that are found, and one problem gives the reason."""

import bz2
import errno
import gzip
import io
import lzma
import os

import pytest
from tests.sources import made
from tests.test_attached import mail, mbox

from uri_extract import extract

PAGES = {f"f{number}": made.page(str(number)) * 40 for number in range(30)}
REFERENCES = [f"http://a.example/{number}" for number in range(30) for _ in range(40)]
MESSAGES = mbox(*(mail(gzip.compress(page), f"{name}.gz") for name, page in PAGES.items()))
INPUTS = {
    "text": b"".join(PAGES.values()), "tar": made.tar(PAGES), "zip": made.deflated_zip(PAGES),
    "piped.zip": made.deflated_zip(PAGES, piped=True), "ar": made.ar(PAGES), "warc": made.warc(PAGES),
    "warc.gz": b"".join(gzip.compress(made.warc({name: page})) for name, page in PAGES.items()),
    "tar.gz": gzip.compress(made.tar(PAGES)), "tar.bz2": bz2.compress(made.tar(PAGES)),
    "tar.xz": lzma.compress(made.tar(PAGES)), "zip.gz": gzip.compress(made.deflated_zip(PAGES)), "mbox": MESSAGES,
}  # fmt: skip


class Breaking(io.RawIOBase):
    """A file that cannot be read beyond a position."""

    name = "x"

    def __init__(self, data, end, error=errno.EIO):
        self.data, self.end, self.at, self.error = data, end, 0, error

    def read(self, size=-1):
        if self.at == self.end:
            raise OSError(self.error, os.strerror(self.error))
        piece = self.data[self.at : min(self.at + min(size, 1000), self.end)]
        self.at += len(piece)
        return piece


@pytest.mark.parametrize("kind", INPUTS)
def test_an_error_in_the_middle_is_one_problem(kind):
    data = INPUTS[kind]
    before = 0
    for end in range(1, len(data), max(1, len(data) // 23)):
        problems = []
        found = [each.reference for each in extract(Breaking(data, end), on_problem=problems.append)]
        found = [each for each in found if each.startswith("http://a.example/")]
        assert found[:-1] == REFERENCES[: max(len(found) - 1, 0)]  # the last one may be truncated
        assert len(found) >= before
        before = len(found)
        said, *others = [(each.document, each.offset, each.kind, each.message) for each in problems]
        assert said == ("x", end, "unreadable", os.strerror(errno.EIO))
        # If mail breaks off in an attachment, the attachment is truncated or damaged too.
        assert not others or (kind == "mbox" and others[0][2] in ("truncated", "damaged"))
    assert before > len(REFERENCES) // 4


@pytest.mark.parametrize("error", [errno.EIO, errno.ESTALE, errno.ENOTCONN])
def test_the_message_of_the_system_is_reported(error):
    problems = []
    assert list(extract(Breaking(b"", 0, error), on_problem=problems.append)) == []
    assert [each.message for each in problems] == [os.strerror(error)]
