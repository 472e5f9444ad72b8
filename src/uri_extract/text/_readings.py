"""Read plain text: a row's bytes as their author meant them and in other ways, complete texts, and the texts of calls.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

from functools import cache

import cython

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, Final
from uri_extract.decode.opening import FORM_MARKS, MOST_OF_MARK
from uri_extract.limits import MAX_FORM_SEARCH
from uri_extract.rows.details import NO_DETAILS, Details
from uri_extract.scan.classes import REFERENCE_IN_HOST
from uri_extract.text.link_text import link_text
from uri_extract.uri.suffix import mailto

if not cython.compiled:
    from uri_extract import limits
    from uri_extract._compat._ascii import EQUALS, SPACE
    from uri_extract.place._source_map import hex_value
    from uri_extract.rows import layout
    from uri_extract.rows._bytes import first_of, next_byte
    from uri_extract.rows._page import page_of
    from uri_extract.rows._rows import LineCounter, Pool, Rows
    from uri_extract.scan import rows

# The first bytes of the byte order marks of UTF-16 and UTF-32; the marks of forms.
_ORDERED = cython.declare(frozenset, frozenset((0, 0xFE, 0xFF)))
_FORM_MARKS = cython.declare(tuple, FORM_MARKS)
_FIRST_OF_MARKS = cython.declare(bytes, bytes({mark[0] for mark in FORM_MARKS}))
_FORMS_END = cython.declare(cython.Py_ssize_t, MAX_FORM_SEARCH + MOST_OF_MARK - 1)
#: With more hyphens at line ends than this, only one alternate is made: the one without all of them.
_HYPHENS = cython.declare(cython.Py_ssize_t, 3)

# Escapes: RFC 8259 §7 and ECMAScript's "\xHH", with the backslashes doubled for each enclosing string; those of TeX,
# Markdown and troff (scan/_kernel.py), which may stand for no character: "\%" is TeX's before digits, troff's before a
# word. "**", which Gmail wrote where it broke the line. Character references in a host (HTML §13.5).
_ESCAPE: Final = re.compile(
    r"(?<!\\)\\++(?:u([0-9A-Fa-f]{4})|x([0-7][0-9A-Fa-f])"
    r"|e?([/_#~.@!*+-]|%(?=[0-9][0-9A-Fa-f]|[A-Fa-f][0-9A-F])|&(?!\.)|[?=)\]]"
    r"|[\[(](?!ti)|[\[(](?=[^\s\\]{1,80}+\\[)\]]))|([\[(]ti\]?)|e?[:%&])"
    r"|(?<=[0-9A-Za-z.])\*\*(?=[0-9A-Za-z])"
    "|" + REFERENCE_IN_HOST.decode()
)

# Octets of quoted-printable (RFC 2045 §6.7), and the characters that no reference holds.
_OCTETS: Final = re.compile("(?:=[0-9A-F]{2})+")
_ENDS: Final = re.compile('[\\s<>"]')

#: Ligatures (Unicode presentation forms, with compatibility mappings): made by typesetting programs, not typed.
_LIGATURES: Final = str.maketrans(
    {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
)

# Bits of rows whose text is escaped, quoted-printable or has ligatures.
_CODED = cython.declare(cython.longlong, rows.QUOTED | rows.ESCAPED | rows.BACKSLASHES | rows.BEYOND_ASCII)
_NO_DETAILS = cython.declare(object, NO_DETAILS)
_NEW = cython.declare(object, tuple.__new__)


def add_scanned(
    found: Rows, windows: Any, row: Any, start: cython.longlong, end: cython.longlong, line: cython.longlong,
    column: cython.longlong, bases: Any, origin: Any, field: Any = None, others: cython.bint = True,
) -> cython.Py_ssize_t:  # fmt: skip
    """Add a row of the scan kernel that needs decoding, at a place of the document; return its number.

    ``field`` is the header field that contains it. Without ``others`` the alternates may be left out.
    """
    bits: cython.longlong = row[rows.BITS]
    piece: cython.Py_ssize_t = 2 * row[rows.PIECE]
    pieces: Any = windows.kernel.pieces[piece : piece + 2 * row[rows.PIECES]]
    reading: tuple[Any, ...] = _read(windows.window, row[rows.START], row[rows.END], bits, pieces, others)
    raw: str = reading[0]
    reference: str = reading[1]
    wrapped: str | None = reading[2]
    alternates: tuple[str, ...] = reading[3]
    if bits & rows.MAIL:
        reference = mailto(reference)
    kind: cython.longlong = layout.URI if reference.isascii() else layout.IRI
    if bits & rows.NAME:  # a name is not an abbreviated reference
        kind = layout.NAMESPACE | (layout.RELATIVE if bits & rows.SUFFIX else kind)
    elif bits & (rows.SUFFIX | rows.MAIL):
        kind = layout.SUFFIX
    details: Any = _NO_DETAILS
    prefix: str | None = "URL:" if bits & rows.PREFIX else None
    defanged: cython.bint = bits & rows.DEFANGED != 0
    partial: cython.bint = bits & rows.PARTIAL != 0
    if prefix is not None or wrapped is not None or alternates or field is not None or defanged or partial:
        confidence: Any = (bits >> rows.CONFIDENCE) / 100.0 or None
        details = _NEW(Details, (prefix, wrapped, alternates, field, None, defanged, confidence, partial))
    kind |= layout.HEADER if field is not None else bits & rows.DELIMITERS
    number: cython.Py_ssize_t = found.add(
        reference, raw, start, end, line, column, kind, bases, origin, None, None, details
    )
    if bits & rows.LABELLED and others:
        from uri_extract.decode.character_references import decoded  # slow to import

        begin: cython.Py_ssize_t = row[rows.END] + 1
        window: bytes = windows.window
        found.set_link_text(number, link_text(decoded(window[begin : window.find(b">", begin)])))
    return number


def add_rows(
    found: Rows, windows: Any, count: cython.Py_ssize_t, lines: LineCounter, places: cython.bint, bases: Any,
    origin: Any, slices: cython.bint, too_long: list[Any],
) -> cython.int:  # fmt: skip
    """Add the first ``count`` rows of the scan kernel; ``lines`` are counted only with ``places``.

    ``slices``: the rows keep the window for their text, if it is the only one. See :func:`add_row` for ``too_long``.
    """
    window: bytes = windows.window
    offset: cython.longlong = windows.offset
    table: Any = windows.kernel.table
    cells: cython.longlong[::1] = table
    pieces: cython.longlong[::1] | None = None if places else windows.kernel.pieces
    at: cython.Py_ssize_t = 0
    while True:
        at = found.scanned(
            window, cells, at, count, offset, 0, lines if places else None, bases, origin, None, slices, pieces
        )
        if at == count:
            return 0
        add_row(found, windows, table[at * rows.WIDTH : (at + 1) * rows.WIDTH], lines, places, bases, origin, too_long)
        at += 1


class WholeTexts:
    """Reads complete texts in UTF-8, one with each call, by a kernel that is kept.

    ``raw``: they are bytes of documents, which may have to be opened (:mod:`uri_extract.decode.opening`) first.
    ``too_long`` has the start of each reference of the last text that was too long.
    """

    def __init__(self, windows: Any, places: bool, raw: bool) -> None:
        self.windows = windows
        self.places: cython.bint = places
        self.raw: cython.bint = raw
        self.too_long: list[int] = []

    def read(self, found: Rows, text: bytes, bases: Any, origin: Any, slices: cython.bint) -> cython.bint:
        """Add the rows of a text; return False, and add none, if it must be decoded. See :func:`add_rows`."""
        if self.raw and ((len(text) and text[0] in _ORDERED) or _has_form(text)):
            return False
        kernel: Any = self.windows.kernel
        if len(self.too_long):
            self.too_long = []
        self.windows.take_whole(text)
        more: cython.bint = True
        lines: LineCounter | None = None
        while more:
            more = kernel.scan()
            count: cython.Py_ssize_t = kernel.count
            if count:
                lines = lines or LineCounter()
                add_rows(found, self.windows, count, lines, self.places, bases, origin, slices, self.too_long)
        return True


def _has_form(text: bytes) -> cython.bint:
    """Return True if the text has a mark of a form near its beginning."""
    size: cython.Py_ssize_t = min(len(text), _FORMS_END)
    first: bytes = _FIRST_OF_MARKS
    for k in range(len(first)):  # most texts have none of these bytes
        if next_byte(text, first[k], 0, size) >= 0:
            return 0 <= first_of(text, _FORM_MARKS, 0, _FORMS_END) < limits.MAX_FORM_SEARCH
    return False


def add_row(
    found: Rows, windows: Any, row: Any, lines: LineCounter, places: cython.bint, bases: Any, origin: Any,
    too_long: list[Any],
) -> cython.int:  # fmt: skip
    """Add a row of the scan kernel, in the line that ``lines`` has counted to.

    If the reference is too long, append its start to ``too_long`` instead.
    """
    start: cython.longlong = windows.offset + row[rows.START]
    if row[rows.BITS] & rows.TOO_LONG:
        too_long.append(start)
        return 0
    end: cython.longlong = windows.offset + row[rows.END]
    column: cython.longlong = start - lines.start + 1
    add_scanned(found, windows, row, start, end, lines.number, column, bases, origin, None, places)
    return 0


def _read(
    window: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong, pieces: Any,
    others: cython.bint,
) -> tuple[Any, ...]:  # fmt: skip
    """Return ``raw``, the reference as it is meant, and ``wrapped`` and ``alternates`` of the occurrence.

    ``pieces`` are the starts and ends of its pieces, in turn (:mod:`uri_extract.scan.rows`). Without ``others`` the
    alternates may be left out.
    """
    count: cython.Py_ssize_t = len(pieces)
    parts: list[str] = []
    for k in range(1, count - 1, 2):
        if _is_soft_break(window, pieces[k], pieces[k + 1]):
            bits |= rows.QUOTED
            break
    raw: str = _text(window, start, end, bits)
    for k in range(0, count, 2):
        part: str = _text(window, pieces[k], pieces[k + 1], bits)
        parts.append(_meant(part, bits) if bits & _CODED else part)
    if not parts:
        reference: str = _meant(raw, bits)
        return raw, reference, None, _undivided(reference, bits)
    joined: str = "".join(parts)
    if bits & rows.ANOTHER:
        return raw, _meant(raw, bits), None, (joined,)
    if raw.split(None, 1) == [raw]:  # "news:<id@host>": brackets, but no line break
        return raw, joined, None, ()
    if bits & rows.BACKSLASHES and bits & rows.DELIMITERS and "\n" not in raw:  # file names contain blanks
        return raw, _meant(raw, bits).replace(" ", "%20"), "space", (joined,)
    templated: cython.bint = _is_open(parts[0])
    if bits & rows.DELIMITERS == rows.QUOTE and "\n" not in raw and not templated and _is_attribute(window, start):
        readings: tuple[str, ...] = _other_readings(raw, parts, bits)
        if readings:
            return raw, readings[0], "space", (joined, *readings[1:])
    alternates: tuple[str, ...] = _other_readings(raw, parts, bits) if others else ()
    return raw, joined, "hyphen" if bits & rows.HYPHEN else "space", alternates


def _is_soft_break(window: bytes, end: cython.Py_ssize_t, begin: cython.Py_ssize_t) -> cython.bint:
    """Return True if quoted-printable broke the line there: "=" is its last character (RFC 2045 §6.7)."""
    data: cython.p_const_uchar = window
    return end < begin and data[end] == EQUALS


def _is_attribute(window: bytes, start: cython.Py_ssize_t) -> cython.bint:
    """Return True if a quotation mark before ``start`` opens an attribute value, which may contain blanks."""
    return window[max(0, start - 2) : start - 1] == b"=" or window[max(0, start - 4) : start - 1] == b"=3D"


def _text(window: bytes, start: cython.Py_ssize_t, end: cython.Py_ssize_t, bits: cython.longlong) -> str:
    data: cython.p_const_char = window
    if bits & rows.WESTERN:
        text: str = data[start:end].decode("windows-1252", "replace")
    else:
        text = data[start:end].decode("utf-8", "surrogateescape")
    return text


def _meant(text: str, bits: cython.longlong) -> str:
    if bits & rows.QUOTED and "=" in text:
        text = _OCTETS.sub(_decoded, text)
    if bits & rows.BACKSLASHES:
        while "\\\\" in text:  # doubled, in a string literal of a program
            text = text.replace("\\\\", "\\")
    elif bits & rows.ESCAPED:
        unescaped = text.replace("\\/", "/")  # mostly the only escape of JSON in scripts
        if "\\" in unescaped or "**" in unescaped or ";" in unescaped:
            unescaped = _unescaped(text)
            if not unescaped.isascii():
                unescaped = unescaped.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        text = unescaped
    return text.translate(_LIGATURES) if bits & rows.BEYOND_ASCII and _has(text, 0xFB00, 0xFB06) else text


def _unescaped(text: str) -> str:
    """Return a text with its escapes decoded. The pattern is tried only where no usual escape of JSON is."""
    parts: list[str] = []
    begin: cython.Py_ssize_t = 0
    character: cython.Py_UCS4
    for index, character in enumerate(text):
        if index < begin or character not in "\\&*":
            continue
        following: str = text[index + 1 : index + 2] if character == "\\" and text[index - 1 : index] != "\\" else ""
        unit: cython.int = _unit(text, index + 2) if following == "u" else -1
        if following == "/" or unit >= 0:
            parts.append(text[begin:index])
            parts.append("/" if unit < 0 else chr(unit))
            begin = index + 2 if unit < 0 else index + 6
            continue
        escape = _ESCAPE.match(text, index)
        if escape is not None:
            parts.append(text[begin:index])
            parts.append(_character(escape))
            begin = escape.end()
    parts.append(text[begin:])
    return "".join(parts)


def _unit(text: str, at: cython.Py_ssize_t) -> cython.int:
    """Return the code unit of UTF-16 that four hexadecimal digits stand for, -1 if there are fewer."""
    unit: cython.int = 0
    for index in range(at, at + 4):
        digit: cython.int = hex_value(ord(text[index])) if index < len(text) else 16
        if digit == 16:
            return -1
        unit = unit << 4 | digit
    return unit


def _has(text: str, first: cython.int, last: cython.int) -> cython.bint:
    """Return True if a text contains a character of a range; faster than starting a pattern."""
    for index in range(len(text)):  # noqa: SIM110 - Cython has no loop for any()
        if first <= ord(text[index]) <= last:
            return True
    return False


def _blanks_encoded(text: str) -> str:
    """Return a text with "%20" for blanks between letters or digits, without other white space; "" if it has none."""
    source: bytes = text.encode("utf-8", "surrogateescape")
    data: cython.p_const_uchar = source
    begin: cython.Py_ssize_t = 0
    parts: list[bytes] = []
    for index in range(1, len(source) - 1):
        if data[index] != SPACE or data[index - 1] <= SPACE or data[index + 1] <= SPACE:  # mostly of indentation
            continue
        if source[index - 1 : index].isalnum() and source[index + 1 : index + 2].isalnum():
            parts.append(source[begin:index])
            begin = index + 1
    if not begin:
        return ""
    parts.append(source[begin:])
    return "".join(b"%20".join(parts).decode("utf-8", "surrogateescape").split())


def _character(escape: re.Match[str]) -> str:
    """Return the character of an escape, "" if it is not one."""
    unit = escape[1] or escape[2]
    if unit:
        return chr(int(unit, 16))
    if escape[0].startswith("&"):
        from html import unescape

        return unescape(escape[0])
    return escape[3] or ("~" if escape[4] else "")


def _decoded(octets: re.Match[str]) -> str:
    """Return octets of quoted-printable decoded; unchanged if no reference holds the result, or it would end one."""
    data = bytes.fromhex(octets[0].replace("=", ""))
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("windows-1252", "replace")
    return text if text.isprintable() and not _ENDS.search(text) else octets[0]


@cache
def _undivided_word() -> re.Pattern[str]:
    """Return the pattern of a Han, Kana or Hangul character in a reference: they have no blanks between words."""
    return re.compile(r"(?<=[0-9A-Za-z/])[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")  # slow to compile


def _undivided(reference: str, bits: cython.longlong) -> tuple[str, ...]:
    """Return the part before a word of a script without blanks, which may belong to the text; else nothing."""
    if bits & rows.DELIMITERS != rows.WHITESPACE or not bits & rows.BEYOND_ASCII:
        return ()
    if not _has(reference, 0x1100, 0xD7A3):  # the range that includes these scripts
        return ()
    word = _undivided_word().search(reference)
    part = reference[: word.start()] if word else ""
    return (part,) if part and part.isascii() and not part.endswith("//") else ()


def _is_open(part: str) -> cython.bint:
    """Return True if a brace is open at the end of a part: it is inside a placeholder of a template."""
    return part.rfind("{") > part.rfind("}")


def _other_readings(raw: str, parts: list[str], bits: cython.longlong) -> tuple[str, ...]:
    """Return the other readings of a reference joined from ``parts``, best first.

    They are: with "%20" for a blank between words, in brackets or quotation marks; without hyphens that a typesetter
    may have added at line ends (RFC 3986 Appendix C), or with one that was removed because no reference ends so; and
    the first part alone, outside brackets, if no quotation marks enclose it or they enclose a blank, unless it ends in
    a placeholder.
    """
    hyphened = [k for k, part in enumerate(parts[:-1]) if part.endswith("-")]
    choices = [{k} for k in hyphened] if len(hyphened) <= _HYPHENS else []
    if len(hyphened) > 1:
        choices.append(set(hyphened))
    readings = ["".join(part[:-1] if k in choice else part for k, part in enumerate(parts)) for choice in choices]
    if bits & rows.HYPHEN and not hyphened and len(parts) == 2:  # the hyphen may belong to the reference, too
        readings.append("-".join(parts))
    whole = _blanks_encoded(raw) if bits & rows.DELIMITERS else ""
    if whole:
        readings.append(_OCTETS.sub(_decoded, whole) if bits & rows.QUOTED else whole)
    if bits & rows.DELIMITERS == rows.WHITESPACE or (bits & rows.DELIMITERS == rows.QUOTE and "\n" not in raw):
        first = parts[0].rstrip(".?")
        if not (first.endswith(("/", ":")) and first.count("/") < 3) and not _is_open(first):  # "https://"
            readings.append(first)
    return tuple(readings)


# ----------------------------------------------------------------------------------------------------------------------
# The calls of public functions: a call for a short text makes no objects but those that it returns.

# Readers of texts that are not in use, by the options of the call; the most that are kept for each, for threads that
# read at the same time; the most options.
_IDLE = cython.declare(dict, {})
_MOST_IDLE = cython.declare(cython.Py_ssize_t, 8)
_MOST_OPTIONS = cython.declare(cython.Py_ssize_t, 64)


@cython.cclass
class Reader:
    """Reads the texts of calls that have the same options, one at a time.

    Plain text is read without a scanner, if the ``options`` allow it. ``origin`` is that of texts without a name and a
    base, ``bases`` are their bases. ``decoded``: they come as UTF-8. ``scanner_for`` makes scanners.
    """

    def __init__(
        self, media_type: Any, options: Any, bases: Any, origin: Any, decoded: Any, scanner_for: Any
    ) -> None:  # fmt: skip
        self.media_type = media_type
        self.options = options
        self.bases = bases
        self.origin = origin
        self.decoded = decoded
        self.scanner_for = scanner_for
        nothing: Any = None
        self.scanner = self.whole = self.found = self.base = nothing  # the last base that was checked
        if media_type == "text/plain" and options.reads_whole and (decoded or options.charset is None):
            self.whole = WholeTexts(options.windows(), True, True)  # None if texts are not plain text
            self.found = Rows(Pool())

    def serve(self, options: tuple[Any, ...]) -> cython.int:
        """Let the reader be used again, for calls with these options."""
        if len(_IDLE) >= _MOST_OPTIONS:
            _IDLE.clear()
        self.idle: list[Any] = _IDLE.setdefault(options, [])
        return 0

    def page(self, text: bytes, base: Any, origin: Any, on_problem: Any) -> Any:
        """Return the page of a text, None without references; the reader is free then for another call.

        ``origin`` is None for that of the reader.
        """
        page: Any = self.read(text, base, origin, on_problem)
        if len(text) <= limits.MAX_KEPT and len(self.idle) < _MOST_IDLE:
            self.idle.append(self)
        return page

    def read(self, text: bytes, base: Any, origin: Any, on_problem: Any) -> Any:
        """Return the page of a text."""
        bases: Any = self.bases if base is None else (base, "retrieval")
        if origin is None:
            origin = self.origin
        if self.whole is not None and self.whole.read(self.found, text, bases, origin, True):
            if not self.whole.too_long:
                return page_of(self.found, self.found.count) if self.found.count else None
            self.found.drop(self.found.count)  # a scanner reads them again, and reports it
        charset: Any = "utf-8" if self.decoded else self.options.charset
        scanner: Any = self.scanner
        if scanner is not None and on_problem is None:
            scanner.restart(base, origin, charset)
            return scanner.read(text, True)
        scanner = self.scanner_for(
            self.media_type, self.options, base=base, origin=origin, charset=charset, on_problem=on_problem,
            decoded=self.decoded,
        )  # fmt: skip
        if on_problem is None and hasattr(scanner, "restart"):
            self.scanner = scanner
        return scanner.read(text, True)


def reader_for(options: tuple[Any, ...]) -> Reader | None:
    """Return an unused reader for a call with these options; None if there is none, or an option is not hashable."""
    try:
        idle: list[Reader] | None = _IDLE.get(options)
    except TypeError:
        return None
    if idle is None or not len(idle):
        return None
    return idle.pop()


def encoded(text: Any) -> bytes:
    """Return a str, or an object of a subclass, in UTF-8, with surrogates."""
    string: str = text if type(text) is str else str.__str__(text)
    try:
        return string.encode("utf-8")  # much faster than with a name of a way to treat errors
    except UnicodeEncodeError:
        return string.encode("utf-8", "surrogatepass")


def checking(function: Any, known: Any, unknown: Any) -> Any:
    """Return the function; its result raises ``unknown(name, known)`` for an option whose name is not known."""

    def checked(*arguments: Any, **options: Any) -> Any:
        for name in options:
            if name not in known:
                raise unknown(name, known)
        return function(*arguments, **options)

    return checked
