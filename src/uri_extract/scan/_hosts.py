# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Find the end of a usual host, and decide which hosts could exist (RFC 3986 §3.2.2, RFC 1123 §2.1, UTS #46 §4)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.scan.classes import HOSTS
from uri_extract.uri.ipv6 import is_ip_literal

if cython.compiled:
    from cython.cimports.libc.string import memchr
else:
    from uri_extract._ascii import (  # noqa: I001 - several to a line
        AT, BACKSLASH, COLON, COMMA, DIGIT_0, DOT, HYPHEN, LEFT_BRACE, LEFT_BRACKET, LEFT_PAREN, PERCENT, RIGHT_BRACE,
        RIGHT_BRACKET, RIGHT_PAREN, SLASH, SMALL_A, SMALL_D, SMALL_N, SMALL_O, SMALL_T, SMALL_X, SMALL_Z, SPACE,
    )  # fmt: skip
    from uri_extract.scan import classes
    from uri_extract.scan._lookahead import has_dot
    from uri_extract.scan._text import Text
    from uri_extract.uri._ipv4 import numeric_ipv4

_MAX_LABEL = cython.declare(cython.Py_ssize_t, 63)  # RFC 1035 §2.3.4
_MAX_NAME = cython.declare(cython.Py_ssize_t, 255)
_MAX_ADDRESS = cython.declare(cython.Py_ssize_t, 64)  # four numbers with leading zeros
_HOST_BYTES = HOSTS
if cython.compiled:  # noqa: SIM108 - the type makes the difference
    _HOSTS = cython.declare(cython.p_const_uchar, _HOST_BYTES)
else:
    _HOSTS = _HOST_BYTES


