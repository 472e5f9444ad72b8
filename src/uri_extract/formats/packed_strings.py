"""Find where strings of a binary file end that are followed by other data without a separator.

A reference found there may run into the data after its string: the type and length of the next field, and that field's
text. These signs show where the string ends:

- A length before the string: one byte (ASN.1, X.690 §8.1.3.4; Python's ``marshal``, Protocol Buffers, MessagePack,
  property lists), two bytes, big-endian (Java class files, ASN.1, MessagePack), four bytes, little-endian (``marshal``,
  ``pickle``, Parquet), or a varint (Protocol Buffers, .NET). Text in PNG has four bytes before its keyword. In OpenPGP
  the byte before the string is its type, and the length before the type counts both (RFC 9580 §5.2.3.7).
- A byte that is not UTF-8 is not a letter, because single-byte charsets belong to text files.
- Compilers of Rust and Go put literals one after the other, with nothing between: a letter or digit directly before
  "http://" ends a string.
"""

from __future__ import annotations

from itertools import pairwise

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.limits import MAX_STRING_BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator

# The bytes of ASCII text.
_TEXT: Final = bytes([9, 10, 13, *range(0x20, 0x7F)])
_UTF_8: Final = re.compile(
    rb"(?:[\0-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+"
)
_LETTER_AT_END: Final = re.compile(rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})[\x80-\xbf]\Z")
# The last character of a string before the next string; not that of a percent-encoded one, as in "%2Fhttp://".
_GLUED: Final = re.compile(rb"(?<!%)(?<!%[0-9A-Fa-f])[0-9A-Za-z](?=https?://[0-9A-Za-z\[])")
# The scheme of a reference, its slashes, and one more character: the shortest reference.
_LEAST: Final = re.compile(rb"[^:]*:(?://)?[^/]")
# A web scheme before its colon, after "+", "." or "-" that may belong to the string before: "z+http:".
_WEB: Final = re.compile(rb"(?<=[+.-])(?:https?|ftp)(?=:)")
# The marks of Word before the code of a field and between it and its result, and those that end it.
_FIELD_MARKS: Final = (0x13, 0x14)
_FIELD_END: Final = re.compile(rb"[.,;:!?]*[\x14\x15]")
# Bytes before a length of two bytes in Java class files, ASN.1 and MessagePack.
_TWO_BYTES: Final = b"\1\x82\xda"
# The most bytes that can begin a field, if its length is the code of a character: its type, and its length.
_FIELD_BEGIN: Final = 2
_LINE: Final = re.compile(rb"[^\t\n\r ]*")
# Characters that people and programs write before a reference without a blank.
_BEFORE_REFERENCE: Final = b"\t\n\r =:,;|"
_NO_PUNCTUATION: Final = b"!#$%&?@^0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_WORD: Final = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# Types of subpackets of OpenPGP whose value is a URI: a key server, a policy (RFC 9580 §5.2.3.26, §5.2.3.28). Bit 7 is
# the critical bit (§5.2.3.7).
_URI_SUBPACKETS: Final = (24, 26)
# Bytes before the NULs that pad a string, as programs do to a multiple of the word size.
_BEFORE_PADDING: Final = bytes([0, *_TEXT])
# A tEXt chunk of PNG: its length, its type, a keyword, a NUL; a checksum follows the text (PNG §11.3.3).
_MOST_KEYWORD: Final = 79
_TEXT_CHUNK: Final = re.compile(rb"([\0-\x7f].{3})tEXt[ -~\xa1-\xff]{1,79}\0\Z", re.DOTALL)


