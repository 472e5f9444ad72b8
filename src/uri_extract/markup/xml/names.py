"""How the XML tokenizer numbers names, and what it adds to HTML's rows (:mod:`uri_extract.markup.rows`).

The names of a document are numbered as they first occur, elements and attributes together, with case and prefix; the
numbers are kept for later documents. A name that is too long, or for which there is no room, has the number 0: readers
of the rows look at its bytes. In these rows no bit names a namespace, and the text of an element is always a run of
DATA or CDATA.
"""

from __future__ import annotations

from uri_extract._compat._typing import Final

#: The number of slots for names, and of slots that are examined for one, which bounds the cost of any name.
SLOTS: Final = 1024
PROBES: Final = 8
#: The maximum size of a name that gets a number.
LONGEST: Final = 64
#: The numbers of names, and of known facts about them (:attr:`~uri_extract.markup.xml._walk.Environment.size`), above
#: which they are discarded at the end of a document; and the maximum of numbers.
MOST_KEPT: Final = 512
NUMBERS: Final = MOST_KEPT + SLOTS

#: Of an attribute and its tag: it declares a namespace or a base (``xmlns``, ``xmlns:...``, ``xml:base``), which
#: applies to the tag's own name and all its attributes, wherever in the tag it is.
DECLARES: Final = 512
