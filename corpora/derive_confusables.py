"""Write `src/uri_extract/uri/confusables.py`: characters that look like ASCII, from Unicode's `confusables.txt`.

The file is at https://www.unicode.org/Public/security/latest/confusables.txt. Run this with a new version of it:
`python corpora/derive_confusables.py confusables.txt`.

The table has only characters that a host can contain: those that UTS #46 does not map. Their ASCII lookalikes are in
lower case, because hosts are compared in lower case.
"""

import re
import sys
import textwrap
import unicodedata
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).parent.parent / "src/uri_extract/uri/confusables.py"
# A letter of Turkish and other languages: a word with it does not imitate a word without it.
LEFT_OUT = "\u0131"


def rows(text):
    """Yield the sources and prototypes of the table (UTS #39 §4)."""
    for line in text.splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) > 1:
            yield tuple("".join(chr(int(code, 16)) for code in field.split()) for field in fields[:2])


def is_letter_of_host(character):
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", character).casefold())
    return not character.isascii() and unicodedata.category(character)[0] == "L" and folded == character


def main(path):
    text = Path(path).read_text("utf-8-sig")
    lookalikes = defaultdict(str)
    for source, prototype in rows(text):
        if len(prototype) > 1 and "LATIN" in unicodedata.name(source, ""):
            continue  # "æ" and similar ligatures are letters in their own right
        if is_letter_of_host(source) and source not in LEFT_OUT and re.fullmatch("[A-Za-z0-9]+", prototype):
            lookalikes[prototype.lower()] += source
    value = " ".join(f"{name}:{''.join(sorted(lookalikes[name]))}" for name in sorted(lookalikes))
    quoted = "\n".join(f'    "{line} "' for line in textwrap.wrap(value, 90))
    module = TARGET.read_text("utf-8")
    module = re.sub(r"(?s)\n_TABLE: Final = \(.*?\n\)", f"\n_TABLE: Final = (\n{quoted}\n)", module)
    version = re.search(r"# Version: ([0-9.]+)", text)[1]
    date = re.search(r"# Date: (\d{4}-\d\d-\d\d)", text)[1]
    module = re.sub(r"version [0-9.]+ of \d{4}-\d\d-\d\d", f"version {version} of {date}", module)
    TARGET.write_text(module, "utf-8")
    print(f"{sum(map(len, lookalikes.values()))} letters, version {version} of {date}")


if __name__ == "__main__":
    main(*sys.argv[1:])
