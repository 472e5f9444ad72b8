"""References of which there is nothing to say, as nearly all are: known at a glance, so that a record costs little."""

from __future__ import annotations

from functools import cache

from uri_extract.uri import _backend

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


def is_plain(text: str) -> int:
    """Return 2 for a URI, 1 for a relative reference, that is valid and has no hazards; else 0.

    A plain URI has no dot-segments either, so it is its own target. 0 may be a false alarm; the compiled kernel has its
    own function, with fewer.
    """
    matched = _plain().fullmatch(text)
    if matched is None or "--" in (matched["host"] or "") or not _backend.is_reference(text):
        return 0
    if matched["scheme"] is None:
        return 1
    return 0 if "/." in text or ":." in text else 2


@cache
def _plain() -> re.Pattern[str]:
    """No userinfo, port or percent-encoding, and a host that begins with a letter."""
    import re

    scheme = r"[A-Za-z][A-Za-z0-9+.\-]*+"
    authority = r"//(?P<host>[A-Za-z][A-Za-z0-9.\-]{0,254})(?![^/?#])|(?!//)"
    no_slashes = r"(?!(?i:https?|wss?|ftp):(?!//))"  # the hazard irregular-slashes
    return re.compile(rf"{no_slashes}(?:(?P<scheme>{scheme}):|(?!{scheme}:))(?:{authority})[!-$&-\[\]-~]*+")
