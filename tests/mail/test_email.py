"""The standard library's ``email`` as oracle: the decoded text parts are the same, in order, or a reason is listed."""

import email
import email.policy
import re
from pathlib import Path

import pytest

from uri_extract.decode.content_transfer import Identity, decoder
from uri_extract.mail._message import Message, Part, Reader
from uri_extract.mail.output import Output
from uri_extract.mail.parts import LEAF, TRANSLATED, TextHandling
from uri_extract.mail.scanner import MailScanner
from uri_extract.place.source_map import Chain

SHARED = Path(__file__).parents[3] / "shared" / "corpora"

_NO_BOUNDARY = "the parameter is missing or cannot be read (RFC 2046 §5.1.1): the first line with -- tells the boundary"
_ENCODED = "an encoded message is decoded, and its parts are text (RFC 2046 §5.2.1 has none; programs send them)"
_STATUS = "a delivery status is no message/rfc822: email makes a text part of each group of fields (RFC 3464 §2.1)"
_OBSOLETE = "white space before a field's colon (RFC 5322 §4.5.8)"
_PARTIAL = "a fragment is no message but for the first (RFC 2046 §5.2.2)"
_COLON = "a boundary with a colon (RFC 2046 §5.1.1) right behind fields is no field"
_BEHIND = "what stands behind base64's padding is text that a list put there (RFC 2045 §6.8: the padding is the end)"

#: Messages of the corpora with other text parts, by the end of the path, and why.
DIFFERENCES = {
    "cpython/data/msg_25.txt": _NO_BOUNDARY,
    "embedded_email_norwegian.txt": _OBSOLETE,
    "message-partial.1.eml": _PARTIAL,
    "message-partial.2.eml": _PARTIAL,
    "raw_email_with_illegal_boundary.eml": _NO_BOUNDARY,
    "multipart_report_multiple_status.eml": _STATUS,
    "raw_email_bad_time.eml": _NO_BOUNDARY,
    "rfc2822/example13.eml": _OBSOLETE,
    "multi-2gifs-base64.msg": _ENCODED,
    "multi-2gifs-base64.out": _ENCODED,
    "bad-newlines-multiple-parts-base64.msg": _ENCODED,
    "bad-newlines-multiple-parts-base64.out": _ENCODED,
    "base64encoded-rfc822message-nested.msg": _ENCODED,
    "base64encoded-rfc822message-nested.out": _ENCODED,
    "base64encoded-rfc822message.msg": _ENCODED,
    "base64encoded-rfc822message.out": _ENCODED,
    "eml/rfc/008.eml": _ENCODED,
    "multipartemptypart.msg": "an epilogue is no part (RFC 2046 §5.1.1)",
    "testmsgs/obsolete.msg": _OBSOLETE,
    "testmsgs/obsolete.out": _OBSOLETE,
    "malformed/019.eml": _OBSOLETE,
    "stalwart-malformed/019.eml": _OBSOLETE,
    "cjk/big5-base64.1": _BEHIND,
    "thirdparty/002.eml": _BEHIND,
    "spam/utf16.eml": "a boundary with = that is not quoted (RFC 2045 §5.1) is read all the same",
    "data/spam/015": _COLON,
    "data/spam/016": _COLON,
    "malformed/005.eml": "a boundary that ends with -- (RFC 2046 §5.1.1 allows it)",
    "stalwart-malformed/005.eml": "a boundary that ends with -- (RFC 2046 §5.1.1 allows it)",
    "thirdparty/003.eml": "white space behind a transfer encoding's name is none of it (RFC 5322 §3.2.2)",
}


class Texts(Reader):
    """Collects the decoded text parts."""

    def __init__(self):
        super().__init__(Output(), Chain())
        self.found = []

    def choose_handling(self, part):
        return TextHandling(TRANSLATED, None, False, False)

    def body_begins(self, part):
        if part.kind == LEAF and part.media_type.startswith("text/"):
            return Text(self.found, decoder(part.encoding or "") or Identity())
        return None


class Text:
    """Collects a part, decoded."""

    def __init__(self, texts, decoder):
        self._texts, self._decoder, self._text = texts, decoder, []

    def take(self, window, begin, end, at):
        self._text.append(self._decoder.take(window[begin:end], at))

    def close(self):
        self._texts.append(b"".join([*self._text, self._decoder.take(b"", 0, True)]))


def ours(message, size=1 << 16):
    reader = Texts()
    reader.begin_message(Part(Message("m")))
    for at in range(0, len(message), size):
        reader.take(message[at : at + size], at)
    reader.end_message()
    return compared(reader.found)


def theirs(message):
    parts = email.message_from_bytes(message, policy=email.policy.default).walk()
    texts = [part for part in parts if part.get_content_maintype() == "text" and not part.is_multipart()]
    return compared([part.get_payload(decode=True) or b"" for part in texts])


def compared(texts):
    """Normalise line ends: email converts some of them, and drops some at the end."""
    texts = [re.sub(rb"[ \t]*(?:\r\n|\r|\n)", b"\n", text).strip(b"\n") for text in texts]
    return [text for text in texts if text]


def files():
    for name in ("mail", "weird/broken-mime"):
        yield from sorted(path for path in (SHARED / name).rglob("*") if path.is_file())


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_real_messages_have_the_text_parts_that_email_finds():
    different = set()
    for path in files():
        message = path.read_bytes()
        try:
            expected = theirs(message)
        except Exception:
            continue
        if ours(message) != expected:
            different.add(path.as_posix())
    unexpected = {path for path in different if not path.endswith(tuple(DIFFERENCES))}
    assert not unexpected
    assert len(different) == len(DIFFERENCES)  # every listed message still differs


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_no_prefix_of_a_real_message_fails():
    paths = [path for path in files() if path.stat().st_size < 20_000]
    for path in paths[::10]:
        message = path.read_bytes()
        for size in range(0, len(message), 1000):
            scanner = MailScanner()
            scanner.feed(message[:size])
            scanner.close()


MESSAGES = [
    b"A: b\n\nbody\n",
    b"A: b\nnot a field\n\nbody\n",
    b"\nbody\n",
    b" continued\nA: b\n\nbody\n",
    b"",
    b"A: b",
    b"From x@y\nA: b\n\nbody",
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n1\n--b\n\n2\n--b--\n\n--b\n\n3\n",
    b"Content-Type: multipart/mixed; boundary=b\n\n--b--\n\n3\n",
    b"Content-Type: multipart/mixed; boundary=b\n\n--b  \t\n\n1\n--bb\n\n2\n--b-- \n",
    b'Content-Type: multipart/mixed; boundary="b b"\n\n--b b\n\n1\r\n--b b\r\n\r\n2\r\n--b b--',
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\n"
    b"--c\n\n1\n--b\n\n2\n--c\n",
    b"Content-Type: multipart/digest; boundary=b\n\n--b\n\nA: b\n\n1\n--b\nContent-Type: text/plain\n\n2\n--b--\n",
    b"Content-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n1\n--b--\n",
    b"Content-Type: broken\n\nbody\n",
    b"Content-Type: text/plain\nContent-Transfer-Encoding: unknown\n\nbody=20\n",
]


@pytest.mark.parametrize("message", MESSAGES)
def test_made_messages_have_the_text_parts_that_email_finds(message):
    for size in (1, 1000):
        assert ours(message, size) == theirs(message)
