"""Where a string of a binary file ends that no byte of its own ends: its length precedes it, or the next one follows.

A reference that was found there may run into what follows its string: the type and the length of the next field, and
the text of that. These are the signs that it does:

- A length before the string says so: one byte (ASN.1, X.690 §8.1.3.4; ``marshal`` of Python, protocol buffers,
  MessagePack, property lists), two, high byte first (Java's class files, ASN.1, MessagePack), four, low byte first
  (``marshal``, ``pickle``, Parquet), or a varint (protocol buffers, .NET); of text in PNG, four before its keyword.
- A byte that is not UTF-8 is no letter: charsets of one byte are those of texts.
- Compilers of Rust and Go put literals one after the other, with nothing between: a letter or digit right before
  "http://" ends a string.
"""

from __future__ import annotations

from itertools import pairwise

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract.limits import MAX_STRING_BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator

# The bytes of text that is ASCII.
_TEXT: Final = bytes([9, 10, 13, *range(0x20, 0x7F)])
_UTF_8: Final = re.compile(
    rb"(?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+"
)
_LETTER_AT_END: Final = re.compile(rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})[\x80-\xbf]\Z")
# The end of a string before the next one; not that of an encoded character, "%2Fhttp://".
_GLUED: Final = re.compile(rb"(?<!%)(?<!%[0-9A-Fa-f])[0-9A-Za-z](?=https?://[0-9A-Za-z\[])")
# The scheme of a reference, its slashes, and the least that is after them.
_LEAST: Final = re.compile(rb"[^:]*:(?://)?[^/]")
# The scheme of a reference before its colon, perhaps with what precedes it there: "z+http:".
_WEB: Final = re.compile(rb"(?<=[+.-])(?:https?|ftp)(?=:)")
# Word has such marks before the code of a field, between that and what is shown, and after it.
_FIELD_MARKS: Final = (0x13, 0x14)
_FIELD_END: Final = re.compile(rb"[.,;:!?]*[\x14\x15]")
# What is before a length of two bytes: in Java's class files, in ASN.1, in MessagePack.
_TWO_BYTES: Final = b"\1\x82\xda"
# The type of a field and its length, if that is the code of a character.
_FIELD_BEGIN: Final = 2
_LINE: Final = re.compile(rb"[^\t\n\r ]*")
# What people and programs write before a reference, without a blank.
_BEFORE_REFERENCE: Final = b"\t\n\r =:,;|"
_NO_PUNCTUATION: Final = b"!#$%&?@^0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_WORD: Final = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# What may end a string before a NUL, and more of them that fill it up: of programs, to a multiple of their words.
_BEFORE_PADDING: Final = bytes([0, *_TEXT])
# A chunk of text in PNG: its length, its type, a keyword, a NUL; after the text is a checksum (PNG §11.3.3).
_MOST_KEYWORD: Final = 79
_TEXT_CHUNK: Final = re.compile(rb"([\0-\x7f].{3})tEXt[ -~\xa1-\xff]{1,79}\0\Z", re.DOTALL)


def parts(window: bytes, start: int, end: int, enclosed: bool) -> list[tuple[int, int]]:
    """Return the parts of strings that what was found from ``start`` to ``end`` is in, none if it is in one string.

    What is ``enclosed`` by quotation marks or brackets ends with them, not by a length.
    """
    text = window[start:end]
    ascii_alone = text.isascii()
    before = window[max(0, start - MAX_STRING_BEFORE) : start]
    if ascii_alone and (enclosed or not before.rstrip(_TEXT)) and text.find(b"http", 1) < 0:
        return []  # as nearly all of a text that has a NUL somewhere
    least = _LEAST.match(window, start, end)
    past = least.end() if least else end
    valid = [(start, end)] if ascii_alone else [match.span() for match in _UTF_8.finditer(window, start, end)]
    lengths = [] if enclosed or not valid else _length_ends(window, start, valid[0][1])
    found: list[tuple[int, int]] = []
    for begin, stop in valid:
        cuts = [each for each in lengths if begin < each < stop]
        if past < stop:
            cuts += [match.end() for match in _GLUED.finditer(window, max(begin, past), stop)]
        found += pairwise(sorted([begin, *cuts, stop]))
    return [] if found == [(start, end)] else found


