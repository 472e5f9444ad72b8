"""Formats that hold text which is not read, or only in part.

A document in one of them is reported as a problem ("unsupported", "partial"). The list has formats of documents that
plausibly hold references. Pictures, sound, video, fonts and programs are not listed, and not reported: they hold no
document text.
"""

from __future__ import annotations

from functools import cache

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final, NamedTuple
from uri_extract.formats.containers import CONTENT_INFO


class Format(NamedTuple):
    """A format: its name, a pattern of its first bytes, suffixes of file names, media types.

    A suffix or a media type counts only if the content has a NUL, which text does not have, and begins with a match of
    ``begins``: other formats have the same suffix.
    """

    name: str
    signature: bytes | None
    endings: str = ""
    media_types: str = ""
    begins: re.Pattern[bytes] | None = None


#: Formats whose text is in strings, in ASCII or UTF-16, which are read.
PARTIAL: Final = frozenset((
    "a OneNote section", "a Hangul document (HWP)", "a Word document of version 97 to 2003",
    "an Excel workbook of version 97 to 2003", "a PowerPoint presentation of version 97 to 2003",
    "a Visio drawing of version 2000 to 2010", "a Publisher publication", "a Word document of version 2",
    "an iWork document (IWA)", "a compound file, as Office wrote them up to version 2003",
))  # fmt: skip
#: An encrypted ZIP archive in a compound file (MS-OFFCRYPTO §2.3), and the name of its stream.
ENCRYPTED: Final = "an encrypted Office document"
ENCRYPTED_STREAM: Final = b"".join([b"%c\0" % letter for letter in b"EncryptedPackage"])  # in UTF-16

#: The first bytes of data encrypted with OpenPGP and encoded as text.
ARMOR: Final = b"-----BEGIN PGP MESSAGE-----"  # RFC 9580 §6.2
# A packet of OpenPGP, in the current or the legacy format (RFC 9580 §4.2), with a type (§5) that encrypted or
# compressed data begins with: an encrypted session key (1, 3), compressed data (8), encrypted data (9, 18, 20). A
# marker packet may precede it (§5.8). Keyrings and signatures begin with other types.
_PACKET: Final = re.compile(rb"(?:[\xa8\xca]\x03PGP)?[\x84-\x87\x8c-\x8f\xa0-\xa7\xc1\xc3\xc8\xc9\xd2\xd4]")

_FORMATS: Final = (
    Format("an Outlook Express mailbox (DBX)", rb"\xcf\xad\x12\xfe", ".dbx"),
    Format("a Notes database (NSF)", rb"\x1a\x00\x00\x04\x00\x00", ".nsf"),
    Format("a OneNote section", rb"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3", ".one"),
    Format("a damaged container of Outlook attachments (TNEF)", None, "winmail.dat",
           "application/ms-tnef application/vnd.ms-tnef"),
    Format("a compiled help file (CHM)", rb"ITSF", ".chm", "application/vnd.ms-htmlhelp"),
    Format("an electronic book (LIT)", rb"ITOLITLS", ".lit", "application/x-ms-reader"),
    Format("an electronic book (Mobipocket)", rb"(?s:.{60})(?:BOOKMOBI|TEXtREAd)", ".mobi .azw .azw3 .prc",
           "application/x-mobipocket-ebook application/vnd.amazon.ebook"),
    Format("a DjVu document", rb"AT&TFORM....DJV[UMI]", ".djvu .djv", "image/vnd.djvu"),
    Format("a Hangul document (HWP)", rb"HWP Document File V", ".hwp", "application/x-hwp application/haansofthwp"),
    Format("a Word document of version 97 to 2003", None, ".doc .dot", "application/msword"),
    Format("an Excel workbook of version 97 to 2003", None, ".xls .xlt", "application/vnd.ms-excel"),
    Format("a PowerPoint presentation of version 97 to 2003", None, ".ppt .pps .pot", "application/vnd.ms-powerpoint"),
    Format("a Visio drawing of version 2000 to 2010", None, ".vsd .vst .vss", "application/vnd.visio"),
    Format("a Publisher publication", None, ".pub", "application/x-mspublisher"),
    Format("a Word document of version 2", rb"\xdb\xa5\x2d\x00"),
    Format("a WordPerfect document", rb"\xffWPC", ".wpd", "application/vnd.wordperfect application/wordperfect"),
    Format("an iWork document (IWA)", None, "document.iwa"),
    Format("an Access database", rb"\x00\x01\x00\x00Standard (?:Jet|ACE) DB\x00", ".mdb .accdb",
           "application/msaccess application/x-msaccess application/vnd.ms-access"),
    Format("an SQLite database that is encrypted or damaged", None, ".sqlite .sqlite3 .db3"),
    Format("a write-ahead log of SQLite", rb"\x37\x7f\x06[\x82\x83]"),
    Format("a rollback journal of SQLite", rb"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"),
    Format("a Parquet file", rb"PAR1[\x00-\x1f\x80-\xff]", ".parquet", "application/vnd.apache.parquet"),
    Format("an Arrow file", rb"ARROW1\x00\x00", ".arrow .feather", "application/vnd.apache.arrow.file"),
    Format("an Avro file", rb"Obj\x01", ".avro", "application/vnd.apache.avro"),
    Format("an ORC file", None, ".orc"),
    Format("a binary property list", rb"bplist0", ".webarchive .webloc"),
    Format("a compressed JSON file of Firefox", rb"mozLz40\x00", ".jsonlz4 .mozlz4 .baklz4"),
    Format("a Windows shortcut", rb"L\x00\x00\x00\x01\x14\x02\x00", ".lnk", "application/x-ms-shortcut"),
    Format("a Windows event log", rb"ElfFile\x00", ".evtx"),
    Format("an RPM package", rb"\xed\xab\xee\xdb", ".rpm", "application/x-rpm application/x-redhat-package-manager"),
    Format("a disk image", rb"QFI\xfb|KDMV|vhdxfile|conectix", ".dmg .qcow2 .vmdk .vhd .vhdx .vdi",
           "application/x-apple-diskimage"),
    Format("a message encrypted with S/MIME", CONTENT_INFO + rb"[\x03\x06]"),
    Format("data encrypted with OpenPGP", ARMOR),
    Format("data encrypted or compressed with OpenPGP", None, ".gpg .pgp", "application/pgp-encrypted", _PACKET),
    Format("an S/MIME message", None, ".p7m", "application/pkcs7-mime application/x-pkcs7-mime"),
)  # fmt: skip

