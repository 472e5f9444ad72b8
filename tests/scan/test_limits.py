"""A reference that is too long is one problem, and costs neither memory nor the references after it."""

import pytest
from tests.scanners import Scanner

from uri_extract.limits import MAX_LINE_BEFORE, MAX_PIECES, MAX_REFERENCE, MAX_SCHEME
from uri_extract.scan import kernels, rows
from uri_extract.scan._kernel import Windows

CHUNK = 1 << 16
BEHIND = b" <http://b.example/> and http://c.example/\n"


def rows_of(kernel, data):
    """Return for each row True if it is too long, and its bytes."""
    kernel.load(data, 0, 0, True)
    assert not kernel.scan()
    table = [kernel.table[at : at + rows.WIDTH] for at in range(0, kernel.count * rows.WIDTH, rows.WIDTH)]
    return [(bool(row[rows.BITS] & rows.TOO_LONG), data[row[rows.START] : row[rows.END]]) for row in table]


@pytest.mark.parametrize("before", [b"", b"<", b'"', b"<URL:", b"(", b"> "])
def test_a_reference_beyond_the_limit_is_one_row_that_says_so(kernel, before):
    data = before + b"http://a.example/" + 200 * b"x" + BEHIND
    (too_long, text), *others = rows_of(kernel(64), data)
    assert too_long
    assert text.startswith(b"http://a.example/xx")
    assert others == [(False, b"http://b.example/"), (False, b"http://c.example/")]


def test_a_reference_below_the_limit_is_whole(kernel):
    data = b"http://a.example/" + 40 * b"x" + BEHIND
    assert rows_of(kernel(64), data)[0] == (False, data.split()[0])


def test_a_reference_is_never_cut_at_the_limit(kernel):
    # Joined over lines it would be too long, and a part of it is not what its author meant.
    for before, behind in (
        (b"http://a.example/x-\n1/a", b" "),
        (b"<http://a.example/x/\n1/a", b">"),
        (b"ftp://b.example/?a=\nb/1", b"\n"),
    ):
        data = before + 200 * b"1" + behind + BEHIND
        found = [text for too_long, text in rows_of(kernel(64), data) if not too_long]
        assert not [text for text in found if text.endswith(b"1")], data
        assert found[-2:] == [b"http://b.example/", b"http://c.example/"]


@pytest.mark.parametrize("name", sorted({"interpreted", *kernels}))
def test_a_reference_of_three_megabytes_is_one_problem(name):
    problems = []
    scanner = Scanner(kernel=kernels[name], document="big.txt", on_problem=problems.append)
    data = b"one\n<http://a.example/" + 3 * MAX_REFERENCE * b"x" + b">\n" + BEHIND
    found = [each for start in range(0, len(data), CHUNK) for each in scanner.feed(data[start : start + CHUNK])]
    found += scanner.close()
    [problem] = problems
    assert (problem.document, problem.offset, problem.kind) == ("big.txt", 5, "reference-too-long")
    assert str(MAX_REFERENCE) in problem.message
    assert [(each.reference, each.line) for each in found] == [("http://b.example/", 3), ("http://c.example/", 3)]


def test_a_reference_that_is_too_long_is_left_out_without_on_problem(kernel):
    scanner = Scanner(kernel=kernel)
    found = scanner.feed(b"http://a.example/" + MAX_REFERENCE * b"x" + BEHIND) + scanner.close()
    assert [each.reference for each in found] == ["http://b.example/", "http://c.example/"]


@pytest.mark.parametrize(
    ("before", "unit"),
    [
        (b"", b"x"),
        (b"", b" "),
        (b"http://a.example/", b"x"),
        (b"<http://a.example/", b"x"),
        (b"<http://a.example/", b" "),
        (b"<http://a.example/", b"\n"),
        (b"<http://a.example/", b"\n> "),
        (b'"http://a.example/', b"x "),
        (b"http://a.example/x\n", b"x"),
        (b"http://a.example/-\n", b"x"),
        (b"http://a.example/-\n", b"1"),
        (b"> > > http://a.example/-\n", b"> "),
        (b"http://a.example/[", b"x"),
        (b"http://", b"x"),
        (b"mailto:", b"x"),
        (b"data:,", b"x"),
        (b"", b"a:"),
        (b"", b"<a:"),
        (b"", b"\0"),
        (b"", b"\xff"),
    ],
)
def test_memory_is_bounded_for_one_endless_line(before, unit):
    # Compiled kernels read 64 MB; the interpreted ones, which are the same source, read less.
    windows = Windows()
    chunk = (unit * CHUNK)[:CHUNK]
    largest = 0
    for piece in (before, *([chunk] * (64 if unit != b"x" else 1024 if "compiled" in kernels else 128))):
        for _ in windows.feed(piece):
            pass
        largest = max(largest, len(windows.window))
    for _ in windows.close():
        pass
    assert largest <= 4 * MAX_REFERENCE + 2 * CHUNK


def test_a_bracket_is_believed_up_to_a_number_of_breaks(kernel):
    def found(breaks):
        scanner = Scanner(kernel=kernel)
        return scanner.feed(b"<http://a.example/x" + breaks * b"\nx" + b">") + scanner.close()

    [whole] = found(MAX_PIECES - 1)
    assert (whole.delimiter, whole.reference) == ("angle", "http://a.example/x" + (MAX_PIECES - 1) * "x")
    [cut] = found(MAX_PIECES + 1)
    assert (cut.delimiter, cut.reference) == ("whitespace", "http://a.example/x")


def test_a_bracket_that_was_closed_says_nothing_of_another_document_or_a_later_window(kernel):
    for opened, closed in ("[]", "{}"):
        whole = f"http://a.example/?q{opened}xyz{closed} ".encode()
        cut = f"http://a.example/?q{opened}x z{closed} ".encode()
        used = kernel()
        assert rows_of(used, whole) == [(False, whole.strip())]
        assert rows_of(used, cut) == rows_of(kernel(), cut) == [(False, b"http://a.example/?q")]


def test_a_scheme_has_a_longest_name(kernel):
    def found(name):
        scanner = Scanner(kernel=kernel)
        return [each.reference for each in scanner.feed(b"<%s://a.example/>" % name) + scanner.close()]

    assert found(MAX_SCHEME * b"s") == [MAX_SCHEME * "s" + "://a.example/"]
    assert found((MAX_SCHEME + 1) * b"s") == []


def test_far_into_a_line_a_reference_still_has_its_column(kernel):
    scanner = Scanner(kernel=kernel)
    [each] = scanner.feed(5 * MAX_LINE_BEFORE * b"x" + b" <http://a.example/\nb>") + scanner.close()
    assert (each.reference, each.line, each.column) == ("http://a.example/b", 1, 5 * MAX_LINE_BEFORE + 3)
