"""The value of ``srcset`` and ``imagesrcset``: its image candidates (HTML Standard §4.8.4.3.10)."""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract.markup.urls import Found, url
from uri_extract.uri.patterns import repeated

# Splitting loop, steps 4 and 5: white space and commas, and everything but white space.
_CANDIDATE = re.compile(r"[ \t\n\f\r,]*+([^ \t\n\f\r]++)")
# Step 8, the descriptor tokenizer: up to a comma that is not in parentheses, which do not nest. Inside them white space
# does not separate.
_DESCRIPTORS = re.compile(repeated(r"[^,(]++|\([^)]*+\)?+"))
_DESCRIPTOR = re.compile(r"(?=[^ \t\n\f\r])" + repeated(r"[^ \t\n\f\r(]++|\([^)]*+\)?+"))
# A sequence of candidates whose first descriptor is invalid: its first character, or its last letter.
_ERRONEOUS = re.compile(
    repeated(
        r"[ \t\n\f\r,]*+[^ \t\n\f\r]++(?<!,)[ \t\n\f\r]++"
        r"(?>(?=[^0-9.-])[^ \t\n\f\r,(]++|[^ \t\n\f\r,(]++(?<![whx]))(?!\()[^,(]*+(?:,|\Z)"
    )
)
# §2.3.4.2 and §2.3.4.3: the only sign is a minus; digits after the decimal point.
_INTEGER = re.compile(r"[0-9]+")
_FLOAT = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def srcset(text: str) -> list[Found]:
    """Return the URL of each image candidate; those with an invalid descriptor are left out."""
    found: list[Found] = []
    at = 0
    while (match := _CANDIDATE.match(text, at)) is not None:
        start, end = match.span(1)
        at = end
        if text[end - 1] == ",":  # step 7: without descriptors
            end = start + len(text[start:end].rstrip(","))
        else:
            descriptors = _DESCRIPTORS.match(text, at)
            assert descriptors is not None  # it can match nothing
            at = descriptors.end() + 1
            if not _valid(_DESCRIPTOR.finditer(text, match.end(), descriptors.end())):
                erroneous = _ERRONEOUS.match(text, at)
                assert erroneous is not None  # it can match nothing
                at = erroneous.end()
                continue
        found.append(url(text, start, end))
    return found


def _valid(descriptors: Iterator[re.Match[str]]) -> bool:
    """Return True if descriptors are valid (step 11 and later): a width, a density, or a width and a height."""
    kinds = set()
    for match in descriptors:
        number, kind = match[0][:-1], match[0][-1]
        if kind in kinds or kind not in ("w", "x", "h"):
            return False
        if kind == "x":
            # A negative density is invalid; "-0" is not.
            if not _FLOAT.fullmatch(number) or float(number) < 0:
                return False
        elif not _INTEGER.fullmatch(number) or not number.strip("0"):
            return False
        kinds.add(kind)
    return kinds in (set(), {"w"}, {"x"}, {"w", "h"})
