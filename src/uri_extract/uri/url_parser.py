r"""The basic URL parser of the URL Standard (§4.4), from a string to a string.

Valid references are resolved by RFC 3986. In markup this parser is used for two things: the base of a document
(``https:example.org\d`` is one, ``http://[bad/`` is not), and the target of a reference that is invalid by RFC 3986
(``x y``). For a valid reference both give the same target, or targets with the same normal form; the exceptions have
the hazard ``irregular-slashes``.
"""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import NamedTuple
from uri_extract.uri._kernel import decode, numeric_ipv4
from uri_extract.uri.components import Reference, string_of
from uri_extract.uri.host_names import a_label
from uri_extract.uri.ipv6 import canonical_ipv6, ipv6_fault
from uri_extract.uri.percent import Encoder, encode, encode_in

# §4.2: special schemes, with their default ports.
_SPECIAL = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": ""}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_DRIVE = re.compile(r"/*([A-Za-z])[:|](?=[/\\?#]|\Z)")
_DOTS = {"..", ".%2e", "%2e.", "%2e%2e"}

# §1.3, percent-encode sets.
_PRINTABLE = frozenset(map(chr, range(0x20, 0x7F)))
_C0_CONTROL = Encoder(_PRINTABLE)
_FRAGMENT = Encoder(_PRINTABLE.difference(' "<>`'))
_QUERY = Encoder(_PRINTABLE.difference(' "#<>'))
_SPECIAL_QUERY = Encoder(_PRINTABLE.difference(" \"#<>'"))
# With "|", which the standard does not encode: Chromium does, and RFC 3986 does not allow it in a path.
_PATH = Encoder(_PRINTABLE.difference(' "#<>?^`{|}'))
_USERINFO = Encoder(_PRINTABLE.difference(' "#<>?^`{|}/:;=@[\\]'))
#: Characters that are removed at both ends of a URL (§4.4, basic URL parser, step 1).
C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
#: Characters that are removed everywhere (step 3).
TAB_OR_NEWLINE = re.compile(r"[\t\n\r]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
# The end of an authority, with a special scheme and with others; its parts; a label that is a number (§3.5).
_AFTER_SPECIAL = re.compile(r"[/\\?]")
_AFTER_AUTHORITY = re.compile(r"[/?]")
_HOST_AND_PORT = re.compile(r"(\[[^\]]*\]|[^:]*)(?::([0-9]*))?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
# §3.2: characters that a host cannot have.
_FORBIDDEN = re.compile(r"[\0\t\n\r #/:<>?@\[\\\]^|]")
_FORBIDDEN_DOMAIN = re.compile(r"[\0-\x20#/:<>?@\[\\\]^|%\x7f]")


class Record(NamedTuple):
    """A URL record (§4.1), without its fragment. An opaque path is a path without a root."""

    scheme: str
    authority: str | None
    path: str
    query: str | None

    @property
    def opaque(self) -> bool:
        """True if its path is opaque: only a fragment can be resolved against it."""
        return self.authority is None and not self.path.startswith("/")

    def __str__(self) -> str:
        authority = "" if self.authority is None else f"//{self.authority}"
        guard = "/." if self.authority is None and self.path.startswith("//") else ""
        query = "" if self.query is None else f"?{self.query}"
        return f"{self.scheme}:{authority}{guard}{self.path}{query}"


def target(reference: str, base: str | None, encoding: str | None = None) -> str | None:
    """Return the target of a reference as a browser resolves it, with its fragment; None if parsing fails.

    ``encoding`` is the Python codec of the document, if it is not UTF-8; queries are encoded with it.
    """
    text = TAB_OR_NEWLINE.sub("", _scalar_values(reference).strip(C0_CONTROL_OR_SPACE))
    record = parse(text, None if base is None else _base(base), encoding or "utf-8")
    if record is None:
        return None
    _, mark, fragment = text.partition("#")
    return f"{record}#{_encode(fragment, _FRAGMENT)}" if mark else str(record)


def _scalar_values(text: str) -> str:
    """Return a text with unpaired surrogates replaced by U+FFFD (Infra Standard, "scalar value string")."""
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def browses_to(reference: str | Reference, base: str | Reference | None = None) -> str | None:
    r"""Return the URL that a browser goes to, even for an irregular reference; None if parsing it fails.

    Rare forms of an IPv4 address become that address, full-width letters and percent-encodings in a host are
    converted, a name beyond ASCII gets A-labels, backslashes become slashes, tabs and line breaks are removed, and
    after a special scheme a host is found with any number of slashes. A relative reference is resolved against
    ``base``, the URL of its page; without a base parsing fails. Nothing is fetched; redirections are not followed.

    >>> browses_to("http://0x7f.1\\@a.example/")
    'http://127.0.0.1/@a.example/'
    """
    return target(string_of(reference), None if base is None else _scalar_values(string_of(base)))


@lru_cache(maxsize=64)  # a document has one base and many references
def _base(base: str) -> Record | None:
    return parse(TAB_OR_NEWLINE.sub("", base.strip(C0_CONTROL_OR_SPACE)))


def parse(text: str, base: Record | None = None, encoding: str = "utf-8") -> Record | None:
    """Return the record of a URL without white space at its ends and line breaks inside; None for a failure.

    ``encoding`` is the Python codec with which a query is percent-encoded if the scheme is special.
    """
    rest, _, _ = text.partition("#")
    match = _SCHEME.match(rest)
    if match is not None:
        scheme, rest = match[1].lower(), rest[match.end() :]
        if scheme not in _SPECIAL:
            return _other(scheme, rest)
        if base is None or base.scheme != scheme:
            if scheme == "file":
                return _file(rest, None, encoding)
            return _with_authority(scheme, rest.lstrip("/\\"), encoding)
        # "http:d" against an http base is relative: the state "special relative or authority".
    if base is None:
        return None
    if base.opaque:
        return base if not rest and text.startswith("#") else None
    special = base.scheme in _SPECIAL
    if base.scheme == "file":
        return _file(rest, base, encoding)
    slashes = "/\\" if special else "/"
    if len(rest) > 1 and rest[0] in slashes and rest[1] in slashes:
        return _with_authority(base.scheme, rest.lstrip(slashes) if special else rest[2:], encoding)
    return _relative(rest, base, encoding)


def _relative(rest: str, base: Record, encoding: str) -> Record:
    """Return the record of a reference without scheme and authority, against a base whose path is not opaque."""
    if not rest:
        return base
    path, mark, query = rest.partition("?")
    special = base.scheme in _SPECIAL
    encoded = _query(query, special, _query_encoding(base.scheme, encoding)) if mark else None
    if not path:
        return base._replace(query=encoded)
    rooted = path[0] == "/" or (special and path[0] == "\\")
    before = "" if rooted else base.path.rpartition("/")[0] + "/"
    return Record(base.scheme, base.authority, _path(before + path, base.scheme), encoded)


def _with_authority(scheme: str, rest: str, encoding: str) -> Record | None:
    special = scheme in _SPECIAL
    encoding = _query_encoding(scheme, encoding)
    end = _AFTER_SPECIAL.search(rest) if special else _AFTER_AUTHORITY.search(rest)
    authority, rest = (rest, "") if end is None else (rest[: end.start()], rest[end.start() :])
    userinfo, _, host_and_port = authority.rpartition("@")
    match = _HOST_AND_PORT.fullmatch(host_and_port)
    if match is None or (not match[1] and (special or match[0] != authority or match[2] is not None)):
        return None
    host = _host(match[1], special)
    port = (match[2] or "").lstrip("0") or ("0" if match[2] else "")
    if host is None or len(port) > 5 or int(port or 0) > 0xFFFF:
        return None
    user, colon, password = userinfo.partition(":")
    before = _encode(user, _USERINFO) + (f":{_encode(password, _USERINFO)}" if colon and password else "")
    authority = (f"{before}@" if before else "") + host
    if port and port != _SPECIAL.get(scheme):
        authority += f":{port}"
    path, mark, query = rest.partition("?")
    encoded = _query(query, special, encoding) if mark else None
    return Record(scheme, authority, _path(path, scheme) if path else "/" if special else "", encoded)


def _other(scheme: str, rest: str) -> Record | None:
    """Return the record of the text after a scheme that is not special."""
    if rest.startswith("//"):
        return _with_authority(scheme, rest[2:], "utf-8")
    path, mark, query = rest.partition("?")
    encoded = _query(query, False, "utf-8") if mark else None
    if path.startswith("/"):
        return Record(scheme, None, _path(path, scheme), encoded)
    return Record(scheme, None, _encode(path, _C0_CONTROL), encoded)


def _file(rest: str, base: Record | None, encoding: str) -> Record | None:
    """Return the record of the text after ``file:``, or of a reference against such a base: the file states."""
    path, mark, query = rest.partition("?")
    path = path.replace("\\", "/")
    encoded = _query(query, True, encoding) if mark else None
    if path.startswith("//"):
        name, slash, after = path[2:].partition("/")
        if _DRIVE.fullmatch(name):
            return Record("file", "", _path(f"/{name}{slash}{after}", "file"), encoded)
        host = _host(name, True) if name else ""
        return None if host is None else Record("file", "" if host == "localhost" else host,
                                                _path(slash + after or "/", "file"), encoded)  # fmt: skip
    if base is None:
        return Record("file", "", _path(path if path.startswith("/") else f"/{path}", "file"), encoded)
    if not path:
        return base if not mark else base._replace(query=encoded)
    if path.startswith("/") or _DRIVE.match(path):
        drive = _DRIVE.match(base.path)
        if drive is not None and not _DRIVE.match(path):
            path = f"/{drive[1]}:{path}"
        return Record("file", base.authority, _path(path if path.startswith("/") else f"/{path}", "file"), encoded)
    return Record("file", base.authority, _path(base.path.rpartition("/")[0] + "/" + path, "file"), encoded)


def _path(path: str, scheme: str) -> str:
    """Return a path that begins with a slash, without dot-segments: the path state."""
    if scheme in _SPECIAL:
        path = path.replace("\\", "/")
    kept: list[str] = []
    segments = path.removeprefix("/").split("/")
    for index, segment in enumerate(segments):
        last = index == len(segments) - 1
        if segment.lower() in _DOTS:
            if kept and not (scheme == "file" and len(kept) == 1 and _DRIVE.fullmatch(kept[0])):
                kept.pop()
            if last:
                kept.append("")
        elif segment in (".", "%2e", "%2E"):
            if last:
                kept.append("")
        else:
            if scheme == "file" and not kept and _DRIVE.fullmatch(segment):
                segment = f"{segment[0]}:"
            kept.append(_encode(segment, _PATH))
    return "/" + "/".join(kept)


def _host(host: str, special: bool) -> str | None:
    """Return the serialized host (§3.5); None for a failure."""
    if host.startswith("["):
        return f"[{canonical_ipv6(host[1:-1])}]" if ipv6_fault(host[1:-1]) is None else None
    if not special:
        return None if _FORBIDDEN.search(host) else _encode(host, _C0_CONTROL)
    name = decode(host) if "%" in host else host
    ascii_name = name.lower() if name.isascii() else _domain_to_ascii(name)
    if not ascii_name or _FORBIDDEN_DOMAIN.search(ascii_name):
        return None
    last = ascii_name.removesuffix(".").rpartition(".")[2]
    if _NUMBER.fullmatch(last):  # §3.5, "ends in a number"
        return numeric_ipv4(ascii_name)
    return ascii_name


def _domain_to_ascii(name: str) -> str | None:
    """Return a domain name beyond ASCII in ASCII (UTS #46 §4.2), with the same result without the extra ``idna``.

    None if a label has a character that no version of Unicode allows in one, or begins with a combining mark. Other
    characters that IDNA disallows are encoded.
    """
    from unicodedata import ucd_3_2_0 as unicode

    from uri_extract.uri.host_characters import map_characters  # its tables take time

    mapped = unicode.normalize("NFC", map_characters(name)).replace("\u3002", ".")
    labels = mapped.split(".")
    characters = frozenset(mapped)
    if any(map(_is_never_allowed, characters)):
        return None
    marks = {character for character in characters if unicode.category(character)[0] == "M"}
    if marks and not marks.isdisjoint([label[0] for label in labels if label]):
        return None
    return ".".join(map(_a_label, labels))


def _is_never_allowed(character: str) -> bool:
    """Return True for controls, separators, private-use characters, surrogates and noncharacters (UTS #46 §4.1)."""
    if character.isascii() or character in "\u200c\u200d":
        return False
    from unicodedata import ucd_3_2_0 as unicode

    point = ord(character)
    if point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF or point == 0xFFFD:
        return True
    return unicode.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")


@lru_cache(maxsize=1024)
def _a_label(label: str) -> str:
    return label if label.isascii() else a_label(label)


def _query_encoding(scheme: str, encoding: str) -> str:
    """Return the encoding of a query: that of the document, except for ``ws`` and ``wss`` (§4.4, "query state")."""
    return "utf-8" if scheme in ("ws", "wss") else encoding


def _query(query: str, special: bool, encoding: str) -> str:
    encoder = _SPECIAL_QUERY if special else _QUERY
    if not special or query.isascii() or encoding == "utf-8":
        return _encode(query, encoder)
    return encode_in(query, encoding, encoder)


def _encode(text: str, encoder: Encoder) -> str:
    """Return text percent-encoded as UTF-8 (§1.3); surrogates become "?"."""
    return encode(text, encoder, "replace")
