"""What comes out: :class:`Occurrence` for a reference that was found, :class:`Problem` for what could not be read."""

from __future__ import annotations

from operator import attrgetter, itemgetter

from uri_extract._typing import Any, Final, NamedTuple
from uri_extract.bases import encoding_of, is_opaque, target_in_markup, target_of
from uri_extract.errors import InvalidReference
from uri_extract.notebook import as_html
from uri_extract.schema import COLUMNS, FIELDS, LIST, names_of
from uri_extract.uri import _backend, hazards, invalidity, is_valid, resolve
from uri_extract.uri.hazards import in_text
from uri_extract.uri.iri import mapped, to_uri
from uri_extract.uri.suffix import with_scheme

# §5.2.2: a reference with a scheme does not need its base, so any will do.
_ANY_BASE = "any:"

# Kinds whose references stand for themselves.
_PLAIN = ("uri", "relative")

# Delimiters of markup: they leave no doubt where a reference ends, so what it means is known where it is invalid too.
_IN_MARKUP = frozenset(("attribute", "css", "element", "comment"))

# URL Standard §4.2: in queries of these a page's encoding counts.
_IN_ITS_ENCODING = frozenset(("http", "https", "ftp", "file"))

_RULES = {"uri": "URI", "iri": "IRI", "relative": "relative-ref"}
# What an IRI or its reference is, mapped.
_MAPPED = {"IRI": "URI", "IRI-reference": "URI-reference"}


