"""The fields of records: everything derived from their table agrees with it, and a change of it needs a new version."""

import hashlib
import json

import pytest

from uri_extract import Occurrence, Problem, extract_text
from uri_extract.cli.generate import GENERATORS
from uri_extract.rows import schema
from uri_extract.rows.details import Details, Origin

# The digest of the fields of each version. A change of the fields needs a new version and a new line here, except in
# version 1, which is not released yet.
DIGESTS = {1: "af5dffbf75b7fcb3"}

FIELDS = (*schema.FIELDS, *schema.CONTEXT_FIELDS, *schema.PROBLEM_FIELDS)


def test_the_fields_change_only_with_the_version():
    fields = [(field.name, field.type, field.nullable) for field in FIELDS]
    digest = hashlib.blake2b(json.dumps(fields).encode(), digest_size=8).hexdigest()
    assert DIGESTS.get(schema.VERSION) == digest, "the fields have changed: a new VERSION, and its digest here"


def test_records_have_the_fields_of_the_table_in_its_order():
    (found,) = extract_text("http://a.example/")
    assert tuple(found.as_dict()) == schema.COLUMNS
    assert all(hasattr(Occurrence, name) for name in schema.COLUMNS)
    assert tuple(Problem("a", 1, "b", "c").as_dict()) == tuple(field.name for field in schema.PROBLEM_FIELDS)


@pytest.mark.parametrize("name", [*Origin._fields, *Details._fields])
def test_fields_of_origins_and_details_are_attributes_with_types_and_documentation(name):
    assert name in schema.COLUMNS
    assert name in Occurrence.__annotations__
    assert getattr(Occurrence, name).__doc__ == next(field.help for field in schema.FIELDS if field.name == name)


def test_the_json_schema_has_all_fields_and_its_version():
    made = json.loads(GENERATORS["schema"]())
    assert made["version"] == schema.VERSION
    occurrence, problem = made["$defs"]["occurrence"], made["$defs"]["problem"]
    assert tuple(occurrence["required"]) == schema.COLUMNS
    assert tuple(occurrence["properties"]) == (*schema.COLUMNS, *schema.CONTEXT, *schema.REQUESTED)
    assert tuple(problem["properties"]) == tuple(problem["required"])


def is_of(value, member):
    """Return True if a value of JSON matches the schema of a member."""
    if isinstance(member["type"], list):
        if value is None:
            return "null" in member["type"]
        member = {**member, "type": member["type"][0]}
    if member["type"] == "array":
        return isinstance(value, list) and all(is_of(each, member["items"]) for each in value)
    return type(value) is {"string": str, "integer": int, "boolean": bool}[member["type"]]


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        ("http://a.example/ <http://b.example/y-\nz> http://[ http://c.example/[", "text/plain"),
        ("<a href=b rel=x>c</a> <a href='http://d.example/'>http://e.example/</a>", "text/html"),
    ],
)
def test_records_are_what_the_json_schema_says(text, media_type):
    members = schema.json_schema()["$defs"]["occurrence"]["properties"]
    found = list(extract_text(text, media_type=media_type))
    assert found
    for each in found:
        for name, value in each.as_dict().items():
            assert is_of(value, members[name]), name
