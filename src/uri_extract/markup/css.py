"""References in CSS: ``url()``, ``src()``, ``image-set()``, ``@import`` (CSS Syntax Level 3, CSS Values Level 4 §4.5).

The search hops between signs that may begin a reference, or hide one: a comment, a string, an escape, ``(``, an
at-keyword; bytes between them are not examined. The name of a function is read backwards from its ``(``. An incomplete
token is read again when twice as many bytes have come. So the result does not depend on how the input is cut, and no
byte is examined often.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._ascii import BACKSLASH
from uri_extract._compat._typing import Any
from uri_extract._compat._variants import compiled
from uri_extract.limits import MAX_REFERENCE
from uri_extract.markup.urls import Found, url
from uri_extract.uri.patterns import repeated

# The kernel for plain stretches of a sheet; None if it was not built or is switched off: then a pattern is faster.
_KERNEL: Any = compiled("uri_extract.markup._css")

# The meaning of a string after "(": the URL of the function, or of one of its images. A string inside type() is
# neither.
_FUNCTIONS = {b"url": "url", b"src": "src", b"image-set": "set", b"-webkit-image-set": "set"}
# The last letters of the names of functions with a URL.
_LAST_OF_URL = b"".join(name[-1:] + name[-1:].upper() for name, kind in _FUNCTIONS.items() if kind != "set")
_LONGEST = 17
_LONGEST_ESCAPED = 8 * _LONGEST  # an escape has a backslash, up to six digits and white space
_PIECE = 256  # the minimum of new bytes to continue reading
_LOOKBEHIND = 160  # of a declaration of a namespace; a longer word is recognised as such, and "<!--" may precede it

# §4.2 and §4.3.7: the bytes of an identifier, and escapes. A line break cannot be escaped, and ends a string; it may
# also be a carriage return or a form feed (§3.3).
_LETTER = rb"[-0-9A-Za-z_\0\x80-\xff]"  # a NUL is U+FFFD (§3.3)
_HEX = rb"[0-9A-Fa-f]{1,6}+(?>\r\n|[ \t\n\r\f]|)"
_ESCAPE = rb"\\(?:" + _HEX + rb"|[^\n\r\f0-9A-Fa-f])"
_WORD = re.compile(repeated(_LETTER + rb"++|" + _ESCAPE))
_LETTERS = b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_\0" + bytes(range(0x80, 0x100))  # the same
_SPACE = re.compile(rb"[ \t\n\r\f]*+")

_SIGN = re.compile(rb"/\*|[\"'(\\]|@(?=[iI\\])")
_SIGN_INSIDE = re.compile(rb"/\*|[\"'()\\;{}]|@(?=[iI\\])")  # of image-set()

# §4.3.5, §4.3.6, §4.3.14: the rest of a string, an unquoted URL, the remnants of a bad one. White space after an escape
# belongs to it and may be a line break, so an incomplete one is not read yet.
_IN_STRING = rb"\\(?:" + _HEX + rb"(?!\Z)|\r\n|[^0-9A-Fa-f])"
_STRINGS = {
    quote: re.compile(rb"[^\\\n\r\f%b]*+" % quote + repeated(_IN_STRING + rb"[^\\\n\r\f%b]*+" % quote))
    for quote in (b'"', b"'")
}
_UNQUOTED = rb"[^\x01-\x20\x7f\"'()\\]*+"
_URL = re.compile(_UNQUOTED + repeated(_ESCAPE + _UNQUOTED))
_BAD_URL = re.compile(rb"[^\\)]*+" + repeated(rb"\\[\0-\xff][^\\)]*+"))

# A declaration of a namespace up to its name (CSS Namespaces §3): the text scanner finds a URI in it, as a name.
_NAMESPACE = re.compile(
    rb"@namespace[ \t\n\r\f]++(?>[^ \t\n\r\f\"'(]{1,64}+[ \t\n\r\f]++)?url\([ \t\n\r\f]*+[\"']?", re.IGNORECASE
)

_LINE_BREAK = r"\\(?:\r\n|[\n\r\f])"
_UNESCAPED = re.compile(
    r"\\(?:([0-9A-Fa-f]{1,6})(?:\r\n|[ \t\n\r\f])?|((?:\r\n|[\n\r\f])" + repeated(_LINE_BREAK) + r")|(.)|\Z)|\0",
    re.DOTALL,
)
_ENDS = bytes(range(1, 0x21))  # as in the URL parser; a NUL is U+FFFD here (§3.3)


def references(text: str) -> list[Found]:
    """Return the references in the value of a ``style`` attribute, which cannot have imports."""
    source = text.encode("utf-8", "replace")
    sheet = Stylesheet(imports=False, limit=max(MAX_REFERENCE, len(source)))
    found = sheet.feed(source, final=True)
    if not found or len(source) == len(text):
        return found
    in_characters: list[Found] = []
    at = characters = 0
    for each in found:
        begin = characters + len(source[at : each.start].decode())
        at, characters = each.end, begin + len(source[each.start : each.end].decode())
        in_characters.append(Found(each.text, begin, characters))
    return in_characters


def is_namespace(text: bytes, start: int) -> bool:
    """Return True if the URL at ``start`` of a style sheet is the name of a namespace (CSS Namespaces §3)."""
    at = text.rfind(b"@", max(0, start - _LOOKBEHIND), start)
    return at >= 0 and _NAMESPACE.fullmatch(text, at, start) is not None


class Stylesheet:
    """Find the references in one style sheet, such as the text of a ``<style>``. Sans-IO.

    Takes bytes in UTF-8. Returns references whose ``start`` and ``end`` are offsets in all bytes fed, without quotes
    and surrounding white space. An empty one refers to nothing (CSS Values Level 4 §4.5.1) and is left out. An import
    counts anywhere. ``too_long`` has the start of each reference of more than ``limit`` bytes. ``names``: also return
    names of namespaces (:func:`is_namespace`). ``compiled``: use the kernel, if it was built.
    """

    def __init__(
        self, *, imports: bool = True, limit: int = MAX_REFERENCE, names: bool = False, compiled: bool = True
    ) -> None:
        self._names = names
        self._kernel = _KERNEL if compiled else None
        self._imports = imports
        self._limit = limit
        self._text = b""  # the last bytes, with those before that may be read backwards
        self._offset = 0  # the start of these
        self._at = 0  # the number of these that were read
        self._pending: list[bytes] = []  # chunks after these
        self._wanted = 0  # the number of bytes still needed to continue
        self._carriage_return = b""  # held until it is known if a line feed follows
        self._skipped: bytes | None = None  # inside a token that is skipped: its closing sign
        self._expected: int | None = None  # the start of white space before a possible string that would be a reference
        self._depth = 0  # of parentheses open in image-set(), including its own
        self._found: list[Found] = []
        self.too_long: list[int] = []
        #: The number of bytes examined, including repetitions.
        self.examined: int = 0

    def feed(self, chunk: bytes, final: bool = False) -> list[Found]:
        """Take the next bytes; return the references that they completed."""
        chunk = self._carriage_return + chunk
        self._carriage_return = b"\r" if chunk.endswith(b"\r") and not final else b""
        self._pending.append(chunk.removesuffix(self._carriage_return))
        self._wanted -= len(self._pending[-1])
        if self._wanted <= 0 or final:
            self._text += b"".join(self._pending)
            self._pending.clear()
            self._read(final)
            if not self._names:
                self._found = [each for each in self._found if not is_namespace(self._text, each.start - self._offset)]
            begin = max(0, self._at - _LOOKBEHIND)
            # An incomplete token is read again when it is twice as long.
            self._wanted = max(_PIECE, len(self._text) - self._at)
            self._text = self._text[begin:]
            self._offset += begin
            self._at -= begin
            if self._expected is not None:
                self._expected -= begin
        found, self._found = self._found, []
        return found

    def close(self) -> list[Found]:
        """Read the end of the sheet; return open references, which the end closes (§4.3.5, §4.3.6)."""
        return self.feed(b"", final=True)

    @property
    def settled(self) -> int:
        """The offset in all bytes fed before which everything was found."""
        return self._offset + self._at

    def _read(self, final: bool) -> None:
        while self._at < len(self._text):
            if self._kernel and not self._skipped and not self._depth and self._expected is None:
                at = self._at
                self._at = self._kernel.skim(self._text, at, len(self._text), self._limit, self._offset, self._found)
                self.examined += self._at - at
                if self._at == len(self._text):
                    return
            end = self._skip(self._skipped) if self._skipped else self._token(final)
            if end is None:  # not whole
                return
            self._at = end

    def _skip(self, sign: bytes) -> int | None:
        """Skip to the end of a token that ends with ``sign``; return that end, None if it has not come yet."""
        text, at = self._text, self._at
        if sign == b"*/":
            closing = text.find(sign, at)
            end = closing if closing >= 0 else len(text) - text.endswith(b"*", at)
        else:
            end = _end(_BAD_URL if sign == b")" else _STRINGS[sign], text, at)
            closing = end if end < len(text) and text[end] != 0x5C else -1
        self.examined += end - at
        if closing < 0:
            self._at = end
            return None
        self._skipped = None
        if sign == b"*/":
            self._expected = None if self._expected is None else end + 2
            return end + 2
        return end + 1 if text.startswith(sign, end) else end  # a line break also ends a string

    def _token(self, final: bool) -> int | None:
        """Return the end of the next significant token, or of its settled part."""
        text, at = self._text, self._at
        match = (_SIGN_INSIDE if self._depth else _SIGN).search(text, at)
        while self._depth and match is not None and match[0] == b"(" and text[match.start() - 1] not in _LAST_OF_URL:
            self._depth += 1  # a string in another function is not a reference
            self._expected = None
            self.examined += match.end() - at
            self._at = at = match.end()
            match = _SIGN_INSIDE.search(text, at)
        if match is None:
            self.examined += len(text) - at
            end = len(text) - (not final and text.endswith((b"/", b"@"), at))
            self._space_until(end)
            self._at = end
            return None
        begin, sign = match.start(), match[0]
        self.examined += match.end() - at
        self._space_until(begin)
        if sign == b"/*":
            self._skipped = b"*/"
            return match.end()
        self._at = begin
        if sign in _STRINGS:
            return self._string(begin, sign, final)
        if sign == b"\\":
            return self._escaped_word(begin, final)
        if sign == b"@":
            return self._at_keyword(begin, final)
        self._expected = None
        if sign == b"(":
            return self._function(self._word_before(begin), begin, final)
        self._depth = self._depth - 1 if sign == b")" else 0
        return match.end()

    def _space_until(self, end: int) -> None:
        """Stop expecting a string if there is anything but white space before ``end``."""
        if self._expected is not None:
            self._expected = end if _SPACE.fullmatch(self._text, self._expected, end) else None

    def _string(self, begin: int, quote: bytes, final: bool) -> int | None:
        wanted = self._expected is not None or self._depth == 1
        if not wanted:
            self._skipped = quote
            return begin + 1
        text = self._text
        end = _end(_STRINGS[quote], text, begin + 1)
        self.examined += end - begin
        if end - begin <= self._limit:
            open_end = text[end : end + 1] in (b"", b"\\")
            if open_end and not final:
                return None
            if open_end:
                end = len(text) - (text[end:] == b"\\")  # an escape at the end means nothing
            closes = text.startswith(quote, end)
            if open_end or closes:
                self._add(begin + 1, end)
            self._expected = None
            return end + closes
        self.too_long.append(self._offset + begin + 1)
        self._expected = None
        self._skipped = quote  # it ends there
        return end

    def _word_before(self, end: int) -> bytes:
        """Return the name of the function that ends at ``end``, empty if it is not a word."""
        begin = self._word_begin(end)
        return self._name(begin, end) if begin < end else b""

    def _word_begin(self, end: int) -> int:
        """Return the start of the word without escapes that ends at ``end``, or a place in it if it is too long."""
        before = self._text[max(0, end - _LONGEST - 1) : end]
        size = len(before) - len(before.rstrip(_LETTERS))
        self.examined += size
        return end - size

    def _name(self, begin: int, end: int) -> bytes:
        """Return the identifier from ``begin`` to ``end``, decoded and in lower case; empty after ``#`` and ``@``."""
        text = self._text
        if begin and text[begin - 1] in b"#@":
            return b""
        if text.startswith(b"--", begin) and text[begin - 2 : begin] == b"<!" and text[begin - 3 : begin - 2] != b"\\":
            begin += 2  # §4.3.1: "<!--" is a token
        name = text[begin:end]
        return (_unescaped(name) if BACKSLASH in name else name.decode("latin-1")).lower().encode("utf-8")

    def _escaped_word(self, begin: int, final: bool) -> int | None:
        text = self._text
        start = self._word_begin(begin)
        end = self._word_end(begin, final)
        if end is None:
            return None
        self._expected = None
        if text[end : end + 1] == b"(":
            name = self._name(start, end) if end - start <= _LONGEST_ESCAPED else b""
            return self._function(name, end, final)
        return max(end, begin + 1)  # a backslash before a line break is not an escape

    def _word_end(self, begin: int, final: bool) -> int | None:
        """Return the end of the word that continues at ``begin``; None if more bytes may continue it."""
        text = self._text
        match = _WORD.match(text, begin, begin + self._limit)  # significant words are shorter
        end = match.end() if match else begin
        self.examined += end - begin
        if final or end < len(text) - text.endswith(b"\\", end) or len(text) >= begin + self._limit:
            return end
        return None

    def _at_keyword(self, begin: int, final: bool) -> int | None:
        end = self._word_end(begin + 1, final)
        if end is None:
            return None
        keyword = self._text[begin + 1 : end] if end - begin <= _LONGEST_ESCAPED else b""
        name = _unescaped(keyword).lower()
        self._expected = end if self._imports and name == "import" else None
        if self._text[end : end + 1] == b"(":  # not a function
            return self._function(b"", end, final)
        return end

    def _function(self, name: bytes, opening: int, final: bool) -> int | None:
        """Read the beginning of a function, or all of it if it is an unquoted URL."""
        text = self._text
        kind = _FUNCTIONS.get(name)
        if kind == "url":
            start = _end(_SPACE, text, opening + 1)
            if text[start : start + 1] not in (b'"', b"'"):
                return self._unquoted(opening, start, final)
        if kind == "set" or self._depth:
            self._depth += 1
        self._expected = opening + 1 if kind in ("url", "src") else None
        return opening + 1

    def _unquoted(self, opening: int, start: int, final: bool) -> int | None:
        """Read an unquoted URL (§4.3.6)."""
        text = self._text
        end = _end(_URL, text, start)
        after = _end(_SPACE, text, end)
        self.examined += after - opening
        if after - opening > self._limit:
            self.too_long.append(self._offset + start)
        else:
            if after >= len(text) - text.endswith(b"\\", after):
                if not final:
                    return None
                if after == end:  # an escaped end is U+FFFD
                    end = after = len(text)
            if after == len(text) or text[after] == 0x29:
                self._add(start, end)
                return min(after + 1, len(text))
        self._skipped = b")"
        return after

    def _add(self, start: int, end: int) -> None:
        source = self._text[start:end]
        stripped = source.lstrip(_ENDS)
        start += len(source) - len(stripped)
        escaped = BACKSLASH in stripped
        if not escaped:
            stripped = stripped.rstrip(_ENDS)
        text = stripped.decode("utf-8", "replace")
        reference = url(_unescaped_text(text) if escaped or b"\0" in stripped else text).text
        if reference:
            start += self._offset
            self._found.append(Found(reference, start, start + len(stripped)))


def _end(pattern: re.Pattern[bytes], text: bytes, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _unescaped(name: bytes) -> str:
    """Return an identifier with its escapes decoded."""
    return _unescaped_text(name.decode("utf-8", "replace"))


def _unescaped_text(text: str) -> str:
    """Return CSS text with its escapes decoded (§4.3.7)."""
    return _UNESCAPED.sub(_meant, text)


def _meant(match: re.Match[str]) -> str:
    digits, line_break, character = match.groups()
    if digits:
        number = int(digits, 16)
        return "\ufffd" if number == 0 or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF else chr(number)
    if line_break:
        return ""
    return character if character and character != "\0" else "\ufffd"
