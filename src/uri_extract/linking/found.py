"""Find the references in a text, with scanners that are reused."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any, NamedTuple
from uri_extract.errors import SourceTypeError
from uri_extract.formats import scanner_for
from uri_extract.rows import in_characters
from uri_extract.rows.details import NO_ORIGIN
from uri_extract.scan import LINKS
from uri_extract.text.options import ScanOptions, check_flags, kernel_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uri_extract.rows import Page

# Unused scanners, by their options: creating one takes as long as reading some kilobytes.
_IDLE: dict[Any, list[Any]] = {}
# The most scanners that are kept, for threads that read at the same time.
_MOST_IDLE = 8


class Kinds(NamedTuple):
    """The kinds of links to find: the options of :func:`~uri_extract.linking.text.finditer`."""

    suffix: bool = True
    bare_names: bool = True
    ip_addresses: bool = False
    mail_addresses: bool = True
    refang: bool | Mapping[str, str] = False
    joins: str = "likely"


def page_of(media_type: str, text: str, kinds: Kinds) -> Page:
    """Return the page of a text, with offsets in characters. Raises SourceTypeError, and errors of options."""
    if not isinstance(text, str):
        raise SourceTypeError(f"text must be a str, not {type(text).__name__}")
    for name, flag in zip(Kinds._fields, kinds[:-1], strict=False):
        if flag is not True and flag is not False:
            if name != "refang":
                check_flags(**{name: flag})
            from uri_extract.decode.marks import marks_of  # few callers need it

            kinds = kinds._replace(refang=marks_of(flag))
    try:
        idle = _IDLE[media_type, kinds]
        scanner = idle.pop()
        scanner.restart(None, NO_ORIGIN, "utf-8")
    except (KeyError, IndexError, TypeError):  # no unused scanner, or ``joins`` is not hashable
        scanner = scanner_for(media_type, _options(kinds), decoded=True)
        idle = _IDLE.setdefault((media_type, kinds), [])
    data = text.encode("utf-8", "surrogatepass")
    page: Page = scanner.read(data, final=True)
    if len(data) != len(text):
        page = in_characters(page, data)
    if len(idle) < _MOST_IDLE:
        idle.append(scanner)
    return page


def is_cut(text: str, end: int, partial: bool, reference: str) -> bool:
    """Return True if an ellipsis cuts the host of a reference, which ends at ``end``: it links to nothing."""
    return partial and reference.count("/") == 2 and text[end : end + 4].lstrip(" ").startswith(("\u2026", "..."))


def _options(kinds: Kinds) -> ScanOptions:
    """Return the options of a scanner. Raises InvalidOptionValue."""
    links = LINKS["local_parts"] if kinds.mail_addresses else 0
    if kinds.suffix:
        links += LINKS["names"] * kinds.bare_names + LINKS["ipv4"] * kinds.ip_addresses
    kernel = kernel_for(None, kinds.joins, links)
    return ScanOptions(suffix=kinds.suffix, mail_addresses=kinds.mail_addresses, refang=kinds.refang, kernel=kernel)
