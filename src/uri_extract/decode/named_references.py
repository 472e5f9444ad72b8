"""The named character references of HTML (HTML Standard §13.5).

Most documents have only those that XML has too. The full table comes from the module :mod:`html.entities`, which
imports regular expressions: it is loaded when another name occurs.
"""

from __future__ import annotations

from functools import cache

from uri_extract._compat._typing import Final

#: The lengths of the longest name with its semicolon, and of the longest and shortest name that may omit it.
LONGEST: Final = 32
LONGEST_LEGACY: Final = 6
SHORTEST_LEGACY: Final = 2

#: The references that XML predefines (XML 1.0 §4.6), with ``&`` and ``;``, and their characters.
PREDEFINED: Final = {b"&amp;": b"&", b"&lt;": b"<", b"&gt;": b">", b"&quot;": b'"', b"&apos;": b"'"}


@cache
def named() -> dict[str, str]:
    """Return the characters of each name, with its semicolon, and without it if it may be omitted."""
    from html.entities import html5

    return html5
