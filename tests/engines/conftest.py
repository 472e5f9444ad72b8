"""The command's results for the documents that engines read."""

import shutil
import subprocess
import sys

import pytest

from engines.documents import DOCUMENTS
from uri_extract.rows.schema import COLUMNS


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """Return a directory with the documents, and the table that the command writes for them."""
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


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """Return a directory with 30 MB of each kind of document, their table, and ``links.parquet`` of the command."""
    pytest.importorskip("pyarrow", reason="needs the extra arrow")
    pytest.importorskip("duckdb", reason="DuckDB compares the tables")
    from engines import large

    place = tmp_path_factory.mktemp("large")
    large.write(place)
    command = [sys.executable, "-m", "uri_extract", "-q", "--all-kinds", "-j", "1", "-o", "links.parquet"]
    subprocess.run([*command, *KINDS], cwd=place, check=True, timeout=300)
    yield place
    shutil.rmtree(place)


KINDS = ("text", "html", "mail", "warc")


@pytest.fixture(scope="session")
def differences(large):
    """Return a function that counts rows of Parquet files which are not in the command's table, and the reverse."""
    import duckdb

    connection = duckdb.connect(config={"threads": 2, "memory_limit": "4GB", "temp_directory": str(large / "duckdb")})

    def count(files, columns=COLUMNS, left_out=()):
        names = ", ".join(f'"{name}"' for name in columns if name not in left_out)
        found = connection.execute(f"SELECT {names} FROM read_parquet(?)", [str(files)])
        assert [column[0] for column in found.description] == [name for name in columns if name not in left_out]
        both = f"SELECT {names} FROM read_parquet($engine)", f"SELECT {names} FROM read_parquet($command)"
        sides = {"engine": str(files), "command": str(large / "links.parquet")}
        more, less = (
            connection.execute(f"SELECT count(*) FROM ({one} EXCEPT ALL {other})", sides).fetchall()[0][0]
            for one, other in (both, both[::-1])
        )
        total = connection.execute("SELECT count(*) FROM read_parquet($engine)", {"engine": str(files)}).fetchall()
        assert total[0][0] > 500_000
        return more, less

    return count
