"""The base of a document: what its ``<base href>`` makes of it (HTML Standard §2.4.1, §4.2.3; RFC 3986 §5.1)."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._re as re
from uri_extract._typing import NamedTuple
from uri_extract.bases import encoding_of
from uri_extract.limits import MAX_BASE
from uri_extract.media.markup.urls import url
from uri_extract.uri import InvalidReference, resolve
from uri_extract.uri.url_parser import Record, parse

#: The kind of the problem record that a base makes that cannot serve.
UNUSABLE = "unusable-base"

#: What an occurrence has for its ``bases`` where nothing serves.
NO_BASE = (None, None)

# A scheme that is not special, and a path without a root (URL Standard §4.1, "opaque path").
_OPAQUE = re.compile(r"(?!(?:https?|wss?|ftp|file):)[A-Za-z][A-Za-z0-9+.-]*+:(?!/)", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:")
_HTTP = ("http:", "https:")


class Base(NamedTuple):
    """What references resolve against, and where that comes from, as an occurrence has it (RFC 3986 §5.1).

    ``problem``: why the base that was given does not serve, in a sentence; else None. ``opaque``: a base with an opaque
    path (``mailto:``); in a browser only fragments resolve against it.
    """

    uri: str | None
    source: str | None
    problem: str | None = None
    opaque: bool = False
    encoding: str | None = None

    @property
    def pair(self) -> tuple[str | None, ...]:
        """What an occurrence has for its ``bases``.

        A third member is the encoding, where the document's queries are not in UTF-8 (else None); a fourth one says
        that the base is opaque.
        """
        uri, source, _, opaque, encoding = self
        if opaque:
            return uri, source, encoding, "opaque"
        return (uri, source) if encoding is None else (uri, source, encoding)


_NONE = Base(None, None)


class Pending:
    """The bases of references that are resolved against the base of the document, before that is known.

    ``codebase`` is that of their element (HTML 4.01 §13.3), as it was written, if it has one.
    """

    __slots__ = ("_codebase",)

    def __init__(self, codebase: str | None = None) -> None:
        self._codebase = codebase

    def known(self, bases: tuple[str | None, ...]) -> tuple[str | None, ...]:
        """Return the bases, if those of the document are ``bases``."""
        return bases if self._codebase is None else at_codebase(self._codebase, bases)


def _other_than_utf8(encoding: str) -> str | None:
    """Return the encoding of queries, None where they are in UTF-8: in documents in UTF-16 too (Encoding §4.3)."""
    return None if encoding.replace("_", "-").startswith(("utf", "us-ascii")) else encoding


@lru_cache(8)
def _own(own: Base, encoding: str, opaque: bool) -> tuple[Base, tuple[str | None, ...]]:
    """Return the base that a document has without a base element, and its pair: the same for many, as they come."""
    uri = own.uri
    opaque = opaque and uri is not None and not uri.startswith(_HTTP) and _OPAQUE.match(uri) is not None
    base = Base(uri, own.source, None, opaque, _other_than_utf8(encoding))
    return base, base.pair


@lru_cache(8)  # parts of one message, and documents of one site, mostly have that of the one before
def own_base(base: str | None, default_base: str | None, base_from: str = "retrieval") -> Base:
    """Return the base of a document without a base element: its own URI or the last resort (RFC 3986 §5.1.3 on).

    One that is too long, or has no scheme (§5.1: a base is a URI), leaves no base, and says so in ``problem``.
    """
    own = Base(base, base_from) if base else Base(default_base, "default") if default_base else _NONE
    if own.uri is None:
        return own
    if len(own.uri) > MAX_BASE:
        return Base(None, None, too_long(own.uri))
    if _SCHEME.match(own.uri) is None:
        return Base(None, None, f"the base {_shown(own.uri)} has no scheme: references relative to it have no target")
    return own


def too_long(base: str) -> str:
    """Return the message of a problem: a base is too long."""
    return f"the base {_shown(base)} has more than {MAX_BASE} characters: references relative to it have no target"


class Bases:
    """Chooses the base of one document: the first ``href`` that :meth:`offer` gets is the one, good or bad.

    ``own`` is the document's own base; ``encoding`` the Python codec in which the document's queries are (HTML Standard
    §2.4.2). With ``opaque=False`` its own base is not looked at for an opaque path.
    """

    def __init__(self, own: Base = _NONE, encoding: str = "utf-8", *, opaque: bool = True) -> None:
        #: What an occurrence has for its ``bases`` that is resolved against the document's own base.
        self.own_pair: tuple[str | None, ...]
        self._given = own
        self._own, self.own_pair = _own(own, encoding, opaque)
        self._encoding = encoding
        self._chosen: Base | None = None

    def serve(self, own: Base, encoding: str) -> bool:
        """Return True if these serve the next document as well, which is so if no base element came in this one."""
        return own is self._given and encoding == self._encoding and self._chosen is None

    @property
    def chosen(self) -> Base:
        """The base that serves so far."""
        return self._chosen or self._own

    def offer(self, href: str) -> Base | None:
        """Take the ``href`` of a base element that counts; return the base it makes, None where one came before."""
        if self._chosen is not None:
            return None
        self._chosen = choose(href, self._own, self._encoding)
        return self._chosen


def choose(href: str, own: Base, encoding: str = "utf-8") -> Base:
    """Return the base that the first ``<base href>`` of a document makes, whose own is ``own``.

    It is resolved against that, and its fragment dropped. One that cannot be parsed, or whose scheme is ``data`` or
    ``javascript`` (§4.2.3, "set the frozen base URL"), leaves the document's own, and says so in ``problem``. One that
    is too long leaves none: against the document's own, targets would be wrong.
    """
    reference = url(href).text
    before = None if own.uri is None else parse(url(own.uri).text, encoding=encoding)
    record: Record | None = parse(reference, before, encoding)
    if record is None:
        what = "is relative, and the document's own is not known" if own.uri is None else "is not a valid URL"
        if own.uri is None and ":" in reference.partition("/")[0]:
            what = "is not a valid URL"
        return own._replace(problem=f"the base {_shown(href)} {what}")
    if record.scheme in ("data", "javascript"):
        return own._replace(problem=f"the base {_shown(href)} has a scheme that no base has: {record.scheme}")
    uri = str(record)
    if len(uri) > MAX_BASE:
        return Base(None, None, too_long(uri), encoding=own.encoding)
    return Base(uri, "embedded", None, record.opaque, own.encoding)


def at_codebase(codebase: str, bases: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return the bases of what an element with a codebase refers to: that, resolved against the document's.

    One that is too long leaves none.
    """
    if bases[0] is None:
        return bases
    if len(codebase) > MAX_BASE:
        return NO_BASE
    try:
        uri = resolve(bases[0], codebase)
    except InvalidReference:
        return bases
    if len(uri) > MAX_BASE:
        return NO_BASE
    return Base(uri, bases[1], None, _OPAQUE.match(uri) is not None, encoding_of(bases)).pair


def _shown(href: str, most: int = 200) -> str:
    return repr(href if len(href) <= most else href[:most] + "\u2026")
