"""Records: :class:`Occurrence` for a reference that was found, :class:`Problem` for what could not be read."""

from __future__ import annotations

from operator import attrgetter, itemgetter

from uri_extract._typing import Any, Final, NamedTuple
from uri_extract.bases import encoding_of, has_drive, is_opaque, target_in_markup, target_of
from uri_extract.details import Details, Origin
from uri_extract.errors import InvalidReference
from uri_extract.notebook import as_html
from uri_extract.schema import COLUMNS, FIELDS, LIST, names_of
from uri_extract.stored import Stored, without_collector
from uri_extract.uri import _backend, hazards, is_valid, resolve, signs
from uri_extract.uri.components import form_of, why_invalid
from uri_extract.uri.hazards import in_link, in_text, names_by_signs, of_query
from uri_extract.uri.iri import to_uri
from uri_extract.uri.patterns import may_nest
from uri_extract.uri.suffix import with_scheme

# §5.2.2: a reference with a scheme does not need its base, so any will do.
_ANY_BASE = "any:"

# Delimiters of markup: they leave no doubt where a reference ends, so what it means is known where it is invalid too.
_IN_MARKUP = frozenset(("attribute", "css", "element", "comment", "markup", "script"))

# URL Standard §4.2: in queries of these a page's encoding counts.
_IN_ITS_ENCODING = frozenset(("http", "https", "ftp", "file"))

#: The kind of a reference that is a name: programs compare it, and do not follow it.
NAMESPACE: Final = "namespace"
# How URIs begin that have no meaning without a host (RFC 9110 §4.2.1).
_WEB = frozenset(("http:", "https"))

_RULES = {"uri": "URI", "iri": "IRI", "relative": "relative-ref"}
# What an IRI or its reference is, mapped.
_MAPPED = {"IRI": "URI", "IRI-reference": "URI-reference"}


