r"""Lines by a template: ``{target}\t{document}:{line}``.

A name in braces is a field of JSON Lines, ``host`` or ``scheme`` of the target, ``nested`` or ``browses_to``, or, with
context, ``before`` or ``after``. ``{{`` and ``}}`` are braces, and ``\t \n \r \0 \\`` have their usual meaning. None is
empty, and the members of a list are separated by blanks. Control characters in document names are escaped, unless lines
end with NUL.
"""

from __future__ import annotations

from itertools import repeat

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.errors import UriExtractError
from uri_extract.rows.schema import COLUMNS, CONTEXT, REQUESTED
from uri_extract.sinks.keys import hosts_of, schemes_of
from uri_extract.sinks.text import Text, exact, name_in_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from uri_extract.rows import Page

    # The texts of a field in the rows of a page.
    _Column = Callable[[Page], Iterable[str]]

_TOKEN: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|\\(.?)|([{}])|([^{}\\]+)", re.DOTALL)
_ESCAPES: Final = {"t": "\t", "n": "\n", "r": "\r", "0": "\0", "\\": "\\"}
_KNOWN: Final = " ".join(f"\\{escape}" for escape in _ESCAPES)
_MORE: Final[dict[str, Callable[[Page], Sequence[str | None]]]] = {"host": hosts_of, "scheme": schemes_of}
_ALL: Final = tuple(dict.fromkeys((*COLUMNS, *_MORE, *CONTEXT, *REQUESTED)))

_NAMES: Final = ("document", "refers_to")


class InvalidTemplate(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A template with an unknown field or escape, or an unbalanced brace."""


class Template(Text):
    """Writes each occurrence by a template. Raises :class:`InvalidTemplate`."""

    def __init__(self, template: str, *, null: bool = False) -> None:
        self._parts = _parts(template, null)
        #: True if the template shows the context of an occurrence.
        self.shows_context: bool = any(f"{{{name}}}" in template.replace("{{", "") for name in CONTEXT)
        self._end = "\0" if null else "\n"

    def encode(self, page: Page) -> bytes:
        """Return the lines of a page. Only document names are escaped."""
        columns = [repeat(part, len(page)) if isinstance(part, str) else part(page) for part in self._parts]
        return exact("".join([f"{line}{self._end}" for line in map("".join, zip(*columns, strict=True))]))


def _parts(template: str, null: bool) -> list[str | _Column]:
    parts: list[str | _Column] = []
    for match in _TOKEN.finditer(template):
        name, escape, brace, text = match.groups()
        if name is not None:
            parts.append(_field(name, null))
        elif escape is not None:
            if escape not in _ESCAPES:
                raise InvalidTemplate(f"{match[0]!r} is not one of {_KNOWN}")
            parts.append(_ESCAPES[escape])
        elif brace is not None:
            what = "is not closed" if brace == "{" else "closes nothing"
            raise InvalidTemplate(f"{brace!r} at character {match.start()} {what}; a brace itself is {2 * brace!r}")
        else:
            parts.append(text or match[0][0])
    return parts


def _field(name: str, null: bool) -> _Column:
    """Return a function that returns the texts of a field for the rows of a page."""
    if name in _NAMES:
        return lambda page: [name_in_line(each or "", null=null) for each in page.columns((name,))[name]]
    if name in _MORE:
        more = _MORE[name]
        return lambda page: [each or "" for each in more(page)]
    if name not in _ALL:
        raise InvalidTemplate(f"unknown field {name!r}; fields are {', '.join(_ALL)}")
    return lambda page: map(_text, page.columns((name,))[name])


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(value) if isinstance(value, tuple) else str(value)
