"""``python -m corpora score``: the references found in the gold snippets, compared with other programs and libraries.

This project's own row is not a measurement: the snippets are its tests, so it finds all of them. The other rows show
how many of these cases matter to users of the others. Only ``http`` and ``https`` references count, and only if they
are exactly what the author meant. ``python -m corpora check`` fails if a part of the snippets has a lower score than in
the baseline (``baseline.toml``), or if figures of texts that were held out are lower than those of texts from which
rules were made, by more than is recorded (``held_out.py``). ``python -m corpora raise`` writes the baseline, unless
that would lower a figure. ``python -m corpora missed`` writes the page about texts that others read wrongly
(``missed/``), ``python -m corpora outside`` measures the accuracy on texts of others (``outside.py``), and ``python -m
corpora breaks MIRRORS`` writes the signs of their line breaks.
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from corpora import held_out, missed, outside
from corpora.score import BASELINE, Score, lowered, measure, missing, parts, write_baseline


def table(scores: list[Score]) -> list[str]:
    """Return the lines of a table in Markdown."""
    return [
        "| finder | found | wrong | missed | precision | recall | snippets exactly right |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| `{each.name}` | {each.right} | {each.wrong} | {each.missed} | {each.precision:.1%} | {each.recall:.1%} "
            f"| {each.exact} |"
            for each in scores
        ),
    ]


def main(arguments: list[str]) -> int:
    """Return the exit status."""
    if arguments == ["score"]:
        scores = measure()
        first = scores[0]
        print(f"{first.snippets} snippets with {first.right + first.missed} references to the web")
        print(f"Python {platform.python_version()}, {platform.machine()}\n")
        print("\n".join([*table(scores), *missing()]))
        return 0
    if arguments[:1] == ["missed"]:
        return missed.main(arguments[1:])
    if arguments[:1] == ["outside"]:
        return outside.main(arguments[1:])
    if arguments[:1] == ["breaks"] and len(arguments) == 2:
        held_out.write_breaks(Path(arguments[1]))
        return 0
    if arguments not in (["check"], ["raise"]):
        print("usage: python -m corpora score|check|raise|missed|outside|breaks [...]", file=sys.stderr)
        return 2
    scores = parts()
    below = lowered(scores) if BASELINE.exists() else []
    print("\n".join(below or ["nothing is lower than the baseline"]))
    if arguments == ["raise"] and not below:
        write_baseline(scores)
    pairs = held_out.breaks() | held_out.texts()
    grown = held_out.grown(pairs)
    print("\n".join([*held_out.lines(pairs), *grown]))
    return int(bool(below or grown))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
