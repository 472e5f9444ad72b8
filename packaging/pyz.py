"""Write ``uri-extract.pyz``: the package in one file, which runs with any Python from 3.11 on, without installation.

    python3 packaging/pyz.py [FILE]

The kernels run interpreted. The same sources make the same bytes: names are sorted, and have no times.
"""

import pathlib
import stat
import sys
import zipfile

PACKAGE = pathlib.Path(__file__).resolve().parent.parent / "src" / "uri_extract"
MAIN = b"from uri_extract.__main__ import command\n\ncommand()\n"
#: The data that the package reads: what ``package-data`` in pyproject.toml names.
DATA = ("py.typed", "sinks/report/page.*")


def members() -> dict[str, bytes]:
    """Return the names and bytes of the files in the archive, in the order of the names."""
    paths = [*PACKAGE.rglob("*.py"), *(path for glob in DATA for path in PACKAGE.glob(glob))]
    found = {path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes() for path in paths}
    return dict(sorted({**found, "__main__.py": MAIN}.items()))


def write(path: pathlib.Path) -> None:
    """Write the archive."""
    with path.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, data in members().items():
                info = zipfile.ZipInfo(name)  # dated 1980
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = (stat.S_IFREG | 0o644) << 16
                info.create_system = 3
                archive.writestr(info, data)
    path.chmod(0o755)


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "uri-extract.pyz"))
