"""Read a PDF with PDFium (pypdfium2), in a process of its own.

For each page it writes a line of JSON, an array: the page number, the text, and an array of links, each a URI, its
action ("" for that of a URI) and the text under it. If barcodes are read and the page has some, a line follows with
the page number and an array of their texts. A line with the links of the outline comes last. If something cannot be
read, the array has the page number or 0, and the kind and message of a problem. The format is JSON because an attacker
who controls this process could exploit others.
"""

from __future__ import annotations

import codecs
import ctypes
import json
import re
import sys
from itertools import repeat
from random import random
from urllib.parse import quote

import pypdfium2
from pypdfium2 import raw

from uri_extract._compat._typing import TYPE_CHECKING, Any, BinaryIO, Final
from uri_extract.limits import MAX_PDF_ITEMS, MAX_PDF_MEMORY, MAX_PDF_PAGE, MAX_PDF_SECONDS
from uri_extract.processes.isolated import limited
from uri_extract.processes.pdf.layout import LAST_HYPHEN, Box, Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    #: A page number or OUTLINE with text and links, with barcodes and None, or with the kind and message of a problem.
    Message = tuple[int | str, Any, Any]

#: The name of the outline in place of the number of a page.
OUTLINE: Final = "outline"
# The actions that open a file (ISO 32000-2 §12.6.4).
_OF_FILES: Final = {raw.PDFACTION_REMOTEGOTO: "GoToR", raw.PDFACTION_LAUNCH: "Launch"}
_SCHEME: Final = re.compile("[A-Za-z][A-Za-z0-9+.-]{1,63}://")
# PDFium's code for a hyphen at a line's end.
_HYPHEN: Final = 2


def main(file: BinaryIO, results: BinaryIO, barcodes: Callable[[Any], list[str]] | None = None) -> None:
    """Read the PDF, and write the results; ``barcodes`` returns the texts of those on a page."""
    shift = 20 if barcodes is None else 14
    for message in messages(limited(file, MAX_PDF_MEMORY, MAX_PDF_SECONDS, shift), barcodes):
        results.write(f"{json.dumps(message)}\n".encode())
        results.flush()


def messages(file: BinaryIO, barcodes: Callable[[Any], list[str]] | None = None) -> Iterator[Message]:
    """Yield the messages for each page of a seekable binary file."""
    try:
        pdf = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
            yield 0, "encrypted", "the PDF is encrypted and is not read"
        else:
            yield 0, "damaged", "the PDF cannot be read"
        return
    mark = random()
    seen: set[int] = set()
    for number in range(1, len(pdf) + 1):
        page = raw.FPDF_LoadPage(pdf, number - 1)
        if page and _has_mark(page, mark):
            raw.FPDF_ClosePage(page)
            continue
        text = raw.FPDFText_LoadPage(page) if page else None
        if not text:
            yield number, "damaged", "the page cannot be read"
            continue
        count = raw.FPDFText_CountChars(text)
        if count > MAX_PDF_PAGE:
            yield number, "too-large", f"{count} characters on a page: only the first {MAX_PDF_PAGE} are read"
        layout = _layout(text, min(count, MAX_PDF_PAGE))
        written, is_complete = _written(page)
        links = layout.links(_annotations(pdf, page, seen))
        if not is_complete:
            what = f"the first {MAX_PDF_ITEMS} annotations and {MAX_PDF_PAGE} characters in them"
            yield number, "too-large", f"of the notes and fields of a page only {what} are read"
        yield number, "\n".join((layout.in_reading_order(), *written)), links
        codes = [] if barcodes is None else barcodes(page)
        if codes:
            yield number, codes, None
        raw.FPDFText_ClosePage(text)
        raw.FPDF_ClosePage(page)
    items: set[int] = set()
    links = [*_outline(pdf, items)]
    if links:
        yield OUTLINE, "", links
    if len(items) >= MAX_PDF_ITEMS:
        yield OUTLINE, "too-large", f"only the first {MAX_PDF_ITEMS} items of the outline are read"


