"""The options of callers, checked before any input is read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial, wraps

from uri_extract._compat._typing import TYPE_CHECKING, Any, Final, NamedTuple
from uri_extract.decode.encodings import shortened
from uri_extract.decode.labels import python_codec
from uri_extract.errors import ContradictingCharsets, InvalidOption, InvalidOptionValue, UnknownCharset
from uri_extract.scan import joining, suffix_kernel
from uri_extract.scan._kernel import Windows
from uri_extract.scan.wrap_signs import JOINS
from uri_extract.text._readings import checking
from uri_extract.uri import InvalidReference, is_valid, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Literal, ParamSpec, TypeVar

    _Parameters = ParamSpec("_Parameters")
    _Result = TypeVar("_Result")
    # The values of PARTS, JOINS and BINARY.
    Parts = Literal["all", "text", "html"]
    Joins = Literal["sure", "likely", "all"]
    Binary = Literal["text", "strings", "skip"]

#: Which parts of mail are read: all parts that hold text, or only text and HTML.
PARTS: Final = ("all", "text", "html")

#: How binary files are read: as text, as strings in ASCII and UTF-16, or not at all. A binary file has a NUL, which
#: occurs in text only if that is UTF-16 or UTF-32.
BINARY: Final = ("text", "strings", "skip")


class ScanOptions(NamedTuple):
    """What callers declare about documents, and how to read them. See :func:`uri_extract.extract`.

    One object for all documents, made where callers give the options; each scanner passes it on. What differs from
    document to document is no option: scanners have their own ``base`` and ``charset``, and those of the options are
    used if a document has none (:class:`uri_extract.pipeline.Scanners`).

    The fields from ``kernel`` on are for callers within this package. ``json_type`` is the media type of the
    documents in ``json_field``; ``json_read`` is called for each object with text in such a field. Without ``places``
    no lines are counted; ``origins``: the origins of the parts of messages are used, which are known only with places.
    ``contained``: the ``documents`` of pages include archives and mailboxes in parts of mail, unless only some parts
    are wanted.

    Not a dataclass: importing that module takes as long as importing this package.
    """

    base: str | None = None
    default_base: str | None = None
    charset: str | None = None
    refang: bool | Mapping[str, str] = False
    suffix: bool = False
    mail_addresses: bool = False
    headers: bool = True
    parts: Parts = "all"
    binary: Binary = "strings"
    qr: bool = False
    json_field: str | Iterable[str] | None = None
    json_url: str | None = None
    kernel: Any = None
    json_type: str | None = None
    json_read: Callable[[], None] | None = None
    places: bool = True
    origins: bool = False
    contained: bool = False

    def checked(self) -> ScanOptions:
        """Return the options, with ``json_field`` as a tuple if given; raise an error for an invalid value.

        That is :class:`InvalidOption`, :class:`InvalidOptionValue` or :class:`UnknownCharset`.
        """
        check_bases(base=self.base, default_base=self.default_base)
        check_flags(suffix=self.suffix, mail_addresses=self.mail_addresses, headers=self.headers, qr=self.qr)
        if self.parts not in PARTS:
            raise InvalidOptionValue(f"parts must be one of {', '.join(map(repr, PARTS))}, not {self.parts!r}")
        if self.binary not in BINARY:
            raise InvalidOptionValue(f"binary must be one of {', '.join(map(repr, BINARY))}, not {self.binary!r}")
        if self.charset is not None:
            checked_charset(self.charset)
        refang: Any = self.refang
        if refang is not False:
            from uri_extract.decode.marks import marks_of  # few callers need it

            refang = marks_of(refang)
        if self.json_field is None and self.json_url is None:
            return self if refang is self.refang else self._replace(refang=refang)
        names = () if self.json_field is None else several("json_field", self.json_field)
        for name in names:
            json_field("json_field", name)
        if self.json_url is not None:
            json_field("json_url", self.json_url)
            if not names:
                raise InvalidOptionValue("json_url needs json_field, the field that holds a document")
        return self._replace(refang=refang, json_field=names)

    @property
    def without_scheme(self) -> bool:
        """True if references without a scheme are found too: names, mail addresses, defanged ones."""
        return self.suffix or self.mail_addresses or bool(self.refang)

    @property
    def reads_whole(self) -> bool:
        """True if a complete text in UTF-8 is read in one step: no decisions and no defanged references are wanted."""
        return not self.refang and not (self.kernel is not None and self.kernel.explains)

    def windows(self) -> Windows:
        """Return windows for complete texts, if the options are those for which :attr:`reads_whole` is true."""
        return Windows(self.schemeless_kernel(None) if self.without_scheme else self.kernel)

    def schemeless_kernel(self, marked: Callable[[int, int], bool] | None) -> Any:
        """Return the factory of kernels that also find references :attr:`without_scheme`.

        ``marked`` tells for a span of the text whether a mark of a defanged reference was decoded in it.
        """
        return partial(suffix_kernel(self.kernel), names=self.suffix, mails=self.mail_addresses, marked=marked)


# The names of options in open(), Beautiful Soup, bleach, Django, Jinja, linkify-it and requests, and ours.
_ELSEWHERE = {
    "autoescape": "escape", "base_url": "base", "callbacks": "render", "content_type": "media_type",
    "encoding": "charset", "extra_params": "attributes", "filename": "document", "fuzzy_email": "mail_addresses",
    "fuzzy_ip": "ip_addresses", "fuzzy_link": "bare_names", "mimetype": "media_type", "parse_email": "mail_addresses",
    "protocols": "schemes", "skip_tags": "skip", "target": "attributes", "trim_url_limit": "limit", "url": "base",
}  # fmt: skip
# Options of others that choose results, and the property of a result.
_OF_RESULTS = {"hostname": "host", "hosts": "host", "kinds": "kind", "schemes": "scheme"}

#: The options of callers.
OF_CALLERS: Final = ScanOptions._fields[: ScanOptions._fields.index("kernel")]
#: The options if none are given.
DEFAULTS: Final = ScanOptions()


def json_field(option: str, name: str) -> str:
    """Return the keys of a field, which are joined with dots; raise an error if it is invalid."""
    if not isinstance(name, str):
        raise InvalidOption(f"{option} must be a str, not {type(name).__name__}")
    if not all(name.split(".")) or any(map(str.isspace, name)):
        raise InvalidOptionValue(f"invalid field {name!r}: it must be keys joined with dots")
    if any("\ud800" <= character <= "\udfff" for character in name):  # bytes of a command line that are not UTF-8
        raise InvalidOptionValue(f"invalid field {name!r}: it is not UTF-8")
    return name


def kernel_for(kernel: Any, joins: str, links: int = 0) -> Any:
    """Return the class of kernels, or a factory that sets how they join lines and which ``links`` they find.

    See :func:`uri_extract.scan.joining`. Raises :class:`InvalidOptionValue` if ``joins`` is not in JOINS.
    """
    if not isinstance(joins, str) or joins not in JOINS:
        raise InvalidOptionValue(f"joins must be one of {', '.join(map(repr, JOINS))}, not {joins!r}")
    return joining(kernel, joins, links)


def checks_options(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Return the function, raising :class:`InvalidOption` for an unknown option instead of Python's TypeError."""
    code = function.__code__
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    checked: Callable[_Parameters, _Result] = wraps(function)(checking(function, known, unknown_option))
    return checked


