"""Content lines in chunks (RFC 5545 §3.1, RFC 6350 §3.2): they are unfolded, and escapes in their values decoded.

The reader reports of each run of bytes if it was kept, replaced or left out; a sink that records this can map each byte
of the output to its place in the file. A fold may be anywhere, also inside a character or after a backslash. A decision
depends on at most :data:`REACH` bytes, or :data:`~uri_extract.limits.MAX_PARAMETERS` bytes of the name and parameters
of a property, so nothing depends on how the input is cut into chunks.
"""

from __future__ import annotations

import uri_extract._re as re
from uri_extract._typing import Final, Protocol
from uri_extract.limits import MAX_PARAMETERS
from uri_extract.media.calendar.properties import BINARY, HTML, NONE, TEXT, URI, Property, property_of
from uri_extract.media.text import SEPARATOR

#: Most bytes of a token and of what decides where it ends.
REACH: Final = 8
# Bytes of names and parameters that wait for their line's end: more are copied only when a quarter more has come.
_SHORT: Final = 1024

_FOLD: Final = rb"\r?\n[ \t]"
_END: Final = rb"\r?\n(?![ \t])"
_LINE_END: Final = re.compile(rb"\n(?![ \t])")
_FOLDS: Final = re.compile(_FOLD)


def _tokens(*others: bytes) -> re.Pattern[bytes]:
    """Return the pattern of the tokens of a value that are not plain text: these, folds, and the end of the line."""
    return re.compile(rb"|".join((*others, rb"(?P<fold>" + _FOLD + rb")", rb"(?P<end>" + _END + rb")")))


# TEXT has escapes (RFC 5545 §3.3.11, RFC 6350 §3.4); some programs write one before a colon too. URI has none
# (§3.3.13), but no backslash either: one before a delimiter was put there by a program that escapes all values alike.
_ESCAPES: Final = rb"\\(?:" + _FOLD + rb")?(?P<escaped>["
_HEX: Final = rb"=(?:\r?\n|(?P<octet>[0-9A-Fa-f]{2}))"
_TOKENS: Final = {
    (TEXT, False): _tokens(_ESCAPES + rb"\\;,:nN])"),
    (HTML, False): _tokens(_ESCAPES + rb"\\;,:nN])"),
    (URI, False): _tokens(_ESCAPES + rb";,:])"),
    (BINARY, False): _tokens(),
    (NONE, False): _tokens(),
    (TEXT, True): _tokens(_HEX, _ESCAPES + rb"\\;,:])"),
    (HTML, True): _tokens(_HEX, _ESCAPES + rb"\\;,:])"),
    (URI, True): _tokens(_HEX, _ESCAPES + rb";,:])"),
}
_LINE_BREAK: Final = frozenset((b"n", b"N"))
# What two hexadecimal digits mean, in either case.
_DIGITS: Final = b"0123456789ABCDEFabcdef"
_OCTETS: Final = {bytes((a, b)): bytes((int(chr(a) + chr(b), 16),)) for a in _DIGITS for b in _DIGITS}
# Of these versions (vCard 2.1, vCalendar 1.0) a fold keeps its white space, as in mail (RFC 822 §3.1.1).
_VERSION: Final = re.compile(rb"VERSION[ \t]*:[ \t]*([0-9.]+)", re.IGNORECASE)
_KEEPS_BLANKS: Final = frozenset((b"2.1", b"1.0"))


class Sink(Protocol):
    """The output of :class:`ContentLines`."""

    def begin(self, is_html: bool) -> None:
        """Begin a value that is HTML, or end it."""

    def keep(self, text: bytes) -> None:
        """Take the next bytes of the input, as they are."""

    def replace(self, text: bytes, original: bytes) -> None:
        """Take the text that is decoded from the next bytes of the input, ``original``."""

    def skip(self, size: int) -> None:
        """Pass over the next bytes of the input."""

    def binary(self, name: bytes) -> None:
        """Note that the value which follows is binary data that may be a document."""


