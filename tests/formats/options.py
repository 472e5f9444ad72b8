"""Make scanners from keywords: those that are options of all documents are passed as one object."""

from typing import Any

from uri_extract.text.options import ScanOptions

_OF_DOCUMENT = {"base", "charset"}


def with_options(make: Any, *arguments: Any, **given: Any) -> Any:
    """Return what ``make`` returns for these arguments, with the options among them as one."""
    names = given.keys() & set(ScanOptions._fields) - _OF_DOCUMENT
    options = ScanOptions(**{name: given.pop(name) for name in names})
    return make(*arguments, options, **given)
