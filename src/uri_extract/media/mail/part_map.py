"""The way back from a translated text to the decoded part and to the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.decode.content_transfer import ContentTransferDecoder
    from uri_extract.decode.flowed import Flowed
    from uri_extract.decode.translation import Translation


class PartMap:
    """Map places in a translated text to the decoded part, whose lines count, and to the file.

    ``inner`` are the translations from part to text, the first one first, ``base`` is where in the part the first one
    began, ``outer`` those from file to part, the last one first: none if ``base`` is a place in the file.
    """

    __slots__ = ("base", "begin", "changed", "flowed", "inner", "outer")

    def __init__(
        self, begin: int, base: int, inner: list[Any], outer: list[ContentTransferDecoder], flowed: Flowed | None = None
    ) -> None:
        self.begin = begin
        self.base = base
        self.inner: list[Translation] = inner[::-1]
        self.outer = outer
        self.flowed = flowed
        self.changed: Callable[[int, int], bool] | None = None  # of a refanger

    def decoded(self, position: int) -> int:
        """Return the place in the part of a byte of the text; places must not decrease."""
        position -= self.begin
        for translation in self.inner:
            position = translation.place(position)
        return position + self.base

    def locate(self, position: int, text: bytes) -> tuple[int, int, int, bytes]:
        """Return the place of ``text`` in the part, where it begins and ends in the file, and it as the part has it."""
        start = position - self.begin
        source = text
        for translation in self.inner:
            at, start = start, translation.place(start)
            source = translation.original(at, source)
            if translation.takes_text:
                text = source
        decoded = start + self.base
        start, end = spanned(decoded, decoded + len(source), self.outer)
        return decoded, start, end, text

    def forget(self, position: int) -> None:
        """Say that no place before ``position`` will be asked for."""
        position = max(0, position - self.begin)
        for translation in self.inner:
            position = translation.forget(position)
        position += self.base
        for transfer in self.outer:
            position = transfer.forget(position)


def spanned(start: int, end: int, decoders: list[ContentTransferDecoder]) -> tuple[int, int]:
    """Return where in the file what is in a part from ``start`` to ``end`` begins and ends."""
    for decoder in decoders:
        start, end = decoder.span(start, end)
    return start, end
