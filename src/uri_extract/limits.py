"""The limits beyond which input is cut, divided, left out or refused: what each protects, and what happens beyond it.

Exceeding a limit is reported as a :class:`~uri_extract.rows.records.Problem`, unless the comment says why it need not
be.

Other constants of this kind (``_MAX_...``, ``_LONGEST_...``, ``REACH``) are in the module that uses them. Most bound a
look-back or a look-ahead: text beyond it is no evidence for a decision, and is read like any other text. Some bound a
cache, a buffer, or what a message shows. A few bound the depth or size of a syntax, as of lists in Markdown, templates
in HTML and groups in RTF: what is deeper or longer is read by simpler rules.
"""

from __future__ import annotations

from uri_extract._compat._typing import Final

#: Bytes of a reference in the source, which must be shorter. This bounds the memory of a scan. A longer reference is a
#: problem record ("reference-too-long"), and reading continues after the limit. A bracket that is not closed within the
#: limit counts as never closed: the reference then ends at the first white space.
MAX_REFERENCE: Final = 1 << 20

#: Line breaks and blanks inside one reference. A bracket around more of them is not taken to enclose a reference; the
#: text before the first blank is still found, so nothing needs reporting.
MAX_PIECES: Final = 48

#: Characters of a scheme name (the longest registered one has 36). A longer word before a colon is not a scheme.
MAX_SCHEME: Final = 64

#: Bytes of a line that are read before a reference, for its reply prefix, comment sign and column. In a longer line
#: the reference is at a column that no wrapping produces.
MAX_LINE_BEFORE: Final = 1024

#: Bytes of a page break (footer, form feed, header, empty lines) inside a reference. A longer one ends the reference,
#: as if its bracket were never closed.
MAX_PAGE_BREAK: Final = 512
#: Bytes of the footer in a page break. A longer one ends the reference too.
MAX_FOOTER: Final = 100

#: Bytes of an authority that are checked for a host that could exist. The rest of a longer one is not checked.
MAX_AUTHORITY: Final = 2048

#: Bytes of the next line that are read to decide whether a reference continues there. The rest is no evidence.
MAX_NEXT_LINE: Final = 400

#: Bytes before the line of a reference in which the lengths of other lines are measured. Lines further away are no
#: evidence for a line break in the reference.
MAX_LINES_BEFORE: Final = 400
#: Bytes after the line break of a reference in which the lengths of other lines are measured.
MAX_LINES_AFTER: Final = 320

#: Bytes read at a time from a file.
CHUNK: Final = 1 << 18

#: Bytes of an HTML tag held at a time. A longer tag is processed in parts, and nothing of it is lost. A single value
#: that is longer is reported, and the rest of it is processed in pieces.
MAX_TAG: Final = 1 << 20

#: Bytes of HTML that are searched for a declaration of its charset. One that comes later is ignored; browsers search
#: 1024 bytes.
MAX_PRESCAN: Final = 1 << 17

#: Bytes of a document that are searched for a NUL, by which a binary file differs from text. A file whose first NUL
#: comes later is text, so its strings in UTF-16 are not found.
MAX_TEXT_CHECK: Final = 1 << 16

#: Nesting depth of documents in attributes (``srcdoc``). A deeper document is reported, and read as text.
MAX_SRCDOC: Final = 4

#: Bytes of one piece of HTML text, or of a comment. A longer one is divided into pieces, so nothing needs reporting.
MAX_TEXT: Final = 1 << 16

#: Bytes of a link's text, decoded and with white space collapsed. A longer text is truncated: a URI shown to people is
#: shorter, and the link is held back until its text is read.
MAX_LINK_TEXT: Final = 1 << 10

#: Bytes of a document from a link's start tag to its end tag. The text of a longer link is truncated; if it had none so
#: far, it is left out, and reported ("content-too-long").
MAX_LINK: Final = 1 << 20

