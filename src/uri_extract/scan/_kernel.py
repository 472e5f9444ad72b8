# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# No C function here raises: the build declares them noexcept (setup.py).

"""The scanner's hot loop: where a URI begins and ends in plain text (RFC 3986 Appendix C, RFC 2396 Appendix E).

One source, two speeds: the file runs as it is, and the build compiles it. Types are in annotations and in the ``.pxd``
file beside it. It is one file because its functions call each other for nearly every byte that is examined: within one
file the compiler makes these calls direct, and inlines the short functions.

The sections: the window; predicates, which say what a few bytes at a place in the text mean; the evidence at a line
break, and its sum; the kernel: the candidate, and the loop; and the buffer between a reader and the kernel.

The kernel searches for ``:``. Before each colon it looks for a scheme and an opening delimiter (``<``, ``"``,
``URL:``); after it, once, for the end of the reference: the token up to the first byte that is in no URI, and after an
opening bracket the pieces on further lines. It writes rows of integers; objects are made of them only on demand.

Why it is linear: the search for ``:`` never goes back; looking back ends at the previous ``:``; a scheme is accepted or
rejected before the token after it is read, and a token that was read becomes a row, after which reading continues;
pieces after a bracket end at the next ``<`` or ``"``, and only these can open another bracket.

Why chunks do not matter: a decision uses bytes at a bounded distance before its anchor (:data:`LOOKBEHIND`). If it
depends on bytes after the window (``need``), it is dropped and made again when there are more.
"""

from __future__ import annotations  # noqa: I001 - several to a line

import cython

from array import array
from collections.abc import Iterable, Iterator
from uri_extract._compat._typing import Any, Final
from uri_extract.scan.classes import (
    CLASS, CONVERSION, DEFANGED_SCHEMES, DIVIDED, FLAGS, HOST_REFERENCE, HOSTS, IDENTIFIER, IMAGE, INVISIBLE, LINE,
    NOT_IN_HOST, PLAIN, PLAIN_RUN, SCHEME_SYNTAX, TAGS, is_misspelt, marks_of, scheme_endings,
)  # fmt: skip
from uri_extract.scan.punctuation import ENDS, STARTS, ends_reference
from uri_extract.scan.wrap_signs import ENDINGS, SIGNS, chance as chance_of
from uri_extract.uri.ipv6 import is_ip_literal
from uri_extract.uri.schemes import rest_of

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_AS_STRING
    from cython.cimports.uri_extract.scan._marks import first_mark, mark, marks_known
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        AMPERSAND, APOSTROPHE, ASTERISK, AT, BACKSLASH, BACKTICK, CAPITAL_A, CAPITAL_E, CAPITAL_F, CAPITAL_N, CAPITAL_P,
        CAPITAL_S, CAPITAL_Z, CARET, CARRIAGE_RETURN, COLON, COMMA, DIGIT_0, DIGIT_2, DIGIT_3, DIGIT_4, DIGIT_9, DOLLAR,
        DOT, EQUALS, ESCAPE, EXCLAMATION_MARK, FORM_FEED, GREATER_THAN, HYPHEN, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN,
        LESS_THAN, LINE_FEED, NUMBER_SIGN, PERCENT, PIPE, PLUS, QUESTION_MARK, QUOTATION_MARK, RIGHT_BRACE,
        RIGHT_BRACKET, RIGHT_PAREN, SEMICOLON, SLASH, SMALL_A, SMALL_D, SMALL_E, SMALL_F, SMALL_G, SMALL_H, SMALL_I,
        SMALL_L, SMALL_N, SMALL_O, SMALL_P, SMALL_Q, SMALL_R, SMALL_S, SMALL_T, SMALL_U, SMALL_W, SMALL_X, SMALL_Z,
        SPACE, TAB, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract._compat._search import next_place, occurs
    from uri_extract.scan import classes, rows, wrap_signs as sign
    from uri_extract.uri import schemes
    from uri_extract.uri._kernel import numeric_ipv4


# ----------------------------------------------------------------------------------------------------------------------
# The window of a document's bytes.


class Text:
    """A window of bytes. Reading past its end sets ``need``; loops over it add to ``examined``."""

    #: True if decisions are kept with their reasons, in ``decisions`` (:mod:`uri_extract.scan.explain`).
    explains = False

    def __init__(self) -> None:
        self.window = self.data = b""
        self.flags: cython.p_const_uchar = FLAGS
        self.classes: cython.p_const_uchar = CLASS
        self.size = 0  # bytes in the window
        self.need: cython.bint = False  # a decision depends on bytes after the window
        self.examined = 0

    def peek(self, i: cython.Py_ssize_t) -> cython.int:
        """Return the byte at ``i``; past the end of the window return 0 and set ``need``."""
        if i < self.size:
            return self.data[i]
        self.need = True
        return 0


# ----------------------------------------------------------------------------------------------------------------------
# Decide which characters beyond ASCII, and which escapes, belong to a reference (RFC 3987 §2.2, RFC 8259 §7).

if cython.compiled:
    _STARTS = cython.declare(bytes, STARTS)
    _ENDS = cython.declare(bytes, ENDS)
