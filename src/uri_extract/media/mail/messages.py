"""Messages, one after the other: what is in their fields and parts becomes rows, and rows become pages."""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.decode.source_map import Chain
from uri_extract.limits import MAX_HEADER_HELD
from uri_extract.media.mail import kernels
from uri_extract.media.mail.output import Output
from uri_extract.media.mail.readers import MessageReader

if TYPE_CHECKING:
    from uri_extract.pages import Page


class Messages(kernels.Messages):
    """Read any number of messages in a file that is called ``document``; options as :class:`Output` has them."""

    def __init__(self, document: str | None, **options: Any) -> None:
        output = self._output = Output(**options)
        reader = MessageReader(output, Chain())
        super().__init__(document, reader, output.base if output.places else None)

    def restart(self, document: str | None) -> None:
        """Begin another file, whose bytes count from 0; of the last one all was read."""
        self.begin_file(document)
        self._output.restart()

    def page(self, final: bool = False, placed: bool = True) -> Page:
        """Return the page of what is settled; all if ``final``. Rows have no places if they are not ``placed``."""
        if final or not self.reader.in_header(MAX_HEADER_HELD):  # a Message-ID may follow
            self._output.read(final)
        return self._output.page(final, placed)
