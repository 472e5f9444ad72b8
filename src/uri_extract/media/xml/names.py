"""How the XML tokenizer numbers names, and what it adds to the rows of HTML's (:mod:`uri_extract.media.markup.rows`).

A document's names get numbers in the order in which they first come, elements and attributes alike, as they are,
prefixes too, and documents that are read one after another have the same numbers for the same names. A name has the
number 0 that is too long, or comes when there is no room: whoever reads the rows looks at its bytes. In these rows no
bit names a namespace, and an element's text is always a run of DATA or CDATA.
"""

from __future__ import annotations

from uri_extract._typing import Final

#: Room for names, and the places that are looked at for one: so a name costs no more, whatever names come.
SLOTS: Final = 1024
PROBES: Final = 8
#: Bytes of a name that gets a number.
LONGEST: Final = 64
#: Names, and what is known of them (:attr:`~uri_extract.media.xml._scopes.Environment.size`), beyond which a document's
#: are forgotten at its end; and the numbers that there may be.
MOST_KEPT: Final = 512
NUMBERS: Final = MOST_KEPT + SLOTS

#: Of an attribute, and of the tag that has it: a namespace is declared, or a base (``xmlns``, ``xmlns:...``,
#: ``xml:base``). It counts for the tag's own name and all its attributes, wherever in the tag it is.
DECLARES: Final = 512
