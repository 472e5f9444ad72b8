"""Character references of XML, and the five predefined entities (XML 1.0 §4.1, §4.6). Others are not expanded.

Entities that a document declares, in its internal subset or elsewhere, are not looked up: references to them are
copied. References in their replacement text are found at the declaration. So no text can grow.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.scan import variant

_VARIANT = variant("uri_extract.decode._character_references")
DecodedValue: Any = _VARIANT.DecodedValue
entity: Any = _VARIANT.entity
reference: Any = _VARIANT.reference
decode_character_references = _VARIANT.decode_xml_references
TEXT, VERBATIM, NOTHING = _VARIANT.TEXT, _VARIANT.VERBATIM, _VARIANT.NOTHING