#: Nesting depth to which SVG, MathML and the HTML inside them are distinguished. Below it, the content of an element is
#: read like the element itself: no reference is lost, but a style sheet may be read as markup, or markup as a style
#: sheet.
MAX_FOREIGN: Final = 64

#: Nesting depth to which the regions of a page (``nav``, ``main``) are distinguished. What is deeper belongs to the
#: last of them.
MAX_REGIONS: Final = 64

#: References of an HTML document that are held back until its base is known. Further ones are resolved against the
#: document's own URI; a base that follows later is a problem record ("late-base").
MAX_HELD: Final = 1 << 16
#: Bytes of an HTML document from the first reference that is held back to the last. Beyond that, the same happens.
MAX_HELD_BYTES: Final = 1 << 25

#: Problems kept in the metadata of Arrow and Parquet output, which is written at the end. Further problems are only
#: counted there; standard error has all of them.
MAX_KEPT_PROBLEMS: Final = 10_000

#: Bytes of text in an Arrow batch or a Parquet row group. A batch that reaches the limit ends there and has fewer rows.
#: Nothing is lost, so nothing needs reporting.
MAX_BATCH_TEXT: Final = 1 << 22

#: Digests of references that ``--unique`` keeps in memory, and names that ``--count-by`` counts in memory (fewer if
#: they have more than 64 characters on average). Further ones go into a temporary database on disk, so nothing is
#: forgotten.
MAX_REMEMBERED: Final = 1 << 17

#: Open elements of an XML document that declare a namespace or a base. Deeper declarations are ignored, which is a
#: problem record ("too-deep"): elements there are interpreted by the declarations around them.
MAX_SCOPES: Final = 1024
#: Prefixes of an XML document that are declared at a time. Further ones are ignored, with the same problem record.
MAX_PREFIXES: Final = 256

#: Characters of a base: of the document's own URI, or of a base that it declares (``<base>``, ``xml:base``,
#: ``codebase``, ``Content-Location``), resolved. The record of a relative reference has its base, and a target that
#: begins with it. The shortest such reference takes two bytes (``ping="a b"``), so bases add at most MAX_BASE bytes of
#: output for each byte of input. A longer base is a problem record ("unusable-base"), and references relative to it
#: have no target. Sitemaps also limit URLs to less than 2048 characters.
MAX_BASE: Final = 1 << 11

#: Nesting depth of containers, including compression. A deeper one is a problem record ("too-deep") and is not read.
MAX_DEPTH: Final = 16

#: Characters of the name of a document in a container (PATH_MAX). Each record has the name, so a longer one is cut. It
#: then ends with an ellipsis and a digest of the whole, so names stay distinct and nothing needs reporting.
MAX_NAME: Final = 1 << 12

#: Bytes that one input may expand to, in addition to MAX_RATIO for each of its bytes. The rest of the input is not
#: read, which is a problem record ("expands-too-far").
MAX_EXPANSION: Final = 1 << 24
#: Bytes that each byte of an input may expand to. Text compresses to a twentieth, logs to a fiftieth.
MAX_RATIO: Final = 128

#: Members of one input, and HTTP headers in it, in addition to one for each MEMBER_BYTES bytes read of it. The rest of
#: the input is not read, which is a problem record ("too-many-members"). A tar member has at least 512 bytes, and one
#: byte of input may expand to MAX_RATIO bytes, so an archive of tiny files within MAX_RATIO is read to its end.
MAX_MEMBERS: Final = 1 << 15
#: Bytes read of an input that allow one more member.
MEMBER_BYTES: Final = 4

#: Problems of one input that are reported, in addition to one for each PROBLEM_BYTES bytes read of it. A last problem
#: record says that there are more ("too-many-problems").
MAX_PROBLEMS: Final = 1 << 10
#: Bytes read of an input that allow one more problem.
PROBLEM_BYTES: Final = 256

#: Bytes of one input that may be read again to find where damage ends, and one more for each byte read of it. Beyond
#: that, damage may hide more than necessary; the problem record says how much.
MAX_AGAIN: Final = 1 << 20

