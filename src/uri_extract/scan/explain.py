"""Explain why a reference was found or not: interpreted kernels that keep the reasons of their decisions.

Nothing is decided here: each method calls the one of the kernel and keeps its result. The kernel that also finds
references without a scheme (:class:`SuffixExplainer`) passes its reasons to ``rejects``.
"""

from __future__ import annotations

from uri_extract._compat._ascii import DOT, SLASH, SPACE, UNDERSCORE
from uri_extract._compat._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract._compat._variants import interpreted
from uri_extract.limits import MAX_SCHEME
from uri_extract.scan import classes, rows, wrap_signs
from uri_extract.uri import schemes, tlds

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator

    from uri_extract.scan._kernel import Kernel
    from uri_extract.scan._suffix import SuffixKernel, is_server_label

    _AnyKernel = SuffixKernel
else:
    Kernel, _suffix = interpreted("uri_extract.scan._kernel").Kernel, interpreted("uri_extract.scan._suffix")
    SuffixKernel, is_server_label = _suffix.SuffixKernel, _suffix.is_server_label
    _AnyKernel = object

# -- The texts that explain a decision ---------------------------------------------------------------------------------

#: The text that must follow a scheme's colon, by the scheme's syntax (:mod:`uri_extract.uri.schemes`).
SYNTAX: Final = {
    0: "// and a host that could exist",
    schemes.HOST: "// and a host that could exist",
    schemes.AUTHORITY: "// and a host that could exist, or a path",
    schemes.SLASHES: "// and something",
    schemes.PATH: "a slash and a path",
    schemes.MAILBOX: "an address, or a field as in ?subject=",
    schemes.ADDRESS: "an address",
    schemes.ENDPOINT: "a user at a host, or a host with a dot",
    schemes.NUMBER: "a number",
    schemes.DIALLED: "a number",
    schemes.NEWSGROUP: "a newsgroup with a dot, or a Message-ID",
    schemes.NAMESPACE: "a namespace and a colon",
    schemes.MEDIA: "a media type, and a comma",
    schemes.COORDINATES: "two numbers, and a comma between",
    schemes.TAGGED: "an authority, a comma, a date and a colon",
    schemes.CONTENT_ID: "an identifier with @ or a dot",
    schemes.QUERY: "? and a parameter",
    schemes.ACTION: "a name, ? and an action",
    schemes.NAMED: "a namespace, a slash and an identifier",
    schemes.ENTITY: "the kind of an entity (u, r, roomid, ...), a slash and an identifier",
    schemes.DIGITS: "numbers with dots between",
    schemes.DIGEST: "an algorithm, a semicolon and a digest",
    schemes.KEY: "25 letters and digits or more",
    schemes.PAIRS: "name=value",
    schemes.INNER: "another URI",
}

_ENDS: Final = {
    "(": "it is closed after a blank",
    ")": "it was not opened inside",
    "]": "it was not opened inside",
    "}": "it was not opened inside",
    "[": "a label, a footnote's mark or a tag begins there, or it is never closed",
    "{": "it is never closed",
    "'": "it closes the mark before the reference, or begins a suffix",
    "&": "it begins an escaped delimiter, as in &gt;",
    "|": "it separates links, arguments or cells",
}

VERDICTS: Final = ("it ends there", "it may continue", "it continues")

_BESIDE: Final = {
    wrap_signs.ENDLESS: "the end of the word was not seen",
    wrap_signs.EARLY: "room for it before column 66",
}


def quote_for_message(text: bytes, most: int = 40) -> str:
    """Return the text in quotation marks, on one line, without its end if it is longer than ``most`` characters."""
    quoted = repr(text[: 4 * most].decode("utf-8", "replace")[: most + 1])
    return quoted if len(text) <= most or len(quoted) < most else quoted[:most] + "..." + quoted[0]


def ending(character: str) -> str:
    """Return why the doubtful character ends a reference."""
    return f"{character!r} ends it: {_ENDS.get(character, 'another column or reference follows')}"


