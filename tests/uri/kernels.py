"""The variants of a kernel, by name, for tests of each variant."""

import pytest

from uri_extract._compat._variants import compiled, interpreted


def variants_of(module):
    """Return the variants of a kernel's module by name, and the names as parameters; a missing variant is skipped."""
    variants = {"interpreted": interpreted(module), "compiled": compiled(module)}
    missing = pytest.mark.skip(reason="nothing is compiled, or one kernel alone is there")
    return variants, [pytest.param(name, marks=[] if kernel else missing) for name, kernel in variants.items()]