#: Bytes of a compressed member that are kept, to find the beginning of the next member if this one is damaged.
MAX_KEPT: Final = 1 << 20

#: Bytes of a header of a WARC record, an HTTP message, or a tar member with a long name. A longer one is damage.
MAX_HEADER: Final = 1 << 20

#: Bytes that may precede a container in a file that has its extension. After more, the file is scanned as it is. In as
#: many bytes of a document of Office, the mark of encryption is searched; after it, its strings are read.
MAX_BEFORE_CONTAINER: Final = 1 << 16

#: Bytes of the first line of a record in an ARC file. A longer one is damage.
MAX_ARC_LINE: Final = 1 << 17

#: Bytes of a name that an archive stores apart from its member: in a separate tar header, or in the table of ``ar``.
#: Such a name is cheap for the archive and expensive here. A longer one is cut, which is a problem record ("damaged").
MAX_LONG_NAME: Final = 1 << 14

#: Records in the pax headers of a tar archive, in addition to PAX_RECORDS for each member. Further records are skipped,
#: which is a problem record ("damaged"), once for an archive. Only records with a member's name or the positions of its
#: bytes are kept.
MAX_PAX_RECORDS: Final = 1 << 16
#: Records in pax headers that each member of a tar archive allows.
PAX_RECORDS: Final = 1 << 6

#: Bytes of an embedded document whose reader needs it whole (PDF, 7z). A longer one is a problem record ("too-large")
#: and is not read.
MAX_SPOOL: Final = 1 << 25

#: Bytes of memory of the process that reads a PDF. Ordinary files need a fifth of that. The rest is not read, which is
#: a problem record ("damaged", "expands-too-far"). If the system cannot limit a process, there is no limit.
MAX_PDF_MEMORY: Final = 1 << 30
#: Seconds of processor time of the process that reads a PDF; one second more for each MiB of it, 64 with barcodes.
MAX_PDF_SECONDS: Final = 30

#: Characters of a PDF page. The rest is not read, which is a problem record ("too-large").
MAX_PDF_PAGE: Final = 1 << 20

#: Items of the outline of a PDF, and annotations of a page, that are read.
MAX_PDF_ITEMS: Final = 100_000

#: Bytes of memory of the process that reads barcodes. An image that needs more is a problem record ("damaged"), and so
#: is one of more than MAX_SPOOL bytes ("too-large"). If the system cannot limit a process, there is no limit.
MAX_IMAGE_MEMORY: Final = 3 << 29
#: Seconds of processor time of the process that reads barcodes, for one image. A slower one is a problem record
#: ("damaged").
MAX_IMAGE_SECONDS: Final = 10

#: Pixels of an image, of all its pages or frames together, that is read for barcodes. An image with more pixels is a
#: problem record ("too-large"). Photographs have up to 50 million.
MAX_IMAGE_PIXELS: Final = 1 << 26

#: Pixels of a PDF page that is searched for barcodes. A larger page is drawn smaller. Only a small code on a poster is
#: lost, so nothing needs reporting.
MAX_PAGE_PIXELS: Final = 1 << 24

#: Characters of a barcode. No single code holds more, but several codes may be declared to belong together.
MAX_BARCODE_TEXT: Final = 1 << 14

#: Bytes of memory of the process that reads an Outlook data file. The rest is not read, which is a problem record
#: ("damaged", "expands-too-far").
MAX_PST_MEMORY: Final = 1 << 30
#: Seconds of processor time of the process that reads an Outlook data file; one second more for each MiB of it.
MAX_PST_SECONDS: Final = 60

#: Bytes of an SQLite database in another document or from a pipe, which is copied to a temporary file. A longer one is
#: a problem record ("too-large") and is not read.
MAX_DATABASE: Final = 1 << 30

#: Bytes of a cell of an SQLite database. A row with a longer one is a problem record ("too-large") and is not read.
MAX_CELL: Final = 1 << 24

