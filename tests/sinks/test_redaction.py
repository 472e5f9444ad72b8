"""Records without the secrets that their references contain."""

import html
import io
import json
import random
import re
import string
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uri_extract import Scanner
from uri_extract.rows.details import Details
from uri_extract.rows.records import Problem
from uri_extract.rows.schema import COLUMNS
from uri_extract.sinks import FORMATS
from uri_extract.sinks.keys import KEYS, CountBy
from uri_extract.sinks.located import LocatedLines
from uri_extract.sinks.redaction import redacted, redacted_problem
from uri_extract.sinks.template import Template
from uri_extract.uri.secrets import redact

from .cases import made, occurrences, page_of


def test_records_without_secrets_are_unchanged():
    page = page_of([each for each in occurrences() if "secret" not in each.reference])
    assert redacted(page).occurrences() == page.occurrences()


def test_the_base_of_a_page_in_another_encoding_is_redacted_as_well():
    scanner = Scanner("text/html", base="http://u:hush@a.example/b")
    (found,) = redacted(scanner.read(b'<meta charset=cp1252><a href="c?\xe9">', final=True)).occurrences()
    assert "hush" not in found.base
    assert found.target.endswith("/c?%E9")
    assert "hush" not in found.target


@pytest.mark.parametrize(
    ("readings", "shown"),
    [
        (("http://u:hu", "http://u:hush@h/"), ["http://u:***", "http://u:***@h/"]),
        (("http://u:hush@h/", "http://u:hu"), ["http://u:***@h/", "http://u:***"]),
        (("http://u", "http://u:hush@h/"), ["http://u", "http://u:***@h/"]),
        (("http://h/?token=", "http://h/?token=hush"), ["http://h/?token=", "http://h/?token=***"]),
    ],
)
def test_a_reading_that_ends_within_a_secret_shows_no_part_of_it(readings, shown):
    reference, *alternates = readings
    (found,) = redacted(page_of([made(reference, details=Details(alternates=tuple(alternates)))])).occurrences()
    assert [found.reference, *found.alternates] == shown
    assert "hu" not in found.raw.partition("@")[0].removeprefix("http://u").removeprefix("http://h/")


def test_problems_are_redacted_in_the_name_and_the_message():
    problem = Problem("a!http://u:hush@h/", 5, "unusable-base", "the base 'http://u:hush@h/' is of no use")
    assert redacted_problem(problem) == Problem(
        "a!http://u:***@h/", 5, "unusable-base", "the base 'http://u:***@h/' is of no use"
    )


# -- generated secrets, in all places and all formats ------------------------------------------------------------------

LETTERS = string.ascii_letters + string.digits
USERINFO = [
    "{s}{a}//u:{S}@h.example/x",
    "{s}{a}\\\\u:{S}@h.example/x",
    "{s}{a}/\\u:{S}@h.example",
    "{s}{a}u:{S}@h.example/x",
]
USERINFO += ["{s}{a}/u:{S}@h.example", "{s}{a}////:{S}@h.example:80/x", "{s}{a}//u:{S}@x@h.example/x"]
PLACES = [
    form.replace("{a}", ":").replace("{s}", scheme) for form in USERINFO for scheme in ("http", "HTTPS", "Ftp", "wss")
]
PLACES += [
    "sip:u:{S}@h.example",
    "SIPS:u:{S}@h.example;x=1",
    "imap://u:{S}@h.example/x",
    "mongodb://u:{S}@h.example,i.example/x",
]
PLACES += ["//u:{S}@h.example/x"]
PLACES += [
    "http://h.example/?access_token={S}&x=1",
    "http://h.example/?x=1&API-Key={S}",
    "http://h.example/#id_token={S}&x=1",
]
PLACES += [
    "http://h.example/a;jsessionid={S}?x",
    "http://h.example/?user[password]={S}",
    "http://h.example/#/a?secret={S}",
]
TOKENS = ["https://ghp_{S}@github.com/x", "https://{S}:x-oauth-basic@h.example/x", "https://{S}@h.example/x"]
NESTS = [
    "http://a.example/?next={}",
    "http://a.example/{}",
    "http://a.example/#{}",
    "mailto:ada@example.org?body={}",
    "http://a.example/x;y={}",
]


