"""Values of flags: each has its documented effect or is refused with a message; none silently finds nothing."""

import json
import os
import subprocess
import sys

import pytest
from tests import running

from uri_extract.cli.configuration import keys
from uri_extract.cli.flags import flags
from uri_extract.rows.schema import REQUESTED
from uri_extract.uri.hazards import NAMES

TEXT = (
    "http://example.org/1 http://www.example.org:80/2 http://EXAMPLE.ORG./3 ftp://a.b.example.org/4 "
    "http://b\xfccher.example/5 http://b%C3%BCcher.example/6 http://XN--bcher-kva.example/7 "
    "http://www.BU\u0308CHER.example/8 "
    "http://[::1]/9 http://[0:0:0:0:0:0:0:1]:8080/10 http://127.0.0.1/11 http://127.1/12 "
    "http://\u0430pple.example/13 http://%D0%B0pple.example/14 mailto:ada@example.org"
).encode()


def command(*arguments, stdin=TEXT, **environment):
    return running.command(*arguments, input=stdin, env={**os.environ, **environment})


def numbers(*arguments, **more):
    """Return the numbers at the ends of the printed references."""
    done = command(*arguments, **more)
    assert done.stderr == b""
    return [int(line.rpartition(b"/")[2]) if b"/" in line else 0 for line in done.stdout.splitlines()]


# -- hosts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hosts", "found"),
    [
        (["bücher.example"], [5, 6, 7]),
        (["BÜCHER.example."], [5, 6, 7]),
        (["xn--bcher-kva.example"], [5, 6, 7]),
        (["b%C3%BCcher.example"], [5, 6, 7]),
        ([".bücher.example"], [5, 6, 7, 8]),
        (["*.xn--bcher-kva.example"], [8]),
        (["example.org"], [1, 3]),
        (["Example.ORG."], [1, 3]),
        ([".example.org"], [1, 2, 3, 4]),
        (["*.example.org"], [2, 4]),
        (["*.b.example.org"], [4]),
        (["[::1]"], [9, 10]),
        (["::1"], [9, 10]),
        (["[0::1]"], [9, 10]),
        (["127.0.0.1"], [11, 12]),
        (["0x7f.1"], [11, 12]),
        (["аpple.example"], [13, 14]),
        (["example.org", "127.1"], [1, 3, 11, 12]),
        (["example.org,127.1"], [1, 3, 11, 12]),
    ],
)
def test_a_host_is_found_however_it_is_written(hosts, found):
    assert numbers(*[word for host in hosts for word in ("--host", host)]) == found


def test_hosts_are_counted_as_one_and_displayed_in_unicode_where_that_is_safe():
    counts = [
        "3\tbücher.example", "2\t127.0.0.1", "2\t[::1]", "2\texample.org", "2\txn--pple-43d.example", "1\t(none)",
        "1\ta.b.example.org", "1\twww.bücher.example", "1\twww.example.org",
    ]  # fmt: skip
    assert command("--count-by", "host").stdout.decode().splitlines() == counts
    records = [json.loads(line) for line in command("--count-by", "host", "--format", "jsonl").stdout.splitlines()]
    assert [f"{record['count']}\t{record['host'] or '(none)'}" for record in records] == counts
    hosts = command("--template", "{host}").stdout.decode().splitlines()
    assert hosts[4:8] == ["bücher.example"] * 3 + ["www.bücher.example"]
    assert hosts[12:14] == ["xn--pple-43d.example"] * 2


def test_registered_domains_of_internationalized_names_are_counted_as_one():
    pytest.importorskip("publicsuffixlist")
    text = "http://a.公司.cn/ http://b.xn--55qx5d.cn/ http://www.a.%E5%85%AC%E5%8F%B8.cn/".encode()
    done = command("--count-by", "registered-domain", stdin=text)
    assert done.stdout.decode().splitlines() == ["2\ta.公司.cn", "1\tb.公司.cn"]


def test_hosts_are_the_same_without_the_extra_idna():
    statement = "import sys; sys.modules['idna'] = None; from uri_extract.cli import main; main(sys.argv[1:])"
    for arguments in (["--host", "bücher.example"], ["--count-by", "host"]):
        words = [sys.executable, "-c", statement, *arguments]
        done = subprocess.run(words, check=True, capture_output=True, input=TEXT)
        assert done.stdout == command(*arguments).stdout


# -- schemes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["ftp", "FTP", "ftp:", "ftp://", "Ftp://", " ftp , x-y.z+1"])
def test_a_scheme_may_be_written_with_what_follows_it(scheme):
    assert numbers("--scheme", scheme) == [4]


