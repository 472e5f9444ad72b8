"""Dates of mail and HTTP (RFC 5322 §3.3, RFC 9110 §5.6.7) as RFC 3339 has them."""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Final

_TIME: Final = rb"(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d))?\s*+"
_ZONE: Final = rb"(?:(?P<sign>[+-])(?P<hours>\d\d)(?P<minutes>[0-5]\d)|(?:GMT|UTC|UT|Z)\b)"
_MONTH: Final = rb"(?P<month>[A-Za-z]{3})\s++"
# RFC 5322 §3.3, as nearly all programs write it; and as the C library does (RFC 9110 §5.6.7, "asctime-date").
_OF_MAIL: Final = re.compile(
    rb"\s*+(?:[A-Za-z]{3},)?\s*+(?P<day>\d\d?)\s++" + _MONTH + rb"(?P<year>\d{4})\s++" + _TIME + _ZONE
)
_OF_C: Final = re.compile(
    rb"\s*+(?:[A-Za-z]{3}\s++)?" + _MONTH + rb"(?P<day>\d\d?)\s++" + _TIME + rb"(?:(?:GMT|UTC)\s++)?(?P<year>\d{4})\b"
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
    found = _OF_MAIL.match(value) or _OF_C.match(value)
    month = None if found is None else _MONTHS.get(found["month"].lower())
    if found is None or month is None:
        return _unusual_date(value)
    from datetime import datetime

    numbers = (int(found[name] or b"0") for name in ("year", "day", "hour", "minute", "second"))
    year, day, hour, minute, second = numbers
    try:
        date = datetime(year, month, day, hour, minute, second - (second == 60))
    except ValueError:
        return None
    zone = "Z"
    offset = found.groupdict()  # a pattern of the C library has none
    if offset.get("sign"):
        zone = f"{offset['sign'].decode()}{offset['hours'].decode()}:{offset['minutes'].decode()}"
    return date.isoformat() + zone


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
