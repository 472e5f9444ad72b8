"""Digests that are not multiparts: messages in the text of a message (RFC 1153), or forwarded that way (RFC 934)."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.mail.from_line import FIELDS, field_name

#: The beginning of a boundary, with the line feed before it.
HYPHENS: Final = b"\n-------"

#: The number of bytes from a boundary on that decide about it.
REACH: Final = 2048

_LINES = 10  # of a header that are examined

# RFC 1153 §2: seventy hyphens after the preamble, thirty between messages; RFC 934: as mail programs write them.
_PREAMBLE = re.compile(rb"-{70}[ \t]*\r?\n")
_BETWEEN = re.compile(rb"-{30}[ \t]*\r?\n")
_FORWARDED = re.compile(rb"-{7,12} (?:start of |begin )?(?:forwarded )?messages?(?: [0-9]+)?[ -]*\r?\n", re.IGNORECASE)
_EMPTY = re.compile(rb"(?:[ \t]*\r?\n){1,4}")


def possible(header: bytes) -> bool:
    """Return True if a body with this header, in lower case, may be a digest: it is unencoded text."""
    return not (b"multipart/" in header or b"base64" in header or b"quoted-printable" in header)


class Digest:
    """The digest that a message may be, and the ``name`` of its current enclosed message."""

    def __init__(self, message: str) -> None:
        self._message = message
        self._count = 0
        self._between: re.Pattern[bytes] | None = None  # the boundary between messages, once one has begun

    @property
    def name(self) -> str:
        """The name of the enclosed message, which is in the text of the message, its first part."""
        return f"{self._message}!1!{self._count}"

    def offset_of_message(self, window: bytes, at: int) -> int:
        """Return the distance from ``at`` to the message after the boundary there; 0 if there is none."""
        for pattern in (self._between,) if self._between else (_PREAMBLE, _FORWARDED):
            line = pattern.match(window, at, at + REACH)
            empty = line and _EMPTY.match(window, line.end(), at + REACH)
            if empty and _is_header(window[empty.end() : at + REACH]):
                self._between = _FORWARDED if pattern is _FORWARDED else _BETWEEN
                self._count += 1
                return empty.end() - at
        return 0


def _is_header(text: bytes) -> bool:
    """Return True if a message header begins the text: two fields of FIELDS are in its first lines."""
    known = 0
    for line in text.split(b"\n", _LINES)[:_LINES]:
        name = field_name(line)
        if name is None and not line.startswith((b" ", b"\t")):
            break
        known += name in FIELDS
    return known >= 2
