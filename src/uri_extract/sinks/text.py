"""The base class of text formats, and functions that encode and escape text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import BinaryIO, Final
from uri_extract.rows.records import Problem
from uri_extract.sinks.base import Sink

# C0 and C1 controls, DEL, and the separators of lines and paragraphs.
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Text(Sink):
    """A format whose encoded pages are bytes, written one after the other, after an optional header.

    Problems are not written, unless a subclass encodes them.
    """

    header = b""

    def begin(self, out: BinaryIO) -> None:
        """Write the header."""
        super().begin(out)
        if self.header:
            out.write(self.header)

    def encode_problem(self, problem: Problem) -> bytes:
        """Return a problem in this format."""
        return b""

    def write(self, encoded: bytes | memoryview) -> None:
        """Write encoded bytes."""
        if encoded:
            self._out.write(encoded)

    def write_all(self, encoded: Sequence[bytes]) -> None:
        """Write several encoded pages at once, because many pages are small ones."""
        if encoded:
            self.write(encoded[0] if len(encoded) == 1 else b"".join(encoded))


def utf8(text: str) -> bytes:
    """Return the text in UTF-8, with U+FFFD for source bytes that were not UTF-8."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return exact(text).decode("utf-8", "replace").encode()


def exact(text: str) -> bytes:
    """Return the text in UTF-8, with source bytes that were not UTF-8 unchanged."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return _whole(text).encode("utf-8", "surrogateescape")


def _whole(text: str) -> str:
    """Return the text with U+FFFD for surrogates that do not stand for source bytes; escapes in scripts make them."""
    return re.sub("[\ud800-\udc7f\udd00-\udfff]", "\ufffd", text)


def escape_controls(text: str) -> str:
    r"""Return the text on one line, with control characters written as ``\n``, ``\t`` or ``\x1b``."""
    return text if text.isprintable() else _CONTROL.sub(escaped, text)


def escaped(match: re.Match[str]) -> str:
    r"""Return the escape of a matched character, as in a Python string: ``\n``, ``\x1b``, ``\u200b``."""
    return _as_escape(match[0])


@lru_cache(maxsize=1024)
def _as_escape(characters: str) -> str:
    return characters.encode("unicode_escape").decode("ascii")


def name_in_line(name: str, *, null: bool) -> str:
    r"""Return the name of a document for a line: with control characters escaped; with ``null``, only NUL is escaped.

    A file name may contain line feeds and escape sequences; the name of an archive member may even contain NUL.
    """
    return name.replace("\0", "\\x00") if null else escape_controls(name)
