"""The format of the output, from ``--format``, the suffix of ``-o`` and other flags."""

from __future__ import annotations

import os

from uri_extract._compat._typing import Any
from uri_extract.cli.values import InvalidValue
from uri_extract.sinks.formats import TABLE, TEXT, UnknownSuffix, compression_of, format_of, suffix_of


def check_report(path: str) -> None:
    """Raise :class:`~uri_extract.cli.values.InvalidValue` if the name is not that of an HTML page, device or pipe."""
    suffixes = TABLE["html"].suffixes
    if suffix_of(path) not in suffixes and not (os.path.exists(path) and not os.path.isfile(path)):
        raise InvalidValue(f"{path}: a report is an HTML page, whose name ends in {' or '.join(suffixes)}")


def format_by_name(given: dict[str, Any], configured: dict[str, Any]) -> str | None:
    """Return the format that the name of the output file selects; None if the name leaves the choice open.

    ``given`` are the options of the command line, ``configured`` those of the configuration file. Raises
    :class:`~uri_extract.cli.values.InvalidValue` if the suffix is unknown, contradicts ``--format``, or asks for the
    compression of a format that cannot be compressed.
    """
    path = given.get("output")
    if path is None:
        return None
    asked = given.get("format")
    chosen = asked or configured.get("format")
    by_template = given.get("template") is not None
    try:
        said = format_of(path)
    except UnknownSuffix as error:
        if chosen is None and not by_template and configured.get("template") is None:
            raise InvalidValue(f"{path}: {error}") from None
        said = None
    if suffix_of(path) == TEXT:
        # Every text format may be written to a .txt file; a binary format in the configuration file is ignored.
        said = "lines" if chosen is None or not TABLE[chosen].is_text else None
    if said is not None and asked is not None and asked != said:
        raise InvalidValue(f"{path}: the suffix says {said}, which contradicts --format {asked}")
    form = said or chosen or "lines"
    if by_template and not TABLE[form].is_text:
        raise InvalidValue(f"{path}: the suffix says {form}, which contradicts --template")
    compression = compression_of(path)
    if compression is not None and not TABLE[form].is_text:
        raise InvalidValue(f"{path}: {form} cannot be compressed as a whole; leave out {compression.suffix}")
    return None if by_template else said
