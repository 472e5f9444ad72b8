"""Make links of the URIs in a text: in HTML, or as a function returns them.

``linkify`` and ``linkify_html`` return HTML, ``replace`` replaces each link by the result of a function, and
``finditer`` yields matches. :mod:`.markdown_it` is a linkifier for markdown-it-py, :mod:`.filters` a template filter
for Django and Jinja.
"""

from uri_extract.linking._text import Match, finditer, linkify, replace
from uri_extract.linking.html import linkify_html

__all__ = ["Match", "finditer", "linkify", "linkify_html", "replace"]
