"""The signs that a reference in white space continues on the next line, and their weights.

Facts, not code: :mod:`uri_extract.scan._kernel` finds the signs and adds the weights. A weight is ten times a logarithm
of odds; ``corpora/derive_wraps.py`` derives it from line breaks whose truth is known, and counts each sign there.
"""

from __future__ import annotations

from math import exp

from uri_extract._compat._typing import Final, NamedTuple


class Sign(NamedTuple):
    """A sign: its weight, the number of ``places`` where it was seen, and how many of these were ``joins``."""

    weight: int
    joins: int
    places: int
    meaning: str


#: The sum before any sign is added.
START: Final = 2
#: From JOIN on the reference continues; from PERHAPS on the longer reading is an alternate (one chance in ten).
JOIN: Final = 0
PERHAPS: Final = -22

#: The sum if no reference continues with such a word.
NEVER: Final = -128

#: The most bytes of a leftover: text wrapped at one column and again at a smaller one has pairs of a full line and a
#: leftover.
LEFTOVER: Final = 4
#: The narrowest column at which programs wrap lines.
NARROWEST: Final = 50
#: A line that ends between these columns is full, as far as it shows without others.
FULL_FROM: Final = 60
FULL_TO: Final = 90

#: The probability that a reference continues: 1 / (1 + exp(-(LEVEL + SLOPE * sum / 10))), as ``derive_wraps.py`` finds
#: it in a sample of mail. CERTAIN, in per cent: for breaks that need no weighing, such as soft ones and filled lines.
LEVEL: Final = 0.2
SLOPE: Final = 0.8
CERTAIN: Final = 99


def chance(total: int) -> int:
    """Return the probability, in per cent, that a reference continues if weights have this sum."""
    return min(CERTAIN, round(100 / (1 + exp(-(LEVEL + SLOPE * total / 10)))))


#: The sum from which on a reference is joined, by option: nine of ten right, most that are right, or all that may be.
JOINS: Final = {"sure": 25, "likely": JOIN, "all": PERHAPS}

SIGNS: Final = {
    # Of the reference:
    "open": Sign(15, 284, 285, "it ends in - = & % _ # @, or the word begins with ? & or ~, or continues its query"),
    "ending": Sign(18, 87, 87, "it ends in a dot, and the next word is an extension, a top label or a number"),
    "slash": Sign(-1, 289, 574, "it ends in a slash"),
    "unfinished": Sign(3, 294, 296, "it is a link of a mail filter, without its end"),
    "host-cut": Sign(10, 84, 84, "the break is inside its host, before or after the first dot"),
    "cut": Sign(2, 526, 665, "the break is after a letter or digit"),
    # Of the two lines:
    "full": Sign(
        6,
        927,
        1306,
        f"its line ends between columns {FULL_FROM} and {FULL_TO}, where lines are wrapped, or has that width",
    ),
    "fits": Sign(-8, 12, 328, "there was room for the next word on the line"),
    "filled": Sign(
        3, 215, 217, "its line is cut at the same column as the previous or next one, and the next line is one word"
    ),
    "deeper": Sign(3, 49, 56, "the next line has more reply marks"),
    "soft": Sign(10, 118, 137, "one blank ends the line, as in format=flowed (RFC 3676)"),
    "outdent": Sign(-16, 14, 101, "the next line begins further left"),
    # Of the next line's first word:
    "closes": Sign(22, 109, 109, "it closes the bracket before the reference"),
    "alone": Sign(14, 999, 1101, "nothing else is on its line"),
    "delimited": Sign(9, 1002, 1162, "it holds / = % # ? _ or an inner dot"),
    "path-like": Sign(4, 1140, 1488, "it holds one of these, a digit, - or &"),
    "long": Sign(4, 895, 1060, "it has 11 letters or more"),
    "short": Sign(1, 57, 241, "it has one or two"),
    "prose": Sign(-10, 83, 679, "letters only, in one case or capitalised"),
    "capital": Sign(-11, 5, 502, "capitalised, in capitals, or of a script without blanks between words"),
    # Of what contradicts:
    "bad": Sign(
        -52,
        27,
        836,
        "it is a number, a label, a mail address, NAME=value, a new sentence, a comment; not cut inside a word; or "
        "there was room for it before column 66, where no program wraps",
    ),
}

# The bit of each sign, in their order.
OPEN: Final = 1 << 0
ENDING: Final = 1 << 1
SLASH: Final = 1 << 2
UNFINISHED: Final = 1 << 3
HOST_CUT: Final = 1 << 4
CUT: Final = 1 << 5
FULL: Final = 1 << 6
FITS: Final = 1 << 7
FILLED: Final = 1 << 8
DEEPER: Final = 1 << 9
SOFT: Final = 1 << 10
OUTDENT: Final = 1 << 11
CLOSES: Final = 1 << 12
ALONE: Final = 1 << 13
DELIMITED: Final = 1 << 14
PATH_LIKE: Final = 1 << 15
LONG: Final = 1 << 16
SHORT: Final = 1 << 17
PROSE: Final = 1 << 18
CAPITAL: Final = 1 << 19
BAD: Final = 1 << 20

# Signs without a weight. Of the word:
IMPOSSIBLE: Final = 1 << 21  # no reference continues with such a word
ENDLESS: Final = 1 << 22  # it is too long to be an alternate
PLAIN_WORD: Final = IMPOSSIBLE | ENDLESS  # the next line begins with a word of letters, after one that may end there
# Bad or not, depending on the end of the reference:
NUMBER: Final = 1 << 23  # the word is a number
HOST: Final = 1 << 24  # it is a host name
NAME: Final = 1 << 25  # it begins with "NAME="
ADDRESS: Final = 1 << 26  # it is a mail address
BEGINS_TEXT: Final = 1 << 27  # it begins with a capital or a digit, as few paths do
EARLY: Final = 1 << 28  # there was room for it before column 66


#: File extensions and top-level domains: they follow the last dot of a name.
ENDINGS: Final = frozenset(
    b"com org net edu gov mil int info biz name html htm shtml xhtml php asp aspx jsp cgi pdf txt gz bz2 xz zip tar "
    b"tgz png jpg jpeg gif svg xml rss ps git iso deb rpm exe doc jar js css json py java cpp csv patch diff".split()
)


def names(signs: int) -> list[str]:
    """Return the names of the signs whose bits are set."""
    return [name for place, name in enumerate(SIGNS) if signs & 1 << place]
