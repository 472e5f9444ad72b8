"""Dates of mail and HTTP are converted to the format of RFC 3339."""

import pytest

from uri_extract._compat._variants import load

interpreted = load("uri_extract.decode._header_values", False).date_of
date_of = load("uri_extract.decode._header_values").date_of

DATES = [
    (b" Thu, 1 Jan 2020 00:00:00 +0100", "2020-01-01T00:00:00+01:00"),
    (b"1 jan 2020 1:00 GMT", "2020-01-01T01:00:00Z"),
    (b"Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),  # RFC 9110 5.6.7
    (b"Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
    (b"Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
    (b"Mon Oct  1 00:05:23 GMT 2007", "2007-10-01T00:05:23Z"),
    (b"Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T09:55:06-06:00"),  # RFC 5322 A.1.1
    (b"21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06Z"),  # RFC 5322 A.6.2
    (b"Thu, 1 Jan 2020 00:00:00 EST (winter)", "2020-01-01T00:00:00-05:00"),
    (b"Tue, 30 Jun 2015 23:59:60 +0000", "2015-06-30T23:59:59+00:00"),
    (b"Mon,  2 Feb 2004 10:11:12 -0000", "2004-02-02T10:11:12-00:00"),
    (b"Mon, 31 Feb 2004 10:11:12 +0000", None),
    (b"Mon, 1 Foo 2004 10:11:12 +0000", None),
    (b"Mon, 1 Feb 2004 25:11:12 +0000", None),
    (b"29 Feb 2000 12:00 UT", "2000-02-29T12:00:00Z"),
    (b"29 Feb 1900 12:00 UT", None),
    (b"31 Apr 2004 12:00 Z", None),
    (b"1 Feb 0000 12:00 Z", None),
    (b"Oct 7 1:02:03 2007", "2007-10-07T01:02:03Z"),
    (b"Sun Oct 7 01:02:61 2007", None),
    (b"Sun Oct 7 01:02 UTC 2007", "2007-10-07T01:02:00Z"),
    (b"yesterday", None),
    (b"", None),
    (b"\xff" * 1000, None),
    (None, None),
]


@pytest.mark.parametrize(("value", "expected"), DATES)
def test_a_date_is_written_in_the_format_of_rfc_3339(value, expected):
    assert date_of(value) == expected


def test_both_variants_read_every_date_with_one_octet_changed_or_cut_off_alike():
    for value, _ in DATES[:12]:
        for at in range(len(value)):
            for changed in (
                value[:at],
                *(value[:at] + octet + value[at + 1 :] for octet in (b" ", b"1", b"Z", b":", b"\xff")),
            ):
                assert interpreted(changed) == date_of(changed), changed
