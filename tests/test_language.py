"""Plain English and the standards' terms in everything that users and developers read."""

import ast
import re
import tokenize
from pathlib import Path

import pytest

import uri_extract
from uri_extract.cli.flags import GROUPS

ROOT = Path(__file__).parent.parent
PACKAGE = Path(uri_extract.__file__).parent

#: Maps forbidden phrases to better ones. In comments, docstrings, messages, help and documentation.
PHRASES = {
    r"\bbehind\b": "after, following",
    r"\bstands?\b(?! (?:for|beside each|alone)\b)": "is in, appears in",
    r"\bso many\b(?! that\b)": "name the number, or: this many",
    r"\b[Nn]obody\b": "no other process, unused, undeclared",
    r"\b(?:[Rr]eturn|[Tt]ells?) whether\b": "Return True if",
    r"\b(?:is|are|was|were|be|been) told\b(?! to\b)": "receives, is reported, is distinguished",
    r"\bat hand\b": "current",
    r"\bat a glance\b": "fast check",
    r"\bcomes? out\b": "is emitted, the result",
    r"\bgives? back\b|\bgiven back\b": "returns, restores",
    r"\banew\b": "again, start over",
    r"\b[Ff]or who\b|\bto who\b|\bby who\b": "for callers that",
    r"\blets? go\b": "freed",
    r"(?<![Tt]here )\b(?:is|are) none(?=[.,:;)]|$)": "is not one",
    r"\bof wh(?:ich|om) nobody\b": "name the noun",
    r"\bnothing is known of\b": "unknown",
    r"\bis wanted, not\b": "must be ..., not ...",
    r"\bgoing on at\b": "resuming at",
    r"\bWhat it takes for\b": "What counts as",
    r"\bthe other way round\b": "name the reverse",
    r"\bfor sure\b": "certainly",
    r"\bnothing encloses\b": "not enclosed, without delimiters",
    r"\ba program of its own\b": "a separate program",
    r"\bcomes? back as\b": "is returned unchanged",
    r"\btakes? (?:it|a host) for\b": "reads it as",
    r"\bhanded out\b": "returned, yielded",
    r"\bwhence\b|\bnone at all\b|\bsays? something\b": "name the noun",
    r"\bmay have to be said\b|\bis said here\b": "subject first",
    r"\bpassed over\b": "skipped",
    r"\bput together\b": "joined, assembled",
    r"\blooked at\b": "examined",
    r"\b[Ww]hat is no\b": "name the noun: text that is not a link",
    r"\bleft to others\b": "name the others",
    r"\b(?:is|are) undone\b": "decoded, restored",
    r"\bso (?:much|long)\b(?! (?:that|as)\b)": "name the limit",
    r"\bspoken? of\b|\bspeaks? of\b|\bto speak of\b": "describe, cover",
    r"\bwho (?:asks|calls|holds|reads|sees|wants|writes)\b": "for callers that",
    r"\bnext to no\b|\bfor ever\b": "little, without end",
    r"\bmakes? of (?:it|them)\b": "name the result",
}

#: Only in messages and help texts.
MESSAGES = {
    r"^[^:]* is no [a-z]": "invalid ...: reason",
    r"\bare no [a-z]+s\b": "are not",
    r"\bgoes on\b": "continues",
    r"\bno more count\b": "further ones are ignored",
    r"\bcannot be\.?$": "invalid",
}

#: Names that only their author understands, although a standard has a term or a plain name exists.
NAMES = {
    *("frames_may_come", "WITHOUT_CONTENT", "SVG_POINTS", "MATHML_POINTS", "SILENT", "dressed", "hypertext", "undo"),
    *("rounds", "squares", "curlies", "seen_too", "Face", "Once", "Giving", "Way", "Turn", "Told", "Before", "Pieces"),
    *(
        "Cutter",
        "Contained",
        "Undone",
        "Referring",
        "heeds",
        "torn",
        "plainly_none",
        "referred",
        "controlled",
        "SHAPED",
    ),
    *("behind", "nobody"),
}

TEST_NAMES = {
    r"test_(?:it|its|they|them|nor|so|and|but|who|which|not|too|there|those|neither|then|also)_": "name the subject",
    r"_(?:is|are)_no_(?!worse|names)": "is_not_a",
    r"_behind(?:_|$)": "after",
    r"_stands?_(?!for)|_stands$": "is_in",
    r"_told(?:_|$)|nobody|_comes?_out(?:_|$)": "reported, distinguished, found",
    r"^test_what(?:ever)?_": "state the rule, not a topic",
    r"_looked_at(?:_|$)": "examined",
    r"_passed_over(?:_|$)": "skipped",
    r"_put_together(?:_|$)": "joined",
    r"_has_it(?:_|$)|_comes_back_as_": "name what is returned",
}


