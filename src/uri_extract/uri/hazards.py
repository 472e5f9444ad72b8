"""What is dangerous about a reference, valid or not (RFC 3986 §7): named flags, each with its sentence."""

from __future__ import annotations

from functools import cache

from uri_extract.uri import signs
from uri_extract.uri._backend import mapped, may_be_unseen, numeric_ipv4, server_of, signs_of, split
from uri_extract.uri.components import Reference, string_of
from uri_extract.uri.hazard import Hazard as Hazard
from uri_extract.uri.patterns import harmless, may_nest
from uri_extract.uri.percent import decode, decode_to_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator


_PASSWORD = Hazard("password", "A password is in the userinfo, in clear text.")

#: The names of all flags, in the order in which they are given.
NAMES = (
    *("password", "userinfo-like-host", "rare-ipv4", "control-octet", "backslash", "mixed-script", "foreign-port"),
    *("long-host", "irregular-slashes", "confusable-host", "invisible-character", "encoded-host", "mapped-host"),
    *("bidi-control", "script-uri", "data-uri", "nested-uri", "other-host-in-text"),
)

# Ports that speak a protocol of their own, beyond those that the table of schemes has.
_WELL_KNOWN_PORTS = {7: "echo", 9: "discard", 19: "chargen", 25: "smtp", 465: "smtps", 587: "submission", 3306: "mysql"}
_LONGEST_HOST = 255
# URL Standard §4.2, special schemes; a reference without a scheme is on a page.
_BROWSED = frozenset(["http", "https", "ws", "wss", "ftp"])
# Characters that a browser removes: at the beginning, and everywhere.
_CONTROLS = "".join(map(chr, range(0x21)))
_NO_BREAKS = dict.fromkeys(map(ord, "\t\n\r"))
_LONGEST_SCHEME = 64
# What leaves the page as it is is no script that does something.
_IDLE = frozenset(["", "void(0)", "void0", "void", "void()", "false", "returnfalse", "//", "{}", "#", "undefined"])
_NO_BLANKS = dict.fromkeys(map(ord, " \t\n\r;"))
# Ends of media types of documents that may run scripts: text/html, application/xhtml+xml, image/svg+xml, text/xml.
_DOCUMENTS = ("html", "xml", "javascript")
_SVG = "image/svg+xml"  # a picture, unless a link leads to it
_DATA = "What it leads to is in the link itself: no host answers for it."
# Controls that override or isolate a direction: to encode them in a name of a file is a trick, not an accident.
_BIDI_OVERRIDES = frozenset("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")
# Characters of a URL that a sentence shows.
_MOST_SHOWN = 200
# Where a browser goes, or what it shows as a document: elements and attributes.
_LINKS = frozenset((
    ("a", "href"), ("a", "xlink:href"), ("area", "href"), ("form", "action"), ("button", "formaction"),
    ("input", "formaction"), ("iframe", "src"), ("frame", "src"), ("embed", "src"), ("object", "data"),
    ("meta", "content"),
))  # fmt: skip
_GENERIC_NAMES = (
    " com org net edu gov mil int info biz name pro mobi app dev xyz online site shop example test invalid localhost "
)


