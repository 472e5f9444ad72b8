"""Tables in, tables out: the rows are those of the command, for all columns and all batches of documents."""

import gzip
import io
import os
import pickle
import random
import subprocess
import sys
import zipfile

import pytest

from uri_extract import InvalidOption, InvalidOptionValue, SourceTypeError, UnknownMediaType, UriExtractError
from uri_extract.rows.schema import COLUMNS
from uri_extract.tables import tabulation

pa = pytest.importorskip("pyarrow")

from uri_extract.tables import Extractor, References, schema  # noqa: E402 - they need Arrow

HTML = (
    b'<base href="http://base.example/d/"><p><a href="x.html" rel=next>text</a><a href="../\xc3\xa9">http://b.example/</a>'
    b'<img srcset="a.png 1x, http://c.example/b.png 2x"> see http://d.example/a%zz and <http://e.example/a\nb>'
)
MAIL = (
    b"From: a@f.example\nMessage-ID: <1@f.example>\nSubject: =?utf-8?Q?caf=C3=A9?=\nMIME-Version: 1.0\n"
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsee http://g.example/x.\n--b\nContent-Type: text/html\n\n"
    b"<a href=http://h.example/>h</a>\n--b--\n"
)


def zipped(**members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("_", "."), data)
    return out.getvalue()


DOCUMENTS = {
    "a.html": HTML,
    "b.eml": MAIL,
    "c.txt": b"http://i.example/a http://user:secret@j.example/ http://k.example/\xe9t\xe9\n" * 3,
    "d.zip": zipped(a_txt=b"http://l.example/", b_html=HTML),
    "e.txt.gz": gzip.compress(b"http://m.example/?u=http%3A%2F%2Fn.example%2F"),
    "f.bin": b"\0\1http://o.example/\0",
    "g.zip": zipped(a_txt=b"http://p.example/ " * 9)[:-40],
    "h.txt": b"",
}


def table(documents=DOCUMENTS, rows=3, **columns):
    data = {"path": list(documents), "content": pa.array(documents.values(), pa.binary()), **columns}
    return pa.table(data).to_batches(max_chunksize=rows)


