"""The page in which the program runs in a browser, with Pyodide from the npm registry and without any other network."""

import csv
import functools
import http.server
import itertools
import re
import runpy
import shutil
import subprocess
import sys
import threading
import urllib.parse
from pathlib import Path
from types import SimpleNamespace

import pytest

TREE = Path(__file__).parents[1]

TEXT = "See http://a.example/x), or <http://b.example/tide-\ntables> and www.c.example/ä."

MAIL = b"""From: Ada <ada@a.example>
Subject: Tides
Content-Type: text/html
Content-Transfer-Encoding: base64

PGEgaHJlZj0iaHR0cDovL2V2aWwuZXhhbXBsZS8iPmh0dHA6Ly9iYW5rLmV4YW1wbGUvPC9hPg==
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):
    """The page on a server of this machine."""
    if shutil.which("npm") is None or not (TREE / "src").exists():
        pytest.skip("npm is not installed, or the package is not in the tree")
    site = tmp_path_factory.mktemp("site")
    shutil.copy(TREE / "docs/try.html", site)
    shutil.copytree(TREE / "docs/try", site / "try", dirs_exist_ok=True)
    filled = subprocess.run([sys.executable, TREE / "packaging/try_page.py", site], capture_output=True, text=True)
    if "npm" in filled.stderr:
        pytest.skip("the npm registry cannot be reached")
    assert filled.returncode == 0, filled.stderr
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/try.html"
        server.shutdown()


@pytest.fixture(scope="module")
def opened(browser, address):
    """The page, started once for all tests: what it asked for, and what it said that it should not."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    asked, said = [], []
    page.context.on("request", lambda request: asked.append((request.method, request.url)))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address)
    found(page, "4 references", 120)  # of the example
    yield page, asked, said
    page.close()


@pytest.fixture
def page(opened):
    """The page as it is at the start, without a network."""
    page, asked, said = opened
    page.context.set_offline(True)
    del asked[:], said[:]
    start_over(page)
    if page.locator("#no-file").is_visible():
        page.click("#no-file")
    found(page, "4 references")
    yield page
    assert [each for each in asked if not each[1].startswith("blob:")] == []
    assert said == []


NUMBERS = itertools.count()


def start_over(page):
    """Show the example: only the fragment changes, so that nothing is loaded."""
    page.goto(f"{page.url.partition('#')[0]}#test={next(NUMBERS)}")


def found(page, words, seconds=20):
    page.locator("#status", has_text=words).wait_for(timeout=1000 * seconds)


def targets(page):
    return page.locator("#rows tbody tr td:nth-child(2)").all_inner_texts()


def test_typed_text_is_marked_and_explained(page):
    page.fill("#text", TEXT)
    found(page, "2 references")
    assert targets(page) == ["http://a.example/x", "http://b.example/tide-tables"]
    assert page.locator("#found mark").all_inner_texts() == ["http://a.example/x", "http://b.example/tide-\ntables"]
    assert page.inner_text("#found") == TEXT
    assert "1:30" in page.inner_text("#row-1")
    assert "')' ends it" in page.inner_text("#why")
    page.check("[data-flag='--suffix']")
    found(page, "3 references")
    assert page.locator("#found mark").last.inner_text() == "www.c.example/ä"  # places are bytes, "ä" has two
    assert page.inner_text("#command") == "uri-extract --suffix text"
    page.fill("#text", "nothing")
    found(page, "0 references")


def test_options_of_the_command_and_its_messages(page):
    page.fill("#text", '<a href="b">B</a>')
    page.select_option("#type", "text/html")
    page.fill("#more", "--base 'http://a.example/x/'")
    found(page, "1 reference in")
    assert targets(page) == ["http://a.example/x/b"]
    assert "<a>; “B”" in page.inner_text("#row-0")
    page.fill("#more", "--no-such-option")
    found(page, "--no-such-option")
    assert targets(page) == []
    page.fill("#more", "'")
    found(page, "No closing quotation")


def test_text_of_others_cannot_act(page):
    page.fill("#text", "<img src=x onerror=alert(1)> http://a.example/?<script>alert(1)</script>")
    found(page, "1 reference")
    assert page.locator("main img, main script").count() == 0


