"""The ``<a>`` that a link becomes, and which URIs may become one."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Final
from uri_extract.bases import target_in_markup
from uri_extract.errors import InvalidOptionValue
from uri_extract.media.options import check_flags, check_number, scheme_name, several
from uri_extract.uri.suffix import with_scheme

if TYPE_CHECKING:
    from collections.abc import Collection

#: Schemes of the URIs that become links, unless the caller names others.
SCHEMES: Final = frozenset((
    "http", "https", "ftp", "ftps", "sftp", "mailto", "tel", "sms", "sip", "sips", "xmpp", "irc", "ircs", "matrix",
    "news", "nntp", "gopher", "gemini", "geo", "magnet", "webcal",
))  # fmt: skip
_HEX: Final = frozenset("0123456789ABCDEFabcdef")
#: What runs as a script, or is a page of its own, in the name of the page that the link is on (RFC 3986 §7).
_NEVER = frozenset(("javascript", "vbscript", "data", "blob", "filesystem", "about", "view-source"))


def escape(text: str) -> str:
    """Return a text as :func:`html.escape` does, with fewer steps where it has nothing to escape."""
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
    """Makes the HTML of links.

    ``nofollow`` adds ``rel="nofollow"`` to links with an authority, which search engines do not count as a
    recommendation; ``limit`` is the most characters of a link's text, of which the last one is an ellipsis.
    """

    def __init__(self, schemes: Collection[str] = SCHEMES, nofollow: bool = True, limit: int | None = None) -> None:
        check_flags(nofollow=nofollow)
        if limit is not None:
            check_number(1, limit=limit)
        if schemes is not SCHEMES:
            schemes = frozenset(map(_scheme, several("schemes", schemes)))
        self._schemes = schemes
        self._rel = ' rel="nofollow"' if nofollow else ""
        self._limit = limit

    def accepts(self, target: str) -> bool:
        """Return True if a URI may become a link.

        Userinfo that is empty (RFC 3986 §3.2.1) is a scheme before a mention, ``http://@ada``: no linkifier links that.
        """
        scheme, _, rest = target.partition(":")
        return scheme.lower() in self._schemes and not rest.startswith("//@")

    def of_text(self, target: str, text: str) -> str:
        """Return the link to a URI, with a text that is not HTML."""
        limit = self._limit
        if limit is not None and len(text) > limit:
            text = text[: limit - 1] + "\u2026"
        html = escape(text)
        if target == text:
            href = html
        elif target == f"mailto:{text}":
            return f'<a href="mailto:{html}">{html}</a>'
        else:
            href = f"http://{html}" if target == f"http://{text}" else escape(target)
        return f'<a href="{href}"{self._rel_of(target)}>{html}</a>'

    def of_html(self, target: str, html: str) -> str:
        """Return the link to a URI, around HTML."""
        return f'<a href="{escape(target)}"{self._rel_of(target)}>{html}</a>'

    def _rel_of(self, target: str) -> str:
        return self._rel if target.startswith("//", target.find(":") + 1) else ""


def target_of(target: str | None, reference: str, kind: str) -> str | None:
    """Return the URI that a link goes to; ``kind`` is that of an occurrence, ``"suffix"`` for one without a scheme.

    Of a reference that is not valid, which has no ``target``, that is what browsers make of it: links with ``[``, ``{``
    or ``|`` are common, and they work; a percent sign that encodes nothing is data (RFC 3986 §2.4). None if nothing can
    be made of it.
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
    """Return the length of a link up to its host if what follows is no port, since a port is digits; else -1.

    It has no userinfo: then the host is another one.
    """
    _, slashes, rest = raw.partition("//")
    authority = rest.replace("?", "/").replace("#", "/").partition("/")[0]
    host, colon, port = authority.partition(":")
    if not slashes or not colon or not port or not host or not set("@[]&\\").isdisjoint(authority):
        return -1
    return -1 if port.isascii() and port.isdigit() else len(raw) - len(rest) + len(host)


def _scheme(name: str) -> str:
    """Return a scheme in lower case; raise :class:`InvalidOptionValue` for one that no link may have."""
    scheme = scheme_name(name)
    if scheme in _NEVER:
        raise InvalidOptionValue(f"a {scheme}: URI must not become a link: it acts in the name of the page it is on")
    return scheme
