"""The bytes, sorted by what they mean to the scanner (RFC 3986 §2, Appendix C)."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.uri.schemes import SCHEMES

#: In no URI: it ends one.
END: Final = 0
#: Part of a URI in any context. It is a bit of its own, so that a bitwise AND tests several bytes.
PLAIN: Final = 1
#: Part of a URI or of the text around it: the scanner decides.
DOUBTFUL: Final = 2
#: Outside ASCII: part of an IRI (RFC 3987) if it is UTF-8, and not punctuation or space.
BEYOND: Final = 4


def _classes() -> bytes:
    table = bytearray(256)
    for byte in b"-._~" + b":/?#@" + b"!$*+=" + b"%":
        table[byte] = PLAIN
    for byte in range(0x30, 0x3A):
        table[byte] = PLAIN
    for byte in range(0x41, 0x5B):
        table[byte] = table[byte | 0x20] = PLAIN
    # "{", "}" and "|" are in no URI, "[" and "]" only around an IP literal; but people write them.
    for byte in b"()[]{}|',;&?":
        table[byte] = DOUBTFUL
    for byte in range(0x80, 0x100):
        table[byte] = BEYOND
    return bytes(table)


def _flags() -> bytes:
    table = bytearray(256)
    for byte in b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ":
        table[byte] |= WORD | SCHEME | NAME | LOCAL
    for byte in b"0123456789":
        table[byte] |= DIGIT
    for byte in b"+-.":
        table[byte] |= SCHEME
    for byte in b"-._~%$+":
        table[byte] |= NAME
    for byte in range(0x80, 0x100):
        table[byte] |= NAME
    for byte in b" \t\r\n\f\v":
        table[byte] |= SPACE
    for byte in b".,;:!?'*|([{-":
        table[byte] |= TRAILING
    for byte in b"*#/;%!+-":
        table[byte] |= SIGN
    for byte in b"._+-'&!%":
        table[byte] |= LOCAL
    return bytes(table)


WORD: Final = 1  # letter or digit
SCHEME: Final = 2  # RFC 3986 §3.1: ALPHA / DIGIT / "+" / "-" / "."
NAME: Final = 4  # in a host name as people write it: unreserved, percent-encoded, a template's "$", beyond ASCII
SPACE: Final = 8
TRAILING: Final = 16  # at the end of a reference in white space it may be punctuation of the text around it
DIGIT: Final = 32
SIGN: Final = 64  # begins a comment line, or an item of a list
LOCAL: Final = 128  # in the local part of a mail address in text: the commonly used characters of RFC 5322 §3.2.3

#: Not in a host of the usual form; a separator in one, between letters or digits. Letters and digits are 0.
NOT_IN_HOST: Final = 1
SEPARATOR: Final = 2
#: The same for any of four bytes, two bits each.
ANY_NOT_IN_HOST: Final = 0b01010101 * NOT_IN_HOST
ANY_SEPARATOR: Final = 0b01010101 * SEPARATOR

CLASS: Final = _classes()
PLAIN_RUN: Final = re.compile(b"[%b]*" % b"".join(b"\\x%02x" % byte for byte in range(0x80) if CLASS[byte] == PLAIN))
FLAGS: Final = _flags()
HOSTS: Final = bytes(
    0 if flag & WORD else SEPARATOR if byte in b"-." else NOT_IN_HOST for byte, flag in enumerate(FLAGS)
)

#: A character reference to a letter, digit, dot or hyphen, with more of a host after it (HTML §13.5).
REFERENCE_IN_HOST: Final = (
    rb"&(?:#(?:4[5689]|5[0-7]|6[5-9]|[78][0-9]|90|9[789]|1[01][0-9]|12[012])"
    rb"|#[xX](?:2[dDeE]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa])|period);(?=[0-9A-Za-z&])"
)
HOST_REFERENCE: Final = re.compile(REFERENCE_IN_HOST)
#: An identifier of arXiv.
IDENTIFIER: Final = re.compile(rb"[0-9]{4}\.[0-9]{4,5}(?![0-9A-Za-z])")
#: An image of Textile after its reference; a line number after a file name, and perhaps a column.
IMAGE: Final = re.compile(rb"(?:\([^()]*\))?!:")
LINE: Final = re.compile(rb"\.[0-9A-Za-z]{1,5}((?::[0-9]{1,7}){1,2})\Z")
#: A conversion specification of printf that is not a byte in percent-encoding, and a field without a name.
CONVERSION: Final = re.compile(
    rb"%(?![0-9A-Fa-f]{2})(?:\([A-Za-z0-9_]{1,40}\)|[0-9]\$)?[-+#0]?[0-9]{0,2}(?:\.[0-9])?(?:hh?|ll?|[qjztL])?"
    rb"[@diouxXeEfFgGcrsv]|\{[0-9]{0,2}\}"
)

#: Unknown schemes: those of defanged references (:mod:`uri_extract.decode.refang`).
DEFANGED_SCHEMES: Final = frozenset(
    b"hxxp hxxps htxp htxps hxtp hxtps hzzp hzzps htzp htzps fxp fxps meow meows".split()
)


@lru_cache(maxsize=1024)
def is_misspelt(name: bytes) -> bool:
    """Return True if an unknown scheme is a defanged or misspelt one of the web: one edit away, or of its letters."""
    return any(map(name.endswith, DEFANGED_SCHEMES)) or not name.strip(b"fhtps") or any(
        name == web[:k] + name[k : k + added] + web[k + removed :]
        for web in (b"http", b"https", b"ftp")
        for k in range(len(web) + 1)
        for added, removed in ((1, 0), (0, 1), (1, 1))
    )  # fmt: skip


#: Invisible characters that no host has (UTS #46 §4, "ignored") and that end a reference elsewhere, inside a host.
INVISIBLE: Final = re.compile(rb"(?:\xc2\xad|\xe2\x80\x8b|\xe2\x81[\xa0\xa4]|\xef\xbb\xbf)+(?=[.:/-]?[\w\x80-\xff])")
#: Tags of elements that only format text (HTML §13.2.4.3, "span", "mark"), or divide a word; a host divided by them.
_TAGS: Final = rb"(?:</?(?:b|big|code|em|font|i|mark|nobr|s|small|span|strike|strong|tt|u|wbr)(?: [^<>]*)?>)+"
TAGS: Final = re.compile(_TAGS, re.IGNORECASE)
DIVIDED: Final = re.compile(rb"[0-9A-Za-z.-]*+(?:%b(?=[0-9A-Za-z./-])[0-9A-Za-z.-]*+)+" % _TAGS, re.IGNORECASE)
#: The syntax after the colon, by scheme.
SCHEME_SYNTAX: Final = {name.encode(): scheme.syntax for name, scheme in SCHEMES.items()}


def marks_of(*sets: bytes) -> bytes:
    """Return sets of ASCII bytes in the form that ``_marks.pxd`` searches: 16 bytes each.

    Byte n has bit m if the byte with the upper half m and the lower half n is in the set.
    """
    marks = bytearray(16 * len(sets))
    for number, members in enumerate(sets):
        for byte in members:
            marks[16 * number + (byte & 15)] |= 1 << (byte >> 4)
    return bytes(marks)


def scheme_endings(above: int) -> bytes:
    """Return a bit set of the last three bytes, five bits of each, of the known schemes.

    Only schemes whose syntax (:mod:`uri_extract.uri.schemes`) is greater than ``above`` count.
    """
    table = bytearray(1 << 12)
    for ending in {name[-3:] for name, syntax in SCHEME_SYNTAX.items() if syntax > above}:
        at = (ending[-2] & 31) << 5 | ending[-1] & 31
        if len(ending) > 2:
            table[(ending[0] & 31) << 7 | at >> 3] |= 1 << (at & 7)
        else:  # two letters: any byte may precede them
            for octet in range(at >> 3, len(table), 1 << 7):
                table[octet] |= 1 << (at & 7)
    return bytes(table)
