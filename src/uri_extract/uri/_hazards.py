"""Find the hazards of a reference that its signs (:mod:`uri_extract.uri.signs`) hint at.

:mod:`uri_extract.uri.hazards` has the table of hazards.
"""

from __future__ import annotations

from functools import cache

import cython

from uri_extract._compat._typing import Any
from uri_extract.uri._kernel import decode, decode_to_bytes
from uri_extract.uri.components import server_by_appendix_b
from uri_extract.uri.hazard import NAMES, Hazard
from uri_extract.uri.patterns import may_nest
from uri_extract.uri.text_hazards import of_characters, of_content, of_query, of_slashes

if not cython.compiled:
    from uri_extract.uri import signs
    from uri_extract.uri._kernel import may_be_unseen, numeric_ipv4, server_of

_HAZARD = cython.declare(object, Hazard)
_PLACE_OF = cython.declare(object, NAMES.index)
_PASSWORD = cython.declare(object, Hazard("password", "A password is in the userinfo, in clear text."))
_UNREGISTERED = cython.declare(object, Hazard("unregistered-scheme", "An application defines where its scheme leads."))
_IN_SCHEME = "abcdefghijklmnopqrstuvwxyz0123456789+-."
_SCRIPTS = frozenset(["javascript", "vbscript"])  # which have a hazard of their own
# Ports of other protocols, besides those in the table of schemes.
_WELL_KNOWN_PORTS = cython.declare(dict, {
    7: "echo", 9: "discard", 19: "chargen", 25: "smtp", 465: "smtps", 587: "submission", 3306: "mysql"
})  # fmt: skip
_LONGEST_HOST = cython.declare(cython.Py_ssize_t, 255)
# The special schemes (URL Standard §4.2); a reference without a scheme counts as one of a web page.
_BROWSED = cython.declare(frozenset, frozenset(["http", "https", "ws", "wss", "ftp"]))
_GENERIC_NAMES = cython.declare(
    str,
    " com org net edu gov mil int info biz name pro mobi app dev xyz online site shop example test invalid localhost ",
)


def hazards_by_signs(text: str, found: cython.int) -> tuple[Hazard, ...]:
    """Return the hazards of a reference with these signs, in the order of ``NAMES``; each label may have its own."""
    return tuple(_by_signs(text, found, True))


def names_by_signs(text: str, found: cython.int) -> tuple[str, ...]:
    """Return the names of these hazards without duplicates: faster than making sentences, which most callers ignore."""
    names: list[Any] = _by_signs(text, found, False)
    if len(names) > 1:
        return tuple(dict.fromkeys(map(str, names)))
    return (str(names[0]),) if names else ()


def _by_signs(text: str, found: cython.int, says: cython.bint) -> list[Any]:
    """Return hazards with their sentences if ``says``, else their names."""
    hazards: list[Any] = []
    if found & signs.SCHEME and is_unregistered(text):
        hazards.append(_UNREGISTERED)
    if found & signs.SLASHES:
        hazards += of_slashes(text)
    if found & signs.OCTETS and ("%" in text or "\\" in text or not text.isprintable()):
        _add_of_octets(hazards, text)
    if found & signs.DIRECTION or may_be_unseen(text):
        hazards += of_characters(text)
    if found & signs.CONTENT:
        hazards += of_content(text)
    nests: cython.bint = "?" in text and may_nest(text)
    if found & signs.OF_AUTHORITY or nests:
        scheme, userinfo, host, port = server_by_appendix_b(text) if found < 0 else server_of(text)
        if host is not None:
            _add_of_authority(hazards, found, says, scheme, userinfo, host, port)
            if nests:
                hazards += of_query(text)
    if len(hazards) > 1:
        hazards.sort(key=_PLACE_OF)
    return hazards


def is_unregistered(text: str) -> bool:
    """Return True if an unregistered scheme that is not in wide use is before ``//``; "git+https" is."""
    from uri_extract.uri.schemes import SCHEMES

    scheme, colon, _ = text.lower().partition("://")
    is_name = colon and "a" <= scheme[:1] <= "z" and not scheme.strip(_IN_SCHEME)
    return bool(is_name) and scheme.rpartition("+")[2] not in SCHEMES and scheme not in _SCRIPTS


