"""``python -m corpora score``: what is found in the gold snippets, beside programs and libraries that find URLs too.

The project's own row is no measurement: the snippets are its tests, so it finds them all. The other rows say how
many of the cases matter to users of those. Only `http` and `https` references count, and each where it is exactly what
the author meant. What is not installed has no row.
"""

from __future__ import annotations

import importlib.metadata
import pathlib
import platform
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from gold import read_gold  # noqa: E402 - the reader of the tests

Finder = Callable[[str], list[str]]
_WEB = ("http://", "https://")


def finders() -> Iterator[tuple[str, Finder]]:
    """Yield the name and version of each, and what finds references in a text."""
    from uri_extract import __version__, extract_text

    yield (
        f"uri-extract {__version__}",
        lambda text: [each.reference for each in extract_text(text)],
    )
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
        yield "xurls", lambda text: _run(["xurls"], text)
    if shutil.which("perl") and not subprocess.run(["perl", "-MURI::Find", "-e1"], capture_output=True).returncode:
        script = "local $/; my $t = <STDIN>; URI::Find->new(sub { print qq($_[1]\\n); $_[1] })->find(\\$t)"
        yield "URI::Find", lambda text: _run(["perl", "-MURI::Find", "-e", script], text)


def _version(name: str) -> str:
    return f"{name} {importlib.metadata.version(name)}"


def _run(command: list[str], text: str) -> list[str]:
    return subprocess.run(command, input=text, capture_output=True, encoding="utf-8").stdout.splitlines()


def score() -> None:
    """Print the table."""
    snippets = [each for path in sorted((HERE / "gold").glob("*.txt")) for each in read_gold(path)]
    cases = []
    for snippet in snippets:
        try:
            text = snippet.data.decode()
        except UnicodeDecodeError:
            continue  # others take text
        cases.append((text, _web(each.reference for each in snippet.expected)))
    print(f"{len(cases)} snippets with {sum(sum(wanted.values()) for _, wanted in cases)} references to the web")
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print("| finder | found | wrong | missed | precision | recall | snippets exactly right |")
    print("|---|---|---|---|---|---|---|")
    for name, find in finders():
        right = wrong = missed = exact = 0
        for text, wanted in cases:
            found = _web(find(text))
            right += sum((found & wanted).values())
            wrong += sum((found - wanted).values())
            missed += sum((wanted - found).values())
            exact += found == wanted
        figures = f"{right / (right + wrong or 1):.1%} | {right / (right + missed or 1):.1%} | {exact}"
        print(f"| `{name}` | {right} | {wrong} | {missed} | {figures} |")


def _web(references: Iterator[str] | list[str]) -> Counter[str]:
    return Counter(each for each in references if each.lower().startswith(_WEB))


if __name__ == "__main__":
    if sys.argv[1:] != ["score"]:
        sys.exit("usage: python -m corpora score")
    score()
