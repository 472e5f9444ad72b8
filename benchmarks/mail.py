"""Mail: messages, by the reader and by its peers. MB/s.

Peers: the standard library's ``email``, which decodes all parts, with a regular expression over them; and
``fast-mail-parser``, written in Rust, which only parses.
"""

from __future__ import annotations

import base64
import contextlib
import email
import pathlib
import quopri
import random
import re
from typing import TYPE_CHECKING, Any

from benchmarks.tables import Options, Table
from benchmarks.timing import best, rates
from uri_extract.mail.scanner import MessageScannerBase
from uri_extract.rows import Page
from uri_extract.rows.details import Origin
from uri_extract.text.options import ScanOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CHUNK = 1 << 18
_URI = re.compile(rb"[a-zA-Z][a-zA-Z0-9+.-]*://[^\s<>\"]+|mailto:[^\s<>\"]+")
_MESSAGE = re.compile(rb"^(?:Received|Message-ID): ", re.MULTILINE | re.IGNORECASE)
_FROM = re.compile(rb"^From [^\n]*\n", re.MULTILINE)
_WORDS = ("tide", "harbour", "chart", "moon", "of", "the", "and", "low", "water", "pilot")


def _text(dice: random.Random, lines: int) -> str:
    parts = []
    for number in range(lines):
        parts.append(" ".join(dice.choice(_WORDS) for _ in range(dice.randrange(12))))
        if number % 20 == 7:
            parts.append(f"see http://www.example.org/tides/{dice.randrange(10**6)}.html, or ask")
    return "\r\n".join(parts) + "\r\n"


def message(dice: random.Random) -> bytes:
    number = dice.randrange(10**9)
    header = "".join(
        f"Received: from h{k}.example by h{k + 1}.example; Sat, 1 Jan 2000 00:00:0{k} +0000\r\n" for k in range(4)
    )
    header += (
        f"From: Ada <ada@example.org>\r\nTo: list@example.org\r\nSubject: [tides] about {number}\r\n"
        f"Message-ID: <{number}@example.org>\r\nList-Unsubscribe: <http://lists.example.org/u/{number}>,\r\n"
        f" <mailto:u@example.org>\r\nMIME-Version: 1.0\r\n"
    )
    text = _text(dice, dice.randrange(10, 120))
    kind = dice.randrange(10)
    if kind < 5:
        return (header + "Content-Type: text/plain; charset=us-ascii\r\n\r\n" + text).encode()
    page = "<html><body>" + "".join(
        f'<p class="x">{line} <a href="http://a.example/{number}/{k}">more</a></p>\r\n'
        for k, line in enumerate(text.split("\r\n"))
    )
    coded = quopri.encodestring(page.encode()).replace(b"\n", b"\r\n").replace(b"\r\r\n", b"\r\n")
    parts = [
        b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode(),
        b"Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + coded,
    ]
    if kind > 7:
        data = base64.encodebytes(dice.randbytes(dice.randrange(10_000, 200_000)))
        parts.append(b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n" + data)
    body = b"".join(b"\r\n--=_x_\r\n" + part for part in parts) + b"\r\n--=_x_--\r\n"
    return header.encode() + b'Content-Type: multipart/alternative; boundary="=_x_"\r\n\r\n' + body


def tiny(dice: random.Random) -> bytes:
    """Return a message of about 440 bytes with two URIs."""
    number = dice.randrange(10**9)
    header = (
        f"Received: from a.example by b.example; Sat, 1 Jan 2000 00:00:00 +0000\r\nFrom: Ada <ada@example.org>\r\n"
        f"To: list@example.org\r\nSubject: tide {number}\r\nMessage-ID: <{number}@example.org>\r\n\r\n"
    )
    body = f"The tide of today is at\r\nhttp://www.example.org/tides/{number}.html (and charts\r\nat <ftp://ftp.example.org/{number}/>).\r\n"
    return (header + body + "It is high at noon, low at six.\r\n" * 4).encode()


def _messages(paths: list[pathlib.Path]) -> list[bytes]:
    found: list[bytes] = []
    for path in paths:
        data = path.read_bytes()
        if path.suffix == ".mbox" or data[:5] == b"From ":
            found += _FROM.split(data)[1:]
        elif path.suffix in (".eml", "") and _MESSAGE.search(data[:4000]):
            found.append(data)
    return found


def _ours(messages: list[bytes], lines: str | None) -> int:
    scanner = MessageScannerBase(ScanOptions(places=lines is None), origin=Origin("box"))
    count = at = taken = 0
    for number, message in enumerate(messages):
        scanner.reader.begin(f"box!{number}")
        scanner.reader.take(message, at)
        scanner.reader.end()
        at += len(message)
        taken += len(message)
        if taken > _CHUNK:
            count += _count(scanner.page(), lines)
            taken = 0
    return count + _count(scanner.page(final=True), lines)


def _count(page: Page, lines: str | None) -> int:
    """Return the number of rows of a page, after making lines or occurrences from them."""
    made = page.lines(lines) if lines else page.occurrences()
    return len(page) if made else 0


def _standard(messages: list[bytes]) -> int:
    count = 0
    for message in messages:
        with contextlib.suppress(Exception):
            for part in email.message_from_bytes(message).walk():
                text: Any = part.get_payload(decode=True)
                count += len(_URI.findall(text or b""))
    return count


def _rust(parse: Any, messages: list[bytes]) -> int:
    count = 0
    for message in messages:
        with contextlib.suppress(Exception):
            parse(message)
            count += 1
    return count


def tables(options: Options) -> Iterator[Table]:
    """Yield a table for generated messages, for tiny ones, and for those of the corpus."""
    dice = random.Random(14)
    inputs = {
        "Generated messages, some with HTML and attachments": [message(dice) for _ in range(500)],
        "Tiny messages": [tiny(dice) for _ in range(2000)],
    }
    if options.corpus and (found := _messages(options.files())):
        inputs["Messages of the corpus"] = found
    for subject, messages in inputs.items():
        messages *= max(1, -(-options.size(20) // sum(map(len, messages))))
        yield _measure(subject, messages, options.times(3))


def _measure(subject: str, messages: list[bytes], rounds: int) -> Table:
    ours: dict[str, Callable[[], int]] = {
        "lines": lambda: _ours(messages, "target"),
        "records": lambda: _ours(messages, None),
    }
    peers: dict[str, Callable[[], int]] = {"email and re": lambda: _standard(messages)}
    with contextlib.suppress(ImportError):
        from fast_mail_parser import parse_email

        peers["fast-mail-parser"] = lambda: _rust(parse_email, messages)
    times = best({**ours, **peers}, rounds)
    size = sum(map(len, messages))
    subject = f"{subject}: {len(messages)}, {size / 1e6:.0f} MB"
    return Table(subject, "MB/s", rates(times, size, ours), rates(times, size, peers))
