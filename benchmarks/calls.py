"""Single calls for short texts, beside turbohtml and ``re``; and a ``str`` beside the same text as bytes.

A call finds all links of a text. ``find`` of turbohtml returns spans; ``finditer`` matches with records.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.scan import HTTP
from benchmarks.tables import Options, Table
from benchmarks.texts import text
from benchmarks.timing import best
from uri_extract import extract_text, finditer, linkify, linkify_html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CALLS = 2000
_NONE = "there is nothing to be found in this text of sixty characters"
_TEXTS = {
    "60 characters": _NONE,
    "60 characters with a link": "read http://www.example.org/a/b before the meeting on Monday",
    "1 KiB of prose": " ".join([_NONE] * 16),
}
_FRAGMENT = (
    '<p>She wrote <b>this</b>: <a href="http://www.example.org/a?b&amp;c">the page</a>, with <img src="/d.png"> and '
    "http://www.example.org/e, which is all that can be said of it.</p>"
)


def _many(call: Callable[[str], object], subject: str) -> Callable[[], object]:
    def run() -> None:
        for _ in range(_CALLS):
            call(subject)

    return run


def _microseconds(subject: str, ours: dict[str, Callable[[str], object]], peers: dict[str, Callable[[str], object]],
                  heading: str, rounds: int, notes: tuple[str, ...] = ()) -> Table:  # fmt: skip
    times = best({name: _many(call, subject) for name, call in {**ours, **peers}.items()}, rounds)
    figures = {name: seconds / _CALLS * 1e6 for name, seconds in times.items()}
    return Table(heading, "us", {name: figures[name] for name in ours}, {name: figures[name] for name in peers}, notes)


def tables(options: Options) -> Iterator[Table]:
    """Yield tables of calls that find links, of calls that make them, and of the speed of ``str``."""
    rounds = options.times(15)
    pattern = re.compile(HTTP)
    finds: dict[str, Callable[[str], object]] = {"re": pattern.findall}
    links: dict[str, Callable[[str], object]] = {}
    notes: tuple[str, ...] = ()
    try:
        from turbohtml import clean
    except ImportError as error:
        notes = (f"turbohtml is not installed: {error}",)
    else:
        finds["turbohtml find"] = clean.LinkDetector().find
        links["turbohtml linkify"] = clean.linkify
    for heading, subject in _TEXTS.items():
        ours: dict[str, Callable[[str], object]] = {
            "finditer": lambda given: list(finditer(given)),
            "extract_text": lambda given: list(extract_text(given)),
        }
        yield _microseconds(subject, ours, finds, f"Find: {heading}", rounds, notes)
        yield _microseconds(subject, {"linkify": linkify}, links, f"Make links: {heading}", rounds, notes)
    of_html: dict[str, Callable[[str], object]] = {
        "extract_text of HTML": lambda given: list(extract_text(given, media_type="text/html")),
        "linkify_html": linkify_html,
    }
    yield _microseconds(_FRAGMENT, of_html, links, f"A fragment of HTML, {len(_FRAGMENT)} characters", rounds, notes)
    yield _strings(options)


def _count(subject: str | bytes) -> int:
    return sum(1 for _ in extract_text(subject))


def _strings(options: Options) -> Table:
    """Return the speed of a ``str``, in bytes of its UTF-8, beside the same text as bytes."""
    prose = text(options.size(4), 400).decode()
    see = " http://www.example.org/a\n"
    samples = {
        "ASCII": prose,
        "0.3 % beyond ASCII": prose.replace("patch", "p\u00e4tch"),
        "Chinese": ("\u8bf7\u8bbf\u95ee\u6211\u4eec\u7684\u7f51\u7ad9\u83b7\u53d6\u66f4\u591a\n" * 80 + see) * 1000,
        "Russian": (
            "\u041f\u043e\u0441\u0435\u0442\u0438\u0442\u0435 \u043d\u0430\u0448 \u0441\u0430\u0439\u0442\n" * 50 + see
        )
        * 1000,
    }
    given = {f"{name}, {kind.__name__}": kind(each.encode(), "utf-8") if kind is str else each.encode()
             for name, each in samples.items() for kind in (str, bytes)}  # fmt: skip
    times = best({name: partial(_count, each) for name, each in given.items()}, options.times(5))
    sizes = {name: len(each.encode()) for name, each in samples.items()}
    rates = {name: sizes[name.rpartition(",")[0]] / seconds / 1e6 for name, seconds in times.items()}
    return Table("A str, and its bytes in UTF-8", "MB/s of UTF-8", rates, {})
