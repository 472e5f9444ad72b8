"""The regular expressions of the source are linear, and mean the same in every supported Python.

:data:`USES` and :data:`BOUNDED` are complete: a test fails if a pattern is in neither. Attacks are derived from each
pattern's syntax tree; :data:`WORST` adds attacks written by hand.
"""

from __future__ import annotations

import ast
import os
import re
from functools import cache
from random import Random
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest

import uri_extract
from conftest import SEED
from patterns import USES as METHODS
from patterns import Pattern, calls, modules, patterns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: The methods of patterns that are not called under the name to which they are assigned.
USES: dict[str, str] = {
    "uri.unwrap:_index": "match",
    "cli.terminal:_unsafe": "search sub",
    "decode._refang:_FIRST_BYTES": "search",
    "decode.refang:_own": "search",
    "formats.lightweight.asciidoc:_CLOSE": "search",
    "formats.lightweight.asciidoc:_END_OF_PLUS": "search",
    "formats.lightweight.asciidoc:_FENCES": "search",
    "formats.lightweight.asciidoc:_STOPS": "search",
    "formats.lightweight.latex:_END": "search",
    "formats.lightweight.latex:_HREF": "search",
    "formats.lightweight.latex:_IN_NAME": "sub",
    "formats.lightweight.latex:_IN_URI": "sub",
    "formats.lightweight.latex:_OTHER": "search",
    "formats.lightweight.latex:_PARAMETER": "search",
    "formats.lightweight.latex:_SEVERAL": "search",
    "formats.lightweight.latex:_STOPS": "search",
    "formats.lightweight.mediawiki:_STOPS": "search",
    "formats.lightweight.org:_END": "search",
    "formats.lightweight.org:_END_OF_TEXT": "search",
    "formats.lightweight.org:_STOPS": "search",
    "formats.lightweight.restructuredtext:_STOPS": "search",
    "formats.lightweight.restructuredtext:_outside": "search",
    "markup.css:_BAD_URL": "match",
    "markup.css:_SIGN": "search",
    "markup.css:_SIGN_INSIDE": "search",
    "markup.css:_STRINGS": "match",
    "markup.css:_URL": "match",
    "markup.html.glances:MEANT_COLON": "search",
    "markup.html.glances:PLAIN_URL": "match",
    "markup.html.glances:SHAPE": "search",
    "markup.html.glances:USUAL_URI": "fullmatch",
    "formats.chats:Mrkdwn": "finditer",
    "formats.chats:TelegramPageScanner": "finditer",
    "formats.chats:TelegramPageScanner#2": "fullmatch",
    "formats.chats:WhatsappScanner": "finditer match",
    "formats.json.beginnings:_shape": "match",
    "formats.recognition:_written_out": "match",
    "markup.html.script_words:RELATIVE_PROPERTY": "search",
    "markup.html.script_words:SLASHLESS": "search",
    "markup.urls:_COMMA_WORD": "finditer",
    "text._readings:_undivided_word": "search",
    "formats.office.field_text:_BEFORE": "search",
    "formats.strings:_ANY": "search",
    "formats.strings:_COLON": "search",
    "formats.unread:_PACKET": "match",
    "formats.unread:_signature": "match",
    "formats.containers:beginning": "match",
    "sources.ar:_END": "match search",
    "sources.codecs:_beginning": "match",
    "sources.kinds:_later": "search",
    "sources.kinds:signature": "match",
    "sources.zip:_FIRST_HEADER": "search",
    "sources.zip_member:_NEXT_HEADER": "search",
    "uri.defang:_DELIMITER": "sub",
    "uri.defang:_MARK": "sub",
    "uri.diagnose:_SCHEME": "match",
    "uri.diagnose:_SCHEME_1997": "match",
    "uri.diagnose:_ip_literal_faults": "match",
    "uri.diagnose:_no_scheme": "match",
    "uri.diagnose:_run_pattern": "match",
    "uri.iri:_patterns": "sub",
    "uri.iri:_patterns#2": "match",
    "uri.patterns:_server": "fullmatch",
    "uri.patterns:compiled": "fullmatch",
    "uri.patterns:compiled#2": "fullmatch",
    "uri.patterns:compiled#3": "fullmatch",
    "uri.patterns:harmless": "fullmatch",
    "uri.secrets:_AFTER_PATH": "finditer",
    "uri.secrets:_END_OF_NUMBER": "search",
    "uri.secrets:_END_OF_STRING": "search",
    "uri.secrets:_ENDS": "search",
    "uri.secrets:_ENDS_IN_PATH": "search",
    "uri.secrets:_IN_PATH": "finditer",
    "uri.text_hazards:_host_in_browsers": "match",
    "scan.classes:DIVIDED": "match",
    "scan.classes:HOST_REFERENCE": "match",
    "scan.classes:IDENTIFIER": "match",
    "scan.classes:INVISIBLE": "match",
    "scan.classes:PLAIN_RUN": "match",
}

