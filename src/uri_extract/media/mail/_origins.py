"""The origins of messages and their parts, for records: sender, subject, date, the URI they were retrieved from."""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.encoded_words import unstructured
from uri_extract.details import Origin
from uri_extract.media.mail.base import own_base

if cython.compiled:
    from cython.cimports.uri_extract.pages._memory import PyObject_GC_UnTrack
else:
    from uri_extract.decode._dates import date_of
    from uri_extract.decode._encoded_words import plain_text
    from uri_extract.media.mail._parts import Message, Part, Source

_UNDESCRIBED = cython.declare(tuple, (None, None, None))
_NEW = cython.declare(object, tuple.__new__)
_ORIGIN = cython.declare(object, Origin)


def origin_of(part: Part, document: Any, in_header: cython.bint = False) -> Any:
    """Return the origin of a part named ``document``, or of its header, which must have been read.

    If messages are not described, it only has the name and the Message-ID.
    """
    origin: Any = part.origin_of_header if in_header else part.origin
    if origin is not None and cython.cast(tuple, origin)[0] == document:
        return origin
    message: Message = part.message
    identifier: Any = message.message_id()
    base: Any = None
    media_type: Any = None
    filename: Any = None
    described: tuple[Any, ...] = _UNDESCRIBED
    if message.base is not None:
        base = base_of(part, message.base).uri
        media_type = "message/rfc822" if in_header and part.whole else part.media_type
        filename = part.filename() or None
        described = _described(message)
    record: Any = None if message.base is None else identifier
    origin = _NEW(
        _ORIGIN,
        (document, base, described[0], record, media_type, identifier, described[1], described[2], filename),
    )
    if cython.compiled:
        PyObject_GC_UnTrack(origin)  # it cannot be in a cycle
    if in_header:
        part.origin_of_header = origin
    else:
        part.origin = origin
    return origin


def base_of(part: Part, outermost: Any) -> Any:
    """Return the base of a part's content: its Content-Base, its Content-Location, or that of its parent.

    ``outermost`` is the base of the whole document.
    """
    ancestors: list[Part] = []
    at: Part | None = part
    while at is not None and at.base is None:
        ancestors.append(at)
        at = at.parent
    base: Any = outermost if at is None else at.base
    for at in reversed(ancestors):
        own: Any = None
        if at.content_base is not None or at.location is not None:
            own = own_base(base.uri, at.content_base, at.location)
        if own is None:
            own = base.outside if base.own else base
        base = at.base = own
    return base


def origin_of_text(source: Source) -> Any:
    """Return the origin of a text. The header must have been read, or be too long to wait for its end."""
    if source.origin is None:
        document: Any = source.part.message.name(source.section)
        source.origin = origin_of(source.part, document, source.field is not None)
    return source.origin


@cython.cfunc
def _described(message: Message) -> tuple[Any, ...]:
    """Return the date, the sender and the subject of a message, as far as its header was read."""
    if message.described is None:
        message.described = date_of(message.date), _text(message.sender), _text(message.subject)
    described: tuple[Any, ...] = message.described
    return described


@cython.cfunc
def _text(value: bytes | None) -> str | None:
    """Return an unstructured field as text."""
    if value is None:
        return None
    text: str | None = plain_text(value)
    return unstructured(value) if text is None else text
