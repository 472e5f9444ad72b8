"""Which characters beyond ASCII, and which escaped ones, belong to a reference (RFC 3987 §2.2, RFC 8259 §7).

The second of the seven classes that make the kernel (:mod:`uri_extract.scan._kernel`).
"""

# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan import classes
from uri_extract.scan.punctuation import ends_reference

if cython.compiled:
    from cython.cimports.uri_extract.scan._lines_c import Lines
else:
    from uri_extract.scan._lines import Lines

_WORD = cython.declare(cython.int, classes.WORD)
_DIGIT = cython.declare(cython.int, classes.DIGIT)
#: Backslashes before one escaped character: a JSON text inside the strings of others doubles them each time.
_MOST_BACKSLASHES = cython.declare(cython.Py_ssize_t, 8)


@cython.cclass
class Characters(Lines):
    """What a byte that is no plain ASCII begins."""

    def __init__(self) -> None:
        Lines.__init__(self)
        self.classes = classes.CLASS
        self.beyond_ascii = self.western = self.quoted_before = self.escaped = False

    @cython.cfunc
    @cython.exceptval(check=False)
    def character(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the character at ``i`` ends, in UTF-8 (RFC 3629), else in windows-1252; -1: it is no part."""
        byte: cython.int = self.data[i]
        more: cython.int = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
        point: cython.int = byte & (0x3F >> more)
        valid: cython.bint = 0xC2 <= byte <= 0xF4
        k: cython.Py_ssize_t = i + 1
        while valid and k < i + 1 + more:
            byte = self.peek(k)
            valid = byte & 0xC0 == 0x80
            point = (point << 6) | (byte & 0x3F)
            k += 1
        if not valid or (more == 2 and point < 0x800) or (more == 3 and not 0x10000 <= point <= 0x10FFFF):
            if not self.letter(i):
                return -1
            self.western = True
            k = i + 1
        elif ends_reference(point):
            return -1
        self.beyond_ascii = True
        return k

    @cython.cfunc
    @cython.exceptval(check=False)
    def letter(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a lower-case letter of windows-1252 stands at ``i``, alone or one of two inside a word.

        In the encodings of East Asia bytes beyond ASCII come in pairs, in those of Cyrillic and Greek in words: what
        stands there would be the text's.
        """
        before: cython.int = self.data[i - 1] if i > 0 else 0
        behind: cython.int = self.peek(i + 1)
        if not self.lower(self.data[i]):
            return False
        if before >= 0x80:
            return self.lower(before) and (i < 2 or self.data[i - 2] < 0x80) and 97 <= (behind | 0x20) <= 122
        return behind < 0x80 or (self.lower(behind) and 97 <= (self.peek(i + 2) | 0x20) <= 122)

    @cython.cfunc
    @cython.exceptval(check=False)
    def lower(self, byte: cython.int) -> cython.bint:
        """Tell whether the byte is a lower-case letter beyond ASCII in windows-1252, one that people write."""
        return 0xDF <= byte < 0xFF and byte != 0xF7

    @cython.cfunc
    @cython.exceptval(check=False)
    def escape(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        r"""Return where the escape that begins at ``i`` ends; -1: it is none, or ends a reference.

        In a string JSON's and ECMAScript's: ``\/``, ``\u0026``, ``\x26``; elsewhere those of TeX, Markdown, and troff:
        ``\_``, ``\#``, ``\-``.
        """
        k: cython.Py_ssize_t = i
        point: cython.int = self.peek(i + 1)
        low: cython.int
        if not self.quoted_before:
            marked: cython.bint = (
                point == 95 or point == 35 or point == 37 or point == 38 or point == 126 or point == 45
            )
            return i + 2 if marked and self.flags[self.peek(i + 2)] & _WORD else -1
        if self.slash(i) > 0:
            return self.slash(i)
        while k < i + _MOST_BACKSLASHES and self.peek(k) == 92:
            k += 1
        point = self.unit(k)
        if point < 0x80:
            if point <= 0 or not self.classes[point]:
                return -1
            return k + (5 if self.peek(k) == 117 else 3)
        if 0xD800 <= point < 0xDC00:
            low = self.unit(k + 6) if self.peek(k + 5) == 92 else -1
            if not 0xDC00 <= low < 0xE000:
                return -1
            k += 6
        elif ends_reference(point) or self.peek(k) == 120:  # which is a letter of Latin 1, or a byte of UTF-8
            return -1
        self.beyond_ascii = True
        return k + 5

    @cython.cfunc
    @cython.exceptval(check=False)
    def slash(self, i: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return where the slash at ``i`` ends, -1: there is none; an escaped one says that it stands in a string."""
        k: cython.Py_ssize_t = i
        size: cython.int
        while k < i + _MOST_BACKSLASHES and self.peek(k) == 92:
            k += 1
        if self.peek(k) == 47:
            size = 1
        elif k > i and self.unit(k) == 47:
            size = 5 if self.peek(k) == 117 else 3
        else:
            return -1
        if k > i:
            self.quoted_before = self.escaped = True
        return k + size

    @cython.cfunc
    @cython.exceptval(check=False)
    def unit(self, i: cython.Py_ssize_t) -> cython.int:
        """Return what the four digits behind the "u" at ``i`` say, or the two behind an "x"; -1: there are none."""
        value: cython.int = 0
        byte: cython.int = self.peek(i)
        k: cython.Py_ssize_t
        if byte != 117 and byte != 120:
            return -1
        for k in range(i + 1, i + (5 if byte == 117 else 3)):
            byte = self.peek(k)
            if self.flags[byte] & _DIGIT:
                byte -= 48
            else:
                byte = (byte | 0x20) - 87
                if byte < 10 or byte > 15:
                    return -1
            value = value * 16 + byte
        return value
