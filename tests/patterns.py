"""Every regular expression of the source: where it is compiled or used, and how.

Calls are found by reading the source, so none is missing. A process that imports every module and calls the functions
that compile on first use records what each call compiles, so patterns that are assembled at run time are recorded too.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import uri_extract

SOURCE = Path(uri_extract.__file__).parent
USES = ("match", "search", "fullmatch", "sub", "subn", "split", "finditer", "findall", "scanner")

# Calls the functions that compile a pattern when they are first called.
_EXERCISE = """
def module(name):
    return importlib.import_module("uri_extract." + name)

grammars, diagnose = module("uri.patterns"), module("uri.diagnose")
for grammar in grammars.ALPHABETS:
    grammars.compiled(grammar)
    for characters in grammars.ALPHABETS[grammar].values():
        diagnose._run_pattern(characters)
for edition in ("rfc2396", "url-syntax-09"):
    grammars.server_parts("a.example", edition)
for shape in module("uri.schemes")._REST:
    module("uri.schemes").rest_of(shape)
module("uri.hazards").hazards("a:b")
module("uri.text_hazards")._host_in_browsers()
module("uri.patterns").harmless()
module("uri.iri")._patterns()
module("formats.unread")._signature()
for rows in module("formats.table").BY_FIRST_BYTE.values():
    for row in rows:
        module("formats.recognition")._written_out(row[4])
for name in module("formats.containers").CONTAINERS:
    module("sources.kinds")._later(name)
    module("sources.codecs")._beginning(name)
module("sources.kinds").signature()
module("formats.containers").beginning()
module("cli.terminal")._unsafe()
diagnose._no_scheme("1", "rfc3986")
next(diagnose._ip_literal_faults("[v1.]", 0, 5), None)
module("uri.grammar").pattern("URI")
module("sources.directories")._pattern("*.txt")
module("decode.refang")._own((("[punkt]", "."),))
module("sinks.text")._whole("a")
module("uri._kernel").decode_to_bytes("%41")
module("text._readings")._undivided_word()
module("mail.msg.mime").header("A: b", ())
module("markup.html.charset")._declaration(b"<?xml encoding='a b'?>", True)
module("uri.surt").surt("http://a.example/")
module("uri.tracking").without_tracking("http://a.example/?b")
module("uri.unwrap").unwrap("https://www.google.com/url?q=http%3A%2F%2Fa.example%2F%")
module("uri.url_parser").parse("http://a.example:80/")
module("uri.url_parser").parse("http://1.2.3.4/")
module("formats.lightweight.restructuredtext")._outside(4)
module("decode.character_references").decoded(b"&amp;")
module("decode.character_references").decode(b"&amp;\\r\\n&lt;")
"""


@dataclass(frozen=True)
class Call:
    """A call of `re`; ``name`` is the module and the assigned variable, or the calling function."""

    name: str
    method: str
    file: str
    place: tuple[int, ...]  # first and last line, first and last column


@dataclass(frozen=True)
class Pattern:
    """A pattern that a call compiles or uses."""

    name: str
    method: str
    source: str | bytes
    flags: int

    def compiled(self) -> re.Pattern[str] | re.Pattern[bytes]:
        return re.compile(self.source, self.flags)  # type: ignore[call-overload,no-any-return]


@cache
def modules() -> dict[str, ast.Module]:
    """Return the source's modules by name, without the name of the package."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text("utf-8"), str(path))
    del found["_compat._re"]  # its calls are those of the modules that use it
    return found


def _path(module: str) -> str:
    path = SOURCE.joinpath(*module.split("."))
    return str(path / "__init__.py" if path.is_dir() else path.with_suffix(".py"))


@cache
def calls() -> tuple[Call, ...]:
    """Return every call of `re`, in the order of the source."""
    found: list[Call] = []
    for module, tree in modules().items():
        _visit(tree, module, "", module, found)
    names: dict[str, int] = {}
    numbered = []
    for call in found:
        names[call.name] = names.get(call.name, 0) + 1
        number = names[call.name]
        numbered.append(replace(call, name=call.name if number == 1 else f"{call.name}#{number}"))
    return tuple(numbered)


def _visit(node: ast.AST, module: str, scope: str, name: str, found: list[Call]) -> None:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        scope = f"{scope}.{node.name}" if scope else node.name
        name = f"{module}:{scope}"
    elif isinstance(node, ast.Assign | ast.AnnAssign) and not scope:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        name = f"{module}:{target.id}" if isinstance(target, ast.Name) else name
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in ("compile", *USES)
    ):
        place = (node.lineno, node.end_lineno or 0, node.col_offset, node.end_col_offset or 0)
        found.append(Call(name, node.func.attr, _path(module), place))
    for child in ast.iter_child_nodes(node):
        _visit(child, module, scope, name, found)


_RECORD = """
import importlib, json, pkgutil, re, sys, types
import uri_extract._compat._re as lazy

records = []

def wrap(module, method):
    original = getattr(module, method)
    def wrapper(pattern, *rest, **named):
        frame = sys._getframe(1)
        place = list(frame.f_code.co_positions())[frame.f_lasti // 2]
        flags = named.get("flags", rest[0] if method == "compile" and rest else 0)
        is_bytes = isinstance(pattern, bytes)
        text = pattern.decode("latin-1") if is_bytes else pattern
        records.append((frame.f_code.co_filename, place, method, text, is_bytes, int(flags)))
        return original(pattern, *rest, **named)
    setattr(module, method, wrapper)

for module in (re, lazy):
    for method in sys.argv[1].split():
        if hasattr(module, method):
            wrap(module, method)
import uri_extract
for info in pkgutil.walk_packages(uri_extract.__path__, "uri_extract."):
    if not info.name.endswith(("__main__", "_cyutility")):
        importlib.import_module(info.name)
"""


@cache
def patterns() -> tuple[Pattern, ...]:
    """Return the patterns that each call compiles or uses; a call may have several."""
    methods = " ".join(("compile", *USES))
    program = _RECORD + _EXERCISE + "\nprint(json.dumps(records))"
    run = subprocess.run(
        [sys.executable, "-c", program, methods],
        env={**os.environ, "URI_EXTRACT_PURE": "1"}, stdout=subprocess.PIPE, check=True, text=True,
    )  # fmt: skip
    names = {(call.file, call.place): call.name for call in calls()}
    found: dict[Pattern, None] = {}
    for file, place, method, text, is_bytes, flags in json.loads(run.stdout):
        name = names.get((file, tuple(place)))
        if name is not None:
            found[Pattern(name, method, text.encode("latin-1") if is_bytes else text, flags)] = None
    return tuple(found)
