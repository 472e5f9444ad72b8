"""Walk a directory: yield the files to read, and errors for entries that cannot be read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Collection, Iterator

import uri_extract._compat._re as re
from uri_extract._compat._typing import Any, Final, NamedTuple
from uri_extract.errors import InvalidOption, InvalidOptionValue
from uri_extract.sources._documents import files_in
from uri_extract.sources.document import Document, NotDocument, Unreadable
from uri_extract.text.options import check_flags, check_number

# -- Mail folders with a file for each message: Maildir and MH ---------------------------------------------------------
#
# Files in them are recognised as mail by the folder, because their names do not show it.

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


# -- Directories -------------------------------------------------------------------------------------------------------


class Selection(NamedTuple):
    """The files below a directory that are read. A path that is passed itself is always read.

    ``hidden``: include files and directories whose name begins with a dot. ``globs``: read only files whose name
    matches one of them, or whose path below the directory does if the glob has a slash; a glob after ``!`` excludes the
    files and directories that it matches. ``max_depth``: the number of levels; 1 reads only the files directly in the
    directory. ``follow``: follow symbolic links to directories; each directory is read once, and a link to a directory
    that contains the link is not followed. ``vcs``: include version control directories (:data:`VCS`), which the
    command leaves out unless ``--vcs`` is given.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as empty:
    ...     list(extract(empty, selection=Selection(globs=("*.html", "!old"), max_depth=2)))
    []
    """

    hidden: bool = True
    globs: tuple[str, ...] = ()
    max_depth: int | None = None
    follow: bool = False
    vcs: bool = True


def check_selection(selection: Any) -> None:
    """Raise :class:`InvalidOption` or :class:`InvalidOptionValue` if this is not a selection with valid values."""
    if not isinstance(selection, Selection):
        raise InvalidOption(f"selection must be a Selection, not {type(selection).__name__}")
    check_flags(hidden=selection.hidden, follow=selection.follow, vcs=selection.vcs)
    globs: Any = selection.globs
    if not isinstance(globs, tuple | list):  # those of a str would be its characters
        raise InvalidOption(f"globs must be a tuple of str, not {type(globs).__name__}")
    for glob in globs:
        if not isinstance(glob, str):
            raise InvalidOption(f"a glob must be a str, not {type(glob).__name__}")
        check_glob(glob)
    if selection.max_depth is not None:
        check_number(1, max_depth=selection.max_depth)


def check_glob(glob: str) -> None:
    """Raise :class:`InvalidOptionValue` for a glob that cannot match any file below a directory."""
    name = glob.removeprefix("!").removeprefix("/")
    if not name:
        reason = "it is empty, and matches nothing"
    elif name.endswith("/"):
        usable = glob.rstrip("/") if glob.startswith("!") else f"{glob.rstrip('/')}/*"  # the directory; its content
        reason = f"no path ends with '/'; use {usable!r}"
    elif name.startswith(("./", "../")) or "//" in name:
        reason = "a path below a directory has no '.', '..' or empty part"
    elif _has_open_bracket(name):
        reason = "'[' is not closed; '[[]' matches '[' itself"
    else:
        return
    raise InvalidOptionValue(f"invalid glob {glob!r}: {reason}")


def _has_open_bracket(name: str) -> bool:
    """Return True if a ``[`` does not begin a set of characters, by the rules of :mod:`fnmatch`."""
    at = name.find("[")
    while at >= 0:
        first = at + 2 if name.startswith("!", at + 1) else at + 1
        end = name.find("]", first + 1)  # the first character of a set may be "]"
        if end < 0:
            return True
        at = name.find("[", end + 1)
    return False


#: The names of version control directories, which contain objects of repositories and not documents.
VCS: Final = frozenset((b".git", b".hg", b".svn", b".bzr", b".jj"))


# Kinds of entries. The kind follows the name and a NUL, so that entries are sorted by name.
_FILE, _MAIL, _DIRECTORY, _OF_MESSAGES, _LINK, _OTHER = b"f", b"m", b"d", b"M", b"l", b"o"

_SPECIAL = (
    (stat.S_ISFIFO, "a FIFO: in a directory it is not read, only if it is named itself"),
    (stat.S_ISSOCK, "a socket, which cannot be read"),
    (stat.S_ISCHR, "a device: in a directory it is not read, only if it is named itself"),
    (stat.S_ISBLK, "a device: in a directory it is not read, only if it is named itself"),
)
_NOT_FOLLOWED = "a link to a directory elsewhere: not followed (use --follow)"


def below(
    top: str, media_type: str | None, selection: Selection, on_skipped: Callable[[str], None] | None = None
) -> Iterator[Document | Unreadable]:
    """Yield the files below a directory in the order of the bytes of their names, and errors for unreadable entries.

    ``on_skipped`` is called with the path of each version control directory that is not read.
    """
    wanted = _Wanted(selection, len(os.path.join(top, "")), on_skipped)
    real_top = os.path.join(os.path.realpath(top), "")
    followed: set[tuple[int, int]] = set()
    # A stack instead of recursion, because the depth of a tree is not limited.
    visited = [_Directory(top, messages(top))]
    types = {_FILE[0]: media_type, _MAIL[0]: media_type or MESSAGE}
    yield from visited[0].listing(wanted)
    while visited:
        here = visited[-1]
        marked = yield from files_in(here.names, here.prefix, types)
        if marked is None:
            visited.pop()
            continue
        kind, path = marked[-1:], here.prefix + os.fsdecode(marked[:-2])
        if kind == _OTHER:
            yield _other(path, media_type)
            continue
        if kind == _LINK:
            if not selection.follow:
                if not os.path.join(os.path.realpath(path), "").startswith(
                    real_top
                ):  # otherwise the walk reaches it anyway
                    yield NotDocument(errno.EISDIR, _NOT_FOLLOWED, path)
                continue
            identity = _identity(path)
            if identity in followed or any(each.identity == identity for each in visited):
                continue  # it is reached by another path
            followed.add(identity)
        if len(visited) != selection.max_depth:
            visited.append(_Directory(path, kind == _OF_MESSAGES))
            yield from visited[-1].listing(wanted)


class _Directory:
    """A directory being visited; ``names`` are its remaining entries, the next one last."""

    __slots__ = ("_identity", "_is_of_messages", "names", "path", "prefix")

    def __init__(self, path: str, is_of_messages: bool) -> None:
        self.path = path
        self.prefix = os.path.join(path, "")
        self._is_of_messages = is_of_messages
        self._identity: tuple[int, int] | None = None
        # Bytes, not objects: a directory may have millions of entries.
        self.names: list[bytes] = []

    @property
    def identity(self) -> tuple[int, int]:
        """Device and inode, which are the same for all paths to the directory."""
        if self._identity is None:
            self._identity = _identity(self.path)
        return self._identity

    def listing(self, wanted: _Wanted) -> Iterator[Unreadable]:
        """List the selected entries; yield an error if the directory cannot be listed to the end."""
        names = self.names
        directories: set[bytes] = set()
        files: set[bytes] = set()
        try:
            with os.scandir(os.fsencode(self.path)) as entries:
                takes_files = wanted.takes_files
                for entry in entries:
                    name, kind = entry.name, _kind(entry)
                    if kind is not _FILE or not takes_files:
                        kind = wanted(entry, kind)
                    if kind:
                        names.append(name + b"\0" + kind)
                        if name in MARKS:
                            (directories if kind == _DIRECTORY else files).add(name)
        except OSError as error:
            yield Unreadable(error.errno, error.strerror, self.path)
        folder = MESSAGES if self._is_of_messages else kind_of(directories, files)
        if folder is not None:
            self.names = names = [each for each in (_in_folder(folder, name) for name in names) if each]
        names.sort(reverse=True)


def _in_folder(folder: str, marked: bytes) -> bytes:
    """Return an entry of a mail folder with its kind there; empty if it is not read."""
    name, _, kind = marked.rpartition(b"\0")
    is_directory = kind not in (_FILE, _OTHER)
    if not is_read(folder, name, is_directory):
        return b""
    if kind in (_FILE, _DIRECTORY) and is_of_mail(folder, name, is_directory):
        kind = _OF_MESSAGES if is_directory else _MAIL
    return name + b"\0" + kind


def _identity(path: str) -> tuple[int, int]:
    try:
        status = os.stat(path)
    except OSError:  # listing it will report this
        return (-1, hash(path))
    return status.st_dev, status.st_ino


def _other(path: str, media_type: str | None) -> Document | Unreadable:
    """Return an error for an entry that is neither a file nor a directory."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError as error:
        return Unreadable(error.errno, "a broken symbolic link" if os.path.islink(path) else "vanished", path)
    except OSError as error:
        return Unreadable(error.errno, error.strerror, path)
    for is_special, message in _SPECIAL:
        if is_special(mode):
            return NotDocument(errno.EINVAL, message, path)
    return Document(path, media_type, path)  # it has become a file meanwhile


class _Wanted:
    """Returns the given kind of a directory entry if the entry is selected, otherwise an empty one."""

    def __init__(self, selection: Selection, top: int, on_skipped: Callable[[str], None] | None) -> None:
        self._hidden = selection.hidden
        self._skipped = frozenset() if selection.vcs else VCS
        self._on_skipped = on_skipped
        self._top = top  # characters of the path that globs are not matched with
        self._those = [_pattern(glob) for glob in selection.globs if not glob.startswith("!")]
        self._not_those = [_pattern(glob[1:]) for glob in selection.globs if glob.startswith("!")]
        #: True if every file is selected.
        self.takes_files: bool = selection.hidden and not selection.globs

    def __call__(self, entry: os.DirEntry[bytes], kind: bytes) -> bytes:
        if not self._hidden and entry.name.startswith(b"."):
            return b""
        if self._not_those and self._matches(entry, self._not_those):
            return b""
        if entry.name in self._skipped and kind in (_DIRECTORY, _LINK):
            if self._on_skipped is not None:
                self._on_skipped(os.fsdecode(entry.path))
            return b""
        if kind in (_FILE, _OTHER) and self._those and not self._matches(entry, self._those):
            return b""
        return kind

    def _matches(self, entry: os.DirEntry[bytes], patterns: list[tuple[bool, re.Pattern[str]]]) -> bool:
        name, path = os.fsdecode(entry.name), os.fsdecode(entry.path)[self._top :].replace(os.sep, "/")
        return any(pattern.match(path if whole else name) is not None for whole, pattern in patterns)


def _kind(entry: os.DirEntry[bytes]) -> bytes:
    try:
        if entry.is_file():  # as most
            return _FILE
        if entry.is_dir(follow_symlinks=False):
            return _DIRECTORY
        return _LINK if entry.is_dir() else _OTHER
    except OSError:
        return _OTHER


def _pattern(glob: str) -> tuple[bool, re.Pattern[str]]:
    import fnmatch

    name = glob.removeprefix("/")
    # "**/" matches any directories, or none.
    globs = dict.fromkeys((name, name.replace("**/", "")))
    return "/" in glob, re.compile("|".join(map(fnmatch.translate, globs)))