def _has_mark(page: Any, mark: float) -> bool:
    """Return True if a page was marked before, and mark it.

    A page tree may name a page object many times. PDFium does not tell its number, but keeps changes of the object; the
    art box has no effect on text and links.
    """
    sides = [ctypes.c_float() for _ in range(4)]
    marks = [ctypes.c_float(mark + side) for side in range(4)]
    if raw.FPDFPage_GetArtBox(page, *sides) and [each.value for each in sides] == [each.value for each in marks]:
        return True
    raw.FPDFPage_SetArtBox(page, *marks)
    return False


def _layout(page: Any, count: int) -> Layout:
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


def _annotations(pdf: Any, page: Any, seen: set[int]) -> Iterator[tuple[str, str, list[Box]]]:
    """Yield the URI, the action and the boxes of each link annotation, except those whose address is in ``seen``.

    Pages may share annotations. Buttons of forms are links, too, once :func:`_written` has read the page.
    """
    position, link = ctypes.c_int(0), raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page, position, link):
        address = ctypes.cast(link, ctypes.c_void_p).value or 0
        if address in seen:
            continue
        seen.add(address)
        for uri, kind in _references(pdf, raw.FPDFLink_GetAction(link), seen):
            yield uri, kind, list(_areas(link))


def _outline(pdf: Any, seen: set[int]) -> Iterator[tuple[str, str, str]]:
    """Yield the URI, the action and the title of each item of the outline that leads outside (§12.3.3).

    The addresses of the items are added to ``seen``.
    """
    items = [raw.FPDFBookmark_GetFirstChild(pdf, None)]
    while items and len(seen) < MAX_PDF_ITEMS:
        item = items.pop()
        address = ctypes.cast(item, ctypes.c_void_p).value
        if not address or address in seen:
            continue
        seen.add(address)
        items += (raw.FPDFBookmark_GetNextSibling(pdf, item), raw.FPDFBookmark_GetFirstChild(pdf, item))
        for uri, kind in _references(pdf, raw.FPDFBookmark_GetAction(item), seen):
            yield uri, kind, _string(raw.FPDFBookmark_GetTitle, item)


def _written(page: Any) -> tuple[list[str], bool]:
    """Return what was typed into the fields of forms and into notes on a page (§12.5.6.2, §12.7.4), and if that is all.

    The limits are those of a page.
    """
    texts: list[str] = []
    room, count = MAX_PDF_PAGE, raw.FPDFPage_GetAnnotCount(page)
    for number in range(min(count, MAX_PDF_ITEMS)):
        annotation = raw.FPDFPage_GetAnnot(page, number)
        subtype = raw.FPDFAnnot_GetSubtype(annotation)
        if subtype != raw.FPDF_ANNOT_LINK and room:
            key = b"V" if subtype == raw.FPDF_ANNOT_WIDGET else b"Contents"
            text = _string(raw.FPDFAnnot_GetStringValue, annotation, key)[:room]
            room -= len(text)
            texts.append(text)
            if subtype == raw.FPDF_ANNOT_WIDGET:  # PDFium gives the actions of links only, and keeps changes
                raw.FPDFAnnot_SetStringValue(annotation, b"Subtype", (ctypes.c_ushort * 5)(*b"Link"))
        raw.FPDFPage_CloseAnnot(annotation)
    return texts, room > 0 and count <= MAX_PDF_ITEMS


def _string(function: Any, *arguments: Any) -> str:
    """Return the string that a function of PDFium writes, in UTF-16."""
    size = function(*arguments, None, 0)
    buffer = ctypes.create_string_buffer(size)
    function(*arguments, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: max(0, size - 2)].decode("utf-16-le", "replace")


