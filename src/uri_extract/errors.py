"""The errors of the library: one family, so that one ``except`` catches every error that it raises on purpose.

Faults *in the data* are records (:class:`uri_extract.rows.records.Problem`). Wrong arguments and impossible requests
raise.

Between them are errors of the *medium*: bytes that do not arrive, because a file cannot be opened or read, a client
raises an exception, or a stream ends before its declared length. For :func:`~uri_extract.extract` and the command they
are records of the kind :data:`UNREADABLE`, after which other inputs are read. For the functions of engines they are
exceptions (:class:`SourceError`), because an engine repeats a task that fails, and a table that lacks rows looks like
any other. Damage that a decoder finds in bytes that did arrive is a fault in the data for both.
"""

from __future__ import annotations

import errno
import sys

#: The kind of the problem records of the medium.
UNREADABLE = "unreadable"


class UriExtractError(Exception):
    """The base class of every error that uri-extract raises on purpose.

    >>> try:
    ...     resolve("no base", "a")
    ... except UriExtractError as error:
    ...     print(type(error).__name__, "-", error)
    InvalidReference - scheme at character 2: a scheme is needed here: ...
    """


class InvalidReference(UriExtractError, ValueError):  # noqa: N818 - the name is part of the interface
    """A string that is not a URI reference by the grammar (RFC 3986 Appendix A).

    ``component`` is the component with the fault (``"scheme"``, ``"host"``, ``"path"`` ...), ``position`` the index of
    the first character that the component cannot have there (if it ends too soon, of the next character), and
    ``reason`` a sentence. Components are split at the delimiters (RFC 3986 §4.1).

    >>> parse("http://a.example/b c")
    Traceback (most recent call last):
    uri_extract.errors.InvalidReference: path at character 18: path is made of pchar / '/', found ' ' (U+0020)
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
    """A source, or a chunk for a scanner, of a type that cannot be read: a file in text mode, a list, None.

    >>> extract(None)
    Traceback (most recent call last):
    uri_extract.errors.SourceTypeError: a source is a path, an open binary file or bytes, not NoneType
    """


class SourceError(UriExtractError, OSError):
    """A named source that cannot be opened or, for an engine, read: an error of the medium.

    ``errno``, ``strerror`` and ``filename`` are those of OSError.

    >>> issubclass(SourceError, OSError), issubclass(SourceNotFoundError, SourceError)
    (True, True)
    """


class SourceNotFoundError(SourceError, FileNotFoundError):
    """A named source that does not exist.

    >>> extract("no/such/file")
    Traceback (most recent call last):
    uri_extract.errors.SourceNotFoundError: [Errno 2] No such file or directory: 'no/such/file'
    """


class SourcePermissionError(SourceError, PermissionError):
    """A named source that may not be read.

    >>> issubclass(SourcePermissionError, PermissionError)
    True
    """


class UnknownMediaType(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A media type without a scanner, passed by the caller.

    >>> Scanner("video/mp4")
    Traceback (most recent call last):
    uri_extract.errors.UnknownMediaType: no scanner for 'video/mp4': ...
    """


class UnknownCharset(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """An unknown charset, or a codec of Python that is not a charset (``hex``, ``idna``).

    >>> Scanner(charset="hex")
    Traceback (most recent call last):
    uri_extract.errors.UnknownCharset: unknown charset 'hex'
    """


class ContradictingCharsets(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A charset that contradicts the charset parameter of the media type.

    >>> Scanner("text/html; charset=utf-8", charset="latin-1")
    Traceback (most recent call last):
    uri_extract.errors.ContradictingCharsets: charset 'latin-1' contradicts the media type, whose charset is 'utf-8'
    """


class InvalidOption(UriExtractError, TypeError):  # noqa: N818 - as its siblings
    """An option that does not exist, or that cannot be combined with the others.

    >>> extract_text("http://a.example/", colour=True)
    Traceback (most recent call last):
    uri_extract.errors.InvalidOption: unknown option 'colour'
    """


class InvalidOptionValue(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """An option with an invalid value.

    >>> extract_text("http://a.example/", joins="maybe")
    Traceback (most recent call last):
    uri_extract.errors.InvalidOptionValue: joins must be one of 'sure', 'likely', 'all', not 'maybe'
    """


class MissingExtra(UriExtractError):  # noqa: N818 - as its siblings
    """A request that needs a package that is not installed. The message has the command that installs it.

    >>> issubclass(MissingExtra, UriExtractError)
    True
    """


def misnamed(thing: object, name: str, ours: str) -> AttributeError:
    """Return the error for an attribute that has another name in other libraries."""
    message = f"{type(thing).__name__!r} object has no attribute {name!r} (did you mean {ours!r}?)"
    return AttributeError(message, name=name, obj=thing)


def source_error(number: int | None, message: str | None, name: str) -> SourceError:
    """Return the error of a source with the class for its number, which is EIO by default."""
    kind = SourceError
    if number == errno.ENOENT:
        kind = SourceNotFoundError
    elif number in (errno.EACCES, errno.EPERM):
        kind = SourcePermissionError
    return kind(number or errno.EIO, message, name)


def missing_extra(what: str, extra: str | None, requirement: str) -> str:
    """Return the message for a missing extra, or a package that none has: what needs it, and how it is installed."""
    import shlex

    python = shlex.quote(sys.executable or "python3")
    name = requirement if extra is None else f"the extra {extra!r}"
    return f"{what} needs {name}, which is not installed: {python} -m pip install '{requirement}'"


def said(error: BaseException) -> str:
    """Return the message of an error in one line; the name of its type if it has none."""
    return " ".join(str(error).split()) or type(error).__name__