def _add_of_authority(
    hazards: list[Any], found: cython.int, says: cython.bint, scheme: str | None, userinfo: str | None, host: str,
    port: str | None,
) -> cython.int:  # fmt: skip
    if userinfo:
        _add_of_userinfo(hazards, says, userinfo, host)
    if found & (signs.ADDRESS | signs.HOST):
        encoded: cython.bint = "%" in host
        if found & signs.ADDRESS or encoded:
            meant: str | None = numeric_ipv4(host)
            if meant is not None and meant != host.removesuffix("."):
                if says:
                    sentence = f"{host!r} is an uncommon way to write the address {meant}."
                    hazards.append(_HAZARD("rare-ipv4", sentence))
                else:
                    hazards.append("rare-ipv4")
        if encoded or not host.isascii() or "xn--" in host.lower():
            hazards += _of_host(says)(host, (scheme or "http").lower() in _BROWSED)
    if port and found & signs.PORT:
        _add_of_port(hazards, scheme, port)
    if found & signs.LENGTH and len(host) > _LONGEST_HOST:
        sentence = f"The host has {len(host)} characters; a domain name has {_LONGEST_HOST} at most."
        hazards.append(_HAZARD("long-host", sentence))
    return 0


def _add_of_userinfo(hazards: list[Any], says: cython.bint, userinfo: str, host: str) -> cython.int:
    colon: cython.Py_ssize_t = userinfo.find(":")
    user: str = userinfo if colon < 0 else userinfo[:colon]
    if 0 <= colon < len(userinfo) - 1:
        hazards.append(_PASSWORD if says else "password")
    if "." in user or "%" in user:
        name = _leading_name(decode(user))
        if name:
            hazards.append(_HAZARD("userinfo-like-host", f"{name!r} looks like the host, which is {host!r}."))
    return 0


def _leading_name(user: str) -> str | None:
    """Return the host at the start of a user name, or None: ``cnn.example.com&story=...`` (§7.6)."""
    length: cython.Py_ssize_t = 0
    while length < len(user) and (user[length].isalnum() or user[length] in ".-"):
        length += 1
    name: str = user[:length].rstrip(".-")
    labels: list[str] = name.lower().split(".")
    if len(labels) == 1:
        return None
    country = len(labels[-1]) == 2 and labels[-1].isalpha()
    address = len(labels) == 4 and all(map(str.isdigit, labels))
    plausible = f" {labels[-1]} " in _GENERIC_NAMES or country or address or labels[0] == "www"
    return name if plausible and all(labels) else None


def _add_of_octets(hazards: list[Any], text: str) -> cython.int:
    lowered: str = text.lower()
    if not text.isprintable() or "%0" in lowered or "%1" in lowered or "%7f" in lowered:
        controls = sorted({octet for octet in decode_to_bytes(text) if octet < 0x20 or octet == 0x7F})
        if controls:
            names = ", ".join([f"%{octet:02X}" for octet in controls])
            sentence = f"It contains control octets ({names}), at which some parsers truncate or split it."
            hazards.append(_HAZARD("control-octet", sentence))
    if "\\" in text or "%5c" in lowered:
        hazards.append(_HAZARD("backslash", "It contains a backslash, which some parsers read as a slash."))
    return 0


@cache
def _of_host(says: bool) -> Any:
    """Return the function that finds the hazards of a host, or their names; few references need its tables."""
    from uri_extract.uri.host_hazards import hazards_of_host, names_of_host

    return hazards_of_host if says else names_of_host


def _add_of_port(hazards: list[Any], scheme: str | None, port: str) -> cython.int:
    from uri_extract.uri.schemes import SCHEMES

    digits: str = port.lstrip("0")
    known = SCHEMES.get((scheme or "").lower())
    if not digits or len(digits) > 5 or known is None or known.port is None or known.port == int(digits):
        return 0
    number = int(digits)
    name = _WELL_KNOWN_PORTS.get(number)
    if name is None and number < 1024:
        name = _names_of_ports().get(number)
    if name:
        hazards.append(_HAZARD("foreign-port", f"Port {number} is that of {name}, not of {known.name}."))
    return 0


@cache
def _names_of_ports() -> dict[int | None, str]:
    """Return the name of the first scheme with each port."""
    from uri_extract.uri.schemes import SCHEMES

    return {known.port: known.name for known in [*SCHEMES.values()][::-1]}
