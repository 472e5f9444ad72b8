"""What is done with the body of a part, by what it is: each takes its bytes as they stand in the file."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from uri_extract.containers import NOT_TEXT, beginning
from uri_extract.limits import CHUNK, MAX_CONTAINED, MAX_TAG
from uri_extract.media.encodings import LONGEST_MARK, Translator, is_bytewise, marked, translator
from uri_extract.media.html import Tokenizer
from uri_extract.media.labels import encoding_of, python_codec
from uri_extract.media.mail.base import base_of
from uri_extract.media.mail.flowed import Flowed
from uri_extract.media.mail.header import charset_of
from uri_extract.media.mail.parts import CALENDAR, LEAF, XML
from uri_extract.media.mail.stream import Source, Way, spanned
from uri_extract.media.mail.transfer import Identity, Transfer, decoder
from uri_extract.media.mail.words import codec_of
from uri_extract.media.refang import Refanger
from uri_extract.media.unread import unread_format
from uri_extract.media.wide import wide_without_mark
from uri_extract.records import Mail, Occurrence, Problem
from uri_extract.scan import Kernel

if TYPE_CHECKING:
    from uri_extract.media.mail.messages import Messages
    from uri_extract.media.mail.parts import Part
    from uri_extract.media.mail.readers import MessageReader


class Contained(NamedTuple):
    """A document that stands in a part: an archive, a mailbox. ``name`` is as a record's ``document``.

    ``chunks`` are its bytes, ``size`` how many; who reads them may take them away. ``message_id`` is its message's,
    ``charset`` what its part declares.
    """

    name: str | None
    filename: str
    media_type: str
    chunks: list[bytes]
    size: int
    message_id: str | None = None
    charset: str | None = None


@lru_cache(256)
def _codec(charset: str) -> tuple[str | None, bool]:
    """Return the codec that text in that charset must be translated with, None for none; and whether byte by byte."""
    codec = codec_of(charset)
    return codec, codec is not None and is_bytewise(codec)


class TextBody:
    """Text: it goes to the stream, translated where it must be."""

    __slots__ = ("_beginning", "_charset", "_codec", "_inner", "_source", "_stream", "_transfer", "_way")

    def __init__(self, core: Messages, part: Part, outer: list[Transfer]) -> None:
        stream = self._stream = core.stream
        stream.separate()
        self._source = Source(part)
        self._way: Way | None = None
        self._charset: Translator | None = None
        self._beginning: bytes | None = None  # of a text that is translated, until a byte order mark would be whole
        parameters = part.parameters
        self._codec: tuple[str | None, bool] = (None, False)
        flowed = None
        self._transfer = decoder(part.encoding or "", core.places) if part.kind == LEAF else None
        if parameters and part.kind == LEAF:
            charset = charset_of(parameters)
            if charset is None or python_codec(charset) is None:
                charset = core.charset
            if charset:
                self._codec = _codec(charset)
            if parameters.get("format", "").lower() == "flowed" and part.media_type == "text/plain":
                flowed = Flowed(parameters.get("delsp", "").lower() == "yes")
        elif core.charset:
            self._codec = _codec(core.charset)
        if core.decoded and self._transfer is None and not outer:
            self._codec = (None, False)
        refanger = Refanger() if core.refang else None
        codec, bytewise = self._codec
        if self._transfer or outer or flowed or refanger or (codec and not bytewise):
            self._through(outer, flowed, refanger)
            self._beginning = b""

    def _through(self, outer: list[Transfer], flowed: Flowed | None = None, refanger: Refanger | None = None) -> None:
        """Translate what comes from here on."""
        codec = self._codec[0]
        if codec:
            self._charset = translator(codec)
        self._transfer = self._transfer or Identity()
        self._inner: list[Any] = [part for part in (self._charset, flowed, refanger) if part is not None]
        self._way = Way(self._stream.size, 0, self._inner, [self._transfer, *outer], flowed)
        if refanger:
            self._way.changed = refanger.changed
        self._stream.add_way(self._way, self._source)

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which stand at ``at``."""
        text = window[begin:end]
        if self._way is None:
            if self._codec[0] is None or text.isascii():
                self._stream.add(text, at, self._source)
                return
            self._through([])
        assert self._transfer is not None
        self._give(self._transfer.take(text, at), False)

    def close(self) -> None:
        """Say that the body is over."""
        if self._transfer is not None:
            self._give(self._transfer.take(b"", self._transfer.end, True), True)

    def _give(self, text: bytes, final: bool) -> None:
        if self._beginning is not None:
            text = self._beginning + text
            self._beginning = text
            if len(text) < LONGEST_MARK and not final:
                return
            self._beginning = None
            self._heed_mark(text)
        for translation in self._inner:
            text = translation.feed(text, final)
        self._stream.add_text(text)

    def _heed_mark(self, text: bytes) -> None:
        """Read the text in the encoding that its byte order mark names, whatever is declared."""
        codec = marked(text)
        if codec is None and not text.startswith(BOM_UTF8):
            return
        assert self._way is not None
        if self._charset is not None:
            del self._inner[0]
        if codec is not None:
            self._charset = translator(codec)
            self._inner.insert(0, self._charset)
        self._way.inner = self._inner[::-1]