#: Patterns whose input is short, and what bounds it.
BOUNDED: dict[str, str] = {
    "mail.digest:_BETWEEN": "mail.digest.REACH bytes from a boundary",
    "mail.digest:_FORWARDED": "mail.digest.REACH bytes from a boundary",
    "mail.digest:_PREAMBLE": "mail.digest.REACH bytes from a boundary",
    "sinks.formats:_begins": "limits.MAX_TEXT_CHECK bytes of a file that the output would replace, or a chunk of it",
    "sources.directories:_pattern": "the name of a file, matched against the user's own glob",
    "uri.grammar:_REPEAT": "the package's own grammar",
    "uri.grammar:_RULE": "the package's own grammar",
    "uri.grammar:_SET": "the package's own grammar",
    "uri.grammar:_TOKEN": "the package's own grammar",
    "uri.schemes:_Patterns.__missing__": "uri.schemes.REST_WINDOW bytes",
}

#: Attacks written by hand: prefix, repeated text, suffix.
WORST: dict[str, list[tuple[str, ...]]] = {
    "formats.lightweight.asciidoc:_BARE": [("\x02ftp://\x02", "a", "/", "ftp://a\x02", "[")],
    "uri.secrets:_TOKENS": [("", "-eyJ", ""), ("eyJaaaaaaaa", "-eyJaaaaaaaa", ".eyJ")],
    "uri.secrets:_ODD_AUTHORITIES": [("", "//a:", ""), ("//a:", "1", ""), ("", "a:", ""), ("", "//", "")],
    "uri.secrets:_MEMBERS": [("", '"', ""), ("", '"a":', "")],
}

#: The parts of a text: prefix, repeated text, suffix; or prefix, repeated text, infix, another repeated text, suffix.
Attack = tuple[str, ...]

_UNLIMITED = ops.MAXREPEAT
_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)
_ONE_CHARACTER = (ops.LITERAL, ops.NOT_LITERAL, ops.IN, ops.ANY)


def _names() -> list[str]:
    return [call.name for call in calls()]


def _tree(pattern: Pattern) -> Any:
    return parser.parse(pattern.source, pattern.flags)


def _children(op: Any, value: Any) -> list[Any]:
    """Return the sequences of nodes in a node."""
    if op in _REPEATS:
        return [value[2]]
    if op is ops.SUBPATTERN:
        return [value[3]]
    if op is ops.ATOMIC_GROUP:
        return [value]
    if op is ops.BRANCH:
        return list(value[1])
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return [value[1]]
    if op is ops.GROUPREF_EXISTS:
        return [each for each in value[1:] if each is not None]
    return []


def _nodes(tree: Any) -> Iterator[tuple[Any, Any]]:
    for op, value in tree:
        yield op, value
        for child in _children(op, value):
            yield from _nodes(child)


# -- constructs that every Python matches correctly --------------------------------------------------------------------


def _unportable(tree: Any) -> str | None:
    """Return the construct in a pattern that a supported Python matches incorrectly; None without one."""
    for op, value in _nodes(tree):
        if op is ops.POSSESSIVE_REPEAT and not (len(value[2]) == 1 and value[2][0][0] in _ONE_CHARACTER):
            return "a possessive quantifier of more than one character; use uri.patterns.repeated()"
        if op is ops.ATOMIC_GROUP and any(inner is ops.SUBPATTERN and each[0] for inner, each in _nodes(value)):
            return "a group that captures inside an atomic group"
    return None


@pytest.mark.parametrize("source", ["(?:ab)*+", "(a)?+", "(a)++", "(?:[ab]{2}){1,3}+", "(?>a(b))", "(?=(?:ab)*+)"])
def test_patterns_that_some_python_gets_wrong_are_recognised(source: str) -> None:
    assert _unportable(parser.parse(source, 0)) is not None


@pytest.mark.parametrize("source", ["a*+", "[ab]++", r"\d{1,3}+", ".?+", "(?>(?:ab)*)", "((?>(?:ab)*)c)"])
def test_patterns_that_every_python_gets_right_are_recognised(source: str) -> None:
    assert _unportable(parser.parse(source, 0)) is None


