"""A document is read once, as occurrences or as lines."""

from __future__ import annotations

from uri_extract.errors import UriExtractError


class Once:
    """A scanner gives lines or occurrences, and nothing once it is closed."""

    #: What was asked for; "closed" from the end on.
    _gives: str | None = None

    def _asked(self, what: str, last: bool = False) -> None:
        """Note what was asked for; raise UriExtractError where that cannot be any more."""
        if self._gives not in (None, what):
            state = "is closed" if self._gives == "closed" else f"has given {self._gives}, and not {what}"
            raise UriExtractError(f"the scanner {state}")
        self._gives = "closed" if last else what
