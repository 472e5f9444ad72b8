"""Readers of flag values, from the command line and from the configuration file. They raise UriExtractError."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from uri_extract._compat._typing import Any, Final
from uri_extract.errors import UriExtractError

KINDS: Final = ("uri", "iri", "relative", "suffix", "namespace")
#: The delimiters of :mod:`uri_extract.rows.layout`, which --help need not import.
DELIMITERS: Final = (
    "whitespace", "angle", "quote", "attribute", "css", "element", "comment", "header", "script", "markup",
    "barcode",
)  # fmt: skip


class InvalidValue(UriExtractError):  # noqa: N818 - as its siblings
    """A value that a flag does not accept. The message says why."""


def base(text: str) -> str:
    """Return a base URI."""
    from uri_extract.text.options import checked_base

    return checked_base(text)


def number(what: str, most: int | None = None, least: int = 0) -> Callable[[str], int]:
    """Return a function that reads a number from ``least`` to ``most``; ``what`` is counted, for messages."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit():
            raise InvalidValue(f"invalid number of {what}: {text!r}")
        if most is not None and (len(text) > 18 or int(text) > most):
            raise InvalidValue(f"too many {what}: {text} (at most {most})")
        if len(text) > 18:
            raise InvalidValue(f"too many {what}: {text[:18]}...")
        if int(text) < least:
            raise InvalidValue(f"too few {what}: {text} (at least {least})")
        return int(text)

    return read


def jobs(text: str) -> int:
    """Return a number of processes; 0 means the number of processors that this process may use."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return number("processes", 9999)(text) or available


def media_type(text: str) -> str:
    """Return a supported media type, with its parameters."""
    from uri_extract.formats import known
    from uri_extract.formats.containers import is_container
    from uri_extract.text.options import declared

    if not is_container(text):
        known(text)
    declared(text, None)
    return text


def json_field(text: str) -> str:
    """Return the name of a JSON field: keys separated by dots."""
    from uri_extract.text.options import json_field

    return json_field("json_field", text)


def charset(text: str) -> str:
    """Return a supported charset."""
    from uri_extract.text.options import checked_charset

    return checked_charset(text)


def refang_marks(text: str) -> Any:
    """Return the marks of defanged references in a TOML file."""
    import tomllib

    from uri_extract.decode.marks import marks_of
    from uri_extract.errors import InvalidOption

    try:
        with open(text, "rb") as file:
            return marks_of(tomllib.load(file))
    except (OSError, ValueError, InvalidOption) as error:
        raise InvalidValue(f"{text}: {getattr(error, 'strerror', None) or error}") from None


def file_name(text: str) -> str:
    """Return the name of a file or directory."""
    if not text:
        raise InvalidValue("the name is empty")
    return text


def glob(text: str) -> str:
    """Return a glob that can match a file below a directory."""
    from uri_extract.sources.directories import check_glob

    check_glob(text)
    return text


def schemes(text: str) -> frozenset[str]:
    """Return schemes in lower case; ``:`` or ``://`` after one is accepted."""
    return frozenset(map(_scheme, _list(text, "scheme")))


def _scheme(text: str) -> str:
    from uri_extract.text.options import scheme_name

    return scheme_name(text)


def hosts(text: str) -> frozenset[str]:
    """Return hosts in their canonical form, each with the prefix ``.`` or ``*.`` if it has one."""
    return frozenset(map(_host, _list(text, "host")))


def _host(text: str) -> str:
    from uri_extract.uri.host_names import canonical_host
    from uri_extract.uri.ipv6 import ipv6_fault

    if ipv6_fault(text) is None:
        return canonical_host(f"[{text}]")
    mark = "*." if text.startswith("*.") else "." if text.startswith(".") else ""
    name = text.removeprefix(mark)
    reason = _host_fault(name)
    if reason:
        raise InvalidValue(f"invalid host {text!r}: {reason}")
    return mark + canonical_host(name)


_NO_PORT = "hosts are matched without a port; give the host alone"


def _host_fault(name: str) -> str | None:
    """Return the reason why no reference can have such a host; None if one can."""
    if not name.strip("."):
        return "it has no labels"
    if "://" in name or "/" in name:
        return "it is a URI or a path; give its host alone"
    if "*" in name:
        return "'*' can only be the first label, as in *.example.org"
    if "@" in name:
        return "it has a user name; give the host alone"
    server, colon, port = name.rpartition(":")
    if name.startswith("["):
        if not name.endswith("]"):
            return _NO_PORT if "]" in name else "'[' is not closed"
    elif colon:
        return _NO_PORT if port.isdigit() and server else "':' is not allowed"
    if any(each in '?#\\"<>^' or each.isspace() or not each.isprintable() for each in name):
        return "a character in it cannot be part of a host"
    return None


def kinds(text: str) -> frozenset[str]:
    """Return kinds of references."""
    return _some_of(text, KINDS)


def delimiters(text: str) -> frozenset[str]:
    """Return delimiters; after ``^``, all delimiters except those named."""
    excluded = text.lstrip().startswith("^")
    named = _some_of(text.lstrip().removeprefix("^"), DELIMITERS)
    return frozenset(DELIMITERS) - named if excluded else named


def hazards(text: str) -> frozenset[str]:
    """Return names of hazards."""
    from uri_extract.uri.hazards import NAMES

    return _some_of(text, ("any", *NAMES))


def fields(text: str) -> tuple[str, ...]:
    """Return names of fields, in their order."""
    from uri_extract.rows.schema import COLUMNS, CONTEXT, REQUESTED

    return _in_order(text, (*COLUMNS, *CONTEXT, *REQUESTED))


def more_fields(text: str) -> tuple[str, ...]:
    """Return names of fields that are only computed on request, in their order."""
    from uri_extract.rows.schema import REQUESTED

    return _in_order(text, REQUESTED)


def _in_order(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    _some_of(text, known)
    return tuple(dict.fromkeys(map(str.lower, _list(text, "name"))))


def template(text: str) -> str:
    """Return a valid template."""
    if not text:
        raise InvalidValue("the template is empty: it would print empty lines")
    from uri_extract.sinks.template import Template

    Template(text)
    return text


def _list(text: str, what: str) -> list[str]:
    found = [name.strip() for name in text.split(",") if name.strip()]
    if not found:
        raise InvalidValue(f"expected a {what}, or several separated by commas")
    return found


def _some_of(text: str, known: Sequence[str]) -> frozenset[str]:
    found = frozenset(map(str.lower, _list(text, "name")))
    if not found.issubset(known):
        raise InvalidValue(f"{min(found.difference(known))!r} is not one of {', '.join(known)}")
    return found
