"""The base of a document: what its ``<base href>`` makes of it (HTML standard §2.4.1, §4.2.3; RFC 3986 §5.1)."""

from __future__ import annotations

from typing import NamedTuple

from uri_extract.media.html.url_parser import Record, parse
from uri_extract.media.html.urls import url
from uri_extract.records import Problem
from uri_extract.uri import InvalidReference, resolve

#: The kind of the problem record that a base makes that cannot serve.
UNUSABLE = "unusable-base"


class Base(NamedTuple):
    """What references resolve against, and where that comes from, as an occurrence has it (RFC 3986 §5.1).

    ``problem``: why the document's own base serves, and not that of its base element, in a sentence; else None.
    ``opaque``: a base without a path to go on from (``mailto:``); in a browser only fragments resolve against it.
    """

    uri: str | None
    source: str | None
    problem: str | None = None
    opaque: bool = False
    encoding: str | None = None

    @property
    def pair(self) -> tuple[str | None, ...]:
        """What an occurrence has for its ``bases``: the encoding too, where the document's queries are not in UTF-8."""
        return (self.uri, self.source) if self.encoding is None else (self.uri, self.source, self.encoding)


class Marker(NamedTuple):
    """Among what was found in a document: from byte ``start`` on its base is known, and what is wrong with that."""

    start: int
    problem: Problem | None


def own_base(base: str | None, default_base: str | None, base_from: str = "retrieval") -> Base:
    """Return the base of a document without a base element: its own URI or the last resort (RFC 3986 §5.1.3 on)."""
    return Base(base, base_from) if base else Base(default_base, "default") if default_base else Base(None, None)


class Bases:
    """Chooses the base of one document: the first ``href`` that :meth:`offer` gets is the one, good or bad.

    ``own`` is the document's own base and ``source`` where that comes from; ``encoding`` the Python codec in which
    the document's queries are (HTML standard §2.4.2).
    """

    def __init__(self, own: str | None = None, source: str | None = None, encoding: str = "utf-8") -> None:
        utf8 = encoding.replace("_", "-").startswith(("utf", "us-ascii"))  # and UTF-16 (Encoding Standard §4.3)
        self._own = Base(own, source, encoding=None if utf8 else encoding)
        self._encoding = encoding
        self._chosen: Base | None = None

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
    ``javascript`` (§4.2.3, "set the frozen base URL"), leaves the document's own, and says so in ``problem``.
    """
    reference = url(href).text
    before = None if own.uri is None else parse(url(own.uri).text, encoding=encoding)
    record: Record | None = parse(reference, before, encoding)
    if record is None:
        what = "is relative, and the document's own is not known" if own.uri is None else "is no valid URL"
        if own.uri is None and ":" in reference.partition("/")[0]:
            what = "is no valid URL"
        return own._replace(problem=f"the base {_shown(href)} {what}")
    if record.scheme in ("data", "javascript"):
        return own._replace(problem=f"the base {_shown(href)} has a scheme that is none for a base: {record.scheme}")
    return Base(str(record), "embedded", None, record.opaque, own.encoding)


def at_codebase(codebase: str, bases: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return the bases of what an element with a codebase refers to: that, resolved against the document's."""
    try:
        return resolve(bases[0] or "", codebase) if bases[0] else None, *bases[1:]
    except InvalidReference:
        return bases


def _shown(href: str, most: int = 200) -> str:
    return repr(href if len(href) <= most else href[:most] + "\u2026")
