"""The tokenizer: tokens by XML 1.0 and expat, for all cuts of the input, in both variants."""

import random
import xml.parsers.expat
import zipfile
from pathlib import Path
from unittest.mock import ANY

import pytest

from uri_extract.decode._character_references import decode, entity, reference
from uri_extract.markup import rows
from uri_extract.markup.xml import names
from uri_extract.markup.xml.charset import determine

from .cases import CASES, random_documents, well_formed
from .reading import COMPILED, VARIANTS, read, tokens

SHARED = Path(__file__).parent.parent.parent.parent.parent / "shared"
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
@pytest.mark.parametrize("options", [{}, SMALL, SMALLEST], ids=repr)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_cut_gives_the_same_rows(variant, options):
    dice = random.Random(11)
    for document in random_documents(dice, 1000 if variant == "compiled" else 100):
        whole, _ = read(document, variant, **options)
        for chunk in CHUNKS:
            assert read(document, variant, chunk, **options)[0] == whole, (document, chunk)


@pytest.mark.skipif(not COMPILED, reason="one variant alone")
def test_the_variants_write_the_same_and_look_at_as_much():
    dice = random.Random(12)
    for document in random_documents(dice, 700):
        for chunk, options in ((None, {}), (3, SMALL), (5, SMALLEST)):
            assert read(document, "compiled", chunk, **options) == read(document, "interpreted", chunk, **options)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_row_says_what_is_declared_and_names_have_numbers(variant):
    document = b"<a b='1' xmlns:c='u'><c:a b='2' xmlnsx='3' xml:base='4' xml:bases='5'/></a>"
    found, _ = read(document, variant)
    declares = [(document[row[3] : row[4]], bool(row[2] & names.DECLARES)) for row in found if row[0] < rows.END_TAG]
    assert declares == [
        (b"a", True), (b"b", False), (b"xmlns:c", True), (b"c:a", True), (b"b", False), (b"xmlnsx", False),
        (b"xml:base", True), (b"xml:bases", False),
    ]  # fmt: skip
    numbers = [row[1] for row in found]
    assert numbers == [1, 2, 3, 4, 2, 5, 6, 7, 1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_names_beyond_those_there_is_room_for_have_no_number(variant):
    many = b"".join(b"<n%d/>" % n for n in range(3000)) + b"<" + b"x" * 65 + b"/>"
    found = [row[rows.ID] for row in read(many, variant, 4096)[0]]
    assert 700 < max(found) <= names.SLOTS
    assert found.count(0) == len(found) - max(found)
    assert found[-1] == 0


# -- expat ---------------------------------------------------------------------------------------------------------


def by_expat(data):
    """Return start tags with their attributes, and all text; None for a document that is not well-formed."""
    made, text = [], []
    parser = xml.parsers.expat.ParserCreate()
    parser.ordered_attributes = parser.specified_attributes = True
    parser.DefaultHandler = lambda _: None  # with one, entities are not expanded in text
    parser.StartElementHandler = lambda name, found: made.append(
        (name, list(zip(found[::2], found[1::2], strict=True)))
    )
    parser.CharacterDataHandler = text.append
    try:
        parser.Parse(data, True)
    except (xml.parsers.expat.ExpatError, ValueError, LookupError):
        return None
    return made, "".join(text)


def normalized(value):
    """Return a value with its white space normalised (XML 1.0 §3.3.3); references to such characters are kept."""
    return value.replace(b"\r\n", b" ").replace(b"\n", b" ").replace(b"\r", b" ").replace(b"\t", b" ")


def value_of(raw):
    """Return the value of an attribute; ANY if it contains an entity, which we do not expand."""
    return ANY if entity(raw) else decode(normalized(raw), reference).text


def by_us(data):
    made, text = [], []
    encoding = determine(data)
    if encoding.codec:
        data = data.decode(encoding.codec).encode()
    for kind, *token in tokens(data.removeprefix(b"\xef\xbb\xbf")):
        if kind == "start":
            name, found = token
            made.append((name.decode(), [(each.decode(), value_of(raw)) for each, raw in found]))
        elif kind == "data":
            text.append(decode(token[0].replace(b"\r\n", b"\n"), reference).text)
        elif kind == "cdata":
            text.append(token[0].replace(b"\r\n", b"\n").decode())
    return made, "".join(text)


def test_expat_reads_the_same_in_well_formed_documents():
    dice = random.Random(3)
    for _ in range(3000):
        data = well_formed(dice)
        theirs, ours = by_expat(data), by_us(data)
        assert theirs is not None, data
        assert ours[0] == theirs[0], data
        # expat reports no text outside of the root element.
        assert ours[1].strip() == theirs[1].strip(), data


def documents():
    """Yield XML documents of other projects, also those in archives."""
    for path in sorted(SHARED.glob("corpora/**/*")):
        if path.suffix in (".xml", ".svg", ".xhtml", ".atom", ".rss", ".rdf", ".opml", ".xsl", ".xsd"):
            yield path, path.read_bytes()
        elif path.suffix in (".zip", ".docx", ".xlsx", ".odt", ".epub"):
            try:
                with zipfile.ZipFile(path) as archive:
                    for name in archive.namelist():
                        if name.endswith((".xml", ".rels", ".svg", ".xhtml", ".opf")):
                            yield path / name, archive.read(name)
            except Exception:  # some archives are damaged on purpose
                continue


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is missing")
def test_expat_reads_the_same_in_documents_of_others(capsys):
    compared = 0
    for path, data in documents():
        theirs = by_expat(data)
        if theirs is None:
            continue
        assert by_us(data)[0] == theirs[0], path
        compared += 1
    with capsys.disabled():
        print(f" {compared} documents as expat reads them ", end="")
    assert compared > 100
