"""Mail: messages (RFC 5322), their parts (RFC 2045 on) and what their header fields hold. Bytes in, occurrences out.

The reader (:mod:`._reader`) cuts a message into header fields and parts, iteratively and in bounded memory; transfer
encodings are decoded (:mod:`uri_extract.decode.content_transfer`) with the way back to the file; all text of all parts
and messages goes through one window of the plain-text scanner (:mod:`.stream`), each in its place, and HTML through a
scanner of its own.
"""
