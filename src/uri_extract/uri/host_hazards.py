"""Hazards of the characters in a host: mixed scripts, lookalikes, invisible ones, and those that a browser replaces."""

from __future__ import annotations  # noqa: I001 - several to a line

from functools import lru_cache, partial

from uri_extract.uri.confusables import ascii_lookalike
from uri_extract.uri.hazard import Hazard
from uri_extract.uri.host_characters import (
    BIDI_CONTROLS, ENCODED_ASCII, IGNORED, JOINERS, LABELS, TO_ASCII, UNSEEN_IN_HOST, with_full_stops
)  # fmt: skip
from uri_extract.uri.host_names import canonical_host, displayed_host, kernel, u_label
from uri_extract.uri.scripts import mixes_scripts, restriction_level, scripts
from collections.abc import Callable, Iterator


# Scripts, and the ASCII top-level domains of the countries where they are written: below these, names in that script
# are expected (as in Chromium, "Internationalized Domain Names in Google Chrome").
_AT_HOME = {
    "CYRILLIC": frozenset(["bg", "by", "kz", "mk", "mn", "rs", "ru", "su", "ua", "uz"]),
    "GREEK": frozenset(["cy", "gr"]),
    "ARMENIAN": frozenset(["am"]),
    "GEORGIAN": frozenset(["ge"]),
    "HEBREW": frozenset(["il"]),
    "ETHIOPIC": frozenset(["er", "et"]),
}
# The hazards of hosts that browsers change, by the signs of the host.
_ENCODED, _MAPPED = "encoded-host", "mapped-host"
_OF_BROWSERS: dict[int, tuple[str, ...]] = {
    0: (),
    ENCODED_ASCII: (_ENCODED,),
    TO_ASCII: (_MAPPED,),
    ENCODED_ASCII | TO_ASCII: (_ENCODED, _MAPPED),
}
_examined: Callable[[str], tuple[str, int]] = kernel().examined


@lru_cache(maxsize=1024)
def hazards_of_host(host: str, browsed: bool) -> tuple[Hazard, ...]:
    """Return the hazards of a host that is percent-encoded, beyond ASCII or has A-labels, in the order of the table.

    ``browsed``: a browser resolves URIs of its scheme; with other schemes the host may be any text.
    """
    name, signs = _examined(host)
    found: list[Hazard] = []
    if signs & LABELS:
        found += _of_labels(with_full_stops(name).split("."))
    if signs & UNSEEN_IN_HOST:
        unseen = [each for each in dict.fromkeys(name) if _is_unseen(name, each)]
        if unseen:
            codes = ", ".join(f"U+{ord(each):04X}" for each in unseen)
            found.append(Hazard("invisible-character", f"The host {_shown(name)} has invisible characters ({codes})."))
    if not browsed or host.startswith("["):
        return (*found,)
    for flag in _OF_BROWSERS[signs & (ENCODED_ASCII | TO_ASCII)]:
        found.append(Hazard(flag, partial(_of_encoded if flag == _ENCODED else _of_mapped, host, name)))
    return (*found,)


def names_of_host(host: str, browsed: bool) -> tuple[str, ...]:
    """Return the names of these hazards; they may be :class:`Hazard`."""
    _, signs = _examined(host)
    if signs & (LABELS | UNSEEN_IN_HOST):
        return hazards_of_host(host, browsed)
    return _OF_BROWSERS[signs & (ENCODED_ASCII | TO_ASCII)] if browsed and host[:1] != "[" else ()


def _of_labels(labels: list[str]) -> Iterator[Hazard]:
    spelled = [shown for shown in map(u_label, dict.fromkeys(labels)) if not shown.isascii()]
    if not spelled:
        return
    top = labels[-1] or (labels[-2] if len(labels) > 1 else "")
    top = u_label(top).lower()
    scripts_of = {shown: scripts(shown) for shown in spelled}
    for shown, found in scripts_of.items():
        if mixes_scripts(found):
            names = ", ".join(sorted(script.capitalize() for script in found))
            level = restriction_level(found)
            yield Hazard("mixed-script", f"The label {shown!r} mixes scripts: {names} ({level}, UTS #39 \u00a75.2).")
    for shown, found in scripts_of.items():
        if mixes_scripts(found) or not top.isascii():
            continue
        if any(top in _AT_HOME.get(script, ()) for script in found):
            continue
        seen = ascii_lookalike(shown.lower())
        if seen is not None:
            yield Hazard("confusable-host", f"The letters of the label {shown!r} look like those of {seen!r}.")


def _is_unseen(name: str, character: str) -> bool:
    if character in JOINERS:
        return any(
            name[at] == character and (at == 0 or name[at - 1].isascii()) for at in range(len(name))
        )  # joiners belong between letters of scripts that join them
    return ord(character) in IGNORED or character in BIDI_CONTROLS


def _of_encoded(host: str, _: str) -> str:
    return f"The host is percent-encoded; it is {_shown(canonical_host(host))}."


def _of_mapped(host: str, name: str) -> str:
    return f"A browser reads the host {_shown(name)} as {_shown(displayed_host(canonical_host(host)))}."


def _shown(host: str) -> str:
    """Return a host in quotation marks, with invisible characters escaped, truncated to 100 characters."""
    text = host if len(host) <= 100 else f"{host[:100]}\u2026"
    return repr(text) if text.isprintable() else ascii(text)
