"""Mail: messages (RFC 5322), their parts (RFC 2045 on) and their header fields. Bytes in, occurrences out.

The reader (:mod:`._message`) divides a message into header fields and parts, iteratively, in bounded memory. Transfer
encodings are decoded (:mod:`uri_extract.decode.content_transfer`), and places mapped back to the file. All text of all
parts and messages passes through one window of the plain-text scanner (:class:`._message.Texts`), in order; HTML has a
scanner of its own.
"""
