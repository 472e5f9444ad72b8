"""Values of header fields of mail and HTTP: with parameters (RFC 2045 §5.1, RFC 9110 §5.6.6), and identifiers.

Common errors are tolerated.
"""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Final, NamedTuple
from uri_extract.decode._header_values import parameters as parameters_after
from uri_extract.decode._header_values import unfolded
from uri_extract.decode.encoded_words import assembled, text_of
from uri_extract.limits import MAX_FIELD_VALUE

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The maximum size of a field whose parsed value is cached.
USUAL: Final = 300

LOOKED_AT: Final = MAX_FIELD_VALUE

_COMMENT: Final = re.compile(r"\([^()]*+\)")
# A charset, possibly in single quotes, which have no meaning (RFC 2045 §5.1) but occur.
_LABEL: Final = re.compile(r"[^\s\"',;]++")


class Value(NamedTuple):
    """The value of a field, and its parameters by name, both in lower case."""

    value: str
    parameters: dict[str, str]


def structured(value: bytes) -> Value:
    """Return the value and parameters of ``value; name=value; name="value"``."""
    return parse(value[:LOOKED_AT]) if len(value) > USUAL else _cached(value)


def parse(raw: bytes) -> Value:
    """Return the same, for callers that have a cache of their own."""
    text = unfolded(raw).decode("utf-8", "surrogateescape")
    if "(" in text and '"' not in text:
        text = _COMMENT.sub(" ", text)
    at = text.find(";")
    parameters: dict[str, str] = parameters_after(text, at)
    if "=?" in text:  # RFC 2047 §5 forbids encoded words here; programs write them
        for name, content in parameters.items():
            if "=?" in content:
                parameters[name] = text_of(content.encode("utf-8", "surrogateescape")).decode("utf-8", "replace")
    value = text if at < 0 else text[:at]
    return Value(value.strip().lower(), assembled(parameters) if "*" in text else parameters)


_cached = lru_cache(512)(parse)


def charset_of(parameters: Mapping[str, str]) -> str | None:
    """Return the charset in parameters, without quotes and trailing text; None if there is none."""
    label = _LABEL.search(parameters.get("charset", ""))
    return None if label is None else label[0]


# -- Parse the header fields that describe a part (RFC 2045 §5, RFC 2183), and tolerate common errors ------------------


def encoding_of(value: bytes) -> str:
    """Return the transfer encoding of a field (RFC 2045 §6.1), in lower case; "" if it is empty."""
    names = unfolded(value).decode("latin-1").replace(";", " ").split()
    return names[0].strip("\"'").lower() if names else ""


def content_type(raw: bytes) -> Value:
    """Return the media type of a Content-Type, "" if it is empty, and its parameters.

    An invalid one is read as text (RFC 2045 §5.2).
    """
    parsed = parse(raw)
    kind, _, subtype = parsed.value.partition("/")
    if not parsed.value:
        return parsed
    if not kind.strip() or not subtype.strip() or "/" in subtype:
        return parsed._replace(value="text/plain")
    return parsed._replace(value=f"{kind.strip()}/{subtype.split()[0]}")
