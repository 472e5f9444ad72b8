"""Limits of the marks of defanged references, and the classes of bytes in and around them, a bit each."""

from __future__ import annotations

from uri_extract._compat._typing import Any, Final
from uri_extract.errors import InvalidOption, InvalidOptionValue
from uri_extract.limits import MAX_MARK, MAX_MARKS

#: The maximum size of a mark together with the bytes examined before and after it.
REACH: Final = 96

#: Brackets that open and close a mark; people mix them up.
OPENS: Final = 1
CLOSES: Final = 2
#: Letters and digits; letters and digits including those beyond ASCII.
ALNUM: Final = 4
WORD: Final = 8
#: Bytes of a host's label; bytes of a host.
LABEL: Final = 16
NAME: Final = 32
#: Bytes beside a dot in a host or a path segment.
SEGMENT: Final = 64
#: Bytes of an address before the "@" (RFC 5321 §4.1.2).
LOCAL: Final = 128

_ALNUM: Final = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BEYOND: Final = bytes(range(0x80, 0x100))
_MEMBERS: Final = {
    OPENS: b"[({",
    CLOSES: b"])}",
    ALNUM: _ALNUM,
    WORD: _ALNUM + _BEYOND,
    LABEL: _ALNUM + b"-",
    NAME: _ALNUM + b"-.",
    SEGMENT: _ALNUM + b"_%-" + _BEYOND,
    LOCAL: _ALNUM + b".!#$%&'*+-_~",
}

#: The classes of each byte.
CLASSES: Final = bytes(sum(bit for bit, members in _MEMBERS.items() if byte in members) for byte in range(256))


def marks_of(refang: Any) -> Any:
    """Return the option ``refang``: False, True, or the marks of a mapping as pairs, each a mark and what it means.

    Raises :class:`InvalidOption` or :class:`InvalidOptionValue`.
    """
    if refang is True or refang is False:
        return refang
    try:
        marks = dict(refang)
    except (TypeError, ValueError):
        marks = {0: ""}
    if isinstance(refang, str) or not all(isinstance(each, str) for pair in marks.items() for each in pair):
        raise InvalidOption(f"refang must be True, False or a mapping of str to str, not {type(refang).__name__}")
    if len(marks) > MAX_MARKS:
        raise InvalidOptionValue(f"refang has {len(marks)} marks, more than {MAX_MARKS}")
    for mark, meaning in marks.items():
        fault = _fault(mark, meaning)
        if fault:
            raise InvalidOptionValue(f"refang: invalid mark {mark[:MAX_MARK]!r}: {fault}")
    return tuple(marks.items()) or True


def _fault(mark: str, meaning: str) -> str | None:
    """Return the reason why a text cannot be a mark with this meaning; None if it can."""
    if not meaning or any(each <= " " or each == "\x7f" for each in meaning):
        return "it must mean one or more characters, without blanks and control characters"
    if max(len(each.encode("utf-8", "surrogatepass")) for each in (mark, meaning)) > MAX_MARK:
        return f"it or its meaning has more than {MAX_MARK} bytes"
    if any(each < " " or "\ud800" <= each <= "\udfff" for each in mark + meaning):
        return "it has a line break or another control character, or cannot be written in UTF-8"
    if mark == meaning:
        return "it means itself"
    if not mark.strip(" ") or (len(mark) == 1 and mark.isascii()):
        return "a blank or a single ASCII character is ordinary text"
    return None
