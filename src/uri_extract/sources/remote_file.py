"""Remote files for readers that seek: a read requests the bytes that are needed, and no others."""

from __future__ import annotations

import errno
import os
import random
import sys
import time
from collections.abc import Callable

from uri_extract._compat._typing import Any, Final
from uri_extract.errors import MissingExtra, SourceError, source_error
from uri_extract.sources.document import Unreadable, ended, reason_of
from uri_extract.sources.remote import check_remote, is_remote, message_of, shown_name

# How often a request is sent before the file is unreadable, and seconds of the pause, which doubles.
_TRIES: Final = 4
_PAUSE: Final = 0.2
# Errors that another request would have as well.
_FINAL: Final = (errno.ENOENT, errno.EACCES, errno.EPERM, errno.EINVAL)
# What storage says of a file that changes when its content does, in the order of trust.
_ETAGS: Final = ("ETag", "etag", "Content-MD5", "Digest", "generation", "LastModified", "Last-Modified", "mtime")
# A body that is compressed on its way has another length.
_OF_HTTP: Final = {"client_kwargs": {"auto_decompress": False}, "headers": {"Accept-Encoding": "identity"}}


class Storage:
    """Opens a path or a URL for reading in ranges, without a cache: ``plan(urls, open=Storage(anon=True))``.

    Options are those of fsspec's file system. They are sent with each task, so leave credentials to the environment of
    the workers. Raises :class:`Unreadable`, and OSError for a path.

    >>> Storage()(os.devnull).read(9)
    b''
    """

    def __init__(self, **options: Any) -> None:
        self._options = options

    def __call__(self, path: str) -> Any:
        """Return an open file, which closes at the end of its ``with`` block."""
        return RemoteFile(*self._system(path), path) if is_remote(path) else open(path, "rb", buffering=0)

    def names(self, url: str) -> list[str]:
        """Return the files in a directory, or that a glob matches. Raises :class:`SourceNotFoundError` for none."""
        system, path = self._system(url)
        found = _tried(lambda: system.find(path) if system.isdir(path) else system.glob(path), url)
        if not found:
            raise source_error(errno.ENOENT, "no file has such a name", shown_name(url) if is_remote(url) else url)
        return sorted(found if "file" in system.protocol else map(system.unstrip_protocol, found))

    def _system(self, url: str) -> tuple[Any, str]:
        try:
            if is_remote(url):
                check_remote(url)
        except (MissingExtra, SourceError) as error:
            raise Unreadable(errno.EINVAL, getattr(error, "strerror", None) or str(error), shown_name(url)) from None
        from fsspec.core import url_to_fs

        system, path = url_to_fs(url, **{**(_OF_HTTP if url[:4].lower() == "http" else {}), **self._options})
        return system, path


class RemoteFile:
    """A remote file of known size; ``etag``, a text that changes with its content, is None if it is not known.

    Both are requested when they are needed first: a range needs neither. A request that fails, or returns another
    number of bytes, is sent again. Raises :class:`Unreadable`.

    >>> hasattr(RemoteFile, "seek")
    True
    """

    def __init__(self, system: Any, path: str, url: str) -> None:
        self._system, self._path, self._url = system, path, url
        self._at, self._size = 0, sys.maxsize
        self._known: dict[str, Any] | None = None

    @property
    def _info(self) -> dict[str, Any]:
        if self._known is not None:  # functools.cached_property has one lock for all files before Python 3.12
            return self._known
        info: dict[str, Any] = _tried(lambda: self._system.info(self._path), self._url)
        if info.get("size") is None or info.get("type") == "directory":
            message = "a directory (its URL ends with a slash), or of unknown length"
            raise Unreadable(errno.EINVAL, message, shown_name(self._url))
        self._size = info["size"]
        self._known = info
        return info

    @property
    def etag(self) -> str | None:
        """A text that changes with the content."""
        return next((str(self._info[name]) for name in _ETAGS if self._info.get(name)), None)

    def __enter__(self) -> RemoteFile:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: no connection is open."""

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Set and return the position."""
        self._at = self._info["size"] + offset if whence == os.SEEK_END else offset
        return self._at

    def read(self, size: int) -> bytes:
        """Return ``size`` bytes in one request, or fewer at the end."""
        begin, end = self._at, max(self._at, min(self._at + size, self._size))
        self._at = end
        data: bytes = _tried(lambda: self._request(begin, end), self._url) if begin < end else b""
        return data

    def _request(self, begin: int, end: int) -> bytes:
        data: bytes = self._system.cat_file(self._path, start=begin, end=end)
        if len(data) != end - begin:
            raise ended(begin, begin + len(data), end)
        return data


def _tried(request: Callable[[], Any], url: str) -> Any:
    """Return what a request returns, which is sent again if it fails. Raises :class:`Unreadable`."""
    for number in range(_TRIES):
        try:
            return request()
        except Exception as error:  # those of all clients
            code, reason = reason_of(error)
            if number == _TRIES - 1 or code in _FINAL:
                raise Unreadable(code, message_of(code, reason, url), shown_name(url)) from None
        time.sleep(_PAUSE * 2**number * random.random())
    raise AssertionError
