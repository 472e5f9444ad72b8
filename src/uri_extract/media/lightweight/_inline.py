# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Links in a paragraph or a heading of Markdown (CommonMark 0.31 §4.7, §6.3, §6.5): the second one of four classes.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any
from uri_extract.media.lightweight._tags import CLASSES
from uri_extract.media.lightweight.blocks import DEFINITION, IMAGE, LINK, MAILBOX

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        APOSTROPHE, BACKSLASH, BACKTICK, CARET, COLON, DELETE, EXCLAMATION_MARK, GREATER_THAN, LEFT_BRACKET, LEFT_PAREN,
        LESS_THAN, LINE_FEED, QUOTATION_MARK, RIGHT_BRACKET, RIGHT_PAREN, SPACE,
    )  # fmt: skip
    from uri_extract.media.lightweight import _tags
    from uri_extract.media.lightweight._tags import Tags

_LINK = cython.declare(str, LINK)
_IMAGE = cython.declare(str, IMAGE)
_DEFINITION = cython.declare(str, DEFINITION)
_MAILBOX = cython.declare(str, MAILBOX)

_CLASSES = cython.declare(bytes, CLASSES)
# The maximum of bytes read in unsuccessful searches for tags, per byte of a block. Real documents need fewer; beyond
# it, a "<" is text.
_MAX_FAILED = cython.declare(cython.Py_ssize_t, 8)
# The maximum of nested parentheses in a destination (§6.3: "implementations may impose limits").
_MAX_PARENS = cython.declare(cython.int, 32)
# The maximum size of the label of a definition (§4.7).
_MAX_LABEL = cython.declare(cython.Py_ssize_t, 999)


