"""Hazards of a reference, valid or not (RFC 3986 §7), each with a name and a sentence."""

from __future__ import annotations

from uri_extract.uri import signs
from uri_extract.uri._hazards import hazards_by_signs as hazards_by_signs
from uri_extract.uri._hazards import is_unregistered
from uri_extract.uri._hazards import names_by_signs as names_by_signs
from uri_extract.uri._kernel import mapped, signs_of
from uri_extract.uri.components import Reference, server_by_appendix_b, string_of
from uri_extract.uri.hazard import NAMES as NAMES
from uri_extract.uri.hazard import Hazard as Hazard
from uri_extract.uri.patterns import harmless, may_nest
from uri_extract.uri.text_hazards import in_link as in_link
from uri_extract.uri.text_hazards import of_query as of_query


def hazards(reference: str | Reference) -> tuple[Hazard, ...]:
    """Return the hazards of *reference* for its readers, in the order of this list; never raises.

    ======================= ==========================================================================================
    ``password``            a password is in the userinfo (RFC 3986 §7.5)
    ``userinfo-like-host``  the userinfo looks like a host (§7.6)
    ``rare-ipv4``           a host that resolvers read as an IPv4 address: octal, hexadecimal, fewer numbers (§7.4)
    ``control-octet``       a control octet, percent-encoded or not (§7.3)
    ``backslash``           a browser reads it as a slash (URL Standard §4.4)
    ``mixed-script``        a label mixes scripts that no language uses together (UTS #39 §5.2)
    ``foreign-port``        the port of another protocol (§7.2)
    ``long-host``           a host too long for the DNS (§3.2.2)
    ``irregular-slashes``   a browser goes to another host, or finds a host that RFC 3986 does not (URL Standard §4.4)
    ``confusable-host``     a label whose letters all look like ASCII ones (UTS #39 §4), below a domain in ASCII
    ``invisible-character`` invisible characters: in a host (UTS #46 §4), or unencoded elsewhere
    ``encoded-host``        a host that hides ASCII characters in percent-encodings (§6.2.2.2)
    ``mapped-host``         characters in a host that a browser replaces by ASCII ones: full-width, a dot (UTS #46 §4)
    ``bidi-control``        a bidi control, which displays the text in another order (RFC 3987 §4.1)
    ``script-uri``          ``javascript:`` or ``vbscript:`` with a script that does something (HTML Standard §7.4.2.3)
    ``data-uri``            ``data:`` (RFC 2397) with a document in it, for which no host is responsible
    ``nested-uri``          a URI of another host in the query (:mod:`uri_extract.uri.nested`): it may lead there
    ``unregistered-scheme`` ``//`` after a scheme that is neither registered nor in wide use: an application defines it
    ======================= ==========================================================================================

    An :class:`~uri_extract.rows.records.Occurrence` may also have ``other-host-in-text``, or ``rewritten`` if the text
    names the host of the URI inside a link that a known service rewrote; ``data-uri`` for any link to
    data other than pictures, sound and fonts, and ``nested-uri`` for the target of a relative reference. A string
    that is not a reference is split at the delimiters, as in RFC 3986 Appendix B, and examined too.

    >>> hazards("http://www.bank.example@0x7f.1/")
    ('userinfo-like-host', 'rare-ipv4')
    """
    text = reference if type(reference) is str else string_of(reference)
    uri = mapped(text)
    found = -1 if uri is None else signs_of(uri)
    if found < 0:
        has_none = harmless().fullmatch(text) and "xn--" not in text.lower() and not may_nest(text)
        if has_none and not is_unregistered(text):
            return ()
    elif not found & signs.OF_HAZARDS and text.isascii() and not may_nest(text):
        return ()
    return hazards_by_signs(text, found)


def in_text(text: str, target: str) -> Hazard | None:
    """Return ``other-host-in-text`` if the text of a link names another host than its target has (§7.6).

    If a known rewriter made the link (:mod:`uri_extract.uri.rewriters`), and the URI inside has that host, return
    ``rewritten``: the link leads where the text says, through a mail filter, counter or redirector. A URI in the query
    of any other link proves nothing, as its author may write any. A leading ``www.``
    does not make another host, nor does another spelling (§6.2.2.1; A-labels or not). A mail address in the text is
    compared only with that of a ``mailto:``: it names the owner of a page, not its host.
    """
    from uri_extract.uri.displayed_host import address_host, host_in, same_host

    displayed = host_in(text)
    if displayed is None or not displayed.host:
        return None
    scheme, _, host, _ = server_by_appendix_b(target)
    if (scheme or "").lower() == "mailto":
        host = address_host(target[7:]) if displayed.address else None
    elif displayed.address:
        return None
    if not host or same_host(displayed.host, host):
        return None
    from uri_extract.uri.unwrap import unwrap  # few links need its table

    inner = unwrap(target)
    if inner is not None and same_host(displayed.host, server_by_appendix_b(inner)[2] or ""):
        return Hazard("rewritten", f"The text of the link names {displayed.host!r}; the link goes there by {host!r}.")
    return Hazard(
        "other-host-in-text", f"The text of the link names {displayed.host!r}, but the link goes to {host!r}."
    )
