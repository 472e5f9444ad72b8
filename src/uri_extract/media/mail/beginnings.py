"""How mail begins: what tells a message, or a mailbox, from text of no declared type."""

from __future__ import annotations

from uri_extract._ascii import COLON
from uri_extract._typing import Final
from uri_extract.media.mail.from_line import FIELDS, field_name, separates

MESSAGE: Final = "message/rfc822"
MAILBOX: Final = "application/mbox"
OUTLOOK: Final = "application/vnd.ms-outlook"

# Compound files hold all that Office wrote; the name says whether it is a message.
COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# What MMDF and Babyl begin with.
_MARKS = (b"\x01\x01\x01\x01\n", b"\x01\x01\x01\x01\r\n", b"BABYL OPTIONS:")
# The first byte of those, of "From ", and of what is not there yet.
_FIRST = frozenset((b"", b"F", *(mark[:1] for mark in _MARKS)))

# Of these a message has one, and of FIELDS another. Other texts that begin with fields (PEPs, packages, HTTP, front
# matter) have titles, authors, versions and dates, but no sender.
_TELLING = frozenset(
    (
        b"from", b"received", b"return-path", b"message-id", b"mime-version", b"delivered-to", b"newsgroups",
        b"x-mozilla-status", b"resent-from",
    )
)  # fmt: skip


def mail(beginning: bytes, final: bool, named: bool = False) -> str | None:
    """Return the media type of mail that begins so, "" where it is not one, None where more of it must be seen.

    ``named``: its name ends as those of messages do, so that one field is enough.
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
    if (ends or final) and (COLON not in first or field_name(first) is None):  # as nearly all other documents
        return ""
    lines = beginning.split(b"\n")
    if not final:
        lines.pop()  # it may go on
    names: set[bytes] = set()
    stamps = 0  # Received fields: where they fill what is seen, two are enough
    for line in lines:
        if line.startswith((b" ", b"\t")) and names:
            continue
        name = field_name(line)
        if name is None:
            if line.strip(b"\r"):
                enough += 1  # where the empty line is missing, or a field broken
            break
        names.add(name)
        stamps += name == b"received"
    else:
        if not final:
            return None
    known = names & FIELDS
    return MESSAGE if len(known) + (stamps > 1) >= enough and (enough == 1 or known & _TELLING) else ""
