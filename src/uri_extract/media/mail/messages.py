"""Messages, one after the other: what stands in their fields and parts, as occurrences or lines.

This is what the scanner of one message (:mod:`.scanner`) and a reader of mailboxes drive: :meth:`Messages.begin`,
:meth:`Messages.take` and :meth:`Messages.end` for each message, :meth:`Messages.found` for each chunk of the file.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from uri_extract.limits import CHUNK, MAX_CONTAINED, MAX_HEADER_HELD, MAX_HELD_PARTS, MAX_HELD_PARTS_BYTES
from uri_extract.media.encodings import translated
from uri_extract.media.mail.base import Base, Identifiers, is_identifier
from uri_extract.media.mail.parts import Message, Part
from uri_extract.media.mail.readers import MessageReader
from uri_extract.media.mail.stream import Source, Stream
from uri_extract.media.text import line_of
from uri_extract.records import Occurrence, Problem
from uri_extract.scan import suffix_kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from uri_extract.media.mail.bodies import Contained


class Messages:
    """Reads any number of messages; options as those of :class:`~uri_extract.media.mail.scanner.MailScanner`.

    ``lines``: the field of occurrences that is given as lines; None: occurrences. ``contained``: documents inside are
    kept in :attr:`contained` for whoever takes them from there, else they are passed over; so are they where only some
    parts are wanted. ``decoded``: the file was decoded already, and comes in UTF-8; only parts in a transfer encoding
    are in the charset that they declare.
    """

    def __init__(
        self,
        *,
        document: str | None = None,
        base: str | None = None,
        default_base: str | None = None,
        charset: str | None = None,
        refang: bool = False,
        on_problem: Callable[[Problem], None] | None = None,
        suffix: bool = False,
        mail_addresses: bool = False,
        kernel: Any = None,
        headers: bool = True,
        parts: str = "all",
        lines: str | None = None,
        contained: bool = False,
        decoded: bool = False,
    ) -> None:
        self.options: dict[str, Any] = {
            "default_base": default_base, "refang": refang, "suffix": suffix, "mail_addresses": mail_addresses,
            "kernel": kernel,
        }  # fmt: skip
        of_all = (base, "retrieval") if base else (default_base, "default") if default_base else (None, None)
        self.base = Base(*of_all)
        translated(charset)  # raises where there is none of that name
        self.charset = charset
        self.decoded = decoded
        self.refang = refang
        self.headers = headers
        self.texts, self.htmls = parts != "html", parts != "text"
        self.contains = contained and parts == "all"
        #: Documents inside messages, to be taken from here after each chunk: each with how many of the occurrences
        #: that were given, or bytes of lines, stand before it.
        self.contained: list[tuple[int, Contained]] = []
        self._inside: list[tuple[int, Contained]] = []  # of all that was ever found so much stands before it
        self._given = 0  # so much was
        self._waiting = 0  # bytes of documents that the stream has not come to
        self.every = suffix or mail_addresses or refang
        self._on_problem = on_problem
        stream: type[Stream] = Stream
        if kernel is not None and kernel.explains:  # it keeps its decisions
            from uri_extract.media.mail.decided import DecidedStream

            stream = DecidedStream
        if self.every:
            marked = partial(Messages._changed, self) if refang else None
            kernel = partial(suffix_kernel(kernel), names=suffix, mails=mail_addresses, marked=marked)
        self.stream = stream(kernel, on_problem, lines)
        #: Whether somebody will ask for places: lines have none.
        self.places = lines is None
        self._around = Part(Message(document), "", None, 0, "text/plain")
        self.identifiers = Identifiers()
        #: Those that bodies have done with: they cost much to make.
        self.kernels: list[Any] = []
        self.tokenizers: list[Any] = []
        self._reader = MessageReader(self, [])
        self._held: list[Any] = []  # from a reference to a part on, until its message ends
        self._over = 0  # so many of those at hand belong to messages that ended
        self._unresolved = False  # too much was held in the message at hand
        self._found: list[Any] = []

    @property
    def lines(self) -> str | None:
        """The field that lines give, None for occurrences; to be set before the first message."""
        return self.stream.value

    @lines.setter
    def lines(self, value: str | None) -> None:
        self.stream.value = value
        self.places = value is None

    # -- in --------------------------------------------------------------------------------------------------------

    def begin(self, document: str | None) -> None:
        """Begin a message; ``document`` names it in records, and its parts after it."""
        self._reader.begin_message(Part(Message(document), "", None, 0, "text/plain"))

    def take(self, data: bytes, at: int, begin: int = 0, end: int | None = None) -> None:
        """Take the message's next bytes, ``data[begin:end]``; that place is byte ``at`` of the file."""
        self._reader.take(data, at, begin, end)

    def end(self) -> None:
        """Say that the message is over."""
        self._reader.end_message()
        if self.places:
            self.stream.others.append((self.stream.size, partial(self._message_over, self.identifiers)))
            self.identifiers = Identifiers()

    def text(self, data: bytes, at: int, begin: int = 0, end: int | None = None) -> None:
        """Take bytes between messages, which belong to none: they are read as plain text."""
        self.stream.separate()
        self.stream.add(data[begin:end], at, Source(self._around))

    def problem(self, problem: Problem) -> None:
        """Report a problem."""
        if self._on_problem is not None:
            self._on_problem(problem)

    def other(self, source: Source, fields: tuple[Any, ...]) -> None:
        """Take what was found and is no text: an occurrence's fields but for the last."""
        if self.places:
            self.stream.others.append((self.stream.size, partial(_occurrence, source, fields)))
        else:
            self.stream.others.append((self.stream.size, partial(_line, self.stream.value, fields)))

    def holds(self, contained: Contained) -> None:
        """Take a document that stands here: it comes out in its place, as what was found does."""
        stream = self.stream
        stream.separate()
        stream.others.append((stream.size, partial(self._holds_here, contained)))
        self._waiting += contained.size
        while self._waiting > MAX_CONTAINED:
            # A bracket may be open, and no text comes that closes it: further than so many bytes nobody looks.
            stream.separate(CHUNK)
            self.read()

    def _holds_here(self, contained: Contained, found: list[Any]) -> None:
        self._waiting -= contained.size
        self._inside.append((self._given + len(self._found) + len(found), contained))

    def _changed(self, start: int, end: int) -> bool:
        return self.stream.changed(start, end)

    # -- out -------------------------------------------------------------------------------------------------------

    def found(self) -> Any:
        """Return what is settled so far: a list of occurrences, or lines in UTF-8."""
        if not self._reader.in_header(MAX_HEADER_HELD):  # a Message-ID may follow
            self.read()
        return self._out()

    def close(self) -> Any:
        """Return the rest, after the last message has ended."""
        self.read(final=True)
        del self._reader  # they hold each other, and a kernel's tables, until somebody looks for such cycles
        return self._out()

    def read(self, final: bool = False) -> None:
        """Scan what came."""
        if not self.places:
            self._found += self.stream.read([], final)
            return
        found = self.stream.read(self._held, final)
        first = self._over
        if not (self._held and first == 0):
            first = _first_identifier(found, first)
        self._over = 0
        self._found += found[:first]
        self._held = held = found[first:]
        if held and (final or self._too_much(held, 0)):
            self._unresolved = True
            self._found += held
            self._held = []

    def _too_much(self, found: list[Any], first: int) -> bool:
        """Whether what was found from the first on, and the documents between, is more than can be held back."""
        if len(found) - first >= MAX_HELD_PARTS or found[-1].start - found[first].start >= MAX_HELD_PARTS_BYTES:
            return True
        before = self._given + len(self._found) + first
        return sum(each.size for place, each in self._inside if place > before) > MAX_CONTAINED

    def _message_over(self, identifiers: Identifiers, found: list[Any]) -> None:
        """Name the parts that the references of a message mean, all of which were ``found``."""
        first = _first_identifier(found, self._over)
        if first < len(found) and not self._unresolved and not self._too_much(found, first):
            for k in range(first, len(found)):
                item = found[k]
                if is_identifier(item.reference):
                    found[k] = item._replace(mail=item.mail._replace(refers_to=identifiers.meant(item.reference)))
        self._over = len(found)
        self._unresolved = False

    def _out(self) -> Any:
        found, self._found = self._found, []
        first = self._given
        self._given += len(found)
        if self._inside:
            out = [(place - first, each) for place, each in self._inside if place <= self._given]
            del self._inside[: len(out)]
            if not self.places:
                sizes = [0, *accumulate(map(len, found))]
                out = [(sizes[place], each) for place, each in out]
            self.contained += out
        return found if self.places else b"".join(found)


def _first_identifier(found: list[Any], at: int) -> int:
    """Return where the first reference to a part is, from there on; the length where there is none."""
    for k in range(at, len(found)):
        reference = found[k][0]
        if reference[3:4] == ":" and is_identifier(reference):
            return k
    return max(at, len(found))


def _occurrence(source: Source, fields: tuple[Any, ...], found: list[Any]) -> None:
    found.append(tuple.__new__(Occurrence, (*fields, source.mail)))


def _line(value: str | None, fields: tuple[Any, ...], found: list[Any]) -> None:
    found.append(line_of(tuple.__new__(Occurrence, (*fields, None)), value or "target"))
