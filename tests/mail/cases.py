"""The cases of ``messages.txt``, which describes their format."""

from pathlib import Path

from tests.formats.options import with_options

from uri_extract.mail.scanner import MailScanner
from uri_extract.rows.details import Origin
from uri_extract.text.options import ScanOptions


def cases():
    """Yield the title of each case, its message, and the expected lines."""
    text = (Path(__file__).parent / "messages.txt").read_text("utf-8")
    for case in text.split("\n=== ")[1:]:
        title, _, rest = case.partition("\n")
        message, _, found = rest.partition("\n---\n")
        yield title, message.encode("utf-8") + b"\n", found.strip().splitlines()


def line_of(occurrence):
    """Return the line of a case for an occurrence."""
    where = f"{occurrence.document} {occurrence.line}:{occurrence.column} {occurrence.field or occurrence.delimiter}"
    line = f"{where} {occurrence.reference}"
    if occurrence.base_from:
        line += f" {occurrence.base_from} {occurrence.target}"
    return line + (f" = {occurrence.refers_to}" if occurrence.refers_to else "")


def scan(message, size=None, **options):
    """Return the occurrences in a message read in chunks of ``size`` bytes, and the problems."""
    problems = []
    scanner = with_options(MailScanner, origin=Origin("m"), on_problem=problems.append, **options)
    found = []
    for at in range(0, len(message), size or len(message) or 1):
        found += scanner.feed(message[at : at + (size or len(message))])
    return found + scanner.close(), problems


def lines(message, size):
    """Return the lines of a message read in chunks, without positions."""
    scanner = MailScanner(ScanOptions(places=False), origin=Origin("m"))
    parts = [scanner.read(message[at : at + size]).lines() for at in range(0, len(message), size)]
    return b"".join(parts) + scanner.read(b"", final=True).lines()
