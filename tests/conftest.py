"""What several rooms' tests share: the kernels, each by its name."""

import pytest

from uri_extract.scan import kernels

KERNELS = sorted({"interpreted", *kernels})


@pytest.fixture(params=KERNELS)
def kernel(request):
    """The class of a kernel: once the interpreted one, once the compiled one where it is built."""
    return kernels[request.param]
