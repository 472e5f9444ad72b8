"""The layout of a row: :data:`WIDTH` integers, whose columns have these names.

Only this package, and the kernels that write rows, use column numbers.

============ ===========================================================================================================
START, END   the place of the reference in the document, in bytes; -1 if it is not known
LINE, COLUMN its line and column, counted from 1
BITS         its delimiter, kind and type, in the bits named below
TEXT, SIZE   its bytes in the text of the pool: UTF-8, with other bytes of the source unchanged; a line feed follows. If
             TEXT is negative, they are in the window of the pool, from byte -1 - TEXT on
PLACE        the numbers of its element (low 32 bits) and its attribute
SOURCE       the numbers of its bases (low 32 bits) and its origin
MORE         the number of its :class:`~uri_extract.rows.details.More`; in a row of another type, of its object
LINK_TEXT    the link text, in UTF-8: its offset in the text of the pool, shifted by :data:`LINK_SHIFT`, plus its size
             plus 1; 0 is None
REL          the number of its ``rel``
============ ===========================================================================================================

Numbers of objects count from 1; 0 is None.
"""

from __future__ import annotations

from uri_extract._compat._typing import Final

START: Final = 0
END: Final = 1
LINE: Final = 2
COLUMN: Final = 3
BITS: Final = 4
TEXT: Final = 5
SIZE: Final = 6
PLACE: Final = 7
SOURCE: Final = 8
MORE: Final = 9
LINK_TEXT: Final = 10
REL: Final = 11
WIDTH: Final = 12
#: The columns that are fields of records, by name.
INTEGERS: Final = {"start": START, "end": END, "line": LINE, "column": COLUMN}

#: Bits of PLACE and SOURCE: the mask of the first number, and the shift of the second one.
FIRST: Final = (1 << 32) - 1
SECOND: Final = 32

#: Bits of LINK_TEXT for the size.
LINK_SHIFT: Final = 20

#: BITS: the delimiter. The first three are those of :mod:`uri_extract.scan.rows`.
DELIMITER: Final = 0xF
DELIMITERS: Final = (
    "whitespace", "angle", "quote", "attribute", "css", "element", "comment", "header", "script", "markup",
    "barcode",
)  # fmt: skip
WHITESPACE: Final = 0
ANGLE: Final = 1
QUOTE: Final = 2
ATTRIBUTE: Final = 3
CSS: Final = 4
ELEMENT: Final = 5
COMMENT: Final = 6
HEADER: Final = 7
SCRIPT: Final = 8
MARKUP: Final = 9
BARCODE: Final = 10

#: BITS: the kind. For a name, the lower bits are the form of the reference (FORM).
KIND: Final = 0xF0
KIND_SHIFT: Final = 4
KINDS: Final = (
    "uri", "iri", "relative", "suffix", "found", "not found", "", "", "namespace", "namespace", "namespace",
    "namespace",
)  # fmt: skip
FORM: Final = 0x70
URI: Final = 0 << KIND_SHIFT
IRI: Final = 1 << KIND_SHIFT
RELATIVE: Final = 2 << KIND_SHIFT
SUFFIX: Final = 3 << KIND_SHIFT
FOUND: Final = 4 << KIND_SHIFT
NOT_FOUND: Final = 5 << KIND_SHIFT
NAMESPACE: Final = 8 << KIND_SHIFT

#: BITS: the row is a URI in ASCII, from plain text, valid or not, or a valid one from markup: without dot-segments it
#: is its own line of output.
OWN_LINE: Final = 0x100

#: BITS: the region of a page in HTML that contains it, by the element that begins it.
REGION: Final = 0xF0000
REGION_SHIFT: Final = 16
REGIONS: Final = (None, "nav", "header", "footer", "aside", "main", "article", "form", "search", "region")

#: BITS: the type of the row, if it is not a reference.
TYPE: Final = 0xF000
REFERENCE: Final = 0
PROBLEM: Final = 0x1000  # a Problem to report
MARKER: Final = 0x2000  # the base of a markup document is known from here on
DOCUMENT: Final = 0x4000  # a document that is embedded here
