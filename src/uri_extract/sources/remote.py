"""Remote inputs, which a caller names by their URL: ``https:``, ``s3:``, ``gs:`` and other protocols of fsspec.

Only named inputs are fetched, never a link in a document. Chunks are read one after the other, so that memory is
bounded whatever the size. fsspec handles retries and credentials. Secret parts of a URL (userinfo, a signature in the
query) are in no name, no base and no message.
"""

from __future__ import annotations

import errno
import os

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Any, NamedTuple
from uri_extract.errors import MissingExtra, SourceError, SourceTypeError, missing_extra
from uri_extract.limits import CHUNK
from uri_extract.sources.document import Document, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,30})://")
# Bytes requested at a time if an input is read in ranges.
_REQUEST = 1 << 22
# Seconds without a byte after which a connection is given up; a whole transfer has no time limit.
_SILENCE = 60
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
    """Yield the bytes of a remote input, or ``length`` bytes from ``offset`` on. Raises :class:`Unreadable`."""
    try:
        check_remote(url)
        with _opened(url, length is None) as file:
            yield from _in_order(file) if length is None else _of_range(file, offset, length)
    except (MissingExtra, SourceError, Unreadable) as error:
        raise Unreadable(None, getattr(error, "strerror", None) or str(error), shown_name(url)) from None
    except Exception as error:  # those of all clients
        number = error.errno if isinstance(error, OSError) else None
        raise Unreadable(number, _message(error, url), shown_name(url)) from None


def _opened(url: str, whole: bool) -> Any:
    from fsspec.core import url_to_fs

    is_http = url[:4].lower() == "http"
    options: dict[str, Any] = {}
    if is_http:
        from aiohttp import ClientTimeout

        timeout = ClientTimeout(total=None, sock_connect=_SILENCE, sock_read=_SILENCE)
        options["client_kwargs"] = {"timeout": timeout}
    system, path = url_to_fs(url, **options)
    if whole and is_http:
        return system.open(path, "rb", block_size=0)  # one response, as it comes
    if whole:
        return system.open(path, "rb", block_size=_REQUEST, cache_type="readahead")
    return system.open(path, "rb", block_size=_REQUEST, cache_type="none")


def _in_order(file: Any) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


def _of_range(file: Any, offset: int, length: int) -> Iterator[bytes]:
    left = length
    file.seek(offset)
    while left and (data := file.read(min(_REQUEST, left))):
        left -= len(data)
        for at in range(0, len(data), CHUNK):
            yield data[at : at + CHUNK]
    if left and left == length:
        raise ValueError(f"no byte at offset {offset}")


def _message(error: Exception, url: str) -> str:
    """Return the text of an error, without secrets."""
    if isinstance(error, FileNotFoundError):  # fsspec raises it for every error of its HTTP client
        return "the server cannot be reached" if isinstance(error.__cause__, OSError) else "not found"
    text = str(error)
    rest = url.partition("://")[2]
    secrets = [rest.partition("?")[2].partition("#")[0], rest.partition("/")[0].rpartition("@")[0]]
    is_told = text and not any(secret in text for secret in secrets if secret) and "?" not in text and "@" not in text
    return text if is_told else f"it cannot be read ({type(error).__name__})"
