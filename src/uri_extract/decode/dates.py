"""Dates of mail and HTTP (RFC 5322 §3.3, RFC 9110 §5.6.7) as RFC 3339 has them."""

from __future__ import annotations

import re
from typing import Final

# RFC 5322 §3.3, as nearly all programs write it.
_DATE: Final = re.compile(
    rb"\s*+(?:[A-Za-z]{3},)?\s*+(\d\d?)\s++([A-Za-z]{3})\s++(\d{4})\s++(\d\d):(\d\d)(?::(\d\d))?+\s*+"
    rb"(?:([+-])(\d\d)([0-5]\d)|(?:GMT|UTC?+|Z)\b)"
)
_MONTHS: Final = {
    name: number for number, name in enumerate(b"jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}


def date_of(value: bytes | None) -> str | None:
    """Return the value of a Date field (RFC 5322 §3.3) as a date and time of RFC 3339; None if it is not a date.

    A time without a zone, or in one that the sender does not tell, is in UTC (RFC 5322 §4.3).
    """
    if value is None:
        return None
    usual = _DATE.match(value)
    month = _MONTHS.get(usual[2].lower()) if usual else None
    if usual is None or month is None:
        return _unusual_date(value)
    day, year, hour, minute, second = (int(usual[group] or b"0") for group in (1, 3, 4, 5, 6))
    if not 0 < day < 32 or hour > 23 or minute > 59 or second > 60:
        return None
    zone = f"{usual[7].decode()}{usual[8].decode()}:{usual[9].decode()}" if usual[7] else "Z"
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone}"


def _unusual_date(value: bytes) -> str | None:
    """Return what Python's library makes of a date."""
    from datetime import timedelta, timezone
    from email.utils import parsedate_to_datetime

    try:
        date = parsedate_to_datetime(value.decode("ascii", "replace"))
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    offset = date.utcoffset() or timedelta(0)
    text = date.replace(tzinfo=timezone(offset), microsecond=0).isoformat()
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
