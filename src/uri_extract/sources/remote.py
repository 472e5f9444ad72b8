"""Remote inputs, which a caller names by their URL: ``https:``, ``s3:``, ``gs:`` and other protocols of fsspec.

Only named inputs are fetched, never a link in a document. Chunks are read one after the other, so that memory is
bounded whatever the size; those that arrived before an error are kept. fsspec handles retries and credentials. Secret
parts of a URL (userinfo, a signature in the query) are in no name, no base and no message.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, NamedTuple
from uri_extract.errors import MissingExtra, SourceError, SourceTypeError, missing_extra
from uri_extract.limits import CHUNK
from uri_extract.sources.document import Document, Unreadable, ended, reason_of

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,30})://")
# Bytes requested at a time if an input is read in ranges.
_REQUEST = 1 << 22
# Seconds without a byte after which a connection is given up; a whole transfer has no time limit.
_SILENCE = 60
# The content codings that the readers of compressed files recognise.
_RECOGNISED = frozenset(("", "identity", "gzip", "x-gzip", "zstd"))
_PARTIAL_CONTENT = 206
# What errors of aiohttp mean, by the names of their classes; their own texts have the URL.
_MESSAGES = {
    "ClientConnectorError": "the server cannot be reached",
    "ClientOSError": "the connection broke",
    "ClientPayloadError": "the connection ended before the body",
    "ConnectionTimeoutError": "the server cannot be reached",
    "NonHttpUrlRedirectClientError": "a redirect to another scheme than http and https, which is refused",
    "RedirectClientError": "a redirect to what is not a URL",
    "ServerDisconnectedError": "the server closed the connection without an answer",
    "ServerTimeoutError": f"the server sent nothing for {_SILENCE} seconds",
    "TooManyRedirects": "too many redirects, perhaps a loop",
}
_WHAT = "a remote input"
_FSSPEC = "fsspec[http]>=2024.2"
_PACKAGES = {"s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "https": _FSSPEC}


def is_remote(path: str) -> bool:
    """Return True if a path is a URL. The name of an existing file is not a URL, nor is a text that contains one."""
    if "://" not in path or len(path.split(None, 1)) > 1:
        return False
    return _URL.match(path) is not None and not exists(path)


def exists(path: str) -> bool:
    """Return True if a file, directory or link with that name exists."""
    try:
        return os.path.lexists(path)
    except ValueError:  # a NUL, or a character that the file system's encoding lacks
        return False


class Remote(NamedTuple):
    """A remote input for :func:`~uri_extract.extract`, by its URL, which fsspec reads.

    It is a class of its own so that a str never leads to network access: ``extract(Remote("s3://bucket/a.warc.gz"))``.

    >>> Remote("https://a.example/crawl.warc.gz").url
    'https://a.example/crawl.warc.gz'
    """

    url: str

    def document(self, media_type: str | None = None, name: str | None = None) -> Document:
        """Return the input as a document. Raises :class:`MissingExtra` and :class:`SourceError`."""
        check_remote(self.url)
        shown = shown_name(self.url)
        base = shown if shown[:4].lower() == "http" else None
        return Document(name or shown, media_type, remote_chunks(self.url), base=base, filename=shown)


def check_remote(url: str) -> None:
    """Raise :class:`MissingExtra` or :class:`SourceError` for a URL that no installed package can read.

    Raise :class:`SourceTypeError` if the URL is not a str.
    """
    if not isinstance(url, str):
        raise SourceTypeError(f"the URL of a Remote must be a str, not {type(url).__name__}")
    if _URL.match(url) is None:
        shown = url.partition("?")[0].rpartition("@")[2]
        raise SourceError(errno.EINVAL, "not a URL, which begins with a scheme and //", shown)
    shown = shown_name(url)
    if "::" in url:
        raise SourceError(errno.EINVAL, "chained URLs are not supported", shown)
    protocol = url.partition("://")[0].lower()
    needed = _PACKAGES.get(protocol, _FSSPEC)
    try:
        import fsspec
    except ImportError as error:
        raise MissingExtra(missing_extra(_WHAT, "remote", needed)) from error
    try:
        fsspec.get_filesystem_class(protocol)
    except ImportError as error:
        needed = _PACKAGES.get(protocol, f"fsspec[{protocol}]")
        raise MissingExtra(missing_extra(f"a remote input ({protocol}://)", None, needed)) from error
    except ValueError as error:
        raise SourceError(errno.EPROTONOSUPPORT, f"unknown protocol {protocol!r}", shown) from error


def shown_name(url: str) -> str:
    """Return a URL without the parts that may be secret: userinfo, query and fragment."""
    scheme, _, rest = url.partition("://")
    authority, slash, path = rest.partition("#")[0].partition("?")[0].partition("/")
    return f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"


def remote_chunks(url: str, offset: int = 0, length: int | None = None) -> Iterator[bytes]:
    """Yield the bytes of a remote input, or ``length`` bytes from ``offset`` on.

    Raises :class:`Unreadable`, after yielding all bytes that arrived.
    """
    try:
        check_remote(url)
        yield from (_of_http if url[:4].lower() == "http" else _of_other)(url, offset, length)
    except (MissingExtra, SourceError) as error:
        raise Unreadable(None, getattr(error, "strerror", None) or str(error), shown_name(url)) from None
    except Exception as error:  # those of all clients
        number, reason = reason_of(error)
        raise Unreadable(number, message_of(number, reason, url), shown_name(url)) from None


def _of_http(url: str, offset: int, length: int | None) -> Iterator[bytes]:
    """Yield the body of one response, as it comes."""
    from aiohttp import ClientTimeout
    from fsspec.core import url_to_fs

    timeout = ClientTimeout(total=None, sock_connect=_SILENCE, sock_read=_SILENCE)
    # If the body is compressed nevertheless, it is read like a compressed file: with limits, which aiohttp has not.
    system, path = url_to_fs(url, client_kwargs={"timeout": timeout, "auto_decompress": False})
    headers = {"Accept-Encoding": "identity"}
    if length:
        headers["Range"] = f"bytes={offset}-{offset + length - 1}"
    # fsspec does not ask for a size that it is given, and needs none for one response.
    with system.open(path, "rb", block_size=0, size=1, headers=headers) as file:
        response = file.r
        coding = response.headers.get("Content-Encoding", "").strip().lower()
        if coding not in _RECOGNISED:
            raise ValueError(f"the server sends it in the content coding {coding!r}, which is not read")
        range_of = response.headers.get("Content-Range", "")
        if offset and not (response.status == _PARTIAL_CONTENT and range_of.startswith(f"bytes {offset}-")):
            raise ValueError("the server does not send ranges")
        try:
            yield from _in_order(file, offset, length)
        except Exception:
            response.content.set_exception(None)  # it hides what arrived before
            while rest := response.content.read_nowait(CHUNK):
                yield rest
            raise


def _of_other(url: str, offset: int, length: int | None) -> Iterator[bytes]:
    from fsspec.core import url_to_fs

    system, path = url_to_fs(url)
    with system.open(path, "rb", block_size=_REQUEST, cache_type="readahead" if length is None else "none") as file:
        if length is None:
            yield from _in_order(file, 0, getattr(file, "size", None))
        else:
            file.seek(offset)
            yield from _in_order(file, offset, length, _REQUEST)


def _in_order(file: Any, offset: int, length: int | None, most: int = CHUNK) -> Iterator[bytes]:
    """Yield the bytes of a file, which is at ``offset``, requesting at most ``most`` at a time."""
    at, end = offset, None if length is None else offset + length
    while data := file.read(most if end is None else min(most, end - at)):
        for begin in range(0, len(data), CHUNK):
            yield data[begin : begin + CHUNK]
        at += len(data)
    if end is not None and at < end:
        raise ended(offset, at, end)


def message_of(number: int | None, error: Any, url: str) -> str:
    """Return the text of an error, without secrets."""
    if number == errno.ENOENT:
        return "not found"
    for kind in type(error).__mro__:
        if kind.__name__ in _MESSAGES:
            return _MESSAGES[kind.__name__]
        if kind.__name__ == "ClientResponseError":
            if error.__cause__ is not None:  # the parser's
                return "the header of the server's answer is not valid HTTP"
            return f"the server answers with status {error.status}"
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    rest = url.partition("://")[2]
    secrets = [rest.partition("?")[2].partition("#")[0], rest.partition("/")[0].rpartition("@")[0]]
    is_told = text and not any(secret in text for secret in secrets if secret) and "?" not in text and "@" not in text
    return text if is_told else f"it cannot be read ({type(error).__name__})"
