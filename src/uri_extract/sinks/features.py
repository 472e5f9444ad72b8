r"""Feature files, as bulk_extractor writes them (version 1.1), with the histogram of the features beside.

A line is the place, a tab, the feature (the target, or the reference where it has none), a tab, and the context: what
stands in the source, and around it where that was asked for. The place is the byte; behind a document's name and
U+10001C, as bulk_extractor has it where it reads many files. Control characters, bytes that are not UTF-8 and
backslashes are ``\xHH``. Problems have no place in it, but for a comment at the end that says how many there were.

``url.txt`` has its histogram in ``url_histogram.txt``, a line ``n=COUNT``, a tab and the feature, most frequent first.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from uri_extract._version import __version__
from uri_extract.sinks.counts import Tally

if TYPE_CHECKING:
    from typing import BinaryIO

    from uri_extract.records import Occurrence, Problem

_SEPARATOR: Final = "\U0010001c"
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\\\ud800-\udfff\U0010001c]")


class Features:
    """Writes a feature file, and a histogram into what :attr:`beside` is, where that was set."""

    beside: BinaryIO | None = None

    def __init__(self, *, context: bool = False) -> None:
        self._context = context

    @staticmethod
    def companion(path: str) -> str:
        """Return the name of the histogram that belongs to a feature file."""
        stem, extension = os.path.splitext(path)
        return f"{stem}_histogram{extension}"

    def encode(self, occurrences: list[Occurrence]) -> tuple[bytes, dict[str, int]]:
        """Return lines, and how often each feature is in them."""
        lines: list[str] = []
        features: list[str] = []
        for occurrence in occurrences:
            feature = _escaped(occurrence.target or occurrence.reference)
            name = occurrence.document
            place = "" if name is None else f"{_escaped(name)}{_SEPARATOR}"
            around = occurrence.raw
            if self._context:
                around = (
                    f"{getattr(occurrence, 'before', None) or ''}{around}{getattr(occurrence, 'after', None) or ''}"
                )
            lines.append(f"{place}{occurrence.start}\t{feature}\t{_escaped(around)}\n")
            features.append(feature)
        return "".join(lines).encode(), dict(Counter(features))

    def encode_problem(self, problem: Problem) -> None:
        """Return what counts one."""

    def begin(self, out: BinaryIO) -> None:
        """Write what stands before all features."""
        self._out = out
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
