"""Words and bytes that show which strings in scripts, or in attributes for scripts, are references."""

from __future__ import annotations

from functools import lru_cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final
from uri_extract.rows.details import Details
from uri_extract.uri.patterns import repeated

#: Bits of a literal: a script completes it; it has escapes; it is relative; it is not a reference.
PARTIAL: Final = 1
ESCAPED: Final = 2
RELATIVE: Final = 4
HIDDEN: Final = 8
#: The details of a literal that a script completes.
PARTIALLY: Final = Details(partial=True)

#: Classes of bytes: letters and digits, those of names, those of the first segment of a path, those of a reference that
#: need no check, hexadecimal digits, those that are escaped in regular expressions but not in strings.
ALNUM: Final = 1
WORD: Final = 2
PATH: Final = 4
INSIDE: Final = 8
HEX: Final = 16
OF_PATTERNS: Final = 32


def _classes() -> bytes:
    letters = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    table = bytearray(256)
    for bits, members in (
        (ALNUM | WORD | PATH, letters),
        (WORD, b"_$-"),
        (PATH, b"_-.~%"),
        (INSIDE, bytes(range(0x80, 0x100)) + bytes(range(0x21, 0x7F)).translate(None, b"\"'`<>\\{}$&")),
        (HEX, b"0123456789abcdefABCDEF"),
        (OF_PATTERNS, b".wdsSWDB?()[]{}+*^$|"),
    ):
        for byte in members:
            table[byte] |= bits
    return bytes(table)


CLASSES: Final = _classes()

#: The maximum of bytes examined before a literal.
BEFORE: Final = 64

#: Words that name a URL: HTML attributes whose value can only be a URL, and common words for one.
URL_WORDS: Final = ("url", "uri", "href", "src", "srcset", "formaction", "longdesc", "poster")
#: What a name says about a value: it is a URL, as people write them; image candidates; possibly a URL; nothing; it is a
#: URL of any form; an expression of a script with a URL.
SAYS_URL, SAYS_SRCSET, SAYS_PERHAPS, SAYS_ANYTHING, SAYS_LINK, SAYS_EXPRESSION = range(6)

#: Prefixes of attributes for scripts: of expressions in Vue and Alpine.js; of custom data attributes, and those of
#: htmx, AngularJS and Unpoly. Then attributes whose value is a URL, the last two in custom elements.
BINDING: Final = (":", "v-bind:", "x-bind:")
PREFIXES: Final = ("data-", "hx-", "ng-", "up-")
_LINKS: Final = frozenset(
    ("hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete", "ng-href", "ng-src", "up-href", "href", "src")
)

# Words of attributes that are or were URLs in HTML but mean other things elsewhere, and those that scripts use for
# images and links.
_PERHAPS_WORDS: Final = frozenset((
    "action", "cite", "background", "icon", "manifest", "ping", "usemap", "lowsrc", "dynsrc", "image", "images", "img",
    "bg", "original", "source", "link", "permalink", "thumb", "thumbnail", "avatar", "logo", "photo", "picture",
    "cover", "lazy", "large", "full", "zoom", "retina", "file", "video", "audio", "iframe", "page",
))  # fmt: skip
_WORDS: Final = frozenset(URL_WORDS)
_LAST_LETTERS: Final = frozenset(
    letter.encode() for word in (*URL_WORDS, "location") for letter in (word[-1], word[-1].upper())
)

