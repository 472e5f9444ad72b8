r"""RTF (Rich Text Format 1.9.1) decoded to its text, by the kernel that runs (:mod:`uri_extract.decode._rtf`)."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.decode._rtf import RtfDecoder as RtfDecoder
else:
    RtfDecoder: Any = variant("uri_extract.decode._rtf").RtfDecoder
