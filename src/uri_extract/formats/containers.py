"""Containers: documents that hold other documents. Each row describes how to recognise a format and what reads it.

Data only, so that every room can import it: :mod:`uri_extract.sources.kinds` chooses the reader of a document,
:mod:`uri_extract.mail` hands over parts of a message that are containers. ``tests/sources/test_registry.py``
checks each row.
"""

from __future__ import annotations

from functools import cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final, NamedTuple


class Trust:
    """The places in which a signature is enough to recognise a container."""

    #: At the beginning of a document, of a part of a message, or of a cell of a database.
    ANYWHERE: Final = 0
    #: Only at the beginning of a document: the signature is so short that other data has it by chance.
    DOCUMENT: Final = 1
    #: Only in a document with one of the container's file name extensions.
    NAMED: Final = 2


class Signature(NamedTuple):
    """Bytes that identify a container: ``first``, at ``offset``, followed by a match of the pattern ``then``.

    The pattern has no capturing group, and is compiled with ``re.DOTALL``.
    """

    first: bytes
    then: bytes = b""
    offset: int = 0
    trust: int = Trust.ANYWHERE

    @property
    def pattern(self) -> bytes:
        """The regular expression that matches the signature at the beginning of a document."""
        before = b".{%d}" % self.offset if self.offset else b""
        return before + re.escape(self.first) + self.then


class Container(NamedTuple):
    """A format that contains documents.

    ``reader`` is the function that yields the documents, or the codec that decompresses the only one, as
    ``module:name`` in :mod:`uri_extract.sources`; it is empty for a format that is recognised but not read.
    ``extensions`` and ``media_types`` are separated by blanks; ``tgz:tar`` means that ``a.tgz`` holds ``a.tar``. List
    only those that mean this format alone. ``wrapped_in`` are extensions of programs that may carry such a document.
    ``damaged`` is a pattern that is searched for in the first bytes of a document with one of these extensions that has
    no signature (:attr:`later`): junk may precede the container, or its first header may be damaged.
    """

    name: str
    reader: str
    signatures: tuple[Signature, ...]
    extensions: str = ""
    media_types: str = ""
    damaged: bytes = b""
    wrapped_in: str = ""

    @property
    def later(self) -> bytes:
        """The pattern of a container that begins late: for a compression, that of any member."""
        return self.pattern(Trust.ANYWHERE) if self.reader.startswith("codecs:") else self.damaged

    def pattern(self, *trusts: int) -> bytes:
        """Return the regular expression of its signatures with one of these ``trusts``; empty without any."""
        return b"|".join(each.pattern for each in self.signatures if each.trust in trusts)


def _compression(name: str, *signatures: Signature, extensions: str, media_types: str = "") -> Container:
    return Container(name, f"codecs:{name.upper()}", signatures, extensions, media_types)


def _unread(name: str, *signatures: Signature) -> Container:
    return Container(name, "", signatures)


# A CMS ``ContentInfo`` after its tag (RFC 5652 §3): the length of a BER or DER value (X.690 §8.1.3), and the object
# identifier of its content type but for the last arc.
_AFTER_TAG: Final = rb"(?:[\x02-\x80]|\x81.|\x82..|\x83...|\x84....)\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07"
#: The pattern of the beginning of a ``ContentInfo``, for ``re.DOTALL``.
CONTENT_INFO: Final = rb"\x30" + _AFTER_TAG

#: The pattern of a local header of a ZIP archive with defined values, for ``re.DOTALL``. The signature alone is not
#: evidence inside another file: a program that reads ZIP archives compares four bytes with it.
ZIP_LOCAL: Final = (
    rb"PK\x03\x04"
    rb"[\x00-\x3f][\x00-\x13]"  # the version, at most 6.3 (APPNOTE §4.4.3.2), and perhaps the system (§4.4.2.2)
    rb"[\x00-\x7f][\x00\x08\x20\x28]"  # no unused or reserved flag (§4.4.4)
    rb"(?:[\x00-\x14]|[\x5d-\x63])\x00"  # the method (§4.4.5)
    rb".{16}(?:[^\x00].|\x00[^\x00]).{2}[^\x00-\x1f\x7f]"  # a name, which begins with a character
)
#: The number of bytes that it matches.
ZIP_LOCAL_SIZE: Final = 31

