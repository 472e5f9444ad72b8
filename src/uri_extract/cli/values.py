"""What the values of flags mean, from the command line and from the configuration file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

KINDS: Final = ("uri", "iri", "relative", "suffix")


class InvalidValue(UriExtractError):  # noqa: N818 - as its siblings
    """A value that a flag does not take; its text says why."""


def base(text: str) -> str:
    """Return a base URI."""
    from uri_extract.uri import InvalidReference, parse

    try:
        parse(text, rule="URI")
    except InvalidReference as error:
        raise InvalidValue(f"{text!r} is no base URI: {error}") from None
    return text


def number(what: str, most: int | None = None) -> Callable[[str], int]:
    """Return what reads a number of something, at most so many."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit():
            raise InvalidValue(f"{text!r} is no number of {what}")
        if most is not None and (len(text) > 18 or int(text) > most):
            raise InvalidValue(f"{text} {what} are more than {most}")
        return int(text)

    return read


def jobs(text: str) -> int:
    """Return a number of processes; 0 is how many processors this process may use."""
    return number("processes", 9999)(text) or _processors()


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def media_type(text: str) -> str:
    """Return a media type that there is a scanner for, with its parameters."""
    from uri_extract.media import known
    from uri_extract.media.options import declared

    try:
        known(text)
        declared(text, None)
    except UriExtractError as error:
        raise InvalidValue(str(error)) from None
    return text


def charset(text: str) -> str:
    """Return a charset that can be read."""
    from uri_extract.media.options import checked_charset

    try:
        return checked_charset(text)
    except UriExtractError as error:
        raise InvalidValue(str(error)) from None


def schemes(text: str) -> frozenset[str]:
    """Return schemes, in lower case."""
    return _list(text, "a scheme")


def names(text: str) -> frozenset[str]:
    """Return names, in lower case."""
    return _list(text, "a name")


def kinds(text: str) -> frozenset[str]:
    """Return kinds of references."""
    return _some_of(text, KINDS)


def hazards(text: str) -> frozenset[str]:
    """Return names of hazards."""
    from uri_extract.uri.hazards import NAMES

    return _some_of(text, ("any", *NAMES))


def template(text: str) -> str:
    """Return a template that can be used."""
    from uri_extract.sinks.template import InvalidTemplate, Template

    try:
        Template(text)
    except InvalidTemplate as error:
        raise InvalidValue(str(error)) from None
    return text


def _list(text: str, what: str) -> frozenset[str]:
    found = frozenset(name.strip().lower() for name in text.split(",") if name.strip())
    if not found:
        raise InvalidValue(f"{what}, or several with commas between")
    return found


def _some_of(text: str, known: Sequence[str]) -> frozenset[str]:
    found = names(text)
    if not found.issubset(known):
        raise InvalidValue(f"{min(found.difference(known))!r} is none of {', '.join(known)}")
    return found
