"""Open a document: its bytes become text in UTF-8, by the byte order mark or the charset, and rows their way back."""

from __future__ import annotations

from codecs import BOM_UTF8

from uri_extract._compat._typing import Final
from uri_extract.decode.encodings import LONGEST_MARK, Translator, marked, translator
from uri_extract.limits import MAX_FORM_SEARCH
from uri_extract.place.source_map import Decoders
from uri_extract.rows._bytes import first_of

#: The maximum size of a mark.
MOST_OF_MARK: Final = 8
#: The marks of the forms that programs give to text on its way to a reader (:mod:`.forms`, imported if there is one).
FORM_MARKS: Final = (b"\x1b[", b"\x1b]8;", "\u241b".encode(), b"#033", b"\b", b"&#", b"&period;")


def has_form(text: bytes, before: int = MAX_FORM_SEARCH) -> bool:
    """Return True if a mark of a form begins in the text before that offset."""
    return bool(0 <= first_of(text, FORM_MARKS, 0, before + MOST_OF_MARK - 1) < before)


class Opening(Decoders):
    """The decoders of a document, beginning with that of its charset, which the first bytes show.

    ``charset`` is the Python codec that is declared; None for UTF-8, in which single bytes may be windows-1252. A byte
    order mark overrides it. Decoders that a format needs are added with :meth:`precede`.
    """

    #: The number of first bytes that show the charset.
    wanted: int = LONGEST_MARK

    def __init__(self, charset: str | None = None) -> None:
        super().__init__()
        self._charset = charset
        self._beginning: bytes | None = b""  # held until the charset is known; then None
        self._translator: Translator | None = None

    @property
    def charset(self) -> str | None:
        """The codec that decodes the document; None for UTF-8."""
        return None if self._translator is None else self._translator.codec

    def text(self, chunk: bytes, final: bool = False) -> bytes:
        """Take the next bytes of the document, the last ones if ``final``; return their text in UTF-8."""
        if self._beginning is not None:
            chunk = self._beginning + chunk
            if len(chunk) < self.wanted and not final:
                self._beginning = chunk
                return b""
            self.translate(self.codec_of(chunk))
        return self.feed(chunk, final) if self.sequence else chunk

    def codec_of(self, beginning: bytes) -> str | None:
        """Return the codec of a document with these first bytes; None for UTF-8."""
        return marked(beginning) or (None if beginning.startswith(BOM_UTF8) else self._charset)

    def translate(self, codec: str | None, quoted: bool = False) -> None:
        """Decode the document from a codec, None for UTF-8; a byte order mark was read.

        ``quoted``: that text is itself encoded as quoted-printable, without a declaration.
        """
        self._beginning = None
        if codec is not None:
            self._translator = translator(codec)
            self.precede(self._translator)
        if quoted:
            from uri_extract.decode.quoted import Unquoted  # few documents need it

            self.precede(Unquoted())
            self.count_lines(self.charset)