def hazards(reference: str | Reference) -> tuple[Hazard, ...]:
    """Return what a reader should beware of in *reference*, in the order of this list; never raises.

    ======================= ==========================================================================================
    ``password``            a password is in the userinfo (RFC 3986 §7.5)
    ``userinfo-like-host``  the userinfo looks like a host (§7.6)
    ``rare-ipv4``           a host that resolvers take for an IPv4 address: octal, hexadecimal, fewer numbers (§7.4)
    ``control-octet``       a control octet, percent-encoded or not (§7.3)
    ``backslash``           a browser reads it as a slash (URL Standard §4.4)
    ``mixed-script``        a label has letters of scripts that no language writes together (UTS #39 §5.2)
    ``foreign-port``        the port of another protocol (§7.2)
    ``long-host``           a host too long for the DNS (§3.2.2)
    ``irregular-slashes``   a browser goes to another host, or to one at all (URL Standard §4.4)
    ``confusable-host``     a label whose letters all look like ASCII ones (UTS #39 §4), below a domain in ASCII
    ``invisible-character`` characters that are not seen: in a host (UTS #46 §4), or unencoded elsewhere
    ``encoded-host``        a host that hides ASCII characters in percent-encodings (§6.2.2.2)
    ``mapped-host``         characters in a host that a browser replaces by ASCII ones: full-width, a dot (UTS #46 §4)
    ``bidi-control``        a control of the direction of text, which shows it in another order (RFC 3987 §4.1)
    ``script-uri``          ``javascript:`` or ``vbscript:`` with a script that does something (HTML Standard §7.4.2.3)
    ``data-uri``            ``data:`` (RFC 2397) with a document in it: no host answers for what it says
    ``nested-uri``          a URI of another host in the query (:mod:`uri_extract.uri.nested`): it may lead there
    ======================= ==========================================================================================

    An :class:`~uri_extract.records.Occurrence` has ``other-host-in-text``, too, ``data-uri`` of any link to data but
    pictures, sound and fonts, and ``nested-uri`` of the target of a relative reference. A string that is not a
    reference is split at the delimiters, as RFC 3986 Appendix B does, and examined too.

    >>> hazards("http://www.bank.example@0x7f.1/")
    ('userinfo-like-host', 'rare-ipv4')
    """
    text = reference if type(reference) is str else string_of(reference)
    uri = mapped(text)
    found = -1 if uri is None else signs_of(uri)
    if found < 0:
        if harmless().fullmatch(text) and "xn--" not in text.lower() and not may_nest(text):
            return ()
    elif not found & signs.OF_HAZARDS and text.isascii() and not may_nest(text):
        return ()
    return hazards_by_signs(text, found)


def hazards_by_signs(text: str, found: int) -> tuple[Hazard, ...]:
    """Return the hazards of a reference that has these signs, in the order of their names; a label may have its own."""
    hazards_found = _by_signs(text, found)
    if len(hazards_found) > 1:
        hazards_found.sort(key=NAMES.index)
    return tuple(hazards_found)


def _by_signs(text: str, found: int) -> list[Hazard]:
    hazards_found: list[Hazard] = []
    if found & signs.SLASHES:
        hazards_found += _of_slashes(text)
    if found & signs.OCTETS and ("%" in text or "\\" in text or not text.isprintable()):
        hazards_found += _of_octets(text)
    if found & signs.DIRECTION or may_be_unseen(text):
        hazards_found += of_characters(text)
    if found & signs.CONTENT:
        hazards_found += _of_content(text)
    nests = "?" in text and may_nest(text)
    if not found & signs.OF_AUTHORITY and not nests:
        return hazards_found
    scheme, userinfo, host, port = _components(text) if found < 0 else server_of(text)
    if host is None:
        return hazards_found
    if userinfo:
        hazards_found += _of_userinfo(userinfo, host)
    if found & (signs.ADDRESS | signs.HOST):
        if found & signs.ADDRESS or "%" in host:
            hazards_found += _of_address(host)
        if not host.isascii() or "%" in host or "xn--" in host.lower():
            hazards_found += _of_host()(host, (scheme or "http").lower() in _BROWSED)
    if port and found & signs.PORT:
        hazards_found += _of_port(scheme, port)
    if found & signs.LENGTH:
        hazards_found += _of_length(host)
    if nests:
        hazards_found += of_query(text)
    return hazards_found


def _components(text: str) -> tuple[str | None, str | None, str | None, str | None]:
    """Return the scheme, userinfo, host and port; of what is not valid, as Appendix B has them."""
    if split(text, "IRI-reference", "rfc3986") is not None:
        return server_of(text)
    scheme, colon, rest = text.partition(":")
    if not colon or any(delimiter in scheme for delimiter in "/?#"):
        scheme, rest = "", text
    if not rest.startswith("//"):
        return scheme or None, None, None, None
    authority = rest[2:]
    for delimiter in "/?#":
        authority = authority.partition(delimiter)[0]
    userinfo, at, server = authority.rpartition("@")
    host, colon, port = server.rpartition(":")
    if not (colon and port.isascii() and port.isdigit()):
        host, port = server, ""
    return scheme or None, userinfo if at else None, host, port or None


def _of_userinfo(userinfo: str, host: str) -> list[Hazard]:
    user, _, password = userinfo.partition(":")
    found = [_PASSWORD] if password else []
    if "." in user or "%" in user:
        name = _leading_name(decode(user))
        if name:
            found.append(Hazard("userinfo-like-host", f"{name!r} looks like the host, which is {host!r}."))
    return found


