"""Shared fixtures: each kernel by its name, and the same environment for every process."""

import gc
import os
import shutil
import signal
import time
from pathlib import Path

import pytest
from hypothesis import settings

from uri_extract.scan import kernels

KERNELS = sorted({"interpreted", *kernels})

# Examples have no deadline: the first call may compile a pattern, and other processes use the processor. Every run
# tries the same examples, so only a change of the code changes the result; URI_EXTRACT_RANDOM asks for new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("random" if os.environ.get("URI_EXTRACT_RANDOM") else "same")

#: What is tried by chance changes from run to run; a test that fails prints this. URI_EXTRACT_SEED asks for it again.
SEED = os.environ.get("URI_EXTRACT_SEED") or str(time.time_ns())

# Variables that change how a command behaves: Python's buffers and encodings, the locale, colours, the width of help.
ENVIRONMENT = ("LANG", "LANGUAGE", "LC_", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "COLUMNS", "XDG_CONFIG_HOME")
PYTHON = ("PYTHONUNBUFFERED", "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONWARNINGS", "PYTHONDEVMODE", "PYTHONOPTIMIZE")

#: Modules whose tests have the same result with any kernels: of the documents, of the source as text, of patterns, of
#: parts of files, runs and checkpoints, of what other libraries read, and of what the command does with streams, names,
#: files and its environment. With interpreted kernels .ci/run leaves them out.
INDEPENDENT = [
    "test_language.py", "test_layers.py", "test_packaging.py", "test_patterns.py", "test_reliability.py",
    "test_splits.py", "test_typing.py", "engines/test_trial.py", "jobs/test_checkpoint.py", "jobs/test_containers.py",
    "sources/test_barcodes.py", "sources/test_pdf.py",
    "cli/test_configuration.py", "cli/test_force.py", "cli/test_generate.py", "cli/test_inputs.py",
    "cli/test_naming.py", "cli/test_progress.py", "cli/test_sandbox.py", "cli/test_streams.py", "cli/test_written.py",
]  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """If kernels are compiled, mark the tests of interpreted ones as long: they take most of the time.

    Those marked here run by default where nothing is compiled, so the mark ``interpreted`` lets a run leave them out.
    """
    paths = {Path(__file__).parent / name for name in INDEPENDENT}
    for item in items:
        if item.path in paths:
            item.add_marker(pytest.mark.independent)
    if len(KERNELS) > 1:
        for item in items:
            parameters = item.callspec.params if hasattr(item, "callspec") else {}
            if "interpreted" in map(str, parameters.values()) and item.get_closest_marker("long") is None:
                item.add_marker(pytest.mark.long)
                item.add_marker(pytest.mark.interpreted)


def pytest_collection():
    """Keep the collector from searching the tests, millions of objects that stay: not while their number grows…"""
    gc.disable()


def pytest_collection_finish():
    """… and not later."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(params=KERNELS)
def kernel(request):
    """The class of a kernel: the interpreted one, then the compiled one if it is built."""
    return kernels[request.param]


@pytest.fixture(autouse=True, scope="session")
def _clean_environment():
    """Remove the variables of the environment that would change the commands that tests start."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(ENVIRONMENT) or name in PYTHON:
                patch.delenv(name)
        patch.setenv("URI_EXTRACT_CONFIG", "")
        yield


@pytest.fixture(autouse=True, scope="session")
def _signals_are_not_ignored():
    """Reset ignored signals, so that they end commands even if the tests run under nohup or in the background."""
    before = {}
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            # A handler of Python is reset when a process is executed; in a forked process it does nothing.
            before[number] = signal.signal(number, lambda *_: None)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(scope="module")
def browser():
    """Chromium, if it and Playwright are installed."""
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()
