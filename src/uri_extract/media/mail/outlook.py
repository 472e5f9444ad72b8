"""Outlook's messages (``.msg``): read by python-oxmsg, an extra, and converted to MIME messages.

A compound file cannot be read from front to back, so it is held whole, up to :data:`~uri_extract.limits.MAX_OUTLOOK`
bytes. Places in the file are unknown: ``start`` and ``end`` are -1, ``line`` and ``column`` are those in the part.
Parts count from 1: the text, the HTML, then the attachments.
"""

from __future__ import annotations

import os
from binascii import b2a_base64
from urllib.parse import quote

import uri_extract._re as re
from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.code_pages import codec_of_code_page
from uri_extract.decode.compressed_rtf import decompressed
from uri_extract.limits import MAX_OUTLOOK, MAX_OUTLOOK_DEPTH
from uri_extract.media.mail.outlook_properties import ATTACHMENT, EMBEDDED, FALLBACK, MESSAGE, Properties
from uri_extract.media.mail.scanner import UnplacedMailScanner
from uri_extract.media.recognition import by_name
from uri_extract.records import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_AT_A_TIME = 57 * 1024  # a multiple of 57 bytes, so that base64 needs no padding in between

# Property ids (MS-OXPROPS).
_SUBJECT, _HEADERS, _MESSAGE_ID, _BODY, _HTML, _RTF = 0x0037, 0x007D, 0x1035, 0x1000, 0x1013, 0x1009
_SENDER_NAME, _SENDER_EMAIL, _SENDER_SMTP, _REPRESENTED_NAME = 0x0C1A, 0x0C1F, 0x5D01, 0x0042
_DATA, _LONG_FILENAME, _MIME_TAG, _CONTENT_ID, _CONTENT_LOCATION = 0x3701, 0x3707, 0x370E, 0x3712, 0x3713
#: The storage of an attached message (MS-OXMSG §2.2.2).
_EMBEDDED = "__substg1.0_3701000D"

# Attachments have their own headers, and these fields of the transport no longer describe the body.
_OF_THE_BODY = re.compile(
    r"^(?:Content-(?:Type|Transfer-Encoding|Disposition|Length)|MIME-Version)[ \t]*:.*\n(?:[ \t].*\n)*",
    re.IGNORECASE | re.MULTILINE,
)
_MISSING = "an Outlook message: reading it needs python-oxmsg (pip install 'uri-extract[outlook]')"


