"""The HTML tokenizer: tags, their attributes, text and comments, by the HTML Standard §13.2.5.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`): this file and those of its base classes
(:mod:`._runs`, :mod:`._context`) run interpreted, and are compiled under a second name. It reads bytes in any encoding
that extends ASCII and decodes nothing: its results are rows of integers (:mod:`uri_extract.media.markup.rows`).

It is linear: no byte is read again except the few that show what a ``<`` begins; an incomplete construct is continued
where the window ended. The first of several attributes with one name counts (§13.2.5.33): a bit for each known name
records it, however many attributes there are.

Chunks do not matter: the end of a row, and the place where one that is too long is cut, depend on positions in the
input alone.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.names import FONT_BREAKOUT_ATTRIBUTES

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._ascii import APOSTROPHE, EQUALS, GREATER_THAN, QUOTATION_MARK, SLASH
    from uri_extract.media.html import elements, names, states
    from uri_extract.media.html._runs import Runs
    from uri_extract.media.markup import rows

_HALF = cython.declare(cython.Py_ssize_t, rows.ROWS // 2)
_FONT_BREAKOUT_ATTRIBUTES = cython.declare(cython.int, len(FONT_BREAKOUT_ATTRIBUTES))
_HYPERTEXT = cython.declare(tuple, (b"text/html", b"application/xhtml+xml"))


@cython.cclass
class Tokenizer(Runs):
    """Reads windows of bytes and writes rows (:mod:`uri_extract.media.markup.rows`).

    Call :meth:`load` with a window, then :meth:`scan` until it returns False; after each call, ``count`` rows are in
    ``table``. Then everything before ``pos`` is settled: the next window must contain the bytes from there on, and
    :meth:`load` receives the place of ``pos`` in it. ``need`` is set if something begins at ``pos`` whose row was not
    written yet. ``examined`` counts the bytes examined, including repetitions.

    ``everything``: write all attributes, not only those whose names have numbers. Of several attributes of one name
    only the first is written; but with ``everything``, all whose names have no numbers.
    """

    def __init__(
        self, everything: bool = False, max_tag: int = limits.MAX_TAG, max_text: int = limits.MAX_TEXT
    ) -> None:
        Runs.__init__(self, max_text)
        self.compiled = bool(cython.compiled)
        self.everything = everything
        self.max_tag = max(8, max_tag)  # the start of a tag must not be divided
        self.count = self.first = 0
        self.need = False
        self.element = 0
        self.bits = 0
        self.leave_tag()
        self.attribute_start = self.name_end = self.value_start = 0
        self.quote = 0
        self.load(b"", 0, False)

    def load(self, window: bytes, pos: cython.Py_ssize_t, final: cython.bint) -> cython.int:
        """Take a window in which the byte at the old ``pos`` is at the new one; ``final``: nothing follows."""
        shift: cython.Py_ssize_t = pos - self.pos
        k: cython.Py_ssize_t
        j: cython.Py_ssize_t
        self.window = window
        self.data = window
        self.size = len(window)
        self.final = final
        self.pos = pos
        self.at += shift
        self.dash += shift
        self.name_start += shift
        self.attribute_start += shift
        self.name_end += shift
        self.value_start += shift
        for k in range(self.count, self.made):
            for j in range(rows.START, rows.WIDTH):
                self.cells[k * rows.WIDTH + j] += shift
        return 0

    def scan(self) -> cython.bint:
        """Write the next rows; return False if no more of the window can be read."""
        k: cython.Py_ssize_t
        more: cython.bint = True
        for k in range(self.count * rows.WIDTH, self.made * rows.WIDTH):
            self.cells[k - self.count * rows.WIDTH] = self.cells[k]
        self.made -= self.count
        self.first = self.count = 0
        while more and self.made < _HALF:
            if self.state:
                more = self.tag()
                if self.state:  # the rows of a tag wait for its end
                    continue
            elif self.kind == rows.SCRIPT:
                more = self.script_run()
            elif self.kind < rows.CDATA:
                more = self.text_run()
            else:
                more = self.marked_run()
            self.first = self.made
        self.count = self.first
        self.need = not self.final and self.pos < self.size
        return more

    # -- a tag -----------------------------------------------------------------------------------------------------

    @cython.final
    def tag(self) -> cython.bint:
        """Read the current tag to its end; return False at the end of the window."""
        data: cython.p_const_uchar = self.data
        classes: cython.p_const_uchar = self.classes
        i: cython.Py_ssize_t = self.at
        begin: cython.Py_ssize_t = i
        stop: cython.Py_ssize_t = min(self.size, self.pos + self.max_tag)
        state: cython.int = self.state
        while True:
            if i == stop:
                self.examined += i - begin
                begin = i
                self.at = i
                self.state = state
                if i == self.pos + self.max_tag:
                    self.part()
                elif i == self.size:
                    if self.final:
                        self.cut_off()
                    return False
                stop = min(self.size, self.pos + self.max_tag)
                if self.made >= _HALF:
                    return True
                continue
            if state == states.NAME:
                while i < stop and not classes[data[i]] & names.ENDS_NAME:
                    i += 1
                if i == stop:
                    continue
                if not self.parted:
                    self.begin_row(i, 0)
                self.dropping = False
                state = states.BEFORE_NAME
            if state == states.BEFORE_NAME:
                while i < stop and classes[data[i]] & names.SPACE:
                    i += 1
                if i == stop:
                    continue
                if data[i] == GREATER_THAN:
                    break
                if data[i] == SLASH:
                    state = states.SOLIDUS
                else:
                    self.attribute_start = i
                    state = states.ATTRIBUTE_NAME  # its first byte may be a "="
                i += 1
                if i == stop:
                    continue
            if state == states.SOLIDUS:
                if data[i] == GREATER_THAN:
                    break
                state = states.BEFORE_NAME
                continue
            if state == states.ATTRIBUTE_NAME:
                while i < stop and not classes[data[i]] & names.ENDS_ATTRIBUTE:
                    i += 1
                if i == stop:
                    continue
                self.name_end = i
                state = states.AFTER_NAME
            if state == states.AFTER_NAME:
                while i < stop and classes[data[i]] & names.SPACE:
                    i += 1
                if i == stop:
                    continue
                if data[i] != EQUALS:
                    self.attribute(self.name_end, self.name_end, 0)
                    state = states.BEFORE_NAME
                else:
                    state = states.BEFORE_VALUE
                    i += 1
                    if i == stop:
                        continue
            if state == states.BEFORE_VALUE:
                while i < stop and classes[data[i]] & names.SPACE:
                    i += 1
                if i == stop:
                    continue
                if data[i] == GREATER_THAN:
                    self.attribute(self.name_end, self.name_end, 0)
                    state = states.BEFORE_NAME
                    continue
                self.quote = data[i]
                if self.quote == QUOTATION_MARK or self.quote == APOSTROPHE:
                    state = states.IN_QUOTES
                    i += 1
                else:
                    state = states.IN_VALUE
                self.value_start = i
            if state == states.IN_QUOTES:
                i = self.find(self.quote, i, stop)
                if i == stop:
                    continue
                self.attribute(self.value_start, i, rows.DOUBLE if self.quote == QUOTATION_MARK else rows.SINGLE)
                state = states.BEFORE_NAME
                i += 1
            elif state == states.IN_VALUE:
                while i < stop and not classes[data[i]] & names.ENDS_VALUE:
                    i += 1
                if i == stop:
                    continue
                self.attribute(self.value_start, i, rows.UNQUOTED)
                state = states.BEFORE_NAME
            if self.made - self.first >= rows.TAG_ROWS:
                self.settle()
                self.pos = self.at = i
                self.state = state
                self.examined += i - begin
                return True
        self.examined += i - begin + 1
        self.end(i, state == states.SOLIDUS)
        return True

    def begin_row(self, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the row of the tag whose name ends at ``end``."""
        self.element = 0 if bits & rows.TOO_LONG else self.identify(self.name_start, end, 0)
        if not self.end_tag:
            bits |= self.namespace(self.element)
        self.bits = bits & (rows.SVG | rows.MATHML)
        self.write(rows.END_TAG if self.end_tag else rows.START_TAG, self.element, bits, self.name_start, end, end, 0)

    def attribute(self, value: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the row of the attribute just read, if its name matters and was not in the tag before."""
        number: cython.int
        mask: cython.ulonglong = 1
        if self.dropping:
            self.write_rest(end, rows.TOO_LONG)
            self.dropping = False
            return
        if self.end_tag:
            return
        number = self.identify(self.attribute_start, self.name_end, 1)
        if not number and end > value:
            number = self.identify_prefix(self.attribute_start, self.name_end)
            if number:
                self.write(rows.ATTRIBUTE, number, bits | self.bits, self.attribute_start, self.name_end, value, end)
                return
        elif number:
            mask = mask << (number & 63)
            if (self.seen if number < 64 else self.seen_high) & mask:
                return
            self.seen |= mask if number < 64 else 0
            self.seen_high |= mask if number > 63 else 0
            if number <= _FONT_BREAKOUT_ATTRIBUTES:
                self.font_breaks_out = True
            elif number == names.ENCODING and end - value < 32:
                self.annotation_is_html = self.window[value:end].lower() in _HYPERTEXT
        if self.everything or number > _FONT_BREAKOUT_ATTRIBUTES:
            self.write(rows.ATTRIBUTE, number, bits | self.bits, self.attribute_start, self.name_end, value, end)

    def end(self, i: cython.Py_ssize_t, closed: cython.bint) -> cython.void:
        """Process the tag that ends with the ``>`` at ``i``."""
        at: cython.Py_ssize_t = self.first * rows.WIDTH
        if not self.parted:
            self.cells[at + rows.VALUE_END] = i + 1
            if closed:
                self.cells[at + rows.BITS] |= rows.SELF_CLOSING
        self.pos = self.at = i + 1
        if self.end_tag:
            self.leave_tag()
            self.closed(self.element)
            return
        if self.font_breaks_out and self.element == elements.FONT:
            while at < self.made * rows.WIDTH:
                self.cells[at + rows.BITS] &= ~(rows.SVG | rows.MATHML)
                at += rows.WIDTH
        font_breaks_out: cython.bint = self.font_breaks_out
        annotation_is_html: cython.bint = self.annotation_is_html
        self.leave_tag()
        self.opened(self.element, closed, font_breaks_out, annotation_is_html)

    def leave_tag(self) -> cython.void:
        """Return to text."""
        self.state = 0
        self.kind = rows.DATA
        self.ending = 0
        self.seen = self.seen_high = 0
        self.parted = self.dropping = self.font_breaks_out = self.annotation_is_html = False

    # -- a tag that is too long, or has no end -----------------------------------------------------------------------

    def settle(self) -> cython.void:
        """Release the rows of the current tag before its end was read."""
        if not self.parted:
            self.cells[self.first * rows.WIDTH + rows.BITS] |= rows.PARTS
            self.cells[self.first * rows.WIDTH + rows.VALUE_END] = 0
        self.parted = True
        self.first = self.made

    def write_rest(self, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the bytes up to ``end`` as a row of their own."""
        if end > self.pos:
            self.write(rows.REST, 0, bits, self.pos, end, end, end)
        self.pos = max(self.pos, end)
        self.first = self.made

    def part(self) -> cython.void:
        """Release the rows of a tag that exceeds the maximum size."""
        state: cython.int = self.state
        i: cython.Py_ssize_t = self.at
        made: cython.Py_ssize_t = self.made
        value: cython.Py_ssize_t
        if self.dropping:
            self.write_rest(i, rows.TOO_LONG)
        elif state == states.NAME:
            self.begin_row(i, rows.TOO_LONG)
            self.settle()
            self.dropping = True
            self.pos = i
        elif state < states.ATTRIBUTE_NAME:
            self.settle()
            self.pos = i
        elif self.pos < self.attribute_start:
            self.settle()
            self.pos = self.attribute_start
        else:
            if state == states.ATTRIBUTE_NAME:
                self.name_end = i
            value = self.value_start if state >= states.IN_QUOTES else self.name_end
            self.attribute(value, i if state >= states.IN_QUOTES else value, rows.TOO_LONG)
            if made == self.made:
                self.write_rest(i, rows.TOO_LONG)
            self.settle()
            self.dropping = True
            self.pos = i

    def cut_off(self) -> cython.void:
        """Drop the rows of a tag that the end of the input truncated; write its bytes as one row."""
        self.made = self.first
        self.write_rest(self.size, rows.CUT)
        self.leave_tag()
        self.at = self.size