def _references(pdf: Any, first: Any, seen: set[int]) -> Iterator[tuple[str, str]]:
    """Yield the reference of an action and of those that follow it (§12.6.2), as :func:`_reference`.

    Those that follow several actions are read once; their addresses are added to ``seen``.
    """
    actions, before = [first], len(seen)
    while actions:
        action = actions.pop()
        address = ctypes.cast(action, ctypes.c_void_p).value
        if not address or (address in seen and action is not first) or len(seen) - before > MAX_PDF_ITEMS:
            continue
        seen.add(address)
        uri, kind = _reference(pdf, action)
        if uri:
            yield uri, kind
        after = [each for each in _values(action, b"Next") if _type(each) == raw.FPDF_OBJECT_DICTIONARY]
        actions += [ctypes.cast(each, raw.FPDF_ACTION) for each in reversed(after)]


def _values(dictionary: Any, key: bytes) -> list[Any]:
    """Return the value of a key, or the values in an array; references in an array are not resolved.

    PDFium has a function for attributes of structure elements, which are dictionaries as actions are.
    """
    value = raw.FPDF_StructElement_Attr_GetValue(ctypes.cast(dictionary, raw.FPDF_STRUCTELEMENT_ATTR), key)
    if not value or _type(value) != raw.FPDF_OBJECT_ARRAY:
        return [value] if value else []
    count = min(raw.FPDF_StructElement_Attr_CountChildren(value), MAX_PDF_ITEMS)
    return [raw.FPDF_StructElement_Attr_GetChildAtIndex(value, at) for at in range(count)]


_type: Final = raw.FPDF_StructElement_Attr_GetType


def _text_of(values: list[Any]) -> str:
    """Return the first of some values, a name or a string."""
    size = ctypes.c_ulong()
    if not values or not raw.FPDF_StructElement_Attr_GetStringValue(values[0], None, 0, size):
        return ""
    buffer = ctypes.create_string_buffer(size.value)
    raw.FPDF_StructElement_Attr_GetStringValue(values[0], buffer, size, size)
    return buffer.raw[:-2].decode("utf-16-le", "replace")


def _reference(pdf: Any, action: Any) -> tuple[str, str]:
    """Return the reference of an action and, if it is not that of a URI, the name of the action; "" if it has none.

    A URI (ISO 32000-2 §12.6.4.8) is prefixed with the document's base. It should be in ASCII; some programs write a
    text string with a byte order mark (§7.9.2.2). Others are the names of files, with slashes (§7.11.2).
    """
    type_ = raw.FPDFAction_GetType(action) if action else raw.PDFACTION_UNSUPPORTED
    if type_ in _OF_FILES:
        size = raw.FPDFAction_GetFilePath(action, None, 0)
        buffer = ctypes.create_string_buffer(size)
        raw.FPDFAction_GetFilePath(action, buffer, size)
        path = buffer.raw[: max(0, size - 1)].decode("utf-8", "replace")
        return path if _SCHEME.match(path) else quote(path.replace("\\", "/"), safe="/:@!$&'()*+,;=~"), _OF_FILES[type_]
    if type_ == raw.PDFACTION_UNSUPPORTED and _text_of(_values(action, b"S")) == "SubmitForm":
        place = _values(action, b"F")  # a file specification: a string, or a dictionary (§7.11.2)
        is_dictionary = place and _type(place[0]) == raw.FPDF_OBJECT_DICTIONARY
        return "".join(_text_of(_values(place[0], b"F") if is_dictionary else place).split()), "SubmitForm"
    if type_ != raw.PDFACTION_URI:
        return "", ""
    size = raw.FPDFAction_GetURIPath(pdf, action, None, 0)
    buffer = ctypes.create_string_buffer(size)
    raw.FPDFAction_GetURIPath(pdf, action, buffer, size)
    octets, _, utf16 = buffer.raw[: size - 1].partition(codecs.BOM_UTF16_BE)
    uri = octets.decode("utf-8-sig", "replace") + utf16.decode("utf-16-be", "replace")
    return "".join(uri.partition("\0")[0].split()), ""


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
