"""The rules of a SARIF log: their names, what each is, and of what level its results are."""

from __future__ import annotations

from uri_extract._typing import Any, Final

INVALID, HAZARD, PROBLEM = "invalid-reference", "hazard-", "problem-"

#: What each hazard is; the table of :func:`uri_extract.uri.hazards.hazards` has the sections of the standards.
HAZARDS: Final = {
    "password": "a password is in the userinfo",
    "userinfo-like-host": "the userinfo looks like a host",
    "rare-ipv4": "the host is an IPv4 address in a rare notation",
    "control-octet": "a control octet is in it",
    "backslash": "a browser reads a backslash as a slash",
    "mixed-script": "a label of the host mixes scripts that no language writes together",
    "foreign-port": "the port is that of another protocol",
    "long-host": "the host is too long for the DNS",
    "irregular-slashes": "a browser goes to another host than the grammar finds",
    "confusable-host": "a label of the host looks like another one in ASCII",
    "invisible-character": "characters that are not seen are in it",
    "encoded-host": "the host hides ASCII characters in percent-encodings",
    "mapped-host": "a browser replaces characters of the host by ASCII ones",
    "bidi-control": "a control of the direction of text shows it in another order",
    "script-uri": "it runs a script",
    "data-uri": "it has a document in itself, for which no host answers",
    "nested-uri": "a URI of another host is in the query: it may lead there",
    "other-host-in-text": "the text of the link names another host than its target",
}
#: Usual in links that trackers and mail filters make, so no more than a note.
NOTES: Final = frozenset((f"{HAZARD}nested-uri", f"{HAZARD}data-uri"))


def rule_of(name: str) -> dict[str, Any]:
    """Return the description of a rule."""
    if name == INVALID:
        short = "a reference is not valid"
        full = "The grammar of RFC 3986, or of RFC 3987 for an IRI, does not derive the reference."
    elif name.startswith(HAZARD):
        short = HAZARDS[name.removeprefix(HAZARD)]
        full = f"The reference may deceive a reader (RFC 3986 section 7): {short}."
    else:
        short = f"input that could not be read as it should: {name.removeprefix(PROBLEM)}"
        full = "Part of the input could not be read, or was read with doubts; references in it may be missing."
    return {
        "id": name,
        "shortDescription": {"text": short[:1].upper() + short[1:]},
        "fullDescription": {"text": full},
        "help": {"text": full},
        "defaultConfiguration": {"level": "note" if name in NOTES else "warning"},
        "properties": {"tags": ["links", *(["security"] if name.startswith(HAZARD) else [])]},
    }
