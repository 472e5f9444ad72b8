"""Containers unpacked by other libraries: the standard library, warcio, libarchive."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib

import pytest

#: The exceptions of these libraries for input that they do not read.
UNREAD = (
    tarfile.TarError, zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, LookupError, ValueError,
    zlib.error, lzma.LZMAError,
)  # fmt: skip

_ENDS = (".gz", ".bz2", ".xz", ".zst")
_SHORT = {".tgz": ".tar", ".svgz": ".svg"}


def _zstd(data):
    from uri_extract.sources.codecs import zstd_module

    return zstd_module().decompress(data)


_COMPRESSED = {b"\x1f\x8b\x08": gzip.decompress, b"BZh": bz2.decompress, b"\xfd7zXZ\0": lzma.decompress}
_COMPRESSED |= {b"\x28\xb5\x2f\xfd": _zstd}


def _of_zip(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in sorted(archive.infolist(), key=lambda each: each.header_offset):
            if not info.is_dir():
                yield info.filename, archive.read(info)


def _of_tar(data):
    with tarfile.open(fileobj=io.BytesIO(data), ignore_zeros=True) as archive:
        for info in archive:
            if info.isreg():
                if info.size > 1 << 24:  # the file is mostly holes
                    raise tarfile.TarError(info.size)
                yield info.name, archive.extractfile(info).read()


def _of_others(data):
    libarchive = pytest.importorskip("libarchive")
    with libarchive.memory_reader(data) as archive:
        for entry in archive:
            if entry.isfile:
                yield entry.pathname, b"".join(entry.get_blocks())


def opened(data):
    """Return the members of a container as pairs of name and bytes; the name is None in a compressed file.

    Return None for data that is not a container.
    """
    for magic, decompress in _COMPRESSED.items():
        if data.startswith(magic):
            return [(None, decompress(data))]
    if data.startswith((b"PK\3\4", b"PK\5\6")):
        return list(_of_zip(data))
    if data[257:262] == b"ustar":
        return list(_of_tar(data))
    if data.startswith((b"!<arch>\n", b"070701", b"070707", b"7z\xbc\xaf\x27\x1c")) or data[0x8001:0x8006] == b"CD001":
        return list(_of_others(data))
    return None


def plain_name(name):
    """Return the name of the content of a compressed file."""
    stem, dot, end = name.rpartition(".")
    end = dot + end.lower()
    return stem + _SHORT[end] if end in _SHORT else stem if end in _ENDS else name


def documents(way, name, data, outermost=True):
    """Yield each document that contains no others: its path, its own name, and its bytes."""
    held = opened(data)
    if held is None:
        if data or outermost:
            yield way, name, data
        return
    for inner, each in held:
        if inner is None:
            yield from documents(way, plain_name(name), each, False)
        else:
            yield from documents(f"{way}!{inner}", inner, each, False)
