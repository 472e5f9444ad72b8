"""Reference resolution: RFC 3986 §5.2, and before it RFC 2396 §5.2 and url-syntax-09 §5.2."""

from __future__ import annotations

from uri_extract.errors import InvalidOptionValue, InvalidReference
from uri_extract.uri import _backend
from uri_extract.uri.components import EDITIONS, Reference, components_of, compose, string_of, unknown
from uri_extract.uri.paths import climb, collapse, guard, has_dot_segments, merge, remove_dot_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.uri.patterns import Parts

#: What the older editions answer for ``""`` and ``"#s"`` (RFC 2396 §4.2, Appendix C): not a URI, on purpose.
CURRENT_DOCUMENT = "(current document)"

EXCESS_DOTS = ("retain", "discard", "error")

# A document has one base and many references, so the last bases are remembered.
_bases: dict[str, _Base] = {}
_BASES_MOST = 64


def resolve(
    base: str | Reference,
    reference: str | Reference,
    *,
    strict: bool = True,
    edition: str = "rfc3986",
    excess_dots: str | None = None,
) -> str:
    """Return the target URI of *reference* against *base* (RFC 3986 §5.2.2), by the algorithm of *edition*.

    *base* must have a scheme; its fragment is dropped. With ``strict=False`` a reference that repeats the
    scheme of the base is taken for a relative one. The older editions answer :data:`CURRENT_DOCUMENT` (and
    the fragment) where the reference means the document itself, and leave the choice of what to do with
    ``..`` above the root: *excess_dots* is "retain" (their examples, the default), "discard" or "error".
    Raises :class:`InvalidReference`.
    """
    if edition != "rfc3986" or excess_dots is not None:
        return _resolve_older(string_of(base), string_of(reference), strict, edition, excess_dots or "retain")
    text = reference if type(reference) is str else string_of(reference)
    parts = _backend.split(text) or components_of(text)
    base = base if type(base) is str else string_of(base)
    given = _bases.get(base) or _remember(base)
    scheme, authority, _, _, _, path, query, fragment = parts
    if scheme is not None:
        if strict or scheme.lower() != given.scheme.lower():
            if not has_dot_segments(path):
                return text
            return compose(scheme, authority, guard(authority, remove_dot_segments(path)), query, fragment)
        text = text[len(scheme) + 1 :]
    if authority is not None:
        if not has_dot_segments(path):
            return f"{given.scheme}:{text}"
        return compose(given.scheme, authority, remove_dot_segments(path), query, fragment)
    # After its path, a reference without an authority has only what the target has as well.
    rest = text[len(path) :]
    if not path:
        return f"{given.prefix}{given.path if query is not None else given.path_and_query}{rest}"
    if path[0] == "/":
        path = remove_dot_segments(path)
    elif has_dot_segments(path) or not given.plain:
        path = remove_dot_segments(climb(given.directory, path) if given.plain else given.directory + path)
    else:
        path = given.directory + path
    return f"{given.prefix}{path if given.rooted else guard(None, path)}{rest}"


def resolve_plain(base: str, reference: str) -> str:
    """Return what :func:`resolve` does, for a relative reference that ``is_plain`` (:mod:`uri_extract.uri.plain`).

    Most are appended to a part of the base.
    """
    given = _bases.get(base) or _remember(base)
    first = reference[:1]
    if not given.rooted:
        return resolve(base, reference)
    if first != "." and "/." not in reference:
        if first == "/":
            if reference[1:2] != "/":
                return given.prefix + reference
        elif given.plain and first and first not in "?#":
            return given.before + reference
        elif first == "#":
            return given.before_fragment + reference
    elif given.plain and first == ".":
        if reference[:3] == "../" and reference.find("/.", 3) < 0 and reference[3:4] != ".":
            return given.above + reference[3:]
        start = 0
        while reference.startswith("../", start):
            start += 3
        if reference[start : start + 1] != "." and reference.find("/.", start) < 0:
            return given.prefix + climb(given.directory, reference)
    return resolve(base, reference)


class _Base:
    """What resolution needs of a base URI, ready to be put before a path."""

    __slots__ = (
        "above",  # what precedes the rest of a reference that begins with "../"
        "before",  # what precedes a relative path
        "before_fragment",
        "directory",
        "path",
        "path_and_query",
        "plain",
        "prefix",
        "rooted",
        "scheme",
    )

    def __init__(self, parts: Parts) -> None:
        scheme, authority, _, _, _, path, query, _ = parts
        self.scheme = scheme or ""
        self.rooted = authority is not None
        self.prefix = f"{scheme}://{authority}" if self.rooted else f"{scheme}:"
        self.path = path
        self.path_and_query = path if query is None else f"{path}?{query}"
        self.directory = merge(authority, path, "")
        self.before = self.prefix + self.directory
        self.above = self.prefix + climb(self.directory, "../")
        self.before_fragment = self.prefix + self.path_and_query
        self.plain = self.directory.startswith("/") and not has_dot_segments(self.directory)


def known_base(base: str) -> _Base | None:
    """Return what resolution needs of a base; None if it is not a URI."""
    try:
        return _bases.get(base) or _remember(base)
    except InvalidReference:
        return None


def _remember(base: str) -> _Base:
    given = _Base(components_of(base, rule="URI"))
    if len(_bases) >= _BASES_MOST:
        _bases.clear()
    _bases[base] = given
    return given


def _resolve_older(base: str, reference: str, strict: bool, edition: str, excess_dots: str) -> str:
    """RFC 2396 §5.2, step by step; url-syntax-09 §5.2 has the same steps, under other names."""
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
        # Appendix C resolves "?y", which the BNF does not derive: a rel_path is not empty.
        _, _, _, _, _, _, query, fragment = components_of(f"y{reference}", edition=edition)
        return None, None, None, None, None, "", query, fragment
    return components_of(reference, edition=edition)


def _excess(path: str, reference: str, treatment: str) -> str:
    """Treat ".." segments that are left at the start of a path (step 6 g)."""
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
