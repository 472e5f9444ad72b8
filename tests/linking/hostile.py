"""Texts that try to become markup, or a link that runs a script."""

from pathlib import Path

HOSTILE = [
    line.encode("latin-1", "backslashreplace").decode("unicode_escape", "surrogatepass")
    for line in Path(__file__).with_name("hostile.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