def test_a_list_that_is_given_again_is_added_to():
    assert numbers("--scheme", "ftp", "--scheme", "mailto:") == [4, 0]
    assert numbers("--kind", "iri", "--kind", "uri") == numbers()
    assert numbers("--hazard", "rare-ipv4", "--hazard", "mixed-script") == [12, 13, 14]


# -- refusals ----------------------------------------------------------------------------------------------------------

REFUSED = [
    ("scheme", "", "expected a scheme"),
    ("scheme", " , ", "expected a scheme"),
    ("scheme", "1http", "invalid scheme '1http'"),
    ("scheme", "http://a.example", "invalid scheme 'http://a.example'"),
    ("scheme", "http,*", "invalid scheme '*'"),
    ("scheme", "://", "invalid scheme '://'"),
    ("scheme", "urn:isbn", "invalid scheme 'urn:isbn'"),
    ("scheme", "h\xfc", "invalid scheme"),
    ("charset", "nope", "unknown charset 'nope'"),
    ("charset", "hex", "unknown charset 'hex'"),
    ("host", "", "expected a host"),
    ("host", "example.org:80", "invalid host 'example.org:80': hosts are matched without a port"),
    ("host", "[::1]:80", "invalid host '[::1]:80': hosts are matched without a port"),
    ("host", "[::1", "invalid host '[::1': '[' is not closed"),
    ("host", "a:b", "invalid host 'a:b'"),
    ("host", "^a.example", "invalid host '^a.example'"),  # unlike --delimiter ^script
    ("host", "http://example.org/", "invalid host 'http://example.org/': it is a URI"),
    ("host", "example.org/", "invalid host 'example.org/'"),
    ("host", "ada@example.org", "invalid host 'ada@example.org': it has a user name"),
    ("host", "www.*.org", "invalid host 'www.*.org': '*'"),
    ("host", "*", "invalid host '*'"),
    ("host", "*example.org", "invalid host '*example.org'"),
    ("host", ".", "invalid host '.'"),
    ("host", "*.", "invalid host '*.'"),
    ("host", "a b", "invalid host 'a b'"),
    ("host", "a?b", "invalid host 'a?b'"),
    ("kind", "nonsense", "'nonsense' is not one of uri"),
    ("delimiter", "nonsense", "'nonsense' is not one of whitespace"),
    ("delimiter", "^", "expected a name"),
    ("kind", "", "expected a name"),
    ("kind", "suffix", "suffix needs --suffix or --mail-addresses"),
    ("hazard", "nonsense", "'nonsense' is not one of any"),
    ("hazard", "", "expected a name"),
    ("glob", "", "invalid glob ''"),
    ("glob", "!", "invalid glob '!'"),
    ("glob", "/", "invalid glob '/'"),
    ("glob", "[", "invalid glob '[': '[' is not closed"),
    ("glob", "![!]", "invalid glob '![!]': '[' is not closed"),
    ("glob", "a[]", "invalid glob 'a[]': '[' is not closed"),
    ("glob", "a/", "invalid glob 'a/': no path ends with '/'; use 'a/*'"),
    ("glob", "!a/", "invalid glob '!a/': no path ends with '/'; use '!a'"),
    ("glob", "./a", "invalid glob './a'"),
    ("max-depth", 0, "too few levels: 0 (at least 1)"),
    ("max-depth", -1, "invalid number of levels: '-1'"),
    ("max-depth", 10**20, "too many levels"),
    ("with-context", 4097, "too many bytes: 4097 (at most 4096)"),
    (
        "with-fields",
        "reference",
        f"'reference' is not one of {', '.join(REQUESTED)}",
    ),
    ("refang-marks", "none.toml", "none.toml: No such file or directory"),
    ("with-fields", "", "expected a name"),
    ("fields", "sender,size", "'size' is not one of reference, target"),
    ("with-context", -1, "invalid number of bytes: '-1'"),
    ("jobs", -1, "invalid number of processes: '-1'"),
    ("jobs", 10_000, "too many processes: 10000 (at most 9999)"),
    ("media-type", "foo/bar", "no scanner for 'foo/bar'"),
    ("media-type", "", "no scanner for ''"),
    ("json-field", "", "invalid field ''"),
    ("json-field", "a..b", "invalid field 'a..b'"),
    ("json-url", "", "invalid field ''"),
    ("json-url", "url", "needs --json-field"),
    ("base", "example.org", "invalid base URI 'example.org'"),
    ("base", "", "invalid base URI ''"),
    ("default-base", "//a", "invalid base URI '//a'"),
    ("template", "", "the template is empty"),
    ("template", "{nonsense}", "'nonsense'"),
    ("count-by", "nonsense", "'nonsense'"),
    ("unique-by", "nonsense", "'nonsense'"),
    ("parts", "nonsense", "'nonsense'"),
    ("binary", "nonsense", "'nonsense'"),
    ("joins", "nonsense", "'nonsense'"),
    ("format", "nonsense", "'nonsense'"),
    ("color", "nonsense", "'nonsense'"),
    ("files-from", "", "the name is empty"),
    ("output", "", "the name is empty"),
    ("report", "", "the name is empty"),
    ("config", "", "the name is empty"),
    ("checkpoint", "", "the name is empty"),
]


