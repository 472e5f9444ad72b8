"""Check the source that a caller passes, so that the call raises an error if it cannot be read."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys

from uri_extract._compat._typing import Any, Final, NoReturn
from uri_extract.errors import SourceTypeError, source_error
from uri_extract.sources.ranges import Range
from uri_extract.sources.remote import Remote, check_remote, is_remote
from uri_extract.text.options import check_number

_TAKEN: Final = "a source is a path, an open binary file or bytes"
_TEXT_HINT: Final = "to find URIs in the text itself, use extract_text(), for HTML with media_type='text/html'"
_REMOTE_HINT: Final = "; to read a URL, use Remote()"
# Characters of a text shown in a message.
_SHOWN: Final = 60


def check_source(source: object) -> None:
    """Raise :class:`SourceError` for a path that cannot be opened, :class:`SourceTypeError` for an invalid source."""
    if isinstance(source, bytes | bytearray | memoryview):
        return
    if isinstance(source, Range):
        _check_range(source)
        if is_remote(source.path):
            check_remote(source.path)
        else:
            _check_path(source.path, False)
    elif isinstance(source, Remote):
        check_remote(source.url)
    elif isinstance(source, str | os.PathLike):
        _check_path(os.fsdecode(source), isinstance(source, str))
    elif isinstance(source, io.TextIOBase):
        raise SourceTypeError(f"{_TAKEN}, not a file in text mode: open it with mode 'rb'")
    elif _is_soup(source):
        raise SourceTypeError(f"{_TAKEN}, not a BeautifulSoup object: use extract_soup()")
    elif isinstance(source, io.BufferedWriter | io.FileIO) and not source.closed and not source.readable():
        raise SourceTypeError(f"{_TAKEN}, not a file that is open for writing only: open it with mode 'rb'")
    elif not any(callable(getattr(source, name, None)) for name in ("read", "read1")):
        hint = ": call extract() for each of its members" if hasattr(source, "__iter__") else ""
        raise SourceTypeError(f"{_TAKEN}, not {type(source).__name__}{hint}")


def _check_range(source: Range) -> None:
    if not isinstance(source.path, str):
        raise SourceTypeError(f"the path of a Range must be a str, not {type(source.path).__name__}")
    check_number(0, offset=source.offset, length=source.length)


def _check_path(path: str, may_be_text: bool) -> None:
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            with os.scandir(path):
                pass
        elif stat.S_ISREG(mode):  # opening a FIFO would wait for a writer
            os.close(os.open(path, os.O_RDONLY))
        elif stat.S_ISSOCK(mode):
            raise OSError(errno.ENXIO, "a socket, which cannot be read", path)
    except OSError as error:
        _fail(error, path, may_be_text)
    except ValueError as error:  # a NUL, or a character that the file system's encoding lacks
        _fail(OSError(errno.EINVAL, f"not a path: {error}"), path, may_be_text)


def _fail(error: OSError, path: str, may_be_text: bool) -> NoReturn:
    message = error.strerror
    if may_be_text and (error.errno in (errno.ENAMETOOLONG, errno.EINVAL) or _looks_like_text(path)):
        message = f"{message} ({_TEXT_HINT}{_REMOTE_HINT if is_remote(path) else ''})"
        path = path if len(path) <= _SHOWN else f"{path[:_SHOWN]}..."
    raise source_error(error.errno, message, path) from error


def _looks_like_text(path: str) -> bool:
    return not path or "://" in path or any(character.isspace() for character in path)


def of_message(source: Any, media_type: str | None) -> tuple[Any, str | None]:
    """Return the bytes and media type of a message of :mod:`email` or :mod:`mailbox`; any other source unchanged."""
    made_by = sys.modules.get("email.message")
    if made_by is None or not isinstance(source, made_by.Message):
        return source, media_type
    return source.as_bytes(), media_type or "message/rfc822"


def _is_soup(source: Any) -> bool:
    """Return True for a BeautifulSoup object or a part of one. Such an object has every attribute, with value None."""
    soups = sys.modules.get("bs4")
    return soups is not None and isinstance(source, soups.element.PageElement)
