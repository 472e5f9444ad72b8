"""The fast paths by name, for tests that hold one against another."""

from importlib import import_module

import pytest

from uri_extract.uri import _kernel
from uri_extract.uri.patterns import recognizer, splitter

VARIANTS = {
    "pattern": (splitter("rfc3986"), recognizer("rfc3986")),
    "interpreted kernel": (_kernel.split, _kernel.is_reference),
}
try:
    compiled = import_module("uri_extract.uri._kernel_c")
except ImportError:
    missing = pytest.mark.skip(reason="the kernel is not compiled")
    PARAMETERS = [*VARIANTS, pytest.param("compiled kernel", marks=missing)]
else:
    VARIANTS["compiled kernel"] = (compiled.split, compiled.is_reference)
    PARAMETERS = list(VARIANTS)