def _length_ends(window: bytes, start: int, end: int) -> list[int]:
    """Return where the string that a reference begins in ends, if a length before it says that this is in it.

    And where it begins, if that is not where the reference was found to begin.
    """
    least = _LEAST.match(window, start, end)
    if least is None:
        return []
    scheme = _WEB.search(window, start, least.end())
    begin = scheme.start() if scheme else start
    before = window[max(0, begin - MAX_STRING_BEFORE) : begin]
    run = len(before.rstrip(_TEXT))
    if not run or _LETTER_AT_END.search(before, max(0, run - 4), run):
        return []
    run += begin - len(before)
    begins = [begin] * (begin > start)
    # Where a line feed is the type of the next field, or a length, lines were put together.
    line = _LINE.match(window, begin, end)
    line_end = line.end() if line else end
    for each in _ends(window, run, begin, line_end):
        if each == line_end:
            return begins
        # "http://" alone is a string, too: "z" is the next one's in "http://z".
        if (least.end() if line_end - each > _FIELD_BEGIN else least.end() - 1) <= each < line_end:
            return [*begins, each]
    return []


def _ends(window: bytes, run: int, start: int, end: int) -> Iterator[int]:
    """Yield where the string ends, for each length that may be before it. The text before it begins at ``run``."""
    # Field after field, each with a byte for its type and one for its length, up to this one.
    at, length = run, window[run - 1]
    while at + length + 2 <= start and length:
        at += length + 2
        length = window[at - 1]
        if at == start and _is_length(length, 2, end - start - length):
            yield start + length
    length = window[start - 1]
    if start == run + 1 and 0 < window[run - 1] < 0x20:  # the second byte of two
        yield start + (window[run - 1] << 8 | length)
    if start > run and _is_length(length, start - run, end - start - length):
        yield start + length
    chunk = _TEXT_CHUNK.search(window, max(0, run - _MOST_KEYWORD - 9), run)
    if chunk:
        yield chunk.end(1) + 4 + int.from_bytes(chunk[1])
    for length in _lengths(window, run, start, end):
        # Where other text precedes the reference, it is a sign only if no more is after the string than begins a field.
        if start == run or 0 <= end - run - length <= _FIELD_BEGIN:
            yield run + length


def _is_length(length: int, distance: int, rest: int) -> bool:
    """Return True if the byte before a string, which is the code of a character, may be its length.

    Up to there, ``distance`` is how many such bytes are together; ``rest`` is what was found after the string: where
    other text precedes the reference, it is a sign only if that is no more than begins a field, and so it is for
    punctuation. Right after bytes that are not text a letter or digit is nothing else, nor is a bracket after one that
    is its type.
    """
    begins_field = 0 < rest <= _FIELD_BEGIN
    if distance > 2:
        return begins_field and length in _NO_PUNCTUATION
    return begins_field or length in _WORD or (distance == 2 and length not in _BEFORE_REFERENCE)


def _lengths(window: bytes, run: int, start: int, end: int) -> Iterator[int]:
    """Yield what the bytes before ``run``, which are not those of text, may say of the length of a string there."""
    last, second = window[run - 1], window[run - 2] if run > 1 else 0
    if last:
        if last in _FIELD_MARKS and _FIELD_END.match(window, end):
            return
        if run > 2 and window[run - 3] in _TWO_BYTES:
            yield second << 8 | last
        yield last
        if second >= 0x80 > last:
            yield last << 7 | second & 0x7F
    elif run > 4 and not second and not (window[run - 4] in _TEXT and window[run - 5] in _BEFORE_PADDING):
        yield window[run - 3] << 8 | window[run - 4]
