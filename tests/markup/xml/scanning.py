"""Scan a document."""

from tests.formats.options import with_options

from uri_extract.markup.xml import tokenizers
from uri_extract.markup.xml.scanner import XmlScanner
from uri_extract.scan import kernels

from .documents import OWN

VARIANTS = sorted({"interpreted", *tokenizers})


def scan(data, chunk=None, variant=VARIANTS[0], **options):
    """Return the occurrences, the problems and the base."""
    problems = []
    options = {"base": OWN, "on_problem": problems.append, "tokenizer": tokenizers[variant], **options}
    scanner = with_options(XmlScanner, kernel=kernels[variant], **options)
    data = data.encode() if isinstance(data, str) else data
    chunk = chunk or max(1, len(data))
    found = [each for at in range(0, len(data), chunk) for each in scanner.feed(data[at : at + chunk])]
    found += scanner.close()
    return found, problems, scanner.base.uri
