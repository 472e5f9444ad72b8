"""What several rooms' tests share: the kernels, each by its name, and a process that is the same wherever they run."""

import os
import signal

import pytest
from hypothesis import settings

from uri_extract.scan import kernels

KERNELS = sorted({"interpreted", *kernels})

# Nothing depends on the clock: the first call may compile a pattern while others use the processor. Every run tries the
# same examples, so that a change is judged by what it changes; other examples are for those who ask for them.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("random" if os.environ.get("URI_EXTRACT_RANDOM") else "same")

# What changes how a command behaves: Python's buffers and encodings, the locale, colours, the width of help.
ENVIRONMENT = ("LANG", "LANGUAGE", "LC_", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "COLUMNS", "XDG_CONFIG_HOME")
PYTHON = ("PYTHONUNBUFFERED", "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONWARNINGS", "PYTHONDEVMODE", "PYTHONOPTIMIZE")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Where kernels are compiled, tests of the interpreted ones are long: they take most of the time."""
    if len(KERNELS) > 1:
        for item in items:
            parameters = item.callspec.params if hasattr(item, "callspec") else {}
            if "interpreted" in map(str, parameters.values()):
                item.add_marker(pytest.mark.long)


@pytest.fixture(params=KERNELS)
def kernel(request):
    """The class of a kernel: once the interpreted one, once the compiled one where it is built."""
    return kernels[request.param]


@pytest.fixture(autouse=True, scope="session")
def _clean_environment():
    """Commands that tests start see none of the variables of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(ENVIRONMENT) or name in PYTHON:
                patch.delenv(name)
        patch.setenv("URI_EXTRACT_CONFIG", "")
        yield


@pytest.fixture(autouse=True, scope="session")
def _signals_are_not_ignored():
    """Commands that tests start are ended by signals, where the tests run under nohup or in the background too."""
    before = {}
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            # A handler of Python is none in the process that is started; that of a fork does nothing.
            before[number] = signal.signal(number, lambda *_: None)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
