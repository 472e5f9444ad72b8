"""An environment of the benchmarks' own: this library, its peers and documents to read, all at pinned versions.

Only the standard library is imported here: this runs before anything is installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).parent
#: Folder of an environment with the content of source distributions, as documents to read.
DOCUMENTS = "documents"
_LOAD = "URI_EXTRACT_BENCHMARKS_LOAD"


def run_in_environment(folder: Path | None, arguments: list[str]) -> int:
    """Make an environment, run the same command there, and return its exit status."""
    if folder is not None:
        return _run(folder.resolve(), arguments)
    with tempfile.TemporaryDirectory() as made:
        return _run(Path(made), arguments)


def _run(folder: Path, arguments: list[str]) -> int:
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    environment.setdefault(_LOAD, str(load()))  # before installing, which is a load of its own
    if not python.exists():
        print(f"installing this library and its peers into {folder}", flush=True)
        venv.create(folder, with_pip=True)
        pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", ".[arrow,fast]"], cwd=HERE.parent, check=True, env=environment)
        for line in (HERE / "requirements.txt").read_text().splitlines():
            if line and line[0] != "#" and subprocess.run([*pip, "install", line], env=environment).returncode:
                print(f"{line} cannot be installed: no such peer", flush=True)
        _unpack(pip, folder / DOCUMENTS, environment)
    return subprocess.run(
        [python, "-m", "benchmarks", *arguments, "--here"], cwd=HERE.parent, env=environment
    ).returncode


def _unpack(pip: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Download and unpack source distributions, whose manuals are real documents."""
    folder.mkdir()
    with tempfile.TemporaryDirectory() as made:
        wanted = ["--no-deps", "--no-binary", ":all:", "--dest", made, "-r", str(HERE / "documents.txt")]
        if subprocess.run([*pip, "download", *wanted], env=environment).returncode:
            print("no documents of packages: measured on generated ones only", flush=True)
        for archive in sorted(Path(made).glob("*.tar.gz")):
            # Python 3.11.2 has no filters for tarfile; the digests are pinned.
            unpack = "import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])"
            subprocess.run([sys.executable, "-W", "ignore", "-c", unpack, str(archive), str(folder)], check=True)


def load() -> float:
    """Return the load of the minute before the benchmarks began; 0 if the system does not provide it."""
    return float(os.environ.get(_LOAD) or (os.getloadavg()[0] if sys.platform != "win32" else 0))


def documents() -> list[Path]:
    """Return the folder of package documents, if this environment has one."""
    folder = Path(sys.prefix, DOCUMENTS)
    return [folder] if folder.is_dir() else []
