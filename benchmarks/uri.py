"""Operations on one URI, compared with libraries that have the same operations.

Nanoseconds of processor time per call, the best of many rounds over two thousand URIs in which all take turns. Only
URIs that every peer accepts are measured. ``URI_EXTRACT_PURE=1`` in the environment measures the interpreted variant.
"""

from __future__ import annotations

import random
import re
import time
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from benchmarks.tables import Options, Table
from benchmarks.texts import text
from benchmarks.timing import best
from uri_extract.uri import equivalent, is_valid, normalize, parse, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Arguments = list[tuple[str, ...]]

BASE = "http://www.example.org/b/c/d;p?q"
REFERENCES = ("../g", "./x/../y", "?q", "#s", "//h/p", "g", "/g?h#i", "../../g/./h", "g;x=1/../y")
COUNT = 2_000
PASSES = 40

# The input of each operation, the function that calls it, and its peers: module, attribute, and calling function.
Peers = list[tuple[str, str, "Callable[[Any], Callable[..., object]]"]]
OPERATIONS: dict[str, tuple[str, Callable[..., object], Peers]] = {
    "parse": (
        "uris",
        parse,
        [
            ("can_ada", "parse", lambda call: call),
            ("ada_url", "URL", lambda call: call),
            ("uritools", "urisplit", lambda call: call),
            ("rfc3986", "uri_reference", lambda call: call),
            ("urllib.parse", "urlsplit", lambda call: call),
            ("yarl", "URL", lambda call: call),
        ],
    ),
    "parse to a string": (
        "uris",
        lambda uri: str(parse(uri)),
        [
            ("can_ada", "parse", lambda call: lambda uri: str(call(uri))),
            ("ada_url", "URL", lambda call: lambda uri: call(uri).href),
            ("yarl", "URL", lambda call: lambda uri: str(call(uri))),
        ],
    ),
    "parse to host and path": (
        "uris",
        lambda uri: (lambda reference: (reference.host, reference.path))(parse(uri)),
        [
            ("can_ada", "parse", lambda call: lambda uri: (lambda url: (url.hostname, url.pathname))(call(uri))),
            ("uritools", "urisplit", lambda call: lambda uri: (lambda parts: (parts.host, parts.path))(call(uri))),
        ],
    ),
    "is_valid": (
        "uris",
        is_valid,
        [
            ("can_ada", "can_parse", lambda call: call),
            ("ada_url", "check_url", lambda call: call),
            ("rfc3986_validator", "validate_rfc3986", lambda call: call),
        ],
    ),
    "normalize": (
        "uris",
        normalize,
        [
            ("can_ada", "parse", lambda call: lambda uri: str(call(uri))),
            ("ada_url", "normalize_url", lambda call: call),
            ("rfc3986", "normalize_uri", lambda call: call),
        ],
    ),
    "normalize what is not normal": (
        "unusual",
        normalize,
        [
            ("can_ada", "parse", lambda call: lambda uri: str(call(uri))),
            ("ada_url", "normalize_url", lambda call: call),
        ],
    ),
    "equivalent, different": (
        "different",
        equivalent,
        [("can_ada", "parse", lambda call: lambda one, other: str(call(one)) == str(call(other)))],
    ),
    "equivalent, alike": (
        "alike",
        equivalent,
        [("can_ada", "parse", lambda call: lambda one, other: str(call(one)) == str(call(other)))],
    ),
    "resolve, one base": (
        "one base",
        resolve,
        [
            ("ada_url", "join_url", lambda call: call),
            ("uritools", "urijoin", lambda call: call),
            ("urllib.parse", "urljoin", lambda call: call),
        ],
    ),
    "resolve, a new base each time": (
        "new bases",
        resolve,
        [
            ("ada_url", "join_url", lambda call: call),
            ("uritools", "urijoin", lambda call: call),
            ("urllib.parse", "urljoin", lambda call: call),
        ],
    ),
}


def tables(options: Options) -> Iterator[Table]:
    """Yield a table for each operation."""
    sets = _sets(_uris(options.corpus))
    passes = 5 if options.quick else PASSES
    return (_table(name, sets[of], own, peers, passes) for name, (of, own, peers) in OPERATIONS.items())


def _uris(corpus: list[Path]) -> list[str]:
    """Return different valid http URIs, repeated as often as needed; those of the corpus if it has enough."""
    found: set[str] = set()
    pattern = rb"https?://[A-Za-z0-9._~:/?#@!$&()*+,;=%-]+[A-Za-z0-9/]"
    for path in Options(corpus).files(".html", ".htm", ".txt", ".rst"):
        found.update(uri.decode() for uri in re.findall(pattern, path.read_bytes()))
    if len(found) < COUNT:
        found = {uri.decode() for uri in re.findall(pattern, text(4 << 20, 105))}
    # Long ones are few and weigh much: they are left out until the rest is of common length.
    uris = sorted(uri for uri in found if 15 < len(uri) < 120 and is_valid(uri, "URI"))
    random.Random(3986).shuffle(uris)
    return (uris * (COUNT // len(uris) + 1))[:COUNT]


def _sets(uris: list[str]) -> dict[str, Arguments]:
    """Return the inputs by name: the arguments of each call."""
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


def _table(operation: str, arguments: Arguments, own: Callable[..., object], peers: Peers, passes: int) -> Table:
    calls = {"uri_extract": own}
    missing = []
    for module, attribute, adapt in peers:
        try:
            calls[module] = adapt(getattr(import_module(module), attribute))
        except ImportError:
            missing.append(f"{module} is not installed.")
    taken = [each for each in arguments if all(_takes(call, each) for call in calls.values())]
    times = best({name: partial(_all, call, taken) for name, call in calls.items()}, passes, time.process_time)
    figures = {name: seconds / len(taken) * 1e9 for name, seconds in times.items()}
    ours = {"uri_extract": figures.pop("uri_extract")}
    return Table(f"{operation}: {len(taken)} of {len(arguments)} URIs", "ns a call", ours, figures, tuple(missing))


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