#: The container of most Microsoft formats before 2007 (MS-CFB).
_COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_A_COMPOUND: Final = "a compound file, as Office wrote them up to version 2003"
_ENCRYPTED: Final = (".docx", ".xlsx", ".pptx", ".docm", ".xlsm", ".pptm")
# Exceptions: messages, which are read; pictures and programs.
_OTHER_COMPOUNDS: Final = (".msg", "thumbs.db", ".msi", ".msp", ".msm")

_SIGNATURES: Final = [each for each in _FORMATS if each.signature]
_BY_ENDING: Final = {ending: each for each in _FORMATS for ending in each.endings.split()}
_BY_MEDIA_TYPE: Final = {media_type: each for each in _FORMATS for media_type in each.media_types.split()}

#: Media types of text that describes the part beside it, and the name of that part's format (RFC 3156 §4).
CONTROLS: Final = {"application/pgp-encrypted": "data encrypted with OpenPGP"}


def unread_format(head: bytes, filename: str = "", media_type: str | None = None) -> str | None:
    """Return the name of the unsupported format of a document with these first bytes, else None.

    ``head`` is a few hundred bytes, if the document has as many.
    """
    if b"\0" not in head and not head.startswith(ARMOR):  # nearly always
        return None
    if head.startswith(_COMPOUND):
        name = filename.lower()
        if name.endswith(_OTHER_COMPOUNDS) or media_type == "application/vnd.ms-outlook":
            return None
        if name.endswith(_ENCRYPTED):
            return ENCRYPTED
        return _declared(head, name, media_type) or _A_COMPOUND
    match = _signature().match(head)
    if match is not None:
        return _SIGNATURES[(match.lastindex or 1) - 1].name
    return _declared(head, filename.lower(), media_type)


@cache
def _signature() -> re.Pattern[bytes]:
    """Return the pattern of all signatures, a group for each. Made when needed: few documents have a NUL."""
    return re.compile(b"|".join(b"(%s)" % each.signature for each in _SIGNATURES if each.signature), re.DOTALL)


def _declared(head: bytes, filename: str, media_type: str | None) -> str | None:
    """Return the name of the format of a file name, in lower case, or of a media type, if ``head`` agrees with it."""
    base = filename.rpartition("/")[2]
    _, dot, ending = base.rpartition(".")
    found = _BY_ENDING.get(dot + ending) or _BY_ENDING.get(base) or _BY_MEDIA_TYPE.get(media_type or "")
    if found is None or (found.begins is not None and not found.begins.match(head)):
        return None
    return found.name
