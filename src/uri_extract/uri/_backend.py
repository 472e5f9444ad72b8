"""Which splitter runs: the compiled kernel where it is built, else the pattern, compiled at its first use.

Callers use the names through the module (``_backend.split``), since they change once.
"""

from __future__ import annotations

from uri_extract._variants import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from uri_extract.uri.patterns import Parts

#: The components of a URI-reference by RFC 3986, or None where the string is not one.
split: Callable[[str], Parts | None]

#: Whether a string is a URI-reference by RFC 3986.
is_reference: Callable[[str], bool]

#: Fast path: 2 for a URI, 1 for a relative reference, that needs no normalisation and raises no hazard, which is nearly
#: all of them; 0 for any other string, and perhaps for some of those. A URI with 2 is its own target.
is_plain: Callable[[str], int]


def use(kernel: Any) -> None:
    """Make a kernel what runs, or the pattern where it is None."""
    global split, is_reference, is_plain
    if kernel is None:
        from uri_extract.uri import patterns

        split, is_reference, is_plain = patterns.splitter("rfc3986"), patterns.recognizer("rfc3986"), patterns.is_plain
    else:
        split, is_reference, is_plain = kernel.split, kernel.is_reference, kernel.is_plain


def _at_first(name: str) -> Any:
    def call(text: str) -> Any:
        use(None)
        return globals()[name](text)

    return call


_KERNEL = compiled("uri_extract.uri._kernel")
if _KERNEL is None:
    split, is_reference, is_plain = map(_at_first, ("split", "is_reference", "is_plain"))
else:
    use(_KERNEL)
