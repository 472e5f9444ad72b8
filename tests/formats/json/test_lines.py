"""JSON Lines whose fields are documents: each is read by itself, with its own base, name and places."""

import gzip
import io
import json

import pytest
from tests import running

import uri_extract
from uri_extract.errors import InvalidOption, InvalidOptionValue

from .test_hostile import RECORDS


def extract(data, **options):
    problems = []
    options = {"json_field": "text", "json_url": "url", "on_problem": problems.append, **options}
    return list(uri_extract.extract(data, **options)), problems


def command(*arguments, stdin=b""):
    return running.command(*arguments, input=stdin)


def test_a_message_in_a_field_is_read_with_the_options_for_mail():
    message = "X-Seen: http://a.example/\n\nhttp://b.example/\n"
    for option, expected in [
        ({}, ["http://a.example/", "http://b.example/"]),
        ({"headers": False}, ["http://b.example/"]),
        ({"parts": "html"}, ["http://a.example/"]),
    ]:  # fmt: skip
        found, _ = extract(lines({"text": message}), media_type="message/rfc822", **option)
        assert [each.reference for each in found] == expected


def lines(*records):
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def test_each_line_is_a_document_with_its_url_as_base():
    found, problems = extract(RECORDS, document="a.jsonl", json_field=["text", "meta.html"])
    assert problems == []
    assert [(each.document, each.source_url, each.target, each.element) for each in found] == [
        ("a.jsonl!1", "https://a.example/d/", "https://a.example/d/x?a&b", "a"),
        ("a.jsonl!1", "https://a.example/d/", "http://t.example/%C3%A9", None),
        ("a.jsonl!2", None, "https://p.example", None),
        ("a.jsonl!2", None, None, "a"),
        ("a.jsonl!4", None, "https://l.example/1", None),
        ("a.jsonl!4", None, "https://l.example/2%F0%9F%98%80", "b"),
    ]
    for each in found:
        assert RECORDS[each.start : each.end].decode() == each.raw
        assert RECORDS.split(b"\n")[each.line - 1][each.column - 1 :].startswith(each.raw.encode())


def test_nothing_else_of_a_line_is_read():
    data = lines(
        {
            "text": "no link",
            "url": "https://a.example/",
            "id": "https://b.example/",
            "n": {"text": "https://c.example/"},
        }
    )
    assert extract(data) == ([], [])


@pytest.mark.parametrize(
    "line",
    [b"not json", b'{"text":"https://cut.example/', b'{"text":"https://cut.example/"', b'{"text":"https://cut.example/"}}',
     b'{"text":"https://cut.example/"} x!', b"}", b'"', b'{"a":[}'],
)  # fmt: skip
def test_a_line_that_is_not_json_is_a_problem_and_the_next_one_is_read(line):
    first, last = lines({"text": "https://first.example/"}), lines({"text": "https://last.example/"})
    found, problems = extract(first + line + b"\n" + last, document="x")
    targets = [each.target for each in found]
    assert targets[0] == "https://first.example/"
    assert targets[-1] == "https://last.example/"
    assert set(targets[1:-1]) <= {"https://cut.example/"}
    assert [(each.kind, each.offset) for each in problems] == [("damaged", len(first))]
    assert found[-1].document == "x!3"


def test_lines_of_json_without_the_field_are_not_a_problem():
    data = b'{"text":null,"a":true,"b":-1.5e+3,"c":[{},[]],"d":false}\n[]\n\n{}\r\n' + lines(
        {"text": "https://a.example/"}
    )
    found, problems = extract(data)
    assert problems == []
    assert [each.line for each in found] == [5]


def test_the_media_type_is_that_of_the_documents():
    data = lines({"text": "Hello <a href=rel>"}, {"text": "<p><a href=rel>"})
    assert [each.line for each in extract(data)[0]] == [2]
    assert [each.line for each in extract(data, media_type="text/html")[0]] == [1, 2]
    assert extract(data, media_type="text/plain")[0] == []


