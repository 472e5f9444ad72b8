"""The MIME messages that messages of Outlook are converted to: multipart/related, with its texts and attachments."""

from __future__ import annotations

import os
from binascii import b2a_base64
from collections.abc import Iterable, Iterator
from urllib.parse import quote

import uri_extract._compat._re as re
from uri_extract._compat._typing import Final

#: The type of an attachment that declares none.
UNKNOWN: Final = "application/octet-stream"

_AT_A_TIME: Final = 57 * 1024  # a multiple of 57 bytes, so that base64 needs no padding in between

# The fields of the original body: the parts get new ones.
_OF_THE_BODY: Final = re.compile(
    r"^(?:Content-(?:Type|Transfer-Encoding|Disposition|Length)|MIME-Version)[ \t]*:.*\n(?:[ \t].*\n)*",
    re.IGNORECASE | re.MULTILINE,
)


def header(original: str, fields: Iterable[tuple[str, str | None]]) -> bytes:
    """Return the ``original`` header without the fields of the body; ``fields``, if there is no original one."""
    if original.strip():
        kept = _OF_THE_BODY.sub("", original.replace("\r\n", "\n").strip("\n\0") + "\n")
        text = "".join([f"{line}\n" for line in kept.split("\n") if line])  # an empty line would end the header
    else:
        text = "".join([_field(name, value) for name, value in fields])
    return text.encode("utf-8", "replace")


def message(
    head: bytes, texts: Iterable[tuple[str, bytes]], attachments: Iterable[Iterable[bytes]]
) -> Iterator[bytes]:  # fmt: skip
    """Yield a message: its header, its texts with their media types, and its attachments with their headers."""
    boundary = b"=_" + os.urandom(16).hex().encode()  # unpredictable, so that no body contains it
    yield head
    yield b'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="%s"\n\n' % boundary
    for media_type, body in texts:
        yield b"--%s\nContent-Type: %s\n" % (boundary, media_type.encode())
        yield b"Content-Transfer-Encoding: binary\n\n"
        yield body
        yield b"\n"
    for attached in attachments:
        yield b"--%s\n" % boundary
        yield from attached
        yield b"\n"
    yield b"--%s--\n" % boundary


def attachment(
    name: str, data: bytes, media_type: str = UNKNOWN, location: str | None = None, content_id: str | None = None
) -> Iterator[bytes]:
    """Yield an attached file with its header, in base64, which cannot contain a boundary."""
    text = f"Content-Type: {' '.join(media_type.split())}\nContent-Transfer-Encoding: base64\n"
    text += f"Content-Disposition: attachment; filename*=utf-8''{quote(name, safe='', errors='replace')}\n"
    text += _field("Content-Location", location)
    text += _field("Content-ID", content_id and f"<{content_id.strip('<>')}>")
    yield f"{text}\n".encode("utf-8", "replace")
    for at in range(0, len(data), _AT_A_TIME):
        yield b2a_base64(data[at : at + _AT_A_TIME])


def enclosed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield an attached message with its header."""
    yield b"Content-Type: message/rfc822\n\n"
    yield from pieces


def _field(name: str, value: str | None) -> str:
    return f"{name}: {' '.join(value.split())}\n" if value else ""
