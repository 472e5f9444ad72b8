"""WHERE documents come from: paths, directories, open files, bytes. Each is a :class:`Document`, a stream of chunks."""

from __future__ import annotations

from uri_extract.sources.files import Document, Unreadable, documents

__all__ = ["Document", "Unreadable", "documents"]
