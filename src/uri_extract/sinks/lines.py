"""Lines: one for each reference, in UTF-8."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uri_extract.rows import Page
from uri_extract.sinks.text import Text, exact

# The field printed if there is no URI inside.
_OUTSIDE = {"nested": "unwrapped", "unwrapped": "target"}


class Lines(Text):
    """Writes one field of each occurrence: ``target``, ``unwrapped``, ``nested``, ``reference`` or ``raw``.

    If the field is None, another one is written: ``reference`` for ``target``, ``target`` for ``unwrapped``, and
    ``unwrapped`` for ``nested``.

    ``raw`` keeps the line breaks of the source, so a wrapped reference is on several lines. With ``null``, lines end
    with NUL instead of a line feed. ``shown`` converts each text before it is printed.
    """

    def __init__(
        self, value: str = "target", *, null: bool = False, shown: Callable[[str], str] | None = None
    ) -> None:  # fmt: skip
        self._value = value
        self._null = null
        self._text = shown

    def encode(self, page: Page) -> bytes:
        """Return the lines of a page."""
        if self._text is not None:
            return exact("".join([f"{self._text(text)}\n" for text in texts_of(page, self._value)]))
        if not self._null:
            return page.lines(self._value)
        if self._value != "raw":  # only raw text may contain line feeds
            return page.lines(self._value).replace(b"\n", b"\0")
        return exact("\0".join([*texts_of(page, self._value), ""]))


def texts_of(page: Page, value: str) -> Sequence[str]:
    """Return the text of each row: the field ``value``, or its substitute if that is None."""
    if value in _OUTSIDE:
        inside = page.columns((value,))[value]
        return [text or outside for text, outside in zip(inside, texts_of(page, _OUTSIDE[value]), strict=True)]
    found = page.columns((value, "reference"))
    if found[value] is found["reference"]:
        texts: list[str] = found[value]
        return texts
    pairs = zip(found[value], found["reference"], strict=True)
    return [reference if text is None else text for text, reference in pairs]
