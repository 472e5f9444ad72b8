# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Markdown (CommonMark 0.31, GFM): lines and containers, leaf blocks, links, code and HTML."""

from __future__ import annotations

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any
from uri_extract.formats.lightweight.blocks import DEFINITION, IMAGE, INCLUDE, LINK, MAILBOX, WIKI
from uri_extract.formats.lightweight.byte_classes import CLASSES

if not cython.compiled:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        AMPERSAND, APOSTROPHE, ASTERISK, AT, BACKSLASH, BACKTICK, CARRIAGE_RETURN, COLON, DELETE, DIGIT_0,
        DIGIT_1, DIGIT_9, DOT, EQUALS, EXCLAMATION_MARK, GREATER_THAN, HYPHEN, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN,
        LESS_THAN,
        LINE_FEED, NUMBER_SIGN, PIPE, PLUS, QUESTION_MARK, QUOTATION_MARK, RIGHT_BRACKET, RIGHT_PAREN, SLASH, SPACE,
        TAB, TILDE, UNDERSCORE,
    )  # fmt: skip
    from uri_extract.formats.lightweight import byte_classes
    from uri_extract.rows._bytes import next_byte


_CLASSES = cython.declare(bytes, CLASSES)
# Elements with raw text: without an end tag they would contain the rest of the document (GFM §6.11).
_RAW = cython.declare(
    frozenset,
    frozenset(b"title textarea style xmp iframe noembed noframes script plaintext noscript".split()),
)
_LONGEST_RAW = cython.declare(cython.Py_ssize_t, 9)
# The maximum of bytes between two dots of a domain (§6.5).
_LONGEST_LABEL = cython.declare(cython.Py_ssize_t, 63)

_LINK = cython.declare(str, LINK)
_IMAGE = cython.declare(str, IMAGE)
_DEFINITION = cython.declare(str, DEFINITION)
_MAILBOX = cython.declare(str, MAILBOX)
_WIKI = cython.declare(str, WIKI)
_INCLUDE = cython.declare(str, INCLUDE)

# The maximum of bytes read in unsuccessful searches for tags, per byte of a block. Real documents need fewer; beyond
# it, a "<" is text.
_MAX_FAILED = cython.declare(cython.Py_ssize_t, 8)
# The maximum of nested parentheses in a destination (§6.3: "implementations may impose limits").
_MAX_PARENS = cython.declare(cython.int, 32)
# The maximum size of the label of a definition (§4.7).
_MAX_LABEL = cython.declare(cython.Py_ssize_t, 999)

# The kind of the open leaf block, if it is not a paragraph.
_FENCED = cython.declare(cython.int, 1)
_HTML = cython.declare(cython.int, 2)

# HTML blocks (§4.6): the ends of the first kind, the names of the first kind, and the names of the sixth kind.
_ENDS_OF_TEXT = cython.declare(tuple, (b"</script>", b"</pre>", b"</style>", b"</textarea>"))
_TEXTS = cython.declare(frozenset, frozenset((b"script", b"pre", b"style", b"textarea")))
_BLOCKS = cython.declare(
    frozenset,
    frozenset(
        b"address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl "
        b"dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend "
        b"li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td "
        b"tfoot th thead title tr track ul".split()
    ),
)

