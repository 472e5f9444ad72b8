"""A program that reads a PDF from standard input with PDFium (pypdfium2).

For each page it writes a line of JSON to standard output, an array: the page number, the text, and an array of links,
each a URI and the text under it. If barcodes are read and the page has some, a line follows with the page number and
an array of their texts. If something cannot be read, the array has the page number or 0, and the kind and message of a
problem. The format is JSON because an attacker who controls this process could exploit others.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from io import BytesIO
from itertools import repeat

import pypdfium2
from pypdfium2 import raw

from uri_extract._process_limits import limit_memory, limit_seconds
from uri_extract._typing import TYPE_CHECKING, Any, Final
from uri_extract.limits import MAX_PAGE_PIXELS, MAX_PDF_MEMORY, MAX_PDF_PAGE, MAX_PDF_SECONDS
from uri_extract.pdf.layout import LAST_HYPHEN, Box, Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    #: A page number with text and links, with barcodes and None, or with the kind and message of a problem.
    Message = tuple[int, Any, Any]

# 200 dots per inch: a code of 15 mm has more than three dots per module.
_DOTS_PER_POINT: Final = 200 / 72
# PDFium's code for a hyphen at a line's end.
_HYPHEN: Final = 2


def main(barcodes: bool = False) -> None:
    """Read the PDF, with its ``barcodes`` if that is True."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    file: Any = sys.stdin.buffer
    limit_memory(MAX_PDF_MEMORY)
    limit_seconds(MAX_PDF_SECONDS + (os.fstat(file.fileno()).st_size >> (14 if barcodes else 20)))
    if not file.seekable():
        file = BytesIO(file.read())
    for message in messages(file, barcodes):
        sys.stdout.write(f"{json.dumps(message)}\n")
        sys.stdout.flush()
    os._exit(0)  # faster than freeing each object


def messages(file: Any, barcodes: bool = False) -> Iterator[Message]:
    """Yield the messages for each page of a seekable binary file."""
    try:
        pdf = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
            yield 0, "encrypted", "the PDF is encrypted and is not read"
        else:
            yield 0, "damaged", "the PDF cannot be read"
        return
    for number in range(1, len(pdf) + 1):
        page = raw.FPDF_LoadPage(pdf, number - 1)
        text = raw.FPDFText_LoadPage(page) if page else None
        if not text:
            yield number, "damaged", "the page cannot be read"
            continue
        count = raw.FPDFText_CountChars(text)
        if count > MAX_PDF_PAGE:
            yield number, "too-large", f"{count} characters on a page: only the first {MAX_PDF_PAGE} are read"
        layout = _layout(text, min(count, MAX_PDF_PAGE))
        links = layout.links(_annotations(pdf, page))
        yield number, layout.in_reading_order(), links
        codes = _barcodes(page) if barcodes else []
        if codes:
            yield number, codes, None
        raw.FPDFText_ClosePage(text)
        raw.FPDF_ClosePage(page)


def _barcodes(page: Any) -> list[str]:
    """Return the texts of the barcodes on a page. It is rendered, as many codes are drawn as shapes, not images."""
    import zxingcpp

    from uri_extract.barcodes.reading import said

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


def _layout(page: Any, count: int) -> Layout:
    """Return the layout of the first ``count`` characters."""
    rectangle = raw.FS_RECTF()
    pointer = ctypes.byref(rectangle)
    box_of = raw.FPDFText_GetLooseCharBox

    def box(at: int) -> Box:
        if box_of(page, at, pointer):
            return Box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
        return Box(0.0, 0.0, 0.0, 0.0)

    return Layout(_text(page, count), box)


def _text(page: Any, count: int) -> str:
    """Return the first ``count`` characters, one for each box."""
    units = (ctypes.c_ushort * (count + 1))()
    size = raw.FPDFText_GetText(page, 0, count, units) - 1
    text = bytes(units)[: 2 * max(0, size)].decode("utf-16-le", "replace")
    if len(text) == size == count:
        return text
    # Some characters have no text, or more than one UTF-16 code unit.
    codes = map(raw.FPDFText_GetUnicode, repeat(page, count), range(count))
    return "".join(LAST_HYPHEN if code == _HYPHEN else chr(min(code, sys.maxunicode)) for code in codes)


def _annotations(pdf: Any, page: Any) -> Iterator[tuple[str, list[Box]]]:
    """Yield the URI and the boxes of each link annotation."""
    position, link = ctypes.c_int(0), raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page, position, link):
        uri = _uri(pdf, raw.FPDFLink_GetAction(link))
        if uri:
            yield uri, list(_areas(link))


def _uri(pdf: Any, action: Any) -> str:
    """Return the URI of an action (ISO 32000-2 §12.6.4.8), prefixed with the document's base; "" for other actions."""
    if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
        return ""
    size = raw.FPDFAction_GetURIPath(pdf, action, None, 0)
    buffer = ctypes.create_string_buffer(size)
    raw.FPDFAction_GetURIPath(pdf, action, buffer, size)
    return "".join(buffer.value.decode("utf-8", "replace").split())


def _areas(link: Any) -> Iterator[Box]:
    """Yield the box of each quadrilateral of a link, or of its rectangle if it has none."""
    count = raw.FPDFLink_CountQuadPoints(link)
    points = raw.FS_QUADPOINTSF()
    for number in range(count):
        if raw.FPDFLink_GetQuadPoints(link, number, points):
            xs = points.x1, points.x2, points.x3, points.x4
            ys = points.y1, points.y2, points.y3, points.y4
            yield Box(min(xs), min(ys), max(xs), max(ys))
    rectangle = raw.FS_RECTF()
    if not count and raw.FPDFLink_GetAnnotRect(link, rectangle):
        yield Box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
