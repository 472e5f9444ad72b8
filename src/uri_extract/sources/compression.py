"""Compressed documents: members one after another, and how to resume after damage.

The part of a damaged member after the damage is lost. The search for the next member starts at the beginning of the
damaged one, in its bytes that are kept, so bytes that were wrongly read as a part of it are read again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import chain

from uri_extract._compat._typing import Any
from uri_extract.errors import MissingExtra
from uri_extract.formats.containers import HELD_EXTENSION
from uri_extract.limits import CHUNK, MAX_KEPT, MAX_SPOOL
from uri_extract.sources import codecs
from uri_extract.sources._streams import WholeMembers
from uri_extract.sources.breaks import StreamBreak
from uri_extract.sources.byte_stream import Budget, ByteStream, after_damage
from uri_extract.sources.codecs import Codec, Decompressor
from uri_extract.sources.document import Document
from uri_extract.text.part import RELATIVE

#: Compressed bytes passed on at a time: few at first, because the bytes after a small member are copied each time.
_FIRST, _MOST = 1 << 14, 1 << 15
#: The same after damage, when bytes that are passed on together may have to be read again.
_AGAIN = 1 << 9
#: Bytes that are decompressed to test whether a member begins.
_TRIAL = 1024
#: The first bytes of web archives, whose members are records: after damage, reading resumes at a member that begins so.
RECORDS = (b"WARC/", b"filedesc://")
#: Bytes of small members that are joined, if members are not records.
_SMALL = 1 << 14
#: The least bytes of memory for each of those members.
_OBJECT = 64


def plain_name(name: str) -> str:
    """Return the name of the document in a compressed document with that name."""
    stem, _, extension = name.rpartition(".")
    held = HELD_EXTENSION.get(extension.lower())
    return name if held is None or "." not in name else f"{stem}.{held}" if held else stem


def decompressed(document: Document, stream: ByteStream, budget: Budget, codec: Codec) -> Iterator[Document]:
    """Yield the document in a compressed document, with the same name."""
    members = Members(document.name, stream, budget, codec, document.part is not None)
    inner = ByteStream(members.items(), offset=RELATIVE if document.part is not None and document.part.start else 0)
    inner.members = members
    yield document._replace(source=inner, filename=plain_name(document.hint))


class Members:
    """Decompresses the members of a document, each in pieces."""

    def __init__(
        self, name: str | None, stream: ByteStream, budget: Budget, codec: Codec, in_part: bool = False
    ) -> None:
        self._name = name
        self._stream = stream
        self._budget = budget
        self._codec = codec
        self._records = False
        self._in_part = in_part  # only web archives are read in parts; a record of ARC begins with any URI
        self._begins = b""  # the decompressed bytes that every member begins with
        self._dictionary: bytes | None = None
        self._kept: list[bytes] = []
        self._first = _FIRST
        self._expected = _FIRST  # twice the size of the last member: most of the next one, but not many after it
        self._whole = True  # _kept has the member from its beginning
        self._errors = codecs.errors()
        new = codecs.gzip_decompressors() if codec is codecs.GZIP else codec.new
        self._members = WholeMembers(stream, budget, new, self._errors)
        self._is_between = False  # the break after a member was yielded last

    def items(self) -> Iterator[bytes | StreamBreak]:
        """Yield decompressed bytes, and breaks between members that are records."""
        small: list[bytes] = []
        size = 0
        items = self._items()
        for item in items:
            if self._records:
                yield item
                for item in items:
                    self._is_between = item is StreamBreak.MEMBER
                    yield item
                return
            if isinstance(item, bytes) and size + len(item) <= _SMALL:
                small.append(item)
                size += len(item) + _OBJECT
                continue
            if item is StreamBreak.MEMBER:
                continue
            if small:
                yield b"".join(small)
                small.clear()
                size = 0
            yield item
        if small:
            yield b"".join(small)

    def place(self, made: int) -> int:
        """Return the byte at which the current member begins, if the ``made`` bytes before do not include bytes of it.

        Otherwise, and after damage, return -1.
        """
        return self._members.start if made == self._members.before and self._first == _FIRST else -1

    def whole(self) -> Any:
        """Return the reader of whole members if the next member begins here and may be read at once, else None."""
        return self._members if self._is_between and self._first == _FIRST and self._codec is codecs.GZIP else None

    def _items(self) -> Iterator[bytes | StreamBreak]:
        stream, codec = self._stream, self._codec
        first = True
        while True:
            if not first and self._first == _FIRST and codec is codecs.GZIP:  # later members are like the first one
                member = self._members.read()
                if member is not None:
                    if member:
                        yield member
                    yield StreamBreak.MEMBER
                    continue
            head = stream.peek(16)
            if not head:
                break
            if not codec.begins(head):
                if not self._trailing():
                    break
                yield StreamBreak.GAP
                continue
            if codec is codecs.ZSTD and head[1:4] == b"\x2a\x4d\x18":
                self._skippable(first)
                first = False
                continue
            try:
                decoder = self._new()
            except MissingExtra as error:
                self._budget.problem(self._name, stream.offset, "missing-extra", str(error))
                yield StreamBreak.TRUNCATED
                return
            first = False
            start = self._members.begin()
            fault = ""
            self._kept = []
            self._whole = True
            begun: bytes | None = None
            if self._records and self._first == _FIRST:  # nearly all records are one piece, with other codecs too
                ahead = stream.ahead(_FIRST)
                try:
                    begun = codecs.begun(decoder, ahead)
                except self._errors:
                    decoder = self._new()
                if begun is not None and decoder.eof:
                    unused = decoder.unused_data or b""  # that of LZ4 is None if there are none
                    stream.skip(len(ahead) - len(unused))
                    self._members.made = len(begun)
                    self._budget.expand(self._members.made)
                    if begun:
                        yield begun
                    yield StreamBreak.MEMBER
                    continue
            try:
                yield from self._member(decoder, begun)
            except self._errors as error:
                fault = self._codec.fault or str(error) or type(error).__name__
            if fault or not decoder.eof:
                self._first = _AGAIN
                at, said = yield from self._saved()
                if not self._resumed(start, at, said or fault):
                    yield StreamBreak.TRUNCATED
                    return
                yield StreamBreak.GAP
            else:
                self._first = min(self._first * 2, _FIRST)
                yield StreamBreak.MEMBER
        if stream.truncated:
            yield StreamBreak.TRUNCATED

    def _new(self) -> Decompressor:
        return codecs.zstd_decompressor(self._dictionary) if self._dictionary else self._codec.new()

    def _member(self, decoder: Decompressor, begun: bytes | None) -> Iterator[bytes]:
        """Yield the decompressed bytes of a member; ``begun`` is the output of its first piece, if there is any yet."""
        stream, expand, kept = self._stream, self._budget.expand, self._kept
        size = min(self._first, self._expected) if begun is None else _FIRST
        held = 0
        while not decoder.eof:
            # A piece of fixed size: the output, and where damage is found, do not depend on the input's chunks.
            data = stream.read(size)
            if not data:
                return
            kept.append(data)
            held += len(data)
            if held > MAX_KEPT:
                held -= len(kept.pop(0))
                self._whole = False
            size = min(size * 4, _MOST)
            for out in codecs.decompress(decoder, data, begun):
                if not self._members.made and not self._records and (self._in_part or out.startswith(RECORDS)):
                    self._records = True
                    self._begins = out[:5] if out.startswith(b"WARC/") else b""
                expand(len(out))
                self._members.made += len(out)
                yield out
            begun = None
        if unused := decoder.unused_data:
            stream.unread(unused)
        self._expected = max(_AGAIN, 2 * (stream.offset - self._members.start))

    def _saved(self) -> Generator[bytes, None, tuple[int, str]]:
        """Yield the bytes before the damage in the piece that failed, because a failing decompressor returns nothing.

        Return the offset of the damage, and a description ("" if unknown). The member is decompressed again, byte by
        byte where it failed, by a decompressor whose results are the same in every installation.
        """
        stream = self._stream
        at = stream.offset - len(self._kept[-1]) if self._kept else stream.offset
        if not self._whole or not self._kept or not self._budget.may_reread(sum(map(len, self._kept))):
            return at, ""
        decoder = codecs.zstd_decompressor(self._dictionary) if self._dictionary else self._codec.reproducible()
        *good, last = self._kept
        passed = self._members.made  # decompressed bytes that have been yielded already
        pieces = chain(good, (last[k : k + 1] for k in range(len(last))))
        at = stream.offset - sum(map(len, self._kept))
        try:
            for data in pieces:
                out = decoder.decompress(data, CHUNK)
                at += len(data)
                while out:
                    new = out[passed:]
                    passed = max(passed - len(out), 0)
                    if new:
                        self._budget.expand(len(new))
                        self._members.made += len(new)
                        yield new
                    out = b"" if decoder.needs_input or decoder.eof else decoder.decompress(b"", CHUNK)
                if decoder.eof:
                    break
        except self._errors as error:
            return at, str(error) or type(error).__name__
        return at, ""

    def _trailing(self) -> bool:
        """Skip bytes before the next member; return False at the end. Tapes are padded with zeros."""
        stream = self._stream
        start = stream.offset
        while data := stream.read_available():
            rest = data.lstrip(b"\0")
            if rest:
                stream.unread(rest)
                break
        else:
            return False
        if self._codec.begins(stream.peek(16)):
            return True
        return self._found(start, f"no {self._codec.name} member found")

    def _resumed(self, start: int, at: int, fault: str) -> bool:
        """Resume at the member after one that is damaged ``at`` a byte; return False if there is none."""
        stream = self._stream
        again = b"".join(self._kept)
        stream_end = stream.offset
        truncated = stream.truncated
        if len(again) > 1 and self._budget.may_reread(len(again)):
            stream.unread(again)
            stream.skip(1)
        member = f"the {self._codec.name} member at byte {start}"
        if fault:
            return self._found(at, f"{member} is damaged: {fault}")
        return self._found(stream_end, f"{member} is truncated", "truncated", quiet=truncated)

    def _found(self, start: int, message: str, kind: str = "damaged", quiet: bool = False) -> bool:
        found = self._stream.find_header(self._codec.magic, self._is_member)
        if not quiet:
            self._budget.problem(self._name, start, kind, f"{message}; {after_damage(self._stream, found)}")
        return found

    def _is_member(self) -> bool | None:
        """Return True if a member begins here: at least some bytes of it can be decompressed, even if it is damaged.

        Return None if the limit of bytes that may be read again is reached.
        """
        if not self._codec.begins(self._stream.peek(16)):
            return False
        if not self._budget.may_reread(_TRIAL):
            return None
        head = self._stream.peek(_TRIAL)
        decoder = self._new()
        out = b""
        try:
            for at in range(0, len(head), 16):
                out += decoder.decompress(head[at : at + 16], 64)
                if len(out) >= max(len(self._begins), 1) or decoder.eof:
                    break
        except self._errors:
            pass
        # With other codecs than gzip, a block may be longer than what is tested.
        return out.startswith(self._begins) and (bool(out) or self._codec is not codecs.GZIP)

    def _skippable(self, first: bool) -> None:
        """Skip a skippable frame; the first frame of a ``.warc.zst`` is the dictionary of the others."""
        stream = self._stream
        header = stream.read(8)
        size = int.from_bytes(header[4:], "little")
        if not first or header[0] != 0x5D or size > MAX_SPOOL:
            stream.skip(size)
            return
        dictionary = stream.read(size)
        try:
            if dictionary.startswith(codecs.ZSTD.magic):
                dictionary = codecs.zstd_decompressor().decompress(dictionary, MAX_SPOOL)
            if dictionary.startswith(b"\x37\xa4\x30\xec"):
                self._dictionary = dictionary
        except self._errors:
            pass  # reading the frames will report this