class MarkupBody:
    """HTML, XML or a calendar: it has a scanner of its own, whose occurrences are given their places in the file."""

    __slots__ = (
        "_core", "_kernel", "_mail", "_outer", "_part", "_problems", "_scanner", "_tokenizer", "_transfer",
    )  # fmt: skip

    def __init__(self, core: Messages, part: Part, outer: list[Transfer]) -> None:
        from uri_extract.media import Scanner  # which imports this room

        if outer:
            core.stream.separate()
            core.read()
        self._core = core
        self._part = part
        self._outer = outer
        self._transfer = decoder(part.encoding or "", core.places) or Identity()
        self._mail = Mail(part.message.message_id)
        self._problems: deque[Problem] = deque()
        self._kernel: Any = None
        self._tokenizer: Any = None
        charset = charset_of(part.parameters)
        is_label = charset is not None and part.reading != CALENDAR and encoding_of(charset) is not None
        if charset is None or not (is_label or python_codec(charset)):
            charset = core.charset
        if core.decoded and self._transfer.__class__ is Identity and not outer:
            charset = "utf-8"
        base = base_of(part, core.base)
        options = core.options
        marked_up = part.reading == XML or part.media_type == "application/xhtml+xml"
        media_type = part.media_type if marked_up else "text/html"
        if part.reading == CALENDAR:
            media_type = "text/calendar"
        elif not marked_up:
            kernel = options["kernel"] if core.every else self._spare_kernel
            options = {**options, "kernel": kernel, "tokenizer": self._spare_tokenizer}
        if base.uri:
            options = {**options, "base": base.uri, "base_from": base.source}
        self._scanner: Any = Scanner(
            media_type, document=part.document, charset=charset, on_problem=self._problems.append, **options
        )

    def _spare_kernel(self) -> Any:
        """Return a kernel: one that another body has done with, where there is one, for they cost much to make."""
        core = self._core
        self._kernel = core.kernels.pop() if core.kernels else (core.options["kernel"] or Kernel)()
        return self._kernel

    def _spare_tokenizer(self) -> Any:
        core = self._core
        self._tokenizer = core.tokenizers.pop() if core.tokenizers else Tokenizer()
        return self._tokenizer

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which stand at ``at``."""
        self._give(self._transfer.take(window[begin:end], at), False)

    def close(self) -> None:
        """Say that the body is over."""
        self._give(self._transfer.take(b"", self._transfer.end, True), True)

    def _give(self, text: bytes, final: bool) -> None:
        core, scanner = self._core, self._scanner
        stream = core.stream
        if not core.places:
            lines = scanner.feed_lines(text, core.stream.value or "target")
            if final:
                lines += scanner.close_lines(core.stream.value or "target")
            if lines:
                stream.others.append((stream.size, lines))
        else:
            found = scanner.feed(text)
            if final:
                found += scanner.close()
            way = [self._transfer, *self._outer]
            for item in found:
                self._report_before(item.start + 1)  # places are asked for in order
                start, end = spanned(item.start, item.end, way)
                placed = tuple.__new__(Occurrence, (*item[:2], start, end, *item[4:16], self._mail))
                stream.others.append((stream.size, placed))
        self._report_before(sys.maxsize)
        if final:
            if self._kernel is not None:
                self._kernel.load(b"", 0, 0, False)
                core.kernels.append(self._kernel)
            if self._tokenizer is not None:
                self._tokenizer.restart()
                core.tokenizers.append(self._tokenizer)
        else:
            self._transfer.forget(max(0, scanner.settled - MAX_TAG))

    def _report_before(self, position: int) -> None:
        """Report the problems before that position of what the scanner was fed."""
        problems = self._problems
        while problems and problems[0].offset < position:
            problem = problems.popleft()
            self._core.problem(problem._replace(offset=self._transfer.place(problem.offset)))


class ContainedBody:
    """A document that somebody else reads: kept, up to a limit."""

    __slots__ = ("_at", "_core", "_data", "_last", "_part", "_size", "_transfer")

    def __init__(self, core: Messages, part: Part, outer: list[Transfer]) -> None:
        self._core = core
        self._part = part
        self._transfer = decoder(part.encoding or "", False) or Identity()
        self._data: list[bytes] | None = []
        self._last = bytearray()
        self._size = 0
        self._at = -1

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which stand at ``at``."""
        self._at = at if self._at < 0 else self._at
        if self._data is not None:
            self._keep(self._transfer.take(window[begin:end], at))

    def _keep(self, data: bytes) -> None:
        assert self._data is not None
        self._size += len(data)
        if self._size > MAX_CONTAINED:
            message = f"a document that is contained here has more than {MAX_CONTAINED} bytes, and is passed over"
            self._core.problem(Problem(self._part.document, self._at, "contained-too-long", message))
            self._data = None
            self._last.clear()
            return
        self._last += data
        if len(self._last) >= CHUNK:
            self._data.append(bytes(self._last))
            self._last.clear()

    def close(self) -> None:
        """Say that the body is over."""
        if self._data is not None:
            self._keep(self._transfer.take(b"", self._transfer.end, True))
        if self._size and self._is_wanted() and self._data is not None:
            part = self._part
            chunks, self._data = [*self._data, bytes(self._last)], None
            of_message = part.message.message_id
            name, kind, charset = part.document, part.media_type, charset_of(part.parameters)
            self._core.holds(Contained(name, part.filename, kind, chunks, self._size, of_message, charset))

    def _is_wanted(self) -> bool:
        return True


