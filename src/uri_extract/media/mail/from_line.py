"""Recognise where a message begins in a mailbox: the ``From_`` line (RFC 4155, and older formats).

A body may contain an unquoted ``From `` at the start of a line. A line that begins a message has the date that delivery
programs write, and an empty line before it or a header field after it; or only an address, and after it a field that
messages begin with.
"""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Final

#: Bytes before the current place that stay in the window over a mailbox, and bytes at its end that may begin a needle.
KEPT: Final = 32

#: The maximum size of a From_ line and of lines after it that are examined; a longer line is not evidence.
MAX_LINE: Final = 998
MAX_NAME: Final = 76

#: Bytes after the line feed before a candidate that decide about it.
REACH: Final = 2 * MAX_LINE + MAX_NAME + 8

_DAY = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_MONTH = rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_TIME = rb"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
_ZONE = rb"(?: [A-Z+-][A-Z0-9:+-]{0,9})?"
# The format of asctime(), with a time zone before or after the year; or that of RFC 5322 §3.3.
_DATE = re.compile(
    _DAY + rb" +" + _MONTH + rb" +[0-9]{1,2} +" + _TIME + _ZONE + _ZONE + rb" +[0-9]{4}(?![0-9])"
    rb"|" + _DAY + rb", +[0-9]{1,2} +" + _MONTH + rb" +[0-9]{4} +[0-9]{1,2}:[0-9]{2}"
)  # fmt: skip
# The characters of a field's name (RFC 5322 §3.6.8).
_NAME: Final = bytes(byte for byte in range(0x21, 0x7F) if byte != 0x3A)
# Without a date, only an address, or the "-" of Netscape and its successors.
_SENDER = re.compile(rb"From +(?:-|[^ \t@]{1,200}@[^ \t@]{1,200}|[^ \t@]{1,200} at [^ \t@]{1,200})[ \t]*")

#: Fields that a message begins with, in lower case. If the date is missing, one of them must follow.
FIELDS: Final = frozenset(
    (
        b"return-path", b"received", b"from", b"date", b"to", b"cc", b"subject", b"message-id", b"sender", b"reply-to",
        b"delivered-to", b"x-original-to", b"envelope-to", b"delivery-date", b"mime-version", b"content-type",
        b"content-transfer-encoding", b"path", b"newsgroups", b"organization", b"in-reply-to", b"references",
        b"list-id", b"precedence", b"dkim-signature", b"authentication-results", b"received-spf", b"x-mailer",
        b"x-mozilla-status", b"x-uidl", b"status", b"x-status", b"content-length", b"lines", b"xref", b"approved",
        b"resent-from", b"resent-to", b"resent-date", b"errors-to", b"x-received", b"x-gm-thrid", b"arc-seal",
        b"x-gmail-labels", b"x-account-key", b"posted-date", b"article-i.d.", b"relay-version", b"posting-version",
    )
)  # fmt: skip


def dated(line: bytes) -> bool:
    """Return True if a ``From_`` line ends with a date and little after it."""
    found = None
    for found in _DATE.finditer(line):  # noqa: B007 - the last one counts
        pass
    return found is not None and len(line) - found.end() <= MAX_NAME


def field_name(line: bytes, at: int = 0) -> bytes | None:
    """Return the name of the header field that begins at ``at``, in lower case; None if none begins there."""
    colon = line.find(b":", at)
    if colon < 0 or line.startswith(b"//", colon + 1):
        return None
    name = line[at:colon].rstrip(b" \t")
    return name.lower() if 0 < len(name) <= MAX_NAME and not name.translate(None, _NAME) else None


def separates(window: bytes | bytearray, at: int, end: int, after_empty: bool) -> bool:
    """Return True if the ``From `` at ``at`` begins a message; ``after_empty``: it follows an empty line, or is first.

    The bytes of the window from ``at`` to ``end`` are :data:`REACH`, or all there are.
    """
    head = bytes(window[at : min(end, at + REACH)])
    line_end = head.find(b"\n")
    if line_end < 0:
        line_end = len(head)
    if line_end > MAX_LINE:
        return False
    line = head[:line_end].rstrip(b"\r")
    has_date = dated(line)
    if has_date and after_empty:
        return True
    if not has_date and not _SENDER.fullmatch(line):
        return False
    follows = line_end + 1
    if head.startswith(b">From ", follows):  # the previous From_ line, in mail that passed through UUCP
        follows = head.find(b"\n", follows) + 1 or len(head)
    name = field_name(head, follows)
    return name is not None and (has_date or name in FIELDS)
