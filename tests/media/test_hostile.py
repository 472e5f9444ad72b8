"""Hostile input takes time in proportion to its size: processor time at n and 4n."""

from __future__ import annotations

import gc
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest

from uri_extract import extract
from uri_extract.decode.flowed import Flowed
from uri_extract.uri.secrets import redact

if TYPE_CHECKING:
    from collections.abc import Callable

_QUOTED_PRINTABLE = b"Content-Transfer-Encoding: quoted-printable\n\n"

#: The media type, the number of repetitions in the smaller input, the document, and the options.
_SHAPES: dict[str, tuple[str, int, Callable[[int], bytes], dict[str, Any]]] = {
    "blanks in a Message-ID that is not closed": (
        "message/rfc822", 500, lambda n: b"Message-ID: <" + b" " * n + b"x\n\nhttp://a.example/", {},
    ),
    "semicolons after a Content-Type": (
        "message/rfc822", 8000, lambda n: b"Content-Type: text/plain" + b";" * n + b"\n\n", {},
    ),
    "semicolons and blanks after a Content-Type": (
        "message/rfc822", 8000, lambda n: b"Content-Type: text/plain" + b"; " * n + b"\n\n", {},
    ),
    "encoded words in one line": (
        "message/rfc822", 8000, lambda n: b"Subject: " + b"=?utf-8?q?http://a.example/?= x " * n + b"\n\n", {},
    ),
    "signs without a token in quoted-printable": (
        "message/rfc822", 1000, lambda n: _QUOTED_PRINTABLE + b"=? http://a.example/ " * n, {},
    ),
    "strings and functions that are not closed in a style sheet": (
        "text/css", 4000, lambda n: b"url(a image-set('b " * n + b"/*" * n + b"*/" + b"\\" * n, {},
    ),
    "references of a style sheet": ("text/css", 2000, lambda n: b"@import 'a';\nurl(b)" * n, {}),
    "soft line breaks after a scheme": ("text/plain", 2000, lambda n: b"http://" + b"=\n" * n, {}),
}  # fmt: skip


#: Four times the size takes four times as long in linear time, sixteen times in quadratic time.
_MORE_THAN_LINEAR = 10


def _growth(run: Callable[[int], object], size: int) -> float:
    """Return the ratio of the times for 4 * ``size`` and ``size``."""

    def seconds(size: int) -> float:
        gc.disable()  # the collector takes longer the more records there are
        begin = process_time()
        run(size)
        taken = process_time() - begin
        gc.enable()
        return taken

    run(size // 4 + 1)  # imports and first-time compilation
    growth = 16.0
    for _ in range(5):  # other processes may make a measurement longer
        growth = min(growth, seconds(4 * size) / max(min(seconds(size) for _ in range(2)), 0.001))
        if growth < _MORE_THAN_LINEAR:
            break
    return growth


@pytest.mark.parametrize("shape", _SHAPES)
def test_hostile_input_takes_time_in_proportion_to_its_size(shape: str) -> None:
    media_type, size, build, options = _SHAPES[shape]
    inputs = {n: build(n) for n in (size // 4 + 1, size, 4 * size)}
    assert _growth(lambda n: list(extract(inputs[n], media_type=media_type, **options)), size) < _MORE_THAN_LINEAR


def test_redaction_takes_time_in_proportion_to_the_size_of_the_text() -> None:
    assert _growth(lambda n: redact("http://a.example/" + "-eyJ" * n), 2000) < _MORE_THAN_LINEAR


def test_flowed_lines_take_time_in_proportion_to_their_number() -> None:
    assert _growth(lambda n: Flowed(False).feed(b"a \n" * n), 50_000) < _MORE_THAN_LINEAR


def test_carriage_returns_are_not_held_back_in_flowed_text() -> None:
    flowed = Flowed(False)
    assert sum(len(flowed.feed(b"\r" * 1000)) for _ in range(10)) >= 9_998


def test_a_soft_line_break_after_a_scheme_is_bridged_twice_at_most() -> None:
    assert [each.reference for each in extract(b"see http://=\na.example/", media_type="text/plain")] == [
        "http://a.example/"
    ]
    assert list(extract(b"http://" + b"=\n" * 10000, media_type="text/plain")) == []
