"""Character references of XML, and the five entities that are predefined (XML 1.0 §4.1, §4.6). No other is expanded.

Entities that a document declares, in its internal subset or elsewhere, are not looked up: references to them stay as
they are written. Their replacement text is found as text at the declaration. So nothing can grow.
"""

from __future__ import annotations

import uri_extract._re as re
from uri_extract.scan import variant

_VARIANT = variant("uri_extract.decode._xml_references")
DecodedValue, reference = _VARIANT.DecodedValue, _VARIANT.reference
decode_character_references = _VARIANT.decode_character_references
TEXT, VERBATIM, NOTHING = _VARIANT.TEXT, _VARIANT.VERBATIM, _VARIANT.NOTHING

# A name (§2.3; most are such), between "&" and ";".
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z_:\x80-\xff][-A-Za-z0-9._:\x80-\xff]{0,63};")


def entity(raw: bytes) -> str | None:
    """Return the first reference in ``raw`` to an entity that is not predefined, as written; None if there is none."""
    match = _ENTITY.search(raw) if b"&" in raw else None
    return match[0].decode("utf-8", "replace") if match else None
