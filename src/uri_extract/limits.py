"""Every limit, with its default, what it protects, and what happens when it is hit.

A hit is never silent: it is a :class:`~uri_extract.records.Problem` unless the comment says why it need not be.
"""

from __future__ import annotations

from uri_extract._typing import Final

#: A reference as it is in the source has fewer bytes. Memory of a scan is bounded by this. A longer one is a
#: problem record ("reference-too-long"), and reading continues after the limit. A bracket that does not close before is
#: taken for one that never does: what is before the first white space is found.
MAX_REFERENCE: Final = 1 << 20

#: Line breaks and blanks inside one reference. Beyond that a bracket is not believed to enclose a reference; what
#: is before the first blank is still found, so nothing needs reporting.
MAX_PIECES: Final = 48

#: Characters of a scheme name (the longest registered one has 36); a longer word before a colon is no scheme.
MAX_SCHEME: Final = 64

#: Bytes of a line looked at before a reference, for its reply prefix, comment sign and column. In a longer line the
#: reference is at a column that no wrapping makes.
MAX_LINE_BEFORE: Final = 1024

#: Bytes of a page break (footer, form feed, header, empty lines) inside a reference, and of its footer. A longer one
#: is not bridged: the reference ends before it, as where a bracket is never closed.
MAX_PAGE_BREAK: Final = 512
MAX_FOOTER: Final = 100

#: Bytes of an authority that are looked at to see whether its host could exist. A longer one is believed so far.
MAX_AUTHORITY: Final = 2048

#: Bytes of the next line that are looked at to see whether a reference goes on in it. What follows is not a sign.
MAX_NEXT_LINE: Final = 400

#: Bytes before a reference's line, and after its line break, in which the lines around are looked at for their length.
MAX_LINES_BEFORE: Final = 400
MAX_LINES_AFTER: Final = 320

#: Bytes read at a time from a file.
CHUNK: Final = 1 << 18

#: Bytes of an HTML tag held at a time. A longer tag is handed over in parts, and nothing of it is lost; a value that is
#: longer by itself is reported, its rest handed over in pieces, and the tag read on.
MAX_TAG: Final = 1 << 20

#: Documents in attributes (``srcdoc``), one in another. What is deeper is reported, and read as text.
MAX_SRCDOC: Final = 4

#: Bytes of one piece of HTML text, or of a comment. A longer one comes in pieces, so nothing needs reporting.
MAX_TEXT: Final = 1 << 16

#: Bytes of a document from a link's start tag to its end tag. Beyond that its text is not looked at: what people show
#: as a URI is shorter, and the link is held back for it.
MAX_LINK_TEXT: Final = 1 << 10

#: How deep SVG, MathML and the HTML inside them are distinguished. Deeper, the content of an element is read
#: like the element's own kind: no reference is lost, a style sheet's text may be read as markup or the other way round.
MAX_FOREIGN: Final = 64

#: References of an HTML document held back until its base is known, which may come after them, and the bytes of the
#: document from the first of them to the last. Beyond either they go out with the base known so far; if a base comes
#: after all, that is a problem record ("late-base"), and what is before it is resolved against the document's own.
MAX_HELD: Final = 1 << 16
MAX_HELD_BYTES: Final = 1 << 25

#: Problems kept in the metadata of Arrow and Parquet output, which is written at the end. What is beyond them is
#: counted there, and said on standard error as all of them are.
MAX_KEPT_PROBLEMS: Final = 10_000

#: Bytes of text in a batch of Arrow or a row group of Parquet: one that has more ends there, with fewer rows than
#: others. Nothing is lost, so nothing needs reporting.
MAX_BATCH_TEXT: Final = 1 << 22

#: Digests of references that ``--unique`` remembers in memory, and names that ``--count-by`` counts there. What is
#: beyond them goes into a temporary database on the disk, so nothing is forgotten.
MAX_REMEMBERED: Final = 1 << 17

#: Elements of an XML document that declare a namespace or a base, open at a time, and prefixes declared at a time.
#: Deeper declarations do not count, which is a problem record ("too-deep"): what an element inside means is then judged
#: by the declarations around it.
MAX_SCOPES: Final = 1024
MAX_PREFIXES: Final = 256