class Problem(NamedTuple):
    """A place that could not be read as it should: ``kind`` names it, ``message`` is a sentence.

    ``document`` is its path as in :class:`Occurrence`, ``offset`` the byte it begins at.
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


class Origin(NamedTuple):
    """What is known of the document, or of the part of a message, that an occurrence is in.

    ``document``
        The path to it through containers (``mail.mbox!3!1.2``).
    ``source_url``
        The URI of the document itself: WARC-Target-URI, Content-Location, or the base that the caller gave.
    ``captured_at``
        When it was captured or sent (WARC-Date, the date of an ARC record or a HAR entry, Date of HTTP and mail), as
        RFC 3339 has it.
    ``record_id``
        WARC-Record-ID or Message-ID, without brackets.
    ``media_type``
        The media type of the document or part, without parameters.
    ``message_id``, ``sender``, ``subject``
        Message-ID without brackets (RFC 5322 §3.6.4), From and Subject of its message, decoded; documents attached to
        a message have those, too.
    ``filename``
        The name that the message gives to an attachment.

    Each is None if nothing is known.
    """

    document: str | None = None
    source_url: str | None = None
    captured_at: str | None = None
    record_id: str | None = None
    media_type: str | None = None
    message_id: str | None = None
    sender: str | None = None
    subject: str | None = None
    filename: str | None = None


class Details(NamedTuple):
    """The fields that most occurrences do not have; :class:`Occurrence` says what they are."""

    prefix: str | None = None
    wrapped: str | None = None
    alternates: tuple[str, ...] = ()
    field: str | None = None
    refers_to: str | None = None
    defanged: bool = False
    confidence: float | None = None


NO_ORIGIN: Final = Origin()
NO_DETAILS: Final = Details()


class More(NamedTuple):
    """The object of a row that is not plain: ``raw`` if that is not the reference, its details, and its context."""

    raw: str | None = None
    details: Details = NO_DETAILS
    context: Any = None


#: Fields that need a look at the reference, beside the target.
COMPUTED: Final = ("valid", "errors", "hazards", "unwrapped")

#: What they are where the reference is plain.
PLAIN: Final = (True, (), (), None)


class _Found(NamedTuple):
    """The fields that are stored; the others are computed on demand."""

    reference: str
    raw: str
    start: int
    end: int
    line: int
    column: int
    delimiter: str
    kind: str
    bases: tuple[str | None, ...] = (None, None)
    element: str | None = None
    attribute: str | None = None
    text: str | None = None
    rel: str | None = None
    origin: Origin = NO_ORIGIN
    details: Details = NO_DETAILS


class Occurrence(_Found):
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
        ``"attribute"``, ``"css"`` in a style sheet or a style, ``"element"`` if all the text of an XML element, or
        a string of JSON whose key says so, is one reference, or ``"comment"`` in the markup of a conditional comment,
        which is in no tree: ``attribute`` is then None, and ``element`` what it would be; in mail ``"header"``.
    ``kind``
        ``"uri"`` or ``"iri"``; with the options for them ``"suffix"``: its scheme was left out (RFC 3986 §4.5), or it
        is a mail address. ``target``, ``valid``, ``errors`` and ``hazards`` are then those of the URI it abbreviates.
        In markup also ``"relative"``: without a scheme. Plain text is not searched for those.
    ``element``, ``attribute``
        Its element and attribute in markup, in lower case; "link" and "uri" of a link annotation of a PDF. Of text,
        only the element that directly contains it; None in plain text.
    ``text``, ``rel``
        Of a link in markup (``a`` with a ``href``), its text: white space collapsed, at most
        :data:`~uri_extract.limits.MAX_LINK_TEXT` bytes of it. If that looks like a URI and names another host than
        ``target``, ``hazards`` has ``"other-host-in-text"``. ``rel`` is the attribute of that name of the element, as
        it was written.
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
        whole = self.reference if self.kind in ("uri", "iri") else self.target
        return (whole or "").partition(":")[0].lower()

    @property
    def valid(self) -> bool:
        """Whether the grammar derives it (RFC 3986 Appendix A; an IRI: RFC 3987 §2.2)."""
        return is_valid(*self._glanced)

    @property
    def invalid(self) -> InvalidReference | None:
        """Why the grammar does not derive it, None where it does."""
        return None if self.valid else invalidity(self._whole, rule=self._rule)

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
        whole = self.reference if self.kind != "relative" else self.bases[0] or ""
        return encoding if whole.partition(":")[0].lower() in _IN_ITS_ENCODING else None

    @property
    def _rule(self) -> str:
        if self.kind == "suffix":
            return "URI" if self.reference.isascii() else "IRI"
        if self.kind == "relative" and not self.reference.isascii():
            return "IRI-reference"
        return _RULES.get(self.kind, "URI-reference")

    @property
    def _glanced(self) -> tuple[str, str]:
        """A reference and a rule that derives it if, and only if, this one's rule derives this one."""
        whole, rule = self._whole, self._rule
        uri = mapped(whole) if rule in _MAPPED else None
        return (whole, rule) if uri is None else (uri, _MAPPED[rule])

    @property
    def errors(self) -> tuple[str, ...]:
        """Why the grammar does not derive it, in sentences."""
        error = self.invalid
        return () if error is None else (str(error),)

    @property
    def base(self) -> str | None:
        """The base URI that ``target`` depends on; None where it depends on none (RFC 3986 §5.1)."""
        return self.bases[0] if self.kind == "relative" else None

    @property
    def base_from(self) -> str | None:
        """Where that base comes from: ``"embedded"``, ``"entity"``, ``"retrieval"`` or ``"default"``."""
        return self.bases[1] if self.kind == "relative" else None

    @property
    def target(self) -> str | None:
        """The reference resolved (RFC 3986 §5.2); None where it is relative without a base.

        An IRI is mapped to a URI (RFC 3987 §3.1), its host too by percent-encoding: what comes out must not depend on
        the extras that are installed. The target of an invalid reference is None in text, as it may end elsewhere; in
        markup it is what the URL Standard makes of it (§4.4), None where that fails. In HTML only fragments resolve
        against a base with an opaque path (``mailto:x``).
        """
        kind = self.kind
        plain = _backend.is_plain(self.reference) if kind in _PLAIN else 0
        if plain == 2 and kind == "uri":
            return self.reference
        if plain == 1 and kind == "relative":
            return target_of(self.bases, self.reference)
        base = self.bases[0] if self.kind == "relative" else _ANY_BASE
        if base is None or (kind == "relative" and is_opaque(self.bases) and self.reference[:1] != "#"):
            return None
        reference, rule = self._glanced
        # Of one that is invalid nobody asks why, and to say it costs much.
        if not is_valid(reference, rule):
            return self._target_of_invalid
        encoding = self._query_encoding
        if encoding is not None and not self.reference.partition("?")[2].isascii():
            reference, rule = self._whole, self._rule
        try:
            if rule in _MAPPED:
                reference = to_uri(reference, host="percent", query_encoding=encoding)
            return resolve(base, reference)
        except InvalidReference:
            return self._target_of_invalid

    @property
    def _target_of_invalid(self) -> str | None:
        """The target where markup holds the reference, else None."""
        return target_in_markup(self.reference, self.bases) if self.delimiter in _IN_MARKUP else None

    @property
    def hazards(self) -> tuple[str, ...]:
        """What may deceive who follows it (RFC 3986 §7), by name."""
        return (*(str(hazard) for hazard in hazards(self._whole)), *self._hazards_of_text)

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
        target = self.target
        if target is None or _backend.is_plain(self.reference if self.kind == "relative" else target):
            return None
        from uri_extract.uri.unwrap import unwrap  # few records need its table

        return unwrap(target)

    def _repr_html_(self) -> str:
        """Return the fields that say something as a table, for notebooks."""
        return as_html(self.as_dict())

    @property
    def computed(self) -> tuple[str | None, bool, tuple[str, ...], tuple[str, ...], str | None]:
        """``target``, ``valid``, ``errors``, ``hazards`` and ``unwrapped``: together they cost less."""
        kind = self.kind
        if kind in _PLAIN and _backend.is_plain(self.reference) == (1 if kind == "relative" else 2):
            target = self.reference if kind == "uri" else target_of(self.bases, self.reference)
            return target, True, (), () if self.text is None else self._hazards_of_text, None
        error = self.invalid
        return self.target, error is None, () if error is None else (str(error),), self.hazards, self.unwrapped

    def as_dict(self) -> dict[str, Any]:
        """Return all fields by name, in the order of JSON Lines."""
        values = (
            *_stored(self),
            *self.computed,
            *((self.base, self.base_from) if self.kind == "relative" else _NO_BASE),
        )
        record: dict[str, Any] = dict(zip(COLUMNS, _in_order(values)))  # noqa: B905 - its keyword takes its time
        for name in _LISTS:
            record[name] = list(record[name])
        return record


# Where as_dict() takes each field from: what is stored, by its path, and what is computed.
_PATHS: Final = {
    name: f"{part}{name}"
    for part, of in (("", _Found), ("origin.", Origin), ("details.", Details))
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
