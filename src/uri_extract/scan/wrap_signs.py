"""The signs by which a reference in white space is believed to go on in the next line, and what each weighs.

Facts, not code: :mod:`uri_extract.scan._wraps` sees the signs and adds up the weights. A weight is a tenth of a
logarithm of odds; ``corpora/derive_wraps.py`` derives them from places whose truth is known, and says how often each
sign was seen there.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Sign(NamedTuple):
    """A sign: its weight, and of the ``places`` where it was seen how many were ``joins``."""

    weight: int
    joins: int
    places: int
    meaning: str


#: What speaks before any sign does.
START: Final = -3
#: From this sum on a reference goes on; from that one on the reading that goes on is an alternate (one chance in ten).
JOIN: Final = 0
PERHAPS: Final = -22

SIGNS: Final = {
    # Of the reference:
    "open": Sign(21, 87, 87, "it ends in - = & % _ # @, or the next word begins with ? or &"),
    "ending": Sign(19, 58, 58, "it ends in a dot, and the next word is what stands behind dots: html, org, 5/"),
    "slash": Sign(-18, 204, 298, "it ends in a slash"),
    # Of the two lines:
    "full": Sign(14, 328, 454, "its line ends between columns 60 and 90, where lines are wrapped"),
    "fits": Sign(-17, 11, 204, "there was room for the next word on the line"),
    "soft": Sign(13, 39, 41, "one blank ends the line, as format=flowed leaves it (RFC 3676)"),
    "outdent": Sign(-20, 11, 68, "the next line begins further left"),
    # Of the next line's first word:
    "closes": Sign(36, 90, 90, "it closes the bracket that stands before the reference"),
    "alone": Sign(31, 276, 319, "nothing else is on its line"),
    "delimited": Sign(21, 372, 401, "it holds / = % # ? _ or an inner dot"),
    "path-like": Sign(23, 423, 536, "it holds one of these, a digit, - or &"),
    "ends": Sign(7, 157, 169, "it is path-like, and a sentence ends with it"),
    "long": Sign(24, 343, 380, "it has 11 letters or more"),
    "short": Sign(-20, 4, 82, "it has one or two"),
    "prose": Sign(-8, 44, 273, "letters only, or Capitalised"),
    "capital": Sign(-17, 2, 188, "Capitalised, or of a script that does not divide words"),
    # It ends the matter, whatever the others say:
    "bad": Sign(
        0, 15, 291, "it is a number, a label, a mail address, NAME=value, a new sentence, or not cut inside a word"
    ),
}


def bit(name: str) -> int:
    """Return the bit that stands for the sign."""
    return 1 << list(SIGNS).index(name)


def names(signs: int) -> list[str]:
    """Return the names of the signs whose bits are set."""
    return [name for name in SIGNS if signs & bit(name)]
