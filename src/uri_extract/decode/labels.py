"""The names and labels of encodings (Encoding Standard §4.2) and Windows code pages, and Python's codec for each."""

from __future__ import annotations

import codecs
from encodings import normalize_encoding
from encodings.aliases import aliases
from functools import cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final

# The name of an encoding, followed by its other labels.
_TABLE = """
utf-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8
ibm866: 866 cp866 csibm866
iso-8859-2: csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
iso-8859-3: csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
iso-8859-4: csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
iso-8859-5: csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
iso-8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i
    iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
iso-8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7
    iso_8859-7:1987 sun_eu_greek
iso-8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8
    iso_8859-8:1988 visual
iso-8859-8-i: csiso88598i logical
iso-8859-10: csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6
iso-8859-13: iso8859-13 iso885913
iso-8859-14: iso8859-14 iso885914
iso-8859-15: csisolatin9 iso8859-15 iso885915 iso_8859-15 l9
iso-8859-16:
koi8-r: cskoi8r koi koi8 koi8_r
koi8-u: koi8-ru
macintosh: csmacintosh mac x-mac-roman
windows-874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620
windows-1250: cp1250 x-cp1250
windows-1251: cp1251 x-cp1251
windows-1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591
    iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252
windows-1253: cp1253 x-cp1253
windows-1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5
    x-cp1254
windows-1255: cp1255 x-cp1255
windows-1256: cp1256 x-cp1256
windows-1257: cp1257 x-cp1257
windows-1258: cp1258 x-cp1258
x-mac-cyrillic: x-mac-ukrainian
gbk: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk
gb18030:
big5: big5-hkscs cn-big5 csbig5 x-x-big5
euc-jp: cseucpkdfmtjapanese x-euc-jp
iso-2022-jp: csiso2022jp
shift_jis: csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis
euc-kr: cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
replacement: csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr
utf-16be: unicodefffe
utf-16le: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16
x-user-defined:
"""

# Encodings whose Python codec has another name, or is a superset: the standard decodes gbk as gb18030 (§10.1), and its
# shift_jis, euc-kr and big5 have the extensions of Windows and Hong Kong. The letters of x-user-defined are for private
# use, and mean nothing in a URL. The replacement encoding decodes nothing (§14.1).
_CODECS = {
    "macintosh": "mac-roman", "x-mac-cyrillic": "mac-cyrillic", "iso-8859-8-i": "iso8859-8", "gbk": "gb18030",
    "big5": "big5hkscs", "shift_jis": "cp932", "euc-kr": "cp949", "ibm866": "cp866", "windows-874": "cp874",
    "utf-16be": "utf-16-be", "utf-16le": "utf-16-le", "x-user-defined": "cp1252",
}  # fmt: skip


# Names of charsets that neither the Encoding Standard nor Python has: aliases of the IANA registry, and names used by
# Microsoft, Apple and Java. Python's codec is on the left.
_OTHERS = """
ascii: csascii
utf-8: csutf8 utf8mb4 utf-8-mac
utf-7: csutf7 csunicode11utf7
utf-16: csutf16
utf-16-be: csutf16be csunicode11 unicode-1-1
utf-16-le: csutf16le
utf-32: csutf32
utf-32-be: csutf32be csucs4 iso-10646-ucs-4 ucs-4 ucs4
utf-32-le: csutf32le
iso8859-13: csiso885913
iso8859-14: csiso885914
iso8859-15: csiso885915 latin-9
iso8859-16: csiso885916
koi8-u: cskoi8u
cp874: cstis620
cp932: cswindows31j x-ms-cp932
cp949: x-ms-cp949
cp950: x-ms-cp950
euc_jp: extended_unix_code_packed_format_for_japanese cp51932 cscp51932
gb18030: csgb18030 csgbk cp54936
iso2022_jp: iso-2022-jp-ms cp50220 cp50221 cscp50220
iso2022_jp_2: csiso2022jp2
big5hkscs: csbig5hkscs hkscs
cp858: pc-multilingual-850+euro
cp1140: ebcdic-us-37+euro
cp1252: iso-8859-1-windows-3.0-latin-1 iso-8859-1-windows-3.1-latin-1 cswindows30latin1 cswindows31latin1
cp1250: iso-8859-2-windows-latin-2 cswindows31latin2
cp1254: iso-8859-9-windows-latin-5 cswindows31latin5
hp-roman8: cshproman8
kz1048: cskz1048
mac-iceland: x-mac-icelandic
mac-latin2: x-mac-ce x-mac-centraleurroman
"""