_WIDE = (b"\xff\xfe", b"\xfe\xff")
#: Bytes in which it is seen whether a part is one of these.
_LOOK = 512


class UnknownBody(ContainedBody):
    """What neither its type nor its name tells: kept where it begins as what holds others does, or as text.

    Of what is declared to be a picture, sound or film (``media``), text is not looked for.
    """

    __slots__ = ("_is_media", "_unknown")

    def __init__(self, core: Messages, part: Part, outer: list[Transfer], media: bool) -> None:
        super().__init__(core, part, outer)
        self._is_media = media
        self._unknown = True

    def _keep(self, data: bytes) -> None:
        super()._keep(data)
        if self._unknown and self._size >= _LOOK and not self._is_wanted():
            self._data = None
            self._last.clear()

    def _is_wanted(self) -> bool:
        if self._unknown and self._data is not None:
            self._unknown = False
            head = bytes((self._data[0] if self._data else self._last)[:_LOOK])
            is_text = not self._is_media and (
                head.startswith(_WIDE) or not NOT_TEXT.search(head) or wide_without_mark(head) is not None
            )
            if is_text or beginning().match(head):
                return True
            part = self._part
            name = unread_format(head, part.filename, part.media_type)
            if name is not None:
                message = f"{name}, which is not read"
                self._core.problem(Problem(part.document, self._at, "unsupported", message))
            return False
        return True


class MessageBody:
    """A message that was encoded: read like any other, one level further in."""

    __slots__ = ("_reader", "_size", "_transfer")

    def __init__(self, reader: MessageReader, core: Messages, part: Part, outer: list[Transfer]) -> None:
        self._transfer = decoder(part.encoding or "", core.places) or Identity()
        self._reader = reader.inner([self._transfer, *outer])
        self._reader.begin_message(part.nested())
        self._size = 0

    def take(self, window: bytes, begin: int, end: int, at: int) -> None:
        """Take the next bytes, which stand at ``at``."""
        self._give(self._transfer.take(window[begin:end], at))

    def close(self) -> None:
        """Say that the body is over."""
        self._give(self._transfer.take(b"", self._transfer.end, True))
        self._reader.end_message()

    def in_header(self, limit: int) -> bool:
        """As the reader has it."""
        return self._reader.in_header(limit)

    def _give(self, data: bytes) -> None:
        self._reader.take(data, self._size)
        self._size += len(data)
