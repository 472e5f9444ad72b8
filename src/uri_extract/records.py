"""What comes out: :class:`Occurrence` for a reference that was found, :class:`Problem` for what could not be read."""

from __future__ import annotations

from typing import Any, NamedTuple

from uri_extract.errors import InvalidReference
from uri_extract.uri import _backend, hazards, invalidity, is_valid, resolve
from uri_extract.uri.hazards import in_text
from uri_extract.uri.iri import mapped, to_uri
from uri_extract.uri.resolve import resolve_plain
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


#: The fields of an :class:`Occurrence` by name, in the order of JSON Lines and tables.
COLUMNS = (
    *("reference", "target", "raw", "document", "start", "end", "line", "column", "delimiter", "prefix", "wrapped"),
    *("alternates", "kind", "valid", "errors", "hazards", "base", "base_from", "element", "attribute", "text"),
    *("message_id", "field", "refers_to"),
)


def target_of(bases: tuple[Any, ...], reference: str) -> str | None:
    """Return the target of a plain relative reference; None without a base, or where that cannot serve."""
    base = bases[0]
    if base is None or (is_opaque(bases) and reference[:1] != "#"):
        return None
    try:
        return resolve_plain(base, reference)
    except InvalidReference:  # the base is no URI by RFC 3986
        return _target_in_markup(reference, bases)


def _target_in_markup(reference: str, bases: tuple[Any, ...]) -> str | None:
    """Return the target of a reference as a browser has it (URL Standard §4.4); None where parsing it fails."""
    from uri_extract.uri.url_parser import target  # few references need it

    return target(reference, bases[0], encoding_of(bases))


def is_opaque(bases: tuple[Any, ...]) -> bool:
    """Return True if only fragments resolve against the base of an HTML document: its path is opaque (``mailto:x``)."""
    return len(bases) > 3


def encoding_of(bases: tuple[Any, ...]) -> str | None:
    """Return the codec of an HTML document whose queries are not in UTF-8, else None."""
    return bases[2] if len(bases) > 2 else None


def _as_html(fields: dict[str, Any]) -> str:
    """Return those fields that say something as a table: all text escaped, nothing in it a link, or acting on text.

    What was found may be anything (``javascript:``, an override of direction), and a notebook is somebody's session.
    """
    from html import escape

    rows = []
    for name, value in fields.items():
        if value is not None and value is not False and value != []:
            text = ", ".join(value) if isinstance(value, list) else str(value)
            shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
            rows.append(f"<tr><th>{escape(name)}</th><td>{escape(shown)}</td></tr>")
    return f"<table>{''.join(rows)}</table>"


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
        return _as_html(self.as_dict())


class Mail(NamedTuple):
    """What only an occurrence in mail has; :class:`Occurrence` says what the fields are."""

    message_id: str | None = None
    field: str | None = None
    refers_to: str | None = None


_NO_MAIL = Mail()


class _Found(NamedTuple):
    """The fields that are known when a reference is found; the others are worked out for who asks."""

    reference: str
    raw: str
    start: int
    end: int
    line: int
    column: int
    document: str | None
    delimiter: str
    prefix: str | None
    wrapped: str | None
    alternates: tuple[str, ...]
    kind: str
    bases: tuple[str | None, ...]
    element: str | None = None
    attribute: str | None = None
    text: str | None = None
    mail: Mail | None = None


