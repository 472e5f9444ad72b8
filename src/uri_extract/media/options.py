"""What a caller says of a document and asks of a scanner, checked before anything is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uri_extract.errors import ContradictingCharsets, InvalidOption, InvalidOptionValue, UnknownCharset
from uri_extract.media.encodings import shortened
from uri_extract.media.labels import python_codec

if TYPE_CHECKING:
    from collections.abc import Mapping

#: What mail is read for: all parts that hold text, or those that are text or HTML.
PARTS: Final = ("all", "text", "html")


def check(options: Mapping[str, Any], known: frozenset[str]) -> None:
    """Raise :class:`InvalidOption` for an unknown option."""
    if options.keys() <= known:
        return
    from difflib import get_close_matches

    name = next(each for each in options if each not in known)
    similar = get_close_matches(name, sorted(known), 1)
    meant = f" (did you mean {similar[0]!r}?)" if similar else ""
    raise InvalidOption(f"unknown option {name!r}{meant}")


def check_parts(parts: str) -> None:
    """Raise :class:`InvalidOptionValue` where ``parts`` is not one of :data:`PARTS`."""
    if parts not in PARTS:
        raise InvalidOptionValue(f"parts must be one of {', '.join(map(repr, PARTS))}, not {parts!r}")


def check_texts(**options: object) -> None:
    """Raise :class:`InvalidOption` for an option that is neither a str nor None."""
    for name, value in options.items():
        if value is not None and not isinstance(value, str):
            raise InvalidOption(f"{name} must be a str, not {type(value).__name__}")


def checked_charset(charset: str) -> str:
    """Return the charset; raise :class:`UnknownCharset` where it is unknown."""
    check_texts(charset=charset)
    if python_codec(charset) is None:
        raise UnknownCharset(f"unknown charset {shortened(charset)!r}")
    return charset


def split_media_type(media_type: str) -> tuple[str, str | None]:
    """Return a media type without its ``charset`` parameter, and that parameter's value; None where it has none.

    Other parameters count for a multipart alone (RFC 2046 §5.1.1: its boundary), and are left out elsewhere.
    """
    if ";" not in media_type:
        return media_type, None
    from uri_extract.media.mail.header import charset_of, structured

    parsed = structured(media_type.encode("utf-8", "surrogateescape"))
    charset = charset_of(parsed.parameters)
    if not parsed.value.startswith("multipart/"):
        return parsed.value, charset
    rest = [(name, value) for name, value in parsed.parameters.items() if name != "charset"]
    return parsed.value + "".join(f"; {name}={_quoted(value)}" for name, value in rest), charset


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def declared(media_type: str, charset: str | None) -> tuple[str, str | None]:
    """Return what a caller declares a document to be: its media type without ``charset``, and its charset.

    The charset may be given by itself, as a parameter of the media type, or both ways if both mean the same. Raises
    :class:`UnknownCharset` and :class:`ContradictingCharsets`.
    """
    check_texts(media_type=media_type)
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
