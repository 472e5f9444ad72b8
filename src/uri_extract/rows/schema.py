"""The fields of a record: one table, from which columns, schemas, headers, JSON and the documentation are derived.

A new field of a document is a line here, one in :class:`~uri_extract.rows.details.Origin`, one where
:class:`~uri_extract.rows.records.Occurrence` declares it for type checkers, and whatever sets it.
"""

from __future__ import annotations

from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.limits import MAX_BASE, MAX_DESCRIPTION, MAX_IDENTIFIER, MAX_MEDIA_TYPE, MAX_NAME

#: The version of the schema; it changes if a field is removed or changed.
VERSION: Final = 1

#: Types of fields. NAME is text that many records share, so that Arrow stores it in a dictionary.
TEXT, NAME, INTEGER, NUMBER, BOOLEAN, LIST = "text", "name", "integer", "number", "boolean", "list"


class Field(NamedTuple):
    """A field of a record: its name, type, whether it may be None, and a description.

    ``most`` is the most characters of a NAME that the input determines, because many records repeat it; 0 for the words
    of this package.
    """

    name: str
    type: str
    nullable: bool
    help: str
    most: int = 0


#: The fields of an occurrence, in the order of JSON Lines and tables.
FIELDS: Final = (
    Field("reference", TEXT, False, "the reference as its author meant it, without white space and wrappers"),
    Field("target", TEXT, True, "the reference resolved (RFC 3986 section 5.2); null if it is relative without a base"),
    Field("raw", TEXT, False, "the source from start to end, as text: without wrappers, with line breaks"),
    Field("document", NAME, True, "the path to the document through containers (mail.mbox!3!1.2); null without a name",
          MAX_NAME),
    Field("start", INTEGER, False, "the offset of its first byte (in a str, of its first character); -1 if unknown"),
    Field("end", INTEGER, False, "the offset after its last byte (or character); -1 if unknown"),
    Field("line", INTEGER, False,
          "its line, from 1; lines end with a line feed; in mail from the start of the part or the header"),
    Field("column", INTEGER, False, "its column in bytes, from 1"),
    Field("delimiter", NAME, False,
          "what delimits it: angle, quote, whitespace, attribute, css, element, comment, header, script, markup, "
          "barcode"),
    Field("prefix", NAME, True, '"URL:" if that precedes it (RFC 2396 Appendix E)'),
    Field("wrapped", NAME, True, 'how it was broken: "space", or "hyphen" if a break follows a hyphen'),
    Field("confidence", NUMBER, True, "the probability that the next line is part of it, 0 to 1; null if not in doubt"),
    Field("defanged", BOOLEAN, False, "true if it was defanged and has been restored; raw shows what was written"),
    Field("partial", BOOLEAN, False, "true if a script, a template or a formula completes it"),
    Field("alternates", LIST, False, "other possible readings, best first"),
    Field("kind", NAME, False,
          "uri, iri, relative, suffix if its scheme was left out, or namespace if it is a name and not a link"),
    Field("valid", BOOLEAN, False, "true if the grammar of RFC 3986 (of RFC 3987 for an IRI) allows it"),
    Field("errors", LIST, False, "why the grammar does not allow it, in sentences"),
    Field("hazards", LIST, False, "the names of what may deceive a person who follows it (RFC 3986 section 7)"),
    Field("unwrapped", TEXT, True, "the URI inside a link that a mail filter or a redirector rewrote; null otherwise"),
    Field("base", NAME, True, "the base URI that target depends on (RFC 3986 section 5.1)", MAX_BASE),
    Field("base_from", NAME, True, "where that base comes from: embedded, entity, retrieval or default"),
    Field("element", NAME, True, "its element in markup; for text, only before any other tag or comment in the element",
          MAX_DESCRIPTION),
    Field("attribute", NAME, True, "its attribute in markup; empty in the style sheet that an element contains",
          MAX_DESCRIPTION),
    Field("text", TEXT, True, "the text of a link in markup (a with a href), with alt of images, blanks collapsed"),
    Field("rel", NAME, True, "the attribute rel of a link's element, as it was written", MAX_DESCRIPTION),
    Field("message_id", NAME, True, "the Message-ID of its message, without brackets (RFC 5322 section 3.6.4)",
          MAX_IDENTIFIER),
    Field("field", NAME, True, "the name of the header field that contains it, as it was written", MAX_DESCRIPTION),
    Field("refers_to", NAME, True, "the document that it refers to: another part of the message or file of the archive",
          MAX_NAME),
    Field("source_url", NAME, True, "the URI of its document: WARC-Target-URI, Content-Location, or the given base",
          MAX_BASE),
    Field("captured_at", NAME, True,
          "when its document was captured or sent (RFC 3339); a local time if the offset is unknown", MAX_IDENTIFIER),
    Field("record_id", NAME, True, "WARC-Record-ID or Message-ID of its document, without brackets", MAX_IDENTIFIER),
    Field("media_type", NAME, True, "the media type of its document or part, without parameters", MAX_MEDIA_TYPE),
    Field("sender", NAME, True,
          "the sender of its message (From, decoded), or the author in an export of a chat", MAX_DESCRIPTION),
    Field("subject", NAME, True, "the subject of its message, decoded", MAX_DESCRIPTION),
    Field("filename", NAME, True, "the file name of the attachment that contains it", MAX_DESCRIPTION),
)  # fmt: skip

