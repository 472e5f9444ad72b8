"""Tokenize JSON in windows (RFC 8259): find the strings at given paths. Everything else is skipped, and not kept.

Damaged JSON is read as far as possible: an extra bracket, or a value without a comma, is noted (``damaged``) and
skipped. A line feed ends a string, since strings of JSON have none, so that a missing quotation mark does not change
the rest. Memory is bounded by the window and :data:`~uri_extract.limits.MAX_JSON_DEPTH` levels: deeper brackets are
only counted.
"""

from __future__ import annotations

from codecs import BOM_UTF8

import cython

from uri_extract._compat._typing import Any

if cython.compiled:
    from cython.cimports.libc.string import memset
else:
    from uri_extract import limits  # noqa: I001 - several to a line
    from uri_extract._compat._ascii import (
        BACKSLASH, CARRIAGE_RETURN, COLON, COMMA, DIGIT_0, DIGIT_9, DOT, EXCLAMATION_MARK, HYPHEN, LEFT_BRACE,
        LEFT_BRACKET, LINE_FEED, PLUS, QUOTATION_MARK, RIGHT_BRACE, RIGHT_BRACKET, SMALL_A, SMALL_Z, SPACE, TAB,
    )  # fmt: skip
    from uri_extract._compat._search import next_place
    from uri_extract.decode._json_strings import JsonString, decoded
    from uri_extract.rows import layout
    from uri_extract.rows._rows import Rows

# The bytes of literals, numbers and colons.
_OTHERS = cython.declare(bytes, bytes(byte in b":-+.0123456789Eaeflnrstu" for byte in range(256)))

#: The types of results: a string, the start and the end of an object, the end of a line, a string that is too long.
STRING = 0
BEGIN = 1
END = 2
LINE = 3
TOO_LONG = 4


class Node:
    """The values at a path. ``keys`` are the nodes of an object's members; ``others`` is that of all other members.

    ``action`` is the name under which a string is stored in its scope. ``scope`` is the name of an object whose strings
    are read together at its end (:mod:`uri_extract.formats.json.readers`).
    """

    def __init__(self) -> None:
        self.keys: dict[bytes, Node] = {}
        self.others: Node | None = None
        self.action: str | None = None
        self.scope: str | None = None

    def at(self, path: str) -> Node:
        """Return the node at a path, whose keys are separated by blanks; ``*`` is any other key."""
        node: Node = self
        for key in path.split():
            if key != "*":
                node = node.keys.setdefault(key.encode(), Node())
            else:
                if node.others is None:
                    node.others = Node()
                node = node.others
        return node

    def scoped(self, path: str, scope: str, *actions: str) -> Node:
        """Return the node at a path, with a scope and actions at paths within it.

        An action is ``path`` or ``path=name``; the default name is the last key of the path.
        """
        node = self.at(path)
        node.scope = scope
        for each in actions:
            inner, _, name = each.partition("=")
            node.at(inner).action = name or inner.split()[-1]
        return node


class JsonTokenizer:
    """Read windows of JSON; ``found`` are the results in order, each with its type and values.

    A string has the action of its path and a :class:`~uri_extract.decode.json_strings.JsonString`; an object has its
    scope, its place, and its line. With ``lines`` each line is a separate text (JSON Lines), whose end is a result too:
    with its number, its start, and whether it is damaged.
    """

    def __init__(self, root: Node, lines: bool) -> None:
        self.root: Node = root  # that of a whole text
        self.lines: cython.bint = lines
        self.found: list[tuple[Any, ...]] = []
        self.nodes: list[Any] = []  # the nodes of the open objects and arrays, the innermost last
        self.objects = bytearray(limits.MAX_JSON_DEPTH + 1)  # by depth, from 1 on: whether each is an object
        self.line = 1
        self.line_start: cython.longlong = 0
        self.damaged = False
        self.begin_text()

    def begin_text(self) -> cython.int:
        self.depth = self.ignored = 0  # the number of open brackets in a value that is skipped
        self.value: Node | None = self.root  # that of the next value
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
                self.seen = True  # the text has begun
                if self.ignored or not (self.is_key or (self.value is not None and self.value.action)):
                    self.in_string = True  # inside a string that is skipped
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
                    self.is_key = self.objects[self.depth] != 0  # the next string is a key
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
            self.escaped = False  # its last byte was a backslash
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
        quote: cython.Py_ssize_t = self.end_of_string(data, begin, stop)
        at: cython.Py_ssize_t = next_place(data, LINE_FEED, begin, quote)
        if at == stop:
            if at == begin + most:
                return self.too_long(begin, offset)
            if not final:
                return -1
        raw: bytes = data[begin:at]
        if at == stop or at < quote:
            self.damaged = True
        else:
            at += 1
        if self.is_key:
            self.is_key = False
            node: Node = self.nodes[self.depth - 1]
            self.value = node.keys.get(decoded(raw), node.others)
        else:
            assert self.value is not None
            string: JsonString = JsonString.__new__(JsonString)
            string.start = offset + begin
            string.raw = raw
            string.line = self.line
            string.line_start = self.line_start
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
                quote = next_place(data, QUOTATION_MARK, at, stop)
                if quote == stop:
                    return stop
            sign: cython.Py_ssize_t = next_place(data, BACKSLASH, at, quote)
            if sign == quote:
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


