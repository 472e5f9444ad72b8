"""The kernels of mail, in the variant that runs: one source, two speeds (:mod:`uri_extract.scan._kernel`).

A kernel is compiled with the types of its ``.pxd`` file. What that declares needs no decorators; private functions have
them, because the compiler does not inline what a ``.pxd`` file declares.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.media.mail._bodies import Body, TextBody
    from uri_extract.media.mail._mbox import Mbox
    from uri_extract.media.mail._origins import base_of, origin_of, origin_of_text
    from uri_extract.media.mail._part_map import PartMap
    from uri_extract.media.mail._parts import Message, Part, Source
    from uri_extract.media.mail._reader import Reader
    from uri_extract.media.mail._splitter import EnvelopeSplitter, Needle
    from uri_extract.media.mail._stream import Texts, to_file
else:

    def _kernel(name: str) -> Any:
        return variant(f"uri_extract.media.mail.{name}", _compiled)

    _compiled = True
    _compiled = _kernel("_mbox").__name__.endswith("_c")  # they depend on each other: all are compiled, or none
    _parts, _origins, _bodies, _splitter = map(_kernel, ("_parts", "_origins", "_bodies", "_splitter"))
    Body, TextBody = _bodies.Body, _bodies.TextBody
    Mbox = _kernel("_mbox").Mbox
    base_of, origin_of, origin_of_text = _origins.base_of, _origins.origin_of, _origins.origin_of_text
    Message, Part, Source = _parts.Message, _parts.Part, _parts.Source
    EnvelopeSplitter, Needle = _splitter.EnvelopeSplitter, _splitter.Needle
    _stream = _kernel("_stream")
    Texts, to_file = _stream.Texts, _stream.to_file
    PartMap, Reader = _kernel("_part_map").PartMap, _kernel("_reader").Reader

__all__ = [
    "Body", "EnvelopeSplitter", "Mbox", "Message", "Needle", "Part", "PartMap", "Reader",
    "Source", "TextBody", "Texts", "base_of", "origin_of", "origin_of_text", "to_file",
]  # fmt: skip
