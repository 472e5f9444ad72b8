"""Count the rows of a report, so that its page shows totals before it has read a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, islice

from uri_extract._compat._typing import Any, Final
from uri_extract.sinks.counts import Distinct, Tally
from uri_extract.sinks.text import utf8

#: Maps the title of each group to the field with its values, which are strings or lists of strings.
GROUPS: Final = {
    "Registered domains": "domain", "Hosts": "host", "Documents": "document", "Senders": "sender",
    "Pages": "source_url", "Hazards": "hazards", "Places": "place", "Schemes": "scheme", "Rewritten by": "rewriter",
    "Kinds": "kind", "Joined over lines": "joined", "Invalid, because": "reasons",
}  # fmt: skip
# The fields that are a column of the table only if a row has them.
_OPTIONAL: Final = ("sender", "subject", "captured_at", "text")
COUNTED: Final = frozenset((*GROUPS.values(), *_OPTIONAL))
_MOST: Final = 10
_OTHER_HOST: Final = "other-host-in-text"
# The parts of an error message that concern one reference: a position, and text quoted from it.
_PARTICULAR: Final = re.compile(r"( at character [0-9]+)|'[^']*'|\"[^\"]*\"")


def places_of(columns: Mapping[str, Sequence[Any]]) -> list[str]:
    """Return where each reference is: in an attribute, the text of an element, a header field, or its delimiter."""
    names = ("element", "attribute", "field", "delimiter")
    rows = [*zip(*(columns[name] for name in names), strict=True)]
    places = {row: _place(*row) for row in frozenset(rows)}
    return [*map(places.__getitem__, rows)]


def _place(element: str | None, attribute: str | None, field: str | None, delimiter: str) -> str:
    if attribute:
        return f"{element or ''} {attribute}".strip()
    return f"text of {element}" if element else f"field {field}" if field else delimiter


def joins_of(columns: Mapping[str, Sequence[Any]]) -> list[str | None]:
    """Return the confidence of each row that was joined over lines, as text; None for other rows."""
    if not any(columns["wrapped"]):
        return [None] * len(columns["wrapped"])
    return [
        None if not wrapped else f"{round(confidence * 100)} % sure" if confidence else "in brackets or quotes"
        for wrapped, confidence in zip(columns["wrapped"], columns["confidence"], strict=True)
    ]


def reasons_of(columns: Mapping[str, Sequence[Any]]) -> list[tuple[str, ...]]:
    """Return why each row is invalid, in words that other rows share."""
    if not any(columns["errors"]):
        return [()] * len(columns["errors"])
    return [(*map(reason_of, errors),) for errors in columns["errors"]]


def reason_of(error: str) -> str:
    """Return an error message without the position and the text of one reference.

    >>> reason_of("'^' at character 22 is not allowed in a path")
    '… is not allowed in a path'
    """
    return _PARTICULAR.sub(lambda match: "" if match[1] else "\u2026", error)


class Totals:
    """Counts rows in bounded memory, for any number of different values."""

    def __init__(self) -> None:
        self._tallies = {title: Tally() for title in GROUPS}
        self._distinct = Distinct()
        self._counts = Counter[str]()
        self._columns: set[str] = set()
        self._directory: str | None = None

    def add(self, columns: Mapping[str, Sequence[Any]]) -> None:
        """Count rows; their ``uri`` is the target, or the reference if it has no target."""
        for title, name in GROUPS.items():
            values = columns[name]
            if name in ("reasons", "hazards"):
                values = [*chain.from_iterable(values)]
            self._tallies[title].add(Counter(filter(None, values)))
        for document in dict.fromkeys(columns["document"]):
            self._directory = _common_directory(self._directory, document)
        self._columns.update(name for name in _OPTIONAL if any(columns[name]))
        hazards = columns["hazards"]
        self._counts.update(
            {
                "References": len(columns["uri"]),
                "Distinct references": self._distinct.count_first(map(utf8, columns["uri"])),
                "With hazards": sum(map(bool, hazards)),
                "Text names another host": sum(_OTHER_HOST in each for each in hazards),
                "Rewritten": sum(map(bool, columns["rewriter"])),
                "Joined over lines": sum(map(bool, columns["joined"])),
                "Invalid": sum(map(bool, columns["reasons"])),
            }
        )

    def summary(self) -> dict[str, Any]:
        """Return the totals and groups that the page shows; call it once."""
        groups, sizes = [], {}
        for title, field in GROUPS.items():
            sizes[title] = self._tallies[title].different()
            most = [*islice(self._tallies[title].most_first(), _MOST)]
            groups.append({"title": title, "field": field, "different": sizes[title], "most": most})
        totals = {name: self._counts[name] for name in ("References", "Distinct references")}
        totals |= {name: sizes[name] for name in ("Registered domains", "Hosts", "Documents")}
        totals |= {
            name: self._counts[name]
            for name in ("With hazards", "Text names another host", "Rewritten", "Joined over lines", "Invalid")
        }
        columns = sorted(self._columns)
        return {"directory": self._directory or "", "columns": columns, "totals": totals, "groups": groups}


def _common_directory(directory: str | None, document: str) -> str:
    """Return the directory, with its slash, that contains all documents so far, "" if none does."""
    if directory is None:
        directory = document[: document.rfind("/") + 1]
    while not document.startswith(directory):
        directory = directory[: directory.rfind("/", 0, -1) + 1]
    return directory
