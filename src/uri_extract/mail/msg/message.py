"""Outlook's messages (``.msg``, MS-OXMSG), which python-oxmsg, an extra, reads, converted to MIME messages.

The parts of the MIME message count from 1: the text, the HTML, then the attachments. A compound file cannot be read
from front to back, so it is held whole, up to :data:`~uri_extract.limits.MAX_OUTLOOK` bytes. Places in the file are
unknown: ``start`` and ``end`` are -1, ``line`` and ``column`` are those in the part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from uri_extract._compat._typing import Any
from uri_extract.decode.labels import codec_of_code_page
from uri_extract.decode.rtf_words import decompressed, holds_html
from uri_extract.errors import said
from uri_extract.formats.recognition import by_name
from uri_extract.limits import MAX_OUTLOOK, MAX_OUTLOOK_DEPTH
from uri_extract.mail.msg import mime
from uri_extract.mail.msg.properties import ATTACHMENT, EMBEDDED, FALLBACK, MESSAGE, Properties
from uri_extract.mail.scanner import MailScanner
from uri_extract.rows.records import Problem
from uri_extract.text.options import ScanOptions


class OutlookScanner(MailScanner):
    """Find the references in one Outlook message, when it is closed."""

    restartable = False

    def __init__(self, options: ScanOptions, **document: Any) -> None:
        super().__init__(options, placed=False, **document)
        self._held = bytearray()

    def _take(self, chunk: bytes, final: bool) -> None:
        if len(self._held) <= MAX_OUTLOOK:
            self._held += chunk
        if not final:
            return
        data, self._held = bytes(self._held), bytearray()
        if len(data) > MAX_OUTLOOK:
            self._problem("too-large", f"an Outlook message of more than {MAX_OUTLOOK} bytes, which is not read")
        elif data:
            for piece in Converter(self._problem, by_name).pieces(data):
                super()._take(piece, False)
            super()._take(b"", True)

    def _problem(self, kind: str, message: str) -> None:
        self._output.problem(Problem(self._document, 0, kind, message))


# Property ids (MS-OXPROPS).
_SUBJECT, _HEADERS, _MESSAGE_ID, _BODY, _HTML, _RTF = 0x0037, 0x007D, 0x1035, 0x1000, 0x1013, 0x1009
_SENDER_NAME, _SENDER_EMAIL, _SENDER_SMTP, _REPRESENTED_NAME = 0x0C1A, 0x0C1F, 0x5D01, 0x0042
_DATA, _LONG_FILENAME, _MIME_TAG, _CONTENT_ID, _CONTENT_LOCATION = 0x3701, 0x3707, 0x370E, 0x3712, 0x3713
#: The storage of an attached message (MS-OXMSG §2.2.2).
_EMBEDDED = "__substg1.0_3701000D"

_MISSING = "an Outlook message: reading it needs python-oxmsg (pip install 'uri-extract[outlook]')"


class Converter:
    """Convert the bytes of a file to a MIME message.

    ``problem`` is called with the kind and the message of each problem. ``type_of`` returns the media type of a file
    name, None if it is unknown.
    """

    def __init__(self, problem: Callable[[str, str], None], type_of: Callable[[str], str | None]) -> None:
        self._problem = problem
        self._type_of = type_of

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """Yield the pieces of the MIME message; nothing if the file cannot be read."""
        try:
            from olefile import STGTY_STREAM, OleFileIO
            from oxmsg import storage
        except ImportError:
            self._problem("missing-extra", _MISSING)
            return
        try:
            with OleFileIO(data) as file:
                # Streams may share sectors: a small file may have large streams. The root entry is not counted: it is
                # the container of short streams (the mini stream, MS-CFB §2.6.3).
                entries = (entry for entry in file.direntries if entry and entry.entry_type == STGTY_STREAM)
                if sum(entry.size for entry in entries) > len(data):
                    raise ValueError("its streams are larger than the file")
                root = storage.Storage.from_ole(file)
        # These raise many types for damaged data: struct.error, IndexError, RecursionError...
        except Exception as error:
            self._problem("damaged", f"an Outlook message that cannot be read: {said(error)}")
            return
        yield from self._message(root)

    def _message(self, storage: Any, depth: int = 0) -> Iterator[bytes]:
        """Yield the message in a storage. A part that cannot be read is reported, and empty."""
        message = self._part(Properties, storage, EMBEDDED if depth else MESSAGE)
        if message is None:
            return
        for page in message.code_pages:
            if codec_of_code_page(page) is None:
                self._problem("unknown-charset", f"unknown code page {page}; falling back to {FALLBACK}")
        html = _html(message)
        texts = [part for part in (_text(message, _BODY, "text/plain"), html) if part]
        rtf = None if html else self._part(_rtf, message)
        if rtf is not None and (not texts or holds_html(rtf[1])):
            texts.append(rtf)
        texts = texts or [("text/plain", b"")]
        attachments = (self._attached(each, depth) for each in storage.iter_attachment_storages())
        header = mime.header(message.string(_HEADERS) or "", _fields(message))
        yield from mime.message(header, texts, attachments)

    def _attached(self, storage: Any, depth: int) -> Iterator[bytes]:
        embedded = next((each for each in storage.storages if each.path.endswith(_EMBEDDED)), None)
        if embedded is not None:
            if depth >= MAX_OUTLOOK_DEPTH:
                self._problem("too-deep", f"Outlook messages nested more than {MAX_OUTLOOK_DEPTH} deep")
                return
            yield from mime.enclosed(self._message(embedded, depth + 1))
            return
        properties = self._part(Properties, storage, ATTACHMENT)
        if properties is None:
            yield b"\n"
            return
        name = properties.string(_LONG_FILENAME) or ""
        media_type = properties.string(_MIME_TAG) or mime.UNKNOWN
        if media_type == mime.UNKNOWN:
            media_type = self._type_of(name) or media_type
        location, content_id = properties.string(_CONTENT_LOCATION), properties.string(_CONTENT_ID)
        yield from mime.attachment(name, properties.binary(_DATA) or b"", media_type, location, content_id)

    def _part(self, read: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return read(*arguments)
        except Exception as error:  # as above
            self._problem("damaged", f"a part of an Outlook message cannot be read: {said(error)}")
            return None


def _fields(message: Properties) -> Iterator[tuple[str, str | None]]:
    """Yield the header fields that Outlook's properties hold."""
    yield "Subject", message.string(_SUBJECT)
    yield "Message-ID", message.string(_MESSAGE_ID)
    yield "From", _sender(message)


def _sender(message: Properties) -> str:
    """Return the sender's name and address, or one of them; "" if the message has neither."""
    name = (message.string(_SENDER_NAME) or message.string(_REPRESENTED_NAME) or "").strip()
    # In an organization, the second one is not an address but an entry of a directory (/O=...).
    address = message.string(_SENDER_SMTP) or message.string(_SENDER_EMAIL)
    if not address:
        return name
    return f'"{name}" <{address}>' if name else f"<{address}>"


def _text(message: Properties, pid: int, media_type: str) -> tuple[str, bytes] | None:
    """Return the media type of a text with its charset, and the text; None if there is none."""
    text = message.string(pid)
    return (f"{media_type}; charset=utf-8", text.encode("utf-8", "replace")) if text else None


def _html(message: Properties) -> tuple[str, bytes] | None:
    data = message.binary(_HTML)
    if data:
        return f"text/html; charset={message.body_codec}", data
    return _text(message, _HTML, "text/html")  # in old messages


def _rtf(message: Properties) -> tuple[str, bytes]:
    return "application/rtf", decompressed(message.binary(_RTF) or b"")
