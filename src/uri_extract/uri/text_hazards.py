"""Hazards outside the authority of a reference, and of characters anywhere: few references have any.

:mod:`uri_extract.uri.hazards` has the table of hazards.
"""

from __future__ import annotations

from functools import cache

from uri_extract.uri._kernel import decode, may_be_unseen
from uri_extract.uri.hazard import Hazard
from uri_extract.uri.patterns import may_nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# Characters that a browser removes: at the start; everywhere.
_CONTROLS = "".join(map(chr, range(0x21)))
_NO_BREAKS = dict.fromkeys(map(ord, "\t\n\r"))
_LONGEST_SCHEME = 64
# Scripts without effect, which leave the page unchanged.
_IDLE = frozenset(["", "void(0)", "void0", "void", "void()", "false", "returnfalse", "//", "{}", "#", "undefined"])
_NO_BLANKS = dict.fromkeys(map(ord, " \t\n\r;"))
# Ends of media types of documents that may run scripts: text/html, application/xhtml+xml, image/svg+xml, text/xml.
_DOCUMENTS = ("html", "xml", "javascript")
_SVG = "image/svg+xml"  # a picture, unless a link leads to it
_DATA = "The link itself contains the document: no host is responsible for it."
# Controls that override or isolate a direction: encoding them in a file name is a trick, not an accident.
_BIDI_OVERRIDES = frozenset("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")
# The most characters of a URL shown in a sentence.
_MOST_SHOWN = 200
# Elements and attributes with a URL that a browser navigates to, or shows as a document.
_LINKS = frozenset((
    ("a", "href"), ("a", "xlink:href"), ("area", "href"), ("form", "action"), ("button", "formaction"),
    ("input", "formaction"), ("iframe", "src"), ("frame", "src"), ("embed", "src"), ("object", "data"),
    ("meta", "content"),
))  # fmt: skip


def of_characters(text: str) -> Iterator[Hazard]:
    """Yield hazards for invisible characters and bidi controls."""
    if "%E2%8" not in text.upper() and not may_be_unseen(text):
        return
    from uri_extract.uri.host_characters import BIDI_CONTROLS, UNSEEN

    if not UNSEEN.isdisjoint(text) and not UNSEEN.isdisjoint(_after_authority(text)):
        codes = ", ".join(f"U+{ord(each):04X}" for each in sorted(UNSEEN.intersection(text)))
        yield Hazard("invisible-character", f"It has invisible characters ({codes}).")
    controls = BIDI_CONTROLS.intersection(text) | _BIDI_OVERRIDES.intersection(decode(text))
    if controls:
        codes = ", ".join(f"U+{ord(each):04X}" for each in sorted(controls))
        yield Hazard("bidi-control", f"It has bidi controls ({codes}), which may display it in another order.")


def _after_authority(text: str) -> str:
    """Return the part of a reference after its authority; hosts have other hazards."""
    _, slashes, rest = text.partition("//")
    return rest[min((at for at in map(rest.find, "/?#") if at >= 0), default=len(rest)) :] if slashes else text


def of_content(text: str) -> Iterator[Hazard]:
    """Yield hazards for a reference that is a script or a document itself."""
    scheme, content = _content_of(text)
    if scheme in ("javascript", "vbscript"):
        if len(content) > _LONGEST_SCHEME or decode(content).translate(_NO_BLANKS).lower() not in _IDLE:
            yield Hazard("script-uri", f"It is a script, which runs when the link is followed ({scheme}).")
    elif scheme == "data" and (media_type := _media_type(content)).endswith(_DOCUMENTS) and media_type != _SVG:
        yield Hazard("data-uri", _DATA)


def in_link(reference: str, element: str | None, attribute: str | None) -> Iterator[Hazard]:
    """Yield ``data-uri`` for a link to data other than pictures, sound and fonts."""
    if (element, attribute) not in _LINKS:
        return
    scheme, content = _content_of(reference)
    media_type = _media_type(content)
    is_shown = media_type.startswith(("image/", "audio/", "video/", "font/")) and not media_type.endswith(_DOCUMENTS)
    if scheme == "data" and not is_shown:
        yield Hazard("data-uri", _DATA)


def _content_of(text: str) -> tuple[str, str]:
    """Return the scheme as browsers read it, in lower case, and the text after it (URL Standard §4.4, steps 1 to 3)."""
    begin = text.lstrip(_CONTROLS)[: 2 * _LONGEST_SCHEME].translate(_NO_BREAKS)
    scheme, colon, content = begin.partition(":")
    return (scheme.lower(), content) if colon else ("", "")


def _media_type(content: str) -> str:
    return content.partition(",")[0].partition(";")[0].strip().lower()


def of_query(target: str) -> Iterator[Hazard]:
    """Yield ``nested-uri`` for a URI with one of another host in its query, unless it is a known rewriter's link."""
    if not may_nest(target):
        return
    from uri_extract.uri.nested import inside  # few references need its tables
    from uri_extract.uri.unwrap import unwrap

    found = inside(target) if unwrap(target) is None else None
    if found is not None:
        shown = found if len(found) <= _MOST_SHOWN else f"{found[:_MOST_SHOWN]}\u2026"
        yield Hazard("nested-uri", f"Its query has a URI of another host, to which it may lead: {shown!r}.")


def of_slashes(text: str) -> Iterator[Hazard]:
    """Yield ``irregular-slashes`` for a host that only browsers find."""
    match = _host_in_browsers().match(text)
    if match is None or (match["scheme"] is None and len(match["slashes"]) < 2):
        return
    url = f"{match['scheme'] or ''}//{match['rest']}"
    shown = url if len(url) <= _MOST_SHOWN else f"{url[:_MOST_SHOWN]}\u2026"
    unless = "" if len(match["slashes"]) > 1 else ", unless it is in a page with the same scheme"
    yield Hazard("irregular-slashes", f"A browser goes to {shown!r}{unless}; by RFC 3986 that is not its host.")


@cache
def _host_in_browsers() -> re.Pattern[str]:
    """Return the pattern of a host after a special scheme, or slashes of either kind, but not after exactly "//"."""
    import re

    return re.compile(
        r"(?P<scheme>(?:https?|wss?|ftp):)?(?!//[^/\\])(?P<slashes>[/\\]*+)(?P<rest>[^/\\?#].*)",
        re.IGNORECASE | re.DOTALL,
    )
