"""Barcodes: on request, those in image files, in images in mail, and on pages of PDF are read."""

import base64
import io
import struct
import sys
import zlib

import pytest
from tests.sources import made
from tests.sources.made_pdf import lines, pdf

from uri_extract import extract

zxingcpp = pytest.importorskip("zxingcpp")
Image = pytest.importorskip("PIL.Image")

LIMITS = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system cannot limit processes")
URI = "http://a.example/qr?x=1"


def code(text=URI, form=zxingcpp.BarcodeFormat.QRCode):
    """Return an image of a barcode."""
    return Image.fromarray(zxingcpp.create_barcode(text, form).to_image(scale=4))


def image(*codes, form="PNG", **options):
    held = io.BytesIO()
    codes[0].save(held, form, **options)
    return held.getvalue()


PNG = image(code())


def read(data, **options):
    problems = []
    given = {"document": "x", "qr": True, **options}
    found = [
        (each.document, each.reference)
        for each in extract(data, on_problem=problems.append, **given)
        if each.delimiter == "barcode"
    ]
    return found, [each.kind for each in problems]


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
def test_a_code_in_an_image_is_read(form):
    assert read(image(code(), form=form)) == ([("x!barcodes", URI)], [])


@pytest.mark.parametrize("form", ["QRCode", "MicroQRCode", "Aztec", "DataMatrix", "PDF417"])
def test_each_kind_of_code_is_read(form):
    text = "HTTP://A.EXAMPLE/"
    assert read(image(code(text, getattr(zxingcpp.BarcodeFormat, form)))) == ([("x!barcodes", text)], [])


def test_a_code_has_no_place():
    [found] = extract(PNG, qr=True)
    assert (found.start, found.end, found.raw, found.kind, found.target) == (-1, -1, URI, "uri", URI)
    assert (found.media_type, found.delimiter) == ("application/x-barcodes", "barcode")


def test_barcodes_are_read_only_on_request():
    assert read(PNG, qr=False) == ([], [])


SAID = [
    ("see http://a.example/1, or (http://a.example/2).", ["http://a.example/1", "http://a.example/2"]),
    ("BEGIN:VCARD\nURL:http://a.example/1\nEND:VCARD", ["http://a.example/1"]),
    ("WIFI:T:WPA;S:net;P:secret;;", []), ("http://a.example/x.", ["http://a.example/x."]),
    ("mailto:a@b.example?subject=x", ["mailto:a@b.example?subject=x"]), ("12345", []), ("http://é.example/", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SAID)
def test_a_uri_is_the_whole_of_what_a_code_says_or_in_its_text(text, expected):
    found, kinds = read(image(code(text)))
    assert ([reference for _, reference in found], kinds) == ([text] if expected is None else expected, [])


def test_codes_of_all_pages_and_of_transparent_images_are_read():
    pages = image(code(), form="TIFF", save_all=True, append_images=[code("http://a.example/2"), code()])
    assert [reference for _, reference in read(pages)[0]] == [URI, "http://a.example/2"]
    grey = code()
    clear = Image.new("RGBA", grey.size, (0, 0, 0, 0))
    clear.putalpha(grey.point(lambda value: 255 - value))
    assert read(image(clear)) == ([("x!barcodes", URI)], [])


def test_the_strings_of_an_image_are_read_as_before():
    data = PNG + b"\nhttp://a.example/string\n"
    references = [[each.reference for each in extract(data, qr=qr)] for qr in (False, True)]
    assert references == [["http://a.example/string"], ["http://a.example/string", URI]]


def test_an_image_in_mail_is_read():
    fields = b"From: <a@b.example>\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\n"
    mail = fields + base64.encodebytes(PNG)
    assert read(mail, media_type="message/rfc822") == ([("x!1!barcodes", URI)], [])
    assert read(mail, media_type="message/rfc822", qr=False) == ([], [])


def test_an_image_in_an_archive_is_read():
    assert read(made.tar({"a.png": PNG, "b": b"text"})) == ([("x!a.png!barcodes", URI)], [])


def test_an_image_in_an_office_document_is_read():
    relationships = b"<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'/>"
    files = {"_rels/.rels": relationships, "word/media/image1.png": PNG}
    assert read(made.zip_of(files)) == ([("x!word/media/image1.png!barcodes", URI)], [])


def test_a_code_that_is_drawn_on_a_page_of_a_pdf_is_read():
    pytest.importorskip("pypdfium2")
    modules = memoryview(zxingcpp.create_barcode(URI, zxingcpp.BarcodeFormat.QRCode).to_image(scale=1))
    height, width = modules.shape
    drawn = b"".join(
        b"%d %d 3 3 re f\n" % (100 + 3 * column, 500 - 3 * row)
        for row in range(height)
        for column in range(width)
        if not modules[row, column]
    )
    data = pdf((lines((72, 700, "text")), []), (drawn, []))
    for _ in range(2):  # by a new process, and by a fork
        assert read(data) == ([("x!2!barcodes", URI)], [])
    assert read(data, qr=False) == ([], [])


def test_a_missing_barcode_extra_is_a_problem(monkeypatch):
    monkeypatch.setattr("uri_extract.sources.barcodes.has_zxing", lambda: False)
    problems = []
    assert list(extract(PNG, qr=True, on_problem=problems.append)) == []
    [problem] = problems
    assert problem.kind == "missing-extra"
    assert "pip install 'uri-extract[qr]'" in problem.message


def test_an_image_that_is_damaged_is_a_problem_and_the_next_one_is_read():
    for at in range(8, len(PNG), 7):
        found, kinds = read(PNG[:at])
        assert (found, kinds) in [([], ["damaged"]), ([], []), ([("x!barcodes", URI)], [])]
        found, kinds = read(PNG[:at] + bytes((PNG[at] ^ 0x10,)) + PNG[at + 1 :])
        assert set(kinds) <= {"damaged", "too-large"}
    assert read(PNG) == ([("x!barcodes", URI)], [])


def test_an_image_with_too_many_pixels_is_a_problem():
    side = 40_000
    parts = {
        b"IHDR": struct.pack(">2I5B", side, side, 1, 0, 0, 0, 0),
        b"IDAT": zlib.compress(bytes(side * (1 + side // 8)), 1),
        b"IEND": b"",
    }
    chunks = ((name + data, len(data)) for name, data in parts.items())
    bomb = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", size) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk, size in chunks
    )
    assert len(bomb) < 1 << 20
    with pytest.raises(Image.DecompressionBombError):
        Image.open(io.BytesIO(bomb))
    assert read(bomb) == ([], ["too-large"])


def test_an_image_of_too_many_bytes_is_a_problem(monkeypatch):
    monkeypatch.setattr("uri_extract.sources.barcodes.MAX_SPOOL", 100)
    assert read(PNG) == ([], ["too-large"])


@LIMITS
def test_an_image_that_takes_too_long_is_a_problem_and_the_next_one_is_read(monkeypatch, tmp_path):
    from uri_extract.sources import barcodes

    limit = "resource.setrlimit(resource.RLIMIT_CPU, (1, 2))"
    (tmp_path / "endless.py").write_text(f"import resource\ndef main(*_):\n    {limit}\n    while True: pass")
    monkeypatch.syspath_prepend(tmp_path)
    process = barcodes._Process()
    monkeypatch.setattr(barcodes, "_PROCESS", process)
    monkeypatch.setattr(barcodes, "_MODULE", "endless")
    assert read(PNG) == ([], ["damaged"])
    monkeypatch.undo()
    monkeypatch.setattr(barcodes, "_PROCESS", process)
    assert read(PNG) == ([("x!barcodes", URI)], [])
