"""Signed messages of S/MIME: the signed content is read, in DER and in BER, complete or damaged."""

import base64
import shutil
import subprocess

import pytest

from uri_extract import extract
from uri_extract.limits import MAX_NESTING

SIGNED, DATA = bytes.fromhex("2a864886f70d010702"), bytes.fromhex("2a864886f70d010701")
MESSAGE = b"Content-Type: text/html\r\n\r\n<a href='http://a.example/'>" + b"x" * 300
URIS = ["http://a.example/", "http://b.example/"]


def der(tag, *contents):
    data = b"".join(contents)
    size = len(data)
    head = bytes([size]) if size < 128 else b"\x82" + size.to_bytes(2, "big")
    return bytes([tag]) + head + data


def ber(tag, *contents):
    return bytes([tag, 0x80]) + b"".join(contents) + b"\0\0"


def signed(content, make=der, octets=None, rest=b"\x31\x00"):
    held = b"" if content is None else make(0xA0, octets if octets is not None else der(0x04, content))
    inside = make(0x30, der(0x06, DATA), held)
    algorithms = make(0x31, der(0x30, der(0x06, DATA), b"\x05\x00"))
    return make(0x30, der(0x06, SIGNED), make(0xA0, make(0x30, b"\x02\x01\x01", algorithms, inside, rest)))


def read(data, **options):
    problems = []
    found = [(each.document, each.reference) for each in extract(data, on_problem=problems.append, **options)]
    return found, [each.kind for each in problems]


PIECES = ber(0x24, *(der(0x04, MESSAGE[at : at + 50]) for at in range(0, len(MESSAGE), 50)))


HALVES = der(0x24, der(0x04, MESSAGE[:9]), ber(0x24, der(0x04, MESSAGE[9:40])), der(0x04, MESSAGE[40:]))
NESTED = ber(0x24, ber(0x24, PIECES), der(0x24), ber(0x24))


def in_pieces(depth):
    """Return the message as an octet string in pieces, nested that deep."""
    octets = der(0x04, MESSAGE)
    for number in range(depth):
        octets = (der if number % 2 else ber)(0x24, octets)
    return octets


@pytest.mark.parametrize("octets", [None, PIECES, HALVES, NESTED, in_pieces(1), in_pieces(MAX_NESTING)])
@pytest.mark.parametrize("make", [der, ber])
def test_a_signed_message_is_read(make, octets):
    assert read(signed(MESSAGE, make, octets)) == ([("!content!1", "http://a.example/")], [])


def test_a_signed_document_is_read_as_what_its_name_says(tmp_path):
    path = tmp_path / "a.html.p7m"
    path.write_bytes(signed(b"text <a href=b>"))
    assert read(str(path)) == ([(f"{path}!content", "b")], [])


@pytest.mark.parametrize("make", [der, ber])
def test_a_signature_alone_holds_no_document(make):
    rest = der(0xA0, der(0x30, b"http://ocsp.example/")) + b"\x31\x00"
    assert read(signed(None, make, rest=rest)) == ([], [])


def test_a_signed_part_of_mail_is_read():
    fields = b"From: <a@b.example>\nContent-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\n"
    mail = fields + b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(signed(MESSAGE))
    found, kinds = read(mail, media_type="message/rfc822")
    assert ([reference for _, reference in found], kinds) == (["http://a.example/"], [])


@pytest.mark.parametrize("data", [signed(MESSAGE), signed(MESSAGE, ber, PIECES)])
def test_a_truncated_signed_message_is_a_problem_or_read_in_full(data):
    whole, _ = read(data)
    for size in range(20, len(data), 7):
        found, kinds = read(data[:size])
        assert kinds == ["damaged"] or found == whole
    for at in range(17, len(data)):
        read(data[:at] + b"\x84" + data[at + 1 :])


def test_encrypted_mail_is_reported_as_encrypted():
    enveloped = signed(MESSAGE).replace(SIGNED, bytes.fromhex("2a864886f70d010703"))
    assert read(enveloped)[1] == ["unsupported"]
    fields = b"From: <a@b.example>\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n"
    mail = fields + b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(enveloped)
    assert read(mail, media_type="message/rfc822") == ([], ["unsupported"])


def test_pieces_that_are_nested_too_deep_are_damage():
    assert read(signed(MESSAGE, ber, in_pieces(MAX_NESTING + 1))) == ([], ["damaged"])


def test_the_places_in_a_signed_message_are_those_of_its_content():
    def places(data):
        return [(each.reference, each.start, each.end) for each in extract(data)]

    message = MESSAGE.replace(b"x" * 300, b"<a href='http://b.example/'>x")
    pieces = (ber(0x24, der(0x04, message[at : at + 7])) for at in range(0, len(message), 7))
    expected = [(uri, message.index(uri.encode()), message.index(uri.encode()) + len(uri)) for uri in URIS]
    assert places(signed(message)) == places(signed(message, ber, ber(0x24, *pieces))) == expected


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
@pytest.mark.parametrize("command", [("smime", "DER"), ("cms", "DER"), ("cms", "SMIME")], ids=" ".join)
def test_the_streamed_output_of_openssl_is_read(tmp_path, command):
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=tmp_path, check=True, capture_output=True)

    (tmp_path / "message").write_bytes(MESSAGE + b"y" * 20_000 + b"<a href='http://b.example/'>\r\n")
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "certificate", "-subj", "/CN=x")
    sign = "-sign", "-nodetach", "-stream", "-in", "message", "-signer", "certificate", "-inkey", "key"
    openssl(command[0], *sign, "-outform", command[1], "-out", "signed.eml" if command[1] == "SMIME" else "signed.p7m")
    (path,) = tmp_path.glob("signed.*")
    found, problems = read(str(path))
    assert ([uri for _, uri in found], problems) == (URIS, [])
