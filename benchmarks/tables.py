"""The results of a benchmark: figures of this library and of its peers on the same input, from the same run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

#: The beginning of the name of a peer that does only a part of the work: a limit that cannot be reached.
FLOOR = "only "


class Table(NamedTuple):
    """Figures in one unit, by name. ``notes`` are sentences, for example about a missing peer."""

    subject: str
    unit: str
    ours: dict[str, float]
    peers: dict[str, float]
    notes: tuple[str, ...] = ()

    def ratio(self, own: str, peer: str) -> float:
        """Return the ratio of one of our figures to a peer's; above 1 ours is better: faster, or smaller."""
        of = self.ours[own] / self.peers[peer]
        return of if self.unit.startswith("MB/s") else 1 / of

    def rows(self) -> list[list[str]]:
        """Return the cells of the table: a heading, our figures with a ratio to each peer, the peers' figures."""
        return [
            [self.unit, "", *(f"/ {peer}" for peer in self.peers)],
            *(
                [name, number(figure), *(f"{self.ratio(name, peer):.2f} ×" for peer in self.peers)]
                for name, figure in self.ours.items()
            ),
            *([name, number(figure), *("" for _ in self.peers)] for name, figure in self.peers.items()),
        ]

    def text(self) -> str:
        """Return the table for a terminal."""
        rows = self.rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]
        return "\n".join([f"\n{self.subject}", *(f"  {line}" for line in [*lines, *self.notes])])

    def markdown(self) -> str:
        """Return the table for the documentation, with our rows, and ratios below 1, in bold type."""
        head, *rows = self.rows()
        marked = [[_code(row[0]), *(_behind(cell) for cell in row[1:])] for row in rows]
        for row in marked[: len(self.ours)]:
            row[0] = f"**{row[0]}**"
        cells = [[head[0], head[1], *(f"/ {_code(name)}" for name in self.peers)], ["---"] * len(head), *marked]
        return "\n".join(
            [
                f"**{self.subject}**",
                "",
                *(f"| {' | '.join(row)} |" for row in cells),
                *("\n" + each for each in self.notes),
            ]
        )

    def ahead(self) -> list[str]:
        """Return a sentence for each peer that is ahead of some of our figures."""
        sentences = []
        for peer in self.peers:
            ratios = {own: self.ratio(own, peer) for own in self.ours if "interpreted" not in own}
            less = [f"{_code(own)} {ratio:.2f} ×" for own, ratio in ratios.items() if ratio < 0.995]
            if less and not peer.startswith(FLOOR):
                sentences.append(f"{self.subject.partition(':')[0]}, beside {_code(peer)}: {', '.join(less)}")
        return sentences


@dataclass(frozen=True)
class Options:
    """The options of a run. A number that is not given has a default in each benchmark."""

    corpus: list[Path] = field(default_factory=list)
    megabytes: int | None = None
    rounds: int | None = None
    quick: bool = False
    trees: list[str] = field(default_factory=list)

    def size(self, megabytes: int) -> int:
        """Return the number of bytes of input to measure."""
        return (self.megabytes or (max(1, megabytes // 100) if self.quick else megabytes)) * 1_000_000

    def times(self, rounds: int) -> int:
        """Return the number of rounds to run."""
        return self.rounds or (1 if self.quick else rounds)

    def files(self, *ends: str) -> list[Path]:
        """Return the files of the corpus with these suffixes; all files if none is given."""
        below = (path for top in self.corpus for path in sorted(top.rglob("*")))
        return [path for path in below if (not ends or path.suffix.lower() in ends) and path.is_file()]


def number(figure: float) -> str:
    """Return a figure with three significant digits."""
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"


def _code(name: str) -> str:
    return f"`{name.replace('|', chr(92) + '|')}`"


def _behind(cell: str) -> str:
    return f"**{cell}**" if cell.endswith("×") and float(cell[:-2]) < 0.995 else cell
