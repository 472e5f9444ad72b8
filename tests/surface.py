"""The public surface, as one text: what a release may not change without a new major version.

    python -m tests.surface > docs/surface.txt

Names are those of ``docs/api.md``. Signatures are read from the source, so that no extra is needed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from uri_extract import formats
from uri_extract.cli import flags, generate
from uri_extract.formats import table
from uri_extract.rows import schema
from uri_extract.sinks import formats as sinks

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "surface.txt"
SOURCE = ROOT / "src"


def surface() -> str:
    """Return the text."""
    api = (ROOT / "docs" / "api.md").read_text("utf-8")
    names = re.findall(r"^::: (\S+)$", api, re.M)
    parts = {
        "Names, with their parameters": [line for name in names for line in described(name)],
        f"Fields of records, version {schema.VERSION}": [
            f"{field.name}: {field.type}{' or null' if field.nullable else ''}"
            for field in (*schema.FIELDS, *schema.CONTEXT_FIELDS)
        ],
        "Fields of problems": [f"{field.name}: {field.type}" for field in schema.PROBLEM_FIELDS],
        "Kinds of problems": list(generate.PROBLEMS),
        "Flags": [" ".join([", ".join(flag.all_names), flag.shown_value]).rstrip() for flag in flags.flags()],
        "Exit status": [f"{number}: {meaning}" for number, meaning in flags.STATUS],
        "Environment variables": [name for name, _ in flags.ENVIRONMENT],
        "Output formats, and the suffixes that select them": [
            " ".join((name, *each.suffixes)) for name, each in sinks.TABLE.items()
        ],
        "Compressions of output": [each.suffix for each in sinks.COMPRESSIONS],
        "Media types": [*sorted(table.SCANNERS), "multipart/*", "*/*+xml", "*/*+json"],
    }
    assert formats.scanned("image/svg+xml")
    assert formats.scanned("application/x+json")
    head = "# The public surface: what docs/promised.md promises. `python -m tests.surface` prints it."
    return "\n".join([head, *(line for title, lines in parts.items() for line in ("", f"== {title}", *lines)), ""])


def described(dotted: str) -> Iterator[str]:
    """Yield the name with its parameters; of a class, also its public methods and attributes."""
    module, _, name = dotted.rpartition(".")
    module, node = definition(module, name)
    if not isinstance(node, ast.ClassDef):
        yield dotted + (parameters(node) if isinstance(node, ast.FunctionDef) else "")
        return
    bases = ", ".join(ast.unparse(each) for each in node.bases)
    yield f"{dotted}({bases})" if bases else dotted
    yield from (f"    .{each}{rest}" for each, rest in members(node))
    own = {each for each, _ in members(node)}
    for each, rest in inherited(module, node):
        told = re.search(rf"[`.]{each}\b", ast.get_docstring(node) or "")
        if each not in own and (told or each in schema.COLUMNS):  # all else that is inherited is not promised
            yield f"    .{each}{rest}"


def inherited(module: str, node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the members of the bases of a class, and of their bases."""
    for base in node.bases:
        home, found = definition(module, ast.unparse(base))
        if isinstance(found, ast.ClassDef):
            yield from members(found)
            yield from inherited(home, found)


def members(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the names of the public methods and attributes of a class, with the parameters of methods."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and (each.name[0] != "_" or each.name == "__init__"):
            marks = {ast.unparse(mark).rpartition(".")[2] for mark in each.decorator_list}
            if not {"setter", "overload"} & marks:
                yield each.name, "" if "property" in marks else parameters(each)
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.target.id[0] != "_":
            yield each.target.id, ""


def parameters(function: ast.FunctionDef) -> str:
    """Return the parameters of a function, without their types, and without ``self``."""
    given = function.args
    for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
        if each:
            each.annotation = None
    for positional in (given.posonlyargs, given.args):
        if positional and positional[0].arg in ("self", "cls"):
            del positional[0]
            break
    return f"({ast.unparse(given)})"


def definition(module: str, name: str) -> tuple[str, ast.stmt | None]:
    """Return the module that defines a name and the statement, found from a module that has the name."""
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            if not any(ast.unparse(mark) == "overload" for mark in node.decorator_list):
                return module, node
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("uri_extract"):
            for each in node.names:
                if (each.asname or each.name) == name:
                    return definition(node.module, each.name)
    return module, None


@cache
def parsed(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    path = SOURCE / module.replace(".", "/")
    return ast.parse((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8"))


if __name__ == "__main__":
    print(surface(), end="")
