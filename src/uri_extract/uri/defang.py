"""Defang references, as threat reports do so that they are not followed by mistake, and restore them."""

from __future__ import annotations

import re

# A scheme and the separator after it. A word with a dot before a colon is a host with a port.
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+-]*)(:(?://)?)")
_DEFANGED_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+-]*)\[(:(?://)?)\]")
_ALTERED = {"http": "hxxp", "https": "hxxps", "ftp": "fxp", "ftps": "fxps"}
_PLAIN = {altered: scheme for scheme, altered in _ALTERED.items()}
# The separator of a reference inside another; an authority, or what is in its place; and its delimiters.
_INNER = re.compile(r"(?<!\[)://")
_AUTHORITY = re.compile(r"\A(?://)?[^/?#]*")
_DELIMITER = re.compile(r"(?<!\[)[.@(]")
_MARK = re.compile(r"\[([.@(])\]")


def defang(reference: str) -> str:
    """Return a reference defanged: its scheme altered, and brackets around the dots of its host and other separators.

    The path stays readable. :func:`uri_extract.refang` and the option ``refang`` restore it.

    >>> defang("https://evil.example/a.html?u=http://b.example"), defang("mailto:eve@evil.example")
    ('hxxps[://]evil[.]example/a.html?u=http[://]b[.]example', 'mailto[:]eve[@]evil[.]example')
    """
    found = _SCHEME.match(reference)
    before, end = ("", 0) if found is None else (f"{_ALTERED.get(found[1], found[1])}[{found[2]}]", found.end())
    return before + _changed(_INNER.split(reference[end:]), "[://]", _DELIMITER, r"[\g<0>]")


def restored(text: str) -> str:
    """Return the reference of which :func:`defang` made a text; another text in part."""
    found = _DEFANGED_SCHEME.match(text)
    before, end = ("", 0) if found is None else (_PLAIN.get(found[1], found[1]) + found[2], found.end())
    return before + _changed(text[end:].split("[://]"), "://", _MARK, r"\1")


def _changed(references: list[str], separator: str, pattern: re.Pattern[str], replacement: str) -> str:
    """Return references that are inside each other, joined by a separator, with a pattern replaced in authorities."""
    return separator.join(
        _AUTHORITY.sub(lambda authority: pattern.sub(replacement, authority[0]), each) for each in references
    )
