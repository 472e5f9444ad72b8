"""Org: links in double brackets and included files (Org Manual §4, §13.7).

``file:`` with a relative path is a relative reference, without the ``file:``. Links to a heading, an identifier, a
target in the document or a command are names.
"""

from __future__ import annotations

from collections import deque

import uri_extract._compat._re as re
from uri_extract.formats.lightweight._links import Syntax
from uri_extract.formats.lightweight.blocks import EMPTY_LINE, Finder
from uri_extract.formats.lightweight.scanner import SyntaxScanner
from uri_extract.uri.patterns import repeated

_BLOCK = re.compile(rb"[ \t]*+#\+begin_([a-z]++)", re.IGNORECASE)
_VERBATIM = frozenset((b"src", b"example", b"export", b"comment"))
_END = re.compile(rb"\n[ \t]*+#\+end_", re.IGNORECASE)
# Ends of runs of lines in a paragraph: keywords, comments, fixed-width lines, and empty lines.
_STOPS = re.compile(rb"\n[ \t]*+(?:#[+ ]|: )|\n" + EMPTY_LINE)
_INCLUDE = re.compile(rb"[ \t]*+#\+(?:include|setupfile):[ \t]*+(?:\"([^\"\n]++)\"|([^\s\"]++))", re.IGNORECASE)
_URI = re.compile(rb"(?:[A-Za-z][A-Za-z0-9+.-]++://|mailto:|news:|data:)(?=\S)")
_PATH = re.compile(rb"(?:file(?:\+(?:sys|emacs))?:|(?=\.{0,2}/))(?!~)")
_SEARCH = re.compile(rb"::.*+", re.DOTALL)
# The target of a link, in which backslashes escape brackets, and the escapes (org-link-escape).
_OF_TARGET = rb"\\[\[\]\\]|[^\[\]]"
_TARGET = re.compile(rb"\[\[((?>" + _OF_TARGET + rb")" + repeated(_OF_TARGET) + rb")\](?=[\[\]])")
_ESCAPE = re.compile(rb"(?<!\\)(\\++)(?=[\[\]]|\Z)")
# Signs around verbatim text and code in a line (org-emphasis-regexp-components).
_VERBATIM_TEXT = re.compile(rb"([=~])(?<![^\s('\"{-].)(?=\S)")
_END_OF_TEXT = {sign: re.compile(sign + rb"(?<=\S.)(?![^\s.,:!?;'\")}\[\\-])") for sign in (b"=", b"~")}
_IMAGES = (b".png", b".jpg", b".jpeg", b".gif", b".svg", b".webp", b".tiff", b".bmp")


class Org(Syntax):
    """Read paragraphs; source blocks, examples and fixed-width lines are text."""

    stops: re.Pattern[bytes] | None = _STOPS

    def __init__(self) -> None:
        super().__init__()
        self._end = b""  # of the open block

    def line(self, text: bytes, start: int) -> bool:
        """Read a line; return True if it is part of a paragraph."""
        stripped = text.lstrip(b" \t")
        if self._end:
            if stripped.rstrip().lower() == self._end:
                self._end = b""
                self.pass_aside(None)
            return False
        if stripped.startswith(b"#+"):
            block = _BLOCK.match(text)
            if block is not None and block[1].lower() in _VERBATIM:
                self._end = b"#+end_" + block[1].lower()
                self.pass_aside(_END)
                return False
            included = _INCLUDE.match(text)
            if included is not None:
                self.close_paragraph(start)
                number = included.lastindex or 1
                self._target(start + included.start(number), start + included.end(number), b"", "include")
                return False
        return not (stripped.startswith((b": ", b"# ")) or not stripped.strip())

    def paragraph(self, start: int, end: int) -> None:
        """Read the links of a paragraph."""
        finder = Finder(self.window, end)
        at = finder.next(b"[[", start)
        verbatim = self._verbatim(start, end) if at < end or self.window.find(b"://", start, end) > 0 else deque()
        while at < end:
            while verbatim and verbatim[0][1] < at:
                verbatim.popleft()
            if verbatim and verbatim[0][0] < at:
                at = finder.next(b"[[", verbatim[0][1])
                continue
            target = _TARGET.match(self.window, at, end)
            close = end if target is None else finder.next(b"]]", target.end() - 1)
            if target is None or close == end:
                at = finder.next(b"[[", at + 1)
                continue
            self._target(*target.span(1), self.window[target.end() + 1 : close], "link")
            at = finder.next(b"[[", close)

    def _verbatim(self, start: int, end: int) -> deque[tuple[int, int]]:
        """Return the spans of verbatim text. Their last signs are hidden, as they could be part of a URI."""
        finder = Finder(self.window, end)
        found: deque[tuple[int, int]] = deque()
        at = start
        for match in _VERBATIM_TEXT.finditer(self.window, start, end):
            begin = match.start()
            stop = finder.next(_END_OF_TEXT[match[1]], begin + 2) if begin >= at else end
            if stop < min(end, finder.next(b"\n", begin)):
                found.append((begin, stop))
                self.hide(stop, stop + 1)
                at = stop + 1
        return found

    def _target(self, start: int, end: int, label: bytes, element: str) -> None:
        """Add the reference from ``start`` to ``end`` if it is a URI or a path."""
        source = self.window[start:end]
        if _URI.match(source) is None:
            path = _PATH.match(source)
            if path is None and element != "include":
                return
            if path is not None and source[path.end() :].startswith(b"/") and path.end() == 5:
                path = None  # an absolute path (RFC 8089)
            if path is not None:
                start += path.end()
            source = _SEARCH.sub(b"", self.window[start:end])
            end = start + len(source)
        if not source:
            return
        if not label and element == "link" and source.lower().endswith(_IMAGES):
            element = "image"
        reference = _ESCAPE.sub(lambda match: match[1][: len(match[1]) // 2], source)
        self.add(start, end, label, element, reference.decode("utf-8", "surrogateescape"))


OrgScanner: type[SyntaxScanner] = SyntaxScanner.of(Org)