class ContentLines:
    """Read content lines, and call a sink for each run of bytes."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._held = b""
        self._waiting: list[bytes] = []  # what has come since, and its size
        self._size = 0
        self._searched = 0  # bytes at the start of what is held without a line end
        self._property: Property | None = None  # None: at the beginning of a line
        self._tokens = _TOKENS[NONE, False]
        self._keeps_blanks = False

    def feed(self, chunk: bytes, final: bool = False) -> None:
        """Take the next bytes."""
        if self._held:
            self._waiting.append(chunk)
            self._size += len(chunk)
            if len(self._held) > _SHORT and self._size < len(self._held) >> 2 and not final:
                return
            chunk = b"".join((self._held, *self._waiting))
            self._waiting.clear()
            self._size = 0
        text, at = chunk, 0
        while at < len(text):
            if self._property is None:
                begun = self._begin(text, at, final)
                if begun < 0:
                    break
                at = begun
                continue
            stop = len(text) if final else len(text) - REACH
            if at >= stop:
                break
            at = self._value(text, at, stop)
        self._held = text[at:]

    def _begin(self, text: bytes, at: int, final: bool) -> int:
        """Read the name and parameters of the line at ``at``; return where its value begins, -1 if bytes are missing.

        None are missing if the line has ended, or is longer than a name and parameters may be.
        """
        end = _LINE_END.search(text, max(at, at + self._searched - 1), at + MAX_PARAMETERS)
        if end is not None and end.end() == len(text) and not final:
            end = None  # what follows may be a blank
        stop = at + MAX_PARAMETERS if end is None else end.end()
        if end is None and len(text) < stop and not final:
            self._searched = max(0, len(text) - at - 1)
            return -1
        self._searched = 0
        raw = text[at:stop]
        line = _FOLDS.sub(b"", raw) if raw.find(b"\n", 0, -1) >= 0 else raw
        self._property = each = property_of(line)
        if line[:1] in (b"V", b"v"):
            version = _VERSION.match(line)
            if version is not None:
                self._keeps_blanks = version[1] in _KEEPS_BLANKS
        self._tokens = _TOKENS[each.kind, each.quoted_printable]
        if each.kind != NONE:
            if line is raw:
                self._keep(raw[: each.size - 1])
                at += each.size - 1
            else:
                at += self._header(raw, each.size - 1)
            self._sink.replace(SEPARATOR, b":")
            at += 1
        if each.kind == HTML:
            self._sink.begin(True)
        if each.is_document:
            self._sink.binary(each.name)
        return at

    def _header(self, raw: bytes, size: int) -> int:
        """Give the name and parameters, ``size`` bytes without folds; return how many bytes they are with them."""
        at = 0
        for fold in _FOLDS.finditer(raw):
            if fold.start() - at > size:
                break
            self._keep(raw[at : fold.start()])
            size -= fold.start() - at
            self._sink.replace(b"", fold[0])
            at = fold.end()
        self._keep(raw[at : at + size])
        return at + size

    def _value(self, text: bytes, at: int, stop: int) -> int:
        """Read the value up to its end, or ``stop``; return up to where."""
        sink, each = self._sink, self._property
        assert each is not None
        is_binary, keep, replace = each.kind == BINARY, sink.keep, sink.replace
        for token in self._tokens.finditer(text, at):
            begin, end = token.span()
            if begin >= stop:
                break
            if is_binary:
                sink.skip(begin - at)
            elif begin > at:
                keep(text[at:begin])
            at = end
            kind = token.lastgroup
            if kind == "escaped":
                escaped = text[end - 1 : end]
                replace(b"\n" if escaped in _LINE_BREAK else escaped, text[begin:end])
            elif kind == "end":
                if each.kind == HTML:
                    sink.begin(False)
                sink.replace(SEPARATOR, token[0])
                self._property = None
                return at
            elif is_binary:
                sink.skip(at - begin)
            elif kind == "fold":
                replace(text[end - 1 : end] if self._keeps_blanks else b"", text[begin:end])
            elif kind == "octet":
                replace(_OCTETS[token["octet"]], text[begin:end])
            else:  # a soft line break of quoted-printable
                replace(b"", token[0])
        if at < stop:
            if is_binary:
                sink.skip(stop - at)
            else:
                sink.keep(text[at:stop])
            at = stop
        return at

    def _keep(self, text: bytes) -> None:
        if text:
            self._sink.keep(text)
