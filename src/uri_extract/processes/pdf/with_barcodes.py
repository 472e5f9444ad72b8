"""Read a PDF like :mod:`.process`, and the barcodes on its pages."""

from __future__ import annotations

import ctypes

import zxingcpp
from pypdfium2 import raw

from uri_extract._compat._typing import Any, BinaryIO, Final
from uri_extract.limits import MAX_PAGE_PIXELS
from uri_extract.processes.barcodes.reading import said
from uri_extract.processes.pdf import process

# 200 dots per inch: a code of 15 mm has more than three dots per module.
_DOTS_PER_POINT: Final = 200 / 72


def main(file: BinaryIO, results: BinaryIO) -> None:
    """Read the PDF, and write the results."""
    process.main(file, results, _on_page)


def _on_page(page: Any) -> list[str]:
    """Return the texts of the barcodes on a page. It is rendered, as many codes are drawn as shapes, not images."""
    width, height = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
    if not (width >= 1 and height >= 1):
        return []
    scale = min(_DOTS_PER_POINT, (MAX_PAGE_PIXELS / (width * height)) ** 0.5)
    columns, lines = max(1, int(width * scale)), max(1, int(height * scale))
    if columns * lines > MAX_PAGE_PIXELS:
        return []
    bitmap = raw.FPDFBitmap_CreateEx(columns, lines, raw.FPDFBitmap_Gray, None, 0)
    if not bitmap:
        return []
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, columns, lines, 0xFFFFFFFF)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, lines, 0, raw.FPDF_ANNOT)
        stride = raw.FPDFBitmap_GetStride(bitmap)
        octets = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * lines)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    view = zxingcpp.ImageView(octets, columns, lines, zxingcpp.ImageFormat.Lum, stride)
    return list(dict.fromkeys(said(view)))
