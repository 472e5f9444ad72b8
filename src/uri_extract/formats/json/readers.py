"""Read the strings of an object together: a cell of a notebook, an HTTP exchange, the page of a WAT record."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Final
from uri_extract.decode._json_strings import decoded
from uri_extract.decode.json_strings import JsonText
from uri_extract.formats.http import HOLDING, references_in
from uri_extract.formats.json._tokenizer import add_links
from uri_extract.formats.json.values import PLAIN
from uri_extract.limits import MAX_WAT_PATH
from uri_extract.markup.html import attributes
from uri_extract.markup.urls import url
from uri_extract.rows import layout
from uri_extract.text.options import split_media_type
from uri_extract.uri import InvalidReference, resolve

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.decode._json_strings import JsonString
    from uri_extract.formats.json._tokenizer import Frame
    from uri_extract.formats.json.values import Values
    from uri_extract.rows.details import Origin

_MARKDOWN: Final = "text/markdown"
# RFC 3339 §5.6.
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)", re.ASCII)
_NOWHERE: Final = (None, None)


def base_of(frame: Frame, name: str) -> str | None:
    """Return the absolute URI in a string of an object, None if it is not one."""
    found = url(frame.text(name)).text
    return found if ":" in found else None


# -- notebooks -------------------------------------------------------------------------------------------------------


def _cell(frame: Frame, values: Values) -> None:
    kind = frame.text("cell_type")
    is_markdown = kind in ("markdown", "heading")
    for name in ("source", "code"):
        strings = frame.pop(name)
        if strings:
            values.document(strings, _MARKDOWN if is_markdown else PLAIN)


def _data(frame: Frame, values: Values) -> None:
    for media_type, strings in frame.values.items():
        values.document(strings, media_type)
    frame.values.clear()


# -- HTTP archives ---------------------------------------------------------------------------------------------------


def _har_entry(frame: Frame, values: Values) -> None:
    base = base_of(frame, "url")
    bases = values.bases_of(base)
    origins = {which: values.origin_of(f"entries!{frame.number}!{which}", base) for which in ("request", "response")}
    started = frame.text("startedDateTime")
    if _DATE.fullmatch(started):
        origins = {which: origin._replace(captured_at=started) for which, origin in origins.items()}
    for string in frame.pop("url"):
        values.reference(string, bases, origin=origins["request"])
    for which, body in (("request", "sent"), ("response", "received")):
        origin = origins[which]
        for header in frame.within(f"{which} header"):
            _header(header.text("name"), header.pop("value"), values, base, bases, origin)
        media_type, charset = split_media_type(frame.text(f"{body} type"))
        base64 = which == "response" and frame.text("encoding").lower() == "base64"
        strings = frame.pop(body)
        if strings:
            values.document(
                strings, media_type.strip().lower() or PLAIN, base=base, origin=origin, base64=base64, charset=charset
            )  # fmt: skip
    for string in frame.pop("redirectURL"):
        values.reference(string, bases, origin=origins["response"])
    frame.children.clear()


def _header(
    name: str, strings: list[JsonString], values: Values, base: str | None, bases: tuple[str | None, ...],
    origin: Origin,
) -> None:  # fmt: skip
    """Read the values of a header field: as references by the field's own syntax, or as text."""
    field = name.strip()
    key = field.lower().encode("utf-8", "replace")
    for string in strings:
        if key not in HOLDING:
            values.document([string], PLAIN, base=base, origin=origin, field=field[:100])
            continue
        text = JsonText((string,))
        for found in references_in(key, text.octets.decode("latin-1")):
            if found.text:
                values.part(text, found.text, found.start, found.end, bases, origin, layout.HEADER, field=field)


# -- WAT -------------------------------------------------------------------------------------------------------------