#: Bytes that show that a value is a template or not a URL: 1 if one suffices, 2 if two in a row are needed.
OF_TEMPLATES: Final = bytes(1 if byte in b"{}<>|`^\\" else 2 * (byte in b"[%") for byte in range(256))
#: A string without a slash that may be a file name, where an event handler may navigate to it.
SLASHLESS: Final = re.compile(rb"[=(]\s*+(?:[\"']|&quot;)[^\"'&/\s.]*+\.")
#: Functions and constructors that take a URL: of Fetch, HTML, XMLHttpRequest, Service Workers; ``import()`` (ECMA-262
#: §13.3.10); their equivalents in libraries.
_TAKING: Final = frozenset(
    b"fetch import importScripts Worker SharedWorker EventSource WebSocket Request URL sendBeacon getJSON getScript "
    b"window.open location.assign location.replace serviceWorker.register $.get $.post $.ajax jQuery.get jQuery.post "
    b"axios.get axios.post self.open parent.open top.open".split()
)
_KEYWORDS: Final = frozenset((b"from", b"import", b"export"))
_METHODS: Final = frozenset((b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS"))
_BLANKS: Final = b" \t\n\f\r"
_NAME: Final = frozenset(byte for byte in range(256) if CLASSES[byte] & WORD or byte == 0x2E)

# Properties whose value is a URL: of Open Graph (https://ogp.me), Twitter Cards, browsers' tiles; of schema.org and
# JSON-LD 1.1 (``@id``).
_OF_META: Final = (
    "og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url", "og:video:secure_url",
    "og:audio", "og:audio:url", "og:audio:secure_url", "og:see_also", "twitter:image", "twitter:image:src",
    "twitter:player", "twitter:player:stream", "twitter:url", "msapplication-tileimage", "msapplication-config",
    "msapplication-starturl", "msapplication-square70x70logo", "msapplication-square150x150logo",
    "msapplication-wide310x150logo", "msapplication-square310x310logo", "thumbnail",
)  # fmt: skip
_OF_SCHEMA: Final = (
    "@id", "url", "image", "logo", "sameAs", "contentUrl", "embedUrl", "thumbnailUrl", "downloadUrl", "installUrl",
    "discussionUrl", "paymentUrl", "trackingUrl", "urlTemplate", "mainEntityOfPage", "item", "photo", "screenshot",
    "relatedLink", "significantLink", "license", "usageInfo", "acquireLicensePage", "publishingPrinciples",
    "hasMap", "hasMenu", "menu", "codeRepository",
)  # fmt: skip
_URL_PROPERTIES: Final = frozenset(map(str.lower, (*_OF_META, *_OF_SCHEMA)))


def _property_ends() -> bytes:
    ends = bytearray(64 << 5)
    for name in _URL_PROPERTIES:
        ends[len(name) << 5 | ord(name[-1]) & 31] = 1
    return bytes(ends)


#: Sizes and last letters of these names, which rule out most others.
PROPERTY_ENDS: Final = _property_ends()
#: A member of JSON-LD with such a name and a relative value, or with an array whose first value is relative.
RELATIVE_PROPERTY: Final = re.compile(
    rb'"(?:%s)"[ \t\r\n]*+:[ \t\r\n]*+(?:\[%s)?"(?!https?:)'
    % ("|".join(_OF_SCHEMA).encode(), repeated(rb'"https?:[^"]*+"|[ \t\r\n,]++'))
)


#: Data blocks whose vocabulary determines which strings are references, by the type of the script (HTML Standard
#: §4.12.1).
DATA_BLOCKS: Final = {
    b"application/ld+json": "ld+json",
    b"importmap": "importmap",
    b"speculationrules": "speculationrules",
    b"application/json": "json",
}


def is_escaped_json(beginning: bytes) -> bool:
    """Return True if these are the first bytes of JSON whose quotation marks are written ``&q;``."""
    return beginning.translate(None, b" \t\n\r[{").startswith(b"&q;") and beginning.lstrip()[:1] in (b"{", b"[")


def is_url_property(name: str | None) -> bool:
    """Return True if that is the name of a property whose value is a URL."""
    return name is not None and name.strip().lower() in _URL_PROPERTIES


_HOST: Final = re.compile(rb"[A-Za-z0-9.-]*+(?=[/:?#\\]|\Z)")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))", re.DOTALL)


def unescape(text: str) -> str:
    """Return a string literal (ECMA-262 §12.9.4, RFC 8259 §7), the escapes that occur in URIs decoded."""
    text = text.replace("\\/", "/")
    if "\\" not in text:
        return text
    text = _ESCAPE.sub(lambda escape: chr(int(escape[1] or escape[2], 16)) if not escape[3] else escape[3], text)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def meant_by(source: str, bits: int) -> str:
    """Return the reference of a literal with those bits; HTML's escapes are decoded as well."""
    if bits & ESCAPED:
        source = unescape(source)
    return source.replace("&amp;", "&")


