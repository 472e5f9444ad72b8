"""The report: one page that needs no network, and in which text from documents cannot act."""

import csv
import hashlib
import io
import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.linking.hostile import HOSTILE
from tests.uri.kernels import variants_of

from uri_extract import limits
from uri_extract.cli import main
from uri_extract.pipeline import extract_pages
from uri_extract.rows.records import Problem
from uri_extract.sinks import report, table
from uri_extract.sinks.report import static_row, static_table
from uri_extract.sinks.text import utf8
from uri_extract.sources import Selection
from uri_extract.text.options import ScanOptions
from uri_extract.uri.hazards import NAMES

from . import cases

SAMPLES = Path(__file__).parents[2] / "corpora/samples"


class Parts(HTMLParser):
    """The scripts, the style sheets and the policy of a page, and the elements that refer to something."""

    def __init__(self, html):
        super().__init__()
        self.blocks, self.data, self.scripts, self.styles, self.policy, self.refers = [], {}, [], [], None, []
        self.open = ("", {})
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.open = (tag, attributes)
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        self.refers += [
            (tag, name) for name in attributes if name in ("src", "href", "action", "style") or name[:2] == "on"
        ]

    def handle_endtag(self, tag):
        self.open = ("", {})

    def handle_data(self, data):
        tag, attributes = self.open
        if attributes.get("class") == "rows":
            self.blocks.append(json.loads(data))
        elif attributes.get("type") == "application/json":
            self.data[attributes["id"].removeprefix("data-")] = json.loads(data)
        elif tag == "script":
            self.scripts.append(data)
        elif tag == "style":
            self.styles.append(data)


class Static(HTMLParser):
    """The tags and the cells of the part that is shown without JavaScript."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.rows, self.text = [], [], ""
        (inside,) = re.findall(r"<noscript>(.*?)</noscript", html, re.DOTALL | re.IGNORECASE)
        self.feed(inside)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()
        else:
            self.text += data


MAIL = b"""From a@a.example Thu Jan  1 00:00:00 1970
From: "Ada" <ada@harbour.example>
Subject: Tides =?utf-8?q?=3Cb=3E?=
Date: Mon, 2 Mar 2026 10:00:00 +0100
Content-Type: text/html

<a href="https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Fferry.example%2Ftimes&data=1">Times</a>
<a href="http://pier.example/">www.bank.example</a>

From b@b.example Thu Jan  1 00:00:00 1970
From: bob@quay.example
Subject: Boats
Date: Sun, 1 Mar 2026 23:30:00 -1100
Message-ID: <7@quay.example>

See http://boats.example/a%zz and http://user:secret@0x7f.1/ there.

