"""The grammars as in their documents, readable and slow: the oracle with which tests compare every fast path.

Each document has a module, each production a constant; the functions here compile them to patterns. Needs
`regex` (calls of named patterns), which is imported on first use.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    import regex

_DOCUMENTS = {
    "rfc3986": ("rfc3986", "rfc3987"),
    "rfc2396": ("rfc2396",),
    "url-syntax-09": ("rfc2396", "url_syntax_09"),
}

# The rules of `is_valid` by the names that each document has for them.
_NAMES = {
    "rfc3986": {},
    "rfc2396": {
        "URI": r"(?&absoluteURI)",
        "absolute-URI": r"(?&absoluteURI)",
        "URI-reference": r"(?&URI_reference)",
        "relative-ref": r"(?! (?&scheme) : ) (?&URI_reference)",
    },
    "url-syntax-09": {
        "URI": r"(?&absoluteURL)",
        "absolute-URI": r"(?&absoluteURL)",
        "URI-reference": r"(?&URL_reference)",
        "relative-ref": r"(?! (?&scheme) : ) (?&URL_reference)",
    },
}


@cache
def productions(edition: str = "rfc3986") -> dict[str, str]:
    """Return the rules of an edition by name (lower case, ``_`` for ``-``) as verbose `regex` patterns."""
    rules: dict[str, str] = {}
    for document in _DOCUMENTS[edition]:
        module = import_module(f"{__name__}.{document}")
        rules |= {name.lower(): value for name, value in vars(module).items() if name.isupper()}
    return rules


@cache
def pattern(rule: str, edition: str = "rfc3986") -> regex.Pattern[str]:
    """Return the compiled pattern of a rule ("URI-reference", "IPv6address" ...), for ``fullmatch``."""
    wanted = _NAMES[edition].get(rule) or f"(?&{rule.replace('-', '_')})"
    return compiled(wanted, edition)


@cache
def compiled(wanted: str, edition: str = "rfc3986") -> regex.Pattern[str]:
    """Return the compiled pattern of any verbose expression over the rules of an edition."""
    import regex

    rules = productions(edition)
    define = "".join(f"(?P<{name}> {value} )" for name, value in rules.items())
    # A rule's name may be written in the document's own case.
    wanted = regex.sub(r"\(\?&(\w+)\)", lambda call: f"(?&{call[1].lower()})", wanted)
    define = regex.sub(r"\(\?&(\w+)\)", lambda call: f"(?&{call[1].lower()})", define)
    return regex.compile(f"(?(DEFINE) {define} ) (?: {wanted} )", regex.VERBOSE | regex.VERSION1)


def derives(rule: str, text: str, edition: str = "rfc3986") -> bool:
    """Return True if *rule* of *edition* derives all of *text*, by the readable grammar."""
    return pattern(rule, edition).fullmatch(text) is not None
