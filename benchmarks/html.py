"""HTML: tokenizer and scanner on the same pages in the same run. Figures are MB/s.

Pages come from a seeded generator; ``--corpus DIR`` measures all ``.html`` and ``.htm`` files below a directory
instead. BeautifulSoup and lexbor (``selectolax``) are measured beside where they are installed.
"""

from __future__ import annotations

import argparse
import contextlib
import pathlib
import random
from typing import TYPE_CHECKING, Any

from benchmarks.timing import best
from uri_extract import Scanner
from uri_extract.media.html import tokenizers
from uri_extract.pipeline import Scanners
from uri_extract.sources import Document

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 18


def _page(dice: random.Random) -> bytes:
    parts = ["<!doctype html><html><head><title>Tides</title><link rel=stylesheet href='/s.css'></head><body>\n"]
    for _ in range(dice.randrange(50, 400)):
        words = " ".join(dice.choice(("tide", "harbour", "chart", "&amp;", "moon")) for _ in range(dice.randrange(30)))
        number = dice.randrange(10**6)
        parts.append(
            f'<p class="entry n{number % 9}">{words} <a href="../{number}/x.html" title="t">{words[:20]}</a></p>\n'
        )
        if number % 5 == 0:
            parts.append(f'<img src="http://img.example/{number}.png" alt="" width=10 height=20>\n')
        if number % 50 == 0:
            parts.append(f"http://www.example.org/{number}\n")
    return "".join(parts).encode()


def _rows(pages: list[bytes], variant: str) -> int:
    count = 0
    tokenizer = tokenizers[variant]()
    for page in pages:
        tokenizer.restart()
        tokenizer.load(page, 0, True)
        more = True
        while more:
            more = tokenizer.scan()
            count += tokenizer.count
    return count


def _occurrences(pages: list[bytes], media_type: str) -> int:
    count = 0
    scanner = Scanner(media_type)
    for page in pages:
        scanner.restart(base="http://example.org/a/b")
        for at in range(0, len(page), _CHUNK):
            count += len(scanner.feed(page[at : at + _CHUNK]))
        count += len(scanner.close())
    return count


def _lines(pages: list[bytes]) -> int:
    """Read the pages as the command reads files that are not large."""
    count = 0
    scanners = Scanners(lambda _: None, {"places": False, "base": "http://example.org/a/b"})
    for page in pages:
        scanner, _ = scanners(Document("page.html", "text/html", page))
        count += scanner.read(page, final=True).lines().count(b"\n")
    return count


def _lexbor(parser: Any, pages: list[bytes]) -> int:
    return sum(len(parser(page).css("[href],[src]")) for page in pages)


def _soup(soup: Any, pages: list[bytes]) -> int:
    return sum(len(soup(page, "html.parser").select("[href],[src]")) for page in pages)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks html", description=__doc__)
    parser.add_argument("--corpus", type=pathlib.Path, metavar="DIR")
    options = parser.parse_args(arguments)
    if options.corpus:
        pages = [path.read_bytes() for path in sorted(options.corpus.rglob("*")) if path.suffix in (".html", ".htm")]
    else:
        dice = random.Random(14)
        pages = [_page(dice) for _ in range(200)]
    few = pages[:: max(1, len(pages) // 20)]
    contestants: dict[str, tuple[Callable[[], int], list[bytes]]] = {
        f"rows, {variant}": ((lambda variant=variant, of=of: _rows(of, variant)), of)  # type: ignore[misc]
        for variant, of in (("compiled", pages), ("interpreted", few))
        if variant in tokenizers or variant == "interpreted"
    }
    contestants["records, as HTML"] = (lambda: _occurrences(pages, "text/html"), pages)
    contestants["lines, as HTML"] = (lambda: _lines(pages), pages)
    contestants["records, as plain text"] = (lambda: _occurrences(pages, "text/plain"), pages)
    with contextlib.suppress(ImportError):
        from selectolax.lexbor import LexborHTMLParser  # type: ignore[import-not-found,unused-ignore]

        contestants["lexbor, css('[href],[src]')"] = (lambda: _lexbor(LexborHTMLParser, pages), pages)
    with contextlib.suppress(ImportError):
        from bs4 import BeautifulSoup

        contestants["bs4, html.parser"] = (lambda: _soup(BeautifulSoup, few), few)
    times = best({name: run for name, (run, _) in contestants.items()})
    print(f"{len(pages)} pages, {sum(map(len, pages)) / 1e6:.1f} MB")
    for name, (run, of) in contestants.items():
        print(f"{sum(map(len, of)) / times[name] / 1e6:8.1f}  {name}: {run()} found")
