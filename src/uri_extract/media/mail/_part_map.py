"""Map a decoded text to its part and to the file."""

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.source_map import Chain, SourceMap


class PartMap:
    """Map places in a text, which begins at ``begin`` of all texts, to the part, for line numbers, and to the file.

    ``inner`` maps the text to the part, ``base`` is the place in the part of the text's start, ``outer`` maps the part
    to the file; it is empty if ``base`` is a place in the file. If ``inner`` is None, the text is the ``size`` bytes
    that replaced ``word`` as a whole: the map of a word is made when a place in it is requested, because few are.
    """

    def __init__(
        self, begin: cython.longlong, base: cython.longlong, inner: Any, outer: Any, flowed: Any = None,
        refanger: Any = None, word: bytes | None = None, size: cython.Py_ssize_t = 0,
    ) -> None:  # fmt: skip
        self.begin = begin
        self.base = base
        self.inner: Any = inner
        self.outer: Any = outer
        self.flowed: Any = flowed
        self.refanger: Any = refanger
        self.word: bytes | None = word
        self.size = size

    def of_text(self) -> Any:
        """Return the map of the text to the part."""
        if self.inner is None:
            of_word: Any = SourceMap(is_text=False)
            of_word.replaced(self.size, self.word)
            self.inner = Chain([of_word])
        return self.inner

    def decoded(self, position: cython.longlong) -> Any:
        """Return the place in the part of a byte of the text."""
        inner: Any = self.of_text()
        position -= self.begin
        return (inner.place(position) if inner else position) + self.base

    def locate(self, position: cython.longlong, text: bytes) -> tuple[int, int, int, bytes]:
        """Return the place of ``text`` in the part, its start and end in the file, and its bytes in the part."""
        inner: Any = self.of_text()
        start: Any = position - self.begin
        source: bytes = text
        if inner:
            start, source, text = inner.locate(start, text)
        start += self.base
        begin, end = self.outer.span(start, start + len(source))
        return start, begin, end, text

    def forget(self, position: cython.longlong) -> None:
        """Drop data for places before ``position``."""
        position = max(0, position - self.begin)
        if self.refanger is not None:
            self.refanger.forget(position)
        self.outer.forget(self.of_text().forget(position) + self.base)
