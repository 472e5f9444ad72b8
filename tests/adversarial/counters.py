"""An instrumented build: the package's source, rewritten when it is imported, counts steps, and bytes examined.

A step is the call of a function, or a round of a loop or of a comprehension.

Everything that reads bytes or characters calls a function here: an index, a slice, ``+``, ``in``, a method, a regular
expression. A search counts the bytes up to its match, other operations count what they read or copy. A regular
expression that does not match at its position counts one byte, because it is unknown how far it read;
``tests/test_patterns.py`` tests those. Kernels are interpreted.

``python -m tests.adversarial.counters`` measures each hostile family, and prints those above the limits: bytes and
steps for each byte of the input at 2, 8, 32 and 128 kB (of the arguments of functions at a quarter of that), up to the
size that shows that they do not grow. ``python -m tests.adversarial.counters CHUNK...`` counts the bytes that are
examined and copied for each chunk, in addition to those of the input read whole. A window is copied with each chunk, so
there are some thousand; they do not grow if a reader holds more, or with the input. ``... counters only NAME`` measures
families whose names begin so. ``... counters random SEED COUNT [READER...]`` measures families by chance
(:mod:`tests.adversarial.combinations`), first at a quarter of the sizes.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import operator
import re
import sys
from array import array
from contextlib import suppress
from importlib.machinery import FileFinder, PathFinder, SourceFileLoader

_READ = (bytes, bytearray, str, memoryview)  # a slice of a memoryview copies nothing
_SEQUENCES = (*_READ, list, tuple, array)
_FINDS = ("find", "index", "rfind", "rindex")
_METHODS = (
    *(*_FINDS, "count", "split", "rsplit", "splitlines", "partition", "rpartition", "strip", "lstrip", "rstrip"),
    *("replace", "translate", "decode", "encode", "join", "lower", "upper", "casefold", "hex", "isprintable"),
    *("match", "search", "fullmatch", "finditer", "findall", "sub", "subn"),
)


class Count:
    """What was counted in this process: bytes, and in ``step()`` the calls of it."""

    bytes = 0
    step = itertools.count(1).__next__


def _span(length, start=0, end=None):
    start = max(0, length + start if start < 0 else start)
    end = length if end is None else min(length, length + end if end < 0 else end)
    return start, max(start, end)


def _matches(found, at, end):
    for match in found:
        Count.bytes += match.end() - at + 1
        at = max(at, match.end())
        yield match
    Count.bytes += end - at


def _call(what, name, *arguments, **keywords):
    result = getattr(what, name)(*arguments, **keywords)
    if isinstance(what, re.Pattern):
        if name in ("sub", "subn", "split", "findall"):
            Count.bytes += len(arguments[name in ("sub", "subn")])
            return result
        at, end = _span(len(arguments[0]), *arguments[1:3])
        if name == "finditer":
            return _matches(result, at, end)
        if result is not None:
            Count.bytes += result.end() - at + 1
        else:
            Count.bytes += end - at if name == "search" else 1
    elif isinstance(what, _READ):
        if name in _FINDS:
            at, end = _span(len(what), *arguments[1:3])
            back = name.startswith("r")
            Count.bytes += end - at if result < 0 else (end - result if back else result - at + 1)
        elif name == "count":
            at, end = _span(len(what), *arguments[1:3])
            Count.bytes += end - at
        else:
            Count.bytes += len(what) + (len(result) if isinstance(result, _READ) else 0)
    return result


def _item(what, key):
    result = what[key]
    if isinstance(key, slice) and isinstance(what, _SEQUENCES) and not isinstance(what, memoryview):
        Count.bytes += len(result)
    elif isinstance(what, _READ):
        Count.bytes += 1
    return result


def _add(one, other):
    result = one + other
    if isinstance(result, _SEQUENCES):
        Count.bytes += len(result)
    return result


def _extend(one, other):
    before = len(one) if isinstance(one, bytearray | list | array) else 0  # these are extended in place
    result = operator.iadd(one, other)
    if isinstance(result, _SEQUENCES):
        Count.bytes += len(result) - before
    return result


def _contains(one, other):
    found = one in other
    if isinstance(other, bytes | bytearray | str):
        Count.bytes += len(other) if not found or isinstance(one, int) else other.find(one) + 1
    return found


def _make(kind, *arguments, **keywords):
    result = kind(*arguments, **keywords)
    if not isinstance(arguments[0], int):  # a size makes zeros, and reads nothing
        Count.bytes += len(result)
    return result


#: The functions that rewritten code calls.
NAMES = {f"_counted{function.__name__}_": function for function in (_call, _item, _add, _extend, _contains, _make)}
NAMES["_counted_step_"] = Count.step


# -- rewriting the source ------------------------------------------------------------------------------------------


class _Rewriter(ast.NodeTransformer):
    def _replaced(self, node, name, *arguments, keywords=()):
        call = ast.Call(ast.Name(f"_counted{name}_", ast.Load()), [*arguments], [*keywords])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def visit_Call(self, node):
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in _METHODS:
            name = ast.Constant(function.attr)
            return self._replaced(node, "_call", function.value, name, *node.args, keywords=node.keywords)
        if isinstance(function, ast.Name) and function.id in ("bytes", "bytearray") and node.args:
            return self._replaced(node, "_make", function, *node.args, keywords=node.keywords)
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        key = node.slice
        if isinstance(key, ast.Slice):
            nothing = ast.Constant(None)
            parts = [key.lower or nothing, key.upper or nothing, key.step or nothing]
            key = ast.Call(ast.Name("slice", ast.Load()), parts, [])
        return self._replaced(node, "_item", node.value, key)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return self._replaced(node, "_add", node.left, node.right) if isinstance(node.op, ast.Add) else node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        target = node.target
        if not isinstance(node.op, ast.Add) or not isinstance(target, ast.Name | ast.Attribute):
            return node
        if isinstance(target, ast.Attribute) and not isinstance(target.value, ast.Name):
            return node
        read = ast.parse(ast.unparse(target), mode="eval").body
        return ast.copy_location(ast.Assign([target], self._replaced(node, "_extend", read, node.value)), node)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) > 1 or not isinstance(node.ops[0], ast.In | ast.NotIn):
            return node
        call = self._replaced(node, "_contains", node.left, node.comparators[0])
        return call if isinstance(node.ops[0], ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), call), node)

    def visit_AnnAssign(self, node):  # annotations are not executed
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node):
        return node

    def visit_FunctionDef(self, node):
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        if node.name != "__del__":  # which may be called when nothing else is left
            node.body.insert(ast.get_docstring(node, clean=False) is not None, ast.Expr(_step()))
        return node

    def visit_While(self, node):
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(_step()))
        return node

    visit_For = visit_While  # noqa: N815

    def visit_comprehension(self, node):
        self.generic_visit(node)
        node.ifs.insert(0, _step())  # true
        return node


def _step():
    return ast.Call(ast.Name("_counted_step_", ast.Load()), [], [])


def rewritten(source, path="<test>"):
    """Return the instrumented code of a module; it calls the functions in :data:`NAMES`."""
    tree = _Rewriter().visit(ast.parse(source, path))
    return compile(ast.fix_missing_locations(tree), path, "exec")


class _Loader(SourceFileLoader):
    def get_code(self, fullname):
        return rewritten(self.get_data(self.path), self.path)


class _Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] != "uri_extract":
            return None
        if path is not None:  # also if a compiled module is beside the file
            spec = FileFinder(path[0], (_Loader, [".py"])).find_spec(name)
            variants = sys.modules.get("uri_extract._compat._variants")
            if spec is not None and hasattr(variants, "KernelLoader"):
                spec.loader = variants.KernelLoader(spec.loader)
            return spec
        spec = PathFinder.find_spec(name, path, target)
        spec.loader = _Loader(name, spec.origin)
        return spec


def install():
    """Instrument the package from now on; call this before any module of it is imported."""
    assert "uri_extract" not in sys.modules
    for name, function in NAMES.items():
        setattr(builtins, name, function)
    sys.meta_path.insert(0, _Finder)


# -- counting families ---------------------------------------------------------------------------------------------

_SIZES = (2000, 8000, 32_000, 128_000)
# Of what functions are called with: no window has to be filled.
_SIZES_OF_FUNCTIONS = (500, 2000, 8000, 32_000)
#: The most bytes and steps for each byte of the input, and the most growth for four times the input, where linear time
#: would give 4 and quadratic time 16. Until the input is larger than a window that is kept, growth may have that
#: reason.
MOST_BYTES, MOST_STEPS = 600, 50
#: The most bytes for each chunk in addition to those of the input read whole: the windows of some readers, twice what
#: is copied only now and then, and some tens for each byte of a chunk. Who copies all that was read copies 12,000 more.
MOST_A_CHUNK = 9000
_SIZE_IN_CHUNKS = 24_000
_MOST_GROWTH, _CONSTANT = 6, 3000


class Counting:
    """Counts within a ``with`` block: ``steps`` of the package, and ``bytes``."""

    steps = bytes = 0

    def __enter__(self):
        self._before = Count.step(), Count.bytes
        return self

    def __exit__(self, *_):
        self.steps, self.bytes = Count.step() - self._before[0] - 1, Count.bytes - self._before[1]


def _counts(family, size):
    """Return the counts of each operation on a family, by the name of the operation."""
    from tests.adversarial.families import operations, read

    from uri_extract.errors import UriExtractError

    data = family.data(size)
    read_it = {"read": lambda: read(family, data, len(data), dicts=False)}
    found = {}
    for name, run in (operations(family, size) if family.is_function else read_it).items():
        with Counting() as counting, suppress(UriExtractError):
            run()
        found[name] = counting.steps, counting.bytes
    return found


def faults(family, small=False, most=1):
    """Return a sentence for each operation on a family that exceeds the limits, ``most`` times; ``small``: of size."""
    _counts(family, 200)  # first do what is imported, compiled or cached on first use
    least, *sizes = _SIZES_OF_FUNCTIONS if small or family.is_function else _SIZES
    before = _counts(family, least)
    growing = dict(before)
    for size in sizes:
        counts = _counts(family, size)
        said = {
            name: f"{family}: {name}: {steps / size:.0f} steps and {read / size:.0f} bytes a byte at {size}"
            for name, (steps, read) in counts.items()
        }
        for name in [*growing]:
            pairs = zip(counts[name], before[name], strict=True)
            if all(after <= _MOST_GROWTH * less + _CONSTANT for after, less in pairs):
                del growing[name]
        if not growing:
            break
        before = counts
    high = {
        name for name, (steps, read) in counts.items()
        if steps > most * MOST_STEPS * size or read > most * MOST_BYTES * size
    }  # fmt: skip
    return [said[name] + " and more with its size" * (name in growing) for name in said if name in {*growing, *high}]


def faults_in_chunks(family, chunk):
    """Return a sentence if more than the limit is examined or copied for each chunk of a family."""
    from tests.adversarial.families import read

    from uri_extract.errors import UriExtractError

    def count(data, size):
        before = Count.bytes
        with suppress(UriExtractError):
            read(family, data, size, dicts=False)
        return Count.bytes - before

    count(family.data(200), chunk)  # first do what is imported, compiled or cached on first use
    data = family.data(_SIZE_IN_CHUNKS)
    each = (count(data, chunk) - count(data, len(data))) * chunk / len(data)
    return [f"{family}: {each:.0f} bytes for each chunk of {chunk}"] if each > MOST_A_CHUNK else []


def by_chance(seed, count, *names):
    """Print the faults of ``count`` random families of each reader, or of those of the given names.

    Larger sizes show if what grows goes on. The limits are four times those of families that were chosen.
    """
    install()
    from tests.adversarial.combinations import combinations, readers

    for name in names or readers():
        for family in combinations(name, seed, int(count)):
            for fault in faults(family, small=True, most=4) and faults(family, most=4):
                print(f"{fault}: {family!r}", flush=True)


def main(chunks, only=""):
    """Print the faults of all families, read whole, or of the documents among them in chunks of the given sizes.

    ``only``: of families whose table and name begin with this.
    """
    install()
    from tests.adversarial.families import families

    for family in families():
        if not str(family).startswith(only):
            continue
        if not chunks:
            found = faults(family)
        else:
            found = [] if family.is_function else [each for chunk in chunks for each in faults_in_chunks(family, chunk)]
        for fault in found:
            print(fault, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["random"]:
        by_chance(*sys.argv[2:])
    elif sys.argv[1:2] == ["only"]:
        main([], sys.argv[2])
    else:
        main([int(each) for each in sys.argv[1:]])