def test_the_url_may_come_after_the_document():
    data = lines({"text": "<p><a href=rel>", "url": "https://a.example/d/"})
    assert [each.target for each in extract(data)[0]] == ["https://a.example/d/rel"]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_an_array_of_records_or_an_indented_one_is_not_lines(indent, chunk):
    class Slow(io.BytesIO):
        def read1(self, size=-1):
            return self.read(min(size, chunk))

    records = [{"text": "https://a.example/"}, {"text": "<p><a href=x>", "url": "https://b.example/"}]
    for value in (records, records[1]) if indent else (records,):
        found, problems = extract(Slow(b" \n" + json.dumps(value, indent=indent).encode()), document="x")
        assert problems == []
        assert found[-1].target == "https://b.example/x"
        assert [each.document for each in found] == ["x!1", "x!2"][: len(found)]


def test_compressed_files_are_read_and_names_are_those_of_lines(tmp_path):
    path = tmp_path / "c4.jsonl.gz"
    path.write_bytes(gzip.compress(RECORDS))
    plain = tmp_path / "c4.jsonl"
    plain.write_bytes(RECORDS)
    packed, unpacked = extract(path)[0], extract(plain)[0]
    assert [each.document for each in packed] == [each.document.replace(".jsonl", ".jsonl.gz") for each in unpacked]
    assert [each.start for each in packed] == [each.start for each in unpacked]


def test_a_file_whose_name_says_what_it_is_is_read_as_that(tmp_path):
    (tmp_path / "a.html").write_text("<a href=https://html.example/>")
    (tmp_path / "b.ndjson").write_bytes(lines({"text": "https://json.example/"}))
    assert {each.target for each in extract(tmp_path)[0]} == {"https://html.example/", "https://json.example/"}


def test_options_are_checked():
    with pytest.raises(InvalidOptionValue, match="json_url needs json_field"):
        uri_extract.extract(b"", json_url="url")
    with pytest.raises(InvalidOption):
        uri_extract.extract(b"", json_field=[1])
    with pytest.raises(InvalidOption):
        uri_extract.extract(b"", json_field="a", json_url=1)


def test_the_command_reads_fields_of_lines(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(RECORDS)
    done = command("--json-field", "text", "--json-field", "meta.html", "--json-url", "url", "-H", path)
    name = str(path)
    assert done.stdout.decode().splitlines()[:3] == [
        f"{name}!1:https://a.example/d/x?a&b", f"{name}!1:http://t.example/%C3%A9", f"{name}!2:https://p.example",
    ]  # fmt: skip
    assert command("--json-url", "url", path).returncode == 2
    done = command("--json-field", "text", "--media-type", "text/plain", "--json-url", "url", stdin=RECORDS)
    assert done.stdout.splitlines()[:2] == [b"http://t.example/%C3%A9", b"https://p.example"]


def test_a_large_file_is_not_divided_among_processes(tmp_path):
    count = 100
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        lines(*({"text": f"https://{number}.example/", "other": "x" * 180_000} for number in range(count)))
    )
    assert path.stat().st_size > 1 << 24
    done = command("--json-field", "text", "--jobs", "2", "-H", path)
    assert done.stdout.splitlines()[-1].endswith(b"a.jsonl!%d:https://%d.example/" % (count, count - 1))


def test_tables_have_the_option():
    pa = pytest.importorskip("pyarrow")
    from uri_extract.tables import References

    table = pa.table(References(RECORDS, json_field="text", json_url="url"))
    assert table.column("target").to_pylist()[0] == "https://a.example/d/x?a&b"


@pytest.mark.parametrize("media_type", ["application/vnd.sqlite3", "application/gzip", "application/zip; x=1"])
def test_the_media_type_of_a_container_is_taken(media_type):
    data = gzip.compress(b"<a href=https://a.example/>")
    assert [each.target for each in uri_extract.extract(data, media_type=media_type)] == ["https://a.example/"]
    assert command("--media-type", media_type, stdin=data).stdout == b"https://a.example/\n"
    assert list(uri_extract.extract(io.BytesIO(data), media_type=media_type))
