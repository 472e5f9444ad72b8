"""Classes of ``_typing.NamedTuple`` behave like those of ``typing``; its other names have the meaning of ``typing``."""

from __future__ import annotations

import ast
import copy
import importlib.util
import inspect
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
import typing

import pytest

import uri_extract
from uri_extract._compat import _typing

_ROOT = pathlib.Path(__file__).parent.parent
_BODY = '''
    """A place."""

    name: str
    line: int = 1
    origin: Place | None = None
    rest: tuple[object, ...] = ()

    @property
    def after(self):
        return self.line + 1

    def widened(self):
        return len(self) + 1
'''


def _made(module: object, body: str = _BODY) -> typing.Any:
    source = f"from __future__ import annotations\nclass Place(NamedTuple):{body}\nclass Below(Place):\n    extra = 1"
    names = {"NamedTuple": module.NamedTuple, "__name__": __name__}  # type: ignore[attr-defined]
    exec(compile(source, "place", "exec", dont_inherit=True), names)
    return names


_OURS, _THEIRS = _made(_typing), _made(typing)
Place = _OURS["Place"]  # pickle finds the class under this name

_SAID: dict[str, typing.Callable[[typing.Any], object]] = {
    "fields": lambda kind: kind._fields,
    "defaults": lambda kind: kind._field_defaults,
    "name": lambda kind: (kind.__name__, kind.__qualname__, kind.__module__),
    "doc": lambda kind: kind.__doc__,
    "slots": lambda kind: kind.__slots__,
    "match": lambda kind: kind.__match_args__,
    "repr": lambda kind: repr(kind("a", 2)),
    "named": lambda kind: tuple(kind(line=3, name="a")),
    "equal": lambda kind: kind("a") == ("a", 1, None, ()) and hash(kind("a")) == hash(("a", 1, None, ())),
    "attributes": lambda kind: (kind("a", 4).name, kind("a", 4).line, kind("a").origin, kind("a", 4).after),
    "methods": lambda kind: kind("a").widened(),
    "replace": lambda kind: repr(kind("a", 4)._replace(name="b")),
    "dict": lambda kind: list(kind("a", 4)._asdict().items()),
    "make": lambda kind: repr(kind._make(iter(("a", 4, None, ())))),
    "copy": lambda kind: repr(copy.deepcopy(kind("a", 4, kind("b")))),
    "arguments of pickle": lambda kind: kind("a").__getnewargs__(),
    "no dict": lambda kind: hasattr(kind("a"), "__dict__"),
    "immutable": lambda kind: _error(setattr, kind("a"), "name", "b"),
    "too few": lambda kind: _error(kind),
    "too many": lambda kind: _error(kind, 1, 2, 3, 4, 5),
    "unknown": lambda kind: _error(kind, "a", colour=1),
    "make of too few": lambda kind: _error(kind._make, ("a",)),
    "replace unknown": lambda kind: _error(kind("a")._replace, colour=1),
    "missing attribute": lambda kind: _error(getattr, kind("a"), "colour"),
}


def _error(function: typing.Any, *values: object, **named: object) -> object:
    with pytest.raises((TypeError, ValueError, AttributeError)) as caught:
        function(*values, **named)
    return caught.type


@pytest.mark.parametrize("what", _SAID)
def test_named_tuples_are_like_those_of_typing(what: str) -> None:
    assert _SAID[what](_OURS["Place"]) == _SAID[what](_THEIRS["Place"])


@pytest.mark.parametrize("what", sorted(_SAID.keys() - {"slots", "no dict", "immutable"}))
def test_classes_of_named_tuples_are_like_those_of_typing(what: str) -> None:
    assert _SAID[what](_OURS["Below"]) == _SAID[what](_THEIRS["Below"])


def test_fields_have_the_docs_of_those_of_typing() -> None:
    for field in _THEIRS["Place"]._fields:
        assert vars(_OURS["Place"])[field].__doc__ == vars(_THEIRS["Place"])[field].__doc__


def test_named_tuples_without_a_doc_have_that_of_typing() -> None:
    ours, theirs = (_made(module, "\n    name: str\n    line: int = 1")["Place"] for module in (_typing, typing))
    assert ours.__doc__ == theirs.__doc__ == "Place(name, line)"


