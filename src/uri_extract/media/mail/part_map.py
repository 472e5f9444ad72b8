"""Map a decoded text to its part and to the file."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uri_extract.decode.flowed import Flowed
    from uri_extract.decode.refang import Refanger
    from uri_extract.decode.source_map import Chain


class PartMap:
    """Map places in a text, which begins at ``begin`` of all texts, to the part, for line numbers, and to the file.

    ``inner`` maps the text to the part, ``base`` is the place in the part of the text's start, ``outer`` maps the part
    to the file; it is empty if ``base`` is a place in the file.
    """

    __slots__ = ("base", "begin", "flowed", "inner", "outer", "refanger")

    def __init__(
        self, begin: int, base: int, inner: Chain, outer: Chain, flowed: Flowed | None = None,
        refanger: Refanger | None = None,
    ) -> None:  # fmt: skip
        self.begin: int = begin
        self.base: int = base
        self.inner: Chain = inner
        self.outer: Chain = outer
        self.flowed: Flowed | None = flowed
        self.refanger: Refanger | None = refanger

    def decoded(self, position: int) -> int:
        """Return the place in the part of a byte of the text; requested places must not decrease."""
        position -= self.begin
        return (self.inner.place(position) if self.inner else position) + self.base

    def locate(self, position: int, text: bytes) -> tuple[int, int, int, bytes]:
        """Return the place of ``text`` in the part, its start and end in the file, and its bytes in the part."""
        start, source = position - self.begin, text
        if self.inner:
            start, source, text = self.inner.locate(start, text)
        start += self.base
        return start, *self.outer.span(start, start + len(source)), text

    def forget(self, position: int) -> None:
        """Drop data for places before ``position``."""
        position = max(0, position - self.begin)
        if self.refanger:
            self.refanger.forget(position)
        self.outer.forget(self.inner.forget(position) + self.base)
