"""``python -m benchmarks uri``: one URI at a time, beside the libraries that do the same, in one run.

Prints nanoseconds of processor time a call, the best of many rounds over two thousand URIs in which all take turns, and
how many times as fast as each peer this library is. All measure those URIs that every peer takes.
``URI_EXTRACT_PURE=1`` in the environment measures the interpreted variant.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.texts import text
from benchmarks.timing import best
from uri_extract._variants import compiled
from uri_extract.uri import equivalent, is_valid, normalize, parse, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Arguments = list[tuple[str, ...]]

BASE = "http://www.example.org/b/c/d;p?q"
REFERENCES = ("../g", "./x/../y", "?q", "#s", "//h/p", "g", "/g?h#i", "../../g/./h", "g;x=1/../y")
COUNT = 2_000
PASSES = 40

# What each operation is measured on, how it is called, and its peers: module, attribute, how that is called, and how
# many times as fast this library has to be.
Peers = list[tuple[str, str, "Callable[[Any], Callable[..., object]]", float]]
OPERATIONS: dict[str, tuple[str, Callable[..., object], Peers]] = {
    "parse": (
        "uris",
        parse,
        [
            ("can_ada", "parse", lambda call: call, 1.0),
            ("ada_url", "URL", lambda call: call, 1.0),
            ("uritools", "urisplit", lambda call: call, 1.0),
            ("rfc3986", "uri_reference", lambda call: call, 1.0),
            ("urllib.parse", "urlsplit", lambda call: call, 0),
            ("yarl", "URL", lambda call: call, 0),
        ],
    ),
    "parse to a string": (
        "uris",
        lambda uri: str(parse(uri)),
        [
            ("can_ada", "parse", lambda call: lambda uri: str(call(uri)), 1.0),
            ("ada_url", "URL", lambda call: lambda uri: call(uri).href, 1.0),
            ("yarl", "URL", lambda call: lambda uri: str(call(uri)), 1.0),
        ],
    ),
    "parse to host and path": (
        "uris",
        lambda uri: (lambda reference: (reference.host, reference.path))(parse(uri)),
        [
            ("can_ada", "parse", lambda call: lambda uri: (lambda url: (url.hostname, url.pathname))(call(uri)), 0),
            ("uritools", "urisplit", lambda call: lambda uri: (lambda parts: (parts.host, parts.path))(call(uri)), 1.0),
        ],
    ),
    "is_valid": (
        "uris",
        is_valid,
        [
            ("can_ada", "can_parse", lambda call: call, 1.6),
            ("ada_url", "check_url", lambda call: call, 1.6),
            ("rfc3986_validator", "validate_rfc3986", lambda call: call, 1.0),
        ],
    ),
    "normalize": (
        "uris",
        normalize,
        [
            ("can_ada", "parse", lambda call: lambda uri: str(call(uri)), 1.0),
            ("ada_url", "normalize_url", lambda call: call, 1.0),
            ("rfc3986", "normalize_uri", lambda call: call, 1.0),
        ],
    ),
    "normalize what is not normal": (
        "unusual",
        normalize,
        [
            ("can_ada", "parse", lambda call: lambda uri: str(call(uri)), 1.0),
            ("ada_url", "normalize_url", lambda call: call, 1.0),
        ],
    ),
    "equivalent, different": (
        "different",
        equivalent,
        [("can_ada", "parse", lambda call: lambda one, other: str(call(one)) == str(call(other)), 1.0)],
    ),
    "equivalent, alike": (
        "alike",
        equivalent,
        [("can_ada", "parse", lambda call: lambda one, other: str(call(one)) == str(call(other)), 1.0)],
    ),
    "resolve, one base": (
        "one base",
        resolve,
        [
            ("ada_url", "join_url", lambda call: call, 2.5),
            ("uritools", "urijoin", lambda call: call, 2.0),
            ("urllib.parse", "urljoin", lambda call: call, 0),
        ],
    ),
    "resolve, a new base each time": (
        "new bases",
        resolve,
        [
            ("ada_url", "join_url", lambda call: call, 2.0),
            ("uritools", "urijoin", lambda call: call, 3.0),
            ("urllib.parse", "urljoin", lambda call: call, 0),
        ],
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print a table an operation, and return 0 where every target is reached, else 1."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks uri", description=__doc__.partition("\n")[0])
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="take real URIs from the files under DIR")
    options = parser.parse_args(argv)
    uris = list(_uris(options.corpus))
    variant = "interpreted" if compiled("uri_extract.uri._kernel") is None else "compiled"
    length = sum(map(len, uris)) / len(uris)
    print(f"{variant}; {len(uris)} URIs of {length:.0f} characters on average, from {options.corpus or 'a generator'}")
    sets = _sets(uris)
    return 1 if sum(_table(name, sets[of], own, peers) for name, (of, own, peers) in OPERATIONS.items()) else 0


def _uris(corpus: Path | None) -> list[str]:
    """Return different valid http URIs, repeated as often as it takes."""
    found: set[str] = set()
    if corpus is None:
        data = text(4 << 20, 105)
        found.update(uri.decode() for uri in re.findall(rb"[a-z]+://[A-Za-z0-9._~:/?=&%+-]+[A-Za-z0-9/]", data))
    else:
        for path in sorted(corpus.rglob("*")):
            if path.is_file():
                data = path.read_bytes()
                pattern = rb"https?://[A-Za-z0-9._~:/?#@!$&()*+,;=%-]+[A-Za-z0-9/]"
                found.update(uri.decode() for uri in re.findall(pattern, data))
    # Long ones are few and weigh much: they are left out until the rest is of common length.
    uris = sorted(uri for uri in found if 15 < len(uri) < 120 and is_valid(uri, "URI"))
    random.Random(3986).shuffle(uris)
    return (uris * (COUNT // len(uris) + 1))[:COUNT]


def _sets(uris: list[str]) -> dict[str, Arguments]:
    """Return what is measured on, by name: the arguments of each call."""
    edits: list[Callable[[str], str]] = [
        lambda uri: uri.replace("http", "HTTP", 1),
        lambda uri: uri.replace("www.", "WWW.", 1).replace("example", "Example", 1),
        lambda uri: uri.replace("/", "/./", 4).replace("/./", "/", 2),
        lambda uri: f"{uri}/%7euser/%c3%a9",
        lambda uri: uri.replace("/", ":80/", 3).replace(":80/", "/", 2),
    ]
    references = [
        (uri if index % 3 else f"../{uri.split('/', 3)[-1]}") if index % 2 else REFERENCES[index // 2 % len(REFERENCES)]
        for index, uri in enumerate(uris)
    ]
    return {
        "uris": [(uri,) for uri in uris],
        "unusual": [(edits[index % len(edits)](uri),) for index, uri in enumerate(uris)],
        "different": list(zip(uris, uris[1:] + uris[:1], strict=True)),
        "alike": [(uri, "".join(list(uri))) for uri in uris],
        "one base": [(BASE, reference) for reference in references],
        "new bases": [(f"http://www{index}.example/b/c/d;p?q", uri) for index, uri in enumerate(references)],
    }


def _table(operation: str, arguments: Arguments, own: Callable[..., object], peers: Peers) -> int:
    """Measure and print one operation, and return how many targets it misses."""
    calls = {"uri_extract": own}
    targets = {}
    for module, attribute, adapt, target in peers:
        try:
            calls[module] = adapt(getattr(import_module(module), attribute))
        except ImportError:
            continue
        targets[module] = target
    taken = [each for each in arguments if all(_takes(call, each) for call in calls.values())]
    times = best({name: partial(_all, call, taken) for name, call in calls.items()}, PASSES, time.process_time)
    print(f"\n{operation}: {len(taken)} of {len(arguments)}")
    missed = 0
    for name, seconds in times.items():
        ratio = seconds / times["uri_extract"]
        target = targets.get(name, 0)
        missed += ratio < target
        verdict = "" if not target else f"  target {target}" + ("" if ratio >= target else ": missed")
        print(f"  {name:18}{seconds / len(taken) * 1e9:>8.0f} ns{ratio:>8.2f}{verdict}")
    return missed


def _takes(call: Callable[..., object], arguments: tuple[str, ...]) -> bool:
    try:
        call(*arguments)
    except Exception:  # every library has errors of its own
        return False
    return True


def _all(call: Callable[..., object], arguments: Arguments) -> None:
    if len(arguments[0]) == 1:
        for (one,) in arguments:
            call(one)
    else:
        for one, other in arguments:
            call(one, other)


if __name__ == "__main__":
    sys.exit(main())