#: Steps of SQLite's virtual machine for one database, in addition to 16 for each byte of it. An ordinary database needs
#: a quarter of that. The rest is not read, which is a problem record ("expands-too-far").
MAX_DATABASE_STEPS: Final = 1 << 22
#: Bytes of a row of an SQLite database that count as one more step.
DATABASE_ROW_BYTES: Final = 4

#: Characters of a UTF-16 string that are read before its first colon, for delimiters and other text before a reference.
MAX_STRING_BEFORE: Final = 512

#: Bytes of the parts of an office document that are kept, in memory and then in a temporary file, until all
#: relationships are known. Further parts are read at once: their links have no text, which is a problem record
#: ("too-large").
MAX_PACKAGE: Final = 1 << 30

#: Relationships of an office document that are kept until the parts that use them are read. Further ones are found
#: where they are declared, without a text, which is a problem record ("too-many-relationships").
MAX_RELATIONSHIPS: Final = 1 << 16
#: Bytes of memory of the identifiers and targets of relationships that are kept. Beyond that, the same happens.
MAX_RELATIONSHIPS_TEXT: Final = 1 << 24

#: Characters of targets that one part of an office document repeats by using a relationship again, in addition to
#: REPEATED_RATIO for each byte of the part before. A further use is left out, which is a problem record
#: ("expands-too-far"), once for a part. A use has at least 30 bytes, so ordinary targets are always within the limit.
MAX_REPEATED: Final = 1 << 20
#: Characters of repeated targets that each byte of a part allows.
REPEATED_RATIO: Final = 16

#: Bytes of a paragraph, field or link of an office document, with its markup. A longer one is ended at the limit, which
#: is a problem record ("content-too-long"), once for a part.
MAX_UNIT: Final = 1 << 20

#: Open fields, runs and branches of alternate content of an office document; the innermost count. Beyond that, a link
#: may have no text, or be found in two branches.
MAX_FIELDS: Final = 16
#: References of a branch of alternate content that are compared with those of the next. Further ones may be found in
#: both.
MAX_ALTERNATES: Final = 1 << 12

#: Cells of a worksheet that are kept for the texts of hyperlinks. A link in a further cell has no text.
MAX_CELLS: Final = 1 << 16
#: Bytes of cells, and of a workbook's strings, that are kept for the texts of hyperlinks. A link beyond has no text.
MAX_STRINGS: Final = 1 << 24

#: Bytes of the window that a decompressor may request. A larger window is a problem record ("damaged").
MAX_WINDOW: Final = 1 << 26

#: Bytes of holes that are filled with zeros in one sparse member. Further holes are left out, which is a problem record
#: ("sparse"), and offsets in that member do not count them.
MAX_HOLES: Final = 1 << 24

#: Bytes of a header field of a mail. The rest of a longer field is read as text, which is a problem record
#: ("field-too-long"): only a relative reference may be lost.
MAX_FIELD: Final = 1 << 20

#: Bytes of the value of a header field that are parsed, or are one reference. The rest of a longer value is ignored.
MAX_FIELD_VALUE: Final = 1 << 16

#: Bytes of a mail header in which the Message-ID is searched. Records have the Message-ID, so references in the header
#: are held back until it is known. A Message-ID after the limit is ignored.
MAX_HEADER_HELD: Final = 1 << 18

#: Characters of a Message-ID, a WARC-Record-ID and a date in records, the most that fit on a line of mail (RFC 5322
#: §2.1.1). A longer one is ignored, because each record of the document would repeat it.
MAX_IDENTIFIER: Final = 998

#: Characters of a media type in records: two names of 127 characters, and a slash (RFC 6838 §4.2). A longer one is
#: ignored there, because each record of the document would repeat it.
MAX_MEDIA_TYPE: Final = 255

#: Characters of other texts that records repeat: an element, an attribute, a ``rel``, the name of a header field, a
#: sender, a subject and a file name. A longer one is cut in records, so nothing needs reporting.
MAX_DESCRIPTION: Final = 998

