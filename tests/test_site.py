"""The documentation as a site, opened from files in Chromium: the search, and what the button at a block copies."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]
pytest.importorskip("material")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=300)
    return folder


@pytest.fixture
def show(browser, site):
    said, pages = [], []

    def shows(name):
        page = browser.new_page()
        pages.append(page)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith("file:") else said.append(request.url))
        page.goto((site / name).as_uri())
        return page

    yield shows
    for page in pages:
        page.close()
    assert not said  # no error, and nothing is loaded from elsewhere


@pytest.mark.parametrize("name", ["index.html", "howto/mail.html"])
def test_the_search_works_in_a_page_that_is_a_file(show, name):
    page = show(name)
    typed = page.locator(".md-search__input").first
    typed.click()
    typed.press_sequentially("hazards")
    first = page.locator(".md-search-result__link").first
    first.wait_for()
    assert "/hazards.html" in first.get_attribute("href")


def test_a_console_block_is_copied_without_prompts_and_output(show):
    page = show("howto/mail.html")
    page.evaluate("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve() }")
    page.evaluate("document.execCommand = () => { window.copied = document.activeElement.value; return true }")
    block = page.locator(".highlight", has_text="hxxps[:]//evil[.]example/a").first
    block.hover()
    block.locator("[data-clipboard-target], .md-code__button").first.click()
    assert page.evaluate("window.copied") == "echo 'Blocked: hxxps[:]//evil[.]example/a' | uri-extract --refang"
