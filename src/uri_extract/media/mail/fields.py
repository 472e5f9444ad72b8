"""The fields of a header (RFC 5322 §2.2) that mean something here, as the field kernel has them."""

from __future__ import annotations

from uri_extract._typing import Final

# What a field is, in the lowest eight bits.
KINDS: Final = 255
FOLDED: Final = 256  # it has more than one line
COLON: Final = 512  # what is in it may hold a scheme
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


# The kernel finds a name by two letters and its length, which no two of these share.
_NUMBERED = {((name[0] ^ name[-2]) & 31) * 64 + len(name): number for number, name in enumerate(NAMES, 1)}
#: The number of the name that has those, 0 for none; names by number, 64 bytes for each; and their kinds.
NUMBERS: Final = bytes(_NUMBERED.get(number, 0) for number in range(32 * 64))
TABLE: Final = bytes(64) + b"".join(name.ljust(64) for name in NAMES)
KINDS_OF_NAMES: Final = bytes((OTHER, *NAMES.values()))


#: Bytes of a field's name that are looked at (RFC 5322 §2.1.1: a line has 998); a longer one is not one.
LONGEST_NAME: Final = 998

# What is next in a header.
FIELD: Final = 0
OVER: Final = 1  # nothing, it is over
MORE: Final = 2  # a field that is not whole
