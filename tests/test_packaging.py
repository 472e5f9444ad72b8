"""Packages of the command, tested without the services for which they are made."""

from __future__ import annotations

import json
import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
HAZARD = "See http://ada:secret@a.example/x today.\n"
FINE = "See http://a.example/x today.\n"

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")


def test_the_file_for_any_python_reads_reports_and_has_the_same_bytes_again(tmp_path):
    for name in ("a.pyz", "b.pyz"):
        subprocess.run([sys.executable, ROOT / "packaging" / "pyz.py", tmp_path / name], check=True)
    assert (tmp_path / "a.pyz").read_bytes() == (tmp_path / "b.pyz").read_bytes()
    (tmp_path / "a.txt").write_text(FINE)
    # Without site packages: what the command can do without, it does without.
    alone = [sys.executable, "-S", "-I", "a.pyz", "--no-config"]
    for flags in (
        [],
        ["-j", "2"],
        ["--count-by", "scheme"],
        ["--report", "a.html"],
        ["--fields", "host", "-o", "a.csv"],
    ):
        subprocess.run([*alone, *flags, "a.txt"], check=True, cwd=tmp_path, stdout=subprocess.PIPE, timeout=60)
    assert "a.example/x" in (tmp_path / "a.html").read_text()
    assert (tmp_path / "a.csv").read_text().split() == ["host", "a.example"]


@pytest.fixture
def environment(tmp_path):
    """Return an environment in which `uri-extract` is the command of this Python."""
    command = tmp_path / "bin" / "uri-extract"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m uri_extract "$@"\n')
    command.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        "URI_EXTRACT": str(command),
        "URI_EXTRACT_CONFIG": "",
    }


def block_after(text, key, indent):
    """Return the block scalar of YAML after a line, without its indentation."""
    lines = text.partition(f"{key} |\n")[2].splitlines()
    return "\n".join(line[indent:] for line in lines)


@pytest.mark.parametrize(
    ("text", "flags", "fails", "status"),
    [
        (HAZARD, "--hazard any", "true", 1),
        (FINE, "--hazard any", "true", 0),
        (HAZARD, "--hazard any -H -n", "false", 0),
        (FINE, "--no-such-flag", "false", 2),
    ],
)
def test_the_action_fails_where_it_is_asked_to_and_on_wrong_usage(tmp_path, environment, text, flags, fails, status):
    (tmp_path / "a b.txt").write_text(text)
    script = block_after((ROOT / "action.yml").read_text("utf-8"), "run:", 8)
    given = {"PATHS": "a b.txt", "FLAGS": flags, "FAIL": fails, "OUTPUT": "", "HERE": "."}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script], cwd=tmp_path, env={**environment, **given}, check=False
    )
    assert done.returncode == status


@pytest.mark.parametrize(
    ("paths", "flags", "printed"),
    [
        ("a b.txt\nc.txt\n", "", "http://a.example/\nhttp://c.example/\n"),  # as of "paths: |" in YAML
        ("c.txt", "-n\n--column\n", "1:1:http://c.example/\n"),
        ("", "", "http://a.example/\nhttp://c.example/\n"),
    ],
)
def test_the_action_takes_paths_and_flags_of_several_lines(tmp_path, environment, paths, flags, printed):
    (tmp_path / "a b.txt").write_text("http://a.example/\n")
    (tmp_path / "c.txt").write_text("http://c.example/\n")
    script = block_after((ROOT / "action.yml").read_text("utf-8"), "run:", 8)
    given = {"PATHS": paths, "FLAGS": flags, "FAIL": "false", "OUTPUT": "", "HERE": "."}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script], cwd=tmp_path, env={**environment, **given}, check=False,
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, printed, "")


@pytest.mark.parametrize(("text", "status"), [(HAZARD, 1), (FINE, 0), ("Nothing.\n", 0)])
def test_the_hook_fails_on_a_link_with_a_hazard_only(tmp_path, environment, text, status):
    (tmp_path / "a b.txt").write_text(text)
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    entry = next(line.partition("entry: ")[2] for line in hook.splitlines() if "entry: " in line)
    done = subprocess.run(["bash", "-c", f"{entry} 'a b.txt'"], cwd=tmp_path, env=environment, check=False)
    assert done.returncode == status


