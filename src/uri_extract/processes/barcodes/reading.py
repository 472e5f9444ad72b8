"""Read the texts of two-dimensional barcodes in images, with Pillow and ZXing-C++."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from uri_extract._compat._typing import Any, Final
from uri_extract.limits import MAX_BARCODE_TEXT, MAX_IMAGE_PIXELS

#: The formats that can hold a URI; codes of products and parcels are too short.
_FORMATS: Final = ("QRCode", "MicroQRCode", "RMQRCode", "Aztec", "DataMatrix", "PDF417", "MaxiCode")
# Image modes with an alpha channel; in others one colour may be transparent.
_WITH_ALPHA: Final = ("RGBA", "LA", "PA")
_IMAGES: Final = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")


class TooLarge(Exception):  # noqa: N818 - it becomes a problem record
    """An image has too many pixels."""


def in_image(data: bytes) -> list[str]:
    """Return the texts of the barcodes on all pages or frames of an image, without duplicates.

    Raises :class:`TooLarge`, and any exception of Pillow for a damaged image.
    """
    from PIL import Image

    try:
        with Image.open(BytesIO(data), formats=_IMAGES) as image:
            return list(dict.fromkeys(text for page in _pages(image) for text in said(page)))
    except Image.DecompressionBombError as error:
        raise TooLarge from error


def said(image: Any) -> Iterator[str]:
    """Yield the texts of the barcodes in a grey image, Pillow's or ZXing's view of one."""
    import zxingcpp

    formats = [getattr(zxingcpp.BarcodeFormat, name) for name in _FORMATS]
    for code in zxingcpp.read_barcodes(image, formats=formats, text_mode=zxingcpp.TextMode.Plain):
        if code.text.strip():
            yield code.text[:MAX_BARCODE_TEXT]


def _pages(image: Any) -> Iterator[Any]:
    """Yield the pages or frames of an image, in grey."""
    from PIL import Image

    pixels = 0
    for number in range(getattr(image, "n_frames", 1)):
        # The size is known before anything is decoded.
        image.seek(number)
        pixels += image.width * image.height
        if pixels > MAX_IMAGE_PIXELS:
            raise TooLarge
        grey = image.convert("L")
        if image.has_transparency_data:  # codes may be black on a transparent background
            paper = Image.new("L", grey.size, "white")
            paper.paste(grey, mask=(image if image.mode in _WITH_ALPHA else image.convert("RGBA")).getchannel("A"))
            yield paper
        else:
            yield grey
