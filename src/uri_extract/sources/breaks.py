"""What interrupts the reading of a stream: breaks between its chunks, and a limit that was exceeded."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any, Protocol
from uri_extract.errors import UriExtractError

if TYPE_CHECKING:
    from typing import ClassVar


class Exhausted(UriExtractError):  # noqa: N818 - as its siblings
    """A limit of an input was exceeded, which was reported; the rest of it is not read."""


class StreamBreak:
    """What may come between two chunks."""

    #: A compressed member ended; the next bytes are of another.
    MEMBER: ClassVar[StreamBreak]
    #: Bytes are missing here.
    GAP: ClassVar[StreamBreak]
    #: The bytes end too soon, which was reported.
    TRUNCATED: ClassVar[StreamBreak]


StreamBreak.MEMBER, StreamBreak.GAP, StreamBreak.TRUNCATED = StreamBreak(), StreamBreak(), StreamBreak()


class Members(Protocol):
    """The compressed members that a stream is made of."""

    def place(self, made: int) -> int:
        """Return the byte at which the next member begins if ``made`` bytes of those before it were read.

        -1 if a part of the input cannot begin there.
        """

    def whole(self) -> Any:
        """Return what reads members at once (:class:`_gzip.WholeMembers`) if the next one begins here, else None."""
