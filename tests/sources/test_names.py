"""The names of documents in containers."""

import io
import tarfile

from uri_extract import extract
from uri_extract.limits import MAX_NAME


def archive(*names, text=b"http://a.example/\n"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    return out.getvalue()


def test_a_long_name_of_a_member_is_cut_and_names_stay_apart():
    long = "d/" * 6_000
    found = [each.document for each in extract(archive(f"{long}a.txt", f"{long}b.txt", "c.txt"))]
    assert [len(each) for each in found] == [MAX_NAME, MAX_NAME, len("!c.txt")]
    assert len(set(found)) == 3
    assert all(each.startswith("!d/d/d/") and "\u2026" in each for each in found[:2])


def test_a_document_with_a_long_name_is_recognised_by_the_end_of_that_name():
    (found,) = extract(archive("d/" * 6_000 + "page.html", text=b"<a href=x>"))
    assert (found.reference, found.element) == ("x", "a")


def test_records_of_a_document_with_a_long_name_have_bounded_text():
    sizes = []
    for count in (2_000, 4_000):
        data = archive("d" * (4 * count), text=b"http://a.example/\n" * count)
        sizes.append(sum(len(each.document) for each in extract(data)))
    assert sizes[1] <= 2 * sizes[0]
