"""References replaced by the URIs inside them (``--unwrap``, ``--nested``), for counts, tables and templates."""

from __future__ import annotations

from uri_extract.rows import Page, Pool, Rows, layout, page_of


def led_to(page: Page, value: str) -> Page:
    """Return the page with each reference that has a URI inside replaced by it; ``raw`` and the place are unchanged.

    ``value`` is ``unwrapped``, or ``nested``, which prefers the URI of another host in the query.
    """
    columns = page.columns((value, "unwrapped"))
    inside = [one or other for one, other in zip(columns[value], columns["unwrapped"], strict=True)]
    if not any(inside):
        return page
    rows = Rows(Pool())
    for row, found in enumerate(page.occurrences()):
        bits, uri = page.bits(row), inside[row]
        if uri:
            bits = bits & ~(layout.FORM | layout.OWN_LINE) | (layout.URI if uri.isascii() else layout.IRI)
        number = rows.add(
            uri or found.reference, found.raw, found.start, found.end, found.line, found.column, bits, found.bases,
            found.origin, found.element, found.attribute, found.details,
        )  # fmt: skip
        if found.text is not None:
            rows.set_link_text(number, found.text.encode("utf-8", "surrogateescape"))
        rows.set_rel(number, found.rel)
    return page_of(rows, rows.count)
