"""What the formats that are text have in common."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract.sinks.base import Sink

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from uri_extract.records import Problem


# C0 and C1 controls, DEL, and the separators of lines and paragraphs.
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Text(Sink):
    """A format whose records are bytes, one after the other, perhaps after a header. Problems are not written."""

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
        """Write what was encoded."""
        if encoded:
            self._out.write(encoded)

    def write_all(self, encoded: Sequence[bytes]) -> None:
        """Write what was encoded of pages: at once, because most are small where there are many."""
        if encoded:
            self.write(encoded[0] if len(encoded) == 1 else b"".join(encoded))


def utf8(text: str) -> bytes:
    """Return the text in UTF-8, with U+FFFD for what had none: bytes of the source that were not UTF-8."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return exact(text).decode("utf-8", "replace").encode()


def exact(text: str) -> bytes:
    """Return the text as bytes of the source were: UTF-8, and what was none as it was."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return _whole(text).encode("utf-8", "surrogateescape")


def _whole(text: str) -> str:
    """Return the text with U+FFFD for halves of surrogate pairs, which no source has: a script may write them."""
    return re.sub("[\ud800-\udc7f\udd00-\udfff]", "\ufffd", text)


def escape_controls(text: str) -> str:
    r"""Return the text with control characters written as ``\n``, ``\t`` or ``\x1b``, so that it is one line."""
    return text if text.isprintable() else _CONTROL.sub(escaped, text)


def escaped(match: re.Match[str]) -> str:
    r"""Return a character that was found as Python writes it in a string: ``\n``, ``\x1b``, ``\u200b``."""
    return _as_escape(match[0])


@lru_cache(maxsize=1024)
def _as_escape(characters: str) -> str:
    return characters.encode("unicode_escape").decode("ascii")


def name_in_line(name: str, *, null: bool) -> str:
    r"""Return the name of a document as lines have it: on one line; exact where lines end with NUL.

    A file name may hold line feeds and escape sequences; a member of an archive even NUL.
    """
    return name.replace("\0", "\\x00") if null else escape_controls(name)
