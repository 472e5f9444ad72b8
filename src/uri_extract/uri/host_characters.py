"""What is known of each character of a host: what it is mapped to (UTS #46), and what may deceive about it (UTS #39).

Characters are mapped as UTS #46 §4 does, nontransitional as browsers are: case folded, compatibility characters
replaced, invisible ones left out; ``ß`` and ``ς`` stay. Only characters of Unicode 3.2 are mapped, the one version that
every Python has; those that came later are compared as they are.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

#: Characters of a label (RFC 1035 §2.3.4).
LONGEST_LABEL = 63

#: Bits of what is known of a character of a host (:func:`facts_of`): that they are; it is mapped to other characters;
#: what it is mapped to may be composed with what is beside it, so names that have it are mapped as a whole.
KNOWN, MAPPED, COMPOSED = 1, 2, 4
#: It may not be seen; a browser replaces it by ASCII; it looks like letters of ASCII, or is one.
UNSEEN_IN_HOST, TO_ASCII, LOOKALIKE = 8, 16, 32
#: A label of such characters alone, in one script, is safe to display; it ends a label.
SHOWN, IS_DOT = 64, 128
#: The number of its script is in the bits from this one on; none is 0.
SCRIPT = 8
#: Of a host, beside those of its characters: it has a label that may deceive, or ASCII that is percent-encoded.
LABELS, ENCODED_ASCII = 1, 2

# Characters that are remembered.
_MOST_REMEMBERED = 4096
#: Also dots, in a host (UTS #46 §4).
DOTS = "\u3002\uff0e\uff61"
#: Invisible characters that are left out (UTS #46 §4, "ignored").
IGNORED = frozenset(
    [
        *(0xAD, 0x34F, 0x180B, 0x180C, 0x180D, 0x180F, 0x200B, 0x2060, 0x2064, 0xFEFF),
        *(*range(0xFE00, 0xFE10), *range(0x1BCA0, 0x1BCA4), *range(0xE0100, 0xE01F0)),
    ]
)
#: Zero-width non-joiner and joiner: they belong between letters of scripts that join them (RFC 5892 Appendix A), as
#: variation selectors do after symbols.
JOINERS = frozenset(["\u200c", "\u200d", *map(chr, range(0xFE00, 0xFE10))])
#: Marks, embeddings, overrides and isolates of the direction (UAX #9 §2): no host holds one (RFC 5892), and none is to
#: be in an IRI (RFC 3987 §4.1).
BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# What may not be seen in a host.
_MAY_BE_UNSEEN = JOINERS | BIDI_CONTROLS | frozenset(map(chr, IGNORED))
#: Characters that are not seen, in a path or a query: soft hyphen, Mongolian vowel separator, zero-width space, word
#: joiner, byte order mark. The joiners are letters there, in words of Persian and of India.
UNSEEN = frozenset("\xad\u180e\u200b\u2060\ufeff")
# Characters that are mapped otherwise than they are folded: deviations of IDNA 2003, which nontransitional processing
# keeps (UTS #46 §7), the capital of one, and those that are left out.
_SPECIAL = {
    "ß": "ß",
    "ẞ": "ß",
    "ς": "ς",
    "\u200c": "\u200c",
    "\u200d": "\u200d",
    **dict.fromkeys(map(chr, IGNORED), ""),
}


def mapped(name: str) -> str:
    """Return a name mapped (UTS #46 §4, steps 1 and 2); only dots that are dots there make labels."""
    from unicodedata import ucd_3_2_0 as unicode

    name = with_full_stops(name)
    return name if is_mapped(name) else unicode.normalize("NFC", name.translate(IN_NAMES))


def with_full_stops(name: str) -> str:
    """Return a name whose dots are full stops (UTS #46 §4)."""
    for dot in DOTS:
        name = name.replace(dot, ".")
    return name


def is_mapped(name: str) -> bool:
    """Return True if each character of a host is mapped to itself, and none is composed with others, as in most."""
    from unicodedata import ucd_3_2_0 as unicode

    return unicode.normalize("NFKC", name) == name == name.casefold() and _SPECIAL.keys().isdisjoint(name)


def map_characters(name: str) -> str:
    """Return the characters of a host as each is mapped (UTS #46 §4, step 1): lower case, nothing if it is ignored."""
    return name if is_mapped(name) else name.translate(_MAPPING)


class Remembered(dict[int, "Any"]):
    """What a function returns for characters, by their code points: for the last few thousand that were asked for."""

    def __init__(self, known: Callable[[str], Any]) -> None:
        self._known = known

    def __missing__(self, point: int) -> Any:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        found = self[point] = self._known(chr(point))
        return found


def _mapped_character(character: str) -> str:
    """Return what a character is mapped to, itself if it is not."""
    from unicodedata import ucd_3_2_0 as unicode

    special = _SPECIAL.get(character)
    if special is not None or unicode.category(character) == "Cn":
        return character if special is None else special
    return unicode.normalize("NFKC", unicode.normalize("NFKC", character).casefold())


def _mapped_in_name(character: str) -> str:
    """Return what a character of a name is mapped to: "℀" must not become "a/c", nor "…" three dots."""
    if character in DOTS:
        return "."
    to = _MAPPING[ord(character)]
    keeps = character.isascii() or all(not each.isascii() or each.isalnum() or each == "-" for each in to)
    return to if keeps else character


_MAPPING = Remembered(_mapped_character)
#: What each character of a name is mapped to.
IN_NAMES = Remembered(_mapped_in_name)


def facts_of(character: str) -> int:
    """Return the bits of what is known of a character of a host."""
    from uri_extract.uri.confusables import ascii_lookalike
    from uri_extract.uri.scripts import is_always_shown, number_of_script

    to = IN_NAMES[ord(character)]
    facts = KNOWN | number_of_script(character) << SCRIPT
    if to != character:
        facts |= MAPPED
    if not all(map(_is_never_composed, to)):
        facts |= COMPOSED
    if character in _MAY_BE_UNSEEN:
        facts |= UNSEEN_IN_HOST
    if _becomes_ascii(character):
        facts |= TO_ASCII
    if ascii_lookalike(character.lower()) is not None:
        facts |= LOOKALIKE
    if is_always_shown(character):
        facts |= SHOWN
    if to == ".":
        facts |= IS_DOT
    return facts


def _is_never_composed(character: str) -> bool:
    """Return True if a character is the same in NFC, whatever is beside it; it may be False for others as well.

    Marks are composed with what precedes them, and vowels and final consonants of Hangul.
    """
    from unicodedata import ucd_3_2_0 as unicode

    if unicode.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff":
        return False
    return unicode.normalize("NFC", character) == character


def _becomes_ascii(character: str) -> bool:
    """Return True if a character beyond ASCII is replaced by ASCII (UTS #46 §4): full-width, in a circle, a dot."""
    from unicodedata import ucd_3_2_0 as unicode

    if character.isascii() or character in DOTS:
        return not character.isascii()
    mapped = unicode.normalize("NFKC", character)
    return mapped != "" and mapped.isascii()