# ----------------------------------------------------------------------------------------------------------------------
# The objects whose strings are read together.

_STRING = cython.declare(cython.int, STRING)
_BEGIN = cython.declare(cython.int, BEGIN)
_END = cython.declare(cython.int, END)
_LINE = cython.declare(cython.int, LINE)
#: The memory that a string needs besides its bytes, and that an object needs.
_OVERHEAD = cython.declare(cython.Py_ssize_t, 128)


class Frame:
    """The strings of an object so far, by the names of their actions; and inner objects that are read with it."""

    def __init__(self, scope: str, start: int, number: int) -> None:
        self.scope = scope
        self.start: cython.longlong = start
        self.number: cython.longlong = number
        self.values: dict[str, list[JsonString]] = {}
        self.children: list[Frame] = []

    def first(self, name: str) -> Any:
        """Return the first string with a name, None if there is none."""
        found: Any = self.values.get(name)
        return found[0] if found else None

    def text(self, name: str) -> str:
        """Return the text of the first string with a name, "" if there is none."""
        found: Any = self.first(name)
        return "" if found is None else found.text

    def pop(self, *names: str) -> list[JsonString]:
        """Remove the strings with these names, and return them."""
        found: list[JsonString] = []
        for name in names:
            found += self.values.pop(name, ())
        return found

    def within(self, scope: str) -> list[Frame]:
        """Return the inner objects with that scope."""
        return [child for child in self.children if child.scope == scope]


class Objects:
    """The open objects of a document, the innermost last, with the strings that are read together at their end.

    ``scanner`` reads them. Other strings are scanned as text, and those of ``scanned`` too, unless that is None.
    Objects of ``parts`` are read with the object that contains them; those of ``numbered`` are counted in ``entries``.
    ``lines``: the number of an object is its line. ``most`` is the most bytes that wait for the end of an object.
    """

    def __init__(
        self, scanner: Any, scanned: frozenset[str] | None, parts: frozenset[str], numbered: frozenset[str], most: int
    ) -> None:  # fmt: skip
        self.scanner = scanner
        self.scanned = scanned
        self.lines = False
        self.parts = parts
        self.numbered = numbered
        self.most: cython.Py_ssize_t = most
        self.frames: list[Frame] = []
        self.held = self.entries = 0

    def take(self, found: list[Any]) -> list[int]:
        """Take results of the tokenizer; return the starts and ends, in turn, of strings not to be scanned as text."""
        masks: list[int] = []
        frames: list[Any] = self.frames
        token: tuple[Any, ...]
        for token in found:
            kind: cython.int = token[0]
            if kind == _STRING:
                action: str = token[1]
                string: JsonString = token[2]
                start: cython.longlong = string.start
                size: cython.Py_ssize_t = len(string.raw)
                if self.scanned is not None and action not in self.scanned:
                    masks.append(start)
                    masks.append(start + size)
                if not frames:
                    self.scanner.read_string(string, action)
                    continue
                frame: Frame = frames[-1]
                kept: Any = frame.values.get(action)
                if kept is None:
                    frame.values[action] = [string]
                else:
                    kept.append(string)
                self.held += size + _OVERHEAD
                if self.held > self.most:
                    self.scanner.read_open(frames)
                    self.held = 0  # the size of their strings
            elif kind == _BEGIN:
                if token[1] == "bookmark" and frames:
                    self.scanner.read_frame(frames[-1])
                self.entries += token[1] in self.numbered
                frames.append(Frame(token[1], token[2], token[3] if self.lines else self.entries))
            elif kind == _END:
                frame = frames.pop()
                if frames and frame.scope in self.parts:
                    if frame.values or frame.children:
                        cython.cast(Frame, frames[-1]).children.append(frame)
                    continue
                self.scanner.read_frame(frame)
                if not frames:
                    self.held = 0
            elif kind == _LINE:
                if token[3]:
                    self.scanner.report_line(token[1], token[2])
            else:
                self.scanner.report_too_long(token[1])
        return masks


