"""Dates of mail and HTTP (RFC 5322 §3.3, RFC 9110 §5.6.7) as RFC 3339 has them."""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Final

_TIME: Final = rb"(\d\d):(\d\d)(?::(\d\d))?\s*+"
_ZONE: Final = rb"(?:([+-]\d\d)([0-5]\d)|(?:GMT|UTC|UT|Z)\b)"
_MONTH: Final = rb"([A-Za-z]{3})\s++"
# RFC 5322 §3.3, as nearly all programs write it; and as the C library does (RFC 9110 §5.6.7, "asctime-date").
_OF_MAIL: Final = re.compile(rb"\s*+(?:[A-Za-z]{3},)?\s*+(\d\d?)\s++" + _MONTH + rb"(\d{4})\s++" + _TIME + _ZONE)
_OF_C: Final = re.compile(
    rb"\s*+(?:[A-Za-z]{3}\s++)?" + _MONTH + rb"(\d\d?)\s++" + _TIME + rb"(?:(?:GMT|UTC)\s++)?(\d{4})\b"
)
_MONTHS: Final = {
    name: b"%02d" % number for number, name in enumerate(b"jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}


def date_of(value: bytes | None) -> str | None:
    """Return the value of a Date field (RFC 5322 §3.3) as a date and time of RFC 3339; None if it is not a date.

    A time without a zone, or in one that the sender does not tell, is in UTC (RFC 5322 §4.3).
    """
    if value is None:
        return None
    found = _OF_MAIL.match(value)
    if found is not None:
        day, name, year, hour, minute, second, hours, minutes = found.groups()
    else:
        found = _OF_C.match(value)
        if found is None:
            return _unusual_date(value)
        name, day, hour, minute, second, year = found.groups()
        hours = None
    month = _MONTHS.get(name.lower())
    if month is None:
        return _unusual_date(value)
    if hour > b"23" or minute > b"59" or year == b"0000" or not 0 < int(day) <= 31 or (second or b"") > b"60":
        return None
    if int(day) > 28:
        from calendar import monthrange

        if int(day) > monthrange(int(year), int(month))[1]:
            return None
    second = b"59" if second == b"60" else second or b"00"
    zone = b"%b:%b" % (hours, minutes) if hours else b"Z"
    return (b"%b-%b-%bT%b:%b:%b%b" % (year, month, day.rjust(2, b"0"), hour, minute, second, zone)).decode()


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
