"""One document: its name, its declared type, and its bytes."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from io import FileIO
from types import GeneratorType

from uri_extract._compat._typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast
from uri_extract.errors import UriExtractError, said
from uri_extract.limits import CHUNK
from uri_extract.rows.details import NO_ORIGIN, Origin, shortened_name
from uri_extract.sources._streams import opened
from uri_extract.sources.byte_stream import ByteStream
from uri_extract.sources.open_files import chunks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import RawIOBase

    from uri_extract.formats.office.package import Part as OfficePart
    from uri_extract.sources.byte_stream import Budget
    from uri_extract.text.part import Part


# Status codes of HTTP for a resource that does not exist (RFC 9110 §15.5.5, §15.5.11).
_NOT_FOUND = (404, 410)

# Bytes after a part that are read at a time; few parts need any.
_AFTER_PART = 1 << 14


class Unreadable(UriExtractError, OSError):  # noqa: N818 - as its siblings
    """A path, ``filename``, that cannot be opened or read: an error of the medium (:mod:`uri_extract.errors`).

    ``errno`` is ENOENT only if the path is known not to exist.
    """


class NotDocument(Unreadable):
    """An entry of a directory that is not a document: a socket, a device, a link to a directory elsewhere."""


class Within(NamedTuple):
    """The containers around a document: their number, and the budget that they share.

    ``message`` is the origin of the message to which the document, or a container around it, is attached.
    """

    budget: Budget
    depth: int
    message: Origin = NO_ORIGIN


class Place(str):
    """The path of a file in an archive, after a slash. ``site`` is the archive, the names of its files, and their ends,
    after the last slash; None if they are not known.
    """

    __slots__ = ("site",)
    site: tuple[Document, set[str], set[str]] | None


class Document(NamedTuple):
    """One document.

    ``name`` is the path to it (``a.tar.gz!dir/page.html``), None if it has none. ``media_type`` and ``charset`` are
    declared, or None. ``source`` has its bytes: a path, a file, bytes or chunks. ``base`` is the URI that it was
    retrieved from (RFC 3986 §5.1.3), or its path in an archive after a slash (:func:`address_of`). ``filename`` is the
    name whose extension may show its type, None for ``name``. ``within`` describes the containers around it, None as
    long as they are not known. ``part`` is the part of it to read, None for all; a document with a part is a file that
    is not a container, and its media type is known. ``captured_at`` is when it was captured (RFC 3339), ``record_id``
    the identifier of its record in a web archive, and ``package`` describes it if it is a part of an office document.

    Two kernels that see every document (:mod:`._documents`, :mod:`uri_extract.pipeline._scanners`) read and make it by
    position: by name, a file of 50 bytes takes 5% more instructions.
    """

    name: str | None
    media_type: str | None
    source: str | BinaryIO | bytes | ByteStream | Iterator[bytes]
    charset: str | None = None
    base: str | None = None
    filename: str | None = None
    within: Within | None = None
    part: Part | None = None
    captured_at: str | None = None
    record_id: str | None = None
    package: OfficePart | None = None

    @property
    def hint(self) -> str:
        """The file name whose extension may show the type of the document."""
        return (self.name or "") if self.filename is None else self.filename

    @property
    def uri(self) -> str | None:
        """The base, if it is a URI and no path."""
        return None if self.base is None or self.base.startswith("/") else self.base

    def member_name(self, name: str) -> str:
        """Return the name of a document in this one: the path through this one, of any length."""
        return f"{self.name or ''}!{name}"

    def member(self, name: str, source: bytes | ByteStream) -> Document:
        """Return a document in this one. Its name is the path through this one, and is never the path of a file."""
        name_here = shortened_name(self.member_name(name))
        return Document(name_here, None, source, filename=name, captured_at=self.captured_at, record_id=self.record_id)

    def file(self, name: str, source: ByteStream, names: tuple[set[str], set[str]] | None = None) -> Document:
        """Return a file in this one, which is an archive: its place in it is the base of its references.

        ``names`` are those of the archive's files and their ends (:class:`Place`), if they are known.
        """
        # An archive with a URI of its own is no site. References of META-INF are relative to the root (OCF 3.3 §4.2.5).
        inside = name.lstrip("/").removeprefix("META-INF/" if name.endswith(".xml") else "")
        path = None if self.uri else Place(f"{self.base or ''}/{inside}")
        if path is not None:
            path.site = (self, *names) if names else None
        return self.member(name, source)._replace(base=path)

    def found(self, source: bytes | ByteStream | Iterator[bytes], media_type: str | None, within: Within) -> Document:
        """Return the document, ready for its scanner."""
        package = self.package if media_type == self.media_type else None
        return Document(
            self.name, media_type, source, self.charset, self.base, self.filename, within, None, self.captured_at,
            self.record_id, package,
        )  # fmt: skip

    def attached(
        self, origin: Origin, chunks: list[bytes], media_type: str | None, filename: str, charset: str | None = None
    ) -> Document:
        """Return a document attached to this one, which is mail. Chunks are removed from the list as they are read.

        ``origin`` is the origin of the part that contains it.
        """
        within = self.within
        if within is not None:
            within = within._replace(depth=within.depth + 1, message=origin)
        return Document(origin.document, media_type, _let_go(chunks), charset, self.base, filename, within)

    def may_wait(self) -> bool:
        """Return True if reading may wait for another process: the source is not bytes and not a regular file."""
        source = self.source
        if self.part is not None or isinstance(source, bytes | ByteStream):
            return False
        try:
            status = os.stat(source) if isinstance(source, str) else os.fstat(cast("BinaryIO", source).fileno())
        except (AttributeError, OSError, ValueError):
            return True
        return not stat.S_ISREG(status.st_mode)

    def chunks(self) -> Iterator[bytes]:
        """Return the document's :meth:`content` as chunks."""
        content = self.source
        if not isinstance(content, bytes):
            content = self.content()
        return iter((content,) if content else ()) if isinstance(content, bytes) else content

    def content(self) -> bytes | Iterator[bytes]:
        """Return the document's bytes, or chunks of at most :data:`~uri_extract.limits.CHUNK` bytes from a larger file.

        The chunks of a part begin at its ``begin``; a chunk ends at the end of the part, and the bytes after it follow.
        Raises :class:`Unreadable`; so do the chunks, after yielding all readable bytes.
        """
        source = self.source
        if isinstance(source, bytes):
            return source
        if isinstance(source, str):
            return _content_of_path(source) if self.part is None else _of_part(source, self.part)
        if isinstance(source, ByteStream):
            return source.chunks()
        if isinstance(source, GeneratorType):
            return source
        return _of_file(self.name, cast("BinaryIO", source))


