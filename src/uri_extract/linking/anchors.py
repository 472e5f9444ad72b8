"""Create ``<a>`` elements, and decide which URIs may become one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from uri_extract._compat._typing import Final
from uri_extract.errors import InvalidOption, InvalidOptionValue
from uri_extract.rows.bases import target_in_markup
from uri_extract.text.options import check_flags, check_number, check_texts, scheme_name, several
from uri_extract.uri.suffix import with_scheme

#: Schemes of the URIs that become links, unless the caller names others.
SCHEMES: Final = frozenset((
    "http", "https", "ftp", "ftps", "sftp", "mailto", "tel", "sms", "sip", "sips", "xmpp", "irc", "ircs", "matrix",
    "news", "nntp", "gopher", "gemini", "geo", "magnet", "webcal",
))  # fmt: skip
#: No attributes of links besides ``href`` and ``rel``.
NO_ATTRIBUTES: Final[Mapping[str, str]] = {}
_NOT_IN_NAMES: Final = frozenset(" \"'>/=<")
_HEX: Final = frozenset("0123456789ABCDEFabcdef")
#: Schemes that run scripts or open documents with the origin of the page that has the link (RFC 3986 §7).
_NEVER = frozenset(("javascript", "vbscript", "data", "blob", "filesystem", "about", "view-source"))


def escape(text: str) -> str:
    """Return a text as :func:`html.escape` does, but faster if there is nothing to escape."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    if '"' in text:
        text = text.replace('"', "&quot;")
    return text.replace("'", "&#x27;") if "'" in text else text


class Anchors:
    """Creates the HTML of links.

    ``nofollow`` adds ``rel="nofollow"`` to links with an authority, so that search engines do not count them as
    recommendations; ``rel`` names further types of all links. ``attributes`` are further attributes of links.
    ``limit`` is the most characters of a link's text, with an ellipsis as the last one.
    """

    def __init__(
        self, schemes: Collection[str] = SCHEMES, nofollow: bool = True, limit: int | None = None,
        rel: str | None = None, attributes: Mapping[str, str] = NO_ATTRIBUTES,
    ) -> None:  # fmt: skip
        check_flags(nofollow=nofollow)
        check_texts(rel=rel)
        if limit is not None:
            check_number(1, limit=limit)
        if schemes is not SCHEMES:
            schemes = frozenset(map(_scheme, several("schemes", schemes)))
        self._schemes = schemes
        html = "".join(_attribute(name, value) for name, value in _items(attributes))
        types = (rel or "").split()
        self._of_all = _rel(types) + html
        self._with_authority = _rel(["nofollow"] * (nofollow and "nofollow" not in types) + types) + html
        self._limit = limit

    def accepts(self, target: str) -> bool:
        """Return True if a URI may become a link.

        An empty userinfo (RFC 3986 §3.2.1) shows a scheme before a mention, ``http://@ada``: no linkifier links that.
        """
        scheme, _, rest = target.partition(":")
        return scheme.lower() in self._schemes and not rest.startswith("//@")

    def of_text(self, target: str, text: str) -> str:
        """Return the link to a URI with plain text in it."""
        limit = self._limit
        if limit is not None and len(text) > limit:
            text = text[: limit - 1] + "\u2026"
        html = escape(text)
        if target == text:
            href = html
        elif target == f"mailto:{text}":
            return f'<a href="mailto:{html}"{self._of_all}>{html}</a>'
        else:
            href = f"http://{html}" if target == f"http://{text}" else escape(target)
        return f'<a href="{href}"{self._attributes_of(target)}>{html}</a>'

    def of_html(self, target: str, html: str) -> str:
        """Return the link to a URI with HTML in it."""
        return f'<a href="{escape(target)}"{self._attributes_of(target)}>{html}</a>'

    def _attributes_of(self, target: str) -> str:
        return self._with_authority if target.startswith("//", target.find(":") + 1) else self._of_all


def _rel(types: list[str]) -> str:
    return f' rel="{escape(" ".join(types))}"' if types else ""


def _items(attributes: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    if not isinstance(attributes, Mapping):
        raise InvalidOption(f"attributes must be a mapping of names to values, not {type(attributes).__name__}")
    return attributes.items()


def _attribute(name: str, value: str) -> str:
    """Return an attribute (HTML Standard §13.1.2.3); raise an error if it is invalid, or another option sets it."""
    if not isinstance(name, str) or not isinstance(value, str):
        raise InvalidOption(f"attributes must be str, not {type(name).__name__} and {type(value).__name__}")
    if not name or not name.isprintable() or not _NOT_IN_NAMES.isdisjoint(name):
        raise InvalidOptionValue(f"attributes: {name!r} is not the name of an attribute")
    if name.lower() in ("href", "rel"):
        raise InvalidOptionValue(f"attributes: {name!r} is set by {'render' if name.lower() == 'href' else 'rel'}")
    return f' {name}="{escape(value)}"'


def target_of(target: str | None, reference: str, kind: str) -> str | None:
    """Return the URI that a link goes to; ``kind`` is that of the occurrence, ``"suffix"`` without a scheme.

    An invalid reference has no ``target``; it goes where a browser goes: links with ``[``, ``{`` or ``|`` are common,
    and they work. A percent sign that does not begin an encoding is data (RFC 3986 §2.4). None if a browser cannot
    parse it.
    """
    if target is not None:
        return target
    if "%" in reference:
        first, *rest = reference.split("%")
        reference = first + "".join(
            f"%{each}" if len(each) > 1 and _HEX.issuperset(each[:2]) else f"%25{each}" for each in rest
        )
    return target_in_markup(with_scheme(reference) if kind == "suffix" else reference, (None, None))


def before_port(raw: str) -> int:
    """Return the length of a link up to the end of its host if the port is not a number; else -1.

    Also -1 for a link with a userinfo, which has another host.
    """
    _, slashes, rest = raw.partition("//")
    authority = rest.replace("?", "/").replace("#", "/").partition("/")[0]
    host, colon, port = authority.partition(":")
    if not slashes or not colon or not port or not host or not set("@[]&\\").isdisjoint(authority):
        return -1
    return -1 if port.isascii() and port.isdigit() else len(raw) - len(rest) + len(host)


def _scheme(name: str) -> str:
    """Return a scheme in lower case; raise :class:`InvalidOptionValue` if links must not have it."""
    scheme = scheme_name(name)
    if scheme in _NEVER:
        raise InvalidOptionValue(f"a {scheme}: URI must not become a link: it acts with the origin of its page")
    return scheme
