"""Score the references found in the gold snippets, by this library and by other programs that find URLs."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from uri_extract import __version__, extract_text

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from gold import read_gold  # noqa: E402 - the reader of the tests

Finder = Callable[[str], list[str]]
_WEB = ("http://", "https://")
_PERL = "local $/; my $t = <STDIN>; URI::Find->new(sub { print qq($_[1]\\n); $_[1] })->find(\\$t)"
BASELINE = HERE / "baseline.toml"


class Score(NamedTuple):
    """The numbers of references found exactly, found wrongly, and missed; of exact snippets, and of all snippets."""

    name: str
    right: int
    wrong: int
    missed: int
    exact: int
    snippets: int

    @property
    def precision(self) -> float:
        """Return the fraction of the found references that are right."""
        return self.right / (self.right + self.wrong or 1)

    @property
    def recall(self) -> float:
        """Return the fraction of the meant references that were found."""
        return self.right / (self.right + self.missed or 1)

    @property
    def exactness(self) -> float:
        """Return the fraction of the snippets that are entirely right."""
        return self.exact / (self.snippets or 1)


# -- other finders ------------------------------------------------------------------------------------------------


def finders() -> Iterator[tuple[str, Finder]]:
    """Yield the name and version of each installed finder, and a function that finds references in a text."""
    yield f"uri-extract {__version__}", lambda text: [each.reference for each in extract_text(text)]
    yield r"https?://\S+", lambda text: re.findall(r"https?://\S+", text)
    try:
        from linkify_it import LinkifyIt
    except ImportError:
        pass
    else:
        linkify = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
        yield _version("linkify-it-py"), lambda text: [each.raw for each in linkify.match(text) or ()]
    try:
        from urlextract import URLExtract
    except ImportError:
        pass
    else:
        yield _version("urlextract"), URLExtract().find_urls
    if shutil.which("xurls"):
        yield " ".join(["xurls", *_run(["xurls", "-version"])[:1]]), lambda text: _run(["xurls"], text)
    if shutil.which("perl") and (said := _run(["perl", "-MURI::Find", "-e", "print $URI::Find::VERSION"])):
        yield f"URI::Find {said[0]}", lambda text: _run(["perl", "-MURI::Find", "-e", _PERL], text)


def missing() -> list[str]:
    """Return a sentence for each finder that is not installed, with the way to install it."""
    known = {
        "linkify-it-py": "pip install linkify-it-py",
        "urlextract": "pip install urlextract",
        "xurls": "go install mvdan.cc/xurls/v2/cmd/xurls@latest",
        "URI::Find": "apt-get install liburi-find-perl",
    }
    there = {name.partition(" ")[0] for name, _ in finders()}
    return [f"{name} is not installed: {how}." for name, how in known.items() if name not in there]


def _version(name: str) -> str:
    return f"{name} {importlib.metadata.version(name)}"


def _run(command: list[str], text: str = "") -> list[str]:
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", errors="surrogateescape")
    return done.stdout.splitlines()


def measure() -> list[Score]:
    """Return the score of each finder: `http` and `https` references of all snippets that are text in UTF-8."""
    cases = []
    for path in sorted((HERE / "gold").glob("*.txt")):
        for snippet in read_gold(path):
            try:
                cases.append((snippet.data.decode(), _web(each.reference for each in snippet.expected)))
            except UnicodeDecodeError:
                continue  # the other finders need text
    return [_score(name, [(_web(find(text)), wanted) for text, wanted in cases]) for name, find in finders()]


def _web(references: Iterator[str] | list[str]) -> Counter[str]:
    return Counter(each for each in references if each.lower().startswith(_WEB))


def _score(name: str, pairs: list[tuple[Counter[str], Counter[str]]]) -> Score:
    return Score(
        name,
        sum((found & wanted).total() for found, wanted in pairs),
        sum((found - wanted).total() for found, wanted in pairs),
        sum((wanted - found).total() for found, wanted in pairs),
        sum(found == wanted for found, wanted in pairs),
        len(pairs),
    )


# -- the baseline -------------------------------------------------------------------------------------------------


def parts(find: Callable[..., Iterator[object]] = extract_text) -> list[Score]:
    """Return our score for each file of snippets, with references of all schemes."""
    scores = []
    for path in sorted([*(HERE / "gold").glob("*.txt"), *(HERE / "suffix").glob("*.txt")]):
        options = {"suffix": True, "mail_addresses": True} if path.parent.name == "suffix" else {}
        pairs = [
            (
                Counter(each.reference for each in find(snippet.data, **options)),  # type: ignore[attr-defined]
                Counter(each.reference for each in snippet.expected),
            )
            for snippet in read_gold(path)
        ]
        scores.append(_score(f"{path.parent.name}/{path.stem}", pairs))
    return scores


def lowered(scores: list[Score], path: Path = BASELINE) -> list[str]:
    """Return a sentence for each figure that is lower than in the baseline, and for each part that is missing."""
    now = {score.name: score for score in scores}
    sentences = []
    for name, figures in tomllib.loads(path.read_text("utf-8")).items():
        if name not in now:
            sentences.append(f"{name}: the baseline has it, the corpus has not")
            continue
        for figure, value in figures.items():
            if (is_now := _figures(now[name])[figure]) < value:
                sentences.append(f"{name}: {figure} is {is_now}, the baseline {value}")
    return sentences


def write_baseline(scores: list[Score], path: Path = BASELINE) -> None:
    """Write the figures of all parts."""
    lines = ["# What a change may not lower. `python -m corpora raise` writes it."]
    for score in scores:
        lines += ["", f'["{score.name}"]', *(f"{name} = {value}" for name, value in _figures(score).items())]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _figures(score: Score) -> dict[str, float]:
    return {
        "snippets": score.snippets,
        "precision": round(score.precision, 4),
        "recall": round(score.recall, 4),
        "exactness": round(score.exactness, 4),
    }