def masked(window: bytes, end: cython.Py_ssize_t, offset: cython.longlong, masks: list[int]) -> bytes:
    """Return the window up to ``end`` with NUL for each byte of ``masks``, the starts and ends of document spans."""
    if not masks:
        return window[:end] if end < len(window) else window
    text: bytearray = bytearray(window[:end])
    if cython.compiled:
        data: cython.p_char = text
    for k in range(0, len(masks), 2):
        start: cython.Py_ssize_t = masks[k] - offset
        stop: cython.Py_ssize_t = masks[k + 1] - offset
        if cython.compiled:
            memset(data + start, 0, stop - start)
        else:
            text[start:stop] = bytes(stop - start)
    return bytes(text)


# ----------------------------------------------------------------------------------------------------------------------
# References that are whole strings.

_NOWHERE = cython.declare(tuple, (None, None))


def _is_plain(raw: bytes, least: cython.int, most: cython.Py_ssize_t) -> cython.bint:
    """Return True for at most that many bytes of printable ASCII that need no decoding; ``least`` is a blank or "!"."""
    data: cython.p_const_uchar = raw
    for k in range(len(raw)):
        if data[k] < least or data[k] > 0x7E or data[k] == BACKSLASH:
            return False
    return len(raw) <= most


def _has_scheme(raw: bytes) -> cython.bint:
    """Return True if a scheme begins the reference (RFC 3986 §3.1)."""
    data: cython.p_const_uchar = raw
    for k in range(len(raw)):
        byte: cython.int = data[k]
        if SMALL_A <= byte | 0x20 <= SMALL_Z or (k and (DIGIT_0 <= byte <= DIGIT_9 or byte in (PLUS, HYPHEN, DOT))):
            continue
        return k > 0 and byte == COLON
    return False


def add_plain(
    found: Rows, string: JsonString, bases: Any, origin: Any, delimiter: cython.longlong, element: Any, attribute: Any
) -> cython.Py_ssize_t:  # fmt: skip
    """Add a whole string as a reference; return its row, -1 if it needs decoding, and nothing was added."""
    raw: bytes = string.raw
    if not raw or not _is_plain(raw, EXCLAMATION_MARK, limits.MAX_REFERENCE - 1):
        return -1
    start: cython.longlong = string.start
    bits: cython.longlong = delimiter | (layout.URI if _has_scheme(raw) else layout.RELATIVE)
    return found.copy(
        raw, 0, len(raw), start, string.line, start - string.line_start + 1, bits, bases, origin, element, attribute
    )  # fmt: skip


def add_links(
    frames: list[Frame], found: Rows, bases: Any, origin: Any, place: Any, read_other: Any
) -> None:  # fmt: skip
    """Add the links among objects, in order; call ``read_other`` with other objects, and with links to be decoded.

    ``place`` returns the element and the attribute of a link's path, of which the first bytes are passed.
    """
    frame: Frame
    for frame in frames:
        if frame.scope == "link":
            paths: Any = frame.values.get("path")
            element_attribute: tuple[Any, ...] = _NOWHERE
            if paths:
                path: JsonString = paths[0]
                element_attribute = place(path.raw[: limits.MAX_WAT_PATH])
            if _add_link(frame, found, bases, origin, element_attribute[0], element_attribute[1]):
                continue
        read_other(frame)


def _add_link(
    frame: Frame, found: Rows, bases: Any, origin: Any, element: Any, attribute: Any
) -> cython.bint:  # fmt: skip
    """Add a link whose values need no decoding, and remove them; return False, and do nothing, for another one."""
    values: dict[str, Any] = frame.values
    urls: Any = values.get("url")
    if urls is None or len(urls) != 1:
        return False
    text: bytes = b""
    texts: Any = values.get("text")
    if texts:
        text = texts[0].raw
        if not _is_plain(text, SPACE, limits.MAX_LINK_TEXT):
            return False
    row: cython.Py_ssize_t = add_plain(
        found, urls[0], bases, origin, layout.ATTRIBUTE if attribute is not None else layout.CSS, element, attribute
    )
    if row < 0:
        return False
    text = b" ".join(text.split())
    if text:
        found.set_link_text(row, text)
    rels: Any = values.get("rel")
    if rels:
        found.set_rel(row, rels[0].text)
    del values["url"]
    return True
