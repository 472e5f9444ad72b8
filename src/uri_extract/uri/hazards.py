"""What is dangerous about a reference, valid or not (RFC 3986 §7): named flags, each with its sentence."""

from __future__ import annotations

from functools import cache

from uri_extract.uri._backend import is_valid
from uri_extract.uri.components import Reference, components_of, string_of
from uri_extract.uri.host_names import u_label
from uri_extract.uri.hosts import numeric_ipv4
from uri_extract.uri.patterns import harmless
from uri_extract.uri.percent import decode, decode_to_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator


class Hazard(str):
    """A flag: it is its name (``"password"``), and says more in ``sentence``."""

    __slots__ = ("sentence",)
    sentence: str

    def __new__(cls, name: str, sentence: str = "") -> Hazard:
        """Make a flag of its name and the sentence that explains it."""
        flag = super().__new__(cls, name)
        flag.sentence = sentence
        return flag

    def __reduce__(self) -> tuple[type[Hazard], tuple[str, str]]:
        return Hazard, (str(self), self.sentence)


#: The names of all flags, in the order in which they are given.
NAMES = (
    *("password", "userinfo-like-host", "rare-ipv4", "control-octet", "backslash", "mixed-script", "foreign-port"),
    *("long-host", "irregular-slashes", "other-host-in-text"),
)

# Ports that speak a protocol of their own, beyond those that the table of schemes has.
_WELL_KNOWN_PORTS = {7: "echo", 9: "discard", 19: "chargen", 25: "smtp", 465: "smtps", 587: "submission", 3306: "mysql"}
_LONGEST_HOST = 255
# Characters of a URL that a sentence shows.
_MOST_SHOWN = 200
_GENERIC_NAMES = (
    " com org net edu gov mil int info biz name pro mobi app dev xyz online site shop example test invalid localhost "
)


def hazards(reference: str | Reference) -> tuple[Hazard, ...]:
    """Return what a reader should beware of in *reference*, in the order of this list; never raises.

    ``password`` (§7.5), ``userinfo-like-host`` (§7.6), ``rare-ipv4`` (§7.4), ``control-octet`` (§7.3),
    ``backslash``, ``mixed-script``, ``foreign-port`` (§7.2), ``long-host`` (§3.2.2), ``irregular-slashes`` (a
    browser goes to another host, or to one at all: URL Standard §4.4). A string that is not a reference is split at
    the delimiters, as RFC 3986 Appendix B does, and examined too.
    """
    text = string_of(reference)
    if harmless().fullmatch(text) and "xn--" not in text.lower():
        return ()
    scheme, userinfo, host, port = _components(text)
    return (
        *_of_userinfo(userinfo, host),
        *_of_address(host or ""),
        *_of_octets(text),
        *_of_labels(host or ""),
        *_of_port(scheme, port),
        *_of_length(host or ""),
        *_of_slashes(text),
    )


def _components(text: str) -> tuple[str | None, str | None, str | None, str | None]:
    if is_valid(text, "IRI-reference"):
        parts = components_of(text, rule="IRI-reference")
        return parts[0], parts[2], parts[3], parts[4]
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


def _of_userinfo(userinfo: str | None, host: str | None) -> Iterator[Hazard]:
    user, _, password = (userinfo or "").partition(":")
    if password:
        yield Hazard("password", "A password is in the userinfo, in clear text.")
    name = _leading_name(decode(user))
    if name:
        yield Hazard("userinfo-like-host", f"{name!r} looks like the host, which is {host!r}.")


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
    controls = sorted({octet for octet in decode_to_bytes(text) if octet < 0x20 or octet == 0x7F})
    if controls:
        names = ", ".join(f"%{octet:02X}" for octet in controls)
        yield Hazard("control-octet", f"It contains control octets ({names}), at which some readers end or split it.")
    if "\\" in text or "%5c" in text.lower():
        yield Hazard("backslash", "It contains a backslash, which some readers take for a slash.")


def _of_labels(host: str) -> Iterator[Hazard]:
    if host.isascii() and "%" not in host and "xn--" not in host.lower():
        return
    from uri_extract.uri.scripts import mixes_scripts, scripts

    for label in decode(host).replace("。", ".").replace("．", ".").replace("｡", ".").split("."):
        shown = u_label(label)
        found = scripts(shown)
        if mixes_scripts(found):
            names = ", ".join(sorted(script.capitalize() for script in found))
            yield Hazard("mixed-script", f"The label {shown!r} mixes scripts: {names}.")


def _of_port(scheme: str | None, port: str | None) -> Iterator[Hazard]:
    from uri_extract.uri.schemes import SCHEMES

    digits = (port or "").lstrip("0")
    known = SCHEMES.get((scheme or "").lower())
    if not digits or len(digits) > 5 or known is None or known.port is None or known.port == int(digits):
        return
    number = int(digits)
    name = _WELL_KNOWN_PORTS.get(number)
    if name is None and number < 1024:
        name = next((other.name for other in SCHEMES.values() if other.port == number), None)
    if name:
        yield Hazard("foreign-port", f"Port {number} is that of {name}, not of {known.name}.")


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