_RANGES = cython.declare(cython.Py_ssize_t, len(STARTS) // 4)
#: Backslashes before one escaped character: a JSON text inside the strings of others doubles them each time.
_MOST_BACKSLASHES = cython.declare(cython.Py_ssize_t, 8)
#: Japanese and Korean particles, and "or" in Chinese, in UTF-8: they follow a noun without a blank, and few words begin
#: with them.
_PARTICLES = tuple("から が で と に の は へ を 를 에서 으로 입니다 까지 或".encode().split())
#: Chinese prepositions, "at" and "from": a noun follows, and then a verb without a blank.
_PREPOSITIONS = tuple("在 从 從".encode().split())
_PLACES = tuple("处 處".encode().split())


def _code_point(text: Text, i: cython.Py_ssize_t) -> cython.int:
    """Return the code point of the character beyond ASCII at ``i`` if it is UTF-8 (RFC 3629), else -1."""
    byte: cython.int = text.data[i]
    more: cython.int = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
    point: cython.int = byte & (0x3F >> more)
    valid: cython.bint = 0xC2 <= byte <= 0xF4
    k: cython.Py_ssize_t = i + 1
    while valid and k < i + 1 + more:
        byte = text.peek(k)
        valid = byte & 0xC0 == 0x80
        point = (point << 6) | (byte & 0x3F)
        k += 1
    if not valid or (more == 2 and point < 0x800) or (more == 3 and not 0x10000 <= point <= 0x10FFFF):
        return -1
    return point


def _ends_reference(point: cython.int) -> cython.bint:
    """Return ``ends_reference(point)``, at C speed if compiled."""
    if not cython.compiled:
        return ends_reference(point)
    starts: cython.p_int = cython.cast(cython.p_int, PyBytes_AS_STRING(_STARTS))
    ends: cython.p_int = cython.cast(cython.p_int, PyBytes_AS_STRING(_ENDS))
    first: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = _RANGES
    while first < last:
        middle: cython.Py_ssize_t = (first + last) // 2
        if starts[middle] <= point:
            first = middle + 1
        else:
            last = middle
    return first > 0 and point <= ends[first - 1]


def character_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the character at ``i`` ends; -1 if it is not part of a reference.

    It is UTF-8 (two bytes or more), otherwise one byte of windows-1252.
    """
    point: cython.int = _code_point(text, i)
    if point < 0:
        return i + 1 if _is_western_letter(text, i) else -1
    if _ends_reference(point):
        return -1
    return i + (2 if point < 0x800 else 3 if point < 0x10000 else 4)


def is_punctuation(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the character at ``i`` is UTF-8 and ends a reference."""
    point: cython.int = _code_point(text, i)
    return point >= 0 and _ends_reference(point)


def are_brackets(text: Text, i: cython.Py_ssize_t, k: cython.Py_ssize_t) -> cython.bint:
    """Return True if a pair beyond ASCII is at ``i`` and ``k``, as in Chinese: an even code point, and the next one."""
    point: cython.int = _code_point(text, i)
    return point > 0 and point & 1 == 0 and _ends_reference(point) and _code_point(text, k) == point + 1


def _invisible_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the character at ``i`` if it is invisible, and ends a reference outside its host; else -1."""
    point: cython.int = _code_point(text, i) if text.peek(i) >= 0x80 else 0
    if point in (0xAD, 0x200B, 0x2060, 0x2064, 0xFEFF):
        return i + (2 if point == 0xAD else 3)
    return -1


def is_undivided(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a letter of Han, Kana or Hangul is at ``i``: it may follow a reference without a blank."""
    second: cython.int = text.peek(i + 1)
    if not 0xE1 <= text.data[i] <= 0xED or second & 0xC0 != 0x80:
        return False
    point: cython.int = (text.data[i] & 0x0F) << 12 | (second & 0x3F) << 6 | (text.peek(i + 2) & 0x3F)
    return (
        0x1100 <= point <= 0x11FF or 0x3040 <= point <= 0x30FF or 0x3400 <= point <= 0x9FFF or 0xAC00 <= point <= 0xD7A3
    )


def is_beyond_latin(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the character at ``i`` is of another script than Latin."""
    return _code_point(text, i) >= 0x370 and not 0x1E00 <= _code_point(text, i) <= 0x1EFF


def begins_with_particle(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a particle of the noun before ``i`` is there ("at", "from", "as for"), or "or"."""
    return text.window.startswith(_PARTICLES, i)


def follows_preposition(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a Chinese preposition is before ``i``, perhaps with a blank or a line break between."""
    if i > 0 and (text.data[i - 1] == SPACE or text.data[i - 1] == LINE_FEED):
        i -= 1
    if i > 0 and text.data[i - 1] == CARRIAGE_RETURN:
        i -= 1
    return text.window.endswith(_PREPOSITIONS, max(0, i - 3), i)


def begins_with_place(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "place" in Chinese is at ``i``, as after the noun in "at <noun> place obtain"."""
    return text.window.startswith(_PLACES, i)


def inner_punctuation_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the punctuation at ``i`` ends if it is inside a name in a path; else -1.

    An en dash between letters or digits, as in ``/Bose-Einstein``; a full-width "!", ":" or "?" between letters, the
    first of them beyond ASCII. After ASCII it belongs to the text, which has no blank after it.
    """
    data: cython.p_const_uchar = text.data
    end: cython.Py_ssize_t = i + 3
    following: cython.int = text.peek(end)
    if data[i] == 0xE2 and text.peek(i + 1) == 0x80 and text.peek(i + 2) == 0x93:
        if data[i - 1] < 0x80 and not text.flags[data[i - 1]] & classes.WORD:
            return -1
    elif (
        data[i - 1] < 0x80 or data[i] != 0xEF or text.peek(i + 1) != 0xBC or text.peek(i + 2) not in (0x81, 0x9A, 0x9F)
    ):
        return -1
    if following < 0x80:
        return end if text.flags[following] & classes.WORD else -1
    return end if character_end(text, end) > 0 else -1


def _is_western_letter(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a lower-case letter of windows-1252 is at ``i``, alone or one of two inside a word.

    East Asian encodings have pairs of bytes beyond ASCII, Cyrillic and Greek ones whole words: those belong to the
    text.
    """
    before: cython.int = text.data[i - 1] if i > 0 else 0
    following: cython.int = text.peek(i + 1)
    if not _is_lower(text.data[i]):
        return False
    if before >= 0x80:
        return _is_lower(before) and (i < 2 or text.data[i - 2] < 0x80) and SMALL_A <= (following | 0x20) <= SMALL_Z
    return following < 0x80 or (_is_lower(following) and SMALL_A <= (text.peek(i + 2) | 0x20) <= SMALL_Z)


def _is_lower(byte: cython.int) -> cython.bint:
    """Return True if the byte is a common lower-case letter beyond ASCII in windows-1252."""
    return 0xDF <= byte < 0xFF and byte != 0xF7


def backslashes_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the backslashes at ``i`` end; at most ``_MOST_BACKSLASHES`` are read."""
    k: cython.Py_ssize_t = i
    while k < i + _MOST_BACKSLASHES and text.peek(k) == BACKSLASH:
        k += 1
    return k


def slash_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the slash at ``i``, which may be escaped; -1 if there is none."""
    k: cython.Py_ssize_t = backslashes_end(text, i)
    if text.peek(k) == SLASH:
        return k + 1
    if k > i and escaped_unit(text, k) == SLASH:
        return k + (5 if text.peek(k) == SMALL_U else 3)
    return -1


def escaped_unit(text: Text, i: cython.Py_ssize_t) -> cython.int:
    """Return the value of the four hexadecimal digits after "u" at ``i``, or the two after "x"; -1 without them."""
    value: cython.int = 0
    byte: cython.int = text.peek(i)
    if byte != SMALL_U and byte != SMALL_X:
        return -1
    for k in range(i + 1, i + (5 if byte == SMALL_U else 3)):
        byte = text.peek(k)
        if text.flags[byte] & classes.DIGIT:
            byte -= DIGIT_0
        else:
            byte = (byte | 0x20) - SMALL_A + 10
            if byte < LINE_FEED or byte > 15:
                return -1
        value = value * 16 + byte
    return value


def closing_bracket(byte: cython.int) -> cython.int:
    """Return the byte that closes the bracket ``byte``; 0 if it is not a bracket."""
    if byte == LEFT_PAREN:
        return RIGHT_PAREN
    if byte == LEFT_BRACKET:
        return RIGHT_BRACKET
    return RIGHT_BRACE if byte == LEFT_BRACE else 0


# ----------------------------------------------------------------------------------------------------------------------
# Predicates that read a few bytes at a position. Bytes read up to a constant bound are not counted as ``examined``.

_BREAKS = b"/?#&="
#: Character references (HTML §13.5) to characters that end a reference or are trimmed from it.
_DELIMITER_NAMES = frozenset(b"lt gt quot apos nbsp #34 #39 #60 #62 #160 #x22 #x27 #x3c #x3e #xa0".split())
_DIRECTORIES = frozenset(b"bin boot dev etc home lib media mnt opt proc root run sbin srv sys tmp usr var".split())


def begins_aside(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the "(" at ``i`` begins an aside of the text, as in "https://h.example/a.pdf(see p. 17)".

    It follows a letter or digit, since the blank was left out, and is closed after a word and a blank.
    """
    k: cython.Py_ssize_t = i + 1
    if not text.flags[text.data[i - 1]] & classes.WORD:
        return False
    while k < i + 20 and text.flags[text.peek(k)] & classes.WORD:
        k += 1
    if k > i + 1 and (text.peek(k) == DOT or text.peek(k) == COMMA):
        k += 1
    if k == i + 1 or text.peek(k) != SPACE:
        return False
    while k < i + 100:
        byte: cython.int = text.peek(k)
        if byte == RIGHT_PAREN:
            return True
        if byte in (LEFT_PAREN, LINE_FEED):
            break
        k += 1
    return False


def is_suffix(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the few letters at ``i``, after an apostrophe, are a suffix: "https://h.example/'dan", "'s"."""
    k: cython.Py_ssize_t = i
    while k < i + 6 and SMALL_A <= text.peek(k) <= SMALL_Z:
        k += 1
    k += text.peek(k) in b".,;:!?"
    return (k > i + 1 or text.peek(i) == SMALL_S) and not text.classes[text.peek(k)]


def is_argument(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if an argument of a template, "name=" or "name =", is at ``i``."""
    k: cython.Py_ssize_t = i
    while k < i + 20 and (text.flags[text.peek(k)] & classes.WORD or text.peek(k) == HYPHEN):
        k += 1
    return k > i and text.peek(k if text.peek(k) != SPACE else k + 1) == EQUALS


def is_assigned(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "=" is before ``i``, perhaps with a few blanks after it."""
    k: cython.Py_ssize_t = i
    while k > 0 and i - k < 8 and text.data[k - 1] == SPACE:
        k -= 1
    return k > 0 and text.data[k - 1] == EQUALS


def is_escaped_delimiter(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a character reference to a delimiter, "&lt;" or "&#39;", is at ``i``."""
    k: cython.Py_ssize_t = i + 1
    if text.peek(k) | 0x20 not in b"lgqan#":  # their first characters
        return False
    while k < i + 7 and (text.flags[text.peek(k)] & classes.WORD or text.peek(k) == NUMBER_SIGN):
        k += 1
    return text.peek(k) == SEMICOLON and text.window[i + 1 : k].lower() in _DELIMITER_NAMES


def is_path(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if more of a path or query is at ``i``, not punctuation of the text."""
    byte: cython.int = text.peek(i)
    if byte in (DOT, HYPHEN, UNDERSCORE, QUESTION_MARK, AMPERSAND, NUMBER_SIGN, PERCENT):
        return text.flags[text.peek(i + 1)] & classes.WORD != 0 or text.peek(i + 1) == LEFT_BRACKET
    return byte in (SLASH, EQUALS) or text.flags[byte] & classes.WORD != 0


def is_inside_host(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a host cannot end at the byte at ``i``, as in a pattern or in "name=value".

    It can end at "=20", left over from quoted-printable, and at "(" before a script without blanks between words.
    """
    following: cython.int = text.peek(i + 1)
    if text.data[i] == LEFT_PAREN:
        return following < 0x80 and text.classes[following] != 0
    if text.data[i] != EQUALS or not text.flags[following] & classes.WORD:
        return False
    return not (_is_upper_hexadecimal(following) and _is_upper_hexadecimal(text.peek(i + 2)))


def _is_upper_hexadecimal(byte: cython.int) -> cython.bint:
    """Return True if the byte is a hexadecimal digit of quoted-printable, in upper case."""
    return DIGIT_0 <= byte <= DIGIT_9 or CAPITAL_A <= byte <= CAPITAL_F


def is_joined_break(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "**", Gmail's mark of a line break, is inside a word at ``i``: the lines were joined again."""
    before: cython.int = text.data[i - 1]
    if text.peek(i + 1) != ASTERISK or not (text.flags[before] & classes.WORD or before == DOT):
        return False
    return text.flags[text.peek(i + 2)] & classes.WORD != 0


def is_option(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a blank and a command option are at ``i``: " -v", " --name"."""
    if text.peek(i) != SPACE or text.peek(i + 1) != HYPHEN:
        return False
    return SMALL_A <= text.peek(i + 3 if text.peek(i + 2) == HYPHEN else i + 2) <= SMALL_Z


def is_reference(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "scheme://" is at ``i``."""
    k: cython.Py_ssize_t = i
    while k < i + 24 and text.flags[text.peek(k)] & classes.WORD:
        k += 1
    return k > i + 1 and text.peek(k) == COLON and text.peek(k + 1) == SLASH and text.peek(k + 2) == SLASH


def is_name(text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if the word from ``begin`` to ``stop`` names the rest of the line.

    It names a file in a diffstat ("name.c | 12 ++--"), a value ("name = value") or another reference ("name - URI",
    "name URI").
    """
    i: cython.Py_ssize_t = _blanks_end(text, stop)
    sign: cython.int = text.peek(i)
    if i == stop:
        return False
    if sign in (EQUALS, HYPHEN, PIPE):
        i = _blanks_end(text, i + 1)
        return (
            sign == EQUALS or (sign == PIPE and text.flags[text.peek(i)] & classes.DIGIT != 0) or is_reference(text, i)
        )
    while begin < stop and text.flags[text.data[begin]] & classes.WORD:
        begin += 1
    return begin == stop and is_reference(text, i)


def _blanks_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the blanks at ``i``; at most 80 are read."""
    stop: cython.Py_ssize_t = i + 80
    while i < stop and text.peek(i) == SPACE:
        i += 1
    return i


def is_break_mark(text: Text, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if "**" or "__" is before ``end``, the mark of a line break by Gmail or Thunderbird."""
    last: cython.int = text.data[end - 1]
    return last in (ASTERISK, UNDERSCORE) and text.data[end - 2] == last and text.data[end - 3] != last


def is_texinfo(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "@uref" or "@url" is before the brace at ``i``: a comma ends its argument (Texinfo §2.1)."""
    begin: cython.Py_ssize_t = max(0, i - 5)
    return text.window.endswith((b"@uref", b"@url"), begin, i)


def is_filtered_end(tail: bytes) -> cython.bint:
    """Return True if these last bytes of a reference end a link of a mail filter, which continues on no line.

    Filters wrap a link in one of their own, which ends with "&reserved=0", "&e=" (after "&s=...") or "$".
    """
    return tail.endswith((b"reserved=0", b"$")) or (tail.endswith(b"&e=") and b"&s=" in tail)


def is_beside_delimiter(text: Text, end: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a delimiter is beside the white space from ``end`` to ``i``, and not alone between blanks."""
    if text.data[i] in _BREAKS and text.classes[text.peek(i + 1)]:
        return True
    return text.data[end - 1] in _BREAKS and text.classes[text.data[end - 2]] != 0


def is_in_braces(text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, before: cython.bint) -> cython.bint:
    """Return True if a template's brace is open at ``end``; ``before``: one was open at ``begin``."""
    k: cython.Py_ssize_t = end
    while k > begin and text.data[k - 1] != LEFT_BRACE and text.data[k - 1] != RIGHT_BRACE:
        k -= 1
    text.examined += end - k
    return text.data[k - 1] == LEFT_BRACE if k > begin else before


def is_named(
    text: Text, start: cython.Py_ssize_t, end: cython.Py_ssize_t, i: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if the word from ``i`` to ``stop`` is a label of the reference from ``start`` to ``end``.

    The reference contains it, ignoring case and a plural "s" ("<https://h.example/ Example>"); it begins with a capital
    after a letter or digit; it is "here"; or it is a number after another word ("Issue #12").
    """
    k: cython.Py_ssize_t = i
    first: cython.int = text.data[i]
    if first == NUMBER_SIGN:
        while k + 1 < stop and text.flags[text.data[k + 1]] & classes.DIGIT:
            k += 1
        return k > i and k + 1 == stop and i - 1 > end
    while k < stop and text.data[k] not in _BREAKS:
        k += 1
    if k < stop - 1:
        return False
    stop = k
    while stop > i and not text.flags[text.data[stop - 1]] & classes.WORD:
        stop -= 1
    if stop < i + 3 or ends_file(text, i, stop):
        return False
    if CAPITAL_A <= first <= CAPITAL_Z and text.flags[text.data[end - 1]] & classes.WORD:
        return True
    text.examined += end - start
    whole: bytes = text.window[start:end].lower()
    word: bytes = text.window[i:stop].lower()
    if word == b"here":
        return True
    k = whole.find(word.removesuffix(b"s") if len(word) > 3 else word)
    return k > 0 and not text.flags[whole[k - 1]] & classes.WORD


def is_value(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the quotation mark at ``i`` follows a name and a colon, as in Go's struct tags: ``xml:"``."""
    return i > 1 and text.data[i - 1] == COLON and text.flags[text.data[i - 2]] & classes.WORD != 0


def is_root(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if a path from the root directory is at ``i``: "/usr/share" (Filesystem Hierarchy Standard §3)."""
    k: cython.Py_ssize_t = i + 1
    if text.data[i] != SLASH:
        return False
    while k < stop and k < i + 6 and text.data[k] != SLASH:
        k += 1
    return text.window[i + 1 : k] in _DIRECTORIES


def repeats_segment(
    text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.bint:
    """Return True if the word from ``following`` to ``stop`` repeats the last segments before ``end``.

    The word may have two punctuation marks at its end.
    """
    size: cython.Py_ssize_t
    if stop - following > 16:
        word: bytes = text.window[following:stop].rstrip(b"\"'>)].,;:")
        if 16 < len(word) < end - begin and text.window.endswith(word, begin, end):
            return True
    if text.data[end - 1] == SLASH:
        end -= 1
    for size in range(max(3, stop - following - 2), stop - following + 1):
        if (
            end - begin > size and size < 80 and text.data[end - size - 1] == SLASH
            and text.window[end - size : end] == text.window[following : following + size]
        ):  # fmt: skip
            return True
    return False


def is_known_host(text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the name from ``begin`` to ``end`` ends in a known top-level domain, or is an IPv4 address.

    Any last label of two or three letters counts: few names are broken there by chance.
    """
    k: cython.Py_ssize_t = end
    while k > begin and text.flags[text.data[k - 1]] & classes.WORD:
        k -= 1
    if k == begin or text.data[k - 1] != DOT:
        return k > begin or text.window[begin:end] == b"localhost"
    if 2 <= end - k <= 3:
        return True
    from uri_extract.uri.tlds import SPECIAL, TLDS  # large, and rarely needed

    last: bytes = text.window[k:end].lower()
    return last in TLDS or last in SPECIAL or last.isdigit()


def is_label(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the words from ``i`` to ``end`` may be a label: they have no delimiter, and no file extension."""
    begin: cython.Py_ssize_t = i
    while i < end and text.data[i] not in _BREAKS:
        i += 1
    text.examined += i - begin
    return i == end and not ends_file(text, begin, end)


def before_line(text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of a file name before a line number, and perhaps a column, that end at ``end``: "a.js:12:34"."""
    begin = max(begin, end - 24)
    if not (text.flags[text.data[end - 1]] & classes.DIGIT and occurs(text.data, COLON, begin, end)):
        return end
    found: Any = LINE.search(text.window, begin, end)
    return end if found is None else found.start(1)


def ends_file(text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a known file extension, as ".html", is before ``end``."""
    k: cython.Py_ssize_t = end
    while k > begin and end - k < 6 and text.flags[text.data[k - 1]] & classes.WORD:
        k -= 1
    return k > begin and text.data[k - 1] == DOT and text.window[k:end].lower() in ENDINGS


def begins_with_ending(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the word at ``i`` is a known file extension or top-level domain, in lower case."""
    k: cython.Py_ssize_t = i
    while k < i + 6 and text.flags[text.peek(k)] & classes.WORD:
        k += 1
    return text.window[i:k] in ENDINGS


def begins_with_dotted_name(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if two labels with a dot between them are at ``i``."""
    k: cython.Py_ssize_t = i
    while k < i + 64 and (text.flags[text.peek(k)] & classes.WORD or text.peek(k) == HYPHEN):
        k += 1
    return k > i and text.peek(k) == DOT and text.flags[text.peek(k + 1)] & classes.WORD != 0


def has_dot(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the host from ``i`` to ``end`` has a dot before its last byte."""
    while i < end - 1 and text.data[i] != DOT:
        i += 1
    return i < end - 1


# ----------------------------------------------------------------------------------------------------------------------
# Backslashes in a reference: typesetters' escapes (troff, groff(7) "Escape sequences"; TeX; Markdown), Windows paths.
#
# A typesetter's escape begins with one backslash, with two in a macro or in a string literal, or with ``\e``, which
# prints a backslash. Escapes are short, so they are not counted as ``examined``. They are decoded later
# (:mod:`uri_extract.text._readings`). The brackets of Perl's documentation are escapes after a reference.


# The most bytes in a pair of escaped brackets.
_MAX_ESCAPED = cython.declare(cython.Py_ssize_t, 80)


def typeset_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    r"""Return the end of the typesetter's escape at ``i``, if the reference continues after it; else -1.

    It prints a character: ``\_ \# \~ \- \. \[ti] \(ti``, TeX's ``\%20`` and ``\&``, Perl's ``\@``, a shell's ``\?`` and
    ``\=``, Markdown's ``\! \* \+``; or nothing: ``\:``, where a line may break, ``\%``, where it may not, and ``\&``
    before a dot.
    """
    k: cython.Py_ssize_t = i + 1
    byte: cython.int = text.peek(k)
    if byte == BACKSLASH or (byte == SMALL_E and text.peek(k + 1) in (COLON, DOT, HYPHEN, AMPERSAND)):
        k += 1
        byte = text.peek(k)
    if byte in (LEFT_PAREN, LEFT_BRACKET):
        glyph: cython.bint = text.peek(k + 1) == SMALL_T and text.peek(k + 2) == SMALL_I
        k += 3
        if byte == LEFT_BRACKET:
            glyph = glyph and text.peek(k) == RIGHT_BRACKET
            k += 1
        return k if glyph and text.flags[text.peek(k)] & classes.WORD else -1
    k += 1
    following: cython.int = text.peek(k)
    if byte == AMPERSAND and following == DOT:  # in troff a line that begins with a dot is a request
        following = text.peek(k + 1)
        return k if text.flags[following] & classes.WORD or following == SLASH else -1
    if byte == COLON:
        if following == BACKSLASH:
            return k if text.peek(k + 1) in (LEFT_PAREN, LEFT_BRACKET, HYPHEN, DOT) else -1
        if following == DOT:
            return k if text.flags[text.peek(k + 1)] & classes.WORD else -1
        return k if text.flags[following] & classes.NAME or following in (SLASH, QUESTION_MARK, NUMBER_SIGN) else -1
    if byte == EQUALS:  # before a value
        return k if text.flags[following] & classes.WORD or following in b"%/-_+\\" else -1
    last: cython.Py_ssize_t = k + 2 * _MOST_BACKSLASHES
    after: cython.Py_ssize_t = k  # of the escapes that follow
    while after < last and text.peek(after) == BACKSLASH and text.peek(after + 1) in b"_#~-.!*+":
        after += 2
    if text.flags[text.peek(after)] & classes.WORD:
        return k if byte in b"_#%&~-.@?!*+" else -1
    if byte == HYPHEN and (following == UNDERSCORE or (following == BACKSLASH and text.peek(k + 1) == HYPHEN)):
        return k
    return -1


def closes_escaped(text: Text, i: cython.Py_ssize_t, closer: cython.int) -> cython.bint:
    """Return True if a word is at ``i`` after an escaped bracket, and then the bracket that closes it, escaped as well.

    Nothing but letters, digits and ``-_.,%`` is between: the group of a regular expression has other signs.
    """
    k: cython.Py_ssize_t = i
    byte: cython.int = text.peek(k)
    while k < i + _MAX_ESCAPED and (
        text.flags[byte] & classes.WORD or byte >= 0x80 or byte in b"-_.,%"
        or (byte == BACKSLASH and text.peek(k + 1) in b"-_.")
    ):  # fmt: skip
        k += 1
        byte = text.peek(k)
    text.examined += k - i
    return byte == BACKSLASH and text.peek(k + 1) == closer


def separator_end(text: Text, i: cython.Py_ssize_t, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
    r"""Return the end of the backslash at ``i`` if it separates segments of the ``file:`` path at ``start``; else -1.

    It does if the path begins with a Windows drive and a backslash (RFC 8089 Appendix E.2, URL Standard §4.4):
    ``///C:\Users``, ``//c|\Users``. In string literals each separator is doubled, as the first one is.
    """
    first: cython.Py_ssize_t = start
    while first < start + 4 and text.peek(first) == SLASH:
        first += 1
    if first == start or not SMALL_A <= (text.peek(first) | 0x20) <= SMALL_Z:
        return -1
    if text.peek(first + 1) not in (COLON, PIPE) or text.peek(first + 2) != BACKSLASH:
        return -1
    first += 2
    run: cython.Py_ssize_t = backslashes_end(text, first) - first
    if backslashes_end(text, i) - i != run or (run == 1 and text.peek(i + 1) in (QUOTATION_MARK, APOSTROPHE)):
        return -1
    return i + run


def cuts_host(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    r"""Return True if the backslash at ``i`` is part of a pattern, as in ``http://\w+\.example``: no host ends there.

    A host does end at an escape for the end of a line or string, at a font change and at a TeX command.
    """
    byte: cython.int = text.peek(i + 1)
    following: cython.int = text.peek(i + 2)
    if typeset_end(text, i) > 0:
        return False
    if byte in (DOT, HYPHEN, QUESTION_MARK, PLUS, DOLLAR, CARET, LEFT_BRACE):
        return text.classes[following] != 0 or following == BACKSLASH
    # \d \w \D \W \S
    return byte in b"dwDWS" and not SMALL_A <= (following | 0x20) <= SMALL_Z


def is_pod_escape(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the rest of "E<gt>" or "E<lt>", a bracket in Perl's documentation (perlpodspec), is at ``i``."""
    return (
        text.peek(i) == LESS_THAN
        and text.peek(i + 1) in (SMALL_G, SMALL_L)
        and text.peek(i + 2) == SMALL_T
        and text.peek(i + 3) == GREATER_THAN
    )


# ----------------------------------------------------------------------------------------------------------------------
# Placeholders in and after a reference: a reader or a program fills in the rest.

_MAX_PLACEHOLDER = cython.declare(cython.Py_ssize_t, 40)
_MAX_EXPRESSION = cython.declare(cython.Py_ssize_t, 80)
# Bytes at which the search for the end of an expression stops; 0 is also the end of the window.
_NOT_IN_EXPRESSION = cython.declare(bytes, b'\0\r\n"<>{}')

#: Elements of HTML, including obsolete ones: in angle brackets they are always tags.
ELEMENTS: Final = frozenset(
    b"a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br "
    b"button canvas caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em "
    b"embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr "
    b"html i iframe image img input ins isindex kbd label legend li link listing main map mark marquee math menu "
    b"menuitem meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture "
    b"plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike "
    b"strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul "
    b"var video wbr xmp".split()
)


def is_placeholder(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a placeholder is at ``i``, after a reference: ``<name>``, ``{name}``, or an expression.

    A name in angle brackets may be a tag. It is a placeholder if it is not an HTML element, and if more of the
    reference follows; after a delimiter it is enough that no word follows, as after an XML tag.
    """
    byte: cython.int = text.data[i] if i < text.size else 0
    k: cython.Py_ssize_t = i + 1
    if byte == LESS_THAN:
        last: cython.int = text.data[i - 1]
        if not SMALL_A <= (text.peek(k) | 0x20) <= SMALL_Z:
            return False
        begin: cython.Py_ssize_t = k
        k = _name_end(text, k, True)
        if text.peek(k) != GREATER_THAN or text.window[begin:k].split(b" ", 1)[0].lower() in ELEMENTS:
            return False
        byte = text.peek(k + 1)
        if text.flags[last] & classes.WORD:
            return byte in b"/?#.-_=&" and byte != 0
        return not text.flags[byte] & classes.WORD
    if byte == DOLLAR:  # it ended a host
        return text.peek(k) in (LEFT_BRACE, LEFT_PAREN)
    if byte != LEFT_BRACE:
        return False
    if is_expression(text, i):
        return True
    begin = k
    k = _name_end(text, k, True)
    return k > begin and text.peek(k) == RIGHT_BRACE


def is_expression(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the "{" or "(" at ``i`` opens an expression of a program or a template language.

    These are ``${``, ``#{``, ``{{``, ``{%`` and ``$(``. No variable of a URI Template (RFC 6570) begins so.
    """
    before: cython.int = text.data[i - 1] if i else 0
    if before != LEFT_BRACE and _opens_expression(before, text.data[i]):
        return True
    return text.data[i] == LEFT_BRACE and _opens_expression(LEFT_BRACE, text.peek(i + 1))


def _opens_expression(byte: cython.int, following: cython.int) -> cython.bint:
    """Return True for two bytes that open an expression."""
    if following == LEFT_BRACE:
        return byte in (DOLLAR, NUMBER_SIGN, LEFT_BRACE)
    return (byte == DOLLAR and following == LEFT_PAREN) or (byte == LEFT_BRACE and following == PERCENT)


def placeholder_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the placeholder at ``i``, which takes the place of a part of a host; -1 if there is none.

    It is ``{name}``, ``{}``, ``${...}``, ``#{...}``, ``{{ ... }}``, ``$(name)`` or ``%(name)s``.
    """
    byte: cython.int = text.data[i]
    signed: cython.bint = byte in (DOLLAR, NUMBER_SIGN, PERCENT)
    k: cython.Py_ssize_t = i + 1 if signed else i
    opener: cython.int = text.peek(k)
    begin: cython.Py_ssize_t = k + 1
    if opener == LEFT_PAREN and byte in (DOLLAR, PERCENT):
        k = _name_end(text, begin, False)
        if k == begin or text.peek(k) != RIGHT_PAREN:
            return -1
        if byte == PERCENT:  # a conversion specifier of Python
            k += 1
            byte = text.peek(k)
            if byte != SMALL_S and byte != SMALL_D:
                return -1
        return k + 1
    if opener != LEFT_BRACE or byte == PERCENT:
        return -1
    doubled: cython.bint = text.peek(begin) == LEFT_BRACE
    if doubled:
        begin += 1
    if doubled or signed:
        k = begin
        while k < begin + _MAX_EXPRESSION and text.peek(k) not in _NOT_IN_EXPRESSION:
            k += 1
        text.examined += k - begin
        if k == begin:
            return -1
    else:
        k = _name_end(text, begin, False)
    if text.peek(k) != RIGHT_BRACE or (doubled and text.peek(k + 1) != RIGHT_BRACE):
        return -1
    return k + 2 if doubled else k + 1


def has_expression(data: cython.p_const_uchar, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a reference from ``i`` to ``end`` has an expression (:func:`is_expression`), ``<%`` or ``<?``."""
    if not (occurs(data, LEFT_BRACE, i, end) or occurs(data, LESS_THAN, i, end) or occurs(data, DOLLAR, i, end)):
        return False
    for k in range(i, end - 1):
        byte: cython.int = data[k]
        following: cython.int = data[k + 1]
        if _opens_expression(byte, following) or (byte == LESS_THAN and following in (PERCENT, QUESTION_MARK)):
            return True
    return False


def _name_end(text: Text, i: cython.Py_ssize_t, spaced: cython.bint) -> cython.Py_ssize_t:
    """Return the end of the name at ``i``: words, dots, hyphens, and single blanks if ``spaced``; ``i`` if none."""
    k: cython.Py_ssize_t = i
    named: cython.bint = False
    while k < i + _MAX_PLACEHOLDER:
        byte: cython.int = text.peek(k)
        if text.flags[byte] & classes.WORD:
            named = True
        elif byte not in (DOT, HYPHEN, UNDERSCORE) and (not spaced or byte != SPACE or text.peek(k + 1) == SPACE):
            break
        k += 1
    return k if named else i


# ----------------------------------------------------------------------------------------------------------------------
# Bytes around a line break inside a reference that are not part of it (RFC 3986 Appendix C).
#
# A reply puts ``> `` before each line, source code a comment sign; a page break adds a footer, a form feed and a
# header.

_LONGEST_WORD = cython.declare(cython.Py_ssize_t, 24)
#: Operators that concatenate strings: "+" in Java, ECMAScript and Python, "." in PHP and Perl, ".." in Lua, "||" in
#: SQL, "&" in Visual Basic and Ada, "++" in Haskell and Erlang, "~" in Twig and Raku.
_OPERATORS = frozenset((b"+", b".", b"..", b"||", b"&", b"++", b"~"))
_OPERATOR_BYTES = cython.declare(bytes, b"+.|&~")


def blanks_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the white space at ``i``, at most at a line feed; -1 if it is too long or incomplete."""
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_LINE_BEFORE)
    begin: cython.Py_ssize_t = i
    while i < stop and data[i] != LINE_FEED:
        if data[i] == 0xC2 and i + 1 < stop and data[i + 1] == 0xA0:  # no-break spaces may indent a line
            i += 1
        elif not text.flags[data[i]] & classes.SPACE:
            break
        i += 1
    text.examined += i - begin
    if i == text.size:
        text.need = True
        return -1
    return -1 if i == stop else i


def concatenation_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the operator at ``i`` that concatenates strings, and of the white space after it.

    Return ``i`` if there is none, -1 if the white space is too long or incomplete. A full stop is one only after a
    blank or at the start of a line.
    """
    k: cython.Py_ssize_t = i
    while 0 <= k < i + 2 and text.peek(k) in _OPERATOR_BYTES:
        k += 1
    if k <= i or text.window[i:k] not in _OPERATORS:
        return i
    if text.data[i] == DOT and k == i + 1 and not text.flags[text.data[i - 1]] & classes.SPACE:
        return i
    return blanks_end(text, k)


def adds_name(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if an operator that concatenates strings and a name are at ``i``; one of a shell is not meant."""
    k: cython.Py_ssize_t = i + 1 if text.peek(i) == SPACE else i
    operator: cython.int = text.peek(k)
    while operator in b"+.~" and text.peek(k) == operator and k < i + 3:
        k += 1
    if k == i or text.peek(k - 1) == SPACE or operator not in b"+.~":
        return False
    ends_sentence: cython.bint = operator == DOT and text.peek(k - 2) != DOT
    k = blanks_end(text, k)
    following: cython.int = text.peek(k) if k > 0 else 0
    return following in (DOLLAR, AT) or (SMALL_A <= following | 0x20 <= SMALL_Z and not ends_sentence)


def next_blank(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the offset of the white space after the word at ``i`` on the next line, or where the search stopped."""
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_NEXT_LINE)
    while i < stop and not text.flags[text.data[i]] & classes.SPACE:
        i += 1
    return i


def division_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the hyphen at ``i`` if a typesetter divided a word with it at a line's end; else -1.

    It is U+2010 (troff in UTF-8) or U+00AD (troff in Latin-1, word processors), which are in no URI, after a letter.
    """
    end: cython.Py_ssize_t = i + 1
    if text.data[i] == 0xE2 and text.peek(i + 1) == 0x80 and text.peek(i + 2) == 0x90:
        end = i + 3
    elif text.data[i] == 0xC2 and text.peek(i + 1) == 0xAD:
        end = i + 2
    elif text.data[i] != 0xAD:
        return -1
    if text.peek(end) != LINE_FEED and text.peek(end) != CARRIAGE_RETURN:
        return -1
    return end if text.flags[text.data[i - 1]] & (classes.WORD | classes.DIGIT) == classes.WORD else -1


def begins_comment(text: Text, sign: cython.Py_ssize_t, sign_end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the sign before the candidate begins a line comment: "# ", "// ", "-- ", "! ".

    An exclamation mark begins those of X resources, Fortran, and lists of filters for content blockers.
    """
    byte: cython.int = text.data[sign]
    if byte == DOT:  # troff's comment; in reStructuredText ".." begins a footnote or a target
        return text.data[sign + 1] == BACKSLASH
    if text.flags[byte] & classes.WORD:
        return True
    if not text.flags[text.data[sign_end]] & classes.SPACE:
        return False
    if byte in (SLASH, HYPHEN):  # "----" is a horizontal rule
        return text.data[sign + 1] == byte and not (byte == HYPHEN and sign_end > sign + 3)
    return byte in (NUMBER_SIGN, SEMICOLON, PERCENT, EXCLAMATION_MARK)


def is_bullet(text: Text, sign: cython.Py_ssize_t, sign_end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the sign, which the next line repeats, is a list marker: that line is another item.

    An asterisk after an odd number of blanks is that of a block comment, below the one of its "/*".
    """
    byte: cython.int = text.data[sign_end - 1]
    k: cython.Py_ssize_t = sign
    if not text.flags[text.data[sign_end]] & classes.SPACE:
        return False
    if sign_end > sign + 1:  # in a comment
        return byte in (ASTERISK, HYPHEN, PLUS) and text.flags[text.data[sign_end - 2]] & classes.SPACE != 0
    if byte == ASTERISK:
        while k > 0 and text.data[k - 1] == SPACE:
            k -= 1
        text.examined += sign - k
        return (sign - k) & 1 == 0
    return byte in (HYPHEN, PLUS)


def needs_host(text: Text, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if "//", or "//www.", is before ``end``: a reference, and so a list item, cannot end there."""
    return text.window.endswith((b"//", b"//www."), max(0, end - 6), end)


def page_break_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the text continues after the page break that begins at the line ``i``; -1 if there is none.

    It has empty lines; a footer that ends in "[Page n]", or a form feed, or both; a header; empty lines. Without a
    footer an empty line must separate the header from the text. It has no "<" or quotation mark: the search for a
    closing bracket ends where another bracket may open.
    """
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_PAGE_BREAK)
    begin: cython.Py_ssize_t = i
    footer: cython.bint = False
    feed: cython.bint = False
    header: cython.bint = False
    empty: cython.bint = False
    while True:
        while i < stop and text.flags[data[i]] & classes.SPACE:
            feed = feed or data[i] == FORM_FEED
            empty = empty or data[i] == LINE_FEED
            i += 1
        text.examined += i - begin
        if i >= stop:
            break
        if header:
            return i if footer or empty else -1
        begin = i
        end: cython.Py_ssize_t = footer_end(text, i)
        if not footer and not feed and end < 0:
            return -1
        if footer or end < 0:
            header = True
            empty = False
            while i < stop and data[i] != LINE_FEED:
                if data[i] == LESS_THAN or data[i] == QUOTATION_MARK:
                    return -1
                i += 1
        else:
            footer = True
            i = end
        i += 1
    if i >= text.size:  # the white space or the header may continue
        text.need = True
    return -1


def footer_end(text: Text, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the line at ``i`` if it is a footer, with "[Page n]" at its end (RFC 2223 §3); else -1."""
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_FOOTER)
    end: cython.Py_ssize_t = i
    while end < stop and data[end] != LINE_FEED:
        if data[end] == LESS_THAN or data[end] == QUOTATION_MARK:
            return -1
        end += 1
    text.examined += end - i
    if end == text.size:
        text.need = True
        return -1
    k: cython.Py_ssize_t = end - 1
    while k > i and text.flags[data[k]] & classes.SPACE:
        k -= 1
    if end == stop or data[k] != RIGHT_BRACKET:
        return -1
    k -= 1
    while k > i and text.flags[data[k]] & classes.WORD:
        k -= 1
    if (
        k >= i + 5 and data[k] == SPACE and data[k - 5] == LEFT_BRACKET and data[k - 4] == CAPITAL_P
        and data[k - 3] == SMALL_A and data[k - 2] == SMALL_G and data[k - 1] == SMALL_E
    ):  # fmt: skip
        return end
    return -1


def before_marks(text: Text, i: cython.Py_ssize_t, floor: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the text on earlier lines if only reply marks are before ``i`` on its line; else ``i``."""
    k: cython.Py_ssize_t = i
    while k > floor and (text.data[k - 1] == GREATER_THAN or text.data[k - 1] == SPACE):
        k -= 1
    text.examined += i - k
    if k == floor or text.data[k - 1] != LINE_FEED:
        return i
    while k > floor and text.flags[text.data[k - 1]] & classes.SPACE:
        k -= 1
    return k


def reply_marks(text: Text, line: cython.Py_ssize_t) -> cython.int:
    """Return the number of reply marks at the start of a line, which must have other text."""
    count: cython.int = 0
    k: cython.Py_ssize_t = line
    while text.flags[text.data[k]] & classes.SPACE or text.data[k] == GREATER_THAN or text.data[k] == PIPE:
        count += text.data[k] == GREATER_THAN or text.data[k] == PIPE
        k += 1
    text.examined += k - line
    return count


def closes_word(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if reply marks, and a word that ends in ">", are at ``i``."""
    k: cython.Py_ssize_t = i
    while text.peek(k) == GREATER_THAN or text.peek(k) == SPACE:
        k += 1
    begin: cython.Py_ssize_t = k
    while text.peek(k) != GREATER_THAN and text.classes[text.peek(k)] and k < begin + limits.MAX_NEXT_LINE:
        k += 1
    text.examined += k - i
    return k > begin and text.peek(k) == GREATER_THAN


def begins_with_word(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a word of ASCII letters and a blank are at ``i``."""
    begin: cython.Py_ssize_t = i
    while i - begin < _LONGEST_WORD and SMALL_A <= (text.peek(i) | 0x20) <= SMALL_Z:
        i += 1
    text.examined += i - begin
    return i > begin and text.peek(i) == SPACE


def begins_with_time(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a date or time in digits and a dot are at ``i``: Message-IDs begin like that, addresses do not."""
    begin: cython.Py_ssize_t = i
    while i - begin < 20 and text.flags[text.peek(i)] & classes.DIGIT:
        i += 1
    return i - begin >= 8 and text.peek(i) == DOT


def is_soft_length(text: Text, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the line that ends at ``end`` is as long as lines broken by quoted-printable (RFC 2045 §6.7).

    That is 76 characters or a few less; or a few more, if it was quoted in a reply.
    """
    k: cython.Py_ssize_t = end
    while k > 0 and end - k <= 80 and text.data[k - 1] != LINE_FEED:
        k -= 1
    text.examined += end - k
    return 70 <= end - k <= 80


def is_encoded_equals(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if "=3D", quoted-printable for "=", is at ``i``."""
    return text.peek(i) == EQUALS and text.peek(i + 1) == DIGIT_3 and text.peek(i + 2) | 0x20 == SMALL_D


def beside_soft_break(text: Text, line: cython.Py_ssize_t, following: cython.Py_ssize_t) -> cython.bint:
    """Return True if "=" ends the line before ``line``, the one at ``following`` or one soon after it.

    In lines after the one at ``following``, "=" in a word with a slash does not count.
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = line - 2
    first: cython.bint = True
    slash: cython.bint = False
    if k > 0 and data[k if data[k] != CARRIAGE_RETURN else k - 1] == EQUALS:
        return True
    k = following
    stop: cython.Py_ssize_t = min(text.size, following + limits.MAX_LINES_AFTER)
    while k < stop:
        if data[k] == LINE_FEED:
            if data[k - 1 if data[k - 1] != CARRIAGE_RETURN else k - 2] == EQUALS and not slash:
                break
            first = False
        if data[k] == SLASH:  # a reference may end in "="
            slash = not first
        elif text.flags[data[k]] & classes.SPACE:
            slash = False
        k += 1
    text.examined += k - following
    if k == text.size:
        text.need = True
    return k < stop


# ----------------------------------------------------------------------------------------------------------------------
# Recognise URIs that are declared as names, by the text before them: namespaces and identifiers of a DTD.
#
# ``xmlns="`` or ``xmlns:prefix="`` declares a namespace (Namespaces in XML 1.0 §3); so does a member of an object with
# such a name, ``"xmlns": "``. The first argument of a method whose name ends in ``NS`` is the name of a namespace (DOM
# Standard §4.5, §4.9: ``createElementNS("``, ``setAttributeNS("``). So is the string or ``url()`` of ``@namespace`` in
# a style sheet, after a prefix or none (CSS Namespaces §3). ``SYSTEM "`` or ``PUBLIC "..." "`` precedes an identifier
# in a document type declaration, in the declaration of a parameter entity, which is part of a DTD, and in that of a
# notation (XML 1.0 §2.8, §4.2.2, §4.7). A general entity is a document of its own, so its identifier is a link.

# Bytes searched backwards for a declaration; the longest name in one.
_REACH = cython.declare(cython.Py_ssize_t, 256)
_MAX_DECLARED_NAME = cython.declare(cython.Py_ssize_t, 64)
_XMLNS = cython.declare(bytes, b"xmlns")
_NAMESPACE = cython.declare(bytes, b"@namespace")
_DECLARED = cython.declare(frozenset, frozenset((b"<!doctype", b"<!notation")))
_ENTITY = cython.declare(bytes, b"<!entity")
_IDENTIFIED = cython.declare(frozenset, frozenset((b"system", b"public")))


def is_declared(text: Text, low: cython.Py_ssize_t, start: cython.Py_ssize_t) -> cython.bint:
    """Return True if the URI at ``start`` is declared as a name; bytes before ``low`` are not read."""
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = start
    low = max(low, start - _REACH)
    quoted: cython.bint = i > low and (data[i - 1] == QUOTATION_MARK or data[i - 1] == APOSTROPHE)
    if quoted:
        i -= 1
        if i > low and data[i - 1] == BACKSLASH:  # in a string of a script
            i -= 1
    i = before_blanks(text, low, i)
    if i > low and data[i - 1] == EQUALS:
        return is_xmlns(text, low, i - 1)
    if i > low + 2 and data[i - 1] | 0x20 == SMALL_D and data[i - 2] == DIGIT_3 and data[i - 3] == EQUALS:
        return is_xmlns(text, low, i - 3)  # in quoted-printable
    if occurs(data, AT, low, i) and i >= low + 10 and is_css_namespace(text, low, i, quoted):
        return True
    if not quoted or i < low + 6:
        return False
    if data[i - 1] == COLON:
        return is_xmlns_member(text, low, i - 1)
    if data[i - 1] == LEFT_PAREN:
        return data[i - 2] == CAPITAL_S and data[i - 3] == CAPITAL_N and SMALL_A <= data[i - 4] <= SMALL_Z  # no "DNS("
    return is_identifier_of_dtd(text, low, i)


def before_blanks(text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the white space before ``i`` begins."""
    k: cython.Py_ssize_t = i
    while k > low and text.flags[text.data[k - 1]] & classes.SPACE:
        k -= 1
    text.examined += i - k
    return k


def before_word(text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of the word before ``i``, without white space, quotes, "=" and ">"; "<" may only begin it."""
    k: cython.Py_ssize_t = i
    low = max(low, i - _MAX_DECLARED_NAME)
    while k > low:
        byte: cython.int = text.data[k - 1]
        if byte <= SPACE or byte in (QUOTATION_MARK, APOSTROPHE, EQUALS, GREATER_THAN):
            break
        k -= 1
        if byte == LESS_THAN:
            break
    text.examined += i - k
    return k


def is_css_namespace(
    text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t, quoted: cython.bint
) -> cython.bint:  # fmt: skip
    """Return True if the name of a namespace is expected at ``i`` of a style sheet."""
    data: cython.p_const_uchar = text.data
    if data[i - 1] == LEFT_PAREN and data[i - 2] | 0x20 == SMALL_L and data[i - 3] | 0x20 == SMALL_R:
        i = before_blanks(text, low, i - 4)
    elif not quoted:
        return False
    if not is_at_namespace(text, low, i):
        i = before_blanks(text, low, before_word(text, low, i))  # the prefix
    return is_at_namespace(text, low, i)


def is_at_namespace(text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if that at-keyword ends at ``i``."""
    return i >= low + 10 and text.data[i - 10] == AT and text.window[i - 10 : i].lower() == _NAMESPACE


def is_xmlns(text: Text, low: cython.Py_ssize_t, equals: cython.Py_ssize_t) -> cython.bint:
    """Return True if the attribute before an equals sign declares a namespace."""
    end: cython.Py_ssize_t = before_blanks(text, low, equals)
    return is_xmlns_name(text, before_word(text, low, end), end)


def is_xmlns_member(text: Text, low: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.bint:
    """Return True if the member of an object before a colon declares a namespace; its name may be quoted."""
    data: cython.p_const_uchar = text.data
    end: cython.Py_ssize_t = before_blanks(text, low, colon)
    if end > low and (data[end - 1] == QUOTATION_MARK or data[end - 1] == APOSTROPHE):
        end -= 1
        if end > low and data[end - 1] == BACKSLASH:
            end -= 1
    begin: cython.Py_ssize_t = end
    low = max(low, end - _MAX_DECLARED_NAME)
    while begin > low and (data[begin - 1] == COLON or text.flags[data[begin - 1]] & classes.NAME):
        begin -= 1
    text.examined += end - begin
    return is_xmlns_name(text, begin, end)


def is_xmlns_name(text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the name from ``begin`` to ``end`` is that of a declaration of a namespace."""
    if end - begin < 5 or text.data[begin] | 0x20 != SMALL_X or (end - begin > 5 and text.data[begin + 5] != COLON):
        return False
    return text.window[begin : begin + 5].lower() == _XMLNS


def is_identifier_of_dtd(text: Text, low: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the identifier of a DTD, a parameter entity or a notation is expected at ``i``."""
    data: cython.p_const_uchar = text.data
    quote: cython.int = data[i - 1]
    if quote in (QUOTATION_MARK, APOSTROPHE):  # the public identifier ends there
        i -= 2
        begin: cython.Py_ssize_t = i
        while i > low and data[i] != quote:
            i -= 1
        text.examined += begin - i
        i = before_blanks(text, low, i)
    if i <= low or data[i - 1] | 0x20 not in b"cm":  # the last letters of "public" and "system"
        return False
    begin = before_word(text, low, i)
    if i - begin != 6 or text.window[begin:i].lower() not in _IDENTIFIED:
        return False
    i = before_blanks(text, low, before_word(text, low, before_blanks(text, low, begin)))  # the name
    if i > low and data[i - 1] == PERCENT:
        i = before_blanks(text, low, i - 1)
        begin = before_word(text, low, i)
        return text.window[begin:i].lower() == _ENTITY
    begin = before_word(text, low, i)
    return text.window[begin:i].lower() in _DECLARED


# ----------------------------------------------------------------------------------------------------------------------
# Find the end of a usual host, and decide which hosts could exist (RFC 3986 §3.2.2, RFC 1123 §2.1, UTS #46 §4).

_MAX_LABEL = cython.declare(cython.Py_ssize_t, 63)  # RFC 1035 §2.3.4
_MAX_HOST = cython.declare(cython.Py_ssize_t, 255)
_MAX_ADDRESS = cython.declare(cython.Py_ssize_t, 64)  # four numbers with leading zeros
_HOST_BYTES = HOSTS
if cython.compiled:  # noqa: SIM108 - the type makes the difference
    _HOSTS = cython.declare(cython.p_const_uchar, _HOST_BYTES)
else:
    _HOSTS = _HOST_BYTES


def usual_name_end(text: Text, i: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of a host name of the usual form; ``i`` if it has another form.

    It has letters and digits with single dots and hyphens between them, and does not end with a digit: ``Token.name``
    accepts all such names.
    """
    data: cython.p_const_uchar = text.data
    end: cython.Py_ssize_t = i
    before: cython.int = classes.SEPARATOR
    four: cython.int
    twice: cython.int = 0  # has a bit of separators if two are adjacent, even shortly after the end
    # Four bytes at a time, two bits each, so that the end costs one branch.
    last: cython.Py_ssize_t = limit - 4
    while end <= last:
        four = _HOSTS[data[end]] | _HOSTS[data[end + 1]] << 2 | _HOSTS[data[end + 2]] << 4 | _HOSTS[data[end + 3]] << 6
        twice |= four & (four << 2 | before)
        if four & classes.ANY_NOT_IN_HOST:
            four = ~four
            end += (four & 1) + (four & four >> 2 & 1) + (four & four >> 2 & four >> 4 & 1)
            break
        before = four >> 6
        end += 4
    else:
        return i
    text.examined += end - i
    twice &= classes.ANY_SEPARATOR
    if end >= limit or end - i > _MAX_LABEL or twice or _HOSTS[data[end - 1]] == classes.SEPARATOR:
        return i
    if data[end] == SPACE and (data[end + 1] if end + 1 < text.size else text.peek(end + 1)) in b"[({d":
        return i  # it may have been defanged
    return i if text.flags[data[end - 1]] & classes.DIGIT else end  # the last label may be a number


def _inner_invisible_end(text: Text, begin: cython.Py_ssize_t, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of invisible characters at ``i``, inside the host that begins at ``begin``; else -1.

    A browser removes them. The host ends before them if it has a top-level domain, and none with what follows.
    """
    k: cython.Py_ssize_t = _matched_end(text, INVISIBLE, i)
    end: cython.Py_ssize_t = k
    if k < 0 or is_reference(text, k):
        return -1
    while end < k + _MAX_LABEL and text.flags[text.peek(end)] & classes.NAME:
        end += 1
    text.examined += end - i
    label: bytes = text.window[max(begin, i - _MAX_LABEL) : i].rpartition(b".")[2]
    whole: bytes = (label + text.window[k:end]).rpartition(b".")[2]
    return k if k == end or not is_top_level(label) or is_top_level(whole) else -1


def _matched_end(text: Text, pattern: Any, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of a match of the pattern at ``i``, within the length of a host; else -1."""
    found: Any = pattern.match(text.window, i, i + _MAX_HOST)
    text.need = text.need or i + _MAX_HOST > text.size
    return -1 if found is None else found.end()


def ip_literal_end(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the IP-literal (RFC 3986 §3.2.2) at ``i``, at most ``end``; -1 if the grammar rejects it."""
    j: cython.Py_ssize_t = i + 1
    while j < end and (text.flags[text.data[j]] & (classes.WORD | classes.NAME) or text.data[j] == COLON):
        j += 1
    if j >= end or text.data[j] != RIGHT_BRACKET or not is_ip_literal(text.window[i + 1 : j]):
        return -1
    return j + 1


def is_numeric_address(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the host is an IPv4 address; its numbers may be hexadecimal or octal (URL Standard §3.5)."""
    if end - i > _MAX_ADDRESS:
        return False
    text.examined += end - i
    return numeric_ipv4(text.window[i:end].decode("ascii", "replace")) is not None


def could_exist(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t, numbers: cython.bint) -> cython.bint:
    """Return True if the labels from ``i`` to ``end`` have lengths and letters that the DNS allows.

    If all are ``numbers``, return True if they are an IPv4 address, perhaps of fewer parts (URL Standard §3.5).
    A "%" may encode a byte or begin "%s"; the grammar reports the latter.
    """
    data: cython.p_const_uchar = text.data
    begin: cython.Py_ssize_t = i
    characters: cython.Py_ssize_t
    count: cython.int = 0
    value: cython.int
    named: cython.bint = False
    plain: cython.bint = not numbers and end - i <= _MAX_LABEL and text.flags[data[i]] & classes.WORD
    if plain and not occurs(data, HYPHEN, i, end) and not occurs(data, PERCENT, i, end):
        return True
    if end - i > 4:  # fewer bytes are not counted
        text.examined += end - i
    while i < end:
        label: cython.Py_ssize_t = i
        characters = value = 0
        in_ascii: cython.bint = True
        while i < end and data[i] != DOT:
            if data[i] & 0xC0 != 0x80:  # not a continuation byte of UTF-8
                characters += -1 if data[i] == PERCENT else 1  # "%" and two digits are one character
            if data[i] == PERCENT and (i + 1 == end or not text.flags[data[i + 1]] & classes.WORD):
                return False
            named = named or data[i] >= 0x80 or text.flags[data[i]] & classes.WORD
            in_ascii = in_ascii and data[i] < 0x80
            if numbers and value < 256:
                value = 10 * value + data[i] - DIGIT_0
            i += 1
        if characters > _MAX_LABEL:
            return False
        if _is_encoded(text, label, i) and not (in_ascii and is_punycode(text.window[label + 4 : i])):
            return False
        count += 1
        if numbers and (count > 4 or (value > 255 and (i < end or count == 4))):
            return is_numeric_address(text, begin, end)  # "0376" is 254
        i += 1
    return named and i - begin <= _MAX_HOST


def _is_encoded(text: Text, label: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a label begins with "xn--", as A-labels do (RFC 5890 §2.3.2.1)."""
    data: cython.p_const_uchar = text.data
    return (
        end > label + 3
        and (data[label] | 0x20) == SMALL_X
        and (data[label + 1] | 0x20) == SMALL_N
        and data[label + 2] == HYPHEN
        and data[label + 3] == HYPHEN
    )


def is_punycode(text: bytes) -> bool:
    """Return True if the text after "xn--" encodes letters beyond ASCII (RFC 3492, UTS #46 §4 step 4)."""
    try:
        return not text.decode("punycode").isascii()
    except UnicodeError:
        return False


def goes_on(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t, cut: cython.bint) -> cython.bint:
    """Return True if the host from ``i`` to ``end`` is part of a defanged host or of another reference.

    ``cut``: a byte that is in no host ends it.

    To make a link unusable, people write ``[.]``, ``(dot)``, ``{.}``, ``[:]``, ``[@]`` and `` dot `` in its host.
    In ``http://http://`` another scheme is in place of the host.
    """
    data: cython.p_const_uchar = text.data
    following: cython.int = text.peek(end)
    if following == SLASH:
        return False
    if following == SPACE:
        following = text.peek(end + 1)
        if following in (LEFT_BRACKET, LEFT_PAREN, LEFT_BRACE):
            k: cython.Py_ssize_t = end + 2 + (1 if text.peek(end + 2) == DOT else 3)
            return text.peek(k) in (RIGHT_BRACKET, RIGHT_PAREN, RIGHT_BRACE) and _is_mark(text, end + 2)
        return not has_dot(text, i, end) and _is_dot(text, end + 1) and text.peek(end + 4) == SPACE
    if following in (LEFT_BRACKET, LEFT_PAREN, LEFT_BRACE):
        if end > i and data[end - 1] == DOT:  # "http://www.[domain]/", "http://evil.[com]"; but ".(Then", ".[1]"
            return (
                following != LEFT_PAREN
                and text.flags[text.peek(end + 1)] & (classes.WORD | classes.DIGIT) == classes.WORD
            )
        return _is_mark(text, end + 1)
    if following == RIGHT_BRACKET:  # "evil.]com"
        return end > i and data[end - 1] == DOT and SMALL_A <= text.peek(end + 1) <= SMALL_Z
    if following == BACKSLASH:  # Markdown's "\\[.\\]"
        return text.peek(end + 1) == LEFT_BRACKET and _is_mark(text, end + 2)
    if following == COLON:
        return text.peek(end + 1) == SLASH and text.peek(end + 2) == SLASH and not has_dot(text, i, end)
    return cut and text.flags[text.peek(end + 1)] & classes.WORD and _is_inside_name(text, i, end)


def _is_inside_name(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the name from ``i`` to ``end`` has no top-level domain, and a longer name continues after it.

    In the misspelt "http://www.exa,mple.org/" the host is not "www.exa".
    """
    label: cython.Py_ssize_t = end
    k: cython.Py_ssize_t = end + 1
    while label > i and text.data[label - 1] != DOT:
        label -= 1
    while k < end + _MAX_LABEL and (text.flags[text.peek(k)] & classes.WORD or text.peek(k) == HYPHEN):
        k += 1
    text.examined += k - label
    if text.peek(k) == SLASH:  # "http://example,org/"
        if not is_top_level(text.window[end + 1 : k]):
            return False
    elif text.peek(k) != DOT or not text.flags[text.peek(k + 1)] & classes.WORD:
        return False
    return not is_top_level(text.window[label:end])


def is_top_level(label: bytes) -> cython.bint:
    """Return True if a label is a top-level domain, or a special-use one (RFC 6761)."""
    from uri_extract.uri.tlds import SPECIAL, TLDS  # which takes time

    return label.lower() in TLDS or label.lower() in SPECIAL


def is_domain(label: bytes) -> cython.bint:
    """Return True if a label is a top-level domain that is no file extension."""
    from uri_extract.uri.tlds import EXTENSIONS, FILES, TLDS

    return label in TLDS and label not in EXTENSIONS and label not in FILES


def _is_dot(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the word "dot" is at ``i``."""
    return (
        (text.peek(i) | 0x20) == SMALL_D
        and (text.peek(i + 1) | 0x20) == SMALL_O
        and (text.peek(i + 2) | 0x20) == SMALL_T
    )  # fmt: skip


def _is_mark(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a mark of defanging is at ``i``, after its opening bracket."""
    byte: cython.int = text.peek(i)
    after: cython.int = text.peek(i + 1)
    if byte == DOT:  # "[.]", "[.com"; but "[...]"
        return after != DOT
    if byte in (COMMA, COLON, SLASH, AT):  # but "[/url]"
        return after in (RIGHT_BRACKET, RIGHT_PAREN, RIGHT_BRACE) or (byte == COLON and after == SLASH)
    if (byte | 0x20) == SMALL_A:  # "[at]"
        return (after | 0x20) == SMALL_T and text.peek(i + 2) in (RIGHT_BRACKET, RIGHT_PAREN, RIGHT_BRACE)
    return _is_dot(text, i) and text.peek(i + 3) in (RIGHT_BRACKET, RIGHT_PAREN, RIGHT_BRACE)


# ----------------------------------------------------------------------------------------------------------------------
# Recognise mail addresses (RFC 5322 §3.4.1), Message-IDs (RFC 5322 §3.6.4) and telephone numbers.
#
# A Message-ID follows the name of a field that ends in "ID", "References:", "In-Reply-To:", "message", or another
# identifier in brackets with no comma between; or it has the digits of a date and time.

_MAX_LOCAL_PART = cython.declare(cython.Py_ssize_t, 64)  # RFC 5321 §4.5.3.1.1
_IN_NUMBERS = cython.declare(bytes, b"+-.()")
_BETWEEN_NUMBERS = cython.declare(bytes, b" \t-/(")

#: Fields that a Message-ID follows, besides those whose name ends in "id"; words before a Message-ID in brackets.
_FIELDS = frozenset(b"references in-reply-to supersedes news".split())
_WORDS = frozenset(b"article artikel message msg wrote".split())


def local_part(text: Text, low: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the local part (RFC 5322 §3.2.3 dot-atom) before ``at`` begins, not before ``low``; -1 if none."""
    data: cython.p_const_uchar = text.data
    begin: cython.Py_ssize_t = at
    low = max(low, at - _MAX_LOCAL_PART - 1)
    while begin > low and text.flags[data[begin - 1]] & classes.LOCAL:
        begin -= 1
    text.examined += at - begin + 1
    i: cython.Py_ssize_t = begin
    # Skip what may precede a word in text: a quotation mark, a dash, an ellipsis.
    while i < at and not text.flags[data[i]] & classes.WORD and data[i] != UNDERSCORE:
        if data[i] == PERCENT or data[i] == AMPERSAND:  # "%s@", "&"
            return -1
        i += 1
    if i == at or at - i > _MAX_LOCAL_PART or data[at - 1] == DOT:
        return -1
    for k in range(i, at - 1):
        if data[k] == DOT and data[k + 1] == DOT:
            return -1
    return i if i > begin or _is_apart(text, i) else -1


def _is_apart(text: Text, start: cython.Py_ssize_t) -> cython.bint:
    """Return True if the text before ``start`` is not part of the address or of a longer token."""
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = start - 1
    low: cython.Py_ssize_t = max(0, start - _LONGEST_WORD)
    if start == 0:
        return True
    before: cython.int = data[k]
    if before in (SLASH, BACKSLASH, EQUALS, QUESTION_MARK, NUMBER_SIGN, DOLLAR):
        return False
    if before in (AT, TILDE, CARET) or text.flags[before] & classes.LOCAL:
        return False
    if before == COLON:  # "Mail:ada@example.org", but "//user:password@example.org"
        while k > low and text.flags[data[k - 1]] & classes.WORD:
            k -= 1
        text.examined += start - k
        return k == low or (data[k - 1] != SLASH and data[k - 1] != AT)
    if before < 0x80:
        return True
    # Beyond ASCII: punctuation, or a script without blanks between words.
    while k > low and start - k < 4 and data[k] & 0xC0 == 0x80:
        k -= 1
    if data[k] < 0xC2 or data[k] & 0xC0 == 0x80:
        return False
    if character_end(text, k) == start:
        return 0xE3 <= data[k] <= 0xE9
    return start - k == (2 if data[k] < 0xE0 else 3)


def is_identifier(text: Text, start: cython.Py_ssize_t) -> cython.bint:
    """Return True if the text before ``start`` announces a Message-ID (RFC 5322 §3.6.4)."""
    data: cython.p_const_uchar = text.data
    low: cython.Py_ssize_t = max(0, start - 2 * _MAX_LOCAL_PART)
    k: cython.Py_ssize_t = start
    while k > low and text.flags[data[k - 1]] & classes.LOCAL:  # punctuation that local_part skipped
        k -= 1
    start = k
    if k > 0 and data[k - 1] == LESS_THAN:
        k -= 1
    elif (
        k > 3
        and data[k - 1] == SEMICOLON
        and data[k - 2] == SMALL_T
        and data[k - 3] == SMALL_L
        and data[k - 4] == AMPERSAND
    ):  # "&lt;"
        k -= 4
    bracket: cython.bint = k < start
    # White space, with reply marks at the start of a line; marks of emphasis and of code.
    while k > low + 1 and (
        text.flags[data[k - 1]] & classes.SPACE
        or data[k - 1] == ASTERISK or data[k - 1] == BACKTICK or data[k - 1] == UNDERSCORE
        or (data[k - 1] == GREATER_THAN and (text.flags[data[k - 2]] & classes.SPACE or data[k - 2] == GREATER_THAN))
    ):  # fmt: skip
        k -= 1
    text.examined += start - k
    if k > 1 and (
        data[k - 1] == GREATER_THAN or (data[k - 1] == SEMICOLON and data[k - 2] == SMALL_T and data[k - 3] == SMALL_G)
    ):
        return bracket  # addresses in a list have commas between, identifiers do not
    labelled: cython.bint = k > 0 and data[k - 1] == COLON
    if labelled:
        k -= 1
    elif not bracket:
        return False
    end: cython.Py_ssize_t = k
    while k > low and end - k < _LONGEST_WORD and (text.flags[data[k - 1]] & classes.WORD or data[k - 1] == HYPHEN):
        k -= 1
    text.examined += end - k
    word: bytes = text.window[k:end].lower()
    if word.endswith((b"message-id", b"messageid", b"msgid")) or (bracket and (word == b"id" or word.endswith(b"-id"))):
        return True
    return word in (_FIELDS if labelled else _WORDS)


def is_global_number(text: Text, colon: cython.Py_ssize_t) -> cython.bint:
    """Return True if the telephone number after ``colon``, in white space, belongs to a URI.

    "fax:", "TEL:", and "tel:" before a part of a number, are labels in signatures. The number of a URI is global and
    complete (ITU-T E.164 §6), with no further digits after it; or it has parameters (RFC 3966 §3).
    """
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = colon + 1
    digits: cython.int = 0
    while i < colon + 40 and (text.flags[text.peek(i)] & classes.DIGIT or text.peek(i) in _IN_NUMBERS):
        digits += text.flags[data[i]] & classes.DIGIT != 0
        i += 1
    text.examined += i - colon
    if text.peek(i) == SEMICOLON and is_argument(text, i + 1):
        return True
    if data[colon - 1] == SMALL_X or data[colon - 1] < SMALL_A or data[colon + 1] != PLUS:
        return False
    end: cython.Py_ssize_t = i
    while i < end + 3 and text.peek(i) in _BETWEEN_NUMBERS:
        i += 1
    return 7 <= digits <= 15 and not text.flags[text.peek(i)] & classes.DIGIT


def is_dated(text: Text, start: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.bint:
    """Return True if the local part looks like a time and a process ID: at least twelve digits, and a dot."""
    digits: cython.int = 0
    dotted: cython.bint = False
    for k in range(start, at):
        if text.flags[text.data[k]] & classes.DIGIT:
            digits += 1
        elif text.data[k] == DOT:
            dotted = True
    return dotted and digits >= 12


# ----------------------------------------------------------------------------------------------------------------------
# Signs in the first word of the next line: it is part of a reference, or it is not.

_FIRST = b"/.%#_~=@"  # a continued path may begin with these; "+name" is markup for programs
#: Words that may be alone on a line: in prose, words that join two references or end a letter; empty comments; keywords
#: that divide or end a block of a program.
_LONE_WORDS = frozenset(
    b"again also and are as at best bye by cheers dnl done elif else end endif esac etc fi for from greetings hello "
    b"here hi hth in instead into is it kind link not of on only or please quote regards rem respectively see "
    b"sincerely so than thanks that the then there these this thx to too versus via vs was we where which with wrote "
    b"yet you your".split()
)
#: C preprocessor directives that may be alone on a line (ISO/IEC 9899 §6.10); they are not fragments.
_DIRECTIVES = frozenset(b"#else #endif".split())


def word_signs(
    text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int, last: cython.int
) -> cython.int:  # fmt: skip
    """Return the signs of the next line's first word; IMPOSSIBLE if no reference continues with it.

    ``before`` is the byte before the reference, ``last`` the last one of its part on the line.
    """
    signs: cython.int = _beginning_signs(text, begin, stop, before)
    if signs & (sign.IMPOSSIBLE | sign.BAD | sign.CLOSES):
        return signs
    word: Word = Word(text, begin, stop, before, last)
    word.signs = signs
    word.read()
    return sign.IMPOSSIBLE if word.impossible else word.judged()


def _beginning_signs(
    text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int
) -> cython.int:  # fmt: skip
    """Return the signs of the first bytes of a word: OPEN, IMPOSSIBLE or 0.

    A lone "%" is BAD. A lone slash before the end of the bracket around the reference is its last byte.
    """
    data: cython.p_const_uchar = text.data
    first: cython.int = data[begin]
    second: cython.int = data[begin + 1] if begin + 1 < stop else 0
    signs: cython.int = 0
    if first == PERCENT and stop == begin + 1:
        return sign.PATH_LIKE | sign.SHORT | sign.BAD
    if first == SLASH and second and second == closing_bracket(before):
        return sign.CLOSES | sign.PATH_LIKE | sign.DELIMITED | sign.SHORT
    if not text.flags[first] & classes.WORD:
        if not text.flags[second] & classes.WORD and not (
            first == second and (first == UNDERSCORE or (first == DOT and text.peek(begin + 2) == SLASH))
        ):
            return sign.IMPOSSIBLE
        if first in (QUESTION_MARK, AMPERSAND) or (first == COLON and text.flags[second] & classes.DIGIT):
            signs = sign.OPEN
        elif first == COLON and data[stop - 1] != COLON:  # not ":alt:", a field name
            signs = 0
        elif (first != HYPHEN and (first not in _FIRST)) or (first == DOT and stop <= begin + 3):  # troff's ".br"
            return sign.IMPOSSIBLE
    if (
        first == EQUALS and stop >= begin + 3 and (stop == begin + 3 or data[begin + 3] == EQUALS)
        and _hexadecimal(text, begin + 1, stop) and _hexadecimal(text, begin + 2, stop)
    ):  # fmt: skip
        return sign.IMPOSSIBLE  # an encoded blank of quoted-printable (RFC 2045 §6.7): "=20", "=C2=A0"
    if stop - begin > 3 and first == SMALL_W and second == SMALL_W and data[begin + 3] == DOT:
        i: cython.Py_ssize_t = begin + 4
        while i < stop and data[i] != DOT:
            i += 1
        if (
            i + 1 < stop and text.flags[data[i + 1]] & classes.WORD  # a host; "www.pdf" is not one
            and text.window.find(b"%2F", i, stop) < 0
        ):  # fmt: skip
            return sign.IMPOSSIBLE
    return signs


class Word:
    """The first word of a line: counts of its characters, and the signs seen in it.

    ``words`` counts letters and digits, ``letters`` only letters, ``lower`` lower-case letters; ``most`` is the length
    of the longest run of digits. ``dot`` is the offset after the last inner dot, ``after`` after the last slash,
    ``host`` after the last dot of a possible host.
    """

    def __init__(
        self, text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, before: cython.int, last: cython.int
    ) -> None:  # fmt: skip
        self.text = text
        self.begin = self.i = self.after = begin
        self.stop = stop
        self.before = before
        self.last = last
        self.signs: cython.int = 0
        self.letters = self.lower = self.words = self.most = self.dot = self.host = 0
        self.dots = self.delimiters = self.underscores = self.slashes = self.hyphens = self.opened = 0
        self.bad = self.impossible = self.address = self.call = False
        self.segment = False  # the address in it is a path segment: a Message-ID, or a slash follows

    @cython.final
    def read(self) -> cython.void:
        """Read the word up to ``stop``, lowered by punctuation, or up to ``i``, where the enclosing bracket closes."""
        data: cython.p_const_uchar = self.text.data
        flags: cython.p_const_uchar = self.text.flags
        digits: cython.int = 0  # in a row
        while self.i < self.stop and not self.impossible:
            byte: cython.int = data[self.i]
            digits = digits + 1 if flags[byte] & classes.DIGIT else 0
            if flags[byte] & classes.WORD:
                self.words += 1
                if digits:
                    self.signs |= sign.PATH_LIKE
                    self.most = max(self.most, digits)
                else:
                    self.letters += 1
                    self.lower += byte >= SMALL_A
            elif byte >= 0x80:
                if self.i > self.begin and is_punctuation(self.text, self.i):
                    self.stop = self.i
                    return
                # A script without blanks between words: the rest belongs to the surrounding text.
                if self.last == HYPHEN and self.signs & sign.DELIMITED and is_undivided(self.text, self.i):
                    self.stop = self.i
                    return
                self.bad = True
            elif self.closes(byte):
                return
            else:
                self.delimiter(byte)
            self.i += 1

    @cython.final
    def delimiter(self, byte: cython.int) -> cython.void:
        """Add the byte at ``i``, which is neither a letter nor a digit, to the signs and counts."""
        i: cython.Py_ssize_t = self.i
        is_inner: cython.bint = i + 1 < self.stop and self.text.flags[self.text.data[i + 1]] & classes.WORD != 0
        if byte == SLASH:
            self.slash()
        elif byte == EQUALS:
            self.equals()
        elif byte == PERCENT:
            self.signs |= sign.PATH_LIKE | sign.DELIMITED
            self.delimiters += 1
            # If it does not encode a byte, it begins a comment or a number.
            if not (_hexadecimal(self.text, i + 1, self.stop) and _hexadecimal(self.text, i + 2, self.stop)):
                self.bad = True
        elif byte in (NUMBER_SIGN, QUESTION_MARK) and is_inner:
            self.signs |= sign.PATH_LIKE | sign.DELIMITED
        elif byte == DOT and is_inner:
            self.signs |= sign.PATH_LIKE | sign.DELIMITED
            self.dot = i + 1
            self.dots += 1
            if not (self.delimiters or self.underscores):
                self.host = self.dot
        elif byte in (HYPHEN, AMPERSAND, UNDERSCORE):
            self.signs |= sign.PATH_LIKE
            self.hyphens += byte == HYPHEN
            self.underscores += byte == UNDERSCORE
        elif byte == COLON:
            self.colon()
        elif byte == AT:
            self.segment = self.segment or (not self.address and begins_with_time(self.text, self.begin))
            self.address = True
        elif byte in (LEFT_PAREN, LEFT_BRACKET):
            self.opened += 1
            if byte == LEFT_PAREN:  # a call: "f()", "frame.plot(x"
                self.bad = self.bad or (i + 1 < self.stop and self.text.data[i + 1] == RIGHT_PAREN)
                self.call = (
                    not self.delimiters and self.letters == self.words
                    and self.text.flags[self.text.data[i - 1]] & classes.WORD != 0
                )  # fmt: skip

    @cython.final
    def slash(self) -> cython.void:
        """Add a slash, after which a segment begins."""
        data: cython.p_const_uchar = self.text.data
        i: cython.Py_ssize_t = self.i
        if (
            i > self.begin + 1 and data[i - 1] == COLON and i + 1 < self.stop and data[i + 1] == SLASH
            and (not self.slashes or word_end(self.text, self.after, i) != i - 1 or self.words == i - 1 - self.after)
        ):  # fmt: skip
            self.impossible = True  # another reference; but paths of web archives have one: "2015/http://"
            return
        self.slashes += 1
        self.after = i + 1
        self.segment = self.segment or self.address
        self.signs |= sign.PATH_LIKE | sign.DELIMITED
        self.delimiters += 1

    @cython.final
    def equals(self) -> cython.void:
        """Add an equals sign, with the name of a variable or parameter before it."""
        data: cython.p_const_uchar = self.text.data
        i: cython.Py_ssize_t = self.i
        if (
            self.words + self.underscores == i - self.begin and self.letters > 1
            and (self.lower == 0 or self.before == EQUALS)
        ):  # fmt: skip
            self.signs |= sign.NAME  # "NAME=value" begins an assignment, as does "name=value" after "name=reference"
        self.signs |= sign.PATH_LIKE | sign.DELIMITED
        self.delimiters += 1
        # A quoted value, a variable, a package version: name="value", name=$value, name==1.0
        if i + 1 < self.stop and (
            data[i + 1] in (QUOTATION_MARK, APOSTROPHE, DOLLAR)
            or (i + 2 < self.stop and data[i + 1] == EQUALS and self.text.flags[data[i + 2]] & classes.DIGIT)
        ):
            self.bad = True

    @cython.final
    def colon(self) -> cython.void:
        """Add a colon: BAD in "Word:", "word:value", "name.c:12:", "12:30", but not in "path/name.html: not found"."""
        data: cython.p_const_uchar = self.text.data
        i: cython.Py_ssize_t = self.i
        is_last: cython.bint = i == self.stop - 1 and data[i - 1] != SLASH
        if (
            (is_last and not (self.slashes and self.dot and self.text.window[self.dot : i] in ENDINGS))
            or (self.letters == self.words > 0 and not self.signs & sign.PATH_LIKE)
            or self.words - self.letters == i - self.begin > 0
        ):
            self.bad = True
        # "NAME_OF:value" begins a property, as does "#name-of:value" after "name:reference".
        if (
            self.words + self.underscores + self.hyphens + (data[self.begin] == NUMBER_SIGN) == i - self.begin
            and self.letters > 1
            and (self.lower == 0 or self.before == COLON)
        ):
            self.bad = True
        if (self.words > 5 and self.text.window[i - 6 : i].lower() == b"mailto") or (
            i + 2 < self.stop and data[i + 1] == BACKSLASH and data[i + 2] == SLASH  # "http:\/\/", in a pattern
        ):
            self.impossible = True

    @cython.final
    def closes(self, byte: cython.int) -> cython.bint:
        """Return True if the byte at ``i`` closes the bracket before the reference, which ends the word."""
        if byte in (RIGHT_PAREN, RIGHT_BRACKET):
            self.opened -= 1
            if self.opened >= 0:
                return False
            if self.letters == 0 and self.most < 3 and self.words == self.i - self.begin > 0:  # "3)"
                self.bad = True
        if byte != closing_bracket(self.before):  # of braces: a value or an argument, url = {...}, \url{...}
            return False
        self.signs |= sign.CLOSES
        return True

    @cython.final
    def judged(self) -> cython.int:
        """Return all signs of the word, after :meth:`read`."""
        data: cython.p_const_uchar = self.text.data
        first: cython.int = data[self.begin]
        signs: cython.int = self.signs
        length: cython.Py_ssize_t = self.i - self.begin
        # A drawing, a horizontal rule: fewer letters than marks, or as many of both in turn ("-o-o-o-o-").
        if (
            2 * self.words + 1 < length
            or (length > 8 and 2 * self.words <= length and not signs & sign.DELIMITED)
            or (first == AT and not self.dots)
        ):
            return sign.IMPOSSIBLE
        if self.words > _DATA and self.words == length:
            return sign.IMPOSSIBLE
        if (first == HYPHEN and not signs & sign.DELIMITED and self.hyphens < 2) or (
            not signs & sign.CLOSES and (self.bad or self.is_other(first))
        ):
            signs |= sign.BAD
        # The number of an item, a section, a page, a year or a date. A date has at most two slashes, and no 3 digits.
        if (
            not signs & sign.CLOSES and self.letters == 0
            and (self.most != 3 or self.delimiters < 2) and self.slashes < 3
            and first != SLASH and first != QUESTION_MARK and data[self.stop - 1] != SLASH
        ):  # fmt: skip
            signs |= sign.NUMBER
        if self.address and not self.segment and (not self.delimiters or first == AT):
            signs |= sign.ADDRESS
        if self.hyphens > 1 and self.words == self.letters and self.words > 8:  # few compounds have three parts
            signs |= sign.DELIMITED
        signs |= self.prose_signs(first)
        if self.words > 10:
            signs |= sign.LONG
        elif self.words < 3:
            signs |= sign.SHORT
        # "Linux/UNIX" may begin a sentence; a path of several segments or a file name does not.
        if (
            (self.text.flags[first] & classes.DIGIT
                or (CAPITAL_A <= first <= CAPITAL_Z and not (self.slashes and self.hyphens)))
            and self.slashes < 2 and not self.segment and not self.underscores
            and not (self.dot and self.text.window[self.dot : word_end(self.text, self.dot, self.stop)] in ENDINGS)
        ):  # fmt: skip
            signs |= sign.BEGINS_TEXT
        if self.host and not self.segment:
            end: cython.Py_ssize_t = word_end(self.text, self.host, self.stop)
            label: bytes = self.text.window[self.host : end]
            if (end == self.stop or data[end] != PERCENT) and (
                is_domain(label) or (label.isdigit() and self.text.window[self.begin : end].count(b".") == 3)
            ):  # fmt: skip
                signs |= sign.HOST
        return signs & ~sign.NAME if self.segment else signs

    @cython.final
    def is_other(self, first: cython.int) -> cython.bint:
        """Return True if the whole word cannot continue a reference: a call, a prompt, an abbreviation."""
        last: cython.int = self.text.data[self.stop - 1]
        inner: cython.int = self.text.data[self.stop - 2]
        if self.call and (
            self.opened or last == RIGHT_PAREN or (inner == RIGHT_PAREN and last in (COMMA, SEMICOLON))
        ):  # fmt: skip
            return True
        if self.address and last in (DOLLAR, NUMBER_SIGN, PERCENT, GREATER_THAN):  # a shell's prompt
            return True
        if (
            first == NUMBER_SIGN and self.stop - self.begin < 8
            and self.text.window[self.begin : self.stop] in _DIRECTIVES
        ):  # fmt: skip
            return True
        return self.letters > 0 and (
            self.dots > 0 and self.letters == self.dots + 1 and self.words == self.letters  # "i.e."
        )

    @cython.final
    def prose_signs(self, first: cython.int) -> cython.int:
        """Return the signs of a word of prose, a name or a constant; 0 for any other word.

        A word of prose has only letters, in lower case, capitalised, or all capitals as in a heading or at the end of a
        here-document. With hyphens it must be capitalised: "Object-oriented", not "api-reference".
        """
        if self.letters != self.words or self.signs & sign.DELIMITED:
            return 0
        if self.underscores:  # a constant: "MAX_SIZE"
            return sign.PROSE | sign.CAPITAL if self.words > 2 and self.lower == 0 and not self.hyphens else 0
        if CAPITAL_A <= first <= CAPITAL_Z and (
            self.lower == self.words - 1 or self.lower == 0 or self.signs & sign.PATH_LIKE
        ):
            return sign.PROSE | sign.CAPITAL
        if self.lower != self.words or self.signs & sign.PATH_LIKE:
            return 0
        if self.text.window[self.begin : self.begin + self.words] in _LONE_WORDS:
            return sign.PROSE | sign.BAD
        return sign.PROSE


def word_end(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the letters and digits at ``i``."""
    while i < stop and text.flags[text.data[i]] & classes.WORD:
        i += 1
    return i


def _hexadecimal(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
    """Return True if ``i`` is at a hexadecimal digit or at the end."""
    return i >= stop or text.flags[text.data[i]] & classes.DIGIT != 0 or SMALL_A <= (text.data[i] | 0x20) <= SMALL_F


# ----------------------------------------------------------------------------------------------------------------------
# Examine the lines around a break: their lengths, and whether they were wrapped at one column.
#
# A limited number of bytes is read before the break (``MAX_LINES_BEFORE``) and after it (``MAX_LINES_AFTER``).

#: Lines wrapped at one column differ by so few columns: reply marks are added, delimiters are kept together.
_TOLERANCE = cython.declare(cython.Py_ssize_t, 2)
#: Bytes inside words of paths.
_IN_PATHS = b"/%=@_"
#: A full line of prose is shorter than the longest one by at most this many columns.
_RAGGED = cython.declare(cython.Py_ssize_t, 8)
_DIGITS = b"0123456789"
#: Indexes of a Debian repository, as apt names them. Their first and last bytes are examined first.
_INDEXES = (b"Packages", b"Sources", b"InRelease", b"Release")
#: Hexadecimal digits of a digest: those of CRC-64 to those of SHA-512.
_SHORTEST_DIGEST = cython.declare(cython.Py_ssize_t, 16)
_LONGEST_DIGEST = cython.declare(cython.Py_ssize_t, 128)


def is_longer_before(text: Text, line: cython.Py_ssize_t, length: cython.Py_ssize_t) -> cython.bint:
    """Return True if one of the three lines before ``line`` is longer than ``length``: lines are not wrapped there."""
    lines: list[bytes] = text.window[max(0, line - limits.MAX_LINES_BEFORE) : line].split(b"\n")
    last: cython.Py_ssize_t = len(lines) - 1  # empty: the start of the line
    return max(map(len, [b"", *lines[max(0, last - 3) : last]])) > length + 1


def width_around(
    text: Text, line: cython.Py_ssize_t, column: cython.Py_ssize_t, i: cython.Py_ssize_t, word: cython.Py_ssize_t
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the length of the longest line around the break if at least three are about as long; else 0.

    The lines are the one that was cut at ``column``, up to three before ``line`` and two from ``i`` on; empty lines
    end them. The first may be shorter if there was no room for the next ``word``.
    """
    data: cython.p_const_uchar = text.data
    low: cython.Py_ssize_t = max(0, line - limits.MAX_LINES_BEFORE)
    stop: cython.Py_ssize_t = min(text.size, i + limits.MAX_LINES_AFTER)
    lengths: cython.Py_ssize_t[6]
    count: cython.int = 1
    near: cython.int = 0
    widest: cython.Py_ssize_t = column
    k: cython.Py_ssize_t = line - 1
    end: cython.Py_ssize_t = k
    if not cython.compiled:
        lengths = [0] * 6
    lengths[0] = column
    while k >= low and count < 4:
        if k == 0 or data[k - 1] == LINE_FEED:
            if k == end:
                break
            lengths[count] = end - k
            count += 1
            end = k - 1
        k -= 1
    text.examined += line - k
    end = k = i
    while k < stop and count < 6:
        if data[k] == LINE_FEED:
            if k == end:
                break
            lengths[count] = k - end
            count += 1
            end = k + 1
        k += 1
    text.examined += k - i
    if k == text.size:
        text.need = True
        if k > end and count < 6:
            lengths[count] = k - end
            count += 1
    for k in range(count):
        widest = max(widest, lengths[k])
    for k in range(count):
        near += lengths[k] >= widest - _RAGGED or (k == 0 and column + word > widest)
    return widest if near > 2 else 0


def is_cut_at(
    text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, column: cython.Py_ssize_t
) -> cython.bint:
    """Return True if the lines from ``line`` on are single words cut at ``column``.

    The first line is one word, from ``begin`` to ``end``. It ends at that column; or the first lines are the rest of a
    line broken again, and the next one ends there, or begins with a word of a path.
    """
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = min(text.size, line + limits.MAX_LINES_AFTER)
    first: cython.Py_ssize_t = end
    lines: cython.int = 0
    while end - begin <= sign.LEFTOVER and lines < 4 and data[end - 1] != COLON:
        while end < stop and data[end] != LINE_FEED and text.flags[data[end]] & classes.SPACE:
            end += 1
        if end == stop or data[end] != LINE_FEED:  # there is more than one word
            break
        lines += 1
        line = begin = end + 1
        while begin < stop and (
            data[begin] == GREATER_THAN or data[begin] == PIPE or text.flags[data[begin]] & classes.SPACE
        ):
            begin += 1
        end = begin
        while end < stop and not text.flags[data[end]] & classes.SPACE:
            end += 1
    text.examined += end - first
    if end == text.size:
        text.need = True
    if not column - _TOLERANCE <= end - line <= column + _TOLERANCE:
        if not lines or end - begin <= sign.LEFTOVER or is_reference(text, begin):
            return False
        if lines > 1:
            return True
        while begin < end and data[begin] not in _IN_PATHS:
            begin += 1
        return begin < end
    while begin < end and text.flags[data[begin]] & classes.WORD:
        begin += 1
    return begin == end or data[begin] != COLON  # another reference


def is_in_column(
    text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t, i: cython.Py_ssize_t,
    following: cython.Py_ssize_t, end: cython.Py_ssize_t,
) -> cython.bint:  # fmt: skip
    """Return True if the reference at ``begin`` is in a column of a table, and the next line is not its continuation.

    The next line is from ``i`` to ``end``, its text begins at ``following``. It has another reference in that column;
    or it begins further left, and at least three blanks separate the column from text that is not a label.
    """
    k: cython.Py_ssize_t = begin
    if line < 0 or following - i >= begin - line:
        return False
    if _is_reference(text, i + begin - line, end):
        return True
    while k > line and text.data[k - 1] == SPACE:
        k -= 1
    text.examined += begin - k
    if k == line or begin - k < 3 or text.data[k - 1] in (COLON, GREATER_THAN, PIPE):
        return False
    j: cython.Py_ssize_t = line
    while j < k and text.data[j] == text.data[i + j - line] and not text.flags[text.data[j]] & classes.WORD:
        j += 1
    text.examined += j - line
    if j == k:  # both lines begin with the same comment sign
        return False
    i = k
    while i > line + 1 and not (text.data[i - 1] == SPACE and text.data[i - 2] == SPACE):
        i -= 1
    text.examined += k - i
    return i <= line + 1 or text.window[line:i].isspace()  # otherwise blanks of justified text


def _is_reference(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a scheme and "://" are at ``i``, after white space."""
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = i
    if i >= end or not text.flags[data[i - 1]] & classes.SPACE:
        return False
    while k < end and text.flags[data[k]] & classes.WORD:
        k += 1
    text.examined += k - i
    return i < k < end - 2 and data[k] == COLON and data[k + 1] == data[k + 2] == SLASH


def are_numbered(text: Text, line: cython.Py_ssize_t, following: cython.Py_ssize_t) -> cython.bint:
    """Return True if the reference's ``line`` and the text at ``following`` begin with numbers of the same length.

    They are items of a list, as in "  123456 title"; so are lines that begin with digests.
    """
    k: cython.Py_ssize_t = line
    if line < 0 or not _is_lower_hexadecimal(text.data[following]):
        return False
    while text.peek(k) == SPACE:
        k += 1
    first: cython.Py_ssize_t = k
    while k < first + _LONGEST_DIGEST and _is_lower_hexadecimal(text.peek(k)) and _is_lower_hexadecimal(
        text.peek(following + k - first)
    ):  # fmt: skip
        k += 1
    text.examined += k - line
    if k >= first + _SHORTEST_DIGEST and not (
        (text.flags[text.peek(k)] | text.flags[text.peek(following + k - first)]) & classes.WORD
    ):
        return True
    k = first
    while text.flags[text.peek(k)] & text.flags[text.peek(following + k - first)] & classes.DIGIT:
        k += 1
    text.examined += k - line
    return k > first and not (text.flags[text.peek(k)] | text.flags[text.peek(following + k - first)]) & classes.DIGIT


def _is_lower_hexadecimal(byte: cython.int) -> cython.bint:
    """Return True if the byte is a hexadecimal digit of a digest, in lower case."""
    return DIGIT_0 <= byte <= DIGIT_9 or SMALL_A <= byte <= SMALL_F


def begins_item(
    text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t, end: cython.Py_ssize_t,
    following: cython.Py_ssize_t, stop: cython.Py_ssize_t, rest: cython.Py_ssize_t,
) -> cython.bint:  # fmt: skip
    """Return True if the next line, from ``following`` to ``rest``, is a new item of a list, not a continuation.

    It begins with the same word as the reference's ``line``; or with a digest (of MD5, SHA-1, SHA-256 or SHA-512), but
    a path may have one after these names; or with another issue, "owner/name#12"; or two blanks, a hard break, end the
    line.
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = following
    j: cython.Py_ssize_t = line
    if data[end] == SPACE and text.peek(end + 1) == SPACE and data[end - 1] == SLASH:
        return True
    while k < stop and (_is_lower_hexadecimal(data[k]) or CAPITAL_A <= data[k] <= CAPITAL_F):
        k += 1
    size: cython.Py_ssize_t = k - following
    if size in (32, 40, 64, 128) and not text.flags[text.peek(k)] & classes.WORD and text.peek(k) not in b"/.-_%&=":
        return not text.window.endswith((b"commit/", b"blob/", b"tree/", b"="), max(0, end - 8), end)
    k = next_place(data, NUMBER_SIGN, following, stop)
    if (
        k < stop and data[end - 1] != SLASH and text.window[k + 1 : stop].isdigit()
        and text.window[following:k].count(b"/") == 1
    ):  # fmt: skip
        return True
    k = following
    while 0 <= j < begin and (text.flags[data[j]] & classes.SPACE or data[j] == GREATER_THAN or data[j] == PIPE):
        j += 1
    while 0 <= j < begin and k < stop and data[j] == data[k]:
        j += 1
        k += 1
    text.examined += k - following
    return k == stop and 0 <= j < begin and text.flags[data[j]] & classes.SPACE != 0


def is_package_source(
    text: Text, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t, rest: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if the word after the reference at ``begin`` is a suite of Debian packages: "deb URI suite" (apt).

    In apt's messages, the name of an index follows it; it is between ``stop`` and ``rest``.
    """
    data: cython.p_const_uchar = text.data
    listed: cython.bint = begin > 3 and data[begin - 1] == SPACE and data[begin - 2] in b"bc"
    if listed and text.window.endswith((b"deb ", b"deb-src "), max(0, begin - 8), begin):
        return True
    rest = before_blanks(text, stop, rest)
    if rest > stop and data[rest - 1] in b"es" and text.window.endswith(_INDEXES, stop, rest):
        return True
    return rest > stop + 1 and data[stop + 1] in b"IPRS" and text.window.startswith(_INDEXES, stop + 1, rest)


def are_files(
    text: Text, i: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if two file names with the same extension, or two words that differ in digits, begin a list.

    The first is from ``following`` to ``stop`` on the line from ``i`` to ``end``; the next line has the same indent
    and one word. A reference has only one file name; programs print their progress as "4/8K", "8/8K".
    """
    data: cython.p_const_uchar = text.data
    dot: cython.Py_ssize_t = stop
    k: cython.Py_ssize_t = end + 1
    limit: cython.Py_ssize_t = min(text.size, end + 1 + limits.MAX_LINES_AFTER)
    while dot > following and stop - dot < 6 and text.flags[data[dot - 1]] & classes.WORD:
        dot -= 1
    is_file: cython.bint = dot >= following + 2 and dot < stop and data[dot - 1] == DOT
    if end == text.size or not (is_file or text.flags[data[following]] & classes.DIGIT):
        return False
    while i < following and k < limit and data[k] == data[i]:
        i += 1
        k += 1
    begin: cython.Py_ssize_t = k
    while k < limit and not text.flags[data[k]] & classes.SPACE and data[k] != COLON:
        k += 1
    last: cython.Py_ssize_t = k
    while k < limit and text.flags[data[k]] & classes.SPACE and data[k] != LINE_FEED:
        k += 1
    text.examined += k - end
    if k == text.size:
        text.need = True
    if i < following or (k < text.size and data[k] != LINE_FEED):
        return False
    if not is_file:
        rest: bytes = text.window[following:stop].translate(None, _DIGITS)
        return 0 < len(rest) < stop - following and rest == text.window[begin:last].translate(None, _DIGITS)
    return (
        not text.flags[data[dot]] & classes.DIGIT
        and last - begin > stop - dot + 1
        and text.window[last - (stop - dot) - 1 : last] == text.window[dot - 1 : stop]
    )


def begins_line(text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t) -> cython.bint:
    """Return True if only blanks, reply marks and an opening bracket are between ``line`` and ``begin``."""
    k: cython.Py_ssize_t = line
    while k < begin and (
        text.flags[text.data[k]] & classes.SPACE or text.data[k] in (GREATER_THAN, PIPE, LEFT_PAREN, LESS_THAN)
    ):
        k += 1
    text.examined += k - line
    return k == begin


def comment_lines(
    text: Text, line: cython.Py_ssize_t, begin: cython.Py_ssize_t, i: cython.Py_ssize_t, following: cython.Py_ssize_t
) -> cython.int:  # fmt: skip
    """Return 0 if the reference's line is not a comment, 1 if only this line is one, 2 if the next line is one too.

    The comment sign begins the reference's ``line``. The next line begins at ``i``, its text at ``following``. Return 3
    if code is before the sign, and the next line is indented: a comment after code ends with its line, and a line that
    a mail program broke is not indented.
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = line
    if line < 0:
        return 0
    while k < begin and text.flags[data[k]] & classes.SPACE:
        k += 1
    text.examined += begin - line
    if i < following and text.flags[data[i]] & classes.SPACE and (
        text.window.find(b"  # ", k, begin) > k or text.window.find(b"; // ", k, begin) > k
    ):  # fmt: skip
        return 3
    mark: cython.int = data[k] if k < begin else 0  # "//" belongs to the reference if the line before ends in "https:"
    if mark not in (NUMBER_SIGN, SEMICOLON, PERCENT, SLASH) or (
        data[k + 1] != mark
        and not (data[k + 1] == APOSTROPHE and mark == NUMBER_SIGN)
        and (mark == SLASH or not text.flags[data[k + 1]] & classes.SPACE)
    ):
        return 0
    while i < following and data[i] != mark:
        i += 1
    return 2 if i < following else 1


def set_values(text: Text, i: cython.Py_ssize_t, following: cython.Py_ssize_t) -> cython.bint:
    """Return True if the lines at ``i`` (-1: too far before) and at ``following`` assign values.

    The second name is a path only if the first one is: "group/name=" of debconf.
    """
    kind: cython.int = _sets_value(text, i)
    return kind > 0 and 0 < _sets_value(text, following) <= kind


def _sets_value(text: Text, i: cython.Py_ssize_t) -> cython.int:
    """Return 1 if the line at ``i`` assigns a value: "name = ", "name="; 2 if the name is a path; else 0."""
    k: cython.Py_ssize_t = i
    kind: cython.int = 1
    if i < 0:
        return 0
    while k < i + 40 and not text.flags[text.peek(k)] & classes.WORD and text.peek(k) != LINE_FEED:  # signs
        k += 1
    first: cython.Py_ssize_t = k
    while k < first + 80 and (
        text.flags[text.peek(k)] & classes.WORD or text.peek(k) in (HYPHEN, DOT, UNDERSCORE, COLON, SLASH)
    ):  # fmt: skip
        if text.peek(k) == SLASH:
            if k == first or not text.flags[text.data[k - 1]] & classes.WORD:
                return 0
            kind = 2
        k += 1
    if k == first:
        return 0
    i = k
    while k < i + 10 and text.peek(k) == SPACE:
        k += 1
    return kind if text.peek(k) == EQUALS else 0


# ----------------------------------------------------------------------------------------------------------------------
# Signs of how the last part of a reference ends at a line break, and whether the next word continues it.
#
# A name may be broken after a slash, a hyphen, a dot or between two letters; each needs other evidence.


def break_signs(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return ``signs``, those of the next word and of the lines, with those of the end of the reference's part."""
    data: cython.p_const_uchar = text.data
    last: cython.int = data[end - 1]
    parameter: cython.int = _parameter_mark(text, following, stop) if signs & sign.DELIMITED else 0
    # "12&name=value" continues a query.
    if parameter == AMPERSAND and (
        occurs(text.data, QUESTION_MARK, max(authority, end - 512), end)
        or occurs(text.data, AMPERSAND, max(authority, end - 512), end)
    ):  # fmt: skip
        signs |= sign.OPEN
    signs = _end_signs(text, authority, host_end, begin, end, following, stop, signs)
    signs = _host_signs(text, authority, host_end, end, following, stop, signs)
    if data[following] == COLON and (
        (end != host_end or not text.flags[data[following + 1]] & classes.DIGIT)
        and not occurs(text.data, COLON, max(host_end, end - 64), end)
    ):  # only a port begins with a colon, or the next part of a name that has others
        signs |= sign.BAD
    if signs & sign.ADDRESS:
        if _begins_identifier(_last_segment(text, host_end, end), data[following] == AT):
            signs &= ~(sign.NUMBER | sign.BAD)
        else:
            signs |= sign.BAD
    # "LLVM=1" is no part of a query if none has begun.
    in_query: cython.bint = signs & (sign.CUT | sign.OPEN) != 0 and occurs(text.data, QUESTION_MARK, authority, end)
    if (signs & sign.NAME and not in_query) or (
        signs & sign.NUMBER and not (signs & sign.CUT or (signs & sign.OPEN and signs & sign.ALONE))
    ):
        signs |= sign.BAD
    if signs & sign.FILLED:
        signs &= ~(sign.BAD | sign.EARLY)
    if signs & sign.EARLY:
        if signs & (sign.BAD | sign.CLOSES | sign.ENDING | sign.HOST_CUT) or (
            signs & sign.ALONE and signs & sign.DELIMITED
            and ((last == SLASH and end > host_end + 1 and not signs & sign.BEGINS_TEXT)
                or last == QUESTION_MARK or signs & sign.OPEN or parameter == QUESTION_MARK)
        ) or (
            last == HYPHEN and signs & sign.ALONE and signs & sign.LONG and signs & sign.PATH_LIKE
        ):  # fmt: skip
            signs &= ~sign.EARLY
        else:
            signs |= sign.BAD
    # Soft breaks are between words (RFC 3676 §4.2), or beside a delimiter of a long one.
    if signs & sign.SOFT and signs & sign.PROSE and not signs & (sign.OPEN | sign.CLOSES | sign.FILLED) and (
        signs & sign.CUT or not signs & sign.ALONE
    ):  # fmt: skip
        signs |= sign.BAD
    return signs & ~(sign.NAME | sign.HOST | sign.NUMBER | sign.ADDRESS)


def _end_signs(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return ``signs`` with those of the last byte of the reference's part and of the word that must follow it."""
    data: cython.p_const_uchar = text.data
    last: cython.int = data[end - 1]
    i: cython.Py_ssize_t = following
    if last == SLASH:
        return _after_slash(text, max(begin, authority), host_end, end, following, stop, signs)
    if last in (HYPHEN, UNDERSCORE):
        if data[end - 2] != last:
            return signs | sign.OPEN
        return signs | sign.BAD if last == HYPHEN else signs  # several are a dash, or a horizontal rule
    if last in (EQUALS, AMPERSAND, PERCENT, NUMBER_SIGN, AT):
        # A reference may end in "#". No path follows it.
        if last == NUMBER_SIGN and (
            occurs(text.data, SLASH, following, stop)
            or (signs & sign.PROSE and not signs & (sign.ALONE | sign.CLOSES))
        ):  # fmt: skip
            return signs | sign.BAD
        return signs | sign.OPEN
    if last == TILDE:
        # A user name follows.
        return (signs | sign.OPEN) & ~(sign.BAD | sign.EARLY | sign.FITS) if data[end - 2] == SLASH else signs
    if last == COLON:
        while i < stop and text.flags[data[i]] & classes.DIGIT:
            i += 1
        if end - 1 == host_end and i > following and (i == stop or data[i] == SLASH):
            return (signs | sign.OPEN) & ~(sign.BAD | sign.NUMBER)  # a port
        return signs if _continues_name(text, following, stop, signs) else signs | sign.BAD
    if last == DOT:
        signs |= _after_dot(text, host_end, end, following, stop, signs)
        return signs & ~sign.NUMBER if signs & sign.ENDING else signs
    if (
        text.flags[last] & classes.WORD
        and data[following] != QUESTION_MARK
        and data[following] != AMPERSAND
        and data[following] != COLON
    ):
        signs |= _after_letter(text, authority, end, following, stop, signs)
    return signs


def _last_segment(text: Text, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
    """Return the last segment of the path before ``end``, at most 128 bytes."""
    low: cython.Py_ssize_t = max(host_end, end - 128)
    return text.window[max(low, text.window.rfind(b"/", low, end) + 1) : end]


def _begins_identifier(segment: bytes, whole: cython.bint) -> cython.bint:
    """Return True if a Message-ID begins in a segment, or if the segment may be its ``whole`` local part.

    Unlike local parts of mail addresses, those of Message-IDs have many digits.
    """
    digits: cython.Py_ssize_t = len(segment) - len(segment.translate(None, b"0123456789"))
    return segment != b"" and b"@" not in segment and (whole or digits >= 8)


def _continues_name(
    text: Text, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int
) -> cython.bint:  # fmt: skip
    """Return True if a name with underscores, not a path, follows a colon, as in "/wiki/File:"."""
    return text.data[following] == UNDERSCORE or (
        signs & sign.DELIMITED != 0
        and occurs(text.data, UNDERSCORE, following, stop)
        and not occurs(text.data, SLASH, following, stop)
    )


def _after_slash(
    text: Text, begin: cython.Py_ssize_t, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t,
    following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return ``signs`` with those of a break after a slash, where a reference may also end."""
    data: cython.p_const_uchar = text.data
    signs |= sign.SLASH if data[following] != SLASH else sign.BAD
    # public-inbox ends a URI with a Message-ID and a slash; its pages of a thread follow as "T/" or "t/".
    if data[following] == HYPHEN or (
        end > host_end + 1
        and text.peek(following + 1) != SLASH
        and data[following] != NUMBER_SIGN
        and b"@" in _last_segment(text, host_end, end - 1).replace(b"%40", b"@")
    ):
        signs |= sign.BAD
    if signs & sign.OUTDENT and text.peek(word_end(text, following, stop)) == EQUALS:  # the next "name=value"
        signs |= sign.BAD
    if (
        signs & (sign.NUMBER | sign.BEGINS_TEXT) and signs & sign.FULL and not signs & sign.FITS
        and stop - following > 4
        and (signs & sign.ALONE or (end > host_end + 1 and _is_long_number(text, following)))
    ):  # fmt: skip
        signs &= ~(sign.NUMBER | sign.BEGINS_TEXT)  # neither a page nor a year
    if signs & (sign.BEGINS_TEXT if not signs & sign.ALONE else sign.CAPITAL) and not signs & sign.CLOSES:
        signs |= sign.BAD
    if _needs_suffix(text, begin, end, following):
        return (signs | sign.OPEN) & ~(sign.BAD | sign.EARLY | sign.NUMBER)
    if data[following] == TILDE and text.flags[data[following + 1]] & classes.WORD:  # a user's directory
        signs |= sign.OPEN
    return signs


def _is_long_number(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if five digits are at ``i``: few pages, years and items of lists have as many."""
    k: cython.Py_ssize_t = i
    while k < i + 5 and text.flags[text.peek(k)] & classes.DIGIT:
        k += 1
    return k == i + 5


def _host_signs(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t,
    following: cython.Py_ssize_t, stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return ``signs`` with those of hosts: the break is inside one, or the next word is one."""
    data: cython.p_const_uchar = text.data
    last: cython.int = data[end - 1]
    if end <= host_end and signs & sign.DELIMITED and (last == DOT or text.flags[last] & classes.WORD):
        k: cython.Py_ssize_t = authority
        while k < end - 1 and data[k] != DOT and data[k] != COLON:
            k += 1
        if (k == end - 1 or (last == DOT and not is_known_host(text, authority, end - 1))) and data[following] != SLASH:
            signs = (signs | sign.HOST_CUT) & ~sign.BAD
    if (
        signs & sign.DELIMITED and signs & sign.ALONE
        and (end == host_end or (last == SLASH and end == host_end + 1))
        and text.flags[data[following]] & classes.WORD and not is_known_host(text, authority, host_end)
    ):  # fmt: skip
        signs = (signs | sign.HOST_CUT) & ~sign.BAD
    segment: bytes = _last_segment(text, host_end, end) if signs & sign.HOST else b""
    if (
        signs & sign.HOST
        and not signs & sign.HOST_CUT
        and (
            last == SLASH
            or (text.flags[last] & classes.WORD and end > host_end)
            or (last == EQUALS and end > host_end + 1)
        )
        and not (end > host_end + 1 and _names_list(text, authority, host_end, following, stop))
        and b"@" not in segment
        and b"%40" not in segment  # a Message-ID continues with a host name
    ):
        signs |= sign.BAD
    return signs


def _after_letter(
    text: Text, authority: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return the signs of a break after a letter or digit, which needs a full line."""
    data: cython.p_const_uchar = text.data
    first: cython.uchar = data[following]
    k: cython.Py_ssize_t = end
    full: cython.bint = signs & sign.FULL != 0 or first in (SLASH, DOT)  # a line may break before these
    if not signs & (sign.ALONE | sign.CLOSES | sign.UNFINISHED) and not (signs & sign.DELIMITED and full):
        return sign.BAD
    while k > authority and k > end - 6 and text.flags[text.data[k - 1]] & classes.WORD:
        k -= 1
    rest: cython.bint = signs & sign.ALONE != 0 and signs & sign.SHORT != 0  # one or two letters fit on every line
    if k > authority and end - k < 5 and data[k - 1] == DOT and (rest or not signs & sign.FITS):  # "index.ht" "ml"
        glued: bytes = text.window[k:end] + text.window[following : word_end(text, following, stop)]
        inner: cython.int = text.peek(word_end(text, following, stop))
        if glued in ENDINGS and (rest or inner in (NUMBER_SIGN, QUESTION_MARK) or text.window[k:end] not in ENDINGS):
            return sign.ENDING
    if not signs & sign.ALONE and first == DOT:  # ".name {", unless it is a file extension or in a path
        i: cython.Py_ssize_t = following + 1
        if text.window[i : word_end(text, i, stop)] not in ENDINGS and not occurs(text.data, SLASH, i, stop):
            return sign.BAD
    if first in (SLASH, DOT, HYPHEN, UNDERSCORE, AT) and not signs & sign.FITS:  # it begins no word
        return sign.BAD if is_root(text, following, stop) else sign.CUT
    if signs & sign.OUTDENT and not signs & sign.ALONE:  # the next item, or heading
        return sign.CUT | sign.BAD
    capitals: cython.bint = signs & sign.SHORT != 0 and CAPITAL_A <= data[end - 1] <= CAPITAL_Z
    suffix: cython.bint = k > authority and data[k - 1] == DOT
    if (signs & sign.PROSE and (not signs & sign.ALONE or (signs & sign.CAPITAL and not capitals))) or (
        suffix and text.window[k:end].lower() in ENDINGS
    ):
        return sign.CUT | sign.BAD
    # No word was cut after a digit or in a suffix.
    if signs & sign.PROSE and not signs & (sign.FULL | sign.UNFINISHED) and (
        suffix or text.flags[data[end - 1]] & classes.DIGIT
    ):  # fmt: skip
        return sign.CUT | sign.BAD
    # A number further left is that of a footnote.
    if signs & sign.NUMBER and (
        signs & sign.OUTDENT
        or not (text.flags[data[end - 1]] & text.flags[data[stop - 1]] & classes.DIGIT and signs & sign.ALONE)
    ):
        return sign.CUT | sign.BAD
    return sign.CUT


def _after_dot(
    text: Text, host_end: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, signs: cython.int,
) -> cython.int:  # fmt: skip
    """Return the sign of the next word after a dot: it completes or continues a name, or else begins a sentence."""
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = following
    host: cython.bint = end <= host_end + 1
    while i < stop and i < following + 6 and text.flags[data[i]] & classes.WORD:
        i += 1
    after: cython.int = data[i] if i < stop else 0
    if i > following and not text.flags[after] & classes.WORD:
        if text.window[following:i] in ENDINGS or (host and i - following == 2 and after == SLASH):  # "ac." "at/"
            return sign.ENDING
        if i < following + 3 and after in (NUMBER_SIGN, QUESTION_MARK):  # "main." "c#L5"
            return sign.ENDING
    if text.flags[data[following]] & classes.DIGIT:
        counted: cython.bint = text.flags[data[end - 2]] & classes.DIGIT != 0
        item: cython.bint = after == DOT and i - following < 4  # "2."
        if counted and not item and signs & sign.ALONE and signs & sign.NUMBER and not signs & sign.FITS:
            return sign.ENDING
        # "2006.1660032" begins no sentence.
        counted = counted or (after == DOT and i + 1 < stop and text.flags[data[i + 1]] & classes.DIGIT != 0)
        dot: cython.Py_ssize_t = text.window.rfind(b".", following, stop) if counted else -1
        if dot > 0:  # "1.8." "3.tar.gz", "11." "2-name.dmg": a number, and then the name of a file.
            label: bytes = text.window[dot + 1 : stop]
            if label in ENDINGS or (not item and 2 < len(label) < 5 and label.isalpha() and label.islower()):
                return sign.ENDING
        # One or two digits number a note or a section.
        if counted and not item and i - following > 2 and text.window.find(b"doi.org/10.", max(0, end - 60), end) >= 0:
            return sign.ENDING
    if signs & sign.CLOSES:
        return 0
    if (
        signs & sign.ALONE and signs & sign.SHORT and signs & sign.PROSE and signs & sign.FULL and not host
        and not signs & (sign.CAPITAL | sign.BAD)
    ):  # fmt: skip
        return sign.ENDING  # "main." "c"
    return 0 if signs & sign.DELIMITED and signs & sign.ALONE else sign.BAD


def _parameter_mark(text: Text, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """Return the "?" or "&" before the first parameter, "name=", of the word from ``i`` to ``stop``; else 0."""
    if not occurs(text.data, EQUALS, i, stop):
        return 0
    while i < stop:
        k: cython.Py_ssize_t = i + 1
        if text.data[i] == QUESTION_MARK or text.data[i] == AMPERSAND:
            while k < stop and (text.flags[text.data[k]] & classes.WORD or text.data[k] == UNDERSCORE):
                k += 1
            if i + 1 < k < stop and text.data[k] == EQUALS:
                return text.data[i]
        i = k
    return 0


def _names_list(
    text: Text, host: cython.Py_ssize_t, host_end: cython.Py_ssize_t, i: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if a mailing list name, a hyphen, its archive's host or domain, and a slash are at ``i``."""
    slash: cython.Py_ssize_t = text.window.find(b"/", i, stop)
    if slash < 0 or not occurs(text.data, HYPHEN, i, slash):
        return False
    name: bytes = text.window[host:host_end]
    return text.window.endswith((b"-" + name, b"-" + name[name.find(b".") + 1 :]), i, slash)


def _is_archived(text: Text, end: cython.Py_ssize_t, following: cython.Py_ssize_t) -> cython.bint:
    """Return True if a reference is at ``following``, and the one before ``end`` is the prefix of a web archive.

    Its last segment is a time, of 14 digits ("20010911203610/http://", RFC 7089 §4.5.1) or, after "/web/", of fewer.
    """
    k: cython.Py_ssize_t = end - 1
    while k > end - 16 and k > 0 and text.flags[text.data[k - 1]] & classes.DIGIT:
        k -= 1
    if end - k < 5 or not is_reference(text, following):
        return False
    return text.window.endswith(b"/web/", 0, k) or (end - k == 15 and text.data[k - 1] == SLASH)


def _needs_suffix(
    text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t
) -> cython.bint:
    """Return True if a DOI is incomplete at ``end``, before or after its prefix.

    A DOI is a prefix "10.1000", a slash and a suffix (ISO 26324). Publishers resolve DOIs on their own hosts, with
    "doi" in the host or the path. ``following`` is where the next line's text begins. An identifier of arXiv has a
    form of its own too, "1412.7878": four digits, a dot, and four or five digits.
    """
    k: cython.Py_ssize_t = end - 1
    if text.data[k] != SLASH:
        return False
    if _is_archived(text, end, following):
        return True
    if text.peek(following + 4) == DOT and _matched_end(text, IDENTIFIER, following) > 0:
        return True
    if text.window[following : following + 3] == b"10." and text.window.endswith(
        (b"doi.org/", b"/doi/"), max(begin, end - 8), end
    ):
        return True
    while k > begin and k > end - 12 and (text.flags[text.data[k - 1]] & classes.DIGIT or text.data[k - 1] == DOT):
        k -= 1
    if text.window[k : k + 3] != b"10." or text.window.find(b"doi", max(begin, k - 40), k) < 0:
        return False
    return text.data[k - 1] == SLASH


# ----------------------------------------------------------------------------------------------------------------------
# Recognise a reference broken over two lines that is repeated in brackets: "uri (uri)", "uri <uri>".
#
# Converters from HTML to text write links this way if their text is the address. The copy may be broken as well.

#: The most bytes of white space in and around the copy.
_MOST_BLANKS = cython.declare(cython.Py_ssize_t, 24)


def is_repeated(
    text: Text, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, following: cython.Py_ssize_t
) -> cython.bint:  # fmt: skip
    """Return True if the reference from ``begin`` to ``end``, with the next line's word at ``following``, has a copy.

    The copy is in brackets after that word; or reference and word are in parentheses, and the copy precedes them.
    """
    stop: cython.Py_ssize_t = following
    limit: cython.Py_ssize_t = min(text.size, following + limits.MAX_NEXT_LINE)
    while stop < limit and not text.flags[text.data[stop]] & classes.SPACE and text.data[stop] != RIGHT_PAREN:
        stop += 1
    reach: cython.Py_ssize_t = end - begin + stop - following + _MOST_BLANKS
    text.examined += stop - following
    text.need = text.need or stop == text.size
    if stop == limit or reach > limits.MAX_LINE_BEFORE:
        return False
    whole: bytes
    if text.data[stop] == RIGHT_PAREN:
        text.examined += reach
        whole = text.window[begin:end] + text.window[following:stop]
        return b"".join(text.window[max(0, begin - reach) : begin].split()).endswith(whole + b"(")
    copy: cython.Py_ssize_t = stop
    while copy < text.size and text.flags[text.data[copy]] & classes.SPACE and copy < limit:
        copy += 1
    if text.peek(copy) not in (LEFT_PAREN, LESS_THAN, LEFT_BRACKET):
        return False
    text.need = text.need or copy + reach > text.size
    text.examined += reach
    whole = text.window[begin:end] + text.window[following:stop]
    return b"".join(text.window[copy : copy + reach].split()).startswith(
        (b"(" + whole + b")", b"<" + whole + b">", b"[" + whole + b"]")
    )


# ----------------------------------------------------------------------------------------------------------------------
# Decide whether a URI in white space that reaches the end of its line continues on the next one.
#
# Nothing delimits it, so the answer is a guess from signs, and joining is wrong more often than right: of 120 URIs at
# the end of a line of list mail, 6 continue. :mod:`uri_extract.scan.wrap_signs` has the weight of each sign, and how
# often it was seen where the truth is known (link annotations of PDFs, HTML alternatives of mail, the same URI whole
# elsewhere). The weights of all signs seen are added. If the sum is high, the reference continues; if it is middling,
# the answer is "perhaps", and the longer reading becomes an alternate.

_COUNT = cython.declare(cython.int, len(SIGNS))
_WEIGHT_BYTES = bytes(each.weight + 100 for each in SIGNS.values())
_CHANCE_BYTES = bytes(chance_of(total) for total in range(-128, 128))
if cython.compiled:
    _WEIGHTS = cython.declare(cython.p_const_uchar, _WEIGHT_BYTES)
    _CHANCES = cython.declare(cython.p_const_uchar, _CHANCE_BYTES)
else:
    _WEIGHTS = _WEIGHT_BYTES
    _CHANCES = _CHANCE_BYTES
#: A continuation is not indented this many columns further than the start of the reference.
_FAR = cython.declare(cython.Py_ssize_t, 24)
#: A word of letters and digits alone that is longer is data in Base64 or the like.
_DATA = cython.declare(cython.Py_ssize_t, 128)
#: Before this column programs break only long words and paths in two.
_CUT_INSIDE = cython.declare(cython.Py_ssize_t, 70)


def weight(signs: cython.int) -> cython.int:
    """Return the sum of the weights of signs."""
    total: cython.int = sign.START
    i: cython.int
    for i in range(_COUNT):
        if signs & (1 << i):
            total += _WEIGHTS[i] - 100
    return total


def chance(signs: cython.int) -> cython.int:
    """Return the probability, in per cent, that a reference continues after a break with these signs."""
    return _CHANCES[max(0, min(255, weight(signs) + 128))]


def judge(signs: cython.int, join: cython.int) -> cython.int:
    """Return the verdict on the signs of :func:`look`: 2 if the reference continues, 1 if it may, 0 if it ends.

    It continues if the sum of their weights is at least ``join``.
    """
    if signs & sign.IMPOSSIBLE:
        return 0
    total: cython.int = weight(signs)
    if total >= join:
        return 2
    return 1 if total >= sign.PERHAPS and not signs & sign.ENDLESS else 0


def look(
    text: Text, authority: cython.Py_ssize_t, host_end: cython.Py_ssize_t, begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t, following: cython.Py_ssize_t, line: cython.Py_ssize_t, column: cython.Py_ssize_t,
    known: cython.int, before: cython.int,
) -> cython.int:  # fmt: skip
    """Return the signs at a break: bits of :mod:`~uri_extract.scan.wrap_signs`.

    Offsets in the window: ``authority`` is the start of the reference's authority or opaque part, ``host_end`` the end
    of its host, ``begin`` to ``end`` its part on the line with trailing punctuation, ``following`` the start of the
    next line's text, ``line`` the start of the reference's line (-1: too far before). The line was broken at
    ``column``; if FILLED is ``known``, so was an earlier one. Other ``known`` signs are those of the reference.
    ``before`` is the byte before it.
    """
    data: cython.p_const_uchar = text.data
    stop: cython.Py_ssize_t = next_blank(text, following)
    limit: cython.Py_ssize_t = min(text.size, following + limits.MAX_NEXT_LINE)
    indent: cython.Py_ssize_t = following
    rest: cython.Py_ssize_t = stop
    signs: cython.int = word_signs(text, following, stop, before, data[end - 1])
    if signs == sign.IMPOSSIBLE and data[end - 1] == SLASH and _is_archived(text, end, following):
        signs = sign.DELIMITED | sign.PATH_LIKE | sign.LONG
    if signs != sign.IMPOSSIBLE:
        signs |= sign.ALONE
        while rest < limit and data[rest] != LINE_FEED:
            if not text.flags[data[rest]] & classes.SPACE and not (
                data[rest] in (DOT, RIGHT_PAREN)
                and (text.flags[text.peek(rest + 1)] & classes.SPACE or text.peek(rest + 1) == DOT)
            ):  # fmt: skip
                signs &= ~sign.ALONE
            rest += 1
        while data[indent - 1] != LINE_FEED:
            indent -= 1
        comments: cython.int = comment_lines(text, line, begin, indent, following)
        signs |= known & ~sign.FILLED
        if signs & sign.ALONE and (
            known & sign.FILLED or (column >= sign.NARROWEST and is_cut_at(text, indent, following, stop, column))
        ):
            signs |= sign.FILLED
        signs |= _line_signs(text, end, indent, following, stop, rest, line, column)
        signs = break_signs(text, authority, host_end, begin, end, following, stop, signs)
        # Parentheses of a Markdown link enclose its destination, which has no blanks (CommonMark §6.3).
        if signs & sign.CLOSES and begin < authority and text.window[max(0, begin - 2) : begin] == b"](":
            signs &= ~sign.BAD
        if not signs & sign.UNFINISHED and _contradicted(
            text, authority, begin, end, indent, following, stop, rest, line, column, comments, signs
        ):
            signs |= sign.BAD
        # The bracket encloses both: "(reference digest)".
        if not signs & sign.UNFINISHED and begins_item(text, line, begin, end, following, stop, rest):
            signs = (signs | sign.BAD) & ~(sign.CLOSES | sign.SOFT)
        if stop == limit:
            signs |= sign.ENDLESS
        # Each line is a setting: "name=https://h.example/?a=", "other=value".
        if begin < authority and data[begin - 1] == EQUALS and data[end - 1] not in (AMPERSAND, QUESTION_MARK) and (
            set_values(text, line, following)
        ):  # fmt: skip
            signs |= sign.IMPOSSIBLE
    if rest == text.size:
        text.need = True
    text.examined += rest - indent + stop - following
    return signs


def _contradicted(
    text: Text, authority: cython.Py_ssize_t, begin: cython.Py_ssize_t, end: cython.Py_ssize_t,
    indent: cython.Py_ssize_t, following: cython.Py_ssize_t, stop: cython.Py_ssize_t, rest: cython.Py_ssize_t,
    line: cython.Py_ssize_t, column: cython.Py_ssize_t, comments: cython.int, signs: cython.int,
) -> cython.bint:  # fmt: skip
    """Return True if the lines around the break show that the reference ends there, whatever the signs weigh.

    Offsets as in :func:`look`; the next line begins at ``indent`` and ends at ``rest``, its first word ends at
    ``stop``. ``comments`` is the result of ``comment_lines``.
    """
    data: cython.p_const_uchar = text.data
    alone: cython.bint = signs & sign.ALONE != 0
    goes_on: cython.bint = signs & (sign.OPEN | sign.CLOSES) != 0
    if not signs & (sign.BAD | sign.ENDING | sign.HOST_CUT | sign.FILLED):
        if signs & sign.FITS and not alone and not goes_on:
            return True
        if _cuts_no_word(text, authority, begin, following, line, column, comments, signs):
            return True
        if begin < authority and is_in_column(text, line, begin, indent, following, rest):
            return True
        # A continuation may be indented, but not far beyond the start of the reference.
        if begin < authority and line >= 0 and following - indent > begin - line + _FAR:
            return True
        if repeats_segment(text, max(begin, authority), end, following, stop):
            return True
        if begin < authority and are_numbered(text, line, following):
            return True
        # In a list of references lines are not wrapped, and "#" begins a comment.
        if (
            data[following] == NUMBER_SIGN and line >= 0 and not signs & (sign.FULL | sign.OPEN)
            and begins_line(text, line, begin)
        ):  # fmt: skip
            return True
        # "#word" is a hashtag; a fragment follows the name of a file, or is no single word.
        if data[following] == NUMBER_SIGN and text.window[following + 1 : stop].isalpha() and not goes_on:
            return not ends_file(text, begin, end)
    if begin < authority and (
        is_package_source(text, begin, stop, rest) or text.window.endswith(b".UR ", max(0, begin - 4), begin)
        or (signs & sign.CUT and text.window.startswith(b"tags/", following))  # git request-pull: "URI tags/name"
    ):  # fmt: skip
        return True
    if signs & sign.CUT and not signs & sign.FILLED and text.data[authority - 1] != SLASH:  # a number, an address
        return True
    if (
        signs & sign.DEEPER
        and line >= 0
        and data[line] != GREATER_THAN
        and data[line] != PIPE
        and not ((alone and signs & sign.CUT) or data[following] in (AMPERSAND, QUESTION_MARK))
    ):  # a reply begins
        return True
    if alone:
        if not goes_on and are_files(text, indent, following, stop, rest):
            return True
    elif (
        (data[following] == NUMBER_SIGN and not signs & sign.CLOSES)
        or (rest > stop + 1 and data[stop + 1] == COLON)  # "Word :"
        or is_name(text, following, stop)
        or (text.peek(stop) == TAB and line >= 0 and occurs(text.data, TAB, line, begin))  # rows of a table
        or (not goes_on and is_option(text, stop))
    ):  # fmt: skip
        return True
    # The program goes on after the comment.
    if comments == 3 or (comments and signs & sign.PROSE and not signs & sign.FULL) or (
        comments == 1 and (signs & sign.PROSE or not alone)
    ):  # fmt: skip
        return True
    if goes_on and (data[begin - 1] != EQUALS or data[end - 1] in (AMPERSAND, QUESTION_MARK)):
        return False
    return begin < authority and set_values(text, line, following)


def _cuts_no_word(
    text: Text, authority: cython.Py_ssize_t, begin: cython.Py_ssize_t, following: cython.Py_ssize_t,
    line: cython.Py_ssize_t, column: cython.Py_ssize_t, comments: cython.int, signs: cython.int,
) -> cython.bint:  # fmt: skip
    """Return True if the break would split a word although these lines are not wrapped inside words.

    A program that wraps prose puts a long reference on a line of its own, which it breaks before other lines end.
    Typeset lines that are cut at one width differ in length; there the rest must have a slash.
    """
    if line <= 0 or signs & (sign.CUT | sign.OPEN) != sign.CUT or not text.flags[text.data[following]] & classes.WORD:
        return False
    prose: cython.bint = signs & sign.PROSE != 0
    path: cython.bint = signs & sign.DELIMITED != 0 and not signs & sign.BEGINS_TEXT
    if prose and signs & sign.OUTDENT:
        return True
    if comments == 2:  # a tool that wraps comments adds the signs, and splits no word
        return True
    if column < _CUT_INSIDE and (prose or not (path or signs & sign.LONG)):
        return width_around(text, line, column, following, 0) != column
    stands_alone: cython.bint = signs & sign.ALONE != 0 and not prose and (path or begins_line(text, line, begin))
    if stands_alone or (
        path and begin < authority and occurs(text.data, SLASH, following, next_blank(text, following))
    ):
        return False
    return is_longer_before(text, line, column)


def _line_signs(
    text: Text, end: cython.Py_ssize_t, indent: cython.Py_ssize_t, following: cython.Py_ssize_t,
    stop: cython.Py_ssize_t, rest: cython.Py_ssize_t, line: cython.Py_ssize_t, column: cython.Py_ssize_t,
) -> cython.int:  # fmt: skip
    """Return the signs of both lines: how full the first is, and the indent of the second (``indent`` to ``rest``)."""
    data: cython.p_const_uchar = text.data
    signs: cython.int = 0
    word: cython.Py_ssize_t = stop - following
    room: cython.Py_ssize_t = min(80, max(60, rest - indent))
    early: cython.Py_ssize_t = 66
    marks: cython.int = 0
    if data[end] == SPACE and (
        data[end + 1] == LINE_FEED or (data[end + 1] == CARRIAGE_RETURN and data[end + 2] == LINE_FEED)
    ):
        signs |= sign.SOFT
    if line < 0:
        return signs
    k: cython.Py_ssize_t = line
    while k < end and (data[k] == SPACE or data[k] == GREATER_THAN):
        k += 1
    # A text may have been wrapped before it was indented or quoted.
    if sign.FULL_FROM <= column <= sign.FULL_TO or sign.FULL_FROM <= column - (k - line) <= sign.FULL_TO:
        signs |= sign.FULL
    if (
        column >= 24 and column + word <= max(room, early)
        and (data[following] in (SLASH, DOT, HYPHEN, UNDERSCORE)
            or (data[end - 1] == SLASH and occurs(text.data, SLASH, following, stop)))
    ):  # fmt: skip
        width: cython.Py_ssize_t = width_around(text, line, column, indent, word)
        if 30 <= width < early:
            room = early = width
    if column + word <= room:
        signs |= sign.FITS
    if column + word < early:
        signs |= sign.EARLY
    for k in range(indent, following):
        marks += data[k] == GREATER_THAN or data[k] == PIPE
    k = line
    while marks > 0 and k < end and (text.flags[data[k]] & classes.SPACE or data[k] == GREATER_THAN or data[k] == PIPE):
        marks -= data[k] == GREATER_THAN or data[k] == PIPE
        k += 1
    if marks > 0:
        signs |= sign.DEEPER
    # A continuation has the same indentation or more; reply marks are not indentation.
    while indent < following and data[indent] == data[line] and text.flags[data[indent]] & classes.SPACE:
        indent += 1
        line += 1
    if indent == following and text.flags[data[line]] & classes.SPACE:
        signs |= sign.OUTDENT
    return signs


# ----------------------------------------------------------------------------------------------------------------------
# Find the scheme before a colon (RFC 3986 §3.1), and the opening delimiter before the scheme (Appendix C).

_OPENING = cython.declare(bytes, b"\"'`([{<=|")
#: LaTeX commands that take the next character as the delimiter of their argument.
_VERBATIM = frozenset(b"lstinline nolinkurl path url verb".split())
_SYNTAX = SCHEME_SYNTAX
_SLOTS = cython.declare(cython.Py_ssize_t, 2048)


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def _slot_of(data: cython.p_const_uchar, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the hash slot of a name, ignoring case: 32-bit FNV-1a, folded."""
    value: cython.uint = 2166136261
    while i < end:
        value = (value ^ (data[i] | 0x20)) * 16777619
        i += 1
    return (value ^ (value >> 16)) % _SLOTS


def _scheme_slots() -> tuple[bytes, bytes]:
    """Return the scheme names, each ended by ``:``, and an open-addressed hash table of them, for the compiled variant.

    A slot has three bytes: the offset of its name, low byte first, 0 if the slot is empty; and the scheme's syntax.
    """
    names = bytearray(b":")
    table = bytearray(3 * _SLOTS)
    for name, syntax in _SYNTAX.items():
        octets: bytes = name
        slot: cython.Py_ssize_t = _slot_of(octets, 0, len(octets))
        while table[3 * slot] or table[3 * slot + 1]:
            slot = (slot + 1) % _SLOTS
        place: cython.Py_ssize_t = len(names)
        table[3 * slot] = place & 0xFF
        table[3 * slot + 1] = place >> 8
        table[3 * slot + 2] = syntax
        names += octets + b":"
    return bytes(names), bytes(table)


_NAME_BYTES, _SLOT_BYTES = _scheme_slots() if cython.compiled else (b"", b"")
if cython.compiled:
    _NAMES = cython.declare(cython.p_const_uchar, _NAME_BYTES)
    _TABLE = cython.declare(cython.p_const_uchar, _SLOT_BYTES)


def syntax_of(text: Text, start: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.int:
    """Return the syntax (:mod:`uri_extract.uri.schemes`) of the scheme before ``colon``; 0 if it is unknown."""
    if not cython.compiled:
        known: int = _SYNTAX.get(text.window[start:colon].lower(), 0)
        return known
    data: cython.p_const_uchar = text.data
    slot: cython.Py_ssize_t = _slot_of(data, start, colon)
    while True:
        at: cython.Py_ssize_t = _TABLE[3 * slot] | _TABLE[3 * slot + 1] << 8
        if not at:
            return 0
        i: cython.Py_ssize_t = start
        while i < colon and (data[i] | 0x20) == _NAMES[at]:
            i += 1
            at += 1
        if i == colon and _NAMES[at] == COLON:
            return _TABLE[3 * slot + 2]
        slot = (slot + 1) % _SLOTS


def web_scheme(text: Text, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the start of "http", "https" or "ftp" before ``colon``; 0 if another scheme is there."""
    data: cython.p_const_uchar = text.data
    i: cython.Py_ssize_t = colon - 4 - (data[colon - 1] == SMALL_S)
    first: cython.int = data[i]
    second: cython.int = data[i + 1]
    # Without branches, which would be unpredictable.
    ftp: cython.bint = (second == SMALL_F) & (i + 4 == colon)
    known: cython.bint = ((first == SMALL_H) & (second == SMALL_T)) | ftp
    return (known & (data[i + 2] == SMALL_T) & (data[i + 3] == SMALL_P)) * (i + ftp)


def _ends_control_sequence(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the byte at ``i`` ends a control sequence or the designation of a character set.

    Examples: ESC [ 3 1 m (ECMA-48 §5.4), ESC ( B (ECMA-35 §14).
    """
    data: cython.p_const_uchar = text.data
    k: cython.Py_ssize_t = i
    while k > 1 and i - k < limits.MAX_SCHEME and (text.flags[data[k - 1]] & classes.DIGIT or data[k - 1] == SEMICOLON):
        k -= 1
    return k > 1 and data[k - 2] == ESCAPE and (data[k - 1] == LEFT_BRACKET or (k == i and data[k - 1] == LEFT_PAREN))


def _after_escape(text: Text, i: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return where the scheme begins in a word after a backslash: after ``n``, troff's ``fB``, ``x3d`` or ``u003d``."""
    if text.data[i] == SMALL_X and i + 3 < colon:
        return i + 3
    if text.data[i] == SMALL_U and i + 5 < colon and text.flags[text.data[i + 1]] & classes.DIGIT:
        return i + 5
    return i + 2 if text.data[i] == SMALL_F and not syntax_of(text, i + 1, colon) else i + 1


def _after_delimiter(text: Text, i: cython.Py_ssize_t, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
    r"""Return where the scheme begins after "+" as the delimiter of a LaTeX argument; 0 without one.

    Example: ``\verb+http://h.example+``. Of the bytes that a scheme may have, only "+" can be such a delimiter.
    """
    k: cython.Py_ssize_t = i
    while k < colon and SMALL_A <= text.data[k] | 0x20 <= SMALL_Z:
        k += 1
    return k + 1 if text.data[k] == PLUS and text.window[i:k] in _VERBATIM else 0


def _referenced_character(text: Text, end: cython.Py_ssize_t) -> cython.int:
    """Return QUOTATION_MARK if a character reference to it is before ``end``, LESS_THAN for any other one.

    SEMICOLON if there is no character reference.
    """
    k: cython.Py_ssize_t = end - 2
    while k > 0 and end - k < 9 and (text.flags[text.data[k]] & classes.WORD or text.data[k] == NUMBER_SIGN):
        k -= 1
    text.examined += end - k
    if text.data[k] != AMPERSAND or end - k < 4:
        return SEMICOLON
    if text.data[k + 1] == SMALL_Q or (text.data[k + 2] == DIGIT_3 and text.data[k + 3] == DIGIT_4):  # &quot; &#34;
        return QUOTATION_MARK
    return LESS_THAN


def _is_emphasis(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if one or two "_" before ``i`` follow a byte that is in no reference, as a blank or a quote."""
    k: cython.Py_ssize_t = i - 1
    if k > 0 and text.data[k - 1] == UNDERSCORE:
        k -= 1
    return k == 0 or (not text.classes[text.data[k - 1]] and text.data[k - 1] != BACKSLASH)


# ----------------------------------------------------------------------------------------------------------------------
# The kernel: the candidate, its end, its pieces, its scheme, and the loop from colon to colon.

#: Zero-width joiners and the variation selector of emoji: nothing to join or vary after ASCII. The Greek semicolon.
_JOINERS, _MIDDLE_DOTS = tuple("\u200c \u200d \ufe0f".encode().split()), tuple("\xb7 \u0387".encode().split())
#: Names of control sequences (ECMA-48 §8.3.117) and of what ends their effect, as scripts name variables.
_RENDITIONS = frozenset(b"nc reset end endc off normal bold black red green yellow blue magenta cyan white".split())
# Prefixes of string literals: r"", b"", f"" in Python, L"", u8"" in C.
_PREFIXES = cython.declare(bytes, b"bBfFrRuUL8")
# The most bytes of a directory of the root after its quotation mark, with both slashes.
_LONGEST_DIRECTORY = cython.declare(cython.Py_ssize_t, 7)
# Delimiters that are in paths and queries, but not in words.
_DELIMITERS = cython.declare(bytes, b"/?#=")
#: Links of mail filters, which have the original link inside: Microsoft's Safe Links, Proofpoint's URL Defense.
_FILTERS = (b".safelinks.protection.outlook.com/?url=", b"urldefense.com/v3/__", b"urldefense.proofpoint.com/v2/url?u=")
#: The shortest scheme and host of them; the most bytes of the path and query that are compared.
_SHORTEST_FILTER = cython.declare(cython.Py_ssize_t, 21)
_LONGEST_FILTER = cython.declare(cython.Py_ssize_t, 10)
#: The longest word that is split from a reference although another reference may begin in it and read it again.
_MAX_WORD = cython.declare(cython.Py_ssize_t, 64)
# The sets: plain bytes and those that begin a parameter; bytes of a host of the usual form; its separators; digits.
_SET_BYTES = marks_of(
    bytes(byte for byte in range(0x80) if CLASS[byte] == PLAIN or byte in b"?&"),
    bytes(byte for byte in range(0x80) if HOSTS[byte] != NOT_IN_HOST),
    b"-.",
    b"0123456789",
)
# Bytes examined at once; bytes from there on that must be in the window, so that no decision needs more; the length
# limit of a reference.
_BLOCK = cython.declare(cython.Py_ssize_t, 64)
_AHEAD = cython.declare(cython.Py_ssize_t, 128)
_LONGEST = cython.declare(cython.Py_ssize_t, 1024)
_MOST_DIGITS = cython.declare(cython.int, 5)  # of a port
if cython.compiled:
    _MARKS_KNOWN = cython.declare(cython.bint, marks_known())
    _SETS = cython.declare(cython.p_const_uchar, _SET_BYTES)
    _ONE = cython.declare(cython.ulonglong, 1)
_MAX_LABELLED = cython.declare(cython.Py_ssize_t, 3 * limits.MAX_SCHEME)
# A bit for the last three letters of each known scheme; the same for schemes that do not require slashes.
_ENDING_BYTES = scheme_endings(0)
_OPAQUE_ENDING_BYTES = scheme_endings(schemes.SLASHES)
if cython.compiled:
    _ENDINGS = cython.declare(cython.p_const_uchar, _ENDING_BYTES)
    _OPAQUE_ENDINGS = cython.declare(cython.p_const_uchar, _OPAQUE_ENDING_BYTES)
else:
    _ENDINGS = _ENDING_BYTES
    _OPAQUE_ENDINGS = _OPAQUE_ENDING_BYTES
_URL = cython.declare(cython.int, (ord("u") & 31) << 10 | (ord("r") & 31) << 5 | ord("l") & 31)
_MAILTO = cython.declare(cython.int, (ord("l") & 31) << 10 | (ord("t") & 31) << 5 | ord("o") & 31)

_WESTERN = cython.declare(cython.longlong, rows.BEYOND_ASCII | rows.WESTERN)


@cython.cclass
class Kernel(Text):
    """Reads windows of bytes and writes rows (:mod:`uri_extract.scan.rows`).

    Call :meth:`load` with a window, then :meth:`scan` until it returns False; each time it returns, ``count`` rows are
    in ``table`` and their pieces in ``pieces``. Afterwards ``pos`` is where reading ended; if ``need`` is set, the
    colon at ``pos`` must be passed again with more bytes after it, and ``cost`` is the number of bytes examined in
    vain. ``low`` is where the last reference ended. ``examined`` counts each byte as often as it was examined,
    except by the pattern of a scheme's syntax (it stops at the next colon, :mod:`uri_extract.uri.schemes`).
    ``joins`` is the least sum of weights that makes the next line part of a reference (:data:`.wrap_signs.JOINS`).
    """

    def __init__(self, max_reference: int = limits.MAX_REFERENCE) -> None:
        Text.__init__(self)
        self.compiled = bool(cython.compiled)
        self.max_reference: cython.Py_ssize_t = max_reference
        self.parameter = self.made = self.first = self.slashes = self.last_begin = self.first_end = self.delimiter = 0
        self.depth = self.sign = self.sign_end = self.confidence = 0
        self.broke = self.printable = self.filtered = self.operated = self.glued = False
        self.joins: cython.int = sign.JOIN
        self.pieces = array("q", [0]) * (2 * (rows.ROWS + 2 * limits.MAX_PIECES))  # as an array for callers
        self.piece: cython.longlong[::1] = self.pieces
        self.table = array("q", [0]) * (rows.ROWS * rows.WIDTH)  # the rows, as an array for callers
        self.row: cython.longlong[::1] = self.table
        self.count = self.cost = self.offset = 0  # of the window in the document
        self.load(b"", 0, 0, False)
        self.begin(0)

    # -- the candidate's state, and the punctuation and brackets that end it in text (RFC 3986 Appendix C) -------------

    def begin(self, start: cython.Py_ssize_t) -> cython.void:
        """Begin a candidate at ``start``."""
        self.start = start  # of the candidate
        # its last possible end: that of the window, the limit, or of its host
        self.stop: cython.Py_ssize_t = min(self.size, start + self.max_reference)
        self.line = -2  # where its line begins; -1: too far before it, -2: not searched yet
        self.scheme_syntax = self.opener = self.before = self.escaped = 0
        self.cut = self.bar = self.expression = -1
        self.host_end = self.known = start
        self.user = 0  # where its userinfo begins, 0 without one
        # where the first such character is, 0 if an escape or a dash comes first
        self.first_beyond = 0
        self.parens = self.brackets = self.braces = self.apostrophes = self.escaped_brackets = 0
        self.query = self.bracketed = False
        self.beyond_ascii = self.western = self.quoted_before = False

    @cython.final
    def ends(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if the doubtful byte at ``i`` ends a reference in white space."""
        byte: cython.int = self.data[i]
        if byte == QUESTION_MARK:
            self.query = True
            self.parameter = i  # where its last parameter begins, or the first "=" or "#" in it
            return False
        if byte == AMPERSAND:
            self.parameter = i
            return is_escaped_delimiter(self, i)
        if byte == LEFT_PAREN:
            self.note_expression(i)
            if self.data[i - 1] == DOLLAR and placeholder_end(self, i - 1) < 0:
                return True
            if self.before != LEFT_PAREN and begins_aside(self, i):
                return True
            self.parens += 1
            return False
        if byte == RIGHT_PAREN:  # if none is open, it belongs to the text, unless a word follows
            if self.parens > 0:
                self.parens -= 1
                return False
            return self.before == LEFT_PAREN or not self.flags[self.peek(i + 1)] & classes.WORD
        if byte == LEFT_BRACKET:
            if self.begins_label(i):
                return True
            self.bracketed = True  # a pair of brackets belongs to it
            self.brackets += 1
            return False
        if byte == LEFT_BRACE:
            self.note_expression(i)
            if not self.closed(i, RIGHT_BRACE):
                return True
            self.braces += 1
            return False
        if byte == RIGHT_BRACKET:
            if self.brackets > 0:
                self.brackets -= 1
                return False
            return True
        if byte == RIGHT_BRACE:
            if self.braces > 0:
                self.braces -= 1
                return False
            return True
        if byte == APOSTROPHE:
            self.apostrophes += 1
            if self.before != APOSTROPHE:
                last: cython.int = self.data[i - 1]
                if last != EQUALS and is_reference(self, i + 1):
                    return True
                possessive: cython.bint = self.peek(i + 1) == SMALL_S and not self.query
                ended: cython.bint = last == SLASH or ends_file(self, self.host_end, i)
                return (possessive or ended) and self.apostrophes == 1 and is_suffix(self, i + 1)
            return not self.flags[self.peek(i + 1)] & classes.WORD
        if byte == self.before and byte in (COMMA, SEMICOLON):  # a column between separators
            return True
        if byte == COMMA and self.before == LEFT_BRACE and is_texinfo(self, self.start - 1):
            return True
        if byte == PIPE:  # follows the address in a wiki link, a template or a table cell
            if self.bar < 0:
                self.bar = i  # its first "|"
                # A pipe to a command, or the end of a substitution: a path has "|" only between alternatives.
                if (
                    self.scheme_syntax == schemes.HOST and i >= self.host_end and not self.query and not self.parens
                    and not occurs(self.data, NUMBER_SIGN, self.host_end, i)
                ):  # fmt: skip
                    return True
            if self.before in (LEFT_BRACKET, PIPE):
                return True
            if is_argument(self, i + 1) and (not self.query or is_assigned(self, self.start)):
                return True
        return not self.query and is_reference(self, i + 1)  # , ; | between two references

    @cython.final
    def note_expression(self, i: cython.Py_ssize_t) -> cython.void:
        """Set ``expression`` if the bracket at ``i`` opens the first expression, or a placeholder in host or port."""
        port: cython.bint = i == self.host_end + 1 and self.data[i - 1] == COLON
        in_literal: cython.bint = (  # f"..." of Python, $"..." of C#
            self.quoted_before and self.start > 1 and self.data[i] == LEFT_BRACE and self.data[self.start - 2] in b"fF$"
        )
        if self.expression < 0 and (i < self.host_end or port or in_literal or is_expression(self, i)):
            # the bracket of the first expression of a program in it or after it, or -1
            self.expression = i

    @cython.final
    def is_partial(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if a placeholder is in the reference that ends at ``end``, or follows it.

        In a literal, so do a conversion specification of printf (``%s``, ISO/IEC 9899 §7.23.6.1) and a field without a
        name (``{}``); and after it an operator and a name (``"https://h.example/" + name``) or a call of ``format``.
        """
        if 0 <= self.expression <= end or is_placeholder(self, end):
            return True
        if not self.quoted_before or self.peek(end) != self.before:
            return False
        if (occurs(self.data, PERCENT, self.start, end) or occurs(self.data, LEFT_BRACE, self.start, end)) and (
            CONVERSION.search(self.window, self.start, end) is not None
        ):
            return True
        self.need = self.need or end + 8 > self.size
        return adds_name(self, end + 1) or self.window.startswith(b".format", end + 1)

    @cython.final
    def is_elided(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if an ellipsis at ``end`` stands for the rest of the reference: it was cut for display.

        After a whole host or a word and three full stops, the ellipsis may be that of the text. After a host that is
        cut there may be a blank.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = end
        if end > self.host_end + 1 and (self.peek(k) != 0xE2 and self.flags[data[end - 1]] & classes.WORD):
            return False
        k += self.peek(k) == SPACE and end <= self.host_end
        if self.peek(k) == DOT:
            if self.peek(k + 1) != DOT or self.peek(k + 2) != DOT:
                return False
        elif self.peek(k) != 0xE2 or self.peek(k + 1) != 0x80 or self.peek(k + 2) != 0xA6:
            return False
        if end > self.host_end + 1:
            return True
        k = end
        while k > self.start and self.flags[data[k - 1]] & classes.WORD:
            k -= 1
        if data[k - 1] == DOT:
            return not is_top_level(self.window[k:end]) and data[end - 1] > DIGIT_9
        return data[k - 1] == SLASH and self.window[k:end] != b"localhost"

    @cython.final
    def begins_label(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if the "[" at ``i`` ends a reference in white space.

        It begins a label, as in AsciiDoc, ``https://h.example/[Home]``, a footnote mark, a closing tag or a reference.
        Brackets belong to the reference in the name of a parameter, in a template with more of the path after them,
        and as part of a segment or query, ``/c.[extension]``, ``?a=[1]``.
        """
        data: cython.p_const_uchar = self.data
        before: cython.int = data[i - 1]
        if self.peek(i + 1) == SLASH or is_reference(self, i + 1) or not self.closed(i, RIGHT_BRACKET):
            return True
        if (
            self.bracketed
            or i < self.host_end
            or not (self.flags[before] & classes.WORD or before in (SLASH, RIGHT_PAREN, RIGHT_BRACE))
        ):
            return False
        if self.query:
            # ``parameter`` keeps the result, so each byte is searched once.
            while self.parameter < i and data[self.parameter] != EQUALS and data[self.parameter] != NUMBER_SIGN:
                self.parameter += 1
                self.examined += 1
            if self.parameter == i:
                return False
        following: cython.int = self.peek(self.bracket_end + 1)
        if following == self.before and following in (APOSTROPHE, BACKTICK):
            return False
        return not is_path(self, self.bracket_end + 1)

    @cython.final
    def closed(self, i: cython.Py_ssize_t, closer: cython.int) -> cython.bint:
        """Return True if the bracket at ``i`` is closed before the next byte that is in no URI.

        The search resumes where the last one ended, if that one began before ``i``: all brackets between have the same
        result, and no byte is searched twice.
        """
        data: cython.p_const_uchar = self.data
        square: cython.bint = closer == RIGHT_BRACKET
        first: cython.Py_ssize_t = self.bracket_begin if square else self.brace_begin
        k: cython.Py_ssize_t = self.bracket_end if square else self.brace_end
        if i < first or k <= i:
            first = i
            k = i + 1
        begin: cython.Py_ssize_t = k
        while k < self.stop and self.classes[data[k]] and data[k] != closer:
            k += 1
        self.examined += k - begin + 1
        if k >= self.size:
            self.need = True
        if square:
            self.bracket_begin, self.bracket_end = first, k
        else:
            self.brace_begin, self.brace_end = first, k
        return k < self.stop and data[k] == closer

    def trim(self, floor: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a reference in white space without trailing punctuation and unclosed brackets."""
        apostrophes: cython.int = self.apostrophes
        following: cython.int = self.data[end] if end < self.size else 0
        while end > floor:
            byte: cython.int = self.data[end - 1]
            if end == self.expression and byte in (DOLLAR, NUMBER_SIGN):
                return end - 1  # "${": the punctuation before it is not that of the text
            if byte == SLASH and self.before == ASTERISK and self.data[end - 2] == ASTERISK:  # a comment: /* ... */
                end -= 1
                continue
            if (
                (byte == EQUALS and (end - 1 == self.host_end or following == GREATER_THAN))  # "=>"
                # "++http://h.example++", "_http://h.example_"
                or (byte == self.before and byte in (TILDE, PLUS, UNDERSCORE))
                or (byte == self.before == EQUALS and (self.data[end - 2] == EQUALS or following == EQUALS))
                or (byte == AMPERSAND and (following == AMPERSAND or self.data[end - 2] == AMPERSAND))  # "&& command"
                # "%" at the end of a line begins a TeX comment: percent-encoding has two digits (RFC 3986 §2.1).
                or (byte == PERCENT and end > floor + 1 and following in (LINE_FEED, CARRIAGE_RETURN))
                or (byte == CAPITAL_E and following == LESS_THAN and is_pod_escape(self, end))
            ):
                end -= 1
                following = byte
                continue
            if not self.flags[byte] & classes.TRAILING:
                k: cython.Py_ssize_t = end
                if byte == RIGHT_BRACE:
                    k = self.closing_name(floor, end)
                elif byte < 0x80:
                    break
                elif end - 3 > floor and self.window.endswith(_MIDDLE_DOTS, end - 2, end):
                    k = end - 2
                elif end - 3 > floor and self.data[end - 4] < 0x80 and self.window.endswith(_JOINERS, end - 3, end):
                    k = end - 3
                if k == end:
                    break
                end = k
                continue
            # A path may end in "-", a host and a number may not; "->" and "-->" belong to the text.
            if (
                byte == HYPHEN and end > self.host_end and following != GREATER_THAN
                and self.scheme_syntax != schemes.NUMBER
            ):  # fmt: skip
                break
            # "(urn:example:)": in prose a blank follows.
            if byte == COLON and following == RIGHT_PAREN and self.scheme_syntax == schemes.NAMESPACE:
                break
            if byte == QUESTION_MARK and self.data[end - 2] == EQUALS:  # "?a=?"
                break
            if byte == APOSTROPHE:
                if apostrophes & 1 == 0 and self.data[end - 2] != APOSTROPHE:
                    break
                apostrophes -= 1
            if byte == ASTERISK and end > self.host_end and self.is_pattern(end):
                break
            end -= 1
        return end

    def closing_name(self, floor: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end without the last braces if they end a colour, ``${RESET}``, or a macro, ``{code}..{code}``."""
        k: cython.Py_ssize_t = self.window.rfind(b"{", max(floor, end - _MAX_EXPRESSION), end)
        if k < 0 or self.braces:
            return end
        self.examined += end - k
        name: bytes = self.window[k + 1 : end - 1].rpartition(b".")[2]
        if name.isupper() and not _RENDITIONS.isdisjoint(name.lower().split(b"_")):
            self.expression = -1
            return k - (self.data[k - 1] == DOLLAR)
        macros = (b"{%b}" % name, b"{%b:" % name) if self.flags[self.data[k - 1]] & classes.WORD else ()
        before: bytes = self.window[max(0, self.start - _MAX_HOST) : self.start] if name else b""
        return k if any(macro in before for macro in macros) else end

    @cython.final
    def is_pattern(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the asterisk before ``end`` is part of a pattern, as in ``(https://h.example/*)``.

        It closes emphasis (CommonMark §6.2) if the last asterisk before the reference, in its paragraph, begins a word.
        Before white space it may be the mark of a footnote, or a mail program's mark of a line break.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = self.start
        low: cython.Py_ssize_t = max(0, k - limits.MAX_LINE_BEFORE)
        lines: cython.int = 0  # line breaks with only white space between them
        if (
            self.before == ASTERISK
            or end == self.size
            or data[end] == ASTERISK
            or self.flags[data[end]] & classes.SPACE
        ):
            return False
        while k > low and data[k - 1] != ASTERISK and lines < 2:
            k -= 1
            if data[k] == LINE_FEED:
                lines += 1
            elif not self.flags[data[k]] & classes.SPACE:
                lines = 0
        self.examined += self.start - k
        if k == low or lines == 2 or not (
            self.flags[data[k]] & classes.WORD or data[k] == UNDERSCORE or data[k] >= 0x80
        ):  # fmt: skip
            return True
        k -= 1
        while k > low and data[k - 1] == ASTERISK:
            k -= 1
        return k > 0 and self.classes[data[k - 1]] == classes.PLAIN

    # -- its end within one line, and that of its host -----------------------------------------------------------------

    def read(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the offset of the first byte from ``i`` on that cannot belong to the reference.

        After an opening bracket that is a byte that is in no URI; ``cut`` is where it would have ended in white space.
        """
        data: cython.p_const_uchar = self.data
        kinds: cython.p_const_uchar = self.classes
        stop: cython.Py_ssize_t = self.stop
        begin: cython.Py_ssize_t
        j: cython.Py_ssize_t
        i = begin = max(i, self.known)
        while True:
            # Four bytes at a time; each is 1 if all bytes up to it are plain, so the end costs one branch, not two.
            fourth: cython.int = 1
            if not cython.compiled:
                i = PLAIN_RUN.match(self.window, i, max(i, stop)).end()  # type: ignore[union-attr]
                fourth = 0
            while fourth and i + 4 <= stop:
                first: cython.int = kinds[data[i]] & classes.PLAIN
                second: cython.int = first & kinds[data[i + 1]]
                third: cython.int = second & kinds[data[i + 2]]
                fourth = third & kinds[data[i + 3]]
                if not fourth:
                    i += first + second + third
                    break
                i += 4
            while fourth and i < stop and kinds[data[i]] == classes.PLAIN:
                i += 1
            if i >= stop:
                if stop == self.size and stop < self.start + self.max_reference:
                    self.need = True
                break
            byte_class: cython.int = kinds[data[i]]
            if byte_class == 0:
                if data[i] != BACKSLASH:
                    break
                j = separator_end(self, i, self.start + 5) if self.scheme_syntax == schemes.PATH else -1
                if j > 0:
                    self.escaped |= rows.BACKSLASHES
                else:
                    j = self.escape(i)
                    if j < 0:
                        break
                    self.escaped |= rows.ESCAPED
                i = j
                continue
            if byte_class == classes.BEYOND:
                j = self.character(i)
                if j < 0 and i > self.host_end and not is_reference(self, i + 3):
                    j = inner_punctuation_end(self, i)
                    self.beyond_ascii = self.beyond_ascii or j > 0  # it has a character outside ASCII
                if j < 0:
                    break
                i = j
                continue
            if self.ends(i):
                if not self.opener:
                    break
                if self.cut < 0:
                    # where it would end in white space, while its closing bracket is searched for
                    self.cut = i
            i += 1
        self.examined += i - begin
        return i

    def pattern_end(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        r"""Return the end of the regular expression literal that ``i`` is in (ECMA-262 §12.9.5); ``stop`` without one.

        The first slash that is not escaped ends the literal; its flags follow.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = i
        while k < self.stop and (data[k] != SLASH or data[k - 1] == BACKSLASH) and (
            self.classes[data[k]] or data[k] == BACKSLASH
        ):  # fmt: skip
            k += 1
        self.examined += k - i
        if k == self.stop or data[k] != SLASH:
            return self.stop
        j: cython.Py_ssize_t = k + 1
        while j < k + 8 and self.peek(j) in b"dgimsuvxy":
            j += 1
        return k if self.peek(j) in b".,;) \r\n" or j >= self.size else self.stop

    def character(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the character beyond ASCII at ``i`` ends; -1 if it is not part of the reference."""
        end: cython.Py_ssize_t = character_end(self, i)
        if end < 0 and i < self.host_end:
            end = _invisible_end(self, i)
        if end > 0:
            if not self.beyond_ascii:
                self.first_beyond = i
            self.beyond_ascii = True
            self.western = self.western or end == i + 1  # it has such a character in windows-1252
        return end

    def escape(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        r"""Return the end of the escape at ``i``; -1 if there is none, or if it ends the reference.

        It is a typesetter's escape or a shell's, a pair of brackets that a shell or Markdown needs escaped, or in a
        string one of JSON or ECMAScript: ``\/``, ``\u0026``, ``\x26``.
        """
        byte: cython.int = self.peek(i + 1)
        if byte in (LEFT_PAREN, LEFT_BRACKET) and closes_escaped(self, i + 2, closing_bracket(byte)):
            self.escaped_brackets += 1
            return i + 2
        if self.escaped_brackets and byte in (RIGHT_PAREN, RIGHT_BRACKET):
            self.escaped_brackets -= 1
            return i + 2
        k: cython.Py_ssize_t = typeset_end(self, i)
        if k > 0 and byte == QUESTION_MARK:
            self.query = True
            self.parameter = i
        if k < 0 and self.quoted_before:
            k = slash_end(self, i)
        if k > 0 or not self.quoted_before:
            return k
        k = backslashes_end(self, i)
        point: cython.int = escaped_unit(self, k)
        if point < 0x80:
            if point <= 0 or not self.classes[point]:
                return -1
            return k + (5 if self.peek(k) == SMALL_U else 3)
        if 0xD800 <= point < 0xDC00:
            point = escaped_unit(self, k + 6) if self.peek(k + 5) == BACKSLASH else -1
            if not 0xDC00 <= point < 0xE000:
                return -1
            k += 6
        elif ends_reference(point) or self.peek(k) == SMALL_X:  # "\xE4" may be Latin 1, or one byte of UTF-8
            return -1
        self.beyond_ascii = True
        return k + 5

    def host(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if an authority with a host that could exist is at ``i`` (RFC 3986 §3.2).

        Set ``host_end``; lower ``stop`` if the reference must end because its host does.
        """
        data: cython.p_const_uchar = self.data
        kinds: cython.p_const_uchar = self.classes
        limit: cython.Py_ssize_t = min(self.stop, i + limits.MAX_AUTHORITY)
        end: cython.Py_ssize_t = i
        at: cython.Py_ssize_t = -1
        twice: cython.bint = False
        while (
            end < limit and kinds[data[end]] and data[end] != SLASH and data[end] != QUESTION_MARK
            and (data[end] != NUMBER_SIGN or (self.peek(end + 1) == LEFT_BRACE and self.label_placeholder_end(end) > 0))
        ):  # fmt: skip
            if data[end] == AT:  # the last one ends the userinfo (URL Standard §4.4), but no bracket may be open
                k: cython.Py_ssize_t = self.window.rfind(b"(", max(i, at) + 1, end)
                self.examined += end - max(i, at)
                if k > 0 and not occurs(data, RIGHT_PAREN, k, end):
                    self.stop = end = k
                    break
                twice = at >= 0
                at = end
            elif data[end] == AMPERSAND and _matched_end(self, HOST_REFERENCE, end) > 0:
                end = self.window.find(b";", end)
            following: cython.Py_ssize_t = end + 1 if data[end] < 0x80 else character_end(self, end)
            if following < 0:
                following = _inner_invisible_end(self, max(i, at + 1), end)
            if following < 0:
                break
            end = following
        self.need = self.need or end == self.size
        self.examined += end - i
        self.host_end = end
        if at >= 0:
            self.user = i
            i = at + 1
            if twice and occurs(data, PERCENT, i, end):  # data in percent-encoding
                return False
        if i == end or (data[i] == HYPHEN and i + 1 == end):  # file:///etc, ldap:///, discord://-/channels
            if self.scheme_syntax == schemes.HOST or at >= 0 or end >= limit:
                return False
            return data[end] == SLASH or (data[end] == QUESTION_MARK and self.flags[self.peek(end + 1)] & classes.WORD)
        if data[i] != LEFT_BRACKET:
            return self.name(i, end, limit)
        end = ip_literal_end(self, i, end)
        if 0 <= end < self.host_end and data[end] != COLON:
            self.stop = end
        return end >= 0

    def usual_host(self, i: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a host of the usual form and its optional port; ``i`` if :meth:`host` must decide."""
        data: cython.p_const_uchar = self.data
        end: cython.Py_ssize_t = usual_name_end(self, i, limit)
        port: cython.Py_ssize_t
        if end == i:
            return i
        self.host_end = end
        if data[end] == COLON:
            port = end = end + 1
            while end < limit and self.flags[data[end]] & classes.DIGIT:
                end += 1
            if end >= limit or end == port:
                return i
        if data[end] != SLASH and (self.classes[data[end]] or data[end] == BACKSLASH or data[end] == LESS_THAN):
            return i
        self.known = end  # the end of the part already read as a host, all of it plain
        return end

    def name(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.bint:
        """Return True if the name at ``i`` could be a DNS name (RFC 1123 §2.1) or a private one; set ``host_end``."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        begin: cython.Py_ssize_t = i
        label: cython.Py_ssize_t = i  # where the current label begins
        byte: cython.int = 0
        digits: cython.bint = True  # the label is a number so far
        names: cython.bint = False  # an earlier label is not a number
        last: cython.bint  # the reference ends with its host
        templated: cython.bint = False  # a placeholder takes the place of a part of it
        while i < end:
            byte = data[i]
            if byte == AMPERSAND and _matched_end(self, HOST_REFERENCE, i) > 0:
                self.escaped |= rows.ESCAPED
                templated = True
                i = self.window.find(b";", i)
                label = i + 1
            elif byte == DOT:
                if label == i or data[label] == HYPHEN or data[i - 1] == HYPHEN:
                    break
                names = names or not digits
                digits = True
                label = i + 1
            elif not flags[byte] & classes.DIGIT:
                if byte in (DOLLAR, LEFT_BRACE, NUMBER_SIGN, PERCENT):
                    k: cython.Py_ssize_t = self.label_placeholder_end(i)
                    if k > end and self.opener == QUOTATION_MARK:  # there an expression may contain blanks
                        self.host_end = i
                        return True
                    if 0 < k <= end:
                        templated = True
                        digits = False
                        i = k
                        continue
                if byte == ASTERISK and is_joined_break(self, i):
                    self.escaped |= rows.ESCAPED
                    i += 1
                elif not flags[byte] & classes.NAME or (
                    byte in (DOLLAR, PERCENT) and self.peek(i + 1) in (LEFT_BRACE, LEFT_PAREN)
                ):
                    break
                else:
                    digits = False
            i += 1
        if i < end and byte == DOT and i > begin and data[i - 1] == DOT:  # an ellipsis, only at the end of the host
            while i < end and data[i] == DOT:
                i += 1
            if i < end and flags[data[i]] & classes.NAME:
                return False
        self.host_end = i
        # Quoted-printable broke the host.
        if i < end and data[i] == EQUALS and self.flags[self.peek(i + 1)] & classes.SPACE:
            end = i
        if i < end and data[i] != COLON:  # the grammar allows sub-delimiters, but no host has them
            if not self.scheme_syntax or data[i] == DOT:
                return False
            if self.scheme_syntax == schemes.HOST:
                if is_inside_host(self, i):
                    return False
                self.stop = end = i
        elif i < end and self.scheme_syntax == schemes.HOST:
            port: cython.Py_ssize_t = i + 1
            while port < end and flags[data[port]] & classes.DIGIT:
                port += 1
            # Some languages attach syllables to a number, with a hyphen or without a blank.
            if i + 1 < port < end and (data[port] == HYPHEN or data[port] >= 0x80):
                self.stop = end = port
        elif i == end < self.size and data[end] == BACKSLASH and cuts_host(self, end):
            return False
        last = i == end and (
            end >= limit or end == self.stop or not self.classes[data[end]] or data[end] == EQUALS or data[end] >= 0x80
        )
        while i > begin and data[i - 1] == DOT:
            i -= 1
        if i == begin or (not last and self.host_end - i > 1):  # "http://...", "http://www.../"
            return False
        if label >= i:  # it ends in a dot: its last label was a name already
            digits = False
        elif data[label] == HYPHEN or (data[i - 1] == HYPHEN and not last):
            return False
        # A name does not end in "_". If its last label is a number, it must be an address.
        if (
            (digits and names and not is_numeric_address(self, begin, i))
            or data[i - 1] == UNDERSCORE
            or goes_on(self, begin, self.host_end, self.stop == i)
        ):
            return False
        return templated or could_exist(self, begin, i, digits and not names)

    def label_placeholder_end(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the placeholder at ``i`` that takes the place of a label or a part of one; -1 without one.

        A placeholder after a label that could be complete is not part of the host: ``https://h.example${path}``.
        """
        before: cython.int = self.data[i - 1]
        if before in (AT, COLON, DOT, HYPHEN, RIGHT_BRACE, RIGHT_PAREN, SLASH, UNDERSCORE):
            return placeholder_end(self, i)
        return -1

    # -- its pieces, which are written after those of earlier rows (RFC 3986 Appendix C, RFC 2396 Appendix E) ----------

    def read_line(self) -> cython.void:
        """Find the reply marks (">", "|") and the comment sign at the start of the candidate's line."""
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(0, self.start - limits.MAX_LINE_BEFORE)
        i: cython.Py_ssize_t = self.start
        while i > low and data[i - 1] != LINE_FEED:
            i -= 1
        self.examined += self.start - i
        self.depth = 0  # reply marks before it on its line
        self.line = i
        self.sign = self.sign_end = i
        if i == low and low > 0 and data[i - 1] != LINE_FEED:
            self.line = -1
            return
        while i < self.start and (self.flags[data[i]] & classes.SPACE or data[i] == GREATER_THAN or data[i] == PIPE):
            if data[i] == GREATER_THAN or data[i] == PIPE:
                self.depth += 1
            i += 1
        self.sign = self.sign_end = i
        if i + 2 < self.start and data[i] == DOT and data[i + 1] == BACKSLASH and data[i + 2] == QUOTATION_MARK:
            self.sign_end = i + 3  # troff's comment
            return
        if self.flags[data[i]] & classes.WORD and i + 4 < self.start:
            if data[i + 3] == SPACE and self.window[i : i + 3] in (b"dnl", b"REM", b"rem"):
                self.sign_end = i + 3  # comments of m4, BASIC and batch files
            elif i == self.line and data[i + 1] == SPACE and self.window[i : i + 3] in (b"C  ", b"c  "):
                self.sign_end = i + 1  # a comment of Fortran, in the first column
            return
        if i == self.line and data[i] == COLON and data[i + 1] == SPACE:  # the reply mark of some programs
            self.sign_end = i + 1
            return
        while i < self.start and i - self.sign < 8:
            before: cython.int = data[i - 1] if i > self.sign else 0
            if not self.flags[data[i]] & (classes.SIGN | classes.SPACE) and not (
                (data[i] == APOSTROPHE and before in (NUMBER_SIGN, SLASH))  # R's documentation
                or (data[i] in (TILDE, PIPE) and before in (NUMBER_SIGN, TILDE))  # gettext: "#~", "#|", "#~|"
            ):
                break
            i += 1
            if not self.flags[data[i - 1]] & classes.SPACE:
                self.sign_end = i
        if self.sign_end == self.sign + 1 and data[self.sign] == SLASH:  # it begins a path: no comment has one slash
            self.sign_end = self.sign

    def gap(self, i: cython.Py_ssize_t, enclosed: cython.bint) -> cython.Py_ssize_t:
        """Return where the text continues after the white space at ``i``; -1 if the reference ends before it.

        Set ``broke`` if a line break is between. The beginning of the next line is part of the gap: the same comment
        sign, and reply marks. Text that was wrapped again after it was quoted has any number of marks; but if ">" may
        close a bracket, there are at most as many as before, unless that bracket closes at the end of the next word.
        If ``enclosed``, or in a link of a mail filter, the gap may have one empty quoted line; if ``enclosed``, a page
        break.
        """
        data: cython.p_const_uchar = self.data
        j: cython.Py_ssize_t = blanks_end(self, i)
        skipped: cython.bint = False
        self.broke = j >= 0 and data[j] == LINE_FEED  # the last gap had a line break
        if not self.broke:
            return j
        if self.line == -2:
            self.read_line()
        line: cython.Py_ssize_t = j + 1
        j = line
        while True:
            marks: cython.int = 0
            while True:
                j = blanks_end(self, j)
                if j < 0:
                    return -1
                if data[j] != GREATER_THAN and data[j] != PIPE:
                    break
                if marks >= self.depth and enclosed and self.opener != QUOTATION_MARK and not (
                    self.depth and closes_word(self, j)
                ):  # fmt: skip
                    break
                marks += 1
                j += 1
            if data[j] != LINE_FEED:
                if enclosed and not marks and footer_end(self, j) > 0:
                    return page_break_end(self, line)
                break
            if not enclosed and not (marks and self.filtered and not skipped):
                return -1
            if not marks or skipped:
                return page_break_end(self, line)
            skipped = True
            j += 1
        k: cython.Py_ssize_t = self.sign
        while k < self.sign_end and self.peek(j + k - self.sign) == data[k]:
            k += 1
        if not enclosed and self.sign_end > self.sign:
            if k == self.sign_end and self.peek(j + k - self.sign) != data[k - 1]:
                if is_bullet(self, self.sign, self.sign_end) and (
                    not needs_host(self, i) or self.names_item(j + k - self.sign)
                ):
                    return -1
            elif begins_comment(self, self.sign, self.sign_end):
                return -1
        if k < self.sign_end or k == self.sign:
            return j
        j = blanks_end(self, j + k - self.sign)
        return -1 if j < 0 or data[j] == LINE_FEED else j

    @cython.final
    def names_item(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if a colon ends the first word after the white space at ``i``: a host has a port after it."""
        j: cython.Py_ssize_t = blanks_end(self, i)
        stop: cython.Py_ssize_t = next_blank(self, j) if j > 0 else 0
        self.examined += stop - j
        self.need = self.need or stop == self.size
        return stop > 0 and self.data[stop - 1] == COLON

    def divided(self, end: cython.Py_ssize_t, enclosed: cython.bint) -> cython.Py_ssize_t:
        """Return where the reference continues after a typesetter's hyphen at ``end``, a line's end; -1 without one.

        The hyphen is beyond ASCII.
        """
        j: cython.Py_ssize_t = division_end(self, end)
        if j > 0:
            j = self.gap(j, enclosed)
        return j if j > 0 and self.broke and SMALL_A <= self.peek(j) <= SMALL_Z else -1

    def next_literal(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference continues in the literal after the quotation mark at ``end``; -1 if it does not.

        Adjacent literals are one string in C (ISO/IEC 9899 §5.1.1.2), in Python and in gettext's message catalogs,
        which break long strings; with an operator between them in other languages. A backslash continues a line in C,
        Python and shells, "_" in Visual Basic. The strings of a list look the same in shells and in Lisp, so without an
        operator there must be a line break, and the reference must be broken beside a delimiter, perhaps after a
        placeholder in braces, or in a file name before its extension.
        """
        data: cython.p_const_uchar = self.data
        quote: cython.int = data[end]
        last: cython.int = data[end - 1]
        j: cython.Py_ssize_t = blanks_end(self, end + 1)
        k: cython.Py_ssize_t = j
        j = concatenation_end(self, j)
        if j < 0:
            return -1
        self.operated = j > k  # an operator was before the last literal, or after the one before it
        folded: cython.bint = data[j] in (BACKSLASH, UNDERSCORE)
        j = self.gap(j + 1 if folded else j, True)
        if j < 0 or not (self.broke or self.operated) or (self.broke and self.leaves_comment(j)):
            return -1
        if data[j] == PIPE and data[j - 1] == PIPE:  # not a reply mark
            j -= 1
        k = j
        j = concatenation_end(self, j)
        self.operated = self.operated or j > k
        k = j + 2
        while 0 <= j < k and self.peek(j) in _PREFIXES:
            j += 1
        if j < 0 or self.peek(j) != quote:
            return -1
        following: cython.int = self.peek(j + 1)
        if self.operated and self.classes[following]:
            if not self.flags[following] & classes.WORD and following not in _DELIMITERS:
                following = self.peek(j + 2)
        elif following in (SLASH, QUESTION_MARK, AMPERSAND, NUMBER_SIGN):
            if last == following or not (
                self.flags[last] & classes.WORD or last in (SLASH, HYPHEN, UNDERSCORE, RIGHT_BRACE)
            ):
                return -1
            self.need = self.need or j + _LONGEST_DIRECTORY >= self.size
            if folded and is_root(self, j + 1, self.size):  # the next argument of a command
                return -1
            following = self.peek(j + 2)
        elif last not in (SLASH, HYPHEN, UNDERSCORE, EQUALS, AMPERSAND, QUESTION_MARK, NUMBER_SIGN) and (
            last != DOT or (end > self.host_end and not begins_with_ending(self, j + 1))
        ) and not (folded and self.made > self.first):  # fmt: skip
            return -1
        if not self.flags[following] & classes.WORD and following not in (DOLLAR, LEFT_BRACE, PERCENT) and not (
            self.operated and following in _DELIMITERS
        ):  # fmt: skip
            return -1
        return -1 if is_reference(self, j + 1) and not _is_archived(self, end, j + 1) else j + 1

    @cython.final
    def leaves_comment(self, j: cython.Py_ssize_t) -> cython.bint:
        """Return True if the candidate's line is a comment, and the line with its first text at ``j`` is not."""
        k: cython.Py_ssize_t = j
        if self.sign == self.sign_end or not begins_comment(self, self.sign, self.sign_end):
            return False
        while self.flags[self.data[k - 1]] & classes.SPACE and self.data[k - 1] != LINE_FEED:
            k -= 1
        self.examined += j - k
        return self.data[k - 1] != self.data[self.sign_end - 1]

    def is_one_string(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Return True if a literal with only a reference, up to ``end``, continues in the next literal, at ``j``.

        Strings of a list have any length. Those of one text fill their lines, or the next one has more of a path.
        """
        last: cython.int = self.data[end - 1]
        k: cython.Py_ssize_t = j + 1
        if self.operated or (last not in (SLASH, RIGHT_BRACE) and not self.flags[last] & classes.WORD):
            return True
        if self.line >= 0 and end - self.line >= sign.FULL_FROM:
            return True
        if last == SLASH and self.data[j] in (QUESTION_MARK, NUMBER_SIGN):
            return True
        stop: cython.Py_ssize_t = min(self.size, j + limits.MAX_NEXT_LINE)
        while k < stop and self.classes[self.data[k]] and self.data[k] not in _DELIMITERS:
            k += 1
        self.examined += k - j
        self.need = self.need or k == self.size
        return k < stop and self.data[k] in _DELIMITERS

    @cython.final
    def is_in_literal(self, begin: cython.Py_ssize_t, quote: cython.int) -> cython.bint:
        """Return True if an odd number of ``quote`` marks is before ``begin`` on its line: a literal is open there.

        Escaped marks and apostrophes inside words do not count.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = self.line
        odd: cython.bint = False
        if k < 0:
            return False
        while k < begin:
            if data[k] == quote and (
                k == self.line
                or not (
                    data[k - 1] == BACKSLASH
                    or (quote == APOSTROPHE and self.flags[data[k - 1]] & self.flags[data[k + 1]] & classes.WORD)
                )
            ):
                odd = not odd
            k += 1
        self.examined += begin - self.line
        return odd

    def hierarchy(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of ``://`` or ``:`` after the scheme; the line may be broken beside the slashes."""
        begin: cython.Py_ssize_t = self.start
        self.slashes = 0  # after its scheme's colon: 0, 1 or 2
        self.last_begin = begin  # start of the piece after the last break beside the slashes
        while True:
            following: cython.int = self.peek(i)
            if following == BACKSLASH and self.slashes < 2:  # JSON: "http:\\/\\/"
                j: cython.Py_ssize_t = slash_end(self, i)
                if j < 0:
                    return i
                self.quoted_before = True  # a quotation mark or apostrophe is before it, so JSON's escapes are decoded
                self.escaped |= rows.ESCAPED
                self.slashes += 1
                i = j
                continue
            if following == SLASH and self.slashes < 2:
                self.slashes += 1
                i += 1
                continue
            if following == BACKSLASH and self.peek(i + 1) in (COLON, PERCENT) and typeset_end(self, i) > 0:
                self.escaped |= rows.ESCAPED  # troff: "http://\:h.example"
                return i + 2
            if (
                following == EQUALS and self.slashes and self.made - self.first <= 2
                and self.peek(i + 1) in (LINE_FEED, CARRIAGE_RETURN)
            ):  # fmt: skip
                j = self.gap(i + 1, self.opener != 0)  # a soft line break: no host begins with "="
                if j < 0 or not self.broke:
                    return i
                self.add(begin, i)
                begin = self.last_begin = i = j
                continue
            if following == QUOTATION_MARK and self.slashes == 2 and self.made - self.first <= 2:
                j = self.next_literal(i) if self.before != QUOTATION_MARK else -1
                if j < 0 or not begins_with_dotted_name(self, j) or not self.is_in_literal(begin, QUOTATION_MARK):
                    return i
                self.add(begin, i)
                begin = self.last_begin = i = j
                continue
            if not self.flags[following] & classes.SPACE or self.made - self.first > 2:
                return i
            j = self.gap(i, self.opener != 0)
            if j < 0 or (self.slashes == 1 and self.data[j] != SLASH) or not (self.broke or self.opener == LESS_THAN):
                return i
            if not (self.slashes or self.opener or (self.data[j] == SLASH and self.peek(j + 1) == SLASH)):
                return i
            if self.slashes == 2 and self.data[j] == DOT:  # a troff request: no host begins with a dot
                return i
            self.add(begin, i)
            begin = self.last_begin = i = j

    def soft(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return 1 if the piece ends in the "=" of an undecoded soft line break (RFC 2045 §6.7), else 0.

        If the reference has "=3D" for "=", each "=" at a line's end is a soft break. Otherwise an "=" after the name of
        a parameter belongs to the query.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = end - 2
        delimiter: cython.int = 0
        if not self.broke or data[end - 1] != EQUALS or not is_soft_length(self, end):
            return 0
        while k >= begin:
            byte: cython.int = data[k]
            if byte in (EQUALS, AMPERSAND, QUESTION_MARK):
                if not delimiter:
                    delimiter = byte
                if byte == EQUALS and data[k + 1] == DIGIT_3 and data[k + 2] | 0x20 == SMALL_D:
                    self.printable = True  # "=3D" was seen in it: quoted-printable
            k -= 1
        self.examined += end - k
        if delimiter:
            self.delimiter = delimiter  # the last "=", "&" or "?" in the pieces that end in "="
        if self.printable or self.delimiter == EQUALS:
            return 1
        k = end + 2 if self.peek(end) == CARRIAGE_RETURN else end + 1
        return 1 if is_encoded_equals(self, k) or not (self.delimiter or self.query) else 0

    @cython.final
    def divided_host(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if tags divide the host at ``i``, without a top-level domain; add its pieces but the last."""
        limit: cython.Py_ssize_t = min(self.size, i + _MAX_HOST)
        self.need = self.need or (not self.opener and limit == self.size)
        if self.opener or not occurs(self.data, LESS_THAN, i, limit):
            return False
        end: cython.Py_ssize_t = _matched_end(self, DIVIDED, i)
        self.examined += max(0, end - i)
        parts: list[bytes] = TAGS.split(self.window[i:end]) if end > 0 else []
        name: bytes = b"".join(parts)
        if (
            not 1 < len(parts) < limits.MAX_PIECES or b"." not in name or not is_top_level(name.rpartition(b".")[2])
            or (name != parts[0] and b"." in parts[0] and is_top_level(parts[0].rpartition(b".")[2]))
        ):  # fmt: skip
            return False
        for tags in TAGS.finditer(self.window, i, end):
            self.add(self.last_begin, tags.start())
            self.last_begin = tags.end()
        self.host_end = end
        if self.classes[self.peek(end)] and self.data[end] not in (COLON, SLASH, QUESTION_MARK, NUMBER_SIGN):
            self.stop = end
        self.known = self.last_begin
        return True

    def add(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Add a piece."""
        self.piece[2 * self.made] = start
        self.piece[2 * self.made + 1] = end
        self.made += 1

    # -- its pieces up to the bracket or quotation mark that closes the one before it ----------------------------------

    def enclosed(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Join the pieces up to the closing bracket or mark; return the end of the last, -1 if it is never closed.

        Set ``first_end`` to the end of the first piece.
        """
        data: cython.p_const_uchar = self.data
        closer: cython.int = GREATER_THAN if self.opener == LESS_THAN else QUOTATION_MARK
        cut: cython.Py_ssize_t = self.cut
        blanks: cython.int = 0  # inside lines
        apart: cython.int = 0  # those of them that are not beside a delimiter
        templated: cython.bint = False  # in the braces of a template
        named: cython.bint  # it names a file on Windows
        self.first_end = end  # end of its first piece
        if self.bar < 0 and end < self.size and data[end] == PIPE:  # it ended the host
            self.bar = end
        if closer == GREATER_THAN and self.bar > 0:
            self.label_end: cython.Py_ssize_t = self.find_label_end()  # the ">" after its label, if it has one
            if self.label_end > 0:
                return self.bar
        while end < self.stop and self.made - self.first < limits.MAX_PIECES:
            if data[end] == closer:
                if self.closes_other(begin, end, cut, blanks, apart):
                    break
                if cut >= 0 and cut == self.expression and is_in_braces(self, begin, end, templated):
                    break  # a string in an expression
                j: cython.Py_ssize_t = self.next_literal(end) if closer == QUOTATION_MARK else -1
                if 0 < j < self.stop and self.is_one_string(end, j):
                    self.add(begin, end)
                    begin = j
                    end = self.read(j)
                    continue
                if closer == QUOTATION_MARK and data[end - 1] == data[end - 2] == data[end - 3] == DOT:
                    while data[end - 1] == DOT:  # an ellipsis
                        end -= 1
                before: bytes = self.window[max(0, self.start - 16) : self.start - 1] if data[end - 1] == DOT else b""
                if closer == QUOTATION_MARK and b"\n" in before and before.rstrip(b" \t\r\n#~|").endswith(b'"'):
                    end -= 1  # the next literal of a text
                if self.made > self.first:
                    self.add(begin, end)
                return end
            if not self.flags[data[end]] & classes.SPACE:
                # Backslashes before a quotation mark: a string inside a string.
                if (
                    data[end] == BACKSLASH and closer == QUOTATION_MARK and self.made == self.first
                    and self.peek(backslashes_end(self, end)) == QUOTATION_MARK
                ):  # fmt: skip
                    return end
                j = self.divided(end, True) if data[end] >= 0x80 else -1
                # A backslash may fold a line (RFC 8792 §7.1).
                if data[end] == BACKSLASH and closer == GREATER_THAN and self.flags[self.peek(end + 1)] & classes.SPACE:
                    j = self.gap(end + 1, True)
                elif data[end] == BACKSLASH and closer == QUOTATION_MARK:
                    j = self.unfolded(end)
            else:
                j = self.gap(end, True)
            if j < 0 or j >= self.stop:
                break
            if data[j] == closer:
                # Punctuation and a blank before the mark: a string that a program concatenates with another.
                if closer == QUOTATION_MARK and (
                    blanks or (not self.broke and data[end - 1] in (COMMA, DOT, SEMICOLON))
                ):
                    break
                soft: cython.Py_ssize_t = self.soft(begin, end)
                if self.made > self.first or soft:
                    self.add(begin, end - soft)
                return end - soft
            if not self.classes[data[j]] or self.begins_other(end, j):
                break
            if closer == QUOTATION_MARK:
                templated = is_in_braces(self, begin, end, templated)
            if not self.broke and self.bar >= 0 and not templated:  # a label that is not closed
                if self.bar < self.first_end:
                    self.cut = self.bar
                break
            named = self.escaped & rows.BACKSLASHES != 0
            if not self.broke:
                blanks += 1
                apart += not (templated or named or is_beside_delimiter(self, end, j))
            # One blank in quotation marks is a slip, several are prose; but Windows file names have blanks.
            if closer == QUOTATION_MARK and data[end] != BACKSLASH and (
                self.is_prose_after_break(end, j) if self.broke
                else not named and (apart > 1 or self.is_prose(end, j, templated))
            ):  # fmt: skip
                break
            if self.broke and is_break_mark(self, end):
                self.add(begin, end - 2)
            else:
                self.add(begin, end - self.soft(begin, end))
            begin = j
            end = self.read(j)
            self.cut = cut
        return -1

    def find_label_end(self) -> cython.Py_ssize_t:
        """Return the place of the ">" after a link's label, "<uri|its label>", as in Slack; -1 without one.

        In a query "|" may separate values, as in "?family=A|B": with a label of one word that is another reading.
        """
        data: cython.p_const_uchar = self.data
        begin: cython.Py_ssize_t = self.bar + 1
        stop: cython.Py_ssize_t = min(self.size, begin + limits.MAX_LINK_TEXT)
        k: cython.Py_ssize_t = begin
        blanks: cython.bint = False
        assigns: cython.bint = False
        while k < stop and data[k] not in b"<>|\n":
            blanks = blanks or data[k] == SPACE
            assigns = assigns or data[k] == EQUALS
            k += 1
        self.examined += k - begin
        self.need = self.need or k == self.size
        if k >= stop or data[k] != GREATER_THAN or k == begin or (self.query and assigns and not blanks):
            return -1
        if self.query and not blanks and self.made == self.first:
            self.add(self.start, k)
        return k

    def unfolded(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference continues if the backslash at ``end`` folds its line; -1 if it ends there.

        C (ISO/IEC 9899 §5.1.1.2), shells, Python and PostScript strings ignore a backslash and the line break after it.
        But Markdown breaks lines of prose with one (CommonMark §6.7), and the next argument of a command is indented:
        so the next word must look like more of a path, or close the bracket before the reference.
        """
        data: cython.p_const_uchar = self.data
        following: cython.int = self.peek(end + 1)
        if (following != LINE_FEED and following != CARRIAGE_RETURN) or not data[end - 1] < 0x80:
            return -1
        j: cython.Py_ssize_t = self.gap(end + 1, False)
        if j < 0 or not self.broke or is_reference(self, j):
            return -1
        k: cython.Py_ssize_t = next_blank(self, j)
        self.examined += k - j
        self.need = self.need or k == self.size
        signs: cython.int = word_signs(self, j, k, self.before, data[end - 1])
        if signs & (sign.IMPOSSIBLE | sign.BAD | sign.CAPITAL) or not signs & (sign.DELIMITED | sign.CLOSES):
            return -1
        if self.flags[data[end - 1]] & self.flags[data[j]] & classes.WORD and self.line >= 0:
            line: cython.Py_ssize_t = self.line
            while data[k - 1] != LINE_FEED:
                k -= 1
            while k < j and data[k] == data[line]:
                k += 1
                line += 1
            if k < j:
                return -1
        return j

    def closes_other(
        self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, cut: cython.Py_ssize_t, blanks: cython.int,
        apart: cython.int,
    ) -> cython.bint:  # fmt: skip
        """Return True if the mark at ``end`` closes a list, a label or another quotation.

        ``cut`` is where the first piece may end, or -1. ``blanks`` counts the blanks inside lines, ``apart`` those of
        them that are not beside a delimiter.
        """
        data: cython.p_const_uchar = self.data
        if cut >= 0 and data[cut] in (COMMA, SEMICOLON) and self.slashes and is_reference(self, cut + 1):
            return True  # a list
        if data[end] == QUOTATION_MARK:
            # A quotation mark before a word opens the next quotation.
            return (apart > 0 and self.made - self.first > 1) or (
                blanks > 0 and self.flags[self.peek(end + 1)] & classes.WORD != 0
            )
        # "<uri its label>", as in Haskell's comments
        if (blanks and not self.broke and is_named(self, self.start, self.first_end, begin, end)) or (
            apart and (blanks > 1 or ends_file(self, self.host_end, self.first_end))
            and is_label(self, self.first_end, end)
        ):  # fmt: skip
            return True
        return cut >= 0 and data[cut] == LEFT_BRACKET and self.bracket_end == end - 1  # "<uri[its label]>"

    def begins_other(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Return True if another reference or string begins at ``j``, after white space from ``end``."""
        data: cython.p_const_uchar = self.data
        last: cython.int = data[end - 1]
        if last == APOSTROPHE and data[j] == APOSTROPHE:  # adjacent strings of a program
            return True
        # A list of references. But in the URI of a web archive, the archived one follows its date.
        return is_reference(self, j) and (
            last not in (SLASH, EQUALS, ASTERISK, QUESTION_MARK)
            or (
                self.opener != LESS_THAN
                and last == SLASH
                and not (self.flags[data[end - 2]] & self.flags[data[end - 3]] & classes.DIGIT)
            )
        )

    def is_prose(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t, templated: cython.bint) -> cython.bint:
        """Return True if the text at ``j``, after a blank at ``end`` in quotation marks, is prose.

        One blank is a slip and ignored (Appendix C); but not after a host or a file name, beside punctuation outside
        a template's braces, before Han, Kana or Hangul, or in Go's struct tags (name:"uri other").
        """
        last: cython.int = self.data[end - 1]
        following: cython.int = self.data[j]
        if end <= self.host_end:
            return True
        if templated:
            return False
        return (
            (end == self.host_end + 1 and last == SLASH and self.peek(word_end(self, j, self.stop)) != SLASH)
            or (self.flags[last] & classes.TRAILING != 0 and last != QUESTION_MARK)
            or (self.flags[following] & classes.TRAILING != 0 and following != QUESTION_MARK)
            or ends_file(self, self.host_end, end)
            or is_undivided(self, j)
            or is_value(self, self.start - 1)
        )

    def is_prose_after_break(self, end: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Return True if a reference in quotation marks ends before the line break at ``end``.

        It may continue if it was broken beside a delimiter or on a full line: an attribute may hold a list, one word
        to a line (xsi:schemaLocation).
        """
        last: cython.int = self.data[end - 1]
        return last in (COMMA, SEMICOLON) or (
            self.flags[last] & self.flags[self.data[j]] & classes.WORD != 0 and self.line >= 0 and end - self.line < 64
        )

    # -- its pieces in white space, if the signs are strong (:func:`look`) ---------------------------------------------

    def folded(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference continues after a soft line break that needs no other sign; -1 without one.

        Quoted-printable shows itself by "=3D", by a soft break that ends the line before or after, or by a line quoted
        in a reply that an unquoted one follows: reply marks are added before the encoding breaks lines.
        """
        j: cython.Py_ssize_t = self.gap(end, True)
        if j < 0 or not self.soft(begin, end):
            return -1
        if self.depth and self.made == self.first and self.data[j - 1] == LINE_FEED:
            return j
        if self.printable or (self.data[end - 2] == DOT and end <= self.host_end + 2):  # no host ends in ".="
            return j
        return j if beside_soft_break(self, self.line, j) else -1

    def ends_in_blank(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if "=20" before ``end`` is the blank at a line's end in quoted-printable (RFC 2045 §6.7).

        The encoding shows itself by a soft break in the reference, by "=3D", or by a soft break beside its line.
        """
        data: cython.p_const_uchar = self.data
        if data[end - 2] != DIGIT_2 or data[end - 3] != EQUALS or data[end] not in (LINE_FEED, CARRIAGE_RETURN):
            return False
        if self.printable or (self.made > self.first and data[self.piece[2 * self.made - 1]] == EQUALS):
            return True
        j: cython.Py_ssize_t = -1 if self.query else self.gap(end, True)
        return j >= 0 and beside_soft_break(self, self.line, j)

    def bare(self, begin: cython.Py_ssize_t, floor: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a reference in white space, joined over lines if the signs are strong."""
        data: cython.p_const_uchar = self.data
        authority: cython.Py_ssize_t = floor
        line: cython.Py_ssize_t = -1  # where the last piece's line begins, if it is not the first
        limit: cython.Py_ssize_t = self.start + self.max_reference
        complete: cython.bint
        close: cython.Py_ssize_t
        width: cython.Py_ssize_t = 0  # the column at which the previous line was broken
        known: cython.int = 0  # signs that do not depend on the next line
        leftover: cython.bint = False  # the line is the rest of the previous one, which was broken twice
        short: cython.bint = False  # it is one word, and may be that rest
        self.confidence = sign.CERTAIN  # in per cent, of its weakest break
        if self.made > self.first:  # a line was broken beside the slashes
            k: cython.Py_ssize_t = begin
            while k > self.piece[2 * self.made - 1] and data[k - 1] != LINE_FEED:
                k -= 1
            if data[k - 1] == LINE_FEED:
                line = k
        if data[end - 1] == SLASH and data[end - 2] == ASTERISK and end - 2 > floor and self.ends_comment(end):
            end -= 2
        while True:
            trimmed: cython.Py_ssize_t = end
            if not self.flags[data[end - 1]] & classes.WORD or (
                data[end - 1] == CAPITAL_E and is_pod_escape(self, end)
            ):
                trimmed = self.trim(floor, end)
            if end >= self.size or self.made - self.first >= limits.MAX_PIECES:
                break
            j: cython.Py_ssize_t = self.divided(end, False) if data[end] >= 0x80 else -1
            # An apostrophe ends a reference only if one is before it.
            close = end - 1 if data[end - 1] == APOSTROPHE and self.flags[data[end]] & classes.SPACE else end
            literal: cython.bint = data[close] == QUOTATION_MARK or data[close] == APOSTROPHE
            if literal:
                j = self.added_literal(begin, close)
                literal = j > 0
                if not literal and close == end:
                    break
            elif data[end] == BACKSLASH:
                j = self.unfolded(end)
                literal = j > 0
                if not literal:
                    break
            if literal:
                if close < end:
                    end = close
                    self.apostrophes -= 1
                if self.stop == close:  # the mark ended the host
                    self.stop = min(self.size, limit)
            elif j < 0 and not self.flags[data[end]] & classes.SPACE:
                break
            if (
                data[end] == SPACE
                and not self.flags[data[end + 1] if end + 1 < self.size else self.peek(end + 1)] & classes.SPACE
            ):
                break
            if data[end - 1] == DIGIT_0 and end - 3 > floor and self.ends_in_blank(end):
                trimmed = self.trim(floor, end - 3)
                break
            verdict: cython.int = 2
            repeated: cython.bint = False
            marks: cython.Py_ssize_t = (
                2 if data[end - 1] == ASTERISK and self.before != ASTERISK and is_break_mark(self, end)
                and data[end] in (LINE_FEED, CARRIAGE_RETURN) else 0
            )  # fmt: skip
            comment: cython.bint = data[end - 1] == PERCENT and self.before == LEFT_BRACE  # of TeX, from "%" on
            if data[end - 1] == EQUALS and not literal:
                j = self.folded(begin, end)
            elif comment:
                j = self.gap(end, True)
            if j < 0:
                # A line may break after ".", "?", "-", "=", ":" or "%"; other punctuation has ended the reference.
                last: cython.int = data[trimmed] if end > trimmed and not marks else DOT
                self.filtered = self.in_filter(end)  # it is a link of a mail filter, whose end has not come
                if end - trimmed > 1 + marks or (
                    last not in (DOT, QUESTION_MARK, HYPHEN, EQUALS, COLON, PERCENT)
                    and not (last == EXCLAMATION_MARK and self.filtered)
                ):
                    break
                j = self.gap(end, False)
                if j < 0 or not self.broke:
                    break
                last = data[end - 1]
                complete = self.flags[last] & classes.WORD != 0 or last in (RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE)
                if complete and begins_with_word(self, j):  # no sign can join a plain word
                    signs: cython.int = sign.PLAIN_WORD
                elif data[trimmed - 1] in (DIGIT_0, EQUALS, DOLLAR) and (
                    trimmed - begin < 3 or data[trimmed - 2] in (EQUALS, SMALL_E) or data[trimmed - 1] == DOLLAR
                ) and is_filtered_end(self.tail(begin, trimmed)):  # fmt: skip
                    break
                else:
                    k = line if line >= 0 else self.line
                    column: cython.Py_ssize_t = end - marks - k if k >= 0 else 0
                    if width >= sign.NARROWEST and (leftover or short) and column < width:
                        column += width  # that of the previous line, whose rest this is
                    else:
                        known = sign.FILLED if width - 2 <= column <= width + 2 else 0
                        width = column
                    if self.filtered:
                        known |= sign.UNFINISHED
                    signs = look(self, authority, self.host_end, begin, end - marks, j, k, column, known, self.before)
                    if marks:
                        signs |= sign.OPEN
                    if short and signs & sign.PROSE and not leftover:
                        signs |= sign.BAD
                    known = signs & sign.FILLED
                    repeated = (
                        self.made == self.first
                        and not signs & sign.IMPOSSIBLE
                        and judge(signs, self.joins) < 2
                        and self.repeats(end, j)
                    )
                if not repeated:
                    verdict = self.weigh(signs, end)
                    if verdict == 2:
                        self.confidence = min(self.confidence, chance(signs))
                if verdict == 0 or (verdict == 1 and self.made > self.first):
                    break
            # A "%" that encodes nothing begins a TeX comment (RFC 3986 §2.1).
            comment = comment or (data[end - 1] == PERCENT and not (
                _hexadecimal(self, j, self.size)
                and (_hexadecimal(self, j + 1, self.size) or self.flags[self.peek(j + 1)] & classes.SPACE)
            ))  # fmt: skip
            soft: cython.Py_ssize_t = 0 if literal else comment or marks or self.soft(begin, end)
            following: cython.Py_ssize_t = self.read(j)
            if following >= limit or self.trim(j, following) == j:  # too long, or only punctuation follows
                trimmed = self.trim(floor, end - soft)
                break
            self.add(begin, end - soft)
            if verdict == 1:
                self.add(j, self.trim(j, following))
                return trimmed
            k = line if line >= 0 else self.line
            if literal:
                width = known = 0
            if literal and not self.broke:
                line = k
            elif not soft or marks or k < 0:  # otherwise it was one line before encoding
                line = j
                while data[line - 1] != LINE_FEED:
                    line -= 1
            else:
                line = k
            leftover = (
                following - j <= sign.LEFTOVER or self.filtered
                or (k >= 0 and reply_marks(self, line) < reply_marks(self, k))
            )  # fmt: skip
            short = self.flags[self.peek(following)] & classes.SPACE != 0 and 2 * (following - line) < width
            begin = floor = j
            end = following
        if self.made > self.first:
            self.add(begin, trimmed)
        return trimmed

    def repeats(self, end: cython.Py_ssize_t, following: cython.Py_ssize_t) -> cython.bint:
        """Return True if the candidate, up to ``end``, and the next word are repeated in brackets."""
        return is_repeated(self, self.start, end, following)

    @cython.final
    def tail(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> bytes:
        """Return the last bytes of the candidate, whose last piece is from ``begin`` to ``end``."""
        part: bytes = self.window[max(begin, end - 200) : end]
        k: cython.Py_ssize_t = self.made - 1
        while k >= self.first and len(part) < 100:
            part = self.window[max(self.piece[2 * k], self.piece[2 * k + 1] - 100) : self.piece[2 * k + 1]] + part
            k -= 1
        self.examined += len(part)
        return part

    @cython.final
    def in_filter(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the candidate, read up to ``end``, is a link of a mail filter.

        Its end is known (:func:`is_filtered_end`), so before that it is incomplete.
        """
        if self.made > self.first:
            return self.filtered
        k: cython.Py_ssize_t = self.host_end
        if k < self.start + _SHORTEST_FILTER or self.data[k] != SLASH or self.data[k + 1] not in b"?v":
            return False
        head: bytes = self.window[self.start : min(end, k + _LONGEST_FILTER)]
        self.examined += len(head)
        return max(map(head.find, _FILTERS)) > 0

    def added_literal(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the reference continues in the next literal, after one that ends at ``end``; -1 if in none."""
        j: cython.Py_ssize_t = self.next_literal(end) if end > begin else -1
        if j < 0 or self.made > self.first:
            return j
        if self.before == self.data[end]:
            return j if self.is_one_string(end, j) else -1
        return j if self.is_in_literal(begin, self.data[end]) else -1

    @cython.final
    def ends_comment(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the "*/" before ``end`` ends the line, and a comment that began on it."""
        data: cython.p_const_uchar = self.data
        following: cython.int = self.peek(end)
        k: cython.Py_ssize_t = self.start - 1
        if following and following != LINE_FEED and following != CARRIAGE_RETURN:
            return False
        if self.line == -2:
            self.read_line()
        if self.line < 0:
            return False
        while (
            k > self.line
            and not (data[k - 1] == SLASH and data[k] == ASTERISK)
            and not (data[k - 1] == ASTERISK and data[k] == SLASH)
        ):
            k -= 1
        self.examined += self.start - k
        return k > self.line and data[k] == ASTERISK and (k - 1 == self.line or not self.classes[data[k - 2]])

    def weigh(self, signs: cython.int, end: cython.Py_ssize_t) -> cython.int:
        """Return the verdict on a break after ``end``: 2 if the reference continues, 1 if it may, 0 if it ends."""
        return judge(signs, self.joins)

    @cython.final
    def before_word(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the reference in white space without a word, beyond ASCII, of the text; else ``end``.

        The word is of a script without blanks between words. It follows a letter, a digit or punctuation, or a slash
        if it begins with a particle, or if it is :meth:`text_after_slash`. The reference with the word is another
        reading, if it is on one line. In link syntax the word belongs to the reference. A host always ends with its
        top-level label.
        """
        first: cython.Py_ssize_t = self.first_beyond
        begin: cython.Py_ssize_t = self.start  # of the last piece
        data: cython.p_const_uchar = self.data
        in_host: cython.bint = first < self.host_end
        if in_host:
            first = self.top_label_end()
            if first < 0:
                return end
        pieces: cython.bint = self.made > self.first and self.piece[2 * self.made - 1] == end  # else another reading's
        if pieces:
            begin = self.piece[2 * self.made - 2]
            if first <= begin:
                return end
        last: cython.int = data[first - 1]
        if not in_host and (
            self.before in (LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE, QUOTATION_MARK, APOSTROPHE, BACKTICK, PIPE, EQUALS)
            or not (
                self.flags[last] & classes.WORD or last in (COMMA, DOT, SEMICOLON)
                or (last == SLASH and (begins_with_particle(self, first) or self.text_after_slash(first, end)))
            )
            or not is_undivided(self, first)
        ):  # fmt: skip
            return end
        k: cython.Py_ssize_t = first
        while k < end and data[k] != COLON and data[k] != DOT and data[k] != AT:
            k += 1
        self.examined += k - first
        if k < end and end - first > _MAX_WORD:  # other references may begin in it and read it again
            return end
        dot: cython.Py_ssize_t = self.window.rfind(b".", first, end)
        is_file: cython.bint = dot > 0 and data[dot - 1] >= 0x80 and self.window[dot + 1 : end].isalnum()
        is_file = is_file or occurs(self.data, SLASH, first, k) or self.window[first - 3 : first] == b"%20"
        if is_file and not in_host:
            return end
        self.beyond_ascii = first > self.first_beyond
        self.western = self.western and self.beyond_ascii
        k = self.trim(max(begin, min(self.host_end, first)), first)
        if pieces:
            self.piece[2 * self.made - 1] = k
        else:
            self.made = self.first  # the number of pieces written, of all rows
            self.add(self.start, end)
        return k

    @cython.final
    def text_after_slash(self, first: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the word from ``first`` to ``end``, after a slash, belongs to the text.

        After the first slash of a path it does: such a segment is mostly in quotation marks or brackets, or a blank is
        before or after the reference, or another segment, an extension or a query follows it. In Hangul blanks are
        before any word, so there the reference must also end its line. In a longer path it does if it begins with
        "place", and a Chinese preposition is before the reference.
        """
        following: cython.int = self.peek(end)
        before: cython.int = self.data[self.start - 1] if self.start else LINE_FEED
        spaced: cython.bint = self.flags[before] & classes.SPACE != 0 or (
            before == 0xBF and self.window.endswith(b"\xef\xbb\xbf", 0, self.start)  # a byte order mark
        )
        if (
            (following == SPACE and self.data[first] < 0xEA)
            or (
                spaced and (following in b"\0\r\n" or (before == SPACE and self.data[first] < 0xEA))
                and not follows_preposition(self, self.start)
            )
            or (following >= 0x80 and self.start > 2 and are_brackets(self, self.start - 3, end))
            or ends_file(self, first, end) or occurs(self.data, EQUALS, first, end)
        ):  # fmt: skip
            return False
        self.examined += first - self.host_end
        if self.scheme_syntax == schemes.HOST and not occurs(self.data, SLASH, self.host_end, first - 1):
            return True
        return begins_with_place(self, first) and follows_preposition(self, self.start)

    @cython.final
    def top_label_end(self) -> cython.Py_ssize_t:
        """Return the end of an ASCII top-level label before letters of another script; -1 if the host has none.

        No top-level domain mixes scripts. Before a script that has blanks between words, the label must be an existing
        top-level domain.
        """
        data: cython.p_const_uchar = self.data
        label: cython.Py_ssize_t = self.host_end
        while label > self.start and data[label - 1] != DOT and data[label - 1] != SLASH:
            label -= 1
        end: cython.Py_ssize_t = label
        while end < self.host_end and self.flags[data[end]] & classes.WORD and data[end] > DIGIT_9:
            end += 1
        self.examined += self.host_end - label
        if end - label < 2 or end == self.host_end or data[label - 1] != DOT:
            return -1
        if is_undivided(self, end):
            return end
        beyond: cython.bint = is_beyond_latin(self, end) and _invisible_end(self, end) < 0
        return end if beyond and is_top_level(self.window[label:end]) else -1

    # -- the scheme before a colon, not before ``low``, where the last reference ended ---------------------------------

    def scheme(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Begin a candidate with the scheme before ``colon``; return its start, -1 if there is no scheme."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        low: cython.Py_ssize_t = max(self.low, colon - limits.MAX_SCHEME - 1)
        i: cython.Py_ssize_t = colon
        k: cython.Py_ssize_t = colon
        web: cython.Py_ssize_t = 0
        self.glued = False  # a word is before the candidate's scheme, without a blank
        if colon > self.low + 5:
            web = i = web_scheme(self, colon)
            mark: cython.int = data[i - 1] if i > 0 else 0x80
            if mark < 0x80 and not flags[mark] & classes.SCHEME and mark != UNDERSCORE and mark != BACKSLASH:
                self.examined += colon - i
                self.begin(i)
                # the syntax of its scheme (uri/schemes.py); 0: the scheme is unknown
                self.scheme_syntax = schemes.HOST
                return i
            i = colon
        while i > low and flags[data[i - 1]] & classes.SCHEME:
            i -= 1
        self.examined += colon - i
        if colon - i > limits.MAX_SCHEME:
            return self.after_word(web)
        if i > self.low and data[i - 1] == UNDERSCORE and not _is_emphasis(self, i):  # part of a longer word
            return -1
        if i > self.low and data[i - 1] == BACKSLASH:  # in source code "\nhttp://" has no scheme "nhttp"
            k = _after_delimiter(self, i, colon)
            if not k:
                k = _after_escape(self, i, colon)
            # In AsciiDoc "\https://" is a URI that is not made a link.
            i = k if syntax_of(self, k, colon) or not syntax_of(self, i, colon) else i
            k = colon
        elif (
            i > self.low + 1 and data[i - 1] == LEFT_PAREN and colon - i > 3
            and (data[i - 2] == BACKSLASH or (data[i - 2] == ASTERISK and i > 2 and data[i - 3] == BACKSLASH))
        ):  # fmt: skip
            i += 2  # troff: "\(lahttp://h.example\(ra", "\*(Aqhttp://h.example\*(Aq"
        while i < colon and not SMALL_A <= (data[i] | 0x20) <= SMALL_Z:  # a list marker, a footnote number
            i += 1
        if colon - i < 2:  # "12:30", "C:\"
            return -1
        syntax: cython.int = syntax_of(self, i, colon)
        if syntax == schemes.NUMBER and data[i] < SMALL_A <= data[i + 1]:  # "Tel:" is the label of a number
            return -1
        if not syntax:
            while k > i and flags[data[k - 1]] & classes.WORD:
                k -= 1
            if k > i:  # "can...http://", "word-http://"; but "git+http" is one scheme
                mark = data[k - 1]
                named: cython.bint = mark == HYPHEN or (
                    mark == DOT and flags[data[k - 2]] & classes.WORD != 0 and self.peek(colon + 1) == SLASH
                )
                while k < colon and flags[data[k]] & classes.DIGIT:
                    k += 1
                syntax = syntax_of(self, k, colon)
                if syntax and mark == PLUS:
                    syntax = schemes.AUTHORITY
                elif named and k != web:  # "rps-query://", "akka.tcp://" are other schemes (RFC 3986 §3.1)
                    syntax = 0
                elif syntax:
                    i = k
            elif i > low and (data[i - 1] >= 0x80 or _ends_control_sequence(self, i)):
                # After a byte beyond ASCII a letter may be the second half of a character (Big5, GBK, Shift_JIS).
                syntax = syntax_of(self, i + 1, colon)
                if syntax:
                    i += 1
            if not syntax and web > i and (i == 0 or data[i - 1] != LESS_THAN):  # after "<" any scheme is accepted
                return self.after_word(web)
        self.begin(i)
        self.scheme_syntax = syntax
        return i

    def after_word(self, web: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Begin a candidate with the scheme at ``web``, glued to a word as in "seehttp:"; return -1 if ``web`` is 0."""
        if not web:
            return -1
        self.glued = True
        self.begin(web)
        self.scheme_syntax = schemes.HOST
        return web

    def has_path(self, i: cython.Py_ssize_t) -> cython.bint:
        """Return True if the host at ``i`` has a dot and a path; without them "bogushttp:" is an unknown scheme."""
        return self.peek(self.host_end) == SLASH and has_dot(self, i, self.host_end)

    def is_label(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True if the word before a number in white space is a label ("fax:"), not a scheme."""
        if self.opener or (self.before and self.before in _OPENING):
            return False
        return not is_global_number(self, colon)

    def is_in_word(self, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if the "_" before the reference is part of a word: no "_" is at ``end``."""
        return self.data[self.start - 1] == UNDERSCORE and self.peek(end) != UNDERSCORE

    def without_bracket(self, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a glued reference, without an "i" that is TeX's closing angle bracket.

        In TeX's symbol font angle brackets have the codes of "h" and "i", and the text of a PDF file has these letters.
        """
        k: cython.Py_ssize_t = self.start - 1
        if (
            self.data[k] != SMALL_H
            or self.data[end - 1] != SMALL_I
            or (k > 0 and self.flags[self.data[k - 1]] & classes.WORD)
        ):
            return end
        if self.made and self.piece[2 * self.made - 1] == end:
            self.piece[2 * self.made - 1] = end - 1
        return end - 1

    def look_back(self) -> cython.longlong:
        """Find "URL:" (RFC 2396 Appendix E), "<" or a quotation mark before the candidate; return its row's bits."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        bits: cython.longlong = 0
        k: cython.Py_ssize_t = self.start
        i: cython.Py_ssize_t = self.start
        if i == 0:
            return 0
        before: cython.int = data[i - 1]
        spaced: cython.int = flags[before] & classes.SPACE != 0
        # Usually this byte decides. No branches, which would be unpredictable.
        if i > 1 and not (
            (spaced & (flags[data[i - 2]] & classes.WORD == 0)) | (before == COLON) | (before == SEMICOLON)
        ):
            self.examined += 1 + spaced
            self.before = before  # the byte before it and its prefix, 0 at the start
            # "<" or '"' if one is before it
            self.opener = before * ((before == LESS_THAN) | (before == QUOTATION_MARK))
            self.quoted_before = (before == QUOTATION_MARK) | (before == APOSTROPHE)
            return 0
        if flags[before] & classes.SPACE or before == COLON:
            while i > 0 and self.start - i < limits.MAX_SCHEME and flags[data[i - 1]] & classes.SPACE:
                i -= 1
            if (
                i > 3 and data[i - 1] == COLON and (data[i - 2] | 0x20) == SMALL_L and (data[i - 3] | 0x20) == SMALL_R
                and (data[i - 4] | 0x20) == SMALL_U and (i == 4 or not flags[data[i - 5]] & classes.WORD)
            ):  # fmt: skip
                bits = rows.PREFIX
                i -= 4
                k = i
                while i > 0 and k - i < limits.MAX_SCHEME and flags[data[i - 1]] & classes.SPACE:
                    i -= 1
                before = data[k - 1] if k > 0 else 0
            self.examined += self.start - i
        if i > 0 and data[i - 1] == GREATER_THAN:
            i = before_marks(self, i, max(0, self.start - limits.MAX_SCHEME))
        if i > 0 and data[i - 1] == LESS_THAN:
            self.opener = LESS_THAN
        elif before == QUOTATION_MARK:
            self.opener = QUOTATION_MARK
        elif before == SEMICOLON:
            before = _referenced_character(self, k)
        self.examined += 1
        self.before = before
        self.quoted_before = before in (QUOTATION_MARK, APOSTROPHE)
        return bits

    # -- an unambiguous "http", "https" or "ftp" reference with a host name and an optional port -----------------------
    #
    # All others are left to the general rules, which give the same result for these. It has few branches, because the
    # length of the next name, path or query is unpredictable.

    @cython.final
    def usual_end(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the reference whose scheme ends at ``colon``, and set its state; -1 if it is not usual."""
        data: cython.p_const_uchar = self.data
        flags: cython.p_const_uchar = self.flags
        i: cython.Py_ssize_t = colon + 3
        if (
            not cython.compiled or not _MARKS_KNOWN or colon < self.low + 7 or i + _AHEAD > self.size
            or data[colon + 1] != SLASH or data[colon + 2] != SLASH or self.max_reference < _LONGEST
        ):  # fmt: skip
            return -1
        masks: cython.ulonglong[4]
        masks = [0, 0, 0, 0]

        # The scheme, and the bytes before it. Conditions that are rarely met are combined into one branch.
        start: cython.Py_ssize_t = web_scheme(self, colon)
        if not start:
            return -1
        before: cython.int = data[start - 1]
        earlier: cython.int = data[start - 2]
        spaced: cython.bint = flags[before] & classes.SPACE != 0
        if (
            (before >= 0x80) | (flags[before] & classes.SCHEME != 0) | (before == UNDERSCORE) | (before == BACKSLASH)
            | (before == COLON) | (before == SEMICOLON) | (before == EXCLAMATION_MARK)
            | (spaced & ((flags[earlier] & classes.SPACE != 0) | (earlier == COLON) | (earlier == LESS_THAN)))
        ):  # fmt: skip
            return -1

        # The authority: a name that does not end with a digit, does not begin or end with a separator, and has no two
        # separators in a row.
        mark(data + i, _SETS, masks)
        if not masks[1]:
            return -1
        size: cython.int = first_mark(masks[1])
        doubled: cython.ulonglong = (~masks[2] << 1 | 1) & (~masks[2] | _ONE << size) | (~masks[3] << 1 & _ONE << size)
        has_port: cython.bint = data[i + size] == COLON
        port: cython.int = first_mark(masks[3] >> (size + 1) | _ONE << 32)
        path: cython.Py_ssize_t = i + size + has_port * (1 + port)
        following: cython.int = data[path]
        if doubled << (_BLOCK - 1 - size) or (has_port & ((port == 0) | (port > _MOST_DIGITS))):
            return -1
        if following != SLASH and (self.classes[following] or (following == SPACE and data[path + 1] in b"[({d")):
            return -1

        # The plain bytes after the authority.
        stop: cython.Py_ssize_t = i
        while not masks[0]:
            stop += _BLOCK
            if stop + _AHEAD > self.size or stop > start + _LONGEST - _BLOCK:
                return -1
            mark(data + stop, _SETS, masks)
        stop += first_mark(masks[0])
        following = data[stop]
        after: cython.int = data[stop + 1]

        # The byte that ends it. A full stop before it belongs to the text, unless the reference is enclosed.
        opened: cython.bint = (before == LESS_THAN) | (before == QUOTATION_MARK)
        end: cython.Py_ssize_t = stop - ((data[stop - 1] == DOT) & (not opened))
        last: cython.int = data[end - 1]
        whole: cython.bint = (flags[last] & classes.WORD != 0) | ((last == SLASH) & (data[end - 2] != ASTERISK))
        usual: cython.bint = (
            ((following == SPACE) & (flags[after] & classes.SPACE == 0) & (after != DOT) & (after != 0xE2))
            | ((following == COMMA) & (after == SPACE) & (flags[data[stop + 2]] & classes.SPACE == 0))
            | ((following == RIGHT_PAREN) & ((before == LEFT_PAREN) | (flags[after] & classes.WORD == 0)))
        )
        if following == QUOTATION_MARK:
            if after == SPACE:
                after = data[stop + 2]
            if flags[after] & classes.SPACE or after in b"+.|&\\_~" or occurs(data, PERCENT, i, end):
                return -1  # it may continue in the next string literal, or be a format string
        elif flags[last] & classes.DIGIT and (
            before_line(self, path, end) < end or (following == LINE_FEED and data[end - 2] == DIGIT_2)
        ):
            return -1  # a line number, or perhaps an encoded blank, "=20"
        if not (
            ((before == LESS_THAN) & (following == GREATER_THAN))
            | ((before == QUOTATION_MARK) & (following == QUOTATION_MARK) & (data[stop - 1] != DOT))
            | ((not opened) & whole & usual)
        ):
            if opened or not whole:
                return -1
            if following == LINE_FEED:  # no reference continues with a plain word
                if end < stop or last == SLASH or not begins_with_word(self, stop + 1):
                    return -1
            elif (
                self.classes[following]
                or flags[following] & classes.SPACE
                or following == BACKSLASH
                or following == GREATER_THAN  # "<" may be before the start of the line, which has marks of a quotation
                or (following == LESS_THAN and (flags[after] & classes.WORD or (stop == path and after == SLASH)))
            ):
                return -1
        self.examined += colon - start + 1 + spaced + size + stop - path + (following == COMMA)
        self.start = start
        self.opener = before * opened
        self.beyond_ascii = False
        self.escaped = 0  # the meaning of its backslashes: rows.ESCAPED, rows.BACKSLASHES
        return end

    # -- the loop from colon to colon, and its rows --------------------------------------------------------------------

    def load(self, window: bytes, pos: int, low: int, final: bool) -> None:
        """Set the window, read from ``pos`` on; no reference begins before ``low``; ``final``: it is the last one."""
        self.window = window
        self.data = window
        self.size = len(window)
        self.pos: cython.Py_ssize_t = pos
        self.low: cython.Py_ssize_t = low  # where the last reference ended
        self.final: cython.bint = final
        self.need = False
        self.bracket_begin = self.bracket_end = self.brace_begin = self.brace_end = 0
        self.labelled: cython.Py_ssize_t = pos  # the last colon of "URL:"

    def scan(self) -> bool:
        """Write the next rows; return False if the rest of the window has none, or needs more bytes."""
        data: cython.p_const_uchar = self.data
        size: cython.Py_ssize_t = self.size
        pos: cython.Py_ssize_t = self.pos
        self.count = self.made = 0
        while self.count < rows.ROWS and self.made < rows.ROWS:
            colon: cython.Py_ssize_t = pos
            if pos == size or data[pos] != COLON:  # consecutive colons cost a comparison, not a call
                colon = next_place(data, COLON, pos, size)
            self.examined += colon - pos + 1
            if colon == size:
                self.pos = size
                return False
            if colon + 2 < size and data[colon + 1] != SLASH and colon > 2 and self.cannot_be_scheme(colon):
                pos = colon + 1
                continue
            pos = self.usual(colon)
            if pos < 0:
                pos = self.try_at(colon)
            if pos < 0:
                return False
        self.pos = pos
        return True

    @cython.final
    def usual(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference whose scheme ends at ``colon`` and return its end; -1 if it is not usual."""
        end: cython.Py_ssize_t = self.usual_end(colon)
        if end >= 0:
            self.first = self.made  # the candidate's own first piece
            self.write(colon, end, rows.ANGLE if self.opener == LESS_THAN else rows.QUOTE if self.opener else 0)
        return end

    @cython.final
    def try_at(self, anchor: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Try the candidate at ``anchor``; return where to continue, -1 if more bytes after it are needed."""
        count: cython.Py_ssize_t = self.count
        low: cython.Py_ssize_t = self.low
        self.first = self.made
        self.cost = self.examined
        pos: cython.Py_ssize_t = self.candidate(anchor)
        if self.need:
            if not self.final:
                self.count = count
                self.made = self.first
                self.low = low
                self.pos = anchor
                self.cost = self.examined - self.cost
                return -1
            self.need = False
        return pos

    def candidate(self, anchor: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference around ``anchor``, if there is one; return where to continue."""
        return self.reference(anchor)

    def cannot_be_scheme(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True if the bytes beside the colon rule out a reference, as they do for most colons.

        No slash follows the colon. A reference is ruled out if a blank and a word follow; or if the letters before it
        end no known scheme that allows the next byte, an unknown scheme in ``<...>`` does not allow it either, and no
        "URL:" is shortly before it.
        """
        data: cython.p_const_uchar = self.data
        following: cython.int = data[colon + 1]
        ends: cython.int = ((data[colon - 3] & 31) << 10) | ((data[colon - 2] & 31) << 5) | (data[colon - 1] & 31)
        blank: cython.bint = (self.flags[following] & classes.SPACE != 0) | (following == BACKSLASH)
        words: cython.bint = (following == SPACE) & (self.flags[data[colon + 2]] & classes.SPACE == 0)
        known: cython.bint = _OPAQUE_ENDINGS[ends >> 3] >> (ends & 7) & 1
        far: cython.bint = colon - self.labelled > _MAX_LABELLED
        # One branch that is nearly always taken costs less than several unpredictable ones.
        if (words | (far & (not blank) & (not known))) & (ends != _URL) & (ends != _MAILTO):
            return True
        if ends == _URL:
            self.labelled = colon
        if ends == _URL or not blank or _ENDINGS[ends >> 3] & (1 << (ends & 7)):
            return False
        if following == LINE_FEED and self.flags[data[colon + 2]] & classes.WORD:
            return True
        return far and not self.is_opened(colon)

    def is_opened(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True if "<", or ";" as in "&lt;", is before the word that ends at the colon."""
        data: cython.p_const_uchar = self.data
        low: cython.Py_ssize_t = max(0, colon - limits.MAX_SCHEME - 1)
        i: cython.Py_ssize_t = colon
        while i > low and self.flags[data[i - 1]] & classes.SCHEME:
            i -= 1
        self.examined += colon - i
        return i > 0 and (data[i - 1] == LESS_THAN or data[i - 1] == SEMICOLON)

    # -- one candidate ---------------------------------------------------------------------------------------------

    @cython.final
    def reference(self, colon: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Write a row for the reference whose scheme ends at ``colon``, if there is one; return where to continue."""
        i: cython.Py_ssize_t = colon + 1
        following: cython.int = self.data[i] if i < self.size else self.peek(i)
        if not self.classes[following] and (
            # "word: text" is not a reference; "<http:" at a line's end may be.
            following != BACKSLASH
            and following != LESS_THAN
            and (
                not self.flags[following] & classes.SPACE
                or (following == SPACE and not self.flags[self.peek(i + 1)] & classes.SPACE)
            )
            and not self.opens_address(colon)
        ):
            return i
        begin: cython.Py_ssize_t = self.scheme(colon)
        if begin < 0 or (following == LESS_THAN and self.scheme_syntax != schemes.NEWSGROUP):
            return i
        bits: cython.longlong = self.look_back()
        self.delimiter = 0
        self.printable = False
        if not self.scheme_syntax:
            if self.is_unregistered(colon):
                self.scheme_syntax = schemes.AUTHORITY
            elif self.opener != LESS_THAN:
                return i
        if following == LESS_THAN:  # "news:<id@host>" in attributions: the brackets belong to the Message-ID
            self.opener = LESS_THAN
            self.add(begin, i)
            i += 1
            self.slashes = 0
            self.last_begin = i
        elif (
            i + 2 < self.size and following == SLASH and self.data[i + 1] == SLASH
            and self.classes[self.data[i + 2]] and self.data[i + 2] != EQUALS
        ):  # fmt: skip
            self.slashes = 2
            self.last_begin = begin
            i += 2
        else:
            i = self.hierarchy(i)
        if self.scheme_syntax == schemes.HOST and self.slashes == 2 and self.made == self.first:
            accepted: cython.bint = (
                self.usual_host(i, min(self.stop, i + limits.MAX_AUTHORITY)) > i or self.divided_host(i) or self.host(i)
            )
            if self.glued and accepted:
                accepted = self.has_path(i)
        else:
            accepted = self.accepted(colon, i, bits)
        if not accepted:
            self.made = self.first
            return colon + 1
        begin = self.last_begin
        if self.escaped and following == BACKSLASH:
            self.stop = self.pattern_end(i)
        end: cython.Py_ssize_t = self.read(i)
        if end >= self.start + self.max_reference:
            self.made = self.first
            self.write(colon, end, rows.TOO_LONG)
            return end
        if self.opener and end < self.size:
            made: cython.Py_ssize_t = self.made
            end = self.enclosed(begin, end)
            if end >= 0:
                bits |= rows.ANGLE if self.opener == LESS_THAN else rows.QUOTE
                if self.opener == LESS_THAN and end == self.bar:
                    bits |= rows.LABELLED
                self.write(colon, end, bits | (rows.PARTIAL if self.is_partial(end) else 0))
                if bits & rows.LABELLED:
                    self.low = self.label_end
                if following == LESS_THAN:  # the row includes the bracket
                    self.low += 1
                    self.row[(self.count - 1) * rows.WIDTH + 1] = self.low
                return self.low
            self.made = made
            end = self.first_end
        if not self.scheme_syntax or following == LESS_THAN:
            self.made = self.first
            return colon + 1
        if self.cut >= 0:
            end = self.cut
        image: Any = IMAGE.search(self.window, i, end) if self.before == EXCLAMATION_MARK else None
        if image is not None:  # of Textile, with a link: "!image(text)!:link"
            end = image.start()
        self.opener = 0
        whole: cython.Py_ssize_t = end
        end = self.bare(begin, i, end)
        if self.glued:
            end = self.without_bracket(end)
        if (
            end == i
            or (self.scheme_syntax > schemes.SLASHES and not self.fits(colon + 1, end, whole))
            or (self.before == UNDERSCORE and self.is_in_word(end))
            or (end == i + 3 and end < whole and self.data[end] == DOT and self.window[i:end] == b"www")
        ):
            # Nothing but punctuation followed, or what its scheme requires was trimmed; "_" is part of a word;
            # "http://www." is a beginning that its author never completed.
            self.made = self.first
            return colon + 1
        if self.is_partial(end if self.made > self.first else whole) or self.is_elided(end):
            bits |= rows.PARTIAL
        if self.beyond_ascii:
            end = self.before_word(end)
        if self.made == self.first:
            k: cython.Py_ssize_t = self.other_end(end, whole)
            if k != end:
                self.add(self.start, k)
        self.write(colon, end, bits)
        return end

    def opens_address(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True if a mail address in brackets begins, in which a blank is ignored: "<mailto: ada@h.example>"."""
        return self.window[max(0, colon - 7) : colon].lower() == b"<mailto"

    @cython.final
    def is_unregistered(self, colon: cython.Py_ssize_t) -> cython.bint:
        """Return True if the unknown scheme before ``colon`` is a whole word, not misspelt, and ``//`` follows it."""
        i: cython.Py_ssize_t = self.start
        before: cython.int = self.data[i - 1] if i > 0 else SPACE
        if before >= 0x80:
            before = SPACE if i > 2 and (is_undivided(self, i - 3) or is_punctuation(self, i - 3)) else 0
        if (
            self.peek(colon + 1) != SLASH or self.peek(colon + 2) != SLASH
            or not (self.flags[before] & classes.SPACE or before in b"\"'`([{<=,;:|*>")
            or self.window.endswith((b"=\n", b"=\r\n"), max(0, i - 3), i)
        ):  # fmt: skip
            return False
        self.examined += colon - i
        return not is_misspelt(self.window[i:colon].lower())

    @cython.final
    def other_end(self, end: cython.Py_ssize_t, whole: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the other reading of the reference in white space that ends at ``end`` does; ``end``: none.

        It goes on after an invisible character, or the "(" at which its host ended; ends at a comma before a mention,
        "http://h.example,@ada", or before a line number; or has what was trimmed, up to ``whole``, if programs differ
        about that.
        """
        data: cython.p_const_uchar = self.data
        k: cython.Py_ssize_t = self.user
        if k:
            while self.flags[data[k]] & classes.NAME:
                k += 1
            self.examined += k - self.user
            return k if data[k] == COMMA and is_top_level(self.window[self.user : k].rpartition(b".")[2]) else end
        k = before_line(self, self.host_end, end)
        if k < end:
            return k
        if whole > max(end, self.host_end) and (
            data[end] == EXCLAMATION_MARK or (data[end] == APOSTROPHE and self.before != APOSTROPHE)
            or (data[end] != DOT and whole < self.size and data[whole] in b")]}")
        ):  # fmt: skip
            return whole
        k = end
        if end < self.size and not (data[end] == LEFT_PAREN and end == self.host_end == self.stop):
            k = _invisible_end(self, end) if data[end] >= 0x80 else -1
        limit: cython.Py_ssize_t = min(self.size, self.start + self.max_reference)
        begin: cython.Py_ssize_t = k
        while 0 < k < limit and self.classes[data[k]] and data[k] != COLON:
            k += 1
        self.examined += k - begin
        return end if k == begin or self.peek(k) == COLON else self.trim(end, k)

    @cython.final
    def accepted(self, colon: cython.Py_ssize_t, i: cython.Py_ssize_t, bits: cython.longlong) -> cython.bint:
        """Return True if the bytes at ``i`` may follow the scheme; the rest of the reference is not read yet."""
        if self.glued and (self.scheme_syntax != schemes.HOST or self.slashes < 2):
            return False
        if self.scheme_syntax <= schemes.SLASHES:
            if self.slashes == 2 and self.scheme_syntax == schemes.SLASHES:
                # In white space nothing shows that a word after a line break belongs to such a scheme.
                return self.classes[self.peek(i)] != 0 and (self.made == self.first or self.opener != 0)
            if self.slashes == 2:
                if not self.scheme_syntax and self.window[self.start : colon].lower() in DEFANGED_SCHEMES:
                    return False
                # In white space a reference broken at the slashes continues only if its host has a dot.
                return self.host(i) and (
                    self.has_path(i) if self.glued
                    else self.made == self.first or self.opener or has_dot(self, i, self.host_end)
                )  # fmt: skip
            # Any scheme is accepted in "<URL:scheme:...>"; else only those whose syntax is known.
            return not self.scheme_syntax and bits & rows.PREFIX and self.classes[self.peek(i)] != 0
        # People write "mailto://ada@example.org": the text after the slashes must match. A path includes them.
        if self.slashes < 2 and self.data[i - 1] == LESS_THAN:
            pass
        elif self.made == self.first and (self.slashes < 2 or self.scheme_syntax == schemes.PATH):
            i = colon + 1
        if i + schemes.REST_WINDOW > self.size:
            self.need = True
        rest: Any = rest_of(self.scheme_syntax).match(self.window, i, i + schemes.REST_WINDOW)
        if rest is None:  # a program may read a scheme without an authority in a way of its own: "spotify://album/1"
            own: cython.bint = schemes.ENDPOINT < self.scheme_syntax < schemes.ENTITY
            return own and self.slashes == 2 and self.made == self.first and self.host(i)
        if self.scheme_syntax == schemes.MAILBOX and self.peek(rest.end()) in (COLON, EXCLAMATION_MARK, SLASH):
            self.stop = rest.end()  # an address has no port and no path (RFC 6068 §2)
        return self.scheme_syntax != schemes.NUMBER or self.slashes or bits & rows.PREFIX or not self.is_label(colon)

    @cython.final
    def fits(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t, whole: cython.Py_ssize_t) -> cython.bint:
        """Return True if the trimmed reference, from ``i`` to ``end``, has the syntax of its scheme.

        ``whole`` is its end before trimming. If a backslash is there, :meth:`accepted` matched more than that.
        """
        was_seen: cython.bint = end == whole and (end == self.size or self.data[end] != BACKSLASH)
        if was_seen or self.made > self.first or end > i + schemes.REST_WINDOW or self.slashes:
            return True
        return rest_of(self.scheme_syntax).match(self.window, i, end) is not None

    def write(self, colon: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the candidate's row; the pieces since ``first`` are its own."""
        at: cython.Py_ssize_t = self.count * rows.WIDTH
        if self.made > self.first:
            for k in range(self.first, self.made - 1):
                stop: cython.Py_ssize_t = self.piece[2 * k + 1]
                if (self.data[stop - 1] == HYPHEN and self.data[stop] != EQUALS) or division_end(self, stop) > 0:
                    bits |= rows.HYPHEN
            if self.piece[2 * self.made - 1] != end:
                bits |= rows.ANOTHER
            elif not bits & rows.DELIMITERS:
                bits |= cython.cast(cython.longlong, self.confidence) << rows.CONFIDENCE
        if self.beyond_ascii:
            bits |= _WESTERN if self.western else rows.BEYOND_ASCII
        bits |= self.escaped
        if bits & rows.DELIMITERS == rows.QUOTE and self.start > 4 and is_encoded_equals(self, self.start - 4):
            bits |= rows.QUOTED
        if (
            self.start > self.low
            and self.data[self.start - 1] in (EQUALS, QUOTATION_MARK, APOSTROPHE, LEFT_PAREN)
            and not bits & rows.TOO_LONG
            and is_declared(self, self.low, self.start)
        ):
            bits |= rows.NAME
        self.row[at] = self.start
        self.row[at + 1] = end
        self.row[at + 2] = colon
        self.row[at + 3] = bits
        self.row[at + 4] = self.first
        self.row[at + 5] = self.made - self.first
        self.count += 1
        self.low = end


# ----------------------------------------------------------------------------------------------------------------------
# The buffer between a reader and the kernel: chunks in, windows out.
#
# A window has enough bytes before those to read (LOOKBEHIND) and, if the kernel needs them, more after them. No byte is
# searched twice for an anchor, and no more than the current reference is kept. A chunk is not copied, except for its
# beginning, which is joined with the end of the previous chunk: a seam.
#
# Why it stays linear: a reference that needs more bytes is tried again only after the bytes after its colon have
# doubled, and after as many have arrived as were examined in vain. So all its tries together cost less than the input
# they waited for, plus the last try.

# Kernels to be used again: creating one costs as much as reading some kilobytes of text.
_SPARE: list[Any] = []
_MOST_SPARE = 4

#: Bytes before the kernel's position that a window must still have.
LOOKBEHIND: int = limits.MAX_LINE_BEFORE + 4 * limits.MAX_SCHEME
#: The separator between two texts that are read as one: no reference, bracket or wrapped line crosses it.
SEPARATOR = b"\n\x00\n"
_LOOKBEHIND = cython.declare(cython.longlong, LOOKBEHIND)


@cython.cclass
class Windows:
    """Reads a document in chunks of any size; the rows are the same for every way of cutting it.

    After each step of :meth:`feed` and :meth:`close`, ``kernel`` holds rows (:mod:`uri_extract.scan.rows`) whose
    positions count from the start of ``window``, which is at byte ``offset`` of the document.
    """

    def __init__(self, kernel: Any = None) -> None:
        self.lent: cython.bint = kernel is None
        self.kernel: Any = _spare() if kernel is None else kernel()
        #: True if the kernel keeps its decisions (:mod:`uri_extract.scan.explain`): then each read is a step.
        self.decides: cython.bint = self.kernel.explains
        self.chunks: list[bytes] = []
        self.restart()

    def restart(self) -> cython.int:
        """Begin another document, with the same kernel. No window is kept."""
        self.kernel.examined = 0
        self.kernel.load(b"", 0, 0, True)
        self.window: bytes = b""
        self.offset: cython.longlong = 0
        #: True if the window joins the end of a chunk and the beginning of the next one.
        self.is_seam: cython.bint = False
        #: The offset in the document before which everything is decided.
        self.decided: cython.longlong = 0
        self.low: cython.longlong = 0  # where the last reference ended
        self.kept = b""  # the bytes kept before the next chunk
        self.begin: cython.longlong = 0  # their offset in the document
        self.chunks.clear()
        self.held = self.wanted = 0
        return 0

    def start(self, offset: int, skipped: int) -> None:
        """Set the ``offset`` of the first byte in the document; no reference begins in the first ``skipped`` bytes.

        Both are 0 by default.
        """
        self.offset = self.begin = offset
        self.decided = self.low = offset + skipped
        self.wanted = skipped + 1

    def take_whole(self, document: bytes) -> cython.int:
        """Load a whole document, a new one with each call; the caller runs the kernel until ``scan`` returns False."""
        self.window = document
        self.offset = self.kernel.offset = 0
        self.kernel.load(document, 0, 0, True)
        return 0

    def feed(self, chunk: bytes, final: bool = False) -> Iterable[None]:
        """Take the next bytes of the document, the last ones if ``final``; the caller reads rows at each step."""
        if chunk:
            self.chunks.append(chunk)
            self.held += len(chunk)
        if final:
            return self.close()
        return self._read(final=False) if self.held >= self.wanted and self.held else ()

    def close(self) -> Iterable[None]:
        """Take the end of the document; the caller reads rows at each step."""
        return self._read(final=True) if self.begin + len(self.kept) + self.held >= self.decided else ()

    def __del__(self) -> None:
        self.release()

    def release(self) -> None:
        """Release the kernel to another document, after this one was closed and its rows read."""
        if self.lent and len(_SPARE) < _MOST_SPARE:
            self.lent = False
            self.kernel.load(b"", 0, 0, True)  # no window is kept
            _SPARE.append(self.kernel)

    def _read(self, final: bool) -> Iterator[None]:
        """Read the held bytes, first in seams, until the kernel no longer looks back at the bytes before them."""
        chunk: bytes = self.chunks[0] if len(self.chunks) == 1 else b"".join(self.chunks)
        self.chunks.clear()
        self.held = 0
        kernel: Any = self.kernel
        kept: bytes = self.kept
        window: bytes = chunk
        offset: cython.longlong = self.begin
        begin: cython.longlong = offset + len(kept)
        # Some of the kept bytes are undecided: a step without rows too, because callers count lines at each step.
        moves: cython.bint = self.decided < begin
        size: cython.longlong = max(self.wanted, _LOOKBEHIND)
        pos: cython.longlong = 0
        self.is_seam = True
        while self.is_seam:
            if not kept or self.decided >= begin + _LOOKBEHIND:
                self.is_seam = False
                window, offset = chunk, begin
            elif 2 * size > len(chunk):
                self.is_seam = False
                window = kept + chunk
            else:
                window = kept + chunk[:size]
            self.window = window
            self.offset = kernel.offset = offset
            kernel.load(window, self.decided - offset, max(0, self.low - offset), final and not self.is_seam)
            more: cython.bint = True
            while more:
                more = kernel.scan()
                pos = kernel.pos
                low: cython.longlong = kernel.low
                self.decided, self.low = offset + pos, offset + low
                if kernel.count or more or moves or self.decides:
                    yield
            self.wanted = max(len(window) - pos, kernel.cost) if kernel.need else 0
            size += max(size, self.wanted)
        keep: cython.longlong = self.decided - offset - _LOOKBEHIND
        self.kept = window[keep:] if keep > 0 else window
        self.begin = offset + keep if keep > 0 else offset


def _spare() -> Any:
    try:
        return _SPARE.pop()
    except IndexError:
        return Kernel()
