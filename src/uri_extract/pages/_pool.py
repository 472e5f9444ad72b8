# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False

"""Pool: the text and the objects that rows refer to.

One source, two speeds, like the scan kernel (:mod:`uri_extract.scan._kernel`).
"""

# mypy: disable-error-code="untyped-decorator"
from __future__ import annotations

from uri_extract._typing import Any

try:
    import cython
except ImportError:
    from uri_extract import _cython as cython

from uri_extract.details import More, Origin, cut

if cython.compiled:
    from cython.cimports.cpython.object import PyTypeObject
    from cython.cimports.uri_extract.pages._memory import new_tuple, put_field
else:
    from uri_extract import limits
    from uri_extract._ascii import AMPERSAND, EQUALS, SEMICOLON, SMALL_A, SMALL_M, SMALL_P
    from uri_extract.pages._bytes import Bytes
    from uri_extract.scan._placeholders import has_expression

_MORE = cython.declare(object, More)
_ORIGIN = cython.declare(object, Origin)
_NEW = cython.declare(object, tuple.__new__)


@cython.cfunc
@cython.inline
def _key_of(value: Any) -> Any:
    """Return the key by which the number of an object is found; numbered objects live as long as their number."""
    if type(value) is _ORIGIN:
        return cython.cast(cython.size_t, cython.cast(cython.p_void, value)) if cython.compiled else id(value)
    return value if type(value) is str else (type(value), value)


@cython.cfunc
@cython.inline
def _within_limits(value: Any) -> Any:
    """Return a name or an origin within the limits of the fields that rows repeat; any other object unchanged."""
    text: str | None
    if type(value) is str:
        return cut(value) if len(value) > limits.MAX_DESCRIPTION else value
    if type(value) is _ORIGIN:
        for text in cython.cast(tuple, value):
            if text is not None and len(text) > limits.MAX_MEDIA_TYPE:  # the least of them
                return cut(value)
    return value


@cython.cclass
class Pool:
    """The text and the objects of rows. Tables that share a pool can move rows from one to the other."""

    def __init__(self) -> None:
        self.text = Bytes()
        if not cython.compiled:
            self.recent: Any = None
        self.generation = 0
        self.clear()

    def clear(self) -> cython.int:
        """Remove all text and objects. Pages keep theirs."""
        numbers: dict[Any, int] = {}
        objects: list[Any] = [None]
        self.text.clear()
        self.objects = objects
        self.numbers = numbers
        self.window = b""
        self.generation += 1
        if cython.compiled:
            slot: cython.int
            for slot in range(16):
                self.recent[slot] = 0
        return 0

    def number(self, value: Any) -> cython.longlong:
        """Return the number of an object, the same for equal objects of one class.

        Each ``Origin`` has its own number: comparing them takes longer than keeping one more. Names and origins are
        kept within the limits of records.
        """
        if value is None:
            return 0
        number: cython.Py_ssize_t
        slot: cython.Py_ssize_t = 0
        if cython.compiled:  # most calls are for a few names
            slot = (cython.cast(cython.size_t, cython.cast(cython.p_void, value)) >> 4) & 15
            number = self.recent[slot]
            if number and self.objects[number] is value:
                return number
        key: Any = _key_of(value)
        known: Any = self.numbers.get(key)
        if known is None:
            known = len(self.objects)
            self.numbers[key] = known
            kept: Any = _within_limits(value)
            self.objects.append(kept)
            if kept is not value:
                self.objects.append(value)  # its place in memory may be the key
        number = known
        if cython.compiled:
            self.recent[slot] = number
        return number

    def keep(self, value: Any) -> cython.longlong:
        """Return a new number for an object that no other row has."""
        self.objects.append(value)
        return len(self.objects) - 1

    def keep_more(self, raw: object, details: object, context: object) -> cython.longlong:
        """Return a new number for the rare fields of a reference."""
        if not cython.compiled:
            return self.keep(_NEW(More, (raw, details, context)))
        # The garbage collector need not track it, as it cannot be in a cycle.
        made: object = new_tuple(cython.cast(cython.pointer(PyTypeObject), _MORE), 3)
        put_field(made, 0, raw)
        put_field(made, 1, details)
        put_field(made, 2, context)
        return self.keep(made)

    def is_partial(self, begin: cython.longlong) -> cython.bint:
        """Return True if the reference added last, at ``begin`` of the text, has an expression of a program."""
        if not cython.compiled:
            return has_expression(self.text.parts, begin, self.text.size)
        if begin == self.text.size:  # there may be no memory yet
            return False
        return has_expression(cython.cast(cython.p_const_uchar, self.text.data), begin, self.text.size)

    def replace(self, number: cython.longlong, value: Any) -> cython.int:
        """Replace an object, for all rows that refer to it."""
        before: Any = self.objects[number]
        self.numbers.pop(_key_of(before), None)
        self.objects[number] = value
        self.generation += 1
        return 0

    def replace_pending(self, pending: Any, bases: Any) -> None:
        """Replace all pending bases by the bases that are now known."""
        numbers = self.numbers  # pending bases are shared, so they have a key
        for key in [key for key in numbers if type(key) is tuple and issubclass(key[0], pending)]:
            self.replace(numbers[key], key[1].known(bases))

    def put_pieces(
        self, window: bytes, pieces: cython.longlong[::1], first: cython.Py_ssize_t, count: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:  # fmt: skip
        """Add the joined pieces of a scan kernel's row; return the size in bytes.

        Return -1 and add nothing if they are quoted-printable (RFC 2045 §6.7) and may have encoded octets.
        """
        size: cython.Py_ssize_t = 0
        quoted: cython.bint = False
        k: cython.Py_ssize_t
        for k in range(2 * first + 1, 2 * (first + count) - 1, 2):
            quoted |= pieces[k] < pieces[k + 1] and window[pieces[k]] == EQUALS  # a soft break
        for k in range(2 * first, 2 * (first + count), 2):
            if quoted and window.find(b"=", pieces[k], pieces[k + 1]) >= 0:
                return -1
            size += pieces[k + 1] - pieces[k]
        for k in range(2 * first, 2 * (first + count), 2):
            self.text.copy(window, pieces[k], pieces[k + 1] - pieces[k])
        self.text.octet(10)
        return size

    def put_span(
        self, source: bytes, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, escaped: cython.bint
    ) -> cython.Py_ssize_t:
        """Add a span of bytes; ``escaped``: ``&amp;`` in it becomes ``&``. Return the size in bytes."""
        data: cython.p_const_uchar = source
        before: cython.Py_ssize_t = self.text.size
        at: cython.Py_ssize_t = begin if escaped else end
        while at + 4 < end:
            if (
                data[at] == AMPERSAND and data[at + 1] == SMALL_A and data[at + 2] == SMALL_M
                and data[at + 3] == SMALL_P and data[at + 4] == SEMICOLON
            ):  # fmt: skip
                self.text.copy(source, begin, at + 1 - begin)
                begin = at = at + 5
            else:
                at += 1
        self.text.copy(source, begin, end - begin)
        self.text.octet(10)
        return self.text.size - before - 1

    def put(self, text: str) -> cython.Py_ssize_t:
        """Add a text; return its size in bytes."""
        size: cython.Py_ssize_t
        try:
            size = self.text.put(text)
        except UnicodeEncodeError:
            octets: bytes = encoded(text)
            size = len(octets)
            self.text.copy(octets, 0, size)
        self.text.octet(10)
        return size


def encoded(text: str) -> bytes:
    """Return a text in UTF-8, with surrogate escapes converted to the original bytes."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a surrogate pair
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