def usual_name_end(text: Text, i: cython.Py_ssize_t, limit: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of a host name of the usual form; ``i`` if it has another form.

    It has letters and digits with single dots and hyphens between them, and does not end with a digit: ``Token.name``
    accepts all such names.
    """
    data: cython.p_const_uchar = text.data
    end: cython.Py_ssize_t = i
    before: cython.int = classes.SEPARATOR
    four: cython.int
    twice: cython.int = 0  # has a bit of separators if two are adjacent, even shortly after the end
    # Four bytes at a time, two bits each, so that the end costs one branch.
    last: cython.Py_ssize_t = limit - 4
    while end <= last:
        four = _HOSTS[data[end]] | _HOSTS[data[end + 1]] << 2 | _HOSTS[data[end + 2]] << 4 | _HOSTS[data[end + 3]] << 6
        twice |= four & (four << 2 | before)
        if four & classes.ANY_NOT_IN_HOST:
            four = ~four
            end += (four & 1) + (four & four >> 2 & 1) + (four & four >> 2 & four >> 4 & 1)
            break
        before = four >> 6
        end += 4
    else:
        return i
    text.examined += end - i
    twice &= classes.ANY_SEPARATOR
    if end >= limit or end - i > _MAX_LABEL or twice or _HOSTS[data[end - 1]] == classes.SEPARATOR:
        return i
    if data[end] == SPACE and (data[end + 1] if end + 1 < text.size else text.peek(end + 1)) in b"[({d":
        return i  # it may have been defanged
    return i if text.flags[data[end - 1]] & classes.DIGIT else end  # the last label may be a number


def ip_literal_end(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the end of the IP-literal (RFC 3986 §3.2.2) at ``i``, at most ``end``; -1 if the grammar rejects it."""
    j: cython.Py_ssize_t = i + 1
    while j < end and (text.flags[text.data[j]] & (classes.WORD | classes.NAME) or text.data[j] == COLON):
        j += 1
    if j >= end or text.data[j] != RIGHT_BRACKET or not is_ip_literal(text.window[i + 1 : j]):
        return -1
    return j + 1


def is_numeric_address(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the host is an IPv4 address; its numbers may be hexadecimal or octal (URL Standard §3.5)."""
    if end - i > _MAX_ADDRESS:
        return False
    text.examined += end - i
    return numeric_ipv4(text.window[i:end].decode("ascii", "replace")) is not None


def could_exist(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t, numbers: cython.bint) -> cython.bint:
    """Return True if the labels from ``i`` to ``end`` have lengths and letters that the DNS allows.

    If all are ``numbers``, return True if they are an IPv4 address, perhaps of fewer parts (URL Standard §3.5).
    A "%" may encode a byte or begin "%s"; the grammar reports the latter.
    """
    data: cython.p_const_uchar = text.data
    begin: cython.Py_ssize_t = i
    label: cython.Py_ssize_t
    characters: cython.Py_ssize_t
    count: cython.int = 0
    value: cython.int
    in_ascii: cython.bint
    named: cython.bint = False
    plain: cython.bint = not numbers and end - i <= _MAX_LABEL and text.flags[data[i]] & classes.WORD
    if plain and not _has(text, HYPHEN, i, end) and not _has(text, PERCENT, i, end):
        return True
    if end - i > 4:  # fewer bytes are not counted
        text.examined += end - i
    while i < end:
        label = i
        characters = value = 0
        in_ascii = True
        while i < end and data[i] != DOT:
            if data[i] & 0xC0 != 0x80:  # not a continuation byte of UTF-8
                characters += -1 if data[i] == PERCENT else 1  # "%" and two digits are one character
            if data[i] == PERCENT and (i + 1 == end or not text.flags[data[i + 1]] & classes.WORD):
                return False
            named = named or data[i] >= 0x80 or text.flags[data[i]] & classes.WORD
            in_ascii = in_ascii and data[i] < 0x80
            if numbers and value < 256:
                value = 10 * value + data[i] - DIGIT_0
            i += 1
        if characters > _MAX_LABEL:
            return False
        if _is_encoded(text, label, i) and not (in_ascii and is_punycode(text.window[label + 4 : i])):
            return False
        count += 1
        if numbers and (count > 4 or (value > 255 and (i < end or count == 4))):
            return is_numeric_address(text, begin, end)  # "0376" is 254
        i += 1
    return named and i - begin <= _MAX_NAME


@cython.cfunc
@cython.exceptval(check=False)
@cython.inline
def _has(text: Text, byte: cython.int, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the byte is between ``i`` and ``end``."""
    if cython.compiled:
        return memchr(cython.cast(cython.p_const_uchar, text.data) + i, byte, end - i) != cython.NULL
    return text.window.find(byte, i, end) >= 0


@cython.cfunc
@cython.exceptval(check=False)
def _is_encoded(text: Text, label: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if a label begins with "xn--", as A-labels do (RFC 5890 §2.3.2.1)."""
    data: cython.p_const_uchar = text.data
    return (
        end > label + 3
        and (data[label] | 0x20) == SMALL_X
        and (data[label + 1] | 0x20) == SMALL_N
        and data[label + 2] == HYPHEN
        and data[label + 3] == HYPHEN
    )


def is_punycode(text: bytes) -> bool:
    """Return True if the text after "xn--" encodes letters beyond ASCII (RFC 3492, UTS #46 §4 step 4)."""
    try:
        return not text.decode("punycode").isascii()
    except UnicodeError:
        return False


def goes_on(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t, cut: cython.bint) -> cython.bint:
    """Return True if the host from ``i`` to ``end`` is part of a defanged host or of another reference.

    ``cut``: a byte that is in no host ends it.

    To make a link unusable, people write ``[.]``, ``(dot)``, ``{.}``, ``[:]``, ``[@]`` and `` dot `` in its host.
    In ``http://http://`` another scheme is in place of the host.
    """
    data: cython.p_const_uchar = text.data
    following: cython.int = text.peek(end)
    k: cython.Py_ssize_t
    if following == SLASH:
        return False
    if following == SPACE:
        following = text.peek(end + 1)
        if following in (LEFT_BRACKET, LEFT_PAREN, LEFT_BRACE):
            k = end + 2 + (1 if text.peek(end + 2) == DOT else 3)
            return text.peek(k) in (RIGHT_BRACKET, RIGHT_PAREN, RIGHT_BRACE) and _is_mark(text, end + 2)
        return not has_dot(text, i, end) and _is_dot(text, end + 1) and text.peek(end + 4) == SPACE
    if following in (LEFT_BRACKET, LEFT_PAREN, LEFT_BRACE):
        if end > i and data[end - 1] == DOT:  # "http://www.[domain]/", "http://evil.[com]"; but ".(Then", ".[1]"
            return (
                following != LEFT_PAREN
                and text.flags[text.peek(end + 1)] & (classes.WORD | classes.DIGIT) == classes.WORD
            )
        return _is_mark(text, end + 1)
    if following == RIGHT_BRACKET:  # "evil.]com"
        return end > i and data[end - 1] == DOT and SMALL_A <= text.peek(end + 1) <= SMALL_Z
    if following == BACKSLASH:  # Markdown's "\\[.\\]"
        return text.peek(end + 1) == LEFT_BRACKET and _is_mark(text, end + 2)
    if following == COLON:
        return text.peek(end + 1) == SLASH and text.peek(end + 2) == SLASH and not has_dot(text, i, end)
    return cut and text.flags[text.peek(end + 1)] & classes.WORD and _is_inside_name(text, i, end)


@cython.cfunc
@cython.exceptval(check=False)
def _is_inside_name(text: Text, i: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Return True if the name from ``i`` to ``end`` has no top-level domain, and a longer name continues after it.

    In the misspelt "http://www.exa,mple.org/" the host is not "www.exa".
    """
    label: cython.Py_ssize_t = end
    k: cython.Py_ssize_t = end + 1
    while label > i and text.data[label - 1] != DOT:
        label -= 1
    while k < end + _MAX_LABEL and (text.flags[text.peek(k)] & classes.WORD or text.peek(k) == HYPHEN):
        k += 1
    text.examined += k - label
    if text.peek(k) == SLASH:  # "http://example,org/"
        if not is_top_level(text.window[end + 1 : k]):
            return False
    elif text.peek(k) != DOT or not text.flags[text.peek(k + 1)] & classes.WORD:
        return False
    return not is_top_level(text.window[label:end])


def is_top_level(label: bytes) -> cython.bint:
    """Return True if a label is a top-level domain, or a special-use one (RFC 6761)."""
    from uri_extract.uri.tlds import SPECIAL, TLDS  # which takes time

    return label.lower() in TLDS or label.lower() in SPECIAL


@cython.cfunc
@cython.exceptval(check=False)
def _is_dot(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if the word "dot" is at ``i``."""
    return (
        (text.peek(i) | 0x20) == SMALL_D
        and (text.peek(i + 1) | 0x20) == SMALL_O
        and (text.peek(i + 2) | 0x20) == SMALL_T
    )  # fmt: skip


@cython.cfunc
@cython.exceptval(check=False)
def _is_mark(text: Text, i: cython.Py_ssize_t) -> cython.bint:
    """Return True if a mark of defanging is at ``i``, after its opening bracket."""
    byte: cython.int = text.peek(i)
    after: cython.int = text.peek(i + 1)
    if byte == DOT:  # "[.]", "[.com"; but "[...]"
        return after != DOT
    if byte in (COMMA, COLON, SLASH, AT):  # but "[/url]"
        return after in (RIGHT_BRACKET, RIGHT_PAREN, RIGHT_BRACE) or (byte == COLON and after == SLASH)
    if (byte | 0x20) == SMALL_A:  # "[at]"
        return (after | 0x20) == SMALL_T and text.peek(i + 2) in (RIGHT_BRACKET, RIGHT_PAREN, RIGHT_BRACE)
    return _is_dot(text, i) and text.peek(i + 3) in (RIGHT_BRACKET, RIGHT_PAREN, RIGHT_BRACE)
