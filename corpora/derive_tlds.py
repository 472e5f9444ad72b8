"""Write `src/uri_extract/uri/tlds.py`: the top-level domains, from the Public Suffix List.

The package `publicsuffixlist` contains a copy of the list. Run this after an update of that package: `python
corpora/derive_tlds.py`. The list's ICANN section has every delegated top-level domain, as a rule or as the last label
of a rule (`*.ck`).
"""

import re
import textwrap
from importlib.resources import files
from pathlib import Path

TARGET = Path(__file__).parent.parent / "src/uri_extract/uri/tlds.py"


def top_level_domains(text):
    """Return the last labels of the rules in the ICANN section, in lower case."""
    section = text.partition("===BEGIN ICANN DOMAINS===")[2].partition("===END ICANN DOMAINS===")[0]
    rules = [line.split()[0] for line in section.splitlines() if line.strip() and not line.startswith("//")]
    return {rule.lstrip("!").rpartition(".")[2].lower() for rule in rules}


def main():
    text = (files("publicsuffixlist") / "public_suffix_list.dat").read_text("utf-8")
    date = re.search(r"VERSION: (\d{4}-\d\d-\d\d)", text)[1]
    labels = top_level_domains(text)
    plain = " ".join(sorted(label for label in labels if label.isascii()))
    beyond = " ".join(sorted(label for label in labels if not label.isascii()))
    module = TARGET.read_text("utf-8")
    for name, value in (("_ASCII", plain), ("_BEYOND", beyond)):
        lines = textwrap.wrap(value, 112 if value.isascii() else 50, break_on_hyphens=False)
        quoted = "\n".join(f'    "{line} "' for line in lines)
        module = re.sub(rf"(?s)\n{name}: Final = \(\n.*?\n\)\n", f"\n{name}: Final = (\n{quoted}\n)\n", module)
    module = re.sub(r"version of \d{4}-\d\d-\d\d", f"version of {date}", module)
    TARGET.write_text(module, "utf-8")
    print(f"{len(labels)} top-level domains, version of {date}")


if __name__ == "__main__":
    main()
