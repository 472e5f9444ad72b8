"""The layout of the kernel's result: rows of :data:`WIDTH` integers in one array.

Positions count bytes from the start of the window. Column by column:

======== ============================================================================================
START    first byte of the reference
END      the byte after its last one; delimiters, prefixes and the text's punctuation are outside
COLON    the colon after the scheme; START if the scheme was left out
BITS     the delimiter (lowest three bits), and the bits below
PIECE    number of its first piece in the pieces array
PIECES   the number of its pieces; 0: the reference is the bytes from START to END
======== ============================================================================================

A piece is two integers, start and end, in a separate array. A reference is its pieces joined.
"""

from __future__ import annotations

from uri_extract._compat._typing import Final

START: Final = 0
END: Final = 1
COLON: Final = 2
BITS: Final = 3
PIECE: Final = 4
PIECES: Final = 5
WIDTH: Final = 6

#: Rows that the kernel writes before it returns.
ROWS: Final = 512

#: Delimiters, in the lowest three bits.
WHITESPACE: Final = 0
ANGLE: Final = 1
QUOTE: Final = 2
DELIMITERS: Final = 7

PREFIX: Final = 8  # "URL:" was before it
HYPHEN: Final = 16  # broken after a hyphen at least once: it may come from hyphenation
ANOTHER: Final = 32  # it may end elsewhere, or continue on the next line: the pieces are that other reading
BEYOND_ASCII: Final = 64  # holds bytes outside ASCII: an IRI
TOO_LONG: Final = 128  # not a reference: the candidate is longer than the limit
WESTERN: Final = 256  # some of these bytes are windows-1252
ESCAPED: Final = 512  # some of its characters are escaped (RFC 8259 §7)
SUFFIX: Final = 1024  # its scheme was left out (RFC 3986 §4.5): "www.example.org/x"
MAIL: Final = 2048  # an address alone: "ada@example.org"
DEFANGED: Final = 4096  # marks of a defanged reference were decoded in it
QUOTED: Final = 8192  # in quoted-printable (RFC 2045 §6.7): "=3D" precedes its quotation mark
NAME: Final = 16384  # the text before it declares it as the name of a namespace or of a part of a DTD
BACKSLASHES: Final = 32768  # backslashes separate the segments of its path, as on Windows
PARTIAL: Final = 65536  # a placeholder follows it
LABELLED: Final = 131072  # its label follows: "<uri|label>"

#: From this bit on: the probability, in per cent, that a reference in white space has these pieces; otherwise 0.
CONFIDENCE: Final = 24
