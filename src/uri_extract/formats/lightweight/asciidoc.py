"""AsciiDoc: macros of links, images, cross references to other documents, and included files.

Attribute references are replaced by the values of attributes that were declared before. A target that still contains
braces is a template, not a link. Cross references to an identifier, and resource identifiers of Antora, are not links.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._ascii import AT, COLON, DOLLAR, LEFT_BRACE, SPACE
from uri_extract.formats.lightweight.blocks import EMPTY_LINE, Finder
from uri_extract.formats.lightweight.scanner import Syntax, SyntaxScanner
from uri_extract.limits import MAX_ATTRIBUTE, MAX_ATTRIBUTES
from uri_extract.uri.patterns import repeated

_FIRST_OF_FENCES = b"-.+/`"
_USUAL_FENCES = {sign * 4 + b"\n": sign * 4 for sign in (b"-", b".", b"+", b"/")}
# Lines that may not belong to a paragraph: fences, comments, attributes and empty lines. Lines that may end a block.
_STOPS = re.compile(rb"\n[-.+/`:]|\n" + EMPTY_LINE)
_FENCES = re.compile(rb"\n[-.+/`]")
_ATTRIBUTE = re.compile(rb":([A-Za-z0-9_][-\w]{0,63}):[ \t]++(\S[^\n]{0,2047})")
_LITERAL = re.compile(rb"[ \t]++(?![ \t]|[*.-]++[ \t]|\d++\.[ \t])[^\n]*+(?<!::)\s*+\Z")
# A target and a label without special characters, as most links have.
_TARGET = rb"(?P<target>[^\s\[\]{}+:$]{1,2000}+)\[(?P<label>[^\[\]\\\",^]*+)\]"
_TEXT = rb"\[(?P<text>[^\[\]\\\",^]*+)\]"
_CROSS = re.compile(rb"(?P<cross><<" + repeated(rb"<<") + rb")")
_MACRO = re.compile(
    rb"(?<![\\\w/])(?:link:(?=" + _TARGET + rb")|(?P<macro>link|xref|mailto|image|video|audio|include)(?P<block>::?)"
    rb"|(?P<scheme>(?:https?|ftp|irc)://)|(?P<attribute>\{[\w-]{1,64}\})(?:(?=" + _TEXT + rb")|))"
    rb"|" + _CROSS.pattern
)
_ELEMENTS = {b"image": "image", b"video": "image", b"audio": "image", b"include": "include"}
_REFERENCE = re.compile(rb"\{([A-Za-z0-9_][-\w]{0,63})\}")
_SUFFIXES = (b".adoc", b".asciidoc", b".asc", b".ad", b".html", b".htm", b".txt")
_OPTIONS = re.compile(rb",[ \t]*+[a-z]++=")
_URI = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]++://|mailto:")
_ABSOLUTE = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]++://|(?:mailto|data|tel|news|urn):")


def _fence_of(line: bytes) -> bytes:
    """Return the delimiter of the block that a line begins; empty if it does not begin a block."""
    if line.startswith(b"```"):
        return b"```" if line.find(b"`", 3) < 0 else b""
    signs = line.rstrip()
    return signs if len(signs) > 3 and not signs.strip(signs[:1]) else b""


class Asciidoc(Syntax):
    """Read links in paragraphs; listings, literals, passthroughs and comments are read as plain text."""

    stops: re.Pattern[bytes] | None = _STOPS

    def __init__(self) -> None:
        super().__init__()
        self._fence = b""
        self._attributes: dict[bytes, bytes] = {b"empty": b"", b"blank": b""}
        self._uris: dict[bytes, str] = {}  # the attributes whose value is a URI

    def line(self, text: bytes, start: int) -> bool:
        """Read a line; return True if it belongs to a paragraph."""
        if self._fence:
            if text.rstrip() == self._fence:
                self._fence = b""
                self.pass_aside(None)
            return False
        first = text[0]
        if first in _FIRST_OF_FENCES:
            fence = _USUAL_FENCES.get(text) or _fence_of(text)
            if fence:
                self._fence = fence
                self.pass_aside(_FENCES)
                return False
            if text.startswith(b"//"):
                return False
        elif first == COLON:
            attribute = _ATTRIBUTE.match(text)
            if attribute is not None and len(self._attributes) < MAX_ATTRIBUTES:
                self._declare(attribute[1].lower(), self._expanded(attribute[2].rstrip())[:MAX_ATTRIBUTE])
            return False
        elif not text.strip():
            return False
        return self.begun >= 0 or first not in b" \t" or _LITERAL.match(text) is None

    def _declare(self, name: bytes, value: bytes) -> None:
        self._attributes[name] = value
        self._uris.pop(name, None)
        if LEFT_BRACE not in value and _URI.match(value) is not None:
            self._uris[name] = value.decode("utf-8", "surrogateescape")

    def paragraph(self, start: int, end: int) -> None:
        """Read the macros of a paragraph."""
        text = self.window[start:end]
        finder = Finder(text, len(text))
        at = 0
        closed = text.rfind(b"]") + 1  # a macro after it has no end
        for match in _MACRO.finditer(text, 0, closed):
            begin, end = match.span()
            if begin < at:
                continue
            if match["target"]:
                self.add(start + match.start("target"), start + match.end("target"), match["label"])
                at = match.end("label") + 1
                continue
            text_of = match["text"]
            if text_of is not None and (uri := self._uris.get(match["attribute"][1:-1].lower())) is not None:
                self.add(start + begin, start + end, text_of, "link", uri)
                at = match.end("text") + 1
                continue
            read = self._cross_reference if match["cross"] else self._macro
            at = read(text, start, finder, match) or end
        for match in _CROSS.finditer(text, closed):
            if match.start() >= at:
                at = self._cross_reference(text, start, finder, match) or match.end()

    def _macro(self, text: bytes, start: int, finder: Finder, match: re.Match[bytes]) -> int:
        """Read the macro at ``match``; return where it ends, 0 if it is not a link."""
        macro = match["macro"]
        begin = match.end() if macro else match.start()
        bracket = finder.next(b"[", match.end())
        close = finder.next(b"]", bracket)
        if close >= len(text) or finder.next(b"\n", begin) < bracket:
            return 0
        while text[close - 1] == 0x5C and close < len(text):
            close = finder.next(b"]", close + 1)
        if close >= len(text):
            return 0
        stop = bracket
        if macro == b"link" and stop - begin > 4 and text[begin : begin + 2] == b"++" == text[stop - 2 : stop]:
            begin, stop = begin + 2, stop - 2
        elif finder.next(b" ", begin) < bracket and (macro not in _ELEMENTS or text[begin : begin + 1] == b" "):
            return 0
        if stop - begin > MAX_ATTRIBUTE:
            return 0
        target = self._expanded(text[begin:stop])
        if LEFT_BRACE in target or not target or (match["attribute"] and _URI.match(target) is None):
            return 0
        if macro == b"mailto":
            begin, target = match.start(), b"mailto:" + target
        elif macro == b"xref":
            if not _is_document(target):
                return 0
        elif macro and (COLON in target or DOLLAR in target) and _ABSOLUTE.match(target) is None:
            return 0
        label = _label(text[bracket + 1 : close])
        if macro in _ELEMENTS:
            label = b"" if macro == b"include" else label.partition(b",")[0]
        reference = target.decode("utf-8", "surrogateescape")
        self.add(start + begin, start + stop, label, _ELEMENTS.get(macro, "link"), reference)
        return close + 1

    def _cross_reference(self, text: bytes, start: int, finder: Finder, match: re.Match[bytes]) -> int:
        """Read ``<<document#identifier,label>>``; return where it ends, 0 if it is not a link."""
        begin = match.end()
        close = finder.next(b">>", begin)
        if close >= len(text) or finder.next(b"<<", begin) < close:
            return 0
        comma = finder.next(b",", begin)
        stop = min(comma, close)
        target = self._expanded(text[begin:stop])
        if LEFT_BRACE in target or not _is_document(target):
            return 0
        label = text[stop + 1 : close]
        self.add(start + begin, start + stop, label, "link", target.decode("utf-8", "surrogateescape"))
        return close + 2

    def _expanded(self, text: bytes) -> bytes:
        """Replace references to declared attributes by their values."""
        if LEFT_BRACE not in text:
            return text
        return _REFERENCE.sub(lambda match: self._attributes.get(match[1].lower(), match[0]), text)


def _is_document(target: bytes) -> bool:
    """Return True if the target of a cross reference is another document."""
    path, sign, _ = target.partition(b"#")
    if COLON in target or AT in target or DOLLAR in target or SPACE in target:
        return _URI.match(target) is not None and SPACE not in target
    return path.endswith(_SUFFIXES) or (sign != b"" and path != b"")


def _label(text: bytes) -> bytes:
    """Return the text of a link, without the attributes that may follow it."""
    if text.startswith(b'"'):
        return text[1:].partition(b'"')[0]
    options = _OPTIONS.search(text)
    return (text if options is None else text[: options.start()]).removesuffix(b"^").replace(b"\\]", b"]")


class AsciidocScanner(SyntaxScanner):
    """Find the references in one AsciiDoc document. Options are those of other scanners of markup."""

    syntax: type[Syntax] = Asciidoc
