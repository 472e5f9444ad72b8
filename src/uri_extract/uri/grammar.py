"""The grammars of URIs and IRIs as in their documents, and their rules as regular expressions.

The texts are quoted to the letter. :func:`pattern` translates them, so nothing is written twice: tests compare every
fast path with the result. :func:`uri_extract.is_valid` gives the same answers, and is faster.
"""

from __future__ import annotations

import re
from functools import cache

from uri_extract.errors import InvalidOptionValue
from uri_extract.uri.rules import EDITIONS, unknown

# RFC 3986 Appendix A.
_RFC3986 = """
URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
hier-part     = "//" authority path-abempty
              / path-absolute
              / path-rootless
              / path-empty
URI-reference = URI / relative-ref
absolute-URI  = scheme ":" hier-part [ "?" query ]
relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
relative-part = "//" authority path-abempty
              / path-absolute
              / path-noscheme
              / path-empty
scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
authority     = [ userinfo "@" ] host [ ":" port ]
userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
host          = IP-literal / IPv4address / reg-name
port          = *DIGIT
IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPv6address   =                            6( h16 ":" ) ls32
              /                       "::" 5( h16 ":" ) ls32
              / [               h16 ] "::" 4( h16 ":" ) ls32
              / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
              / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
              / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
              / [ *4( h16 ":" ) h16 ] "::"              ls32
              / [ *5( h16 ":" ) h16 ] "::"              h16
              / [ *6( h16 ":" ) h16 ] "::"
h16           = 1*4HEXDIG
ls32          = ( h16 ":" h16 ) / IPv4address
IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet     = DIGIT                 ; 0-9
              / %x31-39 DIGIT         ; 10-99
              / "1" 2DIGIT            ; 100-199
              / "2" %x30-34 DIGIT     ; 200-249
              / "25" %x30-35          ; 250-255
reg-name      = *( unreserved / pct-encoded / sub-delims )
path          = path-abempty    ; begins with "/" or is empty
              / path-absolute   ; begins with "/" but not "//"
              / path-noscheme   ; begins with a non-colon segment
              / path-rootless   ; begins with a segment
              / path-empty      ; zero characters
path-abempty  = *( "/" segment )
path-absolute = "/" [ segment-nz *( "/" segment ) ]
path-noscheme = segment-nz-nc *( "/" segment )
path-rootless = segment-nz *( "/" segment )
path-empty    = 0<pchar>
segment       = *pchar
segment-nz    = 1*pchar
segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
              ; non-zero-length segment without any colon ":"
pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
query         = *( pchar / "/" / "?" )
fragment      = *( pchar / "/" / "?" )
pct-encoded   = "%" HEXDIG HEXDIG
unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
reserved      = gen-delims / sub-delims
gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
              / "*" / "+" / "," / ";" / "="
"""

# RFC 2234 §6.1, the core rules that RFC 3986 uses.
_CORE = """
ALPHA         = %x41-5A / %x61-7A
DIGIT         = %x30-39
HEXDIG        = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
"""

# RFC 3987 §2.2, without the rules that it takes over from RFC 3986.
_RFC3987 = """
IRI            = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
ihier-part     = "//" iauthority ipath-abempty
               / ipath-absolute
               / ipath-rootless
               / ipath-empty
IRI-reference  = IRI / irelative-ref
irelative-ref  = irelative-part [ "?" iquery ] [ "#" ifragment ]
irelative-part = "//" iauthority ipath-abempty
               / ipath-absolute
               / ipath-noscheme
               / ipath-empty
iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]
iuserinfo      = *( iunreserved / pct-encoded / sub-delims / ":" )
ihost          = IP-literal / IPv4address / ireg-name
ireg-name      = *( iunreserved / pct-encoded / sub-delims )
ipath-abempty  = *( "/" isegment )
ipath-absolute = "/" [ isegment-nz *( "/" isegment ) ]
ipath-noscheme = isegment-nz-nc *( "/" isegment )
ipath-rootless = isegment-nz *( "/" isegment )
ipath-empty    = 0<ipchar>
isegment       = *ipchar
isegment-nz    = 1*ipchar
isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )
               ; non-zero-length segment without any colon ":"
ipchar         = iunreserved / pct-encoded / sub-delims / ":" / "@"
iquery         = *( ipchar / iprivate / "/" / "?" )
ifragment      = *( ipchar / "/" / "?" )
iunreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
ucschar        = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
               / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
               / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
               / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
               / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
               / %xD0000-DFFFD / %xE1000-EFFFD
iprivate       = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
"""