# Markers of containers that CommonMark does not have; the rest of some lines is a title.
_EXTENSION = cython.declare(
    object, re.compile(rb"\[\^[^\]\n]{1,999}\]:|:(?=[ \t])|(?P<titled>(?:!!!|\?\?\?\+?)[ ](?=.)|===[+!]?[ ](?=\"))")
)
# A destination that a site generator computes from the path of a source file: Hugo's ref and relref, Jekyll's link.
_TEMPLATE = cython.declare(
    object,
    re.compile(
        rb"(?:\{\{[<%][ \t]*(?:rel)?ref[ \t]+(?:path=)?[\"`]?((?>(?:[^\s\"`%<>{}]|%(?!\}\})){1,999}))"
        rb"[^\n{}]{1,999}+(?<=[>%])\}\}|"
        rb"(?:\{\{[^\n{}]{0,99}\}\})?\{%-?[ \t]*link[ \t]+([^\s{}]{1,999})[ \t]*-?%\})[^\s()]{0,999}"
    ),
)
# A directive of MyST: the path of an image or a file, or one whose content is Markdown.
_DIRECTIVE = cython.declare(
    object,
    re.compile(
        rb"[ \t]*\{(?:(?:image|(figure))|(?:literal)?(?P<included>include))\}[ \t]+(?P<path>[^\s{}][^\n]{0,998})|"
        rb"[ \t]*\{(?P<content>note|tip|hint|important|warning|caution|danger|attention|error|seealso|admonition|topic|"
        rb"sidebar|margin|epigraph|container|dropdown|card|grid|grid-item|grid-item-card|tab-set|tab-item|list-table|"
        rb"versionadded|versionchanged|deprecated)\}"
    ),
)
# A link of a wiki: a page or a file, and its label.
_WIKI_LINK = cython.declare(object, re.compile(rb"!?\[\[([^\[\]|\\\n]{1,999})(?:\\?\|([^\[\]\n]{0,999}))?\]\]"))
# Schemes of MyST (:mod:`.markdown`).
_SCHEMES = cython.declare(frozenset, frozenset((b"project", b"path")))
# The maximum of nested containers. Deeper markers are text.
_MAX_CONTAINERS = cython.declare(cython.int, 64)


