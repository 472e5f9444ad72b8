r"""Manual pages in troff: ``.UR`` and ``.MT`` of man(7), ``.Lk`` and ``.Mt`` of mdoc(7), and ``.URL`` of groff_www(7).

The rest is text, in which escape sequences are decoded (:mod:`uri_extract.decode.roff`). The macros of mdoc(7) are also
found as arguments of other macros: ``.Pq Lk uri``.
"""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.decode.roff import RoffDecoder, unescaped
from uri_extract.formats.lightweight._links import Syntax
from uri_extract.formats.lightweight.scanner import SyntaxScanner
from uri_extract.markup.masked_text import MaskedText
from uri_extract.text.options import ScanOptions

_MACRO: Final = re.compile(rb"[.'][ \t]*+([A-Za-z]{1,3})(?=[ \t\n\r]|\Z)")
_MDOC: Final = re.compile(rb"[A-Z][a-z]\Z")
_ARGUMENT: Final = re.compile(rb"[ \t]*+(?:\"([^\"\n]*(?:\"\"[^\"\n]*)*)\"?|((?:\\[\s\S]|[^ \t\r\n\\])+))")
# The end of an input line that continues in the next line (groff(7), "Line continuation").
_CONTINUED: Final = b"\\\n"
_SCHEME: Final = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*+:")
_MAILBOX: Final = re.compile(rb"[^\s:/?#@<>]++@[^\s:/?#@<>]++")
# Arguments in mdoc(7) that do not belong to the macro before them.
_DELIMITERS: Final = frozenset(b". , : ; ( ) [ ] ? ! |".split())


class _Argument(NamedTuple):
    """An argument of a macro: its span in the window, and its decoded text."""

    start: int
    end: int
    text: bytes


class Roff(Syntax):
    """Read lines. The lines from ``.UR`` to ``.UE`` are a paragraph, whose text is that of the link."""

    def __init__(self) -> None:
        super().__init__()
        self._is_open = False
        self._is_over = False

    def line(self, text: bytes, start: int) -> bool:
        """Read a line; return True if it is part of a link."""
        end = start + len(text)
        found = _MACRO.match(self.window, start, end) if text[:1] in (b".", b"'") else None
        name = b"" if found is None else found[1]
        if self._is_over or (self._is_open and name in (b"UR", b"MT")):
            self.close_paragraph(start)
            self._is_open = self._is_over = False
        if name in (b"UR", b"MT"):
            self._is_open = True
        elif self._is_open:
            self._is_over = name in (b"UE", b"ME")
        elif found is not None and (name == b"URL" or _MDOC.match(name)):
            self._read_macro(name, list(self._arguments(found.end(), end)))
        return self._is_open

    def paragraph(self, start: int, end: int) -> None:
        """Read a link and its text."""
        stop = self.window.find(b"\n", start, end) + 1 or end
        while stop < end and self.window[stop - 2 : stop] == _CONTINUED:
            stop = self.window.find(b"\n", stop, end) + 1 or end
        found = _MACRO.match(self.window, start, stop)
        first = None if found is None else next(self._arguments(found.end(), stop), None)
        if first is None or found is None:
            return
        words: list[bytes] = []
        while stop < end:
            at, stop = stop, self.window.find(b"\n", stop, end) + 1 or end
            macro = _MACRO.match(self.window, at, stop)
            if macro is None:
                words.append(unescaped(self.window[at:stop]))
            elif macro[1] not in (b"UE", b"ME"):
                words += (each.text for each in self._arguments(macro.end(), stop))
        self._add(first, b" ".join(words), is_mail=found[1] == b"MT")

    def _arguments(self, at: int, end: int) -> Iterator[_Argument]:
        r"""Yield the arguments in a line (groff(7), "Using macros"); ``\"`` begins a comment."""
        while (found := _ARGUMENT.match(self.window, at, end)) is not None:
            number = found.lastindex or 1
            source = found[number]
            if source.startswith(b'\\"'):
                return
            text = unescaped(source.replace(b'""', b'"') if number == 1 else source.replace(_CONTINUED, b""))
            yield _Argument(found.start(number), found.end(number), text)
            at = found.end()

    def _read_macro(self, name: bytes, arguments: list[_Argument]) -> None:
        """Read a line of mdoc(7): the macro and its arguments, which may include other macros."""
        if name == b"URL" and arguments:
            self._add(arguments[0], arguments[1].text if len(arguments) > 1 else b"", is_mail=False)
            return
        for number, argument in enumerate(arguments):
            if name in (b"Lk", b"URL"):
                words = []
                for each in arguments[number + 1 :]:
                    if each.text in _DELIMITERS:
                        break
                    words.append(each.text)
                self._add(argument, b" ".join(words), is_mail=False)
            elif name == b"Mt" and _MAILBOX.fullmatch(argument.text):
                self._add(argument, b"", is_mail=True)
                continue
            name = self.window[argument.start : argument.end]

    def _add(self, argument: _Argument, label: bytes, is_mail: bool) -> None:
        text = argument.text
        if is_mail and _MAILBOX.fullmatch(text):
            text = b"mailto:" + text
        if _SCHEME.match(text) and not any(blank in text for blank in b" \t"):
            self.add(argument.start, argument.end, label, "link", text.decode("utf-8", "surrogateescape"))


class RoffScanner(SyntaxScanner):
    """Find the references in one manual page. Arguments are those of other scanners of markup."""

    syntax: type[Syntax] = Roff

    def _make_text(self, options: ScanOptions, **document: Any) -> MaskedText:
        return MaskedText(options, make_decoder=RoffDecoder, **document)
