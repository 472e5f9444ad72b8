"""HTML: tokenizer and scanner beside lexbor (``selectolax``) and Beautiful Soup, which select from a tree."""

from __future__ import annotations

import contextlib
import logging
import random
from typing import TYPE_CHECKING, Any

from benchmarks.tables import Options, Table
from benchmarks.timing import best, rates
from uri_extract import Scanner
from uri_extract.markup.html import tokenizers
from uri_extract.pipeline._scanners import Scanners
from uri_extract.sources import Document
from uri_extract.text.options import ScanOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CHUNK = 1 << 18


def page(dice: random.Random) -> bytes:
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
    for each in pages:
        tokenizer.restart()
        tokenizer.load(each, 0, True)
        more = True
        while more:
            more = tokenizer.scan()
            count += tokenizer.count
    return count


def _occurrences(pages: list[bytes], media_type: str) -> int:
    count = 0
    scanner = Scanner(media_type)
    for each in pages:
        scanner.restart(base="http://example.org/a/b")
        for at in range(0, len(each), _CHUNK):
            count += len(scanner.feed(each[at : at + _CHUNK]))
        count += len(scanner.close())
    return count


def _lines(pages: list[bytes]) -> int:
    """Read the pages as the command reads small files."""
    count = 0
    scanners = Scanners(lambda _: None, ScanOptions(base="http://example.org/a/b", places=False))
    for each in pages:
        scanner, _ = scanners(Document("page.html", "text/html", each))
        page = scanner.read(each, final=True)
        count += len(page) if page.lines() else 0
    return count


def _lexbor(parser: Any, pages: list[bytes]) -> int:
    return sum(len(parser(each).css("[href],[src]")) for each in pages)


def _soup(soup: Any, pages: list[bytes]) -> int:
    return sum(len(soup(each, "html.parser").select("[href],[src]")) for each in pages)


def tables(options: Options) -> Iterator[Table]:
    """Yield a table for generated pages, and for those of the corpus."""
    dice = random.Random(14)
    inputs = {"Generated pages": [page(dice) for _ in range(10 if options.quick else 200)]}
    if files := options.files(".html", ".htm"):
        inputs["Pages of the corpus"] = [path.read_bytes() for path in files]
    for subject, pages in inputs.items():
        yield _measure(subject, pages, options.times(5))


def _measure(subject: str, pages: list[bytes], rounds: int) -> Table:
    few = pages[:: max(1, len(pages) // 20)]
    size, of_few = sum(map(len, pages)), sum(map(len, few))
    ours: dict[str, Callable[[], int]] = {
        "lines": lambda: _lines(pages),
        "records": lambda: _occurrences(pages, "text/html"),
        "tokens": lambda: _rows(pages, next(iter(tokenizers))),
        "tokens, interpreted": lambda: _rows(few, "interpreted"),
    }
    peers: dict[str, Callable[[], int]] = {}
    with contextlib.suppress(ImportError):
        from selectolax.lexbor import LexborHTMLParser

        peers["lexbor css([href],[src])"] = lambda: _lexbor(LexborHTMLParser, pages)
    with contextlib.suppress(ImportError):
        from bs4 import BeautifulSoup

        logging.getLogger("bs4").setLevel(logging.ERROR)
        peers["Beautiful Soup, html.parser"] = lambda: _soup(BeautifulSoup, few)
    times = best({**ours, **peers}, rounds)
    sizes = dict.fromkeys((*ours, *peers), size)
    sizes |= dict.fromkeys(("tokens, interpreted", "Beautiful Soup, html.parser"), of_few)
    subject = f"{subject}: {len(pages)}, {size / 1e6:.1f} MB"
    return Table(subject, "MB/s", rates(times, sizes, ours), rates(times, sizes, peers))
