"""AsciiDoc: macros of links, images, cross references to other documents, and included files.

Attribute references are replaced by the values of attributes that were declared before, outside conditionals that are
false. A target that still contains braces is a template, not a link. Cross references to an identifier, resource
identifiers of Antora and identifiers of videos are not links. Passthroughs are not read, and are part of targets.
"""

from __future__ import annotations

from urllib.parse import quote_plus

import uri_extract._compat._re as re
from uri_extract._compat._ascii import AT, BACKSLASH, COLON, DOLLAR, LEFT_BRACE, PLUS, SMALL_E, SMALL_I, SPACE
from uri_extract.formats.lightweight._links import Syntax
from uri_extract.formats.lightweight.blocks import EMPTY_LINE, Finder
from uri_extract.formats.lightweight.labels import with_references
from uri_extract.formats.lightweight.scanner import SyntaxScanner
from uri_extract.limits import MAX_ATTRIBUTE, MAX_ATTRIBUTES
from uri_extract.uri.patterns import repeated

_FIRST_OF_FENCES = b"-.+/`"
# Lines that may not belong to a paragraph: fences, comments, attributes and empty lines. Lines that may end a block.
_STOPS = re.compile(rb"\n(?:[-.+/`:]|(?:ifn?def|ifeval|endif)::)|\n" + EMPTY_LINE)
_FENCES = re.compile(rb"\n[-.+/`]")
# An attribute entry; "!" unsets the attribute.
_ATTRIBUTE = re.compile(rb":(!?)([A-Za-z0-9_][-\w]{0,63})(!?):(?:[ \t]++(\S[^\n]{0,2047}))?\s")
# A conditional: its attributes, which are all (+) or partly (,) needed, and its content, if it has no end.
_CONDITION = re.compile(rb"(ifdef|ifndef|ifeval|endif)::([^\[\n]{0,255})\[(?:([^\n]{1,4096})\][ \t\r]*+\n?\Z)?")
# Attributes that Asciidoctor defines: of characters, of itself, and the folder of the document.
_INTRINSIC = {
    b"empty": b"", b"blank": b"", b"sp": b" ", b"nbsp": b"&nbsp;", b"startsb": b"[", b"endsb": b"]", b"vbar": b"|",
    b"caret": b"^", b"asterisk": b"*", b"tilde": b"~", b"backtick": b"`", b"two-colons": b"::", b"amp": b"&",
    b"two-semicolons": b";;", b"plus": b"+", b"pp": b"++", b"cpp": b"C++", b"apos": b"'", b"quot": b'"',
    b"asciidoctor": b"", b"backend-html5": b"", b"basebackend-html": b"", b"docdir": b".",
}  # fmt: skip
_LITERAL = re.compile(rb"[ \t]++(?![ \t]|[*.-]++[ \t]|\d++\.[ \t])[^\n]*+(?<!::)\s*+\Z")
# Signs of passthroughs, which end at the same sign.
_PASSTHROUGH = re.compile(rb"(?<!\\)(?:(\+\+\+?|\$\$)|pass:[a-z,-]{0,32}\[|(?<![\w;:+])\+(?=[^\s+]))")
_END_OF_PLUS = re.compile(rb"(?<=\S)\+(?!\w)")
_CLOSE = re.compile(rb"(?<!\\)\]")
# The copy of a passthrough in the text of a paragraph, without blanks and signs.
_HELD = rb"\x02\x03*+"
_MACRO = re.compile(
    rb"(?<![\\\w/])(?:(?:(?<![^\n|\xbf])|(?<=\| )|(?![a-z]++::))"  # a block macro begins a line (after a mark), a cell
    rb"(?P<macro>link|xref|mailto|image|icon|video|audio|include)::?|(?:https?|ftp|irc)://"
    rb"|(?P<attribute>\{[\w-]{1,64}\}))|(?P<cross><<" + repeated(rb"<<") + rb")"
)
# A URI without a label that has a passthrough.
_BARE = re.compile(rb"(?<![\\\w/])(?:https?|ftp|irc)://[^\s<\[\]`\x02]{0,2000}+\x02[^\s<\[\]`]{0,2000}+(?!\[)")
_OUTSIDE = re.compile(rb"[\s<>]")
# A list of attributes above a block, of which an image can be a link.
_ABOVE = re.compile(rb"^\[([^\[\]\n]{0,512}\blink=[^\n]{1,512})\][ \t\r]*+$", re.MULTILINE)
# The span of an attribute that is not given.
_NOWHERE = (0, 0)
_ELEMENTS = {b"image": "image", b"icon": "image", b"video": "image", b"audio": "image", b"include": "include"}
# What is the first attribute of a video whose target is an identifier.
_PLAYERS = frozenset((b"youtube", b"vimeo", b"wistia"))
# In a target: a passthrough, an escape of a sign, a reference to an attribute.
_TOKEN = re.compile(b"(" + _HELD + rb")|\\([!-/:-@\[-`|}~])|\{([A-Za-z0-9_][-\w]{0,63})\}")
_SUFFIXES = (b".adoc", b".asciidoc", b".asc", b".ad", b".html", b".htm", b".txt")
# An element of a list of attributes: its name, its value.
_PAIR = re.compile(
    rb"\s*+(?:([A-Za-z_][\w-]*+)[ \t]*+=[ \t]*+)?"
    rb"(?:\"(" + repeated(rb"[^\"\\]|\\.") + rb")\"|'(" + repeated(rb"[^'\\]|\\.") + rb")'|([^,]*+))\s*+(?:,|\Z)",
    re.DOTALL,
)
_URI = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]++://|mailto:")
_LINK = re.compile(_URI.pattern + rb"|link:")
_ABSOLUTE = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]++://|(?:mailto|data|tel|news|urn):")


