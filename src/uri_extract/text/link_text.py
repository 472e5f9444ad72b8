"""The text of a link, as records hold it."""

from __future__ import annotations

from uri_extract.limits import MAX_LINK_TEXT


def link_text(text: str) -> bytes:
    """Return the text of a link in UTF-8, white space collapsed, cut to :data:`MAX_LINK_TEXT` bytes."""
    octets = text.encode("utf-8", "replace")
    # In ASCII, as kernels read it, the separators from U+001C to U+001F are not white space.
    octets = b" ".join(octets.split()) if octets.isascii() else " ".join(text.split()).encode("utf-8", "replace")
    if len(octets) > MAX_LINK_TEXT:
        octets = octets[:MAX_LINK_TEXT].decode("utf-8", "ignore").rstrip().encode()
    return octets
