"""The text of a link in lightweight markup: what a reader sees of its label."""

from __future__ import annotations

import uri_extract._re as re
from uri_extract.decode.character_references import decoded
from uri_extract.limits import MAX_LINK_TEXT

_SIGNS = re.compile(rb"[*_`\\~<&!\[\]]")
# An image in the label of a link: of both, its text.
_IMAGE = re.compile(rb"!\[([^\[\]]*+)\](?:\([^()\s]*+[^()]*+\)|\[[^\[\]]*+\])?")
_TAG = re.compile(rb"</?[A-Za-z][^<>]*+>")
# Signs of emphasis, strong emphasis, code and strikethrough: an underscore between letters is none.
_EMPHASIS = re.compile(rb"(?<!\\)(?:\*++|`++|~~|(?<![0-9A-Za-z\x80-\xff])_++|_++(?![0-9A-Za-z\x80-\xff]))")
_ESCAPE = re.compile(rb"\\([!-/:-@\[-`{-~])")


def collapsed(source: bytes) -> bytes:
    """Return text in UTF-8 with its white space collapsed, at most :data:`~uri_extract.limits.MAX_LINK_TEXT` bytes."""
    text = b" ".join(source[: 4 * MAX_LINK_TEXT].split())
    if not text.isascii():
        text = text.decode("utf-8", "replace").encode()
    if len(text) > MAX_LINK_TEXT:
        text = text[:MAX_LINK_TEXT].decode("utf-8", "ignore").rstrip().encode()
    return text


def of_markdown(source: bytes) -> bytes:
    """Return the text of a label in Markdown, without the signs of inline markup."""
    if _SIGNS.search(source) is None:
        return collapsed(source)
    text = source[: 4 * MAX_LINK_TEXT]
    if b"![" in text:
        text = _IMAGE.sub(rb"\1", text)
    text = _ESCAPE.sub(rb"\1", _EMPHASIS.sub(b"", _TAG.sub(b"", text)))
    return collapsed(decoded(text).encode("utf-8", "replace") if b"&" in text else text)
