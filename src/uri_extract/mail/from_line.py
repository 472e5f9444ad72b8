"""Recognise where a message begins in a mailbox: the ``From_`` line (RFC 4155, and older formats).

A body may contain an unquoted ``From `` at the start of a line. A line that begins a message has the date that delivery
programs write, and an empty line before it or a header field after it; or only an address, and after it a field that
messages begin with.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.mail.fields import NAME_CHARACTERS

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


def field_name(text: bytes) -> bytes | None:
    """Return the name of the header field that begins the text, in lower case; None if it does not begin with one."""
    name, colon, value = text.partition(b":")
    name = name.rstrip(b" \t")
    is_name = (
        colon
        and 0 < len(name) <= MAX_NAME
        and not name.translate(None, NAME_CHARACTERS)
        and not value.startswith(b"//")
    )
    return name.lower() if is_name else None


def separates(window: bytes | bytearray, at: int, end: int, after_empty: bool) -> bool:
    """Return True if the ``From `` at ``at`` begins a message; ``after_empty``: it follows an empty line, or is first.

    The bytes of the window from ``at`` to ``end`` are :data:`REACH`, or all there are.
    """
    line, _, head = bytes(window[at : min(end, at + REACH)]).partition(b"\n")
    if len(line) > MAX_LINE:
        return False
    line = line.rstrip(b"\r")
    dates = [*_DATE.finditer(line)]
    has_date = bool(dates) and len(line) - dates[-1].end() <= MAX_NAME  # little follows the last one
    if has_date and after_empty:
        return True
    if not has_date and not _SENDER.fullmatch(line):
        return False
    if head.startswith(b">From "):  # the previous From_ line, in mail that passed through UUCP
        head = head.partition(b"\n")[2]
    name = field_name(head)
    return name is not None and (has_date or name in FIELDS)
