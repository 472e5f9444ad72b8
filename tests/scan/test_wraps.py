"""The signs at the end of a line: each is found where its meaning says (`scan/wrap_signs.py`); they are added up."""

from pathlib import Path

import pytest

from gold import read_gold
from uri_extract import extract_text
from uri_extract._compat._variants import interpreted
from uri_extract.errors import InvalidOptionValue
from uri_extract.scan import wrap_signs
from uri_extract.scan._kernel import Windows
from uri_extract.scan.explain import Explainer

CORPORA = Path(__file__).parents[2] / "corpora"

#: Text before a reference, so that it ends at the columns where lines are wrapped.
FAR = "the words before a reference make a line as long as lines are, "


def seen(text):
    """Return the signs and the verdict at the first line break that is weighed."""
    kernel = Explainer()
    kernel.load(text.encode(), 0, 0, True)
    while kernel.scan():
        pass
    first = next(each for decision in kernel.decisions for each in decision.breaks)
    return set(first.signs), first.verdict


@pytest.mark.parametrize(
    ("sign", "there", "not_there"),
    [
        ("open", "http://a.example/b-\nc", "http://a.example/b.\nc"),
        ("open", "http://a.example/b\n&c=d", "http://a.example/b\n/c=d"),
        ("ending", "http://a.example/b.\nhtml x", "http://a.example/b.\nhtmly x"),
        ("ending", "http://www.example.\norg/ x", "http://www.example.\norgy/ x"),
        ("ending", "http://a.example/b-1.8.\n3.tar.gz x", "http://a.example/b-1.8.\n3.tart x"),
        ("ending", "http://a.example/b-1.\n2-c.dmg x", "http://a.example/b-1.\n2-c.Dmg x"),
        ("open", "http://a.example/web/2020/\nhttp://b.example/c", "http://a.example/2020/\nhttp://b.example/c"),
        (
            "open",
            "http://a.example/20200102030405/\nhttp://b.example/",
            "http://a.example/20200102/\nhttp://b.example/",
        ),
        ("slash", "http://a.example/b/\nc-d", "http://a.example/b_\nc-d"),
        (
            "unfinished",
            "https://urldefense.com/v3/__http://a.example/b/c/__;!!abc!\nDefg",
            "https://urldefense.example/v3/__http://a.example/b/c/__;!!abc-\nDefg",
        ),
        ("host-cut", "http://www.\nexample.org/b", "http://www.example.org/\nb/c"),
        ("host-cut", "http://www.harbour.\nexample.org/b x", "http://www.example.\nharbour.org/b x"),
        ("cut", FAR + "http://a.example/b\nc/d-e/f", FAR + "http://a.example/b/\nc/d-e/f"),
        ("deeper", "> http://a.example/\n> > c-d", "> > http://a.example/\n> c-d"),
        ("full", FAR + "http://a.example/\nc-d", "http://a.example/\nc-d"),
        ("fits", "http://a.example/\nc-d", FAR + "http://a.example/12345678901/\nc-d"),
        ("soft", "http://a.example/ \nc-d", "http://a.example/\nc-d"),
        ("outdent", "  http://a.example/\n c-d", "  http://a.example/\n  c-d"),
        ("closes", "(http://a.example/\nc)", "[http://a.example/\nc)"),
        ("alone", "http://a.example/\nc-d\ne", "http://a.example/\nc-d e"),
        ("delimited", "http://a.example/\nc/d", "http://a.example/\nc-d"),
        ("path-like", "http://a.example/\nc-d", "http://a.example/\ncd x"),
        ("long", "http://a.example/\nc-defghijklm", "http://a.example/\nc-defghi"),
        ("short", "http://a.example/\nc- d", "http://a.example/\nc-de f"),
        ("prose", "http://a.example/\nwords follow", "http://a.example/\nmixedCase follows"),
        ("capital", "http://a.example/\nWords follow", "http://a.example/\nwords follow"),
        ("bad", FAR + "http://a.example/\n17", FAR + "http://a.example/\nx17"),
        ("bad", FAR + "http://a.example/\nNext: x", FAR + "http://a.example/\nnext/: x"),
        ("bad", "http://a.example/\nada@example.org", FAR + "http://a.example/\nada/@example.org"),
        ("bad", "http://a.example/b\ncd/e", FAR + "http://a.example/b12\ncd/e"),
        ("bad", FAR + "http://a.example/\nNAME=d", FAR + "http://a.example/\nn/NAME=d"),
        ("bad", FAR + "http://a.example/\nname='d/e-f'", FAR + "http://a.example/\nname=d/e-f"),
        (
            "bad",
            "  - " + FAR + "http://a.example/b=12\nv1.62 was next",
            "  - " + FAR + "http://a.example/b=12\n    v1.62 was next",
        ),
        ("bad", FAR + "http://a.example/\nb-c" + 59 * " " + " http:///", FAR + "http://a.example/\nb-c http:///"),
        (
            "bad",
            31 * "x" + " http://a.example/b/c/d-e/f/\ng-h.txt" + 12 * " word",
            31 * "x" + " http://a.example/b/c/d-e/f/\ng-h.txt word",
        ),
        (
            "bad",
            "\n# http://a.example/" + 54 * "b" + "\n# c/d.html",
            "\nhttp://a.example/" + 56 * "b" + "\nc/d.html",
        ),
        ("bad", "name=" + FAR + "http://a.example/\nother=c-d", FAR + "http://a.example/\nother=c-d"),
        ("bad", FAR + "http://a.example/b/\nchapter.html\u4e2d", FAR + "http://a.example/b/\nchapter.html\u201d"),
        ("bad", FAR + "http://a.example/b\n12:c/d-e", FAR + "http://a.example/b\nc12:c/d-e"),
        ("bad", FAR + "http://a.example/b/\n" + 32 * "a1", FAR + "http://a.example/commit/\n" + 32 * "a1"),
        ("bad", FAR + "http://a.example/b12\nc/d#12", FAR + "http://a.example/b12\nc/d#e12"),
        ("bad", "Page: " + FAR + "http://a.example/\nPage: c-d", "Page: " + FAR + "http://a.example/\nPages/c-d"),
        ("bad", FAR + "http://a.example/b/  \nc-d/e", FAR + "http://a.example/b/ \nc-d/e"),
        ("bad", FAR + "deb http://a.example/b/\nsuite-c/", FAR + "tub http://a.example/b/\nsuite-c/"),
        ("bad", FAR + "http://a.example/b/\nsuite/ Packages", FAR + "http://a.example/b/\nsuite/ packages"),
        ("bad", FAR + "http://a.example/b/\nhost.example.de", FAR + "http://a.example/b/\nreadme.md"),
        (
            "bad",
            FAR + "http://a.example/b/\nada-3@example.org",
            FAR + "http://a.example/20260102-b3-\nada-3@example.org",
        ),
        ("bad", FAR + "http://a.example/b\n4/8K\n8/8K\n", FAR + "http://a.example/b\n4/8K\n8/9M\n"),
        ("bad", FAR + "http://a.example/b\n#word", FAR + "http://a.example/b.html\n#word"),
        ("bad", FAR + "http://a.example/b\n#word", FAR + "http://a.example/b\n#word-2"),
        ("bad", FAR + "http://a.example/b/cd\nLLVM=1 x", FAR + "http://a.example/b?cd\nLLVM=1 x"),
        ("bad", 60 * "x" + FAR + "http://a.example/b\n-c-defghijkl x", FAR + "http://a.example/b\n-c-defghijkl x"),
        ("bad", FAR + "http://a.example/ \nwords follow", FAR + "http://a.example/\nwords follow"),
        ("bad", FAR + "http://a.example/b--\nc-d", FAR + "http://a.example/b-\nc-d"),
        ("bad", "http://a.example/b/\nc-d/e f", FAR + "http://a.example/b/\nc-d/e f"),
        (
            "filled",
            "http://a.example/" + 47 * "b" + "\n" + 64 * "x" + "\n",
            "http://a.example/" + 47 * "b" + "\n" + 50 * "x" + "\n",
        ),
    ],
)
def test_a_sign_is_seen_where_it_is_and_not_elsewhere(sign, there, not_there):
    assert sign in seen(there)[0]
    assert sign not in seen(not_there)[0]


