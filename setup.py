"""Compile the kernels, and make the manual page and the completions; the rest is in pyproject.toml.

A kernel is an ordinary Python file that also runs as it is. It is compiled under its own name, and Python imports what
is compiled first. Where there is no compiler (or no Cython) the install succeeds without.

``URI_EXTRACT_PURE=1`` in the environment compiles nothing: with it ``pip wheel .`` makes the wheel for any machine.
"""

from __future__ import annotations

import ast
import gzip
import importlib.util
import json
import os
import re
import runpy
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Collection
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError

PACKAGE = Path("src/uri_extract")
# What Cython reads: the kernels, and the declarations of all modules. It reads those of a kernel beside the kernel,
# where in the package only those that are written by hand are.
TREE = Path("build/kernels")
PURE = os.environ.get("URI_EXTRACT_PURE", "0") not in ("", "0")
WORKERS = os.cpu_count() or 1

# What Cython would else write into each of them, and the compiler read each time. Cython makes the source of it.
SHARED = "uri_extract._cyutility"

# Nobody debugs C that was generated: without what that takes, compiling is faster and files are a tenth as large.
# Of what GCC does at -O2, these passes are those that kernels get faster by; the others take as long again, on C that
# mostly handles errors. Other compilers are given the level alone.
LEVEL = ["-g0", "-O2"]
GCC = [
    *("-g0", "-O1", "-fexpensive-optimizations", "-finline-functions", "-finline-small-functions"),
    *("-foptimize-sibling-calls", "-freorder-blocks-and-partition", "-fstrict-aliasing", "-ftree-loop-vectorize"),
    *("-ftree-switch-conversion", "-ftree-vrp"),
]

# Modules whose integers are constants of C in kernels: each has a .pxd file in the tree that Cython reads.
CONSTANTS = (
    *("_compat._ascii", "decode.marks", "formats.calendar.properties", "formats.lightweight.byte_classes"),
    *("formats.office.vocabulary", "limits", "mail.digest", "mail.fields", "mail.parts", "markup.html.elements"),
    *("markup.html.glances", "markup.html.names", "markup.html.script_words", "markup.html.states", "markup.rows"),
    *("markup.xml.names", "rows.layout", "scan.classes", "scan.rows", "scan.wrap_signs", "uri.characters"),
    *("uri.host_characters", "uri.schemes", "uri.signs"),
)

# The C types of annotations, as declarations spell them.
C_TYPES = {
    "Py_ssize_t": "Py_ssize_t",
    "bint": "bint",
    "int": "int",
    "longlong": "long long",
    "int[::1]": "int[::1]",
    "longlong[::1]": "long long[::1]",
    "p_const_uchar": "const unsigned char *",
    "p_longlong": "long long *",
    "p_uchar": "unsigned char *",
    "pointer[cython.Py_ssize_t]": "Py_ssize_t *",
    "uchar": "unsigned char",
    "uint": "unsigned int",
    "ulonglong": "unsigned long long",
    "void": "void",
}

# The comment above a kernel whose functions of C raise nothing: their callers need not ask.
RAISES_NOTHING = "# No C function here raises"

# A decorator that declares a function by itself.
DECLARING = re.compile(r"cython\.(?:cfunc|ccall|exceptval|inline|returns)\b")

# The types of Python that declarations name; what is of no class that they know is an object.
PYTHON_TYPES = {"bytearray", "bytes", "dict", "frozenset", "list", "set", "str", "tuple"}

# The types of attributes that are first set to a literal.
LITERAL_TYPES = {bool: "bint", bytes: "bytes", int: "long long", str: "str"}

# No kernel is pickled but by a __reduce__ of its own. What Cython would add to pickle each class is a sixth of the C.
DIRECTIVES = {"auto_pickle": False}

# A statement by which a .pxd file or a kernel takes declarations from a .pxd file: the module, and the names.
CIMPORT = re.compile(
    r"^ *from (?:cython\.cimports\.(?=.* import)|(?=.* cimport))(uri_extract[\w.]*) c?import ([^(\n]+|\([^)]*\))",
    re.MULTILINE,
)

# A class in declarations, with what it has; and an attribute, without its comment.
CLASS = re.compile(r"^cdef class (\w+).*\n(?:(?: .*)?\n)*", re.MULTILINE)
ATTRIBUTES = re.compile(r"^ +cdef ([^(#\n]*?) *(?:#.*)?$", re.MULTILINE)

CIMPORTED = re.compile(r"^from .* cimport (?:\([^)]*\)|.*)\n", re.MULTILINE)

# What the wheel has beside the package, below the prefix that it is installed to, and what makes it.
SHARE = {
    "share/man/man1/uri-extract.1": "man",
    "share/bash-completion/completions/uri-extract": "bash",
    "share/zsh/site-functions/_uri-extract": "zsh",
    "share/fish/vendor_completions.d/uri-extract.fish": "fish",
}


# What --version says if kernels were not compiled: pip does not show what is printed here.
NOTE = "not_compiled.txt"
REMEDY = (
    "install gcc and python3-dev (Debian, Ubuntu), gcc and python3-devel (Fedora), the command line tools of Xcode "
    "(macOS) or the Build Tools for Visual Studio (Windows), then uri-extract again"
)


