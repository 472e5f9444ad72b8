"""The scripts of characters, and the decision if a label of a host is safe to display in Unicode (UTS #39, RFC 5893).

Unicode 3.2 is the only version whose data every supported Python has (``unicodedata.ucd_3_2_0``). A label is displayed
in Unicode only if that version has all its characters, so a label looks the same on each Python.
"""

from __future__ import annotations

from functools import lru_cache

# Scripts that one label may join (UTS #39 §5.2, highly restrictive): Japanese, Chinese and Korean, each
# with Latin.
_JOINED = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
# First words of letters' names that are not scripts, or that several scripts share.
_NO_SCRIPTS = frozenset(
    {"LETTER", "FEMININE", "MASCULINE", "MICRO", "KELVIN", "ANGSTROM", "IDEOGRAPHIC", "KATAKANA-HIRAGANA"}
)
# Scripts in wide use today (UAX #31 Table 5), by the first word of their letters' names.
_WIDELY_USED = (
    "ARABIC ARMENIAN BENGALI BOPOMOFO CJK CYRILLIC DEVANAGARI ETHIOPIC GEORGIAN GREEK GUJARATI GURMUKHI HANGUL "
    "HEBREW HIRAGANA KANNADA KATAKANA KHMER LAO LATIN MALAYALAM MYANMAR ORIYA SINHALA TAMIL TELUGU THAANA THAI "
    "TIBETAN"
)
_RECOMMENDED = frozenset(_WIDELY_USED.split())
# Cyrillic, Greek and Armenian letters that look like one of a-z (UTS #39, confusables): a label with no other letters
# imitates a Latin one.
_LATIN_LOOKALIKES = frozenset("аегһіјопрсѕуԁхѵьѡ") | frozenset("αγικνορσυ") | frozenset("եզհյոսցօք")
# Letters that look like punctuation beside Latin ones.
_PUNCTUATION_LOOKALIKES = frozenset("ーノンソゾヘへ一丶丿〇")
# Latin letters without case are phonetic letters or clicks ("ǃ" is a letter); so are those of the IPA block.
_CASELESS = "LATIN LETTER "
_PHONETIC = range(0x250, 0x300)
# The numbers of the scripts seen so far.
_numbers: dict[str, int] = {}


def scripts(label: str) -> frozenset[str]:
    """Return the scripts of the letters in *label*, from the Unicode names of the letters."""
    return frozenset(filter(None, map(_script, label))) - _NO_SCRIPTS


@lru_cache(maxsize=4096)
def _script(character: str) -> str:
    """Return the script of a letter, the empty string for any other character."""
    import unicodedata

    if not unicodedata.category(character).startswith("L"):
        return ""
    # The name of a letter begins with its script; the standard library has no table of scripts.
    words = unicodedata.name(character, "").split()
    words = words[1:] if words[:1] in (["FULLWIDTH"], ["HALFWIDTH"], ["MODIFIER"]) else words
    return words[0] if words else ""


def number_of_script(character: str) -> int:
    """Return the number of a letter's script, which is constant in this process; 0 for any other character."""
    script = _script(character)
    return 0 if script in _NO_SCRIPTS or not script else _numbers.setdefault(script, len(_numbers) + 1)


def mixes_scripts(found: frozenset[str]) -> bool:
    """Return True if these scripts should not be mixed in one label (UTS #39 §5.2)."""
    return len(found) > 1 and not any(found <= joined for joined in _JOINED)


def restriction_level(found: frozenset[str]) -> str:
    """Return the name of the restriction level of an identifier in these scripts (UTS #39 §5.2)."""
    if not mixes_scripts(found):
        return "single script" if len(found) < 2 else "highly restrictive"
    others = found - {"LATIN"}
    if "LATIN" in found and len(others) == 1 and others <= _RECOMMENDED - {"CYRILLIC", "GREEK"}:
        return "moderately restrictive"
    return "minimally restrictive" if found <= _RECOMMENDED else "unrestricted"


def is_safe_to_display(label: str, top: str) -> bool:
    """Return True if a U-label below the top-level domain *top* is safe to display, by rules like those of browsers.

    It is not safe if it mixes scripts or systems of digits, imitates a Latin label, breaks the Bidi rule (RFC 5893), or
    has a character that is not a letter, mark or digit in common use: invisible ones, symbols, punctuation.
    """
    from unicodedata import ucd_3_2_0 as unicode

    if unicode.category(label[0])[0] == "M":
        return False
    zeros = set()
    for character in label:
        category = unicode.category(character)
        if category == "Nd":
            zeros.add(ord(character) - unicode.digit(character))
        elif (category[0] not in "LM" and character not in "-_") or (
            not character.isascii() and _is_unusual(unicode.name(character), ord(character))
        ):
            return False
    found = scripts(label)
    if len(zeros) > 1 or mixes_scripts(found) or not found <= _RECOMMENDED:
        return False
    if "LATIN" in found or not found:
        return _PUNCTUATION_LOOKALIKES.isdisjoint(label)
    letters = frozenset(label) - set("-_0123456789")
    return not (top.isascii() and letters <= _LATIN_LOOKALIKES) and _keeps_bidi_rule(label)


def is_always_shown(character: str) -> bool:
    """Return True if a label of only such characters is safe to display, if its scripts may be mixed."""
    from unicodedata import ucd_3_2_0 as unicode

    if character.isascii():
        return character.isalnum() or character in "-_"
    return (
        unicode.category(character)[0] == "L"
        and scripts(character) <= _RECOMMENDED
        and scripts(character) != frozenset()
        and character not in _LATIN_LOOKALIKES | _PUNCTUATION_LOOKALIKES
        and not _is_unusual(unicode.name(character), ord(character))
        and not is_right_to_left(character)
    )


def _is_unusual(name: str, number: int) -> bool:
    """Return True if the character is a mark of no script, or a phonetic letter."""
    return name.startswith(("COMBINING ", _CASELESS)) or number in _PHONETIC


def is_right_to_left(label: str) -> bool:
    """Return True if *label* has a character that is written from right to left (RFC 5893 §1.4)."""
    if label.isascii():
        return False
    from unicodedata import ucd_3_2_0 as unicode

    return any(unicode.bidirectional(character) in ("R", "AL", "AN") for character in label)


def _keeps_bidi_rule(label: str) -> bool:
    """Return True if *label* follows the Bidi rule (RFC 5893 §2), or has no characters written from right to left."""
    from unicodedata import ucd_3_2_0 as unicode

    if not is_right_to_left(label):
        return True
    kinds = [unicode.bidirectional(character) for character in label]
    last = next((kind for kind in reversed(kinds) if kind != "NSM"), "")
    return (
        kinds[0] in ("R", "AL")
        and last in ("R", "AL", "EN", "AN")
        and "L" not in kinds
        and not ("EN" in kinds and "AN" in kinds)
    )