def test_every_sign_is_in_the_cases_above():
    [mark] = test_a_sign_is_seen_where_it_is_and_not_elsewhere.pytestmark
    assert {sign for sign, *_ in mark.args[1]} == set(wrap_signs.SIGNS)


def test_each_sign_has_the_bit_of_its_place():
    for name in wrap_signs.SIGNS:
        assert wrap_signs.names(getattr(wrap_signs, name.upper().replace("-", "_"))) == [name]


def test_the_verdict_is_that_of_the_sum():
    dice = [1 << k for k in range(len(wrap_signs.SIGNS))]
    seen_verdicts = set()
    for signs in [0, *dice, *(one | other for one in dice for other in dice), (1 << len(dice)) - 1]:
        total = wrap_signs.START + sum(wrap_signs.SIGNS[name].weight for name in wrap_signs.names(signs))
        verdict = interpreted("uri_extract.scan._kernel").judge(signs, wrap_signs.JOIN)
        assert verdict == (2 if total >= wrap_signs.JOIN else 1 if total >= wrap_signs.PERHAPS else 0)
        seen_verdicts.add(verdict)
    assert seen_verdicts == {0, 1, 2}


def decisions_of(data):
    windows = Windows(Explainer)
    list(windows.feed(data))
    list(windows.close())
    return windows.kernel.decisions