def found(phrases, texts):
    """Return a sentence for each forbidden phrase in texts, which are given with their positions."""
    searched = {re.compile(phrase): better for phrase, better in phrases.items()}
    any_of = re.compile("|".join(f"(?:{phrase})" for phrase in phrases))
    return [
        f"{place}: {match[0]!r} (better: {better}): {text.strip()}"
        for place, text in texts
        if any_of.search(text)
        for phrase, better in searched.items()
        for match in [phrase.search(text)]
        if match
    ]


def text_of(path):
    """Yield the comments and strings of a module, or the lines of any other file, with their positions."""
    if path.suffix != ".py":
        yield from ((f"{path.name}:{line}", text) for line, text in enumerate(path.read_text("utf-8").splitlines(), 1))
        return
    kinds = (tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in kinds:
                yield from ((f"{path}:{token.start[0]}", line) for line in token.string.splitlines())


def comments_and_docstrings(path):
    """Yield the comments and the lines of docstrings of a module, with their positions."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield f"{path}:{token.start[0]}", token.string
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for line in (ast.get_docstring(node) or "").splitlines():
                yield f"{path}:{node.body[0].lineno}", line


def messages_of(tree):
    """Yield the strings of a module that are not docstrings, with their lines; values in f-strings are ``_``."""
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    skipped |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "_" for part in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def names_in(tree):
    """Yield the names that a module defines: of classes, functions, parameters, variables and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "corpora/README.md", "packaging/README.md")
MODULES = sorted(PACKAGE.rglob("*.py"))
WRITTEN = [*MODULES, *sorted(PACKAGE.rglob("*.pxd")), *sorted((ROOT / "docs").rglob("*.md"))]
WRITTEN += [ROOT / name for name in PAGES]
#: Modules outside of the package; their strings are mostly data.
PROGRAMS = [
    path
    for folder in ("tests", "benchmarks", "fuzz", "corpora")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "fetched" not in path.parts
]


@pytest.fixture(scope="module")
def trees():
    """The modules of the package, parsed."""
    return {path.relative_to(PACKAGE): ast.parse(path.read_text("utf-8")) for path in MODULES}


def test_text_has_no_phrase_of_the_dialect():
    assert not [each for path in WRITTEN for each in found(PHRASES, text_of(path))]


def test_comments_and_docstrings_of_tests_and_programs_have_no_phrase_of_the_dialect():
    assert len(PROGRAMS) > 200
    assert not [each for path in PROGRAMS for each in found(PHRASES, comments_and_docstrings(path))]


def test_messages_have_no_phrase_of_the_dialect(trees):
    texts = ((f"{path}:{line}", text) for path, tree in trees.items() for line, text in messages_of(tree))
    assert not found(MESSAGES, texts)


def test_help_has_no_phrase_of_the_dialect():
    texts = [(flag.place, flag.help) for flags in GROUPS.values() for flag in flags]
    assert texts
    assert not found(PHRASES | MESSAGES, texts)


def test_names_are_the_terms_of_the_standards(trees):
    assert not {
        f"{path}: {name}" for path, tree in trees.items() for name in names_in(tree) if name.strip("_") in NAMES
    }


def test_names_of_tests_state_the_rule():
    names = [
        (path.name, name)
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in names_in(ast.parse(path.read_text("utf-8")))
        if name.startswith("test_")
    ]
    assert len(names) > 1000
    assert not found(TEST_NAMES, names)


@pytest.mark.parametrize(
    "text",
    [
        "what stands behind it", "so many rows", "nobody asks", "Return whether it is", "it is told where", "at hand",
        "seen at a glance", "what comes out", "None if it is none.", "begin anew", "for who is about to end it",
        "a URI comes back as it is", "markup or the other way round", "in a program of its own",
        "the rest is passed over", "pieces put together", "each byte is looked at once", "what is no UTF-8",
        "left to others", "escapes are undone", "so much of a window must follow", "what it speaks of",
        "for callers and who reads them", "takes next to no time", "what a browser makes of it",
    ],
)  # fmt: skip
def test_phrases_of_the_dialect_are_found(text):
    assert found(PHRASES, [("here", text)])