def address_of(root: str, path: str) -> str:
    """Return the URI of a file in an archive, by its path after a slash, if the archive has the files of ``root``."""
    from urllib.parse import quote

    from uri_extract.uri import resolve

    return resolve(root, "." + quote(path, errors="surrogateescape"))


def _let_go(chunks: list[bytes]) -> Iterator[bytes]:
    chunks.reverse()
    while chunks:
        yield chunks.pop()


def _content_of_path(path: str) -> bytes | Iterator[bytes]:
    """Return the bytes of a regular file of at most :data:`CHUNK` bytes, or an iterator over the chunks of others."""
    try:
        content = opened(path, CHUNK)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    return content if isinstance(content, bytes) else chunks_of_open(path, content)


def chunks_of_open(path: str, descriptor: int) -> Iterator[bytes]:
    """Return an iterator over the chunks of an open file. Raises :class:`Unreadable`."""
    try:
        file = FileIO(descriptor)
    except OSError as error:  # a directory
        os.close(descriptor)
        raise _unreadable(path, error) from error
    return _of_open(path, file)


def _of_open(path: str, file: FileIO) -> Iterator[bytes]:
    with _errors_of(path), file:
        yield from _chunks_of_file(file)


def _of_part(path: str, part: Part) -> Iterator[bytes]:
    with reading(path) as file:
        yield from _chunks_of_part(part, file)


