"""The format in which the tokenizers write their results: rows of :data:`WIDTH` integers in one array.

Positions are offsets in bytes from the start of the window. The columns:

========= ==========================================================================================================
KIND      the kind of the row; from :data:`DATA` on it is a run of bytes
ID        the number of the element or attribute (:mod:`uri_extract.markup.html.names`), 0 for names without a number;
          of a run: the element whose text it is (RCDATA, raw text, script, plaintext), else 0
BITS      the bits below; of an attribute, the quotation too
START     the start of the name of a tag or an attribute; the start of a run
END       the end of that name or that run
VALUE     the start of an attribute's value; END if it has none, and in all other rows
VALUE_END the end of that value; of a tag: the byte after its ``>``, 0 if that was not read yet (:data:`PARTS`);
          of a run: END
========= ==========================================================================================================

The rows of a tag's attributes follow its row. A run longer than the limit comes in pieces, always cut at the same
places, even within a character or a character reference: all but its last have :data:`CONTINUES`. Character references
are not decoded.
"""

from __future__ import annotations

from uri_extract._compat._typing import Final

KIND: Final = 0
ID: Final = 1
BITS: Final = 2
START: Final = 3
END: Final = 4
VALUE: Final = 5
VALUE_END: Final = 6
WIDTH: Final = 7

#: The number of rows in the table, and the maximum that one tag writes before it is released in parts.
ROWS: Final = 1024
TAG_ROWS: Final = 400

START_TAG: Final = 1
ATTRIBUTE: Final = 2
END_TAG: Final = 3
#: Bytes of a tag that are not a token: the rest of a value longer than the limit, or a truncated tag.
REST: Final = 4
#: Runs of text, by the state of the HTML Standard §13.2.5 in which they were read.
DATA: Final = 5
RCDATA: Final = 6
RAWTEXT: Final = 7
SCRIPT: Final = 8
PLAINTEXT: Final = 9
CDATA: Final = 10
#: Runs that are not text: the bytes between ``<!--`` and ``-->``, or between ``<!``, ``</`` or ``<?`` and ``>``. A
#: processing instruction begins with its ``?``, a doctype after that word.
COMMENT: Final = 11
BOGUS: Final = 12
PI: Final = 13
DOCTYPE: Final = 14

#: The quotation of an attribute's value, in the lowest two bits.
NONE: Final = 0
UNQUOTED: Final = 1
SINGLE: Final = 2
DOUBLE: Final = 3
QUOTATION: Final = 3

SELF_CLOSING: Final = 4  # of a start tag
SVG: Final = 8  # of a start tag and its attributes: the element is in the namespace of SVG
MATHML: Final = 16  # or of MathML
TOO_LONG: Final = 32  # longer than the limit: the span is the beginning, REST rows follow
PARTS: Final = 64  # the row of a tag was written before its ">" was read: more attributes may follow
CONTINUES: Final = 128  # a piece of a run, but not its last
CUT: Final = 256  # truncated by the end of the input: a comment, a title, a script or a tag without an end
