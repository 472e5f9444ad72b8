"""Targets that are documents: results do not depend on chunks or kernels, are in order, and match their places."""

from __future__ import annotations

import io
import zipfile
from random import Random
from typing import Any

from tests.adversarial.families import Reads

from fuzz.interpreted import same_interpreted
from uri_extract import Scanner, extract, parse

#: Documents up to this many bytes are also read by interpreted kernels, which take tens of times as long.
_MOST_INTERPRETED = 2500

_LIGHTWEIGHT = (
    "text/markdown",
    "text/x-rst",
    "text/asciidoc",
    "text/org",
    "text/x-wiki",
    "text/x-tex",
    "text/x-bibtex",
    "text/x-java-properties",
)
_MAIL = (
    "message/rfc822",
    "application/mbox",
    "multipart/mixed; boundary=q",
    "message/http",
    "text/calendar",
    "text/vcard",
)
_XML = ("application/xml", "application/xhtml+xml", "application/atom+xml", "image/svg+xml", "application/xml-dtd",
        "application/vnd.oasis.opendocument.text-flat-xml")  # fmt: skip
_PARTS = (
    ("x.docx", "word/document.xml"), ("x.docx", "word/_rels/document.xml.rels"), ("x.xlsx", "xl/worksheets/sheet1.xml"),
    ("x.xlsx", "xl/sharedStrings.xml"), ("x.pptx", "ppt/slides/slide1.xml"), ("x.odt", "content.xml"),
    ("x.epub", "a.xhtml"),
)  # fmt: skip
_TYPES = {
    "scan": ("text/plain",), "html": ("text/html",), "xml": _XML, "css": ("text/css",), "mail": _MAIL,
    "json": ("application/json", "application/ld+json", "application/x-ndjson"), "lightweight": _LIGHTWEIGHT,
    "binary": ("application/octet-stream",), "rtf": ("application/rtf",),
}  # fmt: skip
_NAMES = (
    "x.zip",
    "x.tar",
    "x.gz",
    "x.bz2",
    "x.xz",
    "x.zst",
    "x.lz4",
    "x.ar",
    "x.warc",
    "x.warc.gz",
    "x.arc",
    "x",
    "x.pst",
    "x.eml",
    "x.cpio",
)
_CHARSETS = (
    "utf-8",
    "windows-1252",
    "utf-16",
    "utf-16-be",
    "utf-7",
    "iso-2022-jp",
    "hz",
    "gb18030",
    "shift_jis",
    "big5",
    "euc-kr",
    "iso-2022-kr",
    "cp037",
)
_BASE = "http://base.example/a/b?q"


def options_of(target: str, dice: Random) -> dict[str, Any]:
    """Return random options of a reader; most are left at their defaults."""
    options: dict[str, Any] = {}
    if dice.random() < 0.3:
        options["suffix"] = options["mail_addresses"] = True
    if dice.random() < 0.2:
        options["refang"] = True
    if dice.random() < 0.5:
        options["base"] = _BASE
    if dice.random() < 0.15:
        options["charset"] = dice.choice(_CHARSETS)
    if dice.random() < 0.2:
        options["joins"] = dice.choice(("sure", "all"))
    return options


def _read(media_type: str, data: bytes, cuts: list[int], options: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    problems: list[Any] = []
    scanner = Scanner(media_type, on_problem=problems.append, **options)
    found = []
    for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        found += scanner.feed(data[begin:end])
    return list(map(_shown, found + scanner.close())), problems


def read_document(media_type: str, data: bytes, options: dict[str, Any]) -> list[str]:
    """Return the records and problems of a document in one piece, as text, with all fields computed."""
    found, problems = _read(media_type, data, [], options)
    return [f"{each!r} {each.as_dict()}" for each in found] + list(map(repr, problems))


def read_file(name: str, data: bytes) -> list[str]:
    """Return the records and problems of a file with that name, as text."""
    problems: list[Any] = []
    found = list(extract(Reads(data, 1 << 18, name), on_problem=problems.append))
    return [f"{each!r} {each.as_dict()}" for each in found] + list(map(repr, problems))


def _shown(found: Any) -> Any:
    """Return a reference with the fields that do not depend on the base, which only relative references have.

    A reference with a scheme is not held back until the base is known.
    """
    return found if found.base is not None else found._replace(bases=(None, None, *found.bases[2:]))


def check_document(target: str, data: bytes, dice: Random) -> None:
    """Check a document of one of the target's media types."""
    media_type = dice.choice(_TYPES[target])
    options = options_of(target, dice)
    whole = _read(media_type, data, [], options)
    size = dice.choice((1, 2, 3, 7, 64, 500))
    cuts = (
        list(range(size, len(data), size)) if dice.random() < 0.5 else sorted(dice.choices(range(len(data) + 1), k=4))
    )
    cut = _read(media_type, data, cuts, options)
    assert cut == whole, f"{media_type} {options} cut at {cuts[:8]}: {_first(cut, whole)}"
    if len(data) < _MOST_INTERPRETED:
        same_interpreted(read_document, media_type, data, options)
    check_records(whole[0], data, exact=target in ("scan", "html", "css") and not options.get("refang")
                  and "charset" not in options)  # fmt: skip


def _first(one: Any, other: Any) -> str:
    for mine, his in zip(one[0] + one[1], other[0] + other[1], strict=False):
        if mine != his:
            return f"{mine!r} is not {his!r}"
    return f"{len(one[0])} and {len(other[0])} records, {len(one[1])} and {len(other[1])} problems"


def check_records(found: list[Any], data: bytes, *, exact: bool) -> None:
    """Check the invariants of the records of a document and, if places are ``exact``, that they are in order."""
    last = 0
    for each in found:
        assert each.as_dict()["reference"] == each.reference
        if each.start >= 0:
            assert 0 <= each.start <= each.end <= len(data), each
            if exact:
                assert last <= each.start, f"{each} is after byte {last}"
                last = each.start
                source = data[each.start : each.end]
                if source.isascii() and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
                    assert each.raw == source.decode(), (each, source)
        if each.valid and each.reference.isascii() and each.kind != "suffix":  # which need not be a reference (§4.5)
            assert str(parse(each.reference)) == each.reference
        if each.target is not None and each.target.isascii() and each.valid:
            assert ":" in each.target, each


def check_file(target: str, data: bytes, dice: Random) -> None:
    """Check a file: an archive, a compressed file or an office document, by its name and its first bytes."""
    name = dice.choice(_NAMES)
    if target == "office":
        name, part = dice.choice(_PARTS)
        if not data.startswith(b"PK"):
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w", dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
                archive.writestr(zipfile.ZipInfo("[Content_Types].xml"), "<Types/>")
                archive.writestr(zipfile.ZipInfo(part), data)
            data = out.getvalue()
    outcomes = []
    for size in (1 << 18, dice.choice((1, 7, 100, 512, 1000))):
        problems: list[Any] = []
        source: Any = Reads(data, size, name)
        outcomes.append((list(extract(source, on_problem=problems.append)), problems))
    whole, cut = outcomes
    assert cut == whole, f"{name} in reads of {size}: {_first(cut, whole)}"
    if len(data) < _MOST_INTERPRETED:
        same_interpreted(read_file, name, data)
