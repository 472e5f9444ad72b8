"""Archives of ``ar``, and so Debian packages: the common format, with the long names of GNU and BSD."""

from __future__ import annotations

from collections.abc import Iterator

import uri_extract._compat._re as re
from uri_extract.limits import MAX_HEADER, MAX_LONG_NAME
from uri_extract.sources.byte_stream import Budget, ByteStream, Section, after_damage
from uri_extract.sources.document import Document

_HEADER = 60
# The size field and the end of a header.
_END = re.compile(rb"(?=[\s0-9]{10}`\n)\s*+[0-9]++\s*+`\n")
_SIZE, _END_SIZE = 48, 12


def members(document: Document, stream: ByteStream, budget: Budget) -> Iterator[Document]:
    """Yield the files of an archive."""
    names = b""
    stream.skip(8)
    while True:
        start = stream.offset
        header = stream.read(_HEADER)
        if len(header) < _HEADER:
            if header.strip() and not stream.truncated:
                budget.problem(document.name, start, "truncated", "the archive ends within a header")
            return
        if not _END.match(header, _SIZE):
            found = stream.find_match(_END, _END_SIZE, _SIZE)
            budget.problem(document.name, start, "damaged", f"no header found; {after_damage(stream, found)}")
            if not found:
                return
            continue
        budget.member()
        size = int(header[_SIZE : _SIZE + 10])
        section = Section(stream, size)
        name = header[:16].rstrip(b" ")
        if name == b"//":  # GNU: the names that are too long for a header
            names = section.read(min(section.left, MAX_HEADER))
        elif name not in (b"/", b"/SYM64/", b"__.SYMDEF"):
            if name.startswith(b"#1/") and name[3:].isdigit():  # BSD: the name precedes the bytes
                name = section.read(min(int(name[3:]), MAX_HEADER)).rstrip(b"\0")
            elif name.startswith(b"/") and name[1:].isdigit():
                at = int(name[1:])
                name = names[at : at + MAX_LONG_NAME + 1].partition(b"\n")[0]
            if len(name) > MAX_LONG_NAME:
                message = f"name of more than {MAX_LONG_NAME} bytes, cut to that"
                budget.problem(document.name, start, "damaged", message)
                name = name[:MAX_LONG_NAME]
            if section.left:
                yield document.member(
                    name.removesuffix(b"/").decode("utf-8", "surrogateescape"), ByteStream(iter(section))
                )
        if not section.finish():
            if not stream.truncated:
                budget.problem(document.name, stream.offset, "truncated", f"member {name!r} is truncated")
            return
        if size % 2 and stream.peek(1) == b"\n":
            stream.skip(1)
