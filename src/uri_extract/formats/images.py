"""Recognise images that may show barcodes, by their first bytes."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final

# MIME Sniffing Standard §6.1; TIFF 6.0 section 2.
_IMAGE: Final = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF.{4}WEBPVP", re.DOTALL
)


def is_image(head: bytes) -> bool:
    """Return True if these are the first bytes of a PNG, JPEG, GIF, BMP, TIFF or WebP image."""
    return _IMAGE.match(head) is not None
