"""``extract()``: the code that joins sources, scanners and records."""

from __future__ import annotations

from collections.abc import Iterator

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.errors import InvalidOption
from uri_extract.formats import known, scanner_for
from uri_extract.formats.containers import is_container
from uri_extract.pipeline._scanners import Scanners, scanned
from uri_extract.rows import Page, in_characters
from uri_extract.rows.details import Origin
from uri_extract.rows.records import Occurrence, Problem
from uri_extract.sources import Selection, documents, walk
from uri_extract.sources.directories import check_selection
from uri_extract.text._readings import Reader, encoded, reader_for
from uri_extract.text.base import as_bytes
from uri_extract.text.options import (
    ScanOptions,
    check_bases,
    check_flags,
    check_function,
    check_texts,
    checks_options,
    declared,
    kernel_for,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Mapping
    from email.message import Message
    from typing import BinaryIO

    from uri_extract.sources.ranges import Range
    from uri_extract.sources.remote import Remote
    from uri_extract.text.options import Binary, Joins, Parts

_ALL = Selection()


@checks_options
def extract(
    source: str | os.PathLike[str] | BinaryIO | bytes | Message[Any, Any] | Range | Remote,
    *,
    media_type: str | None = None,
    charset: str | None = None,
    base: str | None = None,
    default_base: str | None = None,
    document: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
    selection: Selection = _ALL,
    refang: bool | Mapping[str, str] = False,
    suffix: bool = False,
    mail_addresses: bool = False,
    headers: bool = True,
    parts: Parts = "all",
    joins: Joins = "likely",
    binary: Binary = "strings",
    qr: bool = False,
    json_field: str | Iterable[str] | None = None,
    json_url: str | None = None,
) -> Iterator[Occurrence]:
    """Return an iterator over every reference in ``source``: a path (a directory is walked), an open binary file,
    bytes, a message of :mod:`email` (as ``as_bytes()`` writes it), a :class:`Range` of a file, or a :class:`Remote`
    input.

    Compressed files, archives and web archives are opened, and the documents in them are read. Positions count bytes.
    Names of namespaces, DTDs and properties are yielded too: their ``kind`` is ``"namespace"``, and they are not links.

    ``media_type``
        The type of all documents. By default the type of each is detected: HTML, XML, mail and plain text by the name
        or the first bytes, lightweight markup (such as Markdown) by the name alone.
    ``charset``
        The encoding of the documents; a ``charset`` parameter of ``media_type`` has the same meaning. It overrides the
        document's own declaration (``<meta>``, an XML declaration). A byte order mark overrides it, and so does the
        Content-Type of an HTTP response in a web archive or of a part of a mail.
    ``base``, ``default_base``
        ``base`` is the documents' own URI (RFC 3986 §5.1.3), or for the files in an archive (ZIP, tar, 7z) its root;
        documents in web archives have the URI that they were retrieved from instead. ``default_base`` is for documents
        without any other base (§5.1.4). Each must have a scheme, and may be written the way a browser shows it.
    ``document``
        The name of the document in the records, in place of the path; not for a directory. The name of an embedded
        document is the path through its containers (``a.tar.gz!dir/page.html``).
    ``on_problem``
        A function that is called with each :class:`Problem`. Without it problems are logged as warnings (logger
        ``uri_extract``).
    ``selection``
        The files below a directory that are read, such as ``Selection(hidden=False, globs=("*.html",), max_depth=2)``.
        By default all are, also those in version control directories, which the command leaves out.
    ``suffix``, ``mail_addresses``, ``refang``
        Also find references without a scheme (``www.example.org``, ``example.org/x``; RFC 3986 §4.5), mail addresses,
        and defanged references (``hxxp://a[.]example``). ``refang`` may also be a mapping of further marks of
        defanged references to what they mean, such as ``{"[punkt]": "."}``.
    ``headers``, ``parts``
        For mail: if ``headers`` is false, header fields are not read; if ``parts`` is ``"text"`` or ``"html"``, only
        such parts are read.
    ``joins``
        When to join a reference without brackets or quotation marks with the next line: ``"sure"``: if nine of ten such
        joins are right; ``"likely"``: if most are; ``"all"``: whenever possible. The field ``confidence`` has the
        probability.
    ``binary``
        How to read a document in an unknown format with a NUL in its first 65,536 bytes: as strings in ASCII and UTF-16
        (``"strings"``), as text (``"text"``), or not at all (``"skip"``).
    ``qr``
        Also read QR codes, Data Matrix, Aztec and PDF417 in images and pages of PDF (extra ``qr``).
    ``json_field``, ``json_url``
        Read JSON Lines, and only the documents in these fields: a key, or keys separated by dots, or several of these.
        ``json_url`` is the field with the document's own URI, ``media_type`` the type of these documents. Each document
        is named by its line (``a.jsonl!17``); places are those of the file. A file whose name shows another type is
        read as that type.

    Wrong arguments raise at the call, before anything is read: :class:`UnknownMediaType`, :class:`UnknownCharset`,
    :class:`ContradictingCharsets`, :class:`InvalidOptionValue` (each a ValueError), :class:`InvalidOption` (a
    TypeError). A path that cannot be opened raises :class:`SourceNotFoundError` (a FileNotFoundError),
    :class:`SourcePermissionError` (a PermissionError) or another :class:`SourceError` (an OSError); an object that is
    not a source raises :class:`SourceTypeError` (a TypeError). All are in :mod:`uri_extract.errors`, and are a
    :class:`UriExtractError`. An OSError in reading is a problem of the kind ``unreadable``, after the references found
    before it.

    >>> page = b'<a href="../b">b</a>'
    >>> [each.target for each in extract(page, media_type="text/html", base="http://a.example/c/d")]
    ['http://a.example/b']
    """
    options = ScanOptions(
        base, default_base, charset, refang, suffix, mail_addresses, headers, parts, binary, qr,
        json_field, json_url, kernel_for(None, joins),
    )  # fmt: skip
    pages = extract_pages(
        source, options, media_type=media_type, document=document, on_problem=on_problem, selection=selection
    )
    return occurrences_of(pages)


def extract_pages(
    source: str | os.PathLike[str] | BinaryIO | bytes | Message[Any, Any] | Range | Remote, options: ScanOptions, *,
    media_type: str | None, document: str | None, on_problem: Callable[[Problem], None] | None,
    selection: Selection,
) -> Iterator[Page]:  # fmt: skip
    """Return an iterator over pages of the occurrences that :func:`extract` yields."""
    check_texts(document=document)
    check_function(on_problem=on_problem)
    check_selection(selection)
    options = options.checked()
    from uri_extract.sources.named import check_source, of_message

    read, media_type = of_message(source, media_type)
    if media_type is not None:
        media_type, charset = declared(media_type, options.charset)
        if is_container(media_type):
            media_type = None
        else:
            known(media_type)
        options = options._replace(charset=charset)
        if options.json_field:
            options, media_type = options._replace(json_type=media_type), None
    report = on_problem or log_problem
    check_source(read)
    found_in = documents(read, media_type=media_type, selection=selection, name=document)
    return scanned(walk(found_in, report, barcodes=options.qr), Scanners(report, options), report)


def occurrences_of(pages: Iterator[Page]) -> Iterator[Occurrence]:
    """Yield the occurrences of pages."""
    for page in pages:
        yield from page.occurrences()


@checks_options
def extract_text(
    text: str | bytes,
    *,
    media_type: str = "text/plain",
    charset: str | None = None,
    base: str | None = None,
    default_base: str | None = None,
    document: str | None = None,
    on_problem: Callable[[Problem], None] | None = None,
    refang: bool | Mapping[str, str] = False,
    suffix: bool = False,
    mail_addresses: bool = False,
    headers: bool = True,
    parts: Parts = "all",
    joins: Joins = "likely",
    binary: Binary = "strings",
) -> Iterator[Occurrence]:
    """Return an iterator over every reference in ``text``.

    The text is plain text unless ``media_type`` is given. Positions count characters of a ``str`` and bytes of
    ``bytes``. Options are those of :func:`extract`. A ``str`` is already decoded: ``charset`` raises
    :class:`InvalidOption`, and a charset in ``media_type`` or in the document is ignored. Raises
    :class:`SourceTypeError` for other objects: pass a path or a file to :func:`extract`.

    >>> [(each.reference, each.start, each.end) for each in extract_text("See http://a.example/b.")]
    [('http://a.example/b', 4, 22)]
    """
    decoded = isinstance(text, str)
    if decoded and charset is not None:
        raise InvalidOption("charset is for bytes: a str is decoded already")
    data = encoded(text) if isinstance(text, str) else as_bytes(text, "text", "str or bytes")
    if on_problem is not None:
        check_function(on_problem=on_problem)
    if not type(suffix) is type(mail_addresses) is type(headers) is bool:  # 1 equals True
        check_flags(suffix=suffix, mail_addresses=mail_addresses, headers=headers)
    if refang is not True and refang is not False:
        from uri_extract.decode.marks import marks_of  # few callers need it

        refang = marks_of(refang)
    flags = (refang, suffix, mail_addresses, headers)
    key = (media_type, charset, default_base, flags, parts, joins, binary, decoded)
    reader = reader_for(key)
    if reader is None:
        media_type, charset = declared(media_type, charset)
        options = ScanOptions(
            None, default_base, charset, *flags, parts, binary, kernel=kernel_for(None, joins)
        ).checked()  # fmt: skip
        bases = (default_base, "default") if default_base else (None, None)
        reader = Reader(media_type, options, bases, Origin(media_type=known(media_type)), decoded, scanner_for)
        reader.serve(key)
    origin = None
    if base is not None and base != reader.base:
        check_bases(base=base)
        reader.base = base
    if document is not None or base is not None:
        check_texts(document=document)
        origin = reader.origin._replace(document=document, source_url=base)
    page = reader.page(data, base, origin, on_problem)
    if page is None:
        return iter(())
    if decoded and len(data) != len(text):
        page = in_characters(page, data)
    return iter(page.occurrences())


def log_problem(problem: Problem) -> None:
    """Log a problem as a warning, if the caller has no ``on_problem``."""
    import logging  # costs as much as all of this room

    name = "input" if problem.document is None else problem.document
    at = f", byte {problem.offset}" if problem.offset else ""
    logging.getLogger("uri_extract").warning("%s%s: %s", name, at, problem.message)
