"""``python -m benchmarks uri``: one URI at a time, beside the libraries that do the same, in one run.

Prints millions of calls a second, the best of nine passes over ten thousand URIs, for the compiled kernel and
for the pattern that takes its place, and the same on the machine that the targets are stated for: one on which
the standard library's ``re`` finds ``://[^\\s<>"]+`` at 430 MB/s in text with one URI in 105 bytes. A peer is
measured on those that it takes.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.texts import text
from uri_extract._variants import compiled
from uri_extract.uri import _backend, is_valid, normalize, parse, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BASE = "http://a/b/c/d;p?q"
REFERENCE_MB_PER_SECOND = 430
COUNT = 10_000
PASSES = 9

#: Millions of calls a second on the reference machine, compiled and interpreted.
TARGETS = {"parse": (1.5, 0.9), "is_valid": (3.2, 1.2), "resolve": (1.2, 0.6), "normalize": (1.0, 0.3)}
OWN: dict[str, Callable[[str], Any]] = {
    "parse": parse,
    "is_valid": is_valid,
    "resolve": lambda reference: resolve(BASE, reference),
    "normalize": normalize,
}
# Module, attribute, and how that is called with one URI.
PEERS: dict[str, list[tuple[str, str, Callable[[Any], Callable[[str], Any]]]]] = {
    "parse": [
        ("uritools", "urisplit", lambda call: call),
        ("rfc3986", "uri_reference", lambda call: call),
        ("rfc3987", "parse", lambda call: lambda uri: call(uri, rule="URI_reference")),
        ("urllib.parse", "urlsplit", lambda call: call),
        ("yarl", "URL", lambda call: call),
        ("ada_url", "URL", lambda call: call),
        ("can_ada", "parse", lambda call: call),
        ("pyoxigraph", "NamedNode", lambda call: call),
    ],
    "is_valid": [
        ("rfc3986_validator", "validate_rfc3986", lambda call: call),
        ("rfc3987", "match", lambda call: lambda uri: call(uri, rule="URI_reference")),
        ("ada_url", "check_url", lambda call: call),
        ("can_ada", "can_parse", lambda call: call),
        ("pyoxigraph", "NamedNode", lambda call: call),
    ],
    "resolve": [
        ("uritools", "urijoin", lambda call: lambda uri: call(BASE, uri)),
        ("rfc3987", "resolve", lambda call: lambda uri: call(BASE, uri)),
        ("urllib.parse", "urljoin", lambda call: lambda uri: call(BASE, uri)),
        ("ada_url", "join_url", lambda call: lambda uri: call(BASE, uri)),
        ("yarl", "URL", lambda call: (lambda base: lambda uri: base.join(call(uri)))(call(BASE))),
    ],
    "normalize": [
        ("rfc3986", "normalize_uri", lambda call: call),
        ("yarl", "URL", lambda call: lambda uri: str(call(uri))),
        ("ada_url", "normalize_url", lambda call: call),
        ("can_ada", "parse", lambda call: lambda uri: str(call(uri))),
    ],
}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print a table an operation, and return 0 where every target is reached, else 1."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks uri", description=__doc__.partition("\n")[0])
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="take real URIs from the files under DIR")
    options = parser.parse_args(argv)
    uris = list(_uris(options.corpus))
    length = sum(map(len, uris)) / len(uris)
    source = options.corpus or "a generator"
    print(f"{len(uris)} URIs of {length:.0f} characters on average, from {source}; best of {PASSES}")
    scale = _scale()
    missed = sum(_table(operation, uris, scale) for operation in OWN)
    return 1 if missed else 0


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


def _scale() -> float:
    """Return how many times as fast the reference machine is."""
    data = text(8 << 20, 105)
    seconds = _best(lambda: sum(1 for _ in re.finditer(rb'://[^\s<>"]+', data)), 5)
    speed = len(data) / seconds / 1e6
    print(f"this machine: re.finditer at {speed:.0f} MB/s; reference machine: {REFERENCE_MB_PER_SECOND} MB/s")
    return REFERENCE_MB_PER_SECOND / speed


def _best(call: Callable[[], object], passes: int = PASSES) -> float:
    times = []
    for _ in range(passes):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return min(times)


def _rate(call: Callable[[str], Any], uris: list[str]) -> float:
    """Return millions of calls a second."""

    def run() -> None:
        for uri in uris:
            call(uri)

    return len(uris) / _best(run) / 1e6


def _relative(uris: list[str]) -> list[str]:
    """Return every second URI as a relative reference: what follows its host."""
    return [uri if index % 2 else "../" + uri.split("/", 3)[-1] for index, uri in enumerate(uris)]


def _table(operation: str, uris: list[str], scale: float) -> int:
    if operation == "resolve":
        uris = _relative(uris)
    print(f"\n{operation:12}{'M calls/s':>12}{'reference':>12}{'target':>9}")
    missed = 0
    variants = [("interpreted", None, TARGETS[operation][1])]
    kernel = compiled("uri_extract.uri._kernel")
    if kernel is None:
        print("  compiled    not built")
    else:
        variants.insert(0, ("compiled", kernel, TARGETS[operation][0]))
    for name, variant, target in variants:
        _backend.use(variant)
        rate = _rate(OWN[operation], uris)
        missed += rate * scale < target
        verdict = "" if rate * scale >= target else "  missed"
        print(f"  {name:18}{rate:>4.2f}{rate * scale:>12.2f}{target:>9.1f}{verdict}")
    for module, attribute, adapt in PEERS[operation]:
        try:
            call = adapt(getattr(import_module(module), attribute))
        except ImportError:
            print(f"  {module:18} not installed")
            continue
        taken = [uri for uri in uris if _takes(call, uri)]
        rate = _rate(call, taken)
        note = "" if len(taken) == len(uris) else f"  raises for {len(uris) - len(taken)}"
        print(f"  {module:18}{rate:>4.2f}{rate * scale:>12.2f}{'':9}{note}")
    return missed


def _takes(call: Callable[[str], Any], uri: str) -> bool:
    try:
        call(uri)
    except Exception:  # every library has errors of its own
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
