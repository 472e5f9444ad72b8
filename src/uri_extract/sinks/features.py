r"""Feature files in the format of bulk_extractor (version 1.1), with a histogram of the features in a second file.

A line is the place, a tab, the feature (the target, or the reference if there is no target), a tab, and the context:
the source of the reference, with the text around it if context is requested. The place is the byte offset, after the
document name and U+10001C, like in bulk_extractor when it reads several files. Control characters, bytes that are not
UTF-8 and backslashes are ``\xHH``. Problems are not written; a comment at the end has their number.

``url.txt`` has its histogram in ``url_histogram.txt``, a line ``n=COUNT``, a tab and the feature, most frequent first.
"""

from __future__ import annotations

import os
from collections import Counter

import uri_extract._compat._re as re
from uri_extract._compat._typing import BinaryIO, Final
from uri_extract._version import __version__
from uri_extract.rows import Page
from uri_extract.rows.records import Problem
from uri_extract.rows.schema import CONTEXT
from uri_extract.sinks.base import Sink
from uri_extract.sinks.counts import Tally
from uri_extract.sinks.lines import texts_of

_SEPARATOR: Final = "\U0010001c"
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\\\ud800-\udfff\U0010001c]")


class Features(Sink):
    """Writes a feature file, and its histogram into :attr:`beside`."""

    def __init__(self, *, context: bool = False) -> None:
        self._context = context

    def companion(self, path: str) -> str:
        """Return the name of the histogram that belongs to a feature file."""
        stem, extension = os.path.splitext(path)
        return f"{stem}_histogram{extension}"

    def encode(self, page: Page) -> tuple[bytes, dict[str, int]]:
        """Return lines, and the count of each feature in them."""
        found = page.columns(("document", "start", "raw", *(CONTEXT if self._context else ())))
        documents = found["document"]
        places = ["" if name is None else f"{_escaped(name)}{_SEPARATOR}" for name in documents]
        features = [*map(_escaped, texts_of(page, "target"))]
        around = found["raw"]
        if self._context:
            contexts = zip(found["before"], around, found["after"], strict=True)
            around = [f"{before or ''}{raw}{after or ''}" for before, raw, after in contexts]
        rows = zip(places, found["start"], features, map(_escaped, around), strict=True)
        lines = "".join([f"{place}{start}\t{feature}\t{text}\n" for place, start, feature, text in rows])
        return lines.encode(), dict(Counter(features))

    def encode_problem(self, problem: Problem) -> None:
        """Return None, which :meth:`write` counts as a problem."""

    def begin(self, out: BinaryIO) -> None:
        """Write the header."""
        super().begin(out)
        self._tally = Tally()
        self._problems = 0
        out.write(_header("Feature"))

    def write(self, encoded: tuple[bytes, dict[str, int]] | None) -> None:
        """Write lines and count their features, or count a problem."""
        if encoded is None:
            self._problems += 1
            return
        lines, counts = encoded
        self._out.write(lines)
        if self.beside is not None:
            self._tally.add(counts)

    def end(self) -> None:
        """Write the histogram."""
        if self._problems:
            self._out.write(b"# Problems: %d\n" % self._problems)
        if self.beside is not None:
            self.beside.write(_header("Histogram"))
            for feature, count in self._tally.most_first():
                self.beside.write(f"n={count}\t{feature}\n".encode())


def _header(kind: str) -> bytes:
    return (
        f"# BANNER FILE NOT PROVIDED (-b option)\n# uri-extract-Version: {__version__}\n"
        f"# Feature-Recorder: url\n# {kind}-File-Version: 1.1\n"
    ).encode()


def _escaped(text: str) -> str:
    return _UNSAFE.sub(_hexadecimal, text)


def _hexadecimal(match: re.Match[str]) -> str:
    character = match[0]
    octets = character.encode("utf-8", "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass")
    return "".join(f"\\x{octet:02X}" for octet in octets)
