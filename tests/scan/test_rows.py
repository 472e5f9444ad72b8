"""The columns of a row have the values that `scan/rows.py` documents."""

from itertools import pairwise

import pytest

from uri_extract.scan import kernels, punctuation, rows

from .shapes import random_documents

#: Text before a reference, so that it ends at the columns where lines are wrapped.
FAR = b"the words before a reference make the line as long as lines are, "
DOCUMENTS = list(random_documents(11, 200))


def read(kernel, data, max_reference=1 << 20):
    """Return each row as ``(row, its text, the texts of its pieces)``."""
    scanner = kernel(max_reference)
    scanner.load(data, 0, 0, True)
    found = []
    more = True
    while more:
        more = scanner.scan()
        assert scanner.count <= rows.ROWS
        for number in range(scanner.count):
            row = list(scanner.table[number * rows.WIDTH : (number + 1) * rows.WIDTH])
            places = [
                scanner.pieces[2 * k : 2 * k + 2] for k in range(row[rows.PIECE], row[rows.PIECE] + row[rows.PIECES])
            ]
            found.append((row, data[row[rows.START] : row[rows.END]], [data[start:end] for start, end in places]))
    assert not scanner.need
    return found


@pytest.mark.parametrize(
    ("data", "text", "bits", "pieces"),
    [
        (b"see http://a.example/x.", b"http://a.example/x", rows.WHITESPACE, []),
        (b"see <http://a.example/x.>", b"http://a.example/x.", rows.ANGLE, []),
        (b'see "http://a.example/x"', b"http://a.example/x", rows.QUOTE, []),
        (b"see <URL: http://a.example/x>", b"http://a.example/x", rows.ANGLE | rows.PREFIX, []),
        (b"see URL:http://a.example/x,", b"http://a.example/x", rows.WHITESPACE | rows.PREFIX, []),
        (
            b"> <http://a.example/\n> x/\n> y>",
            b"http://a.example/\n> x/\n> y",
            rows.ANGLE,
            [b"http://a.example/", b"x/", b"y"],
        ),
        (
            b"<http://a.example/x-\ny>",
            b"http://a.example/x-\ny",
            rows.ANGLE | rows.HYPHEN,
            [b"http://a.example/x-", b"y"],
        ),
        (b"<http://a.example/x\n-y>", b"http://a.example/x\n-y", rows.ANGLE, [b"http://a.example/x", b"-y"]),
        (FAR + b"http://a.example/x/\nabc fg", b"http://a.example/x/", rows.ANOTHER, [b"http://a.example/x/", b"abc"]),
        (b'"http:\\/\\/a.example"', b"http:\\/\\/a.example", rows.QUOTE | rows.ESCAPED, []),
        (b'<a xmlns="http://a.example/x">', b"http://a.example/x", rows.QUOTE | rows.NAME, []),
        (b"<a xmlns:b=http://a.example/x>", b"http://a.example/x", rows.WHITESPACE | rows.NAME, []),
        (b"http://a.example/\xe9 ", b"http://a.example/\xe9", rows.BEYOND_ASCII | rows.WESTERN, []),
        (b"http://a.example/\xc3\xa9 ", b"http://a.example/\xc3\xa9", rows.BEYOND_ASCII, []),
    ],
)
def test_a_row_says_how_it_was_delimited(kernel, data, text, bits, pieces):
    [(row, found, parts)] = read(kernel, data)
    assert found == text
    assert row[rows.BITS] == bits
    assert parts == pieces
    assert data[row[rows.COLON] : row[rows.COLON] + 1] == b":"
    assert data[row[rows.START] : row[rows.COLON]].isalpha()


def test_a_reference_is_its_pieces_joined(kernel):
    for data in DOCUMENTS:
        for row, text, pieces in read(kernel, data):
            assert len(row) == rows.WIDTH
            assert row[rows.START] < row[rows.COLON] < row[rows.END]
            assert row[rows.PIECES] != 1 or row[rows.BITS] & rows.ANOTHER
            if pieces and not row[rows.BITS] & rows.ANOTHER:
                assert text.startswith(pieces[0])
                assert text.endswith(pieces[-1])
            assert row[rows.BITS] & rows.DELIMITERS <= rows.QUOTE


@pytest.mark.parametrize("around", ["{}", "<{}>", '"{}"', "URL:{}", "({})"])
def test_no_control_character_is_part_of_a_reference(kernel, around):
    controls = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0))}
    for control in controls:
        for path in ("", "x", "x?a=", "x#"):
            data = f"see {around.format(f'http://a.example/{path}{control}y')} there ".encode()
            for _, _, pieces in read(kernel, data):
                assert not controls.intersection(b"".join(pieces).decode()), (data, pieces)
            for row, text, pieces in read(kernel, data):
                assert pieces or not controls.intersection(text.decode()), (row, data)


def test_a_row_too_long_has_no_pieces(kernel):
    [(row, _, pieces)] = read(kernel, b"<http://a.example/" + 90 * b"x" + b">", 64)
    assert row[rows.BITS] & rows.TOO_LONG
    assert pieces == []


def test_more_rows_than_fit_come_in_several_steps(kernel):
    data = b"<URL:http://a.example/\nx> " * (rows.ROWS + 100)
    found = read(kernel, data)
    assert len(found) == rows.ROWS + 100
    assert {tuple(pieces) for _, _, pieces in found} == {(b"http://a.example/", b"x")}
    assert [row[rows.START] for row, _, _ in found] == list(range(5, len(data), 26))


def test_the_kernel_in_use_is_the_first_and_says_what_it_is():
    for name in {"interpreted", *kernels}:
        assert kernels[name]().compiled is (name == "compiled")


def test_ranges_of_characters_that_end_a_reference_are_in_order():
    ranges = punctuation._RANGES
    assert all(first <= last for first, last in ranges)
    assert all(last < first for (_, last), (first, _) in pairwise(ranges))
    assert [punctuation.ends_reference(point) for point in (0x2551, 0x2027, 0x200C, 0x4E00, 0x3002)] == [
        True, True, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize("most", range(12, 40))
def test_a_character_may_cross_the_greatest_length_of_a_reference(most):
    """All variants treat it alike."""
    data = b"see http://a.example/x" + "\u00e9\u20ac".encode() * 20 + b"\\/%41 <http://b.example/y> "
    found = [read(kernels[name], data, most) for name in {"interpreted", *kernels}]
    assert all(each == found[0] for each in found)
