"""The output of ``--explain``: a line for each candidate, then its reasons, each on a line indented by two spaces."""

from __future__ import annotations

from uri_extract._compat._typing import TYPE_CHECKING
from uri_extract.cli.terminal import name_on_one_line, on_one_line

if TYPE_CHECKING:
    from uri_extract.text.explain import Explanation

#: Characters printed of a candidate that is not a reference.
_MOST = 60


def lines_of(explanation: Explanation) -> bytes:
    """Return the lines for one candidate: ``document:line:column: found REFERENCE``, or ``not found: TEXT``."""
    text = on_one_line(explanation.text)
    if not explanation.taken and len(text) > _MOST:
        text = f"{text[:_MOST]}..."
    document = name_on_one_line(explanation.document)
    lines = [
        f"{document}:{explanation.line}:{explanation.column}: {'found' if explanation.taken else 'not found:'} {text}"
    ]
    lines += [f"  {on_one_line(reason)}" for reason in explanation.reasons]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