#: Characters of a base: of the document's own URI, or of one that it declares (``<base>``, ``xml:base``, ``codebase``,
#: ``Content-Location``), resolved. The record of a relative reference holds its base, and a target that begins with it.
#: The shortest such reference takes two bytes (``ping="a b"``), so bases add at most MAX_BASE bytes of output for each
#: byte of input. A longer base is a problem record ("unusable-base"), and what is relative to it has no target.
#: Sitemaps allow URLs of less than 2048 characters, too.
MAX_BASE: Final = 1 << 11

#: Containers in containers, compression counted. What lies deeper is a problem record ("too-deep") and is not read.
MAX_DEPTH: Final = 16

#: Characters of the name of a document in a container (PATH_MAX). Each of its records has it, so a longer one is cut,
#: and ends with an ellipsis and a digest of the whole, which keeps names apart: nothing is lost that needs reporting.
MAX_NAME: Final = 1 << 12

#: Decompression limit per input: MAX_EXPANSION bytes plus MAX_RATIO bytes per input byte. The rest of the input is not
#: read, which is a problem record ("expands-too-far"). Text compresses to a twentieth, logs to a fiftieth.
MAX_EXPANSION: Final = 1 << 24
MAX_RATIO: Final = 128

#: Members of one input, and HTTP headers in it: MAX_MEMBERS, and one more for each MEMBER_BYTES bytes read of it
#: ("too-many-members", as above). The smallest member of a tar archive has 512 bytes, of which MAX_RATIO come of one:
#: so archives of tiny files are read to their end, however they are compressed, where MAX_RATIO lets them be.
MAX_MEMBERS: Final = 1 << 15
MEMBER_BYTES: Final = 4

#: Problems of one input that are reported: MAX_PROBLEMS, and one more for each PROBLEM_BYTES bytes read of it. The next
#: one says that there are more ("too-many-problems").
MAX_PROBLEMS: Final = 1 << 10
PROBLEM_BYTES: Final = 256

#: Bytes of one input that may be read once more, to find where damage ends; and one more for each byte read of it.
#: Beyond, more is lost to damage than must be; the problem record says how much.
MAX_AGAIN: Final = 1 << 20

#: Bytes of a compressed member that are kept, to find in them where the next one begins if this one is damaged.
MAX_KEPT: Final = 1 << 20

#: Bytes of a header: of a WARC record, an HTTP message, a tar member's long name. A longer one is damage.
MAX_HEADER: Final = 1 << 20

#: Bytes of a name that an archive keeps apart from its member: in a tar header of its own, in the table of ``ar``. Such
#: a name costs the archive less than it costs here. A longer one is cut, which is a problem record ("damaged").
MAX_LONG_NAME: Final = 1 << 14

#: Records in the pax headers of a tar archive: MAX_PAX_RECORDS, and PAX_RECORDS more for each member. What exceeds that
#: is passed over, which is a problem record ("damaged"), once for an archive. Only records that tell a member's name
#: and where its bytes belong are kept.
MAX_PAX_RECORDS: Final = 1 << 16
PAX_RECORDS: Final = 1 << 6

#: Bytes of a document inside another that its reader must hold whole (PDF, 7z). A longer one is a problem record
#: ("too-large") and is not read.
MAX_SPOOL: Final = 1 << 25

#: What the process that reads a PDF may use: bytes of memory, and seconds of processor time, one more for each MiB of
#: the PDF, with barcodes 64. Honest ones need a fifth of that. The rest is not read, which is a problem record
#: ("damaged", "expands-too-far"). Where the system cannot limit a process, nothing does.
MAX_PDF_MEMORY: Final = 1 << 30
MAX_PDF_SECONDS: Final = 30

#: Characters of a page of a PDF. Those beyond are not read, which is a problem record ("too-large").
MAX_PDF_PAGE: Final = 1 << 20

#: What the process that reads barcodes may use: bytes of memory, and seconds of processor time for one image. An image
#: beyond is a problem record ("damaged"), and so is one of more bytes than MAX_SPOOL ("too-large"). Where the system
#: cannot limit a process, nothing does.
MAX_IMAGE_MEMORY: Final = 3 << 29
MAX_IMAGE_SECONDS: Final = 10

#: Pixels of an image, of all its pages or frames together, whose barcodes are read. One with more is a problem record
#: ("too-large"). Photographs have up to 50 million.
MAX_IMAGE_PIXELS: Final = 1 << 26

#: Pixels of a page of a PDF in which barcodes are looked for: a larger page is drawn smaller. Nothing is lost but a
#: code that is small on a poster, so nothing needs reporting.
MAX_PAGE_PIXELS: Final = 1 << 24

