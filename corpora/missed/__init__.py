"""Texts that other programs read wrongly: `cases.toml` has them, `peers.json` has what the peers printed.

``python -m corpora missed`` writes ``docs/missed.md`` from both. ``python -m corpora missed DIRECTORY`` installs the
peers there in the recorded versions, runs them again, and prints which print something else than recorded;
``--newest DIRECTORY`` takes the newest versions and records what they print.
"""

from __future__ import annotations

import base64
import html
import io
import json
import subprocess
import tomllib
import venv
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from uri_extract import extract, resolve

HERE = Path(__file__).parent
CASES = HERE / "cases.toml"
OUTPUTS = HERE / "peers.json"
PAGE = HERE.parents[1] / "docs" / "missed.md"
_TIME = (1980, 1, 1, 0, 0, 0)  # of the members of an archive


@dataclass(frozen=True, kw_only=True)
class Case:
    """A text that a peer or another program reads wrongly."""

    kind: str
    name: str
    thread: str
    expected: list[str]
    why: str
    #: A package that can be run, after its package manager and a colon.
    peer: str | None = None
    #: The program that the thread is about, if it is not run.
    program: str | None = None
    sample: str = ""
    #: The word FILL in the sample stands for this number of blanks.
    fill: int = 0
    files: dict[str, str] = field(default_factory=dict)
    pdf: list[str] = field(default_factory=list)
    media_type: str | None = None
    base: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    #: What `uri-extract` should print, if that is something else.
    meant: list[str] | None = None
    #: What the peer is given instead of the sample: for peers that resolve one reference.
    reference: str | None = None

    @property
    def data(self) -> bytes:
        """Return the document."""
        if self.files:
            archive = io.BytesIO()
            with zipfile.ZipFile(archive, "w") as members:
                for name, text in self.files.items():
                    members.writestr(zipfile.ZipInfo(name, _TIME), text)
            return archive.getvalue()
        if self.pdf:
            return _pdf(self.pdf)
        return self.sample.replace("FILL", " " * self.fill).encode()

    def printed(self) -> list[str]:
        """Return what `uri-extract` prints."""
        if self.reference is not None:
            assert self.base is not None
            return [resolve(self.base, self.reference)]
        kind = self.media_type or (None if self.files or self.pdf else "text/plain")
        found = extract(self.data, media_type=kind, base=self.base, **self.options)
        return [
            each.target or each.reference
            for each in found
            if each.kind != "namespace" and (each.target is not None or not each.valid)
        ]


def _pdf(lines: list[str]) -> bytes:
    """Return a page of PDF with these lines of text, one below the other."""
    text = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
    content = f"BT /F 11 Tf 60 700 Td {text} ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
        f"<< /Length {len(content)} >> stream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    file, places = "%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj {each} endobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    trailer = f"trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{len(file)}\n%%EOF\n"
    return f"{file}xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}".encode("ascii")


def cases() -> list[Case]:
    """Return all cases, in the order of the page."""
    return [Case(**row) for row in tomllib.loads(CASES.read_text("utf-8"))["case"]]


def outputs() -> dict[str, dict[str, Any]]:
    """Return what each peer printed, by the name of the case, with its version."""
    recorded: dict[str, dict[str, Any]] = json.loads(OUTPUTS.read_text("utf-8"))
    return recorded


# -- the peers ----------------------------------------------------------------------------------------------------


#: What a peer needs beside it.
_BESIDE = ("npm:micromark",)


