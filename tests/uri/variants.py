"""Functions that split references, by name, for tests that compare them."""

import pytest

from uri_extract._compat._variants import compiled, interpreted
from uri_extract.uri.patterns import splitter

_kernel = interpreted("uri_extract.uri._kernel")


def scan(text):
    """Split a reference like the compiled kernel, but interpreted; the interpreted package prefers the pattern."""
    if not isinstance(text, str):
        raise TypeError
    row = [-1] * 9
    return _kernel._cut(text, row) if text.isascii() and _kernel.scan(text.encode(), len(text), row) else None


def validity(split):
    return lambda text: split(text) is not None


VARIANTS = {
    "pattern": (splitter("rfc3986"), validity(splitter("rfc3986"))),
    "interpreted kernel": (_kernel.parts_of, _kernel.is_valid),
    "interpreted scan": (scan, validity(scan)),
}
if (_compiled := compiled("uri_extract.uri._kernel")) is None:
    missing = pytest.mark.skip(reason="the kernel is not compiled")
    PARAMETERS = [*VARIANTS, pytest.param("compiled kernel", marks=missing)]
else:
    VARIANTS["compiled kernel"] = (_compiled.parts_of, _compiled.is_valid)
    PARAMETERS = list(VARIANTS)
