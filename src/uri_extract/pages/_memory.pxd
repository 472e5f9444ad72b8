# What Cython does not declare, or with another type.

from cpython.object cimport PyTypeObject


cdef extern from *:
    """
    /* A tuple of a type that is derived from tuple. Its fields are not set, and the collector does not know it. */
    static inline PyObject *new_tuple(PyTypeObject *type, Py_ssize_t count) {
        PyTupleObject *made = PyObject_GC_NewVar(PyTupleObject, type, count);
    #if PY_VERSION_HEX >= 0x030E0000
        if (made) made->ob_hash = -1;  /* not computed yet */
    #endif
        return (PyObject *)made;
    }
    /* Fields are put in their order. Where one fails, those before it are all that the tuple has. */
    static inline int put_field(PyObject *made, Py_ssize_t place, PyObject *field) {
        Py_INCREF(field);
        PyTuple_SET_ITEM(made, place, field);
        return 0;
    }
    static inline int put_integer(PyObject *made, Py_ssize_t place, long long value) {
        PyObject *integer = sizeof(long) < sizeof value ? PyLong_FromLongLong(value) : PyLong_FromLong((long)value);
        if (!integer) {
            Py_SET_SIZE((PyVarObject *)made, place);
            return -1;
        }
        PyTuple_SET_ITEM(made, place, integer);
        return 0;
    }
    static inline int put_member(PyObject *made, Py_ssize_t place, PyObject *members, Py_ssize_t number) {
        if ((size_t)number >= (size_t)PyList_GET_SIZE(members)) {
            Py_SET_SIZE((PyVarObject *)made, place);
            PyErr_SetString(PyExc_IndexError, "list index out of range");
            return -1;
        }
        return put_field(made, place, PyList_GET_ITEM(members, number));
    }
    """
    object new_tuple(PyTypeObject *type, Py_ssize_t count)
    int put_field(object made, Py_ssize_t place, object field)
    int put_integer(object made, Py_ssize_t place, long long value) except -1
    int put_member(object made, Py_ssize_t place, list members, Py_ssize_t number) except -1


cdef extern from "Python.h":
    str PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)
