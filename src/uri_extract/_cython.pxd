# What Cython cannot say of a class.

from cpython.object cimport PyTypeObject


cdef extern from *:
    """
    /* Take the collector's header from the objects of a class: Python gives it to those of every class that it makes,
       also where neither this class nor the one it is derived from has anything to collect. */
    static inline void release_by_count(PyTypeObject *type) {
        type->tp_flags &= ~Py_TPFLAGS_HAVE_GC;
        type->tp_traverse = NULL;
        type->tp_clear = NULL;
        type->tp_free = PyObject_Free;
    }
    """
    void release_by_count(PyTypeObject *type)
