"""Mail: messages, in one run, by the reader and by its peers. Figures are MB/s.

Messages come from a seeded generator; ``--corpus DIR`` measures what lies below a directory instead, as often as it
takes to come to ``--size`` megabytes: files with messages, and the messages of mailboxes. Peers: the standard
library's ``email``, which decodes all parts, with a regular expression over them; and ``fast-mail-parser``, written in
Rust, where it is installed: it only parses.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import email
import pathlib
import quopri
import random
import re
from typing import TYPE_CHECKING, Any

from benchmarks.timing import best
from uri_extract.media.mail.messages import Messages
from uri_extract.pages import Page

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 18
_URI = re.compile(rb"[a-zA-Z][a-zA-Z0-9+.-]*://[^\s<>\"]+|mailto:[^\s<>\"]+")
_FROM = re.compile(rb"^From [^\n]*\n", re.MULTILINE)
_WORDS = ("tide", "harbour", "chart", "moon", "of", "the", "and", "low", "water", "pilot")


def _text(dice: random.Random, lines: int) -> str:
    parts = []
    for number in range(lines):
        parts.append(" ".join(dice.choice(_WORDS) for _ in range(dice.randrange(12))))
        if number % 20 == 7:
            parts.append(f"see http://www.example.org/tides/{dice.randrange(10**6)}.html, or ask")
    return "\r\n".join(parts) + "\r\n"


def _message(dice: random.Random) -> bytes:
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


def _messages(directory: pathlib.Path) -> list[bytes]:
    found: list[bytes] = []
    for path in sorted(directory.rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        if path.suffix == ".mbox":
            found += _FROM.split(data)[1:]
        elif b":" in data[:200].partition(b"\n")[0]:
            found.append(data)
    return found


def _ours(messages: list[bytes], lines: str | None) -> int:
    core = Messages("box", places=lines is None)
    count = at = taken = 0
    for number, message in enumerate(messages):
        core.begin(f"box!{number}")
        core.take(message, at)
        core.end()
        at += len(message)
        taken += len(message)
        if taken > _CHUNK:
            count += _count(core.page(), lines)
            taken = 0
    return count + _count(core.page(final=True), lines)


def _count(page: Page, lines: str | None) -> int:
    """Return the number of rows of a page, after making lines or occurrences of them."""
    return page.lines(lines).count(b"\n") if lines else len(page.occurrences())


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


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks mail", description=__doc__)
    parser.add_argument("--corpus", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--size", type=int, default=50, metavar="MB")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    dice = random.Random(14)
    messages = _messages(options.corpus) if options.corpus else [_message(dice) for _ in range(500)]
    messages *= max(1, -(-options.size * 1_000_000 // sum(map(len, messages))))
    size = sum(map(len, messages)) / 1e6
    contestants: dict[str, Callable[[], int]] = {
        "lines": lambda: _ours(messages, "target"),
        "records": lambda: _ours(messages, None),
        "email, get_payload(decode=True), re": lambda: _standard(messages),
    }
    with contextlib.suppress(ImportError):
        from fast_mail_parser import parse_email  # type: ignore[import-not-found,unused-ignore]

        contestants["fast-mail-parser, only parsing: messages"] = lambda: _rust(parse_email, messages)
    times = best(dict(contestants), options.rounds)
    print(f"{len(messages)} messages, {size:.1f} MB")
    for name, run in contestants.items():
        print(f"{size / times[name]:8.1f}  {name}: {run()} found")
