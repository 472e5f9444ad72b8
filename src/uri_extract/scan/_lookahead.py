# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Predicates that read a few bytes at a position. Bytes read up to a constant bound are not counted as ``examined``."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.wrap_signs import ENDINGS

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AMPERSAND, ASTERISK, CAPITAL_A, CAPITAL_F, CAPITAL_Z, COLON, COMMA, DIGIT_0, DIGIT_9, DOLLAR, DOT, EQUALS,
        HYPHEN, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN, LINE_FEED, NUMBER_SIGN, PERCENT, PIPE, QUESTION_MARK,
        RIGHT_BRACE, RIGHT_PAREN, SEMICOLON, SLASH, SMALL_A, SMALL_Z, SPACE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._text import Text

_BREAKS = b"/?#&="
#: Character references (HTML §13.5) to characters that end a reference or are trimmed from it.
_DELIMITERS = frozenset(b"lt gt quot apos nbsp #34 #39 #60 #62 #160 #x22 #x27 #x3c #x3e #xa0".split())
_DIRECTORIES = frozenset(b"bin boot dev etc home lib media mnt opt proc root run sbin srv sys tmp usr var".split())


def begins_aside(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the "(" at ``i`` begins an aside of the text, as in "https://h.example/a.pdf(see p. 17)".

    It follows a letter or digit, since the blank was left out, and is closed after a word and a blank.
    """
    k: cython.Py_ssize_t = i + 1
    byte: cython.int
    if not text.flags[text.data[i - 1]] & classes.WORD:
        return False
    while k < i + 20 and text.flags[text.peek(k)] & classes.WORD:
        k += 1
    if k > i + 1 and (text.peek(k) == DOT or text.peek(k) == COMMA):
        k += 1
    if k == i + 1 or text.peek(k) != SPACE:
        return False
    while k < i + 100:
        byte = text.peek(k)
        if byte == RIGHT_PAREN:
            return True
        if byte in (LEFT_PAREN, LINE_FEED):
            break
        k += 1
    return False


def is_suffix(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the few letters at ``i``, after an apostrophe, are a suffix: "https://h.example/'dan"."""
    k: cython.Py_ssize_t = i
    while k < i + 6 and SMALL_A <= text.peek(k) <= SMALL_Z:
        k += 1
    return k > i + 1 and not text.classes[text.peek(k)]


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
    return text.peek(k) == SEMICOLON and text.window[i + 1 : k].lower() in _DELIMITERS


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
    return not (_is_hexadecimal(following) and _is_hexadecimal(text.peek(i + 2)))


@cython.cfunc
@cython.exceptval(check=False)
def _is_hexadecimal(byte: cython.int) -> cython.bint:
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
    while k < i + 12 and text.flags[text.peek(k)] & classes.WORD:
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


@cython.cfunc
@cython.exceptval(check=False)
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


def is_filtered_end(
    text: Text, before: cython.Py_ssize_t, begin: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    """Return True if a link of a mail filter ends at ``end``, so that it does not continue on the next line.

    Filters wrap a link in one of their own, which ends with "&reserved=0", "&e=" (after "&s=...") or "$". Its part on
    this line begins at ``begin``; its part on the previous line ends at ``before`` (-1: there is none).
    """
    last: cython.int = text.data[end - 1]
    part: bytes
    if last == DOLLAR:
        return True
    if last != DIGIT_0 and last != EQUALS:
        return False
    part = text.window[max(begin, end - 200) : end]
    if before > 0:
        part = text.window[max(0, before - 100) : before] + part
    return part.endswith(b"reserved=0") or (part.endswith(b"&e=") and b"&s=" in part)


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