def test_no_pattern_uses_what_python_3_11_2_gets_wrong() -> None:
    wrong = {each.name: fault for each in patterns() if (fault := _unportable(_tree(each)))}
    assert wrong == {}


# -- the list is complete ----------------------------------------------------------------------------------------------


def test_every_call_of_a_regular_expression_is_recorded() -> None:
    recorded = {each.name for each in patterns()}
    assert [name for name in _names() if name not in recorded] == []


def test_regular_expressions_are_called_by_their_modules_name() -> None:
    hidden = []
    for module, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "re":
                hidden.append(f"{module}: from {node.module} import")
            if isinstance(node, ast.Import):
                hidden += [f"{module}: import as" for name in node.names if name.name == "re" and name.asname]
                hidden += [
                    module for name in node.names if name.name == "uri_extract._compat._re" and name.asname != "re"
                ]
    assert hidden == []


@cache
def _called() -> dict[tuple[str, str], set[str]]:
    """Return the methods called on each name, by the module that assigns it."""
    found: dict[tuple[str, str], set[str]] = {}
    for module, tree in modules().items():
        origin = {
            alias.name: (node.module or "").removeprefix("uri_extract.")
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in METHODS and isinstance(node.value, ast.Name):
                name = node.value.id
                found.setdefault((origin.get(name, module), name), set()).add(node.attr)
    return found


def _uses(pattern: Pattern) -> set[str]:
    """Return the methods with which a pattern is used."""
    if pattern.method != "compile":
        return {pattern.method}
    if pattern.name in USES:
        return set(USES[pattern.name].split())
    module, _, name = pattern.name.partition(":")
    return _called().get((module, name), set())


def test_every_pattern_has_a_known_use_or_a_bounded_input() -> None:
    unknown = {each.name for each in patterns() if each.name not in BOUNDED and not _uses(each)}
    assert unknown == set()


def test_the_tables_name_no_pattern_that_is_gone() -> None:
    assert {*USES, *BOUNDED, *WORST} - set(_names()) == set()


# -- attacks -----------------------------------------------------------------------------------------------------------


def _member(op: Any, value: Any, is_bytes: bool) -> str:
    """Return a character that a node matches."""
    if op is ops.LITERAL:
        return chr(value)
    if op is ops.ANY:
        return "a"
    if op is ops.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    for character in "a1 -/:;.<\n\x00%=\x80":
        one = character.encode("latin-1") if is_bytes else character
        if _one(tuple(map(repr, value)), op, value, is_bytes).match(one):
            return character
    for inner, content in value:
        if inner is ops.LITERAL:
            return chr(content)
        if inner is ops.RANGE:
            return chr(content[0])
    return "a"


_COMPILED: dict[Any, Any] = {}


def _one(key: Any, op: Any, value: Any, is_bytes: bool) -> Any:
    """Return the compiled pattern of one character set."""
    if (key, is_bytes) not in _COMPILED:
        from re import _compiler  # type: ignore[attr-defined]

        tree = parser.parse(b"" if is_bytes else "", 0)
        tree.append((op, value))
        _COMPILED[key, is_bytes] = _compiler.compile(tree, 0 if is_bytes else re.UNICODE)
    return _COMPILED[key, is_bytes]


def _shortest(tree: Any, is_bytes: bool, often: int = 0) -> str:
    """Return a short string that a tree matches; lookarounds are ignored, so it may not match entirely."""
    out = []
    for op, value in tree:
        if op in _ONE_CHARACTER:
            out.append(_member(op, value, is_bytes))
        elif op in _REPEATS:
            out.append(_shortest(value[2], is_bytes, often) * max(value[0], min(often, value[1])))
        elif op is ops.BRANCH:
            out.append(min((_shortest(each, is_bytes, often) for each in value[1]), key=len))
        elif op in (ops.SUBPATTERN, ops.ATOMIC_GROUP):
            out.append(_shortest(_children(op, value)[0], is_bytes, often))
    return "".join(out)


def _loops(tree: Any, is_bytes: bool, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield for each long repetition its prefix, and the repeated text."""
    for k, (op, value) in enumerate(tree):
        prefixes = {before + _shortest(tree[:k], is_bytes), before + _shortest(tree[:k], is_bytes, 1)}
        for prefix in prefixes:
            if op in _REPEATS and (value[1] is _UNLIMITED or value[1] > 100):
                branches = value[2][0][1][1] if len(value[2]) == 1 and value[2][0][0] is ops.BRANCH else [value[2]]
                for branch in branches:
                    yield prefix, _shortest(branch, is_bytes) or _shortest(branch, is_bytes, 1)
            for child in _children(op, value):
                yield from _loops(child, is_bytes, prefix)


def _refused(op: Any, value: Any) -> Iterator[str]:
    """Yield the characters that a negated set names."""
    if op is ops.NOT_LITERAL:
        yield chr(value)
    elif op is ops.IN and value[0][0] is ops.NEGATE:
        for inner, content in value[1:]:
            if inner in (ops.LITERAL, ops.RANGE):
                yield chr(content if inner is ops.LITERAL else content[0])


def _first(letters: set[str], count: int) -> list[str]:
    return sorted(letters, key=lambda letter: (letter.isalnum(), letter))[:count]


def _parts(pattern: Pattern) -> tuple[set[tuple[str, str]], set[str], set[str], set[str]]:
    """Return what attacks are made of: repetitions with their prefixes, characters, other pumps, and ends."""
    is_bytes = isinstance(pattern.source, bytes)
    tree = _tree(pattern)
    letters = {_member(op, value, is_bytes) for op, value in _nodes(tree) if op in _ONE_CHARACTER}
    refused = {each for op, value in _nodes(tree) for each in _refused(op, value)}
    loops = {loop for loop in _loops(tree, is_bytes) if loop[1]}
    whole = _shortest(tree, is_bytes, 1)
    ends = {*_first(letters, 8), *_first(refused, 8), "", "!", "\n", "\x01"}
    return loops, {*_first(letters, 12), "a", " ", "\n"}, {whole, whole[:-1]} - {""}, ends


def _attacks(pattern: Pattern) -> Iterator[Attack]:
    """Yield attacks on a pattern: prefix, repeated text, suffix.

    A repetition is followed by each character that may make what comes after it fail: a pattern may match a repeated
    text at once, and read it again and again only if it cannot end as it should.
    """
    loops, letters, pumps, ends = _parts(pattern)
    for prefix, pump in sorted(loops):
        pumps |= {prefix + pump}
        for suffix in sorted(ends):
            yield prefix, pump, suffix
        for letter in letters:
            yield prefix, letter, "\x01"
            yield "", letter + prefix, "\x01"
    for pump in sorted(pumps | letters):
        yield "", pump, "\x01"
    for first in sorted(letters):
        for second in sorted(letters - {first}):
            yield "", first + second, "\x01"


def _random_attacks(pattern: Pattern, seed: str, count: int) -> Iterator[Attack]:
    """Yield attacks by chance: prefix, repeated text, infix, another repeated text, suffix."""
    loops, letters, pumps, ends = _parts(pattern)
    random = Random(f"{pattern.name} {seed}")
    some = sorted({*letters, *ends, *pumps, *(each for loop in loops for each in loop)} - {""})
    for _ in range(count):
        prefix, pump = random.choice([*sorted(loops), ("", "".join(random.choices(some, k=2)))])
        yield (
            random.choice(["", *some]) + prefix, pump, random.choice(["", *some]),
            random.choice([pump, "", *some]), random.choice(["", *some]),
        )  # fmt: skip


def _text(pattern: Pattern, attack: Attack, size: int) -> Any:
    prefix, pump, *rest, suffix = attack
    infix, second = rest or ("", "")
    count = size // len(pump + second)
    text = prefix + pump * count + infix + second * count + suffix
    return text.encode("latin-1", "replace") if isinstance(pattern.source, bytes) else text


def _time(compiled: Any, method: str, text: Any) -> float:
    call = getattr(compiled, method)
    begin = process_time()
    if method in ("sub", "subn"):
        call(text[:0], text)
    elif method == "finditer":
        for _ in call(text):
            pass
    else:
        call(text)
    return process_time() - begin


def _least(compiled: Any, method: str, text: Any) -> float:
    """Return the least of five times, or of fewer if they are long: they vary less."""
    times = [_time(compiled, method, text)]
    while len(times) < 5 and sum(times) < 0.02:
        times.append(_time(compiled, method, text))
    return min(times)


#: The sizes, smallest first so that no attack takes long, and the seconds up to which a time is not measurable. The
#: first sizes are close together: an attack of exponential time that takes a millisecond at one of them would not end
#: at a size ten times as large.
_SIZES = (*((size, 0.001) for size in (16, 24, 36, 54, 80, 120, 180)), (300, 0.002), (6_000, 0.0005))
#: At sizes from this one on, an attack of double size ends.
_LARGE = 300
#: Linear time doubles with the size, quadratic time is fourfold.
_MORE_THAN_LINEAR = 2.9
#: Measurements are votes for and against linear time, until one side leads by this number: other processes may cause
#: growth or hide it, but not in most measurements.
_LEAD = 4
_TRIES = 25


def _growth(pattern: Pattern, method: str, attack: Attack) -> float | None:
    """Return the ratio of the times for an attack of double and of single size; None if it takes too little time.

    Where time seems to be more than linear, that is the ratio of a third size and the second.
    """
    compiled = pattern.compiled()
    for size, quick in _SIZES:
        text = _text(pattern, attack, size)
        if _time(compiled, method, text) < quick or min(_time(compiled, method, text) for _ in range(3)) < quick:
            continue
        half = _text(pattern, attack, size // 2)
        once, twice = _least(compiled, method, half), _least(compiled, method, text)
        if twice < _MORE_THAN_LINEAR * once or size < _LARGE:
            return twice / once
        text = _text(pattern, attack, size * 2)
        return _least(compiled, method, text) / twice
    return None


def _is_linear(pattern: Pattern, method: str, attack: Attack) -> bool:
    lead = 0
    for _ in range(_TRIES):
        growth = _growth(pattern, method, attack)
        if growth is None:
            return True
        lead += -1 if growth < _MORE_THAN_LINEAR else 1
        if abs(lead) == _LEAD:
            break
    return lead < 0


def _worst(pattern: Pattern, attacks: Iterable[Attack]) -> Iterator[tuple[str, str, Attack]]:
    """Yield those of the attacks on a pattern that take more than linear time."""
    for method in sorted(_uses(pattern)):
        for attack in dict.fromkeys(attacks):
            if not _is_linear(pattern, method, attack):
                yield pattern.name, method, attack


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "method"),
    [
        (r"<\s*([^<>]*?)\s*>", "search"), (r";[\s;]*+([^=;\s]++)=", "finditer"), ("(?:a+)+b", "match"),
        (r"[ \t]*+:", "search"), (rb"(?<![a-z])eyJ[-a-zJ]{8,}+\.", "sub"), ("a*a*b", "match"), ('"[^"]*"', "fullmatch"),
        (r"(?:x+x+)+y", "search"), (rb"(-{4,}|\.{4,}|\+{4,}|/{4,}|```)[^\n`]*+\s*+", "fullmatch"),
        ("a+[^b]*", "fullmatch"),
    ],
)  # fmt: skip
def test_the_derived_attacks_find_patterns_that_are_not_linear(source: str | bytes, method: str) -> None:
    linear = source == '"[^"]*"'
    USES["test"] = method
    try:
        pattern = Pattern("test", "compile", source, 0)
        assert (next(_worst(pattern, _attacks(pattern)), None) is None) == linear
    finally:
        del USES["test"]


def _unbounded(module: str) -> list[Pattern]:
    """Return the different patterns of a module whose input is not bounded."""
    of_module = [each for each in patterns() if each.name.partition(":")[0] == module]
    return [each for each in of_module if each.name not in BOUNDED]


@pytest.mark.parametrize("module", sorted({name.partition(":")[0] for name in _names()}))
def test_every_pattern_of_a_module_is_linear_in_its_input(module: str) -> None:
    for each in _unbounded(module):
        assert [*_worst(each, [*WORST.get(each.name, []), *_attacks(each)])] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("rule", "edition"),
    [("IRI-reference", "rfc3986"), *(("URI-reference", each) for each in ("rfc3986", "rfc2396", "url-syntax-09"))],
)
def test_a_pattern_for_users_is_linear(rule: str, edition: str) -> None:
    each = Pattern("uri.grammar:pattern", "fullmatch", uri_extract.pattern(rule, edition=edition), 0)
    units = ("a", "a.", "1.", "a-", "a:", "a/", "/", "%41", "@", ";", "?")
    attacks = ((prefix, unit, "\x01") for prefix in ("", "a:", "//", "//a@") for unit in units)
    assert [*_worst(each, attacks)] == []


@pytest.mark.long
def test_every_pattern_is_linear_in_texts_by_chance() -> None:
    count = int(os.environ.get("URI_EXTRACT_ATTACKS", "15"))
    for module in sorted({name.partition(":")[0] for name in _names()}):
        for each in _unbounded(module):
            assert [*_worst(each, _random_attacks(each, SEED, count))] == [], f"URI_EXTRACT_SEED={SEED}"
