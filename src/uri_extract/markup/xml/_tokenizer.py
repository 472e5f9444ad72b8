# No C function here raises: the build declares them noexcept (setup.py).

"""The XML tokenizer: tags, attributes, text, comments, CDATA sections, processing instructions and doctypes.

It extends that of HTML (:mod:`uri_extract.markup.html._tokenizer`) for the differences of XML 1.0: names are
case-sensitive, and any name counts; no element has raw text; a CDATA section may be anywhere; a comment ends only with
``-->``, a processing instruction with ``?>``, and a doctype after its internal subset. Tags are read as in HTML:
well-formed tags correctly, and tags that are not well-formed to their end (values without quotes, a bare ``&``, ``<``
in a value, a second attribute of the same name, which is ignored).

One source, two speeds; HTML's docstring says why it is linear and why chunks do not matter.
"""

from __future__ import annotations

from array import array

import cython

from uri_extract.markup.html.names import CLASSES

if cython.compiled:
    from cython.cimports.libc.string import memcmp
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        APOSTROPHE, COLON, EXCLAMATION_MARK, GREATER_THAN, HYPHEN, LEFT_BRACKET, LESS_THAN, QUESTION_MARK,
        QUOTATION_MARK, RIGHT_BRACKET, SMALL_L, SMALL_M, SMALL_X,
    )  # fmt: skip
    from uri_extract.markup.html._tokenizer import Tokenizer as HtmlTokenizer
    from uri_extract.markup import rows
    from uri_extract.markup.xml import names


# A name may also begin with these bytes (XML 1.0 §2.3), or with a character that begins with one.
_CLASSES = cython.declare(bytes, bytes(kind | (byte in b"_:" or byte >= 128) for byte, kind in enumerate(CLASSES)))
_BASE = cython.declare(bytes, b"xml:base")
_XMLNS = cython.declare(bytes, b"xmlns")