# The number of a code page of Windows, DOS or IBM (IANA: IBM00858, CCSID01140, csIBM037), as in "windows-950".
_CODE_PAGE: Final = re.compile(r"(?:x-)?(?:cs)?(?:windows|dos|ibm|ccsid|cp|ms)[-_]?0*([0-9]{2,5})")
# The prefixes of these labels and of vendors' labels.
_PREFIXES: Final = ("x-", "cs", "windows", "dos", "ibm", "ccsid", "cp", "ms")
# Code pages whose codec has another name, or is a superset.
_CODE_PAGES: Final = {"936": "gb18030", "1361": "johab", "65001": "utf-8"}

#: A label with more characters is unknown; the longest is a little shorter.
_LONGEST: Final = 64

# Codecs of Python that are not charsets, or depend on the machine.
_NO_CHARSETS: Final = frozenset(
    ("charmap", "idna", "mbcs", "oem", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
)
# Codecs of Python that are missing in its table of aliases.
_WITHOUT_ALIAS: Final = (
    "cp1006 cp720 cp737 cp856 cp874 cp875 iso8859_1 koi8_t koi8_u mac_arabic mac_croatian mac_farsi mac_romanian "
    "palmos utf_8_sig"
)
_KNOWN: Final = frozenset((*aliases, *aliases.values(), *_WITHOUT_ALIAS.split()))
_SEPARATORS: Final = bytes(range(256)).translate(
    None, b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

# The standard treats ASCII as windows-1252. Here it is read as UTF-8, which other letters in it usually are.
_ASCII: Final = frozenset(("ascii", "us-ascii", "ansi_x3.4-1968"))


@cache
def _labels() -> dict[str, str]:
    labels: dict[str, str] = {}
    for line in _TABLE.replace("\n    ", " ").splitlines():
        name, _, others = line.partition(":")
        labels.update(dict.fromkeys([name, *others.split()], name) if name else {})
    return labels


@cache
def _other_labels() -> dict[str, str]:
    labels: dict[str, str] = {}
    for line in _OTHERS.strip().splitlines():
        codec, _, others = line.partition(":")
        labels.update(dict.fromkeys(others.split(), codec))
    return labels


def encoding_of(label: str) -> str | None:
    """Return the name of a label's encoding, in lower case; None if the standard has no such label (§4.2)."""
    return _labels().get(label.strip("\t\n\f\r ").lower())


def codec_of(name: str) -> str | None:
    """Return Python's codec for an encoding's name; None for the replacement encoding."""
    if name == "replacement":
        return None
    return _CODECS.get(name) or name.replace("windows-", "cp")


# The codecs of labels, up to a limit. Unknown labels are not kept, because each word of a message may have its own.
_codecs: dict[str, str] = {}
_MOST_KEPT: Final = 512


def python_codec(label: str) -> str | None:
    """Return the name of Python's codec for the charset of a label; None if the label is unknown.

    The Encoding Standard has priority: its encodings are the supersets in use (gb2312 is gb18030, iso-8859-1 is
    windows-1252). Then come the names of the IANA registry, of vendors, and Python's own. Codecs that are not charsets
    (``hex``, ``idna``, ``unicode_escape``) are excluded.
    """
    codec = _codecs.get(label)
    if codec is None:
        codec = _found(label)
        if codec is not None and len(label) <= _LONGEST:  # it may have blanks around it
            if len(_codecs) >= _MOST_KEPT:
                _codecs.clear()
            _codecs[label] = codec
    return codec


def _found(label: str) -> str | None:
    label = label.strip("\t\n\f\r ").lower()
    if not label or len(label) > _LONGEST or not label.isascii():
        return None
    if _letters_of(label) not in _letters() and not label.startswith(_PREFIXES):
        return None
    if label in _ASCII:
        return "ascii"
    name = _labels().get(label)
    codec = None if name is None else codec_of(name)
    if codec is not None:
        # "utf-16" and its synonyms do not set the byte order: a byte order mark does, else it is little-endian.
        return "utf-16" if name == "utf-16le" and label not in (name, "unicodefeff") else codecs.lookup(codec).name
    codec = _looked_up(_other_labels().get(label, label))
    if codec is None and label.startswith(_PREFIXES):
        codec = _code_page(label)
        if codec is None and label.startswith("x-"):
            codec = python_codec(label[2:].replace("mac-", "mac_"))
    return codec


def _code_page(label: str) -> str | None:
    match = _CODE_PAGE.fullmatch(label)
    if match is None:
        return None
    number = match[1]
    name = encoding_of(f"windows-{number}")
    return _looked_up(_CODE_PAGES.get(number) or (codec_of(name) if name else None) or f"cp{number.zfill(3)}")


def _letters_of(label: str) -> str:
    return label if label.isalnum() else label.encode().translate(None, _SEPARATORS).decode()


@cache
def _letters() -> frozenset[str]:
    """Return the known names without separators. Made when needed: few runs meet a charset that must be looked up."""
    return frozenset(map(_letters_of, (*_KNOWN, *_ASCII, *_labels(), *_other_labels())))


def _looked_up(name: str) -> str | None:
    """Return the name of Python's codec, None if it is unknown or not a charset.

    Python caches each unknown name forever, so it is only asked for known ones.
    """
    normal = normalize_encoding(name)
    if normal not in _KNOWN and normal.replace(".", "_") not in _KNOWN:
        return None
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):  # a codec of another platform, or a name with a NUL
        return None
    if not codec._is_text_encoding or codec.name in _NO_CHARSETS:
        return None
    encoding = None if codec.name in ("ascii", "utf-16") else encoding_of(codec.name.replace("_", "-"))
    larger = None if encoding is None else codec_of(encoding)  # of the standard: cp949 for euc_kr
    return codecs.lookup(larger).name if larger else codec.name


# Windows code page identifiers whose codec in Python is not "cp" and the number. If Windows' encoding extends the
# standard one, the extended codec is used. Code pages without a codec in Python are missing.
_CODECS_OF_CODE_PAGES: Final = {
    708: "iso8859-6", 936: "gbk", 1200: "utf-16-le", 1201: "utf-16-be", 1361: "johab",
    10000: "mac-roman", 10001: "cp932", 10002: "cp950", 10003: "cp949", 10004: "mac-arabic", 10006: "mac-greek",
    10007: "mac-cyrillic", 10008: "gbk", 10010: "mac-romanian", 10017: "mac-cyrillic", 10029: "mac-latin2",
    10079: "mac-iceland", 10081: "mac-turkish", 10082: "mac-croatian", 12000: "utf-32-le", 12001: "utf-32-be",
    20127: "cp1252", 20273: "cp273", 20424: "cp424", 20866: "koi8-r", 20932: "euc-jp", 20936: "gbk", 20949: "cp949",
    21866: "koi8-u", 28591: "cp1252", **{28590 + part: f"iso8859-{part}" for part in range(2, 17) if part != 12},
    38598: "iso8859-8", 50220: "iso2022_jp_ext", 50221: "iso2022_jp_ext", 50222: "iso2022_jp_ext", 50225: "iso2022_kr",
    51932: "euc-jp", 51936: "gbk", 51949: "cp949", 51950: "cp950", 52936: "hz", 54936: "gb18030", 65000: "utf-7",
    65001: "utf-8",
}  # fmt: skip


def codec_of_code_page(number: int) -> str | None:
    """Return Python's codec for a Windows code page identifier, None if there is none."""
    name = _CODECS_OF_CODE_PAGES.get(number, f"cp{number:03}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return None
