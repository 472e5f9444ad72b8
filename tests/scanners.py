"""The public scanner, with a kernel that a test chooses."""

import uri_extract
from uri_extract.text.base import BaseScanner
from uri_extract.text.options import kernel_for


class Scanner(uri_extract.Scanner):
    """A scanner that reads with ``kernel``, by default the one in use."""

    def __init__(self, media_type="text/plain", *, kernel=None, document=None, base=None, joins="likely", **options):
        super().__init__(media_type, document=document, base=base, joins=joins, **options)
        if kernel is not None:
            self._options = self._options._replace(kernel=kernel_for(kernel, joins))
            self._scanner = BaseScanner()
            self.restart(document, base)
