"""Put beside ``try.html`` what it runs: the package, and Pyodide from the npm registry.

    python3 packaging/try_page.py SITE [PYODIDE.tgz]

SITE is the directory of the built documentation, or a copy of ``docs``. Without the second argument ``npm pack`` gets
the archive. Its bytes are checked, whoever brought them.
"""

import hashlib
import pathlib
import subprocess
import sys
import tarfile
import tempfile

import pyz

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
#: What Pyodide loads to run pure Python: the rest of its archive is for other ways to use it.
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def fetched(directory: str) -> pathlib.Path:
    """Return the path of Pyodide's archive, which npm writes to the directory."""
    command = ["npm", "pack", "--silent", "--pack-destination", directory, f"pyodide@{VERSION}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return pathlib.Path(directory, f"pyodide-{VERSION}.tgz")


def fill(site: pathlib.Path, archive: pathlib.Path) -> None:
    """Write the package and Pyodide's files below ``SITE/try``."""
    if (found := hashlib.sha256(archive.read_bytes()).hexdigest()) != SHA256:
        sys.exit(f"{archive} is not Pyodide {VERSION}: its SHA-256 is {found}")
    pyz.write(site / "try" / "uri-extract.zip")
    pyodide = site / "try" / "pyodide"
    pyodide.mkdir(exist_ok=True)
    with tarfile.open(archive) as packed:
        for name in FILES:
            member = packed.extractfile(f"package/{name}")
            assert member is not None, name
            (pyodide / name).write_bytes(member.read())


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        fill(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else fetched(scratch))
