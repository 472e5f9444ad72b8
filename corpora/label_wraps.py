"""Label line ends of list archives by the archives themselves, as places for ``derive_wraps.py``.

    python corpora/label_wraps.py MIRRORS {derive,hold} > PLACES.jsonl

MIRRORS is a folder with bare clones of the repositories in ``archives.toml``, each in ``OWNER+NAME/repo``. The second
argument chooses those that weights are derived from, or those that were held out. The mail belongs to others and is not
part of the project.

A line that ends in a URI is labelled

join  if the URI and the first words of the next lines, joined, occur on one line elsewhere in the archive, or in
      the HTML part of a message; or if they end in the Message-ID of a message; or if they are a link of a mail filter
      with its end
stop  if the URI alone occurs inside a line elsewhere or in HTML, and no longer one begins like it and the next word

All others are left out, as are repeated pairs and more than a few of the same host and shape.
"""

from __future__ import annotations

import bisect
import collections
import email
import hashlib
import html
import io
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ARCHIVES = Path(__file__).parent / "archives.toml"
MOST_MESSAGES, MOST_TEXT = 9_000, 50_000_000
LINES_BEFORE, LINES_AFTER, MOST_JOINED = 8, 17, 15
URI = re.compile(r'(?:https?|ftp)://[^\s<>"]+')
PREFIX = re.compile(r"^[\s>|]*")
PUNCTUATION = ".,;:!?'\")*_]}"
#: Links that show by themselves that they are whole: of Safe Links, of URL Defense, and of Google Groups.
WHOLE = (
    re.compile(
        r"https:/{2}\w+\.safelinks\.protection\.outlook\.com/\?url=[^&]*&(?:amp;)?data=.*?&(?:amp;)?sdata=[\w%+/=]+?"
        r"&(?:amp;)?reserved=0"
    ),
    re.compile(r"https:/{2}urldefense\.com/v3/__.*?__;[^!\s]*!![\w!-]+?\$"),
    re.compile(
        r"https:/{2}groups\.google\.com/d/msgid/[\w.-]+/[^\s%?]+%40[\w.-]+?\.(?:com|org|net|edu|de|cn|uk|fr|it|nl|jp|io)"
        r"(?:\?utm_medium=email&utm_source=footer)?(?![\w%.-]*\w)"
    ),
)
MESSAGE_ID = re.compile(r"/([^/\s]+(?:@|%40)[^/\s]+?)/?(?:#\w*)?$")


class Message(NamedTuple):
    """The text of a message, links in its HTML part, and the Message-IDs in its header fields."""

    text: str
    links: list[str]
    identifiers: set[str]


def git(repository: Path, *arguments: str) -> bytes:
    """Return the output of a git command."""
    return subprocess.run(["git", f"--git-dir={repository}", *arguments], check=True, capture_output=True).stdout


def blobs(repository: Path, names: list[str]) -> Iterator[bytes]:
    """Yield the contents of objects, a hundred at a time."""
    for start in range(0, len(names), 100):
        batch = "\n".join(names[start : start + 100]).encode() + b"\n"
        command = ["git", f"--git-dir={repository}", "cat-file", "--batch"]
        output = subprocess.run(command, input=batch, check=True, capture_output=True).stdout
        at = 0
        while at < len(output):
            end = output.index(b"\n", at)
            header = output[at:end].split()
            size = 0 if header[-1] == b"missing" else int(header[2])
            yield output[end + 1 : end + 1 + size]
            at = end + 1 + (0 if header[-1] == b"missing" else size + 1)


def message(data: bytes) -> Message:
    """Return a message of an archive in public-inbox's format."""
    parsed = email.message_from_bytes(data)
    texts, links = [], []
    for part in parsed.walk():
        if part.get_content_type() not in ("text/plain", "text/html") or part.get_filename():
            continue
        try:
            text = (part.get_payload(decode=True) or b"").decode(part.get_content_charset() or "utf-8", "replace")
        except LookupError:
            text = (part.get_payload(decode=True) or b"").decode("utf-8", "replace")
        if part.get_content_subtype() == "html":
            links += [html.unescape(each) for each in re.findall(r'href\s*=\s*"([^"]*)"', text[:400_000])]
        else:
            texts.append(text.replace("\r\n", "\n"))
    fields = " ".join(str(parsed.get(name, "")) for name in ("Message-ID", "References", "In-Reply-To"))
    return Message("\n".join(texts), links, set(re.findall(r"<([^<>\s]+@[^<>\s]+)>", fields)))


def messages(repository: Path, archive: dict[str, str]) -> Iterator[Message]:
    """Yield the messages of an archive.

    Its ``form`` is "public-inbox", "parquet" (a table with a column ``body``), or "text"; the last two have ``files``.
    """
    if archive["form"] == "public-inbox":
        commits = git(repository, "rev-list", archive["commit"]).decode().split()[:MOST_MESSAGES]
        yield from map(message, blobs(repository, [f"{commit}:m" for commit in commits]))
        return
    names = git(repository, "ls-tree", "-r", "--name-only", archive["commit"]).decode().split("\n")
    chosen = [f"{archive['commit']}:{name}" for name in names if re.fullmatch(archive["files"], name)]
    for data in blobs(repository, chosen):
        if archive["form"] == "parquet":
            import pyarrow.parquet

            table = pyarrow.parquet.read_table(io.BytesIO(data))
            yield from (Message((each or "").replace("\r\n", "\n"), [], set()) for each in table["body"].to_pylist())
            continue
        text = data.decode("utf-8", "replace").replace("\r\n", "\n")
        if archive.get("markup"):
            text = html.unescape(re.sub(r"<[^>]*>", "", text[text.find("<PRE>") + 5 : text.rfind("</PRE>")]))
        yield Message(text, [], set())


