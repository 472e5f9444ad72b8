"""Defang references, as threat reports do so that they are not followed by mistake, and restore them."""

from __future__ import annotations

import re

# A scheme and the separator after it; a word with a dot before a colon is a host with a port.
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+-]*)(:(?://)?)")
_ALTERED = {"http": "hxxp", "https": "hxxps", "ftp": "fxp", "ftps": "fxps"}
_PLAIN = {altered: scheme for scheme, altered in _ALTERED.items()}
# What is in brackets when defanged: in an authority, which may be that of a reference inside another, and before it.
_SEPARATOR = re.compile(r"(?<!\[)://")
_AUTHORITY = re.compile(r"\A(?://)?[^/?#]*")
_DELIMITER = re.compile(r"(?<!\[)[.@(]")
_MARK = re.compile(r"\[([.@(]|:(?://)?)\]")


def defang(reference: str) -> str:
    """Return a reference defanged: its scheme altered, and brackets around the dots of its host and other separators.

    The path stays readable. :func:`uri_extract.refang` and the option ``refang`` restore it.

    >>> defang("https://evil.example/a.html?u=http://b.example"), defang("mailto:eve@evil.example")
    ('hxxps[://]evil[.]example/a.html?u=http[://]b[.]example', 'mailto[:]eve[@]evil[.]example')
    """
    found = _SCHEME.match(reference)
    before, end = ("", 0) if found is None else (f"{_ALTERED.get(found[1], found[1])}[{found[2]}]", found.end())
    return before + "[://]".join(
        _AUTHORITY.sub(lambda authority: _DELIMITER.sub(r"[\g<0>]", authority[0]), each)
        for each in _SEPARATOR.split(reference[end:])
    )


def restored(text: str) -> str:
    """Return the URI of which :func:`defang` made a text; another text in part."""
    scheme, bracket, rest = text.partition("[")
    return _MARK.sub(r"\1", _PLAIN.get(scheme, scheme) + bracket + rest)
