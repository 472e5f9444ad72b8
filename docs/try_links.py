"""A hook of MkDocs: examples that give a text to the command get a link to the page on which it can be changed."""

import ast
import posixpath
import re
import shlex
import urllib.parse

EXAMPLE = re.compile(
    r"^```console\n\$ (echo|printf) ('[^'\n]*'|\"[^\"\n]*\") \| uri-extract\b([^|\n>]*)\n(?:.*\n)*?```\n", re.MULTILINE
)
#: Options that choose what is found; those of outputs mean nothing on the page, which also explains in any case.
OPTIONS = {"--suffix", "--mail-addresses", "--refang", "--unwrap", "--explain", "--media-type", "--base"}


def address(example: re.Match[str], page: str) -> str | None:
    """Return the address of the page with the example's text and options, or None if it has others."""
    program, word, options = example.groups()
    (text,) = shlex.split(word)
    words = shlex.split(options)
    if not OPTIONS.issuperset(each for each in words if each.startswith("-")):
        return None
    if program == "printf":
        text = ast.literal_eval(f"'''{text}'''").replace("%%", "%")
    fields = {"text": text, "options": shlex.join(each for each in words if each != "--explain")}
    query = urllib.parse.urlencode(
        {name: value for name, value in fields.items() if value}, quote_via=urllib.parse.quote
    )
    return f"{posixpath.relpath('try.html', posixpath.dirname(page) or '.')}#{query}"


def on_page_markdown(markdown: str, *, page, **_) -> str:
    """Add the links."""

    def linked(example: re.Match[str]) -> str:
        found = address(example, page.file.src_uri)
        return example[0] if found is None else f"{example[0]}\n[Try it]({found})\n"

    return EXAMPLE.sub(linked, markdown)
