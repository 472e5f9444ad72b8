"""The text of a link in lightweight markup, as readers see its label."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._ascii import BACKSLASH, LESS_THAN
from uri_extract.decode.character_references import character
from uri_extract.limits import MAX_LABELS, MAX_LINK_TEXT
from uri_extract.text.link_text import link_text

#: Significant signs in a label. The tokenizer of Markdown masks ``<`` by SOH.
SIGNS = b"*_`\\~<&![]\x01"
_SIGNS = re.compile(b"[%b]" % re.escape(SIGNS))
# An image in the label of a link: the text is that of both.
_IMAGE = re.compile(rb"!\[([^\[\]]*+)\](?:\([^()\s]*+[^()]*+\)|\[[^\[\]]*+\])?")
_TAG = re.compile(rb"</?[A-Za-z][^<>]*+>")
# Signs of emphasis, strong emphasis, code and strikethrough; not an underscore between letters.
_EMPHASIS = re.compile(rb"(?<!\\)(?:\*++|`++|~~|(?<![0-9A-Za-z\x80-\xff])_++|_++(?![0-9A-Za-z\x80-\xff]))")
_ESCAPE = re.compile(rb"\\([!-/:-@\[-`{-~])")


# Character references with a semicolon (CommonMark §2.5).
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][0-9A-Za-z]{1,31}));")


def with_references(source: bytes) -> str:
    """Return text with its character references decoded, except those without a semicolon."""
    text = source.decode("utf-8", "surrogateescape")
    return _REFERENCE.sub(_meant, text) if "&" in text else text


def _meant(match: re.Match[str]) -> str:
    if match[3] is not None:
        from html.entities import html5  # few documents need it

        return html5.get(match[3] + ";", match[0])
    return character(int(match[1]) if match[1] else int(match[2], 16))


def of_label(source: bytes) -> bytes:
    """Return the text of a label without inline markup. Of a long one with many blanks the beginning is read."""
    return link_text(source[: 4 * MAX_LINK_TEXT].decode("utf-8", "replace"))


def of_markdown(source: bytes) -> bytes:
    """Return the text of a label in Markdown, without the signs of inline markup; ``<`` may be masked by SOH."""
    if _SIGNS.search(source) is None:
        return of_label(source)
    text = source[: 4 * MAX_LINK_TEXT].replace(b"\1", b"<")
    if text.find(b"![") >= 0:
        text = _IMAGE.sub(rb"\1", text)
    text = _EMPHASIS.sub(b"", _TAG.sub(b"", text) if LESS_THAN in text else text)
    text = _ESCAPE.sub(rb"\1", text) if BACKSLASH in text else text
    return link_text(with_references(text))


class MarkdownLabels:
    """The texts of links in Markdown. Images may be nested in labels; a limit bounds how often a byte is read."""

    def __init__(self) -> None:
        self._before: list[tuple[int, int]] = []  # the starts of labels and their nesting depths, which decrease

    def text(self, source: bytearray, begin: int, stop: int, offset: int) -> bytes:
        """Return the text of a label between two offsets of a window at byte ``offset`` of its document.

        It is empty if more than :data:`~uri_extract.limits.MAX_LABELS` images are nested in it. Nested labels with a
        sign must have been requested before.
        """
        depth = 0
        while self._before and (self._before[-1][0] > offset + begin or self._before[-1][1] <= depth):
            first, inside = self._before.pop()
            if first > offset + begin:
                depth = max(depth, inside + 1)
        self._before.append((offset + begin, min(depth, MAX_LABELS)))
        return of_markdown(bytes(source[begin:stop])) if depth < MAX_LABELS else b""