class Occurrence(_Found):
    """One reference where it stood. Immutable; equal when all its fields are.

    ``reference``
        What the author meant: white space inside it and wrappers around it gone.
    ``raw``
        What stands in the source from ``start`` to ``end``, as text: without wrappers, with line breaks. It is decoded
        as the document is, in the encoding that was declared or recognized; of text that has none, a byte that is read
        as a letter of windows-1252 is that letter. Bytes that mean no character are surrogate escapes.
    ``start``, ``end``, ``line``, ``column``
        Its place. Bytes for bytes, characters for a ``str``; ``line`` and ``column`` count from 1, and a line ends
        with a line feed.
    ``document``
        The way to it, through containers (``mail.mbox!3!1.2``); None where the document has no name.
    ``delimiter``
        What told where it ends: ``"angle"``, ``"quote"``, ``"whitespace"`` (RFC 3986 Appendix C); in markup
        ``"attribute"``, ``"css"`` in a style sheet or a style, ``"element"`` where all the text of an XML element is
        one reference, or ``"comment"`` in the markup of a conditional comment, which is in no tree: ``attribute`` is
        then None, and ``element`` what it would be; in mail ``"header"``.
    ``prefix``
        ``"URL:"`` where that stood before it (RFC 2396 Appendix E), else None.
    ``wrapped``
        None, or how it was broken: ``"space"``, or ``"hyphen"`` where a break follows a hyphen.
    ``alternates``
        What else it may have been, best first.
    ``kind``
        ``"uri"`` or ``"iri"``; where it was asked for, ``"suffix"``: its scheme was left out (RFC 3986 §4.5), or it is
        a mail address. ``target``, ``valid``, ``errors`` and ``hazards`` are then those of what it stands for. In
        markup also ``"relative"``: without a scheme. Plain text is not searched for those.
    ``element``, ``attribute``
        Where markup holds it, in lower case. Of text the element alone, where it stands directly in it; None in plain
        text.
    ``text``
        Of a link in markup its text, where that looks like a URI itself, or like one whose scheme was left out; what
        ``hazards`` calls ``"other-host-in-text"`` names another host than ``target`` has.
    ``mail``
        In mail, ``message_id`` of the message, in what is attached to it too; ``field``: the name of the header field
        it stands in, and ``refers_to``: the ``document`` of the part that a ``cid:`` or ``mid:`` means (RFC 2392). All
        None elsewhere.
    """

    __slots__ = ()

    @property
    def message_id(self) -> str | None:
        """The Message-ID of the message it stands in, without its brackets (RFC 5322 §3.6.4)."""
        return None if self.mail is None else self.mail.message_id

    @property
    def field(self) -> str | None:
        """The name of the header field it stands in, as it was written."""
        return None if self.mail is None else self.mail.field

    @property
    def refers_to(self) -> str | None:
        """The part of a message that it means, named as ``document`` is (RFC 2392)."""
        return None if self.mail is None else self.mail.refers_to

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
        return _target_in_markup(self.reference, self.bases) if self.delimiter in _IN_MARKUP else None

    @property
    def hazards(self) -> tuple[str, ...]:
        """What may deceive who follows it (RFC 3986 §7), by name."""
        return (*(str(hazard) for hazard in hazards(self._whole)), *self._hazards_of_text)

    @property
    def _hazards_of_text(self) -> tuple[str, ...]:
        """What a link's text adds to them."""
        other = None if self.text is None else in_text(self.text, self.target or self._whole)
        return () if other is None else (str(other),)

    def _repr_html_(self) -> str:
        """Return the fields that say something as a table, for notebooks."""
        return _as_html(self.as_dict())

    def as_dict(self) -> dict[str, Any]:
        """Return all fields by name, in the order of JSON Lines."""
        plain = _backend.is_plain(self.reference) == (1 if self.kind == "relative" else 2) and self.kind in _PLAIN
        error = None if plain else self.invalid
        mail = self.mail or _NO_MAIL
        return {
            "reference": self.reference,
            "target": self.reference if plain and self.kind == "uri" else self.target,
            "raw": self.raw,
            "document": self.document,
            "start": self.start,
            "end": self.end,
            "line": self.line,
            "column": self.column,
            "delimiter": self.delimiter,
            "prefix": self.prefix,
            "wrapped": self.wrapped,
            "alternates": list(self.alternates),
            "kind": self.kind,
            "valid": error is None,
            "errors": [] if error is None else [str(error)],
            "hazards": list(self._hazards_of_text if plain else self.hazards),
            "base": self.base,
            "base_from": self.base_from,
            "element": self.element,
            "attribute": self.attribute,
            "text": self.text,
            "message_id": mail.message_id,
            "field": mail.field,
            "refers_to": mail.refers_to,
        }