@pytest.mark.parametrize("is_called", [False, True])
def test_named_tuples_have_the_signatures_of_those_of_typing(is_called: bool) -> None:
    ours, theirs = _made(_typing), _made(typing)
    for name in ("Place", "Below"):
        if is_called:
            ours[name]("a")
        signature, expected = inspect.signature(ours[name]), inspect.signature(theirs[name])
        assert [(each.name, each.default, each.kind) for each in signature.parameters.values()] == [
            (each.name, each.default, each.kind) for each in expected.parameters.values()
        ]


def test_hints_of_named_tuples_are_those_of_typing() -> None:
    (ours, mine), (theirs, other) = ((names["Place"], names) for names in (_OURS, _THEIRS))
    hints, expected = typing.get_type_hints(ours, mine), typing.get_type_hints(theirs, other)
    assert hints.pop("origin") == ours | None
    assert expected.pop("origin") == theirs | None
    assert hints == expected == {"name": str, "line": int, "rest": tuple[object, ...]}
    assert list(inspect.get_annotations(ours)) == list(inspect.get_annotations(theirs))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_named_tuples_are_pickled(protocol: int) -> None:
    place = Place("a", 4, Place("b"))
    again = pickle.loads(pickle.dumps(place, protocol))
    assert again == place
    assert type(again) is type(again.origin) is Place


def test_named_tuples_are_pickled_before_the_first_is_made() -> None:
    kind = _made(_typing)["Place"]
    assert kind.__new__(kind, "a") == ("a", 1, None, ())
    assert copy.copy(kind("a")) == kind("a")


def test_hints_of_public_classes_can_be_evaluated() -> None:
    assert typing.get_type_hints(uri_extract.Selection) == {
        "hidden": bool, "globs": tuple[str, ...], "max_depth": int | None, "follow": bool, "vcs": bool,
    }  # fmt: skip
    assert typing.get_type_hints(uri_extract.Problem) == {
        "document": str | None, "offset": int, "kind": str, "message": str,
    }  # fmt: skip


def test_modules_with_named_tuples_do_not_evaluate_annotations() -> None:
    package = pathlib.Path(uri_extract.__file__).parent
    for path in package.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "NamedTuple" in source:
            imports = [node.module for node in ast.parse(source).body if isinstance(node, ast.ImportFrom)]
            assert "__future__" in imports, path


def test_any_value_is_an_instance_of_the_substitute_of_any() -> None:
    assert _typing.Any is object
    assert _typing.cast("int", "a") == "a"


@pytest.mark.long
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_examples_of_the_documentation_have_the_right_types(checker: str, tmp_path: pathlib.Path) -> None:
    pytest.importorskip(checker)
    for page in (_ROOT / "README.md", *(_ROOT / "docs").rglob("*.md")):
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        (tmp_path / f"example_{page.stem.replace('-', '_')}.py").write_text("\n".join(blocks), encoding="utf-8")
    options = {
        "mypy": [
            "--strict", "--no-incremental",
            "--disable-error-code=import-untyped", "--disable-error-code=import-not-found",
        ],
        "pyright": ["--pythonpath", sys.executable],
    }  # fmt: skip
    ran = subprocess.run(
        [sys.executable, "-m", checker, *options[checker], *map(str, tmp_path.glob("*.py"))],
        stdout=subprocess.PIPE, text=True, timeout=300, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout


def test_only_public_names_are_listed() -> None:
    import uri_extract.uri  # a module that is imported is not listed

    assert sorted(dir(uri_extract)) == sorted(uri_extract.__all__)


@pytest.mark.skipif(importlib.util.find_spec("pyright") is None, reason="pyright is not installed")
def test_types_of_public_names_are_complete() -> None:
    """Pyright knows the complete type of 99 % of the exported names."""
    command = [sys.executable, "-m", "pyright", "--verifytypes", "uri_extract", "--ignoreexternal", "--outputjson"]
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # the first python is used
    ran = subprocess.run(command, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, timeout=300)
    found = json.loads(ran.stdout)["typeCompleteness"]
    unknown = {each["name"]: each["diagnostics"] for each in found["symbols"] if not each["isTypeKnown"]}
    assert found["completenessScore"] >= 0.99, json.dumps(unknown, indent=1)
    assert not unknown.keys() & {f"uri_extract.{name}" for name in uri_extract.__all__}