# RFC 2396 Appendix A.
_RFC2396 = """
URI-reference = [ absoluteURI | relativeURI ] [ "#" fragment ]
absoluteURI   = scheme ":" ( hier_part | opaque_part )
relativeURI   = ( net_path | abs_path | rel_path ) [ "?" query ]
hier_part     = ( net_path | abs_path ) [ "?" query ]
opaque_part   = uric_no_slash *uric
uric_no_slash = unreserved | escaped | ";" | "?" | ":" | "@" |
                "&" | "=" | "+" | "$" | ","
net_path      = "//" authority [ abs_path ]
abs_path      = "/"  path_segments
rel_path      = rel_segment [ abs_path ]
rel_segment   = 1*( unreserved | escaped |
                    ";" | "@" | "&" | "=" | "+" | "$" | "," )
scheme        = alpha *( alpha | digit | "+" | "-" | "." )
authority     = server | reg_name
reg_name      = 1*( unreserved | escaped | "$" | "," |
                    ";" | ":" | "@" | "&" | "=" | "+" )
server        = [ [ userinfo "@" ] hostport ]
userinfo      = *( unreserved | escaped |
                   ";" | ":" | "&" | "=" | "+" | "$" | "," )
hostport      = host [ ":" port ]
host          = hostname | IPv4address
hostname      = *( domainlabel "." ) toplabel [ "." ]
domainlabel   = alphanum | alphanum *( alphanum | "-" ) alphanum
toplabel      = alpha | alpha *( alphanum | "-" ) alphanum
IPv4address   = 1*digit "." 1*digit "." 1*digit "." 1*digit
port          = *digit
path          = [ abs_path | opaque_part ]
path_segments = segment *( "/" segment )
segment       = *pchar *( ";" param )
param         = *pchar
pchar         = unreserved | escaped |
                ":" | "@" | "&" | "=" | "+" | "$" | ","
query         = *uric
fragment      = *uric
uric          = reserved | unreserved | escaped
reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
                "$" | ","
unreserved    = alphanum | mark
mark          = "-" | "_" | "." | "!" | "~" | "*" | "'" |
                "(" | ")"
escaped       = "%" hex hex
hex           = digit | "A" | "B" | "C" | "D" | "E" | "F" |
                        "a" | "b" | "c" | "d" | "e" | "f"
alphanum      = alpha | digit
alpha         = lowalpha | upalpha
lowalpha      = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" |
                "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" |
                "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"
upalpha       = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
                "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
                "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
digit         = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
                "8" | "9"
"""

# draft-fielding-url-syntax-09 (1997) Appendix A: the rules that RFC 2396 changed or left out. In the draft, ``server``
# ends with one bracket too many; here it is as §4.3.1 describes it (the user and the port may be left out).
_URL_SYNTAX_09 = """
URL-reference = [ absoluteURL | relativeURL ] [ "#" fragment ]
absoluteURL   = generic-URL | opaque-URL
opaque-URL    = scheme ":" *urlc
generic-URL   = scheme ":" relativeURL
relativeURL   = net_path | abs_path | rel_path
net_path      = "//" site [ abs_path ]
abs_path      = "/" rel_path
rel_path      = [ path_segments ] [ "?" query ]
scheme        = 1*( alpha | digit | "+" | "-" | "." )
site          = server | authority
authority     = *( unreserved | escaped |
                   ";" | ":" | "@" | "&" | "=" | "+" )
server        = [ [ userinfo ] "@" ] hostport
userinfo      = *( unreserved | escaped | ":" | ";" |
                   "&" | "=" | "+" )
path          = [ "/" ] path_segments
pchar         = unreserved | escaped | ":" | "@" | "&" | "=" | "+"
query         = *urlc
fragment      = *urlc
urlc          = reserved | unreserved | escaped
reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
unreserved    = alpha | digit | mark
mark          = "$" | "-" | "_" | "." | "!" | "~" |
                "*" | "'" | "(" | ")" | ","
"""

_EDITIONS = {
    "rfc3986": _RFC3986 + _CORE + _RFC3987,
    "rfc2396": _RFC2396,
    "url-syntax-09": _RFC2396 + _URL_SYNTAX_09,  # a later definition replaces an earlier one
}

# The names that the older documents have for rules of RFC 3986.
_OLDER_NAMES = {
    "rfc3986": {},
    "rfc2396": {"URI": "absoluteURI", "absolute-URI": "absoluteURI"},
    "url-syntax-09": {"URI": "absoluteURL", "absolute-URI": "absoluteURL", "URI-reference": "URL-reference"},
}

_RULE = re.compile(r"^([A-Za-z][\w-]*) *=", re.MULTILINE)
_TOKEN = re.compile(r'"[^"]*"|%x[0-9A-F]+(?:-[0-9A-F]+)?|0<\w+>|[0-9]*\*[0-9]*|[0-9]+|[A-Za-z][\w-]*|[][()/|]|;.*')
_REPEAT = re.compile(r"([0-9]*)(\*?)([0-9]*)")
_SET = re.compile(r"\[(?:[^]\\]|\\.)*\]")


