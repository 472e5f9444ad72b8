"""Interruptions in reading a stream: breaks between its chunks, and an exceeded limit."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any, Protocol
from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from typing import ClassVar


class Exhausted(UriExtractError):  # noqa: N818 - as its siblings
    """A limit of an input was exceeded and has been reported; the rest of the input is not read."""


class StreamBreak:
    """A break that may come between two chunks."""

    #: A compressed member ended; the next bytes are of another.
    MEMBER: ClassVar[StreamBreak]
    #: Bytes are missing here.
    GAP: ClassVar[StreamBreak]
    #: The bytes end too soon, which has been reported.
    TRUNCATED: ClassVar[StreamBreak]


StreamBreak.MEMBER, StreamBreak.GAP, StreamBreak.TRUNCATED = StreamBreak(), StreamBreak(), StreamBreak()


class Members(Protocol):
    """The compressed members of a stream."""

    def place(self, made: int) -> int:
        """Return the byte at which the next member begins, if ``made`` decompressed bytes were read before it.

        Return -1 if a part of the input cannot begin there.
        """

    def whole(self) -> Any:
        """Return the reader of whole members (``WholeMembers``) if the next one begins here, else None."""
