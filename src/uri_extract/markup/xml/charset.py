"""The encoding of an XML document: byte order mark, transport, declaration (RFC 7303 §3, XML 1.0 Appendix F)."""

from __future__ import annotations

import uri_extract._compat._re as re
from uri_extract._compat._typing import NamedTuple
from uri_extract.decode.encodings import marked, translated
from uri_extract.decode.labels import codec_of, encoding_of, python_codec
from uri_extract.decode.opening import Opening

#: The number of first bytes that are examined.
BEGINNING = 1024

# Appendix F.1, without a byte order mark: "<?" or "<" in each family of encodings; a declaration names the member.
_FAMILIES = (
    (b"\0\0\0<", "utf-32-be"), (b"<\0\0\0", "utf-32-le"), (b"\0<\0", "utf-16-be"), (b"<\0", "utf-16-le"),
    (b"\x4c\x6f\xa7\x94", "cp037"),
)  # fmt: skip
_UTF_16 = ("utf-16-be", "utf-16-le")  # "utf-16" does not set the byte order
_DECLARATION = re.compile(r"(?:\ufeff)?<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([A-Za-z][-A-Za-z0-9._]*)[\"']")


class Encoding(NamedTuple):
    """A Python codec, None for UTF-8; and ``unknown``: the declared label if it is unknown, else None."""

    codec: str | None
    unknown: str | None = None

    @property
    def problem(self) -> str:
        """The message that the declared label is unknown; "" if it is known."""
        return "" if not self.unknown else f"unknown encoding {self.unknown!r}; falling back to {self.codec or 'utf-8'}"


def determine(beginning: bytes, transport: str | None = None) -> Encoding:
    """Return the encoding of a document with these first bytes; ``transport`` is the charset of HTTP or MIME.

    Pass at least :data:`BEGINNING` bytes, or all. Raises :class:`~uri_extract.errors.UnknownCharset` for ``transport``.
    """
    if beginning.startswith(b"\xef\xbb\xbf"):
        return Encoding(None)
    mark = marked(beginning)
    if mark:
        return Encoding(mark)
    family = next((codec for first, codec in _FAMILIES if beginning.startswith(first)), None)
    if transport:
        name = encoding_of(transport)
        codec = _codec(name) if name and name != "utf-16le" else translated(transport)
        return Encoding(family if codec == "utf-16" and family in _UTF_16 else codec)
    if family and family.startswith("utf"):
        return Encoding(family)
    match = _DECLARATION.match(beginning[:BEGINNING].decode(family or "latin-1"))
    if match is None:
        return Encoding(family)
    return _declared(match[1], family)


class XmlOpening(Opening):
    """Opens an XML document; ``charset`` is that of HTTP or MIME. ``problem`` is that of its encoding, "" if none."""

    wanted = BEGINNING
    problem = ""

    def codec_of(self, beginning: bytes) -> str | None:
        """Return the codec that the document declares."""
        encoding = determine(beginning[:BEGINNING], self._charset)
        self.problem = encoding.problem
        return encoding.codec


def _declared(label: str, family: str | None) -> Encoding:
    name = encoding_of(label)
    if name:
        if name.startswith("utf-16"):  # then the declaration could not have been read
            return Encoding(family)
        codec = _codec(name)
        return Encoding(codec, label if name == "replacement" else None)
    codec = python_codec(label)  # encodings that the Encoding Standard does not have: of IBM, of Apple
    if codec is None or codec == "utf-7":  # UTF-7 escapes significant characters
        return Encoding(family, label)
    return Encoding(family if codec.startswith(("utf-16", "utf-32")) else codec)


def _codec(name: str) -> str | None:
    codec = codec_of(name)
    return None if codec in ("utf-8", None) else codec
