"""Which splitter runs: the compiled kernel where it is built, else the pattern, compiled at its first use.

Callers use the names through the module (``_backend.split``), since they change once. ``URI_EXTRACT_PURE=1``
in the environment chooses the pattern.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from uri_extract._variants import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.uri.patterns import Parts

#: Whether the compiled kernel runs.
COMPILED = False

#: The components of a URI-reference by RFC 3986, or None where the string is none.
split: Callable[[str], Parts | None]

#: Whether a string is a URI-reference by RFC 3986.
is_reference: Callable[[str], bool]

#: :func:`uri_extract.uri.plain.is_plain`.
is_plain: Callable[[str], int]


def use_pattern() -> None:
    """Make the pattern what runs, from its first call on."""
    global split, is_reference, is_plain, COMPILED
    COMPILED = False

    def first_split(text: str) -> Parts | None:
        _compile()
        return split(text)

    def first_is_reference(text: str) -> bool:
        _compile()
        return is_reference(text)

    def first_is_plain(text: str) -> int:
        global is_plain
        from uri_extract.uri.plain import is_plain as by_pattern

        is_plain = by_pattern
        return is_plain(text)

    split, is_reference, is_plain = first_split, first_is_reference, first_is_plain


def _compile() -> None:
    global split, is_reference
    from uri_extract.uri.patterns import recognizer, splitter

    split, is_reference = splitter("rfc3986"), recognizer("rfc3986")


def use_kernel() -> None:
    """Make the compiled kernel what runs; raises ImportError where it is not built."""
    global split, is_reference, is_plain, COMPILED
    kernel = import_module("uri_extract.uri._kernel_c")
    split, is_reference, is_plain = kernel.split, kernel.is_reference, kernel.is_plain
    COMPILED = True


use_pattern()
if not pure():
    with suppress(ImportError):
        use_kernel()
