"""How the tokenizer writes what it reads: rows of :data:`WIDTH` integers in one array.

Positions count bytes from the start of the window. Column by column:

========= ==========================================================================================================
KIND      what the row is; from :data:`DATA` on it is a run of bytes
ID        the element's or attribute's number (:mod:`uri_extract.media.html.names`), 0 for a name that does not matter;
          of a run: the element whose text it is (RCDATA, raw text, script, plaintext), else 0
BITS      the bits below; of an attribute, the quotation too
START     a tag's or an attribute's name begins; a run begins
END       the byte after that name or that run
VALUE     an attribute's value begins; END where it has none, and in all other rows
VALUE_END the byte after that value; of a tag: the byte after its ``>``, 0 where it was not read yet (:data:`PARTS`);
          of a run: END
========= ==========================================================================================================

The attributes of a tag follow its row. A run longer than the limit comes in pieces, always cut at the same places, in
the middle of a character or of a character reference as well: all but its last have :data:`CONTINUES`. Character
references are in the spans as they were written.
"""

from __future__ import annotations

from uri_extract._typing import Final

KIND: Final = 0
ID: Final = 1
BITS: Final = 2
START: Final = 3
END: Final = 4
VALUE: Final = 5
VALUE_END: Final = 6
WIDTH: Final = 7

#: Rows the table has room for, and the most that one tag writes before it is handed over in parts.
ROWS: Final = 1024
TAG_ROWS: Final = 400

START_TAG: Final = 1
ATTRIBUTE: Final = 2
END_TAG: Final = 3
#: Bytes of a tag that are no token: the rest of a value longer than the limit, a tag that the input's end cut off.
REST: Final = 4
#: Runs of text, by the state of the HTML Standard §13.2.5 they were read in.
DATA: Final = 5
RCDATA: Final = 6
RAWTEXT: Final = 7
SCRIPT: Final = 8
PLAINTEXT: Final = 9
CDATA: Final = 10
#: Runs that are no text: what is between ``<!--`` and ``-->``, between ``<!``, ``</`` or ``<?`` and ``>``. A PI's
#: begins with its ``?``, a doctype's after the word.
COMMENT: Final = 11
BOGUS: Final = 12
PI: Final = 13
DOCTYPE: Final = 14
KIND_NAMES: Final = (
    "", "start", "attribute", "end", "rest", "data", "rcdata", "rawtext", "script", "plaintext", "cdata", "comment",
    "bogus", "pi", "doctype",
)  # fmt: skip

#: How an attribute's value is written, in the lowest two bits.
NONE: Final = 0
UNQUOTED: Final = 1
SINGLE: Final = 2
DOUBLE: Final = 3
QUOTATION: Final = 3

SELF_CLOSING: Final = 4  # a start tag's
SVG: Final = 8  # a start tag's and its attributes': the element is in SVG's namespace
MATHML: Final = 16  # or in that of MathML
TOO_LONG: Final = 32  # longer than the limit: the span is its beginning, REST rows follow
PARTS: Final = 64  # a tag handed over before its ">" came: more of its attributes may follow
CONTINUES: Final = 128  # a run's piece, and not its last
CUT: Final = 256  # the input's end cut it off: a comment never closed, a title, a script, a tag
