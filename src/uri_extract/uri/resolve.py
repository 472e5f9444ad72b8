"""Reference resolution: RFC 3986 §5.2, and the older RFC 2396 §5.2 and url-syntax-09 §5.2."""

from __future__ import annotations

from uri_extract.errors import InvalidOptionValue, InvalidReference
from uri_extract.uri import _kernel
from uri_extract.uri.components import Reference, components_of, compose, invalidity, string_of
from uri_extract.uri.patterns import Parts
from uri_extract.uri.rules import EDITIONS, unknown

# -- Dot-segments: the path algorithms that resolution and normalisation share, in linear time -------------------------


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


# -- Resolution --------------------------------------------------------------------------------------------------------

#: The target of ``""`` and ``"#s"`` in the older editions (RFC 2396 §4.2, Appendix C): deliberately not a URI.
CURRENT_DOCUMENT = "(current document)"

EXCESS_DOTS = ("retain", "discard", "error")


def resolve(
    base: str | Reference,
    reference: str | Reference,
    *,
    strict: bool = True,
    edition: str = "rfc3986",
    excess_dots: str | None = None,
) -> str:
    """Return the target URI of *reference* against *base* (RFC 3986 §5.2.2), by the algorithm of *edition*.

    *base* must have a scheme; its fragment is ignored. With ``strict=False`` a reference that repeats the
    scheme of the base is relative. In the older editions the target of a reference to the document itself is
    :data:`CURRENT_DOCUMENT` (with the fragment), and *excess_dots* chooses the treatment of ``..`` above the
    root: "retain" (as in their examples, the default), "discard" or "error".
    Raises :class:`InvalidReference`, and :class:`InvalidOptionValue` for an unknown edition or value.

    >>> resolve("http://a/b/c/d;p?q", "../g")
    'http://a/b/g'
    """
    if edition != "rfc3986" or excess_dots is not None:
        return _resolve_older(string_of(base), string_of(reference), strict, edition, excess_dots or "retain")
    base = base if type(base) is str else string_of(base)
    reference = reference if type(reference) is str else string_of(reference)
    target = _kernel.resolve(base, reference, strict)
    if target is None:
        error = invalidity(reference)
        if error is None:
            of_base = invalidity(base, rule="URI")
            assert of_base is not None
            error = InvalidReference(base, of_base.component, of_base.position, f"{of_base.reason}, in the base")
        raise error
    return target


def _resolve_older(base: str, reference: str, strict: bool, edition: str, excess_dots: str) -> str:
    """Return the target by RFC 2396 §5.2, step by step; url-syntax-09 §5.2 has the same steps."""
    if edition not in EDITIONS:
        raise unknown("edition", edition, EDITIONS)
    if excess_dots not in EXCESS_DOTS:
        raise unknown("excess_dots", excess_dots, EXCESS_DOTS)
    if edition == "rfc3986":
        raise InvalidOptionValue("excess_dots must be None for edition 'rfc3986': §5.2.4 leaves no choice")
    base_scheme, base_authority, _, _, _, base_path, _, _ = _older_base(base, edition)
    scheme, authority, _, _, _, path, query, fragment = _older_reference(reference, edition)
    if not path and scheme is authority is query is None:  # step 2
        return CURRENT_DOCUMENT if fragment is None else f"{CURRENT_DOCUMENT}#{fragment}"
    if scheme is not None:  # step 3
        hierarchical = base_authority is not None or base_path.startswith("/")
        if strict or not hierarchical or scheme.lower() != (base_scheme or "").lower():
            return reference
    if authority is None:  # step 4
        authority = base_authority
        if not path.startswith("/"):  # steps 5, 6
            path = _excess(collapse(merge(authority, base_path, path)), reference, excess_dots)
    return compose(base_scheme, authority, guard(authority, path), query, fragment)  # step 7


def _older_base(base: str, edition: str) -> Parts:
    parts = components_of(base, edition=edition)
    if parts[0] is None:
        components_of(base, rule="URI", edition=edition)
    return parts


def _older_reference(reference: str, edition: str) -> Parts:
    if edition == "rfc2396" and reference.startswith("?"):
        # Appendix C resolves "?y", which the BNF does not derive, as a rel_path is not empty.
        _, _, _, _, _, _, query, fragment = components_of(f"y{reference}", edition=edition)
        return None, None, None, None, None, "", query, fragment
    return components_of(reference, edition=edition)


def _excess(path: str, reference: str, treatment: str) -> str:
    """Return a path after the treatment of ".." segments left at its start (step 6 g)."""
    root = "/" if path.startswith("/") else ""
    segments = path[len(root) :].split("/")
    count = 0
    while count < len(segments) and segments[count] == "..":
        count += 1
    if not count or treatment == "retain":
        return path
    if treatment == "error":
        raise InvalidReference(reference, "path", 0, f"it goes {count} levels above the root of its base URI")
    return root + "/".join(segments[count:])