def rows_of(batches):
    return [row for batch in batches for row in batch.to_pylist()]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Return the references and the problems that the command finds in these documents."""
    place = tmp_path_factory.mktemp("documents")
    for name, data in DOCUMENTS.items():
        (place / name).write_bytes(data)
    out = place / "out.arrow"
    command = [sys.executable, "-m", "uri_extract", "-q", "--all-kinds", "-o", "out.arrow", *DOCUMENTS]
    subprocess.run(command, cwd=place, check=False, timeout=60)
    with pa.ipc.open_stream(out) as reader:
        rows, metadata = [], {}
        while True:
            try:
                batch, metadata = reader.read_next_batch_with_custom_metadata()
            except StopIteration:
                break
            rows += batch.to_pylist()
    assert b"uri_extract.problems" in metadata
    return rows


def test_the_rows_are_those_of_the_command(written):
    assert rows_of(Extractor(document="path", problems="drop")(table())) == written
    assert len({row["document"] for row in written}) == 9


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_is_the_same_alone(name, written):
    found = rows_of(Extractor(document="path", columns=[name], problems="drop")(table()))
    assert found == [{name: row[name]} for row in written]


def test_columns_are_in_the_requested_order(written):
    names = ["line", "target", "document", "errors", "unwrapped"]
    (batch,) = Extractor(document="path", columns=names, problems="drop")(table(rows=99))
    assert batch.schema.names == names
    assert batch.to_pylist() == [{name: row[name] for name in names} for row in written]


def test_problem_rows_have_only_the_document_and_the_problem():
    found = rows_of(Extractor(document="path", columns=["target", "document"])(table()))
    problems = [row for row in found if row["problem"]]
    assert [(row["document"], row["target"]) for row in problems] == [("g.zip", None)]
    assert set(problems[0]["problem"]) == {"kind", "offset", "message"}
    before = [row["document"] for row in found[: found.index(problems[0])]]
    assert before[-1] == "g.zip!a.txt"


def test_problems_can_be_raised():
    extract = Extractor(document="path", problems="raise")
    with pytest.raises(UriExtractError, match=r"^g\.zip"):
        rows_of(extract(table()))


@pytest.mark.parametrize("content", [bytes, str])
def test_an_error_of_ours_is_a_problem_of_its_document(monkeypatch, content):
    computed = tabulation.computed

    def broken(page, names):
        if any("broken" in found.reference for found in page.occurrences()):
            raise RuntimeError("a bug")
        return computed(page, names)

    monkeypatch.setattr(tabulation, "computed", broken)
    texts = ["http://a.example/", "http://broken.example/", "http://b.example/"]
    column = pa.array(texts if content is str else [text.encode() for text in texts])
    found = Extractor(columns=["target", "start"]).lists(column).to_pylist()
    assert [row["target"] for row in found[0] + found[2]] == ["http://a.example/", "http://b.example/"]
    (problem,) = found[1]
    assert problem["problem"] == {"kind": "internal", "offset": 0, "message": "RuntimeError: a bug"}


def test_a_text_ends_with_a_line_break_however_it_is_read():
    texts = [*filter(None, TEXTS), "http://a.example/x%", "http://a.example/x%4", "a http://a.example/b%"]
    column = pa.array([each for each in texts if not each.startswith(("PK", "h\n"))])
    together = Extractor().lists(column).to_pylist()
    assert [row["reference"] for row in together[-3]] == ["http://a.example/x"]
    batch = pa.record_batch({"content": column, "kind": ["text/plain"] * len(column)})
    one_by_one = rows_of(Extractor(media_type="kind")([batch]))
    assert [row["reference"] for row in one_by_one] == [row["reference"] for found in together for row in found]


def test_columns_of_documents_are_kept():
    batches = table(
        {"a": b"http://a.example/ http://b.example/", "b": None, "c": b"http://c.example/"}, number=[1, 2, 3]
    )
    found = rows_of(Extractor(keep=["number", "path"], columns=["target"], problems="drop")(batches))
    assert [(row["number"], row["path"], row["target"]) for row in found] == [
        (1, "a", "http://a.example/"), (1, "a", "http://b.example/"), (3, "c", "http://c.example/"),
    ]  # fmt: skip


def test_type_base_and_charset_are_literals_or_columns():
    content = pa.array(["<a href=\xe9>".encode("latin-1"), b"<a href=x>"])
    kinds, bases = ["text/html; charset=latin1", "text/html"], ["http://a.example/", "http://b.example/"]
    batch = pa.record_batch({"content": content, "kind": kinds, "uri": bases})
    found = rows_of(Extractor(media_type="kind", base="uri", columns=["target"], problems="drop")([batch]))
    assert [row["target"] for row in found] == ["http://a.example/%C3%A9", "http://b.example/x"]
    literal = Extractor(
        media_type="text/html", base="http://c.example/", charset="latin1", columns=["target", "source_url"]
    )
    assert literal.lists(content).to_pylist()[0] == [
        {"target": "http://c.example/%C3%A9", "source_url": "http://c.example/", "problem": None}
    ]


def strings(*values):
    """Return an array of strings that need not be UTF-8, as other programs may write it."""
    return pa.array(values, pa.binary()).view(pa.string())


@pytest.mark.parametrize("content", [bytes, str])
@pytest.mark.parametrize("options", ["document", "base", "media_type", "charset"])
@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "dictionary"])
def test_a_value_of_a_row_that_is_not_utf_8_is_a_problem_of_that_row_alone(content, options, kind):
    texts = [f"http://a{number}.example/" for number in range(5)]
    values = {
        "document": (b"a", b"b\xff", None, b"d", b"\xed\xa0\x80"),
        "base": (b"http://b.example/", b"http://c.example/\xff", None, b"http://d.example/", b"\xff"),
        "media_type": (b"text/plain", b"text/\xff", None, b"text/plain", b"\xff"),
        "charset": (b"utf-8", b"\xff", None, b"utf-8", b"utf-8\xff"),
    }[options]
    column = strings(*values)
    if kind == "binary":
        column = column.cast(pa.binary())
    elif kind == "dictionary":
        column = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 3, 4], pa.int8()), column)
    elif kind != "string":
        column = column.cast(getattr(pa, kind)())
    batch = pa.record_batch({"content": texts if content is str else [text.encode() for text in texts], "of": column})
    columns = ["target", "document", "source_url"]
    found = rows_of(Extractor(**{options: "of"}, columns=columns)([batch]))
    assert [row["target"] for row in found if row["target"]] == texts
    problems = [row["problem"] for row in found if row["problem"] and row["problem"]["kind"] == "damaged"]
    message = f"the {options} of this row is not UTF-8: U+FFFD replaces octets"
    assert [each["message"] for each in problems] == [message, message]
    damaged = [number for number, row in enumerate(found) if row["problem"] in problems]
    if options == "document":
        assert [row["document"] for row in found if row["target"]] == ["a", "b\ufffd", None, "d", "\ufffd\ufffd\ufffd"]
    # The problem comes before the references of its row.
    assert [next(row["target"] for row in found[number:] if row["target"]) for number in damaged] == texts[1::3]


@pytest.mark.parametrize("media_type", [None, "text/plain", "text/html"])
def test_a_text_that_is_not_utf_8_harms_no_other(media_type):
    column = strings(b"http://a.example/", b"\xff http://b.example/\xff \xed\xa0\x80", b"http://c.example/")
    found = Extractor(media_type=media_type, columns=["target"], problems="drop").lists(column).to_pylist()
    assert [[row["target"] for row in rows] for rows in found] == [
        ["http://a.example/"], ["http://b.example/"], ["http://c.example/"]
    ]  # fmt: skip


TEXTS = [
    "http://a.example/ and\nhttp://b.example/x.", None, "", "<a href='/x'> \u00e9 http://c.example/\u00e9",
    "cut <http://d.example/", "b> http://e.example/", "http://f.example/a-", "b/c", '"http://g.example/',
    "h\n\n\0http://i.example/\0", "PK\3\4 http://j.example/", "see URL:", "http://k.example", ".l/", "(http://m.example/",
]  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"suffix": True, "mail_addresses": True}, {"refang": True}])
def test_joined_texts_have_the_references_of_each_text_alone(options):
    extract = Extractor(**options)
    alone = [extract.lists(pa.array([text], pa.string())).to_pylist()[0] for text in TEXTS]
    assert extract.lists(pa.array(TEXTS)).to_pylist() == alone
    assert alone[1] is None
    assert [row["target"] for row in alone[0]] == ["http://a.example/", "http://b.example/x"]
    assert [(row["line"], row["column"], row["start"]) for row in alone[0]] == [(1, 1, 0), (2, 1, 22)]


@pytest.mark.parametrize("seed", range(8))
def test_texts_of_any_pieces_are_read_one_by_one(seed, monkeypatch):
    monkeypatch.setattr("uri_extract.tables.tabulation._MOST", 200)
    chance = random.Random(seed)
    pieces = [
        "http://",
        "a.example",
        "/b-\n",
        "c",
        "<",
        ">",
        '"',
        "(",
        ")",
        " ",
        "\n",
        "> ",
        "\0",
        "\u00e9",
        "URL:",
        ".\n",
    ]
    texts = ["".join(chance.choices(pieces, k=chance.randrange(30))) for _ in range(100)]
    extract = Extractor(suffix=True, mail_addresses=True)
    alone = [extract.lists(pa.array([text])).to_pylist()[0] for text in texts]
    assert extract.lists(pa.array(texts)).to_pylist() == alone


@pytest.mark.parametrize(
    "options", [{}, {"suffix": True}, {"base": "http://own.example/d/"}, {"default_base": "https:"}]
)
@pytest.mark.parametrize("columns", [None, ["target", "text", "start"], ["kind", "region"]])
def test_pages_of_a_column_are_read_as_each_alone(options, columns, monkeypatch):
    monkeypatch.setattr("uri_extract.tables.tabulation._MOST", 3000)
    chance = random.Random(len(options))
    pieces = [
        *(
            "<a href=x>",
            "<a href='//h.example/%20 y'>",
            "</a>",
            "<p title=",
            ">",
            "<b",
            "see http://t.example/x",
            " ",
            "\n",
        ),
        *(
            "<img src=y.png srcset='a 1x, b 2x'>",
            "<style>a{b:url(c)}",
            "</style>",
            "<!--",
            "-->",
            "<script>'/d/e'</script>",
        ),
        *(
            "<table><tr><td background=q>",
            "<form action=z>",
            "&amp;",
            "&#58;//",
            "\u00e9",
            "a.example/b",
            "=",
            "\0",
            "URL:",
        ),
        *(
            "<frameset>",
            "<template>",
            "<svg><a href=w>",
            "<textarea>",
            "http://",
            "u.example/-",
            "<",
            "'",
            "data-src='/v.png'",
        ),
    ]
    rare = ["<base href=/other/>", "<iframe srcdoc='<a href=s>'>", "\ufeff", '<a href=3D"r">', "<a href=http://[x>"]
    texts = []
    for number in range(300):
        parts = chance.choices(pieces, k=chance.randrange(12)) + chance.choices(rare, k=number % 7 == 0)
        texts.append("".join(chance.sample(parts, len(parts))))
    extract = Extractor(media_type="text/html", columns=columns, **options)
    alone = Extractor(media_type="text/html", columns=columns, charset="utf-8", **options)
    expected = alone.lists(pa.array([f"{text}\n".encode() for text in texts])).to_pylist()
    assert extract.lists(pa.array(texts)).to_pylist() == expected
    read = []
    monkeypatch.setattr(tabulation.Tabulation, "_documents", lambda *_: read.append(_) or iter(()))
    extract.lists(pa.array(["<a href=x>y</a>"]))
    assert len(read) == (columns is not None and "region" in columns)  # the other way is another one


def test_bases_of_joined_pages_are_a_column():
    bases = ["http://a.example/d/", None, "no base", "http://b.example/"]
    batch = pa.RecordBatch.from_pydict({"content": ["<a href=x>"] * 4, "url": bases})
    found = rows_of(Extractor(media_type="text/html", base="url", columns=["target"]).__call__([batch]))
    assert [row["target"] for row in found if row["problem"] is None] == [
        "http://a.example/d/x",
        None,
        None,
        "http://b.example/x",
    ]
    assert [row["problem"]["kind"] for row in found if row["problem"]] == ["unusable-base"]


def test_a_reference_that_is_too_long_is_a_problem_of_its_text():
    texts = ["http://a.example/", "see http://b.example/" + "x" * (1 << 20), "http://c.example/"]
    found = Extractor(columns=["target"]).lists(pa.array(texts)).to_pylist()
    assert [row["target"] for row in found[0] + found[2]] == ["http://a.example/", "http://c.example/"]
    assert [(row["problem"]["kind"], row["problem"]["offset"]) for row in found[1]] == [("reference-too-long", 4)]


def test_a_string_is_never_a_container():
    (found,) = Extractor(columns=["reference"], problems="drop").lists(pa.array(["PK\3\4<a href=x>http://a.example/"]))
    assert found.as_py() == [{"reference": "http://a.example/"}]


def test_a_string_is_what_its_media_type_says():
    text = '<meta charset=latin1><a href="http://a.example/\u00e9">'
    (found,) = Extractor(columns=["target"], media_type="text/html", problems="drop").lists(pa.array([text]))
    assert found.as_py() == [{"target": "http://a.example/%C3%A9"}]


@pytest.mark.parametrize("kind", ["string", "large_string", "binary", "large_binary", "dictionary", "string_view"])
def test_documents_are_strings_or_bytes_of_any_layout(kind):
    made = pa.array(["http://a.example/", None, "http://b.example/"])
    types = {"dictionary": lambda: pa.dictionary(pa.int8(), pa.string())}
    made = made.cast(types.get(kind, getattr(pa, kind, None))())
    found = Extractor(columns=["target"], problems="drop").lists(made.slice(1)).to_pylist()
    assert found == [None, [{"target": "http://b.example/"}]]


def test_documents_are_not_numbers():
    with pytest.raises(InvalidOptionValue, match="int64"):
        Extractor().lists(pa.array([1]))


@pytest.mark.parametrize(
    "options", [{}, {"content": "content", "document": "uri"}, {"content": "content", "keep": "n"}]
)
def test_a_column_that_is_missing_is_named(options):
    batch = pa.record_batch({"content" if options else "text": ["x"]})
    with pytest.raises(InvalidOptionValue, match=r"no column '(content|uri|n)': the table has (content|text)"):
        rows_of(Extractor(**options)([batch]))


def test_an_empty_table_has_the_schema():
    assert Extractor().lists(pa.array([], pa.string())).type.value_type == pa.struct(list(schema()))
    assert rows_of(Extractor()([])) == []


@pytest.mark.parametrize("kind", [pa.string(), pa.binary()])
def test_fields_on_request_are_columns_too(kind):
    count = 70_000  # more than a batch has
    page = "see http://A.example:80/x and ftp://b.example/ " + "http://c.example/ " * (count // 2)
    table = pa.table({"content": pa.array([page, "/x", page], kind), "of": ["http://D.example/", None, "x:y"]})
    names = ["host", "line", "scheme", "source_host"]
    extract = Extractor(columns=names, base="of", problems="drop")
    found = pa.Table.from_batches(extract(table.to_batches()))
    assert found.column_names == names
    rows = found.to_pylist()
    assert [*rows[0].values()] == ["a.example", 1, "http", "d.example"]
    assert [*rows[1].values()] == ["b.example", 1, "ftp", "d.example"]
    assert [*rows[count // 2 + 2].values()] == ["a.example", 1, "http", None]
    assert {(each["host"], each["source_host"]) for each in rows[2 : count // 2]} == {("c.example", "d.example")}
    assert len(rows) == count + 4
    alone = pa.Table.from_batches(Extractor(columns=["scheme"], problems="drop")(table.to_batches()))
    assert alone.column("scheme").to_pylist() == found.column("scheme").to_pylist()


def test_batches_end_where_they_are_full():
    text = b" ".join(b"http://a.example/%d" % number for number in range(70_000))
    for content in (pa.array([text]), pa.array([text.decode()])):
        batches = list(Extractor(columns=["target"])([pa.record_batch({"content": content})]))
        assert [len(batch) for batch in batches] == [16384] * 4 + [4464]
        assert batches[4].column("target")[0].as_py() == "http://a.example/65536"


def test_the_schema_is_that_of_batches_and_has_a_version():
    for columns in (None, ["target", "line"]):
        extract = Extractor(columns=columns, keep="path", document="path")
        batches = table()
        assert {batch.schema for batch in extract(batches)} == {extract.schema_of(batches[0].schema)}
        assert extract.schema == schema(columns=columns)
        assert all(field.nullable for field in schema(columns=columns))
        assert b"uri_extract.schema_version" in schema(problems=False, columns=columns).metadata


def test_an_extractor_can_be_pickled_hashed_and_compared():
    extract = Extractor(document="path", columns=["target"], suffix=True, json_field=["a", "b"])
    again = pickle.loads(pickle.dumps(extract))
    assert again == extract
    assert hash(again) == hash(extract)
    assert Extractor() != extract
    assert rows_of(pickle.loads(pickle.dumps(Extractor(document="path")))(table())) == rows_of(
        Extractor(document="path")(table())
    )


@pytest.mark.parametrize(
    "options",
    [
        {"columns": ["nonsense"]}, {"columns": []}, {"columns": ["line", "line"]}, {"problems": "print"},
        {"keep": ["target"]}, {"keep": ["problem"]}, {"joins": "never"}, {"parts": "none"},
    ],
    ids=str,
)  # fmt: skip
def test_misuse_is_raised_at_once(options):
    with pytest.raises(InvalidOptionValue):
        Extractor(**options)


def test_interpreted_kernels_are_refused_where_they_are_not_asked_for():
    program = """
