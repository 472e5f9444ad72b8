"""``python -m fuzz.guided TARGET --minutes N``: mutations guided by the code that they reach, which atheris counts.

Needs ``pip install atheris``, which sees only Python code, so kernels are interpreted. Inputs that reach new code are
kept in ``--corpus`` for the next run; inputs that break an invariant are kept like those of ``python -m fuzz``.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

import atheris

PACKAGE = Path(__file__).parent.parent / "src" / "uri_extract"


def _dictionary(words: list[bytes]) -> str:
    """Return a dictionary of words in the format of libFuzzer."""
    return "".join('"' + "".join(f"\\x{byte:02X}" for byte in word) + '"\n' for word in words if len(word) < 64)


def main() -> None:
    """Fuzz a target until libFuzzer ends the process after the given time."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.guided", description=__doc__)
    parser.add_argument("target", help="a name as python -m fuzz --help lists them")
    parser.add_argument("--minutes", type=float, default=1.0, help="time by the clock")
    parser.add_argument("--corpus", help="a directory for inputs that reached something")
    options = parser.parse_args()
    alone = tempfile.mkdtemp()  # compiled kernels cannot be instrumented
    shutil.copytree(PACKAGE, Path(alone, PACKAGE.name), ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    sys.path.insert(0, alone)
    with atheris.instrument_imports(include=["uri_extract"]):
        from fuzz.mutations import WORDS
        from fuzz.targets import Crashes, check, seeds

    crashes = Crashes()
    target = options.target

    def test(data: bytes) -> None:
        seed = int.from_bytes(hashlib.sha256(data).digest()[:3], "big")
        try:
            check(target, data, seed)
        except Exception as error:
            crashes.keep(target, data, seed, error)

    corpus = Path(options.corpus or tempfile.mkdtemp())
    corpus.mkdir(exist_ok=True, parents=True)
    with tempfile.TemporaryDirectory() as folder:
        begun = Path(folder, "seeds")
        begun.mkdir()
        for number, data in enumerate(seeds(target)):
            (begun / str(number)).write_bytes(data[:8000])
        words = Path(folder, "words")
        words.write_text(_dictionary(WORDS), "ascii")
        limits = [f"-max_total_time={60 * options.minutes:.0f}", "-max_len=8000", f"-dict={words}", "-verbosity=0"]
        atheris.Setup([sys.argv[0], *limits, "-print_final_stats=1", str(corpus), str(begun)], test)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
