"""The reader of the gold snippets in `corpora/gold`, whose format `corpora/README.md` describes."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

NAMED_BYTES = {"blank": b" ", "tab": b"\t", "formfeed": b"\f", "nul": b"\0", "return": b"\r"}
FIELDS = {
    "delimiter": {"angle", "quote", "whitespace"},
    "wrapped": {"no", "space", "hyphen"},
    "prefix": {"none", "URL:"},
    "kind": {"uri", "iri", "suffix"},
    "partial": {"yes", "no"},
    "alternates": {"none"},
}
INVISIBLE = {"Cc", "Cf", "Zl", "Zp", "Zs"}


class GoldError(ValueError):
    """A file does not follow the format; the message begins with `file:line:`."""


@dataclass
class Expected:
    """A reference that the author meant, with the values that some of its fields must have."""

    reference: str
    fields: dict[str, str] = field(default_factory=dict)
    alternates: list[str] = field(default_factory=list)


@dataclass
class Snippet:
    """An input, and the references in it."""

    title: str
    lines: list[bytes] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    nothing: bool = False

    @property
    def data(self) -> bytes:
        return b"\n".join(self.lines)


def read_gold(path: Path) -> list[Snippet]:
    """Return the snippets of one file, in order."""
    snippets: list[Snippet] = []
    number = 0
    try:
        for line in path.read_text("utf-8").split("\n"):
            number += 1
            if line.startswith("== "):
                _check_complete(snippets)
                title = line[3:].strip()
                _require(title not in {snippet.title for snippet in snippets}, "two snippets have this title")
                snippets.append(Snippet(title))
            elif line.strip() and not line.startswith("#"):
                _require(bool(snippets), "before the first title only comments and blank lines can stand")
                _read_line(snippets[-1], line)
        _check_complete(snippets)
        _require(bool(snippets), "there is no snippet in this file")
    except ValueError as error:
        raise GoldError(f"{path}:{number}: {error}") from None
    return snippets


def unescape(text: str) -> bytes:
    """Return the bytes of `text` in UTF-8, in which ⟦ ⟧ are replaced by the bytes that they denote."""
    return b"".join(_unescaped_parts(text))


def _read_line(snippet: Snippet, line: str) -> None:
    if line.startswith("|"):
        _require(not (snippet.expected or snippet.nothing), "input cannot follow what is expected of it")
        snippet.lines.append(unescape(line[1:].removeprefix(" ")))
        return
    _require(bool(snippet.lines), "input (lines that begin with |) must come first")
    if line.startswith("-> "):
        _require(not snippet.nothing, "either (nothing) or references")
        reference = unescape(line[3:]).decode()
        _require(reference.split() == [reference], "a reference has no white space")
        snippet.expected.append(Expected(reference))
    elif line == "(nothing)":
        _require(not (snippet.expected or snippet.nothing), "either (nothing) or references")
        snippet.nothing = True
    elif line.startswith("   "):
        _require(bool(snippet.expected), "this must stand below a reference")
        name, _, value = line.partition(": ")
        _read_field(snippet.expected[-1], name.strip(), value.strip())
    else:
        raise ValueError("a line begins with #, ==, |, -> or three blanks, or is (nothing)")


def _read_field(expected: Expected, name: str, value: str) -> None:
    if name == "alternate":
        expected.alternates.append(unescape(value).decode())
        return
    if name == "target":
        expected.fields[name] = value
        return
    _require(name in FIELDS, f"{name!r} is none of {', '.join(FIELDS)}, alternate, target")
    _require(value in FIELDS[name], f"{name} is one of {', '.join(sorted(FIELDS[name]))}")
    _require(name not in expected.fields, f"{name} is here twice")
    expected.fields[name] = value


def _check_complete(snippets: list[Snippet]) -> None:
    for snippet in snippets[-1:]:
        complete = bool(snippet.lines) and (bool(snippet.expected) or snippet.nothing)
        _require(complete, f"{snippet.title!r} needs input and, below it, references or (nothing)")


def _unescaped_parts(text: str) -> Iterator[bytes]:
    _require(not text.endswith(" "), "a blank at the end of a line cannot be seen: write ⟦blank⟧")
    for index, part in enumerate(re.split("⟦([^⟦⟧]*)⟧", text)):
        if index % 2 == 0:
            for char in part:
                hidden = char != " " and unicodedata.category(char) in INVISIBLE
                _require(not hidden, f"U+{ord(char):04X} cannot be seen: write ⟦U+{ord(char):04X}⟧")
                _require(char not in "⟦⟧", "⟦ without ⟧, or the other way round")
            yield part.encode()
        elif part in NAMED_BYTES:
            yield NAMED_BYTES[part]
        elif re.fullmatch("U[+][0-9A-F]{4,6}", part):
            yield chr(int(part[2:], 16)).encode()
        elif re.fullmatch("[0-9A-F]{2}( [0-9A-F]{2})*", part):
            yield bytes.fromhex(part)
        else:
            raise ValueError(f"⟦{part}⟧ stands for nothing")


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
