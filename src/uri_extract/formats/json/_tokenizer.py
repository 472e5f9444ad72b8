"""Tokenize JSON in windows (RFC 8259): find the strings at given paths. Everything else is skipped, and not kept.

Damaged JSON is read as far as possible: an extra bracket, or a value without a comma, is noted (``damaged``) and
skipped. A line feed ends a string, since strings of JSON have none, so that a missing quotation mark does not change
the rest. Memory is bounded by the window and :data:`~uri_extract.limits.MAX_JSON_DEPTH` levels: deeper brackets are
only counted.
"""

from __future__ import annotations

from codecs import BOM_UTF8

from uri_extract._compat._typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:
    from uri_extract._compat import _cython as cython

from uri_extract.decode.json_strings import JsonString

if cython.compiled:
    from cython.cimports.libc.string import memchr
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        BACKSLASH, CARRIAGE_RETURN, COMMA, LEFT_BRACE, LEFT_BRACKET, LINE_FEED, QUOTATION_MARK, RIGHT_BRACE,
        RIGHT_BRACKET, SPACE, TAB,
    )  # fmt: skip
    from uri_extract.decode._json_strings import decoded

if TYPE_CHECKING:
    from uri_extract.formats.json.paths import Node


# The bytes of literals, numbers and colons.
_OTHERS = cython.declare(bytes, bytes(byte in b":-+.0123456789Eaeflnrstu" for byte in range(256)))

#: The types of results: a string, the start and the end of an object, the end of a line, a string that is too long.
STRING = 0
BEGIN = 1
END = 2
LINE = 3
TOO_LONG = 4