def weighed(signs: int, verdict: int) -> tuple[list[str], int, str]:
    """Return the names of the signs at a line break, the sum of their weights, and the verdict with both as text."""
    seen = wrap_signs.names(signs)
    total = wrap_signs.START + sum(wrap_signs.SIGNS[name].weight for name in seen)
    if signs & wrap_signs.IMPOSSIBLE:
        total = wrap_signs.NEVER
        return seen, total, f"{VERDICTS[verdict]} (no reference continues with such a word)"
    if signs & wrap_signs.ENDLESS and not verdict and total >= wrap_signs.PERHAPS:
        total = wrap_signs.NEVER
    weights = [f"start {wrap_signs.START:+d}"]
    weights += [f"{name} {wrap_signs.SIGNS[name].weight:+d}" for name in seen]
    weights += [text for bit, text in _BESIDE.items() if signs & bit]
    return seen, total, f"{VERDICTS[verdict]} ({total:+d}: {', '.join(weights)})"


# -- Decisions ---------------------------------------------------------------------------------------------------------

#: The start of a decision is at most this many bytes before its anchor; anchors are in order.
BEFORE: int = MAX_SCHEME + 1

#: Bytes of text shown where no reference was found.
SHOWN: int = 2 * BEFORE

#: Bytes of a word that are shown.
_MOST = 60
_MAX_LABEL = 64
_LITERALS = "string literals that follow each other are one text"
#: Bytes that may precede the first of several references in one word.
_OPENING = b" \t\n\r\f\v<>([{\"'`|"
_PART = classes.WORD | classes.SCHEME | classes.NAME | classes.LOCAL


class Break(NamedTuple):
    """A line break after which a reference in white space may continue; ``place`` is the end of its part before it."""

    place: int
    signs: list[str]
    total: int
    verdict: int


class Decision(NamedTuple):
    """The decision about one colon, dot or ``@``: whether a reference was ``found`` there, and the reasons.

    ``start``, ``end`` and the places of ``breaks`` are offsets in the document. If a reference was found, ``text`` is
    its text, including that of its other reading; ``bits`` are those of its row, and ``pieces`` its pieces, as offsets
    from ``start``.
    """

    found: bool
    start: int
    end: int
    reasons: list[str]
    breaks: list[Break]
    text: bytes = b""
    bits: int = 0
    pieces: tuple[int, ...] = ()


# Kernels have no types outside their own modules: hence the int() and bool() below.