@cython.cclass
class Inline(Tags):
    """Read the text of blocks of a window.

    Each link is added to ``links``: the spans of its destination and of its label, and its kind.
    """

    def __init__(self) -> None:
        nothing: Any = None
        Tags.__init__(self)
        self.links: list[tuple[int, int, int, int, str]] = []
        self.openers: list[int] = []
        self.inactive = 0
        self.runs: dict[int, int] = nothing
        self.start = self.stop = 0

    def inline(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Read a block's text (§6)."""
        nothing: Any = None
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        sign: cython.int
        after: cython.Py_ssize_t
        self.openers.clear()
        self.inactive = 0
        self.runs = nothing
        self.failed = (end - i) * _MAX_FAILED + 1024
        self.examined += end - i
        while i < end:
            if not classes[data[i]] & _tags.SIGN:
                i += 1
                continue
            sign = data[i]
            i += 1
            if sign == BACKSLASH:
                if i < end and classes[data[i]] & _tags.PUNCTUATION:
                    if data[i] == LESS_THAN:
                        data[i] = 1
                    i += 1
            elif sign == BACKTICK:
                i = self.code_span(i - 1, end)
            elif sign == LESS_THAN:
                after = self.mailbox(i - 1, end)
                if after >= 0:
                    self.links.append((i, after, i, after, _MAILBOX))
                    data[i - 1] = 1
                    i = after + 1
                    continue
                after = self.angle(i - 1, end)
                if after < 0:
                    data[i - 1] = 1
                else:
                    i = after
            elif sign == LEFT_BRACKET:
                self.openers.append(2 * (i - 1))
            elif sign == EXCLAMATION_MARK:
                if i < end and data[i] == LEFT_BRACKET:
                    self.openers.append(2 * i + 1)
                    i += 1
            elif self.openers:
                i = self.close_bracket(i - 1, end)
        return 0

    def code_span(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read the code span (§6.1) that may begin here; return the place where reading continues."""
        nothing: Any = None
        data: cython.p_uchar = self.data
        begin: cython.Py_ssize_t = i
        at: cython.Py_ssize_t
        size: cython.Py_ssize_t
        run: cython.Py_ssize_t
        known: cython.bint = self.runs is not nothing
        while i < end and data[i] == BACKTICK:
            i += 1
        size = i - begin
        if known and self.runs.get(size, -1) < i:
            return i
        runs: dict[int, int] = {}
        at = i
        while at < end:
            if data[at] != BACKTICK:
                at += 1
                continue
            run = at
            while at < end and data[at] == BACKTICK:
                at += 1
            if at - run == size:
                self.examined += at - i
                self.code(i, run)
                return at
            if not known:
                runs[at - run] = run
        self.examined += end - i
        self.runs = runs
        return i

    def close_bracket(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read the link that a closing bracket may end; return the place where reading continues."""
        opener: cython.Py_ssize_t = self.openers.pop()
        count: cython.Py_ssize_t = len(self.openers)
        image: cython.bint = opener % 2
        active: cython.bint = image or count >= self.inactive
        after: cython.Py_ssize_t
        if self.inactive > count:
            self.inactive = count
        if not active or i + 1 >= end or self.data[i + 1] != LEFT_PAREN:
            return i + 1
        after = self.resource(i + 2, end)
        if after < 0:
            return i + 1
        if not image:
            self.inactive = count
        self.hide(i, after)
        self.links.append((self.start, self.stop, opener // 2 + 1, i, _IMAGE if image else _LINK))
        return after

    def resource(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read a destination and a title up to the closing parenthesis; return the place after it, -1 if invalid."""
        data: cython.p_uchar = self.data
        after: cython.Py_ssize_t
        i = self.blanks(i, end)
        i = self.destination(i, end)
        if i < 0:
            return -1
        after = self.blanks(i, end)
        if after > i and after < end and data[after] != RIGHT_PAREN:
            after = self.title(after, end)
            if after < 0:
                return -1
            after = self.blanks(after, end)
        return after + 1 if after < end and data[after] == RIGHT_PAREN else -1

    def destination(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read a link destination (§6.3), set its ``start`` and ``stop``; return its end, -1 if it is invalid."""
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        parens: cython.int = 0
        begin: cython.Py_ssize_t = i
        if i < end and data[i] == LESS_THAN:
            i += 1
            self.start = i
            while i < end and data[i] != GREATER_THAN:
                if data[i] == LINE_FEED or data[i] == LESS_THAN:
                    self.examined += i - begin
                    return -1
                i += 2 if data[i] == BACKSLASH else 1
            self.examined += i - begin
            self.stop = i
            return i + 1 if i < end else -1
        self.start = i
        while i < end and data[i] > SPACE and data[i] != DELETE:
            if data[i] == BACKSLASH and i + 1 < end and classes[data[i + 1]] & _tags.PUNCTUATION:
                i += 1
            elif data[i] == LEFT_PAREN:
                parens += 1
                if parens > _MAX_PARENS:
                    break
            elif data[i] == RIGHT_PAREN:
                parens -= 1
                if parens < 0:
                    break
            i += 1
        self.examined += i - begin
        self.stop = i
        return -1 if parens > 0 else i

    def title(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read a link title (§6.3); return its end, -1 if it is invalid.

        A title ends at the next one with the same quotation mark, so no byte is read again for each title.
        """
        data: cython.p_uchar = self.data
        begin: cython.Py_ssize_t = i
        sign: cython.int = data[i]
        close: cython.int = RIGHT_PAREN if sign == LEFT_PAREN else sign
        if sign != QUOTATION_MARK and sign != APOSTROPHE and sign != LEFT_PAREN:
            return -1
        i += 1
        while i < end and data[i] != close:
            if data[i] == LEFT_PAREN and sign == LEFT_PAREN:
                self.examined += i - begin
                return -1
            i += 2 if data[i] == BACKSLASH else 1
        self.examined += min(i, end) - begin
        return i + 1 if i < end else -1

    def definition(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Read the link reference definition (§4.7) that may begin here; return its end, -1 if there is none."""
        data: cython.p_uchar = self.data
        label: cython.Py_ssize_t = i + 1
        stop: cython.Py_ssize_t
        line: cython.Py_ssize_t
        after: cython.Py_ssize_t
        if i + 1 >= end or data[i] != LEFT_BRACKET or data[i + 1] == CARET:
            return -1
        i += 1
        while i < end and data[i] != RIGHT_BRACKET:
            if data[i] == LEFT_BRACKET or i - label > _MAX_LABEL:
                return -1
            i += 2 if data[i] == BACKSLASH else 1
        stop = i
        if i + 1 >= end or data[i + 1] != COLON or self.blanks(label, stop) >= stop:
            return -1
        i = self.blanks(i + 2, end)
        if i >= end:
            return -1
        i = self.destination(i, end)
        if i < 0 or (self.start == self.stop and data[self.start - 1] != LESS_THAN):
            return -1
        first: cython.Py_ssize_t = self.start
        last: cython.Py_ssize_t = self.stop
        line = i
        while line < end and data[line] <= SPACE and data[line] != LINE_FEED:
            line += 1
        whole: cython.bint = line >= end or data[line] == LINE_FEED  # without a title
        after = self.blanks(i, end)
        if after > i and after < end:
            after = self.title(after, end)
            if after > 0:
                while after < end and data[after] <= SPACE and data[after] != LINE_FEED:
                    after += 1
                if after >= end or data[after] == LINE_FEED:
                    line = after
                    whole = True
        if not whole:
            return -1
        self.hide(label - 1, line)
        self.links.append((first, last, label, stop, _DEFINITION))
        return line
