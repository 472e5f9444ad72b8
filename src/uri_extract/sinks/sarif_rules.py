"""The rules of a SARIF log: names, descriptions and levels."""

from __future__ import annotations

from uri_extract._compat._typing import Any, Final

INVALID, HAZARD, PROBLEM = "invalid-reference", "hazard-", "problem-"

#: Descriptions of hazards; the table of :func:`uri_extract.uri.hazards.hazards` has the sections of the standards.
HAZARDS: Final = {
    "password": "a password is in the userinfo",
    "userinfo-like-host": "the userinfo looks like a host",
    "rare-ipv4": "the host is an IPv4 address in a rare notation",
    "control-octet": "the reference contains a control octet",
    "backslash": "a browser reads a backslash as a slash",
    "mixed-script": "a label of the host mixes scripts that no language writes together",
    "foreign-port": "the port is that of another protocol",
    "long-host": "the host is too long for the DNS",
    "irregular-slashes": "a browser goes to another host than the grammar finds",
    "confusable-host": "a label of the host looks like an ASCII label",
    "invisible-character": "the reference contains invisible characters",
    "encoded-host": "the host hides ASCII characters in percent-encodings",
    "mapped-host": "a browser replaces characters of the host by ASCII characters",
    "bidi-control": "a bidirectional control displays the reference in another order",
    "script-uri": "the reference runs a script",
    "data-uri": "the reference contains a whole document, for which no host is responsible",
    "nested-uri": "the query contains a URI of another host, to which the reference may lead",
    "unregistered-scheme": "the scheme is not registered: an application defines where the reference leads",
    "other-host-in-text": "the text of the link names another host than its target",
    "rewritten": "the link leads where its text says, through a service that rewrote it",
}
#: Rules of level "note", because links of trackers and mail filters often match them.
NOTES: Final = frozenset((f"{HAZARD}nested-uri", f"{HAZARD}data-uri", f"{HAZARD}rewritten"))


def rule_of(name: str) -> dict[str, Any]:
    """Return the description of a rule."""
    if name == INVALID:
        short = "a reference is not valid"
        full = "The grammar of RFC 3986 (of RFC 3987 for an IRI) does not allow the reference."
    elif name.startswith(HAZARD):
        short = HAZARDS[name.removeprefix(HAZARD)]
        full = f"The reference may deceive a reader (RFC 3986 section 7): {short}."
    else:
        short = f"input that could not be read, or only in part: {name.removeprefix(PROBLEM)}"
        full = "Part of the input could not be read, or not reliably; references in it may be missing."
    return {
        "id": name,
        "shortDescription": {"text": short[:1].upper() + short[1:]},
        "fullDescription": {"text": full},
        "help": {"text": full},
        "defaultConfiguration": {"level": "note" if name in NOTES else "warning"},
        "properties": {"tags": ["links", *(["security"] if name.startswith(HAZARD) else [])]},
    }
