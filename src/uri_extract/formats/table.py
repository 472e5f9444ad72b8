"""The table of formats: the scanner of each, its media types, and the suffixes of names that show it.

Types that end in "+xml" are XML (RFC 7303 §4.2), those in "+json" JSON (RFC 6839 §3.1); a "multipart/" document has its
header elsewhere (RFC 2046 §5). Formats that only first bytes show, and archives, have tables of their own
(:mod:`.recognition`, :mod:`.containers`).
"""

from __future__ import annotations

from uri_extract._compat._typing import Any, Final

TEXT: Final = "text.scanner:TextScanner"
HTML: Final = "markup.html.scanner:HtmlScanner"
CSS: Final = "markup.stylesheet:StylesheetScanner"
XML: Final = "markup.xml.scanner:XmlScanner"
MAIL: Final = "mail.scanner:MailScanner"
MAILBOX: Final = "mail.mailbox:MailboxScanner"
UNPLACED_MAIL: Final = "mail.scanner:UnplacedMailScanner"
OUTLOOK: Final = "mail.msg.message:OutlookScanner"
CALENDAR: Final = "formats.calendar.scanner:CalendarScanner"
RTF: Final = "formats.decoded:RtfScanner"
CELLS: Final = "formats.decoded:CellsScanner"
JSON: Final = "formats.json.scanner:JsonScanner"
_OFFICE: Final = "formats.office.scanner:OfficeScanner"
_MARKDOWN: Final = "formats.lightweight.markdown:MarkdownScanner"
_RST: Final = "formats.lightweight.restructuredtext:RestructuredTextScanner"
_ASCIIDOC: Final = "formats.lightweight.asciidoc:AsciidocScanner"
_ORG: Final = "formats.lightweight.org:OrgScanner"
_WIKI: Final = "formats.lightweight.mediawiki:MediaWikiScanner"
_LATEX: Final = "formats.lightweight.latex:LatexScanner"
_ROFF: Final = "formats.lightweight.roff:RoffScanner"