#: Characters of a barcode: no kind of them has room for more, but several may say that they belong together.
MAX_BARCODE_TEXT: Final = 1 << 14

#: What the process that reads an Outlook data file may use: bytes of memory, and seconds of processor time, one more
#: for each MiB of it. The rest is not read, which is a problem record ("damaged", "expands-too-far").
MAX_PST_MEMORY: Final = 1 << 30
MAX_PST_SECONDS: Final = 60

#: Bytes of an SQLite database inside another document, or from a pipe, which is read from a temporary file. A longer
#: one is a problem record ("too-large") and is not read.
MAX_DATABASE: Final = 1 << 30

#: Bytes of a cell of an SQLite database. A row with a longer one is a problem record ("too-large") and is not read.
MAX_CELL: Final = 1 << 24

#: Steps of SQLite's virtual machine for one database: this many, and 16 more for each byte of it. A row is counted too:
#: one for this many bytes. What an honest database needs is a fourth of that. The rest is not read, which is a problem
#: record ("expands-too-far").
MAX_DATABASE_STEPS: Final = 1 << 22
DATABASE_ROW_BYTES: Final = 4

#: Characters of a string in UTF-16 that are read before its first colon, for what encloses a reference or precedes it.
MAX_STRING_BEFORE: Final = 512

#: Bytes of the parts of an office document that are kept until the relationships of all are known, in memory and then
#: in a temporary file. What is beyond is read at once: its links have no text, which is a problem record ("too-large").
MAX_PACKAGE: Final = 1 << 30

#: Relationships of an office document that are remembered, until the parts that use them are read. Those beyond are
#: found where they are declared, without a text, which is a problem record ("too-many-relationships").
MAX_RELATIONSHIPS: Final = 1 << 16

#: Bytes of a paragraph, field or link of an office document, with its markup. Nothing goes on after that, which is a
#: problem record ("content-too-long"), once for a part.
MAX_UNIT: Final = 1 << 20

#: Fields, runs and branches of alternate content that are open at a time, the innermost ones; and references of a
#: branch that are compared with those of the next. Beyond, a link may have no text, or be found in both branches.
MAX_FIELDS: Final = 16
MAX_ALTERNATES: Final = 1 << 12

#: Cells of a worksheet, and bytes of a workbook's strings, that are kept for the texts of hyperlinks. A link to a cell
#: beyond has no text.
MAX_CELLS: Final = 1 << 16
MAX_STRINGS: Final = 1 << 24

#: Bytes of window that a decompressor may ask for. More is a problem record ("damaged").
MAX_WINDOW: Final = 1 << 26

#: Bytes of a sparse file's holes that are put in, in one member. Beyond, they are left out: a problem record
#: ("sparse"), and the offsets in that member do not count them.
MAX_HOLES: Final = 1 << 24

#: Bytes of a mail's header field. Of a longer one this much is read as a field, which is a problem record
#: ("field-too-long"), and what follows as text: no reference is lost but a relative one.
MAX_FIELD: Final = 1 << 20

#: Bytes of a header in which its Message-ID is looked for: records have it, so what a header holds is held back until
#: it is known. A Message-ID further back is in no record.
MAX_HEADER_HELD: Final = 1 << 18

#: Characters of a Message-ID: a line has no more (RFC 5322 §2.1.1). A longer one is in no record, as each of the
#: message has it.
MAX_MESSAGE_ID: Final = 998

#: Characters of a sender, a subject and a file name in records; longer ones are cut, as each record of the message has
#: them.
MAX_DESCRIPTION: Final = 998

#: References of a message held back until it ends, from the first that means one of its parts ("cid:") on, and bytes of
#: the file between them. Beyond either they go out, and none of the message has ``refers_to``.
MAX_HELD_PARTS: Final = 1 << 14
MAX_HELD_PARTS_BYTES: Final = 1 << 25

#: Parts of a message whose identifiers are remembered. What means another has no ``refers_to``.
MAX_IDENTIFIERS: Final = 1 << 15

#: How deep multiparts and messages are nested in a message. Deeper, it is a problem record ("nested-too-deep"), and the
#: text is scanned as it is.
MAX_NESTING: Final = 100

#: How deep messages in a transfer encoding are nested: each has a reader of its own, as no other nesting has.
#: Deeper, it is a problem record ("nested-too-deep"), and the text is scanned as it is.
MAX_ENCODED: Final = 8

