"""The meaning of names in an XML document: how the text and the attributes of an element are read.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.media.xml import vocabularies

if TYPE_CHECKING:
    from uri_extract.media.html.attributes import Place


@cython.cclass
class Reading:
    """How an attribute with that spelling is read (:class:`~uri_extract.media.html.attributes.Place`).

    ``plain``: as one URL; ``checked``: unless it is a template or the like (``vocabularies._ANYWHERE``).
    """

    def __init__(self, place: Place, shown: str) -> None:
        self.attribute = shown
        self.kind = place.kind
        self.base = place.base
        self.name = place.name
        self.checked = place.kind == "link"
        self.plain = self.checked or (place.kind == "url" and place.base == "document")


@cython.cclass
class Plan:
    """How the text and the attributes of an element with that name are read.

    ``special``: the fast path cannot read it. ``how`` its ``text`` is read is a number of
    :data:`~uri_extract.media.xml.vocabularies.HOW`; 0: its attributes determine it, for which ``tags`` is a cache.
    ``attributes`` has, by number, how each is read; None: it holds no reference.
    """

    def __init__(self, vocabulary: str, local: str, shown: str) -> None:
        html = vocabulary == vocabularies.XHTML
        self.vocabulary = vocabulary
        self.local = local
        self.shown = shown
        self.text = vocabularies.TEXT_KINDS.get((vocabulary, local))
        self.how = vocabularies.HOW.get(self.text or "", 0)
        self.base = html and local == "base"
        self.template = html and local == "template"
        self.special = self.base or self.template or (html and local in vocabularies.BESIDE)
        self.attributes: dict[int, Reading | None] = {}
        self.tags: dict[bytes, int] = {}
