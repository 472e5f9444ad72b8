"""The filter ``linkify`` as a Django template library: ``"OPTIONS": {"builtins": ["uri_extract.linking.django"]}``."""

from __future__ import annotations

from functools import cache

from uri_extract._compat._typing import Any
from uri_extract.linking.filters import linkify


def __getattr__(name: str) -> Any:
    """Return the library, ``register``; Django is imported only then."""
    if name != "register":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _library()


@cache
def _library() -> Any:
    from django.template import Library

    library = Library()
    library.filter("linkify", linkify)
    return library