class Tokenizer(HtmlTokenizer):
    """Reads windows of bytes and writes rows, like that of HTML. ``names`` are the names of the document by number.

    All attributes have rows, but of several with one name, if that has a number, only the first is written.
    """

    def __init__(self, max_tag: int = limits.MAX_TAG, max_text: int = limits.MAX_TEXT) -> None:
        HtmlTokenizer.__init__(self, True, max_tag, max_text)
        self.classes = _CLASSES
        self.names: list[bytes] = [b""]  # by number
        self.numbers: dict[bytes, int] = {b"": 0}  # the numbers of the document's names, for the interpreted variant
        self.known: dict[str, object] = {}  # data of the readers about the names, valid as long as the numbers
        self.spellings = bytearray(names.SLOTS * names.LONGEST)
        # the names, by slot
        self.letters: cython.p_uchar = cython.address(self.spellings[0]) if cython.compiled else self.spellings
        self.sizes: cython.int[::1] = array("i", bytes(4 * names.SLOTS))  # the sizes of the names, by slot; 0: empty
        self.numbered: cython.int[::1] = array("i", bytes(4 * names.SLOTS))  # the numbers of the names, by slot
        # the last document that had the name, by slot
        self.used: cython.longlong[::1] = array("q", bytes(8 * names.SLOTS))
        self.document: cython.longlong = 1
        # the last tag that had the attribute, by number
        self.had: cython.longlong[::1] = array("q", bytes(8 * (names.NUMBERS + 1)))
        self.tags: cython.longlong = 0
        self.within: cython.int = 0  # the construct that is read in a doctype
        self.subset = False  # inside its internal subset

    def restart(self) -> cython.int:
        """Discard the document, which was read to its end, and prepare for another one. Names keep their numbers."""
        HtmlTokenizer.restart(self)
        self.numbers = {b"": 0}
        self.document += 1
        if len(self.names) > names.MOST_KEPT:
            self.forget()
        self.within = 0
        self.subset = False
        return 0

    def forget(self) -> cython.int:
        """Discard all names, between documents."""
        for slot in range(names.SLOTS):
            self.sizes[slot] = 0
        self.names = [b""]
        self.known = {}
        return 0

    # -- names -----------------------------------------------------------------------------------------------------

    def identify(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t, attribute: cython.int) -> cython.int:
        """Return the number of the name from ``start`` to ``end``; 0 if it has none."""
        size: cython.Py_ssize_t = end - start
        data: cython.p_const_uchar = self.data
        mixed: cython.Py_ssize_t = 0
        if size > names.LONGEST or size == 0:
            return 0
        if not cython.compiled:
            known = self.numbers.get(self.window[start:end])
            if known is not None:
                self.examined += size
                return int(known)
        for k in range(start, end):
            mixed = (mixed * 31 + data[k]) & 0xFFFFFF
        self.examined += size
        slot: cython.Py_ssize_t = mixed % names.SLOTS
        for _ in range(names.PROBES):
            place: cython.Py_ssize_t = slot * names.LONGEST
            k = 0
            if self.sizes[slot] == size:
                if cython.compiled:
                    k = size if memcmp(self.letters + place, data + start, size) == 0 else 0
                else:
                    k = size if self.letters[place : place + size] == self.window[start:end] else 0
            if k < size and self.used[slot] != self.document:  # the slot is empty, or has a name of an earlier document
                for k in range(size):
                    self.letters[place + k] = data[start + k]
                self.sizes[slot] = size
                self.names.append(self.window[start:end])
                self.numbered[slot] = len(self.names) - 1
                k = size
            if k == size:
                self.used[slot] = self.document
                if not cython.compiled:
                    self.numbers[self.window[start:end]] = self.numbered[slot]
                return self.numbered[slot]
            slot = (slot + 1) % names.SLOTS
        return 0

    def declares(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return True if an attribute of that name declares a namespace or a base."""
        size: cython.Py_ssize_t = end - start
        if (
            size < 5
            or self.data[start] != SMALL_X
            or self.data[start + 1] != SMALL_M
            or self.data[start + 2] != SMALL_L
        ):
            return False
        if self.window[start : start + 5] == _XMLNS:
            return size == 5 or self.data[start + 5] == COLON
        return size == 8 and self.window[start:end] == _BASE

    def namespace(self, element: cython.int) -> cython.longlong:
        """Return no bits: prefixes are resolved later."""
        return 0

    def opened(
        self, element: cython.int, closed: cython.bint, font_breaks_out: cython.bint, annotation_is_html: cython.bint
    ) -> cython.void:
        """Ignore a start tag: it does not change the state."""

    def closed(self, element: cython.int) -> cython.void:
        """Ignore an end tag: it does not change the state."""

    def begin_row(self, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the row of the tag whose name ends at ``end``."""
        self.tags += 1
        HtmlTokenizer.begin_row(self, end, bits)

    def attribute(self, value: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the row of the attribute just read, if its name was not in the tag before."""
        if self.dropping:
            self.write_rest(end, rows.TOO_LONG)
            self.dropping = False
            return
        if self.end_tag:
            return
        number: cython.int = self.identify(self.attribute_start, self.name_end, 1)
        if number:
            if self.had[number] == self.tags:
                return
            self.had[number] = self.tags
        if self.declares(self.attribute_start, self.name_end):
            bits |= names.DECLARES
            if not self.parted:
                self.cells[self.first * rows.WIDTH + rows.BITS] |= names.DECLARES
        self.write(rows.ATTRIBUTE, number, bits, self.attribute_start, self.name_end, value, end)

    # -- text ------------------------------------------------------------------------------------------------------

    def cdata_allowed(self) -> cython.bint:
        """Return True: a CDATA section may be anywhere (XML 1.0 §2.7)."""
        return True

    # -- runs that end with ">" ------------------------------------------------------------------------------------

    def run_end(self, greater: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the run if the ``>`` at ``greater`` closes it, else -1."""
        data: cython.p_const_uchar = self.data
        size: cython.Py_ssize_t = greater - self.pos
        if self.kind == rows.COMMENT:
            return greater - 2 if size >= 2 and data[greater - 1] == HYPHEN and data[greater - 2] == HYPHEN else -1
        if self.kind == rows.PI:  # begins with its own "?"
            return greater - 1 if data[greater - 1] == QUESTION_MARK and (size >= 2 or not self.fresh) else -1
        return HtmlTokenizer.run_end(self, greater)

    def marked_run(self) -> cython.bint:
        """Read to the end of a comment, section or doctype; return False at the end of the window."""
        if self.kind == rows.DOCTYPE:
            return self.doctype_run()
        return HtmlTokenizer.marked_run(self)

    def doctype_run(self) -> cython.bint:
        """Read to the end of a doctype (XML 1.0 §2.8): a ``>`` outside of its subset and of literals.

        ``within`` is the quotation mark of a literal; 45 ("-") in a comment and 63 ("?") in a processing instruction,
        whose content begins after ``dash``.
        """
        data: cython.p_const_uchar = self.data
        i: cython.Py_ssize_t = self.at
        begin: cython.Py_ssize_t = i
        while i < self.size:
            byte: cython.int = data[i]
            if self.within == QUOTATION_MARK or self.within == APOSTROPHE:
                if byte == self.within:
                    self.within = 0
            elif self.within:
                if byte == GREATER_THAN and data[i - 1] == self.within and i - 1 > self.dash and (
                    self.within == QUESTION_MARK or data[i - 2] == HYPHEN
                ):  # fmt: skip
                    self.within = 0
            elif byte in (QUOTATION_MARK, APOSTROPHE):
                self.within = byte
            elif byte == LEFT_BRACKET:
                self.subset = True
            elif byte == RIGHT_BRACKET:
                self.subset = False
            elif byte == GREATER_THAN:
                if not self.subset:
                    break
            elif byte == QUESTION_MARK:
                if i - self.pos >= 1 and data[i - 1] == LESS_THAN:
                    self.within = 63
                    self.dash = i
            elif byte == HYPHEN and i - self.pos >= 3 and (
                data[i - 1] == HYPHEN and data[i - 2] == EXCLAMATION_MARK and data[i - 3] == LESS_THAN
            ):  # fmt: skip
                self.within = 45
                self.dash = i + 1
            i += 1
        self.examined += i - begin
        self.at = i
        if i == self.size:
            if not self.pieces(i - 4):
                return True
            if self.final:
                self.finish()
            return False
        if not self.pieces(i):
            return True
        self.end_run(i, 0)
        self.pos = self.at = i + 1
        self.kind = rows.DATA
        return True
