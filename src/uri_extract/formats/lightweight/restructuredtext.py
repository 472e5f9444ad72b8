"""reStructuredText: embedded targets, hyperlink targets, images, figures, included files.

Sections are those of the reStructuredText Markup Specification. A name is not a reference: a target that ends in an
underscore, the text of a role.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import uri_extract._compat._re as re
from uri_extract._compat._ascii import AT, BACKTICK, LESS_THAN, LINE_FEED, SPACE
from uri_extract.formats.lightweight._links import Syntax
from uri_extract.formats.lightweight.blocks import EMPTY_LINE, Finder, indent_of
from uri_extract.formats.lightweight.scanner import SyntaxScanner
from uri_extract.uri.patterns import repeated

# "Explicit Markup Blocks": a directive, perhaps of a substitution definition, with its first line; a hyperlink target.
_DIRECTIVE = re.compile(rb"[ \t]*+\.\.[ \t]++(?:\|[^|\n]++\|[ \t]*+)?([A-Za-z][-\w:+.]{0,63}?)[ \t]?::(?=\s|\Z)")
_TARGET = re.compile(rb"[ \t]*+\.\.[ \t]++_(?:`[^`]{1,999}`|(?:[^:\\\n`]|\\.|:(?!\s)){1,999}|_):(?=\s|\Z)", re.DOTALL)
_ANONYMOUS = re.compile(rb"[ \t]*+__[ \t]++")
_EXPLICIT = re.compile(rb"[ \t]*+(?:\.\.(?=\s|\Z)|__[ \t])")
# A directive or target, and what may precede it in its line: the markers of list items, fields, options, footnotes and
# directives without an argument, or the border of a cell in a grid table or a simple one.
_SIGN = re.compile(rb"\.\.[ \t]++(?:(?:\|[^|\n]++\|[ \t]*+)?[A-Za-z][-\w:+.]{0,63}?[ \t]?::(?=\s|\Z)|_(?=\S))")
_MARKER = (
    rb"(?:[-*+]|\(?(?:[#A-Za-z]|[0-9]{1,9}|[ivxlcdmIVXLCDM]{1,9})[.)]|:[^:\n]{1,64}:|[-/][-\w][^ \n]{0,64}[ \t]"
    rb"|\.\.[ \t]++(?:\[[^]\n]{1,64}\]|(?:attention|caution|danger|error|hint|important|note|tip"
    rb"|warning|seealso|todo|compound|epigraph|highlights|pull-quote)::))[ \t]++"
)
_BEFORE_SIGN = re.compile(
    rb"(?:(?:^|\n)[ \t]*+(?>" + _MARKER + rb")" + repeated(_MARKER) + rb"|(?<=[|\S])[ \t]{2,}+|\|[ \t])\Z"
)
_MOST_BEFORE = 256
_MARKS = (b"..", b"__")
_USUAL_MARKS = (b".. ", b"__ ")
_FIRST_OF_MARKS = b"._"
# Ends of runs of lines in a paragraph: explicit markup, and empty lines.
_STOPS = re.compile(rb"\n[ \t]*+(?:\.\.|__)|\n" + EMPTY_LINE)
# The maximum indentation of literal blocks whose lines are skipped together.
_WIDEST = 32
_OPTION = re.compile(rb"\n[ \t|]++:([a-z]++):[ \t]++(?=\S)")
_END_OF_ARGUMENT = re.compile(rb"\n|[ \t]\||\Z")
_ELEMENTS = {b"image": "image", b"figure": "image", b"include": "include", b"literalinclude": "include"}
# Directives whose content is not reStructuredText.
_LITERAL = frozenset((
    b"code", b"code-block", b"sourcecode", b"literalinclude", b"math", b"raw", b"parsed-literal", b"highlight",
    b"productionlist", b"graphviz", b"digraph", b"graph", b"uml", b"mermaid", b"testcode", b"testoutput", b"testsetup",
    b"doctest", b"ipython", b"prompt", b"csv-table",
))  # fmt: skip
# Bytes that may precede inline markup ("Inline Markup", rule 6), besides white space and bytes beyond ASCII.
_BEFORE = frozenset(b" \t\n\r'\"([{<-/:*|")
_ESCAPE = re.compile(rb"\\(?:\s|(.))", re.DOTALL)
# In a URI: escaped white space, which is a blank; another escaped character; white space.
_IN_URI = re.compile(rb"\\(\s)|\\(.)|\s++", re.DOTALL)
# A line of a grid table or a line block inside a target: a link does not go on in the next cell or line.
_BORDER = re.compile(rb"\n[ \t]*+\|")
_MAILBOX = re.compile(rb"[^\s:/?#@]++@[^\s:/?#@]++")


@cache
def _outside(indent: int) -> re.Pattern[bytes]:
    """Return a pattern of the end of a literal block with that indentation."""
    return re.compile(rb"\n(?![ \t]{%d}|" % indent + EMPTY_LINE + rb")")


class RestructuredText(Syntax):
    """Read paragraphs and explicit markup blocks."""

    stops: re.Pattern[bytes] | None = _STOPS

    def __init__(self) -> None:
        super().__init__()
        self._around = -1  # the indentation of the text before a literal block that will begin
        self._literal = -1  # the indentation of the open literal block

    def line(self, text: bytes, start: int) -> bool:
        """Read a line; return True if it is part of a paragraph."""
        first = text[0]
        if first == LINE_FEED:
            return False
        if first > SPACE and self._literal < 0 and self._around < 0:  # most lines
            if first in _FIRST_OF_MARKS and (text.startswith(_USUAL_MARKS) or _EXPLICIT.match(text) is not None):
                self.close_paragraph(start)
            return True
        begin = text if first > SPACE else text.lstrip(b" \t")
        if first <= SPACE and (not begin or begin.isspace()):
            return False
        indent = len(text) - len(begin)
        if self._literal >= 0:
            if indent >= self._literal:
                return False
            self._literal = -1
            self.pass_aside(None)
        if begin.startswith(_USUAL_MARKS) or (begin.startswith(_MARKS) and _EXPLICIT.match(text) is not None):
            self.close_paragraph(start)
        if self._around >= 0 and self.begun < 0:
            around, self._around = self._around, -1
            if indent > around:
                self._literal = indent
                self.pass_aside(_outside(indent) if indent <= _WIDEST else None)
                return False
        return True

    def paragraph(self, start: int, end: int) -> None:
        """Read a paragraph, or an explicit markup block."""
        text = self.window[start:end]
        first = text[0]
        signs = []
        if text.find(b".. ") >= 0:
            places = (sign.start() for sign in _SIGN.finditer(text))
            signs = [at for at in places if _BEFORE_SIGN.search(text, max(0, at - _MOST_BEFORE), at) is not None]
        if (first <= SPACE or first in _FIRST_OF_MARKS) and _EXPLICIT.match(text) is not None:
            signs.insert(0, indent_of(text))
        if signs:
            self._inline(text[: signs[0]], start)
            line = before = 0  # each byte is searched once for the line's beginning
            for begin, stop in pairwise((*signs, len(text))):
                line = text.rfind(b"\n", before, begin) + 1 or line
                before = begin
                column = begin - line
                after = _outside(column + 1).search(text, begin, stop) if column < _WIDEST else None
                if after is not None and after.end() < stop and b"|" not in text[max(0, begin - 2) : begin]:  # no cell
                    self._explicit(text[begin : after.start()], start + begin, column)
                    self.paragraph(start + after.start() + 1, start + stop)
                else:
                    self._explicit(text[begin:stop], start + begin, column)
            return
        if BACKTICK in text:
            self._inline(text, start)
        if text.rstrip().endswith(b"::"):
            self._around = indent_of(text)

    def _explicit(self, text: bytes, start: int, indent: int) -> None:
        """Read an explicit markup block that begins in the column ``indent``."""
        target = _TARGET.match(text) or _ANONYMOUS.match(text)
        if target is not None:
            name = target[0].strip()[4:-1].strip(b"`") if target[0].startswith(b".. _") else b""
            self._target(text, start, target.end(), len(text), b"" if name == b"_" else name, "definition")
            return
        directive = _DIRECTIVE.match(text)
        if directive is None:  # a comment, a footnote, a citation
            if not text.startswith(b".. ["):
                self._around = indent
            else:
                self._inline(text, start)
            return
        name = directive[1].lower().rpartition(b":")[2]
        if name in _LITERAL:
            self._around = indent
        element = _ELEMENTS.get(name)
        if element is None:
            if name not in _LITERAL:
                self._inline(text, start)
            return
        begin = directive.end()
        end = _end_of_argument(text, begin)
        if not text[begin:end].strip():  # the argument is in the next line
            begin, end = end, _end_of_argument(text, min(end + 1, len(text)))
        if not text[begin:end].lstrip().startswith((b":", b"<")):
            self._target(text, start, begin, end, b"", element, is_name=False)
        for option in _OPTION.finditer(text, directive.end()):
            if option[1] == b"target":
                self._target(text, start, option.end(), _end_of_argument(text, option.end()), b"", "link")
        self._inline(text[end:], start + end)  # of other cells
        if name == b"figure":  # its caption follows
            self._around = -1

    def _inline(self, text: bytes, start: int) -> None:
        """Read the embedded targets in the text of a paragraph ("Hyperlink References")."""
        if LESS_THAN not in text:
            return
        finder = Finder(text, len(text))
        at = finder.next(b"`", 0)
        while at < len(text):
            if text[at + 1 : at + 2] == b"`":
                stop = finder.next(b"``", at + 2)
                at = finder.next(b"`", stop + 2 if stop < len(text) else at + 2)
                continue
            before = text[at - 1] if at else 0x20
            if (before not in _BEFORE and before < 0x80) or text[at + 1 : at + 2].isspace():
                at = finder.next(b"`", at + 1)
                continue
            stop = text.find(b"`", at + 1)
            while stop > 0 and text[stop - 1] == 0x5C:
                stop = text.find(b"`", stop + 1)
            if stop < 0:
                return
            inner = text[at + 1 : stop]
            if text[stop + 1 : stop + 2] == b"_" and inner.endswith(b">"):
                begin = inner.rfind(b"<")
                starts = begin == 0 or (begin > 0 and inner[begin - 1 : begin].isspace())
                if starts and _BORDER.search(inner, begin) is None:
                    label = _ESCAPE.sub(rb"\1", inner[:begin])
                    self._target(text, start, at + 2 + begin, stop - 1, label, "link")
            at = finder.next(b"`", stop + 1)

    def _target(
        self, text: bytes, start: int, begin: int, end: int, label: bytes, element: str, *, is_name: bool = True
    ) -> None:
        """Add the reference from ``begin`` to ``end`` without its white space, unless it is a name."""
        source = text[begin:end]
        begin += len(source) - len(source.lstrip())
        source = source.strip()
        if not source or (is_name and source.endswith(b"_") and not source.endswith(b"\\_")):
            return
        if AT in source and _MAILBOX.fullmatch(source) is not None:
            return
        begin += start
        meant = _IN_URI.sub(_in_uri, source)
        self.add(begin, begin + len(source), label, element, meant.decode("utf-8", "surrogateescape"))


def _end_of_argument(text: bytes, begin: int) -> int:
    """Return the end of a line, or of a cell in it."""
    found = _END_OF_ARGUMENT.search(text, begin)
    return len(text) if found is None else found.start()


def _in_uri(match: re.Match[bytes]) -> bytes:
    return b" " if match[1] else match[2] or b""


RestructuredTextScanner: type[SyntaxScanner] = SyntaxScanner.of(RestructuredText)