def _fence_of(line: bytes) -> bytes:
    """Return the delimiter of the block that a line begins; empty if it does not begin a block."""
    if line.startswith(b"```"):
        return b"```" if line.find(b"`", 3) < 0 else b""
    signs = line.rstrip()
    return signs if len(signs) > 3 and not signs.strip(signs[:1]) else b""


class Asciidoc(Syntax):
    """Read links in paragraphs; listings, literals, passthroughs and comments are read as plain text."""

    character_references = True
    stops: re.Pattern[bytes] | None = _STOPS

    def __init__(self) -> None:
        super().__init__()
        self._fence = b""
        self._attributes: dict[bytes, bytes] = dict(_INTRINSIC)
        self._false = 0  # the depth of conditionals in the outermost one that is false
        self._passed: dict[int, bytes] = {}  # the contents of the passthroughs of a paragraph, by their starts

    def line(self, text: bytes, start: int) -> bool:
        """Read a line; return True if it belongs to a paragraph."""
        if self._fence:
            if text.rstrip() == self._fence:
                self._fence = b""
                self.pass_aside(None)
            return False
        first = text[0]
        if first in _FIRST_OF_FENCES:
            fence = _fence_of(text)
            if fence:
                self._fence = fence
                self.pass_aside(_FENCES)
                return False
            if text.startswith(b"//"):
                return False
        elif first == COLON:
            self.close_paragraph(start)
            self._declare(text)
            return False
        elif not text.strip():
            return False
        elif first in (SMALL_I, SMALL_E):
            condition = _CONDITION.match(text)
            if condition is not None:
                self._decide(condition, start)
        return self.begun >= 0 or first not in b" \t" or _LITERAL.match(text) is None

    def _decide(self, condition: re.Match[bytes], start: int) -> None:
        """Read a conditional; an expression is true."""
        directive, names, content = condition.groups()
        if directive == b"endif":
            self._false -= self._false > 0
            return
        needed = all if b"+" in names else any
        defined = needed(name.strip() in self._attributes for name in names.lower().replace(b"+", b",").split(b","))
        is_true = directive == b"ifeval" or defined == (directive == b"ifdef")
        if content is None:
            self._false += self._false > 0 or not is_true
        elif is_true and content.startswith(b":"):
            self.close_paragraph(start)
            self._declare(content + b"\n")

    def _declare(self, entry: bytes) -> None:
        """Read an attribute entry."""
        found = _ATTRIBUTE.match(entry)
        if found is None or self._false:
            return
        unset, name, unset_too, value = found.groups()
        name = name.lower()
        if unset or unset_too:
            self._attributes.pop(name, None)
        elif len(self._attributes) < MAX_ATTRIBUTES:
            value = (value or b"").rstrip()
            self._attributes[name] = self._target(value, 0, len(value))[:MAX_ATTRIBUTE]

    def paragraph(self, start: int, end: int) -> None:
        """Read the macros of a paragraph."""
        text = self.window[start:end]
        if PLUS in text or DOLLAR in text or b"pass:" in text:
            text = self._without_passthroughs(text, start)
        finder = Finder(text, len(text))
        at = 0
        closed = max(text.rfind(b"]"), text.rfind(b">>"), 0)  # a macro after it has no end
        for match in _MACRO.finditer(text, 0, closed):
            if match.start() >= at:
                read = self._cross_reference if match["cross"] else self._macro
                at = read(text, start, finder, match) or match.end()
        if self._passed:
            for match in _BARE.finditer(text):
                span = match.start(), match.start() + len(match[0].rstrip(b",.?!)"))
                if _OUTSIDE.search(self._target(text, *span)) is None:
                    self._add(text, start, *span)
            self._passed.clear()
        if b"link=" in text and b"image::" in text:
            for match in _ABOVE.finditer(text):
                self._add(text, start, *_attributes(text, *match.span(1)).get(b"link", _NOWHERE))

    def _without_passthroughs(self, text: bytes, start: int) -> bytes:
        """Return the text of a paragraph with its passthroughs masked; remember their contents."""
        finder = Finder(text, len(text))
        pieces: list[bytes] = []
        at = 0
        for match in _PASSTHROUGH.finditer(text):
            begin, inner = match.span()
            if begin < at:
                continue
            sign = match[1] or (_CLOSE if text[inner - 1] == 0x5B else _END_OF_PLUS)
            stop = finder.next(sign, inner)
            if stop == len(text):
                continue
            pieces += text[at:begin], b"\x02"
            at = stop + len(match[1] or b"+")
            pieces.append(b"\x03" * (at - begin - 1))
            self._passed[begin] = text[inner:stop]
            if len(text[inner:stop].split()) == 1:
                self.hide(start + begin, start + inner)
                self.hide(start + stop, start + at)
        return b"".join((*pieces, text[at:]))

    def _macro(self, text: bytes, start: int, finder: Finder, match: re.Match[bytes]) -> int:
        """Read the macro at ``match``; return where it ends, 0 if it is not a link."""
        macro = match["macro"]
        begin = match.start() if macro in (None, b"mailto") else match.end()
        stop = finder.next(b"[", match.end())
        close = finder.next(_CLOSE, stop)
        if close >= len(text) or finder.next(b"\n", begin) < stop:
            return 0
        element = _ELEMENTS.get(macro, "link")
        if finder.next(b" ", begin) < stop and (element == "link" or text[begin] == SPACE):
            return 0
        target = self._reference(text, begin, stop, element)
        if not target or (macro == b"xref" and not _is_document(target)):
            return 0
        if match["attribute"] and _LINK.match(self._target(text, begin, stop)) is None:
            return 0
        first, last = stop + 1, min(close, stop + MAX_ATTRIBUTE)
        named: dict[bytes | int, tuple[int, int]] = {}
        if element == "image" or macro == b"mailto" or text[first] == 0x22 or text.find(b"=", first, last) > 0:
            named = _attributes(text, first, last)
            first, last = named.get(b"alt") or named.get(1, _NOWHERE)
        label = self.window[start + first : start + last] if element != "include" else b""
        label = label.removesuffix(b"^").replace(b"\\]", b"]")
        if element == "image":
            if macro == b"video":
                poster = named.get(b"poster") or named.get(1, _NOWHERE)
                if text[slice(*poster)] in _PLAYERS:
                    return close + 1
                self._add(text, start, *poster, element=element)
                label = b""
            link = named.get(b"link", _NOWHERE)
            if text[slice(*link)] not in (b"self", b"none"):
                self._add(text, start, *link, label)
            if macro == b"icon":
                return close + 1
        elif macro == b"mailto":
            fields = [self._target(text, *named.get(number, _NOWHERE)) for number in (2, 3)]
            target += b"?subject=" + quote_plus(fields[0]).encode() if fields[0] else b""
            target += b"&body=" + quote_plus(fields[1]).encode() if fields[1] else b""
        self.add(start + begin, start + stop, label, element, with_references(target))
        return close + 1

    def _cross_reference(self, text: bytes, start: int, finder: Finder, match: re.Match[bytes]) -> int:
        """Read ``<<document#identifier,label>>``; return where it ends, 0 if it is not a link."""
        begin = match.end()
        close = finder.next(b">>", begin)
        if close >= len(text) or finder.next(b"<<", begin) < close:
            return 0
        stop = min(finder.next(b",", begin), close)
        if stop - begin > MAX_ATTRIBUTE or not _is_document(self._target(text, begin, stop)):
            return 0
        self._add(text, start, begin, stop, self.window[start + stop + 1 : start + close])
        return close + 2

    def _add(self, text: bytes, start: int, begin: int, stop: int, label: bytes = b"", element: str = "link") -> None:
        """Add the link whose target is between two places in the text of a paragraph, if it is one."""
        target = self._reference(text, begin, stop, element)
        if target:
            self.add(start + begin, start + stop, label, element, with_references(target))

    def _reference(self, text: bytes, begin: int, stop: int, element: str) -> bytes:
        """Return the reference that a target is; nothing for a template, or an identifier of Antora."""
        if stop - begin > MAX_ATTRIBUTE:
            return b""
        target = self._target(text, begin, stop).removeprefix(b"link:")
        is_absolute = _ABSOLUTE.match(target) is not None
        folder = self._attributes.get(b"imagesdir") if element == "image" else None
        if not is_absolute and (COLON in target or DOLLAR in target):
            return b""
        if folder and target and not is_absolute and not target.startswith(b"/"):
            target = folder.rstrip(b"/") + b"/" + target
        return b"" if LEFT_BRACE in target else target

    def _target(self, text: bytes, begin: int, stop: int) -> bytes:
        """Return the source of a target with its passthroughs, escapes and references to attributes replaced.

        Attributes of more than MAX_ATTRIBUTE bytes in all are not, so that the target is a template, and no link.
        """
        room = MAX_ATTRIBUTE

        def meant(match: re.Match[bytes]) -> bytes:
            nonlocal room
            held, escaped, name = match.groups()
            if held is not None:
                return self._passed.get(begin + match.start(), held)
            if name is None:
                return escaped
            value = self._attributes.get(name.lower(), match[0])
            room -= len(value)
            return value if room >= 0 else match[0]

        source = text[begin:stop]
        return _TOKEN.sub(meant, source) if LEFT_BRACE in source or BACKSLASH in source or self._passed else source


def _is_document(target: bytes) -> bool:
    """Return True if the target of a cross reference is another document."""
    path, sign, _ = target.partition(b"#")
    if COLON in target or AT in target or DOLLAR in target or SPACE in target:
        return _URI.match(target) is not None and SPACE not in target
    return path.endswith(_SUFFIXES) or (sign != b"" and path != b"")


def _attributes(text: bytes, begin: int, end: int) -> dict[bytes | int, tuple[int, int]]:
    """Return the spans of the values in a list of attributes, by their names or their numbers, which count from 1."""
    found: dict[bytes | int, tuple[int, int]] = {}
    for number, match in enumerate(_PAIR.finditer(text, begin, end), 1):
        found[match[1] or number] = match.span(match.lastindex or 0)
    return found


AsciidocScanner: type[SyntaxScanner] = SyntaxScanner.of(Asciidoc)
