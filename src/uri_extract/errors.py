"""What the library raises: one family, so that one ``except`` catches everything it raises on purpose.

Faults *in the data* are records (:class:`uri_extract.records.Problem`); only misuse and requests that cannot be
answered raise.
"""

from __future__ import annotations


class UriExtractError(Exception):
    """The parent of every error that uri-extract raises on purpose."""


class InvalidReference(UriExtractError, ValueError):  # noqa: N818 - the name is part of the interface
    """A string that the grammar does not derive (RFC 3986 Appendix A).

    ``component`` is the component the fault is in (``"scheme"``, ``"host"``, ``"path"`` ...), ``position`` the index of
    the first character, in characters of the string given, that no continuation can make right (the string's length
    where it ends too soon), and ``reason`` a sentence.
    """

    def __init__(self, text: str, component: str, position: int, reason: str) -> None:
        super().__init__(text, component, position, reason)
        self.text = text
        self.component = component
        self.position = position
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.component} at character {self.position}: {self.reason}"
