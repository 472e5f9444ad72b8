"""Figures of texts from which rules were made, beside those of texts that were held out.

``breaks.csv`` has the signs of the labelled line breaks in the archives of ``archives.toml``, but none of their text:
the weights of ``uri_extract.scan.wrap_signs`` decide them again here. ``outside.json`` has the scores of the sets of
``outside.toml``, as they were recorded. ``GAPS`` has the largest gaps between both, in points of a hundred.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from corpora import outside

from uri_extract.scan import wrap_signs

HERE = Path(__file__).parent
BREAKS = HERE / "breaks.csv"
_USES = {"derive": "seen", "hold": "held out"}
#: How many points the held-out figure may be below the other. Only a measurement that is explained may raise one.
GAPS = {"joins that are right": 0.0, "broken references that are joined": 1.9, "references found in outside texts": 0.0}


class Pair(NamedTuple):
    """What is right, of how many: in what was seen, and in what was held out."""

    seen: tuple[int, int]
    held: tuple[int, int]

    @property
    def gap(self) -> float:
        """Return how many points the held-out figure is below the other; negative if it is above."""
        return round(100 * (self.seen[0] / self.seen[1] - self.held[0] / self.held[1]), 1) + 0.0  # no -0.0


def write_breaks(mirrors: Path, path: Path = BREAKS) -> None:
    """Write the signs of all labelled line breaks, read from clones of the archives."""
    from corpora.derive_wraps import places
    from corpora.label_wraps import labelled

    lines = ["# use,signs,joined,not joined: labelled line breaks (held_out.py). Each sign of wrap_signs is a bit."]
    for use in _USES:
        counts: Counter[tuple[int, bool]] = Counter()
        for place in places(map(json.dumps, labelled(mirrors, use))):
            signs = sum(1 << k for k, name in enumerate(wrap_signs.SIGNS) if name in place.signs)
            counts[signs, place.joins] += 1
        signs_seen = sorted({signs for signs, _ in counts})
        lines += [f"{use},{signs:x},{counts[signs, True]},{counts[signs, False]}" for signs in signs_seen]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def breaks(path: Path = BREAKS) -> dict[str, Pair]:
    """Return the figures of the line breaks, by the present weights."""
    right, joined, broken = Counter[str](), Counter[str](), Counter[str]()
    for line in path.read_text("utf-8").splitlines()[1:]:
        use, signs, joins, stops = line.split(",")
        total = wrap_signs.START + sum(wrap_signs.SIGNS[name].weight for name in wrap_signs.names(int(signs, 16)))
        broken[use] += int(joins)
        if total >= wrap_signs.JOIN:
            right[use] += int(joins)
            joined[use] += int(joins) + int(stops)
    return {
        "joins that are right": Pair(*((right[use], joined[use]) for use in _USES)),
        "broken references that are joined": Pair(*((right[use], broken[use]) for use in _USES)),
    }


def texts(path: Path = outside.SCORES) -> dict[str, Pair]:
    """Return the recorded figures of those sets of others that have a part that was seen and one that was not."""
    recorded = json.loads(path.read_text("utf-8"))["scores"]
    ours = {
        name: next(score for finder, score in row.items() if finder.startswith(outside.OURS))
        for name, row in recorded.items()
    }
    pairs = [name.removesuffix("-seen") for name in ours if name.endswith("-seen") and f"{name[:-5]}-hold" in ours]
    sums = [[sum(ours[f"{name}-{use}"][k] for name in pairs) for k in (0, 2)] for use in ("seen", "hold")]
    return {"references found in outside texts": Pair(*((right, total) for right, total in sums))}


def lines(pairs: dict[str, Pair]) -> list[str]:
    """Return a line for each figure: seen, held out, and the gap."""
    return [
        f"{name}: seen {_share(each.seen)}, held out {_share(each.held)}; "
        f"gap {each.gap:.1f} points, at most {GAPS[name]:.1f}"
        for name, each in pairs.items()
    ]


def _share(part: tuple[int, int]) -> str:
    return f"{part[0]} of {part[1]} ({part[0] / part[1]:.1%})"


def grown(pairs: dict[str, Pair]) -> list[str]:
    """Return a sentence for each gap that is larger than it may be."""
    return [
        f"{name}: the held-out figure is {each.gap:.1f} points lower, and {GAPS[name]:.1f} are allowed"
        for name, each in pairs.items()
        if each.gap > GAPS[name]
    ]
