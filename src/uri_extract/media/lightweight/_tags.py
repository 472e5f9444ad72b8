# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Code, autolinks and HTML in Markdown (CommonMark 0.31 §6.1, §6.5, §6.6): the first one of four classes.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract._ascii import (
        AMPERSAND,
        APOSTROPHE,
        AT,
        COLON,
        DOT,
        EQUALS,
        EXCLAMATION_MARK,
        GREATER_THAN,
        HYPHEN,
        LESS_THAN,
        QUESTION_MARK,
        QUOTATION_MARK,
        SLASH,
        SPACE,
    )  # fmt: skip
    from uri_extract.pages._bytes import next_byte

# Classes of bytes: white space, ASCII punctuation (§2.1), a significant sign of text, bytes of a tag's name and of an
# attribute's name, bytes that an unquoted value must not contain (§6.6), a letter, bytes of the local part of a mail
# address (§6.5).
BLANK, PUNCTUATION, SIGN, NAME, ATTRIBUTE, NOT_VALUE, LETTER, LOCAL = 1, 2, 4, 8, 16, 32, 64, 128
_BLANK = cython.declare(cython.int, BLANK)
_NAME = cython.declare(cython.int, NAME)
_ATTRIBUTE = cython.declare(cython.int, ATTRIBUTE)
_NOT_VALUE = cython.declare(cython.int, NOT_VALUE)
_LETTER = cython.declare(cython.int, LETTER)
_LOCAL = cython.declare(cython.int, LOCAL)
CLASSES = bytes(
    (byte in b" \t\n\r\f\x0b") * BLANK
    | (0x20 < byte < 0x7F and not chr(byte).isalnum()) * PUNCTUATION
    | (byte in b"\\`<[]!") * SIGN
    | ((byte < 0x7F and chr(byte).isalnum()) or byte == 0x2D) * NAME
    | ((byte < 0x7F and chr(byte).isalnum()) or byte in b"_.:-@") * ATTRIBUTE
    | (byte in b" \t\n\r\f\x0b\"'=<>`") * NOT_VALUE
    | (byte < 0x7F and chr(byte).isalpha()) * LETTER
    | ((byte < 0x7F and chr(byte).isalnum()) or byte in b".!#$%&'*+/=?^_`{|}~-") * LOCAL
    for byte in range(256)
)
_CLASSES = cython.declare(bytes, CLASSES)
# Elements with raw text: without an end tag they would contain the rest of the document (GFM §6.11).
_RAW = cython.declare(
    frozenset,
    frozenset(b"title textarea style xmp iframe noembed noframes script plaintext noscript".split()),
)
_LONGEST_RAW = cython.declare(cython.Py_ssize_t, 9)
# The maximum of bytes between two dots of a domain (§6.5).
_LONGEST_LABEL = cython.declare(cython.Py_ssize_t, 63)


@cython.cclass
class Tags:
    """A window, and the places of code and of HTML in it.

    ``verbatim`` are the spans of code in which character references are not decoded; positions count from the start of
    the window. ``neutral`` is the window with each ``<`` masked that is not HTML's. ``examined`` is the number of bytes
    examined.
    """

    def __init__(self) -> None:
        self.window = b""
        self.neutral = bytearray()
        self.data = self.neutral
        self.verbatim: list[tuple[int, int]] = []
        self.examined = 0
        self.failed = 0

    def code(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Mark a span as code."""
        self.hide(begin, end)
        if next_byte(self.window, AMPERSAND, begin, end) >= 0:
            self.verbatim.append((begin, end))
        return 0

    def hide(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Mask each ``<`` in a span."""
        data: cython.p_uchar = self.data
        i: cython.Py_ssize_t
        for i in range(begin, end):
            if data[i] == LESS_THAN:
                data[i] = 1

    def blanks(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of white space."""
        while i < end and _CLASSES[self.data[i]] & _BLANK:
            i += 1
        return i

    def angle(self, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of an autolink (§6.5) or HTML (§6.6) that begins with this ``<``; -1 if it is text."""
        data: cython.p_uchar = self.data
        classes: cython.p_const_uchar = _CLASSES
        after: cython.Py_ssize_t
        at: cython.Py_ssize_t = i + 1
        if at >= end:
            return -1
        if data[at] == EXCLAMATION_MARK:
            if self.window[at + 1 : at + 3] == b"--":
                return self.find(b"-->", at + 1, end)
            return self.find(b">", at + 1, end) if at + 1 < end and classes[data[at + 1]] & _LETTER else -1
        if data[at] == QUESTION_MARK:
            return self.find(b"?>", at + 1, end)
        if data[at] != SLASH and not classes[data[at]] & _LETTER:
            return -1
        while at < end and classes[data[at]] & _ATTRIBUTE and data[at] != COLON:
            at += 1
        if at < end and data[at] == COLON and at - i > 2:  # an autolink, which the text scanner finds
            after = at
            while after < end and data[after] > SPACE and data[after] != LESS_THAN and data[after] != GREATER_THAN:
                after += 1
            self.examined += after - i
            if after < end and data[after] == GREATER_THAN:
                data[i] = 1
                return after + 1
        after = self.tag(i, end)
        if after > 0 and data[i + 1] != SLASH:
            at = i + 1
            while classes[data[at]] & _NAME and at - i <= _LONGEST_RAW:
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
        label: cython.Py_ssize_t
        while at < end and classes[data[at]] & _LOCAL:
            at += 1
        self.examined += at - i
        if at == i + 1 or at >= end or data[at] != AT:
            return -1
        while True:
            at += 1
            label = at
            while at < end and classes[data[at]] & _NAME and at - label <= _LONGEST_LABEL:
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
        space: cython.Py_ssize_t
        quote: cython.int
        if self.failed <= 0:
            return -1
        i += 1
        closing: cython.bint = data[i] == SLASH
        if closing:
            i += 1
        if i >= end or not classes[data[i]] & _LETTER:
            return -1
        while i < end and classes[data[i]] & _NAME:
            i += 1
        while i < end:
            space = i
            i = self.blanks(i, end)
            if i < end and data[i] == SLASH and not closing:
                i += 1
                if i < end and data[i] == GREATER_THAN:
                    break
                i = end
            elif i < end and data[i] == GREATER_THAN:
                break
            elif i == space or closing or i >= end or not classes[data[i]] & _ATTRIBUTE or data[i] == HYPHEN:
                self.failed -= i - begin
                self.examined += i - begin
                return -1
            while i < end and classes[data[i]] & _ATTRIBUTE:
                i += 1
            space = self.blanks(i, end)
            if space >= end or data[space] != EQUALS:
                continue
            i = self.blanks(space + 1, end)
            if i < end and (data[i] == QUOTATION_MARK or data[i] == APOSTROPHE):
                quote = data[i]
                i += 1
                while i < end and data[i] != quote:
                    i += 1
                i += 1
            else:
                space = i
                while i < end and not classes[data[i]] & _NOT_VALUE:
                    i += 1
                if i == space:
                    i = end
        self.examined += min(i, end) - begin
        if i >= end:
            self.failed -= end - begin
            return -1
        return i + 1