from uri_extract.tables import References
from uri_extract.engines import extractor_of
assert sum(map(len, References(b"http://a.example/"))) == 1
assert extractor_of(interpreted=True).lists(__import__("pyarrow").array(["http://a.example/"]))
extractor_of().lists(__import__("pyarrow").array(["http://a.example/"]))
"""
    environment = os.environ | {"URI_EXTRACT_PURE": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert "UriExtractError: kernels run interpreted here" in done.stderr


def test_an_unknown_option_is_raised_at_once():
    with pytest.raises(InvalidOption, match=r"unknown option 'sufix' \(did you mean 'suffix'\?\)"):
        Extractor(sufix=True)


@pytest.mark.parametrize("batches", [[5], [pa.table({"content": ["x"]})], [["http://a.example/"]]])
def test_an_object_that_is_not_a_batch_is_an_error(batches):
    with pytest.raises(SourceTypeError, match=r"a batch must be a pyarrow.RecordBatch, .* not (int|Table|list)"):
        next(Extractor()(batches))


def test_an_object_that_is_not_an_array_is_an_error():
    with pytest.raises(SourceTypeError, match=r"column must be a pyarrow\.Array, not list"):
        Extractor().lists(["http://a.example/"])


def test_an_unknown_media_type_is_raised_at_once():
    with pytest.raises(UnknownMediaType):
        Extractor(media_type="text/nonsense")


def test_references_are_read_again_each_time(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"http://a.example/")
    (tmp_path / "b.txt").write_bytes(b"http://b.example/")
    references = References([tmp_path / "a.txt", tmp_path / "b.txt"], columns=["target"], problems="drop")
    for _ in range(2):
        assert pa.table(references).to_pylist() == [{"target": "http://a.example/"}, {"target": "http://b.example/"}]
    assert pa.table(References(b"http://c.example/", document="c", columns=["document"])).to_pylist() == [
        {"document": "c", "problem": None}
    ]


def test_references_of_an_open_file_cannot_be_read_again():
    with pytest.raises(SourceTypeError, match="BytesIO"):
        References(io.BytesIO(b""))


READS = """
import sys
import pyarrow as pa
from uri_extract.tables import Extractor

for batch in pa.ipc.open_stream(sys.argv[1]):
    for content in ("words", "octets"):
        for columns in (None, ["target", "document"]):
            extract = Extractor(content=content, document="path", keep=["words"], columns=columns)
            assert sum(map(len, extract([batch]))) >= 2
        assert len(Extractor().lists(batch.column(content))) == 3
assert "pandas" not in sys.modules
"""


def test_reading_a_table_imports_no_pandas(tmp_path):
    pytest.importorskip("pandas")
    documents = [b"see http://a.example/ ", gzip.compress(b"x" * 99)[:-9], None]
    texts = ["http://a.example/ <http://b.example/", None, "x"]
    batch = pa.record_batch({"path": ["a", "b", "c"], "octets": pa.array(documents, pa.binary()), "words": texts})
    with pa.ipc.new_stream(tmp_path / "a.arrow", batch.schema) as writer:
        writer.write_batch(batch)
    subprocess.run([sys.executable, "-c", READS, tmp_path / "a.arrow"], check=True, timeout=60)
