"""Find URIs that are the text of several links, one link for each line: the layer between references and the walk.

A program that makes links in wrapped text writes ``<a href="http://a.example/b-c">http://a.example/b-</a>``, white
space, ``<a href="http://a.example/b-c">c</a>``. Each ``href`` has the whole URI, but the text of the first link looks
like another one. One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._ascii import SLASH
    from uri_extract.media.html import elements, names
    from uri_extract.media.html._references import References
    from uri_extract.media.markup import rows

# What comes next: the end tag of a link, the start tag of the next one, its ``href``, its text; or nothing.
_END_TAG = cython.declare(cython.int, 1)
_START_TAG = cython.declare(cython.int, 2)
_HREF = cython.declare(cython.int, 3)
_TEXT = cython.declare(cython.int, 4)
_NOTHING = cython.declare(cython.int, 0)


@cython.cclass
class LinkLines(References):
    """Compares the texts of adjacent links with their common ``href``.

    If these texts together are the ``href``, perhaps without its last slash, their spans are added to ``css``: the text
    there has no references of its own. ``undecided`` is the place of the first text while the next link was not read,
    else -1. From one text to the next there are at most ``MAX_LINK_TEXT`` bytes. No row is compared twice.
    """

    def __init__(self, tokens: Any) -> None:
        References.__init__(self, tokens)
        self.href = b""
        self.spans: list[tuple[int, int]] = []

    def begin_rows(self, markup: Any, count: cython.Py_ssize_t) -> cython.int:
        """Begin with the first ``count`` rows of the tokenizer."""
        self.markup = markup
        self.row_end = count * rows.WIDTH
        if self.undecided >= 0:
            self.compare(0)
        return 0

    def end_rows(self) -> cython.int:
        """Release the tokenizer's rows."""
        if self.tag >= 0 and self.number == elements.A:
            self.keep_href()  # its text may be in the next rows
        self.tag = -1
        self.markup = None  # avoids a cycle
        return 0

    def keep_href(self) -> cython.int:
        """Keep the ``href`` of the current start tag."""
        tokens: cython.p_longlong = self.tokens
        at: cython.Py_ssize_t = self.tag + rows.WIDTH
        self.href = b""
        while at < self.row_end and tokens[at] == rows.ATTRIBUTE:
            if tokens[at + rows.ID] == names.HREF:
                self.href = self.window[tokens[at + rows.VALUE] : tokens[at + rows.VALUE_END]]
                break
            at += rows.WIDTH
        return 0

    def begin_link(self, at: cython.Py_ssize_t) -> cython.int:
        """Begin with the text at ``at`` in the rows, directly after the current start tag, if that is a link's."""
        start: cython.Py_ssize_t = self.tokens[at + rows.START]
        end: cython.Py_ssize_t = self.tokens[at + rows.END]
        if self.number != elements.A or self.foreign:
            return 0
        if self.undecided >= 0 or self.offset + start < self.compared:
            return 0
        if self.tag >= 0:
            self.keep_href()
        if end - start >= len(self.href) or self.window[start:end] != self.href[: end - start]:
            return 0
        self.size = 0
        self.spans.clear()
        self.take_text(start, end)
        if self.expected == _NOTHING:
            return 0  # the whole is in this link
        self.undecided = self.offset + start
        return self.compare(at + rows.WIDTH)

    def compare(self, at: cython.Py_ssize_t) -> cython.int:
        """Continue at ``at`` in the rows, as far as they decide."""
        tokens: cython.p_longlong = self.tokens
        while at < self.row_end:
            if self.offset + tokens[at + rows.START] - self.end > limits.MAX_LINK_TEXT or not self.goes_on(at):
                self.undecided = -1
                self.compared = self.offset + tokens[at + rows.START]
                break
            if self.expected == _NOTHING:
                self.undecided = -1
                self.compared = self.end
                self.css += self.spans
                self.markup.disordered = True  # styles between these texts were added before
                break
            at += rows.WIDTH
        return 0

    def goes_on(self, at: cython.Py_ssize_t) -> cython.bint:
        """Return True if the row at ``at`` may come next, and set ``expected``."""
        tokens: cython.p_longlong = self.tokens
        kind: cython.longlong = tokens[at]
        start: cython.Py_ssize_t = tokens[at + rows.START]
        end: cython.Py_ssize_t = tokens[at + rows.END]
        if kind == rows.ATTRIBUTE:
            if self.expected == _HREF and tokens[at + rows.ID] == names.HREF:
                self.expected = _TEXT
                return self.window[tokens[at + rows.VALUE] : tokens[at + rows.VALUE_END]] == self.href
            return True
        if self.expected == _START_TAG:
            if kind == rows.DATA:
                return self.window[start:end].isspace()
            self.expected = _HREF
            return kind == rows.START_TAG and tokens[at + rows.ID] == elements.A
        if self.expected == _HREF:
            return False
        if self.expected == _TEXT:
            if kind != rows.DATA or self.window[start:end] != self.href[self.size : self.size + end - start]:
                return False
            self.take_text(start, end)
            return True
        self.expected = _START_TAG
        return kind == rows.END_TAG and tokens[at + rows.ID] == elements.A

    def take_text(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Add a text that continues the ``href``."""
        self.spans.append((self.offset + start, self.offset + end))
        self.end = self.offset + end
        self.size += end - start
        left: cython.Py_ssize_t = len(self.href) - self.size
        self.expected = _NOTHING if not left or (left == 1 and self.href[self.size] == SLASH) else _END_TAG
        return 0
