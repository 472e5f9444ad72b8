"""What is written for people: nothing that acts on a terminal, but colour and a link on the names of files."""

from __future__ import annotations

import os
import sys
from functools import cache, lru_cache

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.sinks.text import escape_controls, escaped, exact

if TYPE_CHECKING:
    from typing import BinaryIO

#: Characters of a file's name, so that it has no more "!" (POSIX: NAME_MAX).
_LONGEST_NAME: Final = 255
#: Characters of a ``data:`` URI (RFC 2397) that are shown: its media type, and some of its data.
_MOST_OF_DATA: Final = 64
_COLOUR, _PLAIN = "\x1b[35m", "\x1b[39m"


def is_terminal(stream: Any) -> bool:
    """Return True if a standard stream is a terminal: it may be None, closed, or replaced by any object."""
    try:
        return bool(stream.isatty())
    except (AttributeError, OSError, ValueError):
        return False


@cache
def _unsafe() -> re.Pattern[str]:
    """Return the pattern of what acts on a terminal, or is not seen there.

    Controls but for tabs and line feeds, separators of lines and of paragraphs, marks and overrides of direction (UAX
    #9), and what Unicode calls default-ignorable: characters of no width, variation selectors, fillers, and the tag
    characters, which can hide any text.
    """
    return re.compile(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"
        "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
        "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    )


def sanitised(data: bytes) -> str:
    """Return text in which characters are escaped that would act on a terminal, or not be seen there."""
    return _unsafe().sub(escaped, data.decode("utf-8", "backslashreplace"))


def on_one_line(text: str) -> str:
    """Return the text with what would break its line, act on a terminal or not be seen there escaped."""
    if text.isprintable() and not _unsafe().search(text):
        return text
    # A byte of the source that is not UTF-8 is a surrogate, and becomes that byte again.
    shown = [each if each.isprintable() or "\udc80" <= each <= "\udcff" else repr(each)[1:-1] for each in text]
    return _unsafe().sub(escaped, "".join(shown))


def name_on_one_line(document: str | None) -> str:
    """Return the name of a document for a message: on one line, and of a very long one the beginning and the end.

    An empty name is in quotation marks: nothing would be seen of it.
    """
    shown = "-" if document is None else on_one_line(document) or "''"
    half = _LONGEST_NAME // 2
    return shown if len(shown) <= 2 * _LONGEST_NAME else f"{shown[:half]}\u2026{shown[-half:]}"


def shortened(text: str) -> str:
    """Return the text of a reference; of a long ``data:`` URI the beginning, and how many characters it has."""
    if len(text) <= 2 * _MOST_OF_DATA or text[:5].lower() != "data:":
        return text
    return f"{text[:_MOST_OF_DATA]}\u2026 ({len(text)} characters)"


class Terminal:
    """Writes text for people, sanitised."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out

    def write(self, data: bytes) -> int:
        """Write bytes; of a character that is cut none is lost, but it is shown in numbers."""
        self._out.write(sanitised(bytes(data)).encode())
        return len(data)

    def flush(self) -> None:
        """Write what is held."""
        self._out.flush()


def is_coloured(when: str, shown: bool) -> bool:
    """Whether names are coloured, which are ``shown`` on a terminal or not.

    As the flag says, else the environment (no-color.org, bixense.com/clicolors).
    """
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    return shown and os.environ.get("CLICOLOR") != "0" and os.environ.get("TERM") != "dumb"


class Style:
    """How lines look: all text sanitised, names of documents coloured, with a link where ``linked``."""

    def __init__(self, *, linked: bool) -> None:
        self._linked = linked

    def name(self, document: str) -> str:
        """Return the name of a document."""
        return _name(document, self._linked)

    def text(self, text: str) -> str:
        """Return any other text."""
        return sanitised(exact(text))


@lru_cache(maxsize=16)
def _name(document: str, linked: bool) -> str:
    shown = f"{_COLOUR}{sanitised(exact(escape_controls(document)))}{_PLAIN}"
    uri = _uri(document) if linked else None
    return f"\x1b]8;;{uri}\x1b\\{shown}\x1b]8;;\x1b\\" if uri else shown


def _file(document: str) -> str | None:
    """Return the path of the file that a document is, or is in; None where there is none.

    ``!`` separates a file from what is in it, and may be in the names of both.
    """
    # Nothing after the first name that is not a directory's belongs to the path of a file.
    slash = document.find("/", 1)
    while slash >= 0 and os.path.isdir(document[:slash]):
        slash = document.find("/", slash + 1)
    whole = document if slash < 0 else document[:slash]
    path = "!".join(whole.split("!", _LONGEST_NAME + 1)[: _LONGEST_NAME + 1])
    while path and not os.path.isfile(path):
        path = path.rpartition("!")[0]
    return path or None


def _uri(document: str) -> str | None:
    """Return the URI of the file that a document is, or is in; None where there is none (RFC 8089 §2)."""
    import pathlib

    path = _file(document)
    if path is None:
        return None
    uri = pathlib.Path(os.path.abspath(path)).as_uri()
    # A terminal may show what another machine prints.
    return uri if sys.platform == "win32" else f"file://{os.uname().nodename}{uri.removeprefix('file://')}"
