"""Dot-segments: the path algorithms that resolution and normalisation share, each linear in the path."""

from __future__ import annotations


def has_dot_segments(path: str) -> bool:
    """Return False only where *path* holds no dot-segment; True may be a false alarm (``/.profile``)."""
    return "/." in path or path[:1] == "."


def remove_dot_segments(path: str) -> str:
    """Return *path* as RFC 3986 §5.2.4 leaves it.

    Its steps by rule: 2A and 2D apply at the start only, since 2B, 2C and 2E leave an input that is empty
    or begins with a slash. The stack holds each segment with the slash before it, so 2C is one pop.
    """
    if not has_dot_segments(path):
        return path
    segments = path.split("/")
    first = 0
    while segments[first] == "." or segments[first] == "..":
        first += 1
        if first == len(segments):
            return ""
    output = [] if segments[first] == "" and first < len(segments) - 1 else [segments[first]]
    last = ""
    for segment in segments[first + 1 :]:
        last = segment
        if segment == "..":
            if output:
                output.pop()
        elif segment != ".":
            output.append(f"/{segment}")
    if last == "." or last == "..":
        output.append("/")
    return "".join(output)


def merge(base_authority: str | None, base_path: str, path: str) -> str:
    """Return a relative path after all but the last segment of the base path (RFC 3986 §5.2.3)."""
    if base_authority is not None and not base_path:
        return f"/{path}"
    return base_path[: base_path.rfind("/") + 1] + path


def climb(directory: str, path: str) -> str:
    """Return *path* merged with a directory, the ``../`` at its start done.

    The directory begins and ends with a slash and has no dot-segments: what most references need of
    :func:`remove_dot_segments` is then no more than to cut it shorter.
    """
    start, end = 0, len(directory)
    while path.startswith("../", start):
        start += 3
        end = directory.rfind("/", 0, end - 1) + 1 or 1
    return directory[:end] + path[start:]


def guard(authority: str | None, path: str) -> str:
    """Return a path that composition cannot make an authority (RFC 3986 §3.3, §5.3)."""
    return f"/.{path}" if authority is None and path.startswith("//") else path


def collapse(buffer: str) -> str:
    """Return a merged path as RFC 2396 §5.2 step 6 (c) to (f) leaves it: ".." that nothing precedes is kept.

    url-syntax-09 §5.2 step 6 has the same steps. "Removing the leftmost pattern, iteratively" is what a
    stack of segments does in one pass; the empty string before a leading slash is not a segment.
    """
    if not has_dot_segments(buffer):
        return buffer
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
