"""``<meta http-equiv=refresh>``: the URL in its content (HTML Standard §4.2.5.3, shared declarative refresh steps)."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract.markup.urls import Found, url

_SPACE = r"[ \t\n\f\r]*+"

# Steps 3 to 10: a time, which may be a full stop alone, and a separator.
_TIME = re.compile(rf"{_SPACE}(?:[0-9]++[0-9.]*+|\.[0-9.]*+)(?=[;, \t\n\f\r]|\Z){_SPACE}[;,]?+{_SPACE}")
# Step 11: "url", or its beginning. Without "u" quotes are still skipped; an incomplete "url" belongs to the URL.
_URL = re.compile(rf"[uU](?:[rR][lL]{_SPACE}={_SPACE})?")


def refresh(content: str) -> Found | None:
    """Return the reference in the ``content`` of a refresh; None if there is none, or the content is invalid.

    An empty reference is the page itself (``0;url=``). That browsers obey only one refresh of a document is ignored.
    """
    match = _TIME.match(content)
    if match is None or match.end() == len(content):
        return None
    start, end = match.end(), len(content)
    word = _URL.match(content, start)
    if word is not None:
        if word.end() == start + 1:  # step 11.2 to 11.6: parsed from its start
            return url(content, start)
        start = word.end()
    quote = content[start : start + 1]
    if quote in ("'", '"'):
        start += 1
        closing = content.find(quote, start)
        end = closing if closing >= 0 else end
    return url(content, start, end)
