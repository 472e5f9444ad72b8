"""Mail folders with a file for each message: Maildir and MH.

Files in them are recognised as mail by the folder, because their names do not show it.
"""

from __future__ import annotations

import os

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

MESSAGE: Final = "message/rfc822"

#: Kinds of directories: a directory of messages, a Maildir, which has such directories, and an MH folder.
MESSAGES, MAILDIR, MH = "messages", "maildir", "mh"

#: The entries by which mail folders are recognised.
MARKS: Final = frozenset((b"cur", b"new", b"tmp", b".mh_sequences"))

# Files of mail servers about the messages: they are not mail, and partly a copy of mail.
_KEPT = re.compile(rb"dovecot|courier|maildirsize|maildirfolder")


def messages(path: str) -> bool:
    """Return True if a directory is the ``cur`` or ``new`` of a Maildir."""
    top, name = os.path.split(os.path.abspath(path))
    beside = {os.fsencode(each) for each in ("cur", "new", "tmp") if os.path.isdir(os.path.join(top, each))}
    return name in ("cur", "new") and kind_of(beside, ()) == MAILDIR


def kind_of(directories: Collection[bytes], files: Collection[bytes]) -> str | None:
    """Return the kind of a directory that has these :data:`MARKS`. A copied Maildir may lack empty directories."""
    if b"cur" in directories and (b"new" in directories or b"tmp" in directories):
        return MAILDIR
    return MH if b".mh_sequences" in files else None


def is_read(kind: str | None, name: bytes, is_directory: bool) -> bool:
    """Return True if an entry of such a directory is read.

    The ``tmp`` of a Maildir has mail that is not delivered yet, or never will be. In a directory of messages, files
    whose name begins with a dot are not messages.
    """
    if kind == MESSAGES:
        return is_directory or not name.startswith(b".")
    if kind == MAILDIR:
        return name != b"tmp" if is_directory else not _KEPT.match(name)
    return True


def is_of_mail(kind: str | None, name: bytes, is_directory: bool) -> bool:
    """Return True if an entry of such a directory is a message, or a directory of messages."""
    if is_directory:
        return kind == MAILDIR and name in (b"cur", b"new")
    return kind == MESSAGES or (kind == MH and name.isdigit())
