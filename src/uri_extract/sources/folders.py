"""Folders of mail, a message a file: Maildir and MH.

In these a file's name says nothing of what it holds, and its place says all.
"""

from __future__ import annotations

import os
import re
from typing import Final, NamedTuple

MESSAGE: Final = "message/rfc822"

#: What the directory is whose files are messages.
MESSAGES: Final = "messages"

# Servers keep beside the messages what they know of them: not mail, and in part a copy of it.
_KEPT = re.compile(r"dovecot|courier|maildirsize|maildirfolder")


class Entry(NamedTuple):
    """What a directory lists; ``media_type`` of a file where its place tells it; ``depth`` below the top."""

    path: str
    name: str
    is_directory: bool
    media_type: str | None = None
    depth: int = 0


def messages(path: str) -> bool:
    """Whether a directory that is named itself is the ``cur`` or ``new`` of a Maildir."""
    top, name = os.path.split(os.path.abspath(path))
    return _is_maildir({each for each in ("cur", "new", "tmp") if os.path.isdir(os.path.join(top, each))}) and (
        name in ("cur", "new")
    )


def sorted_out(listed: list[Entry], of_messages: bool) -> list[Entry]:
    """Return of a directory's entries those that are to be read, messages and directories of them marked.

    ``of_messages``: it is the ``cur`` or ``new`` of a Maildir. There all are messages but those whose names begin with
    a dot; its ``tmp`` holds what is not delivered yet, or never was.
    """
    if of_messages:
        return [
            each if each.is_directory else each._replace(media_type=MESSAGE)
            for each in listed
            if each.is_directory or not each.name.startswith(".")
        ]
    if _is_maildir({each.name for each in listed if each.is_directory}):
        return [
            each._replace(media_type=MESSAGES) if each.is_directory and each.name in ("cur", "new") else each
            for each in listed
            if not (each.name == "tmp" if each.is_directory else _KEPT.match(each.name))
        ]
    if any(each.name == ".mh_sequences" for each in listed):
        return [
            each._replace(media_type=MESSAGE) if each.name.isdecimal() and not each.is_directory else each
            for each in listed
        ]
    return listed


def _is_maildir(directories: set[str]) -> bool:
    """Whether a directory that has these is a Maildir. Copies of one may lack what was empty."""
    return "cur" in directories and bool({"new", "tmp"} & directories)
