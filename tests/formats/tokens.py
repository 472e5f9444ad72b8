"""Read a document of markup into the tokens of a tokenizer."""

from uri_extract.markup import rows
from uri_extract.markup._markup_rows import Windows

WIDTH = rows.WIDTH
KIND_NAMES = (
    "", "start", "attribute", "end", "rest", "data", "rcdata", "rawtext", "script", "plaintext", "cdata", "comment",
    "bogus", "pi", "doctype",
)  # fmt: skip


def scans(windows, chunk, final=False):
    """Yield after each scan of the windows of a chunk, when the rows can be read."""
    more = windows.take(chunk, final)
    while more:
        more = windows.tokenizer.scan()
        if windows.tokenizer.count:
            yield


def read(tokenizer, data, chunk=None, begin=None, **options):
    """Return the rows for ``data``, with offsets in it, and how many bytes were examined."""
    windows = Windows(tokenizer(**options))
    if begin:
        windows.tokenizer.begin(*begin)
    found = []

    def take():
        count, table, offset = windows.tokenizer.count, windows.tokenizer.table, windows.offset
        for at in range(0, count * WIDTH, WIDTH):
            row = list(table[at : at + WIDTH])
            for column in (rows.START, rows.END, rows.VALUE, rows.VALUE_END):
                row[column] += offset if column != rows.VALUE_END or not row[rows.BITS] & rows.PARTS else 0
            found.append(tuple(row))

    chunk = chunk or max(1, len(data))
    for start in range(0, len(data), chunk):
        for _ in scans(windows, data[start : start + chunk]):
            take()
    for _ in scans(windows, b"", True):
        take()
    assert windows.offset + windows.end == len(data)
    return found, windows.tokenizer.examined


def tokens(data, found):
    """Return rows as short tuples: the kind of each, and its bytes. A tag has a list of its attributes."""
    made = []
    for kind, _, _, start, end, value, value_end in found:
        name = KIND_NAMES[kind]
        if kind == rows.ATTRIBUTE:
            made[-1][2].append((data[start:end], data[value:value_end]))
        elif kind == rows.START_TAG:
            made.append((name, data[start:end], []))
        else:
            made.append((name, data[start:end]))
    return made
