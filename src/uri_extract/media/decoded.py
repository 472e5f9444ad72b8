r"""Plain text after a decoder of its format: Rich Text Format, properties files of Java, CSV and TSV.

``raw`` is the source, with its control words or escapes; ``line`` counts the lines of the file. A format is a decoder
(:class:`~uri_extract.decode.source_map.Decoder`) and a class here.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING
from uri_extract.media.text import TextScanner
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.details import Origin
    from uri_extract.media.part import Part


class DecodedScanner(TextScanner):
    """Find the references in one document of a format that a decoder decodes. Options are those of TextScanner."""

    #: The kernel of the decoder, and its class.
    decoder: tuple[str, str]
    #: The charset of ``raw``, if the decoder takes the bytes of the file: the document declares its charset itself.
    codec_of_raw: str | None = None

    def restart(
        self, base: str | None, origin: Origin, charset: str | None = None, part: Part | None = None
    ) -> None:  # fmt: skip
        """Begin another document. State of the last one is discarded."""
        super().restart(base, origin, None if self.codec_of_raw else charset, part)

    def _begin(self) -> None:
        super()._begin()
        kernel, name = self.decoder
        self._opening.precede(getattr(variant(kernel), name)())
        self._opening.count_lines()
        if self.codec_of_raw:
            self._opening.codec = self.codec_of_raw
            self._opening.translate(None)

    def _is_whole(self, document: bytes) -> bool:
        return False


class RtfScanner(DecodedScanner):
    r"""Rich Text Format. A hyperlink is a field, ``{\field{\*\fldinst HYPERLINK "uri"}{\fldrslt text}}``: its URI is
    in quotation marks.
    """

    decoder = ("uri_extract.decode._rtf", "RtfDecoder")
    codec_of_raw = "latin-1"  # unescaped bytes of a code page


class PropertiesScanner(DecodedScanner):
    r"""Properties files: ``java.util.Properties.store`` writes a backslash before each colon of a value,
    ``https\://a.example/``.
    """

    decoder = ("uri_extract.decode._fields", "PropertiesDecoder")


class CellsScanner(DecodedScanner):
    """CSV and TSV: each cell is a text of its own."""

    decoder = ("uri_extract.decode._fields", "CellsDecoder")