def install(directory: Path, packages: Iterable[str]) -> None:
    """Install packages, each after its manager and perhaps with its version, in a directory."""
    named = {manager: [each[4:] for each in packages if each[:3] == manager] for manager in ("pip", "npm")}
    if not (directory / "bin").exists():
        venv.create(directory, with_pip=True)
    pip = [directory / "bin" / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--upgrade", "pip"], check=True)  # some old versions of pip fail at the extras of lxml
    subprocess.run([*pip, *named["pip"]], check=True)
    (directory / "package.json").write_text("{}")
    # The scripts of packages do not run: none of these peers needs its own.
    npm = ["npm", "install", "--silent", "--ignore-scripts", "--prefix", str(directory)]
    subprocess.run([*npm, *(name.replace("==", "@") for name in named["npm"])], check=True)


def ask(directory: Path, manager: str, rows: Iterable[str]) -> list[dict[str, Any]]:
    """Return what the peers of a manager answer to requests, each in a line."""
    commands = {
        "pip": [str(directory / "bin" / "python"), str(HERE / "peers.py")],
        "npm": ["node", str(HERE / "peers.mjs"), str(directory.resolve())],
    }
    done = subprocess.run(
        commands[manager], input="\n".join(rows), stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def run(directory: Path, chosen: list[Case]) -> dict[str, dict[str, Any]]:
    """Return what the peers print that are installed in a directory, as :func:`outputs`."""
    printed = {}
    for manager in ("pip", "npm"):
        rows = [case for case in chosen if case.peer and case.peer.startswith(f"{manager}:")]
        for case, answer in zip(rows, ask(directory, manager, map(_request, rows)), strict=True):
            printed[case.name] = {"peer": case.peer, **answer}
    return {case.name: printed[case.name] for case in chosen if case.peer}


def _request(case: Case) -> str:
    assert case.peer is not None
    data = case.data if case.reference is None else case.reference.encode()
    name, mail = case.peer.partition(":")[2], case.options.get("mail_addresses", False)
    return json.dumps({"peer": name, "base": case.base, "mail": mail, "data": base64.b64encode(data).decode()})


# -- the page -----------------------------------------------------------------------------------------------------

_PAGE = """\
# Missed by others, found here

{rows} texts that other programs read wrongly, as public reports say. Each has the report, the reason, a text of ours
with the same difficulty, what `uri-extract` prints, and what the program of the report printed when it was run for
this page. At the end are texts that `uri-extract` reads wrongly too.

Programs that are packages for Python or Node were run, at the version that is given, as their documentation shows
first, with those options that the report needs. The output of other programs is not given; some of them were mended
since the report. Packages that were mended since are left out.

In the texts, ↵ is a line break; characters that are not visible are written as ⟦U+200B⟧. The texts are in
`corpora/missed/cases.toml`, each is a test, and these commands write this page and run the packages again:

```sh
python -m corpora missed                 # write this page
python -m corpora missed PEERS           # install them in PEERS, print what differs
python -m corpora missed --newest PEERS  # the newest ones; record what they print
```

{kinds}"""


def page() -> str:
    """Return the page of the documentation."""
    chosen, recorded = cases(), outputs()
    kinds = [
        f"## {kind}\n\n" + "\n".join(_row(case, recorded.get(case.name)) for case in chosen if case.kind == kind)
        for kind in dict.fromkeys(case.kind for case in chosen)
    ]
    return _PAGE.format(rows=sum(case.meant is None for case in chosen), kinds="\n".join(kinds))


def _row(case: Case, recorded: dict[str, Any] | None) -> str:
    """Return the name, the report and the reason of a case, and a table of what is printed."""
    owner, name, _, number = case.thread.split("/")[-4:]
    rows = [f"| text | {_text(case)} |", "|---|---|", f"| `uri-extract` | {_codes(case.expected)} |"]
    if case.meant is not None:
        rows.append(f"| better | {_codes(case.meant)} |")
    if recorded is None:
        rows.append(f"| {case.program} | (not run) |")
    else:
        program = f"{recorded['peer'].partition(':')[2]} {recorded['version']}"
        rows.append(f"| {program} | {_codes(recorded['output'])} |")
    head = f"**{case.name[0].upper()}{case.name[1:]}** ([{owner}/{name} {number}]({case.thread})). {case.why}"
    return "\n".join([head, "", *rows, ""])


def _text(case: Case) -> str:
    if case.reference is not None:
        return f"{_code(case.reference)} against {_code(case.base or '')}"
    if case.files:
        return f"an archive with {_code(list(case.files)[-1])}"
    shown = f"a page of PDF: {_codes(case.pdf)}" if case.pdf else _code(case.sample.strip())
    if case.fill:
        shown += f" (FILL: {case.fill} blanks)"
    if case.media_type:
        shown += f", read as {case.media_type}" + (f" from {_code(case.base)}" if case.base else "")
    flags = " ".join(f"`--{name.replace('_', '-')}`" for name in case.options)
    return shown + (f", with {flags}" if flags else "")


def _codes(texts: list[str]) -> str:
    return "<br>".join(map(_code, texts)) or "(nothing)"


def _code(text: str) -> str:
    visible = "".join(
        "↵" if each == "\n" else each if each.isprintable() else f"⟦U+{ord(each):04X}⟧"
        for each in text.replace("\r\n", "\n")
    )
    if "|" in visible:  # it ends a cell of a table, in a span of code too
        return f"<code>{html.escape(visible).replace('|', '&#124;')}</code>"
    return f"`` {visible} ``" if "`" in visible else f"`{visible}`"


# -- the command --------------------------------------------------------------------------------------------------


def main(arguments: list[str]) -> int:
    """Write the page, or run the peers; return the exit status."""
    newest = arguments[:1] == ["--newest"]
    names = arguments[newest:]
    if not names:
        PAGE.write_text(page(), "utf-8")
        return 0
    directory, chosen = Path(names[0]), cases()
    recorded = outputs() if OUTPUTS.exists() else {}
    if newest:
        install(directory, [*_BESIDE, *sorted({case.peer for case in chosen if case.peer})])
    else:
        wanted = {f"{each['peer']}=={each['version']}" for each in recorded.values()}
        install(directory, [*_BESIDE, *sorted(wanted)])
    now = run(directory, chosen)
    for name, each in now.items():
        if each != recorded.get(name):
            print(f"{name}: {each['peer']} {each['version']} prints {each['output']}")
    if newest:
        OUTPUTS.write_text(json.dumps(now, ensure_ascii=False, indent=1) + "\n", "utf-8")
        return 0
    return int(now != recorded)
