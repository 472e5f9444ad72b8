"""Derive the weights of ``uri_extract.scan.wrap_signs`` from line breaks after which a reference continues or ends.

    python corpora/derive_wraps.py PLACES.jsonl... [--calibrate CASES.jsonl]

Each line of PLACES is a JSON object for one line break: ``before``, ``line`` and ``next`` (lines of text), ``context``
(only ``bare`` and ``paren`` count: brackets and quotes need no guess), ``label`` (``join`` or ``stop``), ``sender``
(the author or the archive; cross-validation keeps the breaks of each together). ``label_wraps.py`` makes such lines.
The data belongs to others and is not part of the project.

The weights are those of a logistic regression with a penalty on their squares, fitted by Newton's method. Stops count
threefold: a wrong join costs more than a missed one, which is still an alternate. The table is printed as in the
source, followed by the result of cross-validation, and "UNCHANGED" if the source has these weights.

Each line of CASES is a case drawn at its natural rate: ``input``; ``found_at``, where a reference begins in it;
``expected_here``, the reference that its author meant; ``corpus``, the archive. For these breaks, the predicted and the
observed frequency of joins are printed for each range of sums, and the two numbers that turn a sum into a probability
(Platt's method, with his targets).
"""

from __future__ import annotations

import json
import math
import re
import sys
from typing import TYPE_CHECKING, NamedTuple

from uri_extract.scan import wrap_signs
from uri_extract.scan._kernel import Windows
from uri_extract.scan.explain import Explainer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STOPS = 3.0
PENALTY = 1.0
FOLDS = 5
SIGNS = list(wrap_signs.SIGNS)


class Place(NamedTuple):
    """A line break: its signs, whether the reference continues after it, and the author."""

    signs: frozenset[str]
    joins: bool
    sender: str


def places(lines: Iterable[str]) -> Iterator[Place]:
    """Yield the line breaks at which the kernel weighs signs."""
    for line in lines:
        row = json.loads(line)
        if row["context"] not in ("bare", "paren"):
            continue
        before, at, behind = (
            "".join(text + "\n" for text in part).encode("utf-8", "surrogateescape")
            for part in (row["before"], [row["line"]], row["next"])
        )
        windows = Windows(Explainer)
        list(windows.feed(before + at + behind))
        list(windows.close())
        end = len(before) + len(at)
        for decision in windows.kernel.decisions:
            breaks = [each for each in decision.breaks if len(before) <= each.place]
            if not breaks or breaks[0].place > end:
                continue
            # No break after the last line of a joined reference is inside it, if that is known to be whole.
            for k, each in enumerate(breaks):
                if each.signs and k < row["lines_joined"] + row.get("whole", True):
                    yield Place(frozenset(each.signs), k < row["lines_joined"], row["sender"])


