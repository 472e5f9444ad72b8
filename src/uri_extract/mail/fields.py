"""The header fields (RFC 5322 §2.2) that matter here, as tables for the field kernel."""

from __future__ import annotations

from uri_extract._compat._typing import Final

# The kind of a field is in the lowest eight bits.
KINDS: Final = 255
FOLDED: Final = 256  # it has several lines
COLON: Final = 512  # it may contain a scheme
ENCODED: Final = 1024  # it may contain encoded words (RFC 2047)

OTHER: Final = 0
CONTENT_TYPE: Final = 1
CONTENT_TRANSFER_ENCODING: Final = 2
CONTENT_DISPOSITION: Final = 3
CONTENT_ID: Final = 4
CONTENT_LOCATION: Final = 5
CONTENT_BASE: Final = 6
MESSAGE_ID: Final = 7
LINK: Final = 8
IDENTIFIERS: Final = 9  # text in them that looks like a reference is an identifier
#: The kinds from here on describe the message in records.
FROM: Final = 10
SUBJECT: Final = 11
DATE: Final = 12

#: The fields that matter here. Those of the last kind hold identifiers, routes and signatures.
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


# The kernel looks up a name by its length and two letters, which are unique together.
_NUMBERED = {((name[0] ^ name[-2]) & 31) * 64 + len(name): number for number, name in enumerate(NAMES, 1)}
#: The number of a name by that key, 0 for none; the names by number, 64 bytes each; and their kinds.
NUMBERS: Final = bytes(_NUMBERED.get(number, 0) for number in range(32 * 64))
TABLE: Final = bytes(64) + b"".join(name.ljust(64) for name in NAMES)
KINDS_OF_NAMES: Final = bytes((OTHER, *NAMES.values()))


#: The characters of a field's name (RFC 5322 §3.6.8), and for each byte whether it is one.
NAME_CHARACTERS: Final = bytes(byte for byte in range(0x21, 0x7F) if byte != 0x3A)
IN_NAME: Final = bytes(byte in NAME_CHARACTERS for byte in range(256))
#: The maximum size of a field's name (RFC 5322 §2.1.1: 998 bytes per line).
LONGEST_NAME: Final = 998

# The next thing in a header.
FIELD: Final = 0
OVER: Final = 1  # the end of the header
MORE: Final = 2  # an incomplete field
