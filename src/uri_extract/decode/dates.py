"""Dates of mail and HTTP (RFC 5322 §3.3, RFC 9110 §5.6.7) as RFC 3339 has them."""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Final

_TIME: Final = r"(\d\d):(\d\d)(?::(\d\d))?\s*+"
_ZONE: Final = r"(?:([+-]\d\d)([0-5]\d)|(?:GMT|UTC|UT|Z)\b)"
_MONTH: Final = r"([A-Za-z]{3})\s++"
# RFC 5322 §3.3, as nearly all programs write it; and as the C library does (RFC 9110 §5.6.7, "asctime-date").
_OF_MAIL: Final = re.compile(
    r"\s*+(?:[A-Za-z]{3},)?\s*+(\d\d?)\s++" + _MONTH + r"(\d{4})\s++" + _TIME + _ZONE, re.ASCII
)
_OF_C: Final = re.compile(
    r"\s*+(?:[A-Za-z]{3}\s++)?" + _MONTH + r"(\d\d?)\s++" + _TIME + r"(?:(?:GMT|UTC)\s++)?(\d{4})\b", re.ASCII
)
_NAMES: Final = "jan feb mar apr may jun jul aug sep oct nov dec"
_MONTHS: Final = {name: f"{number:02}" for number, name in enumerate(_NAMES.split(), 1)}


def date_of(value: bytes | None) -> str | None:
    """Return the value of a Date field (RFC 5322 §3.3) as a date and time of RFC 3339; None if it is not a date.

    A time without a zone, or in one that the sender does not tell, is in UTC (RFC 5322 §4.3).
    """
    if value is None:
        return None
    text = value.decode("latin-1")
    found = _OF_MAIL.match(text)
    if found is not None:
        day, name, year, hour, minute, second, hours, minutes = found.groups()
    else:
        found = _OF_C.match(text)
        if found is None:
            return _unusual_date(value)
        name, day, hour, minute, second, year = found.groups()
        hours = None
    month = _MONTHS.get(name.lower())
    if month is None:
        return _unusual_date(value)
    number = int(day)
    if hour > "23" or minute > "59" or year == "0000" or not 0 < number <= 31 or (second and second > "60"):
        return None
    if number > 28:
        from calendar import monthrange

        if number > monthrange(int(year), int(month))[1]:
            return None
    second = "59" if second == "60" else second or "00"
    return f"{year}-{month}-{number:02}T{hour}:{minute}:{second}{f'{hours}:{minutes}' if hours else 'Z'}"


def _unusual_date(value: bytes) -> str | None:
    """Return what Python's library makes of a date."""
    from datetime import timedelta, timezone
    from email.utils import parsedate_to_datetime

    try:
        date = parsedate_to_datetime(value.decode("ascii", "replace"))
        offset = date.utcoffset() or timedelta(0)
        text = date.replace(tzinfo=timezone(offset), microsecond=0).isoformat()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
