"""Mailboxes whose references are all known: each is found, in order, in its part."""

import importlib.util
import io
from pathlib import Path

import pytest
from tests.scanners import Scanner

from uri_extract import extract

SCRIPT = Path(__file__).parents[2] / "corpora" / "make_mail.py"
SPEC = importlib.util.spec_from_file_location("make_mail", SCRIPT)
make_mail = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(make_mail)


def made(seed, messages, variant):
    data, expected = [], []
    for message in make_mail.mailbox(seed, messages, variant, "m"):
        data.append(message.data)
        expected += message.expected
    return b"".join(data), expected


def read(data, cut, **options):
    scanner = Scanner("application/mbox", document="m", **options)
    found = []
    for at in range(0, len(data), cut):
        found += scanner.feed(data[at : at + cut])
    return found + scanner.close()


@pytest.mark.long
@pytest.mark.parametrize("variant", make_mail.VARIANTS)
def test_all_references_are_found_in_order(variant, kernel):
    messages = 400 if kernel().compiled else 40
    data, expected = made(1, messages, variant)
    assert [(each.document, each.reference) for each in read(data, 1 << 18, kernel=kernel)] == expected


@pytest.mark.parametrize("variant", make_mail.VARIANTS)
@pytest.mark.parametrize("cut", [1, 7, 61, 1000])
def test_generated_mail_is_read_alike_at_every_cut(variant, cut):
    data, _ = made(2, 12, variant)
    assert read(data, cut) == read(data, len(data))


@pytest.mark.parametrize("variant", make_mail.VARIANTS)
def test_with_carriage_returns(variant):
    if variant in ("mboxcl", "mboxcl2"):
        pytest.skip("Content-Length counts the bytes that were there")
    data, expected = made(3, 60, variant)
    found = read(data.replace(b"\n", b"\r\n"), 5000)
    assert [(each.document, each.reference) for each in found] == expected


def test_a_file_of_it_is_recognised():
    data, expected = made(4, 10, "mboxrd")
    assert [each.reference for each in extract(io.BytesIO(data))] == [reference for _, reference in expected]


def test_one_seed_generates_one_message():
    assert made(5, 20, "mboxo") == made(5, 20, "mboxo")
    assert made(5, 20, "mboxo") != made(6, 20, "mboxo")
