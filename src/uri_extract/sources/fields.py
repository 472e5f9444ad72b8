"""Fields of a header: of HTTP messages, WARC records."""

from __future__ import annotations


class Fields:
    """Looks fields up by name, without reading the others: most of a header nobody asks for."""

    __slots__ = ("_head", "_lower")

    def __init__(self, head: bytes) -> None:
        self._head = head
        self._lower = head.lower()

    def __call__(self, name: bytes) -> str:
        """Return the value of the first field of that name, which is in lower case; empty where there is none."""
        at = self._lower.find(b"\n" + name)
        while at >= 0:
            end = self._head.find(b"\n", at + 1)
            field, colon, value = self._head[at + 1 : end if end >= 0 else None].partition(b":")
            if colon and len(field.rstrip()) == len(name):
                while end >= 0 and self._head[end + 1 : end + 2] in (b" ", b"\t"):  # folded (RFC 9112 §5.2)
                    begin, end = end, self._head.find(b"\n", end + 1)
                    value += self._head[begin : end if end >= 0 else None]
                value = b" ".join(value.split()) if b"\n" in value else value.strip()
                return value.decode("utf-8", "surrogateescape")
            at = self._lower.find(b"\n" + name, at + 1)
        return ""
