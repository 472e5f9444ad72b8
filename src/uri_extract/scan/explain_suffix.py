"""Explain why a reference without a scheme was found or not, as :mod:`uri_extract.scan.explain` does."""

from __future__ import annotations

from uri_extract._compat._ascii import DOT
from uri_extract.scan import classes, rows
from uri_extract.scan._suffix import SuffixKernel, is_server_label
from uri_extract.scan.explain import Explaining
from uri_extract.scan.reasons import quote_for_message
from uri_extract.uri import tlds

_MAX_LABEL = 64


class SuffixExplainer(Explaining, SuffixKernel):
    """The kernel that also finds references without a scheme, and keeps the reasons of its decisions."""

    def _forget(self) -> None:
        super()._forget()
        self._marked = False

    def suffix(self, dot: int) -> int:
        return self._decide(dot, super().suffix, self._no_name)

    def mailbox(self, at: int) -> int:
        return self._decide(at, super().mailbox, self._no_address)

    def _no_name(self, dot: int) -> str:
        if not (self.all_names or self._marked) or not self._goes_on(dot):
            return ""
        start = dot
        while start > max(self.low, dot - _MAX_LABEL) and self._of_label(start - 1):
            start -= 1
        # This name was decided at its first dot.
        if start == dot or (start > self.low and self.data[start - 1] == DOT):
            return ""
        end = int(self.run(start))
        name = self.window[start:end].rstrip(b".-")
        last = name.rpartition(b".")[2].lower()
        # A file name, a number or an abbreviation is not explained.
        if not self._marked and not is_server_label(self, start, dot) and last not in tlds.TLDS:
            return ""
        return self._no or 'without "www." the name must be followed by a path'

    def _of_label(self, i: int) -> bool:
        byte = self.data[i]
        return bool(self.flags[byte] & classes.NAME) and byte != DOT

    def _goes_on(self, anchor: int) -> bool:
        following = self.peek(anchor + 1)
        return bool(self.flags[following] & classes.WORD) or following >= 0x80

    def _no_address(self, at: int) -> str:
        if not (self.all_mails or self._marked) or not self._goes_on(at):
            return ""
        return self._no or "the surrounding characters rule out an address"

    def is_marked(self, start: int, end: int) -> bool:
        self._marked = bool(super().is_marked(start, end))
        return self._marked

    def ends_known(self, start: int, end: int, special: bool) -> bool:
        answer = bool(super().ends_known(start, end, special))
        if not answer:
            self._no = f"{quote_for_message(self.window[start:end])} is not a name in a top-level domain"
        return answer

    def rejects(self, answer: bool, reason: str) -> bool:
        if answer:
            self._no = reason
        return answer

    def _what(self, start: int, colon: int, bits: int) -> str:
        if not bits & (rows.SUFFIX | rows.MAIL):
            return super()._what(start, colon, bits)
        what = "a mail address" if bits & rows.MAIL else "a name without a scheme"
        if self._marked:
            return f"{what}, defanged"
        if bits & rows.MAIL:
            return f"{what}, in a top-level domain"
        dot = self.window.find(b".", start)
        return f"{what}, " + (
            'beginning with "www." or "ftp."' if is_server_label(self, start, dot) else "followed by a path"
        )