@st.composite
def forms(draw):
    """Return a reference with a secret in it, and the runs of letters of the secret."""
    random_letters = random.Random(draw(st.integers(0, 1 << 30)))
    form = draw(st.sampled_from(PLACES + TOKENS))
    # Half of a token is still a token.
    runs = ["".join(random_letters.choices(LETTERS, k=12)) for _ in range(draw(st.integers(1, 3)))]
    if form in TOKENS:
        runs = ["a1" + "".join(random_letters.choices(LETTERS, k=62))]
    odd = "/?#;:" if "@h" in form and "u:" in form and "://" in form else ":" if "@" not in form else ""
    glue = draw(st.sampled_from(["%2F", "%40", "%3a", "!", "$", "é", "%C3%A9", *odd]))
    text = form.replace("{S}", glue.join(runs))
    for _ in range(draw(st.integers(0, 3))):
        text = draw(st.sampled_from(NESTS)).format(quote(text, safe=draw(st.sampled_from(["", "/:", "@"]))))
    return text, runs


def found_in(text, secret):
    """Yield the occurrences of a reference in HTML, text, mail and XML, and in a name; also wrapped in the secret."""
    attribute = html.escape(text)
    link = f'<a href="{attribute}">{attribute}</a>'
    page = f'<base href="{attribute}">{link}<a href="y">x</a><p>&lt;{attribute}> {attribute}'
    declared = f'xmlns="http://www.w3.org/2005/Atom" xml:base="{attribute}"'
    feed = f'<feed {declared}><link href="{attribute}"/><id>{attribute}</id></feed>'
    mail = f"Subject: x\nList-Archive: <{text}>\nContent-Type: text/html\n\n{page}"
    half = text.index(secret) + len(secret) // 2
    first, second = text[:half], text[half:]
    wrapped = f'<{text}> <{first}\n{second}> <URL:{first}\r\n  {second}>, {first}\n{second} "{text}"'
    for kind, data in (
        ("text/html", page),
        ("application/xml", feed),
        ("message/rfc822", mail),
        ("text/plain", wrapped),
    ):
        problems = []
        scanner = Scanner(kind, document=f"a!{text}", on_problem=problems.append)
        yield scanner.read(data.encode(), final=True), problems
    yield (
        page_of([made(text, text=text, element="a", attribute="href")]),
        [Problem(text, 0, "unusable-base", f"the base {text!r} is of no use")],
    )


def written(found, problems):
    """Yield the output of each format."""
    template = Template("|".join(f"{{{name}}}" for name in COLUMNS) + "{host}{scheme}")
    sinks = [sink() for name, sink in FORMATS.items() if name not in ("sqlite", "arrow", "parquet")]
    sinks += [LocatedLines("raw", name=True), LocatedLines("reference", name=True, column=True), template]
    sinks += [CountBy(key) for key in KEYS if key != "registered-domain"]
    for sink in sinks:
        out = io.BytesIO()
        sink.begin(out)
        sink.write(sink.encode(found))
        for problem in problems:
            sink.write(sink.encode_problem(problem))
        sink.end()
        yield out.getvalue().decode("utf-8", "replace")
    for occurrence in found.occurrences():  # the columns of databases, Arrow and Parquet
        yield json.dumps(occurrence.as_dict(), ensure_ascii=False) + repr(occurrence) + occurrence._repr_html_()


@pytest.mark.parametrize("broken", ["<http://a.example/?to\nken=hushed>", "<http://a.example/?token%3\nDhushed>"])
def test_a_secret_that_is_seen_only_where_lines_are_joined_is_in_no_field(broken):
    page = Scanner().read(broken.encode(), final=True)
    assert "hushed" in page.occurrences()[0].raw
    assert not [output for output in written(redacted(page), []) if "hushed" in output]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(forms())
def test_no_format_shows_any_part_of_a_secret(form):
    text, runs = form
    for found, problems in found_in(text, runs[0]):
        texts = [each.raw + each.reference for each in found.occurrences()]
        left = [at for at, text in enumerate(texts) if set(runs) & set(re.findall(f"[{LETTERS}]+", text))]
        if not left:
            continue
        for output in written(redacted(found.select(left)), [*map(redacted_problem, problems)]):
            assert not [run for run in runs if run in output], output


@given(forms() | st.tuples(st.text(st.sampled_from("ab:/\\@?#&=;%2540tokensip[]")), st.just([])))
def test_redaction_done_twice_is_redaction_done_once(form):
    once = redact(form[0])
    assert redact(once) == once
