"""Markdown documents (CommonMark, GFM): links by syntax, links in HTML, and text."""

from __future__ import annotations

from collections import deque

import uri_extract._compat._re as re
from uri_extract._compat._ascii import BACKSLASH
from uri_extract._compat._typing import Any
from uri_extract.formats.lightweight import tokenizers
from uri_extract.formats.lightweight.blocks import LINK, MAILBOX, Link
from uri_extract.formats.lightweight.labels import MarkdownLabels, with_references
from uri_extract.formats.lightweight.scanner import LightweightScanner, spans_before
from uri_extract.markup._markup_rows import Windows
from uri_extract.markup.html.markup import Markup, unused
from uri_extract.rows import Page
from uri_extract.rows.details import Origin
from uri_extract.text.options import DEFAULTS, ScanOptions

_ESCAPE = re.compile(rb"\\([!-/:-@\[-`{-~])")
# The schemes of MyST for paths of source files and other files.
_PROJECT = re.compile(rb"(?:project|path):")


class MarkdownScanner(LightweightScanner):
    """Find the references in one Markdown document. Sans-IO: bytes in, occurrences out.

    A first tokenizer finds links and images (CommonMark §6.3, §6.4), relative ones too, mail addresses in angle
    brackets (§6.5) and link reference definitions (§4.7), and masks text that is not HTML by Markdown's rules. The
    tokenizer of HTML reads the rest: tags, comments, attributes. Everything else is plain text, including code, in
    which character references are not decoded. ``tokenizer`` is a class of
    :data:`uri_extract.formats.lightweight.tokenizers`.
    """

    _markup: Markup
    _windows: _NeutralWindows

    def __init__(self, options: ScanOptions = DEFAULTS, *, tokenizer: Any = None, **document: Any) -> None:
        tokenizer = tokenizer or tokenizers.in_use
        self._blocks = tokenizer()
        super().__init__(options, **document)

    def _begin_document(self, base: str | None, origin: Origin, charset: str | None) -> None:
        super()._begin_document(base, origin, charset)
        self._blocks.restart()
        self._source = Windows(self._blocks)
        self._verbatim: deque[tuple[int, int]] = deque()
        self._labels = MarkdownLabels()
        self._markup = unused()
        self._markup.begin(origin, self._bases, self.pool, self._decode_all, self._places)
        self._markup.base_is_known(self._own_bases)
        self._windows = _NeutralWindows(self._markup.tokenizer)

    def _read_utf8(self, chunk: bytes, final: bool) -> Page:
        return super()._read_utf8(self._masked(chunk, final), final)

    def _end(self) -> None:
        self._markup.release()

    def _masked(self, chunk: bytes, final: bool) -> bytes:
        """Take the next bytes of the document; return those whose blocks are complete, for the tokenizer of HTML."""
        if not self._source.take(chunk, final):
            return b""
        blocks, window, offset = self._blocks, self._source.window, self._source.offset
        blocks.scan()
        rows = self._markup.rows
        links = [self._link(window, offset, *link) for link in blocks.links]
        self._add(rows, window, offset, links)
        if links:
            self._markup.disordered = True
        blocks.links.clear()
        self._verbatim += [(offset + first, offset + last) for first, last in blocks.verbatim]
        blocks.verbatim.clear()
        self._cut(rows, blocks.cuts, offset)
        self._lines.count_to(window, offset, blocks.pos)
        self._windows.neutral_bytes(bytes(blocks.neutral[: blocks.pos]))
        return window[: blocks.pos]

    def _link(self, window: bytes, offset: int, start: int, end: int, begin: int, stop: int, element: str) -> Link:
        """Return a link with its destination and its label as they are meant; a mail address has no escapes (§6.5)."""
        if element == MAILBOX:
            return Link(start, end, "mailto:" + window[start:end].decode(), window[start:end], LINK)
        label = self._labels.text(self._blocks.neutral, begin, stop, offset) if self._places else b""
        if (scheme := _PROJECT.match(window, start, end)) is not None:
            start = scheme.end()
        return Link(start, end, _meant(window[start:end]), label, element)

    def _read_window(self) -> None:
        if self._markup.rows.count:  # links after the bytes passed to the tokenizer of HTML, which were too few to read
            self._markup.disordered = True
        self._markup.read(self._windows)

    def _read_text(self, end: int, final: bool) -> None:
        markup, offset = self._markup, self._windows.offset
        self._fed = offset + end
        markup.leave(end)
        walker = markup.walker
        for first, last in spans_before(self._masks, offset + end):
            walker.mask(first - offset, last - offset)
        source = walker.source(end)
        code = spans_before(self._verbatim, offset + end)
        verbatim = sorted(walker.verbatim + [(first - offset, last - offset) for first, last in code])
        self._text.take_source(source, verbatim, end, final)
        walker.verbatim.clear()


class WikiMarkdownScanner(MarkdownScanner):
    """Also find links of wikis, ``[[page]]`` and ``![[file]]``: relative references, with the element "wiki"."""

    def __init__(self, options: ScanOptions = DEFAULTS, **document: Any) -> None:
        super().__init__(options, **document)
        self._blocks.wiki = True


class _NeutralWindows(Windows):
    """Windows whose tokenizer gets a masked copy of the bytes; readers of its rows get those of the document."""

    def __init__(self, tokenizer: Any) -> None:
        super().__init__(tokenizer)
        self._neutral: list[bytes] = []
        self._loaded = b""

    def neutral_bytes(self, chunk: bytes) -> None:
        """Take the next masked bytes, before :meth:`take` gets those of the document."""
        self._neutral.append(chunk)

    def take(self, chunk: bytes, final: bool = False) -> bool:
        """Take the next bytes of the document, the last ones if ``final``; return True if there is a window to scan."""
        keep = self.tokenizer.pos
        if not super().take(chunk, final):
            return False
        self._loaded = b"".join((self._loaded[keep:], *self._neutral))
        self._neutral.clear()
        self.tokenizer.load(self._loaded, 0, final)
        return True


def _meant(source: bytes) -> str:
    """Return a destination with its escapes and character references decoded (§2.4, §2.5)."""
    if BACKSLASH in source:
        source = _ESCAPE.sub(_escaped, source)
    return with_references(source)


def _escaped(match: Any) -> bytes:
    return b"&amp;" if match[1] == b"&" else bytes(match[1])