#: The rows: the scanner as "module:class", its media types, and its suffixes, which show the first of these types. Then
#: the pattern of the first bytes of a document that shows it, after the bytes that it may begin with, if the name means
#: text or HTML; in the pattern, a blank is any white space, and "~" a few members of an object of JSON. A module
#: is imported at its first use, because importing one takes as long as importing all the rest. Tuples, because
#: importing a class of them takes as long as importing this table.
TABLE: Final[tuple[tuple[Any, ...], ...]] = (
    (TEXT, "text/plain", "txt text log json jsonl ndjson js"),
    (HTML, "text/html text/x-amp-html", "html htm shtml"),  # the second is an unregistered type of parts of mail
    (CSS, "text/css", "css"),
    # RFC 7303
    (
        XML,
        "application/xml text/xml application/xml-external-parsed-entity text/xml-external-parsed-entity "
        "application/xml-dtd",
        "xml rdf owl opml kml gpx xsl xslt xsd wsdl rng xspf dbk docbook tei opf ncx rels smil mpd fo mathml mml xul "
        "xbl plist xlf gml graphml sitemap wadl jnlp fb2 xmp dita ditamap wml xbel vxml",
    ),
    (XML, "application/xhtml+xml", "xhtml xht"),
    (XML, "image/svg+xml", "svg"),
    (XML, "application/atom+xml", "atom"),
    (XML, "application/rss+xml", "rss"),
    # A part of an office document, or flat OpenDocument (ODF 1.3 part 1 §3)
    (
        _OFFICE,
        "application/vnd.oasis.opendocument.text-flat-xml application/vnd.oasis.opendocument.spreadsheet-flat-xml "
        "application/vnd.oasis.opendocument.presentation-flat-xml application/vnd.oasis.opendocument.graphics-flat-xml",
        "fodt fods fodp fodg",
    ),
    # A header and a body (RFC 5322, RFC 6532, RFC 1036)
    (MAIL, "message/rfc822 message/global message/news", "eml mht mhtml"),
    (MAILBOX, "application/mbox", "mbox mbx"),
    (OUTLOOK, "application/vnd.ms-outlook", ""),
    (UNPLACED_MAIL, "application/x-outlook-message", ""),
    # Content lines (RFC 5545, RFC 6350), and the other types that mail uses
    (CALENDAR, "text/calendar text/x-vcalendar application/ics application/calendar", "ics ifb vcs"),
    (CALENDAR, "text/vcard text/x-vcard text/directory application/vcard application/x-vcard", "vcf vcard"),
    (RTF, "application/rtf application/x-rtf text/rtf", ""),
    # RFC 4180, and the registered type of TSV
    (CELLS, "text/csv application/csv", "csv"),
    (CELLS, "text/tab-separated-values", "tsv"),
    ("formats.decoded:PropertiesScanner", "text/x-java-properties", "properties"),
    (JSON, "application/json text/json", "har"),
    (JSON, "application/x-ndjson application/jsonl application/x-jsonlines", ""),  # JSON Lines: unregistered types
    (JSON, "application/x-ipynb+json", "ipynb"),
    (JSON, "application/ld+json", "jsonld"),
    # RFC 7763, the registered type of reStructuredText, and unregistered types in use
    (_MARKDOWN, "text/markdown text/x-markdown", "md markdown mdown mkd mkdn"),
    ("formats.lightweight.markdown:WikiMarkdownScanner", "text/x-wiki-markdown", ""),
    (_RST, "text/x-rst text/prs.fallenstein.rst", "rst rest"),
    (_ASCIIDOC, "text/asciidoc text/x-asciidoc", "adoc asciidoc"),
    (_ORG, "text/org text/x-org", "org"),
    (_WIKI, "text/x-wiki", "wiki mediawiki wikitext"),
    (_LATEX, "text/x-tex text/x-latex application/x-tex application/x-latex", "tex latex ltx"),
    (_LATEX, "text/x-bibtex application/x-bibtex", "bib"),
    (_ROFF, "text/troff text/x-troff application/x-troff application/x-troff-man", ""),  # RFC 4263
    # Exports of chats: unregistered types
    ("formats.chats:SlackScanner", "application/x-slack+json", "", "[",
     rb'\[ \{ (?=[^{}]{0,999}?"(?:ts|client_msg_id|subtype|user|bot_id)" : ")~"type" : "message"'),
    ("formats.chats:DiscordScanner", "application/x-discord+json", "", "{", rb'\{ "guild" : \{ "id" : "'),
    ("formats.chats:TelegramScanner", "application/x-telegram+json", "", "{",
     rb'\{ ~(?:"type" : "(?:saved_messages|(?:personal|bot)_chat|p(?:rivate|ublic)_(?:group|supergroup|channel))"'
     rb'|"about" : "(?>(?:[^"\\]|\\.){0,800})" , '
     rb'"(?:personal_information|profile_pictures|stories|contacts|frequent_contacts|sessions|chats)")'),
    ("formats.chats:TelegramPageScanner", "text/x-telegram+html", "", "<",
     rb'<!DOCTYPE html> <html> <head> <meta charset="utf-8"/> <title>Exported Data</title>'),
    ("formats.chats:WhatsappScanner", "text/x-whatsapp", "", "[0123456789\xe2",
     rb"(?:\xe2\x80\x8e)?\[?\d{1,4}[./-]\d{1,2}[./-] \d{1,4}\.?,[^\d\n]{1,3}\d\d?[:.]\d\d[^\]\n-]{0,9}(?:\]| -) [^\n]"),
    ("formats.chats:MrkdwnScanner", "text/x-slack-mrkdwn", ""),
    ("formats.http:HttpScanner", "message/http", ""),
    ("formats.strings:StringsScanner", "application/octet-stream", ""),  # any bytes (RFC 2046 §4.5.1)
    # What other readers make
    ("formats.pdf_page:PdfPageScanner", "application/x-pdf-page", ""),
    ("formats.barcodes:BarcodesScanner", "application/x-barcodes", ""),
)  # fmt: skip

#: The scanner of each media type.
SCANNERS: Final[dict[str, str]] = {media_type: row[0] for row in TABLE for media_type in row[1].split()}
#: The media type by the suffix of a name, in lower case.
BY_SUFFIX: Final[dict[str, str]] = {suffix: row[1].partition(" ")[0] for row in TABLE for suffix in row[2].split()}
#: The rows with a pattern of the first bytes, by the first byte.
BY_FIRST_BYTE: Final[dict[int, list[Any]]] = {}
for _row in TABLE:
    for _byte in _row[3].encode("latin-1") if len(_row) > 3 else b"":
        BY_FIRST_BYTE.setdefault(_byte, []).append(_row)
