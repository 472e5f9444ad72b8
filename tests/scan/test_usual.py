"""References of the usual form, which the compiled kernel reads in blocks, have the same results by the general rules.

The interpreted kernel has only the general rules.
"""

import random
from pathlib import Path

import pytest

from gold import read_gold
from uri_extract.scan import kernels, rows
from uri_extract.scan.classes import CLASS, marks_of

from .test_short_strings import Found

pytestmark = pytest.mark.skipif("compiled" not in kernels, reason="one kernel alone")

#: Text that follows a reference in the window, as the fast path requires.
TAIL = b" and more words of a text" * 8
#: Characters before and after references, each with its own rule.
MARKS = (
    " ", "\n", ".", ",", ")", "(", '"', "<", ">", "'", "?", "&", "=", "/", "-", ":", "*", "_", "\\", "`", "[", "]", "{",
    "}", "|", ";", "~", "+", "#", "%", "@", "!", "$", "^", "\t", "\r\n", "\0", "\xe9", "\u5317", "&lt;", "&amp;", "=3D",
    "=\n", "*/", "**", "URL:", "www.", "1", "word", "ab:", "  ", "> ", "# ", ".\n", ",\n", "9", ":80", "\n\n", "(at)",
    "/*", "xmlns=", "PUBLIC ",
)  # fmt: skip
HOSTS = (
    "a.b", "www.example.com", "lists.example.org", "docs.example.com:8080", "a-b.example", "a--b.example", "x.y.",
    "1.2.3.4", "host9", "a" * 31 + ".b", "a.b:", "a.b:123456", "user@a.b", "-a.b", "a..b", "a.b.",
    "long.name.with.many.labels.example.com",
)  # fmt: skip


def same(found, data):
    """Return True if both kernels find the same references."""
    compiled, interpreted = found
    return compiled.rows(data) == interpreted.rows(data)


@pytest.fixture(scope="module")
def found():
    return Found("compiled"), Found("interpreted")


def test_a_set_of_bytes_has_a_bit_for_each():
    members = bytes(byte for byte in range(0x80) if CLASS[byte])
    marks = marks_of(members, b"/")
    assert len(marks) == 32
    assert bytes(byte for byte in range(0x80) if marks[byte & 15] >> (byte >> 4) & 1) == members
    assert bytes(byte for byte in range(0x80) if marks[16 + (byte & 15)] >> (byte >> 4) & 1) == b"/"


@pytest.mark.parametrize("before", [b"as we see ", b"as we see (", b"as we see <", b'as we see "'])
def test_every_byte_at_every_place_of_blocks_has_its_meaning(found, before):
    places = (*range(1, 34), 62, 63, 64, 65, 127, 128, 1000, 1100) if before.endswith(b" ") else (9, 30, 63, 64)
    for byte in range(0x100):
        for place in places:
            data = before + b"http://a.example/" + b"x" * place + bytes((byte,)) + TAIL
            assert same(found, data), data
            if place < 34:
                data = before + b"http://" + b"x" * place + bytes((byte,)) + b".example/" + TAIL
                assert same(found, data), data


def test_marks_around_references_mean_the_same(found):
    dice = random.Random(41)

    def word():
        size = dice.choice((1, 3, 8, 20, 70, 130))
        return "".join(dice.choice("abcdefghijklmnopqrstuvwxyz0123456789./-_~%=+") for _ in range(size))

    def reference():
        path = dice.choice(("/", "?", "#", "", ":80/")) + word() if dice.random() < 0.8 else ""
        query = dice.choice(("?", "&l=")) + word() if dice.random() < 0.4 else ""
        scheme = dice.choice(("http", "https", "ftp", "http", "https", "ftp", "HTTP", "xhttp", "shttp"))
        return f"{scheme}://{dice.choice(HOSTS)}{path}{query}"

    for _ in range(1200):
        text = ""
        for _ in range(dice.randint(3, 12)):
            text += "".join(dice.choices(MARKS, k=dice.choice((0, 1, 1, 1, 2, 3))))
            text += dice.choice(("the ", "word ", "and, ", "Re: ", "", "(", "<", '"', "'", " ", "<\n>> ")) + reference()
            text += dice.choice(("", ".", ")", ">", '"', ",", "?", "!", ";", ":", "'", "*", "/"))
            text += dice.choice((" ", "\n", " and ", "\nword ", "", "  ", "\n  ", "\n> "))
        data = text.encode() + TAIL * dice.randint(0, 1)
        assert same(found, data), data


def test_every_snippet_has_the_same_references_with_more_text_after_it(found):
    for path in sorted((Path(__file__).parents[2] / "corpora" / "gold").glob("*.txt")):
        for snippet in read_gold(path):
            assert same(found, snippet.data + TAIL), snippet.data


OPERATORS = ("+", ".", "..", "||", "&", "& _", "++", "\\", "+ \\", "-")


def test_the_fast_path_agrees_on_text_around_hosts_and_paths(found):
    names = [*HOSTS, *("a" * size + ".example:8080" for size in range(12, 26))]
    for before in (" ", "*", "/* ", "(", '"'):
        for name in names:
            for path in ("", "/", "/x", "/x/", "/x?p="):
                for after in (
                    "*/",
                    "*/\n",
                    "\\",
                    "\\-",
                    "\\.b",
                    "\\n",
                    " (dot) b",
                    " ",
                    "\nand ",
                    ".\nand ",
                    "/\nand ",
                    '"\n"b/c" and',
                    '" \n  "b/c" and',
                    *(f'"{blank}{operator}\n "b/c" and' for blank in ("", " ") for operator in OPERATORS),
                ):
                    data = f"as we see {before}http://{name}{path}{after}".encode() + TAIL
                    assert same(found, data), data


def test_a_reference_is_as_long_as_the_limit_says():
    for limit in (100, 1023, 1024, 1025):
        for size in (limit - 30, limit - 1, limit, limit + 1):
            data = b"see http://a.example/" + b"x" * (size - 17) + TAIL
            both = []
            for variant in ("compiled", "interpreted"):
                kernel = kernels[variant](limit)
                kernel.load(data, 0, 0, True)
                kernel.scan()
                both.append(list(kernel.table[: kernel.count * rows.WIDTH]))
            assert both[0] == both[1], (limit, size)
