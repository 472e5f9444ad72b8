"""Decode a document's bytes to UTF-8: charsets, transfer encodings, character references, defanged references."""
