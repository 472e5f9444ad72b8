"""Pages as bytes, for other processes with the same Python: ``marshal`` data, which cannot run code."""

from __future__ import annotations

from collections.abc import Callable
from marshal import dumps, loads

from uri_extract._compat._typing import Any
from uri_extract.rows import Page
from uri_extract.rows._page import page_of_parts
from uri_extract.rows.details import NO_DETAILS, Details, More, Origin
from uri_extract.rows.in_context import around

#: The parts of a page, in types that ``marshal`` supports.
Parts = tuple[int, bytes, bytes, list[Any]]


def parts_of(page: Page) -> Parts:
    """Return the parts of a page in types that ``marshal`` supports, without embedded documents."""
    _, (count, rows, text, objects, _) = page.__reduce__()
    return count, rows, text, [*map(_plain, objects)]


def page_of(parts: Parts, changed: Callable[[Any], Any] | None = None) -> Page:
    """Return the page with these parts, each object replaced by the result of ``changed``."""
    count, rows, text, plain = parts
    objects = [*map(_object, plain)]
    if changed is not None:
        objects = [*map(changed, objects)]
    return page_of_parts(count, rows, text, objects, [])


def octets_of(page: Page) -> bytes:
    """Return a page as bytes, without embedded documents."""
    return dumps(parts_of(page))


def page_of_octets(octets: bytes, changed: Callable[[Any], Any] | None = None) -> Page:
    """Return the page of bytes from :func:`octets_of`, each object replaced by the result of ``changed``."""
    return page_of(loads(octets), changed)


def _plain(value: Any) -> Any:
    """Return an object of a row in types that ``marshal`` supports."""
    if isinstance(value, More):
        context = None if value.context is None else around(value.context)
        return "more", value.raw, None if value.details is NO_DETAILS else tuple(value.details), context
    if isinstance(value, tuple):
        return ("origin" if isinstance(value, Origin) else "bases", *value)
    return value


def _object(value: Any) -> Any:
    """Return the object of a result of :func:`_plain`."""
    if not isinstance(value, tuple):
        return value
    if value[0] != "more":
        return Origin(*value[1:]) if value[0] == "origin" else value[1:]
    _, raw, details, context = value
    return More(raw, NO_DETAILS if details is None else Details(*details), context)
