"""Lines: one a reference, in UTF-8, and nothing else."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING
from uri_extract.sinks.text import Text, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uri_extract.pages import Page


# What is printed in place of what is inside, where there is nothing inside.
_OUTSIDE = {"nested": "unwrapped", "unwrapped": "target"}


class Lines(Text):
    """Of each occurrence its ``value``: ``target``, ``unwrapped``, ``nested``, ``reference`` or ``raw``.

    In place of a target that it has not it is the reference, in place of what is unwrapped the target, and in place of
    what is nested what is unwrapped.

    ``raw`` keeps the line breaks of the source, so one that was wrapped is on several lines; with ``null`` a NUL ends
    each instead of a line feed. ``shown`` returns a text as it is printed.
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
        if self._value != "raw":  # in others there is no line feed
            return page.lines(self._value).replace(b"\n", b"\0")
        return exact("\0".join([*texts_of(page, self._value), ""]))


def texts_of(page: Page, value: str) -> Sequence[str]:
    """Return the text of each row: its ``value``, or its substitute where that is None."""
    if value in _OUTSIDE:
        inside = page.columns((value,))[value]
        return [text or outside for text, outside in zip(inside, texts_of(page, _OUTSIDE[value]), strict=True)]
    found = page.columns((value, "reference"))
    if found[value] is found["reference"]:
        texts: list[str] = found[value]
        return texts
    pairs = zip(found[value], found["reference"], strict=True)
    return [reference if text is None else text for text, reference in pairs]
