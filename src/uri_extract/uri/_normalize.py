"""The comparison ladder of RFC 3986 §6.2: normal forms by level, and equivalence at each level.

The build compiles this file under the name ``_normalize_c``.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.uri.components import Reference, components_of, string_of
from uri_extract.uri.iri import to_uri
from uri_extract.uri.paths import collapse, guard
from uri_extract.uri.rules import Str, unknown
from uri_extract.uri.schemes import SCHEMES

if not cython.compiled:
    from uri_extract._ascii import CAPITAL_A, CAPITAL_Z, PERCENT, SMALL_A
    from uri_extract.uri._kernel import split
    from uri_extract.uri._resolve import may_have_dot_segments, without_dot_segments
    from uri_extract.uri._syntax import buffer_of, octets, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LEVELS = ("none", "case", "percent", "path", "scheme")
_NONE = cython.declare(cython.int, 0)
_PERCENT = cython.declare(cython.int, 2)
_PATH = cython.declare(cython.int, 3)
_SCHEME = cython.declare(cython.int, 4)

# The unreserved octets, which mean the same percent-encoded, by edition (RFC 3986 §2.3, RFC 2396 §2.3).
_UNRESERVED = {
    edition: bytes(octet < 128 and (chr(octet).isalnum() or chr(octet) in marks) for octet in range(256))
    for edition, marks in (("rfc3986", "-._~"), ("rfc2396", "-_.!~*'()"), ("url-syntax-09", "$-_.!~*'(),"))
}
_NO_OCTET = bytes(256)

_PORTS = {name: str(scheme.port) for name, scheme in SCHEMES.items() if scheme.port is not None}

# RFC 3986 §6.2.3, RFC 9110 §4.2.3, RFC 6455 §3: an empty path means "/".
_ROOTED = frozenset({"http", "https", "ws", "wss", "ftp"})


def normalize(reference: str | Reference, *, level: Str = "scheme", edition: Str = "rfc3986") -> str:
    """Return the normal form of *reference* at a level of RFC 3986 §6.2; each level includes those before it.

    "none": unchanged. "case" (§6.2.2.1): the case of scheme, host and percent-encodings. "percent" (§6.2.2.2):
    unreserved characters are decoded, by the edition's set. "path" (§6.2.2.3): dot-segments are removed, except at
    the start of a relative path. "scheme" (§6.2.3): default and empty ports are removed, an empty path becomes ``/``
    if the scheme defines it so, ``file://localhost`` loses its host, the domains of ``mailto`` and the namespace of
    ``urn`` are in lower case. An empty query or fragment stays. Raises :class:`InvalidReference`.

    >>> normalize("HTTP://A.example:80/%7Eb/./c")
    'http://a.example/~b/c'
    >>> normalize("HTTP://A.example:80/%7Eb/./c", level="case")
    'http://a.example:80/%7Eb/./c'
    """
    depth: cython.int = _depth(level)
    return _normal(_string(reference), depth, edition)


@cython.cfunc
@cython.exceptval(-1)
def _depth(level: Str) -> cython.int:
    if level == "scheme":
        return _SCHEME
    if level not in LEVELS:
        raise unknown("level", level, LEVELS)
    return LEVELS.index(level)


@cython.cfunc
def _string(reference: Any) -> str:
    return reference if type(reference) is str else string_of(reference)


@cython.cfunc
def _normal(text: str, depth: cython.int, edition: Str) -> str:
    row: cython.Py_ssize_t[9]
    start: cython.Py_ssize_t
    relative: cython.bint
    if not cython.compiled:
        row = [-1] * 9
    if not _places(text, edition, row):
        components_of(text, edition=edition)  # raises the error
    if depth == _NONE:
        return text
    if "%" in text:
        rewritten = _rewrite(text, _UNRESERVED[edition] if depth >= _PERCENT else _NO_OCTET)
        if rewritten is not text:
            text, relative = rewritten, row[0] < 0
            # In the older editions, an authority may be a server once an encoding is decoded.
            _places(text, edition, row)
            if relative and row[0] >= 0:  # but the path "a%2Db:c" of url-syntax-09 must not become a scheme
                row[0] = row[1] = row[3] = row[4] = -1
                row[5] = 0
    if _has_capital(text, 0, row[0]):
        text = text[: row[0]].lower() + text[row[0] :]
    if row[1] >= 0 and row[3] >= 0:
        start = row[1] if row[2] < 0 else row[2] + 1
        if _has_capital(text, start, row[3]):
            text = text[:start] + _lower(text[start : row[3]]) + text[row[3] :]
    if depth >= _PATH and may_have_dot_segments(text, row[5], row[6]):
        start = len(text)
        text = _without_dot_segments(text, edition, row)
        row[6] += len(text) - start
    return _by_scheme(text, row) if depth == _SCHEME and row[0] >= 0 else text


@cython.cfunc
def _by_scheme(text: str, row: cython.pointer[cython.Py_ssize_t]) -> str:
    """Return *text* in scheme-based normal form (RFC 3986 §6.2.3); its scheme is in lower case."""
    scheme: str = text[: row[0]]
    end: cython.Py_ssize_t = row[5]
    if row[1] >= 0 and row[3] >= 0:
        if row[4] >= 0 and (row[4] == end or text[row[4] : end].lstrip("0") == _PORTS.get(scheme)):
            end = row[4] - 1
        if end == row[3] and scheme == "file" and text[row[1] : end] == "localhost":
            end = row[1]
        if row[5] == row[6] and scheme in _ROOTED:
            return text[:end] + "/" + text[row[5] :]
        return text if end == row[5] else text[:end] + text[row[5] :]
    if scheme == "mailto":
        domains = [_mailbox(address) for address in text[end : row[6]].split(",")]
        return text[:end] + ",".join(domains) + text[row[6] :]
    if scheme == "urn":
        namespace, colon, rest = text[end : row[6]].partition(":")
        return text[:end] + _lower(namespace) + colon + rest + text[row[6] :]
    return text


@cython.cfunc
@cython.exceptval(-1)
def _places(text: str, edition: Str, row: cython.pointer[cython.Py_ssize_t]) -> cython.int:
    """Write the row of *text* by an edition (:mod:`uri_extract.uri._syntax`), up to its path; return True if valid."""
    if edition == "rfc3986":
        return read(text, row)
    parts = split(text, "URI-reference", edition)
    if parts is None:
        return False
    scheme, authority, userinfo, host, port, path, _, _ = parts
    row[0] = -1 if scheme is None else len(scheme)
    row[1] = row[2] = row[3] = row[4] = -1
    row[5] = row[0] + 1
    if authority is not None:
        row[1] = row[5] + 2
        row[5] = row[1] + len(authority)
        if host is not None:
            row[2] = -1 if userinfo is None else row[1] + len(userinfo)
            row[3] = row[5] if port is None else row[5] - len(port) - 1
            row[4] = -1 if port is None else row[3] + 1
    row[6] = row[5] + len(path)
    return True


def equivalent(a: str | Reference, b: str | Reference, *, level: Str = "scheme") -> bool:
    """Return True if two references, URIs or IRIs, have the same normal form at *level* (RFC 3986 §6.2).

    An IRI is compared as the URI that it maps to (RFC 3987 §3.1), so it equals its percent-encoded form.
    False does not mean that they identify different resources (§6.1). Raises :class:`InvalidReference`, and
    :class:`MissingExtra` if a host needs the extra ``idna`` and it is missing.

    >>> equivalent("http://a.example", "HTTP://A.example:80/")
    True
    """
    one, other = _string(a), _string(b)
    depth: cython.int = _depth(level)
    if not (one.isascii() and other.isascii()):
        if depth == _NONE:
            return components_of(one, rule="IRI-reference") == components_of(other, rule="IRI-reference")
        one, other = to_uri(one), to_uri(other)
    form = _normal(one, depth, "rfc3986")
    return one == other or form == _normal(other, depth, "rfc3986")


@cython.cfunc
@cython.exceptval(check=False)
def _has_capital(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    if not cython.compiled:
        return start < end and text[start:end] != text[start:end].lower()
    data: cython.p_const_uchar = octets(text)
    index: cython.Py_ssize_t
    for index in range(start, end):  # noqa: SIM110 - Cython has no loop for any()
        if CAPITAL_A <= data[index] <= CAPITAL_Z:
            return True
    return False


@cython.cfunc
def _lower(name: str) -> str:
    """Return *name* in lower case with the hexadecimal digits of its percent-encodings in upper case."""
    return _rewrite(name.lower(), _NO_OCTET)


@cython.cfunc
def _rewrite(text: str, decoded: bytes) -> str:
    """Return *text*, ASCII, with the octets in *decoded* decoded and other percent-encodings in upper case.

    Return the same object if nothing changes.
    """
    data: cython.p_const_uchar = octets(text)
    is_decoded: cython.p_const_uchar = decoded
    digits: cython.p_const_uchar = b"0123456789ABCDEF"
    octet: cython.int
    index: cython.Py_ssize_t = text.find("%")
    size: cython.Py_ssize_t
    while (
        index >= 0 and data[index + 1] < SMALL_A and data[index + 2] < SMALL_A and not is_decoded[_octet(data, index)]
    ):
        index = text.find("%", index + 3)
    if index < 0:
        return text
    buffer: bytearray = buffer_of(text)
    size = index
    while index < len(text):
        buffer[size] = data[index]
        if data[index] == PERCENT:
            octet = _octet(data, index)
            if is_decoded[octet]:
                buffer[size] = octet
            else:
                buffer[size + 1] = digits[octet >> 4]
                buffer[size + 2] = digits[octet & 15]
                size += 2
            index += 2
        index += 1
        size += 1
    return buffer[:size].decode("ascii")


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _octet(data: cython.p_const_uchar, index: cython.Py_ssize_t) -> cython.int:
    """Return the octet that is percent-encoded at *index*; the low bits of a letter are its number, from 1."""
    high: cython.int = data[index + 1]
    low: cython.int = data[index + 2]
    return ((high & 15) + 9 * (high >> 6)) << 4 | ((low & 15) + 9 * (low >> 6))


@cython.cfunc
def _without_dot_segments(text: str, edition: Str, row: cython.pointer[cython.Py_ssize_t]) -> str:
    path: str = text[row[5] : row[6]]
    rooted: cython.bint = row[1] >= 0
    if not rooted and path[0] != "/" and (row[0] < 0 or edition != "rfc3986"):
        if row[0] >= 0:
            return text  # opaque (RFC 2396 §3)
        return _relative_path(path) + text[row[6] :]
    if edition == "rfc3986":
        return without_dot_segments(text, row[5], row[6], rooted)
    # Before RFC 3986, dots above the root were part of the path (RFC 2396 §5.2 step 6 g).
    return text[: row[5]] + guard("" if rooted else None, collapse(path)) + text[row[6] :]


def _relative_path(path: str) -> str:
    """Return a relative path without dot-segments except at its start, so that it resolves alike with any base."""
    start = 0
    while path.startswith("./", start) or path.startswith("../", start):
        start = path.index("/", start) + 1
    lead, rest = path[:start], path[start:]
    if rest in (".", "..", ""):
        return path
    rest = collapse(rest)
    first = rest.partition("/")[0]
    if not lead and (not first or ":" in first):
        # "" would mean the base itself, "/x" the root, and "x:y" would have a scheme (RFC 3986 §4.2).
        lead = "./"
    return lead + rest


@cython.cfunc
def _mailbox(address: str) -> str:
    local_part, at, domain = address.rpartition("@")
    return local_part + at + _lower(domain) if at else address
