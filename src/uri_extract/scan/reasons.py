"""The texts that explain a kernel's decisions (:mod:`uri_extract.scan.explain`)."""

from __future__ import annotations

from uri_extract._compat._typing import Final
from uri_extract.scan import wrap_signs
from uri_extract.uri import schemes

#: The text that must follow a scheme's colon, by the scheme's syntax (:mod:`uri_extract.uri.schemes`).
SYNTAX: Final = {
    0: "// and a host that could exist",
    schemes.HOST: "// and a host that could exist",
    schemes.AUTHORITY: "// and a host that could exist, or a path",
    schemes.SLASHES: "// and something",
    schemes.PATH: "a slash and a path",
    schemes.MAILBOX: "an address, or a field as in ?subject=",
    schemes.ADDRESS: "an address",
    schemes.ENDPOINT: "a user at a host, or a host with a dot",
    schemes.NUMBER: "a number",
    schemes.DIALLED: "a number",
    schemes.NEWSGROUP: "a newsgroup with a dot, or a Message-ID",
    schemes.NAMESPACE: "a namespace and a colon",
    schemes.MEDIA: "a media type, and a comma",
    schemes.COORDINATES: "two numbers, and a comma between",
    schemes.TAGGED: "an authority, a comma, a date and a colon",
    schemes.CONTENT_ID: "an identifier with @ or a dot",
    schemes.QUERY: "? and a parameter",
    schemes.ACTION: "a name, ? and an action",
    schemes.NAMED: "a namespace, a slash and an identifier",
    schemes.ENTITY: "the kind of an entity (u, r, roomid, ...), a slash and an identifier",
    schemes.DIGITS: "numbers with dots between",
    schemes.DIGEST: "an algorithm, a semicolon and a digest",
    schemes.KEY: "25 letters and digits or more",
    schemes.PAIRS: "name=value",
    schemes.INNER: "another URI",
}

_ENDS: Final = {
    "(": "it is closed after a blank",
    ")": "it was not opened inside",
    "]": "it was not opened inside",
    "}": "it was not opened inside",
    "[": "a label, a footnote's mark or a tag begins there, or it is never closed",
    "{": "it is never closed",
    "'": "it closes the mark before the reference, or begins a suffix",
    "&": "it begins an escaped delimiter, as in &gt;",
    "|": "it separates links, arguments or cells",
}

VERDICTS: Final = ("it ends there", "it may continue", "it continues")

_BESIDE: Final = {
    wrap_signs.ENDLESS: "the end of the word was not seen",
    wrap_signs.EARLY: "room for it before column 66",
}


def quote_for_message(text: bytes, most: int = 40) -> str:
    """Return the text in quotation marks, on one line, without its end if it is longer than ``most`` characters."""
    quoted = repr(text[: 4 * most].decode("utf-8", "replace")[: most + 1])
    return quoted if len(text) <= most or len(quoted) < most else quoted[:most] + "..." + quoted[0]


def ending(character: str) -> str:
    """Return why the doubtful character ends a reference."""
    return f"{character!r} ends it: {_ENDS.get(character, 'another column or reference follows')}"


def weighed(signs: int, verdict: int) -> tuple[list[str], int, str]:
    """Return the names of the signs at a line break, the sum of their weights, and the verdict with both as text."""
    seen = wrap_signs.names(signs)
    total = wrap_signs.START + sum(wrap_signs.SIGNS[name].weight for name in seen)
    if signs & wrap_signs.IMPOSSIBLE:
        total = wrap_signs.NEVER
        return seen, total, f"{VERDICTS[verdict]} (no reference continues with such a word)"
    if signs & wrap_signs.ENDLESS and not verdict and total >= wrap_signs.PERHAPS:
        total = wrap_signs.NEVER
    weights = [f"start {wrap_signs.START:+d}"]
    weights += [f"{name} {wrap_signs.SIGNS[name].weight:+d}" for name in seen]
    weights += [text for bit, text in _BESIDE.items() if signs & bit]
    return seen, total, f"{VERDICTS[verdict]} ({total:+d}: {', '.join(weights)})"
