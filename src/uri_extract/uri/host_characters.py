"""The properties of each character in a host: its mapping (UTS #46), and signs that it may deceive (UTS #39).

Characters are mapped by UTS #46 §4, nontransitional as in browsers: case folded, compatibility characters replaced,
invisible ones removed; ``ß`` and ``ς`` stay. Only characters of Unicode 3.2 are mapped, the version that every Python
has; later ones are compared unchanged.
"""

from __future__ import annotations

from collections.abc import Callable

from uri_extract._compat._typing import Any

#: Characters of a label (RFC 1035 §2.3.4).
LONGEST_LABEL = 63

#: Properties of a character in a host, as bits (:func:`facts_of`): they are computed; it is mapped to other characters;
#: its mapping may be composed with its neighbours (NFC), so names with it are mapped as a whole.
KNOWN, MAPPED, COMPOSED = 1, 2, 4
#: It may be invisible; a browser replaces it by ASCII; it looks like ASCII letters, or is one.
UNSEEN_IN_HOST, TO_ASCII, LOOKALIKE = 8, 16, 32
#: A label with only such characters, in one script, is safe to display; it ends a label.
SHOWN, IS_DOT = 64, 128
#: The number of its script is in the bits from this one on; 0 without a script.
SCRIPT = 8
#: Signs of a host, besides those of its characters: a label that may deceive, percent-encoded ASCII.
LABELS, ENCODED_ASCII = 1, 2

# The number of characters that are cached.
_MOST_REMEMBERED = 4096
#: Characters that are dots in a host too (UTS #46 §4).
DOTS = "\u3002\uff0e\uff61"
#: Invisible characters that are removed (UTS #46 §4, "ignored").
IGNORED = frozenset(
    [
        *(0xAD, 0x34F, 0x180B, 0x180C, 0x180D, 0x180F, 0x200B, 0x2060, 0x2064, 0xFEFF),
        *(*range(0xFE00, 0xFE10), *range(0x1BCA0, 0x1BCA4), *range(0xE0100, 0xE01F0)),
    ]
)
#: Zero-width non-joiner and joiner: they belong between letters of scripts that join them (RFC 5892 Appendix A), as
#: variation selectors do after symbols.
JOINERS = frozenset(["\u200c", "\u200d", *map(chr, range(0xFE00, 0xFE10))])
#: Bidi controls: marks, embeddings, overrides and isolates (UAX #9 §2). They are not allowed in a host (RFC 5892), and
#: should not be in an IRI (RFC 3987 §4.1).
BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Characters that may be invisible in a host.
_MAY_BE_UNSEEN = JOINERS | BIDI_CONTROLS | frozenset(map(chr, IGNORED))
#: Invisible characters in a path or query: soft hyphen, Mongolian vowel separator, zero-width space, word joiner, byte
#: order mark. The zero-width joiners are not listed: Persian and Indian languages need them in words.
UNSEEN = frozenset("\xad\u180e\u200b\u2060\ufeff")
# Characters whose mapping is not their case folding: the deviations of IDNA 2003, which nontransitional processing
# keeps (UTS #46 §7), the capital of one, and those that are removed.
_SPECIAL = {
    "ß": "ß",
    "ẞ": "ß",
    "ς": "ς",
    "\u200c": "\u200c",
    "\u200d": "\u200d",
    **dict.fromkeys(map(chr, IGNORED), ""),
}


def mapped(name: str) -> str:
    """Return the mapped form of a name (UTS #46 §4, steps 1 and 2); only the dots of UTS #46 separate labels."""
    from unicodedata import ucd_3_2_0 as unicode

    name = with_full_stops(name)
    return name if is_mapped(name) else unicode.normalize("NFC", name.translate(IN_NAMES))


def with_full_stops(name: str) -> str:
    """Return a name with its dots replaced by full stops (UTS #46 §4)."""
    for dot in DOTS:
        name = name.replace(dot, ".")
    return name


def is_mapped(name: str) -> bool:
    """Return True if each character of a host is mapped to itself and the name is in NFC, as for most names."""
    from unicodedata import ucd_3_2_0 as unicode

    return unicode.normalize("NFKC", name) == name == name.casefold() and _SPECIAL.keys().isdisjoint(name)


def map_characters(name: str) -> str:
    """Return a host with each character mapped (UTS #46 §4, step 1): in lower case, and removed if it is ignored."""
    return name if is_mapped(name) else name.translate(_MAPPING)


class Remembered(dict[int, "Any"]):
    """The results of a function for the last few thousand characters, by code point."""

    def __init__(self, known: Callable[[str], Any]) -> None:
        self._known = known

    def __missing__(self, point: int) -> Any:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        found = self[point] = self._known(chr(point))
        return found


def _mapped_character(character: str) -> str:
    """Return the mapping of a character, which may be itself."""
    from unicodedata import ucd_3_2_0 as unicode

    special = _SPECIAL.get(character)
    if special is not None or unicode.category(character) == "Cn":
        return character if special is None else special
    return unicode.normalize("NFKC", unicode.normalize("NFKC", character).casefold())


def _mapped_in_name(character: str) -> str:
    """Return the mapping of a character in a name: "℀" must not become "a/c", nor "…" three dots."""
    if character in DOTS:
        return "."
    to = _MAPPING[ord(character)]
    keeps = character.isascii() or all(not each.isascii() or each.isalnum() or each == "-" for each in to)
    return to if keeps else character


_MAPPING = Remembered(_mapped_character)
#: The mapping of each character in a name.
IN_NAMES = Remembered(_mapped_in_name)


def facts_of(character: str) -> int:
    """Return the properties of a character in a host, as bits."""
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
    """Return True if NFC never changes a character, whatever is beside it; it may be False for others as well.

    Marks, and vowels and final consonants of Hangul, are composed with the character before them.
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
