"""Write small compound files (MS-CFB), and Outlook messages in them (MS-OXMSG)."""

import struct

SECTOR, MINI, CUTOFF = 512, 64, 4096
END, FAT = 0xFFFFFFFE, 0xFFFFFFFD
NONE = 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5


def compound(tree):
    """Return a compound file; ``tree`` maps the names of streams to bytes, and those of storages to dicts."""
    entries = [["Root Entry", ROOT, NONE, NONE, None]]  # name, type, the next sibling, the first child, its bytes
    _add(entries, 0, tree)
    mini, sectors, starts = b"", b"", {}
    mini_fat, fat = [], []
    for number, (_, kind, _, _, data) in enumerate(entries):
        if kind != STREAM or not data:
            continue
        if len(data) < CUTOFF:
            starts[number] = len(mini_fat)
            mini_fat += _chain(len(mini_fat), -(-len(data) // MINI))
            mini += _padded(data, MINI)
        else:
            starts[number] = len(fat)
            fat += _chain(len(fat), -(-len(data) // SECTOR))
            sectors += _padded(data, SECTOR)

    def append(data):
        nonlocal sectors
        start = len(fat) if data else END
        fat.extend(_chain(len(fat), -(-len(data) // SECTOR)))
        sectors += _padded(data, SECTOR)
        return start

    entries[0][4] = mini
    starts[0] = append(mini)
    mini_fat_start = append(struct.pack(f"<{len(mini_fat)}I", *mini_fat))
    mini_fat_sectors = -(-len(mini_fat) * 4 // SECTOR)
    directory = b"".join(_entry(number, entry, starts) for number, entry in enumerate(entries))
    directory_start = append(directory)
    fat_sectors = 1
    while fat_sectors * SECTOR // 4 < len(fat) + fat_sectors:
        fat_sectors += 1
    first = len(fat)
    fat += [FAT] * fat_sectors
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(fat_sectors * SECTOR, b"\xff")
    header = struct.pack(
        "<8s16s5H6x9I", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", bytes(16), 0x3E, 3, 0xFFFE, 9, 6, 0, fat_sectors,
        directory_start, 0, CUTOFF, mini_fat_start, mini_fat_sectors, END, 0,
    )  # fmt: skip
    places = [first + number for number in range(fat_sectors)]
    return (header + struct.pack(f"<{len(places)}I", *places)).ljust(SECTOR, b"\xff") + sectors + table


def _add(entries, parent, tree):
    before = None
    for name, content in tree.items():
        number = len(entries)
        is_storage = isinstance(content, dict)
        entries.append([name, STORAGE if is_storage else STREAM, NONE, NONE, None if is_storage else content])
        if before is None:
            entries[parent][3] = number
        else:
            entries[before][2] = number
        before = number
        if is_storage:
            _add(entries, number, content)


def _entry(number, entry, starts):
    name, kind, sibling, child, data = entry
    encoded = name.encode("utf-16-le") + b"\0\0"
    start = starts.get(number, END if data is not None else 0)
    return struct.pack(
        "<64sHBB3I16sIQQIQ", encoded, len(encoded), kind, 1, NONE, sibling, child, bytes(16), 0, 0, 0, start,
        len(data or b""),
    )  # fmt: skip


def _chain(first, count):
    return [*range(first + 1, first + count), END] if count else []


def _padded(data, size):
    return data + bytes(-len(data) % size)


class String8(bytes):
    """A string property in the code page that the message names."""


def properties(values, header):
    """Return the streams of properties; ``values`` maps their numbers to values. Integers have no stream."""
    rows, streams = b"", {}
    for pid, value in values.items():
        if isinstance(value, int):
            rows += struct.pack("<HHIQ", 0x0003, pid, 6, value)
            continue
        kind = 0x001F if isinstance(value, str) else 0x001E if isinstance(value, String8) else 0x0102
        data = value.encode("utf-16-le") if isinstance(value, str) else value
        rows += struct.pack("<HHIII", kind, pid, 6, len(data), 0)
        streams[f"__substg1.0_{pid:04X}{kind:04X}"] = data
    return {"__properties_version1.0": header + rows, **streams}


def message(values, attachments=(), embedded=False):
    """Return the tree of an Outlook message; attachments are dicts of properties, or the tree of a message."""
    tree = properties(
        values, struct.pack("<8x4I8x", 0, len(attachments), 0, len(attachments))[: 24 if embedded else 32]
    )
    for number, attachment in enumerate(attachments):
        if "__properties_version1.0" in attachment:
            storage = properties({0x3705: 5}, bytes(8)) | {"__substg1.0_3701000D": attachment}
        else:
            storage = properties({0x3705: 1, **attachment}, bytes(8))
        tree[f"__attach_version1.0_#{number:08X}"] = storage
    return tree
