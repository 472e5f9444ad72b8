"""Small documents: base, references and targets are those of Chromium, scripting off (``corpora/ask_browser.py``)."""

import json
from pathlib import Path

import pytest

from uri_extract import normalize
from uri_extract.markup.css import Stylesheet
from uri_extract.markup.html import attributes

from .test_scanner import VARIANTS, scan

CASES = [json.loads(line) for line in Path(__file__).with_name("browser.jsonl").read_text("utf-8").splitlines()]

# Documents whose references differ from those of the browser, and why.
_CLONE = "a tree builder makes the element twice; it stands once"
_ORDER = "in the tree it has another place than in the document"
_NO_URL = "no valid URL: the document's own base serves (HTML standard §4.2.3); Chromium takes none"
DIFFERENT = {
    "tree-adopt": _CLONE,
    "tree-foster": _CLONE,
    "tree-body-late": _ORDER,
    "tree-p-table": _ORDER,
    "base-href-port-bad": _NO_URL,
    "base-href-bad-bracket": _NO_URL,
    "base-first-bad": _NO_URL,
    "base-in-srcdoc": "the browser was asked for the elements of one document, not of those in its frames",
    "base-href-bad-host": "a host with a blank is none (URL Standard §3.5); Chromium encodes it",
    "base-in-math-mglyph": "mglyph is read as HTML: whether it is in text of MathML would have to be known",
}


def in_browser(case):
    """Yield the browser's references, with the URL that it resolves each to, or None."""
    for element, attribute, value, resolved, namespace in case["links"]:
        if attribute is None:
            yield from (("style", "", each.text, None) for each in Stylesheet().feed(value.encode(), final=True))
            continue
        beside = {name: text for of, name, text, *_ in case["links"] if of == element == "meta"}
        place = attributes.place(element, attribute, beside, foreign=bool(namespace))
        if place is not None:
            for each in attributes.read(place.kind, value):
                yield element, attribute, each.text, resolved


def ours(case, variant=VARIANTS[0], chunk=None):
    found, _, base = scan(case["html"], chunk, charset="utf-8", variant=variant)
    return [each for each in found if each.delimiter != "script" and (each.attribute or each.delimiter == "css")], base


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_links_are_those_of_the_browser(case, variant):
    found, base = ours(case, variant)
    told = [(each.element, each.attribute, each.reference) for each in found]
    theirs = [each[:3] for each in in_browser(case)]
    if case["id"].startswith("random"):  # documents of a generator: some elements are cloned or moved in the tree
        told, theirs = sorted(set(told), key=str), sorted(set(theirs), key=str)
    same = told == theirs and base == case["base"].partition("#")[0]
    assert same is (case["id"] not in DIFFERENT)
    assert ours(case, variant, chunk=5) == (found, base)


# Documents whose references resolve to other URLs by RFC 3986 than by the URL Standard, and why.
_TEMPLATE = "in a template a browser has another base, and none for what is relative"
_SCHEME = "http:x is absolute (RFC 3986 §5.2.2, strict); browsers resolve it like a relative one, or repair it"
RESOLVED = {
    **dict.fromkeys(("base-in-template", "base-in-template-div", "base-in-template-table"), _TEMPLATE),
    **dict.fromkeys(("base-in-template-unclosed", "base-first-template", "tree-form-template"), _TEMPLATE),
    "base-href-file-no-slash": _SCHEME,
    "base-href-ipv4-hex": "0x7f.1 is a registered name (RFC 3986 §3.2.2); a hazard says what it may be taken for",
}


@pytest.mark.parametrize(
    "case", [case for case in CASES if not case["id"].startswith("random")], ids=lambda case: case["id"]
)
def test_links_resolve_to_the_urls_of_the_browser(case):
    if case["id"] in DIFFERENT:
        return
    for found, (*_, resolved) in zip(ours(case)[0], in_browser(case), strict=True):
        if resolved is None or case["id"] in RESOLVED:
            continue
        if found.target is None:
            assert resolved == found.reference  # unresolved in the browser too
        else:
            assert found.target == resolved or normalize(found.target) == normalize(resolved)


def test_known_differences_in_resolution_still_exist():
    for case in CASES:
        if case["id"] in RESOLVED:
            pairs = zip(ours(case)[0], in_browser(case), strict=True)
            assert any(resolved is not None and found.target != resolved for found, (*_, resolved) in pairs)
    assert RESOLVED.keys() <= {case["id"] for case in CASES}