def _leading_name(user: str) -> str | None:
    """Return the host that a user name begins with, or None: ``cnn.example.com&story=...`` (§7.6)."""
    length = 0
    while length < len(user) and (user[length].isalnum() or user[length] in ".-"):
        length += 1
    name = user[:length].rstrip(".-")
    labels = name.lower().split(".")
    if len(labels) == 1:
        return None
    country = len(labels[-1]) == 2 and labels[-1].isalpha()
    address = len(labels) == 4 and all(label.isdigit() for label in labels)
    plausible = f" {labels[-1]} " in _GENERIC_NAMES or country or address or labels[0] == "www"
    return name if plausible and all(labels) else None


def _of_address(host: str) -> Iterator[Hazard]:
    meant = numeric_ipv4(host)
    if meant is not None and meant != host.removesuffix("."):
        yield Hazard("rare-ipv4", f"{host!r} is an uncommon way to write the address {meant}.")


def _of_octets(text: str) -> Iterator[Hazard]:
    lowered = text.lower()
    if not text.isprintable() or "%0" in lowered or "%1" in lowered or "%7f" in lowered:
        controls = sorted({octet for octet in decode_to_bytes(text) if octet < 0x20 or octet == 0x7F})
    else:
        controls = []
    if controls:
        names = ", ".join(f"%{octet:02X}" for octet in controls)
        yield Hazard("control-octet", f"It contains control octets ({names}), at which some readers end or split it.")
    if "\\" in text or "%5c" in lowered:
        yield Hazard("backslash", "It contains a backslash, which some readers take for a slash.")


@cache
def _of_host() -> Callable[[str, bool], tuple[Hazard, ...]]:
    """Return the function that returns the hazards of a host: few references need its tables."""
    from uri_extract.uri.host_hazards import hazards_of_host

    return hazards_of_host


def of_characters(text: str) -> Iterator[Hazard]:
    """Yield flags for characters that are not seen, and those that change the direction."""
    if "%E2%8" not in text.upper() and not may_be_unseen(text):
        return
    from uri_extract.uri.host_characters import BIDI_CONTROLS, UNSEEN

    if not UNSEEN.isdisjoint(text) and not UNSEEN.isdisjoint(_after_authority(text)):
        codes = ", ".join(f"U+{ord(each):04X}" for each in sorted(UNSEEN.intersection(text)))
        yield Hazard("invisible-character", f"It has characters that are not seen ({codes}).")
    controls = BIDI_CONTROLS.intersection(text) | _BIDI_OVERRIDES.intersection(decode(text))
    if controls:
        codes = ", ".join(f"U+{ord(each):04X}" for each in sorted(controls))
        yield Hazard("bidi-control", f"It has controls of the direction of text ({codes}), and may show another order.")


def _after_authority(text: str) -> str:
    """Return what follows the authority of a reference, of which its host has hazards of its own."""
    _, slashes, rest = text.partition("//")
    return rest[min((at for at in map(rest.find, "/?#") if at >= 0), default=len(rest)) :] if slashes else text


def _of_content(text: str) -> Iterator[Hazard]:
    """Yield flags for what is no place, but a script or a document."""
    scheme, content = _content_of(text)
    if scheme in ("javascript", "vbscript"):
        if len(content) > _LONGEST_SCHEME or decode(content).translate(_NO_BLANKS).lower() not in _IDLE:
            yield Hazard("script-uri", f"It is a script, which runs where it is followed ({scheme}).")
    elif scheme == "data" and (media_type := _media_type(content)).endswith(_DOCUMENTS) and media_type != _SVG:
        yield Hazard("data-uri", _DATA)


def in_link(reference: str, element: str | None, attribute: str | None) -> Iterator[Hazard]:
    """Yield ``data-uri`` for data that a link leads to, but for pictures, sound and fonts."""
    if (element, attribute) not in _LINKS:
        return
    scheme, content = _content_of(reference)
    media_type = _media_type(content)
    is_shown = media_type.startswith(("image/", "audio/", "video/", "font/")) and not media_type.endswith(_DOCUMENTS)
    if scheme == "data" and not is_shown:
        yield Hazard("data-uri", _DATA)