class BuildShare(build_py):  # type: ignore[misc]
    """Make the manual page and the completions too, which the command prints. Note why no kernel is built."""

    def run(self) -> None:
        """Build the package, and what goes beside it."""
        super().run()
        for name, what in SHARE.items():
            path = Path("build", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(output_of("-m", "uri_extract", "--generate", what))
        if not kernels():
            why = "it was built with URI_EXTRACT_PURE=1" if PURE else "Cython was not installed, which compiles them"
            package = PACKAGE if self.editable_mode else Path(self.build_lib, PACKAGE.name)
            package.joinpath(NOTE).write_text(f"{why}\n")


class BuildKernels(build_ext):  # type: ignore[misc]
    """Translate the kernels to C and compile them; say what is compiled, and what it means if that fails."""

    def run(self) -> None:
        """Compile the kernels, in parallel."""
        began = time.monotonic()
        names = [each.name for each in self.extensions]
        self.obstacle = ""
        super().run()
        missing = [name for name in names if not Path(self.get_ext_fullpath(name)).exists()]
        done = f"{len(names) - len(missing)} of {len(names)} compiled in {time.monotonic() - began:.0f} s"
        print(f"uri-extract: {done}", flush=True)
        note = Path(self.get_ext_fullpath(SHARED)).with_name(NOTE)
        note.unlink(missing_ok=True)
        if missing:
            for name in names:  # kernels take types of C from each other
                Path(self.get_ext_fullpath(name)).unlink(missing_ok=True)
            print("uri-extract: kernels run interpreted: slower, with the same output", flush=True)
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(f"{self.obstacle or 'these did not compile: ' + ', '.join(missing)}\n")

    def build_extensions(self) -> None:
        """Translate and compile with the flags that this compiler takes, if it compiles anything at all."""
        if not self.compiles("#include <Python.h>\n"):  # translating takes as long as compiling
            found = "Python.h was not found" if self.compiles("int found;\n") else "no C compiler was found"
            self.obstacle = f"{found}; {REMEDY}"
            print(f"uri-extract: nothing is translated: {found}", flush=True)
            self.extensions: list[Any] = []
            return
        translated = translate([each.name for each in self.extensions])
        for extension in self.extensions:
            extension.sources, extension.depends = translated[extension.name]
            if self.compiler.compiler_type == "unix":
                extension.extra_compile_args = GCC if is_gcc(self.compiler.compiler_so) else LEVEL
        print(f"uri-extract: compiling {len(self.extensions)} modules with {WORKERS} processes", flush=True)
        super().build_extensions()

    def compiles(self, text: str) -> bool:
        """Return whether there is a compiler that compiles a program in C."""
        with tempfile.TemporaryDirectory() as scratch:
            program = Path(scratch, "program.c")
            program.write_text(text)
            try:
                self.compiler.compile([str(program)], output_dir=scratch)
            except (CompileError, OSError):
                return False
        return True


class Wheel(bdist_wheel):  # type: ignore[misc]
    """Give files the same mode whatever the umask is, so that a second build has the same bytes; add the SBOM."""

    def write_wheelfile(self, wheelfile_base: str, *arguments: Any) -> None:
        """Write the last of the files that the archive is made of, and set the modes of all."""
        super().write_wheelfile(wheelfile_base, *arguments)
        sbom = Path(wheelfile_base, "sboms", "uri-extract.cdx.json")
        sbom.parent.mkdir(exist_ok=True)
        sbom.write_text(bill_of_materials(self.distribution.get_version(), self.root_is_pure), "utf-8")
        for path in Path(self.bdist_dir).rglob("*"):
            if path.is_file():
                path.chmod(0o755 if path.suffix == ".so" else 0o644)


def bill_of_materials(version: str, pure: bool) -> str:
    """Return the software bill of materials (PEP 770, CycloneDX): what is in the wheel and was not written for it."""
    kernels = []
    if not pure:
        from Cython import __version__ as cython

        purl = f"pkg:pypi/cython@{cython}"
        about = "The support code of Cython is in each compiled kernel."
        kernel = {"type": "library", "name": "Cython", "version": cython, "purl": purl, "bom-ref": purl}
        kernels.append({**kernel, "description": about, "licenses": [{"license": {"id": "Apache-2.0"}}]})
    purl = f"pkg:pypi/uri-extract@{version}"
    package: dict[str, Any] = {
        "type": "library",
        "name": "uri-extract",
        "version": version,
        "purl": purl,
        "bom-ref": purl,
    }
    package["licenses"] = [{"license": {"id": "MIT"}}]
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": package}}
    needs = [{"ref": purl, "dependsOn": [each["bom-ref"] for each in kernels]}]
    return json.dumps({**head, "components": kernels, "dependencies": needs}, indent=2) + "\n"


class SourceDistribution(sdist):  # type: ignore[misc]
    """Give files the time in ``SOURCE_DATE_EPOCH`` if it is set, and modes and owners that are always the same."""

    def make_archive(self, base_name: str, format: str, base_dir: str | None = None, **more: Any) -> str:
        """Make the archive; return its name."""
        epoch = os.environ.get("SOURCE_DATE_EPOCH")
        if epoch is None or format != "gztar" or base_dir is None:
            made: str = super().make_archive(base_name, format, base_dir=base_dir, **more)
            return made

        def same(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = int(epoch), 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            return entry

        name = f"{base_name}.tar.gz"
        with (
            open(name, "wb") as file,
            gzip.GzipFile("", "wb", 9, file, int(epoch)) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            archive.add(base_dir, filter=same)
        return name


def output_of(*arguments: str) -> bytes:
    """Return what Python prints if it imports from this tree: nothing is compiled yet, no dependency installed."""
    environment = {**os.environ, "PYTHONPATH": "src", "PYTHONDONTWRITEBYTECODE": "1", "URI_EXTRACT_PURE": "1"}
    return subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, check=True).stdout


def write(path: Path, text: str) -> None:
    """Write a file of the tree that Cython reads, if it changed."""
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def in_tree(path: Path) -> Path:
    """Return the file of the tree that Cython reads, for a file of the package."""
    return TREE / path.relative_to(PACKAGE.parent)


def write_tree() -> None:
    """Write what Cython reads: constants, kernels with all their declarations, and other declarations."""
    code = (
        "import json, sys; from uri_extract._compat._variants import constants; "
        "json.dump(constants(sys.argv[1:]), sys.stdout)"
    )
    done = {path.with_suffix(".pxd") for path in names_of_kernels()}
    for module, values in json.loads(output_of("-c", code, *CONSTANTS)).items():
        path = PACKAGE.joinpath(*module.split(".")).with_suffix(".pxd")
        done.add(path)
        lines = (f"    {name} = {value}\n" for name, value in values.items())
        write(in_tree(path), f"cdef enum:\n{''.join(lines)}")
    for source in names_of_kernels():
        text = source.read_text("utf-8")
        write(in_tree(source), with_counters(text))
        wanted = names_taken().get(".".join(source.with_suffix("").parts[1:]), ())
        write(in_tree(source).with_suffix(".pxd"), declarations(text, own_declarations(source), wanted))
    for own in set(PACKAGE.rglob("*.pxd")) - done:
        write(in_tree(own), own.read_text("utf-8"))
    for folder in {PACKAGE, *(each.parent for each in names_of_kernels())}:
        for each in (folder, *folder.parents):
            if each.is_relative_to(PACKAGE):
                write(in_tree(each) / "__init__.py", "")


def counters(function: ast.FunctionDef) -> list[str]:
    """Return the names that loops of a function count with, by ``range`` or ``enumerate``."""
    found = []
    for node in ast.walk(function):
        if isinstance(node, ast.For) and re.match(r"(enumerate|range)\(", ast.unparse(node.iter)):
            target = node.target.elts[0] if isinstance(node.target, ast.Tuple) else node.target
            found.append(ast.unparse(target))
    return found


def with_counters(kernel: str) -> str:
    """Return a kernel in which the names that loops count with are numbers of C, unless their type is stated.

    They are declared in the line of the first statement if it is a simple one, so that most lines keep their numbers.
    """
    lines = kernel.splitlines(keepends=True)
    for function in ast.walk(ast.parse(kernel)):
        if isinstance(function, ast.FunctionDef):
            stated = {one.arg for one in function.args.args}
            stated |= {ast.unparse(one.target) for one in ast.walk(function) if isinstance(one, ast.AnnAssign)}
            if names := sorted(set(counters(function)) - stated):
                first = function.body[ast.get_docstring(function) is not None]
                end = "\n" + " " * first.col_offset if hasattr(first, "body") else "; "
                at, before = first.lineno - 1, " " * first.col_offset
                declared = "".join(f"{name}: cython.Py_ssize_t{end}" for name in names)
                lines[at] = before + declared + lines[at].removeprefix(before)
    return "".join(lines)


def own_declarations(source: Path) -> str:
    """Return what the .pxd file of a kernel says, after what the kernel takes from others."""
    own = source.with_suffix(".pxd")
    return taken(source.read_text("utf-8")) + (own.read_text("utf-8") if own.exists() else "")


def taken(kernel: str) -> str:
    """Return what a kernel takes from the declarations of others: what it imports if it is interpreted."""
    lines = []
    for test in ast.parse(kernel).body:
        if isinstance(test, ast.If) and ast.unparse(test.test) in ("cython.compiled", "not cython.compiled"):
            for each in test.orelse if isinstance(test.test, ast.Attribute) else test.body:
                if isinstance(each, ast.ImportFrom) and each.module and each.module.startswith(PACKAGE.name):
                    module = each.module
                    names = [(origin_of(module, name.name), ast.unparse(name)) for name in each.names]
                    lines += [f"from {origin} cimport {name}\n" for origin, name in names]
    return "".join(lines)


def origin_of(module: str, name: str) -> str:
    """Return what declares a name of a module: itself if it is no kernel but has declarations, else a kernel.

    A module that chooses the variant of a kernel is in the same folder as the kernel, which defines the name.
    """
    if module.removeprefix("uri_extract.") in CONSTANTS or f"{module}.{name}".removeprefix("uri_extract.") in CONSTANTS:
        return module
    path = Path("src", *module.split("."))
    if path.with_suffix(".pxd").exists() and path.with_suffix(".py") not in names_of_kernels():
        return module
    room = path if path.is_dir() else path.parent
    defining = [each for each, names in names_of_kernels().items() if each.parent == room and name in names]
    return ".".join(min(defining, key=lambda each: each.stem != path.name).with_suffix("").parts[1:])


@cache
def names_of_kernels() -> dict[Path, set[str]]:
    """Return the classes and functions that each kernel defines."""
    files = [Path(path) for path in sources_of_kernels().values() if path.endswith(".py")]
    return {path: set(re.findall(r"^(?:class|def) (\w+)", path.read_text("utf-8"), re.MULTILINE)) for path in files}


def declarations(kernel: str, own: str, wanted: Collection[str] = ()) -> str:
    """Return the declarations of a kernel: ``own``, and what its classes and annotations say.

    Each class is one of C, with an attribute for each name that its methods set on ``self``; the attribute has the type
    of its annotation, or of what it is first set to, or is any object. Python sees those that :func:`attributes_seen`
    names. :func:`keyword_of` says which functions are of C; so are those in ``wanted``, which other kernels take. What
    has a declaration, or a decorator that declares it, needs no other.

    The value -1, or -2 of a function that returns -1, tells callers to ask for an error: if no value is declared, they
    always ask.
    """
    body = ast.parse(kernel).body
    classes = {each.name: each for each in body if isinstance(each, ast.ClassDef)}
    cimports = CIMPORTED.findall(own)
    elsewhere = cimported(own)
    known = classes.keys() | elsewhere.keys() | PYTHON_TYPES
    says_so = re.match(rf"(?:#.*\n)?{RAISES_NOTHING}", kernel) is not None
    safe = frozenset() if says_so else safe_functions(kernel, own)
    blocks = {each[1]: each[0] for each in CLASS.finditer(own)}
    used, assigned = attributes_seen()

    def type_of(annotation: ast.expr | None) -> str:
        text = ast.unparse(annotation).strip("'").removesuffix(" | None") if annotation else ""
        if text.startswith("cython."):
            return C_TYPES[text.removeprefix("cython.")]
        name = text.partition("[")[0]
        return name if name in known else "object"

    def parameter_type(annotation: ast.expr | None) -> str:
        """Return the type of a parameter: to Cython, a list of strings is not the same as any list."""
        text = ast.unparse(annotation) if annotation else ""
        container = re.fullmatch(r"(?:dict|list|set)\[(?:bytes|str)(?:, (?:bytes|str))?\]", text)
        return container[0] if container else "bint" if text == "bool" else type_of(annotation)

    def functions(body: list[ast.stmt], declared: str, owner: str) -> str:
        lines = []
        indent = "    " * bool(owner)
        for each in body:
            if not isinstance(each, ast.FunctionDef) or re.search(rf"\b{each.name}\(", declared):
                continue
            returned = type_of(each.returns)
            is_c = returned in C_TYPES.values()
            types = [parameter_type(one.annotation) for one in each.args.args]
            keyword = keyword_of(each, kernel, owner, is_c) or "cpdef" * (not owner and each.name in wanted)
            if not keyword or any(DECLARING.match(ast.unparse(on)) for on in each.decorator_list):
                continue
            if keyword == "cpdef" and any(one[-1] == "*" for one in types):
                keyword = "cdef"  # no value of Python is a pointer
            first_optional = len(each.args.args) - len(each.args.defaults)
            parameters = [
                f"{kind} {one.arg}" + "=*" * (at >= first_optional)
                for at, (kind, one) in enumerate(zip(types, each.args.args, strict=True))
            ]
            if owner:
                parameters[0] = "self"
            errors = " except? -1" if is_c and not returned.endswith("*") else ""
            if re.search(r"return (?:.* )?-1$", ast.unparse(each), re.MULTILINE):
                errors = errors.replace("-1", "-2")
            if is_c and (returned == "void" or says_so or "self." * bool(owner) + each.name in safe):
                errors = " noexcept"
            if owner and keyword == "cdef" and not classes_with(each.name, ancestors(owner) | descendants(owner)):
                lines.append(f"{indent}@cython.final\n")
            lines.append(f"{indent}{keyword} {returned} {each.name}({', '.join(parameters)}){errors}\n")
        return "".join(lines)

    def inherited(name: str) -> tuple[str, set[str]]:
        """Return the declarations of a class and of those it derives from, and the attributes of the latter."""
        lines = blocks.get(name, "")
        attributes: set[str] = set()
        for base in map(ast.unparse, classes[name].bases):
            if base in classes:
                more, names = inherited(base)
                lines, attributes = lines + more, attributes | names | attributes_set(classes[base]).keys()
            elif base in elsewhere:
                attributes |= attributes_elsewhere(*elsewhere[base])
        return lines, attributes

    def value_type(value: ast.expr | None, parameters: dict[str, ast.expr | None]) -> str:
        """Return the type of what an attribute is first set to."""
        if isinstance(value, ast.Name):
            return type_of(parameters.get(value.id))
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in known:
            return value.func.id
        if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
            value = value.operand
        return LITERAL_TYPES.get(type(getattr(value, "value", None)), "object")

    def class_of_c(each: ast.ClassDef) -> str:
        declared, attributes = inherited(each.name)
        attributes |= {name for line in ATTRIBUTES.findall(declared) for name in re.findall(r"\w+(?=,|$)", line)}
        lines = blocks.get(each.name, "").partition("\n")[2]
        for name, (annotation, value, parameters) in attributes_set(each).items():
            if name not in attributes:
                kind = type_of(annotation) if annotation else value_type(value, parameters)
                seen = "" if kind[-1] in "*]" else "public " * (name in assigned) or "readonly " * (name in used)
                lines += f"    cdef {seen}{kind} {name}\n"
        lines = lines.rstrip() + "\n" + functions(each.body, declared, each.name)
        return f"{class_head(each)}:\n{lines if lines.strip() else '    pass'}\n"

    rest = CLASS.sub("", own)
    for line in cimports:
        rest = rest.replace(line, "")
    made = "".join(
        [*cimports, *(f"{class_head(each)}\n" for each in classes.values()), *map(class_of_c, classes.values()), rest]
    )
    return "cimport cython\n" * ("@cython" in made) + made + functions(body, rest, "")


@cache
def names_taken() -> dict[str, set[str]]:
    """Return the names that kernels take from the declarations of others, by the module."""
    found: dict[str, set[str]] = {}
    for path in names_of_kernels():
        for module, name in cimported(taken(path.read_text("utf-8"))).values():
            found.setdefault(module, set()).add(name)
    return found


@cache
def attributes_seen() -> tuple[set[str], set[str]]:
    """Return the attributes that code of the package uses, and those that it sets; in kernels but those of ``self``."""
    used: set[str] = set()
    assigned: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        attribute = r"(?<!\bself)\.(\w+)" if path in names_of_kernels() else r"\.(\w+)"
        text = path.read_text("utf-8")
        used.update(re.findall(attribute, text), re.findall(r"(?:get|has)attr\([^\n]+\"(\w+)\"", text))
        assigned.update(re.findall(rf"{attribute}(?=(?:: [^=\n]+|(?:, [\w.]+)+)? (?:[-+*/|&]|//|<<|>>)?= )", text))
    return used, assigned


@cache
def attributes_of_others() -> set[str]:
    """Return the attributes that kernels use of anything but ``self``, and each word of modules of Python."""
    kernels = names_of_kernels()
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        found.update(re.findall(r"(?<!\bself)\.(\w+)" if path in kernels else r"\w+", text))
    return found


@cache
def methods_of_classes() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return the bases and the methods of all classes by name: two classes of one name count as one."""
    bases: dict[str, set[str]] = {}
    methods: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        aliases = {alias: name for name, alias in re.findall(r"\b(\w+) as (\w+)", text)}
        for each in ast.walk(ast.parse(text)):
            if isinstance(each, ast.ClassDef):
                named = map(ast.unparse, each.bases)
                bases.setdefault(each.name, set()).update(aliases.get(base, base) for base in named)
                names = (one.name for one in each.body if isinstance(one, ast.FunctionDef))
                methods.setdefault(each.name, set()).update(names)
    return bases, methods


@cache
def ancestors(name: str) -> set[str]:
    """Return the names of the classes that a class derives from."""
    found: set[str] = set()
    more = {name}
    while more := set().union(*(methods_of_classes()[0].get(each, ()) for each in more)) - found:
        found |= more
    return found


@cache
def descendants(name: str) -> set[str]:
    """Return the names of the classes that derive from a class."""
    return {each for each in methods_of_classes()[0] if name in ancestors(each)}


def classes_with(method: str, classes: Collection[str]) -> set[str]:
    """Return those of these classes that have a method."""
    return {each for each in classes if method in methods_of_classes()[1].get(each, ())}


@cache
def safe_functions_of(module: str) -> set[str]:
    """Return the functions that a module with declarations has and that raise nothing."""
    path = Path("src", *module.split(".")).with_suffix(".py")
    if path in names_of_kernels():
        return safe_functions(path.read_text("utf-8"), own_declarations(path))
    own = path.with_suffix(".pxd")
    return safe_functions("", own.read_text("utf-8")) if own.exists() else set()


def safe_functions(kernel: str, own: str) -> set[str]:
    """Return the functions of a kernel that raise nothing, as their text shows; the name of a method follows ``self.``.

    They only compute with values of C and call such functions, none of which code in Python overrides.
    """
    module = ast.parse(kernel)
    classes = {each.name for each in module.body if isinstance(each, ast.ClassDef)}
    safe = {"abs", "len", "max", "min"}
    for name in re.findall(r"\b(\w+)\([^()]*\) noexcept\b", own):
        safe |= {name, f"self.{name}"}
    values: dict[str, str] = {}
    for alias, (origin, name) in cimported(own).items():
        if {origin, f"{origin}.{name}"} & {f"{PACKAGE.name}.{each}" for each in CONSTANTS}:
            values[alias] = "int"
        elif name.islower() and name in safe_functions_of(origin):
            safe.add(alias)
    blocks = {each[1]: each[0] for each in CLASS.finditer(own)}
    attributes: dict[str, set[str]] = {}
    candidates: dict[str, list[ast.FunctionDef]] = {}
    for each in ast.walk(module):
        functions: list[ast.stmt] = []
        if isinstance(each, ast.ImportFrom) and str(each.module).startswith("cython.cimports.libc"):
            safe.update(name.asname or name.name for name in each.names)
        elif isinstance(each, ast.Assign) and (
            kind := re.match(r"cython\.declare\((cython\.\S+),", ast.unparse(each.value))
        ):
            values[ast.unparse(each.targets[0])] = kind[1]
        elif isinstance(each, ast.ClassDef):
            functions = [
                one
                for one in each.body
                if isinstance(one, ast.FunctionDef) and classes_with(one.name, descendants(each.name)) <= classes
            ]
            kinds = {}
            for name, (annotation, value, parameters) in attributes_set(each).items():
                annotation = annotation or (parameters.get(value.id) if isinstance(value, ast.Name) else None)
                is_number = not annotation and isinstance(getattr(value, "value", None), int)
                kinds[name] = "cython.int" if is_number else ast.unparse(annotation) if annotation else ""
            for declared in ATTRIBUTES.findall(blocks.get(each.name, "")):
                of_number = re.match(
                    r"(?:public |readonly )?(?:unsigned )?(?:bint|char|int|long|Py_ssize_t)\b", declared
                )
                kind_of = "cython.p" if re.search("[]*]", declared) else "cython.int" * bool(of_number)
                kinds.update(dict.fromkeys(re.findall(r"\w+(?=,|$)", declared), kind_of))
            for name, kind_of in kinds.items():
                attributes.setdefault(f"self.{name}", set()).add(kind_of)
        elif isinstance(each, ast.Module):
            functions = each.body
        for one in functions:
            if isinstance(one, ast.FunctionDef) and ast.unparse(one.returns or ast.Constant(0)).startswith("cython."):
                candidates.setdefault("self." * isinstance(each, ast.ClassDef) + one.name, []).append(one)
    values |= {
        name: min(kinds) for name, kinds in attributes.items() if all(kind.startswith("cython.") for kind in kinds)
    }
    while True:
        now = safe | candidates.keys()
        wrong = {
            name for name, found in candidates.items() if not all(raises_nothing(one, values, now) for one in found)
        }
        if not wrong:
            return now
        candidates = {name: found for name, found in candidates.items() if name not in wrong}


def raises_nothing(function: ast.FunctionDef, known: dict[str, str], safe: Collection[str]) -> bool:
    """Return whether a function only computes with values of C, of which it knows some, and calls only what is safe."""
    values = dict(known)
    for node in ast.walk(function):
        if isinstance(node, (ast.AnnAssign, ast.arg)) and (
            kind := ast.unparse(node.annotation or ast.Constant(0))
        ).startswith("cython."):
            values[node.arg if isinstance(node, ast.arg) else ast.unparse(node.target)] = kind

    values |= dict.fromkeys(set(counters(function)) - values.keys(), "cython.Py_ssize_t")

    def is_pointer(node: ast.expr) -> bool:
        return re.search(r"\bp(?:ointer)?(?:_|\b)|\]$", values.get(ast.unparse(node), "")) is not None

    def of_c(node: ast.expr) -> bool:
        match node:
            case ast.Constant():
                return isinstance(node.value, int)
            case ast.Name() | ast.Attribute():
                return ast.unparse(node) in values or values.get(ast.unparse(node).partition(".")[0]) == "int"
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
                return of_c(node.left) and isinstance(node.right, ast.Constant)
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Constant() | ast.Tuple() as among]):
                return of_c(node.left) and all(map(of_c, getattr(among, "elts", ())))
            case ast.Subscript():
                return is_pointer(node.value) and of_c(node.slice)
            case ast.Call():
                named = (ast.Name, ast.Attribute, ast.Constant)
                return ast.unparse(node.func) in safe and all(of_c(one) or isinstance(one, named) for one in node.args)
            case ast.BinOp(op=ast.Div() | ast.Pow() | ast.MatMult()):
                return False
            case ast.BinOp() | ast.BoolOp() | ast.Compare() | ast.IfExp() | ast.NamedExpr() | ast.UnaryOp():
                return all(of_c(one) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))
        return False

    def is_safe(node: ast.stmt) -> bool:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Break() | ast.Continue():
                return True
            case ast.Expr() | ast.Return():
                return node.value is None or of_c(node.value)
            case ast.If(test=ast.Attribute(attr="compiled")):
                return all(map(is_safe, node.body))
            case ast.If(test=ast.UnaryOp(operand=ast.Attribute(attr="compiled"))):
                return all(map(is_safe, node.orelse))
            case ast.If() | ast.While():
                return of_c(node.test) and all(map(is_safe, [*node.body, *node.orelse]))
            case ast.For(iter=ast.Call(func=ast.Name(id="range"), args=limits)):
                return all(map(of_c, [node.target, *limits])) and all(map(is_safe, [*node.body, *node.orelse]))
            case ast.Assign():
                return all(map(of_c, [*node.targets, node.value]))
            case ast.AugAssign():
                return of_c(node.target) and of_c(ast.BinOp(node.target, node.op, node.value))
            case ast.AnnAssign():
                to_pointer = is_pointer(node.target) and isinstance(node.value, (ast.Name, ast.Attribute))
                return of_c(node.target) and (node.value is None or of_c(node.value) or to_pointer)
        return False

    return all(map(is_safe, function.body))


@cache
def names_in_python() -> list[tuple[set[str], set[str]]]:
    """Return the names in each module of Python: all of them, and those that it imports from kernels."""
    found = []
    for path in set(PACKAGE.rglob("*.py")) - names_of_kernels().keys():
        names: set[str] = set()
        imported: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                of_kernel = re.search(r"\._\w+$", str(node.module)) is not None
                (imported if of_kernel else names).update(each.name for each in node.names)
            names.update(
                getattr(node, name) for name in ("attr", "id", "name") if isinstance(getattr(node, name, 0), str)
            )
        if "interpreted" not in names:  # it takes interpreted kernels
            found.append((names | imported, imported))
    return found


def is_seen(owner: str, name: str) -> bool:
    """Return whether Python may call a function of a kernel, or a method of a class that the same module names."""
    declaring = {owner, *classes_with(name, ancestors(owner))}
    owners = declaring.union(*map(descendants, declaring))
    return any(name in names and owners & names if owner else name in imported for names, imported in names_in_python())


@cache
def methods_of_kernels() -> set[str]:
    """Return the names of methods that kernels call."""
    return set().union(*(re.findall(r"\.(\w+)\(", path.read_text("utf-8")) for path in names_of_kernels()))


def keyword_of(function: ast.FunctionDef, kernel: str, owner: str, is_c: bool) -> str:
    """Return what declares a function of a kernel: ``cpdef`` if Python calls it as well, "" if it is none of C.

    It is one of C if its annotation says that it returns a C type, if nothing but the kernel, or the class, that has it
    calls it, or if it is a method that kernels call. A function of a kernel is private to it, too, if its name says so.
    To Cython, a parameter that is a number of Python has no type that a declaration can name.
    """
    name = function.name
    if is_c:
        is_final = any(ast.unparse(each) == "cython.final" for each in function.decorator_list)
        return "cpdef" if is_seen(owner, name) and not is_final else "cdef"
    plain = not (function.decorator_list or function.args.vararg or function.args.kwonlyargs or function.args.kwarg)
    yields = any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(function))
    types = [ast.unparse(each.annotation) for each in function.args.args if each.annotation]
    numbers = re.search(r"(?<![.\w])(?:float|int)\b|\btuple\[", " ".join(types)) or (
        function.returns and ast.unparse(function.returns) in ("float", "int")
    )
    if yields or numbers or not plain or name.startswith("__"):
        return ""
    prefix = "self." * bool(owner)
    uses = re.findall(rf"(?<![\w.]){prefix}{name}\b(\(?)", kernel.replace(f"def {name}(", ""))
    private = name not in attributes_of_others() if owner else name[0] == "_"
    if private and uses and all(uses):
        return "cdef"
    called = "(" in uses and name[0] != "_" and f"    def {name}(" not in kernel
    return "cpdef" if (name in methods_of_kernels() if owner else called) else ""


def cimported(own: str) -> dict[str, tuple[str, str]]:
    """Return the module and the name of what declarations take from others, by the name that it has in them."""
    found = {}
    for line in CIMPORTED.findall(own):
        module, names = line.removeprefix("from ").split(" cimport ")
        found.update({alias or name: (module, name) for name, alias in re.findall(r"(\w+)(?: as (\w+))?", names)})
    return found


def class_head(each: ast.ClassDef) -> str:
    """Return the beginning of the declaration of a class."""
    return f"cdef class {each.name}" + f"({', '.join(map(ast.unparse, each.bases))})" * bool(each.bases)


def attributes_set(each: ast.ClassDef) -> dict[str, tuple[Any, Any, dict[str, Any]]]:
    """Return the attributes that the methods of a class set: the annotation, what it is first set to, and parameters.

    Without an annotation, what each is first set to has its type; if that is a parameter, then the parameter has.
    """
    functions = [one for one in each.body if isinstance(one, ast.FunctionDef)]
    found: dict[str, tuple[Any, Any, dict[str, Any]]] = {}
    for function in functions:
        parameters = {one.arg: one.annotation for one in function.args.args}
        for node in sorted(ast.walk(function), key=lambda node: getattr(node, "lineno", 0)):
            annotation: ast.expr | None = None
            value: ast.expr | None = None
            targets: list[ast.expr] = []
            if isinstance(node, ast.AnnAssign):
                annotation, value, targets = node.annotation, node.value, [node.target]
            elif isinstance(node, ast.Assign):
                value, targets = node.value, node.targets
            for target in targets:
                for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(one, ast.Attribute) and ast.unparse(one.value) == "self":
                        before = found.get(one.attr)
                        if before is None or (annotation and not before[0]):
                            found[one.attr] = annotation, value if one is target else None, parameters
    return {name: values for name, values in found.items() if name not in {one.name for one in functions}}


@cache
def attributes_elsewhere(module: str, name: str) -> set[str]:
    """Return the attributes of a class of another kernel, and of the classes that it derives from."""
    source = Path("src", *module.split(".")).with_suffix(".py")
    text, own = source.read_text("utf-8"), own_declarations(source)
    each = next(one for one in ast.parse(text).body if isinstance(one, ast.ClassDef) and one.name == name)
    block = next((found[0] for found in CLASS.finditer(own) if found[1] == name), "")
    names = {one for line in ATTRIBUTES.findall(block) for one in re.findall(r"\w+(?=,|$)", line)}
    return (
        names
        | attributes_set(each).keys()
        | set().union(
            *(attributes_elsewhere(*cimported(own).get(base, (module, base))) for base in map(ast.unparse, each.bases))
        )
    )


def is_gcc(command: list[str]) -> bool:
    """Return whether a compiler is GCC: Clang calls itself gcc on macOS."""
    try:
        return (
            "Free Software Foundation"
            in subprocess.run([command[0], "--version"], capture_output=True, text=True, check=False).stdout
        )
    except OSError:
        return False


def declarations_of(path: Path, known: dict[Path, set[Path]]) -> set[Path]:
    """Return a file and the .pxd files that it takes declarations from, directly or not; remember them in ``known``."""
    if path not in known:
        known[path] = found = {path}
        for module, names in CIMPORT.findall(path.read_text("utf-8")):
            directory = TREE.joinpath(*module.split("."))
            taken = [directory.with_suffix(".pxd"), *(directory / f"{name}.pxd" for name in re.findall(r"\w+", names))]
            for each in filter(Path.exists, taken):
                found |= declarations_of(each, known)
    return known[path]


def current_c(path: Path, known: dict[Path, set[Path]]) -> Path | None:
    """Return the C that this Cython made of a kernel; None, and no such file, unless all that it is made of is older.

    Cython would also compare its own declarations, which are as new as the environment that pip builds in, and so
    translate nearly all kernels again.
    """
    from Cython import __version__ as version

    made = path.with_suffix(".c")
    used = {Path(__file__)} | declarations_of(path, known) | declarations_of(path.with_suffix(".pxd"), known)
    if made.exists() and made.stat().st_mtime > max(each.stat().st_mtime for each in used):
        with made.open("rb") as file:
            if file.readline() == f"/* Generated by Cython {version} */\n".encode():
                return made
    made.unlink(missing_ok=True)
    return None


def kernels() -> list[Any]:
    """Return the extensions, by the Python files that they are made of; none if not wanted, or Cython is missing."""
    if PURE or importlib.util.find_spec("Cython") is None:
        return []
    return [Extension(name, [source], optional=True) for name, source in sources_of_kernels().items()]


def sources_of_kernels() -> dict[str, str]:
    """Return the source of each extension, by its name."""
    files = runpy.run_path(str(PACKAGE / "_compat/_variants.py"))["kernel_files"](PACKAGE)
    sources = {name: path.as_posix() for name, path in files.items()}
    return {**sources, SHARED: f"src/{SHARED.replace('.', '/')}.c"}


def translate(names: list[str]) -> dict[str, tuple[list[str], list[str]]]:
    """Translate kernels to C, those that changed; return the C files and what they depend on, by name."""
    from Cython.Build import cythonize

    write_tree()
    sources = {name: in_tree(Path(path)) for name, path in sources_of_kernels().items()}
    known: dict[Path, set[Path]] = {}
    made = {name: c for name in names if name != SHARED and (c := current_c(sources[name], known))}
    shared = sources[SHARED]
    if len(made) == len(names) - 1 and shared.exists():
        made[SHARED] = shared
    names = [name for name in names if name not in made]
    if not names:
        return {name: ([c.as_posix()], []) for name, c in made.items()}
    print(f"uri-extract: translating {len(names)} modules to C", flush=True)
    extensions = cythonize(
        [Extension(name, [sources[name].as_posix()]) for name in names],
        compiler_directives=DIRECTIVES,
        include_path=[TREE.as_posix()],
        language_level=3,
        nthreads=WORKERS,
        quiet=True,
        shared_utility_qualified_name=SHARED,
    )
    translated = {each.name: (each.sources, each.depends) for each in extensions}
    return translated | {name: ([c.as_posix()], []) for name, c in made.items()}


if __name__ == "__main__":  # processes that translate may import this file again
    setup(
        ext_modules=kernels(),
        cmdclass={"bdist_wheel": Wheel, "build_ext": BuildKernels, "build_py": BuildShare, "sdist": SourceDistribution},
        data_files=[(str(PurePosixPath(name).parent), [f"build/{name}"]) for name in SHARE],
        options={"build_ext": {"parallel": WORKERS}},
    )
