"""The named character references of HTML (HTML standard §13.5).

Most documents have none but those that XML has too. The table of all comes from the module :mod:`html.entities`, with
which Python imports regular expressions: it is loaded when another name is met.
"""

from __future__ import annotations

from functools import cache

from uri_extract._typing import Final

#: Characters of the longest name, with its semicolon; of the longest and the shortest that may be without.
LONGEST: Final = 32
LONGEST_LEGACY: Final = 6
SHORTEST_LEGACY: Final = 2

#: Those that XML has too (XML 1.0 §4.6), whole, and what they mean.
PREDEFINED: Final = {b"&amp;": b"&", b"&lt;": b"<", b"&gt;": b">", b"&quot;": b'"', b"&apos;": b"'"}


@cache
def named() -> dict[str, str]:
    """Return what each name means: with its semicolon, and without where that may be left out."""
    from html.entities import html5

    return html5
