"""Records: :class:`Occurrence` for a reference that was found, :class:`Problem` for input that could not be read."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter, itemgetter

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract.errors import InvalidReference, misnamed
from uri_extract.rows._stored import without_collector
from uri_extract.rows.bases import encoding_of, has_drive, is_opaque, target_in_markup, target_of
from uri_extract.rows.details import Details, Origin
from uri_extract.rows.schema import COLUMNS, FIELDS, LIST, names_of
from uri_extract.rows.stored import Stored
from uri_extract.uri import _kernel, hazards, is_valid, resolve, signs
from uri_extract.uri._hazards import names_by_signs
from uri_extract.uri.components import form_of, why_invalid
from uri_extract.uri.hazards import in_link, in_text, of_query
from uri_extract.uri.iri import to_uri
from uri_extract.uri.patterns import may_nest
from uri_extract.uri.suffix import with_scheme

# A reference with a scheme does not depend on its base (§5.2.2), so any base serves.
_ANY_BASE = "any:"

# Delimiters of markup: the end of a reference is certain, so even an invalid one has a target.
IN_MARKUP = frozenset(("attribute", "css", "element", "comment", "markup", "script"))

# Schemes whose queries are in the encoding of the page (URL Standard §4.2).
_IN_ITS_ENCODING = frozenset(("http", "https", "ftp", "file"))

#: The kind of a reference that is a name: programs compare it, but do not follow it.
NAMESPACE: Final = "namespace"
# The beginnings of URIs that are meaningless without a host (RFC 9110 §4.2.1).
_WEB = frozenset(("http:", "https"))

_RULES = {"uri": "URI", "iri": "IRI", "relative": "relative-ref"}
# The rules of IRIs, and those of the URIs that they are mapped to.
_MAPPED = {"IRI": "URI", "IRI-reference": "URI-reference"}


def _as_html(fields: dict[str, Any]) -> str:
    """Return the fields that are set as an HTML table. All text is escaped, control characters too, without links.

    A reference may be hostile (``javascript:``, a bidi override), and a notebook runs in the user's session.
    """
    from html import escape  # its table of entities takes time

    rows = []
    for name, value in fields.items():
        if value is not None and value is not False and value != []:
            text = ", ".join(value) if isinstance(value, list) else str(value)
            shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
            rows.append(f"<tr><th>{escape(name)}</th><td>{escape(shown)}</td></tr>")
    return f"<table>{''.join(rows)}</table>"


def _host_of(uri: str) -> str | None:
    from uri_extract.uri.host_names import displayed_host  # its tables take time
    from uri_extract.uri.host_of import canonical_host_of

    host = canonical_host_of(uri)
    return host and displayed_host(host)


_host_of_source = lru_cache(8)(_host_of)  # all references of a document have the same


class Problem(NamedTuple):
    """Input that could not be read, or only in part: ``kind`` names the problem, ``message`` is a sentence.

    ``docs/command.md`` lists the kinds. ``document`` is the path to the document as in :class:`Occurrence`, ``offset``
    the byte at which the problem begins.

    >>> problems = []
    >>> list(extract(bytes.fromhex("1f8b 0800"), on_problem=problems.append))
    []
    >>> problems[0]
    Problem(document=None, offset=4, kind='truncated', message='the gzip member at byte 0 is truncated; ...')
    """

    document: str | None
    offset: int
    kind: str
    message: str

    def as_dict(self) -> dict[str, Any]:
        """Return the fields by their names and in their order in JSON Lines, where ``kind`` is called ``problem``."""
        return {"problem": self.kind, "document": self.document, "offset": self.offset, "message": self.message}

    def _repr_html_(self) -> str:
        """Return the fields as a table, for notebooks."""
        return _as_html(self.as_dict())


#: Fields that are computed from the reference, besides the target.
COMPUTED: Final = ("valid", "errors", "hazards", "unwrapped")

#: The values of these fields for a plain reference.
PLAIN: Final = (True, (), (), None)


class Occurrence(Stored):
    """One reference and its place. Immutable; two occurrences are equal if all their fields are equal.

    ``reference``
        The reference as its author meant it, without white space inside it and wrappers around it.
    ``raw``
        The source from ``start`` to ``end``, as text: without wrappers, with line breaks. It is decoded in the declared
        or recognized encoding of the document; in text without one, a byte that is read as a letter of windows-1252 is
        that letter. Bytes that cannot be decoded are surrogate escapes.
    ``start``, ``end``, ``line``, ``column``
        The place: bytes of bytes, characters of a ``str``; ``line`` and ``column`` count from 1, and a line ends with a
        line feed. All count from the start of ``document``, with two exceptions in mail: ``start`` and ``end`` are
        places in the file of the message, also in its parts. In the header of a part, and in the text around the parts
        of a multipart, lines count from the start of that header.
    ``delimiter``
        What delimits it: ``"angle"``, ``"quote"``, ``"whitespace"`` (RFC 3986 Appendix C). In markup: ``"attribute"``;
        ``"css"`` in a style sheet or a style; ``"element"`` if the whole text of an XML element, or a string of JSON
        with a known key, is one reference; ``"comment"`` in a conditional comment, with the ``element`` that it would
        have, and without ``attribute``; ``"script"`` if only a script may follow it: in scripts and data blocks, event
        handlers, custom data attributes; ``"markup"`` for a link in the syntax of lightweight markup (such as
        Markdown). In mail: ``"header"``. In an image: ``"barcode"``, which has no place.
    ``kind``
        ``"uri"`` or ``"iri"``. ``"suffix"`` (only with the options for it) if its scheme was left out (RFC 3986 §4.5),
        or it is a mail address; ``target``, ``valid``, ``errors`` and ``hazards`` are then those of the full URI.
        ``"relative"`` if it has no scheme, in markup only. ``"namespace"`` if it is a name and not a link: of a
        namespace, a DTD, a schema, a property, a relation. Programs compare names and do not follow them; the other
        fields are those of the same reference as a link.
    ``element``, ``attribute``
        Its element and attribute in markup: for HTML in lower case, for XML as written. For a link annotation of a PDF
        "link" and "uri". In lightweight markup the element is "link", "image", "definition" or "include". For text, the
        element that contains it, if no other tag, comment or section is between it and the start tag; else None, as in
        plain text. The attribute is empty for a link of the style sheet that a ``<style>`` contains, and None for a URI
        in its text, as in that of other elements.
    ``region``
        The innermost region of an HTML page around it: ``"nav"``, ``"header"``, ``"footer"``, ``"aside"``, ``"main"``,
        ``"article"``, ``"form"``, ``"search"`` or ``"region"``, by the element or its role as a landmark (WAI-ARIA 1.2
        §5.3.4); None outside of any, and in other documents.
    ``text``, ``rel``
        ``text`` is the text of a link in markup (``a`` with a ``href``), with white space collapsed, at most
        :data:`~uri_extract.limits.MAX_LINK_TEXT` bytes of it, without the text of templates and titles of SVG. A link
        ends at its end tag, at the start tag of the next link, or with the document. If the text looks like a URI
        and names another host than ``target``, ``hazards`` has ``"other-host-in-text"``; ``"rewritten"`` instead if it
        names the host of ``unwrapped``. ``rel`` is the element's attribute ``rel``, unchanged.

    >>> found = next(extract_text("See <http://a.example/./b>."))
    >>> found.reference, found.target, found.delimiter, found.line, found.column
    ('http://a.example/./b', 'http://a.example/b', 'angle', 1, 6)
    """

    __slots__ = ()

    if not TYPE_CHECKING:

        @property
        def url(self):
            """Raise AttributeError: others have this name for the target."""
            raise misnamed(self, "url", "target")

        @property
        def hostname(self):
            """Raise AttributeError: urllib has this name for the host."""
            raise misnamed(self, "hostname", "host")

    # The fields of its origin and details: :mod:`uri_extract.rows.schema` describes them.
    document: str | None
    source_url: str | None
    captured_at: str | None
    record_id: str | None
    media_type: str | None
    message_id: str | None
    sender: str | None
    subject: str | None
    filename: str | None
    prefix: str | None
    wrapped: str | None
    alternates: tuple[str, ...]
    field: str | None
    refers_to: str | None
    defanged: bool
    confidence: float | None
    partial: bool

    @property
    def host(self) -> str | None:
        """The host of the target in display form, with U-labels if these are safe; None if there is no host."""
        return _host_of(self.target or self.reference)

    @property
    def source_host(self) -> str | None:
        """The host of ``source_url``, in the form of :attr:`host`."""
        return self.source_url and _host_of_source(self.source_url)

    @property
    def registered_domain(self) -> str | None:
        """The registered domain of the target's host, as displayed. Raises MissingExtra without the extra ``psl``."""
        from uri_extract.uri.domains import registered_domain_of
        from uri_extract.uri.host_names import displayed_host
        from uri_extract.uri.host_of import canonical_host_of

        domain = registered_domain_of(canonical_host_of(self.target or self.reference) or "")
        return domain and displayed_host(domain)

    @property
    def scheme(self) -> str:
        """The scheme in lower case; that of the target if the reference has none, or ""."""
        whole = self.reference if self._form in ("uri", "iri") else self.target
        return (whole or "").partition(":")[0].lower()

    @property
    def valid(self) -> bool:
        """True if the grammar allows it (RFC 3986 Appendix A; for an IRI RFC 3987 §2.2)."""
        return is_valid(*self._glanced)

    @property
    def invalid(self) -> InvalidReference | None:
        """The error that explains why the grammar does not derive it; None if it is valid."""
        return None if self.valid else why_invalid(self._whole, self._rule)

    @property
    def _form(self) -> str:
        """The form of the reference: its kind, or for a name the kind it would have as a link."""
        kind = self.kind
        return form_of(self.reference) if kind == NAMESPACE else kind

    @property
    def _whole(self) -> str:
        """The reference, with its scheme added if that was left out."""
        return with_scheme(self.reference) if self.kind == "suffix" else self.reference

    @property
    def _query_encoding(self) -> str | None:
        """The codec of the query, if it is in the encoding of the page (URL Standard §4.4); then the bases have it."""
        encoding = encoding_of(self.bases)
        if encoding is None:
            return None
        whole = self.reference if self._form != "relative" else self.bases[0] or ""
        return encoding if whole.partition(":")[0].lower() in _IN_ITS_ENCODING else None

    @property
    def _rule(self) -> str:
        if self.kind == "suffix":
            return "URI" if self.reference.isascii() else "IRI"
        form = self._form
        if form == "relative" and not self.reference.isascii():
            return "IRI-reference"
        return _RULES.get(form, "URI-reference")

    @property
    def _glanced(self) -> tuple[str, str]:
        """A mapped reference and a rule that derives it if, and only if, ``_rule`` derives ``_whole``."""
        whole, rule = self._whole, self._rule
        uri = _kernel.mapped(whole) if rule in _MAPPED else None
        return (whole, rule) if uri is None else (uri, _MAPPED[rule])

    @property
    def _settled(self) -> tuple[str | None, int]:
        """The target of a valid reference with a scheme that resolution does not change, else None; and its signs.

        The signs (:mod:`uri_extract.uri.signs`) are those before the host is in ASCII.
        """
        kind, reference = self._form, self.reference
        if kind not in ("uri", "iri") or (kind == "iri" and "?" in reference and self._query_encoding is not None):
            return None, -1
        return _kernel.settled(reference, kind == "iri")

    @property
    def errors(self) -> tuple[str, ...]:
        """The reasons why the grammar does not derive it, in sentences."""
        error = self.invalid
        return () if error is None else (str(error),)

    @property
    def base(self) -> str | None:
        """The base URI that ``target`` depends on (RFC 3986 §5.1); None if it depends on none."""
        return self.bases[0] if self._form == "relative" else None

    @property
    def base_from(self) -> str | None:
        """The source of the base: ``"embedded"``, ``"entity"``, ``"retrieval"`` or ``"default"``."""
        return self.bases[1] if self._form == "relative" else None

    @property
    def target(self) -> str | None:
        """The reference resolved (RFC 3986 §5.2); None if it is relative without a base.

        An IRI is mapped to a URI (RFC 3987 §3.1), and a domain name by IDNA (RFC 3986 §3.2.2), the same whatever extras
        are installed. The target of an invalid reference is None in text, where the reference may end elsewhere. In
        markup it is the URL of the URL Standard (§4.4), or None if that cannot be parsed. The same applies to
        ``http:`` and ``https:`` with an empty host, which are invalid by RFC 9110 §4.2, and to Windows paths (a drive,
        and backslashes) in any text. In HTML only fragments resolve against a base with an opaque path (``mailto:x``).
        """
        return self._target(None)

    def _target(self, valid: bool | None) -> str | None:
        """Return the target; ``valid`` is the validity of the reference, None if it is not known yet."""
        kind = self._form
        settled, _ = self._settled
        if settled is not None:
            return settled
        if kind == "relative" and _kernel.is_plain(self.reference) == 1:
            return target_of(self.bases, self.reference)
        base = self.bases[0] if kind == "relative" else _ANY_BASE
        if base is None or (kind == "relative" and is_opaque(self.bases) and self.reference[:1] != "#"):
            return None
        reference, rule = self._glanced
        # The reason for invalidity is not needed here, and takes long to find.
        if not (is_valid(reference, rule) if valid is None else valid):
            return self._target_of_invalid
        encoding = self._query_encoding
        if encoding is not None and not self.reference.partition("?")[2].isascii():
            reference, rule = self._whole, self._rule
        try:
            if rule in _MAPPED:
                reference = to_uri(reference, host="percent", query_encoding=encoding)
            target = resolve(base, reference)
        except InvalidReference:
            return self._target_of_invalid
        if target[:5].lower() in _WEB and self._is_repaired(target.partition(":")[2]):
            return self._target_of_invalid or target
        return target if self._whole.isascii() else _kernel.with_ascii_host(target)

    def _is_repaired(self, rest: str) -> bool:
        """Return True if browsers find a host in ``rest``, the text after ``http:``, although RFC 3986 does not.

        Without slashes browsers do so depending on the page's scheme; here it counts only for the ``href`` of a base
        element, as all other references depend on it (HTML Standard §4.2.3).
        """
        return rest[:3] == "///" or (rest[:2] != "//" and self.element == "base")

    @property
    def _target_of_invalid(self) -> str | None:
        """The target of an invalid reference in markup, or of a Windows path with backslashes; else None."""
        is_certain = self.delimiter in IN_MARKUP or has_drive(self.reference)
        return target_in_markup(self.reference, self.bases) if is_certain else None

    @property
    def hazards(self) -> tuple[str, ...]:
        """The names of what may deceive a person who follows it (RFC 3986 §7)."""
        return self._names_of(tuple(dict.fromkeys(map(str, hazards(self._whole)))))

    def _names_of(self, of_reference: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of the reference's own hazards, with those of its place in the document."""
        is_relative = self.kind == "relative"
        if is_relative or self.attribute is not None:
            where = (
                of_query(self.target or "") if is_relative else in_link(self.reference, self.element, self.attribute)
            )
            of_reference = tuple(dict.fromkeys((*of_reference, *map(str, where))))
        return of_reference if self.text is None else of_reference + self._hazards_of_text

    @property
    def _hazards_of_text(self) -> tuple[str, ...]:
        """The hazards of the link text."""
        if self.text is None or " " in self.text:
            return ()
        other = in_text(self.text, self.target or self._whole)
        return () if other is None else (str(other),)

    @property
    def unwrapped(self) -> str | None:
        """The URI inside a target that a known rewriter made (:func:`~uri_extract.uri.unwrap.unwrap`), else None.

        For a relative reference, the URI must be in the reference itself; the URI of an archived page does not count.
        """
        return self._unwrapped(self.target)

    def _unwrapped(self, target: str | None) -> str | None:
        if target is None or _kernel.is_plain(self.reference if self._form == "relative" else target):
            return None
        from uri_extract.uri.unwrap import unwrap  # few records need its table

        return unwrap(target)

    @property
    def nested(self) -> str | None:
        """The URI of another host in the query of the target (:func:`~uri_extract.uri.nested.nested`), else None."""
        target = self.target
        if target is None or not may_nest(target):
            return None
        from uri_extract.uri.nested import nested

        return nested(target)

    @property
    def browses_to(self) -> str | None:
        """The URL that a browser goes to (:func:`~uri_extract.uri.url_parser.browses_to`); None if parsing fails."""
        return target_in_markup(self._whole, self.bases if self.kind == "relative" else (None, *self.bases[1:]))

    @property
    def defanged_target(self) -> str:
        """The target, or else the reference, defanged (:func:`~uri_extract.uri.defang.defang`)."""
        from uri_extract.uri.defang import defang  # few records need it

        return defang(self.target or self.reference)

    def _repr_html_(self) -> str:
        """Return the fields with values as a table, for notebooks."""
        return _as_html(self.as_dict())

    @property
    def computed(self) -> tuple[str | None, bool, tuple[str, ...], tuple[str, ...], str | None]:
        """``target``, ``valid``, ``errors``, ``hazards`` and ``unwrapped``; computing them together costs less."""
        settled, found = self._settled
        if settled is not None:
            is_plain = not found and settled is self.reference
            names = self._hazards_of_text if is_plain else self._names_of(names_by_signs(self.reference, found))
            may_be_wrapped = found & signs.NESTED or "%25" in settled
            return settled, True, (), names, self._unwrapped(settled) if may_be_wrapped else None
        if self._form == "relative" and _kernel.is_plain(self.reference) == 1:
            return target_of(self.bases, self.reference), True, (), self._hazards_of_text, None
        valid = self.valid
        target = self._target(valid)
        errors = () if valid else (str(why_invalid(self._whole, self._rule)),)
        return target, valid, errors, self.hazards, self._unwrapped(target)

    def as_dict(self) -> dict[str, Any]:
        """Return all fields by name, in the order of JSON Lines."""
        values = (
            *_stored(self),
            *self.computed,
            *((self.base, self.base_from) if self._form == "relative" else _NO_BASE),
        )
        record: dict[str, Any] = dict(zip(COLUMNS, _in_order(values)))  # noqa: B905 - its keyword takes its time
        for name in _LISTS:
            record[name] = list(record[name])
        return record


without_collector(Occurrence)

# The sources of the fields in as_dict(): stored fields by path, and computed ones.
_PATHS: Final = {
    name: f"{part}{name}"
    for part, of in (("", Stored), ("origin.", Origin), ("details.", Details))
    for name in of._fields
}
_stored: Final = attrgetter(*(path for name, path in _PATHS.items() if name in COLUMNS))
_VALUES: Final = (*(name for name in _PATHS if name in COLUMNS), "target", *COMPUTED, "base", "base_from")
_in_order: Final = itemgetter(*map(_VALUES.index, COLUMNS))
_LISTS: Final = names_of(LIST)
_NO_BASE: Final = (None, None)
for _field in FIELDS:
    if "." in _PATHS.get(_field.name, ""):
        setattr(Occurrence, _field.name, property(attrgetter(_PATHS[_field.name]), doc=_field.help))
