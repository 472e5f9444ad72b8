"""What the library raises: one family, so that one ``except`` catches everything it raises on purpose.

Faults *in the data*, and of files below a directory, are records (:class:`uri_extract.records.Problem`); only misuse
and requests that cannot be answered raise.
"""

from __future__ import annotations

import sys


class UriExtractError(Exception):
    """The parent of every error that uri-extract raises on purpose."""


class InvalidReference(UriExtractError, ValueError):  # noqa: N818 - the name is part of the interface
    """A string that the grammar does not derive (RFC 3986 Appendix A).

    ``component`` is the component the fault is in (``"scheme"``, ``"host"``, ``"path"`` ...), ``position`` the index in
    characters of the first one that the component cannot have there (where it ends too soon, of what follows it), and
    ``reason`` a sentence. Components are those that the delimiters cut out (RFC 3986 §4.1).
    """

    def __init__(self, text: str, component: str, position: int, reason: str) -> None:
        super().__init__(text, component, position, reason)
        self.text = text
        self.component = component
        self.position = position
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.component} at character {self.position}: {self.reason}"


class SourceTypeError(UriExtractError, TypeError):
    """A source, or a chunk for a scanner, of a type that cannot be read: a file in text mode, a list, None."""


class SourceError(UriExtractError, OSError):
    """A named source that cannot be opened; ``errno``, ``strerror`` and ``filename`` are those of OSError."""


class SourceNotFoundError(SourceError, FileNotFoundError):
    """A named source that does not exist."""


class SourcePermissionError(SourceError, PermissionError):
    """A named source that may not be read."""


class UnknownMediaType(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A media type that has no scanner: a mistake of the caller, not of the data."""


class UnknownCharset(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A charset that nothing is known of, or a codec of Python that is no charset (``hex``, ``idna``)."""


class ContradictingCharsets(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A charset, and another one in the parameters of the media type: a mistake of the caller."""


class InvalidOption(UriExtractError, TypeError):  # noqa: N818 - as its siblings
    """An option that does not exist, or that cannot be given with the others: a mistake of the caller."""


class InvalidOptionValue(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """An option with a value that it does not have: a mistake of the caller."""


class MissingExtra(UriExtractError):  # noqa: N818 - as its siblings
    """A request that needs a package that is not installed; the text says what to type."""


def missing_extra(what: str, extra: str, requirement: str) -> str:
    """Return the sentence for a missing extra: what needs it, and the command that installs it into this Python."""
    import shlex

    python = shlex.quote(sys.executable or "python3")
    return f"{what} needs the extra {extra!r}, which is not installed: {python} -m pip install '{requirement}'"
