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
    """Return the option ``refang``: False, True, or the pairs of a mapping, each a mark and what it means.

    Raises :class:`InvalidOption`, and :class:`InvalidOptionValue` for a mark that would change ordinary text.
    """
    if refang is True or refang is False:
        return refang
    marks = refang if isinstance(refang, tuple) else tuple(refang.items()) if hasattr(refang, "items") else None
    if marks is None:
        raise InvalidOption(f"refang must be True, False or a mapping of str to str, not {type(refang).__name__}")
    if not all(isinstance(each, str) for pair in marks for each in pair):
        raise InvalidOption("refang: a mark and what it means must be strings, such as '[punkt]' and '.'")
    if len(marks) > MAX_MARKS:
        raise InvalidOptionValue(f"refang has {len(marks)} marks, more than {MAX_MARKS}")
    for mark, meaning in marks:
        both = mark + meaning
        if not both.isprintable() or " " in meaning or len(both.encode()) > MAX_MARK:
            fault = f"it and its meaning have more than {MAX_MARK} bytes or control characters, or its meaning a blank"
        elif not meaning or mark == meaning or not mark.strip(" ") or (len(mark) == 1 and mark.isascii()):
            fault = "it is ordinary text, as a single ASCII character is, or it means itself or nothing"
        else:
            continue
        raise InvalidOptionValue(f"refang: invalid mark {mark[:MAX_MARK]!r}: {fault}")
    return marks or True