class Explaining(_AnyKernel):
    """Keeps the :class:`Decision` about each anchor in ``decisions``, until the caller removes it.

    Obvious cases such as "word: text" are not kept.
    """

    explains = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.decisions: list[Decision] = []
        self._forget()
        super().__init__(*arguments, **options)

    def _forget(self) -> None:
        self._reasons: list[str] = []
        self._no = ""  # why it is not a reference
        self._no_host = ""
        self._breaks: list[Break] = []
        self._ends: dict[int, str] = {}  # why a doubtful byte ends it
        self._trimmed: dict[int, int] = {}  # the end before trimming, by the end after it
        self._next = -1  # the start of the next line's text
        self._bare = False
        self._folds = 0  # soft line breaks inside it
        self._labels = False

    def reference(self, colon: int) -> int:
        return self._decide(colon, super().reference, self._no_reference)

    def _decide(self, anchor: int, read: Callable[[int], int], why_not: Callable[[int], str]) -> int:
        count = self.count
        self.start = -1
        self._forget()
        after = int(read(anchor))
        if self.need and not self.final:  # it will be decided again, with more bytes after it
            return after
        if self.count > count:
            self._row(count * rows.WIDTH)
        elif reason := why_not(anchor):
            start = self.start if self.start >= 0 else self._word(anchor)
            if not self._shows(start):
                return after
            reasons = [*self._reasons, reason]
            self.decisions.append(Decision(False, self.offset + start, self.offset + anchor + 1, reasons, self._breaks))
        if len(self.decisions) >= rows.ROWS:
            self.made: int = rows.ROWS  # makes scan() return
        return after

    def _shows(self, start: int) -> bool:
        """Return True if the window has all bytes of the word that are shown; set ``need`` if not."""
        if not self.final:
            limit = start + SHOWN
            end = start
            while end < min(limit, self.size) and not self.flags[self.data[end]] & classes.SPACE:
                end += 1
            if end == self.size and end < limit:
                self.need: bool = True
        return bool(self.final or not self.need)

    def _no_reference(self, colon: int) -> str:
        """Return why no reference was found, "" if that is obvious."""
        if self._no:
            return self._no
        if self.window[colon + 1 : colon + 7] == b"//www.":
            return "it breaks off after 'www.'"
        following = self.data[colon + 1 : colon + 2]
        begin = self._word(colon, classes.SCHEME)
        if classes.SCHEME_SYNTAX.get(self.window[begin:colon].lower(), 0) and not following.isspace():
            what = quote_for_message(following)
            return f"the colon is followed by {what}, not by a reference" if following else "nothing follows the colon"
        return ""

    # -- the kernel's methods, in the order in which it calls them ----------------------------------------------------

    def scheme(self, colon: int) -> int:
        start = int(super().scheme(colon))
        begin = self._word(colon, classes.SCHEME)
        if start < 0:
            self._no = self._no_scheme(begin, colon)
        elif self.scheme_syntax:
            if begin < start:
                self._reasons.append(
                    f"{quote_for_message(self.window[begin:start])} before the scheme belongs to the text"
                )
        else:
            self._no = self._unknown(start, colon)
        return start

    def _unknown(self, start: int, colon: int) -> str:
        name = self.window[start:colon]
        following = self.peek(colon + 1)
        if self.flags[following] & classes.SPACE or name.lower() == b"url":
            return ""
        if following == SLASH and self.peek(colon + 2) == SLASH:
            what = f"unknown scheme {quote_for_message(name)}, misspelt or part of a word"
            return f"{what}: accepted only in <...>, followed by {SYNTAX[0]}"
        # In "a:b/c:d" only the first colon is explained.
        first = start == 0 or self.data[start - 1] in _OPENING
        return f"unknown scheme {quote_for_message(name)}, not followed by //" if first else ""

    def _no_scheme(self, begin: int, colon: int) -> str:
        name = self.window[begin:colon]
        if colon - begin >= BEFORE:
            return f"the word before the colon is too long for a scheme: more than {MAX_SCHEME} characters"
        syntax = classes.SCHEME_SYNTAX.get(name.lower(), 0)
        slashes = name and self.peek(colon + 1) == SLASH and self.peek(colon + 2) == SLASH
        if (syntax or slashes) and begin > self.low and self.data[begin - 1] == UNDERSCORE:
            return f"{quote_for_message(b'_' + name)} is the end of a longer word, not a scheme"
        if syntax == schemes.NUMBER:
            return f"capitalised {quote_for_message(name)} is the label of a number, not a scheme"
        if slashes:
            return (
                f"{quote_for_message(name)} is not a scheme: it must begin with a letter and have at least 2 characters"
            )
        return ""

    def cannot_be_scheme(self, colon: int) -> bool:
        """Rule out only obvious cases, "word: text", so that all others are explained."""
        is_text = self.data[colon + 1] == SPACE and not self.flags[self.data[colon + 2]] & classes.SPACE
        return is_text and not self.opens_address(colon)

    def look_back(self) -> int:
        bits = int(super().look_back())
        if bits & rows.PREFIX:
            self._reasons.append('"URL:" before it is not part of it')
        return bits

    def accepted(self, colon: int, i: int, bits: int) -> bool:
        answer = bool(super().accepted(colon, i, bits))
        if not answer:
            if self.slashes == 2 and self.scheme_syntax <= schemes.AUTHORITY:
                self._no = self._no_host or "after a line break at // the host must have a dot"
            elif self.scheme_syntax:
                name = self.window[self.start : colon].decode("ascii", "replace")
                self._no = f"{name}: must be followed by {SYNTAX[self.scheme_syntax]}"
                if self._labels:
                    self._no = f"{name}: is a label in white space, unless a whole number with its country follows"
        return answer

    def has_path(self, i: int) -> bool:
        answer = bool(super().has_path(i))
        if not answer:
            self._no = "glued to a word, it must have a host with a dot, and a path"
        return answer

    def is_label(self, colon: int) -> bool:
        self._labels = bool(super().is_label(colon))
        return self._labels

    def host(self, i: int) -> bool:
        answer = bool(super().host(i))
        if not answer:
            end = i
            limit = min(self.size, i + _MOST)
            while end < limit and self.classes[self.data[end]] and self.data[end] not in b"/?#":
                end += 1
            if end == self.size:
                self.need = True
            self._no_host = (
                f"{quote_for_message(self.window[i:end])} cannot be a host" if end > i else "no host follows //"
            )
            self._no = self._no_host
        return answer

    def ends(self, i: int) -> bool:
        answer = bool(super().ends(i))
        if answer:
            self._ends[i] = ending(chr(self.data[i]))
        return answer

    def enclosed(self, begin: int, end: int) -> int:
        opener = chr(self.opener)
        closed = int(super().enclosed(begin, end))
        if closed < 0:
            self._reasons.append(f"{opener!r} does not enclose it")
            self._no = self._no or "without delimiters it is not a reference"
        return closed

    def bare(self, begin: int, floor: int, end: int) -> int:
        made, weighed_before = self.made, len(self._breaks)
        self._bare = True
        stop = int(super().bare(begin, floor, end))
        self._bare = False
        verdicts = [each.verdict for each in self._breaks[weighed_before:]]
        joins = verdicts.count(2) + self._folds
        pieces = self.made - made
        if verdicts and verdicts[-1] == 1 and (joins or made > self.first):
            self._reasons.append("it was already joined with the next line, so it ends there")
        elif (verdicts and verdicts[-1] == 1 and pieces < 2) or (joins and max(0, pieces - 1) < joins):
            self._reasons.append("no text after that line break could belong to it, so it ends there")
        if stop == floor:
            self._no = "only punctuation follows the scheme"
        return stop

    def is_in_word(self, end: int) -> bool:
        answer = bool(super().is_in_word(end))
        if answer:
            self._no = "the '_' before it is part of a word, and no reference begins inside a word"
        return answer

    def trim(self, floor: int, end: int) -> int:
        trimmed = int(super().trim(floor, end))
        if trimmed < end:
            self._trimmed[trimmed] = end
        return trimmed

    def gap(self, i: int, enclosed: bool) -> int:
        self._next = int(super().gap(i, enclosed))
        if self._bare and self.broke and self._next < 0:
            self._reasons.append("line break: it ends there (the next line has no text of the same kind)")
        return self._next

    def folded(self, begin: int, end: int) -> int:
        bare, self._bare = self._bare, False
        following = int(super().folded(begin, end))
        self._bare = bare
        if bare and following >= 0:
            self._next = following
            self._folds += 1
            self._reasons.append(f"line break before {self._next_word()}: it continues ('=' is a soft line break)")
        return following

    def added_literal(self, begin: int, end: int) -> int:
        return self._continued(int(super().added_literal(begin, end)), _LITERALS)

    def repeats(self, end: int, following: int) -> bool:
        answer = bool(super().repeats(end, following))
        if answer:
            self._folds += 1
            self._reasons.append(f"line break before {self._next_word()}: it continues (it is repeated in brackets)")
        return answer

    def unfolded(self, end: int) -> int:
        return self._continued(int(super().unfolded(end)), "a backslash folds the line")

    def _continued(self, following: int, why: str) -> int:
        if self._bare and following > 0:
            self._next = following
            self._reasons.append(f"line break before {self._next_word()}: it continues ({why})")
        return following

    def weigh(self, signs: int, end: int) -> int:
        verdict = int(super().weigh(signs, end))
        if signs == wrap_signs.PLAIN_WORD:
            self._reasons.append(f"line break before {self._next_word()}: it ends there (a word, and a blank)")
            return verdict
        seen, total, text = weighed(signs, verdict)
        self._breaks.append(Break(self.offset + end, seen, total, verdict))
        self._reasons.append(f"line break before {self._next_word()}: {text}")
        return verdict

    # -- references that were found ------------------------------------------------------------------------------------

    def _enclosure(self, angle: bool, pieces: array[int]) -> str:
        """Return a description of the delimiters and of the bytes ignored between pieces (RFC 3986 Appendix C)."""
        between = [self.data[pieces[k] : pieces[k + 1]] for k in range(1, len(pieces) - 1, 2)]
        literals = any(b'"' in each for each in between)
        text = _LITERALS if literals else ""
        text = text or ("white space inside is ignored" if pieces else "")
        return ("<...>" if angle else '"..."') + " encloses it" + (f", {text}" if text else "")

    def _row(self, at: int) -> None:
        start, end, colon, bits, first, count = self.row[at : at + rows.WIDTH]
        if bits & rows.TOO_LONG:
            reasons = [f"it is longer than the limit, {self.max_reference} bytes"]
            self.decisions.append(Decision(False, self.offset + start, self.offset + end, reasons, [], b"", bits))
            return
        pieces = self.pieces[2 * first : 2 * (first + count)]
        reasons = [self._what(start, colon, bits), *self._reasons]
        if bits & rows.DELIMITERS == rows.WHITESPACE:
            reasons += self._end(end, bits)
        else:
            reasons.append(self._enclosure(bits & rows.DELIMITERS == rows.ANGLE, pieces))
        if bits & (rows.BEYOND_ASCII | rows.WESTERN):
            encoding = "windows-1252, not UTF-8" if bits & rows.WESTERN else "UTF-8"
            reasons.append(f"letters beyond ASCII are part of it ({encoding})")
        if bits & rows.ESCAPED:
            reasons.append("backslashes in it escape characters")
        if bits & rows.BACKSLASHES:
            reasons.append("backslashes in it separate the segments of its path, as on Windows")
        if bits & rows.PARTIAL:
            reasons.append("it has a placeholder, or one follows: a program or the reader completes it")
        if bits & rows.QUOTED:
            reasons.append('"=3D" precedes it: undeclared quoted-printable')
        if bits & rows.HYPHEN and not bits & rows.ANOTHER:
            reasons.append("the hyphen before a line break may come from hyphenation")
        reach = max([end, *pieces])
        self.decisions.append(
            Decision(
                *(True, self.offset + start, self.offset + end, reasons, self._breaks),
                *(self.window[start:reach], bits, tuple(place - start for place in pieces)),
            )
        )

    def _what(self, start: int, colon: int, bits: int) -> str:
        name = self.window[start:colon].decode("ascii", "replace")
        if not self.scheme_syntax:
            return f"unknown scheme {name}, accepted after <" + ("URL:" if bits & rows.PREFIX else "")
        known = name.lower().encode().rpartition(b"+")[2] in classes.SCHEME_SYNTAX
        return f"{'' if known else 'unregistered '}scheme {name}, followed by {SYNTAX[self.scheme_syntax]}"

    def _end(self, end: int, bits: int) -> Iterator[str]:
        before = self._trimmed.get(end, end)
        if before > end:
            yield f"{quote_for_message(self.window[end:before])} at its end belongs to the text"
        if before in self._ends:
            yield self._ends[before]
        elif before >= self.size:
            yield "the text ends there"
        elif self.flags[self.data[before]] & classes.SPACE:
            yield "white space ends it"
        else:
            byte = self.data[before]
            character = self.window[before : before + (1 if byte < 0xC2 else 2 if byte < 0xE0 else 3 + (byte > 0xEF))]
            try:
                what = repr(character.decode())
            except UnicodeDecodeError:
                what = f"the byte {byte:02X}"
            plain = byte < 0x80 and self.classes[byte]
            yield f"{what} ends it" + ("" if bits & rows.MAIL else ", as its host does" if plain else "")

    # -- words ---------------------------------------------------------------------------------------------------------

    def _word(self, anchor: int, members: int = _PART) -> int:
        low = max(self.low, anchor - BEFORE)
        start = anchor
        while start > low and self.flags[self.data[start - 1]] & members:
            start -= 1
        return start

    def _next_word(self) -> str:
        end = self._next
        limit = min(self.size, end + _MOST)
        while end < limit and not self.flags[self.data[end]] & classes.SPACE:
            end += 1
        if end == self.size:
            self.need = True
        return quote_for_message(self.window[self._next : end])


