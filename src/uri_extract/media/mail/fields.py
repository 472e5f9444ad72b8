"""How the field kernel writes what it finds in a header (RFC 5322 §2.2): rows of :data:`WIDTH` integers in one array.

Positions count bytes from the start of the window. Column by column:

======== ============================================================================================
NAME     first byte of the field's name
NAME_END the byte behind its last one
VALUE    the byte behind the colon
END      where its last line ends, without the line break
BITS     what field it is (lowest eight bits), and the bits below
======== ============================================================================================
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH: Final = 5
NAME: Final = 0
NAME_END: Final = 1
VALUE: Final = 2
END: Final = 3
BITS: Final = 4

#: Rows the kernel writes before it hands over.
ROWS: Final = 256

KINDS: Final = 255
FOLDED: Final = 256  # it has more than one line
COLON: Final = 512  # what stands in it may hold a scheme
ENCODED: Final = 1024  # and encoded words (RFC 2047)

OTHER: Final = 0
CONTENT_TYPE: Final = 1
CONTENT_TRANSFER_ENCODING: Final = 2
CONTENT_DISPOSITION: Final = 3
CONTENT_ID: Final = 4
CONTENT_LOCATION: Final = 5
CONTENT_BASE: Final = 6
MESSAGE_ID: Final = 7
LINK: Final = 8
IDENTIFIERS: Final = 9  # what looks like a reference in them is not one
#: From here on, fields that say where records come from.
FROM: Final = 10
SUBJECT: Final = 11
DATE: Final = 12

#: The fields that mean something here. Those of the last kind hold identifiers, routes and signatures.
NAMES: Final = {
    b"content-type": CONTENT_TYPE,
    b"content-transfer-encoding": CONTENT_TRANSFER_ENCODING,
    b"content-disposition": CONTENT_DISPOSITION,
    b"content-id": CONTENT_ID,
    b"content-location": CONTENT_LOCATION,
    b"content-base": CONTENT_BASE,
    b"message-id": MESSAGE_ID,
    b"link": LINK,
    b"from": FROM,
    b"subject": SUBJECT,
    b"date": DATE,
} | dict.fromkeys(
    b"received x-received references in-reply-to resent-message-id original-message-id supersedes path xref "
    b"dkim-signature domainkey-signature x-google-dkim-signature arc-seal arc-message-signature".split(),
    IDENTIFIERS,
)


def shapes(names: Iterable[bytes]) -> bytes:
    """Return a table of the first letters and the lengths of names, which tells most other names from them."""
    known = {(name[0] & 31) * 64 + len(name) for name in names}
    return bytes(number in known for number in range(32 * 64))


#: Bytes of a field's name that are looked at (RFC 5322 §2.1.1: a line has 998); a longer one is none.
LONGEST_NAME: Final = 998

#: Bytes of a line, with the line feed before it, that tell whether it matters where messages begin.
LINE: Final = 10

# What a read ended with.
OVER: Final = 0  # the header is over
MORE: Final = 1  # the field that begins there is not whole
FULL: Final = 2  # there is no room for further rows
