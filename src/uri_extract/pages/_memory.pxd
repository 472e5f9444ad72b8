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
    static inline void put_field(PyObject *made, Py_ssize_t place, PyObject *field) {
        Py_INCREF(field);
        PyTuple_SET_ITEM(made, place, field);
    }
    """
    object new_tuple(PyTypeObject *type, Py_ssize_t count)
    void put_field(object made, Py_ssize_t place, object field)


cdef extern from "Python.h":
    str PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)