#: Additional fields of an occurrence if context was requested.
CONTEXT_FIELDS: Final = (
    Field("before", TEXT, True, "the text before start; null if it is not known"),
    Field("after", TEXT, True, "the text after end; null if it is not known"),
)  # fmt: skip

#: Additional fields of an occurrence if they were requested by name.
REQUESTED_FIELDS: Final = (
    Field("nested", TEXT, True,
          "the URI of another host in the query of the target, a possible redirect; null if none"),
    Field("scheme", TEXT, False, "the scheme of the target in lower case; empty if it has none"),
    Field("host", TEXT, True, "the host of the target, all spellings alike; null if it has none"),
    Field("registered_domain", TEXT, True, "the registered domain of that host (extra psl); null if it has none"),
    Field("source_host", TEXT, True, "the host of source_url; null if it has none"),
    Field("region", NAME, True,
          "the innermost nav, header, footer, aside, main, article, form, search or region of an HTML page around it"),
    Field("browses_to", TEXT, True, "the URL that a browser goes to (URL Standard); null if it cannot be parsed"),
    Field("defanged_target", TEXT, False, "the target, or else the reference, defanged: hxxp[://]a[.]example/"),
)  # fmt: skip

#: The fields of a problem, in the order of JSON Lines.
PROBLEM_FIELDS: Final = (
    Field("problem", TEXT, False, "the kind of the problem"),
    Field("document", TEXT, True, "the document with the problem, named as in an occurrence"),
    Field("offset", INTEGER, False, "the byte of the document at which the problem begins"),
    Field("message", TEXT, False, "what is wrong, in a sentence"),
)  # fmt: skip

#: The fields of which a part would mean something else: a value that is too long is None, and is not cut.
WHOLE: Final = frozenset(("message_id", "source_url", "captured_at", "record_id", "media_type"))

#: The names of the fields of occurrences.
COLUMNS: Final = tuple(field.name for field in FIELDS)
CONTEXT: Final = tuple(field.name for field in CONTEXT_FIELDS)
REQUESTED: Final = tuple(field.name for field in REQUESTED_FIELDS)
#: Requested fields that may show the secrets that ``--redact`` hides.
REVEALING: Final = frozenset(("nested", "browses_to", "defanged_target"))


def names_of(*types: str) -> tuple[str, ...]:
    """Return the names of the fields that have one of ``types``."""
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
    """Return the JSON Schema (2020-12) of a line of JSON Lines: an occurrence or a problem."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of uri-extract",
        "version": VERSION,
        "oneOf": [{"$ref": "#/$defs/occurrence"}, {"$ref": "#/$defs/problem"}],
        "$defs": {
            "occurrence": _object("a reference that was found", FIELDS, CONTEXT_FIELDS + REQUESTED_FIELDS),
            "problem": _object("input that could not be read, or only in part", PROBLEM_FIELDS),
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
