"""The numbers of the elements that kernels compare with."""

from __future__ import annotations

from uri_extract._compat._typing import Final
from uri_extract.markup.html.names import ELEMENTS

A: Final = ELEMENTS.index("a")
ANNOTATION_XML: Final = ELEMENTS.index("annotation-xml")
BODY: Final = ELEMENTS.index("body")
BR: Final = ELEMENTS.index("br")
FONT: Final = ELEMENTS.index("font")
FORM: Final = ELEMENTS.index("form")
FRAME: Final = ELEMENTS.index("frame")
FRAMESET: Final = ELEMENTS.index("frameset")
HEAD: Final = ELEMENTS.index("head")
HTML: Final = ELEMENTS.index("html")
MATH: Final = ELEMENTS.index("math")
META: Final = ELEMENTS.index("meta")
NOFRAMES: Final = ELEMENTS.index("noframes")
P: Final = ELEMENTS.index("p")
SCRIPT: Final = ELEMENTS.index("script")
STYLE: Final = ELEMENTS.index("style")
SVG: Final = ELEMENTS.index("svg")
TABLE: Final = ELEMENTS.index("table")
TEMPLATE: Final = ELEMENTS.index("template")
