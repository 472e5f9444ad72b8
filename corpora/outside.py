"""Accuracy on texts of others, beside other finders.

    python -m corpora outside [--from MIRRORS] [--peers DIRECTORY] [--errors] [--record] [SET...]

``outside.toml`` names the sets. MIRRORS has a bare clone of each repository in ``OWNER+NAME/repo``, and packages of
Debian in ``debian``. Without ``--from``, what is missing is fetched into the user's cache. DIRECTORY has the peers,
which are installed there if it is empty. Sets and peers that cannot be had are skipped with a sentence. ``--errors``
prints what is wrong in the sets from which rules may be made. ``--record`` writes the scores to ``outside.json``, with
which a test compares ``docs/accuracy.md``.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import html
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from corpora import missed
from corpora.label_wraps import ARCHIVES, blobs, git, labelled

from uri_extract import Occurrence, __version__, extract_text, finditer

HERE = Path(__file__).parent
SETS = HERE / "outside.toml"
SCORES = HERE / "outside.json"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "uri-extract" / "corpora"
PEERS = ("npm:linkify-it", "npm:linkifyjs", "npm:autolinker", "npm:twitter-text", "pip:turbohtml", "pip:urlextract")
OURS = "uri-extract"
_LETTER = r"[\u3040-\u9fff\uac00-\ud7a3]"  # of Kana, Han or Hangul
#: A token or a name that is a reference to the web beyond doubt.
_WEB = re.compile(r"(?i)(?:(?:https?|ftp)://|www\.)\w")


class Case(NamedTuple):
    """A text, and the references that are in it."""

    text: str
    expected: list[str]


class Unavailable(Exception):  # noqa: N818 - it is not an error
    """A set cannot be read here; the message says why."""


# -- the sets -----------------------------------------------------------------------------------------------------


def sets() -> list[dict[str, Any]]:
    """Return the sets, in the order of the table."""
    return list(tomllib.loads(SETS.read_text("utf-8"))["set"])


def cases(each: dict[str, Any], mirrors: Path, fetch: bool) -> list[Case]:
    """Return the cases of a set. Warn if they are not those of ``outside.toml``."""
    if each["form"] == "archives":
        found = _archives(mirrors, "derive" if each["use"] == "seen" else "hold", fetch)
    elif each["form"] == "rules":
        found = _rules()
    elif each["form"] == "pdf":
        found = (case for name in each["packages"] for case in _pages(_package(mirrors, name, fetch)))
    else:
        found = _FORMS[each["form"]](_files(each, mirrors, fetch))
    read = list(found)
    digest = hashlib.sha256("".join(map(json.dumps, read)).encode()).hexdigest()
    if digest != each.get("sha256", digest if each["form"] == "rules" else None):
        print(f"{each['name']}: SHA-256 of its cases: {digest}", file=sys.stderr)
    return read


def _repository(mirrors: Path, each: dict[str, Any], fetch: bool) -> Path:
    """Return the bare clone of a repository, which has the commit that is named; of archives with all before it."""
    repository = mirrors / each["repository"].replace("/", "+") / "repo"
    if not repository.exists():
        if not fetch:
            raise Unavailable(f"{repository} is missing")
        url, depth = f"https://github.com/{each['repository']}", [] if each["form"] == "public-inbox" else ["--depth=1"]
        subprocess.run(["git", "init", "--quiet", "--bare", repository], check=True)
        command = ["git", f"--git-dir={repository}", "fetch", "--quiet", *depth, url, each["commit"]]
        if subprocess.run(command).returncode:
            shutil.rmtree(repository.parent)  # so that the next call tries again
            raise Unavailable(f"{url} could not be fetched")
    return repository


def _files(each: dict[str, Any], mirrors: Path, fetch: bool) -> dict[str, bytes]:
    """Return the files of a repository at a commit, by name."""
    repository = _repository(mirrors, each, fetch)
    names = git(repository, "ls-tree", "-r", "--name-only", each["commit"]).decode().splitlines()
    chosen = [name for name in names if re.fullmatch(each["files"], name)]
    return dict(zip(chosen, blobs(repository, [f"{each['commit']}:{name}" for name in chosen]), strict=True))


def _sentences(files: dict[str, bytes]) -> Iterator[tuple[str, list[str]]]:
    """Yield the text and the tokens of each sentence of files in CoNLL-U."""
    for data in files.values():
        for block in data.decode().split("\n\n"):
            rows = [line.split("\t") for line in block.splitlines()]
            text = next((row[0][9:] for row in rows if row[0].startswith("# text = ")), "")
            yield text, [row[1] for row in rows if row[0].isdecimal()]


def _treebank(files: dict[str, bytes]) -> Iterator[Case]:
    """Yield sentences; each token that begins as a reference to the web is one."""
    for text, tokens in _sentences(files):
        yield Case(text, [token for token in tokens if _WEB.match(token)])


def _tweets(files: dict[str, bytes]) -> Iterator[Case]:
    """Yield the tweets that were found again, with the tokens that annotators called URLs."""
    labels, texts = sorted(files, key=lambda name: name.endswith(".json.tsv"))
    lines = files[texts].decode().splitlines()
    by_number = {number: json.loads(row) for number, _, row in (line.split("\t", 2) for line in lines)}
    for block in re.split(r"^TWEET\t", files[labels].decode(), flags=re.M)[1:]:
        tweet = by_number.get(block.split("\t")[0])
        if tweet and tweet.get("text"):
            tokens = map(html.unescape, re.findall(r"^U\t(.*)$", block, re.M))
            # Not mail addresses, nor the pieces of what the tokenizer cut.
            whole = [token for token in tokens if re.search(r"\w\.\w", token) and "@" not in token]
            yield Case(html.unescape(tweet["text"]), whole)


def _papers(files: dict[str, bytes]) -> Iterator[Case]:
    """Yield papers as text, with the URLs that the authors of the study saw in the PDF."""
    table = next(data for name, data in files.items() if name.endswith(".xlsx"))
    meant: dict[str, list[str]] = {}
    for row in _rows(table):
        if row.get("X") == "✓":
            meant.setdefault(f"{float(row['A']):.5f}", []).append(row["C"].replace("\\", ""))
    for name, data in files.items():
        if name.endswith(".txt"):
            yield Case(data.decode(), meant[f"{float(Path(name).stem):.5f}"])


def _rows(table: bytes) -> Iterator[dict[str, str]]:
    """Yield the cells of the first sheet of a workbook, row by row, by their column."""
    members = zipfile.ZipFile(io.BytesIO(table))
    found = re.findall(r"<si>(.*?)</si>", members.read("xl/sharedStrings.xml").decode(), re.S)
    strings = [html.unescape(re.sub("<[^>]+>", "", each)) for each in found]
    for row in re.findall(r"<row .*?</row>", members.read("xl/worksheets/sheet1.xml").decode(), re.S):
        cells = re.findall(r'<c r="([A-Z]+)\d+"([^>/]*)>(?:<f[^>]*>[^<]*</f>|<f[^>]*/>)?<v>(.*?)</v>', row)
        yield {column: strings[int(value)] if 't="s"' in kind else value for column, kind, value in cells}


def _put(files: dict[str, bytes]) -> Iterator[Case]:
    """Yield sentences into which a URL was put between two words of Han, Kana or Hangul, without blanks around it."""
    chance, forms = random.Random(0), ["http://{}/", "https://{}/a/b.html", "www.{}/x?y=1", "{}"]
    for number, (text, tokens) in enumerate(_sentences(files)):
        places = [match.start() for match in re.finditer(f"(?<={_LETTER})(?={_LETTER})", text)]
        edges = {sum(map(len, tokens[:k])) for k in range(len(tokens))}  # of sentences without blanks
        places = [place for place in places if place in edges or " " in text]
        if places and not re.search("[0-9A-Za-z]", text) and number % 2 == 0:
            place, host = chance.choice(places), f"quay{number}.{chance.choice(['com', 'org', 'co.jp', 'cn', 'kr'])}"
            url = forms[number // 2 % len(forms)].format(host)
            yield Case(text[:place] + url + text[place:], [url])


def _package(mirrors: Path, name: str, fetch: bool) -> Path:
    """Return the file of a package of Debian, "NAME_VERSION_ARCHITECTURE"."""
    file = mirrors / "debian" / f"{name}.deb"
    if not file.exists():
        package, version, _ = name.split("_")
        file.parent.mkdir(parents=True, exist_ok=True)
        command = ["apt-get", "download", "-qq", f"{package}={version}"]
        try:
            failed = not fetch or subprocess.run(command, cwd=file.parent).returncode
        except FileNotFoundError:
            failed = True
        if failed:
            raise Unavailable(f"{file} is missing, and could not be downloaded with apt-get")
    return file


def _pages(package: Path) -> Iterator[Case]:
    """Yield the text of each page of PDF whose link annotations have URIs that are visible in it."""
    try:
        import pypdfium2
        import pypdfium2.raw as raw
    except ImportError:
        raise Unavailable("pypdfium2 is not installed: pip install 'uri-extract[pdf]'") from None
    import ctypes

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
        for path in sorted(Path(folder).rglob("*.pdf*")):
            if path.is_symlink() or path.suffix not in (".pdf", ".gz"):
                continue
            data = path.read_bytes()
            if path.suffix == ".gz":
                import gzip

                data = gzip.decompress(data)
            pdf = pypdfium2.PdfDocument(data)
            for page in pdf:
                position, link, uris = ctypes.c_int(0), raw.FPDF_LINK(), set()
                while raw.FPDFLink_Enumerate(page, position, link):
                    action, room = raw.FPDFLink_GetAction(link), ctypes.create_string_buffer(5000)
                    raw.FPDFAction_GetURIPath(pdf, action, room, len(room))
                    uris.add(room.value.decode("utf-8", "replace"))
                text = page.get_textpage().get_text_range()
                whole = "".join(text.split())
                if visible := sorted(uri for uri in uris if _WEB.match(uri) and uri in whole):
                    yield Case(text, visible)


def _archives(mirrors: Path, use: str, fetch: bool) -> Iterator[Case]:
    """Yield the labelled line ends of the archives of ``archives.toml``."""
    for archive in tomllib.loads(ARCHIVES.read_text("utf-8"))["archive"]:
        if archive["use"] == use:
            _repository(mirrors, archive, fetch)
    for place in labelled(mirrors, use):
        yield Case(str(place["input"]), [str(place["expected_here"])])


def _rules() -> Iterator[Case]:
    from corpora.score import read_gold

    for path in sorted((HERE / "rules").glob("*.txt")):
        for snippet in read_gold(path):
            yield Case(snippet.data.decode(), [each.reference for each in snippet.expected])


_FORMS: dict[str, Callable[[dict[str, bytes]], Iterable[Case]]] = {
    "conllu": _treebank,
    "tweets": _tweets,
    "arxiv": _papers,
    "put": _put,
}


# -- the finders --------------------------------------------------------------------------------------------------


def peers(directory: Path) -> list[str]:
    """Return the peers that are installed in a directory; install them if it is empty."""
    try:
        if not (directory / "bin").exists():
            missed.install(directory, PEERS)
        return list(PEERS)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The peers could not be installed in {directory}: {error}.")
        return []


def _ours(text: str, suffix: bool) -> Iterator[Occurrence]:
    """Return the references of a text; with names without a scheme, as links are made of them."""
    return (each.occurrence for each in finditer(text, mail_addresses=False)) if suffix else extract_text(text)


def find(finder: str, texts: list[str], suffix: bool, directory: Path | None) -> tuple[str, list[list[str]]]:
    """Return the name and version of a finder, and what it finds in each text."""
    if finder == OURS:
        return f"{OURS} {__version__}", [[each.reference for each in _ours(text, suffix)] for text in texts]
    if finder not in PEERS:
        return finder, [re.findall(finder, text) for text in texts]
    assert directory
    manager, _, name = finder.partition(":")
    rows = [{"peer": name, "raw": True, "data": base64.b64encode(text.encode()).decode()} for text in texts]
    answers = missed.ask(directory, manager, map(json.dumps, rows))
    return f"{name} {answers[0]['version']}", [answer["output"] for answer in answers]


def score(expected: list[str], found: list[str], floor: bool) -> tuple[int, int]:
    """Return how many references are found exactly, and how many others to the web are found.

    A finder may have given a scheme to a name that has none.
    """
    left, right = Counter(found), 0
    for each in expected:
        form = next((form for form in (each, f"http://{each}", f"https://{each}") if left[form]), None)
        if form:
            left[form] -= 1
            right += 1
    return right, 0 if floor else sum(count for each, count in left.items() if _WEB.match(each))


def misses(read: list[Case], found: list[list[str]], floor: bool) -> Iterator[str]:
    """Yield a line for each case that is not found as it should be."""
    for case, each in zip(read, found, strict=True):
        if score(case.expected, each, floor) != (len(case.expected), 0):
            lost, other = list(Counter(case.expected) - Counter(each)), list(Counter(each) - Counter(case.expected))
            yield f"  {case.text[:300]!r}\n    missed {lost}, found {'' if floor else other}"


# -- the scores ---------------------------------------------------------------------------------------------------


def table(scores: dict[str, dict[str, list[int]]]) -> list[str]:
    """Return the lines of a table in Markdown: a row for each set, a column for each finder."""
    finders = list(dict.fromkeys(finder for row in scores.values() for finder in row))
    lines = [f"| | references | {' | '.join(f'`{each}`' for each in finders)} |", "|---" * (2 + len(finders)) + "|"]
    for each in sets():
        if row := scores.get(each["name"]):
            cells = [
                f"{row[name][0]}{'' if each.get('floor') else f', {row[name][1]}'}" if name in row else ""
                for name in finders
            ]
            held = "held out" if each["use"] == "hold" else "seen"
            lines.append(f"| {each['title']} ({held}) | {row[finders[0]][2]} | {' | '.join(cells)} |")
    return lines


def main(arguments: list[str]) -> int:
    """Measure the sets that are named, or all; return the exit status."""
    flags = {name: name in arguments for name in ("--errors", "--record")}
    given = {name: arguments[arguments.index(name) + 1] for name in ("--from", "--peers") if name in arguments[:-1]}
    names = [each for each in arguments if each not in flags and each not in given and each not in given.values()]
    known = sets()
    if unknown := set(names) - {each["name"] for each in known}:
        there = ", ".join(each["name"] for each in known)
        print(f"unknown: {', '.join(sorted(unknown))}; sets: {there}", file=sys.stderr)
        return 2
    mirrors = Path(given.get("--from", CACHE))
    directory = Path(given["--peers"]) if "--peers" in given else None
    finders = [OURS, r"https?://\S+", *(peers(directory) if directory else ())]
    if not directory:
        print("Other finders are not run: --peers DIRECTORY installs them there.")
    scores: dict[str, dict[str, list[int]]] = {}
    for each in known:
        if names and each["name"] not in names:
            continue
        try:
            read = cases(each, mirrors, "--from" not in given)
        except Unavailable as error:
            print(f"{each['name']}: skipped, because {error}.")
            continue
        floor = each.get("floor", False)
        for finder in finders:
            shown, found = find(finder, [case.text for case in read], each.get("suffix", False), directory)
            pairs = [score(case.expected, some, floor) for case, some in zip(read, found, strict=True)]
            total = sum(len(case.expected) for case in read)
            scores.setdefault(each["name"], {})[shown] = [*map(sum, zip(*pairs, strict=True)), total]
            if flags["--errors"] and finder == OURS and each["use"] == "seen":
                print("\n".join([each["name"], *misses(read, found, floor)]))
    print("\n".join(table(scores)))
    if flags["--record"]:
        recorded = {"date": datetime.date.today().isoformat(), "scores": scores}
        SCORES.write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0
