"""Folders of mail, a message a file: Maildir and MH.

In these a file's name says nothing of what it holds, and its place says all.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

MESSAGE: Final = "message/rfc822"

#: What a directory may be: one whose files are messages, a Maildir with such directories, a folder of MH.
MESSAGES, MAILDIR, MH = "messages", "maildir", "mh"

#: The entries by which a directory is told to be one of these.
MARKS: Final = frozenset((b"cur", b"new", b"tmp", b".mh_sequences"))

# Servers keep beside the messages what they know of them: not mail, and in part a copy of it.
_KEPT = re.compile(rb"dovecot|courier|maildirsize|maildirfolder")


def messages(path: str) -> bool:
    """Whether a directory that is named itself is the ``cur`` or ``new`` of a Maildir."""
    top, name = os.path.split(os.path.abspath(path))
    beside = {os.fsencode(each) for each in ("cur", "new", "tmp") if os.path.isdir(os.path.join(top, each))}
    return name in ("cur", "new") and kind_of(beside, ()) == MAILDIR


def kind_of(directories: Collection[bytes], files: Collection[bytes]) -> str | None:
    """Return what a directory is in which these of :data:`MARKS` stand. Copies of a Maildir may lack what was empty."""
    if b"cur" in directories and (b"new" in directories or b"tmp" in directories):
        return MAILDIR
    return MH if b".mh_sequences" in files else None


def is_read(kind: str | None, name: bytes, is_directory: bool) -> bool:
    """Whether an entry of such a directory is read.

    The ``tmp`` of a Maildir holds what is not delivered yet, or never was; where messages are, what begins with a dot
    is none.
    """
    if kind == MESSAGES:
        return is_directory or not name.startswith(b".")
    if kind == MAILDIR:
        return name != b"tmp" if is_directory else not _KEPT.match(name)
    return True


def is_of_mail(kind: str | None, name: bytes, is_directory: bool) -> bool:
    """Whether an entry of such a directory is a message, or a directory whose files are."""
    if is_directory:
        return kind == MAILDIR and name in (b"cur", b"new")
    return kind == MESSAGES or (kind == MH and name.isdigit())
