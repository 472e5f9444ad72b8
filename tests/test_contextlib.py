"""What stands for :mod:`contextlib` at start-up does what that does."""

import contextlib

import pytest

from uri_extract import _contextlib


@pytest.mark.parametrize("module", [_contextlib, contextlib])
def test_suppress_drops_the_exceptions_of_its_classes_alone(module):
    with module.suppress(OSError, ValueError):
        raise FileNotFoundError
    with module.suppress(OSError, ValueError):
        pass
    with pytest.raises(KeyError), module.suppress(OSError, ValueError):
        raise KeyError


@pytest.mark.parametrize("module", [_contextlib, contextlib])
def test_a_context_manager_is_left_with_the_exception_of_its_block(module):
    seen = []

    @module.contextmanager
    def managed(name, *, last):
        """Say what is done."""
        try:
            yield name
        except KeyError:
            seen.append("error")
        finally:
            seen.append(last)

    assert managed.__doc__ == "Say what is done."
    with managed("a", last="b") as name:
        seen.append(name)
    with managed("c", last="d"):
        raise KeyError
    assert seen == ["a", "b", "error", "d"]
