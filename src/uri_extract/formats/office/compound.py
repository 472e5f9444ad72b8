"""Hyperlinks of Word, Excel and PowerPoint of version 97 to 2003, in the streams of a compound file.

olefile, which comes with the extra ``outlook``, reads the streams (MS-CFB).
"""

from __future__ import annotations

from struct import unpack_from

import uri_extract._compat._re as re
from uri_extract._compat._typing import TYPE_CHECKING, Any, Final
from uri_extract.formats.office.fields import WINDOWS_PATH, of_field
from uri_extract.limits import MAX_LINK_TEXT, MAX_OPEN_FIELDS, MAX_REFERENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Links = Iterable[tuple[str, str]]

# The signs of a field in Word: its start, the end of its instruction, its end (MS-DOC §2.8.25).
_FIELD = re.compile("[\x13-\x15]")
_BEGIN, _SEPARATOR = "\x13", "\x14"
# What readers do not see of a result: instructions of fields in it, and characters that stand for objects.
_UNSEEN = re.compile("\x13[^\x13-\x15]*+\x14|[\x00-\x08\x13-\x15]")
_URL_MONIKER: Final = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
_FILE_MONIKER: Final = bytes.fromhex("0303000000000000c000000000000046")


def hyperlinks(data: bytes) -> list[tuple[str, str]]:
    """Return the reference and the text of each hyperlink that leads outside.

    In a damaged file these are the links before the damage. Without olefile the list is empty.
    """
    found: list[tuple[str, str]] = []
    try:
        from olefile import STGTY_STREAM, OleFileIO

        with OleFileIO(data) as file:
            # Streams may share sectors: a small file may have large streams.
            entries = (entry for entry in file.direntries if entry and entry.entry_type == STGTY_STREAM)
            if sum(entry.size for entry in entries) <= len(data):
                for name, read in _READERS.items():
                    if file.exists(name):
                        found.extend(read(file, file.openstream(name).read()))
    except Exception:  # ImportError; for damaged data struct.error, IndexError, OSError and others
        pass
    return [(reference, text) for reference, text in found if reference and not WINDOWS_PATH.match(reference.encode())]


def _word(file: Any, stream: bytes) -> Links:
    """Yield the links of fields in the text, which is in pieces (MS-DOC §2.4.1)."""
    (flags,) = unpack_from("<H", stream, 10)
    table = file.openstream("1Table" if flags & 0x200 else "0Table").read()
    at, size = unpack_from("<II", stream, 0x1A2)
    end = at + size
    while at < end and table[at] == 1:  # properties
        at += 3 + unpack_from("<H", table, at + 1)[0]
    (size,) = unpack_from("<I", table, at + 1)
    count = min((size - 4) // 12, len(table) // 12)
    places = unpack_from(f"<{count + 1}I", table, at + 5)
    text, room = [], len(stream)  # pieces may overlap
    for number in range(count):
        (place,) = unpack_from("<I", table, at + 5 + 4 * (count + 1) + 8 * number + 2)
        length = min(places[number + 1] - places[number], room)
        room -= length
        if place & 0x4000_0000:
            place = (place & 0x3FFF_FFFF) // 2
            text.append(stream[place : place + length].decode("cp1252", "replace"))
        else:
            text.append(stream[place : place + 2 * length].decode("utf-16-le", "replace"))
    yield from _of_fields("".join(text))


def _of_fields(text: str) -> Links:
    fields: list[list[int]] = []  # the start of each open field, and the end of its instruction
    for sign in _FIELD.finditer(text):
        if sign[0] == _BEGIN:
            fields.append([sign.end(), -1])
            del fields[:-MAX_OPEN_FIELDS]
        elif fields and sign[0] == _SEPARATOR:
            fields[-1][1] = sign.start()
        elif fields:
            begin, middle = fields.pop()
            end = sign.start()
            instruction = text[begin : min(end if middle < 0 else middle, begin + MAX_LINK_TEXT)]
            link = of_field(_UNSEEN.sub("", instruction).encode("utf-8", "replace"))
            if link is not None:
                shown = "" if middle < 0 else text[middle + 1 : min(end, middle + MAX_LINK_TEXT)]
                yield link.reference.decode("utf-8", "replace"), _UNSEEN.sub("", shown)


def _excel(file: Any, stream: bytes) -> Links:
    """Yield the links of the records HLINK (MS-XLS §2.4.140)."""
    at = 0
    while at + 4 <= len(stream):
        kind, size = unpack_from("<HH", stream, at)
        at += 4
        if kind == 0x01B8:
            yield _of_object(stream[at + 24 : at + size])
        at += size


def _of_object(data: bytes) -> tuple[str, str]:
    """Return the reference and the display name of a hyperlink object (MS-OSHARED §2.3.7.1)."""
    (flags,) = unpack_from("<I", data, 4)
    at = 8
    name = reference = location = ""

    def string() -> str:
        nonlocal at
        size = 2 * unpack_from("<I", data, at)[0]
        at += 4 + size
        return _utf16(data[at - size : at])

    if flags & 0x10:
        name = string()
    if flags & 0x80:  # the frame
        string()
    if flags & 0x101 == 0x101:
        reference = string()
    elif flags & 1:
        kind, at = data[at : at + 16], at + 16
        if kind == _URL_MONIKER:
            (size,) = unpack_from("<I", data, at)
            reference = _utf16(data[at + 4 : at + 4 + size])
            at += 4 + size
        elif kind == _FILE_MONIKER:
            ups, size = unpack_from("<HI", data, at)
            reference = "../" * min(ups, 100) + data[at + 6 : at + 6 + size].partition(b"\0")[0].decode(
                "cp1252", "replace"
            )
            at += 34 + size  # then its name in Unicode, if it needs one
            (size,) = unpack_from("<I", data, at - 4)
            at += size
    if flags & 8:
        location = string()
    return f"{reference}#{location}" if reference and location and "#" not in reference else reference, name


def _powerpoint(file: Any, stream: bytes) -> Links:
    """Return the links of containers ExHyperlink (MS-PPT §2.10.16): of each identifier the last one saved."""
    found: dict[bytes, dict[int, str]] = {}
    strings: dict[int, str] = {}  # by the number that says what they are
    at = end = 0
    while at + 8 <= len(stream):
        version, kind, size = unpack_from("<HHI", stream, at)
        at += 8
        if kind == 0x0FD7:
            end = at + size
        elif at < end and kind == 0x0FD3:
            strings = found[stream[at : at + 4]] = {}
        elif at < end and kind == 0x0FBA:
            strings[version >> 4] = _utf16(stream[at : at + min(size, MAX_REFERENCE)])
        if version & 0xF != 0xF:  # no container
            at += size
    return ((each.get(1, ""), each.get(0, "")) for each in found.values())


def _utf16(data: bytes) -> str:
    return data[: len(data) // 2 * 2].decode("utf-16-le", "replace").partition("\0")[0]


_READERS: Final[dict[str, Callable[[Any, bytes], Links]]] = {
    "WordDocument": _word, "Workbook": _excel, "Book": _excel, "PowerPoint Document": _powerpoint,
}  # fmt: skip
