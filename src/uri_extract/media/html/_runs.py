"""Read text, comments and similar constructs: runs of bytes up to their end (HTML Standard §13.2.5).

The middle one of the three classes of the tokenizer (:mod:`uri_extract.media.html._tokenizer`). The current run begins
at ``pos`` and is known up to ``at``, where every search continues. In text the search hops from ``<`` to ``<``; in
constructs that end with ``>`` it hops between those, and examines the two or three bytes before each.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.html.names import ELEMENTS

if cython.compiled:
    from cython.cimports.libc.string import memchr
else:
    from uri_extract import limits
    from uri_extract._ascii import EXCLAMATION_MARK, GREATER_THAN, HYPHEN, QUESTION_MARK, RIGHT_BRACKET, SLASH
    from uri_extract.media.html import names
    from uri_extract.media.html._context import Context
    from uri_extract.media.markup import rows

_HALF = cython.declare(cython.Py_ssize_t, rows.ROWS // 2)

# The bytes after "<", each string followed by a byte that ends it.
_DASHES = cython.declare(bytes, b"!--\0")
_WORD = cython.declare(bytes, b"!doctype\0")
_SECTION = cython.declare(bytes, b"![cdata[\0")
_SCRIPT_START = cython.declare(bytes, b"script>")
_NAMES = cython.declare(list, [name.encode() + b">" for name in ELEMENTS])


@cython.cclass
class Runs(Context):
    """Writes the rows of runs; ``tag`` is the state of the current tag for the subclass, 0 outside of tags."""

    def __init__(self, max_text: int = limits.MAX_TEXT) -> None:
        Context.__init__(self)
        self.max_text = max_text
        self.table = array("q", [0]) * (rows.ROWS * rows.WIDTH)
        self.row = self.table
        self.cells = cython.address(self.row[0]) if cython.compiled else self.table
        self.made = self.pos = self.at = self.dash = 0
        self.escape = self.state = 0
        self.final = self.end_tag = self.fresh = False
        self.name_start = 0

    def restart(self) -> cython.int:
        """Discard the document, which was read to its end, and prepare for another one."""
        k: cython.Py_ssize_t
        for k in range(len(self.around)):
            self.around[k] = 0
        self.inner[0] = self.anchors[0] = 0
        self.place = self.level = self.escape = self.ending = 0
        self.kind = rows.DATA
        self.fresh = False
        self.pos = self.at = self.dash = 0
        return 0

    @cython.final
    def write(
        self, kind: cython.int, number: cython.int, bits: cython.longlong, start: cython.Py_ssize_t,
        end: cython.Py_ssize_t, value: cython.Py_ssize_t, value_end: cython.Py_ssize_t,
    ) -> cython.void:  # fmt: skip
        """Write a row."""
        cells: cython.p_longlong = self.cells
        at: cython.Py_ssize_t = self.made * rows.WIDTH
        cells[at] = kind
        cells[at + rows.ID] = number
        cells[at + rows.BITS] = bits
        cells[at + rows.START] = start
        cells[at + rows.END] = end
        cells[at + rows.VALUE] = value
        cells[at + rows.VALUE_END] = value_end
        self.made += 1

    @cython.final
    def find(self, byte: cython.int, i: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the first place of that byte from ``i`` on; ``stop`` if there is none before."""
        if i >= stop or self.data[i] == byte:  # repeated bytes cost a comparison each, not a call
            return i if i < stop else stop
        if cython.compiled:
            found: cython.p_const_uchar = cython.cast(
                cython.p_const_uchar, memchr(self.data + i, byte, stop - i)
            )  # fmt: skip
            return found - self.data if found != cython.NULL else stop
        i = self.window.find(byte, i, stop)
        return i if i >= 0 else stop

    @cython.final
    def search(self, byte: cython.int, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the next place of that byte in the window, and count the bytes examined."""
        end: cython.Py_ssize_t = self.find(byte, i, self.size)
        self.examined += end - i + 1
        return end

    def spelled(self, i: cython.Py_ssize_t, name: bytes, delimited: cython.bint) -> cython.int:
        """Return 1 if ``name``, up to its last byte, is at ``i``, else 0; -1 if more of the window is needed.

        ``delimited``: the next byte must end a tag's name.
        """
        text: cython.p_const_uchar = name
        size: cython.Py_ssize_t = len(name) - 1
        k: cython.Py_ssize_t = 0
        while k < size and i + k < self.size and self.lower[self.data[i + k]] == text[k]:
            k += 1
        self.examined += k + 1
        if i + k == self.size and (k < size or delimited):
            return 0 if self.final else -1
        return k == size and (not delimited or self.classes[self.data[i + k]] & names.ENDS_NAME != 0)

    # -- one run ---------------------------------------------------------------------------------------------------

    @cython.final
    def pieces(self, end: cython.Py_ssize_t) -> cython.bint:
        """Write the run up to ``end`` as pieces of maximum size, except the last; return False if there is no room."""
        while end - self.pos > self.max_text:
            if self.made >= _HALF:
                return False
            self.write(
                self.kind, self.ending, rows.CONTINUES, self.pos, self.pos + self.max_text, self.pos + self.max_text,
                self.pos + self.max_text,
            )  # fmt: skip
            self.pos += self.max_text
            self.fresh = False
        return True

    @cython.final
    def end_run(self, end: cython.Py_ssize_t, bits: cython.longlong) -> cython.void:
        """Write the rest of the run, unless it is empty text."""
        if end > self.pos or self.kind > rows.CDATA:
            self.write(self.kind, self.ending, bits, self.pos, end, end, end)
        self.pos = end

    def begin_tag(self, less: cython.Py_ssize_t, end_tag: cython.bint) -> cython.void:
        """End the run, and begin the tag whose ``<`` is at ``less``."""
        self.end_run(less, 0)
        self.end_tag = end_tag
        self.name_start = less + 2 if end_tag else less + 1
        self.at = self.name_start
        self.state = 1

    def begin_run(self, less: cython.Py_ssize_t, kind: cython.int, start: cython.Py_ssize_t) -> cython.bint:
        """End the text at ``less``, and begin a run at ``start``."""
        self.end_run(less, 0)
        self.kind = kind
        self.pos = self.at = start
        self.fresh = True
        return True

    def wait(self, less: cython.Py_ssize_t) -> cython.bint:
        """Wait for more bytes after the ``<`` at ``less``; at the end of the input it is text."""
        self.at = less
        if self.final:
            self.at = self.size
            self.finish()
        return False

    def finish(self) -> cython.void:
        """End the run at the end of the input."""
        end: cython.Py_ssize_t = self.size
        if self.kind == rows.COMMENT:  # the dashes of an incomplete end of a comment are dropped
            while end > self.pos and end > self.size - 2 and self.data[end - 1] == HYPHEN:
                end -= 1
            if end == self.size and end - self.pos > 2 and self.data[end - 1] == EXCLAMATION_MARK and (
                self.data[end - 2] == HYPHEN and self.data[end - 3] == HYPHEN
            ):  # fmt: skip
                end -= 3
        self.end_run(end, rows.CUT if self.kind != rows.DATA and self.kind != rows.PLAINTEXT else 0)
        self.pos = self.size

    # -- text ------------------------------------------------------------------------------------------------------

    def text_run(self) -> cython.bint:
        """Read to the next tag, comment or other construct; return False at the end of the window."""
        data: cython.p_const_uchar = self.data
        size: cython.Py_ssize_t = self.size
        less: cython.Py_ssize_t = self.at
        byte: cython.int
        sure: cython.int
        while True:
            less = size if self.kind == rows.PLAINTEXT else self.search(60, less)
            if not self.pieces(less):
                self.at = less
                return True
            if less + 1 >= size:
                self.at = less
                if self.final:
                    self.at = size
                    if not self.pieces(size):
                        return True
                    self.finish()
                return False
            byte = data[less + 1]
            if byte == SLASH:
                if self.kind != rows.DATA:
                    sure = self.spelled(less + 2, _NAMES[self.ending], True)
                    if sure < 0:
                        return self.wait(less)
                    if sure:
                        self.begin_tag(less, True)
                        return True
                elif less + 2 == size:
                    return self.wait(less)
                elif self.classes[data[less + 2]] & names.LETTER:
                    self.begin_tag(less, True)
                    return True
                elif data[less + 2] == GREATER_THAN:  # "</>" is ignored
                    return self.begin_run(less, rows.DATA, less + 3)
                else:
                    return self.begin_run(less, rows.BOGUS, less + 2)
                less += 1
            elif self.kind != rows.DATA:
                less += 1
            elif self.classes[byte] & names.LETTER:
                self.begin_tag(less, False)
                return True
            elif byte == EXCLAMATION_MARK:
                return self.declaration(less)
            elif byte == QUESTION_MARK:
                return self.begin_run(less, rows.PI, less + 1)
            else:
                less += 1

    def declaration(self, less: cython.Py_ssize_t) -> cython.bint:
        """Begin a run for ``<!``: a comment, a doctype or a CDATA section (§13.2.5.42)."""
        sure: cython.int = self.spelled(less + 1, _DASHES, False)
        if sure > 0:
            return self.begin_run(less, rows.COMMENT, less + 4)
        if sure == 0:
            sure = self.spelled(less + 1, _WORD, False)
            if sure > 0:
                return self.begin_run(less, rows.DOCTYPE, less + 9)
        if sure == 0 and self.cdata_allowed():
            sure = self.spelled(less + 1, _SECTION, False)
            # its name is case-sensitive
            if sure > 0 and self.window[less + 3 : less + 8] == b"CDATA":
                return self.begin_run(less, rows.CDATA, less + 9)
            sure = min(sure, 0)
        if sure < 0:
            return self.wait(less)
        return self.begin_run(less, rows.BOGUS, less + 2)

    def script_run(self) -> cython.bint:
        """Read to the end of a script (§13.2.5.15 on): ``escape`` is 1 after ``<!--``, 2 after ``<script`` in it.

        ``dash`` is the place of the next ``-->``, or the place up to which there is none.
        """
        data: cython.p_const_uchar = self.data
        less: cython.Py_ssize_t = self.at
        sure: cython.int
        while True:
            less = self.search(60, less)
            if not self.pieces(less - 3 if self.escape else less):
                self.at = less
                return True
            if self.escape and self.dashes() < less:
                self.escape = 0
                less = self.dash + 1
                continue
            if less + 1 >= self.size:
                self.at = less
                if self.final:
                    self.at = self.size
                    self.finish()
                return False
            if data[less + 1] == SLASH:
                sure = self.spelled(less + 2, _SCRIPT_START if self.escape == 2 else _NAMES[self.ending], True)
                if sure > 0 and self.escape < 2:
                    self.escape = 0
                    self.begin_tag(less, True)
                    return True
                if sure > 0:
                    self.escape = 1
            elif self.escape:
                sure = self.spelled(less + 1, _SCRIPT_START, True) if self.escape == 1 else 0
                if sure > 0:
                    self.escape = 2
            else:
                sure = self.spelled(less + 1, _DASHES, False)
                if sure > 0:
                    self.escape = 1
                    self.dash = max(self.dash, less + 4)  # bytes already searched for a "-->" are not searched again
                    less += 3
            if sure < 0:
                return self.wait(less)
            less += 1

    def dashes(self) -> cython.Py_ssize_t:
        """Return the place of the ``>`` of the next ``-->``."""
        data: cython.p_const_uchar = self.data
        while self.dash < self.size:
            self.dash = self.search(62, self.dash)
            if self.dash == self.size or (data[self.dash - 1] == HYPHEN and data[self.dash - 2] == HYPHEN):
                break
            self.dash += 1
        return self.dash

    # -- runs that end with ">" ------------------------------------------------------------------------------------

    def marked_run(self) -> cython.bint:
        """Read to the end of a comment, doctype or CDATA section; return False at the end of the window."""
        greater: cython.Py_ssize_t = self.search(62, self.at)
        end: cython.Py_ssize_t = -1
        while greater < self.size:
            end = self.run_end(greater)
            if end >= 0:
                break
            greater = self.search(62, greater + 1)
        self.at = greater
        if greater == self.size and not self.final:
            self.pieces(greater - 4)
            return self.made >= _HALF
        if greater == self.size:
            if self.pieces(greater - 4):
                self.finish()
                return False
            return True
        if not self.pieces(end):
            return True
        self.end_run(end, 0)
        self.pos = self.at = greater + 1
        self.kind = rows.DATA
        return True

    def run_end(self, greater: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the run if the ``>`` at ``greater`` closes it, else -1."""
        data: cython.p_const_uchar = self.data
        size: cython.Py_ssize_t = greater - self.pos
        if self.kind == rows.CDATA:
            return (
                greater - 2
                if size >= 2 and data[greater - 1] == RIGHT_BRACKET and data[greater - 2] == RIGHT_BRACKET
                else -1
            )
        if self.kind != rows.COMMENT:
            return greater
        if self.fresh and (size == 0 or (size == 1 and data[greater - 1] == HYPHEN)):  # "<!-->", "<!--->"
            return self.pos
        if size >= 2 and data[greater - 1] == HYPHEN and data[greater - 2] == HYPHEN:
            return greater - 2
        if (
            size >= 3
            and data[greater - 1] == EXCLAMATION_MARK
            and data[greater - 2] == HYPHEN
            and data[greater - 3] == HYPHEN
        ):
            return greater - 3
        return -1
