"""Convert dates of mail and HTTP (RFC 5322 §3.3, RFC 9110 §5.6.7) to RFC 3339."""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.scan import variant

_KERNEL: Any = variant("uri_extract.decode._header_values")


def date_of(value: bytes | None) -> str | None:
    """Return the value of a Date field (RFC 5322 §3.3) as a date and time of RFC 3339; None if it is not a date.

    A time without a zone, or in the unknown zone "-0000", is in UTC (RFC 5322 §4.3).

    >>> date_of(b"Sun, 06 Nov 1994 08:49:37 GMT")
    '1994-11-06T08:49:37Z'
    """
    date: str | None = _KERNEL.date_of(value)
    return date
