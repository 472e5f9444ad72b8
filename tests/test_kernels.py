"""Kernels: the compiled modules are the configured ones, and each room loads them in one way."""

import ast
import importlib.util
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import uri_extract
from uri_extract._compat._variants import Variants, compiled, constants, is_compiled, kernel_files, load

PACKAGE = Path(uri_extract.__file__).parent
PROJECT = Path(__file__).parent.parent
KERNELS = kernel_files(PACKAGE)


def load_setup():
    """Return ``setup.py`` as a module."""
    pytest.importorskip("setuptools", minversion="77")
    spec = importlib.util.spec_from_file_location("setup_of_the_project", PROJECT / "setup.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def setup_file():
    return load_setup()


#: The modules whose integers setup.py writes to .pxd files.
CONSTANTS = re.findall(
    r'"([\w.]+)"', (PROJECT / "setup.py").read_text("utf-8").partition("\nCONSTANTS = (")[2].partition("\n)")[0]
)


def test_every_file_that_imports_cython_is_a_kernel():
    importing = {path for path in PACKAGE.rglob("*.py") if "import cython\n" in path.read_text("utf-8")}
    assert importing == set(KERNELS.values())


def test_kernels_take_integers_of_other_modules_as_constants_of_c():
    """If such a module were imported as Python does it, each use of an integer would be a lookup at run time."""
    constants = {f"uri_extract.{name}" for name in CONSTANTS}
    for path in KERNELS.values():
        imported = re.findall(r"^from (\S+) import (.+)$", path.read_text("utf-8"), re.MULTILINE)
        modules = {f"{package}.{name}" for package, names in imported for name in re.findall(r"\w+", names)}
        assert not modules & constants, path


def names_imported(path, compiled):
    """Return the names that a kernel imports from others only if it is compiled, or only if it is interpreted."""
    names = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        test = ast.unparse(node.test) if isinstance(node, ast.If) else ""
        if test.removeprefix("not ") != "cython.compiled":
            continue
        branch = node.body if compiled != test.startswith("not ") else node.orelse
        imports = (each for each in branch if isinstance(each, ast.ImportFrom) and "uri_extract" in each.module)
        names.update(alias.asname or alias.name for each in imports for alias in each.names)
    return names


def test_kernels_take_what_others_declare_in_their_pxd_files_alone():
    """No name that both variants use is imported twice."""
    twice = {path: names_imported(path, True) & names_imported(path, False) for path in KERNELS.values()}
    assert not {path: names for path, names in twice.items() if names}


def declared_functions(path):
    """Return the functions that the .pxd file of a kernel declares: the class of each, or None, and its name."""
    found, owner = set(), None
    types = path.with_suffix(".pxd")
    for line in types.read_text("utf-8").splitlines() if types.exists() else ():
        if line[:1].strip():
            of_class = re.match(r"cdef class (\w+)", line)
            owner = of_class and of_class[1]
        function = re.match(r"\s*cp?def (?!class|enum|extern|struct)[^(=]*?(\w+)\(", line)
        if function:
            found.add((owner, function[1]))
    return found


def test_the_types_of_a_function_are_stated_once():
    """A function that a .pxd file declares has its types there, and no decorator repeats them."""
    twice = []
    for path in KERNELS.values():
        declared = declared_functions(path)
        module = ast.parse(path.read_text("utf-8"))
        classes = [each for each in module.body if isinstance(each, ast.ClassDef)]
        for owner, body in ((None, module.body), *((each.name, each.body) for each in classes)):
            for each in body:
                if isinstance(each, ast.FunctionDef) and (owner, each.name) in declared:
                    names = {ast.unparse(decorator).partition("(")[0] for decorator in each.decorator_list}
                    if names & {"cython.cfunc", "cython.ccall", "cython.inline", "cython.exceptval", "cython.returns"}:
                        twice.append((path.name, owner, each.name))
    assert not twice


def normalized(line):
    """Return a declaration without what says nothing: the usual value for errors, spacing, and a comment."""
    return re.sub(r" except\? -1$|(?<=[*]) | (?=[*])", "", line.partition("#")[0].strip())


def declarations_by_class(text):
    """Return what is declared, normalized, a name each: the class of each, or None, and the declaration."""
    found, owner = set(), None
    for line in text.splitlines():
        if line[:1].strip():
            of_class = re.match(r"cdef class (\w+)", line)
            owner = of_class and of_class[1]
        attributes = re.match(r"cdef ((?:unsigned )?(?:long long|\w+)\S*) ([\w, ]+)$", normalized(line))
        names = attributes[2].split(", ") if attributes else []
        found.update((owner, f"cdef {attributes[1]} {name}") for name in names)
        if not names and "cimport" not in line and re.match(r"\s*cp?def (?!class)", line):
            found.add((owner, normalized(line)))
    return found


def imported_names(line):
    """Return the names that a declaration takes from others, None if it is not such a declaration."""
    return line.partition(" cimport ")[2].strip() or None


@pytest.mark.parametrize("kernel", KERNELS)
def test_no_declaration_repeats_what_the_build_derives_from_annotations(kernel, setup_file):
    source = KERNELS[kernel].read_text("utf-8")
    types = KERNELS[kernel].with_suffix(".pxd")
    lines = types.read_text("utf-8").splitlines(keepends=True) if types.exists() else []
    taken = setup_file.taken(source).splitlines(keepends=True)
    assert not set(map(imported_names, taken)) & set(map(imported_names, lines)) - {None}
    declared = declarations_by_class("".join(lines))
    heads = "".join(re.findall(r"(?m)^cdef class .*\n", "".join(lines)))
    bare = setup_file.declarations(source, "".join(taken) + heads, setup_file.names_taken().get(kernel, ()))
    assert not declared & declarations_by_class(bare)


def test_a_kernel_takes_from_the_declarations_of_others_what_it_imports_interpreted(setup_file):
    """Constants from their module; classes and functions from the kernel that a module of its folder stands for."""
    kernel = (
        "if cython.compiled:\n    from cython.cimports.libc.string import memchr\nelse:\n"
        "    from uri_extract import limits\n    from uri_extract._compat._ascii import COLON\n"
        "    from uri_extract.rows import Rows, layout as places\n    from uri_extract.rows._bytes import find\n"
    )
    assert setup_file.taken(kernel).splitlines() == [
        "from uri_extract cimport limits",
        "from uri_extract._compat._ascii cimport COLON",
        "from uri_extract.rows._rows cimport Rows",
        "from uri_extract.rows cimport layout as places",
        "from uri_extract.rows._bytes cimport find",
    ]
    inverse = kernel.replace("if cython.compiled", "if not cython.compiled").replace("\nelse:", "\nif False:")
    assert setup_file.taken(inverse) == ""


@pytest.mark.parametrize(
    ("function", "declaration"),
    [
        (
            "def f(i: cython.Py_ssize_t, more: bytes = b'') -> cython.bint",
            "cdef bint f(Py_ssize_t i, bytes more=*) except? -1",
        ),
        (
            "def f(other: Other | None, anything: list[int]) -> cython.longlong",
            "cdef long long f(Other other, list anything) except? -1",
        ),
        ("def f(unknown: Path) -> cython.void", "cdef void f(object unknown) noexcept"),
        ("def f(i: cython.int) -> int", None),
        ("@cython.cfunc\ndef f(i: cython.int) -> cython.int", None),
        ("@cython.final\ndef f(i: cython.int) -> cython.int", "cdef int f(int i) except? -1"),
    ],
)
def test_functions_that_return_a_c_type_are_declared_as_annotated(setup_file, function, declaration):
    own = "from a cimport (\n    Other,\n)\n\n\ncdef class Kernel:\n    cdef int place\n"
    outside = setup_file.declarations(f"class Kernel:\n    pass\n\n\n{function}:\n    return g()\n", own)
    assert outside.partition("place\n")[2].strip() == (declaration or "")
    method = function.replace("(", "(self, ", 1).replace("\n", "\n    ")
    inside = setup_file.declarations(f"class Kernel:\n    {method}:\n        return g()\n", own)
    declared = inside.partition("place\n")[2].replace("@cython.final\n", "").strip()
    assert declared == (declaration or "").replace("(", "(self, ")


@pytest.mark.parametrize(
    ("assignment", "declaration"),
    [
        ("self.at = -1", "long long at"),
        ("self.at = False", "bint at"),
        ("self.at = self.other = b''", "bytes at"),
        ("self.at = given", "str at"),
        ("self.at = Other(1)", "Other at"),
        ("self.at = list(given)", "list at"),
        ("self.at = len(given)", "object at"),
        ("self.at, self.other = 0, 1", "object at"),
        ("self.at: cython.longlong = 0", "long long at"),
        ("self.at: list[int] | None = given", "list at"),
        ("self.at = 0\n        self.at: cython.int = 1", "int at"),
        ("self.other = 0", None),
    ],
)
def test_attributes_have_the_type_of_their_annotation_or_of_what_is_assigned(
    monkeypatch, setup_file, assignment, declaration
):
    own = "from a cimport (\n    Other,\n)\n"
    monkeypatch.setattr(setup_file, "attributes_seen", lambda: (set(), set()))
    kernel = f"class Kernel:\n    def __init__(self, given: str):\n        {assignment}\n"
    declared = setup_file.declarations(kernel, own)
    found = [line.strip() for line in declared.splitlines() if line.endswith(" at")]
    assert found == ([f"cdef {declaration}"] if declaration else [])
    derived = f"{kernel}\n\nclass More(Kernel):\n    def put(self):\n        self.at = ()\n"
    again = setup_file.declarations(derived, own + "cdef class Kernel:\n    cdef readonly tuple at, other\n")
    assert " at" not in again.replace("cdef readonly tuple at, other", "")


def test_python_sees_the_attributes_that_other_code_uses(monkeypatch, setup_file):
    monkeypatch.setattr(setup_file, "attributes_seen", lambda: ({"used", "set", "pointer"}, {"set"}))
    kernel = (
        "class Kernel:\n    def __init__(self, given: str):\n        self.used = self.set = given\n"
        "        self.own = 0\n        self.pointer: cython.p_uchar = given\n"
    )
    assert [line.strip() for line in setup_file.declarations(kernel, "").splitlines() if line.startswith(" ")] == [
        "cdef readonly str used",
        "cdef public str set",
        "cdef long long own",
        "cdef unsigned char * pointer",
    ]


def test_code_uses_attributes_by_their_names(setup_file):
    used, assigned = setup_file.attributes_seen()
    assert {"results", "segments", "may_wait"} <= used  # of a decoder that may have some: ``hasattr``
    assert "may_wait" in assigned
    assert "segments" not in assigned


def test_methods_that_only_their_class_calls_are_functions_of_c(setup_file):
    kernel = (
        "class Kernel:\n    def one(self, of: bytes = b''):\n        return self._two_(of)\n\n"
        "    def _two_(self, of: bytes = b'') -> bytes:\n        return self._three_ or self._four_(1)\n\n"
        "    def _three_(self):\n        pass\n\n    def _four_(self, of: int):\n        pass\n"
    )
    assert [line.strip() for line in setup_file.declarations(kernel, "").splitlines() if "(" in line] == [
        "cdef bytes _two_(self, bytes of=*)"
    ]


@pytest.mark.parametrize(
    ("statements", "is_safe"),
    [
        ("return self.size + i * 2 if text[i] == 58 and i not in (1, 2) else -1", True),
        ("while i < len(self.window):\n            i += 1\n        return min(i, self.size)", True),
        ("for k in range(i):\n            self.size = k\n        return self.other(i)", True),
        ("found: cython.p_uchar = self.window\n        return found[0]", True),
        ("if not cython.compiled:\n            return self.window.find(text)\n        return 0", True),
        ("return self.window[i]", False),
        ("return 10 // i", False),
        ("raise ValueError", False),
        ("return self.window.find(text)", False),
        ("found = i\n        return found", False),
        ("return self.raises(i)", False),
    ],
)
def test_functions_that_only_compute_with_values_of_c_raise_nothing(setup_file, statements, is_safe):
    kernel = (
        "class Kernel:\n    def __init__(self, window: bytes):\n        self.window = window\n        self.size = 0\n\n"
        f"    def f(self, text: cython.p_uchar, i: cython.int) -> cython.int:\n        {statements}\n\n"
        "    def other(self, i: cython.int) -> cython.int:\n        return i\n\n"
        "    def raises(self, i: cython.int) -> cython.int:\n        return self.window.find(b':')\n"
    )
    safe = setup_file.safe_functions(kernel, "")
    assert ("self.f" in safe) is is_safe
    assert "self.other" in safe
    assert "self.raises" not in safe


def test_methods_that_kernels_call_are_of_c_and_python_sees_them(monkeypatch, setup_file):
    monkeypatch.setattr(setup_file, "methods_of_kernels", lambda: {"_both_", "__init__"})
    monkeypatch.setattr(setup_file, "names_in_python", lambda: [({"Kernel", "_number_"}, set()), ({"_own_"}, set())])
    kernel = (
        "class Kernel:\n    def __init__(self):\n        pass\n\n    def _both_(self, final: bool = False) -> bytes:\n"
        "        pass\n\n    def _number_(self) -> cython.int:\n        return g()\n\n"
        "    def _own_(self) -> cython.int:\n        return g()\n\n    def _python_(self) -> bytes:\n        pass\n"
    )
    assert [line.strip() for line in setup_file.declarations(kernel, "").splitlines() if "(" in line] == [
        "cpdef bytes _both_(self, bint final=*)",
        "cpdef int _number_(self) except? -1",
        "cdef int _own_(self) except? -1",
    ]


def test_methods_that_no_class_overrides_are_final(monkeypatch, setup_file):
    monkeypatch.setattr(setup_file, "methods_of_classes", lambda: ({"More": {"Kernel"}}, {"More": {"_over_"}}))
    setup_file.ancestors.cache_clear()
    setup_file.descendants.cache_clear()
    kernel = "class Kernel:\n    def _over_(self) -> cython.int:\n        return g()\n\n"
    declared = setup_file.declarations(f"{kernel}    def _last_(self) -> cython.int:\n        return g()\n", "")
    setup_file.ancestors.cache_clear()
    setup_file.descendants.cache_clear()
    assert declared.rstrip().splitlines()[-3:] == [
        "    cdef int _over_(self) except? -1",
        "    @cython.final",
        "    cdef int _last_(self) except? -1",
    ]


def test_names_that_loops_count_with_are_numbers_of_c(setup_file):
    kernel = (
        'def f(k: cython.int) -> None:\n    """Count."""\n    text = b""\n    for i in range(9):\n        pass\n'
        "    for j, _ in enumerate(text):\n        pass\n    for k in range(9):\n        pass\n"
    )
    written = setup_file.with_counters(kernel).splitlines()
    assert written[2] == '    i: cython.Py_ssize_t; j: cython.Py_ssize_t; text = b""'
    assert written[:2] + written[3:] == kernel.splitlines()[:2] + kernel.splitlines()[3:]
    assert setup_file.with_counters("def f():\n    for i in range(9):\n        pass\n").splitlines()[1:3] == [
        "    i: cython.Py_ssize_t",
        "    for i in range(9):",
    ]


def test_functions_that_other_kernels_take_are_declared(setup_file):
    kernel = "def f(of: bytes) -> list[int]:\n    pass\n\n\ndef g(of: bytes) -> bytes:\n    pass\n"
    assert setup_file.declarations(kernel, "", {"f"}) == "cpdef list f(bytes of)\n"


def test_functions_of_a_kernel_that_raises_nothing_are_noexcept(setup_file):
    kernel = "\ndef f(i: cython.int) -> cython.int:\n    return g(i)\n"
    assert setup_file.declarations(kernel, "") == "cdef int f(int i) except? -1\n"
    for first in ("", "# cython: boundscheck=False\n"):
        declared = setup_file.declarations(f"{first}# No C function here raises: no.\n{kernel}", "")
        assert declared == "cdef int f(int i) noexcept\n"


def test_constants_of_compiled_kernels_have_the_values_of_the_interpreted_ones(setup_file):
    """The tree that the compiled kernels were built from has the constants of now."""
    for name, values in constants(CONSTANTS).items():
        path = PROJECT / setup_file.in_tree(setup_file.PACKAGE.joinpath(*name.split(".")).with_suffix(".pxd"))
        if path.exists():
            declared = re.findall(r"^    (\w+) = (-?\d+)$", path.read_text("ascii"), re.MULTILINE)
            assert {each: int(value) for each, value in declared} == values, path


def test_directives_are_where_cython_reads_them():
    """Cython ignores directives in a comment that follows anything but comments."""
    with_directives = {path for path in KERNELS.values() if "\n# cython:" in "\n" + path.read_text("utf-8")}
    assert with_directives == {path for path in KERNELS.values() if path.read_text("utf-8").startswith("# cython:")}


@pytest.mark.parametrize("module", KERNELS)
def test_a_kernel_says_which_variant_it_is(module):
    assert not is_compiled(load(module, False))
    assert load(module) is sys.modules[module]
    assert is_compiled(load(module)) is (compiled(module) is not None)


def test_an_interpreted_kernel_imports_interpreted_ones():
    name, imported = "uri_extract.scan._suffix", "uri_extract.scan._kernel"
    assert load(name, False).Kernel is load(imported, False).Kernel


def test_kernels_that_were_not_compiled_run_interpreted():
    assert compiled("uri_extract.limits") is None
    variants = Variants("uri_extract.limits", "MAX_BASE")
    assert list(variants) == ["interpreted"]
    assert variants.in_use == variants.like(True) == sys.modules["uri_extract.limits"].MAX_BASE
    with pytest.raises(KeyError):
        variants["compiled"]


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Load ``setup.py`` in a directory whose package has one kernel."""
    pytest.importorskip("Cython", minversion="3.2")
    module = load_setup()
    monkeypatch.setattr(module, "CONSTANTS", ())
    monkeypatch.setattr(module, "WORKERS", 0)  # translate in this process
    monkeypatch.setattr(module, "PURE", False)
    package = tmp_path / module.PACKAGE
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "_compat").mkdir()
    shutil.copy(PACKAGE / "_compat/_variants.py", package / "_compat")
    (package / "_kernel.py").write_text(
        "\nimport cython\n\n\nclass Kernel:\n    def at(self, i):\n        return self.place + i\n"
    )
    monkeypatch.chdir(tmp_path)
    # Cython remembers files by their relative names, which are the same in each test.
    from Cython import Utils
    from Cython.Build import Dependencies

    Utils.clear_function_caches()
    monkeypatch.setattr(Dependencies, "_dep_tree", None)
    return module


def test_a_kernel_whose_types_alone_changed_is_translated_again(build):
    translated, types = build.in_tree(build.PACKAGE / "_kernel.c"), build.PACKAGE / "_kernel.pxd"
    types.write_text("cdef class Kernel:\n    cdef short place\n")
    names = [each.name for each in build.kernels()]
    assert names == ["uri_extract._kernel", build.SHARED]
    build.translate(names)
    assert "  short place;\n" in translated.read_text("utf-8")
    first = translated.stat().st_mtime_ns
    build.translate(names)
    assert translated.stat().st_mtime_ns == first  # nothing changed
    types.write_text("cdef class Kernel:\n    cdef long place\n")
    os.utime(types, ns=(first + 10**9, first + 10**9))
    build.translate(names)
    assert "  long place;\n" in translated.read_text("utf-8")


def test_a_kernel_is_translated_again_if_what_it_takes_itself_changed(build):
    kernel, constants = build.PACKAGE / "_kernel.py", build.PACKAGE / "limits.pxd"
    kernel.write_text(
        kernel.read_text() + "\n\nif cython.compiled:\n    from cython.cimports.uri_extract import limits\n"
    )
    constants.write_text("cdef enum:\n    MOST = 1\n")
    names = [each.name for each in build.kernels()]
    build.translate(names)
    translated = build.in_tree(build.PACKAGE / "_kernel.c")
    later = translated.stat().st_mtime_ns + 10**9
    constants.write_text("cdef enum:\n    MOST = 2\n")
    os.utime(constants, ns=(later, later))
    build.translate(names)
    assert re.search(r"MOST = 2\b", translated.read_text("utf-8"))


def test_c_that_this_cython_made_of_the_same_sources_is_not_made_again(build, monkeypatch):
    """The declarations of Cython are new in each environment that pip builds in, and count for nothing."""
    import Cython.Build

    names = [each.name for each in build.kernels()]
    first = build.translate(names)
    translated = build.in_tree(build.PACKAGE / "_kernel.c")
    with monkeypatch.context() as context:
        context.setattr(Cython.Build, "cythonize", lambda *_, **__: pytest.fail("translated again"))
        assert {name: sources for name, (sources, _) in build.translate(names).items()} == {
            name: sources for name, (sources, _) in first.items()
        }
    of_another = translated.read_text("utf-8").replace("Cython", "Cython of old,", 1)
    translated.write_text(of_another)
    build.translate(names)
    assert translated.read_text("utf-8") != of_another


@pytest.mark.parametrize("headers", [True, False])
def test_nothing_is_translated_without_a_compiler_that_finds_the_headers(build, monkeypatch, capfd, headers):
    from setuptools.dist import Distribution

    monkeypatch.setattr(build, "translate", lambda names: pytest.fail("translated for nothing"))
    command = build.BuildKernels(Distribution({"ext_modules": build.kernels()}))
    command.parallel = 0
    command.ensure_finalized()
    if headers:
        monkeypatch.setenv("CC", "false")
    else:
        command.include_dirs = []
    command.run()
    printed = capfd.readouterr().out
    found = "no C compiler was found" if headers else "Python.h was not found"
    assert f"nothing is translated: {found}" in printed
    assert "0 of 2 compiled" in printed
