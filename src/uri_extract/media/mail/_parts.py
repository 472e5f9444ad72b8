"""Messages, their body parts and their texts: what headers declare, and the names of parts in records."""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.decode.header_values import Value, identifier
from uri_extract.media.mail.parts import IDENTITY, MAIL, TEXT, reading_of

if not cython.compiled:
    from uri_extract.media.mail import fields, parts

_NO_PARAMETERS = cython.declare(dict, {})

# Millions of these are made, and they only refer to older objects: the garbage collector need not track them.


@cython.no_gc
@cython.cclass
class Message:
    """One message: its name ``document``, and ``section``, the number of the part it is in (empty if in none).

    ``base`` is that of the whole document; None if only the Message-ID is needed. ``sender``, ``subject``, ``date`` and
    ``identifier`` are values of fields; ``described`` caches the first three decoded (:mod:`._origins`).
    """

    def __init__(self, document: str | None, section: str = "", base: Any = None) -> None:
        self.document = document
        self.section = section
        self.base = base
        self.sender: bytes | None = None
        self.subject: bytes | None = None
        self.date: bytes | None = None
        self.described: Any = None
        self.identifier: bytes | None = None
        self.known_id: str | None = None
        self.parsed = False

    def add_field(self, kind: cython.int, value: bytes) -> cython.int:
        """Store a field that describes the message; the first of several counts."""
        self.described = None
        if kind == fields.FROM and self.sender is None:
            self.sender = value
        elif kind == fields.SUBJECT and self.subject is None:
            self.subject = value
        elif kind == fields.DATE and self.date is None:
            self.date = value
        return 0

    def message_id(self) -> Any:
        """Return the Message-ID without brackets; None if none was read yet."""
        if self.identifier is not None and not self.parsed:
            self.parsed = True
            self.known_id = identifier(self.identifier)
        return self.known_id

    def name(self, section: str) -> str | None:
        """Return the name of a part of the message, a record's ``document``; None if the document has no name."""
        return f"{self.document}!{section}" if section and self.document is not None else self.document


@cython.no_gc
@cython.cclass
class Part:
    """A body part, or the message itself. Sections are numbered as in IMAP (RFC 3501 §6.4.5).

    ``parent`` is the multipart or message that contains it, ``depth`` the number of these ancestors; ``whole``: it is a
    message. ``origin`` and ``origin_of_header`` cache the origins of the part and its header (:mod:`._origins`). The
    other attributes come from its fields; ``content_type`` is the raw value. If ``known_section`` is None, the section
    is made from the parent's and ``number`` when it is needed. ``line`` is the number of the first line of its text:
    the lines of a multipart count from its header, whose name it has. ``before`` is what is added for them to the
    number of line feeds counted (:class:`~uri_extract.media.mail._header.Header`).
    """

    def __init__(
        self, message: Message, section: str | None = "", parent: Part | None = None, media_type: str = "text/plain",
        number: int = 0,
    ) -> None:  # fmt: skip
        self.message = message
        self.known_section = section
        self.parent = parent
        self.depth = 0 if parent is None else parent.depth + 1
        self.media_type = media_type
        self.number = number
        self.whole = parent is None
        self.kind = parts.LEAF
        self.children = 0
        self.line = 1
        self.before = 0
        self.reading = TEXT
        self.parameters: dict[str, str] = _NO_PARAMETERS
        if not cython.compiled:  # compiled attributes begin as None
            self.content_type: bytes | None = None
            self.encoding: str | None = None
            self.disposition: Value | None = None
            self.content_id: bytes | None = None
            self.location: bytes | None = None
            self.content_base: bytes | None = None
            self.boundary: bytes | None = None
            self.base: Any = None
            self.origin: Any = None
            self.origin_of_header: Any = None

    def section(self) -> str:
        """Return the number of the part."""
        if self.known_section is None:
            parent: Part | None = self.parent
            of_parent: str = parent.section() if parent is not None else ""
            self.known_section = f"{of_parent}.{self.number}" if of_parent else str(self.number)
        return self.known_section

    @property
    def document(self) -> str | None:
        """The name of the part in records."""
        return self.message.name(self.section())

    def filename(self) -> str:
        """Return the file name in its header, empty if there is none."""
        name = self.disposition.parameters.get("filename") if self.disposition is not None else None
        return name or self.parameters.get("name", "")

    def child(self) -> Part:
        """Return the next part of a multipart."""
        self.children += 1
        default: str = "message/rfc822" if self.media_type == "multipart/digest" else "text/plain"  # RFC 2046 §5.1.5
        return Part(self.message, None, self, default, self.children)

    def nested(self) -> Part:
        """Return the message that the part contains."""
        message = Message(self.message.document, self.section(), self.message.base)
        part = Part(message, self.section(), self)
        part.whole = True
        return part

    def settle(self) -> Any:
        """Determine the kind and the reading of the part, after its header."""
        media_type: str = self.media_type
        if self.encoding is None:
            self.encoding = ""
        is_plain: cython.bint = media_type == "text/plain"
        if not is_plain and media_type.startswith("multipart/"):
            self.kind = parts.MULTIPART
            boundary = self.parameters.get("boundary", "").rstrip()
            self.boundary = boundary.encode("utf-8", "surrogateescape") or None
            return
        if self.whole:
            self.known_section = f"{self.known_section}.1" if self.known_section else "1"
        if is_plain and self.disposition is None and "name" not in self.parameters:
            return  # as most parts
        ending = self.filename().rpartition(".")
        self.reading = reading_of(
            media_type, self.encoding, ending[2].lower() if ending[1] else "",
            self.disposition is not None or "name" in self.parameters,
            self.parameters.get("number", "1").strip() == "1",
        )  # fmt: skip
        if self.reading == MAIL and self.encoding in IDENTITY:
            self.kind = parts.MESSAGE


@cython.no_gc
@cython.cclass
class Source:
    """A text: its part, and the name of its header field, None for a body.

    The section of a message's header differs from that of its body, and is read before. ``line`` is the number of its
    first line. ``origin`` caches the origin of the text (:mod:`._origins`).
    """

    def __init__(self, part: Part, field: str | None = None) -> None:
        self.part = part
        self.field = field
        self.section = part.section()
        self.line = part.line
        self.origin: Any = None

    @property
    def document(self) -> str | None:
        """The name of the part in records."""
        return self.part.message.name(self.section)
