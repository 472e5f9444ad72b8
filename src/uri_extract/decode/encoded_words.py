"""Decode encoded words in header fields (RFC 2047), and parameters with charsets or in sections (RFC 2231)."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import unquote_to_bytes

from uri_extract._compat._ascii import LINE_FEED
from uri_extract._compat._typing import Final
from uri_extract.decode._header_values import runs, unfolded
from uri_extract.decode.encodings import AS_IT_IS
from uri_extract.decode.labels import python_codec

# The maximum size of a field value whose decoded form is cached.
_USUAL: Final = 1000


def codec_of(charset: str | bytes | None) -> str | None:
    """Return the name of Python's codec for a charset; None for UTF-8, ASCII and unknown charsets."""
    if isinstance(charset, bytes):
        charset = charset.decode("ascii", "replace")
    codec = None if charset is None else python_codec(charset)
    return None if codec in AS_IT_IS else codec


def decoded(data: bytes, charset: str | bytes | None) -> bytes:
    """Return text in a charset as UTF-8; unchanged if the charset is unknown."""
    codec = codec_of(charset)
    if codec is None:
        return data
    try:
        return data.decode(codec, "replace").encode("utf-8", "surrogatepass")
    except UnicodeError:  # from codecs that do not support "replace"
        return data


def words(value: bytes) -> tuple[tuple[bytes, int, int], ...]:
    """Return the runs of a field's value: their text in UTF-8, and their starts and ends in the value."""
    found: tuple[tuple[bytes, int, int], ...] = _usual(value) if len(value) <= _USUAL else runs(value, decoded)
    return found


_usual = lru_cache(1024)(lambda value: runs(value, decoded))  # subjects repeat, and are read twice


def text_of(value: bytes) -> bytes:
    """Return a field's value in UTF-8, with its encoded words decoded."""
    if value.find(b"=?") < 0:
        return value
    return b"".join([text for text, _, _ in words(value)])


def unstructured(value: bytes) -> str:
    """Return the value of an unstructured field (RFC 5322 §3.2.5) as text, with white space collapsed."""
    text = text_of(value)
    if LINE_FEED in value and text.find(b"=?") >= 0:  # a fold may be inside an encoded word
        text = text_of(unfolded(value))
    return " ".join(text.decode("utf-8", "replace").split())


def assembled(parameters: dict[str, str]) -> dict[str, str]:
    """Return parameters with their sections joined and their charsets decoded (RFC 2231 §3, §4)."""
    if not any("*" in name for name in parameters):
        return parameters
    plain = {name: value for name, value in parameters.items() if "*" not in name}
    pieces: dict[str, dict[int, tuple[str, bool]]] = {}
    for name, value in parameters.items():
        stem, _, rest = name.partition("*")
        if not rest and "*" not in name:
            continue
        digits, encoded = rest.removesuffix("*"), rest.endswith("*") or not rest
        if digits == "" or (digits.isdecimal() and len(digits) < 6):
            pieces.setdefault(stem, {})[int(digits or 0)] = (value, encoded)
    for stem, numbered in pieces.items():
        data, charset = b"", ""
        for number in range(len(numbered)):  # a missing section ends the value
            if number not in numbered:
                break
            value, encoded = numbered[number]
            if encoded:
                if number == 0 and value.count("'") >= 2:
                    charset, _, value = value.split("'", 2)
                data += unquote_to_bytes(value.encode("utf-8", "surrogateescape"))
            else:
                data += value.encode("utf-8", "surrogateescape")
        plain[stem] = decoded(data, charset or "utf-8").decode("utf-8", "replace")
    return plain
