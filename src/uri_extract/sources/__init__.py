"""WHERE documents come from: paths, directories, open files, bytes, and what is compressed and archived in them.

Each is a :class:`Document`, a stream of chunks. :func:`documents` gives those of the file system, :func:`walk` goes
through what holds others (``kinds`` says which do), a small reader a format.
"""

from __future__ import annotations

from uri_extract.sources.directories import Selection
from uri_extract.sources.document import Document, Unreadable
from uri_extract.sources.files import documents
from uri_extract.sources.walk import documents_in, walk

__all__ = ["Document", "Selection", "Unreadable", "documents", "documents_in", "walk"]
