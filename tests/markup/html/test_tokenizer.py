"""The tokenizer: tokens by the HTML standard, for all cuts of the input, in both variants."""

import random
from itertools import pairwise

import pytest
from tests.formats.tokens import KIND_NAMES

from uri_extract.markup import rows
from uri_extract.markup.html import names, tokenizers

from .cases import CASES, random_documents
from .reading import COMPILED, VARIANTS, read, tokens

CHUNKS = (1, 2, 3, 7, 64)
SMALL = {"max_tag": 40, "max_text": 16}
SMALLEST = {"max_tag": 8, "max_text": 1}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("document", "expected"), CASES, ids=repr)
def test_each_case_has_its_tokens_however_it_is_cut(document, expected, variant):
    assert tokens(document, variant) == expected
    for chunk in CHUNKS:
        assert tokens(document, variant, chunk=chunk) == expected, chunk


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, SMALL, SMALLEST, {"everything": True, **SMALL}], ids=repr)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_cut_gives_the_same_rows(variant, options):
    dice = random.Random(11)
    for document in random_documents(dice, 1500 if variant == "compiled" else 150):
        whole, _ = read(document, variant, **options)
        for chunk in CHUNKS:
            assert read(document, variant, chunk, **options)[0] == whole, (document, chunk)


@pytest.mark.skipif(not COMPILED, reason="one variant alone")
def test_the_variants_write_the_same_and_look_at_as_much():
    dice = random.Random(12)
    for document in random_documents(dice, 1000):
        for chunk, options in ((None, {}), (3, SMALL), (5, SMALLEST)):
            assert read(document, "compiled", chunk, **options) == read(document, "interpreted", chunk, **options)


@pytest.mark.parametrize("variant", VARIANTS)
def test_names_are_known_in_any_case_wherever_they_are_and_others_are_not(variant):
    assert names.LONGEST <= 16  # a name is compared by its first and its last eight bytes
    dice = random.Random(14)
    for number, name in enumerate(names.ELEMENTS[1:], 1):
        spelled = "".join(dice.choice((each, each.upper())) for each in name)
        for after in ("", "x", "xxxxxxxx"):  # at the end of the window, and before its end
            assert read(f"<{spelled}>{after}".encode(), variant)[0][0][1] == number
        for other in (
            f"{spelled}x",
            f"x{spelled}",
            spelled[:-1],
            f"{spelled}\0",
            f"{name[:8]}{name}",
            f"{name}{name[-8:]}",
        ):
            known = names.ELEMENT_IDS.get(other.lower().encode(), 0)
            for row in read(f"<{other}>xxxxxxxx".encode(), variant)[0][:1]:
                assert row[0] != rows.START_TAG or row[1] == known, other
    for number, name in enumerate(names.ATTRIBUTES[len(names.FONT_BREAKOUT_ATTRIBUTES) + 1 : -2], 4):
        spelled = "".join(dice.choice((each, each.upper())) for each in name)
        assert read(f"<a {spelled}=x>".encode(), variant)[0][1][1] == number
        assert read(f"<a {spelled}=xxxxxxxx>".encode(), variant)[0][1][1] == number


def test_no_byte_is_in_two_rows_and_none_is_lost():
    # Only the syntax of tags, comments and sections is not in a row.
    dice = random.Random(13)
    for document in random_documents(dice, 1500):
        held = bytearray(document)
        low = 0
        for kind, _, _, begin, end, value, value_end in read(document, VARIANTS[0], max_text=16)[0]:
            assert low <= begin <= end <= value <= value_end <= len(document) or kind < rows.REST
            low = end if kind != rows.ATTRIBUTE else value_end
            end = value_end if kind in (rows.START_TAG, rows.END_TAG) else end
            held[begin:end] = bytes(end - begin)
        left = bytes(held).translate(None, b"\0<>/!-[]CDATOYPE")
        assert not left, (document, left)


