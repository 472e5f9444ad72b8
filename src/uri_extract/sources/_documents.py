"""Documents made fast, of which directories and archives have many, and those that are clearly no containers."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator

import cython

from uri_extract._compat._typing import Any
from uri_extract.formats.recognition import suffix_of
from uri_extract.formats.unread import ARMOR
from uri_extract.rows.details import NO_ORIGIN, Origin
from uri_extract.rows.records import Problem
from uri_extract.sources.document import Document, Unreadable, Within
from uri_extract.sources.kinds import BEGINNINGS, CONTAINER_EXTENSIONS, FIRST, TAR_BLOCK, signature

if cython.compiled:
    from cython.cimports.cpython.object import PyTypeObject  # noqa: I001 - several to a line
    from cython.cimports.uri_extract.rows._memory import (
        PyUnicode_DecodeFSDefaultAndSize, new_tracked_tuple, put_field,
    )  # fmt: skip
else:
    from uri_extract import limits
    from uri_extract._compat._search import occurs
    from uri_extract.sources._streams import opened
    from uri_extract.sources.byte_stream import Budget


# ----------------------------------------------------------------------------------------------------------------------
# Fast construction of :class:`Document` objects, of which directories and archives have many, and of their origins.

_DOCUMENT = cython.declare(object, Document)
_NEW = cython.declare(object, tuple.__new__)
_ORIGIN = cython.declare(object, Origin)
_NO_ORIGIN = cython.declare(object, NO_ORIGIN)


def made_of(fields: tuple) -> Document:  # type: ignore[type-arg]  # as in the .pxd file
    """Return a document with these fields, which must be complete and in order.

    The usual constructor of named tuples takes longer than computing the fields.
    """
    if not cython.compiled:
        return tuple.__new__(Document, fields)
    size: cython.Py_ssize_t = len(fields)
    document: object = new_tracked_tuple(cython.cast(cython.pointer(PyTypeObject), _DOCUMENT), size)
    for at in range(size):
        put_field(document, at, fields[at])
    return document  # type: ignore[return-value]  # as above


def files_in(names: list[bytes], prefix: str, types: dict[int, str | None]) -> Generator[Document, None, bytes | None]:
    """Yield the files at the end of a list of entries, last one first, and remove them from the list.

    Each entry is a name, a NUL, and a byte for its kind. ``types`` maps the kinds of files to media types. Return the
    first entry of another kind, or None if there is no such entry.
    """
    while names:
        marked: bytes = names.pop()
        kind: object = marked[len(marked) - 1]
        if kind not in types:
            return marked
        path: str = prefix + _name_of(marked)
        yield made_of((path, types[kind], path, None, None, None, None, None, None, None, None))
    return None


def _name_of(marked: bytes) -> str:
    """Return the name in an entry of a directory, decoded like by :func:`os.fsdecode`."""
    if not cython.compiled:
        return os.fsdecode(marked[:-2])
    octets: cython.p_const_char = marked
    name: str = PyUnicode_DecodeFSDefaultAndSize(octets, len(marked) - 2)
    return name


def record_of(
    name: object, media_type: object, source: object, charset: object, base: object, filename: object, within: object,
    captured_at: object, record_id: object,
) -> object:  # fmt: skip
    if not cython.compiled:
        return made_of((name, media_type, source, charset, base, filename, within, None, captured_at, record_id, None))
    document: object = new_tracked_tuple(cython.cast(cython.pointer(PyTypeObject), _DOCUMENT), 11)
    put_field(document, 0, name)
    put_field(document, 1, media_type)
    put_field(document, 2, source)
    put_field(document, 3, charset)
    put_field(document, 4, base)
    put_field(document, 5, filename)
    put_field(document, 6, within)
    put_field(document, 7, None)
    put_field(document, 8, captured_at)
    put_field(document, 9, record_id)
    put_field(document, 10, None)
    return document


def origin_of(document: object, media_type: str, base: str | None) -> Any:
    """Return the origin of a document, from its own fields and those of the message that it is attached to."""
    name, _, _, _, _, _, within, _, captured_at, record_id, _ = cython.cast(tuple, document)
    message = _NO_ORIGIN if within is None else cython.cast(tuple, within)[2]
    if message is _NO_ORIGIN:
        return _NEW(_ORIGIN, (name, base, captured_at, record_id, media_type, None, None, None, None))
    return Origin(
        name, base, captured_at or message.captured_at, record_id or message.record_id, media_type,
        message.message_id, message.sender, message.subject, message.filename,
    )  # fmt: skip


# -- Fast check for documents that are clearly not containers, as nearly all small ones are, and so need no reader -----

_WITHIN = cython.declare(object, Within)


_TAR_BLOCK = cython.declare(cython.Py_ssize_t, TAR_BLOCK)
_BEGINNINGS = cython.declare(tuple, BEGINNINGS)
# For each byte, whether a signature begins with it.
_IS_FIRST = cython.declare(bytes, bytes(byte in FIRST for byte in range(256)))


@cython.ccall
def holds_none(filename: str, data: bytes) -> cython.bint:
    """Return True if a document with these bytes is clearly not a container, and there is nothing to report.

    :func:`~uri_extract.sources.kinds.reader_of` then returns None and does nothing else.
    """
    if not data:
        return True
    if _has_nul(data) or data.startswith(ARMOR):
        return False
    if filename and suffix_of(filename) in CONTAINER_EXTENSIONS:
        return False
    return not _IS_FIRST[data[0]] or not data.startswith(_BEGINNINGS) or signature().match(data) is None


def _has_nul(data: bytes) -> cython.bint:
    """Return True if there is a NUL at a position where the first block of a tar archive has one."""
    begin: cython.p_const_uchar = data
    return occurs(begin, 0, 0, min(len(data), _TAR_BLOCK))


def plain_inputs(
    inputs: Iterator[Document | Unreadable], report: Callable[[Problem], None], barcodes: bool
) -> Generator[Document, None, tuple[Document | Unreadable, bytes | int | None] | None]:
    """Yield inputs, ready for their scanners, as long as each is small and clearly not a container.

    Return the first other input with its bytes or open descriptor (None if it was not read); return None at the end.
    ``report`` and ``barcodes`` are passed to the budgets of the inputs.
    """
    document: object
    for document in inputs:
        if type(document) is not _DOCUMENT:
            return document, None
        source: object = cython.cast(tuple, document)[2]
        if cython.cast(tuple, document)[7] is None and type(source) is str:
            source = _content_of(source)
        if type(source) is not bytes or len(source) > limits.CHUNK:
            return document, source if type(source) is int else None
        content: bytes = source
        budget: Budget = Budget(cython.cast(tuple, document)[0], report, barcodes, len(content))
        within = _NEW(_WITHIN, (budget, 0, _NO_ORIGIN))
        plain: Document | None = _found(document, content, None, within)
        if plain is None:
            return document, content
        yield plain
    return None


def _content_of(path: str) -> object:
    """Return the result of :func:`opened`; None for a file that cannot be opened or read."""
    try:
        return opened(path, limits.CHUNK)
    except (OSError, ValueError):
        return None  # the general code will report the error


def plain_members(
    reader: Iterator[Document], declared: str | None, within: Within
) -> Generator[Document, None, Document | None]:
    """Yield the documents in a container, ready for their scanners, as long as they are clearly not containers.

    Return the first other document; None at the end, or if the budget is exhausted. Empty documents are skipped.
    """
    member: Document
    budget: Budget = within.budget
    budget.within = within
    for member in reader:
        source = member.source
        plain: Document | None = None
        if isinstance(source, bytes):
            if not source:
                continue
            plain = _found(member, source, declared, within)
        if plain is None:
            return member if member.within is None else member._replace(within=None)
        yield plain
        if budget.exhausted:
            return None
    return None


def _found(document: object, source: bytes, declared: str | None, within: Within) -> Any:
    """Return a document that is clearly not a container, ready for its scanner (:meth:`Document.found`); else None."""
    name, media_type, _, charset, base, filename, known, _, captured_at, record_id, package = cython.cast(
        tuple, document
    )
    if not holds_none((name or "") if filename is None else filename, source):
        return None
    if known is within and not declared:
        return document
    return made_of((
        name, declared or media_type, source, charset, base, filename, within, None, captured_at, record_id,
        package if not declared or declared == media_type else None,
    ))  # fmt: skip
