"""WHERE documents come from: paths, directories, open files, bytes, and the compressed files and archives among them.

Each is a :class:`Document`, a stream of chunks. :func:`documents` yields those of the file system, and :func:`walk`
yields those in containers, which ``kinds`` recognises; each format has a small reader.
"""

from uri_extract.sources.directories import Selection
from uri_extract.sources.document import Document, Unreadable
from uri_extract.sources.files import documents
from uri_extract.sources.walk import documents_in, walk

__all__ = ["Document", "Selection", "Unreadable", "documents", "documents_in", "walk"]
