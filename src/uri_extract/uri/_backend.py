"""The public names of the kernel in use: compiled if it was built, else interpreted."""

from uri_extract._compat._variants import load, public_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uri_extract.uri._kernel import *  # noqa: F403
else:
    globals().update(public_names(load("uri_extract.uri._kernel")))
