"""ZIP archives, including packages: documents of Office Open XML, OpenDocument, iWork and XPS.

The XML parts of a package are read after all other parts, when all relationships are known; until then they are kept in
memory or in a temporary file. So a package can be read forwards, its parts may have any order, and the result does not
depend on the source of the package.
"""

from __future__ import annotations  # noqa: I001 - several to a line

import zlib
from contextlib import suppress

from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.formats.barcodes import BARCODES
from uri_extract.formats.recognition import is_image
from uri_extract.formats.office.package import (
    IWORK, MANIFEST, ODF, OPC, PROPERTIES, STRINGS, Package, Part, elements, is_relationships, part_name
)  # fmt: skip
from uri_extract.formats.recognition import XML
from uri_extract.limits import CHUNK, MAX_PACKAGE, MAX_RELATIONSHIPS, MAX_RELATIONSHIPS_TEXT
from uri_extract.sources import zip as archive
from uri_extract.sources.byte_stream import ByteStream, whole
from uri_extract.sources._zip_headers import LOCAL
from collections.abc import Iterator

from uri_extract.sources.byte_stream import Budget
from uri_extract.sources.document import Document


# Extensions of packages, by family.
_EXTENSIONS: Final = {
    extension: family
    for family, extensions in (
        (OPC, "docx docm dotx dotm xlsx xlsm xltx xltm xlam xlsb pptx pptm potx potm ppsx ppsm ppam sldx sldm "
              "vsdx vsdm vssx vssm vstx vstm thmx xps oxps dwfx"),
        (ODF, "odt ods odp odg odf odb odc odi odm ott ots otp otg oth sxw sxc sxi sxd stw"),
        (IWORK, "pages numbers key template nmbtemplate kth"),
    )
    for extension in extensions.split()
}  # fmt: skip
# Beginnings of the name of the first part of a package, in lower case.
_FIRST: Final = (
    ("[content_types].xml", OPC), ("_rels/", OPC), ("docprops/", OPC), ("word/", OPC), ("xl/", OPC), ("ppt/", OPC),
    ("visio/", OPC), ("fixeddocseq.fdseq", OPC), ("fixeddocumentsequence.fdseq", OPC), ("documents/1/", OPC),
    ("quicklook/", IWORK), ("buildversionhistory.plist", IWORK), ("index.apxl", IWORK), ("thumbs/mt", IWORK),
)  # fmt: skip
# The beginning of the first part of an OpenDocument package (ODF 1.3 part 2 §3.3), or of its predecessors.
_DEFLATED: Final = b"\x08\0"
_MIME_TYPES: Final = (b"application/vnd.oasis.opendocument.", b"application/vnd.sun.xml.")
# Names of XML parts that may contain references.
_XML: Final = (".xml", ".rels", ".vml", ".fpage", ".fdoc", ".fdseq", ".frag", ".struct", ".apxl", ".rdf")
# Fonts, pictures, sound and film. URIs in them are those of the font's maker or names of namespaces.
_MEDIA: Final = (
    ".odttf", ".ttf", ".ttc", ".otf", ".fntdata", ".jpeg", ".jpg", ".jpe", ".jxr", ".wdp", ".png", ".gif", ".bmp",
    ".tif", ".tiff", ".ico", ".webp", ".heic", ".mp3", ".m4a", ".wav", ".wma", ".mp4", ".m4v", ".mov", ".avi", ".wmv",
)  # fmt: skip
# Bytes of parts that are kept in memory, and then in a temporary file.
_IN_MEMORY: Final = 1 << 23
# Bytes that are checked to decide if a part is an image.
_LOOK: Final = 16
# Custom XML parts in any vocabulary, and parts that only describe them (ECMA-376 part 1 §15.2.5, §15.2.6).
_ANY_XML: Final = "customxml/"
_PROPERTIES_OF_ANY: Final = "customxml/itemprops"


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the files of an archive, or the parts of a package."""
    family = None if document.part is not None else family_of(document.hint, stream)
    if family is None:
        return archive.files(document, stream, budget)
    return _Parts(document, budget, family).read(archive.members(document, stream, budget))


def family_of(filename: str, stream: ByteStream) -> str | None:
    """Return the family of a package; None for any other archive."""
    header = stream.peek(30)
    if header[:4] == LOCAL:
        size = int.from_bytes(header[26:28], "little")
        extra = int.from_bytes(header[28:30], "little")
        name = part_name(stream.peek(30 + min(size, 256))[30:].decode("utf-8", "replace"))
        if name == "mimetype":
            start = 30 + size + min(extra, 256)
            content = stream.peek(start + 64)[start:]
            if header[8:10] == _DEFLATED:  # which it should not be
                with suppress(zlib.error):
                    content = zlib.decompressobj(-15).decompress(content, 64)
            return ODF if content.startswith(_MIME_TYPES) else None
        for beginning, family in _FIRST:
            if name.startswith(beginning):
                return family
    return _EXTENSIONS.get(filename.rpartition(".")[2].lower())


class _Kept(NamedTuple):
    """A part that is kept: its place in the temporary file of all parts."""

    document: Document
    name: str
    begin: int
    size: int


class _Parts:
    """Reads one package."""

    def __init__(self, document: Document, budget: Budget, family: str) -> None:
        self._document = document
        self._budget = budget
        self._package = Package(family, document.uri)
        self._kept: list[_Kept] = []
        self._size = 0
        self._file: Any = None

    def read(self, found: Iterator[Document]) -> Iterator[Document]:
        """Yield the parts, XML parts last."""
        from tempfile import SpooledTemporaryFile  # which takes as long to import as half of the rest

        with SpooledTemporaryFile(_IN_MEMORY) as self._file:
            self._budget.waiting += (self._parts,)
            for member in found:
                name = part_name(member.filename or "")
                if name.endswith(_MEDIA):
                    if self._budget.barcodes and is_image(_stream(member).peek(_LOOK)):
                        yield member._replace(media_type=BARCODES)
                    continue
                if not name.endswith(_XML):
                    yield member
                elif (rest := self._keep(member, name)) is not None:
                    yield rest
            self._budget.waiting = tuple(each for each in self._budget.waiting if each != self._parts)
            yield from self._parts()

    def _keep(self, member: Document, name: str) -> Document | None:
        """Keep a part; return it if the limit is exceeded."""
        begin = self._size
        stream = _stream(member)
        while data := stream.read_available():
            self._file.write(data)
            self._size += len(data)
            if self._size > MAX_PACKAGE:
                message = f"the parts of a document have more than {MAX_PACKAGE} bytes: the texts of links are unknown"
                self._budget.problem(member.name, self._size - begin, "too-large", message)
                return member._replace(source=ByteStream(self._replayed(begin, stream)))
        self._kept.append(_Kept(member, name, begin, self._size - begin))
        return None

    def _replayed(self, begin: int, stream: ByteStream) -> Iterator[bytes]:
        """Yield a part whose beginning was kept."""
        yield from self._chunks(begin, self._size - begin)
        yield from stream.chunks()
        self._size = begin
        self._file.seek(begin)

    def _chunks(self, begin: int, size: int) -> Iterator[bytes]:
        end = begin + size
        while begin < end:
            self._file.seek(begin)
            data = self._file.read(min(CHUNK, end - begin))
            yield data
            begin += len(data)

    def _parts(self) -> Iterator[Document]:
        """Yield the kept parts: the strings of a workbook first, relationships after the parts that use them."""
        package = self._package
        for kept in self._kept:
            if package.family == OPC and is_relationships(kept.name):
                if not package.add_relationships(kept.name, self._chunks(kept.begin, kept.size)):
                    limits = f"{MAX_RELATIONSHIPS} relationships, or {MAX_RELATIONSHIPS_TEXT} bytes of them"
                    message = f"more than {limits}: the texts of further links are unknown"
                    self._budget.problem(kept.document.name, 0, "too-many-relationships", message)
            elif kept.name == PROPERTIES and package.family == OPC:
                package.add_properties(self._chunks(kept.begin, kept.size))
        encrypted = self._encrypted()
        for kept in sorted(self._kept, key=lambda kept: 2 if is_relationships(kept.name) else kept.name != STRINGS):
            if kept.name in encrypted:
                self._budget.problem(kept.document.name, 0, "encrypted", "the part is encrypted and is not read")
                continue
            chunks = self._chunks(kept.begin, kept.size)
            small = kept.size <= CHUNK
            part = kept.document._replace(source=b"".join(chunks) if small else ByteStream(chunks))
            is_any = kept.name.startswith(_ANY_XML) and not kept.name.startswith(_PROPERTIES_OF_ANY)
            if not is_any or is_relationships(kept.name):
                part = part._replace(media_type=XML, base=self._document.base, package=Part(package, kept.name))
            yield part

    def _encrypted(self) -> set[str]:
        """Return the names of the parts that are encrypted (ODF 1.3 part 2 §4.8)."""
        names: set[str] = set()
        for kept in self._kept:
            if kept.name == MANIFEST and self._package.family == ODF:
                path = ""
                for name, values, _ in elements(self._chunks(kept.begin, kept.size)):
                    if name == "file-entry":
                        path = part_name(values.get("full-path", ""))
                    elif name == "encryption-data":
                        names.add(path)
        return names


def _stream(member: Document) -> ByteStream:
    source = member.source
    if isinstance(source, bytes):
        return whole(source)
    assert isinstance(source, ByteStream)
    return source
