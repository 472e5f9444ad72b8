r"""Lines by a template: ``{target}\t{document}:{line}``.

A name in braces is a field of JSON Lines, or ``host`` or ``scheme`` of the target, or, of occurrences in context,
``before`` or ``after``; ``{{`` and ``}}`` are braces, and
``\t \n \r \0 \\`` are what they are elsewhere. None is empty, and a list has a blank between its members.
Control characters in names of documents are escaped, unless NUL ends each line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from uri_extract.errors import UriExtractError
from uri_extract.media.context import CONTEXT
from uri_extract.records import COLUMNS
from uri_extract.sinks.keys import host_of, scheme_of
from uri_extract.sinks.text import Text, exact, name_in_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.records import Occurrence

_TOKEN: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|\\(.?)|([{}])|([^{}\\]+)", re.DOTALL)
_ESCAPES: Final = {"t": "\t", "n": "\n", "r": "\r", "0": "\0", "\\": "\\"}
_KNOWN: Final = " ".join(f"\\{escape}" for escape in _ESCAPES)
_MORE: Final[dict[str, Callable[[Occurrence], str | None]]] = {"host": host_of, "scheme": scheme_of}

_NAMES: Final = ("document", "refers_to")


class InvalidTemplate(UriExtractError, ValueError):  # noqa: N818 - as its siblings
    """A template that says what does not exist: a mistake of the caller."""


class Template(Text):
    """Writes what a template makes of each occurrence; raises :class:`InvalidTemplate`."""

    def __init__(self, template: str, *, null: bool = False) -> None:
        self._parts = _parts(template, null)
        #: Whether it shows what stands around an occurrence.
        self.shows_context = any(f"{{{name}}}" in template.replace("{{", "") for name in CONTEXT)
        self._end = "\0" if null else "\n"

    def encode(self, occurrences: list[Occurrence]) -> bytes:
        """Return the lines of occurrences, with all text but names as the source has it."""
        texts: list[str] = []
        for occurrence in occurrences:
            texts += [part if isinstance(part, str) else part(occurrence) for part in self._parts]
            texts.append(self._end)
        return exact("".join(texts))


def _parts(template: str, null: bool) -> list[str | Callable[[Occurrence], str]]:
    parts: list[str | Callable[[Occurrence], str]] = []
    for match in _TOKEN.finditer(template):
        name, escape, brace, text = match.groups()
        if name is not None:
            parts.append(_field(name, null))
        elif escape is not None:
            if escape not in _ESCAPES:
                raise InvalidTemplate(f"{match[0]!r} is not one of {_KNOWN}")
            parts.append(_ESCAPES[escape])
        elif brace is not None:
            raise InvalidTemplate(f"a single {brace!r}: a brace is written twice")
        else:
            parts.append(text or match[0][0])
    return parts


def _field(name: str, null: bool) -> Callable[[Occurrence], str]:
    if name in _NAMES:
        return lambda occurrence: name_in_line(getattr(occurrence, name) or "", null=null)
    if name in _MORE:
        more = _MORE[name]
        return lambda occurrence: more(occurrence) or ""
    if name not in COLUMNS and name not in CONTEXT:
        raise InvalidTemplate(f"no field {name!r}: one of {', '.join((*COLUMNS, *_MORE, *CONTEXT))}")
    return lambda occurrence: _text(getattr(occurrence, name, None))


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(value) if isinstance(value, tuple) else str(value)
