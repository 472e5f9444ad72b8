"""The kernel of mail (:mod:`._fields`): compiled where the scanner's in use is, and it was built as well."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Any

from uri_extract.media.mail import _fields
from uri_extract.scan import kernels

#: The module in use.
variant: Any = _fields

if "compiled" in kernels:
    with suppress(ImportError):
        variant = import_module(f"{_fields.__name__}_c")
