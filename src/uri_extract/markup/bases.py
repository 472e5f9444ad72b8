"""The base of a document, as ``<base href>`` determines it (HTML Standard §2.4.1, §4.2.3; RFC 3986 §5.1)."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import NamedTuple
from uri_extract.limits import MAX_BASE
from uri_extract.markup.urls import url
from uri_extract.rows.bases import encoding_of
from uri_extract.uri import InvalidReference, resolve
from uri_extract.uri.url_parser import Record, parse

#: The kind of the problem of an unusable base.
UNUSABLE = "unusable-base"

#: The ``bases`` of an occurrence without a base.
NO_BASE = (None, None)

# A scheme that is not special, and a path without a slash (URL Standard §4.1, "opaque path").
_OPAQUE = re.compile(r"(?!(?:https?|wss?|ftp|file):)[A-Za-z][A-Za-z0-9+.-]*+:(?!/)", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:")
_HTTP = ("http:", "https:")


class Base(NamedTuple):
    """The base that references are resolved against, and its source, as occurrences have them (RFC 3986 §5.1).

    ``problem``: why the given base is unusable, as a sentence; else None. ``opaque``: the base has an opaque path
    (``mailto:``), against which browsers only resolve fragments.
    """

    uri: str | None
    source: str | None
    problem: str | None = None
    opaque: bool = False
    encoding: str | None = None

    @property
    def pair(self) -> tuple[str | None, ...]:
        """The ``bases`` of an occurrence.

        A third item is the encoding of the document's queries if that is not UTF-8, else None; a fourth one marks an
        opaque base.
        """
        uri, source, _, opaque, encoding = self
        if opaque:
            return uri, source, encoding, "opaque"
        return (uri, source) if encoding is None else (uri, source, encoding)


_NONE = Base(None, None)


class Pending:
    """The bases of references that will be resolved against the base of the document, which is not known yet.

    ``codebase`` is that of their element (HTML 4.01 §13.3), unresolved, or None.
    """

    __slots__ = ("_codebase",)

    def __init__(self, codebase: str | None = None) -> None:
        self._codebase = codebase

    def known(self, bases: tuple[str | None, ...]) -> tuple[str | None, ...]:
        """Return the bases, given those of the document."""
        return bases if self._codebase is None else at_codebase(self._codebase, bases)


def _other_than_utf8(encoding: str) -> str | None:
    """Return the encoding of queries, None if it is UTF-8, as also for documents in UTF-16 (Encoding §4.3)."""
    return None if encoding.replace("_", "-").startswith(("utf", "us-ascii")) else encoding


@lru_cache(8)
def _own(own: Base, encoding: str, opaque: bool) -> tuple[Base, tuple[str | None, ...]]:
    """Return the base of a document without a base element, and its pair; cached, as many documents share it."""
    uri = own.uri
    opaque = opaque and uri is not None and not uri.startswith(_HTTP) and _OPAQUE.match(uri) is not None
    base = Base(uri, own.source, None, opaque, _other_than_utf8(encoding))
    return base, base.pair


@lru_cache(8)  # successive parts of a message, or documents of a site, mostly share it
def own_base(base: str | None, default_base: str | None, base_from: str = "retrieval") -> Base:
    """Return the base of a document without a base element: its own URI or the default base (RFC 3986 §5.1.3 on).

    A URI that is too long, or has no scheme (§5.1: a base is a URI), gives no base; ``problem`` says why.
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
    """Chooses the base of one document: the first ``href`` passed to :meth:`offer` counts, valid or not.

    ``own`` is the document's own base; ``encoding`` is the Python codec of the document's queries (HTML Standard
    §2.4.2). With ``opaque=False`` the own base is not checked for an opaque path.
    """

    def __init__(self, own: Base = _NONE, encoding: str = "utf-8", *, opaque: bool = True) -> None:
        #: The ``bases`` of occurrences that are resolved against the document's own base.
        self.own_pair: tuple[str | None, ...]
        self._given = own
        self._own, self.own_pair = _own(own, encoding, opaque)
        self._encoding = encoding
        self._chosen: Base | None = None

    def serve(self, own: Base, encoding: str) -> bool:
        """Return True if this object can be used for the next document: no base element was in this one."""
        return own is self._given and encoding == self._encoding and self._chosen is None

    @property
    def chosen(self) -> Base:
        """The base chosen so far."""
        return self._chosen or self._own

    def offer(self, href: str) -> Base | None:
        """Take the ``href`` of a base element; return the resulting base, or None if one was chosen before."""
        if self._chosen is not None:
            return None
        self._chosen = choose(href, self._own, self._encoding)
        return self._chosen


def choose(href: str, own: Base, encoding: str = "utf-8") -> Base:
    """Return the base of a document with the first ``<base href>``, given its ``own`` base.

    The href is resolved against that, and its fragment dropped. If it cannot be parsed, or its scheme is ``data`` or
    ``javascript`` (§4.2.3, "set the frozen base URL"), the own base remains, and ``problem`` says why. If it is too
    long there is no base: the own base would give wrong targets.
    """
    reference = url(href).text
    before = None if own.uri is None else parse(url(own.uri).text, encoding=encoding)
    record: Record | None = parse(reference, before, encoding)
    if record is None:
        what = "is relative, and the document URI is unknown" if own.uri is None else "is not a valid URL"
        if own.uri is None and ":" in reference.partition("/")[0]:
            what = "is not a valid URL"
        return own._replace(problem=f"the base {_shown(href)} {what}")
    if record.scheme in ("data", "javascript"):
        return own._replace(problem=f"the base {_shown(href)} has the scheme {record.scheme}, which is not allowed")
    uri = str(record)
    if len(uri) > MAX_BASE:
        return Base(None, None, too_long(uri), encoding=own.encoding)
    return Base(uri, "embedded", None, record.opaque, own.encoding)


def at_codebase(codebase: str, bases: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return the bases of references in an element with a codebase: the codebase, resolved against the document's base.

    If it is too long, there is no base.
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
