"""The signs that a reference in white space goes on in the next line, and the weight of each.

Facts, not code: :mod:`uri_extract.scan._wraps` finds the signs and adds up the weights. A weight is a tenth of a
logarithm of odds; ``corpora/derive_wraps.py`` derives them from places whose truth is known, with how often each sign
was seen there.
"""

from __future__ import annotations

from uri_extract._typing import Final, NamedTuple


class Sign(NamedTuple):
    """A sign: its weight, the number of ``places`` where it was seen, and how many of these were ``joins``."""

    weight: int
    joins: int
    places: int
    meaning: str


#: The sum before any sign is added.
START: Final = -1
#: From JOIN on a reference goes on; from PERHAPS on the reading that goes on is an alternate (one chance in ten).
JOIN: Final = 0
PERHAPS: Final = -22

SIGNS: Final = {
    # Of the reference:
    "open": Sign(15, 87, 87, "it ends in - = & % _ # @, or the next word begins with ? or &"),
    "ending": Sign(18, 58, 58, "it ends in a dot, and the next word is what follows dots: html, org, 5/"),
    "slash": Sign(-16, 205, 299, "it ends in a slash"),
    # Of the two lines:
    "full": Sign(13, 329, 455, "its line ends between columns 60 and 90, where lines are wrapped"),
    "fits": Sign(-10, 11, 201, "there was room for the next word on the line"),
    "soft": Sign(1, 39, 41, "one blank ends the line, as format=flowed leaves it (RFC 3676)"),
    "outdent": Sign(-20, 11, 68, "the next line begins further left"),
    # Of the next line's first word:
    "closes": Sign(37, 91, 91, "it closes the bracket before the reference"),
    "alone": Sign(30, 276, 317, "nothing else is on its line"),
    "delimited": Sign(18, 372, 398, "it holds / = % # ? _ or an inner dot"),
    "path-like": Sign(26, 423, 533, "it holds one of these, a digit, - or &"),
    "ends": Sign(7, 157, 169, "it is path-like, and a sentence ends with it"),
    "long": Sign(18, 343, 378, "it has 11 letters or more"),
    "short": Sign(-19, 4, 81, "it has one or two"),
    "prose": Sign(-10, 45, 274, "letters only, or Capitalised"),
    "capital": Sign(-16, 2, 188, "Capitalised, or of a script that does not divide words"),
    # Decides by itself:
    "bad": Sign(
        0,
        28,
        332,
        "it is a number, a label, a mail address, NAME=value, a new sentence; not cut inside a word; or there was room "
        "for it before column 66, where no program wraps",
    ),
}

# Seen beside them, without a weight. Of the word:
IMPOSSIBLE: Final = 1 << 20  # no reference goes on with such a word
ENDLESS: Final = 1 << 21  # it is too long to be an alternate
# Bad or not, depending on the reference's end:
NUMBER: Final = 1 << 22  # it is a short one
HOST: Final = 1 << 23  # it is a host's name
FRAGMENT: Final = 1 << 19  # a fragment begins in it
NAME: Final = 1 << 24  # it begins with "NAME="
DEEPER: Final = 1 << 25  # its line has one reply mark more
# Of the break, each in the sum by other signs:
EARLY: Final = 1 << 26  # there was room for the word before column 66
HOST_CUT: Final = 1 << 27  # it is inside the host, before or after its first dot
CUT: Final = 1 << 28  # it is after a letter, on a full line without room for a word like this
#: With IMPOSSIBLE: the next line begins with a word of letters, after a reference that may end there.
PLAIN_WORD: Final = 1 << 30


def bit(name: str) -> int:
    """Return the bit that stands for the sign."""
    return 1 << list(SIGNS).index(name)


def names(signs: int) -> list[str]:
    """Return the names of the signs whose bits are set."""
    return [name for name in SIGNS if signs & bit(name)]
