"""Reading a document into tokens."""

from tests.media.tokens import read as rows_of
from tests.media.tokens import tokens as shown

from uri_extract.media.xml import tokenizers

VARIANTS = sorted({"interpreted", *tokenizers})
COMPILED = "compiled" in VARIANTS


def read(data, variant, chunk=None, **options):
    """The rows for ``data``, with places in it, and how many bytes were looked at."""
    return rows_of(tokenizers[variant], data, chunk, **options)


def tokens(data, variant=VARIANTS[0], **options):
    """The same as short tuples: what the row is, and the bytes it stands for. A tag has a list of its attributes."""
    return shown(data, read(data, variant, **options)[0])
