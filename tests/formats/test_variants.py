"""Compiled and interpreted kernels find the same references, in well-formed documents and in others."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from uri_extract import scan

from .fragments import document

ROOT = Path(__file__).parent.parent.parent
COUNT = 400


def digests(pure):
    command = [sys.executable, "-m", "tests.formats.fragments", "0", str(COUNT)]
    environment = {**os.environ, "URI_EXTRACT_PURE": pure}
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


@pytest.mark.skipif("compiled" not in scan.kernels, reason="nothing is compiled")
def test_both_variants_find_the_same_in_random_fragments_at_every_chunk_size():
    compiled, interpreted = digests("0"), digests("1")
    assert len(compiled) == COUNT
    different = [one.split()[0] for one, other in zip(compiled, interpreted, strict=True) if one != other]
    assert [document(int(seed)) for seed in different] == []
    cut = [line.split()[0] for line in compiled if len(set(line.split()[1:])) > 1]
    assert [document(int(seed)) for seed in cut] == []
