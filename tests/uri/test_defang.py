"""References are defanged so that nothing finds them, and restored exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.running import command

from uri_extract import defang, extract_text, finditer, is_valid, linkify, refang
from uri_extract.errors import InvalidOption, InvalidOptionValue
from uri_extract.limits import MAX_MARK, MAX_MARKS


@pytest.mark.parametrize(
    ("reference", "defanged"),
    [
        ("http://evil.example/a.html", "hxxp[://]evil[.]example/a.html"),
        ("https://ada:pw@evil.example:8080", "hxxps[://]ada:pw[@]evil[.]example:8080"),
        ("ftp://192.0.2.1/a", "fxp[://]192[.]0[.]2[.]1/a"),
        ("http://[2001:db8::1]/", "hxxp[://][2001:db8::1]/"),
        ("HTTP://evil.example", "HTTP[://]evil[.]example"),
        ("wss://evil.example/", "wss[://]evil[.]example/"),
        ("mailto:eve@evil.example?subject=a.b", "mailto[:]eve[@]evil[.]example?subject=a.b"),
        ("tel:+1-800-555-0100", "tel[:]+1-800-555-0100"),
        ("https://a.example/?u=http://evil.example/x.y", "hxxps[://]a[.]example/?u=http[://]evil[.]example/x.y"),
        ("www.evil.example/a.b", "www[.]evil[.]example/a.b"),
        ("evil.example:8080/a.b", "evil[.]example:8080/a.b"),
        ("//evil.example/a", "//evil[.]example/a"),
        ("a/b.html", "a/b.html"),
        ("", ""),
    ],
)
def test_a_reference_is_defanged_and_restored(reference, defanged):
    assert defang(reference) == defanged
    assert defang(defanged) == defanged
    assert refang(defanged) == reference
    assert not [*extract_text(f"see {defanged} or <{defanged}>", suffix=True, mail_addresses=True)]
    assert linkify(defanged) == defanged


# Characters and words of which marks are made, and which a valid URI may have.
_WORDS = st.sampled_from(
    ["(dot)", "(.)", "(at)", "(@)", "(:)", "(", ")", "hxxp://", "h(tt)p://", "meow://", ":(//)", "__", "h_tp:", "."]
)
_PARTS = st.lists(_WORDS | st.text("abcdehtpsx019-._~!$&'()*+,;=:@/?", max_size=6), max_size=8).map("".join)


@given(st.sampled_from(["http", "https", "HTTP", "ftp", "s", "mailto", "web+ap", "urn"]), st.booleans(), _PARTS)
def test_every_valid_uri_is_restored_exactly(scheme, has_authority, rest):
    uri = f"{scheme}:{'//' * has_authority}{rest}"
    if is_valid(uri):
        assert refang(defang(uri)) == uri


def test_forms_of_other_tools_are_restored_by_the_marks():
    assert refang("Blocked: hxxps[:]//evil(dot)example/a[.]php, eve[at]evil[.]example") == (
        "Blocked: https://evil.example/a.php, eve@evil.example"
    )
    assert refang("meow[://]evil[.]example/") == "http://evil.example/"
    assert refang("hxxp[://]evil(dot)example/") == "http://evil.example/"


# -- marks of the caller -----------------------------------------------------------------------------------------------

MARKS = {"[punkt]": ".", "hxtp": "http", "\u00b7": ".", " (klammeraffe) ": "@"}


def test_marks_of_the_caller_are_added_to_the_others():
    text = "\u20ac hxtp://evil[punkt]example/a hxxp://b\u00b7example/ c[.]example, ahxtp [punkt]"
    text += " eve (klammeraffe) d[.]example"
    references = ["http://evil.example/a", "http://b.example/", "c.example", "mailto:eve@d.example"]
    found = [*extract_text(text, refang=MARKS)]
    assert [each.reference for each in found] == references
    assert all(each.defanged and text[each.start : each.end] == each.raw for each in found)
    assert [match.target for match in finditer(text, refang=MARKS)] == [
        "http://evil.example/a", "http://b.example/", "http://c.example", "mailto:eve@d.example"
    ]  # fmt: skip
    assert refang("evil[punkt]example [punkt] x", MARKS) == "evil.example [punkt] x"
    message = f"Content-Type: text/plain; charset=utf-8\r\nSubject: hxtp://s[punkt]example/\r\n\r\n{text}\r\n"
    mail = extract_text(message.encode(), media_type="message/rfc822", refang=MARKS)
    assert [each.reference for each in mail] == ["http://s.example/", *references]


@pytest.mark.parametrize(
    ("marks", "error", "message"),
    [
        ("[punkt]", InvalidOption, "refang must be True, False or a mapping of str to str, not str"),
        ({"[punkt]": 1}, InvalidOption, "a mark and what it means must be strings"),
        ({"e": "."}, InvalidOptionValue, "invalid mark 'e': it is ordinary text"),
        ({"  ": "."}, InvalidOptionValue, "ordinary text"),
        ({"": "."}, InvalidOptionValue, "ordinary text"),
        ({"[x]": ""}, InvalidOptionValue, "means itself or nothing"),
        ({"[x]": "[x]"}, InvalidOptionValue, "means itself"),
        ({"[x]": ". "}, InvalidOptionValue, "its meaning a blank"),
        ({"[\n]": "."}, InvalidOptionValue, "control characters"),
        ({"[\ud800]": "."}, InvalidOptionValue, "control characters"),
        ({"x" * MAX_MARK: "."}, InvalidOptionValue, f"more than {MAX_MARK} bytes"),
        ({f"[{number}]": "." for number in range(MAX_MARKS + 1)}, InvalidOptionValue, f"more than {MAX_MARKS}"),
    ],
)
def test_a_mark_that_would_change_ordinary_text_is_refused(marks, error, message):
    for function in (extract_text, finditer, refang):
        with pytest.raises(error, match=message):
            function("", **{"marks" if function is refang else "refang": marks})


# -- the command -------------------------------------------------------------------------------------------------------


def run(text, *arguments):
    done = command("--no-config", *arguments, input=text.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def test_the_command_prints_references_defanged(tmp_path):
    text = 'See http://a.example/b, "http://a b.example/" and\nhxxp://a[.]example/b\n'
    lines = ["hxxp[://]a[.]example/b", "hxxp[://]a"]
    assert run(text, "--defang").splitlines() == lines
    assert run(text, "--defang", "--unique", "--refang").splitlines() == lines
    assert run(text, "--defang", "--null").split("\0") == [*lines, ""]
    assert run(text, "-n", "--defang").splitlines() == [f"1:{line}" for line in lines]
    assert run(text, "--template", "{defanged_target}").splitlines() == lines
    marks = tmp_path / "marks.toml"
    marks.write_text('"[punkt]" = "."\n')
    assert (
        run("http://a[punkt]example/ b[.]example", "--refang-marks", str(marks))
        == "http://a.example/\nhttp://b.example\n"
    )
