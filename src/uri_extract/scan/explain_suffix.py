"""Why a reference without a scheme was found, or was not: as :mod:`uri_extract.scan.explain`, for its kernel."""

from __future__ import annotations

from uri_extract.scan import classes, rows
from uri_extract.scan._suffix import SuffixKernel
from uri_extract.scan.explain import Explaining
from uri_extract.scan.reasons import shown
from uri_extract.uri import tlds

_MAX_LABEL = 64


class SuffixExplainer(Explaining, SuffixKernel):
    """The kernel that also finds references without a scheme, telling what it decides."""

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
        if start == dot or (start > self.low and self.data[start - 1] == 46):  # that name was looked at before
            return ""
        end = int(self.run(start))
        name = self.window[start:end].rstrip(b".-")
        last = name.rpartition(b".")[2].lower()
        if (
            not self._marked and not self.server(start, dot) and last not in tlds.TLDS
        ):  # a file, a number, an abbreviation
            return ""
        return self._no or "without www. it takes a path behind the name"

    def _of_label(self, i: int) -> bool:
        byte = self.data[i]
        return bool(self.flags[byte] & classes.NAME) and byte != 46

    def _goes_on(self, anchor: int) -> bool:
        following = self.peek(anchor + 1)
        return bool(self.flags[following] & classes.WORD) or following >= 0x80

    def _no_address(self, at: int) -> str:
        if not (self.all_mails or self._marked) or not self._goes_on(at):
            return ""
        return self._no or "what stands around it makes it something else than an address"

    def is_marked(self, start: int, end: int) -> bool:
        self._marked = bool(super().is_marked(start, end))
        return self._marked

    def first_label(self, dot: int) -> int:
        start = int(super().first_label(dot))
        if start < 0:
            self._no = self._no or "what stands before it makes it a part of something else"
        return start

    def ends_known(self, start: int, end: int, special: bool) -> bool:
        answer = bool(super().ends_known(start, end, special))
        if not answer:
            self._no = f"{shown(self.window[start:end])} is no name in a top-level domain"
        return answer

    def dotted(self, i: int) -> bool:
        answer = bool(super().dotted(i))
        if not answer:
            self._no = "www. takes two labels behind it"
        return answer

    def usual(self, start: int, dot: int, end: int) -> bool:
        answer = bool(super().usual(start, dot, end))
        if not answer:
            self._no = "the name is like that of a file or a package"
        return answer

    def soft_break(self, i: int) -> bool:
        return self._begun(bool(super().soft_break(i)))

    def continued(self, i: int) -> bool:
        return self._begun(bool(super().continued(i)))

    def _begun(self, answer: bool) -> bool:
        if answer:
            self._no = "it has begun in the line before"
        return answer

    def local_part(self, at: int) -> int:
        start = int(super().local_part(at))
        if start < 0:
            self._no = self._no or "before the @ stands no local part, or that of something else"
        return start

    def identifier(self, start: int) -> bool:
        return self._message(bool(super().identifier(start)))

    def dated(self, start: int, at: int) -> bool:
        return self._message(bool(super().dated(start, at)))

    def _message(self, answer: bool) -> bool:
        if answer:
            self._no = "it is a Message-ID, no address"
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
        return f"{what}, " + ("behind www. or ftp." if self.server(start, dot) else "before a path")