def names_url(name: bytes) -> bool:
    """Return True if the last word of a name is a word for URLs: ``imageSrc``, ``base_url``, but not ``curl``."""
    return name[-1:] in _LAST_LETTERS and _names_url(name)


@lru_cache(4096)
def _names_url(name: bytes) -> bool:
    if name == b"location":
        return True
    text = name.decode("latin-1")
    lower = text.lower()
    if not lower.endswith(URL_WORDS):
        return False
    for word in URL_WORDS:
        if lower.endswith(word):
            at = len(text) - len(word)
            if not at or not text[at - 1].isalpha() or (text[at].isupper() and text[at - 1].islower()):
                return True
    return False


@lru_cache(4096)
def what_it_says(name: str) -> int:
    """Return what the name of an attribute says of its value, by its last word, or another one."""
    if name.startswith(BINDING):
        return SAYS_EXPRESSION if names_url(name.encode("utf-8", "replace")) else SAYS_ANYTHING
    if name in _LINKS:
        return SAYS_LINK
    name = name.removeprefix("data-")
    if "-" in name and name in _LINKS:
        return SAYS_LINK
    words = name.replace("_", "-").split("-")
    if words[-1] == "srcset":
        return SAYS_SRCSET
    if words[-1] in _WORDS or names_url(name.encode("utf-8", "replace")):
        return SAYS_URL
    if not _WORDS.isdisjoint(words) or words[-1] in _PERHAPS_WORDS:
        return SAYS_PERHAPS
    return SAYS_ANYTHING


@lru_cache(4096)
def attribute_name(name: bytes) -> str:
    """Return the name of an attribute in lower case, up to its maximum size."""
    return name[:256].lower().decode("utf-8", "replace")


def binds_url(name: bytes) -> bool:
    """Return True if the value of an attribute is an expression with a URL."""
    return what_it_says(attribute_name(name)) == SAYS_EXPRESSION


def is_custom(element: str) -> bool:
    """Return True for a custom element (HTML Standard §4.13.3), and elements that browsers only may have."""
    return "-" in element or element in ("model", "fencedframe")


def takes_url(before: bytes) -> bool:
    """Return True if the text before a string shows that the string is a URL: a keyword, or a function's parenthesis.

    ``before`` are the last bytes before the string, without blanks.
    """
    if before.endswith(b"("):
        before = before[:-1].rstrip(_BLANKS)
        name = _name_at_end(before)
        if name in _TAKING:
            return True
        return b".".join(name.split(b".")[-2:]) in _TAKING or name.rpartition(b".")[2] in _ALONE
    if before.endswith(b","):
        return _is_second(before[:-1].rstrip(_BLANKS))
    return _name_at_end(before) in _KEYWORDS


#: For methods whose names have other uses: the objects that have them.
_ALONE: Final = frozenset(name for name in _TAKING if b"." not in name)


def _name_at_end(text: bytes) -> bytes:
    at = len(text)
    while at and text[at - 1] in _NAME:
        at -= 1
    return text[at:]


def _is_second(before: bytes) -> bool:
    """Return True if the previous argument is the method of a request, or the name of an attribute that is a URL."""
    mark = before[-1:]
    if mark not in (b'"', b"'"):
        return False
    first, found, word = before[:-1].rpartition(mark)
    called = first.rstrip(_BLANKS)
    if not found or not called.endswith(b"("):
        return False
    name = _name_at_end(called[:-1].rstrip(_BLANKS)).rpartition(b".")[2]
    if name == b"open":
        return word.upper() in _METHODS
    return name in (b"setAttribute", b"attr") and names_url(word)


def is_host(text: bytes) -> bool:
    """Return True if the text after ``//`` begins with a host in a top-level domain, unlike a comment."""
    match = _HOST.match(text)
    if match is None:
        return False
    name, _, last = match[0].lower().rpartition(b".")
    return name != b"" and last in _domains()


@lru_cache(1)
def _domains() -> frozenset[bytes]:
    from uri_extract.uri.tlds import SPECIAL, TLDS  # large, and rarely needed

    return frozenset((*TLDS, *SPECIAL))
