"""Containers of all kinds, made from the content that tests give."""

import bz2
import contextlib
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib

from uri_extract.rows.records import Problem
from uri_extract.sources import Document, documents_in


def page(name):
    return f"see http://a.example/{name} there\n".encode()


def tar(files, format=tarfile.PAX_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=format) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


class _Pipe(io.RawIOBase):
    """A file that is not seekable: zipfile then writes sizes after the data."""

    def __init__(self):
        self.data = bytearray()

    def writable(self):
        return True

    def write(self, data):
        self.data += data
        return len(data)


def zip_of(files, method=zipfile.ZIP_DEFLATED, piped=False, zip64=False):
    out = _Pipe() if piped else io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with archive.open(info, "w", force_zip64=zip64) as file:
                file.write(data)
    return bytes(out.data) if piped else out.getvalue()


def deflated_zip(files, **options):
    """Return an archive like that of zip_of, with deflated members."""
    out = _Pipe() if options.get("piped") else io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return bytes(out.data) if options.get("piped") else out.getvalue()


def ar(files):
    out = b"!<arch>\n"
    for name, data in files.items():
        out += f"{name + '/':<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode() + data
        out += b"\n" * (len(data) % 2)
    return out


def http(body, *fields):
    return b"\r\n".join([b"HTTP/1.1 200 OK", *fields, b"", body])


def warc_record(body, target="http://h.example/dir/page", kind="response", content_type="application/http"):
    head = [b"WARC/1.1", b"WARC-Type: " + kind.encode()]
    if target:
        head.append(b"WARC-Target-URI: " + target.encode())
    head += [b"Content-Type: " + content_type.encode(), b"Content-Length: %d" % len(body), b"", b""]
    return b"\r\n".join(head) + body + b"\r\n\r\n"


def arc_record(uri, media_type, body):
    return f"{uri} 127.0.0.1 20200101000000 {media_type} {len(body)}\n".encode() + body + b"\n"


def zstd(data):
    from uri_extract.sources.codecs import zstd_module

    return zstd_module().compress(data)


def lz4(data):
    from lz4.frame import compress

    return compress(data, content_checksum=True)


COMPRESSIONS = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstd}
with contextlib.suppress(ImportError):
    lz4(b"")
    COMPRESSIONS[".lz4"] = lz4


def warc(files):
    return b"".join(warc_record(data, kind="resource", content_type="text/plain") for data in files.values())


CONTAINERS = {
    ".tar": tar, ".zip": deflated_zip, ".ar": ar,
    ".warc": warc,
}  # fmt: skip


def read(data, name="x"):
    """Return the documents and the problems of bytes: ``([(name, bytes)], [problem])``; the bytes are read lazily."""
    problems = []
    found = [(each.name, b"".join(each.chunks())) for each in documents_in(Document(name, None, data), problems.append)]
    assert all(isinstance(problem, Problem) for problem in problems)
    return found, problems


#: The end record of a ZIP archive with an empty directory.
END = b"PK\5\6" + bytes(18)


def local(name, data, *, method=0, flags=0, packed=None, crc=None, size=None, extra=b""):
    """Return a ZIP member with any header fields."""
    raw = data
    if method == 8:
        squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
        raw = squeezed.compress(data) + squeezed.flush()
    header = struct.pack(
        "<4s5H3L2H", b"PK\3\4", 20, flags, method, 0, 0x21, zlib.crc32(data) if crc is None else crc,
        len(raw) if packed is None else packed, len(data) if size is None else size, len(name), len(extra),
    )  # fmt: skip
    return header + name + extra + raw
