"""Hazard, the type of a reference's hazards: a name and a sentence (:mod:`uri_extract.uri.hazards`)."""

from __future__ import annotations

from collections.abc import Callable

#: The names of all hazards, in the order of results.
NAMES = (
    *("password", "userinfo-like-host", "rare-ipv4", "control-octet", "backslash", "mixed-script", "foreign-port"),
    *("long-host", "irregular-slashes", "confusable-host", "invisible-character", "encoded-host", "mapped-host"),
    *("bidi-control", "script-uri", "data-uri", "nested-uri", "unregistered-scheme", "other-host-in-text"),
    "rewritten",
)


class Hazard(str):
    """A hazard: a str of its name (``"password"``), explained in ``sentence``.

    >>> hazards("http://ada:secret@a.example/")[0].sentence
    'A password is in the userinfo, in clear text.'
    """

    __slots__ = ("_sentence",)
    _sentence: str | Callable[[], str]

    def __new__(cls, name: str, sentence: str | Callable[[], str] = "") -> Hazard:
        """Create a hazard from its name and the sentence that explains it, or a function that returns the sentence."""
        flag = super().__new__(cls, name)
        flag._sentence = sentence
        return flag

    @property
    def sentence(self) -> str:
        """The hazard, explained for this reference."""
        if not isinstance(self._sentence, str):
            self._sentence = self._sentence()
        return self._sentence

    def __reduce__(self) -> tuple[type[Hazard], tuple[str, str]]:
        return Hazard, (str(self), self.sentence)