@contextmanager
def reading(path: str) -> Iterator[RawIOBase]:
    """Open a file; raise :class:`Unreadable` for errors in opening it, and for errors in the block that reads it."""
    with _errors_of(path), open(path, "rb", buffering=0) as file:
        yield file


@contextmanager
def _errors_of(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: str, error: OSError | ValueError) -> Unreadable:
    if isinstance(error, ValueError):  # a NUL, or a character that the file system's encoding lacks
        return Unreadable(errno.EINVAL, f"not a path: {error}", path)
    is_socket = error.errno == errno.ENXIO and _is_socket(path)
    return Unreadable(error.errno, "a socket, which cannot be read" if is_socket else error.strerror, path)


def reason_of(error: Exception) -> tuple[int | None, Exception]:
    """Return the error number of an exception of a client, and the exception that says the reason.

    Clients of fsspec raise FileNotFoundError for other errors too, with the error as its cause.
    """
    if not isinstance(error, FileNotFoundError):
        return (error.errno if isinstance(error, OSError) else None), error
    cause = error.__cause__
    status = getattr(cause, "status", getattr(cause, "status_code", None))
    if not isinstance(cause, Exception) or isinstance(cause, FileNotFoundError) or status in _NOT_FOUND:
        return errno.ENOENT, error
    return None, cause


def of_client(error: Exception, path: str) -> Unreadable:
    """Return an exception of the client that opens or reads a path as an :class:`Unreadable`."""
    if isinstance(error, Unreadable):
        return error
    number, reason = reason_of(error)
    return Unreadable(number, getattr(reason, "strerror", None) or said(reason), path)


def ended(begin: int, at: int, end: int) -> OSError:
    """Return the error for bytes from ``begin`` on that end at ``at``, before ``end``."""
    message = f"no byte at offset {begin}" if at <= begin else f"it ends {end - at} bytes too early"
    return OSError(errno.EIO, message)


def _is_socket(path: str) -> bool:
    try:
        return stat.S_ISSOCK(os.stat(path).st_mode)
    except OSError:
        return False


def _of_file(name: str | None, file: BinaryIO) -> Iterator[bytes]:
    try:
        yield from chunks(file)
    except OSError as error:
        # An error of a library may have a message but no error number.
        raise Unreadable(error.errno, error.strerror or str(error), name) from error


def _chunks_of_part(part: Part, file: RawIOBase) -> Iterator[bytes]:
    at = file.seek(part.begin)
    size = os.fstat(file.fileno()).st_size
    least = part.stop or part.owned or part.start  # what the file had when it was cut
    most = CHUNK
    while at < size:
        end = size if part.stop is None or at >= part.stop else min(size, part.stop)
        chunk = file.read(min(most, end - at))
        if not chunk:
            break
        yield chunk
        at += len(chunk)
        if at == part.stop:
            most = _AFTER_PART
    if min(at, size) < least:
        raise ended(part.start, min(at, size), least)


def _chunks_of_file(file: RawIOBase) -> Iterator[bytes]:
    """Yield the bytes that a file has when reading begins.

    Bytes appended to a regular file in the meantime are not read: if the file depends on the output of this process,
    reading would never end.
    """
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode):
        yield from chunks(file)
        return
    at, size = 0, status.st_size
    # A file that the kernel makes when it is read (/proc) has the size 0.
    while chunk := file.read(min(CHUNK, size - at) if size else CHUNK):
        yield chunk
        at += len(chunk)
        size = size or os.fstat(file.fileno()).st_size
        if 0 < size <= at:
            return
