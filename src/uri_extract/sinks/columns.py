"""Occurrences as columns: what each field of JSON Lines is in all of them, worked out at once where that is cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uri_extract.media.context import CONTEXT
from uri_extract.records import COLUMNS
from uri_extract.scan import variant
from uri_extract.uri import _backend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uri_extract.records import Occurrence

_PLAIN: Final = variant("uri_extract.media._plain")
# Where the fields of an occurrence stand in its tuple, for those that are there.
_STORED: Final = {
    "reference": 0, "raw": 1, "start": 2, "end": 3, "line": 4, "column": 5, "document": 6, "delimiter": 7, "prefix": 8,
    "wrapped": 9, "alternates": 10, "kind": 11, "element": 13, "attribute": 14, "text": 15,
}  # fmt: skip
_WORKED_OUT: Final = ("target", "valid", "errors", "hazards")
_NO_BASE: Final = (None, None)
_MAIL: Final = ("message_id", "field", "refers_to")


def columns(occurrences: list[Occurrence], context: bool = False) -> dict[str, Sequence[Any]]:
    """Return what :meth:`Occurrence.as_dict` gives of each, by field, in the order of JSON Lines; lists are tuples.

    With ``context`` also what stands around. Columns that are the same may be one object.
    """
    names = (*COLUMNS, *CONTEXT) if context else COLUMNS
    if not occurrences:
        return dict.fromkeys(names, ())
    count = len(occurrences)
    stored = list(zip(*occurrences, strict=True))
    found: dict[str, Sequence[Any]] = {name: stored[place] for name, place in _STORED.items()}
    nothing = (None,) * count
    if stored[1] == stored[0]:
        found["raw"] = stored[0]
    _resolve(occurrences, stored, found)
    kinds, bases = stored[11], stored[12]
    if kinds.count("relative"):
        relative = [base[:2] if kind == "relative" else _NO_BASE for kind, base in zip(kinds, bases, strict=True)]
        found["base"], found["base_from"] = zip(*relative, strict=True)
    else:
        found["base"] = found["base_from"] = nothing
    for name in _MAIL:
        found[name] = nothing if stored[16].count(None) == count else [getattr(each, name) for each in occurrences]
    for name in CONTEXT if context else ():
        found[name] = [getattr(each, name) for each in occurrences]
    return {name: found[name] for name in names}


def _resolve(occurrences: list[Occurrence], stored: list[tuple[Any, ...]], found: dict[str, Sequence[Any]]) -> None:
    """Add the fields that need a look at the reference."""
    references, kinds = stored[0], stored[11]
    count = len(references)
    found["valid"] = valid = [True] * count
    found["errors"] = errors = [()] * count
    found["hazards"] = hazards = [()] * count
    found["target"] = references
    plain = [0 if text else _backend.is_plain(each) for each, text in zip(references, stored[15], strict=True)]
    if plain.count(2) == count and kinds.count("uri") == count:
        return
    found["target"] = target = list(references)
    relative = _PLAIN.Targets()
    for number, (grade, kind) in enumerate(zip(plain, kinds, strict=True)):
        if grade == 2 and kind == "uri":
            continue
        if grade == 1 and kind == "relative":
            target[number] = relative.of(references[number], stored[12][number])
        else:
            fields = occurrences[number].as_dict()
            target[number] = fields["target"]
            valid[number] = fields["valid"]
            errors[number] = tuple(fields["errors"])
            hazards[number] = tuple(fields["hazards"])
