"""SARIF: the references that become results, their locations, and the validity of the log."""

import json
import os
import re
from pathlib import Path

import pytest

from uri_extract.cli import main
from uri_extract.sinks.sarif_rules import HAZARDS
from uri_extract.uri.hazards import NAMES

PAGE = (
    '<p>\u00e9 <a href="http://evil.example/">www.bank.example</a> <a href="http://good.example/">good</a>\n'
    '<a href="javascript:alert(1)">run</a> <a href="http://a b/">invalid</a> http://0x7f.1/'
).encode()
# The URIs that code scanning accepts (docs.github.com, "SARIF support for code scanning") and the standard's types.
URI = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command in a directory with a page; check its log, and return it."""
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_bytes(PAGE)

    def run(*arguments):
        main(["--format", "sarif", "-o", "out.sarif", *arguments])
        log = json.loads(Path("out.sarif").read_bytes())
        check(log)
        return log

    return run


def check(log):
    """Fail unless a log has the members that the standard requires, and no others but those that we write."""
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    [one] = log["runs"]
    assert set(one) == {"tool", "results"}
    driver = one["tool"]["driver"]
    assert set(driver) == {"name", "semanticVersion", "rules"}
    rules = {rule["id"]: rule for rule in driver["rules"]}
    assert len(rules) == len(driver["rules"])
    for rule in rules.values():
        assert set(rule) == {
            *("id", "shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"),
        }
        assert all(rule[name]["text"] for name in ("shortDescription", "fullDescription", "help"))
    assert rules.keys() == {result["ruleId"] for result in one["results"]}
    for result in one["results"]:
        assert set(result) - {"properties"} == {"ruleId", "level", "message", "locations"}
        assert result["level"] == rules[result["ruleId"]]["defaultConfiguration"]["level"]
        assert result["level"] in ("note", "warning")
        assert result["message"]["text"]
        [location] = result["locations"]
        place = location["physicalLocation"]
        assert URI.fullmatch(place["artifactLocation"]["uri"]), place
        region = place.get("region", {})
        assert set(region) <= {"startLine", "endLine", "byteOffset", "byteLength"}
        assert region.get("startLine", 1) >= 1
        assert region.get("endLine", 1) >= region.get("startLine", 1)
        assert all(type(number) is int and number >= 0 for number in region.values())


def results(log):
    return log["runs"][0]["results"]


def test_invalid_references_hazards_and_problems_become_results(run):
    found = results(run("page.html"))
    assert [each["ruleId"] for each in found] == [
        "hazard-other-host-in-text", "hazard-script-uri", "invalid-reference", "hazard-rare-ipv4"
    ]  # fmt: skip
    assert "www.bank.example" in found[0]["message"]["text"]
    assert found[2]["message"]["text"].startswith("http://a b/: host at character ")


def test_places_are_bytes_and_lines(run):
    for each in results(run("page.html")):
        region = each["locations"][0]["physicalLocation"]["region"]
        start, end = region["byteOffset"], region["byteOffset"] + region["byteLength"]
        assert PAGE[start:end].decode() == each["properties"]["reference"]
        assert region["startLine"] == 1 + PAGE.count(b"\n", 0, start)


def test_a_wrapped_reference_ends_in_its_last_line(run):
    Path("a.txt").write_bytes(b"\n<http://0x7f.1/\nb>")
    [found] = results(run("a.txt"))
    region = found["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["endLine"]) == (2, 3)


def test_references_without_anything_to_say_have_no_result(run):
    Path("a.txt").write_bytes(b"http://a.example/ https://b.example/x?y#z")
    log = run("a.txt")
    assert results(log) == []
    assert log["runs"][0]["tool"]["driver"]["rules"] == []


def test_problems_are_results(run):
    [found] = results(run("nothing"))
    assert found["ruleId"] == "problem-unreadable"
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "nothing"


@pytest.mark.parametrize(
    ("name", "uri"),
    [("a b.txt", "a%20b.txt"), ("\u00e9.txt", "%C3%A9.txt"), ("c:d.txt", "c%3Ad.txt"), ("./d/e#.txt", "d/e%23.txt")],
)
def test_documents_have_relative_uris(run, name, uri):
    Path("d").mkdir()
    Path(name).write_bytes(b"http://0x7f.1/")
    [found] = results(run(name))
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_an_absolute_path_is_a_file_uri(run, tmp_path):
    found = results(run(os.path.join(tmp_path, "page.html")))
    uri = found[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == f"file://{tmp_path}/page.html"


def test_a_reference_makes_no_link_and_no_placeholder_in_a_message(run):
    Path("a.html").write_bytes(b'<a href="http://0x7f.1/{0}[click](http://evil.example/)\\">')
    found = results(run("a.html"))
    assert len(found) > 1
    for each in found:
        assert "/{{0}}\\[click\\](http://evil.example/)" in each["message"]["text"]
    Path("a.txt").write_bytes(b"http://0x7f.1/" + b"x" * 5000)
    [found] = results(run("a.txt"))
    assert len(found["message"]["text"]) < 400
    assert len(found["properties"]["reference"]) == 5014


def test_filters_choose_results_and_processes_make_no_difference(run):
    assert [each["ruleId"] for each in results(run("--invalid", "page.html"))] == ["invalid-reference"]
    one = run("page.html", "page.html")
    assert run("-j", "2", "page.html", "page.html") == one
    assert len(results(one)) == 8


def test_every_hazard_has_a_rule():
    assert tuple(HAZARDS) == NAMES


def test_the_log_is_valid_under_the_published_schema(run):
    """The schema is not part of the project; SARIF_SCHEMA names a file with it."""
    schema = os.environ.get("SARIF_SCHEMA")
    if not schema:
        pytest.skip("SARIF_SCHEMA does not name the published schema")
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.validators.validator_for({}, jsonschema.Draft7Validator)(
        json.loads(Path(schema).read_bytes())
    )
    for arguments in (["page.html"], ["nothing"], ["page.html", "nothing"], ["--invalid", "page.html"]):
        assert not list(validator.iter_errors(run(*arguments)))
