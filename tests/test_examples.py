"""Every public name has a docstring with an example, and the examples have the documented results."""

import ast
import doctest
import inspect
import pkgutil
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import uri_extract
import uri_extract.engines
import uri_extract.linking
import uri_extract.uri

PACKAGE = Path(uri_extract.__file__).parent
PUBLIC = (uri_extract, uri_extract.uri, uri_extract.linking)
NAMES = {f"{module.__name__}.{name}": getattr(module, name) for module in PUBLIC for name in module.__all__}
DOCUMENTED = {name: thing for name, thing in NAMES.items() if type(thing) is not str}
MODULES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if ">>> " in path.read_text("utf-8") and (path.name == "__init__.py" or not path.name.startswith("_"))
)
# Other names in the documentation: modules, and the names in them.
ROOT = Path(__file__).parent.parent
NAMED = {
    name
    for path in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    for name in re.findall(r"\buri_extract(?:\.[a-z_]+)+", path.read_text("utf-8"))
}
# Their examples need a session, and run with the other tests of those engines.
CLUSTERS = {"uri_extract.engines.ray", "uri_extract.engines.spark"}
NEEDS = {
    "uri_extract.engines.duckdb": "duckdb",
    "uri_extract.engines.pandas": "pandas",
    "uri_extract.engines.polars": "polars",
    "uri_extract.engines.scrapy": "scrapy",
    "uri_extract.linking.markdown_it": "markdown_it",
    "uri_extract.tables": "pyarrow",
    "uri_extract.tables.run": "pyarrow",
    "uri_extract.engines": "pyarrow",
}
EVERYWHERE = {name: getattr(uri_extract, name) for name in uri_extract.__all__ if name != "__version__"}


@pytest.mark.parametrize("name", sorted(DOCUMENTED))
def test_every_public_name_has_an_example_that_is_true(name):
    pytest.importorskip(NEEDS.get(name, "uri_extract"))
    module = import_module(name.rpartition(".")[0])
    names = EVERYWHERE | {each: getattr(module, each) for each in module.__all__}
    text = inspect.cleandoc(DOCUMENTED[name].__doc__)
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    assert test.examples
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed


@pytest.mark.parametrize("name", [name for name in MODULES if name not in CLUSTERS])
def test_examples_of_a_module_are_true(name):
    pytest.importorskip(NEEDS.get(name, "uri_extract"))
    module = import_module(name)
    assert not doctest.testmod(module, globs=EVERYWHERE | vars(module), optionflags=doctest.ELLIPSIS).failed


def modules_of_documentation():
    """Yield the modules that the documentation names, or that define a name in it; of engines, all modules."""
    for name in NAMED:
        while not any((PACKAGE.parent / name.replace(".", "/")).with_suffix(end).exists() for end in ("", ".py")):
            name = name.rpartition(".")[0]
        yield name
    yield from (each.name for each in pkgutil.iter_modules(uri_extract.engines.__path__, "uri_extract.engines."))


@pytest.mark.parametrize("name", sorted({*modules_of_documentation()} - {"uri_extract.engines.spark_source"}))
def test_every_function_and_class_of_a_documented_module_has_an_example(name):
    tree = ast.parse(Path(find_spec(name).origin).read_text("utf-8"))
    public = [
        node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    assert not [node.name for node in public if ">>> " not in (ast.get_docstring(node) or "")]
