"""Transfer encodings: the decoded bytes and their positions, in all chunks."""

import base64
import binascii
import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract._compat._variants import load
from uri_extract.decode.content_transfer import decoder

Flowed = load("uri_extract.decode._flowed").Flowed

TEXT = (
    st.binary(max_size=300)
    | st.binary(min_size=1500, max_size=3000)
    | st.text("ab =\t\n\r:/3D", max_size=200).map(str.encode)
)


def uuencode(data):
    lines = [binascii.b2a_uu(data[at : at + 45]) for at in range(0, len(data), 45)]
    return b"begin 644 x\n" + b"".join(lines) + b"`\nend\n"


ENCODERS = {
    "quoted-printable": lambda data: quopri.encodestring(data, quotetabs=True).replace(b"\r=\n", b"=0D=\n"),
    "base64": base64.encodebytes,
    "x-uuencode": uuencode,
    "7bit": bytes,
}


def taken(encoding, encoded, sizes, begin=0):
    transfer = decoder(encoding)
    parts, at = [], 0
    while at < len(encoded):
        size = sizes[len(parts) % len(sizes)]
        parts.append(transfer.take(encoded[at : at + size], begin + at))
        at += size
    return transfer, b"".join([*parts, transfer.take(b"", begin + len(encoded), True)])


@given(
    TEXT,
    st.lists(st.integers(1, 90), min_size=1, max_size=4),
    st.sampled_from(["quoted-printable", "base64", "x-uuencode"]),
)
def test_every_position_maps_to_its_source(data, sizes, encoding):
    encoded = ENCODERS[encoding](data)
    transfer, decoded = taken(encoding, encoded, sizes, begin=1000)
    whole, _ = taken(encoding, encoded, [len(encoded) + 1])
    if encoding != "quoted-printable":  # quopri's encoder changes carriage returns
        assert decoded == data
    step = max(1, len(decoded) // 20)
    for start in range(0, len(decoded), step):
        end = min(len(decoded), start + 7)
        first, last = transfer.map.span(start, end)
        assert (first - 1000, last - 1000) == whole.map.span(start, end)
        stood = encoded[first - 1000 : last - 1000]
        if encoding == "quoted-printable":
            assert quopri.decodestring(stood) == decoded[start:end]
        elif encoding == "base64":
            count = len(stood.replace(b"\n", b"").rstrip(b"="))
            assert count in (-(-(end - start) * 4 // 3), -(-(end - start) * 4 // 3) + 1)


@given(TEXT, st.lists(st.integers(1, 50), min_size=1, max_size=4), st.sampled_from(sorted(ENCODERS)))
def test_any_input_is_decoded_alike_in_all_chunks(data, sizes, encoding):
    if decoder(encoding) is not None:
        assert taken(encoding, data, sizes)[1] == taken(encoding, data, [1000])[1]


@given(
    st.lists(st.sampled_from([0, 0, 1, 64, 65, 200]), min_size=12, max_size=12),
    st.lists(st.integers(1, 90), min_size=1, max_size=4),
    st.sampled_from([b"YWJjZGVmZ2hp", b"YWJjZGVmZ2g=", b"YWJjZGVmZ2g"]),
)
def test_places_in_base64_with_much_between_its_characters_do_not_depend_on_cuts(noise, sizes, encoded):
    encoded = b"".join(encoded[at : at + 1] + b"`" * noise[at] for at in range(len(encoded))).rstrip(b"`")
    transfer, decoded = taken("base64", encoded, sizes)
    whole, same = taken("base64", encoded, [len(encoded)])
    assert decoded == same == b"abcdefghi"[: len(decoded)]
    for at in range(len(decoded)):
        assert transfer.map.span(at, at + 1) == whole.map.span(at, at + 1)


@pytest.mark.parametrize(
    ("encoding", "encoded", "decoded"),
    [
        ("quoted-printable", b"a=  \nb=\r\nc=3Dd=zz=", b"abc=d=zz"),
        ("quoted-printable", b"a=\rb = c", b"a=\rb = c"),
        ("base64", b"YW Jj\r\n!ZGVm", b"abcdef"),
        ("base64", b"YWI=\nY2Q=\n", b"abcd"),
        ("base64", b"YWI=\nfooter: x\n", b"ab\nfooter: x\n"),
        ("base64", b"YWJjZ", b"abc"),
        ("x-uuencode", b"x\nbegin 644 a\n#86)C\nend\n", b"abc"),
    ],
)
def test_irregular_transfer_encodings_are_decoded_as_meant(encoding, encoded, decoded):
    for size in (1, 3, 100):
        assert taken(encoding, encoded, [size])[1] == decoded


@pytest.mark.parametrize("size", [1, 2, 5, 1000])
@pytest.mark.parametrize(
    ("delsp", "text", "expected"),
    [
        (False, b"a \nb\n", b"a b\n"),
        (True, b"a \r\nb\r\n", b"ab\r\n"),
        (True, b"> a \n> b \nc\n", b"> ab \nc\n"),  # the next line has fewer reply marks
        (True, b"> a \n>> b\n", b"> a \n>> b\n"),
        (True, b"a \n-- \nb\n", b"a \n-- \nb\n"),  # a signature is not part of a paragraph
        (True, b"-- \nb\n", b"-- \nb\n"),
        (False, b"a \n  b\n", b"a  b\n"),  # space-stuffed
        (True, b" \nb\n", b" \nb\n"),  # a space-stuffed empty line
        (True, b"a ", b"a "),
        (False, b"> a \n>  \n> \n", b"> a  \n"),  # a space-stuffed line that ends in a blank
    ],
)
def test_flowed_lines_are_joined(delsp, text, expected, size):
    flowed = Flowed(delsp)
    parts = [flowed.feed(text[at : at + size]) for at in range(0, len(text), size)]
    assert b"".join([*parts, flowed.feed(b"", final=True)]) == expected


@pytest.mark.parametrize("number", [999, 1000, 2500, 2501])
@pytest.mark.parametrize("size", [1, 7, 999, 1000, 1001])
def test_each_two_equals_signs_are_one_however_they_are_cut(number, size):
    encoded = b"a" + b"=" * number + b"41"
    _, decoded = taken("quoted-printable", encoded, [size])
    assert decoded == b"a" + b"=" * (number // 2) + (b"A" if number % 2 else b"41")
