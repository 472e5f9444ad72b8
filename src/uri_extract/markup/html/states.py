"""The states of the tokenizer in a tag (HTML Standard §13.2.5), in their usual order; 0 is outside of tags."""

from __future__ import annotations

from uri_extract._compat._typing import Final

NAME: Final = 1
BEFORE_NAME: Final = 2  # "before attribute name", and "after attribute value"
SOLIDUS: Final = 3
ATTRIBUTE_NAME: Final = 4
AFTER_NAME: Final = 5
BEFORE_VALUE: Final = 6
IN_QUOTES: Final = 7
IN_VALUE: Final = 8
