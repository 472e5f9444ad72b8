"""The bases of references in a part (RFC 3986 §5.1.1 on; RFC 2557 §5), and the targets of ``cid:`` (RFC 2392)."""

from __future__ import annotations

from urllib.parse import unquote, unquote_to_bytes

from uri_extract._compat._ascii import LINE_FEED
from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.decode._header_values import identifier, unfolded
from uri_extract.decode.encoded_words import text_of
from uri_extract.limits import MAX_BASE
from uri_extract.mail.parts import Base
from uri_extract.rows.bases import target_of
from uri_extract.uri import InvalidReference, is_valid, resolve

if TYPE_CHECKING:
    from uri_extract.mail._message import Part


#: The beginnings of references to a part, in any case (RFC 2392).
IDENTIFIERS: Final = (b"cid:", b"mid:")

# Not the value of any part's base.
_NONE = "any:"


def reference(value: bytes) -> str:
    """Return the reference that is the value of a field, without white space (RFC 2557 §4.4.2)."""
    if LINE_FEED in value or value.find(b"=?") >= 0:
        value = text_of(unfolded(value))
    text = value.decode("utf-8", "replace")
    return "".join(text.split()).removeprefix("<").removesuffix(">").strip('"')


def own_base(around: str | None, *values: bytes | None) -> Base | None:
    """Return the first of these field values (RFC 2110 §4.2) that is a valid base; else None.

    They may be relative to ``around``, the base of the parent (RFC 2557 §5).
    """
    for value in values:
        if value is None:
            continue
        location = reference(value)
        try:
            if around is not None:
                # A base that is too long is not used: a reference relative to it would be too long, too.
                location = resolve(around if len(around) <= MAX_BASE else _NONE, location)
                if location.startswith(_NONE):
                    continue
        except InvalidReference:
            continue
        if location and is_valid(location, "URI"):
            return Base(location, "embedded", True)
    return None


def location_of(part: Part) -> str | None:
    """Return the URI of a part with a Content-Location; None if that is not valid.

    If nothing else has a base, that is ``thismessage:/`` (RFC 2557 §5).
    """
    around = part.parent.base if part.parent is not None else None
    return target_of((around.uri if around and around.uri else "thismessage:/", None), reference(part.location or b""))


class Identifiers:
    """The parts of a message by Content-ID and Content-Location, and its messages by Message-ID; the first of several
    counts.
    """

    def __init__(self, parts: list[Part]) -> None:
        self._parts: dict[str, str | None] = {}
        self._messages: dict[str, str | None] = {}
        self._locations: dict[str | None, str | None] = {None: None}
        for part in parts:
            if part.content_id and (name := identifier(part.content_id)):
                self._parts.setdefault(name, part.document)
            if part.location and b"cid:" in part.location[:20]:  # MHTML of Chromium
                value = unquote_to_bytes(reference(part.location)[4:])
                if value and (name := identifier(value)):
                    self._parts.setdefault(name, part.document)
            if part.location is not None:
                self._locations.setdefault(location_of(part), part.document)
            if part.whole and (name := part.message.message_id()):
                self._messages.setdefault(name, part.message.name(part.message.section))

    def meant(self, uri: str) -> str | None:
        """Return the ``document`` of the part that a ``cid:`` or ``mid:`` refers to; None if there is no such part."""
        scheme, _, rest = uri.partition(":")
        first, _, second = rest.partition("/")
        if scheme.lower() == "cid":
            return self._parts.get(unquote(rest))
        document = self._messages.get(unquote(first))
        if document is None or not second:
            return document
        return self._parts.get(unquote(second))

    def located(self, uri: str, bases: tuple[str | None, ...], part: Part) -> str | None:
        """Return the ``document`` of another part of which a reference in ``part`` gives the Content-Location."""
        target = target_of((bases[0] or location_of(part), None), uri)
        document = self._locations.get(target and target.partition("#")[0])
        return None if document == part.document else document
