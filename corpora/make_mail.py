"""Make mailboxes whose references are all known, to check that none is lost.

    python corpora/make_mail.py SEED MESSAGES [VARIANT] > made.mbox

Each message is random, from a seed: header fields, plain and encoded; nested parts; every transfer encoding, many
charsets, flowed text; references in white space and in brackets, wrapped at any position, cut by soft line breaks and
at the edges of encoded words. :func:`mailbox` yields the bytes of each message and the references in it, as
``(document, reference)`` in order. No reference occurs twice. The variants are those of :data:`VARIANTS`.
"""

from __future__ import annotations

import base64
import binascii
import random
import re
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS = ("mboxrd", "mboxo", "mboxcl", "mboxcl2", "mmdf", "pipermail")

_WORDS = (
    "the", "of", "and", "to", "in", "is", "for", "that", "with", "on", "as", "this", "are", "by", "from", "have", "not",
    "but", "they", "at", "or", "which", "one", "all", "were",
)  # fmt: skip
#: A word with characters beyond ASCII for each charset. In text it follows a blank, so no reference continues in it.
_CHARSETS = {
    "us-ascii": "", "utf-8": "größe", "iso-8859-1": "façade", "windows-1252": "naïve", "iso-8859-2": "žluťoučký",
    "koi8-r": "привет", "windows-1251": "мир", "iso-2022-jp": "日本語", "shift_jis": "漢字", "euc-jp": "仮名",
    "gb2312": "汉字", "big5": "漢字", "euc-kr": "한글", "utf-16": "größe", "utf-16le": "größe", "utf-7": "größe",
}  # fmt: skip
_WIDE = ("utf-16", "utf-16le")  # these need a transfer encoding
_ENCODINGS = ("7bit", "8bit", "binary", "quoted-printable", "base64", "x-uuencode")
_SAFE = "abcdefghijklmnopqrstuvwxyz0123456789"
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Message(NamedTuple):
    """One message as the mailbox has it, and the references in it."""

    data: bytes
    expected: list[tuple[str, str]]