@cython.cclass
class JsonTokenizer:
    """Read windows of JSON; ``found`` are the results in order, each with its type and values.

    A string has the action of its path and a :class:`~uri_extract.decode.json_strings.JsonString`; an object has its
    scope, its place, and its line. With ``lines`` each line is a separate text (JSON Lines), whose end is a result too:
    with its number, its start, and whether it is damaged.
    """

    def __init__(self, root: Node, lines: bool) -> None:
        self.root: Node = root
        self.lines = lines
        self.found: list[tuple[Any, ...]] = []
        self.nodes: list[Any] = []
        self.objects = bytearray(limits.MAX_JSON_DEPTH + 1)
        self.line = 1
        self.line_start = 0
        self.damaged = False
        self.begin_text()

    def begin_text(self) -> cython.int:
        self.depth = self.ignored = 0
        self.value: Node | None = self.root
        self.is_key = self.in_string = self.escaped = self.seen = False
        self.nodes.clear()
        return 0

    def read(self, window: bytes, offset: cython.longlong, final: cython.bint) -> cython.Py_ssize_t:
        """Read the window, which is at byte ``offset``; return the start of an incomplete string, or the size."""
        data: cython.p_const_uchar = window
        end: cython.Py_ssize_t = len(window)
        at: cython.Py_ssize_t = 0
        others: cython.p_const_uchar = _OTHERS
        if not offset and window.startswith(BOM_UTF8):
            at = len(BOM_UTF8)
        while at < end:
            if self.in_string:
                at = self.pass_string(data, at, end)
                continue
            byte: cython.int = data[at]
            if byte == QUOTATION_MARK:
                self.seen = True
                if self.ignored or not (self.is_key or (self.value is not None and self.value.action)):
                    self.in_string = True
                    at += 1
                    continue
                stop: cython.Py_ssize_t = self.string(window, at + 1, offset, final)
                if stop < 0:
                    break
                at = stop
                continue
            at += 1
            if byte in (SPACE, CARRIAGE_RETURN, TAB):
                continue
            if byte == LINE_FEED:
                self.end_line(offset + at)
                continue
            self.seen = True
            if byte == COMMA:
                if not self.ignored and self.depth:
                    self.is_key = self.objects[self.depth] != 0
                    self.value = None if self.is_key else self.nodes[self.depth - 1]
            elif byte in (LEFT_BRACE, LEFT_BRACKET):
                self.open(byte == LEFT_BRACE, offset + at - 1)
            elif byte in (RIGHT_BRACE, RIGHT_BRACKET):
                self.close(byte == RIGHT_BRACE, offset + at)
            elif not others[byte]:
                self.damaged = True
        if final:
            self.damaged = self.damaged or self.in_string or self.depth > 0 or self.ignored > 0
            self.close_all(offset + end)
            if self.lines and (self.seen or self.damaged):
                self.found.append((LINE, self.line, self.line_start, self.damaged))
        return at

    def pass_string(
        self, data: cython.p_const_uchar, at: cython.Py_ssize_t, end: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Skip a string at no requested path; return its end, or that of the window."""
        if self.escaped:
            self.escaped = False
            at += data[at] != LINE_FEED
        while at < end:
            byte: cython.int = data[at]
            if byte == QUOTATION_MARK:
                self.in_string = False
                return at + 1
            if byte == LINE_FEED:
                self.in_string = False
                self.damaged = True
                return at
            if byte == BACKSLASH:
                at += 1
                if at == end:
                    self.escaped = True
                elif data[at] == LINE_FEED:
                    continue
            at += 1
        return min(at, end)

    def string(
        self, window: bytes, begin: cython.Py_ssize_t, offset: cython.longlong, final: cython.bint
    ) -> cython.Py_ssize_t:
        """Read the string at ``begin``, a key or a value; return the place after it, -1 if it is incomplete."""
        data: cython.p_const_uchar = window
        end: cython.Py_ssize_t = len(window)
        most: cython.Py_ssize_t = limits.MAX_JSON_KEY if self.is_key else limits.MAX_JSON_STRING
        stop: cython.Py_ssize_t = min(end, begin + most)
        at: cython.Py_ssize_t = self.end_of_string(data, begin, stop)
        feed: cython.Py_ssize_t = _find(data, LINE_FEED, begin, at)
        if feed >= 0:
            at = feed
        elif at == stop:
            if at == begin + most:
                return self.too_long(begin, offset)
            if not final:
                return -1
        raw: bytes = window[begin:at]
        if at == stop or feed >= 0:
            self.damaged = True
        else:
            at += 1
        if self.is_key:
            self.is_key = False
            node: Node = self.nodes[self.depth - 1]
            self.value = node.keys.get(decoded(raw) if BACKSLASH in raw else raw, node.others)
        else:
            assert self.value is not None
            string: Any = JsonString(offset + begin, raw, self.line, self.line_start)
            self.found.append((STRING, self.value.action, string))
        return at

    def end_of_string(
        self, data: cython.p_const_uchar, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Return the place of the quotation mark that ends a string, ``stop`` if there is none before."""
        at: cython.Py_ssize_t = begin
        quote: cython.Py_ssize_t = -1
        while True:
            if quote < at:
                quote = _find(data, QUOTATION_MARK, at, stop)
                if quote < 0:
                    return stop
            sign: cython.Py_ssize_t = _find(data, BACKSLASH, at, quote)
            if sign < 0:
                return quote
            at = sign + 2

    def too_long(self, begin: cython.Py_ssize_t, offset: cython.longlong) -> cython.Py_ssize_t:
        """Skip a string that exceeds the limit."""
        self.in_string = True
        if self.is_key:
            self.is_key = False
            self.value = None
        else:
            self.found.append((TOO_LONG, offset + begin))
        return begin

    def open(self, is_object: cython.bint, place: cython.longlong) -> cython.int:
        """Enter an object or an array. The values of an array have the path of the array."""
        if self.ignored or self.value is None or self.depth == limits.MAX_JSON_DEPTH:
            self.ignored += 1
            return 0
        node: Node = self.value
        self.nodes.append(node)
        self.depth += 1
        self.objects[self.depth] = is_object
        self.is_key = is_object
        if is_object:
            self.value = None
            if node.scope is not None:
                self.found.append((BEGIN, node.scope, place, self.line))
        return 0

    def close(self, is_object: cython.bint, place: cython.longlong) -> cython.int:
        if self.ignored:
            self.ignored -= 1
            return 0
        if not self.depth:
            self.damaged = True
            return 0
        if self.objects[self.depth] != is_object:
            self.damaged = True
        self.pop(place)
        self.is_key = False
        self.value = None
        if not self.depth:
            self.value = self.root
        elif not self.objects[self.depth]:
            self.value = self.nodes[self.depth - 1]
        return 0

    def pop(self, place: cython.longlong) -> cython.int:
        """End the innermost object or array."""
        node: Node = self.nodes.pop()
        if self.objects[self.depth] and node.scope is not None:
            self.found.append((END, node.scope, place))
        self.depth -= 1
        return 0

    def close_all(self, place: cython.longlong) -> cython.int:
        """End all open objects and arrays."""
        while self.depth:
            self.pop(place)
        return 0

    def end_line(self, place: cython.longlong) -> cython.int:
        """End a line; the next one begins at ``place``."""
        if self.lines:
            self.damaged = self.damaged or self.depth > 0 or self.ignored > 0
            if self.seen or self.damaged:
                self.close_all(place - 1)
                self.found.append((LINE, self.line, self.line_start, self.damaged))
                self.begin_text()
            self.damaged = False
        self.line += 1
        self.line_start = place
        return 0


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def _find(
    data: cython.p_const_uchar, byte: cython.int, begin: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.Py_ssize_t:  # fmt: skip
    """Return the place of a byte from ``begin`` to ``end``, -1 if there is none."""
    if begin >= end:
        return -1
    if not cython.compiled:
        return data.find(byte, begin, end)
    place: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(data + begin, byte, end - begin))
    return place - data if place != cython.NULL else -1
