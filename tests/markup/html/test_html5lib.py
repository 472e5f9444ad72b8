"""The tokenizer cases of html5lib-tests, if they are there (``python -m tests.oracles`` fetches them)."""

import json
import re

import pytest
from tests.oracles import folder

from .reading import VARIANTS, html5lib

FOLDER = folder("html5lib-tests", "html/html5lib-tests") / "tokenizer"
FILES = sorted(FOLDER.glob("*.test"))

#: Lists of cases that do not apply, by their names in the files, with the reason.
INAPPLICABLE = {
    "xmlViolationTests": "what a tree is changed to where XML is written from it; a tokenizer changes nothing",
}


def unescaped(thing):
    """Return the content of a case with its second level of escapes decoded."""
    if isinstance(thing, str):
        return re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), thing)
    if isinstance(thing, list):
        return [unescaped(each) for each in thing]
    if isinstance(thing, dict):
        return {unescaped(key): unescaped(each) for key, each in thing.items()}
    return thing


def expected(tokens):
    """Return the tokens with adjacent characters joined, and only the kind of a doctype."""
    made = []
    for token in tokens:
        if token[0] == "Character" and made and made[-1][0] == "Character":
            made[-1] = ["Character", made[-1][1] + token[1]]
        else:
            made.append(token[:1] if token[0] == "DOCTYPE" else token)
    return made


def encoded(text):
    """Return text as UTF-8; a surrogate pair of two escapes is one character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass").encode("utf-8", "surrogatepass")


@pytest.mark.skipif(not FILES, reason="`python -m tests.oracles` fetches the cases")
def test_the_files_are_all_there():
    assert len(FILES) >= 14
    lists = [(name, cases) for path in FILES for name, cases in json.loads(path.read_text("utf-8")).items()]
    assert {name for name, _ in lists} == {"tests", *INAPPLICABLE}
    assert sum(len(cases) for name, cases in lists if name == "tests") > 6800
    assert sum(len(cases) for name, cases in lists if name in INAPPLICABLE) == 4


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case_has_the_tokens_it_says(path, variant):
    wrong = []
    for name, cases in json.loads(path.read_text("utf-8")).items():
        for case in cases if name not in INAPPLICABLE else ():
            text, tokens = case["input"], case["output"]
            if case.get("doubleEscaped"):
                text, tokens = unescaped(text), unescaped(tokens)
            for state in case.get("initialStates", ["Data state"]):
                for chunk in (None, 1, 3):
                    found = html5lib(encoded(text), variant, state, case.get("lastStartTag"), chunk)
                    if found != expected(tokens):
                        wrong.append((case["description"], state, chunk, found))
    assert not wrong
