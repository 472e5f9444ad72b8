"""What the tests of the command share."""

import pytest


@pytest.fixture(autouse=True)
def _no_configuration(monkeypatch):
    """Whoever runs the tests may have a configuration file, and colours."""
    monkeypatch.setenv("URI_EXTRACT_CONFIG", "")
    for name in ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
