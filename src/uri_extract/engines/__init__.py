"""Adapters of :mod:`uri_extract.tables` for data engines, one small module each.

Import the module of the engine (``import uri_extract.engines.spark``); it needs the engine and the extra ``arrow``.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.tables import Extractor


def extractor_of(**options: Any) -> Extractor:
    """Return the extractor of a cluster, whose workers refuse interpreted kernels unless ``interpreted`` is True.

    >>> extractor_of() == Extractor(interpreted=False)
    True
    """
    return Extractor(**{"interpreted": False, **options})
