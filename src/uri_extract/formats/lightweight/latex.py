r"""LaTeX and BibTeX: ``\href``, ``\url``, ``\includegraphics`` and fields that are a URL.

A backslash before a sign stands for the sign (the manual of hyperref: ``\#``, ``\%``, ``\~``), also in the argument of
``\url``, as no URI has a backslash. An argument that still has one, or the parameter of a definition, is not a link.
The argument of ``\input`` is a file name without its suffix, which is not a reference.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._ascii import BACKSLASH
from uri_extract.formats.lightweight._links import Syntax
from uri_extract.formats.lightweight.blocks import EMPTY_LINE, Finder
from uri_extract.formats.lightweight.scanner import SyntaxScanner
from uri_extract.uri.patterns import repeated

_VERBATIM = re.compile(rb"\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment)\}")
_END = re.compile(rb"\\end\{")
# Ends of runs of lines in a paragraph: an empty line, or one that begins a verbatim environment.
_STOPS = re.compile(rb"\n" + EMPTY_LINE + rb"|" + _VERBATIM.pattern)
# A command of a link whose argument begins with a command that does not stand for a character: not a link.
_NESTED = rb"(?:href|(?:nolink)?url)\{(?=\\[a-su-z])"
# It begins with one set of bytes, so that the search is fast. Text that is not a command is skipped as a whole, and has
# no group.
_COMMAND = re.compile(
    rb"[\\%bu](?:(?<=\\)(?:" + _NESTED + repeated(rb"\\" + _NESTED) + rb"|"
    rb"(?:(?P<href>href)|(?P<url>url|nolinkurl)|(?P<image>includegraphics\*?))(?![A-Za-z@])"
    rb"|[^A-Za-z]" + repeated(rb"\\[^A-Za-z]") + rb")"
    rb"|(?<=%)[^\n]*+(?:\n%[^\n]*+){0,255}"
    rb"|(?<=[bu])(?<!\w.)(?P<field>(?:(?<=b)dsk-u|(?<=u))rl(?:-\d)?[ \t]*+=[ \t\n]*+)(?=[{\"]))",
    re.IGNORECASE | re.DOTALL,
)
_BLANKS = re.compile(repeated(rb"\s|%[^\n]*+\n"))
_DEFINITION = re.compile(rb"\\(?:(?:re)?newcommand|providecommand|def|DeclareRobustCommand|newenvironment)\b")
_ESCAPE = rb"\\(?:([#%&_~$^{}-])(?:\{\})?|textasciitilde(?:\{\}|[ ]|(?![A-Za-z]))|(textunderscore)(?:\{\})?)"
# What is replaced in an argument, white space and comments as well. Text after a percent sign is a comment in the name
# of a file, but not in a URI, which may have been typed with single percent signs.
_IN_URI = re.compile(rb"%[ \t]*+\n|(\s)|" + _ESCAPE)
_IN_NAME = re.compile(rb"%[^\n]*+(?:\n|\Z)|(\s)|" + _ESCAPE)
# In a label: commands and braces.
_MARKUP = re.compile(rb"\\[A-Za-z]++[ ]?|[{}]|\\(?=[#%&_~$^-])")
# A link in a label, which therefore ends.
_HREF = re.compile(rb"\\href(?![A-Za-z@])", re.IGNORECASE)
_MAILBOX = re.compile(rb"[^\s:/?#@]++@[^\s:/?#@]++")
# In an argument: a backslash that does not stand for a character, more than one URI, the parameter of a definition.
_OTHER = re.compile(rb"\\(?![#%&_~$^{}-]|textasciitilde(?![A-Za-z])|textunderscore)")
_SEVERAL = re.compile(rb"[;,\s](?:https?|ftp)://")
_PARAMETER = re.compile(rb"#[1-9]")


class Latex(Syntax):
    """Read paragraphs; comments and verbatim environments are text."""

    stops: re.Pattern[bytes] | None = _STOPS

    def __init__(self) -> None:
        super().__init__()
        self._end = b""  # of the open environment

    def line(self, text: bytes, start: int) -> bool:
        """Read a line; return True if it is part of a paragraph."""
        if self._end:
            if self._end in text:
                self._end = b""
                self.pass_aside(None)
            return False
        if text.find(b"\\begin{") >= 0:
            environment = _VERBATIM.search(text)
            if environment is not None:
                self._end = b"\\end{" + environment[1] + b"}"
                self.pass_aside(_END)
                return False
        return text.strip() != b""

    def paragraph(self, start: int, end: int) -> None:
        """Read the commands of a paragraph."""
        finders = Finder(self.window, end), Finder(self.window, end)
        defines = _DEFINITION.search(self.window, start, end) is not None
        pairs: dict[int, int] | None = None
        at = start
        while True:
            found = _COMMAND.search(self.window, at, end)
            if found is None:
                return
            at = found.end()
            if found.lastgroup is not None:
                if pairs is None:  # of the braces from the first command to the last closing brace
                    pairs = _pairs(self.window, found.start(), self.window.rfind(b"}", start, end) + 1)
                at = self._command(found, end, finders, pairs, defines)

    def _command(
        self, found: re.Match[bytes], end: int, finders: tuple[Finder, Finder], pairs: dict[int, int], defines: bool
    ) -> int:
        """Read the arguments of a command; return their end, or that of the command.

        Arguments contain each other, so what an argument may not have is searched for, and an argument is only read if
        it is a link. The second of the finders is for arguments after an option, which may have commands inside.
        """
        window, (finder, later) = self.window, finders
        at = self._blanks(found.end(), end)
        if window[at : at + 1] == b"[":
            close = finder.next(b"]", at)
            if close >= end:
                return found.end()
            at = self._blanks(close + 1, end)
            finder = later
        if at == end:
            return found.end()
        sign = window[at : at + 1]
        begin = self._blanks(at + 1, end)
        if sign == b"{":
            stop = pairs.get(at, -1)
        elif sign and (
            (found["url"] and sign.isascii() and not sign.isalnum() and sign not in b" \n%\\") or found["field"]
        ):
            stop = finder.next(sign, at + 1)
        else:
            return found.end()
        if (
            not begin < stop < end
            or window[stop - 1] == BACKSLASH
            or finder.next(_OTHER, begin) < stop
            or finder.next(_SEVERAL, begin) < stop
            or (defines and finder.next(_PARAMETER, begin) < stop)
            or (found["field"] and finder.next(b":", begin) >= stop)
        ):
            return found.end()
        source = window[begin:stop]
        lines = source.rfind(b"\n") + 1 if found["image"] else 0  # those in which a comment ends
        meant = _IN_NAME.sub(_escaped, source[:lines]) + _IN_URI.sub(_escaped, source[lines:])
        source = source.rstrip()
        if _MAILBOX.fullmatch(meant):  # typeset as a URL
            return found.end()
        label = b""
        if found["href"]:
            text = self._blanks(stop + 1, end)
            if window[text : text + 1] == b"{":
                label = window[text + 1 : min(pairs.get(text, text), text + _LABEL, finder.next(_HREF, text))]
                label = _MARKUP.sub(b"", label)
        element = "image" if found["image"] else "link"
        self.add(begin, begin + len(source), label, element, meant.decode("utf-8", "surrogateescape"))
        return stop + 1

    def _blanks(self, at: int, end: int) -> int:
        match = _BLANKS.match(self.window, at, end)
        assert match is not None
        return match.end()


# Braces, and escapes, which include escaped braces.
_BRACES = re.compile(rb"\\.|[{}]", re.DOTALL)
# The maximum of bytes of a label that are read.
_LABEL = 1 << 12


def _pairs(text: bytes, start: int, end: int) -> dict[int, int]:
    """Return the place of the closing brace for each opening one."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for found in _BRACES.finditer(text, start, end):
        if found[0] == b"{":
            opened.append(found.start())
        elif found[0] == b"}" and opened:
            pairs[opened.pop()] = found.start()
    return pairs


def _escaped(match: re.Match[bytes]) -> bytes:
    if match[0][:1] != b"\\":
        return b""
    return match[2] or (b"_" if match[3] else b"~")


LatexScanner: type[SyntaxScanner] = SyntaxScanner.of(Latex)