"""


@pytest.fixture
def mail(tmp_path):
    (tmp_path / "post.mbox").write_bytes(MAIL)
    return page_of(tmp_path, tmp_path / "post.mbox")


def page_of(tmp_path, *arguments):
    out = tmp_path / "report.html"
    assert main(["--no-config", "-q", *map(str, arguments), "-o", str(out)]) in (0, 1, 3)
    return out


def records(html):
    """Return the records of a page, read as its script reads them."""
    parts = Parts(html)
    summary, found = parts.data["summary"], []
    for item in (item for block in parts.blocks for item in block):
        if isinstance(item, dict):
            shared = dict.fromkeys(summary["shared"], 0) | item
        else:
            found.append(shared | dict(zip(summary["fields"], item, strict=True)))
    return found


def test_the_report_has_the_records_of_json_lines(tmp_path, capsysbinary):
    found = records(page_of(tmp_path, SAMPLES).read_text("utf-8"))
    main(["--no-config", "-q", "--format", "jsonl", str(SAMPLES)])
    lines = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    lines = [line for line in lines if "problem" not in line]
    assert len(found) == len(lines) > 50
    for record, line in zip(found, lines, strict=True):
        for name in set(record) & set(line):
            assert record[name] == (line[name] or 0), name


def test_totals_and_groups_count_the_records(tmp_path):
    parts = Parts(page_of(tmp_path, "--suffix", SAMPLES).read_text("utf-8"))
    found = records((tmp_path / "report.html").read_text("utf-8"))
    totals = parts.data["summary"]["totals"]
    assert totals["References"] == parts.data["summary"]["references"] == len(found)
    assert totals["Distinct references"] == len({each["target"] or each["reference"] for each in found})
    assert totals["Hosts"] == len({each["host"] for each in found} - {0})
    assert totals["Documents"] == len({each["document"] for each in found})
    assert totals["Invalid"] == sum(bool(each["errors"]) for each in found)
    assert totals["Joined over lines"] == sum(bool(each["wrapped"]) for each in found) > 0
    assert totals["Rewritten"] == sum(bool(each["rewriter"]) for each in found)
    assert totals["With hazards"] == sum(bool(each["hazards"]) for each in found)
    directory = parts.data["summary"]["directory"]
    assert directory.endswith("/")
    assert all(each["document"].startswith(directory) for each in found)
    for group in parts.data["summary"]["groups"]:
        values = Counter()
        for each in found:
            value = each[group["field"]]
            values.update(value if isinstance(value, list) else [value] if value else [])
        assert len(values) == group["different"]
        assert [count for _, count in group["most"]] == [count for _, count in values.most_common(10)]
        assert all(values[value] == count for value, count in group["most"])


def test_rows_come_in_blocks_of_one_size_whatever_the_pages_are(tmp_path):
    (tmp_path / "in").mkdir()
    for number in range(7):
        text = "".join(f"http://example.org/{number}/{each}\n" for each in range(number * 150))
        (tmp_path / f"in/{number}.txt").write_text(text)
    parts = Parts(page_of(tmp_path, tmp_path / "in").read_text("utf-8"))
    sizes = [sum(isinstance(row, list) for row in block) for block in parts.blocks]
    assert sizes == [parts.data["summary"]["block"]] * 3 + [150]
    assert all(isinstance(block[0], dict) for block in parts.blocks)
    documents = [[row["document"][-5:] for row in block if isinstance(row, dict)] for block in parts.blocks]
    assert documents == [["1.txt", "2.txt", "3.txt", "4.txt"], ["4.txt", "5.txt"], ["5.txt", "6.txt"], ["6.txt"]]


def test_records_have_what_their_message_says_and_where_their_links_lead(mail):
    html = mail.read_text("utf-8")
    times, pier, boats, _ = records(html)
    assert (times["sender"], times["subject"]) == ('"Ada" <ada@harbour.example>', "Tides <b>")
    assert times["captured_at"] == "2026-03-02T10:00:00+01:00"
    assert (times["host"], times["domain"], times["rewriter"]) == ("ferry.example",) * 2 + ("Microsoft Safe Links",)
    assert (pier["host"], pier["domain"], pier["rewriter"]) == ("pier.example", "pier.example", 0)
    assert (boats["sender"], boats["message_id"]) == ("bob@quay.example", "7@quay.example")
    summary = Parts(html).data["summary"]
    groups = {group["title"]: group["most"] for group in summary["groups"]}
    assert groups["Hosts"] == [["127.0.0.1", 1], ["boats.example", 1], ["ferry.example", 1], ["pier.example", 1]]
    assert groups["Rewritten by"] == [["Microsoft Safe Links", 1]]
    assert summary["columns"] == ["captured_at", "sender", "subject", "text"]
    # What the records of one message share is written once.
    assert html.count('"subject":"Tides') == 1


def test_each_hazard_of_the_records_has_a_sentence(mail):
    parts = Parts(mail.read_text("utf-8"))
    sentences = parts.data["summary"]["hazards"]
    assert {name for each in records(mail.read_text("utf-8")) for name in each["hazards"] or ()} <= {*sentences}
    assert {*NAMES} | {"other-host-in-text"} == {*sentences}


def test_the_first_records_are_a_table_without_javascript(mail, tmp_path):
    static = Static(mail.read_text("utf-8"))
    titles, first, *_ = static.rows
    assert titles == ["Link", "Text", "Hazards", "From", "Subject", "Date", "Found in", "Line"]
    assert first[:2] == ["https://ferry.example/times", "Times"]
    assert first[3:6] == ['"Ada" <ada@harbour.example>', "Tides <b>", "2026-03-02T10:00:00+01:00"]
    assert len(static.rows) == 5
    assert "References: 4" in static.text
    many = tmp_path / "many.txt"
    many.write_text("".join(f"http://example.org/{number} \u202e{'x' * 300}\n" for number in range(200)))
    static = Static(page_of(tmp_path, many).read_text("utf-8"))
    assert len(static.rows) == 101
    assert static.rows[0] == ["Link", "Found in", "Line"]
    assert "The first 100:" in static.text


def test_the_table_without_javascript_shows_invisible_characters_and_shortens_texts():
    record = {"reference": "http://h.example/\u202egnp.exe", "text": "a" * 1000, "document": "<script>"}
    html = static_table({"References": 1}, [static_row(record)])
    assert "http://h.example/\\u202egnp.exe" in html
    assert "a" * 199 + "\u2026<" in html
    assert "&lt;script&gt;" in html
    assert static_table({}, []) == "<p>None were found.</p>"


def test_the_flag_and_the_suffix_mean_the_same(tmp_path):
    by_suffix = page_of(tmp_path, SAMPLES).read_bytes()
    assert main(["--no-config", "-q", "--report", str(tmp_path / "other.html"), str(SAMPLES)]) in (0, 3)
    assert (tmp_path / "other.html").read_bytes() == by_suffix
    assert main(["--no-config", "-q", "-j", "2", "--format", "html", "-o", str(tmp_path / "two"), str(SAMPLES)]) in (
        0,
        3,
    )
    assert records((tmp_path / "two").read_text("utf-8")) == records(by_suffix.decode())


def test_nothing_is_loaded_and_only_its_own_script_runs(tmp_path):
    parts = Parts(page_of(tmp_path, SAMPLES).read_text("utf-8"))
    assert not parts.refers
    assert len(parts.scripts) == len(parts.styles) == 1
    for kind, text in (("script-src", parts.scripts[0]), ("style-src", parts.styles[0])):
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in parts.policy
    assert "default-src 'none'" in parts.policy
    assert "unsafe" not in parts.policy


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_data_in_the_report(text):
    sink, out = report.Report(context=True), io.BytesIO()
    source = f"x {text} http://a.example/".encode("utf-8", "surrogatepass")
    pages = extract_pages(
        source, ScanOptions(suffix=True, mail_addresses=True), media_type=None, document=text, on_problem=None,
        selection=Selection(),
    )  # fmt: skip
    encoded = [sink.encode(page) for page in pages]
    sink.begin(out)
    for each in (*encoded, sink.encode_problem(Problem(text, 1, "kind", text))):
        sink.write(each)
    sink.end()
    parts = Parts(out.getvalue().decode("utf-8"))
    assert len(parts.scripts) == 1
    assert not parts.refers
    assert len(records(out.getvalue().decode())) == sum(len(rows) for rows, *_ in encoded) > 0
    assert {*Static(out.getvalue().decode()).tags} <= {"p", "table", "tr", "th", "td"}


def test_the_report_says_how_many_references_it_leaves_out(monkeypatch, tmp_path):
    monkeypatch.setattr(report, "MAX_REPORT", 3)
    many = tmp_path / "many.txt"
    many.write_text("".join(f"http://example.org/{number}\n" for number in range(10)))
    html = page_of(tmp_path, many).read_text("utf-8")
    assert len(records(html)) == 3
    assert Parts(html).data["summary"]["left_out"] == 7
    assert Parts(html).data["summary"]["totals"]["References"] == 3


def test_long_texts_are_shortened(tmp_path):
    long = tmp_path / "long.txt"
    long.write_text("http://example.org/" + "a" * 100_000)
    found = records(page_of(tmp_path, long).read_text("utf-8"))
    assert len(found[0]["reference"]) == limits.MAX_REPORT_TEXT
    assert found[0]["reference"].endswith("\u2026")


ROWS, ROW_VARIANTS = variants_of("uri_extract.sinks.report._rows")
VALUES = [
    None, "", (), 0, False, True, 1, 1.0, 0.25, -1, 1 << 40, "a", "</script>", '"', "\\", "\n", "\x7f", "\u00e9",
    "\u2028", "\u2029", "\u201c", "\U0001f600", "\udcff", "a\udc80\u00e9", ("a",), ("</script>", "\u2028"),
    "a" * limits.MAX_REPORT_TEXT, "\u00e9" * limits.MAX_REPORT_TEXT, "a" * (limits.MAX_REPORT_TEXT + 1),
    ("a", "a" * (limits.MAX_REPORT_TEXT + 1)),
]  # fmt: skip


@pytest.mark.parametrize("variant", ROW_VARIANTS)
def test_each_value_of_a_row_is_its_json_in_an_element(variant):
    rows = ROWS[variant].rows([VALUES, VALUES[::-1]])
    assert len(rows) == len(VALUES)
    for row, values in zip(rows, zip(VALUES, VALUES[::-1], strict=True), strict=True):
        assert row.decode() == as_json([shown_in_row(value) for value in values])
    assert ROWS[variant].rows([[]]) == []


def shown_in_row(value):
    if isinstance(value, tuple):
        return [*map(shown_in_row, value)] or 0
    if isinstance(value, str):
        value = value if len(value) <= limits.MAX_REPORT_TEXT else value[: limits.MAX_REPORT_TEXT - 1] + "\u2026"
    return value or 0


def as_json(value):
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return utf8(text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")).decode()


def test_problems_are_in_it(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.gz").write_bytes(b"\x1f\x8b\x08\x00damaged")
    data = Parts(page_of(tmp_path, tmp_path / "in").read_text()).data
    assert len(data["problems"]) == data["summary"]["problems"] > 0
    assert data["problems"][0]["document"].endswith("a.gz")


def test_the_report_counts_the_problems_that_it_does_not_list(monkeypatch, tmp_path):
    monkeypatch.setattr(report, "MAX_REPORT_PROBLEMS", 2)
    (tmp_path / "in").mkdir()
    for number in range(5):
        (tmp_path / f"in/{number}.gz").write_bytes(b"\x1f\x8b\x08\x00damaged")
    data = Parts(page_of(tmp_path, tmp_path / "in").read_text()).data
    assert len(data["problems"]) == 2
    assert data["summary"]["problems"] == 5


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_a_cell_of_the_saved_table_is_that_of_csv():
    source = Path(report.__file__).with_name("page.js").read_text("utf-8")
    line = next(each for each in source.splitlines() if each.startswith("const cell = "))
    script = f"{line}\nconsole.log(JSON.stringify({json.dumps(cases.HOSTILE)}.map(cell)))"
    done = subprocess.run(["node", "-e", script], check=True, capture_output=True, timeout=60)
    expected = [table._csv(text) for text in cases.HOSTILE]
    assert json.loads(done.stdout) == [cell if cell[:1] == '"' else f'"{cell}"' for cell in expected]


# -- in a browser ------------------------------------------------------------------------------------------------------


@pytest.fixture
def show(browser):
    said, pages = [], []

    def shows(path, **options):
        page = browser.new_page(**options)
        pages.append(page)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append("a dialog"))
        page.on("request", lambda request: None if request.url.startswith("file:") else said.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_selector("#shown:not(:empty)")
        return page

    yield shows
    for page in pages:
        page.close()
    assert not said


def test_records_are_searched_sorted_and_chosen(show, tmp_path):
    page = show(page_of(tmp_path, SAMPLES))
    count = len(records((tmp_path / "report.html").read_text("utf-8")))
    assert page.inner_text("#shown") == f"All {count} references."
    page.fill("#search", "tides/ february.html")
    page.wait_for_selector(f"#shown:has-text(' of {count}: those with “tides/” and “february.html”')")
    assert all("february" in uri for uri in page.locator(".row .link").all_inner_texts())
    page.click("#clear")
    original = page.locator(".row .link").first.inner_text()
    sign = "getComputedStyle(document.querySelector('#heads button'), '::after').content"
    page.click("#heads button >> nth=0")
    first = page.locator(".row .link").first.inner_text()
    assert page.get_attribute("#heads > div >> nth=0", "aria-sort") == "ascending"
    assert "▲" in page.evaluate(sign)
    page.click("#heads button >> nth=0")
    assert page.locator(".row .link").first.inner_text() > first
    assert "▼" in page.evaluate(sign)
    page.click("#heads button >> nth=0")
    assert page.locator(".row .link").first.inner_text() == original
    assert page.get_attribute("#heads > div >> nth=0", "aria-sort") == "none"
    page.focus("#view")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator("#detail dt").first.inner_text() == "Found in"
    assert page.locator("#detail mark").count() == 1
    assert page.locator(".row a").count() == 0
    page.check("#follow")
    assert page.locator(".row a").count() > 0


def test_hostile_records_do_not_run(show, tmp_path):
    text = tmp_path / "hostile.html"
    body = "\n".join(HOSTILE).encode("utf-8", "replace")
    text.write_bytes(body + b'\n<a href="javascript:alert(1)">x</a><a href="data:text/html,<script>alert(1)</script>">')
    page = show(page_of(tmp_path, text, tmp_path / "hostile.html"))
    page.check("#follow")
    for link in page.locator(".row a").all():
        assert re.match(r"(https?|ftp|mailto):", link.get_attribute("href"))
    page.fill("#search", "<img src=x onerror=alert(1)>")
    for row in range(min(5, page.locator(".row").count())):
        page.locator(".row").nth(row).click()
    assert page.evaluate("document.scripts.length") == 1


def test_many_records_are_shown_without_all_of_them_in_the_page(show, tmp_path):
    many = tmp_path / "many.txt"
    many.write_text("".join(f"see http://h{number % 977}.example.org/{number}\n" for number in range(100_000)))
    page = show(page_of(tmp_path, many))
    assert page.evaluate("records.length") == 100_000
    assert page.locator(".row").count() < 100
    page.focus("#view")
    page.keyboard.press("End")
    page.wait_for_selector("#row-99999:has-text('/99999')")
    page.fill("#search", "h5.example.org/99659")
    page.wait_for_selector("#shown:has-text('1 of 100,000')")


def test_the_first_rows_are_shown_when_one_block_is_read(browser, tmp_path):
    many = tmp_path / "many.txt"
    many.write_text("".join(f"see http://h{number % 977}.example.org/{number}\n" for number in range(20_000)))
    page = browser.new_page()
    # Without timers, the remaining blocks are not read in the background.
    page.add_init_script("window.setTimeout = () => 0")
    page.goto(page_of(tmp_path, many).as_uri())
    assert page.inner_text("#shown") == "All 20,000 references."
    assert page.inner_text("#totals b >> nth=1") == "20,000"
    assert page.locator(".row").count() > 10
    assert page.evaluate("blocks.filter((block) => block === null).length") == 1
    page.evaluate("$('search').value = 'h5.example.org/19545'; update()")  # the search reads the remaining blocks
    assert page.inner_text("#shown") == "1 of 20,000: those with “h5.example.org/19545”"
    assert page.locator("script.rows").count() == 0
    page.close()


def test_a_chosen_group_has_as_many_records_as_it_says(show, tmp_path):
    page = show(page_of(tmp_path, "--suffix", SAMPLES))
    for number in range(page.locator(".group").count()):
        button = page.locator(".group").nth(number).locator("button").first
        count = button.locator(".count").inner_text()
        button.click()
        assert page.inner_text("#shown").startswith(f"{count} of "), button.inner_text()
        button.click()
        page.evaluate("recount()")


def links(page):
    return page.locator(".row .link").all_inner_texts()


def test_mail_has_columns_and_is_searched_and_sorted_by_them(show, mail):
    page = show(mail)
    assert page.locator("#heads button").all_inner_texts() == [
        "Link", "Text", "Signs", "From", "Subject", "Date", "Found in", "Line"
    ]  # fmt: skip
    assert links(page)[0] == "https://ferry.example/times"
    page.click("#heads button:text-is('Date')")  # the times, not the dates that they have in their time zones
    assert page.locator(".row .date").all_inner_texts() == ["2026-03-02"] * 2 + ["2026-03-01"] * 2
    page.click("#heads button:text-is('Text')")  # empty ones are last
    assert page.locator(".row .text").all_inner_texts() == ["Times", "www.bank.example", "", ""]
    for words, found in [("ada@harbour", 2), ("tides", 2), ("2026-03-01", 2), ("ferry.example/times", 1), ("mbox", 4),
                         ("safe links", 1), ("bob 0x7f", 1)]:  # fmt: skip
        page.fill("#search", words)
        page.wait_for_selector(f"#shown:has-text('{found} of 4: ')")
    page.click(".row >> nth=0")
    detail = page.inner_text("#detail")
    assert all(each in detail for each in ("bob@quay.example", "Boats", "7@quay.example", "2026-03-01T23:30:00-11:00"))
    assert "password: A password is in the userinfo." in detail
    assert "The host is an IPv4 address" in page.inner_text("#group-hazards")


def test_a_saved_table_has_the_message_of_each_link(show, mail):
    page = show(mail)
    page.fill("#search", "ferry")
    page.wait_for_selector("#shown:has-text('1 of 4')")
    with page.expect_download() as download:
        page.click("#as-csv")
    (row,) = csv.DictReader(download.value.path().read_text("utf-8").splitlines())
    assert (row["unwrapped"], row["rewriter"]) == ("https://ferry.example/times", "Microsoft Safe Links")
    assert (row["host"], row["domain"]) == ("ferry.example", "ferry.example")
    assert (row["sender"], row["subject"]) == ('"Ada" <ada@harbour.example>', "Tides <b>")
    assert (row["captured_at"], row["line"]) == ("2026-03-02T10:00:00+01:00", "1")
    assert row["document"].endswith("post.mbox!1!1")


def test_each_choice_is_named_and_restricts_the_others(show, mail):
    page = show(mail)
    page.click("#totals button:has-text('With hazards')")
    assert page.inner_text("#shown") == "2 of 4: those with a hazard"
    page.wait_for_selector("#group-sender .count:text-is('1')")  # groups count what the other choices leave
    page.click("#group-sender button:has-text('ada@')")
    assert page.inner_text("#shown") == '1 of 4: those with a hazard and from "Ada" <ada@harbour.example>'
    assert links(page) == ["http://pier.example/"]
    page.click("#group-sender button:has-text('bob@')")  # two of one group: either
    assert page.inner_text("#shown").endswith("<ada@harbour.example> or bob@quay.example")
    assert len(links(page)) == 2
    page.fill("#search", "pier")
    page.wait_for_selector("#shown:has-text('1 of 4')")
    page.click(".chosen:has-text('with a hazard')")
    assert page.locator("#totals [aria-pressed=true]").count() == 0
    assert page.inner_text("#shown").endswith("and with “pier”")
    page.click("#clear")
    assert page.inner_text("#shown") == "All 4 references."
    assert page.locator("[aria-pressed=true]").count() == 0
    page.evaluate("recount()")
    page.click("#group-sender button:has-text('ada@')")
    page.click("#group-host button:has-text('ferry.example')")
    page.evaluate("recount()")
    assert page.locator("#group-sender li").all_inner_texts() == ['"Ada" <ada@harbour.example>\n1']
    assert page.locator("#group-host li").all_inner_texts() == ["ferry.example\n1", "pier.example\n1"]


def test_a_group_lists_more_than_ten_values(show, tmp_path):
    many = tmp_path / "many.txt"
    many.write_text("".join(f"see http://h{number % 30}.example.org/{number}\n" for number in range(90)))
    page = show(page_of(tmp_path, many))
    assert page.locator("#group-host li").count() == 10
    assert "and 20 more" in page.inner_text("#group-host")
    page.click("#group-host .more")
    assert page.locator("#group-host li").count() == 30
    page.click("#group-host li:has-text('h29.example.org') button")
    assert page.inner_text("#shown") == "3 of 90: those with the host h29.example.org"
    page.click("#group-host .more")
    assert page.locator("#group-host li").count() == 11  # what is chosen stays visible
    assert page.locator("#group-host [aria-pressed=true]").count() == 1


def test_print_says_what_it_leaves_out(show, tmp_path):
    many = tmp_path / "many.txt"
    many.write_text("".join(f"see http://h{number % 30}.example.org/{number}\n" for number in range(2500)))
    page = show(page_of(tmp_path, many))
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.inner_text("#printed").startswith("Printed are the first 2,000 of these 2,500 references, without ")
    assert page.locator(".row").count() == 2000
    assert "and 20 more" in page.inner_text("#group-host")
    assert not page.is_visible("#search")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    page.fill("#search", "/77")
    page.wait_for_selector("#shown:has-text('11 of 2,500')")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.inner_text("#printed").startswith("Printed are all 11 of these references, without ")
    assert page.inner_text("#shown") == "11 of 2,500: those with “/77”"


def test_the_first_records_are_shown_without_javascript(browser, mail):
    page = browser.new_page(java_script_enabled=False)
    page.goto(mail.as_uri())
    assert page.locator("noscript tr").count() == 5
    assert page.is_visible("noscript td:has-text('https://ferry.example/times')")
    assert not page.is_visible("main")
    assert not page.is_visible("#summary")
    page.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_search_is_above_all_else_and_nothing_is_wider_than_the_window(show, mail, width):
    page = show(mail, viewport={"width": width, "height": 844})
    assert page.locator("#search").bounding_box()["y"] < 250
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click(".row >> nth=1")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert 0 <= page.locator("#search").bounding_box()["y"] < 50  # it stays visible
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_long_paths_of_problems_are_shortened(show, tmp_path):
    folder = tmp_path / "in" / ("deep" * 20) / ("folder" * 20)
    folder.mkdir(parents=True)
    (folder / "damaged.gz").write_bytes(b"\x1f\x8b\x08\x00damaged")
    page = show(page_of(tmp_path, tmp_path / "in"))
    cell = page.locator("#problem-list td").first
    assert re.fullmatch(r".{15}….*/damaged\.gz", cell.inner_text())
    assert len(cell.inner_text()) <= 61
    assert cell.get_attribute("title").endswith("folder/damaged.gz")


def test_the_report_has_no_axe_violation(show, tmp_path):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    path = page_of(tmp_path, SAMPLES)
    for options in (
        {"color_scheme": "light"}, {"color_scheme": "dark"}, {"viewport": {"width": 390, "height": 844}},
        {"forced_colors": "active"},
    ):  # fmt: skip
        page = show(path, bypass_csp=True, **options)
        page.click(".row >> nth=1")
        violations = axe.Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []
