"""The regions of a page: the elements that are landmarks or an article, and the roles with the same meaning.

They are ``nav``, ``header``, ``footer``, ``aside``, ``main``, ``article``, ``form`` and ``search``, wherever they are,
and by their roles (WAI-ARIA 1.2 §5.3.4, HTML-AAM 1.0 §3.5) other elements; the role ``region`` has no such element.
"""

from __future__ import annotations

from uri_extract._compat._typing import Final
from uri_extract.markup.html.names import ELEMENTS, VOID
from uri_extract.rows.layout import REGIONS

#: The region that each element begins, by its number; 0 for none.
OF_ELEMENTS: Final = bytes(REGIONS.index(name) if name in REGIONS else 0 for name in ELEMENTS)

_ELEMENTS = {"navigation": "nav", "banner": "header", "contentinfo": "footer", "complementary": "aside"}
#: The region that each role begins.
OF_ROLES: Final = {each: REGIONS.index(each) for each in ("main", "article", "form", "search", "region")} | {
    role: REGIONS.index(element) for role, element in _ELEMENTS.items()
}
_NUMBERS = {name: number for number, name in enumerate(ELEMENTS) if name and name not in VOID}


def of_tag(element: str, role: str) -> int:
    """Return the region that an element of HTML begins; 0 if it begins none."""
    number = _NUMBERS.get(element)
    return 0 if number is None else of_role(role) or OF_ELEMENTS[number]


def of_role(value: str) -> int:
    """Return the region of the first known role in an attribute ``role``; 0 if it has none."""
    return next((OF_ROLES[role] for role in value.lower().split() if role in OF_ROLES), 0)
