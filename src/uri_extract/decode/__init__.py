"""Bytes as a document has them, decoded to UTF-8: charsets, transfer encodings, references, defanged references."""
