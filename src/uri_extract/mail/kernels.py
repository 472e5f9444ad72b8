"""The kernels of mail, in the variant that runs: one source, two speeds (:mod:`uri_extract.scan._kernel`).

A kernel is compiled with the types of its ``.pxd`` file. What that declares needs no decorators; private functions have
them, because the compiler does not inline what a ``.pxd`` file declares.
"""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING, Any
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.mail._mbox import EnvelopeSplitter, Mbox, Needle  # noqa: I001 - several to a line
    from uri_extract.mail._message import (
        Body, Message, Part, PartMap, Reader, Source, TextBody, Texts, base_of, origin_of, origin_of_text, to_file,
    )  # fmt: skip
else:
    _mbox: Any = variant("uri_extract.mail._mbox")
    # They depend on each other: both are compiled, or none.
    _message: Any = variant("uri_extract.mail._message", _mbox.__name__.endswith("_c"))
    EnvelopeSplitter, Mbox, Needle = _mbox.EnvelopeSplitter, _mbox.Mbox, _mbox.Needle
    Body, TextBody, Texts, to_file = _message.Body, _message.TextBody, _message.Texts, _message.to_file
    base_of, origin_of, origin_of_text = _message.base_of, _message.origin_of, _message.origin_of_text
    Message, Part, Source = _message.Message, _message.Part, _message.Source
    PartMap, Reader = _message.PartMap, _message.Reader

__all__ = [
    "Body", "EnvelopeSplitter", "Mbox", "Message", "Needle", "Part", "PartMap", "Reader",
    "Source", "TextBody", "Texts", "base_of", "origin_of", "origin_of_text", "to_file",
]  # fmt: skip
