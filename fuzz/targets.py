"""The targets: their checks and seeds."""

from __future__ import annotations

import hashlib
import traceback
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.adversarial.families import families

from fuzz.documents import check_document, check_file
from fuzz.functions import check_checkpoint, check_linkify, check_sinks, check_uri
from fuzz.mutations import mutated

if TYPE_CHECKING:
    from collections.abc import Callable

_ROOT = Path(__file__).parents[1]
#: Real files in a folder next to the project, if it exists.
_CORPORA = _ROOT.parent / "shared" / "corpora"
_LONGEST = 100_000
#: Inputs that once broke an invariant. Each file, TARGET-SEED-DIGEST, has the bytes that a check received.
CRASHES = Path(__file__).parent / "crashes"
_MOST_OF_A_KIND = 5

#: The check of each target, the tables of families that are its seeds, and the pattern of real files that are.
TARGETS: dict[str, tuple[Callable[[str, bytes, Random], None], str, str]] = {
    "scan": (check_document, "text/plain", "text/**/*"),
    "html": (check_document, "text/html", "html/**/*"),
    "xml": (check_document, "application/x", "genres/**/*"),
    "css": (check_document, "text/css", ""),
    "mail": (check_document, "message/ application/mbox text/calendar text/vcard", "mail/**/*"),
    "json": (check_document, "application/json", ""),
    "lightweight": (check_document, "text/markdown text/x- text/asciidoc text/org", "genres/**/*"),
    "binary": (check_document, "application/octet text/plain;", "weird/**/*"),
    "rtf": (check_document, "application/rtf", "office/*.rtf"),
    "office": (check_file, "part: application/xml", "office/**/*"),
    "archives": (check_file, "file:", "warc/**/*"),
    "uri": (check_uri, "uri", ""),
    "linkify": (check_linkify, "linkify replace", "text/**/*"),
    "sinks": (check_sinks, "sink text/html", "html/**/*"),
    "checkpoint": (check_checkpoint, "uri", ""),
}


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """Return the seeds of a target: families, samples of the project, and real files if there are any."""
    _, tables, real = TARGETS[target]
    found = [each.data(300) for each in families() if each.of.startswith(tuple(tables.split()))]
    if target in ("office", "archives"):
        found += _containers()
    if target in ("scan", "linkify", "sinks"):
        found += [path.read_bytes()[:_LONGEST] for path in sorted((_ROOT / "corpora" / "gold").glob("*.txt"))]
    if real and _CORPORA.is_dir():
        paths = [path for path in sorted(_CORPORA.glob(real)) if path.is_file()]
        for path in Random(1).sample(paths, min(120, len(paths))):
            with path.open("rb") as file:
                found.append(file.read(_LONGEST))
    return tuple(found)


def _containers() -> list[bytes]:
    from tests.sources import made

    files = {f"{number}.txt": made.page(str(number)) for number in range(4)}
    whole = [make(files) for make in made.CONTAINERS.values()]
    return whole + [compress(whole[0]) for compress in made.COMPRESSIONS.values()]


class Crashes:
    """Keeps inputs that break an invariant, a few for each kind of error, and prints the errors."""

    def __init__(self) -> None:
        self._kinds: Counter[tuple[type[Exception], str, int | None]] = Counter()

    def keep(self, target: str, data: bytes, seed: int, error: Exception) -> None:
        """Keep an input that broke an invariant with that error."""
        place = traceback.extract_tb(error.__traceback__)[-1]
        kind = (type(error), place.filename, place.lineno)
        self._kinds[kind] += 1
        if self._kinds[kind] > _MOST_OF_A_KIND:
            return
        CRASHES.mkdir(exist_ok=True)
        path = CRASHES / f"{target}-{seed}-{hashlib.sha256(data).hexdigest()[:8]}"
        path.write_bytes(data)
        said = f"{type(error).__name__} at {place.filename}:{place.lineno}: {str(error)[:600]}"
        print(f"{path.name}: {said}", flush=True)


def check(target: str, data: bytes, seed: int) -> None:
    """Check one input; raise an error if it breaks an invariant. The seed decides options and cuts."""
    TARGETS[target][0](target, data, Random(seed))


def attempt(target: str, seed: int) -> bytes:
    """Return the input that a seed makes."""
    return mutated(Random(f"{target}{seed}"), seeds(target))
