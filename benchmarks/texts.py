"""Text for benchmarks, from a seeded generator: prose in lines like those of mail, with URIs."""

from __future__ import annotations

import random

_WORDS = (  # noqa: SIM905
    "the of and to in is that for it as was with be by on not he his but at are this have from or had an they which "
    "one you were all her she there would their we him been has when who will no more if out so up said what its about "
    "than into them can only other time new some could these two may first then do any like my now over such our man "
    "message archive patch server release version list thread reply kernel driver build"
).split()
# In RFCs one colon in 500 bytes belongs to no URI, in mail with its headers one in 75.
_COLONS = ("note:", "header:", "12:30", "std::vector", "Re:")
_HOSTS = ("www.example.com", "lists.example.org", "example.net", "git.example.org", "docs.example.com:8080")
_PARTS = ("2004", "archive", "msg00127.html", "pub", "wiki", "Main_Page", "index.php", "patch", "browse", "v2.6.1", "x")


def _uri(rng: random.Random) -> str:
    scheme = rng.choice(("http", "http", "https", "https", "ftp"))
    path = "/".join(rng.choice(_PARTS) for _ in range(rng.randint(1, 5)))
    query = f"?id={rng.randint(1, 99999)}&l=en" if rng.random() < 0.2 else ""
    return f"{scheme}://{rng.choice(_HOSTS)}/{path}{query}"


def text(size: int, every: int, seed: int = 3986) -> bytes:
    """Return ``size`` bytes of prose in lines of at most 76 characters, with a URI in about ``every`` bytes.

    A block of 4 MB or less is generated and repeated.
    """
    rng = random.Random(seed)
    block = min(size, max(1 << 22, every * 50))
    lines: list[str] = []
    line = ""
    made = written = due = 0
    while made < block:
        if written >= due:
            word = rng.choice(("{}", "<{}>", "({})", "{},", "{}.", '"{}"')).format(_uri(rng))
            due += every
        else:
            word = rng.choice(_COLONS) if rng.random() < 0.01 else rng.choice(_WORDS)
        written += len(word) + 1
        if len(line) + len(word) >= 76 and line:
            lines.append(line)
            made += len(line) + 1
            line = word
        else:
            line = f"{line} {word}" if line else word
    data = ("\n".join(lines) + "\n").encode()
    return (data * (size // len(data) + 1))[:size]
