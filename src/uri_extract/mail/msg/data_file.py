"""Read an Outlook data file (PST, OST, PAB) with libpff (libpff-python), in a process of its own.

For each message it writes a line of JSON, an array of its path and its size in bytes, and then the message in MIME
format. If something cannot be read, the array has the path, and the kind and message of a problem.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from uri_extract._compat._typing import Any, BinaryIO, Final
from uri_extract.errors import said
from uri_extract.limits import MAX_OUTLOOK, MAX_OUTLOOK_DEPTH, MAX_PST_MEMORY, MAX_PST_SECONDS
from uri_extract.mail.msg import mime
from uri_extract.processes.isolated import limited

_MESSAGE_ID: Final = 0x1035  # MS-OXPROPS §2.788
_BODIES: Final = (
    ("plain_text_body", "text/plain; charset=utf-8"), ("html_body", "text/html"), ("rtf_body", "application/rtf"),
)  # fmt: skip


def main(file: BinaryIO, results: BinaryIO) -> None:
    """Read the data file, and write the results."""
    for path, *found in Messages().read(limited(file, MAX_PST_MEMORY, MAX_PST_SECONDS)):
        line: list[Any] = [path, *found]
        data = b""
        if len(found) == 1:
            data, line[1] = line[1], len(line[1])
        results.write(json.dumps(line).encode() + b"\n" + data)
        results.flush()


class Messages:
    """The messages of one data file."""

    def __init__(self) -> None:
        self._problems: list[str] = []

    def read(self, file: Any) -> Iterator[tuple[str, bytes] | tuple[str, str, str]]:
        """Yield the path of each message (folders, number in the last one) and the message; or a problem."""
        data_file = _data_file()
        try:
            data_file.open_file_object(file)
            root = data_file.get_root_folder()
        except Exception as error:  # usually OSError
            yield "", "damaged", f"the Outlook data file cannot be read: {said(error)}"
            return
        folders = [("", root)] if root is not None else []
        while folders:
            path, folder = folders.pop()
            if folder is not root:
                name = self._value(getattr, folder, "name") or "-"
                path += name.replace("/", "_") + "/"
            for number in range(self._value(getattr, folder, "number_of_sub_messages") or 0):
                message = self._value(folder.get_sub_message, number)
                if message is not None:
                    yield f"{path}{number + 1}", b"".join(self._message(message))
                yield from self._reported(f"{path}{number + 1}")
            count = self._value(getattr, folder, "number_of_sub_folders") or 0
            for number in reversed(range(count)):
                inner = self._value(folder.get_sub_folder, number)
                if inner is not None:
                    folders.append((path, inner))
            yield from self._reported(path.rstrip("/"))

    def _reported(self, path: str) -> Iterator[tuple[str, str, str]]:
        """Yield the problems since the last call."""
        for problem in dict.fromkeys(self._problems):
            yield path, "damaged", f"part of the Outlook data file cannot be read: {problem}"
        self._problems.clear()

    def _value(self, read: Callable[..., Any], *arguments: Any) -> Any:
        """Return the value that libpff reads; None if it fails."""
        try:
            return read(*arguments)
        except Exception as error:  # usually OSError
            self._problems.append(said(error))
            return None

    def _message(self, message: Any, depth: int = 0) -> Iterator[bytes]:
        """Yield a message in MIME format."""
        numbers = range(self._value(getattr, message, "number_of_attachments") or 0)
        attachments = (self._value(message.get_attachment, number) for number in numbers)
        attached = (self._attached(each, depth) for each in attachments if each is not None)
        yield from mime.message(self._header(message), self._texts(message), attached)

    def _texts(self, message: Any) -> Iterator[tuple[str, bytes]]:
        """Yield the texts of a message with their media types."""
        is_read = False
        for name, media_type in _BODIES:
            if name == "rtf_body" and is_read:
                continue  # it has the same content
            body = _octets(self._value(getattr, message, name))
            if body:
                is_read = True
                yield media_type, body

    def _attached(self, attachment: Any, depth: int) -> Iterator[bytes]:
        inner = None
        if self._value(getattr, attachment, "number_of_sub_items"):
            inner = self._value(attachment.get_sub_item, 0)
        if inner is not None and hasattr(inner, "plain_text_body"):
            if depth < MAX_OUTLOOK_DEPTH:
                return mime.enclosed(self._message(inner, depth + 1))
            self._problems.append(f"messages are nested more than {MAX_OUTLOOK_DEPTH} deep")
            return mime.enclosed(())
        name = self._value(getattr, attachment, "long_filename") or ""
        size = self._value(getattr, attachment, "size") or 0
        data = b""
        if size > MAX_OUTLOOK:
            self._problems.append(f"an attachment has {size} bytes, more than {MAX_OUTLOOK}")
        elif size:
            data = self._value(attachment.read_buffer, size) or b""
        return mime.attachment(name, data)

    def _header(self, message: Any) -> bytes:
        """Return the header of a message: the original fields, or those that Outlook kept."""
        original = _octets(self._value(getattr, message, "transport_headers"))
        return mime.header(original.decode("utf-8", "replace"), self._fields(message))

    def _fields(self, message: Any) -> Iterator[tuple[str, str]]:
        yield "Subject", str(self._value(getattr, message, "subject") or "")
        yield "From", str(self._value(getattr, message, "sender_name") or "")
        yield "Message-ID", str(self._value(_property, message, _MESSAGE_ID) or "")


def _data_file() -> Any:
    import pypff

    return pypff.file()


def _property(message: Any, number: int) -> str | None:
    """Return a string property of a message; None if it is missing."""
    for record_set in message.record_sets:
        for entry in record_set.entries:
            if entry.entry_type == number:
                return entry.get_data_as_string()  # type: ignore[no-any-return]
    return None


def _octets(value: Any) -> bytes:
    return value.encode("utf-8", "replace") if isinstance(value, str) else value or b""
