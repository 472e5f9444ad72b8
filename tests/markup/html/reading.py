"""Read a document into tokens, and compare them with the answers of html5lib-tests."""

import re
from html.entities import html5

from tests.formats.tokens import read as rows_of
from tests.formats.tokens import tokens as shown

from uri_extract.markup import rows
from uri_extract.markup.html import names, tokenizers

VARIANTS = sorted({"interpreted", *tokenizers})
COMPILED = "compiled" in VARIANTS


def read(data, variant, chunk=None, begin=None, **options):
    """Return the rows for ``data``, with offsets in it, and how many bytes were examined."""
    return rows_of(tokenizers[variant], data, chunk, begin, **options)


def tokens(data, variant=VARIANTS[0], **options):
    """Return the tokens as short tuples: the kind of the row, and its bytes. A tag has a list of its attributes."""
    return shown(data, read(data, variant, **options)[0])


REFERENCE = re.compile(r"&(?:#[xX]([0-9a-fA-F]+);?|#([0-9]+);?|([0-9A-Za-z]+;?))")
WESTERN = {byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xA0)}


def decoded(text, in_attribute=False):
    """Return the text with its character references decoded (HTML standard §13.2.5.72 ff.)."""

    def replace(match):
        hexadecimal, decimal, name = match.groups()
        if name is None:
            code = int(hexadecimal, 16) if hexadecimal else int(decimal)
            if code == 0 or code > 0x10FFFF or 0xD800 <= code < 0xE000:
                return "\ufffd"
            western = WESTERN.get(code, "\ufffd")
            return chr(code) if western == "\ufffd" else western
        for size in range(len(name), 1, -1):
            if name[:size] in html5:
                behind = name[size:] or match.string[match.end() : match.end() + 1]
                if in_attribute and not name[:size].endswith(";") and re.match("[=0-9A-Za-z]", behind):
                    break
                return html5[name[:size]] + name[size:]
        return match.group()

    return REFERENCE.sub(replace, text)


STATES = {
    "Data state": (rows.DATA, ""),
    "PLAINTEXT state": (rows.PLAINTEXT, "plaintext"),
    "RCDATA state": (rows.RCDATA, "title"),
    "RAWTEXT state": (rows.RAWTEXT, "style"),
    "Script data state": (rows.SCRIPT, "script"),
    "CDATA section state": (rows.CDATA, ""),
}
LOWER = {code: chr(code + 0x20) for code in range(0x41, 0x5B)}


def html5lib(data, variant, state="Data state", last=None, chunk=None):
    """Return our rows in the format of html5lib-tests."""
    kind, element = STATES[state]
    made = []

    def text(part):
        return part.decode("utf-8", "surrogatepass").replace("\r\n", "\n").replace("\r", "\n")

    def characters(part):
        if made and made[-1][0] == "Character":
            made[-1][1] += part
        elif part:
            made.append(["Character", part])

    begin = (kind, names.ELEMENTS.index(last or element))
    found, _ = read(data, variant, chunk, begin, everything=True)
    for kind, _, bits, start, end, value, value_end in found:
        part = text(data[start:end])
        name = part.translate(LOWER).replace("\0", "\ufffd")
        if kind == rows.START_TAG:
            made.append(["StartTag", name, {}, *([True] if bits & rows.SELF_CLOSING else [])])
        elif kind == rows.ATTRIBUTE:
            shown = decoded(text(data[value:value_end]), True).replace("\0", "\ufffd")
            made[-1][2].setdefault(name, shown)
        elif kind == rows.END_TAG:
            made.append(["EndTag", name])
        elif kind == rows.DOCTYPE:
            made.append(["DOCTYPE"])
        elif kind in (rows.COMMENT, rows.BOGUS, rows.PI):
            made.append(["Comment", part.replace("\0", "\ufffd")])
        elif kind in (rows.DATA, rows.RCDATA):
            characters(decoded(part if kind == rows.DATA else part.replace("\0", "\ufffd")))
        elif kind != rows.REST:
            characters(part if kind == rows.CDATA else part.replace("\0", "\ufffd"))
    return made
