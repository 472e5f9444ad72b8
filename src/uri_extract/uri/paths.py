"""Dot-segments: the path algorithms that resolution and normalisation share, each linear in the path."""

from __future__ import annotations


def merge(base_authority: str | None, base_path: str, path: str) -> str:
    """Return a relative path after all but the last segment of the base path (RFC 3986 §5.2.3)."""
    if base_authority is not None and not base_path:
        return f"/{path}"
    return base_path[: base_path.rfind("/") + 1] + path


def guard(authority: str | None, path: str) -> str:
    """Return a path that composition cannot make an authority (RFC 3986 §3.3, §5.3)."""
    return f"/.{path}" if authority is None and path.startswith("//") else path


def collapse(buffer: str) -> str:
    """Return a merged path as RFC 2396 §5.2 step 6 (c) to (f) leaves it: ".." that nothing precedes is kept.

    url-syntax-09 §5.2 step 6 has the same steps. "Removing the leftmost pattern, iteratively" is what a
    stack of segments does in one pass; the empty string before a leading slash is not a segment.
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
