"""PDF: pages, their text in reading order, their links, and problems."""

import io
import signal
import subprocess
import sys
import zlib

import pytest
from tests.sources import made
from tests.sources.made_pdf import WIDTH, changed, lines, over, pdf

from uri_extract import extract, extract_text
from uri_extract.pipeline._scanners import Scanners, scanned
from uri_extract.processes.pdf.layout import Box, Layout
from uri_extract.sources import pdf as pdf_source
from uri_extract.sources.document import Document
from uri_extract.text.options import ScanOptions

pytest.importorskip("pypdfium2")

LIMITS = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system cannot limit processes")


def found(data, **options):
    """Return the page, the delimiter, the reference and the text of the link of each occurrence."""
    records = extract(data, document="x", **options)
    return [(each.document, each.delimiter, each.reference, each.text) for each in records]


def text_of(data):
    """Return the text of the first page."""
    [(_, page)], _ = made.read(data)
    return page.partition(b"\n\f\n")[0].decode()


TWO_PAGES = pdf(
    (lines((72, 700, "see http://t.example/1")), [("http://a.example/1", (300, 0, 309, 9))]),
    (lines((72, 700, "see http://t.example/2")), []),
)


def test_each_page_is_a_document(tmp_path):
    expected = [
        ("x!1", "whitespace", "http://t.example/1", None), ("x!1", "attribute", "http://a.example/1", None),
        ("x!2", "whitespace", "http://t.example/2", None),
    ]  # fmt: skip
    assert found(TWO_PAGES) == expected
    assert found(io.BytesIO(TWO_PAGES)) == expected
    path = tmp_path / "x.pdf"
    path.write_bytes(TWO_PAGES)
    assert found(path) == expected
    members, problems = made.read(made.tar({"in.pdf": TWO_PAGES}))
    assert [name for name, _ in members] == ["x!in.pdf!1", "x!in.pdf!2"]
    assert problems == []