def without_punctuation(uri: str) -> str:
    """Return the URI without what may be punctuation of the text."""
    return uri.rstrip(PUNCTUATION)


class Labels:
    """The URIs of an archive that are known to be whole, and the labels that follow from them."""

    def __init__(self, archive: list[Message]) -> None:
        self.inside = {without_punctuation(each) for one in archive for each in one.links if URI.fullmatch(each)}
        self.at_ends: set[str] = set()
        self.identifiers = {each for one in archive for each in one.identifiers}
        for one in archive:
            for line in one.text.split("\n"):
                for match in URI.finditer(line):
                    rest = line[match.end() :]
                    follows = rest[:1] == ">" or (rest[:1].isspace() and rest.strip())
                    (self.inside if follows else self.at_ends).add(without_punctuation(match[0]))
        self.ordered = sorted(self.inside)

    def is_whole(self, uri: str) -> bool:
        """Return True if the URI shows by itself that it is whole."""
        found = MESSAGE_ID.search(without_punctuation(uri))
        return any(each.match(uri) for each in WHOLE) or (
            found is not None and found[1].replace("%40", "@") in self.identifiers
        )

    def begins_another(self, text: str) -> bool:
        """Return True if a URI inside a line begins with this text."""
        at = bisect.bisect_left(self.ordered, text)
        return at < len(self.ordered) and self.ordered[at].startswith(text)

    def of(self, uri: str, words: list[str], alone: bool) -> tuple[int, str, bool] | None:
        """Return the number of words that belong to the URI, the URI with them, and whether that is the whole URI.

        Return None if the number is not known. A URI that was only seen at the ends of lines may go on.
        """
        best, meant, so_far = 0, "", uri
        for count, word in enumerate(words, 1):
            before, so_far = so_far, so_far + word
            joined = without_punctuation(so_far)
            form = next((found for each in WHOLE if (found := each.match(so_far))), None)
            if form and len(form[0]) > len(uri):
                return count, form[0], True
            if joined == without_punctuation(before) or (re.fullmatch(r"[A-Za-z]+[.,:;]?", word) and not alone):
                continue
            if joined in self.inside or joined in self.at_ends or (self.is_whole(joined) and not self.is_whole(before)):
                best, meant = count, joined
        if best:
            return best, meant, meant in self.inside or self.is_whole(meant)
        if self.is_whole(uri) or (
            without_punctuation(uri) in self.inside and not self.begins_another(uri + words[0][:3])
        ):  # fmt: skip
            return 0, without_punctuation(uri), True
        return None


def places(name: str, archive: list[Message]) -> Iterator[dict[str, object]]:
    """Yield the labelled line ends of an archive."""
    labels = Labels(archive)
    seen: set[tuple[str, str]] = set()
    kinds: collections.Counter[tuple[str, ...]] = collections.Counter()
    for one in archive:
        lines = one.text.split("\n")
        for number, line in enumerate(lines[:-1]):
            found = list(URI.finditer(line))
            if not found or line[found[-1].end() :].strip():
                continue
            uri, start = found[-1][0], found[-1].start()
            words = []
            for after in lines[number + 1 : number + 1 + MOST_JOINED]:
                rest = PREFIX.sub("", after).split()
                if not rest or "://" in rest[0]:
                    break
                words.append(re.split(r'[<>"]', rest[0])[0])
                alone = len(rest) == 1 and words[-1] == rest[0]
                if not alone:
                    break
            before = line[start - 1] if start else ""
            if not words or not words[0] or before in ('"', "'", "<") or (uri, words[0]) in seen:
                continue
            label = labels.of(uri, words, alone)
            if label is None:
                continue
            seen.add((uri, words[0]))
            joins, meant, whole = label
            host = uri.split("/")[2]
            shape = ("join" if joins else "stop", host, re.sub(r"[0-9a-f]{6,}|\d+", "0", uri)[:40])
            if kinds[shape] >= (8 if joins else 4) or kinds[shape[:2]] >= (30 if joins else 25):
                continue
            kinds.update((shape, shape[:2]))
            above = lines[max(0, number - LINES_BEFORE) : number]
            below = lines[number + 1 : number + 1 + LINES_AFTER]
            yield {
                "context": "paren" if before and before in "([{" else "bare",
                "before": above, "line": line, "next": below, "label": shape[0], "lines_joined": joins, "whole": whole,
                "sender": name, "corpus": name, "expected_here": meant,
                "input": "\n".join([*above, line, *below]), "found_at": sum(len(each) + 1 for each in above) + start,
            }  # fmt: skip


def labelled(mirrors: Path, use: str) -> Iterator[dict[str, object]]:
    """Yield the places of all archives of one use. Warn if the text of one is not that of ``archives.toml``."""
    for archive in tomllib.loads(ARCHIVES.read_text("utf-8"))["archive"]:
        if archive["use"] != use:
            continue
        read: list[Message] = []
        size = 0
        digest = hashlib.sha256()
        for one in messages(mirrors / archive["repository"].replace("/", "+") / "repo", archive):
            digest.update(one.text.encode("utf-8", "surrogatepass"))
            size += len(one.text)
            read.append(one)
            if size > MOST_TEXT:
                break
        if digest.hexdigest() != archive.get("sha256"):
            print(f"{archive['name']}: SHA-256 of its text: {digest.hexdigest()}", file=sys.stderr)
        yield from places(archive["name"], read)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    for place in labelled(Path(sys.argv[1]), sys.argv[2]):
        print(json.dumps(place))