class Problem(NamedTuple):
    """A place that could not be read as it should: ``kind`` names it, ``message`` is a sentence.

    ``docs/command.md`` lists the kinds. ``document`` is its path as in :class:`Occurrence`, ``offset`` the byte it
    begins at.

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
        """Return the fields by name, in their order, as JSON Lines has them: ``kind`` is called ``problem`` there."""
        return {"problem": self.kind, "document": self.document, "offset": self.offset, "message": self.message}

    def _repr_html_(self) -> str:
        """Return the fields as a table, for notebooks."""
        return as_html(self.as_dict())


#: Fields that need a look at the reference, beside the target.
COMPUTED: Final = ("valid", "errors", "hazards", "unwrapped")

#: What they are where the reference is plain.
PLAIN: Final = (True, (), (), None)


class Occurrence(Stored):
    """One reference and its place. Immutable; two are equal if all their fields are.

    ``reference``
        What the author meant, without white space inside it and wrappers around it.
    ``raw``
        The source from ``start`` to ``end``, as text: without wrappers, with line breaks. It is decoded as the
        document is, in the encoding that was declared or recognized; in text that has none, a byte that is read
        as a letter of windows-1252 is that letter. Bytes that mean no character are surrogate escapes.
    ``start``, ``end``, ``line``, ``column``
        Its place. Bytes in bytes, characters in a ``str``; ``line`` and ``column`` count from 1, and a line ends
        with a line feed.
    ``delimiter``
        What ends it: ``"angle"``, ``"quote"``, ``"whitespace"`` (RFC 3986 Appendix C); in markup
        ``"attribute"``, ``"css"`` in a style sheet or a style, ``"element"`` if all the text of an XML element, or a
        string of JSON whose key says so, is one reference, or ``"comment"`` in the markup of a conditional comment,
        which is in no tree: ``attribute`` is then None, and ``element`` what it would be; ``"script"`` in what scripts
        read or run and no browser follows by itself: scripts and data blocks, event handlers, custom data attributes;
        ``"markup"`` for a link by the syntax of lightweight markup (Markdown and the like); in mail ``"header"``; in
        an image ``"barcode"``, which has no place.
    ``kind``
        ``"uri"`` or ``"iri"``; with the options for them ``"suffix"``: its scheme was left out (RFC 3986 §4.5), or it
        is a mail address. ``target``, ``valid``, ``errors`` and ``hazards`` are then those of the URI it abbreviates.
        In markup also ``"relative"``: without a scheme. Plain text is not searched for those. ``"namespace"`` if it is
        a name and no link: of a namespace, a DTD, a schema, a property, a relation. Programs compare names and do
        not follow them; the other fields are those of the same reference as a link.
    ``element``, ``attribute``
        Its element and attribute in markup, of HTML in lower case, of XML as written; "link" and "uri" of a link
        annotation of a PDF; in lightweight markup what the link is: "link", "image", "definition" or "include". Of
        text, only the element that directly contains it; None in plain text.
    ``text``, ``rel``
        Of a link in markup (``a`` with a ``href``), its text: white space collapsed, at most
        :data:`~uri_extract.limits.MAX_LINK_TEXT` bytes of it. If that looks like a URI and names another host than
        ``target``, ``hazards`` has ``"other-host-in-text"``. ``rel`` is the attribute of that name of the element, as
        it was written.

    >>> found = next(extract_text("See <http://a.example/./b>."))
    >>> found.reference, found.target, found.delimiter, found.line, found.column
    ('http://a.example/./b', 'http://a.example/b', 'angle', 1, 6)
    """

    __slots__ = ()

    # Those of its origin and its details: :mod:`uri_extract.schema` says what they are.
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
        """The host of the target as it is displayed, with U-labels if those are safe; None if it has none."""
        from uri_extract.uri.host_names import displayed_host  # its tables take time
        from uri_extract.uri.host_of import canonical_host_of

        host = canonical_host_of(self.target or self.reference)
        return host and displayed_host(host)

    @property
    def scheme(self) -> str:
        """The scheme in lower case; of a reference without one that of its target, or ""."""
        whole = self.reference if self._form in ("uri", "iri") else self.target
        return (whole or "").partition(":")[0].lower()

    @property
    def valid(self) -> bool:
        """Whether the grammar derives it (RFC 3986 Appendix A; an IRI: RFC 3987 §2.2)."""
        return is_valid(*self._glanced)

    @property
    def invalid(self) -> InvalidReference | None:
        """Why the grammar does not derive it, None where it does."""
        return None if self.valid else why_invalid(self._whole, self._rule)

    @property
    def _form(self) -> str:
        """What it is as a reference, which is its kind unless that says that it is a name."""
        kind = self.kind
        return form_of(self.reference) if kind == NAMESPACE else kind

    @property
    def _whole(self) -> str:
        """The reference with its scheme, where that was left out."""
        return with_scheme(self.reference) if self.kind == "suffix" else self.reference

    @property
    def _query_encoding(self) -> str | None:
        """The codec of a page whose queries are in its own encoding (URL Standard §4.4): then the bases name it."""
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
        """A reference and a rule that derives it if, and only if, this one's rule derives this one."""
        whole, rule = self._whole, self._rule
        uri = _backend.mapped(whole) if rule in _MAPPED else None
        return (whole, rule) if uri is None else (uri, _MAPPED[rule])

    @property
    def _settled(self) -> tuple[str | None, int]:
        """The target if resolution does not change it, and the reference has a scheme and is valid; None for others.

        And the signs of that, before a host is a domain name in ASCII (:mod:`uri_extract.uri.signs`).
        """
        kind, reference = self._form, self.reference
        if kind not in ("uri", "iri") or (kind == "iri" and "?" in reference and self._query_encoding is not None):
            return None, -1
        return _backend.settled(reference, kind == "iri")

    @property
    def errors(self) -> tuple[str, ...]:
        """Why the grammar does not derive it, in sentences."""
        error = self.invalid
        return () if error is None else (str(error),)

    @property
    def base(self) -> str | None:
        """The base URI that ``target`` depends on; None where it depends on none (RFC 3986 §5.1)."""
        return self.bases[0] if self._form == "relative" else None

    @property
    def base_from(self) -> str | None:
        """Where that base comes from: ``"embedded"``, ``"entity"``, ``"retrieval"`` or ``"default"``."""
        return self.bases[1] if self._form == "relative" else None

    @property
    def target(self) -> str | None:
        """The reference resolved (RFC 3986 §5.2); None where it is relative without a base.

        An IRI is mapped to a URI (RFC 3987 §3.1), a host that is a domain name by IDNA (RFC 3986 §3.2.2), the same
        whatever extras are installed. The target of an invalid reference is None in text, as it may end elsewhere; in
        markup it is what the URL Standard makes of it (§4.4), None where that fails, and so it is of ``http:`` and
        ``https:`` with an empty host, which are invalid by RFC 9110 §4.2, and of the path of a file on Windows in any
        text (a drive, and backslashes). In HTML only fragments resolve against a base with an opaque path
        (``mailto:x``).
        """
        return self._target(None)

    def _target(self, valid: bool | None) -> str | None:
        """Return the target; ``valid`` is whether the reference is, None if that is not known yet."""
        kind = self._form
        settled, _ = self._settled
        if settled is not None:
            return settled
        if kind == "relative" and _backend.is_plain(self.reference) == 1:
            return target_of(self.bases, self.reference)
        base = self.bases[0] if kind == "relative" else _ANY_BASE
        if base is None or (kind == "relative" and is_opaque(self.bases) and self.reference[:1] != "#"):
            return None
        reference, rule = self._glanced
        # The reason why one is invalid is not needed here, and costs much.
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
        return target if self._whole.isascii() else _backend.with_ascii_host(target)

    def _is_repaired(self, rest: str) -> bool:
        """Return True if browsers find a host in what follows ``http:``, where RFC 3986 has none.

        Without any slashes it depends on the page's scheme whether they do; here in the ``href`` of a base alone, as
        that is the base of all others (HTML standard §4.2.3).
        """
        return rest[:3] == "///" or (rest[:2] != "//" and self.element == "base")

    @property
    def _target_of_invalid(self) -> str | None:
        """The target where markup holds the reference, or its backslashes separate segments; else None."""
        is_certain = self.delimiter in _IN_MARKUP or has_drive(self.reference)
        return target_in_markup(self.reference, self.bases) if is_certain else None

    @property
    def hazards(self) -> tuple[str, ...]:
        """What may deceive who follows it (RFC 3986 §7), by name."""
        return self._names_of(tuple(dict.fromkeys(map(str, hazards(self._whole)))))

    def _names_of(self, of_reference: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of hazards that the reference has, and of those that it has where it is."""
        is_relative = self.kind == "relative"
        if is_relative or self.attribute is not None:
            where = (
                of_query(self.target or "") if is_relative else in_link(self.reference, self.element, self.attribute)
            )
            of_reference = tuple(dict.fromkeys((*of_reference, *map(str, where))))
        return of_reference if self.text is None else of_reference + self._hazards_of_text

    @property
    def _hazards_of_text(self) -> tuple[str, ...]:
        """What a link's text adds to them."""
        if self.text is None or " " in self.text:
            return ()
        other = in_text(self.text, self.target or self._whole)
        return () if other is None else (str(other),)

    @property
    def unwrapped(self) -> str | None:
        """The URI inside the target if a known rewriter made that (:func:`~uri_extract.uri.unwrap.unwrap`), else None.

        Of a relative reference only if the URI is in the reference: not what the capture of a page is a capture of.
        """
        return self._unwrapped(self.target)

    def _unwrapped(self, target: str | None) -> str | None:
        if target is None or _backend.is_plain(self.reference if self._form == "relative" else target):
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
        """The URL that a browser goes to (:func:`~uri_extract.uri.url_parser.browses_to`); None where that fails."""
        return target_in_markup(self._whole, self.bases if self.kind == "relative" else (None, *self.bases[1:]))

    def _repr_html_(self) -> str:
        """Return the fields that say something as a table, for notebooks."""
        return as_html(self.as_dict())

    @property
    def computed(self) -> tuple[str | None, bool, tuple[str, ...], tuple[str, ...], str | None]:
        """``target``, ``valid``, ``errors``, ``hazards`` and ``unwrapped``: together they cost less."""
        settled, found = self._settled
        if settled is not None:
            is_plain = not found and settled is self.reference
            names = self._hazards_of_text if is_plain else self._names_of(names_by_signs(self.reference, found))
            may_be_wrapped = found & signs.NESTED or "%25" in settled
            return settled, True, (), names, self._unwrapped(settled) if may_be_wrapped else None
        if self._form == "relative" and _backend.is_plain(self.reference) == 1:
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

# Where as_dict() takes each field from: what is stored, by its path, and what is computed.
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
