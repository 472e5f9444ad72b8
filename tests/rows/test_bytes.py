"""The search for bytes finds what ``bytes.find`` finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uri_extract._compat._variants import compiled, interpreted

MODULE = "uri_extract.rows._bytes"
VARIANTS = [each for each in (interpreted(MODULE), compiled(MODULE)) if each]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.__name__)
class TestFind:
    @given(
        st.lists(st.sampled_from([b"\n", b"-", b"--", b"a", b"\n--", b"From "])).map(b"".join),
        st.sampled_from([b"\n--", b"\nFrom ", b"\n\n", b"-", b">From "]),
        st.integers(0, 30),
        st.integers(0, 30),
    )
    def test_as_bytes_find(self, variant, window, needle, begin, end):
        assert variant.find(window, needle, begin, end) == window.find(needle, begin, end)