class OutlookScanner(UnplacedMailScanner):
    """Find the references in one Outlook message, when it is closed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
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
            self._take_file(data)

    def _take_file(self, data: bytes) -> None:
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
                message = storage.Storage.from_ole(file)
        # These raise many types for damaged data: struct.error, IndexError, RecursionError...
        except Exception as error:
            self._problem("damaged", f"an Outlook message that cannot be read: {_said(error)}")
            return
        for piece in self._mime(message):
            super()._take(piece, False)
        super()._take(b"", True)

    def _problem(self, kind: str, message: str) -> None:
        self._output.problem(Problem(self._document, 0, kind, message))

    # -- the MIME message ------------------------------------------------------------------------------------------

    def _mime(self, storage: Any, depth: int = 0) -> Iterator[bytes]:
        """Yield the message in a storage as a MIME message. A part that cannot be read is reported, and empty."""
        message = self._part(Properties, storage, EMBEDDED if depth else MESSAGE)
        if message is None:
            return
        for page in message.code_pages:
            if codec_of_code_page(page) is None:
                self._problem("unknown-charset", f"unknown code page {page}; falling back to {FALLBACK}")
        kept = [part for part in (_text(message, _BODY, b"text/plain"), _html(message)) if part]
        kept = kept or [self._part(_rtf, message) or (b"text/plain", b"")]
        boundary = b"=_" + os.urandom(16).hex().encode()  # unpredictable, so that no body contains it
        yield _header(message)
        yield b'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="%s"\n\n' % boundary
        for media_type, body in kept:
            yield b"--%s\nContent-Type: %s\nContent-Transfer-Encoding: binary\n\n" % (boundary, media_type)
            yield body
            yield b"\n"
        for attachment in storage.iter_attachment_storages():
            yield b"--%s\n" % boundary
            yield from self._attached(attachment, depth)
            yield b"\n"
        yield b"--%s--\n" % boundary

    def _attached(self, storage: Any, depth: int) -> Iterator[bytes]:
        embedded = next((each for each in storage.storages if each.path.endswith(_EMBEDDED)), None)
        if embedded is not None:
            if depth >= MAX_OUTLOOK_DEPTH:
                self._problem("too-deep", f"Outlook messages nested more than {MAX_OUTLOOK_DEPTH} deep")
                return
            yield b"Content-Type: message/rfc822\n\n"
            yield from self._mime(embedded, depth + 1)
            return
        attachment = self._part(Properties, storage, ATTACHMENT)
        if attachment is None:
            yield b"\n"
            return
        yield _part_header(attachment)
        # in base64, which cannot contain a boundary
        data = attachment.binary(_DATA) or b""
        for at in range(0, len(data), _AT_A_TIME):
            yield b2a_base64(data[at : at + _AT_A_TIME])

    def _part(self, read: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return read(*arguments)
        except Exception as error:  # as above
            self._problem("damaged", f"a part of an Outlook message cannot be read: {_said(error)}")
            return None


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _header(message: Properties) -> bytes:
    """Return the header of the message: its original fields, or those that Outlook's properties hold."""
    text = message.string(_HEADERS)
    if text:
        text = _OF_THE_BODY.sub("", text.replace("\r\n", "\n").strip("\n") + "\n")
        text = re.sub(r"\n\n+", "\n", text)
    else:
        text = _field("Subject", message.string(_SUBJECT)) + _field("Message-ID", message.string(_MESSAGE_ID))
        text += _field("From", _sender(message))
    return text.encode("utf-8", "replace")


def _sender(message: Properties) -> str:
    """Return the sender's name and address, or one of them; "" if the message has neither."""
    name = (message.string(_SENDER_NAME) or message.string(_REPRESENTED_NAME) or "").strip()
    # In an organization, the second one is not an address but an entry of a directory (/O=...).
    address = message.string(_SENDER_SMTP) or message.string(_SENDER_EMAIL)
    if not address:
        return name
    return f'"{name}" <{address}>' if name else f"<{address}>"


def _field(name: str, value: str | None) -> str:
    return f"{name}: {' '.join(value.split())}\n" if value else ""


def _text(message: Properties, pid: int, media_type: bytes) -> tuple[bytes, bytes] | None:
    """Return the media type of a text with its charset, and the text; None if there is none."""
    text = message.string(pid)
    return (media_type + b"; charset=utf-8", text.encode("utf-8", "replace")) if text else None


def _html(message: Properties) -> tuple[bytes, bytes] | None:
    data = message.binary(_HTML)
    if data:
        return b"text/html; charset=" + message.body_codec.encode(), data
    return _text(message, _HTML, b"text/html")  # in old messages


def _rtf(message: Properties) -> tuple[bytes, bytes]:
    return b"application/rtf", decompressed(message.binary(_RTF) or b"")


def _part_header(attachment: Properties) -> bytes:
    name = attachment.string(_LONG_FILENAME) or ""
    media_type = attachment.string(_MIME_TAG) or "application/octet-stream"
    if media_type == "application/octet-stream":
        media_type = by_name(name) or media_type
    text = f"Content-Type: {' '.join(media_type.split())}\nContent-Transfer-Encoding: base64\n"
    text += f"Content-Disposition: attachment; filename*=utf-8''{quote(name, safe='', errors='replace')}\n"
    content_id = attachment.string(_CONTENT_ID)
    text += _field("Content-Location", attachment.string(_CONTENT_LOCATION))
    text += _field("Content-ID", content_id and f"<{content_id.strip('<>')}>")
    return f"{text}\n".encode("utf-8", "replace")
