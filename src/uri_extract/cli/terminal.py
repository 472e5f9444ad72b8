"""Output for terminals: control characters are escaped, file names are coloured and linked."""

from __future__ import annotations

import os
import sys
from functools import cache, lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, BinaryIO, Final
from uri_extract.sinks.text import escape_controls, escaped, exact

#: The most characters in a file name (POSIX: NAME_MAX), and so the most "!" in it.
_LONGEST_NAME: Final = 255
#: Characters shown of a long ``data:`` URI (RFC 2397): its media type and some of its data.
_MOST_OF_DATA: Final = 64
_COLOUR, _PLAIN = "\x1b[35m", "\x1b[39m"


def is_terminal(stream: Any) -> bool:
    """Return True if a standard stream is a terminal. The stream may be None, closed, or replaced by any object."""
    try:
        return bool(stream.isatty())
    except (AttributeError, OSError, ValueError):
        return False


@cache
def _unsafe() -> re.Pattern[str]:
    """Return the pattern of characters that control a terminal or are invisible there.

    These are control characters except tab and line feed, line and paragraph separators, bidirectional controls (UAX
    #9), and the default-ignorable characters of Unicode: zero-width characters, variation selectors, fillers, and tag
    characters, which can hide any text.
    """
    return re.compile(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"
        "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
        "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    )


def sanitised(data: bytes) -> str:
    """Return bytes as text, with characters escaped that control a terminal or are invisible there."""
    return _unsafe().sub(escaped, data.decode("utf-8", "backslashreplace"))


def on_one_line(text: str) -> str:
    """Return text with characters escaped that break a line, control a terminal, or are invisible there."""
    if text.isprintable() and not _unsafe().search(text):
        return text
    # A lone surrogate stands for a source byte that is not UTF-8, and is written as that byte.
    shown = [each if each.isprintable() or "\udc80" <= each <= "\udcff" else repr(each)[1:-1] for each in text]
    return _unsafe().sub(escaped, "".join(shown))


def name_on_one_line(document: str | None) -> str:
    """Return the name of a document for a message: on one line, the middle of a very long name left out.

    An empty name is shown as two quotation marks.
    """
    shown = "-" if document is None else on_one_line(document) or "''"
    half = _LONGEST_NAME // 2
    return shown if len(shown) <= 2 * _LONGEST_NAME else f"{shown[:half]}\u2026{shown[-half:]}"


def shortened(text: str) -> str:
    """Return the text of a reference; a long ``data:`` URI is cut, and its length added."""
    if len(text) <= 2 * _MOST_OF_DATA or text[:5].lower() != "data:":
        return text
    return f"{text[:_MOST_OF_DATA]}\u2026 ({len(text)} characters)"


class Terminal:
    """A binary stream that sanitises UTF-8 text before it is written to a terminal."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out

    def write(self, data: bytes) -> int:
        """Write bytes; an incomplete character is written as hexadecimal escapes."""
        self._out.write(sanitised(bytes(data)).encode())
        return len(data)

    def flush(self) -> None:
        """Flush the underlying stream."""
        self._out.flush()


def is_coloured(when: str, shown: bool) -> bool:
    """Return True if names are coloured; ``shown``: the output is a terminal.

    The flag decides, otherwise the environment (no-color.org, bixense.com/clicolors).
    """
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return shown and os.environ.get("CLICOLOR") != "0" and os.environ.get("TERM") != "dumb"


class Style:
    """The style of lines: text is sanitised, document names are coloured, and linked to their files if ``linked``."""

    def __init__(self, *, linked: bool) -> None:
        self._linked = linked

    def name(self, document: str) -> str:
        """Return the name of a document, coloured."""
        return _name(document, self._linked)

    def text(self, text: str) -> str:
        """Return text, sanitised."""
        return sanitised(exact(text))


@lru_cache(maxsize=16)
def _name(document: str, linked: bool) -> str:
    shown = f"{_COLOUR}{sanitised(exact(escape_controls(document)))}{_PLAIN}"
    uri = _uri(document) if linked else None
    return f"\x1b]8;;{uri}\x1b\\{shown}\x1b]8;;\x1b\\" if uri else shown


def _file(document: str) -> str | None:
    """Return the path of the file that is the document or contains it; None if there is none.

    ``!`` separates the path from the names inside the file, but may also be part of any of these names.
    """
    # The path of a file ends at the first component that is not a directory.
    slash = document.find("/", 1)
    while slash >= 0 and os.path.isdir(document[:slash]):
        slash = document.find("/", slash + 1)
    whole = document if slash < 0 else document[:slash]
    path = "!".join(whole.split("!", _LONGEST_NAME + 1)[: _LONGEST_NAME + 1])
    while path and not os.path.isfile(path):
        path = path.rpartition("!")[0]
    return path or None


def _uri(document: str) -> str | None:
    """Return the URI of the file that is the document or contains it (RFC 8089 §2); None if there is none."""
    import pathlib

    path = _file(document)
    if path is None:
        return None
    uri = pathlib.Path(os.path.abspath(path)).as_uri()
    # The host name is included, because a terminal may show the output of another machine.
    return uri if sys.platform == "win32" else f"file://{os.uname().nodename}{uri.removeprefix('file://')}"
