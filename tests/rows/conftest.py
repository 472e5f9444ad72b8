"""The kernels of pages, once interpreted and once compiled."""

import pytest

from .cases import VARIANTS


@pytest.fixture(params=sorted(VARIANTS))
def pages(request):
    return VARIANTS[request.param]