#: Bytes of a document inside a mail (an archive, a mailbox) that is handed out. A longer one is a problem record
#: ("contained-too-long"), and passed over.
MAX_CONTAINED: Final = 1 << 24

#: Bytes of the header of a message in a mailbox in which Content-Length is looked for. What follows is read like
#: the rest.
MAX_MESSAGE_HEADER: Final = 1 << 16

#: How far after a line that looks like the beginning of a message the Content-Length of the one before may end, to be
#: believed. Beyond that the line is what it looks like; nothing is lost either way.
MAX_CLAIM: Final = 1 << 22

#: Bytes of an Outlook message, which cannot be read but whole; a larger one is a problem record ("too-large"). And how
#: deep messages are read that are attached to each other; a deeper one is a problem record ("too-deep").
MAX_OUTLOOK: Final = 1 << 25
MAX_OUTLOOK_DEPTH: Final = 20

#: Properties of a message or an attachment in TNEF. Outlook writes some hundred; those beyond are not looked at, so
#: that a count that is damaged costs nothing.
MAX_TNEF_PROPERTIES: Final = 1 << 14

#: Bytes of the name and parameters of a property in a calendar or a contact. In a longer line what precedes that
#: tells what its value is; the whole line is read, so nothing needs reporting.
MAX_PARAMETERS: Final = 1 << 14

#: Bytes of a paragraph, or of a line, of lightweight markup (Markdown and the like). A longer one is read in pieces,
#: which is a problem record ("block-too-long"): a link that is cut is text.
MAX_BLOCK: Final = 1 << 20

#: How deep images are nested in the labels of images. The label of one around them is not read: it has no text.
MAX_LABELS: Final = 3

#: Bytes of what precedes a Markdown document between two lines of ``---``. Where the second one is not among them, the
#: first one is a thematic break: no reference is lost, a relative one in metadata may be found.
MAX_FRONT_MATTER: Final = 1 << 16

#: Bytes of a big file that one process reads at a time; a file with fewer than twice as many is read by one. More than
#: a reference has, so that none goes on over two cuts.
PART: Final = 1 << 23

#: The same of a compressed file, each byte of which takes longer to read.
COMPRESSED_PART: Final = 1 << 20

#: Bytes of small files that one process is given at a time, and files.
BATCH: Final = 1 << 21
BATCH_FILES: Final = 256

#: Bytes of what was found that wait for their turn, because what is before is not done. Beyond, processes that are
#: ahead wait.
MAX_AHEAD: Final = 1 << 25

#: Bytes before and after a reference that may be asked for (``--with-context``); more is wrong usage.
MAX_CONTEXT: Final = 1 << 12

#: Bytes of a document that are kept for the context of references. One that is reported more than that after its
#: position has no context, which is a problem record ("context-too-far"), once for a document.
MAX_CONTEXT_KEPT: Final = MAX_HELD_BYTES

#: How many times the percent-encodings of a reference are decoded to look for secrets in it (``--redact``): a reference
#: in a parameter of another is encoded once more each time. A secret that is encoded more often stays encoded so.
MAX_ENCODED_SECRETS: Final = 4

#: Rewriters around one URI that are removed. More are made to confuse: then nothing is unwrapped, and what the link is
#: says its target, so nothing needs reporting.
MAX_REWRITERS: Final = 16

#: Bytes of a string of JSON that is read as a document or a reference, and of a key. A longer string is a problem
#: record ("too-large"), and is scanned unchanged where the rest of its document is; a longer key means nothing here.
MAX_JSON_STRING: Final = 1 << 24
MAX_JSON_KEY: Final = 1 << 10

#: How deep the paths of JSON are followed. What is deeper is scanned unchanged, so nothing needs reporting.
MAX_JSON_DEPTH: Final = 1 << 10

#: Bytes of strings that are held back until the object that they are in is whole, which may have their base. Beyond,
#: the object is a problem record ("late-base"): what was held is read with the base that is known so far.
MAX_JSON_HELD: Final = 1 << 25

#: References in a report. A browser holds them all; the report says how many are left out.
MAX_REPORT: Final = 250_000
#: Characters of each of its texts; an ellipsis says that there were more.
MAX_REPORT_TEXT: Final = 1 << 12
#: Problems that a report lists. It says how many more there were; standard error has all of them.
MAX_REPORT_PROBLEMS: Final = 1000