def test_each_page_object_and_each_annotation_is_read_once():
    kids = b"/Count 5/Kids[3 0 R 3 0 R 6 0 R 6 0 R 3 0 R]"
    links = (b"/Annots[5 0 R]", b"/Annots[5 0 R 5 0 R]"), (b"/Annots[]", b"/Annots[5 0 R]")
    data = changed(TWO_PAGES, (b"/Count 2/Kids[3 0 R 6 0 R]", kids), *links)
    assert found(data) == [
        ("x!1", "whitespace", "http://t.example/1", None), ("x!1", "attribute", "http://a.example/1", None),
        ("x!3", "whitespace", "http://t.example/2", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("string", "uri"),
    [
        (b"(http://a.example/\303\251)", "http://a.example/\u00e9"),
        (b"(\357\273\277http://a.example/\303\251)", "http://a.example/\u00e9"),
        (b"<FEFF" + "http://a.example/\u00e9\U0001f600".encode("utf-16-be").hex().encode() + b">", "http://a.example/\u00e9\U0001f600"),
    ],
    ids=["UTF-8", "UTF-8 with a mark", "UTF-16"],
)  # fmt: skip
def test_the_uri_of_a_link_may_be_a_text_string(string, uri):
    data = changed(pdf((lines(), [("http://u.example/", (0, 0, 9, 9))])), (b"(http://u.example/)", string))
    assert [each.reference for each in extract(data)] == [uri]


def test_a_link_has_the_names_of_the_pdf_and_the_text_under_it():
    page = lines((72, 700, "Read the manual (PDF) first."))
    [link] = extract(pdf((page, [over("http://a.example/m.pdf", 72, 700, 9, 6)])))
    assert (link.element, link.attribute, link.delimiter, link.text) == ("link", "uri", "attribute", "manual")
    assert (link.media_type, link.kind, link.raw) == ("application/x-pdf-page", "uri", "http://a.example/m.pdf")


def test_a_text_that_names_another_host_is_a_hazard():
    page = lines((72, 700, "https://bank.example/"))
    link = list(extract(pdf((page, [over("https://thief.example/", 72, 700, 0, 21)]))))[-1]
    assert link.hazards == ("other-host-in-text",)


def test_relative_links_resolve_against_the_pdf():
    data = pdf((lines((72, 700, "next")), [("b.html", (0, 0, 9, 9))]))
    [link] = extract(data, base="http://a.example/d/x.pdf")
    assert (link.kind, link.target, link.base_from) == ("relative", "http://a.example/d/b.html", "retrieval")
    data = pdf((lines((72, 700, "next")), [("b.html", (0, 0, 9, 9))]), catalog=b"/URI<</Base(http://b.example/e/)>>")
    assert [each.target for each in extract(data)] == ["http://b.example/e/b.html"]


@pytest.mark.parametrize("uri", ["github.com/x", "www.a.example", "a.example.org", "doi.org/10.1000/1?a=b#c"])
def test_a_link_that_begins_with_a_host_has_no_scheme(uri):
    document = (lines((72, 700, "next")), [(uri, (0, 0, 9, 9))])
    [link] = extract(pdf(document), base="http://a.example/d/x.pdf")
    assert (link.kind, link.target, link.reference) == ("suffix", f"http://{uri}", uri)
    [link] = extract(pdf(document, catalog=b"/URI<</Base(http://b.example/e/)>>"))
    assert link.target == f"http://b.example/e/{uri}"


@pytest.mark.parametrize("uri", ["b.html", "paper.pdf", "setup.py", "d/github.com", "./a.example.org", "1.2"])
def test_a_link_to_a_file_is_relative(uri):
    [link] = extract(pdf((lines((72, 700, "next")), [(uri, (0, 0, 9, 9))])), base="http://a.example/d/x.pdf")
    assert link.kind == "relative"


# Lines, the part of them that links to the URI cover, and the references in the text.
WRAPPED = [
    pytest.param(["see http://a.example/long-", "path for more"], [(0, 4, 22), (1, 0, 4)], "http://a.example/longpath",
                 id="the typesetter's hyphen"),
    pytest.param(["see http://a.example/long-", "path for more"], [(0, 4, 22), (1, 0, 4)], "http://a.example/long-path",
                 id="a hyphen of the URI"),
    pytest.param(["see http://a.example/d/", "other words follow"], [(0, 4, 19)], "http://a.example/d/",
                 id="it ends at its line's end"),
    pytest.param(["see http://a.example/", "d/e and more"], [(0, 4, 17), (1, 0, 3)], "http://a.example/d/e",
                 id="no hyphen"),
    pytest.param(["see http://a.", "example/", "d/e. And"], [(0, 4, 8), (1, 0, 8), (2, 0, 3)], "http://a.example/d/e",
                 id="three lines, the last character of one in the margin"),
    pytest.param(["(http://a.example/d,", "and)"], [(0, 0, 20)], "http://a.example/d",
                 id="a link that covers what stands around"),
    pytest.param(["see http://a.example/a b now"], [(0, 4, 20)], "http://a.example/a_b", id="a drawn underscore"),
    pytest.param(["see http://a.example now"], [(0, 4, 16)], "http://a.example/", id="a slash that is not shown"),
]  # fmt: skip


@pytest.mark.parametrize(("shown", "covered", "uri"), WRAPPED)
def test_a_link_says_what_the_text_under_it_is(shown, covered, uri):
    places = [(72, 700 - 12 * number) for number in range(len(shown))]
    page = lines(*((*place, text) for place, text in zip(places, shown, strict=True)))
    links = [over(uri, *places[number], first, size) for number, first, size in covered]
    text, link = extract(pdf((page, links)))
    assert link.reference == uri
    assert text.reference in (uri, uri.rstrip("/"))
    assert text.alternates in ((), (f"{uri},",))
    assert link.text == text.reference


def test_pdf_links_with_the_same_uri_are_joined_only_if_the_text_continues():
    page = lines((72, 700, "here and there"))
    links = [over("http://a.example/", 72, 700, 0, 4), over("http://a.example/", 72, 700, 9, 5)]
    assert [text for *_, text in found(pdf((page, links)))] == ["here", "there"]


LEFT = ["The left column has lines of", "text, of which each is read", "before http://left.example/", "the right one."]
RIGHT = ["The right column is set in", "the same way, and written", "between http://b.example/ its", "lines."]


def columns(order):
    """Return the content of a page with two columns, whose lines are written in that order."""
    placed = [(72, 700, "A title that goes over both of the columns of this page, from end to end")]
    placed += [(left, 680 - 12 * line, texts[line]) for left, texts, line in order]
    return lines(*placed, (72, 600, "And a last line that goes over both of the columns of this page again."))


ACTIONS = [
    (b"/S/GoToR/F(dir/a b.pdf)/D[0/Fit]", "dir/a%20b.pdf", "GoToR"),
    (b"/S/GoToR/F<</Type/Filespec/F(../c#d.pdf)>>", "../c%23d.pdf", "GoToR"),
    (b"/S/Launch/F(/C/run.exe)", "/C/run.exe", "Launch"),
    (b"/S/GoToR/F(http://f.example/e.pdf)", "http://f.example/e.pdf", "GoToR"),
]


@pytest.mark.parametrize(("action", "reference", "rel"), ACTIONS)
def test_an_action_that_opens_a_file_is_a_reference_and_its_name_the_relation(action, reference, rel):
    page = lines((72, 700, "see this page")), [over("http://x.example/", 72, 700, 4, 4)]
    data = changed(pdf(page), (b"/S/URI/URI(http://x.example/)", action))
    [link] = extract(data, document="x", base="http://b.example/p/")
    assert (link.reference, link.rel, link.text, link.element) == (reference, rel, "this", "link")
    assert pdf(page) != data


LINK = b"/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a.example/1)>>"
SUBMIT = b"/Subtype/Widget/FT/Btn/Rect[0 0 9 9]/A<</S/SubmitForm/F%b>>"
AFTER = b"/S/URI/URI(http://a.example/2)"
FOLLOWING = {
    "another": (b"<<%b/Next<</S/Launch/F(c.exe)>>>>" % AFTER, [("http://a.example/2", None), ("c.exe", "Launch")]),
    "several": (b"[<<%b>><</S/GoToR/F(b.pdf)>>]" % AFTER, [("http://a.example/2", None), ("b.pdf", "GoToR")]),
    "a reference": (b"6 0 R", [("http://a.example/2", None)]),
    "no actions": (b"[null 1 (a) /b [<<%b>>]]" % AFTER, []),
    "a number": (b"3", []),
}


@pytest.mark.parametrize("name", FOLLOWING)
def test_actions_that_follow_another_are_read(name):
    after, found = FOLLOWING[name]
    data = pdf((b"", [("http://a.example/1", (0, 0, 9, 9))]), more=[b"<<%b/Next 6 0 R>>" % AFTER])  # a cycle
    action = b"/S/URI/URI(http://a.example/1)"
    data = changed(data, (b"/A<<" + action, b"/A<<%b/Next %b" % (action, after)))
    assert [(each.reference, each.rel) for each in extract(data)] == [("http://a.example/1", None), *found]


@pytest.mark.parametrize("place", [b"(http://a.example/s)", b"<</FS/URL/F(http://a.example/s)>>"])
def test_a_button_that_sends_a_form_is_a_link(place):
    data = changed(pdf((b"", [("http://a.example/1", (0, 0, 9, 9))])), (LINK, SUBMIT % place))
    assert [(each.reference, each.rel, each.element) for each in extract(data)] == [
        ("http://a.example/s", "SubmitForm", "link")
    ]


def test_a_button_with_a_uri_is_a_link():
    button = LINK.replace(b"Link", b"Widget/FT/Btn")
    data = changed(pdf((b"", [("http://a.example/1", (0, 0, 9, 9))])), (LINK, button))
    assert [(each.reference, each.rel) for each in extract(data)] == [("http://a.example/1", None)]


def test_actions_after_several_links_are_read_once():
    links = [(f"http://a.example/{number}", (0, 0, 9, 9)) for number in range(5)]
    chain = [b"<</S/URI/URI(http://b.example/%d)/Next %d 0 R>>" % (each, 11 + each % 200) for each in range(200)]
    following = [(b"/URI(%b)" % uri.encode(), b"/URI(%b)/Next 10 0 R" % uri.encode()) for uri, _ in links]
    found = [each.reference for each in extract(changed(pdf((b"", links), more=chain), *following))]
    assert len(found) == 205
    assert len(set(found)) == 205


def test_a_link_has_no_relation():
    assert {each.rel for each in extract(TWO_PAGES)} == {None}


ITEMS = (b"m", b"/Next 7 0 R/First 6 0 R"), (b"n", b"/Next 6 0 R")


def test_items_of_the_outline_are_links_of_a_document_of_their_own():
    items = b"/Outlines<</First<</Title(Map)/A<</S/URI/URI(http://m.example/)>>/Next %s/First %s>>>>"
    inner = b"<</Title<feff00c9>/A<</S/GoToR/F(b.pdf)>>>>"
    data = pdf((lines((72, 700, "text")), []), catalog=items % (b"<</Title(x)/Dest[3 0 R/Fit]>>", inner))
    records = [(each.document, each.reference, each.text, each.rel) for each in extract(data, document="x")]
    assert records == [("x!outline", "http://m.example/", "Map", None), ("x!outline", "b.pdf", "\xc9", "GoToR")]


def test_an_outline_with_a_cycle_is_read_once():
    items = (b"<</Title(a)/A<</S/URI/URI(http://%s.example/)>>%s>>" % each for each in ITEMS)
    page = lines((72, 700, "text")), []
    data = pdf(page, catalog=b"/Outlines 5 0 R", more=(b"<</First 6 0 R>>", *items))
    assert [each.reference for each in extract(data)] == ["http://m.example/", "http://n.example/"]


def test_values_of_form_fields_and_notes_are_text_of_the_page():
    annotations = (
        b"/Annots[<</Subtype/Widget/Rect[0 0 9 9]/FT/Tx/V(see http://v.example/)>><</Subtype/Text/Rect[0 0 9 9]"
    )
    data = changed(
        pdf((lines((72, 700, "text")), [])), (b"/Annots[]", annotations + b"/Contents(http://c.example/)>>]")
    )
    assert found(data) == [
        ("x!1", "whitespace", "http://v.example/", None), ("x!1", "whitespace", "http://c.example/", None),
    ]  # fmt: skip


def test_notes_and_items_of_the_outline_beyond_the_limit_are_reported(monkeypatch):
    from uri_extract.processes.pdf import process

    monkeypatch.setattr(process, "MAX_PDF_ITEMS", 1)
    items = b"/Outlines<</First<</Title(a)/A<</S/URI/URI(http://m.example/)>>/Next<</Title(b)>>>>>>"
    note = b"<</Subtype/Text/Rect[0 0 9 9]/Contents(http://c.example/)>>"
    data = changed(pdf((lines((72, 700, "text")), []), catalog=items), (b"/Annots[]", b"/Annots[" + 2 * note + b"]"))
    first, (_, text, _), outline, last = process.messages(io.BytesIO(data))
    assert (first[:2], text.count("http:")) == ((1, "too-large"), 1)
    assert (outline, last[:2]) == (("outline", "", [("http://m.example/", "", "a")]), ("outline", "too-large"))


def test_columns_are_read_one_after_the_other():
    sides = (72, LEFT), (300, RIGHT)
    one_by_one = columns([(*side, line) for side in sides for line in range(4)])
    line_by_line = columns([(*side, line) for line in range(4) for side in sides])
    expected = text_of(pdf((one_by_one, [])))
    assert expected.splitlines()[1:-1] == LEFT + RIGHT
    assert text_of(pdf((line_by_line, []))) == expected


def test_a_pdf_link_continues_in_its_column():
    right = ["See also http://right.exam-", "ple/index.html for what is", "known of columns."]
    order = [(side, texts, line) for line in range(3) for side, texts in ((72, LEFT), (300, right))]
    links = [over("http://right.example/index.html", 300, 680, 9, 18)]
    links += [over("http://right.example/index.html", 300, 668, 0, 14)]
    references = [each[2] for each in found(pdf((columns(order), links)))]
    assert references == ["http://left.example/", *["http://right.example/index.html"] * 2]


def test_a_table_is_read_line_by_line():
    rows = [(left, 700 - 12 * line, text) for line in range(4) for left, text in ((72, f"{line}"), (200, "page"))]
    assert text_of(pdf((lines(*rows), []))).splitlines() == [f"{line} page" for line in range(4)]


def laid_out(page):
    """Return the layout of a text in a font of fixed width."""

    def box(number):
        line, column = page.count("\n", 0, number), number - page.rfind("\n", 0, number) - 1
        return Box(WIDTH * column, 700 - 12 * line, WIDTH * (column + 1), 709 - 12 * line)

    return Layout(page, box)


@pytest.mark.parametrize("mark", ["\u21aa ", ",\u2192 ", "  ,\u2192", "\u21aa    "])
def test_the_mark_of_a_listing_before_the_rest_of_a_long_line_is_not_text(mark):
    page = f'x = "http://t.example/ns/\r\n{mark}structure/1.0", \u2192 \u21aa\r\n, y\r\n\u2192 z\r\n{mark}'
    text = laid_out(page).in_reading_order()
    assert text.splitlines() == ['x = "http://t.example/ns/', 'structure/1.0", \u2192 \u21aa', ", y", "\u2192 z"]
    assert [each.reference for each in extract_text(text)] == ["http://t.example/ns/structure/1.0"]


def test_a_superscript_number_before_a_host_is_that_of_a_footnote():
    page = "12tides.example/a 3http://t.example/ 4moon\r\n24hours.example 7zip.example"

    def box(number):
        first = page.find("12") <= number < 2 or (page[number] in "34" and number < page.find("\r"))
        return Box(WIDTH * number, 700, WIDTH * (number + 1), 706 if first else 709)

    assert Layout(page, box).in_reading_order().split() == [
        "12", "tides.example/a", "3", "http://t.example/", "4moon", "24hours.example", "7zip.example",
    ]  # fmt: skip


def test_a_soft_hyphen_within_a_line_is_a_hyphen():
    page = "see http://t.example/one\u00adtwo/ and\r\nhttp://t.example/a\u00ad\r\nb/index.html"
    layout = laid_out(page)
    boxes = [Box(4 * WIDTH, 700, 29 * WIDTH, 709)], [Box(0, 688, 20 * WIDTH, 697), Box(0, 676, 13 * WIDTH, 685)]
    uris = "http://t.example/one-two/", "http://t.example/a-b/index.html"
    links = [(uri, "", box) for uri, box in zip(uris, boxes, strict=True)]
    assert layout.links(links) == [(uri, "", uri) for uri in uris]
    text = laid_out(page).in_reading_order()
    assert [each.reference for each in extract_text(text)] == [uris[0], "http://t.example/ab/index.html"]


def test_every_way_to_damage_it_is_a_problem_or_none():
    data = TWO_PAGES
    for at in range(9, len(data), 211):
        made.read(data[:at])
        made.read(data[:at] + b"\xff" + data[at + 1 :])
    _, [problem] = made.read(b"%PDF-1.4\nnothing")
    assert (problem.kind, problem.message) == ("damaged", "the PDF cannot be read")


def test_an_encrypted_pdf_is_a_problem():
    secret = b"/Encrypt<</Filter/Standard/V 1/R 2/O(%s)/U(%s)/P -4>>/ID[(1)(1)]" % (b"o" * 32, b"u" * 32)
    found, [problem] = made.read(TWO_PAGES.replace(b"trailer<<", b"trailer<<" + secret))
    assert (found, problem.kind) == ([], "encrypted")


def test_a_page_without_end_is_cut(monkeypatch):
    from uri_extract.processes.pdf import process

    monkeypatch.setattr(process, "MAX_PDF_PAGE", 100)
    page = lines((72, 700, "http://a.example/ " * 20))
    (number, kind, _), (_, text, _) = process.messages(io.BytesIO(pdf((page, []))))
    assert (number, kind, len(text)) == (1, "too-large", 100)


@LIMITS
def test_memory_without_end_is_a_problem():
    big, spaces = zlib.compressobj(9), b" " * (1 << 20)
    first, next_one = (big.compress(spaces) + big.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    content = zlib.compress(first + next_one * ((1 << 10) - 1), 9)  # which inflates to a gigabyte
    data = pdf((content, []), filters=b"/Filter[/FlateDecode/FlateDecode]")
    assert len(data) < 1 << 12
    for _ in range(2):  # by a new process, and by a fork
        found, [problem] = made.read(data)
        assert (found, problem.kind) == ([], "damaged")


#: A module that reads a PDF, except those with one of these words.
READER = """
import io, os, resource, signal
from uri_extract.processes.pdf import process

def main(file, results):
    data = file.read()
    if b"crash" in data:
        os.kill(os.getpid(), signal.SIGSEGV)
    if b"endless" in data:
        resource.setrlimit(resource.RLIMIT_CPU, (1, 2))
        while True:
            pass
    process.main(io.BytesIO(data), results)
"""


@pytest.fixture
def reader(monkeypatch, tmp_path):
    (tmp_path / "reads_pdf.py").write_text(READER)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(pdf_source._MODULES, False, "reads_pdf")


def problems_of(said, archive):
    """Return the problems of PDFs that say this, in an archive with others, which are read."""
    names = [f"{said} first", "a", said, "b", f"{said} too", "c"]
    members, problems = made.read(archive({name: pdf((lines((72, 700, name)), [])) for name in names}))
    assert [name for name, _ in members] == ["x!a!1", "x!b!1", "x!c!1"]
    assert [problem.document for problem in problems] == [f"x!{said} first", f"x!{said}", f"x!{said} too"]
    return problems


@pytest.mark.usefixtures("reader")
@LIMITS
def test_time_without_end_is_a_problem_of_that_pdf():
    problems = problems_of("endless", made.tar)
    assert {problem.kind for problem in problems} == {"expands-too-far"}
    assert "pages from 1 on are not read" in problems[0].message


@pytest.mark.usefixtures("reader")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no signals")
def test_a_crash_loses_that_pdf_only():
    problems = problems_of("crash", made.zip_of)
    assert {problem.kind for problem in problems} == {"damaged"}
    assert {problem.message for problem in problems} == {"PDFium failed with status -11: pages from 1 on are not read"}


def test_worker_processes_give_the_same_of_many_pdfs(tmp_path):
    for number in range(8):
        (tmp_path / f"{number}.pdf").write_bytes(pdf((lines((72, 700, f"see http://a.example/{number}")), [])))
    command = [sys.executable, "-m", "uri_extract", str(tmp_path)]
    one, two = (subprocess.run([*command, *more], capture_output=True, check=True) for more in ((), ("-j", "2")))
    assert one.stdout.split() == [b"http://a.example/%d" % number for number in range(8)]
    assert (two.stdout, two.stderr) == (one.stdout, one.stderr)


def test_a_pdf_that_is_left_early_can_be_read_again():
    for _ in range(3):
        pages = scanned(iter((Document("x", None, TWO_PAGES),)), Scanners(print, ScanOptions()), print)
        assert next(pages).count
        pages.close()
    assert len(found(TWO_PAGES)) == 3
