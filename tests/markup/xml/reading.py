"""Read a document into tokens."""

from tests.formats.tokens import read as rows_of
from tests.formats.tokens import tokens as shown

from uri_extract.markup.xml import tokenizers

VARIANTS = sorted({"interpreted", *tokenizers})
COMPILED = "compiled" in VARIANTS


def read(data, variant, chunk=None, **options):
    """Return the rows for ``data``, with offsets in it, and how many bytes were examined."""
    return rows_of(tokenizers[variant], data, chunk, **options)


def tokens(data, variant=VARIANTS[0], **options):
    """Return the tokens as short tuples: the kind of the row, and its bytes. A tag has a list of its attributes."""
    return shown(data, read(data, variant, **options)[0])