# -- the columns of rows -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_row_says_where_everything_is(variant):
    document = b"ab<A HREF=x data-y z src='u'/>t</A ><br>"
    a, br = names.ELEMENTS.index("a"), names.ELEMENTS.index("br")
    href, src = names.ATTRIBUTES.index("href"), names.ATTRIBUTES.index("src")
    assert read(document, variant)[0] == [
        (rows.DATA, 0, 0, 0, 2, 2, 2),
        (rows.START_TAG, a, rows.SELF_CLOSING, 3, 4, 4, 30),
        (rows.ATTRIBUTE, href, rows.UNQUOTED, 5, 9, 10, 11),
        (rows.ATTRIBUTE, src, rows.SINGLE, 21, 24, 26, 27),
        (rows.DATA, 0, 0, 30, 31, 31, 31),
        (rows.END_TAG, a, 0, 33, 34, 34, 36),
        (rows.START_TAG, br, 0, 37, 39, 39, 40),
    ]
    assert [document[row[rows.START] : row[rows.END]] for row in read(document, variant, everything=True)[0][2:6]] == [
        b"HREF", b"data-y", b"z", b"src",
    ]  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_name_has_its_number_in_either_case(variant):
    for number, name in enumerate(names.ELEMENTS):
        if number:
            for shown in (name, name.upper(), name + "x", name[:-1] + "\xe9", "x" + name):
                tag = read(f"<{shown}>".encode(), variant)[0][0]
                assert tag[rows.ID] == names.ELEMENT_IDS.get(shown.lower().encode(), 0), shown
    for number, name in enumerate(names.ATTRIBUTES):
        if number:
            found = read(f"<p {name.upper()}=1 {name}x=2>".encode(), variant, everything=True)[0]
            expected = [number, names.ATTRIBUTE_IDS.get(f"{name}x".encode(), 0)]
            if name == "data-*":  # all names with this beginning
                expected = [number, number]
            assert [row[rows.ID] for row in found[1:]] == expected, name


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_tag_says_its_namespace(variant):
    document = b"<a><svg><a href=x><desc><a></desc><math/></svg><math><a><svg></math><a><svg><font><font size=1 name=x>"
    svg, mathml = rows.SVG, rows.MATHML
    found = [(kind, bits) for kind, _, bits, *_ in read(document, variant)[0] if kind < rows.END_TAG]
    assert [bits & (svg | mathml) for _, bits in found] == [
        0, svg, svg, svg, svg, 0, svg, mathml, mathml, mathml, 0, svg, svg, 0, 0,
    ]  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_run_says_whose_it_is_and_whether_the_end_cut_it_off(variant):
    for name, kind in names.CONTENTS.items():
        run = read(f"<{name}>x".encode(), variant)[0][1]
        cut = 0 if name == "plaintext" else rows.CUT
        assert run[: rows.START] == (getattr(rows, KIND_NAMES[kind].upper()), names.ELEMENTS.index(name), cut)
        if not cut:
            continue
        closed = read(f"<{name}>x</{name}><!--y-->z".encode(), variant)[0]
        assert [row[rows.ID] for row in closed] == [names.ELEMENTS.index(name)] * 3 + [0, 0]
        assert not any(row[rows.BITS] for row in closed)
    for open_one in (b"<!-- x", b"<p", b"<!x", b"<?x", b"<!doctype x", b"<a href='"):
        assert read(open_one, variant)[0][-1][rows.BITS] == rows.CUT


# -- limits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("before", "kind", "behind"),
    [(b"", "data", b"<a href=x>"), (b"<!--", "comment", b"-->"), (b"<script>", "script", b"</script>"),
     (b"<script><!--", "script", b"</script>"), (b"<svg><![CDATA[", "cdata", b"]]>"), (b"<?", "pi", b">"),
     (b"<title>", "rcdata", b"</title>"), (b"<!--", "comment", b""), (b"", "data", b"")],
)  # fmt: skip
def test_a_long_run_comes_in_pieces_of_one_size(before, kind, behind, variant):
    for size in (15, 16, 17, 32, 33, 500):
        document = before + b"x-> " * 125 + behind
        document = before + document[len(before) :][:size] + behind
        runs = [row for row in read(document, variant, max_text=16)[0] if KIND_NAMES[row[0]] == kind]
        *most, last = [row[rows.END] - row[rows.START] for row in runs]
        assert all(bits & rows.CONTINUES for _, _, bits, *_ in runs[:-1])
        assert not runs[-1][rows.BITS] & rows.CONTINUES
        assert set(most) <= {16}
        assert 0 < last <= 16 + 4
        assert all(one[rows.END] == other[rows.START] for one, other in pairwise(runs))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("size", range(40, 125, 3))
