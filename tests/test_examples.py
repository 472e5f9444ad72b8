"""Every public name has a docstring with an example, and what examples show is what happens."""

import doctest
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import uri_extract
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
NEEDS = {
    "uri_extract.batches": "pyarrow",
    "uri_extract.engines.pandas": "pandas",
    "uri_extract.engines.polars": "polars",
    "uri_extract.iter_batches": "pyarrow",
    "uri_extract.linking.markdown_it": "markdown_it",
    "uri_extract.pandas": "pandas",
    "uri_extract.tables": "pyarrow",
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


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module_are_true(name):
    pytest.importorskip(NEEDS.get(name, "uri_extract"))
    module = import_module(name)
    assert not doctest.testmod(module, globs=EVERYWHERE | vars(module), optionflags=doctest.ELLIPSIS).failed
