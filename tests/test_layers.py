"""The rooms: each imports only from earlier ones, no modules import each other, and importing is cheap."""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import uri_extract
from uri_extract import errors

PACKAGE = Path(uri_extract.__file__).parent
ROOMS = [
    "errors limits _version _compat",
    "processes uri",
    "scan",
    "rows",
    "place",
    "decode",
    "text",
    "markup",
    "formats mail",
    "sources",
    "pipeline",
    "linking",
    "sinks",
    "tables splits",
    "engines",
    "jobs",
    "cli",
]
PLACE = {name: place for place, names in enumerate(ROOMS) for name in names.split()}
DOORS = {"__init__", "__main__"}  # these modules of the package may import from every room
# Errors that the command reports as messages, or rooms as problems; callers of the library never get them.
INTERNAL = {
    "CheckpointError", "Exhausted", "InvalidConfiguration", "InvalidTemplate", "InvalidValue", "NotDocument",
    "Unreadable",
}  # fmt: skip
LOADING = ("import_module", "interpreted", "load", "compiled")
MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path) for path in MODULES}


def imported(path):
    """Yield the modules of this package that a module imports, also in functions, with the line of each import."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: relative"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(LOADING):
            names = [str(each.value) for each in node.args[:1] if isinstance(each, ast.Constant)]
        else:
            continue
        for name in names:
            name = name.removeprefix("cython.cimports.")
            if name == "uri_extract" or name.startswith("uri_extract."):
                yield name, node.lineno


def test_every_module_has_its_room():
    rooms = {name_of(path).split(".")[1] for path in MODULES if path.parent != PACKAGE}
    rooms |= {path.stem for path in PACKAGE.glob("*.py")} - DOORS
    assert rooms == set(PLACE)


def test_the_table_of_rooms_in_the_architecture_has_each_and_in_their_order():
    text = (Path(__file__).parent.parent / "ARCHITECTURE.md").read_text("utf-8")
    table = text.partition("\n## The rooms\n")[2].partition("\n## ")[0]
    listed = re.findall(r"`(\w+)/?`", " ".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)))
    assert sorted(listed) == sorted(PLACE.keys() - {"_version"})
    for row in ROOMS:
        for name in row.split():
            after = listed[listed.index(name) + 1 :] if name in listed else []
            assert not [each for each in after if PLACE[each] < PLACE[name]], name


def test_files_that_the_architecture_names_exist():
    """A path in a code span is a file of the package, or of the project; the recipes name at least one each."""
    root = Path(__file__).parent.parent
    text = (root / "ARCHITECTURE.md").read_text("utf-8")
    recipes = text.partition("\n## How to add …\n")[2].partition("\n## ")[0].split("\n**")[1:]
    assert len(recipes) > 9
    assert all(re.search(r"`[\w/]+(?:[.]\w+|/)`", recipe) for recipe in recipes)
    named = set(re.findall(r"`([\w/]+/\w+[.](?:py|pxd|toml|md|txt))`", text))
    assert len(named) > 50
    assert not {each for each in named if not any((top / each).exists() for top in (root, PACKAGE))}


def test_the_architecture_can_be_read_in_one_sitting():
    assert (Path(__file__).parent.parent / "ARCHITECTURE.md").stat().st_size <= 25_000


@pytest.mark.parametrize(
    "path", [path for path in MODULES if path.parent != PACKAGE or path.stem not in DOORS], ids=name_of
)
def test_a_room_imports_from_those_before_it(path):
    room = name_of(path).split(".")[1]
    for name, line in imported(path):
        parts = [*name.split("."), ""]
        if parts[1] == room:
            continue
        assert PLACE.get(parts[1], 99) <= PLACE[room], f"{path}:{line}: {room} imports {name}"
        if room == "scan" and parts[1] == "uri":
            assert parts[2] in ("schemes", "tlds", "_kernel", "ipv6"), (
                f"{path}:{line}: scan needs of uri tables and addresses"
            )


def imported_at_run_time(node):
    """Yield the modules of this package that a node imports, also in functions, but not for type checkers only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for each in child.orelse:
                yield from imported_at_run_time(ast.Module([each], []))
        elif isinstance(child, ast.ImportFrom):
            names = [f"{child.module}.{alias.name}" for alias in child.names]
            yield from (name if name in NAMES else str(child.module) for name in names)
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        else:
            yield from imported_at_run_time(child)


def test_modules_do_not_import_each_other():
    imports = {name_of(path): {*imported_at_run_time(ast.parse(path.read_text("utf-8")))} & NAMES for path in MODULES}
    TopologicalSorter(imports).prepare()  # raises CycleError


def modules_after(statement):
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; {statement}; print(*sys.modules)"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return set(done.stdout.split())


HEAVY = {
    "bs4",
    "dataclasses",
    "inspect",
    "json",
    "argparse",
    "asyncio",
    "email",
    "html",
    "urllib.parse",
    "http",
}
HEAVY |= {"socket", "ssl", "subprocess", "tempfile", "multiprocessing", "concurrent.futures", "unicodedata", "idna"}


def test_coming_in_costs_little():
    assert not modules_after("import uri_extract") & HEAVY


def test_finding_and_resolving_costs_little():
    statement = "import uri_extract; [each.target for each in uri_extract.extract_text('http://a.example/./x')]"
    assert not modules_after(statement) & HEAVY


@pytest.mark.parametrize("page", ["<a href=x>y &amp; http://a.example/</a>", "<p style=color:red><img src=y.png>"])
def test_reading_a_small_page_of_html_compiles_no_pattern(page):
    statement = f"import uri_extract; list(uri_extract.extract({page.encode()!r}, media_type='text/html'))"
    after = modules_after(statement)
    assert not after & {"re", "html", "html.entities"}


@pytest.mark.parametrize("room", [name for name in PLACE if name not in ("_cython",)])
def test_each_room_can_be_entered_first(room):
    assert f"uri_extract.{room}" in modules_after(f"import uri_extract.{room}")


def test_the_public_names_are_there():
    for name in uri_extract.__all__:
        assert getattr(uri_extract, name) is not None
    assert callable(uri_extract.hazards)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        uri_extract.nonsense  # noqa: B018


def test_every_error_that_the_library_raises_is_exported():
    defined = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert defined <= set(uri_extract.__all__)


def test_errors_of_other_modules_stay_inside():
    for module in walk_packages(uri_extract.__path__, "uri_extract."):
        if not module.name.endswith(("__main__", "_cyutility")):
            import_module(module.name)
    own = {each.__name__ for each in below(errors.UriExtractError) if each.__module__.startswith("uri_extract.")}
    assert own - set(vars(errors)) == INTERNAL


def below(kind):
    for each in kind.__subclasses__():
        yield each
        yield from below(each)
