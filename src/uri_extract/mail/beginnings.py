"""Recognise mail by its first bytes: a message or a mailbox of no declared type."""

from __future__ import annotations

from uri_extract._compat._ascii import COLON
from uri_extract._compat._typing import Final
from uri_extract.mail.from_line import FIELDS, field_name, separates

MESSAGE: Final = "message/rfc822"
MAILBOX: Final = "application/mbox"
OUTLOOK: Final = "application/vnd.ms-outlook"

# The signature of compound files, in which Office wrote all documents; the name says if it is a message.
COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# The first bytes of MMDF and Babyl files.
_MARKS = (b"\x01\x01\x01\x01\n", b"\x01\x01\x01\x01\r\n", b"BABYL OPTIONS:")
# The first byte of those, of "From ", and of white space or nothing.
_FIRST = frozenset((b"", b"F", *(mark[:1] for mark in _MARKS)))

# A message has one of these fields, and one more of FIELDS. Other texts that begin with fields (PEPs, packages, HTTP,
# front matter) have titles, authors, versions and dates, but no sender.
_TELLING = frozenset(
    (
        b"from", b"received", b"return-path", b"message-id", b"mime-version", b"delivered-to", b"newsgroups",
        b"x-mozilla-status", b"resent-from",
    )
)  # fmt: skip


def mail(beginning: bytes, final: bool, named: bool = False) -> str | None:
    """Return the media type of mail with these first bytes, "" for anything else, None if more bytes are needed.

    ``named``: its file name means a message, so that one field is enough.
    """
    if beginning[:1] in _FIRST:
        if beginning.startswith(_MARKS):
            return MAILBOX
        if not final and any(mark.startswith(beginning) for mark in _MARKS):
            return None
        if not final and beginning.startswith(b"From ") and beginning.count(b"\n") < 3:
            return None
        if beginning.startswith(b"From ") and field_name(beginning) is None:
            return MAILBOX if separates(beginning, 0, len(beginning), after_empty=True) else ""
    return _message(beginning, final, 1 if named else 2)


def _message(beginning: bytes, final: bool, enough: int) -> str | None:
    first, ends, _ = beginning.partition(b"\n")
    if (ends or final) and (COLON not in first or field_name(first) is None):  # as in nearly all other documents
        return ""
    lines = beginning.split(b"\n")
    if not final:
        lines.pop()  # it may continue
    names: set[bytes] = set()
    stamps = 0  # Received fields: if no other fields are seen, two are enough
    for line in lines:
        if line.startswith((b" ", b"\t")) and names:
            continue
        name = field_name(line)
        if name is None:
            if line.strip(b"\r"):
                enough += 1  # if the empty line is missing, or a field is invalid
            break
        names.add(name)
        stamps += name == b"received"
    else:
        if not final:
            return None
    known = names & FIELDS
    return MESSAGE if len(known) + (stamps > 1) >= enough and (enough == 1 or known & _TELLING) else ""