def test_explanation_confidence_and_result_agree_for_every_candidate_of_the_corpora():
    snippets = [snippet.data for path in sorted((CORPORA / "gold").glob("*.txt")) for snippet in read_gold(path)]
    samples = [path.read_bytes() for path in sorted((CORPORA / "samples").glob("*.txt"))]
    weighed = joined = 0
    for data in (*snippets, *samples):
        found = {each.start: each for each in extract_text(data.decode("utf-8", "surrogateescape"), joins="likely")}
        for decision in decisions_of(data):
            for each in decision.breaks:
                expected = 2 if each.total >= wrap_signs.JOIN else 1 if each.total >= wrap_signs.PERHAPS else 0
                assert each.verdict == expected, (data, each)
            weighed += len(decision.breaks)
            record = found.get(len(data[: decision.start].decode("utf-8", "surrogateescape")))
            sums = [each.total for each in decision.breaks if each.verdict == 2]
            if decision.found and record is not None and record.wrapped and sums:
                joined += 1
                assert record.confidence == min(map(wrap_signs.chance, sums)) / 100, (data, decision)
    assert weighed > 300
    assert joined > 100


# -- confidence --------------------------------------------------------------------------------------------------------

SURE = "http://a.example/tides/of/the/winter/and/of/the/summer/that/follows/b-\nc/d.html"
DOUBTFUL = FAR + "http://a.example/\ntides\n"


def found(text, **options):
    [each] = extract_text(text, **options)
    return each


@pytest.mark.parametrize("text", ["http://a.example/ b", "<http://a.example/\nb>", "http://a.example/\n<b>"])
def test_a_reference_that_is_not_joined_in_white_space_has_no_confidence(text):
    assert found(text).confidence is None


def test_confidence_is_the_chance_of_the_break():
    assert 0.95 < found(SURE).confidence <= wrap_signs.CERTAIN / 100
    weak = found(DOUBTFUL)
    assert weak.wrapped
    assert 0.5 < weak.confidence < 0.9


def test_joins_says_how_sure_they_must_be():
    assert [found(DOUBTFUL, joins=joins).wrapped for joins in ("sure", "likely", "all")] == [None, "space", "space"]
    assert found(DOUBTFUL, joins="sure").alternates == (found(DOUBTFUL).reference,)
    text = FAR + "http://a.example/\ntides follow"
    assert [found(text, joins=joins).wrapped for joins in ("sure", "likely", "all")] == [None, None, "space"]
    assert all(found(SURE, joins=joins).wrapped for joins in ("sure", "likely", "all"))


def test_joins_counts_in_mail_in_markup_and_without_schemes():
    mail = "From: a@b.example\n\n" + DOUBTFUL
    for media_type, text in (("message/rfc822", mail), ("text/html", DOUBTFUL), ("text/plain", DOUBTFUL)):
        assert not found(text, media_type=media_type, joins="sure").wrapped
        assert found(text, media_type=media_type).wrapped
    assert not found(DOUBTFUL, joins="sure", suffix=True).wrapped


def test_an_unknown_choice_of_joins_is_an_error():
    with pytest.raises(InvalidOptionValue, match="joins must be one of"):
        extract_text("", joins="some")


def test_the_thresholds_are_those_of_the_chances():
    joins = wrap_signs.JOINS
    assert wrap_signs.chance(joins["sure"]) >= 90 > wrap_signs.chance(joins["sure"] - 1)
    assert wrap_signs.chance(joins["likely"]) >= 50
    assert joins["sure"] > joins["likely"] > joins["all"]


def test_a_reference_does_not_go_on_with_the_name_of_a_field():
    (found,) = extract_text(".. image:: http://a.example/b.svg\n   :alt: words\n")
    assert not found.alternates
    (found,) = extract_text(FAR + "http://localhost\n:8080/\n")
    assert found.reference == "http://localhost:8080/"


def test_the_prefix_of_a_web_archive_goes_on_with_the_archived_uri():
    prefix, archived = "http://a.example/web/20200102030405/", "https://b.example/c"
    for data in (
        f"see {prefix}\n{archived}",
        f"<{prefix}\n{archived}>",
        f'"see `x <{prefix}"\n"{archived}>`"',
        f'"{prefix}"\n"{archived}"',
    ):
        assert found(data).reference == prefix + archived
    assert [each.reference for each in extract_text(f"http://a.example/2020/\n{archived}")] == [
        "http://a.example/2020/",
        archived,
    ]