def test_a_value_that_is_too_long_is_reported_and_the_tag_is_read_on(size, variant):
    document = 3 * (b"<img cite=y src='" + b"x" * size + b"' name=z href=w>t")
    found, _ = read(document, variant, max_tag=40)
    values = b""
    reported = []
    for kind, number, bits, begin, end, value, value_end in found:
        if bits & rows.TOO_LONG:
            reported.append((kind, names.ATTRIBUTES[number]))
            values += document[value:value_end] if kind == rows.ATTRIBUTE else document[begin:end]
    assert reported.count((rows.ATTRIBUTE, "src")) == 3
    assert set(reported) <= {(rows.ATTRIBUTE, "src"), (rows.REST, "")}
    assert values == 3 * size * b"x"
    assert found[0][rows.BITS] == rows.PARTS
    assert found[0][rows.VALUE_END] == 0
    shown = [names.ATTRIBUTES[row[1]] for row in found if row[0] == rows.ATTRIBUTE]
    assert shown == 3 * ["cite", "src", "name", "href"]
    assert found[-1][rows.KIND] == rows.DATA


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_long_tag_is_handed_over_in_parts_and_loses_nothing(variant):
    document = b"<svg" + b" " * 100 + b"foo=1 href=2 " * 30 + b"src=3 href=4 />" + b"<a " + b"x" * 100 + b" href=5></a"
    found, _ = read(document, variant, max_tag=40)
    shown = [document[row[5] : row[6]] for row in found if row[0] == rows.ATTRIBUTE]
    assert shown == [b"2", b"3", b"5"]
    assert [row[2] & rows.PARTS for row in found if row[0] == rows.START_TAG] == [rows.PARTS] * 2
    found, _ = read(b"<" + b"x" * 100 + b" href=y>", variant, max_tag=40)
    assert found[0][: rows.START] == (rows.START_TAG, 0, rows.TOO_LONG | rows.PARTS)
    assert [row[0] for row in found].count(rows.START_TAG) == 1
    assert found[-1][0] == rows.ATTRIBUTE


@pytest.mark.parametrize("variant", VARIANTS)
def test_many_attributes_in_one_tag(variant):
    count = 20000
    document = b"<a " + b"".join(b"a%d=1 " % n for n in range(count)) + b"href=x>t"
    assert [(row[0], row[2]) for row in read(document, variant)[0]] == [(1, 0), (2, rows.UNQUOTED), (rows.DATA, 0)]
    found, _ = read(document, variant, everything=True)
    assert [row[0] for row in found] == [rows.START_TAG, *[rows.ATTRIBUTE] * (count + 1), rows.DATA]
    assert found == read(document, variant, 1000, everything=True)[0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_nesting_too_deep_to_distinguish_loses_nothing(variant):
    for opening, closing in (
        (b"<svg><desc>", b"</desc></svg>"),
        (b"<svg>", b"</svg>"),
        (b"<math><mi>", b"</mi></math>"),
    ):
        for count in (1, 32, 33, 64, 1000):
            document = opening * count + b"<a href=x>" + b"</a>" + closing * count + b"<style><a></style><a href=y>"
            found = tokens(document, variant)[-6:]
            assert found == [
                found[0], found[1], ("start", b"style", []), ("rawtext", b"<a>"), ("end", b"style"),
                ("start", b"a", [(b"href", b"y")]),
            ]  # fmt: skip
            assert (("start", b"a", [(b"href", b"x")])) in tokens(document, variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_tokenizer_knows_if_foreign_content_is_read(variant):
    tokenizer = tokenizers[variant]()
    for document, foreign in ((b"<svg>", True), (b"<desc>", True), (b"<p>", False), (b"</p></desc></svg>", False)):
        tokenizer.load(document, 0, False)
        while tokenizer.scan():
            pass
        assert tokenizer.pos == len(document)
        assert not tokenizer.need
        assert tokenizer.foreign is foreign
    tokenizer.load(b"<p", 0, False)
    assert not tokenizer.scan()
    assert (tokenizer.need, tokenizer.count, tokenizer.pos) == (True, 0, 0)
    tokenizer.load(b"xx<p>", 2, True)
    assert not tokenizer.scan()
    assert tokenizer.table[: rows.WIDTH].tolist() == [1, names.ELEMENTS.index("p"), 0, 3, 4, 4, 5]
