"""The kernels of mail, in the variant that runs: one source, two speeds (:mod:`uri_extract.scan._kernel`).

A kernel is compiled with the types of its ``.pxd`` file; what that declares needs no decorators.
"""

from __future__ import annotations

from uri_extract._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.media.mail._bodies import Body, TextBody
    from uri_extract.media.mail._fields import find
    from uri_extract.media.mail._mbox import Mbox
    from uri_extract.media.mail._origins import base_of, origin_of, origin_of_text
    from uri_extract.media.mail._part_map import PartMap
    from uri_extract.media.mail._parts import Message, Part, Source
    from uri_extract.media.mail._reader import Reader
    from uri_extract.media.mail._splitter import EnvelopeSplitter, Needle
    from uri_extract.media.mail._stream import Texts
else:
    _mbox: Any = variant("uri_extract.media.mail._mbox")
    # They depend on each other: all are compiled, or none.
    _compiled = _mbox.__name__.endswith("_c")
    _fields: Any = variant("uri_extract.media.mail._fields", _compiled)
    _parts: Any = variant("uri_extract.media.mail._parts", _compiled)
    _origins: Any = variant("uri_extract.media.mail._origins", _compiled)
    _bodies: Any = variant("uri_extract.media.mail._bodies", _compiled)
    _splitter: Any = variant("uri_extract.media.mail._splitter", _compiled)
    Body, TextBody = _bodies.Body, _bodies.TextBody
    Mbox, find = _mbox.Mbox, _fields.find
    base_of, origin_of, origin_of_text = _origins.base_of, _origins.origin_of, _origins.origin_of_text
    PartMap = variant("uri_extract.media.mail._part_map", _compiled).PartMap
    Message, Part, Source = _parts.Message, _parts.Part, _parts.Source
    EnvelopeSplitter, Needle = _splitter.EnvelopeSplitter, _splitter.Needle
    Texts = variant("uri_extract.media.mail._stream", _compiled).Texts
    Reader = variant("uri_extract.media.mail._reader", _compiled).Reader

__all__ = [
    "Body", "EnvelopeSplitter", "Mbox", "Message", "Needle", "Part", "PartMap", "Reader",
    "Source", "TextBody", "Texts", "base_of", "find", "origin_of", "origin_of_text",
]  # fmt: skip