def parts(window: bytes, start: int, end: int, enclosed: bool) -> list[tuple[int, int]]:
    """Return the parts of strings that the text from ``start`` to ``end`` consists of; none if it is in one string.

    Text that is ``enclosed`` by quotation marks or brackets ends with them, not by a length.
    """
    text = window[start:end]
    ascii_alone = text.isascii()
    before = window[max(0, start - MAX_STRING_BEFORE) : start]
    if ascii_alone and (enclosed or not before.rstrip(_TEXT)) and text.find(b"http", 1) < 0:
        return []  # nearly all references, in a text that has a NUL somewhere
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
    """Return where the string of a reference ends, if the length before it says that this is within the reference.

    The start of the string comes first, if that is not where the reference was found to begin.
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
    # If a line feed is the type or the length of the next field, two lines were joined.
    line = _LINE.match(window, begin, end)
    line_end = line.end() if line else end
    for each in _ends(window, run, begin, line_end):
        if each == line_end:
            return begins
        # "http://" alone is a string, too: in "http://z" the "z" belongs to the next one.
        if (least.end() if line_end - each > _FIELD_BEGIN else least.end() - 1) <= each < line_end:
            return [*begins, each]
    return []


def _ends(window: bytes, run: int, start: int, end: int) -> Iterator[int]:
    """Yield the end of the string for each length that may precede it. The text before the string begins at ``run``."""
    # Fields in sequence up to this one, each with one byte for its type and one for its length.
    at, length = run, window[run - 1]
    while at + length + 2 <= start and length:
        at += length + 2
        length = window[at - 1]
        if at == start and _is_length(length, 2, end - start - length):
            yield start + length
    length = window[start - 1]
    if start == run + 1 and 0 < window[run - 1] < 0x20:  # the second byte of a length
        yield start + (window[run - 1] << 8 | length)
    if start > run and _is_length(length, start - run, end - start - length):
        yield start + length
    chunk = _TEXT_CHUNK.search(window, max(0, run - _MOST_KEYWORD - 9), run)
    if chunk:
        yield chunk.end(1) + 4 + int.from_bytes(chunk[1])
    for length in _lengths(window, run, start, end):
        # If other text precedes the reference, this counts only if the rest after the string can begin a field.
        if start == run or 0 <= end - run - length <= _FIELD_BEGIN:
            yield run + length


def _is_length(length: int, distance: int, rest: int) -> bool:
    """Return True if the byte before a string, which is the code of a character, may be its length.

    ``distance`` is the number of text bytes between the last byte that is not text and the string; ``rest`` is the
    number of bytes found after the string. After other text (``distance`` > 2) the byte counts only if the rest can
    begin a field, and if it is not punctuation. Otherwise a letter or digit always counts; other characters count if
    the rest can begin a field, or after a type byte if people do not write them before a reference.
    """
    begins_field = 0 < rest <= _FIELD_BEGIN
    if distance > 2:
        return begins_field and length in _NO_PUNCTUATION
    return begins_field or length in _WORD or (distance == 2 and length not in _BEFORE_REFERENCE)


def _lengths(window: bytes, run: int, start: int, end: int) -> Iterator[int]:
    """Yield the possible lengths of the string at ``run``, as encoded in the bytes before it, which are not text."""
    last, second = window[run - 1], window[run - 2] if run > 1 else 0
    if last:
        if last in _FIELD_MARKS and _FIELD_END.match(window, end):
            return
        # Such a type could be a length, too. So the length of the subpacket comes first, but counts only if it is that
        # of all the text that was found.
        if start == run and last & 0x7F in _URI_SUBPACKETS and end - start in _subpacket_lengths(window, run):
            yield end - start
        if run > 2 and window[run - 3] in _TWO_BYTES:
            yield second << 8 | last
        yield last
        if second >= 0x80 > last:
            yield last << 7 | second & 0x7F
    elif run > 4 and not second and not (window[run - 4] in _TEXT and window[run - 5] in _BEFORE_PADDING):
        yield window[run - 3] << 8 | window[run - 4]


def _subpacket_lengths(window: bytes, run: int) -> Iterator[int]:
    """Yield the possible lengths of the string at ``run``, if a subpacket of OpenPGP begins before it."""
    if run > 1:
        yield window[run - 2] - 1
    if run > 2 and 192 <= window[run - 3] < 255:
        yield (window[run - 3] - 192 << 8) + window[run - 2] + 192 - 1
