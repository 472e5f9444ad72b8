"""Windows code page identifiers, and Python's codec for each."""

from __future__ import annotations

import codecs

from uri_extract._compat._typing import Final

# Windows code page identifiers whose codec in Python is not "cp" and the number. If Windows' encoding extends the
# standard one, the extended codec is used. Code pages without a codec in Python are missing.
_CODECS: Final = {
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
    name = _CODECS.get(number, f"cp{number:03}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return None