def test_a_mail_is_dropped_and_a_web_page_chosen(page, tmp_path):
    transfer = page.evaluate_handle(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "post.eml"));
            return transfer;
        }""",
        MAIL.decode(),
    )
    page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    found(page, "2 references")
    assert targets(page) == ["http://evil.example/", "http://bank.example/"]
    assert "other-host-in-text" in page.inner_text("#row-0")
    assert page.locator("#found mark").count() == 0  # the text has them in base64
    assert page.inner_text("#command") == "uri-extract post.eml"
    page.set_input_files(
        "#file", {"name": "a b.html", "mimeType": "", "buffer": b"<title>x</title><a href=http://c.example/>"}
    )
    found(page, "1 reference in")
    assert targets(page) == ["http://c.example/"]
    assert page.inner_text("#command") == "uri-extract 'a b.html'"
    page.click("#no-file")
    found(page, "4 references")


def test_the_table_is_saved(page):
    page.fill("#text", TEXT)
    found(page, "2 references")
    with page.expect_download() as download:
        page.click("#csv")
    rows = list(csv.DictReader(download.value.path().read_text("utf-8").splitlines(keepends=True)))
    assert [row["raw"] for row in rows] == ["http://a.example/x", "http://b.example/tide-\ntables"]


def test_a_link_to_a_text_and_back(page):
    text = "100 % of\t+ and # in http://a.example/?a&b=c\n or www.ä.example\n"
    page.fill("#text", text)
    page.check("[data-flag='--suffix']")
    page.select_option("#type", "text/plain")
    page.fill("#more", "--refang --base 'http://x.example/'")
    found(page, "2 references")
    page.click("#link")
    found(page, "holds the text")
    kept = page.url
    start_over(page)
    found(page, "4 references")
    page.goto(kept)
    found(page, "2 references")
    assert page.input_value("#text") == text
    assert page.is_checked("[data-flag='--suffix']")
    assert page.is_checked("[data-flag='--refang']")
    assert page.input_value("#type") == "text/plain"
    assert page.input_value("#more") == "--base 'http://x.example/'"


def test_the_keyboard_is_enough(page):
    page.focus("#text")
    page.keyboard.type("http://k.example/ ")
    found(page, "5 references")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "5":
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "fields-title"
    assert "http" in page.inner_text("#fields dl")


def test_no_axe_violation_and_no_overflow(browser, address):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = browser.new_page(bypass_csp=True)  # axe is a script that this page would not let in
    page.goto(address)
    found(page, "4 references", 120)
    page.click("#rows button >> nth=1")
    for width, media in (
        (1280, {"color_scheme": "light"}), (1280, {"color_scheme": "dark"}), (390, {"color_scheme": "light"}),
        (390, {"forced_colors": "active"}),
    ):  # fmt: skip
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(**media)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        violations = axe.Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []
    page.close()


def test_page_and_worker_can_send_nothing_to_another_server(opened):
    """A second server must get no request."""
    page, asked, _ = opened
    page.context.set_offline(False)
    heard = []

    class Elsewhere(Quiet):
        def do_GET(self):
            heard.append(self.path)
            self.send_response(204)
            self.end_headers()

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as other:
        threading.Thread(target=other.serve_forever).start()
        address = f"http://127.0.0.1:{other.server_port}/"
        send = f"""fetch("{address}", {{mode: "no-cors"}}).then(() => "sent", () => "refused")"""
        assert page.evaluate(send) == "refused"
        (worker,) = page.workers
        assert worker.evaluate(send) == "refused"
        other.shutdown()
    assert heard == []
    assert all(method == "GET" for method, _ in asked)


def test_examples_of_the_documentation_get_a_link():
    """A link with the text and the options, where the page can show what the example does."""
    hook = runpy.run_path(str(TREE / "docs/try_links.py"))["on_page_markdown"]
    page = SimpleNamespace(file=SimpleNamespace(src_uri="howto/mail.md"))
    for command, fields in [
        (r"printf 'a\nb 100%% \"c\"' | uri-extract --explain", {"text": 'a\nb 100% "c"'}),
        ('echo "it\'s #1 & more" | uri-extract --suffix --base http://a.example/',
         {"text": "it's #1 & more", "options": "--suffix --base http://a.example/"}),
        ("echo 'a' | uri-extract --format jsonl", None),
        ("echo 'a' | uri-extract | wc -l", None),
        ("uri-extract a.txt", None),
    ]:  # fmt: skip
        example = f"x\n\n```console\n$ {command}\nprinted\n```\n\ny\n"
        made = hook(example, page=page)
        if fields is None:
            assert made == example
        else:
            (address,) = re.findall(r"\[Try it\]\((.*)\)\n\ny\n$", made)
            assert address.startswith("../try.html#")
            assert dict(urllib.parse.parse_qsl(address.partition("#")[2])) == fields
