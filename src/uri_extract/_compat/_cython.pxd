# Class properties that Cython cannot declare.

from cpython.object cimport PyTypeObject


cdef extern from *:
    """
    /* Remove the garbage collector's header from the objects of a class. Python adds it for every class defined in
       Python, even if neither the class nor its base has references to track. Only where this is known to work;
       elsewhere objects keep the header and take longer to create. */
    static inline void release_by_count(PyTypeObject *type) {
    #if PY_VERSION_HEX < 0x030F0000 && !defined(PYPY_VERSION) && !defined(GRAALVM_PYTHON)
        type->tp_flags &= ~Py_TPFLAGS_HAVE_GC;
        type->tp_traverse = NULL;
        type->tp_clear = NULL;
        type->tp_free = PyObject_Free;
    #endif
    }
    """
    void release_by_count(PyTypeObject *type)