def test_the_recipe_needs_what_the_project_needs():
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    recipe = (ROOT / "packaging" / "conda" / "recipe.yaml").read_text("utf-8").replace(" >=", ">=").lower()
    for needed in (*project["project"]["dependencies"], *project["build-system"]["requires"]):
        assert f"- {needed.lower()}\n" in recipe
    from uri_extract import __version__

    assert f"version: {__version__}\n" in recipe


@pytest.mark.parametrize("name", ["action.yml", ".pre-commit-hooks.yaml", ".github/workflows/wheels.yml"])
def test_files_for_services_are_yaml(name):
    yaml = pytest.importorskip("yaml")
    assert json.dumps(yaml.safe_load((ROOT / name).read_text("utf-8")), default=str)


def test_actions_are_pinned_by_the_digest_of_a_commit():
    used = re.findall(r"uses: (\S+)( # v[\d.]+)?$", (ROOT / ".github/workflows/wheels.yml").read_text("utf-8"), re.M)
    assert len(used) > 5
    assert [each for each, version in used if not version or not re.search("@[0-9a-f]{40}$", each)] == []


def test_wheels_are_built_for_the_versions_that_the_classifiers_name():
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    versions = re.findall(r"Python :: 3\.(\d+)", " ".join(project["project"]["classifiers"]))
    assert project["tool"]["cibuildwheel"]["build"] == [f"cp3{each}-*" for each in versions]


@pytest.mark.parametrize("pure", [True, False])
def test_a_wheel_says_what_is_in_it_and_was_not_written_for_it(pure):
    pytest.importorskip("setuptools", "77")
    pytest.importorskip("Cython")
    if not (ROOT / "src").exists():
        pytest.skip("the source is not next to the tests")
    bill = json.loads(runpy.run_path(str(ROOT / "setup.py"), run_name="setup")["bill_of_materials"]("1.2", pure))
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", "1.2")
    parts = [each["bom-ref"] for each in bill["components"]]
    assert [each["name"] for each in bill["components"]] == ([] if pure else ["Cython"])
    assert bill["dependencies"] == [{"ref": "pkg:pypi/uri-extract@1.2", "dependsOn": parts}]


# -- what is noted if kernels are not compiled -------------------------------------------------------------------------

COMPILERS = {
    "none": ("exit 1", "no C compiler was found; install gcc and python3-dev (Debian"),
    "no headers": (
        "for each; do case $each in *.c) grep -q Python.h $each && exit 1 ;; esac; done; exit 0",
        "Python.h was not found; install gcc",
    ),
    "one fails": ("", "these did not compile: uri_extract.decode.nothing"),
}


@pytest.mark.skipif(os.name != "posix", reason="a compiler that is a shell script")
@pytest.mark.parametrize("name", COMPILERS)
def test_the_build_notes_why_kernels_are_not_compiled(tmp_path, monkeypatch, name):
    pytest.importorskip("setuptools", "77")
    if not (ROOT / "src").exists():
        pytest.skip("the source is not next to the tests")
    from setuptools import Distribution, Extension

    script, said = COMPILERS[name]
    compiler = tmp_path / "cc"
    compiler.write_text(f"#!/bin/sh\n{script}\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.delenv("URI_EXTRACT_PURE", raising=False)
    monkeypatch.chdir(ROOT)
    build = runpy.run_path("setup.py", run_name="setup")
    extension = Extension("uri_extract.decode.nothing", ["nothing.c"], optional=True)
    command = build["BuildKernels"](Distribution({"name": "x", "ext_modules": [extension]}))
    command.build_lib, command.build_temp = str(tmp_path / "lib"), str(tmp_path / "temp")
    (tmp_path / "lib" / "uri_extract").mkdir(parents=True)
    command.ensure_finalized()
    monkeypatch.setitem(
        build["BuildKernels"].build_extensions.__globals__, "translate", lambda names: {names[0]: ([], [])}
    )
    command.run()
    assert (tmp_path / "lib" / "uri_extract" / "not_compiled.txt").read_text().startswith(said)