def unknown_option(name: str, known: Iterable[str]) -> InvalidOption:
    """Return the error for an unknown option; it suggests what other libraries call so, or the most similar name."""
    from difflib import get_close_matches

    ours = _ELSEWHERE.get(name, "")
    similar = [ours] if ours in known else [] if ours else get_close_matches(name, known, 1)
    hint = f" (did you mean {similar[0]!r}?)" if similar else ""
    if not similar and name in _OF_RESULTS:
        hint = f" (choose from the results, which have a {_OF_RESULTS[name]!r})"
    return InvalidOption(f"unknown option {name!r}{hint}")


def several(option: str, value: str | Iterable[str]) -> tuple[str, ...]:
    """Return the strings of an option that takes one or more; raise :class:`InvalidOption` for anything else."""
    names = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else (value,)
    for name in names:
        if not isinstance(name, str):
            raise InvalidOption(f"{option} must be a str or several str, not {type(name).__name__}")
    return names


def check_texts(**options: object) -> None:
    """Raise :class:`InvalidOption` for an option that is neither a str nor None."""
    for name, value in options.items():
        if value is not None and not isinstance(value, str):
            raise InvalidOption(f"{name} must be a str, not {type(value).__name__}")


def check_bases(**options: str | None) -> None:
    """Raise an error for an option that is neither None nor a base.

    That is :class:`InvalidOption` if it is not a str, else :class:`InvalidOptionValue` as in :func:`checked_base`.
    """
    check_texts(**options)
    for value in options.values():
        if value is not None:
            checked_base(value)


