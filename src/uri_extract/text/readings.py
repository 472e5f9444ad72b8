"""Read the bytes of a row, whole texts, and the texts of calls, by the variant of the kernel that runs."""

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract._compat._variants import public_names
from uri_extract.scan import variant

if TYPE_CHECKING:
    from uri_extract.text._readings import *  # noqa: F403
else:
    globals().update(public_names(variant("uri_extract.text._readings")))
