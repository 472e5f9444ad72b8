"""Fast construction of :class:`Document` objects, of which directories and archives have many, and of their origins.

A kernel (:mod:`uri_extract.scan._kernel`).
"""

from __future__ import annotations

import os

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.cpython.object import PyTypeObject
    from cython.cimports.uri_extract.pages._memory import PyUnicode_DecodeFSDefaultAndSize, new_tracked_tuple, put_field

from uri_extract.details import NO_ORIGIN, Origin
from uri_extract.sources.document import Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

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
    at: cython.Py_ssize_t
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
    marked: bytes
    kind: object
    while names:
        marked = names.pop()
        kind = marked[len(marked) - 1]
        if kind not in types:
            return marked
        path: str = prefix + _name_of(marked)
        yield made_of((path, types[kind], path, None, None, None, None, None, None, None, None))
    return None


@cython.cfunc
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
    """Return the document of a record, or of a part of one."""
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


def origin_of(document: object, media_type: str, base: str | None) -> object:
    """Return the origin of a document, from its own fields and those of the message that it is attached to."""
    name, _, _, _, _, _, within, _, captured_at, record_id, _ = cython.cast(tuple, document)
    message = _NO_ORIGIN if within is None else cython.cast(tuple, within)[2]
    if message is _NO_ORIGIN:
        return _NEW(_ORIGIN, (name, base, captured_at, record_id, media_type, None, None, None, None))
    return Origin(
        name, base, captured_at or message.captured_at, record_id or message.record_id, media_type,
        message.message_id, message.sender, message.subject, message.filename,
    )  # fmt: skip