def checked_base(base: str) -> str:
    """Return a base; raise :class:`InvalidOptionValue` if no reference can be resolved against it.

    A base is a URI (RFC 3986 §5.1), or a string that browsers parse as a URL (an IRI, ``http://a.example/?b|c``),
    because references in pages at such an address are resolved against it.
    """
    try:
        parse(base, rule="URI")
    except InvalidReference as error:
        from uri_extract.uri.url_parser import target  # imported when needed, which is seldom

        without_scheme = error.component == "scheme"
        if without_scheme or target(base, None) is None:
            reason = "it has no scheme such as https:" if without_scheme else error
            raise InvalidOptionValue(f"invalid base URI {shortened(base)!r}: {reason}") from None
    return base


def scheme_name(name: str) -> str:
    """Return a scheme in lower case; a ``:`` or ``://`` after it is removed. Raises :class:`InvalidOptionValue`."""
    scheme = name.removesuffix("//").removesuffix(":").lower()
    if ":" in scheme or not is_valid(f"{scheme}:", "URI"):
        raise InvalidOptionValue(f"invalid scheme {name!r}: a letter is needed, then letters, digits, '+', '-' or '.'")
    return scheme


def check_flags(**options: object) -> None:
    """Raise :class:`InvalidOption` for an option that is neither True nor False."""
    for name, value in options.items():
        if value is not True and value is not False:
            raise InvalidOption(f"{name} must be True or False, not {type(value).__name__}")


def check_number(least: int, **options: object) -> None:
    """Raise an error for an option that is not an int (:class:`InvalidOption`), or is less than ``least``
    (:class:`InvalidOptionValue`).
    """
    for name, value in options.items():
        if not isinstance(value, int) or isinstance(value, bool):
            raise InvalidOption(f"{name} must be an int, not {type(value).__name__}")
        if value < least:
            raise InvalidOptionValue(f"{name} must be at least {least}, not {value}")


def check_function(**options: object) -> None:
    """Raise :class:`InvalidOption` for an option that is neither a function nor None."""
    for name, value in options.items():
        if value is not None and not callable(value):
            raise InvalidOption(f"{name} must be callable, not {type(value).__name__}")


def checked_charset(charset: str) -> str:
    """Return the charset; raise :class:`UnknownCharset` if it is unknown."""
    check_texts(charset=charset)
    if python_codec(charset) is None:
        raise UnknownCharset(f"unknown charset {shortened(charset)!r}")
    return charset


def split_media_type(media_type: str) -> tuple[str, str | None]:
    """Return a media type without its ``charset`` parameter, and the value of that parameter or None.

    Other parameters are kept for a multipart only, which needs its boundary (RFC 2046 §5.1.1).
    """
    if ";" not in media_type:
        return media_type, None
    from uri_extract.decode.header_values import charset_of, structured

    parsed = structured(media_type.encode("utf-8", "surrogateescape"))
    charset = charset_of(parsed.parameters)
    if not parsed.value.startswith("multipart/"):
        return parsed.value, charset
    rest = [(name, value) for name, value in parsed.parameters.items() if name != "charset"]
    return parsed.value + "".join(f"; {name}={_quoted(value)}" for name, value in rest), charset


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def declared(media_type: str, charset: str | None) -> tuple[str, str | None]:
    """Return the media type without its ``charset`` parameter, and the charset that the caller declares.

    The charset may be given as an option, as a parameter of the media type, or both ways if both mean the same. Raises
    :class:`UnknownCharset` and :class:`ContradictingCharsets`.
    """
    if not isinstance(media_type, str):
        raise InvalidOption(f"media_type must be a str, not {type(media_type).__name__}")
    name, parameter = split_media_type(media_type)
    given = None if charset is None else checked_charset(charset)
    if parameter is None:
        return name, given
    checked_charset(parameter)
    if given is not None and python_codec(given) != python_codec(parameter):
        raise ContradictingCharsets(
            f"charset {given!r} contradicts the media type, whose charset is {shortened(parameter)!r}"
        )
    return name, parameter