def pattern(rule: str = "URI-reference", *, edition: str = "rfc3986") -> str:
    r"""Return the regular expression of a rule of the grammar, for `re` and for the package `regex`.

    Use it with ``fullmatch``: it matches the strings for which :func:`is_valid`, which is faster, returns True. To find
    references in a text, use :func:`extract_text`: a match that may end anywhere ends at the first alternative.

    ``rule`` is a name in the ABNF of the edition, written as there: for "rfc3986", the names of RFC 3986 Appendix A
    ("URI", "absolute-URI", "relative-ref", "IPv6address" ...) and of RFC 3987 §2.2 ("IRI", "IRI-reference" ...). The
    editions "rfc2396" and "url-syntax-09" have the names of their Appendix A, and those that :func:`is_valid` accepts.
    Raises :class:`InvalidOptionValue` for an unknown rule or edition.

    The expression has no groups that capture and needs no flags, so it can be part of another one. Those that RFC 3987
    does not define are ASCII: encode them to match bytes.

    >>> import re
    >>> re.fullmatch(pattern("IPv4address"), "192.0.2.255") is not None
    True
    >>> pattern("scheme")
    '(?:[A-Za-z][A-Za-z0-9\\+\\-\\.]*)'
    >>> authority = f"(?:({pattern('userinfo')})@)?({pattern('host')})(?::({pattern('port')}))?"
    >>> re.fullmatch(authority, "user@[2001:db8::1]:80").groups()
    ('user', '[2001:db8::1]', '80')
    """
    if edition not in EDITIONS:
        raise unknown("edition", edition, EDITIONS)
    if rule == "relative-ref" and edition != "rfc3986":
        return f"(?:(?!{pattern('scheme', edition=edition)}:){pattern(edition=edition)})"
    name = _OLDER_NAMES[edition].get(rule, rule)
    if name not in productions(edition):
        raise InvalidOptionValue(f"{edition} has no rule {rule!r}: use a name of its ABNF, as 'URI-reference'")
    return _expression(name, edition)


@cache
def productions(edition: str) -> dict[str, str]:
    """Return the rules of an edition in ABNF, by name."""
    _, *parts = _RULE.split(_EDITIONS[edition])
    return dict(zip(parts[::2], parts[1::2], strict=True))


@cache
def _expression(name: str, edition: str) -> str:
    tokens = _TOKEN.findall(productions(edition)[name])
    return _alternatives([token for token in reversed(tokens) if token[0] != ";"], edition)


def _alternatives(tokens: list[str], edition: str) -> str:
    """Take ``a / b`` from the end of *tokens*, up to a closing bracket: a set of characters, or a group."""
    found = [_sequence(tokens, edition)]
    while tokens and tokens[-1] in "/|":
        tokens.pop()
        found.append(_sequence(tokens, edition))
    others = [each for each in found if not _SET.fullmatch(each)]
    characters = "".join(each[1:-1] for each in found if _SET.fullmatch(each))
    if not others:
        return f"[{characters}]"
    return f"(?:{'|'.join([f'[{characters}]', *others] if characters else others)})"


def _sequence(tokens: list[str], edition: str) -> str:
    """Take elements from the end of *tokens*, each perhaps with a number of repetitions: ``a``, ``*b``, ``1*4c``."""
    found = ""
    while tokens and tokens[-1] not in "/|)]":
        if tokens[-1].startswith("0<"):  # 0<pchar>: nothing
            tokens.pop()
            continue
        quantifier = ""
        if repeat := _REPEAT.fullmatch(tokens[-1]):
            tokens.pop()
            least, several, most = repeat.groups()
            quantifier = f"{{{least or 0},{most}}}" if several else f"{{{least}}}"
        found += _element(tokens, edition) + {"{0,}": "*", "{1,}": "+"}.get(quantifier, quantifier)
    return found


def _element(tokens: list[str], edition: str) -> str:
    """Take a rule, characters or brackets from the end of *tokens*: sets of characters, or a group."""
    token = tokens.pop()
    if token in "([":
        inside = _alternatives(tokens, edition)
        tokens.pop()
        return inside if token == "(" else f"{inside}?"
    if token[0] == "%":
        return f"[{'-'.join(_character(chr(int(number, 16))) for number in token[2:].split('-'))}]"
    if token[0] == '"':
        # RFC 2234 §2.3: strings are case-insensitive. RFC 2396 lists both cases.
        cases = [{each.upper(), each.lower()} if edition == "rfc3986" else {each} for each in token[1:-1]]
        return "".join(f"[{''.join(map(_character, sorted(each)))}]" for each in cases)
    return _expression(token, edition)


def _character(character: str) -> str:
    code = ord(character)
    return re.escape(character) if code < 128 else f"\\u{code:04X}" if code < 1 << 16 else f"\\U{code:08X}"
