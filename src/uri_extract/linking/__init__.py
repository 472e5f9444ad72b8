"""Links made of the URIs in a text: for HTML, or for whatever a function makes of them.

``linkify`` and ``linkify_html`` return HTML, ``replace`` puts what a function returns in the place of a link, and
``finditer`` yields matches. :mod:`.markdown_it` makes a linkifier for markdown-it-py of it, :mod:`.filters` a filter
for templates of Django and Jinja.
"""

from uri_extract.linking.html import linkify_html
from uri_extract.linking.text import Match, finditer, linkify, replace

__all__ = ["Match", "finditer", "linkify", "linkify_html", "replace"]
