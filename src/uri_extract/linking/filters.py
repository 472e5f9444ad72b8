"""A template filter ``linkify`` for Jinja and Django.

Jinja: ``environment.filters["linkify"] = uri_extract.linking.filters.linkify``. Django: the library of tags
``uri_extract.linking.django``, in the option ``libraries`` or ``builtins`` of the engine.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any
from uri_extract.linking._text import linkify as linkify_text
from uri_extract.linking.html import linkify_html


class Html(str):
    """A str of HTML, which templates do not escape again.

    >>> Html("<b>").__html__()
    '<b>'
    """

    __slots__ = ()

    def __html__(self) -> str:
        """Return the HTML, as Jinja and Django expect."""
        return str(self)


def linkify(value: Any, **options: Any) -> Html:
    """Return a value as HTML with links.

    A value that is marked as safe is HTML, passed to :func:`~uri_extract.linking.html.linkify_html`; any other value
    is text, passed to :func:`~uri_extract.linking._text.linkify`, with the options. None becomes an empty string.

    >>> linkify("<b>www.example.org", nofollow=False)
    '&lt;b&gt;<a href="http://www.example.org">www.example.org</a>'
    """
    if value is None:
        return Html()
    html = getattr(value, "__html__", None)
    return Html(linkify_text(str(value), **options) if html is None else linkify_html(html(), **options))
