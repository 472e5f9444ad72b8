"""Adapters for other software, one small module each: data engines, Scrapy, and chunks of documents.

Import the module (``import uri_extract.engines.spark``). It needs that software; the data engines, for which it adapts
:mod:`uri_extract.tables`, also need the extra ``arrow``.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.tables import Extractor


def of_cluster(options: dict[str, Any]) -> dict[str, Any]:
    """Return options for a cluster, whose workers refuse interpreted kernels unless ``interpreted`` is True.

    >>> of_cluster({"suffix": True})
    {'interpreted': False, 'suffix': True}
    """
    return {"interpreted": False, **options}


def extractor_of(**options: Any) -> Extractor:
    """Return the extractor of a cluster.

    >>> extractor_of() == Extractor(interpreted=False)
    True
    """
    return Extractor(**of_cluster(options))
