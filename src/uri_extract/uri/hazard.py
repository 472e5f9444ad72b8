"""What a hazard of a reference is: a name, and a sentence (:mod:`uri_extract.uri.hazards`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

#: The names of all flags, in the order in which they are given.
NAMES = (
    *("password", "userinfo-like-host", "rare-ipv4", "control-octet", "backslash", "mixed-script", "foreign-port"),
    *("long-host", "irregular-slashes", "confusable-host", "invisible-character", "encoded-host", "mapped-host"),
    *("bidi-control", "script-uri", "data-uri", "nested-uri", "other-host-in-text"),
)


class Hazard(str):
    """A flag: it is its name (``"password"``), and says more in ``sentence``.

    >>> hazards("http://ada:secret@a.example/")[0].sentence
    'A password is in the userinfo, in clear text.'
    """

    __slots__ = ("_sentence",)
    _sentence: str | Callable[[], str]

    def __new__(cls, name: str, sentence: str | Callable[[], str] = "") -> Hazard:
        """Make a flag of its name and the sentence that explains it, or what makes that: few callers ask for it."""
        flag = super().__new__(cls, name)
        flag._sentence = sentence
        return flag

    @property
    def sentence(self) -> str:
        """What it means for this reference."""
        if not isinstance(self._sentence, str):
            self._sentence = self._sentence()
        return self._sentence

    def __reduce__(self) -> tuple[type[Hazard], tuple[str, str]]:
        return Hazard, (str(self), self.sentence)