class Explainer(Explaining, Kernel):
    """The kernel, which keeps the reasons of its decisions."""


class SuffixExplainer(Explaining, SuffixKernel):
    """The kernel that also finds references without a scheme, and keeps the reasons of its decisions."""

    def _forget(self) -> None:
        super()._forget()
        self._marked = False

    def suffix(self, dot: int) -> int:
        return self._decide(dot, super().suffix, self._no_name)

    def mailbox(self, at: int) -> int:
        return self._decide(at, super().mailbox, self._no_address)

    def _no_name(self, dot: int) -> str:
        if not (self.all_names or self._marked) or not self._goes_on(dot):
            return ""
        start = dot
        while start > max(self.low, dot - _MAX_LABEL) and self._of_label(start - 1):
            start -= 1
        # This name was decided at its first dot.
        if start == dot or (start > self.low and self.data[start - 1] == DOT):
            return ""
        end = int(self.run(start))
        name = self.window[start:end].rstrip(b".-")
        last = name.rpartition(b".")[2].lower()
        # A file name, a number or an abbreviation is not explained.
        if not self._marked and not is_server_label(self, start, dot) and last not in tlds.TLDS:
            return ""
        return self._no or 'without "www." the name must be followed by a path'

    def _of_label(self, i: int) -> bool:
        byte = self.data[i]
        return bool(self.flags[byte] & classes.NAME) and byte != DOT

    def _goes_on(self, anchor: int) -> bool:
        following = self.peek(anchor + 1)
        return bool(self.flags[following] & classes.WORD) or following >= 0x80

    def _no_address(self, at: int) -> str:
        if not (self.all_mails or self._marked) or not self._goes_on(at):
            return ""
        return self._no or "the surrounding characters rule out an address"

    def is_marked(self, start: int, end: int) -> bool:
        self._marked = bool(super().is_marked(start, end))
        return self._marked

    def ends_known(self, start: int, end: int, special: bool) -> bool:
        answer = bool(super().ends_known(start, end, special))
        if not answer:
            self._no = f"{quote_for_message(self.window[start:end])} is not a name in a top-level domain"
        return answer

    def rejects(self, answer: bool, reason: str) -> bool:
        if answer:
            self._no = reason
        return answer

    def _what(self, start: int, colon: int, bits: int) -> str:
        if not bits & (rows.SUFFIX | rows.MAIL):
            return super()._what(start, colon, bits)
        what = "a mail address" if bits & rows.MAIL else "a name without a scheme"
        if self._marked:
            return f"{what}, defanged"
        if bits & rows.MAIL:
            return f"{what}, in a top-level domain"
        dot = self.window.find(b".", start)
        return f"{what}, " + (
            'beginning with "www." or "ftp."' if is_server_label(self, start, dot) else "followed by a path"
        )
