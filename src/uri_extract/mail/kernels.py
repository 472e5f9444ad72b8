"""The kernels of mail, in the variant that runs: one source, two speeds (:mod:`uri_extract.scan._kernel`).

A kernel is compiled with the types of its ``.pxd`` file. What that declares needs no decorators; private functions have
them, because the compiler does not inline what a ``.pxd`` file declares.
"""

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract._compat._variants import public_names
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.mail._mbox import *  # noqa: F403
    from uri_extract.mail._message import *  # noqa: F403
else:
    _mbox = variant("uri_extract.mail._mbox")
    # They depend on each other: both are compiled, or none.
    _message = variant("uri_extract.mail._message", _mbox.__name__.endswith("_c"))
    globals().update(public_names(_mbox) | public_names(_message))
