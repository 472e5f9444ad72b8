"""Messages, one after the other: what is in their fields and parts becomes rows.

The scanner of one message (:mod:`.scanner`) and a splitter of mailboxes drive this: :meth:`Messages.begin`,
:meth:`Messages.take` and :meth:`Messages.end` for each message.

One source, two speeds, as the scan kernel has it (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

if cython.compiled:
    from cython.cimports.uri_extract.media.mail._parts_c import Message, Part, Source
    from cython.cimports.uri_extract.media.mail._reader_c import Reader
    from cython.cimports.uri_extract.media.mail._texts_c import Texts
else:
    from uri_extract.media.mail._parts import Message, Part, Source
    from uri_extract.media.mail._reader import Reader
    from uri_extract.media.mail._texts import Texts


@cython.cclass
class Messages:
    """Any number of messages in a file that is called ``document``, which ``reader`` reads.

    ``base`` is that of the file, if it is asked what is known of messages; ``ended`` is called after each.
    """

    def __init__(self, document: str | None, reader: Reader, base: Any, ended: Any) -> None:
        self.reader = reader
        self.base = base
        self.ended = ended
        self.around = Part(Message(document, "", base), "", None, 0, "text/plain")

    @cython.ccall
    def begin(self, document: str | None) -> None:
        """Begin a message; ``document`` names it in records, and its parts after it."""
        self.reader.begin_message(Part(Message(document, "", self.base), "", None, 0, "text/plain"))

    @cython.ccall
    def take(self, data: bytes, at: cython.longlong, begin: cython.Py_ssize_t = 0, end: cython.Py_ssize_t = -1) -> None:
        """Take the next bytes of the message, ``data[begin:end]``, which are at byte ``at`` of the file."""
        self.reader.take(data, at, begin, end)

    @cython.ccall
    def end(self) -> None:
        """Say that the message is over."""
        self.reader.end_message()
        if self.ended is not None:
            self.ended()

    @cython.ccall
    def text(self, data: bytes, at: cython.longlong, begin: cython.Py_ssize_t = 0, end: cython.Py_ssize_t = -1) -> None:
        """Take bytes between messages, which belong to none. They are read as plain text."""
        texts: Texts = self.reader.texts
        texts.separate()
        texts.add(data[begin : len(data) if end < 0 else end], at, Source(self.around))