@pytest.mark.parametrize(("flag", "value", "said"), REFUSED)
def test_a_value_that_could_find_nothing_is_refused_in_a_sentence(flag, value, said, tmp_path, in_process, monkeypatch):
    done = in_process(f"--{flag}={value}")
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode().splitlines()[-1]
    if flag in keys():
        path = tmp_path / "config.toml"
        path.write_text(f"{flag} = {json.dumps(value, ensure_ascii=False)}", "utf-8")
        monkeypatch.setenv("URI_EXTRACT_CONFIG", str(path))
        done = in_process()
        assert (done.returncode, done.stdout) == (2, b"")
        assert said in done.stderr.decode()


def test_every_flag_with_a_value_refuses_some():
    assert {flag.long for flag in flags() if flag.value} - {"generate", "install-completion"} == {
        flag for flag, *_ in REFUSED
    }


# Runs the command with each line of words in standard input, in one process, and says the status after the messages.
MANY = """
import os, sys, traceback
from uri_extract.cli import main

for line in sys.stdin.buffer.read().splitlines():
    try:
        status = main([os.fsdecode(word) for word in line.split(b" ")])
    except SystemExit as stop:
        status = stop.code
    except Exception:
        status = traceback.print_exc()
    print(f"{status} {ascii(line)}", file=sys.stderr, flush=True)
"""
NO_UTF_8 = [b"\xff", b"a.\xff", b"text/html;charset=\xff", b"http://\xff/", b"{target}\xff", b"\xed\xb2\x80.html"]


@pytest.mark.skipif(os.name != "posix", reason="words that are bytes")
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_a_value_that_is_not_utf_8_is_used_or_refused_in_a_sentence(locale, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"body": "see http://a.example/", "url": "http://b.example/"}')
    needed = {"json-url": b"--json-field body "}
    lines = [
        needed.get(flag.long, b"") + flag.names[-1].encode() + (b"=" if flag.value is None else b" ") + value
        for flag in flags()
        for value in NO_UTF_8
    ]
    environment = os.environ | {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    said = subprocess.run(
        [sys.executable, "-c", MANY], check=True, capture_output=True, cwd=tmp_path, env=environment, timeout=60,
        input=b"".join(line + b" a.jsonl\n" for line in [*lines, b"\xff"]),
    ).stderr.decode().splitlines()  # fmt: skip
    assert sum(each[:4] in ("0 b'", "1 b'", "2 b'", "3 b'") for each in said) == len(lines) + 1
    kinds = ("uri-extract: ", "usage: ", "0 b'", "1 b'", "2 b'", "3 b'")
    assert [each for each in said if not each.startswith(kinds)] == []


@pytest.mark.parametrize(
    ("globs", "found"),
    [
        (["**/x.txt"], ["a/b/x.txt", "a/x.txt", "x.txt"]),
        (["a/**/x.txt"], ["a/b/x.txt", "a/x.txt"]),
        (["/x.txt"], ["x.txt"]),
        (["[[].txt"], ["[.txt"]),
        (["[]x].txt"], ["a/b/x.txt", "a/x.txt", "x.txt"]),
        (["!a"], ["[.txt", "x.txt"]),
    ],
)
def test_a_glob_matches_at_any_depth_where_it_says_so(tmp_path, globs, found):
    for name in ("x.txt", "a/x.txt", "a/b/x.txt", "[.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("http://a.example/")
    arguments = [f"--glob={glob}" for glob in globs]
    done = command("--template", "{document}", *arguments, tmp_path)
    assert [os.path.relpath(line, tmp_path) for line in done.stdout.decode().splitlines()] == sorted(found)


def test_an_empty_list_of_files_reads_nothing(tmp_path):
    (tmp_path / "list").write_bytes(b"\n")
    done = command("--files-from", tmp_path / "list")
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


def test_a_context_of_nothing_is_null():
    assert command("--with-context", 0).stdout == command().stdout


def test_the_help_names_every_hazard():
    [flag] = [flag for flag in flags() if flag.long == "hazard"]
    assert flag.help.endswith(f": {', '.join(NAMES)}")


def test_a_base_without_a_scheme_is_refused_in_plain_words():
    said = command("--base", "example.org").stderr.decode().splitlines()[-1]
    assert said.endswith("invalid base URI 'example.org': it has no scheme such as https:")
