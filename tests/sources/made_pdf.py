"""Minimal PDFs: pages with lines at given positions, and link annotations."""

import re

FONT = b"/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>"
#: The width of a character of the font, in points, at the size that :func:`lines` uses.
WIDTH = 6


def lines(*placed):
    """Return the content of a page: ``(left, bottom, text)`` for each line."""
    shown = (b"BT /F1 10 Tf %d %d Td (%s) Tj ET\n" % (left, bottom, text.encode()) for left, bottom, text in placed)
    return b"".join(shown)


def over(uri, left, bottom, first, size):
    """Return a link over ``size`` characters of the line at this position, beginning with the character ``first``."""
    return uri, (left + first * WIDTH, bottom - 2, left + (first + size) * WIDTH, bottom + 8)


def pdf(*pages, catalog=b"", filters=b"", more=()):
    """Return a PDF of pages, each ``(content, [(uri, box)])``; ``more`` objects follow those of the pages."""
    objects = [b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog, b""]
    kids = []
    for content, links in pages:
        at = len(objects) + 1
        kids.append(at)
        annotations = b" ".join(b"%d 0 R" % (at + 2 + number) for number in range(len(links)))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Annots[%s]%s>>"
            % (at + 1, annotations, FONT)
        )
        objects.append(b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), filters, content))
        for uri, box in links:
            rectangle = b" ".join(b"%d" % side for side in box)
            action = b"<</S/URI/URI(%s)>>" % uri.encode()
            objects.append(b"<</Type/Annot/Subtype/Link/Rect[%s]/A%s>>" % (rectangle, action))
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids))
    return _file([*objects, *more])


def changed(data, *changes):
    """Return a PDF with parts of its objects replaced, each ``(old, new)``."""
    objects = re.findall(rb"(?<= obj)(.*?)(?=endobj\n)", data, re.DOTALL)
    for old, new in changes:
        assert sum(old in each for each in objects) == 1, old
        objects = [each.replace(old, new) for each in objects]
    return _file(objects)


def _file(objects):
    out = b"%PDF-1.4\n"
    places = []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%sendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end
