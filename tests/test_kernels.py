"""Kernels: what is compiled is what the configuration says of kernels, and each room loads them in one way."""

import sys
from pathlib import Path

import pytest

import uri_extract
from uri_extract._variants import Variants, compiled, kernel_files, load

PACKAGE = Path(uri_extract.__file__).parent
PROJECT = Path(__file__).parent.parent
KERNELS = kernel_files(PACKAGE)


def test_every_file_that_imports_cython_is_a_kernel():
    importing = {path for path in PACKAGE.rglob("*.py") if "import cython\n" in path.read_text("utf-8")}
    assert importing == set(KERNELS.values())


def test_every_pxd_of_a_kernel_has_its_kernel():
    declared = {path.with_name(path.name.replace("_c.pxd", ".py")) for path in PACKAGE.rglob("_*_c.pxd")}
    assert declared <= set(KERNELS.values())


def test_directives_are_where_cython_reads_them():
    """Cython ignores a directive comment that follows anything but comments."""
    with_directives = {path for path in KERNELS.values() if "\n# cython:" in "\n" + path.read_text("utf-8")}
    assert with_directives == {path for path in KERNELS.values() if path.read_text("utf-8").startswith("# cython:")}


def test_mypy_knows_every_kernel():
    import tomllib

    overrides = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]["overrides"]
    listed = [name for each in overrides if "disable_error_code" in each for name in each["module"]]
    kernels = [name for name in listed if name.rpartition(".")[2].startswith("_")]
    assert kernels == sorted(KERNELS)


@pytest.mark.parametrize("module", KERNELS)
def test_a_kernel_says_which_variant_it_is(module):
    assert load(module, False).__name__ == module
    assert load(module).__name__ == (module if compiled(module) is None else f"{module}_c")


def test_what_was_not_built_runs_as_it_is():
    assert compiled("uri_extract.limits") is None
    variants = Variants("uri_extract.limits", "MAX_BASE")
    assert list(variants) == ["interpreted"]
    assert variants.in_use == variants.like(True) == sys.modules["uri_extract.limits"].MAX_BASE
    with pytest.raises(KeyError):
        variants["compiled"]