#: Bytes of a ZIP archive whose references have ``refers_to``: its directory, at its end, is read first. It is a quarter
#: for one in another archive.
MAX_SITE: Final = 1 << 24

#: References of a message that are held back until it ends, from the first reference to one of its parts (``cid:``) on.
#: Beyond that they are emitted, and no reference of the message has ``refers_to``.
MAX_HELD_PARTS: Final = 1 << 14
#: Bytes of the file between the references of a message that are held back. Beyond that, the same happens.
MAX_HELD_PARTS_BYTES: Final = 1 << 25

#: Parts of a message whose identifiers are remembered. A reference to another part has no ``refers_to``.
MAX_IDENTIFIERS: Final = 1 << 15

#: Nesting depth of multiparts and messages in a message. A deeper part is a problem record ("nested-too-deep"), and is
#: scanned as text, undecoded. A signed message whose octet string has pieces nested deeper is a problem ("damaged").
MAX_NESTING: Final = 100

#: Nesting depth of messages in a transfer encoding, each of which needs a reader of its own. A deeper message is a
#: problem record ("nested-too-deep"), and is scanned as text, undecoded.
MAX_ENCODED: Final = 8

#: Bytes of an embedded document in a mail (an archive, a mailbox). A longer one is a problem record
#: ("contained-too-long") and is skipped.
MAX_CONTAINED: Final = 1 << 24

#: Uuencoded files in the texts of a mail or mailbox, in addition to one for each UUENCODED_BYTES bytes of text before.
#: Each is a document, which takes as long as kilobytes of text. Further ones are only read as text, which is a problem
#: record ("too-many-members"), once for a mail or mailbox.
MAX_UUENCODED: Final = 16
#: Bytes of text that allow one more uuencoded file.
UUENCODED_BYTES: Final = 1 << 9

#: Bytes of the header of a message in a mailbox in which Content-Length is searched. The rest of the header is read as
#: usual.
MAX_MESSAGE_HEADER: Final = 1 << 16

#: Bytes that a Content-Length may extend past a line that looks like the beginning of the next message. A larger
#: Content-Length is ignored, and the line begins a message; nothing is lost either way.
MAX_CLAIM: Final = 1 << 22

#: Bytes of an Outlook message, which must be read whole. A larger one is a problem record ("too-large").
MAX_OUTLOOK: Final = 1 << 25
#: Nesting depth of messages that are attached to an Outlook message. A deeper one is a problem record ("too-deep").
MAX_OUTLOOK_DEPTH: Final = 20

#: Properties of a message or an attachment in TNEF. Outlook writes at most a few hundred. Further ones are ignored, so
#: that a damaged count costs nothing.
MAX_TNEF_PROPERTIES: Final = 1 << 14

#: Bytes of the name and parameters of a property in a calendar or a contact. Parameters after the limit are ignored;
#: the whole line is read, so nothing needs reporting.
MAX_PARAMETERS: Final = 1 << 14

#: Bytes of a paragraph or a line of lightweight markup (Markdown and similar). A longer one is read in pieces, which is
#: a problem record ("block-too-long"): a link across two pieces is read as text.
MAX_BLOCK: Final = 1 << 20

#: Attributes of an AsciiDoc document that are remembered. Further definitions are ignored: a reference to one is text.
MAX_ATTRIBUTES: Final = 1 << 10
#: Bytes of the value of an AsciiDoc attribute, with the attributes in it expanded, which is cut, and of the target of a
#: macro. A longer target is no link by AsciiDoc's rules, and is read as text.
MAX_ATTRIBUTE: Final = 1 << 11

#: Nesting depth of images in the labels of images. The label of an image around more of them is not read: it has no
#: text.
MAX_LABELS: Final = 3

#: Bytes of the metadata before a Markdown document, between two lines of ``---``. If the second line comes later, the
#: first is a thematic break: no reference is lost, but a relative one in the metadata may be found.
MAX_FRONT_MATTER: Final = 1 << 16

