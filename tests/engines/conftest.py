"""What the command finds in the documents that engines read."""

import subprocess
import sys

import pytest

from engines.documents import DOCUMENTS


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """A directory with the documents, and the table that the command makes of them."""
    pa = pytest.importorskip("pyarrow", reason="needs the extra arrow")
    place = tmp_path_factory.mktemp("engines")
    for name, data in DOCUMENTS.items():
        (place / name).write_bytes(data)
    out = tmp_path_factory.mktemp("out") / "out.arrow"
    command = [sys.executable, "-m", "uri_extract", "-q", "--all-kinds", "-o", out, "."]
    subprocess.run(command, cwd=place, check=False, timeout=60)
    with pa.ipc.open_stream(out) as reader:
        table = reader.read_all()
    rows = [{**row, "document": row["document"].removeprefix("./")} for row in table.to_pylist()]
    assert len(rows) > 4000
    return place, rows