def _content_of(text: str) -> tuple[str, str]:
    """Return the scheme as browsers read it, in lower case, and what follows it (URL Standard §4.4, steps 1 to 3)."""
    begin = text.lstrip(_CONTROLS)[: 2 * _LONGEST_SCHEME].translate(_NO_BREAKS)
    scheme, colon, content = begin.partition(":")
    return (scheme.lower(), content) if colon else ("", "")


def _media_type(content: str) -> str:
    return content.partition(",")[0].partition(";")[0].strip().lower()


def of_query(target: str) -> Iterator[Hazard]:
    """Yield ``nested-uri`` for a URI that has one of another host in its query, if no known rewriter made it."""
    if not may_nest(target):
        return
    from uri_extract.uri.nested import inside  # few references need its tables
    from uri_extract.uri.unwrap import unwrap

    found = inside(target) if unwrap(target) is None else None
    if found is not None:
        shown = found if len(found) <= _MOST_SHOWN else f"{found[:_MOST_SHOWN]}\u2026"
        yield Hazard("nested-uri", f"Its query has a URI of another host, to which it may lead: {shown!r}.")


def _of_port(scheme: str | None, port: str) -> Iterator[Hazard]:
    from uri_extract.uri.schemes import SCHEMES

    digits = port.lstrip("0")
    known = SCHEMES.get((scheme or "").lower())
    if not digits or len(digits) > 5 or known is None or known.port is None or known.port == int(digits):
        return
    number = int(digits)
    name = _WELL_KNOWN_PORTS.get(number)
    if name is None and number < 1024:
        name = _names_of_ports().get(number)
    if name:
        yield Hazard("foreign-port", f"Port {number} is that of {name}, not of {known.name}.")


@cache
def _names_of_ports() -> dict[int | None, str]:
    """Return the first scheme that has each port."""
    from uri_extract.uri.schemes import SCHEMES

    return {known.port: known.name for known in [*SCHEMES.values()][::-1]}


def _of_slashes(text: str) -> Iterator[Hazard]:
    """Yield a flag for a host that browsers alone see."""
    match = _host_in_browsers().match(text)
    if match is None or (match["scheme"] is None and len(match["slashes"]) < 2):
        return
    url = f"{match['scheme'] or ''}//{match['rest']}"
    shown = url if len(url) <= _MOST_SHOWN else f"{url[:_MOST_SHOWN]}\u2026"
    unless = "" if len(match["slashes"]) > 1 else ", unless it is in a page with the same scheme"
    yield Hazard("irregular-slashes", f"A browser goes to {shown!r}{unless}; by RFC 3986 that is not its host.")


@cache
def _host_in_browsers() -> re.Pattern[str]:
    """What follows a special scheme, or two slashes of either kind, if it is not "//" and a host."""
    import re

    return re.compile(
        r"(?P<scheme>(?:https?|wss?|ftp):)?(?!//[^/\\])(?P<slashes>[/\\]*+)(?P<rest>[^/\\?#].*)",
        re.IGNORECASE | re.DOTALL,
    )


def in_text(text: str, target: str) -> Hazard | None:
    """Return ``other-host-in-text`` where a link's text names another host than the one its target has (§7.6).

    Nothing excuses another host: that the link goes by way of a counter or a redirector is what a reader should know.
    A leading ``www.`` does not make another host, nor does the way in which a name is written (§6.2.2.1; as A-labels or
    not). A mail address in the text is compared with that of a ``mailto:`` only: it says whose a page is, not where.
    """
    from uri_extract.uri.displayed_host import address_host, host_in, same_host

    displayed = host_in(text)
    if displayed is None or not displayed.host:
        return None
    scheme, _, host, _ = _components(target)
    if (scheme or "").lower() == "mailto":
        host = address_host(target[7:]) if displayed.address else None
    elif displayed.address:
        return None
    if not host or same_host(displayed.host, host):
        return None
    return Hazard("other-host-in-text", f"The text of the link names {displayed.host!r}, and it goes to {host!r}.")


def _of_length(host: str) -> Iterator[Hazard]:
    if len(host) > _LONGEST_HOST:
        yield Hazard("long-host", f"The host has {len(host)} characters; a domain name has 255 at most.")
