"""The names and values in a part of an office document: the roles of elements and the kinds of attributes.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any
from uri_extract.decode.character_references import decode
from uri_extract.decode.xml_references import reference
from uri_extract.media.office.package import OPC
from uri_extract.media.office.vocabulary import ELEMENTS, FORMULAS, NAMES, OF_RELATIONSHIPS, URLS

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if not cython.compiled:
    from uri_extract import limits
    from uri_extract.media.markup import rows
    from uri_extract.media.office import vocabulary as roles
    from uri_extract.media.xml import names

_NAMES = cython.declare(frozenset, NAMES)
_FORMULAS = cython.declare(frozenset, FORMULAS)
_URLS = cython.declare(frozenset, URLS)
_OF_RELATIONSHIPS = cython.declare(frozenset, OF_RELATIONSHIPS)


@cython.cclass
class Names:
    """The names in rows of a window, which begins at byte ``offset`` of the document, and the values of attributes."""

    def __init__(self, family: str, numbered: list[bytes]) -> None:
        self.window = b""
        self.offset = 0
        self.table: Any = None
        self.roles: dict[str, int] = ELEMENTS[family]
        self.is_opc = family == OPC
        self.names: list[bytes] = numbered
        self.elements: list[int] = []  # the role of each name, by number
        self.shown: list[str] = []  # the name in records
        self.local: list[str] = []  # the name without a prefix
        self.attributes: list[int] = []
        self.prefixes: set[str] = set()  # of attributes that hold identifiers of relationships

    def take(self, window: bytes, offset: cython.longlong, table: cython.longlong[::1]) -> cython.int:
        """Take the rows of another window, and look up the names that are new in it."""
        name: bytes
        shown: str
        self.window = window
        self.offset = offset
        self.table = table
        while len(self.elements) < len(self.names):
            name = self.names[len(self.elements)]
            shown = name.decode("utf-8", "replace").lower()
            self.shown.append(shown)
            self.local.append(shown.rpartition(":")[2])
            self.elements.append(self.role_of(name))
            self.attributes.append(self.kind_of(name))
        return 0

    def name(self, at: cython.Py_ssize_t) -> bytes:
        """Return the name in a row."""
        name: bytes = self.window[self.table[at + rows.START] : self.table[at + rows.END]]
        return name

    def role_of(self, name: bytes) -> cython.int:
        """Return the role of an element."""
        return self.roles.get(name.rpartition(b":")[2].decode("utf-8", "replace").lower(), 0)

    def kind_of(self, name: bytes) -> cython.int:
        """Return the kind of an attribute."""
        prefix, _, local = name.decode("utf-8", "replace").lower().rpartition(":")
        if prefix == "xmlns" or local in _NAMES:
            return roles.NAME_VALUE
        if local in _FORMULAS:
            return roles.FORMULA_VALUE
        if local in _URLS or (local == "href" and not self.is_opc):
            return roles.URL_VALUE
        return roles.IDENTIFIER_VALUE if prefix and self.is_opc else roles.OTHER_VALUE

    def values(self, first: cython.Py_ssize_t, after: cython.Py_ssize_t) -> dict[Any, Any]:
        """Return the spans of attribute values, by local names in lower case."""
        values: dict[str, tuple[int, int]] = {}
        table: cython.longlong[::1] = self.table
        row: cython.Py_ssize_t
        number: cython.Py_ssize_t
        name: str
        for row in range(first, after, rows.WIDTH):
            number = table[row + rows.ID]
            if number:
                name = self.local[number]
            else:
                name = self.name(row).rpartition(b":")[2].decode("utf-8", "replace").lower()
            if name not in values:
                values[name] = table[row + rows.VALUE], table[row + rows.VALUE_END]
        return values

    def value(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> str:
        """Return the value of an attribute."""
        text: str = decode(self.window[start:end], reference).text
        return text

    def value_of(self, values: dict[Any, Any], name: str) -> str:
        """Return the value of an attribute by its name; "" if it is missing."""
        span: tuple[int, int] | None = values.get(name)
        return "" if span is None else self.value(span[0], span[1])

    def declare(self, first: cython.Py_ssize_t, after: cython.Py_ssize_t) -> cython.int:
        """Store the prefixes of attributes that hold identifiers of relationships."""
        table: cython.longlong[::1] = self.table
        row: cython.Py_ssize_t
        for row in range(first, after, rows.WIDTH):
            if table[row + rows.BITS] & names.DECLARES and len(self.prefixes) < limits.MAX_ALTERNATES:
                name = self.name(row).decode("utf-8", "replace")
                start: cython.Py_ssize_t = table[row + rows.VALUE]
                space: str = self.value(start, min(table[row + rows.VALUE_END], start + limits.MAX_BASE))
                if name.startswith("xmlns:") and space.strip().lower().rpartition("//")[2] in _OF_RELATIONSHIPS:
                    self.prefixes.add(name[6:])
        return 0
