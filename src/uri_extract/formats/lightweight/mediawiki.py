"""Wikitext of MediaWiki: external links and files.

A file is a page ``File:name``, relative to the page with the link. As a reference it needs the prefix ``./`` (RFC 3986
§4.2), and underscores for blanks. The names of other pages are not references: the wiki's configuration determines the
wiki and the namespace that they mean.
"""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract.formats.lightweight._links import Syntax
from uri_extract.formats.lightweight.blocks import EMPTY_LINE, Finder
from uri_extract.formats.lightweight.labels import with_references
from uri_extract.formats.lightweight.scanner import SyntaxScanner
from uri_extract.uri.patterns import repeated

# Elements whose content is not wikitext; a gallery has a file in each line.
_RAW = re.compile(rb"<(?:(!--)|(nowiki|pre|syntaxhighlight|source|math|gallery)\b[^<>/]*+>)", re.IGNORECASE)
_ENDS = {b"!--": b"-->"}
# Ends of runs of lines in a paragraph: an empty line.
_STOPS = re.compile(rb"\n" + EMPTY_LINE)
# The protocols of $wgUrlProtocols. Quotation marks of emphasis end a URI: they are read before links.
_OF_URI = rb"[^\s\[\]<>\"{}|\x00-\x20']|'(?!')"
_EXTERNAL = re.compile(
    rb"\[(?P<uri>(?:(?:https?|ftps?|gopher|ircs?|nntp|git|mms|redis|sftp|ssh|svn|telnet|worldwind)://|//"
    rb"|(?:bitcoin|geo|magnet|mailto|news|sips?|sms|tel|urn|xmpp):)(?:" + _OF_URI + rb")" + repeated(_OF_URI) + rb")"
)
_EMPHASIS = re.compile(rb"''++")
_FILE = re.compile(rb"\[\[[ \t]*+:?(?P<name>(?:File|Image|Media)[ \t]*+:[^\[\]|{}<>#\n]++)", re.IGNORECASE)
_LINE = re.compile(rb"[ \t]*+(?P<name>(?:File|Image)[ \t]*+:[^\[\]|{}<>#\n]++)(?:\|([^\n]*+))?", re.IGNORECASE)
# In a label: emphasis, and links except their text.
_MARKUP = re.compile(rb"''++|\[\[(?:[^\[\]|]{0,255}\|)?|\]\]|<[^<>]{0,255}>")
# The start of a link or of such an element; the starts of links to other pages are skipped as a whole.
_PAGE = rb"\[\[(?![ \t]*+:?[FIMfim])"
_SIGNS = re.compile(rb"(?P<pages>" + _PAGE + repeated(_PAGE) + rb")|\[\[|\[(?=[/A-Za-z])|<(?=[!A-Za-z])")
_OPTION = re.compile(
    rb"(?:thumb|thumbnail|frame|frameless|border|left|right|center|none|upright|baseline|sub|super|top|middle|bottom"
    rb"|text-top|text-bottom|\d*+x?\d*+px|[a-z]++=.*)\Z",
    re.IGNORECASE | re.DOTALL,
)


class MediaWiki(Syntax):
    """Read paragraphs; the content of elements that is not wikitext is text."""

    character_references = True
    stops: re.Pattern[bytes] | None = _STOPS

    def __init__(self) -> None:
        super().__init__()
        self._raw = b""  # the end of the open element

    def line(self, text: bytes, start: int) -> bool:
        """Read a line; return True if it is part of a paragraph."""
        return text.strip() != b""

    def paragraph(self, start: int, end: int) -> None:
        """Read the links of a paragraph."""
        window, finder = self.window, Finder(self.window, end)
        if window.find(b"''", start, end) >= 0:
            for emphasis in _EMPHASIS.finditer(window, start, end):
                self.hide(*emphasis.span())
        lower = b""
        at = start
        while at < end:
            if self._raw:
                lower = lower or window[start:end].lower()
                close = lower.find(self._raw, at - start) + start
                if self._raw == b"</gallery":
                    self._gallery(at, close if close >= start else end)
                if close < start:
                    return
                at = close + len(self._raw)
                self._raw = b""
            sign = _SIGNS.search(window, at, end)
            if sign is None:
                return
            at = sign.end()
            if sign["pages"]:
                continue
            if sign[0] == b"<":
                raw = _RAW.match(window, sign.start(), end)
                if raw is not None:
                    self._raw = _ENDS.get(raw[1]) or b"</" + raw[2].lower()
                    at = raw.end()
            elif sign[0] == b"[[":
                at = self._file(sign.start(), end, finder) or at
            else:
                at = self._external(sign.start(), end, finder) or at

    def _external(self, at: int, end: int, finder: Finder) -> int:
        found = _EXTERNAL.match(self.window, at, end)
        if found is None:
            return 0
        close = finder.next(b"]", found.end())
        if close >= end or finder.next(b"\n", found.end()) < close:
            return 0
        source = found["uri"]
        reference = with_references(source)
        label = _MARKUP.sub(b"", self.window[found.end() : min(close, finder.next(b"[", found.end()))])
        self.add(*found.span("uri"), label, "link", reference)
        return found.end()

    def _file(self, at: int, end: int, finder: Finder) -> int:
        found = _FILE.match(self.window, at, end)
        if found is None:
            return 0
        close = finder.next(b"]]", found.end())
        if close >= end:
            return 0
        label = b""
        if finder.next(b"[", found.end()) > close:
            parts = self.window[found.end() : close].split(b"|")
            label = next((part for part in reversed(parts) if part and _OPTION.match(part.strip()) is None), b"")
        self._page(*found.span("name"), _MARKUP.sub(b"", label))
        return found.end()

    def _gallery(self, start: int, end: int) -> None:
        while start < end:
            stop = self.window.find(b"\n", start, end)
            stop = end if stop < 0 else stop
            found = _LINE.match(self.window, start, stop)
            if found is not None:
                self._page(*found.span("name"), _MARKUP.sub(b"", found[2] or b""))
            start = stop + 1

    def _page(self, start: int, end: int, label: bytes) -> None:
        """Add the page of a file."""
        source = self.window[start:end].rstrip()
        text = with_references(source)
        namespace, _, name = text.partition(":")
        reference = f"./{namespace.strip()}:{'_'.join(name.split())}"
        if name.strip():
            self.add(start, start + len(source), label, "image", reference.replace("?", "%3F"))


MediaWikiScanner: type[SyntaxScanner] = SyntaxScanner.of(MediaWiki)
