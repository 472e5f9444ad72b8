"""Parse the header fields that describe a part (RFC 2045 §5, RFC 2183), and tolerate common errors."""

from __future__ import annotations

from uri_extract.decode.encoded_words import unfolded
from uri_extract.decode.header_values import Value, parse


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
