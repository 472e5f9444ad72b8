"""Dot-segments: the path algorithms that resolution and normalisation share, in linear time."""

from __future__ import annotations


def merge(base_authority: str | None, base_path: str, path: str) -> str:
    """Return the base path, without its last segment, with a relative path appended (RFC 3986 §5.2.3)."""
    if base_authority is not None and not base_path:
        return f"/{path}"
    return base_path[: base_path.rfind("/") + 1] + path


def guard(authority: str | None, path: str) -> str:
    """Return the path, prefixed with ``/.`` if composition would read it as an authority (RFC 3986 §3.3, §5.3)."""
    return f"/.{path}" if authority is None and path.startswith("//") else path


def collapse(buffer: str) -> str:
    """Return a merged path after RFC 2396 §5.2 step 6 (c) to (f): ".." at the start is kept.

    url-syntax-09 §5.2 step 6 has the same steps. A stack of segments does in one pass what the RFC calls "removing
    the leftmost pattern, iteratively"; the empty string before a leading slash is not a segment.
    """
    root = "/" if buffer.startswith("/") else ""
    segments = buffer[len(root) :].split("/")
    output: list[str] = []
    for segment in segments[:-1]:
        if segment == ".." and output and output[-1] != "..":
            output.pop()
        elif segment != ".":
            output.append(segment)
    last = segments[-1]
    if last == ".." and output and output[-1] != "..":
        output.pop()
        last = ""
    output.append("" if last == "." else last)
    return root + "/".join(output)
