"""What the formats that are text have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

    from uri_extract.records import Problem


class Text:
    """A format whose records are bytes, one behind the other, after a header perhaps. Problems have no place in it."""

    header = b""

    def begin(self, out: BinaryIO) -> None:
        """Begin to write."""
        self._out = out
        if self.header:
            out.write(self.header)

    def encode_problem(self, problem: Problem) -> bytes:
        """Return a problem in this format."""
        return b""

    def write(self, encoded: bytes) -> None:
        """Write what was encoded."""
        if encoded:
            self._out.write(encoded)

    def end(self) -> None:
        """Write what belongs at the end."""


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
    import re

    return re.sub("[\ud800-\udc7f\udd00-\udfff]", "\ufffd", text)