def fit(rows: list[Place]) -> list[float]:
    """Return the weights of the logistic regression, the intercept first."""
    width = len(SIGNS) + 1
    cells = [[0] + [k for k, name in enumerate(SIGNS, 1) if name in row.signs] for row in rows]
    weights = [0.0] * width
    for _ in range(50):
        gradient = [PENALTY * weight for weight in weights]
        gradient[0] = 0.0
        curvature = [[PENALTY * (i == k and i > 0) for k in range(width)] for i in range(width)]
        for row, cell in zip(rows, cells, strict=True):
            chance = 1 / (1 + math.exp(-sum(weights[k] for k in cell)))
            counts = 1.0 if row.joins else STOPS
            error, slope = counts * (chance - row.joins), counts * chance * (1 - chance)
            for i in cell:
                gradient[i] += error
                for k in cell:
                    curvature[i][k] += slope
        step = solve(curvature, gradient)
        weights = [weight - change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return weights


def solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Solve the linear equations by elimination; the matrix is symmetric and positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    for i, row in enumerate(rows):
        for other in rows[i + 1 :]:
            factor = other[i] / row[i]
            for k in range(i, len(row)):
                other[k] -= factor * row[k]
    answer = [0.0] * len(vector)
    for i in reversed(range(len(rows))):
        rest = sum(rows[i][k] * answer[k] for k in range(i + 1, len(vector)))
        answer[i] = (rows[i][-1] - rest) / rows[i][i]
    return answer


def tenths(weights: list[float]) -> list[int]:
    """Return the weights in the unit of the table."""
    return [round(10 * weight) for weight in weights]


def goes_on(row: Place, weights: list[int]) -> bool:
    """Return True if the reference continues by these weights, added as in the kernel."""
    total = weights[0] + sum(weight for name, weight in zip(SIGNS, weights[1:], strict=True) if name in row.signs)
    return total >= wrap_signs.JOIN


def validated(rows: list[Place]) -> list[bool]:
    """Return for each line break the decision of weights that were derived from the lines of other authors."""
    senders = sorted({row.sender for row in rows})
    fold = {sender: k % FOLDS for k, sender in enumerate(senders)}
    answers = {}
    for k in range(FOLDS):
        weights = tenths(fit([row for row in rows if fold[row.sender] != k]))
        answers.update({id(row): goes_on(row, weights) for row in rows if fold[row.sender] == k})
    return [answers[id(row)] for row in rows]


def table(rows: list[Place], weights: list[int]) -> dict[str, wrap_signs.Sign]:
    """Return the signs with these weights, and with the number of times each was seen."""
    found = {}
    for name, sign in wrap_signs.SIGNS.items():
        seen = [row.joins for row in rows if name in row.signs]
        weight = weights[1 + SIGNS.index(name)]
        found[name] = wrap_signs.Sign(weight, sum(seen), len(seen), sign.meaning)
    return found


class Case(NamedTuple):
    """A line break in a case: its signs, whether the reference continues after it, and its archive."""

    signs: frozenset[str]
    joins: bool
    archive: str

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return wrap_signs.START + sum(wrap_signs.SIGNS[name].weight for name in self.signs)


def cases(lines: Iterable[str]) -> Iterator[Case]:
    """Yield the line breaks of each case up to the end of the reference that the author meant."""
    for line in lines:
        row = json.loads(line)
        data = row["input"].encode("utf-8", "surrogateescape")
        start = len(row["input"][: row["found_at"]].encode("utf-8", "surrogateescape"))
        meant = row["expected_here"].encode("utf-8", "surrogateescape")
        windows = Windows(Explainer)
        list(windows.feed(data))
        list(windows.close())
        for decision in windows.kernel.decisions:
            for each in decision.breaks if decision.start == start and "doubt" not in row else ():
                so_far = re.sub(rb"\s*\n[\s>|]*", b"", data[start : each.place])
                if each.signs and meant.startswith((so_far, so_far.rstrip(b"."))):
                    yield Case(frozenset(each.signs), len(meant) > len(so_far), row["corpus"])


def platt(rows: list[Case]) -> tuple[float, float]:
    """Return slope and level of the logistic function that maps a tenth of the sum to a probability."""
    joins = sum(row.joins for row in rows)
    targets = 1 / (len(rows) - joins + 2), (joins + 1) / (joins + 2)
    slope = level = 0.0
    for _ in range(100):
        chances = [(row.total / 10, 1 / (1 + math.exp(-(slope * row.total / 10 + level))), row.joins) for row in rows]
        errors = [(x, chance - targets[joined], chance * (1 - chance)) for x, chance, joined in chances]
        curvature = [[sum(s * x * x for x, _, s in errors) + 1e-9, sum(s * x for x, _, s in errors)]]
        curvature.append([curvature[0][1], sum(s for _, _, s in errors) + 1e-9])
        step = solve(curvature, [sum(e * x for x, e, _ in errors), sum(e for _, e, _ in errors)])
        slope, level = slope - step[0], level - step[1]
    return slope, level


def calibrate(rows: list[Case]) -> None:
    """Print predicted and observed joins by the sum of weights, for all cases and for each archive."""
    for name in ("all", *sorted({row.archive for row in rows})):
        some = [row for row in rows if name in ("all", row.archive)]
        print(f"{name}: slope {{:.2f}}, level {{:.2f}}".format(*platt(some)))
        for low, high in ((-999, 0), (0, 25), (25, 50), (50, 75), (75, 999)):
            here = [row for row in some if low <= row.total < high]
            if here:
                said = sum(wrap_signs.chance(row.total) for row in here) / len(here)
                joins = sum(row.joins for row in here)
                print(f"  sum {low:4} to {high:3}: predicted {said:5.1f} %, joined {joins} of {len(here)}")


def main(paths: list[str], natural: str | None = None) -> None:
    """Derive the weights, and print them."""
    rows = []
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            rows += places(lines)
    weights = tenths(fit(rows))
    signs = table(rows, weights)
    print(f"START: Final = {weights[0]}")
    for name, sign in signs.items():
        print(f'    "{name}": Sign({sign.weight}, {sign.joins}, {sign.places}, "{sign.meaning}"),')
    answers = validated(rows)
    right = sum(answer and row.joins for answer, row in zip(answers, rows, strict=True))
    joins = sum(row.joins for row in rows)
    print(f"{len(rows)} places, {joins} joins; cross-validated: precision {right / sum(answers):.3f}, ", end="")
    print(f"recall {right / joins:.3f}")
    print("UNCHANGED" if signs == wrap_signs.SIGNS and weights[0] == wrap_signs.START else "DIFFERS from the source")
    if natural:
        with open(natural, encoding="utf-8") as lines:
            calibrate(list(cases(lines)))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    names, _, last = " ".join(sys.argv[1:]).partition(" --calibrate ")
    main(names.split(), last or None)
