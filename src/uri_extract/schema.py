"""The fields of a record: one table, from which columns, schemas, headers, JSON and the documentation are derived.

A new field of a document is a line here, one in :class:`~uri_extract.details.Origin`, one where
:class:`~uri_extract.records.Occurrence` declares it for type checkers, and whatever sets it.
"""

from __future__ import annotations

from uri_extract._typing import Any, Final, NamedTuple

#: The version of the schema: another one where a field is added, removed or changed.
VERSION: Final = 1

#: Types of fields. A name is text that many records share: Arrow has dictionaries of them.
TEXT, NAME, INTEGER, NUMBER, BOOLEAN, LIST = "text", "name", "integer", "number", "boolean", "list"


class Field(NamedTuple):
    """A field: its type, and whether it may be None. ``help`` says what it is."""

    name: str
    type: str
    nullable: bool
    help: str


#: The fields of an occurrence, in the order of JSON Lines and tables.
FIELDS: Final = (
    Field("reference", TEXT, False, "the reference as its author meant it, without white space and wrappers"),
    Field("target", TEXT, True, "the reference resolved (RFC 3986 section 5.2); null if it is relative without a base"),
    Field("raw", TEXT, False, "the source from start to end, as text: without wrappers, with line breaks"),
    Field("document", NAME, True, "the path to the document through containers (mail.mbox!3!1.2); null without a name"),
    Field("start", INTEGER, False, "the byte at which it begins; a character in a str; -1 if it is not known"),
    Field("end", INTEGER, False, "the byte after its last one"),
    Field("line", INTEGER, False, "its line, from 1; a line ends with a line feed"),
    Field("column", INTEGER, False, "its column in bytes, from 1"),
    Field(
        "delimiter",
        NAME,
        False,
        "what ends it: angle, quote, whitespace, attribute, css, element, comment, header, script, markup, barcode",
    ),
    Field("prefix", NAME, True, '"URL:" if that precedes it (RFC 2396 Appendix E)'),
    Field("wrapped", NAME, True, 'how it was broken: "space", or "hyphen" if a break follows a hyphen'),
    Field(
        "confidence", NUMBER, True, "how likely it is that the next line is part of it, 0 to 1; null: none is in doubt"
    ),
    Field("defanged", BOOLEAN, False, "whether it was defanged, and restored on demand; raw shows what was written"),
    Field("partial", BOOLEAN, False, "whether it is the beginning of one that a script or a template completes"),
    Field("alternates", LIST, False, "what else it may have been, best first"),
    Field(
        "kind",
        NAME,
        False,
        "uri, iri, relative, suffix if its scheme was left out, or namespace if it is a name and no link",
    ),
    Field("valid", BOOLEAN, False, "whether the grammar of RFC 3986, or of RFC 3987 for an IRI, derives it"),
    Field("errors", LIST, False, "why the grammar does not derive it, in sentences"),
    Field("hazards", LIST, False, "what may deceive who follows it (RFC 3986 section 7), by name"),
    Field("unwrapped", TEXT, True, "the URI in a link that a mail filter or a redirector rewrote; null in others"),
    Field("base", NAME, True, "the base URI that target depends on (RFC 3986 section 5.1)"),
    Field("base_from", NAME, True, "where that base comes from: embedded, entity, retrieval or default"),
    Field("element", NAME, True, "its element in markup; of text, the one that directly contains it"),
    Field("attribute", NAME, True, "its attribute in markup"),
    Field("text", TEXT, True, "the text of a link in markup (a with a href), white space collapsed"),
    Field("rel", NAME, True, "the attribute rel of a link's element, as it was written"),
    Field("message_id", NAME, True, "the Message-ID of its message, without brackets (RFC 5322 section 3.6.4)"),
    Field("field", NAME, True, "the name of the header field that contains it, as it was written"),
    Field("refers_to", NAME, True, "the document of the part of a message that a cid: or mid: means (RFC 2392)"),
    Field("source_url", NAME, True, "the URI of its document: WARC-Target-URI, Content-Location, or the base given"),
    Field("captured_at", NAME, True, "when its document was captured or sent, as RFC 3339 has it"),
    Field("record_id", NAME, True, "WARC-Record-ID or Message-ID of its document, without brackets"),
    Field("media_type", NAME, True, "the media type of its document or part, without parameters"),
    Field("sender", NAME, True, "the sender of its message, decoded (From)"),
    Field("subject", NAME, True, "the subject of its message, decoded"),
    Field("filename", NAME, True, "the name that its message gives to the attachment it is in"),
)

#: The fields that an occurrence has in addition where context was asked for.
CONTEXT_FIELDS: Final = (
    Field("before", TEXT, True, "the text before start; null if it is not known"),
    Field("after", TEXT, True, "the text after end; null if it is not known"),
)

#: The fields that an occurrence has in addition where they are asked for by name.
REQUESTED_FIELDS: Final = (
    Field(
        "nested", TEXT, True, "the URI of another host in the query of the target, where it may lead; null in others"
    ),
    Field("browses_to", TEXT, True, "the URL that a browser goes to (URL Standard); null where parsing it fails"),
)

#: The fields of a problem, in the order of JSON Lines.
PROBLEM_FIELDS: Final = (
    Field("problem", TEXT, False, "the kind of the problem"),
    Field("document", TEXT, True, "the document that it is in, as in an occurrence"),
    Field("offset", INTEGER, False, "the byte that it begins at"),
    Field("message", TEXT, False, "what is wrong, in a sentence"),
)

#: Names of those of occurrences.
COLUMNS: Final = tuple(field.name for field in FIELDS)
CONTEXT: Final = tuple(field.name for field in CONTEXT_FIELDS)
REQUESTED: Final = tuple(field.name for field in REQUESTED_FIELDS)


def names_of(*types: str) -> tuple[str, ...]:
    """Return the names of the fields of those types."""
    return tuple(field.name for field in FIELDS if field.type in types)


_JSON: Final[dict[str, dict[str, Any]]] = {
    TEXT: {"type": "string"},
    NAME: {"type": "string"},
    INTEGER: {"type": "integer"},
    NUMBER: {"type": "number"},
    BOOLEAN: {"type": "boolean"},
    LIST: {"type": "array", "items": {"type": "string"}},
}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of what JSON Lines have on a line: an occurrence, or a problem."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of uri-extract",
        "version": VERSION,
        "oneOf": [{"$ref": "#/$defs/occurrence"}, {"$ref": "#/$defs/problem"}],
        "$defs": {
            "occurrence": _object("a reference that was found", FIELDS, CONTEXT_FIELDS + REQUESTED_FIELDS),
            "problem": _object("a place that could not be read as it should", PROBLEM_FIELDS),
        },
    }


def _object(help: str, fields: tuple[Field, ...], optional: tuple[Field, ...] = ()) -> dict[str, Any]:
    return {
        "description": help,
        "type": "object",
        "properties": {field.name: _member(field) for field in (*fields, *optional)},
        "required": [field.name for field in fields],
    }


def _member(field: Field) -> dict[str, Any]:
    member = {**_JSON[field.type], "description": field.help}
    if field.nullable:
        member["type"] = [member["type"], "null"]
    return member
