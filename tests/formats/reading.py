"""Read a document in chunks, and tell where its references are."""

from uri_extract import Scanner


def places(found):
    return [(each.reference, each.raw, each.start, each.end, each.line, each.column) for each in found]


def in_chunks(data, size, media_type, **options):
    scanner = Scanner(media_type, **options)
    found = [each for at in range(0, len(data), size) for each in scanner.feed(data[at : at + size])]
    return found + scanner.close()