_ROWS: Final = (
    _compression(
        "gzip", Signature(b"\x1f\x8b\x08", rb"[\x00-\x1f]"), extensions="gz gzip tgz:tar svgz:svg",
        media_types="application/gzip application/x-gzip application/x-compressed-tar",
    ),
    _compression(
        "bzip2", Signature(b"BZh", rb"[1-9](?:1AY&SY|\x17rE8P\x90)"), extensions="bz2 tbz:tar tbz2:tar",
        media_types="application/x-bzip application/x-bzip2",
    ),
    _compression("xz", Signature(b"\xfd7zXZ\0"), extensions="xz txz:tar", media_types="application/x-xz"),
    _compression(
        # A frame, or a skippable frame (RFC 8878 §3.1.2).
        "zstd", Signature(b"\x28\xb5\x2f\xfd"),
        *(Signature(bytes((first,)) + b"\x2a\x4d\x18") for first in range(0x50, 0x60)),
        extensions="zst zstd tzst:tar", media_types="application/zstd",
    ),
    _compression("lz4", Signature(b"\x04\x22\x4d\x18"), extensions="lz4"),
    _compression("lzma", Signature(b"]\0\0", trust=Trust.NAMED), extensions="lzma"),
    _unread("compress", Signature(b"\x1f\x9d"), Signature(b"\x1f\xa0")),
    _unread("lzip", Signature(b"LZIP\x01")),
    _unread("lzop", Signature(b"\x89LZO\0\r\n")),
    # Archives in the V7 format have a checksum but no signature: sources.kinds recognises them.
    Container(
        "tar", "tar:members", (Signature(b"ustar", offset=257),), "tar",
        "application/tar application/x-tar application/x-gtar", damaged=b"ustar",
    ),
    Container(
        # The last two are signatures of split archives (APPNOTE 8.5.4, 8.5.3).
        "zip", "packages:members",
        (Signature(b"PK\3\4"), Signature(b"PK\5\6"), Signature(b"PK00PK\3\4"), Signature(b"PK\7\x08PK\3\4")),
        "zip jar docx xlsx pptx docm xlsm pptm odt ods odp epub",
        "application/zip application/x-zip application/x-zip-compressed application/java-archive application/epub+zip",
        damaged=ZIP_LOCAL, wrapped_in="exe",
    ),
    Container(
        "ar", "ar:members", (Signature(b"!<arch>\n"),), "a ar deb",
        "application/x-archive application/vnd.debian.binary-package application/x-debian-package",
        damaged=rb"\A.{66}`\n",
    ),
    Container("warc", "warc:records", (Signature(b"WARC/", rb"[0-9]"),), "warc wat wet", "application/warc",
              damaged=rb"\nWARC/"),
    Container("arc", "arc:records", (Signature(b"filedesc:"),)),
    Container("pdf", "pdf:pages", (Signature(b"%PDF-"),), "pdf", "application/pdf application/x-pdf"),
    Container("sevenzip", "libarchive:members", (Signature(b"7z\xbc\xaf\x27\x1c"),), "7z",
              "application/x-7z-compressed"),
    Container("rar", "libarchive:members", (Signature(b"Rar!\x1a\x07"),), "rar",
              "application/vnd.rar application/x-rar application/x-rar-compressed"),
    Container(
        "cpio", "libarchive:members",
        (
            Signature(b"07070", rb"[127][0-9A-Fa-f]{2}"), Signature(b"\xc7\x71", trust=Trust.DOCUMENT),
            Signature(b"\x71\xc7", trust=Trust.DOCUMENT),
        ),
        "cpio", "application/x-cpio",
    ),
    Container("cab", "libarchive:members", (Signature(b"MSCF\0\0\0\0"),), "cab"),
    Container("xar", "libarchive:members", (Signature(b"xar!\0"),), "xar"),
    Container("iso", "libarchive:members", (Signature(b"CD001", offset=0x8001, trust=Trust.NAMED),), "iso"),
    # Encrypted documents have the extensions of databases, and .p7m, too: see uri_extract.formats.unread.
    Container("sqlite", "database:cells", (Signature(b"SQLite format 3\0"),), "",
              "application/vnd.sqlite3 application/x-sqlite3"),
    Container("pst", "pst:messages", (Signature(b"!BDN"),), "pst ost pab"),
    # Outlook's format (MS-OXTNEF §2.1.3.1). Its files are named winmail.dat, but .dat is not specific.
    Container("tnef", "tnef:members", (Signature(b"\x78\x9f\x3e\x22"),), "",
              "application/ms-tnef application/vnd.ms-tnef"),
    # Signed data (RFC 5652 §5.1).
    Container("cms", "cms:members", (Signature(b"\x30", _AFTER_TAG + rb"\x02\xa0"),)),
)  # fmt: skip

#: A byte that is in no text of an ASCII-compatible encoding.
NOT_TEXT: Final = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]")
# After a line feed at the beginning, NUL may follow (UTF-16).
_TEXT_LINE: Final = re.compile(rb"\n*+[^\0-\x08\n\x0e-\x1a\x1c-\x1f\x7f]++\n")

#: All containers by name.
CONTAINERS: Final = {each.name: each for each in _ROWS}

#: Containers by extension, in lower case and without the dot.
BY_EXTENSION: Final = {each.partition(":")[0]: row for row in _ROWS for each in row.extensions.split()}

#: The extension of the document inside, by the extension of a compression; empty if only the latter is removed, as in
#: ``a.txt.gz``.
HELD_EXTENSION: Final = {
    each.partition(":")[0]: each.partition(":")[2]
    for row in _ROWS
    if row.reader.startswith("codecs:")
    for each in row.extensions.split()
}

#: Media types of containers, for parts of messages and for inputs.
MEDIA_TYPES: Final = frozenset(each for row in _ROWS for each in row.media_types.split())


def is_container(media_type: str) -> bool:
    """Return True for the media type of a container, with or without parameters; its first bytes decide the format."""
    return media_type.partition(";")[0].strip().lower() in MEDIA_TYPES


@cache
def beginning() -> re.Pattern[bytes]:
    """Return the pattern of the beginning of a readable container, for any place; text does not match it."""
    patterns = [row.pattern(Trust.ANYWHERE) for row in _ROWS if row.reader]
    return re.compile(b"|".join(filter(None, patterns)), re.DOTALL)


def first_line(head: bytes) -> int:
    """Return the end of the first line that is not empty, if it is complete and text in UTF-8; else 0.

    The bytes after it do not decide about the format of a document: a line typed at a terminal is read at once.
    """
    line = _TEXT_LINE.match(head)
    if line is None:
        return 0
    try:
        line[0].decode()
    except UnicodeDecodeError:
        return 0
    return line.end()