class Blocks:
    """Read a document window by window: :meth:`load`, then :meth:`scan`.

    A window must begin with the bytes of the one before from ``pos`` on. ``cuts`` are the places at which blocks longer
    than the limit were cut. Each link is added to ``links``: the spans of its destination and of its label, and its
    kind. ``verbatim`` are the spans of code in which character references are not decoded; positions count from the
    start of the window. ``neutral`` is the window with each ``<`` masked that is not HTML's. ``examined`` is the number
    of bytes examined.
    """

    def __init__(self) -> None:
        nothing: Any = None
        self.verbatim: list[tuple[int, int]] = []
        self.examined = self.failed = 0
        self.links: list[tuple[int, int, int, int, str]] = []
        self.openers: list[int] = []  # the places of open brackets, doubled, plus 1 for an image
        self.inactive = self.start = self.stop = self.i = self.column = 0
        self.runs: dict[int, int] = nothing  # the last run of each number of backticks in this block; None: unknown
        self.cuts: list[int] = []  # the places where blocks were cut
        self.wiki: cython.bint = False  # links of wikis are read
        self.fences: list[tuple[int, int]] = []  # the signs and sizes of open directives whose content is Markdown
        self.stack = bytearray(_MAX_CONTAINERS)
        self.indents: cython.p_uchar = self.stack  # a pointer to the stack
        self.restart()

    # -- code, autolinks and HTML (CommonMark 0.31 §6.1, §6.5, §6.6) ---------------------------------------------------

    def code(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Mark a span as code."""
        self.hide(begin, end)
        if next_byte(self.window, AMPERSAND, begin, end) >= 0:
            self.verbatim.append((begin, end))
        return 0

    def hide(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Mask each ``<`` in a span."""
        data: cython.p_uchar = self.data
        for i in range(begin, end):
            if data[i] == LESS_THAN:
                data[i] = 1

    def blanks(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of white space."""
        while i < end and _CLASSES[self.data[i]] & byte_classes.BLANK:
            i += 1
        return i

    def angle(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of an autolink (§6.5) or HTML (§6.6) that begins with this ``<``; -1 if it is text."""
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        at: cython.Py_ssize_t = i + 1
        if at >= end:
            return -1
        if data[at] == EXCLAMATION_MARK:
            if self.window[at + 1 : at + 3] == b"--":
                return self.find(b"-->", at + 1, end)
            return self.find(b">", at + 1, end) if at + 1 < end and classes[data[at + 1]] & byte_classes.LETTER else -1
        if data[at] == QUESTION_MARK:
            return self.find(b"?>", at + 1, end)
        if data[at] != SLASH and not classes[data[at]] & byte_classes.LETTER:
            return -1
        while at < end and classes[data[at]] & byte_classes.ATTRIBUTE and data[at] != COLON:
            at += 1
        if at < end and data[at] == COLON and at - i > 2:  # an autolink, which the text scanner finds
            after: cython.Py_ssize_t = at
            while after < end and data[after] > SPACE and data[after] != LESS_THAN and data[after] != GREATER_THAN:
                after += 1
            self.examined += after - i
            if after < end and data[after] == GREATER_THAN:
                data[i] = 1
                if after > at + 1 and self.window[i + 1 : min(at, i + 9)] in _SCHEMES:
                    self.links.append((i + 1, after, at + 1, after, _LINK))
                return after + 1
        after = self.tag(i, end)
        if after > 0 and data[i + 1] != SLASH:
            at = i + 1
            while classes[data[at]] & byte_classes.NAME and at - i <= _LONGEST_RAW:
                at += 1
            if at - i > 4:
                name: bytes = self.window[i + 1 : at].lower()
                if name in _RAW and self.find(b"</" + self.window[i + 1 : at], after, end) < 0:
                    return -1
        return after

    def mailbox(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the mail address after the ``<`` at ``i``, if that is an autolink (§6.5); else -1."""
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        at: cython.Py_ssize_t = i + 1
        while at < end and classes[data[at]] & byte_classes.LOCAL:
            at += 1
        self.examined += at - i
        if at == i + 1 or at >= end or data[at] != AT:
            return -1
        while True:
            at += 1
            label: cython.Py_ssize_t = at
            while at < end and classes[data[at]] & byte_classes.NAME and at - label <= _LONGEST_LABEL:
                at += 1
            self.examined += at - label
            if at >= end or not 0 < at - label <= _LONGEST_LABEL or HYPHEN in (data[label], data[at - 1]):
                return -1
            if data[at] != DOT:
                return at if data[at] == GREATER_THAN else -1

    def find(self, sign: bytes, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the next ``sign``; -1 if there is none, or the limit of failed searches is reached."""
        if self.failed <= 0:
            return -1
        at: cython.Py_ssize_t = self.window.find(sign, i, end)
        self.examined += (end if at < 0 else at) - i
        if at < 0:
            self.failed -= end - i
            return -1
        return at + len(sign)

    def tag(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of the tag (§6.6) that may begin with this ``<``; -1 if it is not a tag."""
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        begin: cython.Py_ssize_t = i
        if self.failed <= 0:
            return -1
        i += 1
        closing: cython.bint = data[i] == SLASH
        if closing:
            i += 1
        if i >= end or not classes[data[i]] & byte_classes.LETTER:
            return -1
        while i < end and classes[data[i]] & byte_classes.NAME:
            i += 1
        while i < end:
            space: cython.Py_ssize_t = i
            i = self.blanks(i, end)
            if i < end and data[i] == SLASH and not closing:
                i += 1
                if i < end and data[i] == GREATER_THAN:
                    break
                i = end
            elif i < end and data[i] == GREATER_THAN:
                break
            elif (
                i == space or closing or i >= end or not classes[data[i]] & byte_classes.ATTRIBUTE or data[i] == HYPHEN
            ):
                self.failed -= i - begin
                self.examined += i - begin
                return -1
            while i < end and classes[data[i]] & byte_classes.ATTRIBUTE:
                i += 1
            space = self.blanks(i, end)
            if space >= end or data[space] != EQUALS:
                continue
            i = self.blanks(space + 1, end)
            if i < end and (data[i] == QUOTATION_MARK or data[i] == APOSTROPHE):
                quote: cython.int = data[i]
                i += 1
                while i < end and data[i] != quote:
                    i += 1
                i += 1
            else:
                space = i
                while i < end and not classes[data[i]] & byte_classes.NOT_VALUE:
                    i += 1
                if i == space:
                    i = end
        self.examined += min(i, end) - begin
        if i >= end:
            self.failed -= end - begin
            return -1
        return i + 1

    # -- links in a paragraph or a heading (§4.7, §6.3, §6.5) ----------------------------------------------------------

    def inline(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Read a block's text (§6)."""
        nothing: Any = None
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        self.openers.clear()
        self.inactive = 0  # the number of these that contain a link and cannot begin one
        self.runs = nothing
        # the bytes that may still be read in unsuccessful searches
        self.failed = (end - i) * _MAX_FAILED + 1024
        self.examined += end - i
        while i < end:
            if not classes[data[i]] & byte_classes.SIGN:
                i += 1
                continue
            sign: cython.int = data[i]
            i += 1
            if self.wiki and sign in (LEFT_BRACKET, EXCLAMATION_MARK):
                found: Any = _WIKI_LINK.match(self.window, i - 1, end)
                if found:
                    self.links.append((*found.span(1), *found.span(2 if found[2] else 1), _WIKI))
                    self.hide(i, found.end())
                    i = found.end()
                    continue
            if sign == BACKSLASH:
                if i < end and classes[data[i]] & byte_classes.PUNCTUATION:
                    if data[i] == LESS_THAN:
                        data[i] = 1
                    i += 1
            elif sign == BACKTICK:
                i = self.code_span(i - 1, end)
            elif sign == LESS_THAN:
                after: cython.Py_ssize_t = self.mailbox(i - 1, end)
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
        known: cython.bint = self.runs is not nothing
        while i < end and data[i] == BACKTICK:
            i += 1
        size: cython.Py_ssize_t = i - begin
        if known and self.runs.get(size, -1) < i:
            return i
        runs: dict[int, int] = {}
        at: cython.Py_ssize_t = i
        while at < end:
            if data[at] != BACKTICK:
                at += 1
                continue
            run: cython.Py_ssize_t = at
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
        if self.inactive > count:
            self.inactive = count
        if not active or i + 1 >= end or self.data[i + 1] != LEFT_PAREN:
            return i + 1
        after: cython.Py_ssize_t = self.resource(i + 2, end)
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
        i = self.blanks(i, end)
        i = self.destination(i, end)
        if i < 0:
            return -1
        after: cython.Py_ssize_t = self.blanks(i, end)
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
            self.start = i  # the span of a destination
            while i < end and data[i] != GREATER_THAN:
                if data[i] == LINE_FEED or data[i] == LESS_THAN:
                    self.examined += i - begin
                    return -1
                i += 2 if data[i] == BACKSLASH else 1
            self.examined += i - begin
            self.stop = i
            return i + 1 if i < end else -1
        found: Any = _TEMPLATE.match(self.window, i, end) if i < end and data[i] == LEFT_BRACE else None
        if found:
            self.start, self.stop = found.span(found.lastindex)
            return found.end()
        self.start = i
        while i < end and data[i] > SPACE and data[i] != DELETE:
            if data[i] == BACKSLASH and i + 1 < end and classes[data[i + 1]] & byte_classes.PUNCTUATION:
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
        if i + 1 >= end or data[i] != LEFT_BRACKET:
            return -1
        i += 1
        while i < end and data[i] != RIGHT_BRACKET:
            if data[i] == LEFT_BRACKET or i - label > _MAX_LABEL:
                return -1
            i += 2 if data[i] == BACKSLASH else 1
        stop: cython.Py_ssize_t = i
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
        line: cython.Py_ssize_t = i
        while line < end and data[line] <= SPACE and data[line] != LINE_FEED:
            line += 1
        whole: cython.bint = line >= end or data[line] == LINE_FEED  # without a title
        after: cython.Py_ssize_t = self.blanks(i, end)
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

    # -- leaf blocks, after the signs of their containers (§4) ---------------------------------------------------------

    def in_leaf(self, stop: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Read a line of fenced code or HTML; return False if it belongs to neither."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.next
        if self.leaf == _HTML:
            if self.html_ends is None:
                return self.next < stop
            line: bytes = self.window[self.i : stop].lower()
            for each in self.html_ends:
                if each in line:
                    self.leaf: cython.int = 0  # the kind of the open leaf block that is not a paragraph
            return True
        while at < stop and data[at] == self.fence:
            at += 1
        if at - self.next >= self.fence_size and self.indent < 4:
            while at < stop and (data[at] == SPACE or data[at] == TAB):
                at += 1
            if at == stop:
                self.leaf = 0
                return True
        self.code(self.i, end)
        return True

    def opens_leaf(self, stop: cython.Py_ssize_t, lazy: cython.bint) -> cython.bint:
        """Read the line if it is a heading, a thematic break, or begins code or HTML; else return False."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.next
        sign: cython.int = data[at]
        if sign == NUMBER_SIGN:
            while at < stop and data[at] == NUMBER_SIGN:
                at += 1
            if at - self.next > 6 or (at < stop and data[at] != SPACE and data[at] != TAB):
                return False
            self.close_paragraph()
            self.inline(at, stop)
            return True
        if sign in (BACKTICK, TILDE, COLON):
            return self.opens_fence(stop)
        if sign == LESS_THAN:
            return self.opens_html(stop)
        if sign == EQUALS or not self.is_rule(stop):  # it may underline a heading
            if sign not in (EQUALS, HYPHEN) or self.paragraph < 0 or lazy:
                return False
            while at < stop and data[at] == sign:
                at += 1
            while at < stop and data[at] <= SPACE:
                at += 1
            if at < stop:
                return False
        self.close_paragraph()
        return True

    def opens_fence(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Read the line if it begins fenced code (§4.5); else return False."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.next
        sign: cython.int = data[at]
        while at < stop and data[at] == sign:
            at += 1
        if at - self.next < 3 or (sign == BACKTICK and next_byte(self.window, BACKTICK, at, stop) >= 0):
            return False
        found: Any = _DIRECTIVE.match(self.window, at, stop)
        if sign == COLON and not found:  # its content is Markdown
            return False
        self.close_paragraph()
        self.hide(at, stop)
        if found and found["path"]:
            element: str = _INCLUDE if found["included"] else _IMAGE
            self.links.append((found.start("path"), at + len(self.window[at:stop].rstrip()), at, at, element))
        if sign == COLON:
            return True
        if found and (found["content"] or found[1]) and len(self.fences) < _MAX_CONTAINERS:
            self.fences.append((sign, at - self.next))
            return True
        if self.fences and self.blanks(at, stop) == stop:
            opened: tuple[int, int] = self.fences.pop()
            if opened[0] == sign and opened[1] <= at - self.next:
                return True
            self.fences.append(opened)
        self.leaf = _FENCED
        self.fence: cython.int = sign  # the sign of its fence
        self.fence_size: cython.Py_ssize_t = at - self.next
        return True

    def opens_html(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Read the line if it begins an HTML block (§4.6); else return False."""
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        begin: cython.Py_ssize_t = self.next
        at: cython.Py_ssize_t = begin + 1
        ends: Any = None
        if at >= stop:
            return False
        if data[at] == EXCLAMATION_MARK:
            if self.window[at : at + 3] == b"!--":
                ends = (b"-->",)
            elif self.window[at : at + 8] == b"![CDATA[":
                ends = (b"]]>",)
            elif at + 1 < stop and classes[data[at + 1]] & byte_classes.LETTER:
                ends = (b">",)
            else:
                return False
        elif data[at] == QUESTION_MARK:
            ends = (b"?>",)
        else:
            if data[at] == SLASH:
                at += 1
            while at < stop and classes[data[at]] & byte_classes.NAME:
                at += 1
            name: bytes = self.window[begin + 1 : at].lower()
            if at < stop and data[at] > SPACE and data[at] != GREATER_THAN and data[at] != SLASH:
                return False
            if name in _TEXTS:
                ends = _ENDS_OF_TEXT
            elif name.removeprefix(b"/") not in _BLOCKS:
                if self.paragraph >= 0:
                    return False
                self.failed = stop - begin
                at = self.tag(begin, stop)
                if at < 0 or self.blanks(at, stop) < stop:
                    return False
        self.close_paragraph()
        self.leaf = _HTML
        self.html_ends = ends  # the ends of an HTML block; None: an empty line
        if ends is not None:
            line: bytes = self.window[begin + 2 : stop].lower()
            for each in ends:
                if each in line:
                    self.leaf = 0
        return True

    def is_rule(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Return True for a thematic break (§4.1)."""
        data: cython.p_uchar = self.data
        count: cython.Py_ssize_t = 0
        sign: cython.int = data[self.next]
        if sign != HYPHEN and sign != ASTERISK and sign != UNDERSCORE:
            return False
        for at in range(self.next, stop):
            if data[at] == sign:
                count += 1
            elif data[at] > SPACE:
                return False
        return count > 2

    def find_next(self, stop: cython.Py_ssize_t) -> cython.void:
        """Find the next byte that is not a blank, and its indentation."""
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.i
        column: cython.Py_ssize_t = self.column
        while at < stop and (data[at] == SPACE or data[at] == TAB):
            column += 4 - column % 4 if data[at] == TAB else 1
            at += 1
        self.next: cython.Py_ssize_t = at  # the next byte that is not a blank
        self.indent: cython.Py_ssize_t = column - self.column  # the columns up to there

    def close_paragraph(self) -> cython.int:
        """Read the open paragraph: definitions, then text."""
        i: cython.Py_ssize_t = self.paragraph
        end: cython.Py_ssize_t = self.paragraph_end
        if i < 0:
            return 0
        self.paragraph = -1  # the start of the open paragraph; -1: none
        while i < end and self.data[i] == LEFT_BRACKET:
            after: cython.Py_ssize_t = self.definition(i, end)
            if after < 0:
                break
            i = self.blanks(after, end)
        if i < end:
            self.inline(i, end)
        return 0

    # -- lines and containers (§5, GFM §4.10) --------------------------------------------------------------------------

    def restart(self) -> cython.int:
        """Begin another document."""
        self.window = b""
        self.neutral = bytearray()
        self.data: cython.p_uchar = self.neutral  # a pointer to the copy
        self.links.clear()
        self.verbatim.clear()
        self.cuts.clear()
        self.fences.clear()
        self.pos = self.at = self.examined = 0  # everything before ``pos`` is settled
        self.depth: cython.int = 0
        self.paragraph = -1
        self.paragraph_end = self.fence_size = self.leaf = self.fence = 0
        self.html_ends = None
        self.begun = False  # front matter was read
        return 0

    def load(self, window: bytes, start: cython.Py_ssize_t, final: cython.bint) -> cython.int:
        """Take a window, the last one if ``final``. The results of the one before must have been read."""
        kept: cython.Py_ssize_t = len(self.window) - self.pos
        self.neutral = self.neutral[self.pos :] + window[kept:]
        self.data = self.neutral
        self.window = window
        self.final = final
        self.at -= self.pos
        if self.paragraph >= 0:
            self.paragraph -= self.pos
            self.paragraph_end -= self.pos
        self.pos = start
        return 0

    def scan(self) -> cython.bint:
        """Read the complete lines of the window; return False: no more of it can be read."""
        size: cython.Py_ssize_t = len(self.window)
        end: cython.Py_ssize_t
        if not self.begun and not self.front_matter():
            return False
        while self.at < size:
            end = next_byte(self.window, LINE_FEED, self.at, min(size, self.at + limits.MAX_BLOCK)) + 1
            if not end:
                if size - self.at >= limits.MAX_BLOCK:
                    end = self.at + limits.MAX_BLOCK
                    self.cuts.append(end)
                elif self.final:
                    end = size
                else:
                    break
            self.line(self.at, end)
            self.at = end  # the next line
            if self.paragraph >= 0 and end - self.paragraph >= limits.MAX_BLOCK:
                self.cuts.append(end)
                self.close_paragraph()
        if self.final:
            self.close_paragraph()
        self.pos = self.paragraph if self.paragraph >= 0 else self.at
        return False

    def line(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Read a line, which ends at ``end`` with its line feed."""
        data: cython.p_uchar = self.data
        stop: cython.Py_ssize_t = end
        matched: cython.int = 0
        while stop > begin and (data[stop - 1] == LINE_FEED or data[stop - 1] == CARRIAGE_RETURN):
            stop -= 1
        self.i = begin  # the current place in a line
        self.column = 0  # its column; a tab may be read in part
        self.find_next(stop)
        while matched < self.depth:
            need: cython.int = self.indents[matched]
            if not need:
                if self.indent > 3 or self.next >= stop or data[self.next] != GREATER_THAN:
                    break
                self.quote(stop)
            elif self.indent >= need:
                self.consume(need)
                self.find_next(stop)
            elif self.next < stop:
                break
            matched += 1
        if self.leaf:
            if matched == self.depth and self.in_leaf(stop, end):
                return 0
            self.leaf = 0
        lazy: cython.bint = matched < self.depth
        while self.next < stop and self.depth < _MAX_CONTAINERS:
            if self.indent > 3:
                break
            if data[self.next] == GREATER_THAN:
                self.close_paragraph()
                self.indents[matched] = 0
                self.quote(stop)
            elif not self.opens_item(stop, self.paragraph >= 0 and not lazy):
                break
            else:
                self.indents[matched] = self.leaf
                self.leaf = 0
            matched += 1
            self.depth = matched
            lazy = False
        if self.next >= stop:
            self.close_paragraph()
            self.depth = matched
        elif self.indent > 3 and self.paragraph < 0:
            self.depth = matched
            self.code(self.next, end)
        elif self.indent < 4 and self.opens_leaf(stop, lazy):
            self.depth = matched
        else:
            if self.paragraph < 0:
                self.depth = matched
                self.paragraph = self.next
            self.paragraph_end = stop
            if data[self.paragraph] == PIPE:  # a row of a table
                self.close_paragraph()
        return 0

    def opens_item(self, stop: cython.Py_ssize_t, restricted: cython.bint) -> cython.bint:
        """Read the marker of a list item (§5.2) and set ``leaf`` to the indentation that the item needs.

        ``restricted``: the item would interrupt a paragraph.
        """
        data: cython.p_uchar = self.data
        at: cython.Py_ssize_t = self.next
        sign: cython.int = data[at]
        indent: cython.Py_ssize_t = self.indent
        if sign in (HYPHEN, ASTERISK):
            if self.is_rule(stop):
                return False
        elif sign != PLUS:
            if sign < DIGIT_0 or sign > DIGIT_9:
                return self.opens_extension(stop)
            while at < stop and at - self.next < 9 and data[at] >= DIGIT_0 and data[at] <= DIGIT_9:
                at += 1
            if at >= stop or (data[at] != DOT and data[at] != RIGHT_PAREN):
                return False
            if restricted and (sign != DIGIT_1 or at > self.next + 1):
                return False
        at += 1
        if at < stop and data[at] != SPACE and data[at] != TAB:
            return False
        if restricted and self.blanks(at, stop) >= stop:
            return False
        self.close_paragraph()
        width: cython.Py_ssize_t = at - self.next
        self.i = at
        self.column += indent + width
        self.find_next(stop)
        if self.next >= stop or self.indent > 4:
            self.leaf = indent + width + 1
            self.consume(1 if self.next < stop else 0)
        else:
            self.leaf = indent + width + self.indent
            self.consume(self.indent)
        self.find_next(stop)
        return True

    def opens_extension(self, stop: cython.Py_ssize_t) -> cython.bint:
        """Read the marker of a footnote or a definition, or the line of an admonition or a tab (Python-Markdown).

        Four columns more make a line part of it.
        """
        found: Any = _EXTENSION.match(self.window, self.next, stop) if self.data[self.next] in b"[:!?=" else None
        if not found:
            return False
        self.close_paragraph()
        self.column += self.indent + found.end() - self.next
        self.i = found.end()
        self.leaf = 4
        self.find_next(stop)
        if found["titled"]:
            self.inline(self.i, stop)
            self.next = stop
        return True

    def quote(self, stop: cython.Py_ssize_t) -> cython.int:
        """Skip the marker of a block quote (§5.1), and mask it for HTML."""
        self.data[self.next] = SPACE
        self.i = self.next + 1
        self.column += self.indent + 1
        if self.i < stop and (self.data[self.i] == SPACE or self.data[self.i] == TAB):
            self.consume(1)
        self.find_next(stop)
        return 0

    def consume(self, columns: cython.Py_ssize_t) -> cython.void:
        """Skip this many columns of white space; a tab extends to the next multiple of four (§2.2)."""
        while columns > 0:
            width: cython.Py_ssize_t = 4 - self.column % 4 if self.data[self.i] == TAB else 1
            if width > columns:
                self.column += columns
                return
            self.i += 1
            self.column += width
            columns -= width

    def front_matter(self) -> cython.bint:
        """Skip front matter, between lines of three hyphens or plus signs; return False if bytes are missing."""
        window: bytes = self.window
        size: cython.Py_ssize_t = len(window)
        begin: cython.Py_ssize_t = 3 if window.startswith(b"\xef\xbb\xbf") else 0
        if size < 8 and not self.final:
            return False
        sign: bytes = window[begin : begin + 3]
        line: bytes = window[begin + 3 : begin + 5]
        self.at = begin
        if (sign == b"---" or sign == b"+++") and (line.startswith(b"\n") or line == b"\r\n"):
            end: cython.Py_ssize_t = window.find(b"\n" + sign, begin + 3, limits.MAX_FRONT_MATTER)
            while end >= 0 and window[end + 4 : end + 5] not in b"\r\n":
                end = window.find(b"\n" + sign, end + 1, limits.MAX_FRONT_MATTER)
            if (end < 0 or end + 5 > size) and size < limits.MAX_FRONT_MATTER + 8 and not self.final:
                self.at = 0
                return False
            if end >= 0:
                self.code(begin, end + 4)
                self.at = end + 4
        self.begun = True
        return True