class Maker:
    """Makes the parts of messages; ``found`` has the references of the current message."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.number = 0
        self.found: list[tuple[str, str]] = []

    def reference(self, document: str, length: int | None = None) -> str:
        """Return a new reference, and note that it is in ``document``."""
        self.number += 1
        length = length or self.chance.randrange(1, 60)
        path = "".join(self.chance.choices(f"{_SAFE}{_SAFE}/", k=length))
        path = re.sub("/+", "/", path).strip("/") + "x"
        query = f"?a={self.chance.randrange(99)}&b=%20{path[:5].strip('/')}" if self.chance.random() < 0.3 else ""
        reference = f"http://h{self.number}.example/{path}{query}"
        self.found.append((document, reference))
        return reference

    def words(self, charset: str, least: int = 1) -> str:
        """Return some words, among them the word of the charset."""
        words = self.chance.choices(_WORDS, k=self.chance.randrange(least, least + 6))
        own = _CHARSETS[charset]
        if own and self.chance.random() < 0.5:
            words[self.chance.randrange(len(words))] = own
        return " ".join(words)

    def wrapped(self, reference: str, breaks: str) -> str:
        """Return the reference with a line break somewhere after its scheme."""
        at = self.chance.randrange(len("http://h"), len(reference))
        return f"{reference[:at]}{breaks}{reference[at:]}"

    # -- text ------------------------------------------------------------------------------------------------------

    def text(self, document: str, charset: str, flowed: str) -> str:
        """Return plain text; ``flowed`` is "", "flowed" or "delsp"."""
        lines = []
        for _ in range(self.chance.randrange(1, 12)):
            before, behind = self.words(charset), self.words(charset)
            kind = self.chance.randrange(6)
            if kind == 0:
                lines.append(f"{before}. {behind}")
                continue
            reference = self.reference(document)
            if kind == 1:
                shown = f"<{self.wrapped(reference, chr(10))}>"
            elif kind == 2:
                shown = f"<{reference}>"
            elif kind == 3:
                lines += [f"> {before}", f"> <{self.wrapped(reference, chr(10) + '> ')}> {behind}"]
                continue
            elif kind == 4 and flowed == "delsp":
                shown = self.wrapped(reference, " \n")
            else:
                shown = reference
            starts = self.chance.random() < 0.1
            lines.append(f"From {shown} {behind}" if starts else f"{before} {shown} {behind}")
            if self.chance.random() < 0.2:
                lines.append("")
        lines.append(f"{self.words(charset)}.")
        text = "\n".join(lines) + "\n"
        return re.sub("^(?=From )", " ", text, flags=re.MULTILINE) if flowed else text

    def html(self, document: str, charset: str) -> str:
        """Return HTML; characters beyond ASCII are not escaped."""
        parts = ["<html><head><title>x</title></head><body>\n"]
        for _ in range(self.chance.randrange(1, 8)):
            kind = self.chance.randrange(4)
            reference = self.reference(document)
            value = reference.replace("&", "&amp;")
            if kind == 0:
                parts.append(f'<p>{self.words(charset)} <a href="{value}">{self.words(charset)}</a>\n')
            elif kind == 1:
                parts.append(f"<img\n src='{value}' alt=x>\n")
            elif kind == 2:
                parts.append(f"<p>{self.words(charset)} {value} {self.words(charset)}</p>\n")
            else:
                parts.append(f'<td background="{value}" style="color: red">{self.words(charset)}</td>\n')
        return "".join(parts) + "</body></html>\n"

    # -- transfer encodings ----------------------------------------------------------------------------------------

    def encoded(self, data: bytes, encoding: str, wide: bool = False) -> bytes:
        """Return the bytes in a transfer encoding, in lines."""
        if encoding == "base64":
            size = self.chance.choice((57, 57, 54, 3, 750))
            lines = [base64.b64encode(data[at : at + size]) for at in range(0, len(data), size)]
            if size != 750:
                return b"".join(line + b"\n" for line in lines)
            return self.cut(b"".join(lines), 61) + b"\n"  # lines that do not consist of whole quanta
        if encoding == "x-uuencode":
            lines = [binascii.b2a_uu(data[at : at + 45]) for at in range(0, len(data), 45)]
            return b"begin 644 text\n" + b"".join(lines) + b"`\nend\n"
        if encoding == "quoted-printable":
            return self.quoted(data, wide)
        return data

    @staticmethod
    def cut(data: bytes, size: int) -> bytes:
        """Return the bytes in lines of ``size``."""
        return b"\n".join(data[at : at + size] for at in range(0, len(data), size))

    def quoted(self, data: bytes, wide: bool = False) -> bytes:
        """Return the bytes in quoted-printable, with soft line breaks at any position.

        ``wide``: a line feed is part of a character of several bytes, not a line break.
        """
        width = self.chance.randrange(8, 77)
        often = self.chance.choice((0.0, 0.02, 1.0))  # the share of bytes that are encoded although they need not be
        out, size = [], 0
        for index, byte in enumerate(data):
            if byte == 0x0A and not wide:
                out.append(b"\n")
                size = 0
                continue
            plain = (33 <= byte <= 126 and byte != 0x3D) or (byte == 32 and data[index + 1 : index + 2] != b"\n")
            token = b"=%02X" % byte if not plain or (often and self.chance.random() < often) else bytes((byte,))
            if size + len(token) >= width:
                out.append(b"=\n")
                size = 0
            out.append(token)
            size += len(token)
        return b"".join(out)

    # -- parts -----------------------------------------------------------------------------------------------------

    def leaf(self, document: str, ascii_only: bool = False) -> bytes:
        """Return a part without parts, with its header."""
        if self.chance.random() < 0.1:
            data = self.chance.randbytes(self.chance.randrange(2000))
            return b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + self.encoded(data, "base64")
        charset = "us-ascii" if ascii_only else self.chance.choice(list(_CHARSETS))
        encodings = _ENCODINGS[3:5] if charset in _WIDE else _ENCODINGS
        encoding = "7bit" if ascii_only else self.chance.choice(encodings)
        parameter = self.chance.choice(
            (f"; charset={charset}", f';\n\tcharset="{charset}"', f"; Charset={charset.upper()}")
        )
        if self.chance.random() < 0.35:
            subtype, text = "html", self.html(document, charset)
        else:
            flowed = self.chance.choice(("", "", "flowed", "delsp"))
            subtype, text = "plain", self.text(document, charset, flowed)
            parameter += {"": "", "flowed": "; format=flowed", "delsp": "; format=flowed; delsp=yes"}[flowed]
        if charset == "us-ascii" and encoding == "7bit" and subtype == "plain" and self.chance.random() < 0.3:
            parameter = parameter.replace(f"charset={charset}", "x=y")
        body = self.encoded(text.encode(charset), encoding, charset in _WIDE)
        name = self.chance.choice(("Content-Transfer-Encoding", "content-transfer-encoding"))
        return f"Content-Type: text/{subtype}{parameter}\n{name}: {encoding}\n\n".encode() + body

    def part(self, document: str, depth: int, path: str = "", top: bool = False) -> bytes:
        """Return a part with its header; ``path`` is its number, "" for a message."""
        kind = self.chance.randrange(8) if depth else 7
        if kind > 3 or (kind == 3 and top):
            return self.leaf(f"{document}!{path}.1".replace("!.", "!") if top else f"{document}!{path}")
        if kind == 3:
            return b"Content-Type: message/rfc822\n\n" + self.message(document, depth - 1, path)
        subtype = self.chance.choice(("mixed", "alternative", "related", "x-unknown"))
        self.number += 1
        boundary = f"=_{self.number}" + self.chance.choice(("", "_" * 40, " :'x"))
        head = f'Content-Type: multipart/{subtype}; boundary="{boundary}"\n\n'.encode()
        if self.chance.random() < 0.5:
            head += b"This is a message in MIME format.\n"
        parts = []
        for number in range(1, self.chance.randrange(2, 5)):
            inner = f"{path}.{number}" if path else str(number)
            parts.append(f"--{boundary}\n".encode() + self.part(document, depth - 1, inner) + b"\n")
        end = b"" if self.chance.random() < 0.1 and top else f"--{boundary}--\n".encode()
        return head + b"".join(parts) + end

    def message(self, document: str, depth: int, path: str = "") -> bytes:
        """Return a message; ``path`` is the number of the part that contains it."""
        name = f"{document}!{path}" if path else document
        return self.header(name) + b"MIME-Version: 1.0\n" + self.part(document, depth, path, top=True)

    def header(self, document: str) -> bytes:
        """Return fields of a header."""
        self.number += 1
        fields = [f"From: someone <s{self.number}@example.org>", f"Message-ID: <{self.number}@example.org>"]
        for _ in range(self.chance.randrange(4)):
            kind = self.chance.randrange(5)
            reference = self.reference(document, 20 if kind == 3 else None)
            if kind == 0:
                fields.append(f"List-Archive: <{reference}>")
            elif kind == 1:
                other = self.reference(document)
                fields.append(f"List-Unsubscribe: <{reference}>,\n\t<{other}>")
            elif kind == 2:
                fields.append(f"X-Home-URL: {reference}")
            elif kind == 3:
                at = self.chance.randrange(1, len(reference))
                first = f"see {reference[:at]}".replace("=", "=3D").replace("?", "=3F").replace(" ", "_")
                second = base64.b64encode(f"{reference[at:]} größe".encode()).decode()
                fields.append(f"Subject: =?utf-8?q?{first}?=\n =?UTF-8?B?{second}?=")
            else:
                fields.append(f"Archived-At:\n <{reference}>")
        return "".join(f"{field}\n" for field in fields).encode()


def mailbox(seed: int, messages: int, variant: str = "mboxrd", name: str = "list.mbox") -> Iterator[Message]:
    """Yield the messages of a mailbox; they are the same for the same seed."""
    maker = Maker(seed)
    for number in range(1, messages + 1):
        maker.found = []
        document = f"{name}!{number}"
        if variant == "pipermail":
            header = maker.header(document).replace(b"@example", b" at example") + b"\n"
            body = maker.text(f"{document}!1", "utf-8", "").encode()
        else:
            header, _, body = maker.message(document, 3).partition(b"\n\n")
            header += b"\n\n"
        yield Message(_stored(maker, header, body, variant), maker.found)


def _stored(maker: Maker, header: bytes, body: bytes, variant: str) -> bytes:
    """Return the message in the format of the mailbox variant, with the lines that separate messages."""
    chance = maker.chance
    sender = b"someone at example.org " if variant == "pipermail" else b"someone@example.org"
    from_line = b"From %s %s Jan %2d %02d:%02d:%02d 2001\n" % (
        sender, chance.choice(_DAYS).encode(), chance.randrange(1, 29), chance.randrange(24), chance.randrange(60),
        chance.randrange(60),
    )  # fmt: skip
    if variant == "mmdf":
        return b"\x01\x01\x01\x01\n" + header + body.rstrip(b"\n") + b"\n\x01\x01\x01\x01\n"
    if variant == "mboxcl2" and b"text/plain" in header and header.endswith((b"7bit\n\n", b"8bit\n\n")):
        body += b"\n" + from_line + b"Subject: a message that is text\n\nFrom me\n"
    if variant in ("mboxrd", "mboxcl"):
        body = re.sub(rb"^(?=>*From )", b">", body, flags=re.MULTILINE)
    elif variant in ("mboxo", "pipermail"):
        body = re.sub(rb"^(?=From )", b">", body, flags=re.MULTILINE)
    if variant in ("mboxcl", "mboxcl2"):
        header = header[:-1] + b"Content-Length: %d\n\n" % len(body)
    if chance.random() < 0.1:
        header = header[:-1] + b"X-Mozilla-Status: 0001\n\n"
    return from_line + header + body + b"\n"


if __name__ == "__main__":
    for made in mailbox(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:4]):
        sys.stdout.buffer.write(made.data)