def _envelope(frame: Frame, values: Values) -> None:
    """Read the record of a page: its links, with their elements and attributes, and its base."""
    own = base_of(frame, "target") or values.base
    base = own
    bases = of_page = values.bases_of(own)
    declared = url(frame.text("base")).text
    if declared and bases[0] is not None:
        try:
            base = resolve(bases[0], declared)
        except InvalidReference:
            base = own
    elif ":" in declared:
        base = declared
    if declared and base is not None and base != own:
        bases = (values.bases_of(base)[0], "embedded")
    origin = values.origin if own is None else values.origin._replace(source_url=own)
    for string in frame.pop("base"):
        values.reference(
            string, of_page, origin=origin, delimiter=layout.ATTRIBUTE, element="base", attribute="href"
        )  # fmt: skip

    def read_other(child: Frame) -> None:
        if child.scope == "link":
            _link(child, values, bases, of_page, origin)
        elif child.scope == "meta":
            _meta(child, values, base, bases, origin)
        else:
            for name in list(child.values):
                _header(name, child.pop(name), values, own, of_page, origin)

    add_links(frame.children, values.rows, bases, origin, _place, read_other)
    frame.children.clear()


def _link(
    frame: Frame, values: Values, bases: tuple[str | None, ...], own: tuple[str | None, ...], origin: Origin
) -> None:  # fmt: skip
    """Add a link. Its path is an element and an attribute (``A@/href``), or an element's text (``STYLE/#text``).

    A form without an action is sent to the page itself, whose own bases are ``own`` (HTML Standard §4.10.22.3).
    """
    path, text, rel = frame.first("path"), frame.first("text"), frame.first("rel")
    element, attribute = _NOWHERE if path is None else _place(path.raw[:MAX_WAT_PATH])
    for string in frame.pop("url"):
        is_page = not string.raw and attribute in ("action", "formaction")
        values.reference(
            string, own if is_page else bases, origin=origin, delimiter=layout.ATTRIBUTE if attribute else layout.CSS,
            element=element, attribute=attribute, text=text, rel=rel, empty=True,
        )  # fmt: skip


@lru_cache(256)
def _place(path: bytes) -> tuple[str | None, str | None]:
    """Return the element and the attribute of a path, each None if the path has none."""
    element, _, attribute = decoded(path).decode("utf-8", "replace").lower().partition("@/")
    return element.partition("/")[0] or None, attribute or None


def _meta(
    frame: Frame, values: Values, base: str | None, bases: tuple[str | None, ...], origin: Origin
) -> None:  # fmt: skip
    """Read a ``meta`` element as in HTML: a refresh, a property that is a URL, a URI by its form, or text."""
    beside = {name: frame.text(name) for name in ("http-equiv", "property", "name")}
    place = attributes.place("meta", "content", beside)
    for string in frame.pop("content"):
        text = JsonText((string,))
        found = [] if place is None else attributes.read(place.kind, text.octets.decode("latin-1"))
        for each in found:
            values.part(text, *each, bases, origin, layout.ATTRIBUTE, "meta", "content")
        if not found and (place is None or place.kind != "refresh"):
            values.document([string], PLAIN, base=base, origin=origin)


# -- bookmarks, feeds, records ---------------------------------------------------------------------------------------


def _bookmark(frame: Frame, values: Values) -> None:
    text = frame.first("name")
    for string in frame.pop("url"):
        values.reference(string, values.bases, text=text)
    for string in frame.pop("icon"):
        values.reference(string, values.bases)


def _feed_item(frame: Frame, values: Values) -> None:
    base = base_of(frame, "url")
    bases = values.bases_of(base)
    for string in frame.pop("url", "external_url", "image", "banner_image"):
        values.reference(string, bases)
    for attachment in frame.children:
        text = attachment.first("title")
        for string in attachment.pop("url"):
            values.reference(string, bases, text=text)
    frame.children.clear()
    for name, media_type in (("content_html", "text/html"), ("content_text", PLAIN)):
        for string in frame.pop(name):
            values.document([string], media_type, base=base)


#: The function that reads an object of each scope, at its end, or earlier and then again.
READERS: Final[dict[str, Callable[[Frame, Values], None]]] = {
    "cell": _cell,
    "data": _data,
    "har entry": _har_entry,
    "envelope": _envelope,
    "bookmark": _bookmark,
    "feed item": _feed_item,
}
#: Objects that are numbered in the names of the documents in them.
NUMBERED: Final = frozenset(("har entry", "record"))
#: Objects that are read together with the object that contains them.
PARTS: Final = frozenset(("request header", "response header", "link", "meta", "headers", "attachment"))