#: Bytes of a large file that one process reads at a time; up to four times as many of a text of 64 parts or more, if
#: only lines are written. A file of less than twice that size is read by one process. A part is longer than any
#: reference, so no reference extends over two cuts.
PART: Final = 1 << 23

#: Bytes at the beginning of a text in which marks of terminals, printers and browsers are searched for. A text without
#: any of them there is not decoded further on: programs that write them do so from the beginning, and searching all
#: text for them takes a third as long as reading it.
MAX_FORM_SEARCH: Final = 1 << 16

#: Bytes of a compressed file that one process reads at a time; each byte takes longer to read.
COMPRESSED_PART: Final = 1 << 20

#: Bytes of small files that one process receives at a time. Nothing is lost.
BATCH: Final = 1 << 21
#: Files that one process receives at a time. Nothing is lost.
BATCH_FILES: Final = 256

#: Bytes of output that wait for the output of earlier input. Beyond that, processes that are ahead wait.
MAX_AHEAD: Final = 1 << 25

#: Bytes before and after a reference that ``--with-context`` may request. A larger number is wrong usage.
MAX_CONTEXT: Final = 1 << 12

#: Bytes of a document that are kept for the context of references. A reference that is reported later than that has no
#: context, which is a problem record ("context-too-far"), once for a document.
MAX_CONTEXT_KEPT: Final = MAX_HELD_BYTES

#: Times that a reference is percent-decoded to search for secrets (``--redact``): a reference in a parameter of another
#: is encoded once more for each level. A secret that is encoded more often stays.
MAX_ENCODED_SECRETS: Final = 4

#: Rewriters around one URI that are removed. A link with more of them is made to confuse: it is not unwrapped, and its
#: target shows it whole, so nothing needs reporting.
MAX_REWRITERS: Final = 16

#: Times that a reference inside a link is percent-decoded, to be ``unwrapped`` or ``nested``. One that is encoded more
#: often is not found, and ``target`` shows the link whole.
MAX_ENCODINGS: Final = 3

#: Bytes of a mark of defanged references that a caller defines, with its meaning. A longer one is refused.
MAX_MARK: Final = 64
#: Marks that a caller defines. A larger table is refused.
MAX_MARKS: Final = 1000

#: Bytes of the path of a link in a WAT record (``A@/href``), which names its element and attribute. A longer one is
#: cut.
MAX_WAT_PATH: Final = 100

#: Bytes of a JSON string that is read as a document or a reference. A longer one is a problem record ("too-large"), and
#: is scanned as text if the rest of its document is.
MAX_JSON_STRING: Final = 1 << 24
#: Bytes of a key of JSON. A longer key has no meaning.
MAX_JSON_KEY: Final = 1 << 10

#: Nesting depth to which paths of JSON are followed. Deeper values are scanned as text, so nothing needs reporting.
MAX_JSON_DEPTH: Final = 1 << 10

#: Bytes of JSON strings that are held back until their object ends, because the object may have their base. Beyond
#: that, the object is a problem record ("late-base"), and the strings are read with the base that is known so far.
MAX_JSON_HELD: Final = 1 << 25

#: Fields of a Word document of version 97 to 2003 that are open at a time. Outer ones are not read: they make no link.
MAX_OPEN_FIELDS: Final = 32

#: Bytes at the beginning of a message in the export of a chat that name its author and date.
MAX_CHAT_MARK: Final = 1 << 10

#: Bytes at the beginning of such an export that show the order of day and month, and are held back until one does.
MAX_DATES: Final = 1 << 20

#: References in an HTML report. A browser has to hold them all; the report says how many are left out.
MAX_REPORT: Final = 250_000
#: Characters of each text in an HTML report. A longer text is cut, and ends with an ellipsis.
MAX_REPORT_TEXT: Final = 1 << 12
#: Problems that an HTML report lists. It says how many more there are; standard error has all of them.
MAX_REPORT_PROBLEMS: Final = 1000
