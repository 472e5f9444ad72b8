"""Find the links in instructions of Word's fields, and in formulas of spreadsheets."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._ascii import NUMBER_SIGN
from uri_extract._compat._typing import Final, NamedTuple

# An argument of an instruction (ECMA-376 part 1 §17.16.1): in quotes, or up to white space; a switch.
_ARGUMENT = re.compile(rb'"((?>[^"\\]|\\.)*)"?|(\\[^\s"])|([^\s"]+)', re.DOTALL)
_ESCAPE = re.compile(rb"\\(.)", re.DOTALL)
# Fields whose first argument is a URI or a file name (§17.16.5).
_LINKS: Final = frozenset(
    (b"HYPERLINK", b"INCLUDEPICTURE", b"INCLUDETEXT", b"INCLUDE", b"IMPORT", b"RD", b"PAGEREF", b"SUBSCRIBER")
)
# Quotation marks that Word treats as '"', in UTF-8, and a replacement of the same size, with blanks outside.
_CURLY: Final = (("\u201c".encode(), b'  "'), ("\u201d".encode(), b'"  '), ("\u201e".encode(), b'  "'))
#: A drive, or a path with backslashes: a Windows file name, not a URI.
WINDOWS_PATH: Final = re.compile(rb"[A-Za-z]:(?!//)|[^:/?#]*\\")

# A call of the function in a formula, up to its first argument, a string.
_CALL = re.compile(rb'\bHYPERLINK\s{0,64}\(\s{0,64}"', re.IGNORECASE)
_STRING = re.compile(rb'((?>[^"]|"")*)"')
_AFTER_STRING = re.compile(rb'\s{0,64}([,;)])\s{0,64}(")?')
_JOINED = re.compile(rb'\s{0,64}&\s{0,64}(")?')
# The beginning of an address that a computed text completes: a scheme, and a host or a path.
_BEGUN = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]{0,64}:(?://[^/]|[^/])")


class Link(NamedTuple):
    """A reference in an instruction or a formula: its start and end there, and the text that is shown for it.

    ``partial``: computed text follows it.
    """

    reference: bytes
    start: int
    end: int
    kind: str
    text: bytes | None = None
    partial: bool = False


def of_field(instruction: bytes) -> Link | None:
    r"""Return the link of a field's instruction, None if it has none.

    The location of a switch ``\l`` is the fragment. A link within the document is left out.

    >>> of_field(b' HYPERLINK "http://a.example/" \\l "top"').reference
    b'http://a.example/#top'
    """
    kind: bytes | None = None
    found: tuple[bytes, int, int] | None = None
    fragment, switch = b"", b""
    for mark, quote in _CURLY:
        instruction = instruction.replace(mark, quote)
    for match in _ARGUMENT.finditer(instruction):
        quoted, option, word = match.groups()
        if kind is None:
            kind = (word or b"").upper()
            if kind not in _LINKS or kind == b"PAGEREF":
                return None
        elif option is not None:
            switch = option.lower()
        else:
            value = _ESCAPE.sub(rb"\1", quoted) if quoted is not None else word
            if switch == b"\\l":
                fragment = value
            elif found is None and switch not in (b"\\o", b"\\t", b"\\*", b"\\c"):
                found = value.strip(), *match.span(1 if quoted is not None else 3)
            switch = b""
    if kind is None or found is None or not found[0] or WINDOWS_PATH.match(found[0]):
        return None
    reference, start, end = found
    if fragment and NUMBER_SIGN not in reference:
        reference += b"#" + fragment
    return Link(reference, start, end, kind.decode().lower())


def of_formula(formula: bytes) -> list[Link]:
    """Return the links that are the results of ``HYPERLINK("...", "...")`` in a formula.

    Strings joined by ``&`` are one address. One that a computed text completes is partial; other computed addresses,
    and those in the same workbook, are left out.

    >>> of_formula(b'HYPERLINK("a.html";"A")')[0].text
    b'A'
    """
    found: list[Link] = []
    at = 0
    while match := _CALL.search(formula, at):
        at = match.end()
        value = _STRING.match(formula, at)
        if value is None:
            break
        start, end = value.span(1)
        at = value.end()
        strings = [value[1]]
        while value is not None and (joined := _JOINED.match(formula, at)):
            at = joined.end()
            value = _STRING.match(formula, at) if joined[1] else None
            if value is not None:
                strings.append(value[1])
                end, at = value.end(1), value.end()
        partial = value is None
        after = _AFTER_STRING.match(formula, at)
        reference = b"".join(strings).replace(b'""', b'"').strip()
        if not (_BEGUN.match(reference) if partial else after and reference) or reference.startswith(b"#"):
            continue
        if WINDOWS_PATH.match(reference):
            continue
        text = None
        if not partial and after and after[2] is not None and after[1] != b")":
            shown = _STRING.match(formula, after.end())
            text = shown and shown[1].replace(b'""', b'"')
        found.append(Link(reference, start, end, "hyperlink", text, partial))
    return found
