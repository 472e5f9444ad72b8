"""The roles of elements and attributes of office documents.

They are known by their local names: within one family of vocabularies each name has one meaning, but several namespaces
(ECMA-376 transitional and strict, two generations of ODF).
"""

from __future__ import annotations

from uri_extract._compat._typing import Final
from uri_extract.formats.office.package import IWORK, ODF, OPC

#: Text that continues in the next element of this kind, unless there is a break between them.
RUN: Final = 1
#: Both tags end the text before them.
BLOCK: Final = 2
#: Separates text within a paragraph.
BREAK: Final = 3
#: All text inside is one, whatever elements it has.
PARAGRAPH: Final = 4
#: Deleted text, which readers of the last version do not see, and inserted text, which those of the one before did not.
DELETED: Final = 5
INSERTED: Final = 6
#: One character: a hyphen, a blank.
HYPHEN: Final = 7
SPACE: Final = 8
#: Its text is that of a link, and an attribute has the target.
LINK: Final = 9
#: A run of text, and a link of the run that contains it.
TEXT_RUN: Final = 10
CLICK: Final = 11
#: Fields of Word: their instruction, the characters that separate it from the result, and both in one element.
INSTRUCTION: Final = 12
FIELD_CHARACTER: Final = 13
FIELD: Final = 14
#: A formula of a spreadsheet, and a cell.
FORMULA: Final = 15
CELL: Final = 16
VALUE: Final = 17
#: The same content twice or more (ECMA-376 part 3 §7.6): the branches have the same references.
ALTERNATE: Final = 18
BRANCH: Final = 19
#: An element of a part with relationships.
RELATIONSHIP: Final = 20
#: Not text: data in base64.
BINARY: Final = 21
#: A string of a workbook.
STRING: Final = 22
#: The pronunciation of a string, which is not shown as part of it.
PHONETIC: Final = 23
#: A line of text of a fixed page, or a piece of one, in an attribute (XPS: Open XML Paper Specification §12.1).
GLYPHS: Final = 24

# Sets of roles, each a bit.
#: Those whose tags end the text before them; those of elements whose text is joined; those with significant attributes.
ENDING: Final = (
    1 << BLOCK | 1 << PARAGRAPH | 1 << CELL | 1 << STRING | 1 << PHONETIC | 1 << FORMULA | 1 << ALTERNATE | 1 << BRANCH
)
JOINED: Final = 1 << RUN | 1 << DELETED | 1 << INSTRUCTION | 1 << VALUE
#: Those whose tags have no effect, and 0, the role of all other elements.
QUIET: Final = 1 | JOINED | 1 << CLICK | 1 << BINARY | 1 << GLYPHS
READ: Final = 1 << LINK | 1 << CLICK | 1 << FIELD | 1 << FIELD_CHARACTER | 1 << CELL | 1 << RELATIONSHIP | 1 << GLYPHS

#: The kind of an attribute: any, a name, the identifier of a relationship, a URL, a formula.
OTHER_VALUE: Final = 0
NAME_VALUE: Final = 1
IDENTIFIER_VALUE: Final = 2
URL_VALUE: Final = 3
FORMULA_VALUE: Final = 4

#: The only version of a piece of text if changes are tracked: inserted text, deleted text.
NEW_VERSION: Final = 1
OLD_VERSION: Final = 2

_OPC: Final = {
    RUN: "t",
    DELETED: "deltext",
    STRING: "si",
    PHONETIC: "rph",
    GLYPHS: "glyphs",
    BLOCK: "p comment is txbxcontent txbody drawing pict object footnote endnote",
    BREAK: "tab br cr ptab sym tc",
    INSERTED: "ins moveto",
    HYPHEN: "nobreakhyphen",
    LINK: "hyperlink",
    TEXT_RUN: "r fld",
    CLICK: "hlinkclick hlinkhover hlinkmouseover",
    INSTRUCTION: "instrtext delinstrtext",
    FIELD_CHARACTER: "fldchar",
    FIELD: "fldsimple",
    FORMULA: "f formula formula1 formula2 definedname",
    CELL: "c",
    VALUE: "v",
    ALTERNATE: "alternatecontent",
    BRANCH: "choice fallback",
    RELATIONSHIP: "relationship",
    BINARY: "bindata binarydata",
}
_ODF: Final = {
    PARAGRAPH: "p h",
    BLOCK: "annotation note creator date table-cell frame text-box title desc tracked-changes changed-region",
    BREAK: "tab line-break",
    SPACE: "s",
    LINK: "a",
    BINARY: "binary-data config-item",
}
_IWORK: Final = {
    PARAGRAPH: "p",
    BLOCK: "text-body footnote",
    BREAK: "tab br lnbr crbr pgbr contbr",
    LINK: "link",
    BINARY: "data-rep",
}

#: The role of an element, by family and local name in lower case.
ELEMENTS: Final = {
    family: {name: role for role, names in table.items() for name in names.split()}
    for family, table in ((OPC, _OPC), (ODF, _ODF), (IWORK, _IWORK))
}

#: Namespaces, from the host's name on, of attributes that hold the identifier of a relationship.
OF_RELATIONSHIPS: Final = frozenset((
    "schemas.openxmlformats.org/officedocument/2006/relationships",
    "purl.oclc.org/ooxml/officedocument/relationships",
    "urn:schemas-microsoft-com:office:office",
))  # fmt: skip

#: Attributes that hold names, not links: of namespaces, schemas, content types, layouts, relationship types.
NAMES: Final = frozenset((
    "uri", "type", "contenttype", "namespaceuri", "namespace", "xmlns", "uniqueid", "lotypeid", "qstypeid", "cstypeid",
    "minver", "schemalocation", "nonamespaceschemalocation", "prefixmappings", "targetnamespace", "ignorable",
    "processcontent", "mustunderstand", "requires", "definitionid", "typeid", "styledefinition", "media-type",
    "mimetype", "algorithm", "checksum-type", "key-derivation-name", "algorithm-name", "start-key-generation-name",
    "class", "progid", "clsid", "event-name", "actiontype", "rel", "datatype", "property", "about", "resource",
    "transformation", "action", "sourcelinked", "formatcode", "guid", "xpath", "version", "conformance", "language",
))  # fmt: skip

#: Attributes that hold a formula.
FORMULAS: Final = frozenset(("formula", "fmla"))

#: Attributes that are references on any element (XPS: Open XML Paper Specification §11.4).
URLS: Final = frozenset(("fixedpage.navigateuri",))
